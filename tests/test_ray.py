"""The engine on a real Ray cluster: a head and two nodes on the loopback address, one of which is killed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caravanserai.kernel.errors import InvalidOption
from caravanserai.lab.arena import ArenaSpec
from caravanserai.lab.engine import connect
from tests.test_cli import TIMES, good
from tests.test_engine import SIMULATION, written

pytestmark = pytest.mark.xdist_group("ray")

LOOPBACK = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""Nothing is reported, and Ray does not put the machine's own address in the place of 127.0.0.1, as it does where its
clusters are meant to span machines."""

NODE: dict[str, Any] = {"node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}
ARENA = ArenaSpec(game="tantan", seats=2, players=("merchant", "vizier:60i"), matches=40, seed="3")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head that plays nothing itself, and two nodes with a worker each."""
    os.environ.update(LOOPBACK)
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={**NODE, "num_cpus": 0, "include_dashboard": False})
    os.environ["RAY_ADDRESS"] = made.address
    try:
        for _ in range(2):
            made.add_node(**NODE, num_cpus=1)
        yield made
    finally:
        del os.environ["RAY_ADDRESS"]
        made.shutdown()


def refuse(number: int) -> int:
    raise InvalidOption(f"number {number}: expected none")


def test_the_nodes_write_the_same_bytes_and_raise_the_same_errors(cluster: Any, tmp_path: Path) -> None:
    alone = written("threads:1", SIMULATION, tmp_path / "alone")
    with connect("ray") as engine:
        assert engine.workers == 2
        list(engine.run(SIMULATION, tmp_path / "nodes"))
        with pytest.raises(InvalidOption, match=r"^number 3: expected none$"):
            list(engine.map(refuse, [(3,)]))
    assert (tmp_path / "nodes").read_bytes() == alone


def test_the_command_line_plays_on_the_cluster(cluster: Any) -> None:
    arguments = ("simulate", "tantan", "--matches", "600", "--seed", "7", "--json")
    one, two = (json.loads(good(*arguments, "--engine", engine)) for engine in ("threads:1", "ray"))
    for key in set(one) - TIMES:
        assert one[key] == two[key], key


def test_a_node_killed_in_the_middle_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    alone = written("threads:1", ARENA, tmp_path / "alone")
    with connect("ray") as engine:
        outcomes = engine.run(ARENA, tmp_path / "nodes")
        for _ in range(5):
            next(outcomes)
        cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
        assert len(list(outcomes)) == ARENA.matches - 5
    assert (tmp_path / "nodes").read_bytes() == alone
