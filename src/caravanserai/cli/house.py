"""``caravanserai house``: what whoever runs a house needs of an evening, while its servers go on."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.table import Table

from caravanserai.kernel.errors import InvalidOption

if TYPE_CHECKING:
    from caravanserai.server.listing import ListedPerson
    from caravanserai.server.storage import Storage

T = TypeVar("T")

ANSWER_SECONDS = 10.0
"""For a server to do what it is told."""

MOST_MINUTES = 24 * 60
MOST_TEXT = 300

Database = Annotated[
    str | None, typer.Option(envvar="CARAVANSERAI_DATABASE", help="That of the servers: sqlite:///… or postgresql://…")
]
Data = Annotated[Path | None, typer.Option(envvar="CARAVANSERAI_DATA", help="The servers' folder.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON instead of a table.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="Its id, as `house tables` lists it.")]
PersonId = Annotated[str, typer.Argument(metavar="PERSON", help="Their id, or a name that only one person has.")]
Text = Annotated[str, typer.Argument(metavar="TEXT", help=f"At most {MOST_TEXT} characters.")]

ANY_ID = {"ignore_unknown_options": True}
"""An id may begin with a stroke, and is no option."""

app = typer.Typer(no_args_is_help=True, help="Look after a house while its servers go on: tables, people, notices.")
console = Console()


def with_storage(database: str | None, data: Path | None, work: Callable[[Storage], Awaitable[T]]) -> T:
    """Do something with the database of a house, beside its servers."""
    from caravanserai.server.orders import Unanswered
    from caravanserai.server.settings import Settings, default_data
    from caravanserai.server.storage import Storage, StorageAway
    from caravanserai.server.upgrading import is_current

    storage = Storage(Settings(database=database, data=data or default_data()).database_url)
    url = storage.engine.url
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).exists():
        raise InvalidOption(f"database {url.database}: there is none; expected that of a server that has run once")

    async def run() -> T:
        storage.begin_to_write()
        try:
            return await work(storage)
        except StorageAway:
            raise InvalidOption(f"database {url.render_as_string()}: no answer; expected one that runs") from None
        except Unanswered as problem:
            raise InvalidOption(f"order: {problem}; expected a server that answers") from None

    try:
        if not is_current(storage.engine):
            raise InvalidOption(
                f"database {url.render_as_string()}: of another version; expected that of a server as new as this"
            )
        return asyncio.run(run())
    finally:
        storage.close()


def give(database: str | None, data: Path | None, kind: str, **args: Any) -> dict[str, Any]:
    """Have the servers do something; what they did."""
    from caravanserai.server.orders import order

    return with_storage(database, data, lambda storage: order(storage, kind, ANSWER_SECONDS, **args))


def moment(at: float | None) -> str:
    """A time of day, with the date if it is another day."""
    if at is None:
        return ""
    when = datetime.fromtimestamp(at)
    return when.strftime("%H:%M" if when.date() == datetime.now().date() else "%Y-%m-%d %H:%M")


def check_text(text: str) -> str:
    """What can be told to everybody."""
    if not text.strip() or len(text) > MOST_TEXT or not text.isprintable():
        raise InvalidOption(f"text of {len(text)} characters: expected 1 to {MOST_TEXT} that can be read, on one line")
    return text.strip()


@app.command()
def tables(
    everything: Annotated[bool, typer.Option("--all", help="Those that are over, too.")] = False,
    database: Database = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List the tables: what is played there, by whom, and since when nothing happened."""
    from caravanserai.server import listing

    found = with_storage(database, data, lambda storage: storage.read(lambda q: listing.tables(q, everything)))
    if as_json:
        typer.echo(json.dumps([vars(entry) for entry in found], indent=1))
        return
    shown = Table("table", "game", "status", "who", "made", "last move")
    for entry in found:
        who = ", ".join(entry.seats)
        shown.add_row(entry.id, entry.game, entry.status, who, moment(entry.created_at), moment(entry.moved_at))
    console.print(shown)


@app.command()
def people(database: Database = None, data: Data = None, as_json: AsJson = False) -> None:
    """List the people, those seen last first, and how many tables they sit at."""
    found = known_people(database, data)
    if as_json:
        typer.echo(json.dumps([vars(entry) for entry in found], indent=1))
        return
    shown = Table("person", "name", "seen", "tables", "finished", "removed")
    for entry in found:
        counts = str(entry.tables), str(entry.finished)
        shown.add_row(entry.id, entry.nickname, moment(entry.seen_at), *counts, moment(entry.removed_at))
    console.print(shown)


@app.command(context_settings=ANY_ID)
def close(table: TableId, database: Database = None, data: Data = None) -> None:
    """Close a table for good, whoever sits there; results of finished matches stay."""
    done = give(database, data, "close", table=table)
    typer.echo(f"table {done['table']} ({done['game']}, {done['status']}) is closed, and those who sat there know it")


@app.command(context_settings=ANY_ID)
def remove(person: PersonId, database: Database = None, data: Data = None) -> None:
    """Ask somebody to leave: bots play their seats to the end, and they are let in no longer."""
    done = give(database, data, "remove", person=find_person(database, data, person))
    typer.echo(
        f"{done['person']} is let in no longer; given to bots: {counted(done['given_to_bots'])}, "
        f"seats freed: {counted(done['left'])}, closed: {counted(done['closed'])}"
    )


@app.command(context_settings=ANY_ID)
def admit(person: PersonId, database: Database = None, data: Data = None) -> None:
    """Let somebody in again who was removed."""
    done = give(database, data, "admit", person=find_person(database, data, person))
    typer.echo(f"{done['person']} is let in again")


@app.command()
def tell(
    text: Text,
    minutes: Annotated[int, typer.Option(min=1, max=MOST_MINUTES, help="For how long it is shown.")] = 60,
    database: Database = None,
    data: Data = None,
) -> None:
    """Show everybody a notice, on every page."""
    until = time.time() + 60 * minutes
    done = give(database, data, "tell", text=check_text(text), restart_at=None, until=until)
    typer.echo(f"everybody is told until {moment(done['until'])}: {done['text']}")


@app.command()
def restart(
    minutes: Annotated[int, typer.Option("--in", min=0, max=MOST_MINUTES, help="Minutes from now.")] = 5,
    text: Annotated[str, typer.Option(help="A word besides; the page says the rest in each one's language.")] = "",
    database: Database = None,
    data: Data = None,
) -> None:
    """Announce that the servers will be started again, with the minutes left on every page. (It starts nothing.)"""
    at = time.time() + 60 * minutes
    word = check_text(text) if text else ""
    done = give(database, data, "tell", text=word, restart_at=at, until=at + 600)
    typer.echo(f"everybody is told that the house closes for a moment at {moment(done['restart_at'])}")


@app.command()
def quiet(database: Database = None, data: Data = None) -> None:
    """Take the last notice back."""
    give(database, data, "quiet")
    typer.echo("no notice is shown any longer")


@app.command()
def reports(
    settled: Annotated[bool, typer.Option("--settled", help="Those that were put away instead.")] = False,
    database: Database = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List what people reported of table talk, with what was said before it."""
    from caravanserai.server.reports import list_reports

    found = with_storage(database, data, lambda storage: storage.read(lambda q: list_reports(q, settled)))
    if as_json:
        typer.echo(json.dumps([vars(entry) for entry in found], indent=1))
        return
    for entry in found:
        accused = entry.lines[-1]
        typer.echo(f"{entry.id}  {moment(entry.at)}  table {entry.table_id}  said by {accused['person']}")
        for line in entry.lines:
            aside = " (looking on)" if line["aside"] else ""
            mark = ">" if line is accused else " "
            typer.echo(f"  {mark} {line['nickname'] or '?'}{aside}: {line['text'] or line['phrase'] or ''}")
    typer.echo(f"{len(found)} {'settled' if settled else 'open'}")


@app.command(context_settings=ANY_ID)
def settle(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="Its id, as `house reports` lists it.")],
    database: Database = None,
    data: Data = None,
) -> None:
    """Put a report away, because it was seen to."""
    from caravanserai.server.reports import settle as put_away
    from caravanserai.server.storage import Write

    done: list[bool] = []
    write = Write(work=[lambda connection: done.append(put_away(connection, report))])
    with_storage(database, data, lambda storage: storage.write(write))
    if not done[-1]:
        raise InvalidOption(f"report {report!r}: none is open by that id; expected one that `house reports` lists")
    typer.echo(f"report {report} is settled, and is deleted in ninety days")


def known_people(database: str | None, data: Path | None) -> list[ListedPerson]:
    """Everybody, those seen last first."""
    from caravanserai.server import listing

    return with_storage(database, data, lambda storage: storage.read(listing.people))


def find_person(database: str | None, data: Path | None, wanted: str) -> str:
    """Whose id or name it is."""
    known = known_people(database, data)
    if any(entry.id == wanted for entry in known):
        return wanted
    named = [entry.id for entry in known if entry.nickname.casefold() == wanted.casefold()]
    if len(named) != 1:
        several = f"{len(named)} people have that name ({', '.join(named)})" if named else "nobody has that id or name"
        raise InvalidOption(f"person {wanted!r}: {several}; expected an id as `caravanserai house people` lists it")
    return named[0]


def counted(names: list[str]) -> str:
    """Names with commas between them."""
    return ", ".join(names) if names else "none"
