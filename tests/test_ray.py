"""The engine on a real Ray cluster: a head and two nodes on the loopback address, one of which is killed."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from caravanserai.kernel.errors import InvalidOption
from caravanserai.lab.arena import ArenaSpec
from caravanserai.lab.engine import connect
from tests.server.test_helpers import free_port
from tests.test_cli import TIMES, good, run
from tests.test_engine import ROLLOUTS, SIMULATION, check_ctrl_c, written

pytestmark = [
    pytest.mark.xdist_group("ray"),
    # Ray leaves the log of its client port for the interpreter to close.
    pytest.mark.filterwarnings(r"ignore:.*ray_client_server:pytest.PytestUnraisableExceptionWarning"),
]

LOOPBACK = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "GRPC_ENABLE_FORK_SUPPORT": "0",
    "RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S": "60",
    "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": "60",
    "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "180",
    "TIMEOUT_FOR_SPECIFIC_SERVER_S": "180",
}
"""Nothing is reported; Ray does not put the machine's own address in the place of 127.0.0.1, as it does where its
clusters are meant to span machines; what the client port starts for a client does not die of its parent's threads
between fork and exec, as it sometimes did; and nobody gives up on a machine that has much else to do: half a minute,
Ray's own patience, is not enough for a Python process to start there."""

NODE: dict[str, Any] = {"node_ip_address": "127.0.0.1", "object_store_memory": 80_000_000}
ARENA = ArenaSpec(game="tantan", seats=2, players=("merchant", "vizier:60i"), matches=40, seed="3")

PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
"""An environment that tells nothing of Ray."""


@pytest.fixture(scope="module")
def client_port() -> int:
    """Where the cluster lets those in who are no part of it."""
    return free_port()


@pytest.fixture(scope="module")
def cluster(client_port: int) -> Iterator[Any]:
    """A head that plays nothing itself, and two nodes with a worker each."""
    os.environ.update(LOOPBACK)
    from ray.cluster_utils import Cluster

    head = {**NODE, "num_cpus": 0, "include_dashboard": False, "ray_client_server_port": client_port}
    made = Cluster(initialize_head=True, head_node_args=head)
    os.environ["RAY_ADDRESS"] = made.address
    try:
        for _ in range(2):
            made.add_node(**NODE, num_cpus=1)
        yield made
    finally:
        del os.environ["RAY_ADDRESS"]
        made.shutdown()


def expect_listener(port: int) -> None:
    """Returns when somebody listens at a port; a cluster is begun before its client port is open."""
    end = time.monotonic() + 120
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert time.monotonic() < end
            time.sleep(0.1)


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


def test_ctrl_c_keeps_what_the_nodes_have_done(cluster: Any, tmp_path: Path) -> None:
    check_ctrl_c("ray", tmp_path)


def test_whoever_is_no_part_of_the_cluster_plays_through_its_client_port(
    cluster: Any, client_port: int, tmp_path: Path
) -> None:
    expect_listener(client_port)
    alone = written("threads:1", SIMULATION, tmp_path / "alone")
    ask = f"""
from pathlib import Path
from caravanserai.lab.engine import connect
from tests.test_engine import SIMULATION
with connect("ray://127.0.0.1:{client_port}") as engine:
    print(engine.workers, len(list(engine.run(SIMULATION, Path({str(tmp_path / "elsewhere")!r})))))
"""
    done = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, timeout=300, env={**PLAIN, **LOOPBACK}, check=False
    )
    assert done.stdout == f"2 {SIMULATION.units}\n", done.stderr
    assert (tmp_path / "elsewhere").read_bytes() == alone


def test_nobody_behind_an_address_is_said_in_one_sentence() -> None:
    address = f"ray://127.0.0.1:{free_port()}"
    done = run("simulate", "tantan", "--matches", "10", "--engine", address, env={"RAY_ADDRESS": ""})
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"engine {address}: expected a Ray cluster that answers there (Connection refused)" in done.stderr
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


def test_a_cluster_of_its_own_is_on_the_loopback_address_alone() -> None:
    ask = """
from caravanserai.lab.engine import connect
with connect("ray") as engine:
    print([node["NodeManagerAddress"] for node in engine.ray.nodes()])
"""
    done = subprocess.run(
        [sys.executable, "-c", ask], capture_output=True, text=True, timeout=300, env=PLAIN, check=False
    )
    assert done.stdout == "['127.0.0.1']\n", done.stderr
