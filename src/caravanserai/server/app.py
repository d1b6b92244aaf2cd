"""The application: every route, each a thin layer over the house and the lobby."""

from __future__ import annotations

import asyncio
import hmac
import html
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from caravanserai import __version__
from caravanserai.bots import LEARNED, LEVELS, levels_of
from caravanserai.games import all_games, find_game
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.errors import CaravanseraiError
from caravanserai.lab.pages import game_page
from caravanserai.match import Match
from caravanserai.server import lobby, messages, results
from caravanserai.server.advising import Adviser
from caravanserai.server.budgets import address_of
from caravanserai.server.clockwork import Clockwork
from caravanserai.server.errors import STATUS, Refused, refusal
from caravanserai.server.guard import Guard
from caravanserai.server.house import PHRASES, House
from caravanserai.server.identity import COOKIE, COOKIE_SECONDS, Signer, read_keys
from caravanserai.server.live import Live, invalid
from caravanserai.server.metrics import Metrics
from caravanserai.server.outgoing import finished_match, replay_log, replay_step, story, table_info
from caravanserai.server.settings import Settings
from caravanserai.server.site import is_built, site
from caravanserai.server.storage import Storage
from caravanserai.server.table import FINISHED, Table
from caravanserai.words import words_for

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{12}$")]
Invite = Annotated[str | None, Header(alias="x-invite", max_length=64, description="the secret of an invite link")]
Language = Annotated[messages.Language, Query()]
PROBLEMS: dict[int | str, dict[str, Any]] = {code: {"model": messages.Problem} for code in sorted(set(STATUS.values()))}

NOBODY_LISTENS = 499
"""The status of an answer that nobody will read."""


def make_app(settings: Settings) -> FastAPI:
    """The application of one server process."""
    metrics = Metrics()
    signer = Signer(*read_keys(settings.data, settings.secret, settings.old_secret))
    store = Storage(settings.database_url)
    store.on_commit = metrics.committed
    house = House(settings, store, signer, metrics)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store.open()
        clockwork = Clockwork(house)
        app.state.adviser = Adviser(house)
        await clockwork.start()
        app.state.ready = True
        yield
        app.state.ready = False
        await clockwork.stop()
        app.state.adviser.close()
        await house.close()
        store.close()

    app = FastAPI(
        title="Caravanserai",
        version=__version__,
        description="Tables, seats and replays. Playing itself goes over the WebSocket at /api/live.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses=PROBLEMS,
    )
    app.state.ready = False
    app.state.house = house
    app.add_middleware(Guard, settings=settings, metrics=metrics, budgets=house.budgets)
    _add_error_answers(app, metrics)
    _add_people(app, house)
    _add_tables(app, house)
    _add_replays(app, house)
    app.router.routes.append(WebSocketRoute("/api/live", Live(house)))
    _add_running(app, house)
    _add_pages(app)
    return app


def _add_error_answers(app: FastAPI, metrics: Metrics) -> None:
    def answer(problem: Refused) -> JSONResponse:
        metrics.refused.labels(problem.code).inc()
        return JSONResponse(problem.as_json(), problem.status)

    @app.exception_handler(CaravanseraiError)
    async def refused(_: Request, problem: CaravanseraiError) -> JSONResponse:
        return answer(refusal(problem))

    @app.exception_handler(RequestValidationError)
    async def not_valid(_: Request, problem: RequestValidationError) -> JSONResponse:
        return answer(invalid(problem.errors()))

    @app.exception_handler(HTTPException)
    async def http(request: Request, problem: HTTPException) -> JSONResponse:
        codes = {404: "not_found", 405: "wrong_method"}
        response = answer(Refused(codes.get(problem.status_code, "bad_request"), str(problem.detail)))
        response.headers.update(problem.headers or {})
        return response


# Who is asking ------------------------------------------------------------------------------------------------------


def person_or_none(request: Request) -> str | None:
    """Whoever the cookie says it is."""
    house: House = request.app.state.house
    return house.signer.person(request.cookies.get(COOKIE))


def known_person(request: Request) -> str:
    """Somebody who has introduced themselves."""
    person = person_or_none(request)
    if person is None:
        raise Refused("not_known", "nobody is known by this cookie", "POST /api/me with a nickname first")
    return person


MaybePerson = Annotated[str | None, Depends(person_or_none)]
KnownPerson = Annotated[str, Depends(known_person)]


def _add_people(app: FastAPI, house: House) -> None:
    def hand_cookie(request: Request, response: Response, person: str) -> None:
        """A page of another site is sent the cookie only if that is said, and browsers believe it only with https."""
        secure = request.url.scheme == "https"
        response.set_cookie(
            COOKIE,
            house.signer.cookie(person),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="none" if secure and house.settings.origins else "lax",
            secure=secure,
        )

    @app.post("/api/me", response_model=messages.Person, tags=["people"])
    async def introduce(me: messages.Introduce, person: MaybePerson, request: Request, response: Response) -> Any:
        """Say who I am; the answer's cookie is how I am known from now on."""
        known = await lobby.introduce(house, person, me.nickname)
        hand_cookie(request, response, known)
        return {"nickname": await lobby.nickname_of(house, known)}

    @app.get("/api/me", response_model=messages.Person, tags=["people"])
    async def me(person: KnownPerson, request: Request, response: Response) -> Any:
        """Who I am; a cookie that was signed with an old key is signed anew."""
        nickname = await lobby.own_nickname(house, person)
        if request.cookies[COOKIE] != house.signer.cookie(person):
            hand_cookie(request, response, person)
        return {"nickname": nickname}

    @app.get("/api/mine", response_model=list[messages.MyTable], tags=["people"])
    async def mine(person: KnownPerson) -> Any:
        """My tables, and where it is my turn."""
        return await lobby.my_tables(house, person)

    @app.get("/api/statistics", response_model=list[messages.Statistic], tags=["people"])
    async def statistics(person: KnownPerson) -> Any:
        """What I have done, game by game."""
        return await house.storage.read(lambda q: results.statistics(q, person))

    @app.get("/api/ratings", response_model=list[messages.Rating], tags=["people"])
    async def ratings(game: Annotated[messages.Name | None, Query()] = None) -> Any:
        """The best at public tables."""
        return await house.storage.read(lambda q: results.best_rated(q, game))


# Tables -------------------------------------------------------------------------------------------------------------


def _add_tables(app: FastAPI, house: House) -> None:
    @app.get("/api/lobby", response_model=list[messages.TableInfo], tags=["tables"])
    async def public_tables() -> Any:
        """Public tables that wait for people or are being played."""
        return await lobby.public_tables(house)

    @app.post("/api/tables", response_model=messages.Created, status_code=201, tags=["tables"])
    async def create(wanted: messages.CreateTable, person: KnownPerson, request: Request) -> Any:
        """Make a table."""
        house.budgets.take("tables", person, address_of(request.scope))
        table = await lobby.create(house, person, wanted)
        return {"table": table_info(table), "invite": table.row["invite"]}

    @app.get("/api/tables/{table_id}", response_model=messages.TableInfo, tags=["tables"])
    async def one_table(table_id: TableId, person: MaybePerson, invite: Invite = None) -> Any:
        """A table as all see it."""
        async with house.at(table_id) as table:
            house.admit(table, person, invite)
            return table_info(table)

    @app.get("/api/tables/{table_id}/story", response_model=list[messages.Told], tags=["tables"])
    async def so_far(
        table_id: TableId,
        person: MaybePerson,
        seat: Annotated[int | None, Query(ge=0, le=15, description="one of mine; none is a spectator")] = None,
        language: Language = "en",
        invite: Invite = None,
    ) -> Any:
        """What has happened so far, as a seat of mine or a spectator saw it."""
        async with house.at(table_id) as table:
            house.admit(table, person, invite)
            if seat is not None and seat not in table.seats_of(person):
                raise Refused("not_yours", f"seat {seat} is not yours", table.seats_of(person))
            return story(table, SPECTATOR if seat is None else seat, language)

    @app.post("/api/tables/{table_id}/sit", response_model=messages.Seated, tags=["tables"])
    async def sit(table_id: TableId, wanted: messages.Sit, person: KnownPerson, invite: Invite = None) -> Any:
        """Sit down."""
        table, seat = await house.whole(lobby.sit(house, table_id, person, wanted, invite))
        token = house.signer.seat_token(table.id, seat, person)
        return {"table": table_info(table), "seat": seat, "token": token}

    @app.post("/api/tables/{table_id}/leave", response_model=messages.TableInfo, tags=["tables"])
    async def leave(table_id: TableId, which: messages.WhichSeat, person: KnownPerson) -> Any:
        """Leave; a bot plays on until I look at the table again."""
        return table_info(await house.whole(lobby.leave(house, table_id, person, which.seat, resign=False)))

    @app.post("/api/tables/{table_id}/resign", response_model=messages.TableInfo, tags=["tables"])
    async def resign(table_id: TableId, which: messages.WhichSeat, person: KnownPerson) -> Any:
        """Give up; a bot plays on for the others' sake."""
        return table_info(await house.whole(lobby.leave(house, table_id, person, which.seat, resign=True)))

    @app.post("/api/tables/{table_id}/arrange", response_model=messages.TableInfo, tags=["tables"])
    async def arrange(table_id: TableId, wanted: messages.Arrange, person: KnownPerson) -> Any:
        """Put a bot into a seat, or free it."""
        return table_info(await house.whole(lobby.arrange(house, table_id, person, wanted)))

    @app.post("/api/tables/{table_id}/start", response_model=messages.TableInfo, tags=["tables"])
    async def start(table_id: TableId, how: messages.Start, person: KnownPerson) -> Any:
        """Deal."""
        return table_info(await house.whole(lobby.start(house, table_id, person, how.fill)))

    @app.post("/api/tables/{table_id}/rematch", response_model=messages.Created, tags=["tables"])
    async def rematch(table_id: TableId, person: KnownPerson, request: Request) -> Any:
        """Play again."""
        house.budgets.take("tables", person, address_of(request.scope))
        table = await house.whole(lobby.rematch(house, table_id, person))
        return {"table": table_info(table), "invite": table.row["invite"]}


# Replays ------------------------------------------------------------------------------------------------------------


def _add_replays(app: FastAPI, house: House) -> None:
    async def finished(table_id: str, person: str | None, invite: str | None) -> Table:
        async with house.at(table_id) as table:
            house.admit(table, person, invite)
            lobby.expect_status(table, FINISHED)
            return table

    @app.get("/api/tables/{table_id}/replay", response_model=messages.Replay, tags=["replays"])
    async def replay(table_id: TableId, person: MaybePerson, response: Response, invite: Invite = None) -> Any:
        """A finished match as a file that `caravanserai verify` checks."""
        table = await finished(table_id, person, invite)
        response.headers["content-disposition"] = f'attachment; filename="{table.row["game"]}-{table.id}.json"'
        return replay_log(table)

    @app.get("/api/tables/{table_id}/replay/{number}", response_model=messages.ReplayStep, tags=["replays"])
    async def step(
        table_id: TableId,
        number: Annotated[int, Path(ge=0, le=1_000_000)],
        person: MaybePerson,
        seat: Annotated[int | None, Query(ge=-1, le=15, description="one seat; -1 is a spectator; none is all")] = None,
        language: Language = "en",
        invite: Invite = None,
    ) -> Any:
        """A finished match after so many decisions, as a seat, a spectator or everybody saw it."""
        table = await finished(table_id, person, invite)
        match = finished_match(table)
        last = match.decisions
        if number > last:
            raise Refused("not_found", f"decision {number}: there is none", f"a number from 0 to {last}")
        if seat is not None and seat >= len(table.seats):
            raise Refused("invalid", f"seat {seat}: there is none", list(range(len(table.seats))))
        viewers = [SPECTATOR, *range(len(table.seats))] if seat is None else [seat]
        return replay_step(table, Match.from_log(match.log(), number), last, viewers, language)

    @app.get("/api/tables/{table_id}/hint", response_model=list[messages.Advice], tags=["advice"])
    async def hint(
        table_id: TableId,
        request: Request,
        person: KnownPerson,
        seat: Annotated[int, Query(ge=0, le=15, description="one of mine that must decide")],
        language: Language = "en",
    ) -> Any:
        """What a strong player would consider in my place; takes a second. I wait for one hint at a time."""
        house.budgets.take("hints", person, address_of(request.scope))
        adviser: Adviser = app.state.adviser
        return await unless_gone(request, adviser.hint(table_id, person, seat, language))

    @app.get("/api/tables/{table_id}/review", response_model=list[messages.Lesson], tags=["advice"])
    async def review(
        table_id: TableId, request: Request, person: MaybePerson, language: Language = "en", invite: Invite = None
    ) -> Any:
        """Where a finished match was lost; takes some seconds the first time."""
        house.budgets.take("hints", person, address_of(request.scope))
        adviser: Adviser = app.state.adviser
        table = await finished(table_id, person, invite)
        return await unless_gone(request, adviser.review(table, person, language))


async def unless_gone(request: Request, work: Coroutine[Any, Any, Any]) -> Any:
    """What comes of work that takes long; it is cancelled when whoever asked for it has closed the connection."""
    working = asyncio.create_task(work)
    gone = asyncio.create_task(disconnected(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else Response(status_code=NOBODY_LISTENS)
    finally:
        working.cancel()
        gone.cancel()


async def disconnected(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


# Running it ---------------------------------------------------------------------------------------------------------


def _add_running(app: FastAPI, house: House) -> None:
    @app.get("/healthz", response_model=messages.Health, tags=["running"])
    async def health() -> Any:
        """The process is alive."""
        return {"status": "ok", "version": __version__}

    @app.get("/readyz", response_model=messages.Health, tags=["running"])
    async def ready() -> Any:
        """The server can take requests: its storage can be written to and read."""
        await house.storage.prove()
        if not app.state.ready:
            raise Refused("unavailable", "the server is starting or stopping", "another try in a while")
        return {"status": "ok", "version": __version__}

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        token = house.settings.metrics_token
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        near = request.client is not None and request.client.host in ("127.0.0.1", "::1")
        proxied = "x-forwarded-for" in request.headers or "forwarded" in request.headers
        if not (near and not proxied) and not (token and hmac.compare_digest(given.encode(), token.encode())):
            raise Refused("not_found", "no such page")
        house.metrics.tables.set(len(house.tables))
        return Response(house.metrics.page(), media_type="text/plain; version=0.0.4")


# Pages --------------------------------------------------------------------------------------------------------------


def house_words(language: str) -> dict[str, Any]:
    """What this server offers, in one language."""
    common = words_for(None, language)
    games = []
    for game in all_games():
        words = words_for(game, language)
        options = [
            {"name": o.name, "default": o.default, "low": o.low, "high": o.high, "text": words(f"option-{o.name}")}
            for o in game.options
        ]
        about = {"id": game.id, "title": game.title, "fewest": game.fewest, "most": game.most, "about": words("about")}
        about |= {key: list(game.about.get(key, ())) for key in ("authors", "publishers", "minutes")}
        unknown = [key for key, entry in game.edition().entries.items() if entry.source == "D"]
        reconstructed = [words(f"number-{key}") if f"number-{key}" in words else key for key in unknown]
        about |= {"options": options, "editions": list(game.editions), "levels": list(levels_of(game))}
        games.append({**about, "reconstructed": reconstructed})
    return {
        "games": games,
        "levels": {
            level: common(f"bot-{level}") if f"bot-{level}" in common else level for level in (*LEVELS, LEARNED.name)
        },
        "phrases": {phrase: common(f"phrase-{phrase}") for phrase in PHRASES},
    }


def _add_pages(app: FastAPI) -> None:
    @app.get("/api/house", response_model=messages.House, tags=["house"])
    async def house(language: Language = "en") -> Any:
        """The games, levels, phrases and words of this server."""
        return house_words(language)

    @app.get("/api/games/{game}/rules", response_model=messages.Rules, tags=["house"])
    async def rules(game: Annotated[messages.Name, Path()], language: Language = "en") -> Any:
        """The rules of a game in our own words, its options, and its numbers with their sources."""
        return {"game": game, "language": language, "text": game_page(find_game(game), language)}

    @app.get("/api", include_in_schema=False)
    async def api_page() -> HTMLResponse:
        return HTMLResponse(describe(app.openapi()))

    if is_built():
        app.mount("/", site(), name="site")
    else:

        @app.get("/", include_in_schema=False)
        async def unbuilt() -> PlainTextResponse:
            return PlainTextResponse("The page is not built: run `make web` and start the server again.", 503)


def describe(schema: dict[str, Any]) -> str:
    """The OpenAPI description as a page that needs no script."""
    rows = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            cells = (f"{method.upper()} {path}", operation.get("description", ""))
            rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Caravanserai API</title>'
        "</head><body><main><h1>Caravanserai API</h1>"
        f"<p>{html.escape(schema['info']['description'])}</p>"
        '<p><a href="/api/openapi.json">OpenAPI</a></p>'
        f"<table>{''.join(rows)}</table></main></body></html>"
    )
