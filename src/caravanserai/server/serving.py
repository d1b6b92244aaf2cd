"""Running the server until it is told to stop."""

from __future__ import annotations

import gc
import re
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_network

import uvicorn

from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.app import make_app
from caravanserai.server.doorstep import PatientProtocol
from caravanserai.server.guard import MOST_BYTES
from caravanserai.server.logs import set_up_logs
from caravanserai.server.settings import LOG_LEVELS, MOST_ALLOWANCE, Settings
from caravanserai.server.site import is_built
from caravanserai.server.sockets import PatientWebSocket, QuickWebSocket

GOODBYE_SECONDS = 10
"""Given to what is under way when the server is told to stop."""

HAND_OVER = 0.0005
"""Seconds after which a busy thread hands Python's lock to one that waits for it. The writer needs it again after every
call of the database: by default it would wait ten times as long each time, and everybody's update with it."""

YOUNG, MIDDLE, NEVER = 2_000, 10, 1 << 30
"""Objects more than before at which the garbage among the youngest is collected, how many such collections make one
of the next generation, and when the oldest would be."""


ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:\d+)?|https?://\[[0-9a-f:]+\](:\d+)?")

READ_AT_ONCE = 32_768
"""Bytes of a connection that wait at most to be read. A message has no more than half of that, and a thousand small
ones that are read together keep all others waiting while they are taken apart."""


def check_settings(settings: Settings) -> None:
    """Refuses settings with which nothing would work."""
    if settings.log_level not in LOG_LEVELS:
        raise InvalidOption(f"log level {settings.log_level!r}: expected one of {', '.join(LOG_LEVELS)}")
    if not 0 <= settings.port <= 65535:
        raise InvalidOption(f"port {settings.port}: expected a number from 0 to 65535")
    for origin in settings.origins:
        if not ORIGIN.fullmatch(origin):
            raise InvalidOption(f"origin {origin!r}: expected scheme, host and port only, as in https://example.org")
    for proxy in settings.trusted_proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise InvalidOption(f"trusted proxy {proxy!r}: expected an address or a network") from None
    if not 1 <= settings.thinking_allowance <= MOST_ALLOWANCE:
        raise InvalidOption(
            f"thinking allowance {settings.thinking_allowance:g}: expected seconds from 1 to {MOST_ALLOWANCE}"
        )
    if settings.page and not is_built():
        raise InvalidOption(
            "page: it is not in this build of caravanserai; expected a wheel that has it (a released one, or what "
            "`make wheel` makes), `make web` in a repository, or --no-page to serve the API alone"
        )
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InvalidOption(f"data folder {settings.data}: {problem.strerror}; expected one to write in") from None


def raise_file_limit() -> None:
    """Every connection is an open file: allow as many as the system does, not only what is usual for a shell."""
    try:
        import resource
    except ImportError:  # not on Windows, where there is no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # a system may call it unlimited and refuse it all the same
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen(host: str, port: int) -> socket.socket:
    """A socket that is bound to the address, and that connections will come in by."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        door = socket.socket(family, socket.SOCK_STREAM)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, READ_AT_ONCE)
        door.bind((host, port))
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise InvalidOption(f"address {host}:{port}: {reason}; expected one that is free") from None
    return door


def serve(settings: Settings, prepare: Callable[[], object]) -> None:
    """Serve until SIGTERM or SIGINT; then what has begun is finished and clients are told to come back.

    ``prepare`` is what takes long before the door opens; settings that cannot work are refused before that.
    """
    check_settings(settings)
    set_up_logs(settings.log_level)
    raise_file_limit()
    app = make_app(settings)
    app.state.services.storage.check()
    door = listen(settings.host, settings.port)
    prepare()
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=list(settings.trusted_proxies),
        http=PatientProtocol,
        ws=PatientWebSocket if settings.rate > 0 else QuickWebSocket,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
    )
    door.listen(2048)
    host, port = door.getsockname()[:2]
    print(f"the caravanserai is open at http://{f'[{host}]' if ':' in host else host}:{port}", flush=True)
    # A full collection looks at every object of every table while all wait: 0.6 s with a thousand of them. It is left
    # to the clockwork's sweep, and what is there by now stays for good.
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    sys.setswitchinterval(HAND_OVER)
    # Having stopped in good order, uvicorn raises the signal once more for those who were there before: nobody.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    uvicorn.Server(config).run(sockets=[door])
