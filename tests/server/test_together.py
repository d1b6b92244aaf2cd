"""Friends at a table: they play again, stand in for each other, come late, and have time in a bank or days off."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from caravanserai.server.clock import Clock
from tests.server.running import PostgreSQL, Server, Servers, sharing
from tests.server.test_calling import news
from tests.server.test_cluster import until
from tests.server.test_seats import asked, state_with
from tests.server.test_tables import people
from tests.server.wire import Live, Person, open_table

GAME = "tantan"
BANK, INCREMENT = 20, 2


async def play_out(table: str, *players: Person) -> None:
    """Let bots play a match to its end."""
    for person in players:
        await person.post(f"/api/tables/{table}/leave")
    await finished(players[0], table)


async def finished(person: Person, table: str) -> None:
    while (await person.get(f"/api/tables/{table}"))["status"] != "finished":
        await asyncio.sleep(0.05)


async def again(person: Person, table: str, **answer: Any) -> dict[str, Any]:
    """Answer, or make, an offer to play again."""
    told: dict[str, Any] = await person.post(f"/api/tables/{table}/rematch", **answer)
    return told


def standings(state: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    """Played, won and points of each in the series."""
    entries = state["table"]["series"]["standings"]
    return {entry["nickname"] or entry["level"]: (entry["played"], entry["won"], entry["points"]) for entry in entries}


# Playing again -------------------------------------------------------------------------------------------------------


def test_friends_play_again_and_the_evening_adds_up(server: Server) -> None:
    async def scenario() -> None:
        ann, bob, cleo = await people(server, "Ann", "Bob", "Cleo")
        table, invite = await open_table([ann, bob, cleo], GAME, 0, public=False)
        eve = await Person(server, "Eve").arrive()
        assert (await ann.refused("POST", f"/api/tables/{table}/rematch", json={}))[1] == "conflict"
        await play_out(table, ann, bob, cleo)
        async with (
            ann.live(table=table, seat=0) as one,
            bob.live(table=table, seat=1) as two,
            eve.live(table=table, invite=invite) as onlooker,
        ):
            first = (await one.next("snapshot"))["outcome"]
            assert [entry["reason"] for entry in first["stand_ins"]] == ["bot_after_leave"] * 3
            assert all(entry["decisions"] == entry["of"] > 0 for entry in first["stand_ins"])
            await two.next("snapshot")
            await onlooker.next("snapshot")
            assert (await again(ann, table))["table"]["rematch"] is None
            offer = (await until(two, lambda s: s["again"]))["again"]
            assert [person["answer"] for person in offer["people"]] == ["yes", None, None]
            assert (offer["by"], offer["without"]) == (0, None)
            [mine] = [entry for entry in await bob.get("/api/mine") if entry["table"]["id"] == table]
            assert mine["again"] == offer
            # She looks on by an invite that she does not send along: there is no such table for her.
            assert (await eve.refused("POST", f"/api/tables/{table}/rematch", json={}))[1] == "not_found"
            await again(bob, table)
            await again(cleo, table, accept=False)
            # One of three does not want to: the two others agree on what to do.
            asked = await again(ann, table, without={"level": "apprentice"})
            assert asked["table"]["rematch"] is None
            await until(two, lambda s: s["again"]["without"] == {"level": "apprentice"})
            following = (await again(bob, table, without={"level": "apprentice"}))["table"]["rematch"]
            await until(one, lambda s: s["table"]["rematch"] == following)
            await until(onlooker, lambda s: s["table"]["rematch"] == following)
            assert all(state["again"] is None for state in onlooker.states())
        made = await ann.get(f"/api/tables/{following}")
        assert (made["status"], made["public"]) == ("running", False)
        assert [seat["nickname"] or seat["level"] for seat in made["seats"]] == ["Bob", "apprentice", "Ann"]
        assert made["series"]["matches"] == 1
        assert following not in [entry["table"]["id"] for entry in await cleo.get("/api/mine")]
        await play_out(following, ann, bob)
        async with ann.live(table=following, seat=2) as live:
            state = await live.next("snapshot")
        second, told = state["outcome"], standings(state)
        assert state["table"]["series"]["matches"] == 2
        assert told["Ann"][2] == first["scores"][0] + second["scores"][2]
        assert told["Bob"] == (
            2,
            (first["ranks"][1] == 1) + (second["ranks"][0] == 1),
            first["scores"][1] + second["scores"][0],
        )
        assert told["Cleo"] == (1, first["ranks"][2] == 1, first["scores"][2])
        assert told["apprentice"] == (1, second["ranks"][1] == 1, second["scores"][1])

    asyncio.run(scenario())


def test_an_offer_is_in_ones_list_until_it_is_answered_and_in_nobody_elses(server: Server) -> None:
    async def scenario() -> None:
        ann, bob, eve = await people(server, "Ann", "Bob", "Eve")
        table, _ = await open_table([ann, bob], GAME, 0)
        async with ann.live() as one, bob.live() as two, eve.live() as onlooker:
            for live in (one, two, onlooker):
                await live.send(type="mine")
                await live.next("mine")
            await play_out(table, ann, bob)
            for live in (one, two):
                while (await live.next("mine"))["gone"] != [table]:
                    pass
            await again(ann, table)
            [entry] = (await two.next("mine"))["tables"]
            assert (entry["table"]["id"], entry["again"]["by"]) == (table, 0)
            async with bob.live() as later:  # whoever comes only then is told too
                await later.send(type="mine")
                [listed] = (await later.next("mine"))["tables"]
                assert listed["again"] == entry["again"]
            await again(bob, table, accept=False)
            assert (await two.next("mine"))["gone"] == [table]
            following = (await again(bob, table))["table"]["rematch"]
            for live in (one, two):
                [entry] = (await live.next("mine"))["tables"]
                assert entry["table"]["id"] == following
            for live in (one, onlooker):
                with pytest.raises(TimeoutError):
                    await news(live, 1)

    asyncio.run(scenario())


# Before the match ----------------------------------------------------------------------------------------------------


def test_whoever_made_a_table_frees_seats_and_closes_it_before_the_start(server: Server) -> None:
    async def scenario() -> None:
        ann, bob, cleo = await people(server, "Ann", "Bob", "Cleo")
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        made = await ann.post("/api/tables", game=GAME, seats=seats, public=False)
        table, invite = made["table"]["id"], made["invite"]
        for person in (bob, cleo):
            await person.post(f"/api/tables/{table}/sit", invite=invite)
        path = f"/api/tables/{table}"
        assert await bob.refused("POST", f"{path}/arrange", json={"seat": 2}) == (403, "not_yours")
        assert await bob.refused("POST", f"{path}/close") == (403, "not_yours")
        assert await ann.refused("POST", f"{path}/arrange", json={"seat": 0}) == (409, "conflict")
        async with bob.live(table=table, seat=1) as live, cleo.live() as listed:
            assert (await live.next("snapshot"))["mine"] == [1]
            await listed.send(type="mine")
            assert [entry["table"]["id"] for entry in (await listed.next("mine"))["tables"]] == [table]
            await ann.post(f"{path}/arrange", seat=1)
            assert (await live.next("seat_lost"))["seat"] == 1
            assert (await bob.post(f"{path}/sit", invite=invite))["seat"] == 1  # they may come back
            await bob.post(f"{path}/leave")
            told = await ann.post(f"{path}/arrange", seat=2, level="merchant")
            assert [seat["kind"] for seat in told["seats"]] == ["person", "open", "bot"]
            assert (await listed.next("mine"))["gone"] == [table]
            await bob.post(f"{path}/sit", invite=invite)
            # Before the start one may take another name, but not that of somebody else, nor anybody's seat with it.
            renamed = await bob.post(f"{path}/sit", seat=1, nickname="Robert", invite=invite)
            assert [seat["nickname"] for seat in renamed["table"]["seats"]][:2] == ["Ann", "Robert"]
            for wanted in ({"seat": 1, "nickname": "ann"}, {"seat": 0, "nickname": "Bob"}):
                assert (await bob.refused("POST", f"{path}/sit", json=wanted))[1] == "conflict"
            assert (await ann.post(f"{path}/close"))["status"] == "waiting"
            assert (await live.next("error"))["code"] == "closed"
        for person in (ann, bob):
            assert await person.get("/api/mine") == []
            assert await person.refused("GET", path) == (404, "not_found")
        running, _ = await open_table([ann, bob], GAME, 0)
        assert await ann.refused("POST", f"/api/tables/{running}/close") == (409, "conflict")

    asyncio.run(scenario())


# Playing again at one device, or after giving up ----------------------------------------------------------------------


def test_one_device_and_those_who_gave_up_play_again_too(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Ann", "Bob")
        seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "me", "nickname": "Zoe"}]
        table = (await ann.post("/api/tables", game=GAME, seats=seats, public=False))["table"]["id"]
        await ann.post(f"/api/tables/{table}/start")
        await play_out(table, ann)
        following = (await again(ann, table))["table"]["rematch"]
        made = await ann.get(f"/api/tables/{following}")
        assert made["status"] == "running"
        assert [seat["nickname"] for seat in made["seats"]] == [None, "Zoe", "Ann"]

        table, _ = await open_table([ann, bob], GAME, 0)
        await ann.post(f"/api/tables/{table}/resign")
        await play_out(table, bob)
        await again(ann, table)
        # Nobody has accepted any more: the offer is gone, and can be made anew.
        assert (await again(ann, table, accept=False))["again"] is None
        await again(bob, table)
        following = (await again(ann, table))["table"]["rematch"]
        async with ann.live(table=following, seat=1) as live:
            state = await live.next("snapshot")
            assert [seat["resigned"] for seat in state["table"]["seats"]] == [False, False]
            # Whoever stays has won, whatever the bots made of it.
            assert [standings(state)[name][:2] for name in ("Ann", "Bob")] == [(1, 0), (1, 1)]
        # A seat that is left free: the table waits for whoever comes.
        await play_out(following, ann, bob)
        last = (await again(ann, following, without={}))["table"]["rematch"]
        made = await ann.get(f"/api/tables/{last}")
        assert (made["status"], [seat["kind"] for seat in made["seats"]]) == ("waiting", ["person", "open"])
        await bob.post(f"/api/tables/{last}/sit")
        assert (await ann.post(f"/api/tables/{last}/start"))["series"]["matches"] == 2

    asyncio.run(scenario())


def test_rematch_and_seats_by_way_of_two_processes(cluster: PostgreSQL, tmp_path: Path) -> None:
    async def scenario(servers: Servers) -> None:
        first, second = servers.members
        ann, bob, cleo = await people(first, "Ann", "Bob", "Cleo")
        there = bob.at(second)
        table, invite = await open_table([ann, bob, cleo], GAME, 0, public=False)
        await play_out(table, ann, bob, cleo)
        # All at once, by way of both: there is one next table.
        await asyncio.gather(again(ann, table), again(there, table), again(cleo.at(second), table))
        found = {(await again(person, table))["table"]["rematch"] for person in (ann, there, cleo)}
        assert len(found) == 1
        [following] = found
        assert following is not None
        assert sum(entry["table"]["id"] != table for entry in await bob.get("/api/mine")) == 1
        async with there.live(table=following, seat=0) as live:
            assert (await live.next("snapshot"))["table"]["status"] == "running"

        # Somebody who comes late takes a bot's seat by way of the other process; two who want it get one.
        table, invite = await open_table([ann], GAME, 1, public=False)
        dora, emil = await people(first, "Dora", "Emil")
        dora = dora.at(second)
        assert (await dora.refused("POST", f"/api/tables/{table}/sit", json={}))[1] == "not_found"
        async with ann.live(table=table, seat=0) as live:
            await live.next("snapshot")
            tries = [p.request("POST", f"/api/tables/{table}/sit", json={"seat": 1}, headers={"x-invite": invite})
                     for p in (dora, emil)]  # fmt: skip
            answers = await asyncio.gather(*tries)
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            state = await state_with(live, "person_joins")
            assert state["table"]["seats"][1]["nickname"] in ("Dora", "Emil")
        late = dora if answers[0].status_code == 200 else emil
        async with ann.live(table=table, seat=0) as one, late.live(table=table, seat=1) as two:
            for _ in range(12):
                mover = await asked(one, two)
                question = mover.state["question"]["id"]
                await mover.decide()
                told = await mover.next("accepted", "error")
                assert told["type"] == "accepted", told
                # What was sent before, when the other one came by way of the other process, asks the same again.
                if (mover.state["question"] or {}).get("id") == question:
                    mover.state = {}

        # An offer outlives the process by way of which it was made.
        await play_out(table, ann, late)
        await again(ann.at(second), table)
        second.kill()
        assert (await again(late.at(first), table))["table"]["rematch"]

    with sharing(tmp_path, cluster.new_database(), 2) as servers:
        asyncio.run(scenario(servers))
        said = servers.said()
        assert "Traceback" not in said, said


# Seats that move -----------------------------------------------------------------------------------------------------


async def until_waited_for(seat: int, *lives: Live) -> dict[str, Any]:
    """Play until the table waits for a seat that nobody looks from."""
    while True:
        for live in lives:
            await live.send(type="watch", table=live.state["table"]["id"], seat=live.state["seat"])
            await live.next("snapshot")
        if seat in lives[0].state["table"]["actors"]:
            return lives[0].state
        mover = next(live for live in lives if live.state["question"])
        await mover.decide()
        await mover.next("accepted")


def test_a_bot_plays_for_whoever_is_away_if_the_others_want_it(own_server: Server) -> None:
    own_server.start()

    async def scenario() -> None:
        ann, bob, cleo = await people(own_server, "Ann", "Bob", "Cleo")
        table, _ = await open_table([ann, bob], GAME, 0)
        absent = f"/api/tables/{table}/absent"
        async with ann.live(table=table, seat=0) as live:
            await live.next("snapshot")
            since = (await until_waited_for(1, live))["table"]["waiting_since"]
            assert 0 <= live.state["now"] - since < 30
            # A minute has not passed yet; and nobody else is waited for, or may ask.
            assert (await ann.refused("POST", absent, json={"seat": 1})) == (409, "conflict")
            assert (await ann.refused("POST", absent, json={"seat": 0})) == (409, "conflict")
            assert (await cleo.refused("POST", absent, json={"seat": 1})) == (403, "not_yours")
        own_server.kill()
        own_server.command += ["--absence", "0.5"]
        await asyncio.to_thread(own_server.start)
        assert (await ann.get(f"/api/tables/{table}"))["waiting_since"] == since
        await asyncio.sleep(0.6)
        async with ann.live(table=table, seat=0) as live:
            await live.next("snapshot")
            assert (await ann.post(absent, seat=1))["seats"][1]["stand_in"]
            await state_with(live, "bot_after_absence")
        async with bob.live(table=table, seat=1) as live:
            assert (await live.next("snapshot"))["table"]["seats"][1]["stand_in"] is None

        # Whoever made the table is the one who is away: all others who are there agree.
        table, _ = await open_table([ann, bob, cleo], GAME, 0)
        absent = f"/api/tables/{table}/absent"
        async with bob.live(table=table, seat=1) as two, cleo.live(table=table, seat=2) as three:
            for live in (two, three):
                await live.next("snapshot")
            await until_waited_for(0, two, three)
            await asyncio.sleep(0.6)
            assert (await bob.post(absent, seat=0))["seats"][0]["stand_in"] is None
            assert (await until(three, lambda s: s["table"]["vote"]))["table"]["vote"] == {"seat": 0, "agreed": [1]}
            assert (await cleo.post(absent, seat=0))["seats"][0]["stand_in"]
            assert (await until(two, lambda s: s["table"]["seats"][0]["stand_in"]))["table"]["vote"] is None

    asyncio.run(scenario())


def test_nobody_takes_a_bots_seat_where_the_table_does_not_allow_it(server: Server) -> None:
    async def scenario() -> None:
        ann, bob = await people(server, "Zenobia", "Bob")
        table, _ = await open_table([ann], GAME, 1, public=True)
        assert (await bob.refused("POST", f"/api/tables/{table}/sit", json={}))[1] == "conflict"
        table, _ = await open_table([ann], GAME, 1, public=True, bots_open=True)
        assert (await ann.refused("POST", f"/api/tables/{table}/sit", json={}))[1] == "conflict"
        assert (await bob.post(f"/api/tables/{table}/sit"))["seat"] == 1
        await play_out(table, ann, bob)
        async with ann.live(table=table, seat=0) as live:
            told = {entry["seat"]: entry for entry in (await live.next("snapshot"))["outcome"]["stand_ins"]}
        assert told[1]["reason"] == "bot_after_leave"
        # One person's tables do not fill the lobby.
        for _ in range(5):
            await open_table([ann], GAME, 1, public=True, start=False)
        listed = [entry for entry in await bob.get("/api/lobby") if entry["seats"][0]["nickname"] == "Zenobia"]
        assert len([entry for entry in listed if entry["status"] == "waiting"]) == 3

    asyncio.run(scenario())


# Time ----------------------------------------------------------------------------------------------------------------


def test_a_bank_of_time_is_used_up_and_a_turn_is_still_possible(own_server: Server) -> None:
    own_server.command += ["--grace", "0.1"]
    own_server.start()

    async def scenario() -> None:
        ann, bob = await people(own_server, "Ann", "Bob")
        for bad in ({"bank": 60, "turn": 60}, {"increment": 5}):
            body = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}], "clocks": bad}
            assert (await ann.refused("POST", "/api/tables", json=body))[1] == "invalid_option"
        table, _ = await open_table([ann, bob], GAME, 0, clocks={"bank": BANK, "increment": INCREMENT})
        async with ann.live(table=table, seat=0) as one, bob.live(table=table, seat=1) as two:
            live = await asked(one, two)
            seat = live.state["seat"]

            def clock(of: int) -> dict[str, Any]:
                return next(dict(entry) for entry in live.state["clocks"] if entry["seat"] == of)

            begun = clock(seat)
            assert 0 < begun["at"] - live.state["now"] <= BANK + 5  # that many more for coming to it
            assert clock(1 - seat) == {"seat": 1 - seat, "at": None, "left": BANK}
            await asyncio.sleep(1.0)
            await live.decide()
            await live.next("accepted")
            await live.next("update")
            assert live.state["undo"]
            assert clock(seat) == begun, "it runs on"
            await live.send(type="undo", key=live.key())
            await live.next("update")
            assert clock(seat) == begun, "and gives nothing back"
            other = two if live is one else one
            await state_with(live, "bot_after_time")
            assert clock(seat) == {"seat": seat, "at": None, "left": 0.0}
            await live.send(type="back")
            await state_with(live, "person_back")
            while live.state["question"] is None:
                if other.state["question"]:
                    await other.decide()
                    other.state = {**other.state, "question": None}
                mover = await asked(one, two)
                if mover is live:
                    break
            left = clock(seat)["at"] - live.state["now"]
            assert 5 < left <= 10, "what a turn gets at least"

    asyncio.run(scenario())


def test_a_clock_is_stored_as_it_is() -> None:
    for clock in (
        Clock(at=5.0, bank=0.0),
        Clock(left=0.0, eased=True),
        Clock(at=1.5, bank=3.0, answered=0.0, spare=[2.0]),
    ):
        assert Clock(**clock.as_json()) == clock


def test_clocks_of_days_stand_still_on_vacation(own_server: Server) -> None:
    own_server.start()

    async def scenario() -> None:
        ann, bob = await people(own_server, "Ann", "Bob")
        table, _ = await open_table([ann, bob], GAME, 0, clocks={"turn": 2 * 86400})
        async with Person(own_server, "Eve").live(table=table) as eve:
            [clock] = (await eve.next("snapshot"))["clocks"]
            person, seat = (ann, bob)[clock["seat"]], clock["seat"]
            assert (await person.get("/api/me"))["vacation"] == {"until": None, "days_left": 30}
            assert (await person.refused("POST", "/api/me/vacation", json={"days": 31}))[1] == "invalid"
            away = (await person.post("/api/me/vacation", days=10))["vacation"]
            assert away["days_left"] == 20
            state = await until(eve, lambda s: s["clocks"][0]["at"] is None)
            assert state["clocks"][0]["left"] == pytest.approx(2 * 86400, abs=60)
            assert state["table"]["seats"][seat]["vacation_until"] == away["until"]
        # It is known after a crash, and at tables that begin meanwhile.
        own_server.kill()
        await asyncio.to_thread(own_server.start)
        later, _ = await open_table([ann, bob], GAME, 0, clocks={"turn": 86400})
        for name in (table, later):
            info = await bob.get(f"/api/tables/{name}")
            assert info["seats"][seat]["vacation_until"] == away["until"]
        assert (await person.refused("POST", "/api/me/vacation", json={"days": 30}))[1] == "conflict"
        assert (await person.post("/api/me/vacation", days=0))["vacation"] == {"until": None, "days_left": 29}
        async with Person(own_server, "Eve").live(table=table) as eve:
            [clock] = (await eve.next("snapshot"))["clocks"]
            assert clock["at"] == pytest.approx(eve.state["now"] + 2 * 86400, abs=60)

    asyncio.run(scenario())
