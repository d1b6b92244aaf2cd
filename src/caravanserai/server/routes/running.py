"""Running it: whether the server is well, and what it counts."""

from __future__ import annotations

import hmac
from typing import Any

from fastapi import APIRouter, Request, Response

from caravanserai import __version__
from caravanserai.server import messages
from caravanserai.server.errors import Refused
from caravanserai.server.routes.asking import Server
from caravanserai.server.services import Services

PROMETHEUS = "text/plain; version=0.0.4"
"""The type of the page that Prometheus reads."""

router = APIRouter(tags=["running"])


@router.get("/healthz", response_model=messages.Health)
async def health() -> Any:
    """The process is alive."""
    return {"status": "ok", "version": __version__}


@router.get("/readyz", response_model=messages.Health)
async def ready(services: Server, request: Request) -> Any:
    """The server can take requests: its storage can be written to and read."""
    await services.storage.prove()
    if not request.app.state.ready:
        raise Refused("unavailable", "the server is starting or stopping", "another try in a while")
    return {"status": "ok", "version": __version__}


@router.get("/metrics", include_in_schema=False)
async def metrics(services: Server, request: Request) -> Response:
    """What all server processes of this machine count, for whoever runs them."""
    _expect_operator(services, request)
    return Response(await request.app.state.collecting.page(), media_type=PROMETHEUS)


@router.get("/metrics/own", include_in_schema=False)
async def own_metrics(services: Server, request: Request) -> Response:
    """What this process counts."""
    _expect_operator(services, request)
    return Response(request.app.state.collecting.own_page(), media_type=PROMETHEUS)


def _expect_operator(services: Services, request: Request) -> None:
    """Refuses whoever is neither on this machine nor has the token."""
    token = services.settings.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    near = request.client is not None and request.client.host in ("127.0.0.1", "::1")
    proxied = "x-forwarded-for" in request.headers or "forwarded" in request.headers
    if not (near and not proxied) and not (token and hmac.compare_digest(given.encode(), token.encode())):
        raise Refused("not_found", "no such page")
