"""Scenarios for every rule of Le marché de Samarkand."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from caravanserai.games import find_game
from caravanserai.games.marche.rules import CAMELS, GOODS, VALUES
from caravanserai.kernel.errors import CaravanseraiError, IllegalChoice, InvalidEdition, InvalidPosition, NothingToUndo
from caravanserai.kernel.events import Event
from caravanserai.match import Match
from caravanserai.words import words_for

Cards = Mapping[str, Sequence[int]]

CARDS_OF_A_GOOD = (1, 1, 1, 2, 2, 3, 3, 4, 5, 7)
ALL_CAMELS = (2, 3, 4, 5) * 4
BANK = 5


def scene(
    seats: int = 4,
    phase: str = "count",
    round: int = 6,
    price: int = 7,
    doyen: int = 0,
    offers: Sequence[int | None] = (1, 1, 1, 1, 1),
    bank_offer: int | None = None,
    camel: int | None = None,
    camels: Sequence[Sequence[int]] = (),
    pile: Sequence[int] | None = None,
    money: Sequence[int] = (),
    bought: Sequence[Cards] = (),
    edition: str = "standard",
    seed: int = 1,
    aids: bool = False,
    **changes: Any,
) -> Match:
    """A match at a position described by what matters.

    Seat 0 sells carpets, 1 spices, 2 fruits, 3 jewels, 4 clothes; with three seats the bank sells jewels. Hands hold as
    many of the highest cards left as there are rounds to come, the other cards are gone. Money that no seat has is in
    the bank. Camels are in the pile; if a ``pile`` is given, the others belong to the last seat.
    """
    counting = phase == "count"
    position = Match("marche", seats, seed=0, edition=edition).position()
    state = position["state"]
    sold_by = [*range(seats), *([BANK] if seats == 3 else [])]
    goods = GOODS[: len(sold_by)]
    on_offer: list[int | None] = [*offers[:seats], *[None] * (BANK - seats), bank_offer] if counting else [None] * 6
    stock = {good: Counter(CARDS_OF_A_GOOD) for good in goods}
    owned = [dict(bought[seat]) if seat < len(bought) else {} for seat in range(BANK)]
    for cards in owned:
        for good, values in cards.items():
            stock[good].subtract(values)
    hands: list[Counter[int]] = [Counter() for _ in range(6)]
    for seller, good in zip(sold_by, goods, strict=True):
        value = on_offer[seller]
        if value is not None:
            stock[good][value] -= 1
        left = sorted(stock[good].elements(), reverse=True)
        hands[seller] = Counter(left[: 0 if phase in ("transport", "over") else 10 - round + (phase == "pick")])
        stock[good].subtract(hands[seller])
        assert min(stock[good].values()) >= 0, (good, stock[good])
    herd = Counter(ALL_CAMELS)
    herds = [Counter(camels[seat]) if seat < len(camels) else Counter() for seat in range(BANK)]
    for some in (*herds, Counter([camel] if camel else [])):
        herd.subtract(some)
    if pile is not None:
        herd.subtract(pile)
        herds[seats - 1] += herd
        herd = Counter(pile)
    start = 25 if seats == 3 else 15
    purse = [*money, *[0] * (BANK - len(money))] if money else [start] * seats + [0] * (BANK - seats)
    state.update(
        phase=phase,
        ended="last_round" if phase == "over" else "running",
        current_round=10 if phase in ("transport", "over") else round,
        price=price if counting else 0,
        doyen=doyen,
        good=[good if seller in sold_by else None for seller, good in enumerate([*GOODS, goods[-1]])],
        hand=[counts(VALUES, hand) for hand in hands],
        offer=[None if value is None else str(value) for value in on_offer],
        bought=[{good: counts(VALUES, Counter(cards.get(good, ()))) for good in GOODS} for cards in owned],
        gone={good: counts(VALUES, stock.get(good, Counter())) for good in GOODS},
        camel=None if camel is None else str(camel),
        camel_pile=counts(CAMELS, herd),
        camels=[counts(CAMELS, some) for some in herds],
        money=purse,
        bank=seats * start - sum(purse),
        **changes,
    )
    position["memory_aids"] = aids
    return Match.from_position(position, seed)


def counts(names: Sequence[str], cards: Counter[int]) -> dict[str, int]:
    return {name: cards[int(name)] for name in names}


def state(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = match.position()["state"]
    return found


def pending(match: Match) -> list[int]:
    return list(match.actors)


def offered(match: Match, seat: int) -> set[str]:
    return {str(choice) for choice in match.choices(seat)}


def answer(match: Match, *answers: str) -> None:
    """Everybody's answer to a price or everybody's pick, from seat 0 on; missing ones are silent."""
    for seat in range(match.seats):
        match.play(seat, answers[seat] if seat < len(answers) else "silence")


def money(match: Match) -> list[int]:
    purse: list[int] = state(match)["money"][: match.seats]
    return purse


def bought(match: Match, seat: int) -> dict[str, list[int]]:
    found = state(match)["bought"][seat]
    return {
        good: [int(value) for value, number in cards.items() for _ in range(number)]
        for good, cards in found.items()
        if any(cards.values())
    }


def camels(match: Match, seat: int) -> list[int]:
    return [int(kind) for kind, number in state(match)["camels"][seat].items() for _ in range(number)]


def pile(match: Match) -> list[int]:
    return [int(kind) for kind, number in state(match)["camel_pile"].items() for _ in range(number)]


def on_offer(match: Match) -> list[str | None]:
    cards = state(match)["offer"]
    return [*cards, *[None] * (6 - len(cards))]


def names(events: Sequence[Event]) -> list[str]:
    return [event.name for event in events]


# Set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_rule_1_each_seat_has_all_ten_cards_of_one_good_and_unused_goods_are_out(seats: int) -> None:
    match = Match("marche", seats, seed=5)
    goods = [good for good in state(match)["good"] if good]
    assert len(set(goods)) == len(goods) == (4 if seats == 3 else seats)
    for seat in range(seats):
        assert match.view(seat)["table"]["seats"][seat]["hand"] == sorted(CARDS_OF_A_GOOD, reverse=True)
    assert all(not any(cards.values()) for cards in state(match)["gone"].values())


def test_rule_1_goods_are_drawn_by_lot() -> None:
    drawn = Counter(state(Match("marche", 3, seed=seed))["good"][0] for seed in range(250))
    assert set(drawn) == set(GOODS)
    assert all(25 <= number <= 80 for number in drawn.values())


@pytest.mark.parametrize(("seats", "dirhams"), [(3, 25), (4, 15), (5, 15)])
def test_rule_2_money_by_number_of_seats(seats: int, dirhams: int) -> None:
    assert money(Match("marche", seats, seed=2)) == [dirhams] * seats


def test_rule_2_only_with_three_seats_the_bank_sells_a_good() -> None:
    bank = Match("marche", 3, seed=2).view()["table"]["bank"]
    assert (bank["left"], bank["offer"], bank["pile"]) == (10, None, None)
    assert Match("marche", 4, seed=2).view()["table"]["bank"] is None


def test_rule_3_one_camel_lies_face_up_and_fifteen_are_in_the_pile() -> None:
    match = Match("marche", 4, seed=3)
    assert sorted([*pile(match), match.view()["table"]["camel"]]) == sorted(ALL_CAMELS)
    assert {Match("marche", 4, seed=seed).view()["table"]["camel"] for seed in range(60)} == {2, 3, 4, 5}


def test_rule_3_the_first_doyen_is_drawn_at_random() -> None:
    doyens = Counter(state(Match("marche", 4, seed=seed))["doyen"] for seed in range(200))
    assert all(30 <= doyens[seat] <= 75 for seat in range(4))


# A round ----------------------------------------------------------------------------------------------------------


def test_rule_4_all_pick_in_secret_and_reveal_together() -> None:
    match = scene(phase="pick", round=1, camel=3)
    assert pending(match) == [0, 1, 2, 3]
    match.play(2, "pick value=7")
    assert pending(match) == [0, 1, 3]
    assert match.view(2)["table"]["picked"] == 7
    for other in (-1, 0, 1, 3):
        assert match.view(other)["table"]["seats"][2]["offer"] is None
        assert match.view(other)["actors"] == [0, 1, 2, 3]
        assert match.events(other) == []
        assert match.concealed(other)[0].pick[2] == -1
    for seat, value in ((0, 1), (3, 5), (1, 2)):
        match.play(seat, f"pick value={value}")
    assert match.phase == "count"
    assert [player["offer"] for player in match.view()["table"]["seats"]] == [1, 2, 7, 5]
    assert match.view(2)["table"]["seats"][2]["hand"] == [5, 4, 3, 3, 2, 2, 1, 1, 1]


def test_rule_4_only_a_card_of_the_hand_can_be_picked() -> None:
    match = scene(phase="pick", round=10, camel=3)
    assert offered(match, 0) == {"pick value=7"}
    with pytest.raises(IllegalChoice):
        match.play(0, "pick value=1")


def test_rule_4_a_pick_cannot_be_taken_back() -> None:
    match = scene(phase="pick", camel=3)
    match.play(0, "pick value=7")
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_rule_4_with_three_seats_the_bank_turns_a_card_at_the_same_moment() -> None:
    turned = set()
    for seed in range(60):
        match = scene(3, phase="pick", round=1, camel=3, seed=seed)
        for seat in range(3):
            assert match.view()["table"]["bank"]["offer"] is None
            match.play(seat, "pick value=1")
        bank = match.view()["table"]["bank"]
        assert bank["left"] == 9
        turned.add(bank["offer"])
    assert turned == {1, 2, 3, 4, 5, 7}


def test_rule_4_a_camel_is_turned_at_the_start_of_a_round_that_has_none() -> None:
    match = scene(price=1, offers=(None,) * 4, camel=4, pile=[2])
    answer(match, "stop_camel")
    assert (match.phase, state(match)["camel"], pile(match)) == ("pick", "2", [])


def test_rule_5_the_count_goes_from_ten_to_one_and_nothing_is_sold_at_zero() -> None:
    match = scene(phase="pick", camel=2)
    for seat in range(4):
        match.play(seat, "pick value=7")
    for price in range(10, 0, -1):
        assert match.view()["table"]["price"] == price
        answer(match)
    assert (match.phase, state(match)["current_round"], match.view()["table"]["price"]) == ("pick", 7, None)


def test_rule_6_silence_or_one_item_on_offer_but_never_ones_own() -> None:
    match = scene(offers=(1, 2, None, 3), camel=4)
    assert offered(match, 0) == {"silence", "stop rival=1", "stop rival=3", "stop_camel"}
    assert offered(match, 2) == {"silence", "stop rival=0", "stop rival=1", "stop rival=3", "stop_camel"}
    three = scene(3, offers=(1, 2, 3), bank_offer=7)
    assert offered(three, 1) == {"silence", "stop rival=0", "stop rival=2", "stop_bank"}


def test_rule_6_answers_are_secret_until_all_have_given_theirs() -> None:
    match = scene(camel=4)
    match.play(1, "stop rival=0")
    for other in (-1, 0, 2, 3):
        assert match.view(other)["table"]["answer"] is None
        assert match.view(other)["actors"] == [0, 1, 2, 3]
        assert match.concealed(other)[0].stop[1] == -1
    assert match.view(1)["table"]["answer"] == "seat 0"
    assert on_offer(match)[0] == "1"
    with pytest.raises(NothingToUndo):
        match.undo(1)


def test_rule_6_silence_is_what_counts_when_the_time_of_a_price_runs_out() -> None:
    window = scene().window
    assert window is not None
    assert (window.kind, str(window.default)) == ("count", "silence")
    assert scene(phase="pick").window is None


def test_rule_6_a_seat_may_stop_again_at_a_lower_price() -> None:
    match = scene(price=5, money=[15, 15, 15, 15])
    answer(match, "stop rival=1")
    answer(match, "stop rival=2")
    assert bought(match, 0) == {"spices": [1], "fruits": [1]}
    assert money(match) == [15 - 5 - 4, 15 + 5, 15 + 4, 15]


def test_rule_7_a_stop_without_the_full_price_costs_one_dirham() -> None:
    match = scene(price=7, money=[15, 6, 15, 15])
    assert "stop rival=2" in offered(match, 1)
    answer(match, "silence", "stop rival=2")
    assert money(match) == [15, 5, 15, 15]
    assert state(match)["bank"] == 60 - 51 + 1
    assert bought(match, 1) == {}
    assert on_offer(match)[2] == "1"


def test_rule_7_who_has_nothing_pays_nothing() -> None:
    match = scene(price=1, money=[15, 0, 15, 15])
    answer(match, "silence", "stop rival=2")
    assert money(match) == [15, 0, 15, 15]


def test_rule_7_a_seat_without_means_takes_no_part_in_a_dispute() -> None:
    match = scene(price=7, doyen=3, money=[15, 6, 10, 15])
    answer(match, "stop rival=3", "stop rival=3")
    assert bought(match, 0) == {"jewels": [1]}
    assert money(match) == [8, 5, 10, 22]


def test_rule_7_a_doyen_without_means_has_no_precedence() -> None:
    match = scene(price=7, doyen=0, money=[6, 15, 15, 15])
    answer(match, "stop rival=3", "stop rival=3", "stop rival=3")
    assert money(match) == [5, 15 - 4, 15 - 4, 15 + 8]
    assert [bought(match, seat) for seat in range(4)] == [{}] * 4


def test_rule_7_money_earned_at_a_price_does_not_pay_for_a_stop_at_that_price() -> None:
    match = scene(price=5, money=[2, 10, 10, 10])
    answer(match, "stop rival=2", "stop rival=0")
    assert money(match) == [2 - 1 + 5, 10 - 5, 10, 10]
    assert bought(match, 0) == {}
    assert bought(match, 1) == {"carpets": [1]}


def test_rule_7_who_has_nothing_pays_no_fine_even_if_money_comes_in_at_that_price() -> None:
    match = scene(price=5, money=[0, 10, 10, 10])
    answer(match, "stop rival=2", "stop rival=0")
    assert money(match) == [5, 5, 10, 10]


def test_rule_7_all_transfers_of_one_price_settle_together() -> None:
    match = scene(price=5, money=[5, 5, 5, 5])
    answer(match, "stop rival=1", "stop rival=2", "stop rival=3", "stop rival=0")
    assert money(match) == [5, 5, 5, 5]
    assert [bought(match, seat) for seat in range(4)] == [
        {"spices": [1]},
        {"fruits": [1]},
        {"jewels": [1]},
        {"carpets": [1]},
    ]


def test_rule_8_a_good_named_by_one_is_sold_and_the_seller_is_paid() -> None:
    match = scene(price=7, offers=(1, 1, 5, 1), money=[15, 15, 15, 15])
    answer(match, "stop rival=2")
    assert bought(match, 0) == {"fruits": [5]}
    assert money(match) == [8, 15, 22, 15]
    assert on_offer(match)[:4] == ["1", "1", None, "1"]
    assert match.view()["table"]["price"] == 6


def test_rule_8_several_goods_can_be_sold_at_one_price() -> None:
    match = scene(price=7, doyen=2)
    answer(match, "stop rival=2", "stop rival=3")
    assert money(match) == [8, 8, 22, 22]


def test_rule_8_a_camel_is_paid_to_the_bank() -> None:
    match = scene(price=7, camel=4)
    answer(match, "stop_camel")
    assert camels(match, 0) == [4]
    assert money(match) == [8, 15, 15, 15]
    assert state(match)["bank"] == 7


def test_rule_8_the_banks_good_is_paid_to_the_bank() -> None:
    match = scene(3, price=7, bank_offer=7)
    answer(match, "silence", "stop_bank")
    assert bought(match, 1) == {"jewels": [7]}
    assert money(match) == [25, 18, 25]
    assert state(match)["bank"] == 7


def test_rule_9_the_doyen_wins_a_dispute_pays_the_full_price_and_the_others_nothing() -> None:
    match = scene(price=7, doyen=1)
    answer(match, "stop rival=3", "stop rival=3", "stop rival=3")
    assert bought(match, 1) == {"jewels": [1]}
    assert money(match) == [15, 8, 15, 22]


@pytest.mark.parametrize(("price", "half"), [(7, 4), (6, 3), (1, 1)])
def test_rule_9_without_the_doyen_each_pays_half_rounded_up_and_the_good_is_gone(price: int, half: int) -> None:
    match = scene(price=price, doyen=2)
    gone = state(match)["gone"]["jewels"]["1"]
    answer(match, "stop rival=3", "stop rival=3")
    assert money(match) == [15 - half, 15 - half, 15, 15 + 2 * half]
    assert [bought(match, seat) for seat in range(4)] == [{}] * 4
    assert on_offer(match)[3] is None
    assert state(match)["gone"]["jewels"]["1"] >= gone + 1


def test_rule_9_the_doyens_own_stop_for_something_else_settles_no_dispute() -> None:
    match = scene(price=7, doyen=2)
    answer(match, "stop rival=3", "stop rival=3", "stop rival=0")
    assert money(match) == [15 - 4 + 7, 15 - 4, 15 - 7, 15 + 8]
    assert bought(match, 2) == {"carpets": [1]}


def test_rule_9_the_doyens_good_can_be_disputed_by_three() -> None:
    match = scene(price=9, doyen=0)
    answer(match, "silence", "stop rival=0", "stop rival=0", "stop rival=0")
    assert money(match) == [15 + 15, 10, 10, 10]


def test_rule_9_two_disputes_at_one_price() -> None:
    match = scene(5, price=5, doyen=4)
    answer(match, "stop rival=2", "stop rival=2", "stop rival=1", "stop rival=1")
    assert money(match) == [12, 12 + 6, 12 + 6, 12, 15]
    assert on_offer(match)[:5] == ["1", None, None, "1", "1"]


def test_rule_9_a_disputed_camel_goes_back_into_the_pile_and_is_paid_to_the_bank() -> None:
    match = scene(price=7, doyen=3, camel=5, pile=[2], offers=(None,) * 4)
    answer(match, "stop_camel", "stop_camel")
    assert money(match) == [11, 11, 15, 15]
    assert state(match)["bank"] == 8
    assert sorted([*pile(match), int(state(match)["camel"])]) == [2, 5]
    assert camels(match, 0) == camels(match, 1) == []


def test_rule_9_after_a_dispute_any_camel_of_the_pile_may_come() -> None:
    turned = set()
    for seed in range(60):
        match = scene(price=7, doyen=3, camel=5, pile=[2, 3], seed=seed)
        answer(match, "stop_camel", "stop_camel")
        turned.add(state(match)["camel"])
    assert turned == {"2", "3", "5"}


def test_rule_9_the_banks_good_when_disputed_is_paid_to_the_bank_and_gone() -> None:
    match = scene(3, price=7, doyen=2, bank_offer=7)
    answer(match, "stop_bank", "stop_bank")
    assert money(match) == [21, 21, 25]
    assert state(match)["bank"] == 8
    assert state(match)["gone"]["jewels"]["7"] == 1
    assert on_offer(match)[BANK] is None


def test_rule_10_after_a_sale_the_next_camel_is_turned_while_goods_are_on_offer() -> None:
    match = scene(price=7, camel=4, pile=[2], offers=(None, None, 1, None))
    answer(match, "stop_camel")
    assert match.view()["table"]["camel"] == 2
    assert "stop_camel" in offered(match, 0)
    answer(match, "stop_camel")
    assert camels(match, 0) == [2, 4]
    assert money(match) == [15 - 7 - 6, 15, 15, 15]


def test_rule_10_when_the_last_good_goes_at_the_same_price_no_camel_is_turned_in_this_round() -> None:
    match = scene(price=7, round=6, camel=4, pile=[2], offers=(None, None, 1, None))
    answer(match, "stop_camel", "stop rival=2")
    assert (match.phase, state(match)["current_round"]) == ("pick", 7)
    assert match.view()["table"]["camel"] == 2


def test_rule_10_in_the_last_round_no_camel_is_turned_after_the_goods_are_gone() -> None:
    match = scene(price=7, round=10, camel=4, pile=[2], offers=(None,) * 4)
    answer(match, "stop_camel")
    assert match.view()["table"]["camel"] is None
    assert pile(match) == [2]


def test_rule_10_a_camel_returned_by_a_dispute_is_followed_at_once_while_goods_are_on_offer() -> None:
    match = scene(price=7, doyen=3, camel=4, pile=[])
    answer(match, "stop_camel", "stop_camel")
    assert match.view()["table"]["camel"] == 4
    assert match.view()["table"]["price"] == 6


def test_rule_10_a_dispute_over_the_last_good_and_a_sold_camel_end_the_round() -> None:
    match = scene(5, price=7, doyen=4, camel=4, pile=[2], offers=(None, None, 1, None, None))
    answer(match, "stop rival=2", "stop rival=2", "silence", "stop_camel")
    assert match.phase == "pick"
    assert camels(match, 3) == [4]


def test_rule_10_with_an_empty_pile_there_are_no_more_camels() -> None:
    match = scene(price=7, camel=4, pile=[])
    answer(match, "stop_camel")
    assert match.view()["table"]["camel"] is None
    assert "stop_camel" not in offered(match, 0)
    for _ in range(6):
        answer(match)
    assert (match.phase, match.view()["table"]["camel"]) == ("pick", None)


def test_rule_11_with_the_goods_gone_the_count_goes_on_for_a_camel() -> None:
    match = scene(price=7, camel=4, offers=(None, None, 1, None))
    answer(match, "stop rival=2")
    assert (match.phase, match.view()["table"]["price"]) == ("count", 6)
    assert offered(match, 0) == {"silence", "stop_camel"}


def test_rule_11_with_nothing_left_the_round_ends() -> None:
    match = scene(price=7, pile=[], offers=(None, None, 1, None))
    answer(match, "stop rival=2")
    assert (match.phase, state(match)["current_round"]) == ("pick", 7)


def test_rule_11_unsold_goods_leave_the_game_the_camel_stays_and_the_doyenship_passes_left() -> None:
    match = scene(price=1, camel=4, doyen=3, offers=(7, None, 5, 4))
    before = state(match)["gone"]
    answer(match)
    after = state(match)["gone"]
    assert after["carpets"]["7"] == before["carpets"]["7"] + 1
    assert after["fruits"]["5"] == before["fruits"]["5"] + 1
    assert after["jewels"]["4"] == before["jewels"]["4"] + 1
    assert after["spices"] == before["spices"]
    assert on_offer(match) == [None] * 6
    assert (match.view()["table"]["camel"], state(match)["doyen"]) == (4, 0)


def test_rule_11_the_banks_unsold_card_leaves_the_game_too() -> None:
    match = scene(3, price=1, bank_offer=7)
    answer(match)
    assert state(match)["gone"]["jewels"]["7"] == 1


def test_rule_12_the_game_ends_after_the_tenth_round() -> None:
    match = scene(round=10, price=1)
    answer(match)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "last_round"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_rule_12_every_card_is_offered_once_in_ten_rounds(seats: int) -> None:
    match = Match("marche", seats, seed=4)
    rounds = 0
    while not match.over:
        rounds += match.phase == "pick" and len(match.actors) == seats
        match.play(match.actors[0], match.choices(match.actors[0])[0])
    assert rounds == 10
    assert match.decisions == 10 * (seats + 10 * seats)
    assert not any(any(hand.values()) for hand in state(match)["hand"])


# Scoring ----------------------------------------------------------------------------------------------------------


def final(seats: int = 4, **what: Any) -> Match:
    """A match that is over."""
    return scene(seats, phase="over", **what)


@pytest.mark.parametrize(
    ("dirhams", "points"),
    [
        ([10, 8, 6, 5], (5, 3, 1, 0)),
        ([10, 10, 8, 5], (5, 5, 3, 1)),
        ([10, 8, 8, 8], (5, 3, 3, 3)),
        ([4, 9, 9, 6], (1, 5, 5, 3)),
        ([0, 0, 0, 0], (5, 5, 5, 5)),
        ([9, 7, 7, 5, 3], (5, 3, 3, 1, 0)),
        ([9, 9, 5], (3, 3, 1)),
        ([30, 20, 10], (3, 1, 0)),
    ],
)
def test_rule_13_wealth_scores_by_amount_and_equal_amounts_alike(dirhams: list[int], points: tuple[int, ...]) -> None:
    purse = dirhams if any(dirhams) else [0] * len(dirhams)
    match = final(len(purse), money=purse)
    assert match.scores == points


EXAMPLE_GOODS = {"jewels": [7, 5], "carpets": [5, 2, 1], "spices": [5, 1]}
"""The worked example: its owner sits in seat 2 and sells fruits."""
EXAMPLE_MONEY = [10, 6, 8, 5]


def test_rule_14_exactly_the_excess_is_discarded_by_choice() -> None:
    match = scene(
        round=10, price=1, offers=(None,) * 4, camel=2, bought=[{}, {}, EXAMPLE_GOODS], camels=[[], [], [3, 3]]
    )
    answer(match)
    assert (match.phase, match.actors) == ("transport", (2,))
    assert len(offered(match, 2)) == 7
    assert "discard good=carpets value=2" in offered(match, 2)
    assert [seen["excess"] for seen in match.view(0)["table"]["seats"]] == [0, 0, 1, 0]
    match.play(2, "discard good=carpets value=2")
    assert match.over
    assert bought(match, 2) == {"carpets": [1, 5], "spices": [1, 5], "jewels": [5, 7]}
    assert state(match)["gone"]["carpets"]["2"] == 2


def test_rule_14_nobody_discards_more_than_the_excess_and_a_full_load_not_at_all() -> None:
    match = scene(
        round=10, price=1, bought=[{"spices": [1, 2]}, {"carpets": [1, 2, 3, 4, 5]}], camels=[[2], [3]], camel=4
    )
    answer(match)
    assert pending(match) == [1]
    match.play(1, "discard good=carpets value=1")
    assert pending(match) == [1]
    assert "discard good=carpets value=1" not in offered(match, 1)
    match.play(1, "discard good=carpets value=4")
    assert match.over
    assert bought(match, 0) == {"spices": [1, 2]}
    assert bought(match, 1) == {"carpets": [2, 3, 5]}


def test_rule_14_without_a_camel_there_are_no_goods() -> None:
    match = scene(round=10, price=1, bought=[{"spices": [7, 5]}], camel=4)
    answer(match)
    assert match.over
    assert bought(match, 0) == {}
    assert Event("no_camel", seat=0) in match.events()


def test_rule_14_a_camel_bought_with_the_last_stop_still_carries() -> None:
    match = scene(round=10, price=1, bought=[{"spices": [7, 5]}], camel=2, offers=(None,) * 4)
    answer(match, "stop_camel")
    assert match.over
    assert bought(match, 0) == {"spices": [5, 7]}


def test_rule_14_discards_are_secret_until_all_are_made() -> None:
    goods = [{"spices": [7, 5, 4]}, {"carpets": [7, 5, 4]}]
    match = scene(phase="transport", bought=goods, camels=[[2], [2]])
    assert pending(match) == [0, 1]
    match.play(0, "discard good=spices value=4")
    assert pending(match) == [1]
    assert match.view(0)["table"]["seats"][0]["bought"] == {"spices": [7, 5]}
    for other in (-1, 1, 2, 3):
        assert match.view(other)["table"]["seats"][0]["bought"] == {"spices": [7, 5, 4]}
        assert match.view(other)["actors"] == [0, 1]
        assert match.events(other) == []
    with pytest.raises(NothingToUndo):
        match.undo(0)
    match.play(1, "discard good=carpets value=7")
    assert match.over
    assert match.events() == [
        Event("discarded", seat=0, good="spices", values=[4]),
        Event("discarded", seat=1, good="carpets", values=[7]),
        Event("over"),
    ]


def rarest(match: Match, seat: int) -> int:
    """What the score sheet gives a seat for its rarest good."""
    return next(int(line.args["points"]) for line in match.score_sheet()[seat] if "rarest" in line.name)


@pytest.mark.parametrize(
    ("goods", "points"),
    [
        ({"spices": [1], "fruits": [7, 5], "jewels": [3, 3]}, 1),
        ({"spices": [4], "fruits": [7], "jewels": [5, 3]}, 7),
        ({"spices": [5, 4], "fruits": [7, 1], "jewels": [5, 3]}, 9),
        ({"spices": [5, 4], "fruits": [7, 1]}, 0),
        ({}, 0),
    ],
)
def test_rule_15_the_good_with_the_fewest_cards_scores_its_values(goods: dict[str, list[int]], points: int) -> None:
    match = final(bought=[goods], camels=[[5, 5]], money=[0, 5, 6, 7])
    assert rarest(match, 0) == points


def test_rule_15_ones_own_good_is_not_asked_for_but_the_banks_is() -> None:
    own = final(3, bought=[{"spices": [4], "fruits": [3], "jewels": [2]}], camels=[[3]])
    assert rarest(own, 0) == 4
    without_bank = final(3, bought=[{"spices": [4], "fruits": [3]}], camels=[[2]])
    assert rarest(without_bank, 0) == 0


def test_rule_15_with_five_seats_all_four_other_goods_are_asked_for() -> None:
    goods = {"spices": [4], "fruits": [3], "jewels": [2]}
    assert rarest(final(5, bought=[goods], camels=[[3]]), 0) == 0
    assert rarest(final(5, bought=[{**goods, "clothes": [1]}], camels=[[4]]), 0) == 4


def test_rule_15_counts_after_the_transport() -> None:
    match = scene(phase="transport", bought=[{"spices": [7], "fruits": [5, 4], "jewels": [1, 1]}], camels=[[4]])
    match.play(0, "discard good=fruits value=4")
    assert rarest(match, 0) == 7
    other = scene(phase="transport", bought=[{"spices": [7], "fruits": [5, 4], "jewels": [1, 1]}], camels=[[4]])
    other.play(0, "discard good=spices value=7")
    assert rarest(other, 0) == 0


ONES = [("spices", 3), ("fruits", 3), ("jewels", 3)]


@pytest.mark.parametrize(
    ("edition", "table"),
    [
        ("standard", {1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 6: 16, 7: 16}),
        ("example", {1: 0, 2: 2, 3: 3, 4: 4, 5: 8, 6: 16, 7: 16}),
    ],
)
def test_rule_16_cards_of_one_value_score_by_their_number(edition: str, table: dict[int, int]) -> None:
    for number, points in table.items():
        goods = {
            "spices": [1] * min(number, 3),
            "fruits": [1] * max(0, min(number - 3, 3)),
            "jewels": [1] * max(0, number - 6),
        }
        sheet = final(bought=[goods], camels=[[5, 2]], edition=edition).score_sheet()[0]
        assert sum(int(line.args["points"]) for line in sheet if line.name == "score-series") == points


def test_rule_16_every_value_has_its_own_series() -> None:
    goods = {"spices": [1, 1, 2, 3], "fruits": [2, 3, 3, 7], "jewels": [5]}
    match = final(bought=[goods], camels=[[5, 4]], money=[0, 5, 6, 7])
    # A pair of 1, a pair of 2, three 3; the rarest good is the jewels 5; the camels are full.
    assert match.scores[0] == 1 + 1 + 2 + 5


def test_rule_17_each_empty_place_costs_two_points() -> None:
    match = final(camels=[[5, 2], [3]], money=[0, 0, 1, 2], bought=[{}, {"carpets": [7]}])
    # Wealth 1 for the third amount; seven and two places are empty.
    assert match.scores == (1 - 14, 1 - 4, 3, 5)


def test_rule_17_most_points_win_and_a_tie_is_shared() -> None:
    shared = final(money=[9, 9, 5, 5]).outcome()
    assert shared is not None
    assert (shared.winners, shared.ranks) == ((0, 1), (1, 1, 3, 3))
    alone = final(money=[9, 9, 5, 5], camels=[[2]]).outcome()
    assert alone is not None
    assert alone.winners == (1,)


@pytest.mark.parametrize(("edition", "points"), [("standard", 14), ("example", 16)])
def test_rule_17_the_worked_example(edition: str, points: int) -> None:
    match = final(money=EXAMPLE_MONEY, bought=[{}, {}, EXAMPLE_GOODS], camels=[[], [], [5, 4]], edition=edition)
    assert match.scores[2] == points


@pytest.mark.parametrize(("edition", "points"), [("standard", 18), ("example", 20)])
def test_rule_17_the_worked_example_with_two_camels_of_three(edition: str, points: int) -> None:
    match = scene(
        phase="transport", money=EXAMPLE_MONEY, bought=[{}, {}, EXAMPLE_GOODS], camels=[[], [], [3, 3]], edition=edition
    )
    match.play(2, "discard good=carpets value=2")
    assert match.scores[2] == points


# What is told -----------------------------------------------------------------------------------------------------


def test_a_price_at_which_nobody_stops_is_told_in_one_event() -> None:
    match = scene(price=7, camel=4)
    answer(match)
    assert match.events() == [Event("price", price=7)]


def test_the_whole_settlement_of_a_price_is_told_to_all() -> None:
    match = scene(
        5, price=7, doyen=1, round=6, camel=4, pile=[2], money=[15, 15, 15, 6, 15], offers=(None, None, 3, None, None)
    )
    answer(match, "stop rival=2", "stop rival=2", "silence", "stop rival=2", "stop_camel")
    card = {"kind": "from_seat", "rival": 2, "good": "fruits", "value": 3}
    for viewer in (-1, 0, 4):
        assert match.events(viewer) == [
            Event("fined", seat=3, **card, price=7, fine=1),
            Event("disputed", seat=[0, 1], **card, price=7),
            Event("doyen_wins", seat=1, **card, price=7),
            Event("bought", seat=4, kind="camel_card", places=4, price=7),
            Event("round", round=7, seat=2),
            Event("camel_turned", places=2),
        ]
    said = words_for(match.game, "en").sentence(match.events()[1], ["Ann", "Bob", "Cid", "Dee", "Eve"])
    assert said == "7: Ann and Bob stop at the same moment for the fruits 3 of Cid."


def test_a_dispute_without_the_doyen_and_a_returned_camel_are_told() -> None:
    match = scene(5, price=7, doyen=2, camel=4, pile=[])
    answer(match, "stop rival=2", "stop rival=2", "silence", "stop_camel", "stop_camel")
    assert names(match.events()) == ["disputed", "nobody_wins", "disputed", "nobody_wins", "camel_turned"]
    card = {"kind": "from_seat", "rival": 2, "good": "fruits", "value": 1}
    assert match.events()[1] == Event("nobody_wins", **card, half=4, payers=[0, 1])
    assert match.events()[3] == Event("nobody_wins", kind="camel_card", places=4, half=4, payers=[3, 4])


def test_unsold_goods_and_the_next_doyen_are_told() -> None:
    match = scene(price=1, doyen=3, offers=(None, 5, 1, None), money=[15, 15, 15, 15])
    answer(match, "stop rival=2")
    assert names(match.events()) == ["bought", "unsold", "round"]
    assert match.events()[1] == Event("unsold", kind="from_seat", rival=1, good="spices", value=5)
    assert match.events()[2] == Event("round", round=7, seat=0)


def test_a_choice_one_cannot_pay_for_says_so() -> None:
    match = scene(price=7, money=[6, 15, 15, 0], camel=4)
    labels = {str(choice): line for choice, line in match.labels(0)}
    assert labels["stop rival=1"].name == labels["stop_camel"].name == "choice-penniless"
    assert labels["stop rival=1"].args["fine"] == 1
    assert {line.args["fine"] for choice, line in match.labels(3) if choice.verb != "silence"} == {0}
    rich = {str(choice): line.name for choice, line in match.labels(1)}
    assert rich["stop rival=0"] == "choice-stop"


# Screens ----------------------------------------------------------------------------------------------------------


def test_money_camels_and_hands_are_behind_screens_unless_there_are_memory_aids() -> None:
    what: dict[str, Any] = {"money": [3, 4, 5, 6], "camels": [[2], [3, 3]], "bought": [{"spices": [7]}]}
    own, rival = scene(**what).view(0)["table"]["seats"][:2]
    assert (own["money"], own["camels"], own["places"]) == (3, {"2": 1}, 2)
    assert (rival["money"], rival["camels"], rival["places"], rival["hand"]) == (None, None, None, None)
    assert rival["hand_size"] == 4
    spectator = scene(**what).view()["table"]["seats"]
    assert all(player["money"] is player["camels"] is player["hand"] is None for player in spectator)
    assert spectator[0]["bought"] == {"spices": [7]}
    remembered = scene(**what, aids=True).view(0)["table"]
    assert (remembered["seats"][1]["money"], remembered["seats"][1]["camels"]) == (4, {"3": 2})
    assert len(remembered["seats"][1]["hand"]) == 4


def test_with_hidden_goods_only_their_owner_sees_them_until_the_market_closes() -> None:
    what: dict[str, Any] = {"hidden_goods": 1, "bought": [{"spices": [7]}], "camels": [[2]]}
    assert scene(**what).view(0)["table"]["seats"][0]["bought"] == {"spices": [7]}
    for other in (-1, 1):
        assert scene(**what).view(other)["table"]["seats"][0]["bought"] is None
        assert scene(**what, aids=True).view(other)["table"]["seats"][0]["bought"] == {"spices": [7]}
        assert final(**what).view(other)["table"]["seats"][0]["bought"] == {"spices": [7]}


def test_every_transfer_was_public_so_a_perfect_memory_knows_money_and_camels() -> None:
    match = scene(money=[3, 4, 5, 6], camels=[[2], [3, 3]])
    concealed = match.concealed(2)[0]
    assert concealed.money.tolist() == [3, 4, 5, 6, 0]
    assert concealed.camels[1].tolist() == [0, 2, 0, 0]


# Bad input --------------------------------------------------------------------------------------------------------


def change(place: str, *path: Any, to: Any, **what: Any) -> dict[str, Any]:
    """A position with one thing changed."""
    position = copy.deepcopy(scene(**what).position())
    target: Any = position["state"]
    for key in (place, *path)[:-1]:
        target = target[key]
    target[(place, *path)[-1]] = to
    return position


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (change("bought", 0, "jewels", "7", to=1), "jewels 7: 2 cards in all, expected 1"),
        (change("camels", 0, "2", to=1), "camels for 2: 5 cards in all, expected 4"),
        (change("money", 0, to=16), "money: 61 dirhams in all, expected 60"),
        (change("good", 1, to="carpets"), "good: 2 sellers of carpets, expected at most 1"),
        (change("bought", 0, "carpets", "1", to=1), "goods of seat 0: 1 of the good it sells itself, expected 0"),
        (change("current_round", to=5), "hand of seat 0: 4 cards, expected 5"),
        (change("current_round", to=11), "round: 11, expected at most 10"),
        (change("doyen", to=4), "doyen: 4, expected at most 3"),
        (change("price", to=0), "price: 0, expected at most 10, and in step with the phase"),
        (change("price", to=3, phase="pick"), "price: 3"),
        (change("pick", to=["1"]), "answer of seat 0"),
        (change("pick", to=["6"], phase="pick"), "answer of seat 0"),
        (change("stop", to=["seat 0"]), "answer of seat 0"),
        (change("stop", to=["camel"]), "answer of seat 0"),
        (change("stop", to=["bank"]), "answer of seat 0"),
        (change("stop", to=["silence"] * 4), "nobody has anything to decide"),
        (change("stop", to=["silence"] * 5), "answer of seat 4"),
        (change("thrown", 0, "spices", "1", to=1), "answer of seat 0"),
        (change("phase", to="over", phase="transport", bought=[{"spices": [1, 2, 3]}], camels=[[2]]), "seat 0: 3"),
        (change("ended", to="running", phase="over"), "ended: expected a reason"),
    ],
)
def test_a_position_that_does_not_add_up_is_refused_with_the_reason(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidPosition, match=reason):
        Match.from_position(position)


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        ({"copies": {"6": 1}}, "copies: expected 10 cards, one for each of the rounds, got 11"),
        ({"rounds": 9}, "copies: expected 9 cards"),
        ({"series": [1, 2]}, "series: expected a list of 5, got one of 2"),
        ({"money": {"two": 9}}, "money.two: no such key"),
        ({"first_price": 0}, "first_price: expected a whole number from 1 to 99, got 0"),
    ],
)
def test_a_house_edition_that_does_not_fit_is_refused_by_key(numbers: dict[str, Any], complaint: str) -> None:
    game = find_game("marche")
    with pytest.raises(InvalidEdition, match=complaint):
        game.sound(game.edition().changed("ours", numbers))


def test_a_house_edition_changes_the_game() -> None:
    game = find_game("marche")
    numbers = {"rounds": 3, "copies": {"1": 1, "2": 0, "3": 0, "4": 0, "5": 0, "6": 1, "7": 1}, "first_price": 4}
    house = game.edition().changed("short", numbers)
    match = Match(game, 3, seed=1, edition=house)
    assert offered(match, 0) == {"pick value=1", "pick value=6", "pick value=7"}
    while not match.over:
        match.play(match.actors[0], match.choices(match.actors[0])[0])
    assert match.decisions == 3 * (3 + 3 * 4)


@pytest.mark.parametrize("move", ["stop rival=0", "stop rival=9", "stop_bank", "pick value=1", "discard", "", 99, None])
def test_what_cannot_be_chosen_is_refused_and_changes_nothing(move: Any) -> None:
    match = scene(camel=4)
    before = match.state_bytes()
    with pytest.raises(CaravanseraiError):
        match.play(0, move)
    assert match.state_bytes() == before
