"""Nobody pays for many who look on: what is the same for all of them is made once; and nobody has too many tables."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.server import lobby
from caravanserai.server.identity import Signer
from caravanserai.server.metrics import Metrics
from caravanserai.server.presenting import MessageBuilder
from caravanserai.server.services import Services
from caravanserai.server.settings import Settings
from caravanserai.server.storage import Storage
from tests.cases import CASES
from tests.server.running import Server
from tests.server.test_secrets import table_for
from tests.server.test_tables import GAME, SEATS, people
from tests.server.wire import open_table


class Onlooker:
    """A connection that keeps what it is sent."""

    def __init__(self, viewer: int, person: str | None, language: str) -> None:
        self.viewer = viewer
        self.person = person
        self.language: str | None = language
        self.packed = False
        self.table_id: str | None = "abcdefghijkl"
        self.granted: dict[int, str] = {}
        self.sent: list[bytes] = []

    def send(self, message: bytes, binary: bool = False) -> None:
        self.sent.append(message)

    def together(self) -> AbstractContextManager[None]:
        return nullcontext()


def test_a_message_is_made_once_for_all_who_see_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    real = MessageBuilder._json

    def counted(builder: MessageBuilder, *args: Any) -> bytes:
        made.append(args)
        return real(builder, *args)

    monkeypatch.setattr(MessageBuilder, "_json", counted)
    services = Services(Settings(), Storage("sqlite://"), Signer(b"x" * 32), Metrics())
    table = table_for(CASES[-1], "ab" * 32)
    onlookers = [Onlooker(SPECTATOR, f"e{n}", ("en", "fr")[n % 2]) for n in range(150)]
    players = [Onlooker(seat, f"p{seat}", "en") for seat in range(len(table.seats))]
    services.registry.watchers[table.id].update(onlookers, players)
    table = services.registry.hold(table)
    services.publisher.publish(table)
    assert len(made) == 2 + len(players)
    assert all(len(watcher.sent) == 1 for watcher in (*onlookers, *players))
    assert len({watcher.sent[0] for watcher in onlookers}) == 2


def test_one_person_has_so_many_tables_running_and_no_more(server: Server) -> None:
    async def scenario() -> None:
        (ann,) = await people(server, "Ann")
        for _ in range(lobby.MOST_MADE["running"]):
            await open_table([ann], GAME, SEATS - 1)
        table, _ = await open_table([ann], GAME, SEATS - 1, start=False)
        assert await ann.refused("POST", f"/api/tables/{table}/start", json={}) == (429, "too_fast")
        assert (await ann.get(f"/api/tables/{table}"))["status"] == "waiting"
        made = await asyncio.gather(
            *(
                ann.request("POST", "/api/tables", json={"game": GAME, "seats": [{"kind": "bot"}] * SEATS})
                for _ in range(30)
            )
        )
        assert sum(answer.status_code == 201 for answer in made) == lobby.MOST_MADE["waiting"] - 1

    asyncio.run(scenario())
