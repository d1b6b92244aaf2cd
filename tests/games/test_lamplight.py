"""Scenarios for every rule of Lamplight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from caravanserai.games import find_game
from caravanserai.kernel.errors import InvalidEdition, InvalidPosition, NothingToUndo
from caravanserai.match import Match
from tests.lamplight.rules import GOODS

Counts = Mapping[str, int]


def scene(
    seats: int = 2,
    stall: Counts = {"tea": 1},  # noqa: B006
    goods: tuple[Counts, ...] = (),
    coins: tuple[int, ...] = (8, 8, 8, 8),
    order: tuple[str, ...] = ("silk", "jade", "tea", "spices"),
    evening: int = 2,
) -> Match:
    """A match at a position described by what matters; all other goods are in the pile, the bank has the other coins.

    Goods that lie nowhere else by that evening are the first seat's.
    """
    position = Match("lamplight", seats, seed=0).position()
    state = position["state"]
    held = [{good: (goods[k] if k < len(goods) else {}).get(good, 0) for good in GOODS} for k in range(4)]
    rest = [good for good in GOODS for _ in range(2 - stall.get(good, 0) - sum(have[good] for have in held))]
    while len(rest) > 10 - evening:
        held[0][rest.pop(0)] += 1
    state.update(
        evening=evening,
        stall={good: stall.get(good, 0) for good in GOODS},
        goods=held,
        coins=[coins[k] if k < seats else 0 for k in range(4)],
        bank=8 * seats - sum(coins[:seats]),
        offered=[0 if k < seats else -1 for k in range(4)],
        order=list(order[:seats]),
        pile=rest,
    )
    return Match.from_position(position, seed=1)


def offer(match: Match, *coins: int) -> None:
    """All seats offer."""
    for seat, number in enumerate(coins):
        match.play(seat, f"offer coins={number}")


def seat_of(match: Match, seat: int) -> Any:
    return match.view(seat)["table"]["seats"][seat]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_1_ten_goods_an_order_each_and_eight_coins(seats: int) -> None:
    match = Match("lamplight", seats, seed=3)
    state = match.position()["state"]
    stall = [good for good, number in state["stall"].items() if number]
    assert sorted(state["pile"] + stall) == sorted(GOODS * 2)
    assert len(set(state["order"])) == len(state["order"]) == seats
    assert state["coins"] == [8] * seats + [0] * (4 - seats)


def test_rule_1_an_order_is_for_its_own_seat_only() -> None:
    match = Match("lamplight", 3, seed=3)
    for viewer in range(-1, 3):
        seen = match.view(viewer)["table"]["seats"]
        assert [seat["order"] is not None for seat in seen] == [seat == viewer for seat in range(3)]


def test_rule_2_every_evening_the_next_good_joins_the_stall() -> None:
    match = scene(stall={"jade": 1}, evening=2)
    pile = match.position()["state"]["pile"]
    offer(match, 1, 1)
    state = match.position()["state"]
    assert state["evening"] == 3
    assert state["pile"] == pile[:-1]
    assert match.view()["table"]["stall"] == {"jade": 1, pile[-1]: 1} or pile[-1] == "jade"


def test_rule_3_nobody_offers_more_than_three_or_than_they_have() -> None:
    match = scene(coins=(8, 2))
    assert [str(choice) for choice in match.choices(0)] == [f"offer coins={n}" for n in range(4)]
    assert [str(choice) for choice in match.choices(1)] == [f"offer coins={n}" for n in range(3)]


def test_rule_3_offers_are_secret_until_all_have_decided() -> None:
    match = scene(seats=3)
    match.play(1, "offer coins=2")
    assert match.actors == (0, 2)
    assert match.actors_seen(0) == (0, 1, 2)
    assert [event.name for event in match.events(1)] == ["promised"]
    assert match.events(0) == match.events() == []
    assert seat_of(match, 1)["offer"] == 2
    assert match.view(0)["table"]["seats"][1]["offer"] is None
    with pytest.raises(NothingToUndo):
        match.undo(1)
    match.play(0, "offer coins=0")
    match.play(2, "offer coins=3")
    assert [event.args["coins"] for event in match.events() if event.name == "offered"] == [0, 2, 3]


def test_rule_4_the_highest_offer_pays_and_takes_the_stall() -> None:
    match = scene(seats=3, stall={"jade": 1}, coins=(8, 8, 7))
    offer(match, 1, 3, 2)
    assert [seat_of(match, seat)["coins"] for seat in range(3)] == [8, 5, 7]
    assert seat_of(match, 1)["goods"] == {"jade": 1}
    assert match.position()["state"]["bank"] == 4


def test_rule_4_equal_offers_cancel_each_other() -> None:
    match = scene(seats=4)
    offer(match, 3, 3, 1, 0)
    assert seat_of(match, 2)["coins"] == 7
    assert seat_of(match, 2)["goods"] == {"tea": 1}


def test_rule_4_three_equal_offers_cancel_each_other_too() -> None:
    match = scene(seats=4)
    offer(match, 2, 2, 2, 1)
    assert seat_of(match, 3)["goods"] == {"tea": 1}


def test_rule_4_to_offer_nothing_is_no_offer() -> None:
    match = scene(stall={"tea": 2})
    offer(match, 0, 0)
    assert match.view()["table"]["stall"].items() >= {"tea": 2}.items()


def test_rule_5_what_nobody_takes_lies_there_for_another_evening() -> None:
    match = scene(stall={"jade": 2})
    offer(match, 2, 2)
    assert [event.name for event in match.events()] == ["offered", "offered", "nobody", "evening"]
    assert [seat_of(match, seat)["coins"] for seat in range(2)] == [8, 8]
    offer(match, 1, 0)
    match.play(0, match.choices(0)[0])
    assert seat_of(match, 0)["goods"]["jade"] == 2


def test_rule_6_of_different_goods_one_is_given_to_the_next_player() -> None:
    match = scene(seats=3, stall={"jade": 1, "silk": 1}, evening=3)
    offer(match, 0, 0, 2)
    assert match.actors == (2,)
    assert [str(choice) for choice in match.choices(2)] == ["give good=silk", "give good=jade"]
    assert match.prompt(2).args == {"rival": 0}
    before = seat_of(match, 0)["goods"]
    match.play(2, "give good=silk")
    assert match.events()[0].args == {"seat": 2, "rival": 0, "good": "silk"}
    assert seat_of(match, 0)["goods"] == {**before, "silk": before.get("silk", 0) + 1}
    assert seat_of(match, 2)["goods"] == {"jade": 1}


def test_rule_6_of_one_kind_nothing_is_given() -> None:
    match = scene(stall={"jade": 2})
    offer(match, 1, 0)
    assert match.phase == "offer"
    assert seat_of(match, 0)["goods"]["jade"] == 2


def test_rule_7_after_the_seventh_evening_the_stall_is_lost() -> None:
    match = scene(stall={"jade": 2}, evening=7)
    offer(match, 0, 0)
    outcome = match.outcome()
    assert outcome
    assert outcome.reason == "last_evening"
    assert match.view()["table"]["stall"] == {"jade": 2}
    assert "jade" not in seat_of(match, 0)["goods"]


def test_rule_7_a_gift_on_the_last_evening_is_still_made() -> None:
    match = scene(stall={"jade": 1, "tea": 1}, evening=7)
    offer(match, 3, 1)
    assert match.phase == "gift"
    match.play(0, "give good=jade")
    assert match.over
    assert seat_of(match, 1)["goods"] == {"jade": 1}


def test_rule_8_goods_orders_and_coins_count() -> None:
    match = scene(goods=({}, {"silk": 2, "tea": 1}), coins=(6, 3), order=("jade", "silk"), stall={"tea": 1}, evening=7)
    offer(match, 0, 0)
    assert [line.args["points"] for line in match.score_sheet()[1]] == [12, 8, 3]
    assert match.scores[1] == 23
    assert match.view()["table"]["seats"][0]["order"] == "jade"


def test_rule_8_with_equal_points_more_coins_win() -> None:
    goods: tuple[Counts, ...] = ({"tea": 2, "spices": 1}, {"silk": 2})
    match = scene(3, {"jade": 2}, goods, (8, 5, 1), ("jade", "tea", "carpets"), evening=7)
    offer(match, 0, 0, 0)
    outcome = match.outcome()
    assert outcome
    assert outcome.scores == (15, 15, 1)
    assert outcome.ranks == (1, 2, 3)


def test_rule_8_with_equal_coins_too_the_victory_is_shared() -> None:
    goods: tuple[Counts, ...] = ({"tea": 1, "silk": 1}, {"spices": 1, "carpets": 1})
    match = scene(3, {"jade": 2, "tea": 1}, goods, (5, 5, 0), ("jade", "tea", "silk"), evening=7)
    offer(match, 0, 0, 0)
    outcome = match.outcome()
    assert outcome
    assert outcome.winners == (0, 1)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"stall": dict.fromkeys(GOODS, 1)}, "in all, expected 2"),
        ({"bank": 3}, "coins and bank: 19 in all, expected 16"),
        ({"order": ["tea", "tea"]}, "order of seat 1: expected one that no other seat has"),
        ({"offer": [1, 2, -1, -1]}, "offer: expected another value as things stand"),
        ({"giver": 0}, "giver: expected another value"),
        ({"phase": "gift", "giver": 0}, "stall: expected another value"),
        ({"phase": "over"}, "phase and ended"),
        ({"offered": [1, -1, -1, -1]}, "offered: expected another value"),
    ],
)
def test_a_position_that_cannot_be_is_refused(changes: dict[str, Any], complaint: str) -> None:
    position = scene().position()
    position["state"].update(changes)
    with pytest.raises(InvalidPosition, match=complaint):
        Match.from_position(position)


def test_a_house_edition_needs_a_good_for_every_evening() -> None:
    with pytest.raises(InvalidEdition, match="copies: expected 11 to 20 goods in all, got 10"):
        find_game("lamplight").edition({"evenings": 11})
