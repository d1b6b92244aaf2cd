"""Preparing games while the server is open: nobody waits for a game but those who want to play it.

Games are compiled in processes of their own (``caravanserai.preparing``), those that somebody asks for first, and then
loaded in a thread: the loop that answers everybody does neither. Whoever needs a game waits for it here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress

from rich.console import Console

from caravanserai.games import all_games
from caravanserai.kernel.compiling import forget_old_code
from caravanserai.preparing import (
    LOOK_SECONDS,
    MODULE,
    RULES,
    SEARCH,
    UNHURRIED,
    Part,
    Preparer,
    Report,
    parts_of,
    want,
)
from caravanserai.server import modules
from caravanserai.server.errors import Refused
from caravanserai.server.timing import now

log = logging.getLogger("caravanserai.preparing")


class Preparation:
    """What this process has of the games. Before ``start``, and without it, everything is taken to be there."""

    def __init__(self) -> None:
        self.on_news: list[Callable[[], None]] = []
        """Called when another part of a game is there."""
        self._there: dict[Part, asyncio.Event] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._loaded: set[str] = set()
        self._begun = 0.0
        self._came: dict[str, float] = {}
        """When games came that were not there at the start."""
        self._watching: asyncio.Task[None] | None = None
        self._building: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    def start(self) -> None:
        """Begin to compile what is not compiled yet."""
        parts = parts_of(all_games())
        preparer = Preparer(parts, UNHURRIED)
        self._there = {part: asyncio.Event() for part in parts}
        self._begun = time.monotonic()
        for part in set(parts) - set(preparer.left):
            self._there[part].set()
        if preparer.left:
            self._watching = asyncio.get_running_loop().create_task(self._watch(preparer, parts))
        if lacking := modules.lacking(all_games()):
            later = parts_of(lacking, (MODULE,))
            self._building = asyncio.get_running_loop().create_task(self._build(Preparer(later, UNHURRIED)))

    async def stop(self) -> None:
        """Compile nothing more; whoever waits is refused."""
        self._stopping.set()
        for there in self._there.values():
            there.set()
        for task in (self._watching, self._building):
            if task is not None:
                await task

    @property
    def under_way(self) -> bool:
        """Whether something is still being compiled."""
        return self._watching is not None and not self._watching.done()

    def has(self, game: str) -> bool:
        """Whether a game can be played, once it is loaded."""
        part = Part(game, RULES)
        return part not in self._there or self._there[part].is_set()

    def has_loaded(self, game: str) -> bool:
        """Whether a game can be played at once, or never will be: it is not installed."""
        return game in self._loaded or Part(game, RULES) not in self._there

    def has_search(self, game: str) -> bool:
        """Whether bots can search in a game; if not, that comes next."""
        part = Part(game, SEARCH)
        if part not in self._there or self._there[part].is_set():
            return True
        self.want(game)
        return False

    def want(self, game: str) -> None:
        """Somebody wants to play a game: it comes before those that nobody has asked for."""
        if any(part.game == game and not there.is_set() for part, there in self._there.items()):
            want(game)

    def shares(self) -> Mapping[str, float]:
        """How much of each game is compiled; 1 if it can be played."""
        rules = [part for part in self._there if part.name == RULES]
        return {part.game: 1.0 if self._there[part].is_set() else min(0.99, part.share) for part in rules}

    def held_up(self, game: str) -> tuple[float, float] | None:
        """From when to when nobody could play a game because it was being prepared; none if it was there."""
        if game not in self._came:
            return None
        return now() - time.monotonic() + self._begun, now() - time.monotonic() + self._came[game]

    async def ready(self, game: str) -> None:
        """Wait until a game can be played; one that is not installed is nothing to wait for."""
        part = Part(game, RULES)
        if self.has_loaded(game):
            return
        self.want(game)
        await self._there[part].wait()
        if self._stopping.is_set():
            raise Refused("unavailable", f"{game} is not prepared: the server is stopping", "another try in a while")
        if not part.is_there:
            raise Refused("unavailable", f"{game} could not be compiled", "a word to whoever runs this server")
        if game not in self._loading:
            loading = asyncio.to_thread(part.load)
            self._loading[game] = asyncio.get_running_loop().create_task(loading)
        try:
            await asyncio.shield(self._loading[game])
        except Exception:
            self._loading.pop(game, None)
            raise
        self._loaded.add(game)

    async def _watch(self, preparer: Preparer, parts: list[Part]) -> None:
        """Until everything is there."""
        try:
            with ExitStack() as stack:
                report = None
                while preparer.left and not self._stopping.is_set():
                    await asyncio.to_thread(preparer.look)
                    self._note(preparer)
                    if report is None and preparer.leads:
                        report = stack.enter_context(Report(Console(), parts))
                    if report is not None:
                        report.tell()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._stopping.wait(), LOOK_SECONDS)
            for game, name in preparer.failed:
                log.error("%s (%s) could not be compiled", game, name)
            if not self._stopping.is_set():
                await asyncio.to_thread(forget_old_code)
        finally:
            preparer.close()

    async def _build(self, preparer: Preparer) -> None:
        """Make the engine for browsers, once everything else is there: nobody waits for it, and nobody is told."""
        try:
            if self._watching is not None:
                await self._watching
            while preparer.left and not self._stopping.is_set():
                await asyncio.to_thread(preparer.look)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), LOOK_SECONDS)
            for game, _ in preparer.failed:
                log.warning("%s could not be made for browsers: their pages ask the server for everything", game)
        finally:
            preparer.close()

    def _note(self, preparer: Preparer) -> None:
        """Tell those who wait for what is there, or will never be."""
        news = False
        for part, there in self._there.items():
            if part not in preparer.left and not there.is_set():
                if part.name == RULES:
                    self._came[part.game] = time.monotonic()
                there.set()
                news = True
        if news:
            for call in self.on_news:
                call()
