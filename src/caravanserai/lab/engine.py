"""Where matches are played: on threads, in processes or on a Ray cluster, with the same bytes as the outcome.

    with engine.connect("processes:4") as e:
        for outcome in e.run(spec, results="arena.jsonl"):
            ...

Only a specification and numbers go out, only plain data comes back, and only the driver writes. It hands out chunks of
numbers that take about a second each, and takes them back in their order; a chunk whose worker died is played again.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import platform
import signal
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from filelock import FileLock

from caravanserai import __version__
from caravanserai.kernel.compiling import code_folder
from caravanserai.kernel.errors import CaravanseraiError, InvalidOption
from caravanserai.kernel.playout import default_threads
from caravanserai.lab.results import ResultsFile
from caravanserai.lab.specs import O, Spec

__all__ = ["Engine", "OtherVersion", "Processes", "Ray", "Threads", "WorkerLost", "connect"]

CHUNK_SECONDS = 1.0
"""How long a worker should be busy with what it is handed at once."""

AHEAD = 4
"""Calls handed out for each worker, so that none is idle while the driver waits for the oldest."""

TRIES = 3
"""So often in a row workers may die before a call comes back."""

OBJECT_STORE = 100_000_000
"""Bytes of shared memory for a Ray cluster of our own: what crosses it is small."""

KNOCK_SECONDS = 10.0
"""For a machine elsewhere to take a connection."""

T = TypeVar("T")


class WorkerLost(CaravanseraiError):
    """Workers died again and again: there is no going on."""


class OtherVersion(CaravanseraiError):
    """A worker that would work out something else than the driver."""


class Engine(ABC):
    """Something that makes calls side by side."""

    workers: int

    def run(self, spec: Spec[O], results: str | Path | None = None) -> Iterator[O]:
        """The outcomes of a specification in their order: first those that the file of results holds, then the rest,
        which are written to it as they come."""
        return self._run(spec, None if results is None else ResultsFile(Path(results), spec))

    def _run(self, spec: Spec[O], file: ResultsFile[O] | None) -> Iterator[O]:
        kept = file.kept[: spec.units] if file else []
        yield from kept
        chunks = Chunks(spec, len(kept), self.workers)
        for seconds, found in self.map(play_chunk, chunks):
            chunks.seconds_a_unit = seconds / len(found)
            outcomes = [spec.read(data) for data in found]
            if file:
                file.append(outcomes)
            yield from outcomes

    def map(self, function: Callable[..., T], calls: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """What a function gives for each of the calls, in their order. It must be pure: a call whose worker died is
        made again. Calls are drawn one by one, as there are workers for them."""
        rest = iter(calls)
        ahead: deque[tuple[tuple[Any, ...], Future[T]]] = deque()
        losses = 0
        try:
            while True:
                for call in islice(rest, AHEAD * self.workers - len(ahead)):
                    ahead.append((call, self._submit(function, *call)))
                if not ahead:
                    return
                try:
                    result = self._result(ahead[0][1])
                except WorkerLost:
                    losses += 1
                    if losses == TRIES:
                        raise
                    ahead = deque(
                        (call, future if _succeeded(future) else self._submit(function, *call))
                        for call, future in ahead
                    )
                    continue
                losses = 0
                ahead.popleft()
                yield result
        finally:
            for _, future in ahead:
                future.cancel()

    @abstractmethod
    def _submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Begin a call."""

    def _result(self, future: Future[T]) -> T:
        """Wait for a call; raises WorkerLost if nobody is left who could finish it."""
        return future.result()

    @abstractmethod
    def close(self, wait: bool = True) -> None:
        """Let the workers go; those still busy are waited for, or ended as far as they can be."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close(wait=kind is None)


def _succeeded(future: Future[Any]) -> bool:
    return future.done() and future.exception() is None


class Chunks:
    """Which numbers of a specification are played together: as many as take about a second, by what the last ones took,
    and towards the end fewer, so that all workers end at the same time."""

    def __init__(self, spec: Spec[Any], first: int, workers: int) -> None:
        self.spec = spec
        self.next = first
        self.workers = workers
        self.seconds_a_unit = CHUNK_SECONDS

    def __iter__(self) -> Iterator[tuple[type[Spec[Any]], str, str, int, int]]:
        what, units = (type(self.spec), self.spec.text(), self.spec.fingerprint()), self.spec.units
        while units is None or self.next < units:
            count = int(CHUNK_SECONDS / max(self.seconds_a_unit, 1e-6))
            if units is not None:
                count = min(count, (units - self.next) // (2 * self.workers))
            count = max(1, count)
            yield *what, self.next, count
            self.next += count


def play_chunk(
    kind: type[Spec[Any]], text: str, fingerprint: str, first: int, count: int
) -> tuple[float, list[dict[str, Any]]]:
    """What a worker does: some outcomes of a specification as JSON, and how many seconds they took."""
    with _getting_ready:
        spec = _ready(kind, text, fingerprint)
    begin = time.perf_counter()
    outcomes = [spec.play(number).as_json() for number in range(first, first + count)]
    return time.perf_counter() - begin, outcomes


_getting_ready = threading.Lock()
"""Of all threads of a worker one gets a specification ready."""


@lru_cache(maxsize=16)
def _ready(kind: type[Spec[Any]], text: str, fingerprint: str) -> Spec[Any]:
    """A specification, ready to be played. Of all workers on a machine one compiles what it takes; the others wait, and
    load that."""
    spec = kind.from_json(json.loads(text))
    if spec.fingerprint() != fingerprint:
        raise OtherVersion(
            f"{platform.node()}: caravanserai {__version__} there has another version or other rules of {spec.game}; "
            "expected the driver's own on every node"
        )
    with FileLock(code_folder(spec.loaded_game.contract.folder) / "compiling.lock"):
        spec.compile()
    return spec


class Threads(Engine):
    """Threads of this process: nothing to start, but only compiled code runs side by side."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = ThreadPoolExecutor(workers)

    def _submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        return self.pool.submit(function, *arguments)

    def close(self, wait: bool = True) -> None:
        self.pool.shutdown(wait, cancel_futures=True)


class Processes(Engine):
    """Processes of this machine; when one dies, all are started anew."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), initializer=serve_parent)

    def _submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        try:
            return self.pool.submit(function, *arguments)
        except BrokenProcessPool:
            self.pool = self._start()
            return self.pool.submit(function, *arguments)

    def _result(self, future: Future[T]) -> T:
        try:
            return future.result()
        except BrokenProcessPool:
            raise WorkerLost(f"worker processes died {TRIES} times in a row; is there enough memory?") from None

    def close(self, wait: bool = True) -> None:
        if not wait:
            for process in list(self.pool._processes.values()):  # terminate_workers, from Python 3.14
                process.terminate()
        self.pool.shutdown(cancel_futures=True)


def serve_parent() -> None:
    """In a worker process: leave Ctrl-C to the parent, and end when it does, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Ray(Engine):
    """A Ray cluster: one that runs, or one of our own on this machine alone. Ray itself makes calls again whose node
    died, on another one."""

    def __init__(self, address: str | None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if address is None and not os.environ.get("RAY_ADDRESS"):
            # Else Ray puts the machine's own address in the place of the loopback one, even for a cluster of one node.
            os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
        try:
            import ray
        except ImportError:
            raise InvalidOption(
                "engine ray: Ray is not installed; expected `pip install 'caravanserai[ray]'`"
            ) from None
        self.ray = ray
        self.joined = address is None and ray.is_initialized()
        if not self.joined:
            self._connect(address or os.environ.get("RAY_ADDRESS") or None)
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.remote = ray.remote(max_retries=TRIES)(_call)

    def _connect(self, address: str | None) -> None:
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if address is None:
            own: dict[str, Any] = {
                "_node_ip_address": "127.0.0.1",
                "include_dashboard": False,
                "object_store_memory": OBJECT_STORE,
            }
            self.ray.init("local", num_cpus=default_threads(), **own, **quiet)
            return
        try:
            knock(address)
            self.ray.init(address, **quiet)
        except (OSError, RuntimeError, ValueError, ImportError) as problem:
            said = getattr(problem, "strerror", None) or str(problem)
            first, *rest = said.strip().splitlines() or [type(problem).__name__]
            why = rest[-1].strip() if rest and first.endswith(":") else first
            raise InvalidOption(f"engine {address}: expected a Ray cluster that answers there ({why})") from None

    def _submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        future: Future[T] = self.remote.remote(function, *arguments).future()
        return future

    def _result(self, future: Future[T]) -> T:
        errors = self.ray.exceptions
        try:
            return future.result()
        except errors.RayTaskError as problem:
            raise problem.cause from None
        except errors.RayError as problem:
            why = str(problem).partition("\n")[0]
            raise WorkerLost(f"Ray lost a call {TRIES} times over: {why}") from None

    def close(self, wait: bool = True) -> None:
        if not self.joined:
            self.ray.shutdown()


def knock(address: str) -> None:
    """Raises OSError if nothing listens at a ``ray://`` address: Ray itself would try again for half a minute."""
    host, colon, port = address.removeprefix("ray://").partition("/")[0].rpartition(":")
    if address.startswith("ray://") and colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), KNOCK_SECONDS).close()


def _call(function: Callable[..., T], *arguments: Any) -> T:
    """What Ray is told to call: it keeps one remote function for all of ours."""
    return function(*arguments)


def connect(address: str) -> Engine:
    """The engine at an address: ``threads:N``, ``processes:N``, ``ray`` or ``ray://HOST:PORT``.

    Without ``:N`` there are as many workers as processors. ``ray`` is the cluster that this process is connected to
    already, or that the environment variable RAY_ADDRESS names, or one of its own.

    >>> with connect("threads:2") as engine:
    ...     list(engine.map(pow, [(2, 5), (3, 2)]))
    [32, 9]
    """
    kind, colon, number = address.partition(":")
    if address == "ray" or address.startswith("ray://"):
        return Ray(None if address == "ray" else address)
    if kind in ("threads", "processes") and ((number.isdecimal() and int(number) > 0) or not colon):
        workers = int(number) if colon else default_threads()
        return Threads(workers) if kind == "threads" else Processes(workers)
    expected = "threads:N or processes:N with N from 1 up, ray, or ray://HOST:PORT"
    raise InvalidOption(f"engine {address!r}: expected {expected}")
