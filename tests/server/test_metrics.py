"""What is counted: one page for all processes of a machine, and a dashboard that names nothing that is not on it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from caravanserai.server.metrics import Metrics
from tests.server.running import PLAIN, PostgreSQL, Server
from tests.server.test_tables import GAME, SEATS, people
from tests.server.wire import open_table

ROOT = Path(__file__).parent.parent.parent
DASHBOARD = ROOT / "deploy" / "grafana" / "caravanserai.json"

OF_PROMETHEUS = {"job", "instance", "le"}
"""Labels that are not ours: two are added when a page is read, one belongs to every histogram."""


@pytest.fixture(scope="module")
def pair(cluster: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers on one machine, with one database and one data folder."""
    data, database = (
        tmp_path_factory.mktemp("a folder with a name that is much too long for a socket" * 2),
        cluster.new_database(),
    )
    with Server(data, database) as one, Server(data, database) as two:
        yield one, two


def samples(server: Server, path: str = "/metrics") -> list[Sample]:
    page = httpx.get(f"{server.url}{path}", timeout=30, verify=PLAIN).text
    return [sample for family in text_string_to_metric_families(page) for sample in family.samples]


def processes(found: list[Sample]) -> set[str]:
    return {sample.labels["process"] for sample in found}


def name(server: Server) -> str:
    assert server.process is not None
    return f"serve-{server.process.pid}"


def test_any_process_answers_for_all_of_its_machine(pair: tuple[Server, Server]) -> None:
    async def scenario() -> None:
        [ann] = await people(pair[0], "Ann")
        await open_table([ann], GAME, SEATS - 1)

    asyncio.run(scenario())
    for server in pair:
        found = samples(server)
        assert processes(found) == {name(pair[0]), name(pair[1])}
        commits = {s.labels["process"]: s.value for s in found if s.name == "caravanserai_commits_total"}
        assert commits[name(pair[0])] > 0
        assert processes(samples(server, "/metrics/own")) == {name(server)}
        page = httpx.get(f"{server.url}/metrics").text
        assert page.count("# TYPE caravanserai_decisions_total counter") == 1
        assert httpx.get(f"{server.url}/metrics/own", headers={"x-forwarded-for": "203.0.113.7"}).status_code == 404


def test_a_process_that_hangs_or_is_gone_is_not_on_the_page(pair: tuple[Server, Server], tmp_path: Path) -> None:
    one, two = pair
    assert two.process is not None
    two.process.send_signal(signal.SIGSTOP)
    try:
        assert processes(samples(one)) == {name(one)}
    finally:
        two.process.send_signal(signal.SIGCONT)
    assert processes(samples(one)) == {name(one), name(two)}
    socket = one.data / "processes" / f"{two.process.pid}.sock"
    assert socket.exists()
    two.kill()
    assert processes(samples(one)) == {name(one)}
    assert not socket.exists()
    two.start()
    assert two.stop() == 0
    assert os.listdir(one.data / "processes") == [f"{name(one).partition('-')[2]}.sock"]
    two.start()


def expressions() -> list[str]:
    """What the panels and the menus of the dashboard ask Prometheus."""
    board: dict[str, Any] = json.loads(DASHBOARD.read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
    return asked + [menu["query"]["query"] for menu in board["templating"]["list"] if menu["type"] == "query"]


def declared() -> dict[str, set[str]]:
    """All names of samples that there are, each with its labels, also of those that nothing was counted of yet."""
    found: dict[str, set[str]] = {}
    for metric in vars(Metrics()).values():
        if hasattr(metric, "_labelnames"):
            kind, base, labels = metric._type, metric._name, set(metric._labelnames)
            names = {"counter": [f"{base}_total"], "gauge": [base]}.get(kind, [f"{base}_bucket", f"{base}_count"])
            found |= {each: labels | {"process"} for each in names}
    return found


def test_what_is_declared_is_on_the_page_of_a_running_server(pair: tuple[Server, Server]) -> None:
    families = {family.name for family in text_string_to_metric_families(httpx.get(f"{pair[0].url}/metrics").text)}
    for each in declared():
        assert re.sub("_(total|bucket|count)$", "", each) in families
    for sample in samples(pair[0]):
        if sample.name in declared():
            assert set(sample.labels) - {"le"} == declared()[sample.name], sample


@pytest.mark.parametrize("expression", expressions())
def test_a_panel_asks_only_for_what_is_counted(expression: str) -> None:
    known = declared()
    names = re.findall(r"caravanserai_\w+", expression)
    assert names
    labels = set(re.findall(r"(\w+)=~?\"", expression))
    for group in re.findall(r"by \(([^)]*)\)", expression):
        labels |= {label.strip() for label in group.split(",")}
    for each in names:
        assert each in known, f"{each}: expected one of {', '.join(sorted(known))}"
        assert labels - OF_PROMETHEUS <= known[each], expression


def test_legends_name_labels_that_the_panel_keeps() -> None:
    board: dict[str, Any] = json.loads(DASHBOARD.read_text())
    for panel in board["panels"]:
        for target in panel.get("targets", []):
            named = set(re.findall(r"{{(\w+)}}", target["legendFormat"]))
            kept = {
                label.strip() for group in re.findall(r"by \(([^)]*)\)", target["expr"]) for label in group.split(",")
            }
            assert named <= kept, target


def test_everything_that_is_counted_is_shown() -> None:
    """A counter that no panel shows is one that nobody watches."""
    shown = " ".join(expressions())
    assert [each for each in sorted(declared()) if re.sub("_count$", "_bucket", each) not in shown] == []
