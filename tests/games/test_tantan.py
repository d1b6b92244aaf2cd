"""Scenarios for every rule of Tan-Tan Caravan."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

import pytest

from caravanserai.games import find_game
from caravanserai.games.tantan.rules import CARDS
from caravanserai.kernel.errors import CaravanseraiError, IllegalChoice, InvalidEdition, InvalidPosition, NothingToUndo
from caravanserai.match import Match
from caravanserai.words import LANGUAGES, words_for
from tests.cases import effort

FREE: Mapping[str, int] = {}


def scene(seats: int = 2, seed: int = 1, pile: list[str] | None = None, **changes: Any) -> Match:
    """A match at a position described by what matters; all other cards are in the pile, or discarded.

    ``hands`` and ``laid`` are lists of counts by card, ``caravan`` counts by card; ``pile`` is the pile from its bottom
    to its top, all cards left over are then discarded.
    """
    position = Match("tantan", seats, seed=0).position()
    state = position["state"]
    stock = dict.fromkeys(CARDS, 0)
    for card in [*state["pile"], *state["market"], state["purse"]]:
        stock[card] += 1
    market = changes.pop("market", ["food", "food", "clothes", "cloth", "lanterns"])
    purse = changes.pop("purse", "food")
    caravan = changes.pop("caravan", FREE)
    hands = changes.pop("hands", [])
    laid = changes.pop("laid", [])
    turn = changes.pop("turn", 0)

    def use(cards: Mapping[str, int]) -> dict[str, int]:
        for card, number in cards.items():
            stock[card] -= number
        return {card: cards.get(card, 0) for card in CARDS}

    for card in [*market, purse, *(pile or [])]:
        if card:
            stock[card] -= 1
    state.update(
        market=market,
        purse=purse,
        caravan=use(caravan),
        hand=[use(hands[k] if k < len(hands) else FREE) for k in range(4)],
        laid=[use(laid[k] if k < len(laid) else FREE) for k in range(4)],
        turn=turn,
        actor=turn,
        last_adder=turn,
        **changes,
    )
    assert min(stock.values()) >= 0, stock
    rest = [card for card, number in stock.items() for _ in range(number)]
    state["pile"] = rest if pile is None else pile
    state["pile_left"] = len(state["pile"])
    state["discarded"] = {card: 0 if pile is None else stock[card] for card in CARDS}
    return Match.from_position(position, seed)


def state(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = match.position()["state"]
    return found


def held(match: Match, seat: int) -> dict[str, int]:
    return {card: number for card, number in state(match)["hand"][seat].items() if number}


def laid(match: Match, seat: int) -> dict[str, int]:
    return {card: number for card, number in state(match)["laid"][seat].items() if number}


def caravan(match: Match) -> dict[str, int]:
    return {card: number for card, number in state(match)["caravan"].items() if number}


def offered(match: Match, seat: int) -> set[str]:
    return {str(choice) for choice in match.choices(seat)}


def play(match: Match, seat: int, *moves: str) -> None:
    for move in moves:
        match.play(seat, move)


# Set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "few", "many", "places"), [(2, 4, 2, 6), (3, 2, 1, 7), (4, 0, 0, 8)])
def test_rule_1_goods_leave_the_game_by_number_of_seats(seats: int, few: int, many: int, places: int) -> None:
    match = Match("tantan", seats, seed=5)
    cards = [*state(match)["pile"], *state(match)["market"], state(match)["purse"]]
    copies = {"food": 14, "clothes": 13, "cloth": 12, "lanterns": 11, "spices": 10, "jewels": 9}
    for card in ("food", "clothes", "cloth"):
        assert cards.count(card) == copies[card] - few
    for card in ("lanterns", "spices", "jewels"):
        assert cards.count(card) == copies[card] - many
    for card in ("lamp", "princess", "merchant", "thief"):
        assert cards.count(card) == 6
    assert cards.count("mouse") == 12
    assert len(cards) == 105 - 3 * few - 3 * many
    assert match.view()["table"]["caravan"]["places"] == places


def test_rule_1_the_table_is_laid_and_the_top_of_the_pile_is_seen_by_all() -> None:
    match = Match("tantan", 3, seed=5)
    table = match.view()["table"]
    assert len([offer for offer in table["market"] if offer["card"]]) == 5
    assert [offer["cost"] for offer in table["market"]] == [1, 1, 2, 3, 5]
    assert table["pile"]["top"] == state(match)["pile"][-1]
    assert [player["hand_size"] for player in table["seats"]] == [0, 0, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_6_at_the_deal_too_whoever_can_do_nothing_passes(seats: int) -> None:
    """In a house where the cheapest stall is dearer than some purses, the first seat may have nothing to do."""
    game = find_game("tantan")
    dear = game.edition().changed("dear", {"slot_cost": [3, 4, 5, 6, 7]})
    over_at_once = 0
    for seed in range(effort(300, 60)):
        match = Match(game, seats, seed=seed, edition=dear)
        assert tuple(map(int, game.functions.audit(dear.array, match._states, 0))) == (0, 0, 0, 0)
        if match.view()["table"]["money"] >= 3:
            assert match.actors == (state(match)["turn"],)
            assert match.choices(match.actors[0])
            continue
        # Nobody has a card to load, so nobody can add one: rule 13 ends the match, and all have nothing.
        over_at_once += 1
        outcome = match.outcome()
        assert outcome is not None
        assert (outcome.reason, outcome.winners) == ("nothing_to_add", tuple(range(seats)))
        assert Match.from_position(match.position()).outcome() == outcome
    assert over_at_once > 0


def test_rule_1_the_first_seat_is_drawn_at_random() -> None:
    firsts = [Match("tantan", 4, seed=seed).actors[0] for seed in range(200)]
    assert all(30 <= firsts.count(seat) <= 75 for seat in range(4))


# Buying -----------------------------------------------------------------------------------------------------------


def test_rule_2_a_purchase_may_not_cost_more_than_the_purse() -> None:
    match = scene(purse="spices")  # worth 3
    assert {"take slot=0", "take slot=1", "take slot=2", "take slot=3"} <= offered(match, 0)
    assert "take slot=4" not in offered(match, 0)
    play(match, 0, "take slot=2")
    assert offered(match, 0) == {"take slot=0", "take slot=1", "confirm"}
    play(match, 0, "take slot=0")
    assert offered(match, 0) == {"confirm"}
    play(match, 0, "confirm")
    assert held(match, 0) == {"food": 1, "clothes": 1}


def test_rule_2_a_hand_never_holds_more_than_seven() -> None:
    match = scene(hands=[{"jewels": 6}])
    play(match, 0, "take slot=0")
    assert offered(match, 0) == {"confirm"}


def test_rule_2_a_seat_with_seven_cards_cannot_buy() -> None:
    match = scene(hands=[{"jewels": 7}])
    assert offered(match, 0) == {"load card=jewels"}


def test_rule_2_at_least_one_card_must_be_bought() -> None:
    match = scene()
    assert "confirm" not in offered(match, 0)
    with pytest.raises(IllegalChoice, match="confirm"):
        match.play(0, "confirm")


def test_rule_2_with_an_empty_market_and_a_purse_card_nothing_is_bought() -> None:
    match = scene(market=[], pile=[], purse="lamp", caravan={"food": 2})
    assert offered(match, 0) == {"confirm"}
    play(match, 0, "confirm")
    assert caravan(match) == {"food": 2, "lamp": 1}
    assert state(match)["purse"] is None


def test_rule_2_a_full_hand_cannot_even_buy_nothing() -> None:
    match = scene(market=[], pile=[], purse="lamp", hands=[{"jewels": 7}])
    assert "confirm" not in offered(match, 0)


def test_rule_2_a_purchase_can_be_undone_until_it_is_confirmed() -> None:
    match = scene(purse="food")
    start = match.state_bytes()
    play(match, 0, "take slot=0", "take slot=4")
    match.undo(0)
    assert held(match, 0) == {"food": 1}
    match.undo(0)
    assert match.state_bytes() == start
    with pytest.raises(NothingToUndo):
        match.undo(0)
    play(match, 0, "take slot=1", "confirm")
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_rule_3_the_purse_card_goes_to_the_caravan_and_the_market_slides() -> None:
    match = scene(purse="jewels", market=["food", "clothes", "cloth", "lanterns", "spices"], pile=["lamp", "thief"])
    play(match, 0, "take slot=1", "confirm")
    assert caravan(match) == {"jewels": 1}
    assert state(match)["purse"] == "food"
    assert state(match)["market"] == ["cloth", "lanterns", "spices", "thief", "lamp"]
    assert state(match)["pile_left"] == 0
    assert match.actors == (1,)


def test_rule_3_at_the_end_of_the_pile_gaps_stay() -> None:
    match = scene(purse="food", market=["food", "clothes", "cloth"], pile=[])
    play(match, 0, "take slot=0", "take slot=1", "confirm")
    assert state(match)["purse"] == "cloth"
    assert state(match)["market"] == []


def test_rule_4_a_purse_card_on_the_last_place_lets_the_next_seat_start_and_then_play() -> None:
    match = scene(purse="jewels", caravan={"food": 3, "cloth": 2}, hands=[{}, {}])
    play(match, 0, "take slot=0", "confirm")
    assert match.phase == "lot"
    assert match.actors == (1,)
    play(match, 1, "lot card=food")
    play(match, 0, "lot card=cloth")
    assert (match.phase, match.actors) == ("turn", (1,))
    assert caravan(match) == {"jewels": 1}


# Loading ----------------------------------------------------------------------------------------------------------


def test_rule_5_one_type_with_any_number_of_mice_within_the_free_places() -> None:
    match = scene(hands=[{"food": 3, "lamp": 1, "mouse": 2}], caravan={"cloth": 2})
    play(match, 0, "load card=food")
    assert offered(match, 0) == {"load card=food", "load card=mouse", "confirm"}
    play(match, 0, "load card=mouse", "load card=food", "load card=food")
    assert offered(match, 0) == {"confirm"}
    match.undo(0)
    play(match, 0, "confirm")
    assert caravan(match) == {"cloth": 2, "food": 2, "mouse": 1}
    assert match.actors == (1,)


def test_rule_5_mice_alone_may_be_loaded_and_a_type_may_follow_them() -> None:
    match = scene(hands=[{"food": 1, "lamp": 1, "mouse": 2}])
    play(match, 0, "load card=mouse")
    assert offered(match, 0) == {"load card=mouse", "load card=food", "load card=lamp", "confirm"}
    play(match, 0, "load card=lamp")
    assert offered(match, 0) == {"load card=mouse", "confirm"}


def test_rule_5_filling_the_last_place_starts_a_distribution_and_the_turn_passes() -> None:
    match = scene(hands=[{"food": 3}], caravan={"cloth": 2, "jewels": 1})
    play(match, 0, "load card=food", "load card=food", "load card=food", "confirm")
    assert (match.phase, match.actors) == ("lot", (0,))
    play(match, 0, "lot card=food")
    play(match, 1, "lot card=jewels")
    assert (match.phase, match.actors) == ("turn", (1,))
    assert laid(match, 0) == {"food": 3}
    assert laid(match, 1) == {"jewels": 1}
    assert caravan(match) == {"cloth": 2}


def test_rule_6_a_seat_that_can_do_neither_passes() -> None:
    match = scene(3, market=[], pile=[], purse="lamp", hands=[{"food": 1}, {}, {"food": 1}])
    play(match, 0, "confirm")  # nothing is left to buy; seat 1 holds nothing
    assert match.actors == (2,)


# Distribution -----------------------------------------------------------------------------------------------------


def full(seats: int = 2, **changes: Any) -> Match:
    """A caravan that seat 0 has just filled."""
    return scene(seats, phase="lot", starter=0, after=1, **changes)


def test_rule_7_each_seat_takes_all_cards_of_one_type_and_later_ones_a_mouse() -> None:
    match = full(3, caravan={"food": 3, "jewels": 2, "lamp": 1, "mouse": 1})
    assert offered(match, 0) == {"lot card=food", "lot card=jewels", "lot card=lamp"}
    play(match, 0, "lot card=food")
    assert laid(match, 0) == {"food": 3}
    play(match, 1, "lot card=jewels", "feed card=jewels")
    assert laid(match, 1) == {"jewels": 1}
    play(match, 2, "lot card=lamp")
    assert laid(match, 2) == {"lamp": 1}
    assert match.phase == "turn"


def test_rule_8_the_mouse_is_discarded_with_a_card_of_the_seats_choice() -> None:
    match = full(caravan={"food": 3, "jewels": 2, "mouse": 1}, laid=[{}, {"princess": 1}])
    play(match, 0, "lot card=food")
    play(match, 1, "lot card=jewels")
    assert offered(match, 1) == {"feed card=jewels", "feed card=princess"}
    before = state(match)["discarded"]
    play(match, 1, "feed card=princess")
    assert laid(match, 1) == {"jewels": 2}
    assert before["mouse"] == 1
    assert state(match)["discarded"]["princess"] == before["princess"] + 1


def test_rule_8_with_nothing_laid_down_the_mouse_goes_alone() -> None:
    match = full(caravan={"food": 3, "thief": 2, "mouse": 1})
    play(match, 0, "lot card=food")
    play(match, 1, "lot card=thief")  # nobody holds a card: the thefts are lost
    assert laid(match, 1) == {}
    assert state(match)["discarded"]["mouse"] == 1
    assert match.phase == "turn"


def test_rule_8_thefts_come_before_the_mouse() -> None:
    match = full(caravan={"food": 4, "thief": 1, "mouse": 1}, hands=[{"jewels": 1}, {}])
    play(match, 0, "lot card=food")
    play(match, 1, "lot card=thief")
    assert match.phase == "theft"
    play(match, 1, "steal rival=0")
    assert laid(match, 1) == {"jewels": 1}
    assert match.phase == "bite"


def test_rule_9_each_thief_steals_one_card_from_a_chosen_rival_who_has_cards() -> None:
    match = full(4, caravan={"thief": 2, "food": 6}, hands=[{}, {"jewels": 1}, {}, {"lamp": 2}])
    play(match, 0, "lot card=thief")
    assert offered(match, 0) == {"steal rival=1", "steal rival=3"}
    play(match, 0, "steal rival=1")
    assert offered(match, 0) == {"steal rival=3"}
    play(match, 0, "steal rival=3")
    assert laid(match, 0) == {"jewels": 1, "lamp": 1}
    assert state(match)["discarded"]["thief"] == 2
    assert match.actors == (1,)


def test_rule_9_a_stolen_thief_is_discarded_and_steals_again() -> None:
    match = full(caravan={"thief": 1, "food": 5}, hands=[{}, {"thief": 1, "jewels": 1}], seed=3)
    play(match, 0, "lot card=thief", "steal rival=1")
    while match.actors == (0,):
        play(match, 0, "steal rival=1")
    found = {card for card, number in state(match)["discarded"].items() if number}
    assert found == {"thief"}
    assert held(match, 1) in ({}, {"thief": 1})


def test_rule_9_a_stolen_mouse_bites_at_once_even_the_first_seat() -> None:
    match = full(caravan={"thief": 2, "food": 4}, hands=[{}, {"mouse": 2}], laid=[{"jewels": 2}])
    play(match, 0, "lot card=thief", "steal rival=1")
    assert (match.phase, match.actors) == ("bite", (0,))
    play(match, 0, "feed card=jewels")
    assert match.phase == "theft"
    assert laid(match, 0) == {"jewels": 1}


def test_rule_9_a_theft_draws_any_card_of_the_hand() -> None:
    drawn = set()
    for seed in range(40):
        match = full(caravan={"thief": 1, "food": 5}, hands=[{}, {"jewels": 1, "lamp": 1, "food": 1}], seed=seed)
        play(match, 0, "lot card=thief", "steal rival=1")
        drawn |= set(laid(match, 0))
    assert drawn == {"jewels", "lamp", "food"}


def test_rule_10_with_mice_only_the_first_takes_nothing_and_each_later_seat_a_mouse() -> None:
    match = scene(3, caravan={"mouse": 6}, hands=[{"mouse": 1}], laid=[{"food": 1}, {"food": 1}, {"food": 1}])
    play(match, 0, "load card=mouse", "confirm")
    assert (match.phase, match.actors) == ("bite", (1,))
    play(match, 1, "feed card=food")
    play(match, 2, "feed card=food")
    assert (laid(match, 0), laid(match, 1), laid(match, 2)) == ({"food": 1}, {}, {})
    assert caravan(match) == {"mouse": 5}


def test_rule_10_lots_may_run_out_before_the_mice() -> None:
    match = full(3, caravan={"food": 4, "mouse": 3}, laid=[{}, {"lamp": 1}, {"lamp": 1}])
    play(match, 0, "lot card=food")
    assert (match.phase, match.actors) == ("bite", (1,))
    play(match, 1, "feed card=lamp")
    play(match, 2, "feed card=lamp")
    assert caravan(match) == {"mouse": 1}


def test_rule_11_it_ends_when_the_caravan_is_empty() -> None:
    match = full(3, caravan={"food": 7})
    play(match, 0, "lot card=food")
    assert (match.phase, match.actors) == ("turn", (1,))


@pytest.mark.parametrize(
    ("cards", "laid_out", "moves", "without"),
    [
        ({"food": 7}, [], [(0, "lot card=food")], [1, 2]),
        ({"food": 4, "cloth": 3}, [], [(0, "lot card=food"), (1, "lot card=cloth")], [2]),
        (
            {"food": 4, "mouse": 3},
            [{}, {"lamp": 1}, {"lamp": 1}],
            [(0, "lot card=food"), (1, "feed card=lamp"), (2, "feed card=lamp")],
            [1, 2],
        ),
        ({"food": 4, "cloth": 2, "jewels": 1}, [], [(0, "lot card=food"), (1, "lot card=cloth")], []),
    ],
)
def test_whoever_gets_nothing_in_a_share_out_is_told_so(
    cards: dict[str, int], laid_out: list[dict[str, int]], moves: list[tuple[int, str]], without: list[int]
) -> None:
    match = full(3, caravan=cards, laid=laid_out)
    for seat, move in moves:
        play(match, seat, move)
    assert [event.args["seat"] for event in match.story() if event.name == "nothing"] == without


def test_all_see_what_riches_would_bring_now() -> None:
    match = scene(3, laid=[{"food": 2, "lamp": 3}, {"princess": 1, "spices": 2}, {}])
    scores = [seat["score"] for seat in match.view(1)["table"]["seats"]]
    assert scores == [2 * 2 + 9, 2 * 6 + 2, 0]


# The end ----------------------------------------------------------------------------------------------------------


def test_rule_12_the_first_distribution_with_an_empty_pile_is_the_last() -> None:
    match = scene(hands=[{"food": 2}], caravan={"cloth": 4}, pile=[])
    play(match, 0, "load card=food", "load card=food", "confirm", "lot card=cloth")
    play(match, 1, "lot card=food")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "pile_empty"
    assert outcome.scores == (16, 4)


def test_rule_12_one_purchase_may_empty_the_pile_and_fill_the_caravan() -> None:
    match = scene(caravan={"cloth": 5}, pile=["lamp"], purse="jewels")
    play(match, 0, "take slot=0", "confirm")
    play(match, 1, "lot card=cloth")
    play(match, 0, "lot card=jewels")
    assert match.over


def test_rule_13_when_no_seat_can_add_a_card_a_last_distribution_starts_from_the_last_to_add() -> None:
    match = scene(market=[], pile=[], purse="lamp", caravan={"food": 2}, turn=1)
    play(match, 1, "confirm")
    assert (match.phase, match.actors) == ("lot", (1,))
    play(match, 1, "lot card=food")
    play(match, 0, "lot card=lamp")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "nothing_to_add"
    assert outcome.scores == (1, 4)


EXAMPLE = {"food": 3, "clothes": 2, "cloth": 1, "lanterns": 2, "spices": 1, "jewels": 2}


def test_rule_14_the_worked_example_scores_103() -> None:
    goods = scene(laid=[EXAMPLE])
    assert goods.scores[0] == 46
    lamps = scene(laid=[{**EXAMPLE, "lamp": 3}])
    assert lamps.scores[0] == 46 + 9
    princesses = scene(laid=[{**EXAMPLE, "lamp": 3, "princess": 4}])
    assert princesses.scores[0] == 46 + 9 + 12
    merchants = scene(laid=[{**EXAMPLE, "lamp": 3, "princess": 4, "merchant": 3}])
    assert merchants.scores[0] == 46 + 9 + 12 + 36 == 103


def test_rule_14_three_merchants_with_four_goods_score_24() -> None:
    without = scene(laid=[{"food": 1, "cloth": 1, "spices": 1, "jewels": 1, "lamp": 1}])
    match = scene(laid=[{"food": 1, "cloth": 1, "spices": 1, "jewels": 1, "lamp": 1, "merchant": 3}])
    assert match.scores[0] - without.scores[0] == 24


def test_rule_14_only_the_majority_scores_and_ties_all_score() -> None:
    match = scene(laid=[{"food": 2, "princess": 2}, {"cloth": 1, "princess": 1}])
    assert match.scores == (4 + 4, 4)
    tie = scene(laid=[{"food": 2, "princess": 2}, {"cloth": 1, "princess": 2}])
    assert tie.scores == (4 + 4, 4 + 2)


def test_rule_14_hands_and_the_caravan_count_nothing() -> None:
    assert scene(hands=[{"jewels": 3}], caravan={"lamp": 2}).scores == (0, 0)


@pytest.mark.parametrize(
    ("first", "second", "winners"),
    [
        ({"food": 2}, {"cloth": 1}, (0, 1)),
        ({"food": 1, "clothes": 1}, {"clothes": 1, "princess": 2}, (1,)),
        ({"food": 2, "lamp": 1}, {"clothes": 1, "merchant": 1}, (1,)),
    ],
)
def test_rule_14_ties_are_broken_by_princesses_then_merchants_then_shared(
    first: dict[str, int], second: dict[str, int], winners: tuple[int, ...]
) -> None:
    match = scene(laid=[first, second], market=[], pile=[], purse=None, phase="over", ended="pile_empty", after=2)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores[0] == outcome.scores[1]
    assert outcome.winners == winners


# Screens ----------------------------------------------------------------------------------------------------------


def test_hands_are_behind_screens_unless_there_are_memory_aids() -> None:
    match = scene(hands=[{"jewels": 2}, {"lamp": 1}])
    seats = match.view(0)["table"]["seats"]
    assert seats[0]["hand"] == {"jewels": 2}
    assert seats[1]["hand"] is None
    assert seats[1]["hand_size"] == 1
    assert [player["hand"] for player in match.view()["table"]["seats"]] == [None, None]
    position = {**match.position(), "memory_aids": True}
    assert Match.from_position(position).view(0)["table"]["seats"][1]["hand"] == {"lamp": 1}


def test_nobody_sees_below_the_top_of_the_pile() -> None:
    match = Match("tantan", 2, seed=9)
    for seat in (-1, 0, 1):
        pile = match.concealed(seat)[0].pile
        left = state(match)["pile_left"]
        assert (pile[: left - 1] == -1).all()
        assert CARDS[pile[left - 1]] == state(match)["pile"][-1]


# Bad input --------------------------------------------------------------------------------------------------------


def test_a_position_with_a_card_too_many_is_refused_with_the_reason() -> None:
    position = copy.deepcopy(scene().position())
    position["state"]["hand"][0]["jewels"] += 1
    with pytest.raises(InvalidPosition, match="jewels: 8 cards in all, expected 7"):
        Match.from_position(position)


def test_a_position_with_too_full_a_caravan_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="caravan: 7 cards, expected at most 6"):
        scene(caravan={"food": 7})


def test_a_position_with_too_full_a_hand_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="hand of seat 1: 8 cards, expected at most 7"):
        scene(hands=[{}, {"food": 5, "mouse": 3}])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"phase": "theft"}, "phase theft: seat 0 has no choice"),
        ({"phase": "over"}, "phase over and ended running"),
        ({"ended": "pile_empty"}, "phase turn and ended pile_empty"),
        ({"starter": 3}, "seat 3, expected at most 1"),
        ({"market": ["food"]}, "a gap, expected none while the pile has"),
    ],
)
def test_a_position_that_cannot_go_on_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InvalidPosition, match=complaint):
        scene(**changes)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"loading": "food"}, "loading: 0, expected -1"),
        ({"thefts": 1}, "thefts: 1, expected 0"),
        ({"served": 1}, "served: 1, expected 0"),
        ({"after": 1}, "after: 1, expected 0"),
        ({"mouse_due": 1}, "mouse_due: 1, expected 0"),
        ({"starter": 1}, "starter: 1, expected 0"),
        ({"spent": 1}, "spent: 1, expected 0"),
        ({"phase": "buying"}, "spent: 0, expected"),
        ({"phase": "loading"}, "loading: -1"),
        ({"phase": "bite", "laid": [{"food": 1}]}, "starter: 0, expected 1"),
        ({"caravan": {"food": 6}}, "caravan: 0 free places, expected one or more"),
        ({"laid": [{"thief": 1}]}, "thieves and mice laid out: 1, expected 0"),
        ({"hands": [{}, {}, {"food": 1}]}, "hand of seat 2: 1 cards, expected at most 0"),
    ],
)
def test_a_position_whose_fields_do_not_fit_its_phase_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InvalidPosition, match=complaint):
        scene(**changes)


def test_a_position_whose_pile_has_a_gap_or_cards_beyond_its_number_is_refused() -> None:
    for change in (-1, 1):
        position = copy.deepcopy(scene().position())
        position["state"]["pile_left"] += change
        with pytest.raises(
            InvalidPosition, match=r"pile: [0-9]+ cards from its bottom up, expected the [0-9]+ of pile_left"
        ):
            Match.from_position(position)
    for gap in (0, 5, None):
        position = copy.deepcopy(scene().position())
        position["state"]["pile"].append("food")
        if gap is not None:
            position["state"]["pile"][gap] = None
        with pytest.raises(InvalidPosition, match="pile: "):
            Match.from_position(position)


def test_nothing_is_left_of_a_distribution_when_play_goes_on() -> None:
    match = full(caravan={"food": 4, "cloth": 2}, hands=[{}, {"lamp": 1}])
    play(match, 0, "lot card=food")
    play(match, 1, "lot card=cloth")
    assert match.phase == "turn"
    left = {name: state(match)[name] for name in ("starter", "served", "thefts", "mouse_due", "after")}
    assert left == dict.fromkeys(left, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_2_8_9_and_14_say_which_of_their_sentences_are_rulings(language: str) -> None:
    mark = {"en": "*Ruling:*", "fr": "*Décision\u00a0:*"}[language]
    rules = re.split(r"^\d+\. ", find_game("tantan").rules_text(language), flags=re.MULTILINE)
    assert [rules[number].count(mark) for number in (2, 8, 9, 14)] == [1, 2, 2, 1]


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        ({"hand_limt": 8}, "hand_limt: no such number"),
        ({"hand_limit": "eight"}, "hand_limit: expected a whole number from 1 to 20, got 'eight'"),
        ({"slot_cost": [1, 2]}, "slot_cost: expected a list of 5, got one of 2"),
        ({"purse": {"gold": 3}}, "purse.gold: no such key"),
        ({"copies": {"food": 50, "mouse": 50}}, "copies: expected at most 128 cards in all"),
        ({"removed": {"two": {"food": 20}}}, "removed.two.food: expected at most the 14 copies, got 20"),
    ],
)
def test_a_house_edition_that_does_not_fit_is_refused_by_key(numbers: dict[str, Any], complaint: str) -> None:
    game = find_game("tantan")
    with pytest.raises(InvalidEdition, match=complaint.replace("[", r"\[")):
        game.sound(game.edition().changed("ours", numbers))


def test_a_house_edition_changes_the_game() -> None:
    game = find_game("tantan")
    house = game.edition().changed("ours", {"hand_limit": 3, "purse": {"food": 9}})
    match = Match(game, 2, seed=1, edition=house)
    assert match.view()["table"]["hand_limit"] == 3
    assert house.source("hand_limit") == "H"
    assert house["purse"]["mouse"] == 5
    again = Match.from_log(match.play_out().log())
    assert again.edition == house
    assert again.state_bytes() == match.state_bytes()


def test_a_house_edition_that_calls_itself_standard_is_not_taken_for_it() -> None:
    game = find_game("tantan")
    match = Match(game, 2, seed=1, edition=game.edition().changed("standard", {"hand_limit": 3})).play_out()
    assert Match.from_log(match.log()).state_bytes() == match.state_bytes()


@pytest.mark.parametrize(
    "move", ["take slot=9", "fly", "", 9999, -1, None, 1.5, True, {"verb": "take"}, {"verb": 3}, []]
)
def test_what_is_no_choice_at_all_is_refused(move: Any) -> None:
    match = scene()
    before = match.state_bytes()
    with pytest.raises(CaravanseraiError):
        match.play(0, move)
    assert match.state_bytes() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_is_told_as_one_card(language: str) -> None:
    words = words_for(find_game("tantan"), language)
    none, one = (words("tell-hidden-hand", ["Ann"], seat=0, number=number) for number in (0, 1))
    assert none != one
