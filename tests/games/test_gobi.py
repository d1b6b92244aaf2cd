"""Scenarios for every rule of Gobi."""

from __future__ import annotations

import copy
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from caravanserai.games import find_game
from caravanserai.games.gobi.rules import CARDS, GOODS, PUBLIC, TRUTHFUL
from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.kernel.errors import CaravanseraiError, IllegalChoice, InvalidEdition, InvalidPosition, NothingToUndo
from caravanserai.kernel.events import Line
from caravanserai.match import Match
from tests.cases import effort

FREE: Mapping[str, int] = {}
COPIES = dict(zip(CARDS, (7, 7, 7, 7, 7, 4, 4, 3, 4, 3, 1, 1), strict=True))
MOST = 60

Laid = str | tuple[str, str, int]
"""A card of a pile: one that all have seen, or one laid face down with its announcement by a seat."""


def scene(
    seats: int = 2,
    taktik: bool = False,
    hands: Sequence[Mapping[str, int]] = (),
    caravans: Sequence[Mapping[str, int]] = (),
    piles: Sequence[Sequence[Laid]] = (("rice",), ("tea",), ("silk",)),
    deck: Sequence[str] | None = None,
    discarded: Mapping[str, int] | None = None,
    sure: Sequence[Mapping[str, int]] = (),
    turn: int = 0,
    seed: int = 1,
    aids: bool = False,
    **changes: Any,
) -> Match:
    """A match at a position described by what matters.

    ``deck`` is the draw pile from its bottom to its top. Cards that are nowhere else are in the draw pile if that is
    not given, in the discards if only those are not given, and lie on the second pile if both are.
    """
    position = Match("gobi", seats, {"taktik": taktik, "memory_aids": aids}, seed=0).position()
    state = position["state"]
    stock = {card: number for card, number in COPIES.items() if taktik or CARDS.index(card) < 8}
    stock = {card: stock.get(card, 0) for card in CARDS}

    def use(cards: Mapping[str, int], names: Sequence[str] = CARDS) -> dict[str, int]:
        for card, number in cards.items():
            stock[card] -= number
        return {card: cards.get(card, 0) for card in names}

    def at(given: Sequence[Mapping[str, int]], seat: int) -> Mapping[str, int]:
        return given[seat] if seat < len(given) else FREE

    laid = [[card if isinstance(card, tuple) else (card, "", -1) for card in pile] for pile in piles]
    use(Counter(card for pile in laid for card, _, _ in pile))
    use(Counter(deck or ()))
    for key in ("placed", "bet", "offer"):
        if changes.get(key):
            use({changes[key]: 1})
    state.update(
        hand=[use(at(hands, seat)) for seat in range(5)],
        held=[sum(at(hands, seat).values()) for seat in range(5)],
        sure=[{card: at(sure, seat).get(card, 0) for card in CARDS} for seat in range(5)],
        caravan=[use(at(caravans, seat), GOODS) for seat in range(5)],
        discarded=use(discarded or {}),
        turn=turn,
        actor=turn,
    )
    rest = [card for card, number in stock.items() for _ in range(number)]
    assert min(stock.values()) >= 0, stock
    if deck is None:
        deck = rest
    elif discarded is None:
        state["discarded"] = dict(stock)
    else:
        laid[1].extend((card, "", -1) for card in rest)
    everybody = (1 << seats) - 1 | PUBLIC
    news = "drew" if changes.get("phase") == "play" else "passed"
    flat = [card for pile in laid for card in pile]
    state.update(
        deck=list(deck),
        deck_left=len(deck),
        height=[len(pile) for pile in laid],
        pile=[card for card, _, _ in flat],
        said=[said or None for _, said, _ in flat],
        known=[everybody if seat < 0 else 1 << seat for _, _, seat in flat] + [0] * (MOST - len(flat)),
        top=next((card for card in reversed(CARDS) if state["discarded"][card]), None),
        **{"news": news, "fresh": 0, **changes},
    )
    return Match.from_position(position, seed)


def state(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = match.position()["state"]
    return found


def held(match: Match, seat: int) -> dict[str, int]:
    return {card: number for card, number in state(match)["hand"][seat].items() if number}


def sure(match: Match, seat: int) -> dict[str, int]:
    return {card: number for card, number in state(match)["sure"][seat].items() if number}


def caravan(match: Match, seat: int) -> dict[str, int]:
    return {card: number for card, number in state(match)["caravan"][seat].items() if number}


def discards(match: Match) -> dict[str, int]:
    return {card: number for card, number in state(match)["discarded"].items() if number}


def piles(match: Match) -> list[list[str]]:
    found = state(match)
    first = 0
    out = []
    for height in found["height"]:
        out.append(found["pile"][first : first + height])
        first += height
    return out


def known_to(match: Match, seat: int, pile: int) -> list[str | None]:
    """A pile as a seat knows it, from its base to its top."""
    position = copy.deepcopy(match.position())
    position["memory_aids"] = True
    cards: list[str | None] = Match.from_position(position).view(seat)["table"]["piles"][pile]["cards"]
    return cards


def offered(match: Match, seat: int) -> set[str]:
    return {str(choice) for choice in match.choices(seat)}


def verbs(match: Match, seat: int) -> set[str]:
    return {choice.verb for choice in match.choices(seat)}


def play(match: Match, seat: int, *moves: str) -> None:
    for move in moves:
        match.play(seat, move)


def lay(match: Match, seat: int, card: str, pile: int, good: str) -> None:
    """Place a card with an announcement."""
    play(match, seat, f"place card={card} pile={pile}", f"announce good={good}")


def answer(match: Match, callers: Sequence[int] = ()) -> None:
    """All who may call do, or keep quiet."""
    for seat in match.actors:
        play(match, seat, "call" if seat in callers else "quiet")


def told(match: Match, seat: int = -1) -> list[str]:
    return [event.name for event in match.events(seat)]


def started(*args: Any, **changes: Any) -> Match:
    """A seat that has drawn and is about to play."""
    return scene(*args, phase="play", **changes)


# Set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("taktik", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_rule_1_the_deck_the_hands_and_the_bases(seats: int, taktik: bool) -> None:
    match = Match("gobi", seats, {"taktik": taktik}, seed=4)
    found = state(match)
    size = 3 if taktik and seats == 5 else 4
    assert found["held"] == [size] * seats + [0] * (5 - seats)
    assert found["height"] == [1, 1, 1]
    assert found["deck_left"] == (55 if taktik else 46) - seats * size - 3
    cards = Counter(found["deck"]) + Counter(found["pile"])
    for seat in range(seats):
        cards += Counter(held(match, seat))
    assert cards == Counter({card: n for card, n in COPIES.items() if taktik or CARDS.index(card) < 8})


def test_rule_1_the_bases_are_shown_to_all_and_then_turned_down() -> None:
    match = Match("gobi", 3, seed=4)
    for seat in (-1, 0, 1, 2):
        assert [pile["base"] for pile in match.view(seat)["table"]["piles"]] == state(match)["pile"]
    play(match, match.actors[0], "draw")
    for seat in (-1, 0, 1, 2):
        assert [pile["base"] for pile in match.view(seat)["table"]["piles"]] == [None] * 3
        assert match.events(seat)[0].args == {"cards": state(match)["pile"]}
        assert known_to(match, seat, 1) == [state(match)["pile"][1]]


def test_rule_1_a_base_may_be_any_card_and_a_character_there_does_nothing() -> None:
    bases = set()
    for seed in range(60):
        bases |= set(state(Match("gobi", 2, {"taktik": True}, seed=seed))["pile"])
    assert len(bases) >= 9
    match = started(2, True, piles=[["brigand"], ["spy"], ["merchant"]], hands=[{"three": 1, "tea": 1}, {"tea": 1}])
    play(match, 0, "bet card=three pile=0")
    assert told(match)[:3] == ["bet", "revealed", "bet_wrong"]
    assert match.events()[2].args["number"] == 0


def test_rule_1_the_first_seat_is_drawn_at_random() -> None:
    firsts = [Match("gobi", 4, seed=seed).actors[0] for seed in range(200)]
    assert all(30 <= firsts.count(seat) <= 75 for seat in range(4))


# A turn -----------------------------------------------------------------------------------------------------------


def test_rule_2_a_player_draws_then_lays_a_card_and_announces_any_good() -> None:
    match = scene(hands=[{"jade": 4}, {"tea": 4}], deck=["rice", "gold"])
    play(match, 0, "draw")
    assert held(match, 0) == {"jade": 4, "gold": 1}
    assert match.actors == (0,)
    play(match, 0, "place card=jade pile=1")
    assert offered(match, 0) == {f"announce good={good}" for good in GOODS}
    play(match, 0, "announce good=silk")
    answer(match)
    assert held(match, 0) == {"jade": 3, "gold": 1}
    assert piles(match)[1] == ["tea", "jade"]
    assert (match.phase, match.actors) == ("turn", (1,))


def test_rule_2_what_to_do_is_decided_before_the_card_is_seen() -> None:
    match = scene(hands=[{"jade": 4}, {"tea": 4}], deck=["rice", "gold"])
    assert offered(match, 0) == {"draw", "exchange"}
    assert state(match)["deck_left"] == 2
    play(match, 0, "draw")
    with pytest.raises(NothingToUndo):
        match.undo(0)
    assert verbs(match, 0) == {"place"}


def test_rule_2_the_first_decision_is_asked_of_everybody_so_that_it_does_not_tell_who_holds_a_bet() -> None:
    for hand in ({"jade": 4}, {"jade": 3, "three": 1}):
        match = scene(hands=[hand, {"tea": 4}])
        assert match.phase == "turn"
        assert match.view(1) == scene(hands=[{"gold": 4}, {"tea": 4}]).view(1)


def test_rule_2_a_card_may_go_on_any_pile_and_can_be_taken_back_until_it_is_announced() -> None:
    match = started(hands=[{"jade": 1, "three": 1}, {"tea": 4}])
    assert offered(match, 0) == {f"place card={c} pile={p}" for c in ("jade", "three") for p in range(3)} | {
        f"bet card=three pile={p}" for p in range(3)
    }
    before = match.state_bytes()
    play(match, 0, "place card=jade pile=2")
    match.undo(0)
    assert match.state_bytes() == before
    lay(match, 0, "jade", 2, "jade")
    with pytest.raises(NothingToUndo):
        match.undo(0)


@pytest.mark.parametrize("card", ["four", "spy"])
def test_rule_2_a_bet_or_a_character_may_be_laid_face_down_as_a_bluff(card: str) -> None:
    match = started(2, True, hands=[{card: 1, "tea": 1}, {"tea": 1}])
    lay(match, 0, card, 0, "gold")
    answer(match)
    assert piles(match)[0] == ["rice", card]
    assert known_to(match, 0, 0) == ["rice", card]
    assert known_to(match, 1, 0) == ["rice", None]


def test_rule_3_without_a_bet_the_whole_hand_is_shown_discarded_and_replaced() -> None:
    match = scene(hands=[{"jade": 3, "gold": 1}, {"tea": 4}], deck=["rice"] * 3 + ["silk"] * 2, discarded=FREE)
    play(match, 0, "exchange")
    assert held(match, 0) == {"rice": 2, "silk": 2}
    assert discards(match) == {"jade": 3, "gold": 1}
    assert match.events(1)[0].args == {"seat": 0, "number": 4, "cards": {"jade": 3, "gold": 1}}
    assert match.view(1)["table"]["shown"] == {"jade": 3, "gold": 1}
    assert state(match)["deck_left"] == 1
    assert (match.phase, match.actors) == ("turn", (1,))


def test_rule_3_who_holds_a_bet_cannot_exchange() -> None:
    assert offered(scene(hands=[{"jade": 3, "five": 1}, {"tea": 4}]), 0) == {"draw"}


def test_rule_3_characters_do_not_prevent_an_exchange() -> None:
    assert "exchange" in offered(scene(2, True, hands=[{"spy": 3, "brigand": 1}, {"tea": 4}]), 0)


def test_rule_3_an_empty_hand_cannot_be_exchanged() -> None:
    assert offered(scene(hands=[{}, {"tea": 4}]), 0) == {"draw", "fetch"}


def test_rule_3_the_discarded_hand_itself_may_be_drawn_again() -> None:
    match = scene(hands=[{"jade": 4}, {"tea": 4}], deck=["gold"], discarded=FREE)
    play(match, 0, "exchange")
    assert held(match, 0) == {"gold": 1, "jade": 3}
    assert "reshuffled" in told(match)


def test_rule_4_a_camel_of_ones_choice_pays_for_a_full_hand() -> None:
    match = scene(hands=[{"tea": 1}, {}], caravans=[{"jade": 2, "gold": 1}], deck=["rice"] * 5, discarded=FREE)
    assert offered(match, 0) == {"draw", "exchange", "refill camel=jade", "refill camel=gold"}
    play(match, 0, "refill camel=gold")
    assert held(match, 0) == {"tea": 1, "rice": 3}
    assert caravan(match, 0) == {"jade": 2}
    assert discards(match) == {"gold": 1}
    assert match.actors == (1,)


@pytest.mark.parametrize(("cards", "drawn"), [(0, 2), (1, 2), (2, 2), (3, 1)])
def test_rule_4_without_a_caravan_two_cards_at_most_and_never_above_the_hand_size(cards: int, drawn: int) -> None:
    match = scene(hands=[{"jade": cards}, {"tea": 4}])
    assert "fetch" in offered(match, 0)
    play(match, 0, "fetch")
    assert state(match)["held"][0] == cards + drawn
    assert match.actors == (1,)


def test_rule_4_a_full_hand_cannot_be_refilled() -> None:
    match = scene(hands=[{"jade": 4}, {"tea": 4}], caravans=[{"rice": 1}])
    assert offered(match, 0) == {"draw", "exchange"}


def test_rule_4_with_five_seats_taktik_three_cards_are_a_full_hand() -> None:
    match = scene(5, True, hands=[{"jade": 3}, {"tea": 1}])
    assert offered(match, 0) == {"draw", "exchange"}
    assert "fetch" in offered(scene(5, False, hands=[{"jade": 3}, {"tea": 1}]), 0)
    match = scene(5, True, hands=[{"jade": 2}, {"tea": 1}], caravans=[{"rice": 1}])
    play(match, 0, "refill camel=rice")
    assert state(match)["held"][0] == 3


# Gobi! ------------------------------------------------------------------------------------------------------------


def test_rule_5_every_other_seat_that_holds_a_card_may_call() -> None:
    match = started(4, hands=[{"jade": 2}, {"tea": 1}, {}, {"gold": 1}])
    lay(match, 0, "jade", 0, "jade")
    assert (match.phase, match.actors) == ("call", (1, 3))
    assert offered(match, 1) == {"quiet", "call"}
    assert match.window is not None
    assert match.window.default.verb == "quiet"


def test_rule_5_answers_are_secret_until_the_last() -> None:
    match = started(4, hands=[{"jade": 2}, {"tea": 1}, {"tea": 1}, {"gold": 1}])
    lay(match, 0, "jade", 0, "jade")
    before = {seat: match.concealed(seat).tobytes() for seat in (-1, 0, 2, 3)}
    play(match, 1, "call")
    for seat, seen in before.items():
        assert match.concealed(seat).tobytes() == seen
        assert match.view(seat)["actors"] == [1, 2, 3]
        assert match.events(seat) == []
    assert match.view(1)["actors"] == [2, 3]
    assert match.view(1)["table"]["answer"] == "call"
    with pytest.raises(NothingToUndo):
        match.undo(1)
    play(match, 3, "quiet")
    play(match, 2, "call")
    for seat in (-1, 0, 1, 2, 3):
        assert match.events(seat)[0].args == {"pile": 1, "seat": [1, 2], "count": 2}


def test_rule_5_a_called_card_is_shown_to_all_and_then_lies_face_down() -> None:
    match = started(3, hands=[{"jade": 2}, {"tea": 1}, {"gold": 1}])
    lay(match, 0, "jade", 0, "silk")
    answer(match, [2])
    assert piles(match)[0] == ["rice", "jade"]
    for seat in (-1, 0, 1, 2):
        assert known_to(match, seat, 0) == ["rice", "jade"]
        assert match.view(seat)["table"]["shown"] == {"jade": 1}
    play(match, 0, "discard card=jade")
    assert match.view(1)["table"]["shown"] == {}


def test_rule_5_if_nobody_calls_only_who_laid_the_card_knows_it() -> None:
    match = started(3, hands=[{"jade": 2}, {"tea": 1}, {"gold": 1}])
    lay(match, 0, "jade", 0, "silk")
    answer(match)
    assert told(match) == ["believed", "turn"]
    assert [known_to(match, seat, 0)[1] for seat in (-1, 0, 1, 2)] == [None, "jade", None, None]


def test_rule_5_if_nobody_else_holds_a_card_there_is_nothing_to_wait_for() -> None:
    match = started(3, hands=[{"jade": 2}, {}, {}])
    lay(match, 0, "jade", 0, "silk")
    assert (match.phase, match.actors) == ("turn", (1,))
    assert told(match) == ["announced", "turn"]
    assert match.events()[0].args == {"seat": 0, "pile": 1, "good": "silk"}


@pytest.mark.parametrize(("card", "good"), [("jade", "silk"), ("three", "silk"), ("spy", "jade")])
def test_rule_6_a_liar_who_is_called_discards_one_card_and_the_callers_none(card: str, good: str) -> None:
    match = started(3, True, hands=[{card: 1, "tea": 1, "gold": 1}, {"tea": 1}, {"gold": 1}], deck=[], discarded=FREE)
    lay(match, 0, card, 0, good)
    answer(match, [1, 2])
    assert (match.phase, match.actors) == ("loss", (0,))
    assert offered(match, 0) == {"discard card=tea", "discard card=gold"}
    play(match, 0, "discard card=gold")
    assert state(match)["held"][:3] == [1, 1, 1]
    assert discards(match) == {"gold": 1}
    assert piles(match)[0][-1] == card
    assert (match.phase, match.actors) == ("turn", (1,))


def test_rule_6_every_caller_of_the_truth_discards_a_card_clockwise_from_the_placers_left() -> None:
    hands = [{"tea": 2}, {"rice": 2}, {"jade": 2}, {"gold": 2, "silk": 1}]
    match = started(4, hands=hands, turn=2, deck=[], discarded=FREE)
    lay(match, 2, "jade", 0, "jade")
    answer(match, [0, 1, 3])
    assert told(match)[:2] == ["called", "honest"]
    for seat, card in ((3, "silk"), (0, "tea"), (1, "rice")):
        assert (match.phase, match.actors) == ("loss", (seat,))
        play(match, seat, f"discard card={card}")
    assert discards(match) == {"tea": 1, "rice": 1, "silk": 1}
    assert state(match)["held"][:4] == [1, 1, 1, 2]
    assert (match.phase, match.actors) == ("turn", (3,))


def test_rule_6_who_kept_quiet_loses_nothing() -> None:
    match = started(3, hands=[{"jade": 2}, {"tea": 1}, {"gold": 1}])
    lay(match, 0, "jade", 0, "jade")
    answer(match, [2])
    assert match.actors == (2,)
    play(match, 2, "discard card=gold")
    assert state(match)["held"][:3] == [1, 1, 0]
    assert match.phase == "turn"


def test_rule_6_an_empty_hand_loses_nothing() -> None:
    match = started(hands=[{"jade": 1}, {"tea": 1}])
    lay(match, 0, "jade", 0, "tea")
    answer(match, [1])
    assert told(match) == ["called", "lied", "nothing_to_lose", "turn"]
    assert state(match)["held"][:2] == [0, 1]
    assert match.actors == (1,)


# Bets -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bet", "camels", "right"),
    [
        ("three", 2, False),
        ("three", 3, True),
        ("three", 4, False),
        ("four", 3, False),
        ("four", 4, True),
        ("four", 5, False),
        ("five", 4, False),
        ("five", 5, True),
        ("five", 6, True),
    ],
)
def test_rule_7_a_bet_is_on_the_number_of_camels_whatever_their_load(bet: str, camels: int, right: bool) -> None:
    pile = [("rice", "rice", 1), "four", *["rice", "tea", "jade", "gold", "silk"][: camels - 1], ("three", "tea", 0)]
    match = started(hands=[{bet: 1, "tea": 1}, {"tea": 1}], piles=[["silk"], pile, ["silk"]])
    play(match, 0, f"bet card={bet} pile=1")
    assert told(match)[2] == ("bet_right" if right else "bet_wrong")
    assert match.events(1)[1].args == {"seat": 0, "pile": 2, "cards": match.view(1)["table"]["shown"]}
    assert sum(match.view(1)["table"]["shown"].values()) == len(pile)
    expected = {**FREE, **({"rice": 2} if right else {})}
    assert {good: n for good, n in caravan(match, 0).items() if good == "rice"} == expected


def test_rule_8_the_camels_join_the_caravan_and_the_other_cards_are_discarded() -> None:
    match = started(
        hands=[{"three": 1, "tea": 1}, {"tea": 1}],
        caravans=[{"gold": 1}],
        piles=[["rice", ("jade", "tea", 1), ("five", "silk", 1), "gold"], ["tea"], ["silk"]],
        deck=["silk", "gold"],
        discarded=FREE,
    )
    play(match, 0, "bet card=three pile=0")
    assert caravan(match, 0) == {"rice": 1, "jade": 1, "gold": 2}
    assert discards(match) == {"three": 1, "five": 1}
    assert (match.phase, match.actors) == ("turn", (1,))


def test_rule_8_four_alike_win_at_once_before_any_camel_must_go() -> None:
    match = started(
        hands=[{"four": 1, "tea": 1}, {"tea": 1}],
        caravans=[{"gold": 2, "tea": 2}, {"silk": 3}],
        piles=[["rice", "jade", "gold", "gold"], ["tea"], ["silk"]],
    )
    play(match, 0, "bet card=four pile=0")
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.scores) == ("four_alike", (0,), (4, 3))
    assert caravan(match, 0) == {"gold": 4, "tea": 2, "rice": 1, "jade": 1}


def test_rule_8_otherwise_five_camels_are_kept_by_choice() -> None:
    match = started(
        hands=[{"four": 1, "tea": 1}, {"tea": 1}],
        caravans=[{"gold": 2, "tea": 2}],
        piles=[["rice", "jade", "gold", "tea"], ["tea"], ["silk"]],
        deck=["silk"],
        discarded=FREE,
    )
    play(match, 0, "bet card=four pile=0")
    assert (match.phase, match.actors) == ("trim", (0,))
    assert offered(match, 0) == {f"drop camel={good}" for good in ("gold", "tea", "rice", "jade")}
    play(match, 0, "drop camel=rice")
    match.undo(0)
    play(match, 0, "drop camel=jade", "drop camel=tea")
    assert match.phase == "trim"
    play(match, 0, "drop camel=rice")
    assert caravan(match, 0) == {"gold": 3, "tea": 2}
    assert discards(match) == {"jade": 1, "tea": 1, "rice": 1, "four": 1}
    assert match.actors == (1,)
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_rule_9_a_wrong_bet_discards_the_pile_and_a_camel_of_the_caravan() -> None:
    match = started(
        hands=[{"three": 1, "tea": 2}, {"tea": 1}],
        caravans=[{"gold": 2, "jade": 1}],
        piles=[["rice", ("five", "silk", 1)], ["tea"], ["silk"]],
        deck=["silk", "gold"],
        discarded=FREE,
    )
    play(match, 0, "bet card=three pile=0")
    assert (match.phase, match.actors) == ("forfeit", (0,))
    assert offered(match, 0) == {"drop camel=gold", "drop camel=jade"}
    assert [label.args["from_hand"] for _, label in match.labels(0)] == [False, False]
    play(match, 0, "drop camel=jade")
    assert match.events(1)[0].args == {"seat": 0, "pile": 1, "card": "jade", "from_hand": False}
    assert caravan(match, 0) == {"gold": 2}
    assert held(match, 0) == {"tea": 2}
    assert discards(match) == {"rice": 1, "five": 1, "jade": 1, "three": 1}


def test_rule_9_without_a_caravan_the_camel_comes_from_the_hand() -> None:
    hands = [{"three": 1, "tea": 1, "gold": 1, "four": 1}, {"tea": 1}]
    match = started(hands=hands, deck=["silk", "gold"], discarded=FREE)
    play(match, 0, "bet card=three pile=0")
    assert offered(match, 0) == {"drop camel=tea", "drop camel=gold"}
    assert [label.args["from_hand"] for _, label in match.labels(0)] == [True, True]
    play(match, 0, "drop camel=tea")
    assert match.events(1)[0].args == {"seat": 0, "pile": 1, "card": "tea", "from_hand": True}
    assert held(match, 0) == {"gold": 1, "four": 1}
    assert discards(match) == {"rice": 1, "tea": 1, "three": 1}


def test_rule_9_who_has_no_camel_anywhere_loses_none() -> None:
    match = started(hands=[{"three": 1, "four": 1}, {"tea": 1}])
    play(match, 0, "bet card=three pile=0")
    assert told(match)[3] == "no_camel_to_lose"
    assert held(match, 0) == {"four": 1}
    assert (match.phase, match.actors) == ("turn", (1,))


def test_rule_10_a_new_pile_begins_in_the_same_place_with_a_card_shown_to_all() -> None:
    match = started(
        3,
        hands=[{"three": 1}, {"tea": 1}, {"tea": 1}],
        piles=[["rice"], ["tea"], ["tea", "tea", "jade"]],
        deck=["silk", "gold"],
        discarded=FREE,
    )
    play(match, 0, "bet card=three pile=2")
    assert (piles(match)[0], piles(match)[2]) == (["rice"], ["gold"])
    for seat in (-1, 0, 1, 2):
        assert [pile["base"] for pile in match.view(seat)["table"]["piles"]] == [None, None, "gold"]
        assert known_to(match, seat, 2) == ["gold"]
        assert {event.name: event.args for event in match.events(seat)}["base"] == {"pile": 3, "card": "gold"}
    assert discards(match) == {"three": 1}


def test_rule_10_the_bet_goes_last_and_may_itself_be_the_new_base() -> None:
    match = started(
        hands=[{"three": 1, "tea": 1}, {"tea": 1}],
        piles=[["rice", "tea", "jade"], ["tea"], ["silk"]],
        deck=[],
        discarded=FREE,
    )
    play(match, 0, "bet card=three pile=0")
    assert piles(match)[0] == ["three"]
    assert discards(match) == {}


def test_rule_10_the_bet_lies_at_its_pile_while_the_camel_is_chosen() -> None:
    match = started(hands=[{"three": 1, "tea": 1}, {"tea": 1}], deck=["gold"], discarded=FREE)
    play(match, 0, "bet card=three pile=0")
    assert match.view(1)["table"]["bet"] == {"card": "three", "pile": 0}
    assert match.view(1)["table"]["piles"][0]["empty"]
    assert "three" not in discards(match)


def test_rule_10_announcements_that_a_bet_reveals_are_remembered_of_who_made_them() -> None:
    match = started(
        hands=[{"three": 1, "tea": 1}, {"tea": 1}],
        piles=[["rice", ("tea", "tea", 1), ("jade", "silk", 1), ("gold", "gold", 0)], ["tea"], ["silk"]],
    )
    assert (state(match)["honest"], state(match)["lies"]) == ([0] * 5, [0] * 5)
    play(match, 0, "bet card=three pile=0")
    assert (state(match)["honest"], state(match)["lies"]) == ([1, 1, 0, 0, 0], [0, 1, 0, 0, 0])


# Characters -------------------------------------------------------------------------------------------------------

SECRET: list[Laid] = ["rice", ("five", "silk", 1), ("jade", "tea", 2)]


def test_rule_11_a_spy_looks_through_the_whole_pile_and_nobody_else_does() -> None:
    match = started(3, True, hands=[{"spy": 1, "tea": 1}, {"tea": 1}, {"tea": 1}], piles=[["gold"], SECRET, ["silk"]])
    others = {seat: known_to(match, seat, 1) for seat in (-1, 1, 2)}
    play(match, 0, "play card=spy pile=1")
    assert match.phase == "look"
    assert match.view(0)["table"]["looking"]["cards"] == ["rice", "five", "jade", "spy"]
    assert match.events(0)[1].args == {"pile": 2, "cards": ["rice", "five", "jade"]}
    for seat, knew in others.items():
        assert match.view(seat)["table"]["looking"]["cards"] is None
        assert known_to(match, seat, 1) == [*knew, "spy"]
        assert told(match, seat) == ["peeked"]
    assert known_to(match, 1, 1) == ["rice", "five", None, "spy"]
    assert known_to(match, 2, 1) == ["rice", None, "jade", "spy"]


def test_rule_11_the_pile_goes_back_as_it_was_with_the_spy_on_top() -> None:
    match = started(3, True, hands=[{"spy": 1, "tea": 1}, {"tea": 1}, {"tea": 1}], piles=[["gold"], SECRET, ["silk"]])
    play(match, 0, "play card=spy pile=1")
    assert offered(match, 0) == {"replace"}
    play(match, 0, "replace")
    assert piles(match)[1] == ["rice", "five", "jade", "spy"]
    assert (match.phase, match.actors) == ("turn", (1,))
    assert match.view(0)["table"]["looking"] is None
    assert known_to(match, 0, 1) == ["rice", "five", "jade", "spy"]


def test_rule_11_no_character_played_openly_can_be_called() -> None:
    hands = [{"spy": 1, "brigand": 1, "merchant": 1, "sandstorm": 1}, {"tea": 1}]
    for card in hands[0]:
        match = started(2, True, hands=hands)
        play(match, 0, f"play card={card} pile=1")
        assert match.phase != "call"


def test_rule_12_a_brigand_may_take_any_card_below_into_the_hand_shown_to_all() -> None:
    match = started(3, True, hands=[{"brigand": 1}, {"tea": 1}, {"tea": 1}], piles=[["gold"], SECRET, ["silk"]])
    play(match, 0, "play card=brigand pile=1")
    assert match.view(0)["table"]["looking"]["cards"] == ["rice", "five", "jade", "brigand"]
    assert offered(match, 0) == {"replace", "steal place=0", "steal place=1", "steal place=2"}
    play(match, 0, "steal place=1")
    assert held(match, 0) == {"five": 1}
    assert piles(match)[1] == ["rice", "jade", "brigand"]
    for seat in (-1, 0, 1, 2):
        assert match.events(seat)[0].args == {"seat": 0, "card": "five", "pile": 2}
    # The place it came from is seen: who knew the card above still knows where it is.
    assert known_to(match, 2, 1) == ["rice", "jade", "brigand"]
    assert known_to(match, 1, 1) == ["rice", None, "brigand"]
    assert match.actors == (1,)


def test_rule_12_a_brigand_may_take_nothing() -> None:
    match = started(2, True, hands=[{"brigand": 1}, {"tea": 1}], piles=[["gold"], ["rice"], ["silk"]])
    play(match, 0, "play card=brigand pile=1", "replace")
    assert piles(match)[1] == ["rice", "brigand"]
    assert held(match, 0) == {}


def test_rule_12_a_theft_may_take_the_hand_above_its_full_size() -> None:
    match = started(2, True, hands=[{"brigand": 1, "tea": 4}, {"tea": 1}])
    play(match, 0, "play card=brigand pile=0", "steal place=0")
    assert state(match)["held"][0] == 5


def trading(**changes: Any) -> Match:
    """A merchant about to be sent to a pile."""
    return started(2, True, **{"hands": [{"merchant": 1, "tea": 1}, {"tea": 1}], **changes})


def test_rule_13_a_merchant_swaps_itself_for_the_top_card_and_a_camel_may_join_the_caravan() -> None:
    match = trading(piles=[["gold"], ["rice", ("jade", "tea", 1)], ["silk"]])
    play(match, 0, "play card=merchant pile=1")
    assert match.phase == "offer"
    assert offered(match, 0) == {"accept", "decline"}
    assert match.view(-1)["table"]["offer"] == "jade"
    assert piles(match)[1] == ["rice", "merchant"]
    play(match, 0, "accept")
    assert caravan(match, 0) == {"jade": 1}
    assert match.actors == (1,)


def test_rule_13_a_camel_may_be_declined_and_is_discarded() -> None:
    match = trading(piles=[["gold"], ["rice", ("jade", "tea", 1)], ["silk"]], deck=[], discarded=FREE)
    play(match, 0, "play card=merchant pile=0", "decline")
    assert caravan(match, 0) == {}
    assert discards(match) == {"gold": 1}
    assert piles(match)[0] == ["merchant"]


def test_rule_13_any_other_card_is_discarded() -> None:
    match = trading(piles=[["gold"], ["silk"], ["rice", ("five", "tea", 1)]], deck=["tea"], discarded=FREE)
    play(match, 0, "play card=merchant pile=2")
    assert discards(match) == {"five": 1}
    assert piles(match)[2] == ["rice", "merchant"]
    assert match.view(1)["table"]["shown"] == {"five": 1}
    assert (match.phase, match.actors) == ("turn", (1,))


def test_rule_13_a_sixth_camel_means_trimming_and_a_fourth_alike_wins() -> None:
    match = trading(caravans=[{"gold": 3, "tea": 2}], piles=[["gold"], ["rice"], ["silk"]])
    play(match, 0, "play card=merchant pile=2", "accept")
    assert match.phase == "trim"
    play(match, 0, "drop camel=silk")
    assert caravan(match, 0) == {"gold": 3, "tea": 2}
    match = trading(caravans=[{"gold": 3, "tea": 2}], piles=[["gold"], ["rice"], ["silk"]])
    play(match, 0, "play card=merchant pile=0", "accept")
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("four_alike", (0,))


@pytest.mark.parametrize(("one", "other"), [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)])
def test_rule_14_a_sandstorm_swaps_two_piles_with_all_that_is_known_of_them(one: int, other: int) -> None:
    cards: list[list[Laid]] = [["gold", ("tea", "silk", 0)], SECRET, ["silk", "three", ("rice", "rice", 1), "spy"]]
    match = started(3, True, hands=[{"sandstorm": 1}, {"tea": 1}, {"tea": 1}], piles=cards)
    play(match, 0, f"play card=sandstorm pile={one}")
    assert match.phase == "swap"
    assert offered(match, 0) == {f"swap pile={pile}" for pile in range(3) if pile != one}
    before = piles(match)
    knew = [[known_to(match, seat, pile) for pile in range(3)] for seat in (0, 1, 2)]
    play(match, 0, f"swap pile={other}")
    order = [0, 1, 2]
    order[one], order[other] = other, one
    assert piles(match) == [before[pile] for pile in order]
    assert piles(match)[other][-1] == "sandstorm"
    for seat in (0, 1, 2):
        assert [known_to(match, seat, pile) for pile in range(3)] == [knew[seat][pile] for pile in order]
    assert match.events()[0].args == {"seat": 0, "pile": one + 1, "other": other + 1}
    assert match.actors == (1,)


# Cards and the end ------------------------------------------------------------------------------------------------


def test_rule_15_the_discards_become_the_draw_pile_when_a_card_is_needed_and_not_before() -> None:
    match = scene(hands=[{"jade": 1}, {"tea": 1}], deck=["gold"], discarded={"silk": 2})
    play(match, 0, "draw")
    assert state(match)["deck_left"] == 0
    assert discards(match) == {"silk": 2}
    lay(match, 0, "jade", 0, "jade")
    answer(match)
    play(match, 1, "draw")
    assert held(match, 1) == {"tea": 1, "silk": 1}
    assert (state(match)["deck_left"], discards(match)) == (1, {})
    assert "reshuffled" in told(match)


def test_rule_15_with_neither_one_plays_without_drawing() -> None:
    match = scene(hands=[{"jade": 1}, {"tea": 1}], deck=[], discarded=FREE)
    assert offered(match, 0) == {"draw", "exchange"}
    play(match, 0, "draw")
    assert match.events()[0].args == {"seat": 0, "number": 0}
    assert offered(match, 0) == {f"place card=jade pile={pile}" for pile in range(3)}


def test_rule_15_a_missing_base_is_laid_as_soon_as_there_is_a_card() -> None:
    match = started(hands=[{"jade": 2}, {"tea": 2}], piles=[["rice"], ["tea"], []], deck=[], discarded=FREE)
    lay(match, 0, "jade", 0, "jade")
    answer(match, [1])
    play(match, 1, "discard card=tea")
    assert piles(match)[2] == ["tea"]
    assert discards(match) == {}
    assert known_to(match, 0, 2) == ["tea"]


def test_rule_15_until_then_a_card_may_be_laid_in_the_empty_place() -> None:
    match = started(2, hands=[{"jade": 2}, {"tea": 2}], piles=[["rice"], ["tea"], []], deck=[], discarded=FREE)
    lay(match, 0, "jade", 2, "jade")
    answer(match)
    assert piles(match)[2] == ["jade"]
    assert known_to(match, 1, 2) == [None]


@pytest.mark.parametrize("card", ["spy", "brigand", "merchant", "sandstorm"])
def test_rule_15_a_character_finds_nothing_in_an_empty_place(card: str) -> None:
    match = started(
        2, True, hands=[{card: 1, "jade": 1}, {"tea": 2}], piles=[["rice"], ["tea"], []], deck=[], discarded=FREE
    )
    play(match, 0, f"play card={card} pile=2")
    assert piles(match)[2] == [card]
    assert offered(match, 0) == {"spy": {"replace"}, "brigand": {"replace"}, "merchant": set()}.get(
        card, {"swap pile=0", "swap pile=1"}
    )


def test_rule_15_a_seat_with_no_card_and_nothing_to_draw_passes() -> None:
    match = started(3, hands=[{"jade": 2}, {}, {"tea": 1}], deck=[], discarded=FREE)
    lay(match, 0, "jade", 0, "jade")
    answer(match)
    assert match.actors == (2,)
    assert [(event.name, event.args.get("seat")) for event in match.events()][1:] == [("passed", 1), ("turn", 2)]
    assert state(match)["turns"] == 2


def test_rule_15_who_could_only_refill_by_giving_a_camel_may_pass_instead() -> None:
    match = scene(hands=[{}, {"tea": 1}], caravans=[{"gold": 1}], deck=[], discarded=FREE)
    assert offered(match, 0) == {"pass", "refill camel=gold"}
    play(match, 0, "refill camel=gold")
    assert held(match, 0) == {"gold": 1}
    match = scene(hands=[{}, {"tea": 1}], caravans=[{"gold": 1}], deck=[], discarded=FREE)
    play(match, 0, "pass")
    assert match.actors == (1,)
    assert caravan(match, 0) == {"gold": 1}


def test_rule_15_a_refill_that_could_draw_nothing_is_not_offered() -> None:
    assert "fetch" in offered(scene(hands=[{"jade": 1}, {"tea": 1}], deck=["gold"], discarded=FREE), 0)
    assert "fetch" not in offered(scene(hands=[{"jade": 1}, {"tea": 1}], deck=[], discarded=FREE), 0)


def test_rule_15_a_refill_takes_what_there_is() -> None:
    match = scene(hands=[{"jade": 1}, {"tea": 1}], deck=["gold"], discarded=FREE)
    play(match, 0, "fetch")
    assert held(match, 0) == {"jade": 1, "gold": 1}


def test_rule_15_when_nobody_holds_a_card_and_none_can_be_drawn_the_most_alike_win() -> None:
    match = started(hands=[{"jade": 1}, {}], caravans=[{"gold": 1, "tea": 1}, {"silk": 2}], deck=[], discarded=FREE)
    lay(match, 0, "jade", 0, "gold")
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.scores) == ("no_cards", (1,), (1, 2))


def test_rule_15_shuffled_cards_are_known_to_nobody() -> None:
    match = scene(hands=[{"jade": 1}, {"tea": 1}], deck=[], discarded={"silk": 2, "gold": 2})
    play(match, 0, "draw")
    for seat in (-1, 0, 1):
        assert (match.concealed(seat)[0].deck == -1).all()


def test_rule_16_no_choice_brings_a_camel_from_the_hand_into_the_caravan() -> None:
    match = started(2, True, hands=[dict.fromkeys(GOODS, 1), {"tea": 1}])
    for choice in match.choices(0):
        after = Match.from_position(match.position())
        after.play(0, choice)
        assert caravan(after, 0) == {}


def test_rule_16_a_caravan_holds_five_at_most() -> None:
    with pytest.raises(InvalidPosition, match="caravan of seat 0: 6 camels, expected at most 5"):
        scene(caravans=[{"gold": 3, "tea": 3}], hands=[{"tea": 1}])


def test_rule_17_when_every_seat_has_had_its_turns_the_most_alike_win_and_ties_are_shared() -> None:
    for caravans, winners in (
        ([{"gold": 1, "tea": 2}, {"silk": 3}], (1,)),
        ([{"gold": 1, "tea": 2}, {"silk": 2}], (0, 1)),
        ([], (0, 1)),
    ):
        match = scene(hands=[{"jade": 1}, {"rice": 1}], caravans=caravans, turn_limit=3, turns=4, turn=0)
        play(match, 0, "exchange")
        assert match.actors == (1,)
        play(match, 1, "exchange" if "exchange" in offered(match, 1) else "draw")
        outcome = match.outcome()
        assert outcome is not None
        assert (outcome.reason, outcome.winners) == ("turn_limit", winners)


def test_rule_17_at_a_table_there_is_no_limit_and_in_the_lab_two_hundred_turns() -> None:
    game = find_game("gobi")
    assert game.check_options({}) == {"taktik": 0, "turn_limit": 0}
    assert game.lab_options({})["turn_limit"] == 200


# Screens and knowledge --------------------------------------------------------------------------------------------


def test_piles_are_not_counted_and_words_fade_unless_there_are_memory_aids() -> None:
    layout: list[list[Laid]] = [["gold", ("tea", "silk", 0), ("rice", "jade", 1)], ["tea"], ["silk"]]
    match = scene(hands=[{"jade": 1}, {"tea": 1}], piles=layout)
    for pile in match.view(0)["table"]["piles"]:
        assert pile == {"empty": False, "base": None, "height": None, "cards": None, "said": None}
    aided = scene(hands=[{"jade": 1}, {"tea": 1}], piles=layout, aids=True)
    pile = aided.view(0)["table"]["piles"][0]
    assert (pile["height"], pile["cards"], pile["said"]) == (3, ["gold", "tea", None], [None, "silk", "jade"])
    assert aided.view(1)["table"]["piles"][0]["cards"] == ["gold", None, "rice"]
    assert aided.view(-1)["table"]["piles"][0]["cards"] == ["gold", None, None]


@pytest.mark.parametrize("aids", [False, True])
def test_rule_15_the_discards_lie_face_up_for_everybody_with_the_last_one_on_top(aids: bool) -> None:
    match = started(hands=[{"jade": 2, "gold": 1}, {"tea": 1}], deck=["rice"] * 4, discarded=FREE, aids=aids)
    assert match.view()["table"]["discards"] == {"number": 0, "cards": {}, "top": None}
    lay(match, 0, "jade", 0, "silk")
    play(match, 1, "call")
    play(match, 0, "discard card=gold")
    for seat in (-1, 0, 1):
        assert match.view(seat)["table"]["discards"] == {"number": 1, "cards": {"gold": 1}, "top": "gold"}
        assert Line("tell-discards", cards={"gold": 1}, top="gold") in match.describe(seat)
    play(match, 1, "exchange")
    for seat in (-1, 0, 1):
        assert match.view(seat)["table"]["discards"] == {"number": 2, "cards": {"tea": 1, "gold": 1}, "top": "tea"}


def test_rule_15_a_bet_is_discarded_last_and_lies_on_top_until_the_discards_are_shuffled() -> None:
    match = started(hands=[{"three": 1, "tea": 1}, {"tea": 1}], deck=["gold"], discarded=FREE)
    play(match, 0, "bet card=three pile=0")
    assert match.view()["table"]["discards"]["top"] == "rice"
    play(match, 0, "drop camel=tea")
    assert match.view()["table"]["discards"]["top"] == "three"
    play(match, 1, "draw")
    assert state(match)["reshuffled"] == 1
    assert match.view()["table"]["discards"] == {"number": 0, "cards": {}, "top": None}


def test_what_both_seats_know_each_for_itself_a_spectator_does_not_know() -> None:
    match = started(2, True, hands=[{"spy": 1}, {"tea": 1}], piles=[["gold", ("tea", "silk", 1)], ["tea"], ["silk"]])
    play(match, 0, "play card=spy pile=0")
    assert [known_to(match, seat, 0)[1] for seat in (-1, 0, 1)] == [None, "tea", "tea"]


def test_rivals_hands_are_hidden_but_for_their_number() -> None:
    match = scene(hands=[{"jade": 2}, {"tea": 3}])
    seats = match.view(0)["table"]["seats"]
    assert (seats[0]["hand"], seats[1]["hand"], seats[1]["hand_size"]) == ({"jade": 2}, None, 3)
    assert (match.concealed(0)[0].hand[1] == 0).all()
    assert [player["hand"] for player in match.view()["table"]["seats"]] == [None, None]


def stolen() -> Match:
    """Seat 0 is known by all to hold a jade and a gold; it is about to play."""
    return started(2, True, hands=[{"jade": 2, "gold": 1, "three": 1}, {"tea": 2}], sure=[{"jade": 1, "gold": 1}])


def test_a_stolen_card_is_sure_to_be_in_the_hand() -> None:
    match = started(2, True, hands=[{"brigand": 1}, {"tea": 1}], piles=[["gold", "jade"], ["tea"], ["silk"]])
    play(match, 0, "play card=brigand pile=0", "steal place=1")
    assert sure(match, 0) == {"jade": 1}
    assert match.concealed(1)[0].hand[0, CARDS.index("jade")] == 1


def test_a_card_that_leaves_unseen_makes_every_kind_less_sure() -> None:
    for card in ("jade", "gold", "three"):
        match = stolen()
        lay(match, 0, card, 0, "silk")
        assert sure(match, 0) == {"jade": 1, "gold": 1}  # the card on its way counts as in the hand
        answer(match)
        assert sure(match, 0) == {}


def test_whether_the_stolen_card_was_the_one_placed_does_not_show() -> None:
    seen = []
    for card in ("jade", "gold", "three"):
        match = stolen()
        lay(match, 0, card, 0, "silk")
        during = match.concealed(1).tobytes()
        answer(match)
        seen.append((during, match.concealed(1).tobytes(), str(match.view(1)), str(match.events(1))))
    assert len(set(seen)) == 1


def test_a_card_that_is_seen_to_leave_is_one_less_of_its_kind_only() -> None:
    match = stolen()
    lay(match, 0, "gold", 0, "silk")
    answer(match, [1])
    assert sure(match, 0) == {"jade": 1}
    play(match, 0, "discard card=jade")
    assert sure(match, 0) == {}
    match = stolen()
    play(match, 0, "bet card=three pile=0")
    assert sure(match, 0) == {"jade": 1, "gold": 1}


def test_who_placed_a_card_sees_it_while_the_others_think() -> None:
    match = started(hands=[{"jade": 2}, {"tea": 1}])
    play(match, 0, "place card=jade pile=0")
    assert match.events(0)[0].args == {"seat": 0, "pile": 1, "card": "jade"}
    assert match.events(1)[0].args == {"seat": 0, "pile": 1, "card": None}
    play(match, 0, "announce good=silk")
    placing = {"seat": 0, "pile": 0, "good": "silk"}
    assert match.view(0)["table"]["placing"] == {**placing, "card": "jade"}
    assert match.view(1)["table"]["placing"] == {**placing, "card": None}


def guesses(match: Match, seat: int, number: int) -> list[tuple[float, Any]]:
    """Imagined worlds with their weights."""
    game = match.game
    worlds = []
    chance = new_chance(seed_bytes("guesses"))
    for _ in range(number):
        world = match.concealed(seat)
        weight = game.functions.determinize(match.edition.array, world, 0, seat, chance)
        worlds.append((weight, world[0]))
    return worlds


def likelihood(card: str, said: str) -> float:
    return TRUTHFUL if card == said else (1 - TRUTHFUL) / 4


def posterior(pool: Mapping[str, int], said: str) -> dict[str, float]:
    """By Bayes: what an unseen card out of a pool is, given what was said of it."""
    odds = {card: number * likelihood(card, said) for card, number in pool.items() if number}
    return {card: part / sum(odds.values()) for card, part in odds.items()}


@pytest.mark.parametrize("calling", [True, False])
def test_guesses_take_an_announcement_as_evidence_exactly(calling: bool) -> None:
    hands = [{"jade": 3, "three": 1}, {"tea": 2, "jade": 1}]
    if calling:
        match = started(hands=[hands[0], {**hands[1], "gold": 1}], turn=1)
        lay(match, 1, "gold", 0, "jade")
        seen = {"jade": 3, "three": 1, "rice": 1, "tea": 1, "silk": 1}
    else:
        match = scene(hands=hands, piles=[["rice", ("gold", "jade", 1)], ["tea"], ["silk"]])
        seen = {"jade": 3, "three": 1, "rice": 1, "tea": 1, "silk": 1}
    pool = {card: COPIES[card] - seen.get(card, 0) for card in CARDS[:8]}
    found: defaultdict[str, float] = defaultdict(float)
    for weight, world in guesses(match, 0, effort(4000, 300)):
        found[CARDS[world.placed if calling else world.pile[1]]] += weight
    total = sum(found.values())
    for card, expected in posterior(pool, "jade").items():
        assert math.isclose(found[card] / total, expected, abs_tol=effort(4, 12) / 100), card


def test_guesses_at_several_announcements_are_exact_when_weighed() -> None:
    """Two unseen cards, both said to be jade, of which only two are unseen: drawing both is rarer than it seems."""
    layout: list[list[Laid]] = [["rice", ("gold", "jade", 1), ("silk", "jade", 1)], ["tea"], ["jade"] * 3]
    match = scene(hands=[{"jade": 2}, {"tea": 2}], piles=layout)
    pool = {card: COPIES[card] for card in CARDS[:8]}
    for card in ("rice", "tea", *["jade"] * 5):
        pool[card] -= 1
    pairs = {}
    for one, first in pool.items():
        for two, second in pool.items():
            number = first * (second - (one == two))
            pairs[one, two] = number * likelihood(one, "jade") * likelihood(two, "jade")
    expected = pairs["jade", "jade"] / sum(pairs.values())
    total = both = 0.0
    for weight, world in guesses(match, 0, effort(6000, 300)):
        total += weight
        both += weight * (CARDS[world.pile[1]] == CARDS[world.pile[2]] == "jade")
    assert math.isclose(both / total, expected, abs_tol=effort(3, 10) / 100)


def test_who_must_give_a_camel_of_the_hand_is_imagined_with_one_and_no_more_often_with_several() -> None:
    hands = [{"rice": 6, "tea": 6, "jade": 7, "gold": 7}, {"three": 1, "silk": 1, "four": 1}]
    match = started(hands=hands, turn=1, piles=[["rice"], ["tea"], ["silk"]], deck=["silk"] * 5 + ["five"] * 3)
    play(match, 1, "bet card=three pile=0")
    assert match.phase == "forfeit"
    # Unseen are 6 silk, 1 four and 3 five: the hand is two of them, at least one of them silk.
    total = both = 0.0
    for weight, world in guesses(match, 0, effort(4000, 300)):
        silk = world.hand[1, CARDS.index("silk")]
        assert silk >= 1
        total += weight
        both += weight * (silk == 2)
    assert math.isclose(both / total, 15 / (15 + 24), abs_tol=effort(4, 12) / 100)


# Bad input --------------------------------------------------------------------------------------------------------


def broken(match: Match, **changes: Any) -> None:
    position = copy.deepcopy(match.position())
    position["state"].update(changes)
    Match.from_position(position)


def test_a_position_with_a_card_too_many_is_refused_with_the_reason() -> None:
    position = copy.deepcopy(scene(hands=[{"jade": 1}]).position())
    position["state"]["hand"][0]["jade"] += 1
    with pytest.raises(InvalidPosition, match="jade: 8 cards in all, expected 7"):
        Match.from_position(position)


def test_a_position_that_does_not_hang_together_is_refused_with_the_reason() -> None:
    match = scene(hands=[{"jade": 1}, {"tea": 1}])
    for changes, reason in (
        ({"held": [2, 1, 0, 0, 0]}, "held of seat 0: 2, expected the 1"),
        ({"sure": [{card: int(card == "gold") for card in CARDS}] * 5}, "sure of seat 0: 1 cards of a kind"),
        ({"known": [1 << 3] * 3 + [0] * 57}, "known: 8, expected"),
        ({"said": ["rice"] * 4}, "said: "),
        ({"height": [1, 1, 2]}, "height: "),
        ({"turn": 3, "actor": 3}, "turn or actor: 3"),
        ({"phase": "look"}, "at: -1"),
        ({"phase": "call", "at": 0}, "placed: "),
        ({"phase": "offer", "at": 0}, "offer: "),
        ({"phase": "loss", "at": 0}, "owing: "),
        ({"phase": "trim", "at": 0}, "camels to drop: 0"),
        ({"asked": 1}, "asked: 1, expected 0"),
    ):
        with pytest.raises(InvalidPosition, match=reason):
            broken(match, **changes)


def test_four_alike_in_a_match_that_goes_on_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="caravan of seat 1: 4 camels alike"):
        scene(hands=[{"tea": 1}], caravans=[{}, {"gold": 4}])


def test_a_place_without_a_base_while_there_are_cards_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="base: 0, expected 1"):
        scene(hands=[{"tea": 1}], piles=[["rice"], ["tea"], []])


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        ({"hand": 8}, "hand: no such number"),
        ({"alike": "four"}, "alike: expected a whole number from 2 to 20, got 'four'"),
        ({"alike": 8}, "alike: expected at most the 7 copies of a good, got 8"),
        ({"stakes": {"six": 6}}, "stakes.six: no such key"),
        ({"copies": {"rice": 30}}, "copies: expected at most 60 cards in all, got 69"),
        ({"hand_size": {"bazik": {"five": 10}}}, "hand_size.bazik.five: expected at most 46 cards dealt"),
    ],
)
def test_a_house_edition_that_does_not_fit_is_refused_by_key(numbers: dict[str, Any], complaint: str) -> None:
    game = find_game("gobi")
    with pytest.raises(InvalidEdition, match=complaint):
        game.sound(game.edition().changed("ours", numbers))


def test_a_house_edition_changes_the_game() -> None:
    game = find_game("gobi")
    house = game.edition().changed("ours", {"hand_size": {"bazik": {"two": 6}}, "alike": 3, "stakes": {"three": 2}})
    match = Match(game, 2, {"turn_limit": 50}, seed=1, edition=house)
    assert state(match)["held"][:2] == [6, 6]
    again = Match.from_log(match.play_out("advice").log())
    assert again.edition == house
    outcome = again.outcome()
    assert outcome is not None
    assert outcome.scores[outcome.winners[0]] >= 3


@pytest.mark.parametrize("move", ["steal place=60", "fly", "", 9999, -1, None, 1.5, {"verb": "place"}, []])
def test_what_is_no_choice_at_all_is_refused(move: Any) -> None:
    match = scene(hands=[{"jade": 1}, {"tea": 1}])
    before = match.state_bytes()
    with pytest.raises(CaravanseraiError):
        match.play(0, move)
    with pytest.raises(IllegalChoice):
        match.play(0, "pass")
    assert match.state_bytes() == before


def test_advice_bets_on_a_pile_that_wins_and_calls_what_cannot_be_true() -> None:
    game = find_game("gobi")
    weights = np.zeros(game.actions.count, np.float32)

    def favourite(match: Match, seat: int) -> str:
        game.functions.advise(match.edition.array, match.concealed(seat), 0, seat, weights)
        return str(game.actions.choice(int(weights.argmax()), seat, match.seats))

    match = started(
        hands=[{"three": 1, "tea": 1}, {"tea": 1}],
        caravans=[{"gold": 2}],
        piles=[["gold", "gold", "rice"], ["tea"], ["silk"]],
    )
    assert favourite(match, 0) == "bet card=three pile=0"
    match = started(hands=[{"rice": 2}, {"tea": 4}], piles=[["tea"], ["tea"], ["tea"]])
    lay(match, 0, "rice", 0, "tea")
    assert favourite(match, 1) == "call"
