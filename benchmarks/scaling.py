"""How much faster two workers are than one: an arena and a simulation, in processes and on a Ray cluster.

    python -m benchmarks.scaling [--engines processes ray] [--kinds arena simulation] [--seconds 20] [--rounds 2]

One worker and two take turns, and each time the engine is begun anew, so that what is measured is what somebody waits
for who types the command: the start of the workers, loading, and the end at which one is done before the other. Ray's
cluster is a head that plays nothing and nodes with one worker each, all on the loopback address. All must come to the
same bytes.

Two processes that do the same work without any engine, at once and alone, show what the machine allows.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from caravanserai.lab.arena import ArenaSpec
from caravanserai.lab.bench import machine
from caravanserai.lab.engine import connect
from caravanserai.lab.simulation import BLOCK, SimulationSpec
from caravanserai.lab.specs import Spec

ARENA = ArenaSpec(game="tantan", seats=2, players=("merchant", "vizier:400i"), matches=10**6, seed="scaling")
SIMULATION = SimulationSpec(game="gobi", seats=4, matches=10**9, seed="scaling", policy="advice")
SPECS: dict[str, Spec[Any]] = {spec.kind: spec for spec in (ARENA, SIMULATION)}
NODE: dict[str, Any] = {"node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}
TRIAL_SECONDS = 2.0


def unit_seconds(spec: Spec[Any]) -> float:
    """How long one outcome takes here, by some of them."""
    spec.compile()
    spec.play(0)
    begin, count = time.perf_counter(), 0
    while (taken := time.perf_counter() - begin) < TRIAL_SECONDS:
        spec.play(count)
        count += 1
    return taken / count


def sized(kind: str, seconds: float) -> Spec[Any]:
    """A specification that keeps one worker busy for about so long."""
    units = max(1, round(seconds / unit_seconds(SPECS[kind])))
    return replace(ARENA, matches=units) if kind == "arena" else replace(SIMULATION, matches=units * BLOCK)


def timed(spec: Spec[Any], address: str) -> tuple[float, float, str]:
    """Seconds until the first outcome and until the last, and what all came to."""
    begin = time.perf_counter()
    found, first = hashlib.sha256(), 0.0
    with connect(address) as engine:
        for outcome in engine.run(spec):
            first = first or time.perf_counter() - begin
            found.update(repr(outcome.as_json()).encode())
        last = time.perf_counter() - begin
    return first, last, found.hexdigest()


class ByProcesses:
    """Worker processes of this machine."""

    def measure(self, spec: Spec[Any], workers: int) -> tuple[float, float, str]:
        return timed(spec, f"processes:{workers}")

    def close(self) -> None:
        pass


class ByRay:
    """Two clusters, one with a node and one with two; both run all the time, so both pay for the other's keep."""

    def __init__(self) -> None:
        os.environ.update(
            RAY_USAGE_STATS_ENABLED="0", RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0", GRPC_ENABLE_FORK_SUPPORT="0"
        )
        from ray.cluster_utils import Cluster

        self.clusters = {}
        for workers in (1, 2):
            head = {**NODE, "num_cpus": 0, "include_dashboard": False}
            self.clusters[workers] = Cluster(initialize_head=True, head_node_args=head)
            for _ in range(workers):
                self.clusters[workers].add_node(**NODE, num_cpus=1)

    def measure(self, spec: Spec[Any], workers: int) -> tuple[float, float, str]:
        os.environ["RAY_ADDRESS"] = self.clusters[workers].address
        return timed(spec, "ray")

    def close(self) -> None:
        for cluster in self.clusters.values():
            cluster.shutdown()


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
    parser.add_argument("--seconds", type=float, default=20.0, help="that one worker is to be busy")
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    print(f"{machine()}, load average {os.getloadavg()[0]:.1f}", flush=True)
    specs = {kind: sized(kind, given.seconds) for kind in given.kinds}
    for kind in given.kinds:
        print(f"{kind}: two processes without an engine get {ceiling(kind):.2f} times as much done")
    for name in given.engines:
        with engines(name) as made:
            for kind, spec in specs.items():
                took: dict[int, list[tuple[float, float, str]]] = {1: [], 2: []}
                for turn in range(given.rounds):
                    for workers in (1, 2) if turn % 2 == 0 else (2, 1):
                        took[workers].append(made.measure(spec, workers))
                assert len({digest for runs in took.values() for _, _, digest in runs}) == 1
                show(name, kind, spec, took)
    print(f"load average {os.getloadavg()[0]:.1f}")


def show(name: str, kind: str, spec: Spec[Any], took: dict[int, list[tuple[float, float, str]]]) -> None:
    wait = {workers: statistics.mean(first for first, _, _ in runs) for workers, runs in took.items()}
    whole = {workers: statistics.mean(last for _, last, _ in runs) for workers, runs in took.items()}
    print(
        f"{name}, {kind} of {spec.units}: one worker {whole[1]:.1f} s (the first outcome after {wait[1]:.1f}), "
        f"two {whole[2]:.1f} s ({wait[2]:.1f}): {whole[1] / whole[2]:.2f} times as fast, "
        f"{(whole[1] - wait[1]) / (whole[2] - wait[2]):.2f} from the first outcome on",
        flush=True,
    )


if __name__ == "__main__":
    main()
