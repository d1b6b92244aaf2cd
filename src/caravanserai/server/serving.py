"""Running the server until it is told to stop."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import re
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial
from ipaddress import ip_network
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.addresses import check_address, public_address, show_address
from caravanserai.server.app import make_app
from caravanserai.server.cluster import expect_common_key
from caravanserai.server.doorstep import PatientProtocol
from caravanserai.server.guard import MOST_BYTES
from caravanserai.server.logs import set_up_logs
from caravanserai.server.services import Services
from caravanserai.server.settings import LOG_LEVELS, MOST_ALLOWANCE, Settings, expect_system_for
from caravanserai.server.site import is_built
from caravanserai.server.sockets import PatientWebSocket, QuickWebSocket

GOODBYE_SECONDS = 10
"""Given to what is under way when the server is told to stop."""

HANGING_SECONDS = 60
"""After which a process that does not answer is replaced, and a new one that is not ready is given up. On a machine
with far too much to do a process takes half of that to load what it needs; given up then, it would begin in vain."""

AGAIN_SECONDS = 1.0
"""Between two tries to reach a database that is away."""

MOST_PROCESSES = 64
BACKLOG = 2048

HAND_OVER = 0.0005
"""Seconds after which a busy thread hands Python's lock to one that waits for it. The writer needs it again after every
call of the database: by default it would wait ten times as long each time, and everybody's update with it."""

YOUNG, MIDDLE, NEVER = 2_000, 10, 1 << 30
"""Objects more than before at which the garbage among the youngest is collected, how many such collections make one
of the next generation, and when the oldest would be."""


ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:\d+)?|https?://\[[0-9a-f:]+\](:\d+)?")

HEARTBEAT_SECONDS, ANSWER_SECONDS = 10.0, 15.0
"""How often each WebSocket is asked for a sign of life, and how long it has to answer: whoever has gone without a word
is seen to be gone half a minute later at most."""

READ_AT_ONCE = 32_768
"""Bytes of a connection that wait at most to be read. A message has no more than half of that, and a thousand small
ones that are read together keep all others waiting while they are taken apart."""

log = logging.getLogger("caravanserai.serving")


def check_settings(settings: Settings) -> None:
    """Refuses settings with which nothing would work."""
    if settings.log_level not in LOG_LEVELS:
        raise InvalidOption(f"log level {settings.log_level!r}: expected one of {', '.join(LOG_LEVELS)}")
    if not 0 <= settings.port <= 65535:
        raise InvalidOption(f"port {settings.port}: expected a number from 0 to 65535")
    if not 1 <= settings.processes <= MOST_PROCESSES:
        raise InvalidOption(f"processes {settings.processes}: expected a number from 1 to {MOST_PROCESSES}")
    expect_system_for(settings.database_url)
    if settings.processes > 1 and settings.database_url.startswith("sqlite"):
        raise InvalidOption(
            f"processes {settings.processes}: a SQLite file belongs to one; expected PostgreSQL for several "
            "(--database postgresql://user@host/name)"
        )
    check_address(settings.address)
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


class Door(socket.socket):
    """A socket that connections come in by. Sent to another process it becomes one of that process's own at the same
    address: the system then spreads those who come over all of them. One that was only handed on would be emptied by
    whichever process looks first."""

    def __reduce__(self) -> tuple[Any, ...]:
        host, port = self.getsockname()[:2]
        return open_door, (host, port)


def open_door(host: str, port: int) -> Door:
    """A door at an address that others of this server may have one at too."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    door = Door(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, READ_AT_ONCE)
    if hasattr(socket, "SO_REUSEPORT"):
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    door.bind((host, port))
    return door


def listen(host: str, port: int) -> Door:
    """A door at an address that is free."""
    try:
        with socket.socket(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
        return open_door(host, port)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise InvalidOption(f"address {host}:{port}: {reason}; expected one that is free") from None


def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT; then what has begun is finished and clients are told to come back. With several
    processes SIGHUP begins them anew, one after the other."""
    check_settings(settings)
    set_up_logs(settings.log_level)
    raise_file_limit()
    several = settings.processes > 1
    door = listen(settings.host, settings.port)
    settings = replace(settings, address=public_address(settings, door.getsockname()[1]))
    app = make_app(settings)
    services: Services = app.state.services
    services.storage.check()
    expect_common_key(services.storage, services.signer)
    if several:
        services.storage.close()
    config = uvicorn.Config(
        partial(worker_app, settings) if several else app,
        factory=several,
        workers=settings.processes,
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=list(settings.trusted_proxies),
        http=PatientProtocol,
        ws=PatientWebSocket if settings.rate > 0 else QuickWebSocket,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=HEARTBEAT_SECONDS,
        ws_ping_timeout=ANSWER_SECONDS,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        timeout_worker_healthcheck=HANGING_SECONDS,
    )
    if not several:
        door.listen(BACKLOG)
        set_up_process()
        # Having stopped in good order, uvicorn raises the signal once more for those who were there before: nobody.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)
    host, port = door.getsockname()[:2]
    show_address(host, port, settings.address)
    if several:
        Multiprocess(config, sockets=[door]).run()
    else:
        uvicorn.Server(config).run(sockets=[door])


def set_up_process() -> None:
    """How a process that serves is set up, once all it needs is loaded."""
    # A full collection looks at every object of every table while all wait: 0.6 s with a thousand of them. It is left
    # to the scheduler's sweep, and what is there by now stays for good.
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    sys.setswitchinterval(HAND_OVER)


def worker_app(settings: Settings) -> FastAPI:
    """The application of one of several processes. It ends with the one that began it, however that ends; and it waits
    for a database that is away, because the others are waiting for it too. Told to end meanwhile, it does so at once:
    uvicorn would only make a note of it, for when the process serves."""
    noted = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    set_up_logs(settings.log_level)
    raise_file_limit()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    app = make_app(settings)
    while True:
        try:
            app.state.services.storage.check()
            break
        except InvalidOption as problem:
            log.warning("a new process has to wait: %s", problem)
            time.sleep(AGAIN_SECONDS)
    set_up_process()
    signal.signal(signal.SIGTERM, noted)
    return app


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
