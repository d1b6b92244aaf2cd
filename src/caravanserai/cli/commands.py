"""The commands, each a thin layer over the library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from caravanserai import __version__
from caravanserai.cli import house
from caravanserai.games import all_games, find_game, game_names
from caravanserai.kernel.chance import new_seed
from caravanserai.kernel.compiling import cache_folder
from caravanserai.kernel.edition import SOURCES, Entry
from caravanserai.kernel.errors import InvalidLog, InvalidOption
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import default_threads

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Five bazaar board games: play them here, or study them.",
)
app.add_typer(house.app, name="house")
console = Console()

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; `caravanserai games` lists them.")]
Seats = Annotated[int | None, typer.Option(help="How many seats; the fewest the game has if not given.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value.")]
EditionName = Annotated[str | None, typer.Option("--edition", help="Name of an edition, or a .toml file of your own.")]
Seed = Annotated[str | None, typer.Option(help="Any text; the same seed gives the same shuffles.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")]
Threads = Annotated[int | None, typer.Option(min=1, help="The same as --engine threads:N.")]
EngineAddress = Annotated[
    str | None,
    typer.Option("--engine", help="Where to play: threads:N, processes:N, ray or ray://HOST:PORT."),
]
ResultsFile = Annotated[
    Path | None, typer.Option("--results", "--resume", help="Keep results in this file, and go on where it ends.")
]
ResultsFolder = Annotated[
    Path | None, typer.Option("--results", help="Keep results in files of this folder, and go on where they end.")
]
LogFile = Annotated[Path, typer.Argument(metavar="FILE", help="A match as saved by `play --save`.")]
Language = Annotated[str | None, typer.Option("--lang", help="en or fr; the system's if not given.")]
Plain = Annotated[bool, typer.Option("--plain", help="Plain sentences, for screen readers.")]


def read_options(given: list[str] | None) -> dict[str, Any]:
    """Options from ``name=value`` texts."""
    options: dict[str, Any] = {}
    for text in given or ():
        name, _, value = text.partition("=")
        switches = {"true": True, "false": False, "": True}
        if value.lower() in switches:
            options[name] = switches[value.lower()]
        elif value.lstrip("-").isdigit():
            options[name] = int(value)
        else:
            raise InvalidOption(f"option {text!r}: expected name=value with a number, true or false")
    return options


def read_list(given: list[str] | None) -> tuple[str, ...]:
    """What an option lists that may be repeated, or hold several with commas between them."""
    return tuple(part.strip() for text in given or () for part in text.split(",") if part.strip())


def read_engine(engine: str | None, threads: int | None, usual: int) -> str:
    """The address of an engine: as given, or so many threads."""
    if engine is not None and threads is not None:
        raise InvalidOption(f"engine {engine}, threads {threads}: expected only one of them")
    return engine if engine is not None else f"threads:{threads or usual}"


def read_log(file: Path) -> Any:
    """The JSON of a match log."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise InvalidLog(f"{file}: cannot be read ({problem.strerror}); expected a match log") from None
    except (ValueError, UnicodeDecodeError) as problem:
        raise InvalidLog(f"{file}: not JSON ({problem}); expected a match log") from None


@app.callback(invoke_without_command=True)
def common(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Five bazaar board games: play them here, or study them."""
    if version:
        typer.echo(f"caravanserai {__version__}")
        raise typer.Exit


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Show one game and all its numbers.")] = None,
    edition: EditionName = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or show one with every number and where it is known from."""
    if game is None:
        if as_json:
            typer.echo(json.dumps([dict(found.about) for found in all_games()], ensure_ascii=False))
            return
        table = Table("name", "title", "authors", "seats")
        for found in all_games():
            table.add_row(found.id, found.title, ", ".join(found.about["authors"]), f"{found.fewest}–{found.most}")
        console.print(table)
        return
    show_game(find_game(game), edition, as_json)


def show_game(game: Game, edition_name: str | None, as_json: bool) -> None:
    """One game: seats, options, and its numbers with their sources."""
    edition = game.edition(edition_name)
    if as_json:
        numbers = {
            key: {"value": entry.value, "source": entry.source, "exceptions": dict(entry.exceptions)}
            for key, entry in edition.entries.items()
        }
        about = {**game.about, "edition": edition.name, "editions": list(game.editions), "numbers": numbers}
        about["options"] = {o.name: {"default": o.default, "low": o.low, "high": o.high} for o in game.options}
        typer.echo(json.dumps(about, ensure_ascii=False))
        return
    console.print(f"[bold]{game.title}[/bold], {game.fewest} to {game.most} seats, edition {edition.name}")
    for option in game.options:
        console.print(
            f"option [bold]{option.name}[/bold] ({option.low}–{option.high}, usually {option.default}): {option.doc}"
        )
    table = Table("number", "value", "source", "note")
    for key, entry in edition.entries.items():
        table.add_row(key, readable(entry.value), sources(entry), entry.note)
    console.print(table)
    console.print("; ".join(f"[bold]{letter}[/bold] {meaning}" for letter, meaning in SOURCES.items()))


def readable(value: Any) -> str:
    """A value of an edition on few lines."""
    if isinstance(value, dict):
        nested = any(isinstance(item, (dict, list)) for item in value.values())
        return ("\n" if nested else ", ").join(f"{key} {readable(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " ".join(readable(item) for item in value)
    return str(value)


def sources(entry: Entry) -> str:
    """The source of an entry, with the parts that are known from elsewhere."""
    better = "".join(f"\n{part}: {letter}" for part, letter in entry.exceptions.items())
    return entry.source + better


@app.command()
def play(
    game: GameName,
    seats: Seats = None,
    bots: Annotated[str, typer.Option(help="The level of the bots.")] = "merchant",
    people: Annotated[int, typer.Option(min=0, help="How many people share this terminal.")] = 1,
    option: Options = None,
    edition: EditionName = None,
    seed: Seed = None,
    lang: Language = None,
    plain: Plain = False,
    save: Annotated[Path | None, typer.Option(help="Save the finished match to this file.")] = None,
) -> None:
    """Play in the terminal, against bots or passing it round."""
    from caravanserai.cli.terminal import MatchSetup, play_in_terminal

    setup = MatchSetup(find_game(game), seats, read_options(option), seed, edition)
    play_in_terminal(setup, bots, people, lang, plain, save)


@app.command()
def simulate(
    game: GameName,
    seats: Seats = None,
    matches: Annotated[int, typer.Option(min=1, help="How many matches.")] = 10_000,
    seed: Seed = None,
    policy: Annotated[str, typer.Option(help="random or advice.")] = "random",
    threads: Threads = None,
    engine: EngineAddress = None,
    results: ResultsFile = None,
    option: Options = None,
    edition: EditionName = None,
    as_json: AsJson = False,
) -> None:
    """Play many matches in compiled code and tell how they went."""
    from caravanserai.cli.measuring import run_simulation
    from caravanserai.lab.simulation import SimulationSpec

    spec = SimulationSpec(
        game=game,
        seats=find_game(game).fewest if seats is None else seats,
        matches=matches,
        seed=new_seed().hex() if seed is None else seed,
        policy=policy,
        options=read_options(option),
        edition=edition,
    )
    run_simulation(spec, read_engine(engine, threads, 1), results, as_json)


@app.command()
def replay(file: LogFile, lang: Language = None, until: Annotated[int | None, typer.Option(min=0)] = None) -> None:
    """Tell a saved match move by move, as a spectator saw it."""
    from caravanserai.cli.terminal import print_replay

    print_replay(read_log(file), lang, until)


@app.command()
def verify(file: LogFile) -> None:
    """Replay a saved match and check it against its seed commitment."""
    from caravanserai.match import verify as check

    match = check(read_log(file))
    outcome = match.outcome()
    ended = f"ended, seats {', '.join(map(str, outcome.winners))} won" if outcome else "not finished"
    typer.echo(
        f"{file}: sound; {match.game.id}, {match.decisions} decisions, {ended}, seed commitment {match.commitment}"
    )


@app.command()
def serve(
    host: Annotated[str, typer.Option(envvar="CARAVANSERAI_HOST", help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="CARAVANSERAI_PORT", help="Port; 0 for any that is free.")] = 8080,
    database: Annotated[
        str | None, typer.Option(envvar="CARAVANSERAI_DATABASE", help="sqlite:///… or postgresql://…")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(envvar="CARAVANSERAI_DATA", help="Folder for tables and secrets.")
    ] = None,
    log_level: Annotated[str, typer.Option(envvar="CARAVANSERAI_LOG_LEVEL", help="debug … error.")] = "info",
    origin: Annotated[
        list[str] | None, typer.Option(envvar="CARAVANSERAI_ORIGIN", help="Another site whose pages may use the API.")
    ] = None,
    rate: Annotated[
        float, typer.Option(envvar="CARAVANSERAI_RATE", min=0, help="Requests a second from an address; 0 for any.")
    ] = 20.0,
    sockets: Annotated[
        int, typer.Option(envvar="CARAVANSERAI_SOCKETS", min=0, help="WebSockets open from an address; 0 for any.")
    ] = 100,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            envvar=["CARAVANSERAI_TRUSTED_PROXY", "FORWARDED_ALLOW_IPS"],
            help="Address or network of a proxy that says where requests come from; 127.0.0.1 and ::1 if not given.",
        ),
    ] = None,
    grace: Annotated[
        float, typer.Option(envvar="CARAVANSERAI_GRACE", min=0, help="Seconds for a message's journey.")
    ] = 1.0,
    absence: Annotated[
        float,
        typer.Option(envvar="CARAVANSERAI_ABSENCE", min=0, help="Seconds before a bot may play for somebody away."),
    ] = 60.0,
    bot_pace: Annotated[
        float, typer.Option(envvar="CARAVANSERAI_BOT_PACE", min=0, help="Seconds a bot waits before it decides.")
    ] = 0.6,
    keep_waiting: Annotated[
        float,
        typer.Option(envvar="CARAVANSERAI_KEEP_WAITING", min=0, help="Days for tables never started; 0 for ever."),
    ] = 14.0,
    keep_finished: Annotated[
        float, typer.Option(envvar="CARAVANSERAI_KEEP_FINISHED", min=0, help="Days for finished matches; 0 for ever.")
    ] = 0.0,
    keep_guests: Annotated[
        float,
        typer.Option(envvar="CARAVANSERAI_KEEP_GUESTS", min=0, help="Days for people who never played; 0 for ever."),
    ] = 90.0,
    thinking_allowance: Annotated[
        float,
        typer.Option(envvar="CARAVANSERAI_THINKING_ALLOWANCE", help="Seconds a bot's search may be late, at least 1."),
    ] = 10.0,
    processes: Annotated[
        int, typer.Option(envvar="CARAVANSERAI_PROCESSES", help="Server processes at this address; needs PostgreSQL.")
    ] = 1,
    thinkers: Annotated[
        int,
        typer.Option(
            envvar="CARAVANSERAI_THINKERS", min=0, help="Processes that think for bots; 0 for one a core but one."
        ),
    ] = 0,
    call_after: Annotated[
        float,
        typer.Option(
            envvar="CARAVANSERAI_CALL_AFTER", min=0, help="Seconds a table waits before somebody is called to it."
        ),
    ] = 10.0,
    push_anywhere: Annotated[
        bool,
        typer.Option(
            "--push-anywhere",
            envvar="CARAVANSERAI_PUSH_ANYWHERE",
            help="Let push services be at private addresses, without https: for tests and closed networks.",
        ),
    ] = False,
    page: Annotated[
        bool, typer.Option(envvar="CARAVANSERAI_PAGE", help="The page people play on; without it, the API alone.")
    ] = True,
    lan: Annotated[
        bool, typer.Option("--lan", envvar="CARAVANSERAI_LAN", help="Let other devices on the network in.")
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(envvar="CARAVANSERAI_ADDRESS", help="Where others reach it, if that is elsewhere: https://…"),
    ] = None,
) -> None:
    """Open the table server: play in the browser, with friends or bots."""
    import os

    from caravanserai.server.addresses import ANYWHERE
    from caravanserai.server.serving import serve as run
    from caravanserai.server.settings import LOOPBACK, Settings, default_data

    run(
        Settings(
            host=ANYWHERE if lan and host == LOOPBACK else host,
            port=port,
            lan=lan,
            address=address or None,
            database=database,
            data=data or default_data(),
            log_level=log_level.lower(),
            secret=os.environ.get("CARAVANSERAI_SECRET"),
            old_secret=os.environ.get("CARAVANSERAI_OLD_SECRET"),
            origins=read_list(origin),
            rate=rate,
            sockets=sockets,
            trusted_proxies=read_list(trusted_proxy) or Settings.trusted_proxies,
            grace=grace,
            absence=absence,
            bot_pace=bot_pace,
            keep_waiting=keep_waiting or None,
            keep_finished=keep_finished or None,
            keep_guests=keep_guests or None,
            thinking_allowance=thinking_allowance,
            processes=processes,
            thinkers=thinkers or max(1, ((os.cpu_count() or 2) - 1) // max(1, processes)),
            page=page,
            smtp=os.environ.get("CARAVANSERAI_SMTP") or None,
            mail_from=os.environ.get("CARAVANSERAI_MAIL_FROM"),
            call_after=call_after,
            push_anywhere=push_anywhere,
            metrics_token=os.environ.get("CARAVANSERAI_METRICS_TOKEN"),
        )
    )


@app.command()
def think(
    database: Annotated[
        str, typer.Option(envvar="CARAVANSERAI_DATABASE", help="postgresql://…, that of the servers to help.")
    ],
    workers: Annotated[
        int | None,
        typer.Option(envvar="CARAVANSERAI_WORKERS", min=1, help="Processes that think; one a core if not given."),
    ] = None,
    thinking_allowance: Annotated[
        float,
        typer.Option(envvar="CARAVANSERAI_THINKING_ALLOWANCE", help="Seconds a search may be late, at least 1."),
    ] = 10.0,
    metrics_port: Annotated[
        int | None,
        typer.Option(
            envvar="CARAVANSERAI_METRICS_PORT",
            min=1,
            max=65535,
            help="Port on 127.0.0.1 for Prometheus; none if not given.",
        ),
    ] = None,
    log_level: Annotated[str, typer.Option(envvar="CARAVANSERAI_LOG_LEVEL", help="debug … error.")] = "info",
) -> None:
    """Think for table servers, on any machine that reaches their PostgreSQL: bots, hints and reviews."""
    from caravanserai.preparing import AT_A_TABLE
    from caravanserai.preparing import prepare as prepare_games
    from caravanserai.server.helping import HelperSettings
    from caravanserai.server.helping import think as run

    run(
        HelperSettings(
            database=database,
            workers=workers or default_threads(),
            thinking_allowance=thinking_allowance,
            metrics_port=metrics_port,
            log_level=log_level.lower(),
        ),
        prepare=lambda: prepare_games(all_games(), console, AT_A_TABLE),
    )


@app.command("rotate-key")
def rotate_key(
    data: Annotated[
        Path | None, typer.Option(envvar="CARAVANSERAI_DATA", help="Folder for tables and secrets.")
    ] = None,
) -> None:
    """Sign cookies with a new key from the server's next start on; those signed with the old one stay good."""
    from caravanserai.server.identity import rotate_key as rotate
    from caravanserai.server.settings import default_data

    kept = rotate(data or default_data())
    typer.echo(f"the server will sign with a new key once it is started again; the old one is in {kept}")


@app.command()
def review(
    file: LogFile,
    seat: Annotated[int | None, typer.Option(min=0, help="Only this seat's decisions, counted from 0.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time to think about each decision.")] = 0.2,
    lang: Language = None,
    as_json: AsJson = False,
) -> None:
    """Tell the decisions of a finished match in which most was lost, and what would have been better."""
    from caravanserai.cli.terminal import print_review

    print_review(read_log(file), seat, seconds, lang, as_json)


@app.command()
def arena(
    game: GameName,
    players: Annotated[str, typer.Option(help="Levels with commas between them; vizier:0.5s or vizier:800i too.")],
    seats: Seats = None,
    matches: Annotated[int, typer.Option(min=1, help="Matches in all.")] = 200,
    seed: Seed = None,
    pace: Annotated[float, typer.Option(min=0, help="The share of their usual time that players think.")] = 0.1,
    all_orders: Annotated[bool, typer.Option("--all-orders", help="Each shuffle in every order of seats.")] = False,
    threads: Threads = None,
    engine: EngineAddress = None,
    results: ResultsFile = None,
    option: Options = None,
    edition: EditionName = None,
    as_json: AsJson = False,
    report: Annotated[Path | None, typer.Option(help="Write a page with plots to this file.")] = None,
) -> None:
    """Let bots play each other, each shuffle seen from every chair, and tell who is better."""
    from caravanserai.cli.judging import run_arena
    from caravanserai.lab.arena import ArenaSpec

    spec = ArenaSpec(
        game=game,
        seats=find_game(game).fewest if seats is None else seats,
        players=tuple(name.strip() for name in players.split(",")),
        matches=matches,
        seed=new_seed().hex() if seed is None else seed,
        pace=pace,
        options=read_options(option),
        edition=edition,
        all_orders=all_orders,
    )
    run_arena(spec, read_engine(engine, threads, default_threads()), results, as_json, report)


@app.command()
def lab(
    game: GameName,
    level: Annotated[str, typer.Option(help="Who plays the matches that show strong play.")] = "caravaneer",
    matches: Annotated[int, typer.Option(min=2, help="Matches of strong play for each case.")] = 100,
    surveyed: Annotated[int, typer.Option(min=2, help="Advised matches for each number varied.")] = 4000,
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same shuffles.")] = "lab",
    pace: Annotated[float, typer.Option(min=0, help="The share of its usual time that the level thinks.")] = 0.1,
    threads: Threads = None,
    engine: EngineAddress = None,
    results: ResultsFolder = None,
    edition: EditionName = None,
    as_json: AsJson = False,
    report: Annotated[Path | None, typer.Option(help="Write the findings to this file, .md or .html.")] = None,
) -> None:
    """Show what strong play says about a game, and what each reconstructed number moves."""
    from caravanserai.cli.judging import run_lab
    from caravanserai.lab.arena import ArenaSpec

    strong = ArenaSpec(
        game=game,
        seats=find_game(game).fewest,
        players=(level,),
        matches=matches,
        seed=seed,
        pace=pace,
        edition=edition,
        deeds=True,
    )
    run_lab(strong, surveyed, read_engine(engine, threads, default_threads()), results, as_json, report)


@app.command()
def schema(
    game: Annotated[str | None, typer.Option(help="print what this game declares: views, sentences, verbs")] = None,
) -> None:
    """Print the JSON Schemas of the table server's WebSocket messages."""
    from caravanserai.server.messages import schemas
    from caravanserai.wire.declarations import declarations

    typer.echo(json.dumps(declarations(find_game(game)) if game else schemas(), indent=1))


@app.command()
def warm(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…")] = None,
    part: Annotated[
        list[str] | None,
        typer.Option(
            help="rules, search (for bots that think), playouts (for the lab), batch (for learners), "
            "soak (for checks); the first three if none is named."
        ),
    ] = None,
) -> None:
    """Compile the games, so that nobody waits for it later."""
    from caravanserai.preparing import MACHINE_CODE, USUAL, prepare

    names, parts = game or game_names(), read_list(part) or USUAL
    for wanted in parts:
        if wanted not in MACHINE_CODE:
            raise InvalidOption(f"part {wanted!r}: expected one of {', '.join(MACHINE_CODE)}")
    seconds = prepare([find_game(name) for name in names], console, parts)
    typer.echo(f"{', '.join(names)}: ready after {seconds:.1f} s; machine code in {cache_folder()}")


@app.command()
def wasm(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…")] = None,
    out: Annotated[Path, typer.Option(help="The folder for the modules.")] = Path("engine"),
) -> None:
    """Make WebAssembly modules of the games: the engine for browsers, with a description of each."""
    from caravanserai.wasm import build_all

    for name, (module, _) in build_all([find_game(name) for name in game or game_names()], out).items():
        typer.echo(f"{name}: {module}, {module.stat().st_size / 1000:.0f} kB")


@app.command()
def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="An empty folder, or a site to write anew.")],
) -> None:
    """Write the page as a site that needs no server: any web host serves it, below any path."""
    from caravanserai.server.standalone import write_site

    write_site(folder)
    typer.echo(f"{folder}: written; try it with `python -m http.server --directory {folder}`")


@app.command()
def docs(folder: Annotated[Path, typer.Argument(help="Where to write the pages.")]) -> None:
    """Write the pages about each game from the game's own data."""
    from caravanserai.lab.pages import write_pages

    write_pages(all_games(), folder)


@app.command()
def soak(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…")] = None,
    millions: Annotated[float, typer.Option(min=0.001, help="Million decisions for each game and variant.")] = 100,
    threads: Threads = None,
    engine: EngineAddress = None,
    results: ResultsFolder = None,
) -> None:
    """Play very many decisions with every invariant checked after each."""
    from caravanserai.cli.measuring import run_soak

    found = [find_game(name) for name in game or game_names()]
    run_soak(found, int(millions * 1e6), read_engine(engine, threads, default_threads()), results, console)


@app.command()
def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]…")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Time for each measurement.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure decisions a second: compiled, through the contract from Python, and through Match."""
    from caravanserai.cli.measuring import run_bench

    run_bench([find_game(name) for name in game or game_names()], seconds, default_threads(), as_json, console)
