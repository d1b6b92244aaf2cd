"""Scenarios for every rule of Samarkand."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from caravanserai.games import find_game
from caravanserai.games.samarkand.rules import CITIES, GOODS, MARKETS, SPACES
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import (
    CaravanseraiError,
    IllegalChoice,
    InvalidEdition,
    InvalidOption,
    InvalidPosition,
    NothingToUndo,
    NotToAct,
)
from caravanserai.match import Match

FREE: Mapping[str, int] = {}
COPIES = {"grain": 22, "fruit": 20, "copper": 18, "carpets": 16, "camels": 14, "gems": 12}
CAMPS = {"A2": 5, "A5": 4, "B2": 6, "B4": 5, "C1": 4, "C2": 6, "C3": 6, "C4": 5, "D2": 4, "D5": 4}
OASES = {"A1": 20, "A4": 25, "B3": 25, "C5": 30, "D1": 20, "D3": 30}


def scene(
    seats: int = 2,
    at: str | tuple[str, ...] = "A1",
    hands: tuple[Mapping[str, int], ...] = (),
    camps: Mapping[str, Mapping[str, int]] | None = None,
    money: tuple[int, ...] = (),
    covered: tuple[str, ...] = (),
    known: tuple[Mapping[str, int], ...] = (),
    pile: Mapping[str, int] | None = None,
    seed: int = 1,
    edition: Edition | None = None,
    **changes: Any,
) -> Match:
    """Seat 0 is about to play, at a position described by what matters.

    Pawns stand at ``at``, hands and camps hold what is named and nothing else. Every other card is in the pile, or, if
    the ``pile`` is named, in the hand of the last seat.
    """
    position = Match("samarkand", seats, seed=0, edition=edition).position()
    state = position["state"]
    copies = edition["copies"] if edition else COPIES
    stock = {good: copies[good] - {2: 5, 3: 3, 4: 1, 5: 0}[seats] for good in GOODS}

    def use(cards: Mapping[str, int]) -> dict[str, int]:
        for good, number in cards.items():
            stock[good] -= number
        return {good: cards.get(good, 0) for good in GOODS}

    spaces = (at,) * seats if isinstance(at, str) else at
    state.update(
        phase="turn",
        first=0,
        turn=0,
        space=[*spaces, *["A1"] * (5 - seats)],
        money=[money[k] if k < len(money) else 200 * (k < seats) for k in range(5)],
        hand=[use(hands[k] if k < len(hands) else FREE) for k in range(5)],
        known=[{good: (known[k] if k < len(known) else FREE).get(good, 0) for good in GOODS} for k in range(5)],
        camp={space: use((camps or {}).get(space, FREE)) for space in SPACES},
        covered={market: int(market in covered) for market in MARKETS},
        pile=use(pile if pile is not None else dict(stock)),
    )
    for good, number in stock.items():
        state["hand"][seats - 1][good] += number
    state["held"] = [sum(hand.values()) for hand in state["hand"]]
    state["pile_left"] = sum(state["pile"].values())
    state.update(changes)
    return Match.from_position(position, seed)


def state(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = match.position()["state"]
    return found


def some(cards: Mapping[str, int]) -> dict[str, int]:
    return {good: number for good, number in cards.items() if number}


def held(match: Match, seat: int = 0) -> dict[str, int]:
    return some(state(match)["hand"][seat])


def known(match: Match, seat: int = 0) -> dict[str, int]:
    return some(state(match)["known"][seat])


def camp(match: Match, space: str) -> dict[str, int]:
    return some(state(match)["camp"][space])


def pile(match: Match) -> dict[str, int]:
    return some(state(match)["pile"])


def money(match: Match, seat: int = 0) -> int:
    return int(state(match)["money"][seat])


def pawn(match: Match, seat: int = 0) -> str:
    return str(state(match)["space"][seat])


def covered(match: Match) -> set[str]:
    return {market for market, chip in state(match)["covered"].items() if chip}


def offered(match: Match, seat: int = 0) -> set[str]:
    return {str(choice) for choice in match.choices(seat)}


def play(match: Match, seat: int, *moves: str) -> None:
    for move in moves:
        match.play(seat, move)


def told(match: Match, seat: int = -1) -> list[str]:
    return [event.name for event in match.events(seat)]


def rides(face: int, **changes: Any) -> Match:
    """Seat 0 has paid and rolled this; 0 is back."""
    for seed in range(200):
        match = scene(seed=seed, **changes)
        play(match, 0, "ride")
        if state(match)["rolled"] == face:
            return match
    raise AssertionError(f"{face} was never rolled")


# Set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "removed"), [(2, 5), (3, 3), (4, 1), (5, 0)])
def test_rule_1_cards_stay_in_the_box_by_number_of_seats(seats: int, removed: int) -> None:
    now = state(Match("samarkand", seats, seed=5))
    for good in GOODS:
        places = [now["pile"], *now["hand"], *now["camp"].values()]
        assert sum(place[good] for place in places) == COPIES[good] - removed
    assert now["pile_left"] == 102 - 6 * removed - 10 * 2 - seats * 7


def test_rule_1_two_cards_on_each_camp_and_seven_with_200_piastres_for_each_seat() -> None:
    match = Match("samarkand", 3, seed=5)
    for space in SPACES:
        assert sum(camp(match, space).values()) == (2 if space in CAMPS else 0)
    assert [sum(held(match, seat).values()) for seat in range(3)] == [7, 7, 7]
    assert [money(match, seat) for seat in range(3)] == [200, 200, 200]


def test_rule_1_the_first_seat_is_drawn_at_random() -> None:
    firsts = [Match("samarkand", 4, seed=seed).actors[0] for seed in range(200)]
    assert all(30 <= firsts.count(seat) <= 75 for seat in range(4))


def test_rule_2_pawns_are_placed_in_turn_order_anywhere_and_nothing_happens_there() -> None:
    match = Match("samarkand", 3, seed=5)
    first = match.actors[0]
    before = state(match)
    for k in range(3):
        seat = (first + k) % 3
        assert match.actors == (seat,)
        assert offered(match, seat) == {f"go space={space}" for space in SPACES}
        play(match, seat, "go space=A3")
    assert (match.phase, match.actors) == ("turn", (first,))
    after = state(match)
    assert after["space"][:3] == ["A3", "A3", "A3"]
    assert all(after[field] == before[field] for field in ("money", "hand", "camp", "known", "covered"))


def test_the_board_joins_every_pair_of_neighbours_by_one_arrow() -> None:
    exits = find_game("samarkand").edition()["exits"]
    arrows = [frozenset((here, there)) for here, ways in exits.items() for there in ways]
    rows = [SPACES[k : k + 5] for k in range(0, 20, 5)]
    lines = [*rows, *zip(*rows, strict=True)]
    neighbours = [frozenset(pair) for line in lines for pair in pairwise(line)]
    assert Counter(arrows) == Counter(neighbours)
    assert {len(ways) for ways in exits.values()} == {1, 2}


def test_the_board_has_ten_camps_six_oases_and_four_cities() -> None:
    edition = find_game("samarkand").edition()
    kinds = Counter(edition["kind"].values())
    assert kinds == {"camp": 10, "oasis": 6, **dict.fromkeys(CITIES, 1)}
    assert {space: room for space, room in edition["room"].items() if room} == CAMPS
    assert {space: price for space, price in edition["many_price"].items() if price} == OASES


# Moving -----------------------------------------------------------------------------------------------------------


def test_rule_3_a_walk_is_one_space_along_an_arrow_for_nothing() -> None:
    match = scene(at="A4", hands=({"grain": 1}, {}))
    assert offered(match) == {"go space=A5", "go space=B4", "ride"}
    play(match, 0, "go space=B4")
    assert (pawn(match), money(match)) == ("B4", 200)
    assert match.phase == "gift"


def test_rule_3_a_walk_can_be_taken_back_until_something_follows() -> None:
    match = scene(at="D3", hands=({"grain": 1}, {}))
    play(match, 0, "go space=D2")
    match.undo(0)
    assert pawn(match) == "D3"
    assert match.phase == "turn"


def test_rule_4_a_ride_costs_5_and_goes_exactly_as_far_as_the_die_says() -> None:
    # A1 - A2 is a fork after one space; from A3 there is only A4.
    match = rides(3, at="A1", hands=({"grain": 2}, {}))
    assert money(match) == 195
    assert (match.phase, pawn(match)) == ("riding", "A2")
    assert offered(match) == {"go space=A3", "go space=B2"}
    play(match, 0, "go space=A3")
    assert (match.phase, pawn(match)) == ("oasis", "A4")


def test_rule_4_the_rider_chooses_at_every_fork_and_passes_spaces_without_effect() -> None:
    match = rides(5, at="B2", hands=({"grain": 1}, {}), camps={"C2": {"gems": 6}})
    for way in ("C2", "C3", "B3", "A3"):
        assert match.phase == "riding"
        play(match, 0, f"go space={way}")
    assert (match.phase, pawn(match)) == ("oasis", "A4")
    assert camp(match, "C2") == {"gems": 6}
    assert money(match) == 195


def test_rule_4_a_way_at_a_fork_can_be_taken_back_but_not_the_roll() -> None:
    match = rides(2, at="A1", hands=({"grain": 1}, {}))
    play(match, 0, "go space=B2")
    match.undo(0)
    assert pawn(match) == "A2"
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_rule_4_back_goes_against_an_arrow_of_the_riders_choice() -> None:
    match = rides(0, at="B2", hands=({"grain": 1}, {}))
    assert match.phase == "back"
    assert offered(match) == {"go space=A2", "go space=B3"}
    play(match, 0, "go space=B3")
    assert (match.phase, pawn(match)) == ("oasis", "B3")


def test_rule_4_back_along_the_only_arrow_needs_no_choice() -> None:
    match = rides(0, at="A2", hands=({"grain": 1}, {}))
    assert (match.phase, pawn(match)) == ("oasis", "A1")


def test_rule_4_every_face_of_the_die_is_as_likely() -> None:
    rolls = Counter(state_after_ride(seed) for seed in range(300))
    assert set(rolls) == {0, 1, 2, 3, 4, 5}
    assert all(30 <= number <= 75 for number in rolls.values())


def state_after_ride(seed: int) -> int:
    match = scene(seed=seed, hands=({"grain": 1}, {}))
    play(match, 0, "ride")
    return int(state(match)["rolled"])


def test_rule_4_no_ride_with_less_than_5_piastres() -> None:
    assert offered(scene(at="A1", money=(4,))) == {"go space=A2"}
    assert "ride" in offered(scene(at="A1", money=(5,)))


# Camps ------------------------------------------------------------------------------------------------------------


def test_rule_5_a_camp_that_is_not_full_is_given_a_card() -> None:
    match = scene(at="A1", hands=({"grain": 2, "gems": 1}, {}), camps={"A2": {"fruit": 3}})
    play(match, 0, "go space=A2")
    assert offered(match) == {"give good=grain", "give good=gems"}
    play(match, 0, "give good=grain")
    assert camp(match, "A2") == {"fruit": 3, "grain": 1}
    assert held(match) == {"grain": 1, "gems": 1}
    assert money(match) == 200


def test_rule_5_with_an_empty_hand_the_pile_gives_and_the_seat_pays_20() -> None:
    match = scene(at="A1", pile={"gems": 5}, camps={"A2": {"fruit": 1}})
    play(match, 0, "go space=A2")
    assert camp(match, "A2") == {"fruit": 1, "gems": 1}
    assert pile(match) == {"gems": 4}
    assert (money(match), held(match)) == (180, {})
    assert match.actors == (1,)  # no swap without cards, and no walking on without a gift


def test_rule_6_any_number_of_swaps_one_for_one() -> None:
    match = scene(at="D1", hands=({"fruit": 1, "copper": 1, "carpets": 1}, {}), camps={"C1": {"gems": 2}})
    play(match, 0, "go space=C1", "give good=fruit", "swap give=copper take=gems", "swap give=carpets take=gems")
    assert held(match) == {"gems": 2}
    assert camp(match, "C1") == {"fruit": 1, "copper": 1, "carpets": 1}
    assert offered(match) == {"done", "swap give=gems take=fruit"}
    play(match, 0, "done")
    assert match.actors == (1,)


def test_rule_6_the_rulebooks_example_leaves_a_full_camp() -> None:
    camps = {"C1": {"gems": 2, "grain": 1}}
    match = scene(at="D1", hands=({"fruit": 1, "copper": 1, "carpets": 1}, {}), camps=camps)
    play(
        match, 0, "go space=C1", "give good=fruit", "swap give=copper take=gems", "swap give=carpets take=gems", "done"
    )
    assert camp(match, "C1") == {"grain": 1, "fruit": 1, "copper": 1, "carpets": 1}
    play(match, 1, "go space=C1")
    assert (money(match, 1), held(match, 1)) == (190, {"grain": 1, "fruit": 1, "copper": 1, "carpets": 1})


def test_rule_6_a_swap_is_of_different_goods() -> None:
    match = scene(at="D1", hands=({"fruit": 2, "gems": 1}, {}), camps={"C1": {"gems": 1}})
    play(match, 0, "go space=C1", "give good=fruit")
    swaps = {choice for choice in offered(match) if choice.startswith("swap")}
    assert swaps == {"swap give=fruit take=gems", "swap give=gems take=fruit"}


def test_rule_6_what_was_swapped_in_stays_so_swapping_ends_by_itself() -> None:
    match = scene(at="D1", hands=({"grain": 2, "copper": 1}, {}), camps={"C1": {"gems": 1}})
    play(match, 0, "go space=C1", "give good=grain", "swap give=copper take=gems")
    # The copper may not be taken back; the gift may be, and lay there before the first swap.
    assert offered(match) == {"done", "swap give=gems take=grain"}
    play(match, 0, "swap give=gems take=grain")
    assert match.actors == (1,)
    assert held(match) == {"grain": 2}
    assert camp(match, "C1") == {"copper": 1, "gems": 1}


def test_rule_6_a_walker_who_gave_may_walk_on_and_so_on() -> None:
    match = scene(at="A1", hands=({"grain": 3}, {}))
    play(match, 0, "go space=A2", "give good=grain")
    assert {"go space=A3", "go space=B2", "done"} <= offered(match)
    play(match, 0, "go space=B2", "give good=grain", "go space=C2", "give good=grain")
    assert offered(match) == {"go space=C3", "go space=D2", "done"}
    play(match, 0, "go space=D2")  # the hand is empty: the pile gives, and the chain ends
    assert money(match) == 180
    assert match.actors == (1,)
    assert camp(match, "A2") == camp(match, "B2") == camp(match, "C2") == {"grain": 1}


def test_rule_6_walking_on_to_a_city_sells_there() -> None:
    match = scene(at="A1", hands=({"grain": 1, "gems": 3}, {}))
    play(match, 0, "go space=A2", "give good=grain", "go space=A3", "sell good=gems cards=3")
    assert money(match) == 250


def test_rule_6_after_a_swap_there_is_no_walking_on() -> None:
    match = scene(at="A1", hands=({"grain": 2, "fruit": 2}, {}), camps={"A2": {"gems": 2}})
    play(match, 0, "go space=A2", "give good=grain", "swap give=fruit take=gems")
    assert not any(choice.startswith("go") for choice in offered(match))


def test_rule_6_a_rider_may_swap_but_not_walk_on() -> None:
    match = rides(1, at="A1", hands=({"grain": 2}, {}), camps={"A2": {"gems": 1}})
    play(match, 0, "give good=grain")
    assert offered(match) == {"done", "swap give=grain take=gems"}


def test_rule_6_a_rider_with_nothing_to_swap_has_done() -> None:
    match = rides(1, at="A1", hands=({"grain": 1}, {}), camps={"A2": {"gems": 1}})
    play(match, 0, "give good=grain")
    assert match.actors == (1,)


def test_rule_6_a_turn_does_not_end_by_itself_where_that_would_tell_of_the_hand() -> None:
    match = rides(1, at="A1", hands=({"gems": 2}, {}), camps={"A2": {"gems": 1}})
    play(match, 0, "give good=gems")
    assert offered(match) == {"done"}


def test_rule_6_gift_swap_and_walk_can_be_taken_back_one_by_one() -> None:
    match = scene(at="A1", hands=({"grain": 2, "fruit": 1}, {}), camps={"A2": {"gems": 1}})
    start = match.state_bytes()
    play(match, 0, "go space=A2", "give good=grain", "swap give=fruit take=gems")
    for _ in range(3):
        match.undo(0)
    assert match.state_bytes() == start
    play(match, 0, "go space=A2", "give good=grain", "done")
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_rule_7_a_full_camp_is_bought_out_for_10_and_gets_two_new_cards() -> None:
    full = {"fruit": 3, "gems": 2}
    match = scene(at="A1", hands=({"grain": 1}, {}), camps={"A2": full}, pile={"copper": 9})
    play(match, 0, "go space=A2")
    assert held(match) == {"grain": 1, **full}
    assert camp(match, "A2") == {"copper": 2}
    assert pile(match) == {"copper": 7}
    assert money(match) == 190
    assert match.actors == (1,)  # no gift, no swap, no walking on
    assert told(match) == ["walked", "bought_out", "stocked", "turn"]


@pytest.mark.parametrize(("space", "room"), CAMPS.items())
def test_rule_7_a_camp_is_full_with_as_many_cards_as_its_value(space: str, room: int) -> None:
    exits = find_game("samarkand").edition()["exits"]
    before = next(here for here in SPACES if space in exits[here])
    almost = scene(at=before, hands=({"gems": 1}, {}), camps={space: {"grain": room - 1}})
    play(almost, 0, f"go space={space}")
    assert almost.phase == "gift"
    full = scene(at=before, hands=({"gems": 1}, {}), camps={space: {"grain": room}})
    play(full, 0, f"go space={space}")
    assert held(full) == {"gems": 1, "grain": room}


# Oases ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("oasis", "price"), OASES.items())
def test_rule_8_one_card_for_5_or_four_for_the_price_of_the_oasis(oasis: str, price: int) -> None:
    exits = find_game("samarkand").edition()["exits"]
    before = next(here for here in SPACES if oasis in exits[here])
    for lot, cards, paid in (("one", 1, 5), ("many", 4, price)):
        match = rides_or_walks(before, oasis)
        assert offered(match) == {"buy lot=one", "buy lot=many"}
        play(match, 0, f"buy lot={lot}")
        assert sum(held(match).values()) == 1 + cards
        assert money(match) == 200 - paid
        assert match.actors == (1,)


def rides_or_walks(here: str, there: str) -> Match:
    match = scene(at=here, hands=({"grain": 1}, {}))
    play(match, 0, f"go space={there}")
    return match


def test_rule_8_four_cards_only_with_the_money_for_them() -> None:
    match = scene(at="B1", money=(19,))
    play(match, 0, "go space=A1")
    assert offered(match) == {"buy lot=one"}


def test_rule_8_with_less_than_5_three_cards_are_lost_at_random() -> None:
    lost: Counter[str] = Counter()
    for seed in range(60):
        match = scene(at="B1", money=(4,), hands=({"grain": 2, "gems": 2, "fruit": 1}, {}), seed=seed)
        before = pile(match)
        play(match, 0, "go space=A1")
        assert sum(held(match).values()) == 2
        assert money(match) == 4
        for good in GOODS:
            back = pile(match).get(good, 0) - before.get(good, 0)
            assert back == {"grain": 2, "gems": 2, "fruit": 1}.get(good, 0) - held(match).get(good, 0)
            lost[good] += back
        assert match.actors == (1,)
    assert lost["grain"] > 40
    assert lost["gems"] > 40
    assert lost["fruit"] > 20


def test_rule_8_a_smaller_hand_is_lost_whole() -> None:
    match = scene(at="B1", money=(0,), hands=({"grain": 1, "gems": 1}, {}))
    play(match, 0, "go space=A1")
    assert held(match) == {}
    assert match.actors == (1,)


def test_rule_8_the_owner_alone_sees_which_cards_are_lost() -> None:
    match = scene(at="B1", money=(0,), hands=({"grain": 3}, {}))
    play(match, 0, "go space=A1")
    own, other = (next(event for event in match.events(seat) if event.name == "lost") for seat in (0, 1))
    assert own.args["cards"] == {"grain": 3}
    assert (other.args["number"], other.args["cards"]) == (3, {})


# Cities -----------------------------------------------------------------------------------------------------------


PRICES = {
    "grain": (5, 10, 20, 40, 80, 120, 160),
    "fruit": (10, 15, 30, 60, 100, 140, 180),
    "copper": (10, 20, 40, 80, 130, 180),
    "carpets": (15, 30, 60, 110, 160),
    "camels": (20, 40, 80, 130, 180),
    "gems": (25, 50, 100, 150, 200),
}
BEFORE = {"gems": "A2", "fruit": "A2", "carpets": "B2", "copper": "A5", "camels": "D5", "grain": "D5"}
CITY = {"gems": "A3", "fruit": "A3", "carpets": "B1", "copper": "B5", "camels": "D4", "grain": "D4"}


def in_city(good: str, hand: Mapping[str, int], **changes: Any) -> Match:
    """Seat 0 has walked to the city that buys a good."""
    match = scene(at=BEFORE[good], hands=(hand, {}), **changes)
    play(match, 0, f"go space={CITY[good]}")
    return match


@pytest.mark.parametrize("good", GOODS)
def test_rule_9_two_or_more_cards_up_to_the_rows_last_price(good: str) -> None:
    for cards, price in enumerate(PRICES[good], 2):
        most = len(PRICES[good]) + 1
        match = in_city(good, {good: most + 1}, pile={})
        assert offered(match) == {f"sell good={good} cards={n}" for n in range(2, most + 1)}
        play(match, 0, f"sell good={good} cards={cards}")
        assert money(match) == 200 + price
        assert held(match) == {good: most + 1 - cards}
        assert pile(match) == {good: cards}
        assert match.actors == (1,)


def test_rule_9_five_grain_pay_40() -> None:
    match = in_city("grain", {"grain": 5})
    play(match, 0, "sell good=grain cards=5")
    assert money(match) == 240


def test_rule_9_an_assortment_of_three_pays_15() -> None:
    match = in_city("carpets", {"grain": 1, "fruit": 1, "gems": 1})
    play(match, 0, "assort goods=grain+fruit+gems")
    assert money(match) == 215
    assert held(match) == {}


def test_rule_9_an_assortment_is_any_two_to_six_different_goods_of_the_hand() -> None:
    match = in_city("copper", {"grain": 2, "fruit": 1, "gems": 1})
    assert offered(match) == {
        "assort goods=grain+fruit",
        "assort goods=grain+gems",
        "assort goods=fruit+gems",
        "assort goods=grain+fruit+gems",
    }
    for number, price in enumerate((5, 15, 30, 60, 100), 2):
        match = in_city("copper", dict.fromkeys(GOODS, 1))
        play(match, 0, "assort goods=" + "+".join(GOODS[:number]))
        assert money(match) == 200 + price
        assert held(match) == dict.fromkeys(GOODS[number:], 1)


def test_rule_9_a_seat_that_can_sell_must_and_chooses_the_market() -> None:
    match = in_city("gems", {"gems": 2, "fruit": 3})
    assert offered(match) == {"sell good=gems cards=2", "sell good=fruit cards=2", "sell good=fruit cards=3"}
    play(match, 0, "sell good=fruit cards=3")
    assert match.actors == (1,)  # one sale a visit


def test_rule_10_a_covered_market_pays_one_column_less() -> None:
    match = in_city("carpets", {"carpets": 6}, covered=("isfahan_1",))
    play(match, 0, "sell good=carpets cards=6")
    assert money(match) == 200 + 110


def test_rule_10_a_covered_market_for_assortments_pays_one_column_less() -> None:
    match = in_city("carpets", {"grain": 1, "fruit": 1, "gems": 1}, covered=("isfahan_2",))
    assert offered(match) == {"assort goods=grain+fruit+gems"}
    play(match, 0, "assort goods=grain+fruit+gems")
    assert money(match) == 205


def test_rule_10_the_least_sale_at_a_covered_market_is_three() -> None:
    match = in_city("gems", {"gems": 4}, covered=("samarkand_1",))
    assert offered(match) == {"sell good=gems cards=3", "sell good=gems cards=4"}
    poor = in_city("gems", {"gems": 2}, covered=("samarkand_1",))
    assert money(poor) == 180  # two gems cannot be sold: rule 12


@pytest.mark.parametrize(
    ("gems", "chips", "least", "fits"),
    [(1, (), 2, 0), (2, (), 2, 2), (2, (1,), 3, 0), (4, (1,), 3, 4), (7, (1,), 3, 6)],
)
def test_rule_10_a_seat_sees_from_how_many_cards_a_market_pays_and_how_many_of_its_own_it_buys(
    gems: int, chips: tuple[int, ...], least: int, fits: int
) -> None:
    match = in_city("gems", {"gems": gems, "grain": 2}, covered=tuple(f"samarkand_{chip}" for chip in chips))
    for viewer, bought in ((0, fits), (1, None), (-1, 0)):
        spaces = match.view(viewer)["table"]["spaces"]
        [market] = [m for seen in spaces for m in seen.get("markets", ()) if m["market"] == "samarkand_1"]
        assert (market["ware"], market["least"], market["most"]) == ("gems", least, 6)
        assert bought is None or market["fits"] == bought


@pytest.mark.parametrize("chips", [(), ("samarkand_1",)])
def test_rule_10_seven_gems_are_refused_with_or_without_a_chip(chips: tuple[str, ...]) -> None:
    match = in_city("gems", {"gems": 7}, covered=chips)
    with pytest.raises(IllegalChoice):
        play(match, 0, "sell good=gems cards=7")
    play(match, 0, "sell good=gems cards=6")
    assert money(match) == (350 if chips else 400)


def test_rule_11_a_chip_from_beside_the_board_covers_the_market() -> None:
    match = in_city("gems", {"gems": 2}, covered=("kashgar_1",))
    play(match, 0, "sell good=gems cards=2")
    assert covered(match) == {"kashgar_1", "samarkand_1"}
    assert match.actors == (1,)


def test_rule_11_with_both_chips_on_the_board_the_seat_chooses_which_moves() -> None:
    match = in_city("gems", {"gems": 2}, covered=("kashgar_1", "isfahan_2"))
    play(match, 0, "sell good=gems cards=2")
    assert (match.phase, match.actors) == ("chip", (0,))
    assert offered(match) == {"uncover market=kashgar_1", "uncover market=isfahan_2"}
    play(match, 0, "uncover market=isfahan_2")
    assert covered(match) == {"kashgar_1", "samarkand_1"}
    assert match.actors == (1,)


def test_rule_11_the_chip_may_come_from_the_other_market_of_the_city() -> None:
    match = in_city("gems", {"gems": 2}, covered=("kashgar_1", "samarkand_2"))
    play(match, 0, "sell good=gems cards=2", "uncover market=samarkand_2")
    assert covered(match) == {"kashgar_1", "samarkand_1"}


def test_rule_11_the_sale_can_be_taken_back_until_a_chip_is_chosen() -> None:
    match = in_city("gems", {"gems": 3}, covered=("kashgar_1", "isfahan_2"))
    play(match, 0, "sell good=gems cards=2")
    match.undo(0)
    play(match, 0, "sell good=gems cards=3", "uncover market=kashgar_1")
    assert money(match) == 250
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_rule_11_a_market_already_covered_stays_so() -> None:
    match = in_city("gems", {"gems": 3}, covered=("samarkand_1", "isfahan_2"))
    play(match, 0, "sell good=gems cards=3")
    assert covered(match) == {"samarkand_1", "isfahan_2"}
    assert match.actors == (1,)
    alone = in_city("gems", {"gems": 3}, covered=("samarkand_1",))
    play(alone, 0, "sell good=gems cards=3")
    assert covered(alone) == {"samarkand_1"}


def test_rule_12_unable_to_sell_the_hand_is_shown_and_20_paid() -> None:
    match = in_city("gems", {"gems": 1, "fruit": 1, "copper": 5})
    assert money(match) == 180
    assert held(match) == known(match) == {"gems": 1, "fruit": 1, "copper": 5}
    assert match.actors == (1,)
    shown = next(event for event in match.events(1) if event.name == "showed")
    cards = {"gems": 1, "fruit": 1, "copper": 5}
    assert shown.args == {"seat": 0, "number": 7, "cards": cards, "price": 20, "space": "A3"}


def shortage(own: Mapping[str, int], rival: Mapping[str, int], left: Mapping[str, int], **changes: Any) -> Match:
    """Two hands and a small pile; all other cards lie on the camps, which are filled in order."""
    stock = {good: COPIES[good] - 5 for good in GOODS}
    camps: dict[str, dict[str, int]] = changes.pop("camps", {})
    for cards in (own, rival, left, *camps.values()):
        for good, number in cards.items():
            stock[good] -= number
    rest = [good for good in GOODS for _ in range(stock[good])]
    for space, room in CAMPS.items():
        if space not in camps:
            camps[space], rest = Counter(rest[:room]), rest[room:]
    assert not rest
    return scene(hands=(own, rival), pile=left, camps=camps, **{"at": "B1", **changes})


# Money and pile ---------------------------------------------------------------------------------------------------


def test_rule_13_a_fee_takes_what_there_is() -> None:
    assert money(in_city("gems", {"gems": 1}, money=(15,))) == 0
    empty = scene(at="A1", money=(5,))
    play(empty, 0, "go space=A2")
    assert money(empty) == 0
    full = scene(at="A1", money=(5,), camps={"A2": {"grain": 5}})
    play(full, 0, "go space=A2")
    assert (money(full), held(full)) == (0, {"grain": 5})


def test_rule_13_a_short_pile_costs_the_full_price_and_gives_what_it_has() -> None:
    match = shortage({"grain": 9}, {"fruit": 12}, {"gems": 2})
    play(match, 0, "go space=A1", "buy lot=many")
    assert (money(match), held(match)) == (180, {"grain": 9, "gems": 2})
    assert (pile(match), match.actors) == ({}, (1,))


def test_rule_13_an_empty_pile_gives_nothing() -> None:
    match = scene(at="B1", pile={}, hands=({"grain": 1}, {}))
    play(match, 0, "go space=A1", "buy lot=one")
    assert (money(match), held(match)) == (195, {"grain": 1})
    assert match.actors == (1,)  # and nobody discards, for no last card was drawn


def test_rule_13_with_an_empty_hand_and_an_empty_pile_nothing_is_placed() -> None:
    match = scene(at="A1", pile={}, camps={"A2": {"fruit": 1}})
    play(match, 0, "go space=A2")
    assert (money(match), camp(match, "A2")) == (180, {"fruit": 1})
    assert match.actors == (1,)


def test_rule_13_a_camp_bought_out_with_an_empty_pile_stays_empty() -> None:
    match = scene(at="A1", pile={}, camps={"A2": {"grain": 5}})
    play(match, 0, "go space=A2")
    assert camp(match, "A2") == {}
    assert match.actors == (1,)


def test_rule_14_the_last_card_drawn_makes_all_large_hands_discard_and_the_purchase_goes_on() -> None:
    match = shortage({"grain": 11}, {"fruit": 14}, {"gems": 2})
    play(match, 0, "go space=A1", "buy lot=many")
    assert held(match) == {"grain": 11, "gems": 2}  # two of four, then the pile was empty
    assert (match.phase, match.actors) == ("discard", (0, 1))
    assert offered(match, 0) == {"discard good=grain", "discard good=gems"}
    play(match, 1, "discard good=fruit")
    assert match.view()["table"]["discards"] == {"fruit": 1}  # face up
    play(match, 0, "discard good=grain")
    assert match.actors == (1,)
    with pytest.raises(NotToAct):
        play(match, 0, "discard good=grain")
    play(match, 1, "discard good=fruit")
    # Three discards are the pile, and the two cards still due come from it.
    assert state(match)["held"][:2] == [14, 12]
    assert state(match)["pile_left"] == 1
    drawn = Counter(held(match)) - Counter({"grain": 10, "gems": 2})
    assert drawn + Counter(pile(match)) == Counter({"fruit": 2, "grain": 1})
    assert told(match) == ["discarded", "new_pile", "drew", "turn"]
    assert (match.phase, match.actors, money(match)) == ("turn", (1,), 180)


def test_rule_14_a_discard_cannot_be_taken_back() -> None:
    match = shortage({"grain": 11}, {"fruit": 14}, {"gems": 2})
    play(match, 0, "go space=A1", "buy lot=many", "discard good=gems")
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_rule_14_when_nobody_holds_more_than_12_the_pile_stays_empty() -> None:
    match = shortage({"grain": 10}, {"fruit": 12}, {"gems": 1})
    play(match, 0, "go space=A1", "buy lot=many")
    assert held(match) == {"grain": 10, "gems": 1}
    assert (match.phase, match.actors, pile(match)) == ("turn", (1,), {})


def test_rule_14_cards_that_are_sold_make_a_pile_again() -> None:
    match = shortage({"grain": 11}, {"fruit": 12}, {}, at="D5")
    play(match, 0, "go space=D4", "sell good=grain cards=4")
    assert pile(match) == {"grain": 4}


def test_rule_14_a_pile_of_discards_may_run_out_in_the_same_purchase() -> None:
    match = shortage({"grain": 12}, {"fruit": 10}, {"gems": 1})
    play(match, 0, "go space=A1", "buy lot=many")
    for drawn in range(1, 5):
        assert (match.phase, match.actors) == ("discard", (0,))
        assert state(match)["due"] == 4 - drawn
        play(match, 0, "discard good=grain")
    # Each discard was the whole pile and was drawn at once, but the last.
    assert (match.phase, match.actors) == ("turn", (1,))
    assert (sum(held(match).values()), pile(match)) == (12, {"grain": 1})


def test_rule_14_a_camp_bought_out_gets_its_second_card_from_the_discards() -> None:
    full = {"camels": 5}
    match = shortage({"grain": 8}, {"fruit": 14}, {"gems": 1}, at="A1", camps={"A2": full})
    play(match, 0, "go space=A2")
    assert (match.phase, match.actors) == ("discard", (0, 1))
    assert camp(match, "A2") == {"gems": 1}
    play(match, 0, "discard good=camels")
    play(match, 1, "discard good=fruit", "discard good=fruit")
    assert sum(camp(match, "A2").values()) == 2
    assert state(match)["pile_left"] == 2
    assert held(match) == {"grain": 8, "camels": 4}
    assert match.actors == (1,)


def test_rule_14_the_gift_of_an_empty_hand_may_be_the_last_card() -> None:
    rival = {"grain": 15, "fruit": 8}
    match = shortage({}, rival, {"gems": 1}, at="A1", camps={"A2": {"camels": 4}})
    play(match, 0, "go space=A2")
    assert camp(match, "A2") == {"camels": 4, "gems": 1}
    assert (match.phase, match.actors) == ("discard", (1,))
    play(match, 1, *["discard good=grain"] * 11)
    assert (match.phase, match.actors) == ("turn", (1,))
    assert (pile(match), money(match)) == ({"grain": 11}, 180)


def test_rule_14_more_than_12_cards_are_allowed_while_the_pile_lasts() -> None:
    match = scene(at="B1", hands=({"grain": 15}, {"fruit": 15}))
    play(match, 0, "go space=A1", "buy lot=many")
    assert sum(held(match).values()) == 19
    assert match.phase == "turn"


# The end ----------------------------------------------------------------------------------------------------------


def test_rule_15_500_piastres_win_at_once_and_no_chip_is_placed() -> None:
    match = in_city("gems", {"gems": 6}, money=(300, 495), covered=("kashgar_1", "isfahan_2"))
    play(match, 0, "sell good=gems cards=6")
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((0,), "target_reached", (500, 495))
    assert covered(match) == {"kashgar_1", "isfahan_2"}
    alone = in_city("gems", {"gems": 6}, money=(300, 200))
    play(alone, 0, "sell good=gems cards=6")
    assert alone.over
    assert covered(alone) == set()


def test_rule_15_499_piastres_do_not_win() -> None:
    match = in_city("gems", {"gems": 5}, money=(349, 200))
    play(match, 0, "sell good=gems cards=5")
    assert not match.over
    assert money(match) == 499


def test_rule_15_another_target_may_be_agreed_on() -> None:
    for target, over in ((300, True), (305, False)):
        match = in_city("gems", {"gems": 4}, target=target)
        play(match, 0, "sell good=gems cards=4")
        assert match.over == over
    for target in (295, 1005):
        with pytest.raises(InvalidOption, match="target"):
            Match("samarkand", 2, {"target": target})


def test_rule_15_cards_count_nothing() -> None:
    assert scene(hands=({"gems": 7}, {})).scores == (200, 200)


def test_rule_15_at_the_turn_limit_the_richest_wins() -> None:
    match = scene(3, at="B1", money=(200, 200, 210), turn_limit=2, rounds=1)
    play(match, 0, "go space=A1", "buy lot=one")
    play(match, 1, "go space=A1", "buy lot=one")
    assert not match.over
    play(match, 2, "go space=A1", "buy lot=one")
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((2,), "turn_limit", (195, 195, 205))
    assert outcome.ranks == (2, 2, 1)


def test_rule_15_placement_is_no_turn_and_ties_are_shared() -> None:
    match = Match("samarkand", 2, {"turn_limit": 1}, seed=3)
    first = match.actors[0]
    for seat in (first, 1 - first):
        play(match, seat, "go space=B1")
    for seat in (first, 1 - first):
        play(match, seat, "go space=A1", "buy lot=one")
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0, 1), (195, 195))


def test_rule_15_at_a_table_there_is_no_turn_limit_but_in_the_lab_there_is() -> None:
    game = find_game("samarkand")
    assert Match(game, 2).options["turn_limit"] == 0
    assert game.lab_options({})["turn_limit"] == 300


# What is told -----------------------------------------------------------------------------------------------------


def facts(match: Match, name: str) -> dict[str, Any]:
    """The arguments of the event of a name that the last decision brought about."""
    [event] = [event for event in match.events() if event.name == name]
    return event.args


def test_a_walk_tells_where_it_began_and_the_name_of_a_city_only() -> None:
    match = scene(at="D1", hands=({"fruit": 1}, {}), camps={"C1": {"gems": 2}})
    play(match, 0, "go space=C1")
    assert facts(match, "walked") == {"seat": 0, "start": "D1", "space": "C1", "kind": "camp"}
    play(match, 0, "give good=fruit")
    assert facts(match, "gave") == {"seat": 0, "good": "fruit", "space": "C1"}
    play(match, 0, "go space=B1")
    assert facts(match, "walked_on") == {"seat": 0, "start": "C1", "space": "B1", "kind": "city", "city": "isfahan"}


def test_a_swap_tells_its_camp() -> None:
    match = scene(at="D1", hands=({"fruit": 2, "copper": 2}, {}), camps={"C1": {"gems": 2}})
    play(match, 0, "go space=C1", "give good=fruit", "swap give=copper take=gems")
    assert facts(match, "swapped") == {"seat": 0, "give": "copper", "take": "gems", "space": "C1"}


@pytest.mark.parametrize(
    ("good", "sale", "market"),
    [
        ("gems", "sell good=fruit cards=3", "samarkand_2"),
        ("carpets", "sell good=carpets cards=2", "isfahan_1"),
        ("copper", "assort goods=grain+fruit", "bukhara_2"),
    ],
)
def test_a_sale_and_the_chips_tell_their_markets(good: str, sale: str, market: str) -> None:
    cards = {"grain": 1, "fruit": 3, "carpets": 2}
    match = in_city(good, cards, covered=("kashgar_1",))
    play(match, 0, sale)
    sold, chip = facts(match, "sold"), facts(match, "covered")
    assert (sold["market"], sold["space"]) == (market, pawn(match))
    assert (chip["market"], chip["city"]) == (market, sold["city"])
    match = in_city(good, cards, covered=("kashgar_1", "kashgar_2"))
    play(match, 0, sale, "uncover market=kashgar_2")
    assert facts(match, "uncovered") == {"city": "kashgar", "ware": "ware-grain", "market": "kashgar_2"}
    assert facts(match, "covered")["market"] == market


def test_a_space_shows_what_its_kind_has_and_nothing_else() -> None:
    spaces = {seen["space"]: seen for seen in Match("samarkand", 2, seed=1).view()["table"]["spaces"]}
    every = {"space", "kind", "exits", "pawns"}
    assert set(spaces["A2"]) == every | {"room", "cards"}
    assert set(spaces["A1"]) == every | {"one", "many", "price"}
    assert set(spaces["A3"]) == every | {"city", "markets"}


# Screens and knowledge --------------------------------------------------------------------------------------------


def test_hands_are_hidden_money_is_not() -> None:
    match = scene(hands=({"gems": 2}, {"camels": 1}), known=({}, {"camels": 1}), money=(120, 90))
    seats = match.view(0)["table"]["seats"]
    assert [player["hand"] for player in seats] == [{"gems": 2}, None]
    assert [player["hand_size"] for player in seats] == [2, 1]
    assert [player["money"] for player in seats] == [120, 90]
    assert [player["known"] for player in seats] == [None, None]
    assert [player["hand"] for player in match.view()["table"]["seats"]] == [None, None]
    aided = Match.from_position({**match.position(), "memory_aids": True})
    assert aided.view(0)["table"]["seats"][1]["known"] == {"camels": 1}


def test_cards_taken_from_a_camp_are_known_until_they_leave_the_hand() -> None:
    match = scene(at="D1", hands=({"fruit": 2, "copper": 2}, {}), camps={"C1": {"gems": 2}})
    play(match, 0, "go space=C1", "give good=fruit", "swap give=copper take=gems")
    assert known(match) == {"gems": 1}
    play(match, 0, "swap give=copper take=gems")
    assert known(match) == {"gems": 2}
    play(match, 0, "swap give=gems take=fruit")
    assert known(match) == {"gems": 1, "fruit": 1}


def test_cards_of_a_camp_bought_out_are_known() -> None:
    match = scene(at="A1", hands=({"gems": 1}, {}), camps={"A2": {"gems": 2, "grain": 3}})
    play(match, 0, "go space=A2")
    assert known(match) == {"gems": 2, "grain": 3}


def test_a_gift_a_sale_and_a_discard_lower_what_is_known() -> None:
    gift = scene(at="A1", hands=({"gems": 3}, {}), known=({"gems": 2},))
    play(gift, 0, "go space=A2", "give good=gems")
    assert known(gift) == {"gems": 1}
    sale = in_city("gems", {"gems": 5, "fruit": 1}, known=({"gems": 3, "fruit": 1},))
    play(sale, 0, "sell good=gems cards=2")
    assert known(sale) == {"gems": 1, "fruit": 1}
    more = in_city("gems", {"gems": 5}, known=({"gems": 1},))
    play(more, 0, "sell good=gems cards=4")
    assert known(more) == {}
    discard = shortage({"grain": 12}, {"fruit": 10}, {"gems": 1}, known=({"grain": 5},))
    play(discard, 0, "go space=A1", "buy lot=one", "discard good=grain")
    assert known(discard) == {"grain": 4}


def test_a_random_loss_lowers_what_is_known_of_each_good_by_the_number_lost() -> None:
    hand = {"grain": 5, "gems": 4, "fruit": 1}
    match = scene(at="B1", money=(0,), hands=(hand, {}), known=({"grain": 5, "gems": 2, "fruit": 1},))
    play(match, 0, "go space=A1")
    assert known(match) == {"grain": 2}


def test_cards_bought_at_an_oasis_are_seen_by_the_buyer_only() -> None:
    match = scene(at="B1", hands=({"grain": 1}, {}))
    play(match, 0, "go space=A1", "buy lot=many")
    assert known(match) == {}
    own, other = (next(event for event in match.events(seat) if event.name == "bought") for seat in (0, 1))
    assert sum(own.args["cards"].values()) == 4
    assert (other.args["number"], other.args["cards"]) == (4, {})


def test_a_rival_and_the_pile_are_imagined_with_what_is_known() -> None:
    game = find_game("samarkand")
    match = scene(hands=({"gems": 7}, {"grain": 3, "fruit": 1}), known=({}, {"grain": 2}))
    seen = set()
    for seed in range(40):
        world = match.concealed(0)
        chance = Match(game, 2, seed=seed)._chance
        assert game.functions.determinize(match.edition.array, world, 0, 0, chance) == 1.0
        hand = dict(zip(GOODS, map(int, world[0].hand[1]), strict=True))
        assert sum(hand.values()) == 4
        assert hand["grain"] >= 2
        assert hand["gems"] == 0  # all seven are one's own
        seen.add(tuple(hand.values()))
    assert len(seen) > 8


def test_a_rival_who_does_not_show_its_hand_in_a_city_is_imagined_able_to_sell() -> None:
    game = find_game("samarkand")
    match = in_city("gems", {"gems": 2, "grain": 1})
    for seed in range(40):
        world = match.concealed(1)
        game.functions.determinize(match.edition.array, world, 0, 1, Match(game, 2, seed=seed)._chance)
        hand = dict(zip(GOODS, map(int, world[0].hand[0]), strict=True))
        assert max(hand["gems"], hand["fruit"]) >= 2


# Bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"held": [1, 0, 0, 0, 0]}, "held of seat 0: 1, expected 0"),
        ({"pile_left": 3}, "pile_left: 3, expected 72"),
        ({"money": [500, 0, 0, 0, 0]}, "money of seat 0: 500, expected less than the target 500"),
        (
            {"known": [{**dict.fromkeys(GOODS, 0), "gems": 1}] * 5},
            "known of seat 0: 1 cards of a good, expected at most 0",
        ),
        ({"covered": dict.fromkeys(MARKETS, 1)}, "covered: 8 markets, expected at most 2"),
        ({"turn": 3}, "turn: 3, expected 1"),
        ({"first": 2}, "first: 2, expected 1"),
        ({"phase": "place"}, "pawns on the board: 2, expected 0"),
        ({"space": [None, "A1", "A1", "A1", "A1"]}, "pawns on the board: 1, expected 2"),
        ({"phase": "gift"}, "kind of space for the phase: 1, expected 0"),
        ({"phase": "oasis", "money": [4, 4, 0, 0, 0]}, "whether the phase has a choice: 0, expected 1"),
        ({"phase": "riding"}, "steps: 0, expected 1"),
        ({"phase": "discard"}, "whether the phase has a choice: 0, expected 1"),
        ({"selling": "kashgar_1"}, "selling: 6, expected -1"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InvalidPosition, match=complaint):
        scene(**changes)


def test_a_position_with_a_card_too_many_or_too_full_a_camp_is_refused() -> None:
    position = copy.deepcopy(scene().position())
    position["state"]["camp"]["A2"]["gems"] += 1
    with pytest.raises(InvalidPosition, match="gems: 8 cards in all, expected 7"):
        Match.from_position(position)
    with pytest.raises(InvalidPosition, match="camp C1: 5 cards, expected at most 4"):
        scene(camps={"C1": {"grain": 5}})


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        ({"copies": {"grain": 50}}, "copies: expected at most 127 cards in all, got 130"),
        ({"removed": {"two": 13}}, "removed.two: expected at most the 12 copies of the rarest good, got 13"),
        ({"removed": {"five": 8}}, "removed.five: expected more than the 55 cards that are dealt to be left, got 54"),
        ({"room": {"A2": 2}}, "room.A2: expected more than the 2 cards a camp starts with, got 2"),
        ({"room": {"A1": 4}}, "room.A1: expected 0, for the space is no camp, got 4"),
        ({"many_price": {"A1": 4}}, "many_price.A1: expected at least 5, the price of one card, got 4"),
        ({"many_price": {"A2": 4}}, "many_price.A2: expected 0, for the space is no oasis, got 4"),
        ({"kind": {"A3": "kashgar"}}, "kind: expected one space to be samarkand, got 0"),
        ({"kind": {"A3": "desert"}}, "kind.A3: expected one of camp, oasis, samarkand"),
        ({"exits": {"A1": []}}, "exits.A1: expected one or two spaces, got none"),
        ({"exits": {"A1": ["A2", "A2"]}}, "exits.A1: expected different spaces, got A2 twice"),
        ({"exits": {"A1": ["A2", "C1"]}}, "exits.A1: expected neighbours of A1, got C1"),
        ({"exits": {"A1": ["B1"]}}, "exits.A1: expected one arrow between A1 and B1, got one each way"),
        ({"exits": {"B2": ["C2"], "C1": ["C2"]}}, "exits.A1: expected a way from A1 to every space, got none to B1"),
        ({"exits": {"A1": ["E9"]}}, "exits.A1[0]: expected one of A1"),
        ({"markets": {"kashgar": ["grain"]}}, "markets.kashgar: expected two different wares"),
        ({"markets": {"kashgar": ["gems", "grain"]}}, "markets: expected a city that buys camels, got none"),
        ({"prices": {"gems": [25, 20, 100, 150, 200, 0, 0]}}, "prices.gems: expected rising prices"),
        ({"prices": {"gems": [25, 50, 0, 150, 200, 0, 0]}}, "prices.gems: expected rising prices"),
        ({"prices": {"assortment": [5, 15, 30, 60, 100, 150, 0]}}, "prices.assortment: expected prices for at most 6"),
        ({"money": 300}, "money: expected a whole number from 0 to 295, got 300"),
        ({"camp": 3}, "camp: no such number"),
    ],
)
def test_a_house_edition_that_does_not_fit_is_refused_by_key(numbers: dict[str, Any], complaint: str) -> None:
    game = find_game("samarkand")
    with pytest.raises(InvalidEdition, match=complaint.replace("[", r"\[")):
        game.sound(game.edition().changed("ours", numbers))


def test_a_house_board_with_all_arrows_turned_round_can_be_played(tmp_path: Path) -> None:
    game = find_game("samarkand")
    exits = game.edition()["exits"]
    turned = {space: [here for here in SPACES if space in exits[here]] for space in SPACES}
    file = tmp_path / "turned.toml"
    file.write_text("[numbers]\n" + "\n".join(f"exits.{space} = {ways}" for space, ways in turned.items()))
    house = game.edition(file)
    match = scene(at="B2", hands=({"grain": 1}, {}), edition=house)
    assert offered(match) == {"go space=A2", "go space=B3", "ride"}
    play(match, 0, "go space=B3")
    assert match.phase == "oasis"
    again = Match.from_log(Match(game, 3, {"turn_limit": 3}, 1, house).play_out().log())
    assert again.edition == house


def test_a_house_edition_changes_kinds_prices_die_and_chips() -> None:
    numbers = {
        "chips": 0,
        "many": 3,
        "die": [1, 1, 1, 1, 1, 1],
        "kind": {"A2": "oasis"},
        "room": {"A2": 0},
        "many_price": {"A2": 10},
    }
    house = find_game("samarkand").edition().changed("oases for all", numbers)
    match = scene(at="A1", hands=({"gems": 2}, {"gems": 2}), edition=house)
    play(match, 0, "ride", "buy lot=many")
    assert (pawn(match), money(match), sum(held(match).values())) == ("A2", 185, 5)
    match = scene(at="A2", hands=({"gems": 2}, {}), edition=house)
    play(match, 0, "go space=A3", "sell good=gems cards=2")
    assert (match.actors, covered(match)) == ((1,), set())


def test_every_kind_of_space_is_told() -> None:
    spaces = Match("samarkand", 2, seed=1).view()["table"]["spaces"]
    assert [space["space"] for space in spaces] == list(SPACES)
    assert {space["kind"] for space in spaces} == {"camp", "oasis", "city"}
    cities = {space["city"]: [market["ware"] for market in space["markets"]] for space in spaces if "city" in space}
    assert cities == {
        "samarkand": ["gems", "fruit"],
        "isfahan": ["carpets", "assortment"],
        "bukhara": ["copper", "assortment"],
        "kashgar": ["camels", "grain"],
    }


@pytest.mark.parametrize("move", ["go space=Z9", "fly", "", 9999, -1, None, 1.5, True, {"verb": "go"}, {"verb": 3}, []])
def test_what_is_no_choice_at_all_is_refused(move: Any) -> None:
    match = scene()
    before = match.state_bytes()
    with pytest.raises(CaravanseraiError):
        match.play(0, move)
    assert match.state_bytes() == before
