"""How much faster two workers are than one: an arena and a simulation, in processes and on a Ray cluster.

    python -m benchmarks.scaling [--engines processes ray] [--kinds arena simulation] [--seconds 40] [--rounds 2]

One worker and two take turns, and each time the engine is begun anew, so that what is measured is what somebody waits
for who types the command: the start of the workers, loading, and the end at which one is done before the other. Ray's
cluster is a head that plays nothing and one or two nodes with a worker each, all on the loopback address. All must come
to the same bytes.

Two processes that do the same work without any engine, at once and alone, show what the machine allows. The processor
time that a run took of all its processes tells where the rest goes: beyond that of the same work without an engine, it
went to starting and loading, to the driver, and to Ray's own processes; if two workers take more of it than one, they
hinder each other. What else the machine did meanwhile, others' work, is told beside it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from caravanserai.lab.arena import ArenaSpec
from caravanserai.lab.bench import machine
from caravanserai.lab.engine import connect
from caravanserai.lab.simulation import BLOCK, SimulationSpec
from caravanserai.lab.specs import Spec

ARENA = ArenaSpec(game="tantan", seats=2, players=("merchant", "vizier:400i"), matches=10**6, seed="scaling")
SIMULATION = SimulationSpec(game="gobi", seats=4, matches=10**9, seed="scaling", policy="advice")
SPECS: dict[str, Spec[Any]] = {spec.kind: spec for spec in (ARENA, SIMULATION)}
TICKS = os.sysconf("SC_CLK_TCK")
NODE: dict[str, Any] = {"node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}
TRIAL_SECONDS = 2.0


@dataclass(frozen=True)
class Took:
    """How long a run took, in seconds: by the clock until its first outcome and until its last, and of processors."""

    first: float
    last: float
    driver: float
    all_processes: float
    others: float
    found: str
    """What all outcomes came to."""


def unit_seconds(spec: Spec[Any], clock: Callable[[], float] = time.perf_counter) -> float:
    """How long one outcome takes here, by some of them."""
    spec.compile()
    spec.play(0)
    begin, count = clock(), 0
    while (taken := clock() - begin) < TRIAL_SECONDS:
        spec.play(count)
        count += 1
    return taken / count


def sized(kind: str, seconds: float) -> Spec[Any]:
    """A specification that keeps one worker busy for about so long."""
    units = max(1, round(seconds / unit_seconds(SPECS[kind], time.process_time)))
    return replace(ARENA, matches=units) if kind == "arena" else replace(SIMULATION, matches=units * BLOCK)


def processor_seconds() -> tuple[float, float]:
    """What this process and all that it has begun took of the processors, and what everything on the machine did."""
    parents, taken = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            parents[int(stat.parent.name)] = int(fields[1])
            taken[int(stat.parent.name)] = sum(map(int, fields[11:15])) / TICKS
    ours = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in ours} - ours:
        ours |= more
    user, nice, system = map(int, Path("/proc/stat").read_text().split()[1:4])
    return sum(taken[process] for process in ours), (user + nice + system) / TICKS


def timed(spec: Spec[Any], address: str) -> Took:
    """Play it all on an engine that is begun for it."""
    here, everywhere = processor_seconds()
    begin, driver = time.perf_counter(), time.process_time()
    found, first = hashlib.sha256(), 0.0
    with connect(address) as engine:
        for outcome in engine.run(spec):
            first = first or time.perf_counter() - begin
            found.update(repr(outcome.as_json()).encode())
        last, driver = time.perf_counter() - begin, time.process_time() - driver
        # While the workers are there to be asked.
        here, everywhere = (
            after - before for after, before in zip(processor_seconds(), (here, everywhere), strict=True)
        )
    return Took(first, last, driver, here, max(0.0, everywhere - here), found.hexdigest())


class ByProcesses:
    """Worker processes of this machine."""

    def measure(self, spec: Spec[Any], workers: int) -> Took:
        return timed(spec, f"processes:{workers}")

    def close(self) -> None:
        pass


class ByRay:
    """A cluster with as many nodes as there are to be workers; they come and go between the runs."""

    def __init__(self) -> None:
        os.environ.update(
            RAY_USAGE_STATS_ENABLED="0", RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0", GRPC_ENABLE_FORK_SUPPORT="0"
        )
        from ray.cluster_utils import Cluster

        head = {**NODE, "num_cpus": 0, "include_dashboard": False}
        self.cluster = Cluster(initialize_head=True, head_node_args=head)
        os.environ["RAY_ADDRESS"] = self.cluster.address

    def measure(self, spec: Spec[Any], workers: int) -> Took:
        while len(self.cluster.worker_nodes) > workers:
            self.cluster.remove_node(next(iter(self.cluster.worker_nodes)))
        while len(self.cluster.worker_nodes) < workers:
            self.cluster.add_node(**NODE, num_cpus=1)
        self.cluster.wait_for_nodes()
        return timed(spec, "ray")

    def close(self) -> None:
        del os.environ["RAY_ADDRESS"]
        self.cluster.shutdown()


@contextmanager
def engines(kind: str) -> Iterator[ByProcesses | ByRay]:
    made = ByProcesses() if kind == "processes" else ByRay()
    try:
        yield made
    finally:
        made.close()


def ceiling(kind: str) -> float:
    """How much more two processes get done than one, if they have nothing to do with each other."""
    command = [sys.executable, "-c", f"from benchmarks import scaling as s; print(s.unit_seconds(s.SPECS[{kind!r}]))"]

    def rate(count: int) -> float:
        asked = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(count)]
        return sum(1 / float(process.communicate()[0]) for process in asked)

    return rate(2) / rate(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engines", nargs="+", choices=("processes", "ray"), default=["processes", "ray"])
    parser.add_argument("--kinds", nargs="+", choices=SPECS, default=list(SPECS))
    parser.add_argument("--seconds", type=float, default=40.0, help="that one worker is to be busy")
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    print(f"{machine()}, load average {os.getloadavg()[0]:.1f}", flush=True)
    specs = {kind: sized(kind, given.seconds) for kind in given.kinds}
    for kind in given.kinds:
        print(f"{kind}: two processes without an engine get {ceiling(kind):.2f} times as much done")
    for name in given.engines:
        with engines(name) as made:
            for kind, spec in specs.items():
                took: dict[int, list[Took]] = {1: [], 2: []}
                for turn in range(given.rounds):
                    for workers in (1, 2) if turn % 2 == 0 else (2, 1):
                        took[workers].append(made.measure(spec, workers))
                assert len({each.found for runs in took.values() for each in runs}) == 1
                show(name, kind, spec, took)
    print(f"load average {os.getloadavg()[0]:.1f}")


def show(name: str, kind: str, spec: Spec[Any], took: dict[int, list[Took]]) -> None:
    def mean(workers: int, what: str) -> float:
        return float(statistics.mean(getattr(each, what) for each in took[workers]))

    whole, wait = ({workers: mean(workers, what) for workers in took} for what in ("last", "first"))
    print(
        f"{name}, {kind} of {spec.units}: one worker {whole[1]:.1f} s (the first outcome after {wait[1]:.1f}), "
        f"two {whole[2]:.1f} s ({wait[2]:.1f}): {whole[1] / whole[2]:.2f} times as fast, "
        f"{(whole[1] - wait[1]) / (whole[2] - wait[2]):.2f} from the first outcome on"
    )
    alone = unit_seconds(spec, time.process_time) * (spec.units or 0)
    for workers in took:
        print(
            f"  with {workers}: {mean(workers, 'all_processes'):.1f} s of processors, {mean(workers, 'driver'):.1f} of "
            f"it the driver's, where the matches alone take {alone:.1f}; others took {mean(workers, 'others'):.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
