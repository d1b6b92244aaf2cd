"""Thinking that takes long is done in processes of their own, so that no table waits for another's bot.

A thread would not do: even with search compiled and free of Python's lock it has to take the lock between two
stretches, and whenever other programs kept it from running just then, the whole server would wait with it. A process
shares nothing with the server, and gives way to everybody.

What is to be thought about comes in two steps: a function that makes everything ready, loading machine code if need be,
and the function that it returns, which does the thinking and gives way.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache, partial
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from caravanserai.bots import Bot, find_level, make_bot
from caravanserai.bots.search import searcher
from caravanserai.games import find_game
from caravanserai.kernel.game import Game
from caravanserai.server.errors import Refused

T = TypeVar("T")

Thought = Callable[[], T]

UNHURRIED = 10
"""How nice a process is to others while it begins and makes ready: it gets a tenth of a core that others want."""

log = logging.getLogger("caravanserai.thinking")


class Thinkers:
    """At most so many processes that think, each begun when it is needed."""

    def __init__(self, most: int) -> None:
        self._idle: list[_Mind] = []
        self._busy: set[_Mind] = set()
        self._waiters = ThreadPoolExecutor(most, "thinker")
        self._closed = False

    async def run(self, prepare: Callable[..., Thought[T]], *args: Any) -> T:
        """What comes of the thought that ``prepare``, a function of a module, makes ready; refuses if its process is
        lost."""
        result: T = await asyncio.get_running_loop().run_in_executor(self._waiters, self._ask, prepare, args)
        return result

    def _ask(self, prepare: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        mind = self._idle.pop() if self._idle else _Mind()
        self._busy.add(mind)
        try:
            result, problem = mind.ask(prepare, args)
        except (EOFError, OSError):
            mind.stop()
            if not self._closed:
                log.warning("a thinking process was lost; the next one begins anew")
            raise Refused("unavailable", "the thinking was interrupted", "another try in a while") from None
        finally:
            self._busy.discard(mind)
        self._idle.append(mind)
        if problem is not None:
            raise RuntimeError(f"thinking failed:\n{problem}")
        return result

    def close(self) -> None:
        """Nobody waits for a thought any longer."""
        self._closed = True
        self._waiters.shutdown(wait=False, cancel_futures=True)
        for mind in [*self._busy, *self._idle]:
            mind.stop()


class _Mind:
    """One process. It ends with the server, however the server ends: then nobody holds the other end of its line."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, far = context.Pipe()
        self._process = context.Process(target=_think, args=(far,), name="thinker", daemon=True)
        self._process.start()
        if self._process.pid and hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, self._process.pid, UNHURRIED)
        far.close()

    def ask(self, prepare: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, str | None]:
        """What it came to, or how it failed."""
        self._line.send((prepare, args))
        answer: tuple[Any, str | None] = self._line.recv()
        return answer

    def stop(self) -> None:
        self._process.kill()
        self._process.join()


def _think(line: Connection) -> None:
    """The life of a thinking process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with ThreadPoolExecutor(1, "patient", _give_way) as patient, suppress(EOFError, OSError):
        while True:
            prepare, args = line.recv()
            result, problem = None, None
            try:
                result = patient.submit(prepare(*args)).result()
            except Exception:
                problem = traceback.format_exc()
            line.send((result, problem))


def _give_way() -> None:
    """Let everybody else go first. Linux has a way for single threads, which others need not even wait for."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif hasattr(os, "nice"):
        os.nice(19)


def with_search(game: str) -> Game:
    """A game whose search is loaded."""
    found = find_game(game)
    assert callable(searcher(found).grow)
    return found


@cache
def _bot(game: str, edition: str, level: str) -> Bot:
    """A bot remembers nothing of a match, so one plays at all tables."""
    found = with_search(game) if find_level(level).searches else find_game(game)
    return make_bot(found, found.edition(edition), level)


def decide(game: str, edition: str, level: str, concealed: bytes, seat: int) -> Thought[int]:
    """What a bot does in a position as its seat knows it."""
    return partial(_bot(game, edition, level).choose, find_game(game).state.copied(concealed), seat)
