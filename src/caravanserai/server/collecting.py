"""What all server processes of a machine count, collected by whichever of them is asked.

Each has counters of its own, and a socket in the data folder at which the others ask for them. So there is one page for
Prometheus at whatever door it knocks, every figure labelled with the process it is of; those that do not answer are not
on it. (prometheus_client's own way, files that all processes map into memory, would add counters up without saying
whose they are, slow each of them down, and keep those of the dead.)
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from prometheus_client import generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

from caravanserai.server.metrics import Metrics, process_name

FOLDER = "processes"
"""In the data folder: a socket for each process that runs."""

PATIENCE = 1.0
"""Seconds that another process has to answer."""

LOOK_SECONDS = 0.5
"""Between two looks at how late the event loop is."""

log = logging.getLogger("caravanserai.metrics")


class Collecting:
    """One process's figures, and those of the others that share its data folder."""

    def __init__(self, metrics: Metrics, data: Path) -> None:
        self._metrics = metrics
        self._folder = data / FOLDER
        self._server: asyncio.Server | None = None
        self._looking: asyncio.Task[None] | None = None

    @property
    def _name(self) -> str:
        return f"{os.getpid()}.sock"

    async def start(self) -> None:
        """Answer the other processes from now on."""
        self._looking = asyncio.get_running_loop().create_task(self._look_at_the_loop())
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _reach(self._folder, self._name) as path:
                with suppress(FileNotFoundError):
                    os.unlink(path)  # of a process that had this number before
                self._server = await asyncio.start_unix_server(self._answer, path)
        except (AttributeError, OSError) as problem:
            log.warning("each process tells only of its own figures: %s", problem)

    async def close(self) -> None:
        """Answer nobody any longer."""
        if self._looking is not None:
            self._looking.cancel()
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                (self._folder / self._name).unlink()

    def own_page(self) -> bytes:
        """The page of this process alone."""
        return generate_latest(self._metrics.labelled(process_name("serve")))

    async def page(self) -> bytes:
        """The page of all processes of this machine."""
        others = sorted(path.name for path in self._folder.glob("*.sock") if path.name != self._name)
        pages = await asyncio.gather(*map(self._ask, others))
        return generate_latest(_Merged([self.own_page(), *pages])) if others else self.own_page()

    async def _answer(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            writer.write(self.own_page())
            await writer.drain()
            writer.close()

    async def _ask(self, name: str) -> bytes:
        """The page of another process; nothing if it does not answer, and its socket goes if it is gone."""
        try:
            async with asyncio.timeout(PATIENCE):
                with _reach(self._folder, name) as path:
                    reader, writer = await asyncio.open_unix_connection(path)
                try:
                    return await reader.read()
                finally:
                    writer.close()
        except ConnectionRefusedError:
            (self._folder / name).unlink(missing_ok=True)
        except OSError:
            pass  # it is ending just now, or does not answer in time
        return b""

    async def _look_at_the_loop(self) -> None:
        """Measure how late the event loop is: what everybody waits for who waits for this process."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK_SECONDS
            await asyncio.sleep(LOOK_SECONDS)
            self._metrics.loop_delay.observe(max(0.0, loop.time() - due))


class _Merged:
    """Several pages as one: what belongs to one metric stands together."""

    def __init__(self, pages: Iterable[bytes]) -> None:
        self._pages = pages

    def collect(self) -> Iterable[Metric]:
        found: dict[str, Metric] = {}
        for page in self._pages:
            for metric in text_string_to_metric_families(page.decode()):
                found.setdefault(metric.name, metric)
                if found[metric.name] is not metric:
                    found[metric.name].samples.extend(metric.samples)
        return found.values()


@contextmanager
def _reach(folder: Path, name: str) -> Iterator[str]:
    """A path to a socket. Its length is limited to some hundred characters: where Linux allows, it goes by way of the
    opened folder, wherever that is."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        short = Path(f"/proc/self/fd/{opened}")
        yield str((short if short.exists() else folder) / name)
    finally:
        os.close(opened)
