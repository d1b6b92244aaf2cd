"""The application: the services of one server process, and the routes that lead to them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from caravanserai import __version__
from caravanserai.kernel.errors import CaravanseraiError, InvalidOption
from caravanserai.server import messages
from caravanserai.server.advising import Adviser
from caravanserai.server.calling import Caller
from caravanserai.server.cluster import Cluster
from caravanserai.server.collecting import Collecting
from caravanserai.server.errors import STATUS, Code, Refused, refusal
from caravanserai.server.guard import Guard
from caravanserai.server.identity import Signer, new_id, read_keys
from caravanserai.server.live import Live, invalid
from caravanserai.server.metrics import Metrics
from caravanserai.server.orders import Orders
from caravanserai.server.routes import advice, calling, pages, people, replays, running, tables, talk, you
from caravanserai.server.scheduler import Scheduler
from caravanserai.server.services import Services
from caravanserai.server.settings import Settings
from caravanserai.server.sharing import Sharing
from caravanserai.server.site import is_built, site
from caravanserai.server.storage import Conflict, Storage, StorageAway

PATIENCE_SECONDS, AGAIN_SECONDS = 30.0, 1.0
"""For how long a start waits for a database that has gone away meanwhile, and between two looks."""

log = logging.getLogger("caravanserai.start")

PROBLEMS: dict[int | str, dict[str, Any]] = {code: {"model": messages.Problem} for code in sorted(set(STATUS.values()))}


def make_app(settings: Settings) -> FastAPI:
    """The application of one server process."""
    metrics = Metrics()
    signer = Signer(*read_keys(settings.data, settings.secret, settings.old_secret))
    process = new_id()
    storage = Storage(settings.database_url, process)
    storage.on_commit = metrics.committed
    services = Services(settings, storage, signer, metrics, process)
    metrics.tables.set_function(lambda: len(services.registry.tables))

    async def open_storage() -> None:
        storage.open()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await _patiently(open_storage)
        services.preparation.start()
        sharing = Sharing(settings.database_url, metrics) if storage.engine.dialect.name == "postgresql" else None
        scheduler = Scheduler(services, sharing)
        app.state.adviser = Adviser(services, sharing)
        await _patiently(scheduler.start)
        cluster = Cluster(services.registry, services.presence, signer.marks()) if storage.shared else None
        if cluster is not None:
            await _patiently(cluster.join)
        await app.state.collecting.start()
        if sharing is not None:
            sharing.start()
        await _patiently(app.state.orders.start)
        caller = Caller(services)
        caller.start()
        app.state.ready = True
        yield
        app.state.ready = False
        await caller.stop()
        await app.state.orders.stop()
        await services.preparation.stop()
        await scheduler.stop()
        app.state.adviser.close()
        if sharing is not None:
            await sharing.close()
        await services.registry.close()
        await services.pusher.close()
        await app.state.collecting.close()
        if cluster is not None:
            await cluster.leave()
        storage.close()

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
    app.state.services = services
    app.state.orders = Orders(services)
    app.state.collecting = Collecting(metrics, settings.data)
    app.add_middleware(Guard, settings=settings, metrics=metrics, budgets=services.budgets, live=Live(services))
    _add_error_answers(app, metrics)
    for topic in (people, you, tables, talk, replays, advice, calling, running, pages):
        app.include_router(topic.router)
    _add_site(app, settings)
    return app


async def _patiently(step: Callable[[], Awaitable[None]]) -> None:
    """Take a step that needs the database. It was there when the start began: if it is away for a moment, or too busy
    to let anybody in, that is no reason to give up."""
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return await step()
        except (psycopg.Error, OSError, StorageAway, InvalidOption) as problem:
            if time.monotonic() > end:
                raise
            log.warning("the start has to wait for the database: %s", str(problem).strip())
            await asyncio.sleep(AGAIN_SECONDS)


def _add_error_answers(app: FastAPI, metrics: Metrics) -> None:
    def answer(problem: Refused) -> JSONResponse:
        metrics.refused.labels(problem.code).inc()
        return JSONResponse(problem.as_json(), problem.status)

    @app.exception_handler(CaravanseraiError)
    async def refused(request: Request, problem: CaravanseraiError) -> JSONResponse:
        response = answer(told := refusal(problem))
        if told.code == "signed_out":
            people.take_cookie(app.state.services, request, response)
        return response

    @app.exception_handler(Conflict)
    async def overtaken(_: Request, problem: Conflict) -> JSONResponse:
        return answer(Refused("conflict", "somebody else was faster", "another try, with what is true now"))

    @app.exception_handler(RequestValidationError)
    async def not_valid(_: Request, problem: RequestValidationError) -> JSONResponse:
        return answer(invalid(problem.errors()))

    @app.exception_handler(HTTPException)
    async def http(request: Request, problem: HTTPException) -> JSONResponse:
        codes: dict[int, Code] = {404: "not_found", 405: "wrong_method"}
        response = answer(Refused(codes.get(problem.status_code, "bad_request"), str(problem.detail)))
        response.headers.update(problem.headers or {})
        return response


def _add_site(app: FastAPI, settings: Settings) -> None:
    """The page people play on, or a word to whoever looks for it."""
    if settings.page and is_built():
        app.mount("/", site(settings.address), name="site")
        return

    @app.get("/", include_in_schema=False)
    async def no_page() -> PlainTextResponse:
        return PlainTextResponse("This server has no page, only the API, which /api/openapi.json describes.", 404)
