"""The engine on a real Ray cluster: a head and two nodes on the loopback address, one of which is killed. It is reached
by its own address, and through its client port, as from another machine."""

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
from tests.server.test_helpers import free_port
from tests.test_cli import TIMES, good, run
from tests.test_engine import ROLLOUTS, SIMULATION, written

pytestmark = pytest.mark.xdist_group("ray")

LOOPBACK = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""Nothing is reported, and Ray does not put the machine's own address in the place of 127.0.0.1, as it does where its
clusters are meant to span machines."""

CLIENT_PORT = free_port()
NODE: dict[str, Any] = {"node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}
ARENA = ArenaSpec(game="tantan", seats=2, players=("merchant", "vizier:60i"), matches=40, seed="3")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head that plays nothing itself, and two nodes with a worker each."""
    os.environ.update(LOOPBACK)
    from ray.cluster_utils import Cluster

    head = {**NODE, "num_cpus": 0, "include_dashboard": False, "ray_client_server_port": CLIENT_PORT}
    made = Cluster(initialize_head=True, head_node_args=head)
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
    alone = {spec.kind: written("threads:1", spec, tmp_path / spec.kind) for spec in (SIMULATION, ROLLOUTS)}
    with connect("ray") as engine:
        assert engine.workers == 2
        list(engine.run(SIMULATION, tmp_path / "nodes"))
        list(engine.run(ROLLOUTS, tmp_path / "played there"))
        with pytest.raises(InvalidOption, match=r"^number 3: expected none$"):
            list(engine.map(refuse, [(3,)]))
    assert (tmp_path / "nodes").read_bytes() == alone["simulation"]
    assert (tmp_path / "played there").read_bytes() == alone["rollouts"]


def test_the_command_line_plays_on_the_cluster(cluster: Any) -> None:
    arguments = ("simulate", "tantan", "--matches", "600", "--seed", "7", "--json")
    one, two = (json.loads(good(*arguments, "--engine", engine)) for engine in ("threads:1", "ray"))
    for key in set(one) - TIMES:
        assert one[key] == two[key], key


def test_the_client_port_is_a_way_in_for_the_command_line(cluster: Any, tmp_path: Path) -> None:
    """In a process that knows nothing of the cluster but this address; a file goes on from there and to there."""
    there, elsewhere = f"ray://127.0.0.1:{CLIENT_PORT}", {"RAY_ADDRESS": ""}
    arguments = ("arena", "tantan", "--players", "merchant,vizier:60i", "--seed", "3", "--json")
    files = {name: tmp_path / name for name in ("alone", "by client", "in turns")}

    def play(file: str, engine: str, matches: int) -> str:
        more = ("--matches", str(matches), "--engine", engine, "--results", str(files[file]))
        done = run(*arguments, *more, env=elsewhere)
        assert done.returncode == 0, done.stderr
        return done.stdout

    alone = play("alone", "threads:1", 24)
    assert play("by client", there, 24) == alone
    play("in turns", there, 9)
    play("in turns", "threads:1", 15)
    assert play("in turns", there, 24) == alone
    assert len({file.read_bytes() for file in files.values()}) == 1


def test_nobody_behind_an_address_is_said_in_one_sentence() -> None:
    address = f"ray://127.0.0.1:{free_port()}"
    done = run("simulate", "tantan", "--matches", "10", "--engine", address, env={"RAY_ADDRESS": ""})
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"engine {address}: expected a Ray cluster that answers there" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_node_killed_in_the_middle_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    alone = written("threads:1", ARENA, tmp_path / "alone")
    with connect("ray") as engine:
        outcomes = engine.run(ARENA, tmp_path / "nodes")
        for _ in range(5):
            next(outcomes)
        cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
        assert len(list(outcomes)) == ARENA.matches - 5
    assert (tmp_path / "nodes").read_bytes() == alone
