"""Results belong to a person, and only what they played themselves says something about them."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.server.running import Server
from tests.server.wire import Person, open_table

QUICK = "tantan"


async def until_over(server: Server, table: str, invite: str) -> None:
    async with Person(server, "Eve").live(table=table, invite=invite) as live:
        while not live.state or live.state["outcome"] is None:
            await live.next()


def test_who_types_anothers_name_does_not_have_their_matches(server: Server) -> None:
    async def scenario() -> None:
        alice, stranger = [await Person(server, "Alice").arrive() for _ in range(2)]
        table, _ = await open_table([alice], QUICK, 1)
        async with alice.live(table=table, seat=0) as live:
            [entry] = await alice.get("/api/mine")
            assert entry["rank"] is None
            await live.play(random.Random(1))
            rank = live.state["outcome"]["ranks"][0]
        [entry] = await alice.get("/api/mine")
        assert entry["rank"] == rank
        [entry] = await alice.get("/api/statistics")
        assert (entry["game"], entry["played"]) == (QUICK, 1)
        assert await stranger.get("/api/statistics") == []
        assert await Person(server, "nobody").refused("GET", "/api/statistics") == (401, "not_known")

    asyncio.run(scenario())


def test_a_match_that_a_bot_played_for_somebody_does_not_count_for_them(server: Server) -> None:
    async def scenario() -> None:
        lazy, busy = await Person(server, "Lazybones").arrive(), await Person(server, "Busybody").arrive()
        for _ in range(2):
            table, invite = await open_table([lazy, busy], QUICK, 0)
            await lazy.post(f"/api/tables/{table}/leave")
            async with busy.live(table=table, seat=1) as live:
                await live.play(random.Random(2))
            await until_over(server, table, invite)
        assert await lazy.get("/api/statistics") == []
        [entry] = await busy.get("/api/statistics")
        assert entry["played"] == 2
        rated = {rating["name"]: rating for rating in await busy.get(f"/api/ratings?game={QUICK}")}
        assert "Lazybones" not in rated
        assert rated["Busybody"]["played"] == 2

    asyncio.run(scenario())


def test_giving_up_counts(server: Server) -> None:
    async def scenario() -> None:
        quitter, rival = await Person(server, "Quitter").arrive(), await Person(server, "Rival").arrive()
        table, _ = await open_table([quitter, rival], QUICK, 0)
        await quitter.post(f"/api/tables/{table}/resign")
        async with rival.live(table=table, seat=1) as live:
            await live.play(random.Random(3))
        [entry] = await quitter.get("/api/statistics")
        assert (entry["played"], entry["won"], entry["mean_rank"]) == (1, 0, 2.0)

    asyncio.run(scenario())


def test_ratings_are_told_around_1500_and_belong_to_people_not_to_names(server: Server) -> None:
    async def scenario() -> None:
        first, second = [await Person(server, "Twin").arrive() for _ in range(2)]
        for winner in (first, first, second):
            rival = await Person(server, "Marker").arrive()
            table, _ = await open_table([winner, rival], QUICK, 0)
            await rival.post(f"/api/tables/{table}/resign")
            async with winner.live(table=table, seat=0) as live:
                await live.play(random.Random(4))
        listed = await first.get(f"/api/ratings?game={QUICK}")
        certain = [row["mu"] - 1.959964 * row["sigma"] for row in listed]
        assert certain == sorted(certain, reverse=True)
        twins = {row["me"]: row for row in listed if row["name"] == "Twin"}
        assert {me: row["played"] for me, row in twins.items()} == {True: 2, False: 1}
        for row in listed:
            assert row["rating"] == pytest.approx(1500 + 29.479 * (row["mu"] - 25), abs=1)
            assert row["doubt"] == pytest.approx(1.96 * 29.479 * row["sigma"], abs=1)
        assert twins[True]["doubt"] < twins[False]["doubt"] < 482
        [mine] = await first.get("/api/statistics")
        assert (mine["rating"], mine["doubt"]) == (twins[True]["rating"], twins[True]["doubt"])
        await first.post("/api/me", nickname="Elder twin")
        [me] = [row for row in await first.get(f"/api/ratings?game={QUICK}") if row["me"]]
        assert (me["name"], me["rating"]) == ("Elder twin", mine["rating"])

    asyncio.run(scenario())
