"""Preparing games: compiling them ahead of need, side by side, in processes of their own.

What is compiled of a game comes in parts. The machine code lies on disk, and beside it a mark for each part that is
there: nobody compiles it again, neither at the next start nor in another process. Whoever compiles a part holds its
lock, and writes down how far it is; whoever waits for a game leaves a wish, and it comes first. So all processes that
share the folder, whatever started them, share the work too: one of them has it done, and the others look on.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout
from llvmlite import binding  # type: ignore[import-untyped]
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from caravanserai import batch, wasm
from caravanserai.bots import search
from caravanserai.games import find_game
from caravanserai.kernel.compiling import COMPILER_ON, cache_folder, code_folder, forget_old_code, source_key
from caravanserai.kernel.errors import NotCompiled
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import default_threads
from caravanserai.lab.engine import serve_parent

RULES, SEARCH, PLAYOUTS, BATCH, SOAK, MODULE = "rules", "search", "playouts", "batch", "soak", "module"

AT_A_TABLE = (RULES, SEARCH)
"""The parts that people and bots at a table need."""

LOOK_SECONDS = 0.1
"""Between two looks at how far it is."""

CLOCK_TICK = 1.0
"""Seconds that the time of a file may be behind."""

TRIES = 2
"""Processes that may be lost over one part before it is given up."""

UNHURRIED = 10
"""How nice processes that compile are to a server beside them."""

Step = Callable[[], object]


def _rules(game: Game) -> list[Step]:
    """All that people at a table need, and bots that do not search. Nobody waits for ``audit``, which looks at
    positions from files and at those of a soak test."""
    return [compile_now for name, compile_now in game.compile_steps() if name not in ("audit", "determinize")]


def _search(game: Game) -> list[Step]:
    """What bots think with, the rules put into it."""
    return [lambda: game.functions.determinize, lambda: search.searcher(game).grow]


def _playouts(game: Game) -> list[Step]:
    """What plays whole matches, for the lab."""
    return [lambda: game.engine.matches]


def _batch(game: Game) -> list[Step]:
    """What plays matches side by side, for whoever learns."""
    return batch.compile_steps(game)


def _soak(game: Game) -> list[Step]:
    """What checks positions, and what plays matches that are checked after every decision."""
    return [lambda: game.functions.audit, lambda: game.engine.soak]


def _module(game: Game) -> list[Step]:
    """The engine for browsers. Nobody waits for it: until it is there, pages ask the server."""
    return [lambda: wasm.build(game)]


STEPS: dict[str, Callable[[Game], list[Step]]] = {
    RULES: _rules,
    SEARCH: _search,
    PLAYOUTS: _playouts,
    BATCH: _batch,
    SOAK: _soak,
    MODULE: _module,
}
"""What is compiled of a game, one part after the other; each by itself, for the compiler runs on one processor."""

MACHINE_CODE = (RULES, SEARCH, PLAYOUTS, BATCH, SOAK)
"""The parts that are for this machine."""

USUAL = (RULES, SEARCH, PLAYOUTS)
"""Those of them that are compiled ahead of need unless others are asked for."""


class Part(NamedTuple):
    """A part of a game."""

    game: str
    name: str

    @property
    def is_there(self) -> bool:
        """Whether it is compiled."""
        if self.name == MODULE:
            return wasm.is_built(find_game(self.game))
        return not COMPILER_ON or _mark(self).exists()

    @property
    def share(self) -> float:
        """How much of it is compiled, from 0 to 1."""
        if self.is_there:
            return 1.0
        with suppress(OSError, ValueError):
            return float(_beside(self, "share").read_text())
        return 0.0

    def load(self) -> None:
        """Load it, or compile what is not there."""
        for step in STEPS[self.name](find_game(self.game)):
            step()

    def compile(self) -> None:
        """Compile it, unless somebody else has, or is just about to."""
        with FileLock(_beside(self, "lock")):
            if self.is_there:
                return
            steps, file, before = STEPS[self.name](find_game(self.game)), _beside(self, "share"), self.share
            for number, step in enumerate(steps):
                # What was compiled before somebody broke off is found again: it is not told as lost.
                file.write_text(f"{max(before, number / len(steps)):.3f}")
                step()
            _mark(self).touch()
            file.unlink(missing_ok=True)


def parts_of(games: Iterable[Game], names: Collection[str] = AT_A_TABLE) -> list[Part]:
    """Parts of some games, in the order in which they are needed."""
    found = list(games)
    return [Part(game.id, name) for name in STEPS if name in names for game in found]


@cache
def _mark(part: Part) -> Path:
    """The file that says that a part is compiled. The compiler finds code again only for sources that lie where they
    lay, and for the same processor: another copy of them, or the same disk in another machine, is compiled anew."""
    folder, rest = find_game(part.game).contract.folder, Path(search.__file__).parent
    processor = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    where = hashlib.sha256(f"{folder} {rest} {processor}".encode()).hexdigest()[:8]
    return code_folder(folder) / f"warm-{part.name}-{source_key(rest)}-{where}"


def _beside(part: Part, kind: str) -> Path:
    """A file about a part, beside its mark."""
    return _mark(part).with_name(f"{_mark(part).name}.{kind}")


def _wish(game: str) -> Path:
    return _beside(Part(game, RULES), "wanted")


def want(game: str) -> None:
    """Somebody waits for a game: whoever prepares it does so next."""
    with suppress(OSError):  # then it comes in its turn
        _wish(game).touch()


def _wanted_at(game: str) -> float:
    try:
        return _wish(game).stat().st_mtime
    except OSError:
        return 0.0


class Preparer:
    """Has parts of games compiled: ``look`` from time to time until nothing is left. Where several processes want the
    same, one has it done; if that one is gone, another does."""

    def __init__(self, parts: Sequence[Part], nice: int = 0) -> None:
        self.left = [part for part in parts if not part.is_there]
        """What is not compiled yet."""
        self.failed: list[Part] = []
        """What could not be compiled."""
        self._nice = nice
        self._begun_at = time.time() - CLOCK_TICK
        self._lost: Counter[Part] = Counter()
        self._workers: list[_Worker] = []
        everything = " ".join(str(_mark(part)) for part in parts)
        key = hashlib.sha256(everything.encode()).hexdigest()[:16]
        self._lead = FileLock(cache_folder() / f"preparing-{key}.lock", thread_local=False)

    def look(self) -> list[Part]:
        """Begin what can be begun; the parts that are there since the last look."""
        come = [part for part in self.left if part.is_there]
        self.left = [part for part in self.left if part not in come]
        if not self.left:
            self.close()
        elif self._take_lead():
            self._bury()
            self._begin()
        return come

    def close(self) -> None:
        """Compile nothing more; what is done of it is kept."""
        for worker in self._workers:
            worker.end()
        self._workers = []
        self._lead.release()

    @property
    def leads(self) -> bool:
        """Whether it is this process that has the work done."""
        return self._lead.is_locked

    def _take_lead(self) -> bool:
        if not self.leads:
            with suppress(Timeout):
                self._lead.acquire(blocking=False)
        return self.leads

    def _wanted(self, game: str) -> bool:
        return _wanted_at(game) >= self._begun_at

    def _order(self, part: Part) -> tuple[float, int]:
        """Whatever was wanted last comes first, the rest in the order of the parts."""
        return -_wanted_at(part.game) if self._wanted(part.game) else 0.0, self.left.index(part)

    def _next(self) -> list[Part]:
        """What can be begun, the most urgent first. The rest of a game waits for its rules: they are put into it."""
        busy = {worker.part for worker in self._workers}
        games = {part.game for part in self.left if part.name == RULES}
        can = [part for part in self.left if part not in busy and (part.name == RULES or part.game not in games)]
        return sorted(can, key=self._order)

    def _begin(self) -> None:
        """Give every process something to do. One that does what nobody waits for is ended for what somebody does:
        what it has compiled is on disk."""
        for part in self._next():
            worker = min((w for w in self._workers if w.part is None), key=lambda w: w.last != part.game, default=None)
            if worker is None and len(self._workers) >= default_threads():
                worker = next((w for w in self._workers if w.part and not self._wanted(w.part.game)), None)
                if worker is None or not self._wanted(part.game):
                    return
                self._workers.remove(worker)
                worker.end()
                worker = None
            if worker is None:
                worker = _Worker(self._nice)
                self._workers.append(worker)
            worker.begin(part)

    def _bury(self) -> None:
        """Take note of parts that are done, and of processes that were lost."""
        for worker in [worker for worker in self._workers if not worker.lives()]:
            self._workers.remove(worker)
            worker.end()
            if (part := worker.part) is not None and not part.is_there:
                self._lost[part] += 1
                if self._lost[part] >= TRIES:
                    self.failed.append(part)
                    gone = [p for p in self.left if p == part or (part.name == RULES and p.game == part.game)]
                    self.left = [p for p in self.left if p not in gone]


class _Worker:
    """A process that compiles one part after the other. It ends with the one that began it, however that ends."""

    def __init__(self, nice: int) -> None:
        self.part: Part | None = None
        """What it is compiling."""
        self.last: str | None = None
        """The game whose code it has."""
        context = multiprocessing.get_context("spawn")
        self._line, far = context.Pipe()
        self._process = context.Process(target=_compile_all, args=(far, nice), name="compiler", daemon=True)
        self._process.start()
        far.close()

    def begin(self, part: Part) -> None:
        """Compile a part."""
        self.part, self.last = part, part.game
        with suppress(OSError):  # it is lost, which shows at the next look
            self._line.send(part)

    def lives(self) -> bool:
        """Whether the process is there; if it has finished its part, it is free."""
        try:
            while self._line.poll():
                self._line.recv()
                self.part = None
        except (EOFError, OSError):
            return False
        return True

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self._line.close()


def _compile_all(line: Connection, nice: int) -> None:
    """The life of a process that compiles."""
    serve_parent()
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    while True:
        try:
            part: Part = line.recv()
        except (EOFError, OSError):  # nobody wants anything more
            return
        part.compile()
        line.send(None)


class Report:
    """Tells people how far it is: in a terminal by a line that moves and leaves nothing behind, elsewhere by a line for
    each game that can be played."""

    def __init__(self, console: Console, parts: Sequence[Part]) -> None:
        self._console, self._parts, self._begun = console, parts, time.perf_counter()
        columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
        self._bar = Progress(*columns, console=console, transient=True, auto_refresh=False,
                             redirect_stdout=False, redirect_stderr=False)  # fmt: skip
        self._task = self._bar.add_task("compiling", total=len(parts))
        self._unready = self._without(RULES)
        self._moves = console.is_terminal and bool(self._without(*STEPS))

    def _without(self, *names: str) -> list[str]:
        """Games that lack one of some parts."""
        lacking = [part.game for part in self._parts if part.name in names and not part.is_there]
        return list(dict.fromkeys(lacking))

    def __enter__(self) -> Report:
        if self._moves:
            self._bar.start()
        elif lacking := self._without(*STEPS):
            self._say(f"compiling, once: {', '.join(lacking)}")
        return self

    def __exit__(self, *_: object) -> None:
        if self._moves:
            self._bar.stop()

    def tell(self) -> None:
        """Say how far it is."""
        if self._moves:
            what = f"compiling: {', '.join(self._without(*STEPS))}"
            self._bar.update(self._task, completed=sum(part.share for part in self._parts), description=what)
            self._bar.refresh()
            return
        before, self._unready = self._unready, self._without(RULES)
        for game in before:
            if game not in self._unready:
                self._say(f"{game} is ready, {len(self._unready)} left")
        if not self._without(*STEPS):
            self._say(f"all is compiled, after {time.perf_counter() - self._begun:.0f} s")

    def _say(self, text: str) -> None:
        self._console.print(text, highlight=False, markup=False, soft_wrap=True)


def prepare(games: Sequence[Game], console: Console, names: Collection[str] = MACHINE_CODE) -> float:
    """Compile what is not compiled yet of some games, and tell how far it is; returns the seconds."""
    begin, parts = time.perf_counter(), parts_of(games, names)
    preparer = Preparer(parts)
    try:
        with Report(console, parts) as report:
            while preparer.left:
                preparer.look()
                report.tell()
                if preparer.left:
                    time.sleep(LOOK_SECONDS)
    finally:
        preparer.close()
    if preparer.failed:
        failed = ", ".join(f"{game} ({name})" for game, name in preparer.failed)
        raise NotCompiled(f"{failed}: could not be compiled; expected enough memory, and sources that compile")
    forget_old_code()
    return time.perf_counter() - begin
