"""Bad input: nothing that can be sent brings an internal error, a traceback, or a change of state."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import status_code_conformance

from tests.server.running import Server
from tests.server.test_tables import GAME, SEATS, people
from tests.server.wire import Live, Person, open_table

MUTATIONS = 4000
"""The soak sends a hundred thousand."""

EXAMPLES = 12
"""Requests to each operation of the OpenAPI page."""

STRANGE: list[Any] = [None, True, -1, 0, 1, 15, 16, 2**31, 2**63, -(2**63), 1e308, 0.5, "", " ", "0", "x" * 300,
                      "\u0000", "\ud83d\ude00", "<b>", "'; DROP TABLE moves; --", [], {}, [[]], {"verb": "take"},
                      {"verb": "", "args": {}}, {"verb": "x" * 39, "args": {"": 1}}]  # fmt: skip


def mutated(message: dict[str, Any], dice: random.Random) -> str:
    """A message as it should be, made wrong in one to three places."""
    message = json.loads(json.dumps(message))
    for _ in range(dice.randint(1, 3)):
        key = dice.choice([*message, "extra"])
        match dice.randrange(4):
            case 0:
                message.pop(key, None)
            case 1 | 2:
                message[key] = dice.choice(STRANGE)
            case 3:
                message[str(dice.choice(STRANGE))[:40]] = message.get(key)
    text = json.dumps(message)
    match dice.randrange(8):
        case 0:
            at = dice.randrange(len(text))
            return text[:at] + dice.choice('{}[]",:\\\u0000a1') + text[at + 1 :]
        case 1:
            return text[: dice.randrange(len(text))]
    return text


async def send_mutations(person: Person, table: str, seat: int, count: int, seed: int) -> int:
    """Send so many; how many were refused. Nothing that is accepted may be anything but a repetition."""
    dice = random.Random(seed)
    refused = sent = 0
    while sent < count:
        async with person.live(table=table, seat=seat) as live:
            await live.next("snapshot")
            question = live.state["question"]
            good: list[dict[str, Any]] = [
                {"type": "decide", "question_id": "0" * 18, "choice": 0, "key": "k"},
                {"type": "watch", "table": table, "seat": seat, "language": "en"},
                {"type": "undo", "key": "u"},
                {"type": "say", "phrase": "hello"},
            ]
            assert question is None or question["id"] != "0" * 18
            for _ in range(min(90, count - sent)):
                message = mutated(dice.choice(good), dice)
                if '"say"' in message and '"phrase": "hello"' in message:
                    continue
                await live.socket.send(message)
                sent += 1
            refused += await drain(live)
    return refused


async def drain(live: Live) -> int:
    """Read until the server has answered all; how many answers were refusals."""
    refused = 0
    await live.socket.send(json.dumps({"type": "undo", "key": "the end"}))
    while True:
        try:
            answer = await live.next()
        except Exception:
            return refused
        if answer["type"] == "error":
            assert answer["code"] != "unavailable", answer
            refused += 1
        if answer.get("key") == "the end":
            return refused


def test_mutated_messages_are_refused_and_change_nothing(sqlite_server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(sqlite_server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], GAME, SEATS - 2)
        async with bob.live(table=table) as live:
            before = await live.next("snapshot")
        assert await send_mutations(ann, table, 0, 500, seed=1)
        memory = sqlite_server.memory()
        assert await send_mutations(ann, table, 0, MUTATIONS, seed=2) > MUTATIONS / 2
        assert sqlite_server.memory() < memory + 8_000_000
        async with bob.live(table=table) as live:
            after = await live.next("snapshot")
        assert after["view"] == before["view"]
        assert after["table"] == before["table"]

    asyncio.run(scenario())


def test_what_is_not_text_or_too_long_ends_the_connection_only(sqlite_server: Server) -> None:
    async def scenario() -> None:
        [ann] = await people(sqlite_server, "Ann")
        table, _ = await open_table([ann], GAME, SEATS - 1)
        for junk in (b"\x00\xff" * 10, "x" * 20_000, b"{}"):
            async with ann.live(table=table, seat=0) as live:
                await live.next("snapshot")
                await live.socket.send(junk)
                await live.socket.wait_closed()
        async with ann.live(table=table, seat=0) as live:
            assert (await live.next())["type"] == "snapshot"

    asyncio.run(scenario())


def test_bodies_that_are_too_large_are_refused(sqlite_server: Server) -> None:
    with httpx.Client(base_url=sqlite_server.url) as client:
        answer = client.post("/api/me", content=b'{"nickname": "' + b"x" * 20_000 + b'"}')
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        answer = client.post("/api/me", content=(b"x" * 1000 for _ in range(20)))
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_everything_the_openapi_page_allows_is_answered_as_it_says(server: Server) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    cookies = {}

    async def introduce() -> None:
        [ann] = await people(server, "Ann")
        cookies.update(ann.cookies)

    asyncio.run(introduce())
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)

        @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(case=found.ok().as_strategy())
        def answered(case: schemathesis.Case[Any]) -> None:
            nonlocal tried
            answer = case.call(cookies=cookies)
            case.validate_response(answer, checks=[not_a_server_error, status_code_conformance])
            tried += 1

        answered()
    assert tried > 10 * EXAMPLES
