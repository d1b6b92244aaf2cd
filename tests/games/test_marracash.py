"""Scenarios for every rule of Marracash."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from caravanserai.games import find_game
from caravanserai.games.marracash.rules import (
    CARDS,
    COLOURS,
    COLUMNS,
    COMPASS,
    FOUNTAINS,
    LEDGER,
    SHOPS,
    TOP_BID,
    richest,
)
from caravanserai.kernel.edition import Edition
from caravanserai.kernel.errors import CaravanseraiError, IllegalChoice, InvalidEdition, InvalidPosition, NothingToUndo
from caravanserai.kernel.events import Sentence
from caravanserai.match import Match, replay

COPIES = {"blue": 10, "green": 10, "purple": 10, "red": 10, "yellow": 14}
INITIALS = {colour[0].upper(): colour for colour in COLOURS}
PAY = (100, 200, 300, 400)

LINKS = [
    (1, 2),
    (1, 3),
    (1, 6),
    (2, 7),
    (3, 4),
    (3, 5),
    (4, 8),
    (4, 9),
    (5, 6),
    (5, 11),
    (6, 7),
    (7, 13),
    (8, 9),
    (8, 14),
    (9, 10),
    (10, 11),
    (10, 15),
    (11, 12),
    (12, 13),
    (12, 16),
    (13, 16),
    (14, 15),
    (15, 16),
]

Group = Mapping[str, int]


def paid(customers: int) -> int:
    """What the customers of a shop have paid in all."""
    return sum(PAY[n] if n < 4 else 500 for n in range(customers))


def scene(
    seats: int = 3,
    at: Mapping[int, Group] | None = None,
    shops: Mapping[str, int | tuple[int, int]] | None = None,
    money: Sequence[int] | None = None,
    line: Iterable[str] | None = None,
    souvenirs: Sequence[str] | None = None,
    sold: Iterable[str] = (),
    seed: int = 1,
    edition: Edition | None = None,
    **changes: Any,
) -> Match:
    """A match at a position described by what matters; seat 0 is about to begin a normal turn.

    ``at`` are the visitors at fountains (by default one blue visitor stands at each gate), ``shops`` the owner of a
    shop or its owner and customers, ``line`` the visitors outside. Visitors who are not mentioned stand in the line if
    none is given; otherwise they have become customers of a shop of their colour that seat 2 owns. ``souvenirs`` are
    the face-up cards, then those of the deck in the order in which they will be turned.
    """
    first = Match("marracash", seats, {"souvenirs": souvenirs is not None}, seed=0, edition=edition)
    position = first.position()
    state = position["state"]
    towns = {1: {"blue": 1}, 8: {"blue": 1}, 16: {"blue": 1}} if at is None else at
    owners = dict.fromkeys(SHOPS, -1)
    customers = dict.fromkeys(SHOPS, 0)
    for shop, about in (shops or {}).items():
        owners[shop], customers[shop] = about if isinstance(about, tuple) else (about, 0)
    rest = Counter(COPIES)
    for group in towns.values():
        rest.subtract(group)
    for shop, number in customers.items():
        rest[INITIALS[shop[0]]] -= number
    outside = list(rest.elements()) if line is None else list(line)
    rest.subtract(outside)
    assert min(rest.values()) >= 0, rest
    for colour, number in rest.items():
        if number:
            shop = next(shop for shop in SHOPS if INITIALS[shop[0]] == colour and owners[shop] == -1)
            owners[shop], customers[shop] = 2, number
    ledger = [dict.fromkeys(LEDGER, 0) for _ in range(4)]
    for shop, number in customers.items():
        ledger[max(owners[shop], 0)]["takings"] += paid(number)
    cards = list(souvenirs or ())
    away = set(sold) or (set(CARDS) - set(cards) if souvenirs is not None else set())
    values = {
        card: value for colour in COLOURS for card, value in zip(cards_of(colour), SOUVENIRS[colour], strict=True)
    }
    ledger[0]["souvenirs"] = sum(values[card] for card in away)
    purses = [*(money or [1200] * seats), *[0] * (4 - seats)]
    for seat in range(seats):
        # However the seat came by its money, it was by trading in shops.
        ledger[seat]["shops"] = purses[seat] - 1200 - sum(ledger[seat].values())
    state.update(
        turn=0,
        actor=0,
        turns=seats,
        money=purses,
        ledger=ledger,
        owner=owners,
        customers=customers,
        visitors={f: {c: towns.get(int(f), {}).get(c, 0) for c in COLOURS} for f in FOUNTAINS},
        line=outside,
        line_first=0,
        line_left=len(outside),
        last_turns=0 if len(outside) > 1 else seats,
        face_up=cards[:2],
        deck=cards[:1:-1],
        deck_left=len(cards[2:]),
        sold={card: int(card in away) for card in CARDS},
    )
    state.update(changes)
    return Match.from_position(position, seed)


def cards_of(colour: str) -> list[str]:
    return [card for card in CARDS if card.startswith(colour)]


SOUVENIRS = {
    "red": (50, 75, 100, 125, 150),
    "purple": (75, 100, 125, 150, 175),
    "green": (100, 125, 150, 175, 200),
    "blue": (125, 150, 175, 200, 225),
    "yellow": (150, 175, 200, 225, 250),
}


def state(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = match.position()["state"]
    return found


def money(match: Match) -> list[int]:
    return list(match.scores)


def at(match: Match, fountain: int) -> dict[str, int]:
    return {colour: number for colour, number in state(match)["visitors"][str(fountain)].items() if number}


def owner(match: Match, shop: str) -> int | None:
    found: int = state(match)["owner"][shop]
    return None if found < 0 else found


def offered(match: Match, verb: str) -> list[str]:
    return [str(choice) for choice in match.choices(match.actors[0]) if choice.verb == verb]


def verbs(match: Match) -> set[str]:
    return {choice.verb for choice in match.choices(match.actors[0])}


def play(match: Match, seat: int, *moves: str) -> None:
    for move in moves:
        match.play(seat, move)


def sell_for(match: Match, shop: str, price: int) -> None:
    """The seat whose turn it is puts a shop up, opens with a price, and all others pass."""
    seat = match.actors[0]
    play(match, seat, f"auction shop={shop}", f"bid amount={price}")
    while match.phase == "bidding":
        play(match, match.actors[0], "pass")


# Set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
def test_rule_1_three_of_different_colours_at_each_gate_and_forty_five_outside(seats: int) -> None:
    for seed in range(30):
        match = Match("marracash", seats, seed=seed)
        for fountain in range(1, 17):
            assert sorted(at(match, fountain).values()) == ([1, 1, 1] if fountain in (1, 8, 16) else [])
        line = state(match)["line"]
        assert len(line) == 45
        everybody = Counter(line) + Counter(at(match, 1)) + Counter(at(match, 8)) + Counter(at(match, 16))
        assert everybody == COPIES
        assert money(match) == [1200] * seats


def test_rule_1_never_three_of_a_colour_in_a_row_outside() -> None:
    pairs = 0
    for seed in range(100):
        line = state(Match("marracash", 3, seed=seed))["line"]
        assert not any(line[k] == line[k + 1] == line[k + 2] for k in range(43))
        pairs += sum(line[k] == line[k + 1] for k in range(44))
    assert pairs > 100  # two in a row are common


def test_rule_1_the_first_seat_is_drawn_at_random() -> None:
    firsts = [Match("marracash", 4, seed=seed).actors[0] for seed in range(200)]
    assert all(30 <= firsts.count(seat) <= 75 for seat in range(4))


# The first round --------------------------------------------------------------------------------------------------


def test_rule_2_each_seat_auctions_one_shop_and_nothing_else() -> None:
    match = Match("marracash", 3, seed=4)
    first = match.actors[0]
    for k, shop in enumerate(("B1", "R2", "Y3")):
        assert match.actors == ((first + k) % 3,)
        assert verbs(match) == {"auction"}
        sell_for(match, shop, 100)
    assert match.actors == (first,)
    assert verbs(match) == {"auction", "move"}


def test_rule_2_a_seat_with_less_than_100_is_skipped() -> None:
    match = scene(money=[1200, 75, 100], turns=0)
    sell_for(match, "B1", 200)
    assert match.actors == (2,)
    assert [event.name for event in match.events()][-2:] == ["skipped", "turn"]


# A turn -----------------------------------------------------------------------------------------------------------


def test_rule_3_a_move_may_be_followed_by_a_move_or_an_auction() -> None:
    match = scene(at={1: {"red": 1}, 8: {"red": 1}, 16: {"red": 1}, 4: {"red": 1}})
    assert verbs(match) == {"move", "auction"}
    play(match, 0, "move fountain=4 way=south")
    assert match.actors == (0,)
    assert verbs(match) == {"move", "auction"}
    play(match, 0, "move fountain=9 way=east")
    assert match.actors == (1,)


def test_rule_3_a_move_then_an_auction_ends_the_turn() -> None:
    match = scene(at={1: {"red": 1}, 8: {"red": 1}, 16: {"red": 1}, 4: {"red": 1}})
    play(match, 0, "move fountain=4 way=south")
    sell_for(match, "B1", 100)
    assert (match.phase, match.actors) == ("turn", (1,))


def test_rule_3_after_an_auction_only_an_auction() -> None:
    match = scene()
    sell_for(match, "B1", 100)
    assert match.actors == (0,)
    assert verbs(match) == {"auction"}
    sell_for(match, "B2", 100)
    assert match.actors == (1,)


def test_rule_3_an_impossible_second_auction_is_skipped_and_not_replaced_by_a_move() -> None:
    match = scene(money=[150, 50, 50])
    sell_for(match, "B1", 100)
    assert money(match)[0] == 50
    assert match.actors == (1,)


def test_rule_3_a_seat_must_move_while_it_can_even_if_it_cannot_auction() -> None:
    match = scene(money=[75, 1200, 1200])
    assert verbs(match) == {"move"}


def test_rule_3_a_seat_that_can_do_nothing_is_skipped() -> None:
    match = scene(at={2: {"red": 1}}, shops={"R2": 1}, line=["blue"], money=[0, 0, 1200])
    play(match, 0, "move fountain=2 way=south")  # the last visitor in town enters R2
    assert money(match) == [50, 50, 1200]
    assert match.actors == (2,)  # no second action for seat 0, no visitor and too little cash for seat 1
    assert verbs(match) == {"auction"}


# Auctions ---------------------------------------------------------------------------------------------------------


def test_rule_4_the_opening_is_100_or_more_in_steps_of_25_up_to_the_cash() -> None:
    match = scene(money=[260, 1200, 1200])
    play(match, 0, "auction shop=B1")
    assert match.phase == "opening"
    assert offered(match, "bid") == [f"bid amount={n}" for n in (100, 125, 150, 175, 200, 225, 250)]
    assert verbs(match) == {"bid"}
    match.undo(0)
    play(match, 0, "auction shop=B2", "bid amount=100")
    assert match.actors == (1,)
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_rule_4_clockwise_each_seat_raises_or_passes_and_who_passed_is_out() -> None:
    match = scene(4, money=[1000, 800, 700, 600])
    play(match, 0, "auction shop=G3", "bid amount=100")
    assert offered(match, "bid")[0] == "bid amount=125"
    assert offered(match, "bid")[-1] == "bid amount=800"
    play(match, 1, "pass")
    play(match, 2, "bid amount=300")
    play(match, 3, "bid amount=325")
    play(match, 0, "pass")
    assert match.actors == (2,)  # seat 1 has passed and is not asked again
    play(match, 2, "pass")
    assert owner(match, "G3") == 3
    assert money(match) == [1100, 800, 700, 275]


def test_rule_4_a_seat_that_cannot_raise_is_out() -> None:
    match = scene(money=[1000, 300, 520])
    play(match, 0, "auction shop=G3", "bid amount=300")
    assert match.actors == (2,)
    assert offered(match, "bid")[-1] == "bid amount=500"
    play(match, 2, "bid amount=500")
    play(match, 0, "pass")
    assert (owner(match, "G3"), money(match)) == (2, [1100, 300, 20])


@pytest.mark.parametrize(("price", "commission"), [(125, 100), (500, 100), (525, 200), (1200, 200)])
def test_rule_4_the_auctioneers_commission(price: int, commission: int) -> None:
    match = scene()
    play(match, 0, "auction shop=P1", "bid amount=100")
    play(match, 1, f"bid amount={price}")
    for seat in (2, 0):
        if match.phase == "bidding":
            play(match, seat, "pass")
    assert money(match) == [1200 + commission, 1200 - price, 1200]


def test_rule_4_no_commission_for_a_shop_the_auctioneer_buys() -> None:
    match = scene()
    sell_for(match, "P1", 600)
    assert owner(match, "P1") == 0
    assert money(match) == [600, 1200, 1200]


def test_rule_4_only_shops_without_an_owner_are_put_up() -> None:
    match = scene(shops={"B1": 1, "Y5": 0})
    assert len(offered(match, "auction")) == 23
    with pytest.raises(IllegalChoice):
        play(match, 0, "auction shop=B1")


SIX = ("B1", "B2", "G1", "G2", "P1", "P2")


def test_rule_4_with_six_shops_a_seat_can_neither_bid_nor_open() -> None:
    match = scene(shops=dict.fromkeys(SIX, 1))
    play(match, 0, "auction shop=R1", "bid amount=100")
    assert match.actors == (2,)
    play(match, 2, "pass")
    assert owner(match, "R1") == 0
    full = scene(shops=dict.fromkeys(SIX, 0))
    assert verbs(full) == {"move"}


def test_rule_4_five_shops_still_leave_room_for_one() -> None:
    match = scene(shops=dict.fromkeys(SIX[:5], 0))
    sell_for(match, "R1", 100)
    assert match.actors == (1,)  # with six shops there is no second auction


def test_rule_4_no_seat_can_ever_hold_more_than_can_be_bid() -> None:
    # 1200, all visitors of a colour in one shop (4 × 4000 and 6000), a commission a shop, all souvenirs.
    souvenirs = sum(map(sum, SOUVENIRS.values()))
    assert paid(10) == 4000
    assert paid(14) == 6000
    most = 1200 + 4 * 4000 + 6000 + 25 * 200 + souvenirs
    assert richest(find_game("marracash").edition().array[0]) == most
    assert most <= TOP_BID


# Moves ------------------------------------------------------------------------------------------------------------


def route_table() -> dict[tuple[int, int], list[str]]:
    e = find_game("marracash").edition().array[0]
    return {
        (fountain + 1, int(e.route_to[fountain, way]) + 1): [SHOPS[k] for k in e.route_shop[fountain, way] if k >= 0]
        for fountain in range(16)
        for way in range(4)
        if e.route_to[fountain, way] >= 0
    }


def test_rule_5_there_are_46_routes_two_for_each_link_of_the_board() -> None:
    assert len(LINKS) == 23
    assert set(route_table()) == set(LINKS) | {(b, a) for a, b in LINKS}
    assert len(route_table()) == 46


@pytest.mark.parametrize(
    ("start", "arrival", "shops"),
    [(1, 6, "G2 P2 R2 B3"), (4, 3, "G1 P1 Y2 R1 P3 B1"), (13, 16, "B5 G5")],
)
def test_rule_5_a_route_passes_the_shops_it_touches_in_order(start: int, arrival: int, shops: str) -> None:
    assert route_table()[start, arrival] == shops.split()


def cells_of(told: Sentence) -> list[str]:
    """The cells of a walk by row and column."""
    return [f"{'ABCDEFGHI'[cell // COLUMNS]}{cell % COLUMNS + 1}" for cell in told.args["cells"]]


def test_rule_5_a_choice_tells_the_cells_from_fountain_to_fountain() -> None:
    match = scene(at={4: {"purple": 1}, 8: {"red": 1}, 16: {"red": 1}, 1: {"red": 1}})
    labels = {str(choice): label for choice, label in match.labels(0)}
    assert cells_of(labels["move fountain=4 way=north"]) == ["C3", "B3", "B4", "B5", "B6", "B7"]
    assert cells_of(labels["move fountain=4 way=south"]) == ["C3", "D3", "E3", "F3"]


def test_rule_5_a_move_tells_its_cells_and_where_the_doors_of_the_shops_are() -> None:
    gates = {8: {"red": 1}, 16: {"red": 1}, 1: {"red": 1}}
    match = scene(at={**gates, 4: {"purple": 2, "red": 1}}, shops={"P1": 1, "R1": 0})
    play(match, 0, "move fountain=4 way=north")
    event = match.events(2)[0]
    assert (event.name, event.args["shops"]) == ("led", ["P1", "R1"])
    assert cells_of(event) == ["C3", "B3", "B4", "B5", "B6", "B7"]
    assert [cells_of(event)[door] for door in event.args["doors"]] == ["B3", "B5"]


def test_rule_5_all_visitors_go_to_one_adjacent_fountain_and_join_those_there() -> None:
    match = scene(at={1: {"red": 1, "blue": 2}, 8: {"red": 1}, 16: {"red": 1}, 6: {"blue": 1, "green": 1}})
    choices = [choice for choice in offered(match, "move") if "fountain=1 " in choice]
    assert choices == [f"move fountain=1 way={way}" for way in ("east", "south", "west")]
    play(match, 0, "move fountain=1 way=south")
    assert at(match, 1) == {}
    assert at(match, 6) == {"red": 1, "blue": 3, "green": 1}
    assert money(match) == [1200] * 3  # all shops on the way were without an owner


def test_rule_5_visitors_enter_the_first_owned_shop_of_their_colour() -> None:
    gates = {8: {"red": 1}, 16: {"red": 1}, 1: {"red": 1}}
    match = scene(at={**gates, 4: {"purple": 2, "yellow": 1, "green": 1}}, shops={"P1": 1, "P3": 0, "B1": 0})
    play(match, 0, "move fountain=4 way=north")  # G1 and Y2 have no owner, P1 comes before P3
    assert state(match)["customers"]["P1"] == 2
    assert state(match)["customers"]["P3"] == 0
    assert at(match, 3) == {"yellow": 1, "green": 1}
    assert at(match, 4) == {}


def test_rule_5_a_shop_without_an_owner_is_passed_for_a_later_one() -> None:
    gates = {8: {"red": 1}, 16: {"red": 1}, 1: {"red": 1}}
    match = scene(at={**gates, 4: {"purple": 2}}, shops={"P3": 0})
    play(match, 0, "move fountain=4 way=north")
    assert state(match)["customers"]["P3"] == 2
    assert at(match, 3) == {}


def test_rule_5_shops_that_only_touch_the_start_are_not_passed() -> None:
    match = scene(at={6: {"blue": 1}, 1: {"red": 1}, 8: {"red": 1}, 16: {"red": 1}}, shops={"B3": 0})
    play(match, 0, "move fountain=6 way=north")
    assert state(match)["customers"]["B3"] == 0
    play(match, 0, "move fountain=1 way=south")  # B3 touches the arrival
    assert state(match)["customers"]["B3"] == 1


def test_rule_5_a_move_that_reveals_nothing_can_be_taken_back() -> None:
    match = scene(at={1: {"red": 2}, 8: {"red": 1}, 16: {"red": 1}}, shops={"R2": 0})
    before = match.state_bytes()
    play(match, 0, "move fountain=1 way=south")
    match.undo(0)
    assert match.state_bytes() == before


GATES = {8: {"blue": 1}, 16: {"blue": 1}}


@pytest.mark.parametrize(
    ("already", "number", "total"),
    [(0, 1, 100), (0, 2, 300), (2, 1, 300), (2, 2, 700), (4, 1, 500), (3, 3, 1400), (5, 2, 1000)],
)
def test_rule_6_customer_number_n_pays_100_n_and_at_most_500(already: int, number: int, total: int) -> None:
    match = scene(at={**GATES, 1: {"red": number}}, shops={"R2": (0, already)})
    play(match, 0, "move fountain=1 way=south")
    assert money(match) == [1200 + total, 1200, 1200]


def test_rule_6_the_third_and_fourth_customer_pay_700_and_a_rival_who_led_them_gets_100() -> None:
    match = scene(at={**GATES, 1: {"red": 2}}, shops={"R2": (1, 2)})
    play(match, 0, "move fountain=1 way=south")
    assert money(match) == [1200 + 100, 1200 + 700 - 100, 1200]


def test_rule_6_the_fee_is_50_on_takings_up_to_300() -> None:
    match = scene(at={**GATES, 1: {"red": 2}}, shops={"R2": (1, 0)})
    play(match, 0, "move fountain=1 way=south")
    assert money(match) == [1250, 1200 + 300 - 50, 1200]
    single = scene(at={**GATES, 1: {"red": 1}}, shops={"R2": (1, 3)})
    play(single, 0, "move fountain=1 way=south")
    assert money(single) == [1300, 1200 + 400 - 100, 1200]


def test_rule_6_the_fee_is_paid_once_for_each_shop() -> None:
    match = scene(at={**GATES, 1: {"red": 1, "green": 1}}, shops={"R2": (1, 0), "G2": (1, 3)})
    play(match, 0, "move fountain=1 way=south")
    assert money(match) == [1200 + 50 + 100, 1200 + 100 + 400 - 150, 1200]


def test_rule_6_the_worked_example_of_the_rules_page() -> None:
    match = scene(at={**GATES, 1: {"green": 3, "red": 1}}, shops={"G2": (1, 2), "R2": 0})
    play(match, 0, "move fountain=1 way=south")
    assert money(match) == [1200 + 100 + 100, 1200 + 1200 - 100, 1200]
    assert at(match, 6) == {}


# New visitors -----------------------------------------------------------------------------------------------------

LINE = ["red", "blue", "green", "yellow", "purple", "red", "green"]


def leave_gates(*gates: int, line: Sequence[str] = LINE, seats: int = 3, **changes: Any) -> Match:
    """Seat 0 has made its two moves, the second of them from a gate, and these gates are empty."""
    full = {gate: {"blue": 1} for gate in (1, 8, 16) if gate not in gates}
    ways = {1: "east", 8: "south", 16: "west"}
    group = {gate: {"red": 1} for gate in gates[:2]}
    match = scene(seats, at={**full, **group, 10: {"blue": 1}}, line=line, **changes)
    if len(gates) == 1:
        play(match, 0, "move fountain=10 way=east")
    for gate in gates[:2]:
        play(match, 0, f"move fountain={gate} way={ways[gate]}")
    return match


def test_rule_7_the_player_brings_two_to_four_from_either_end() -> None:
    match = leave_gates(8)
    assert (match.phase, match.actors) == ("arrival", (0,))
    expected = {f"bring gate=2 end={end} size={size}" for end in ("left", "right") for size in (2, 3, 4)}
    assert set(offered(match, "bring")) == expected
    right = Match.from_position(match.position())
    play(match, 0, "bring gate=2 end=left size=3")
    assert at(match, 8) == {"red": 1, "blue": 1, "green": 1}
    assert [c for c in state(match)["line"] if c] == LINE[3:]
    assert (match.phase, match.actors) == ("turn", (1,))
    play(right, 0, "bring gate=2 end=right size=2")
    assert at(right, 8) == {"red": 1, "green": 1}
    assert state(right)["line"] == LINE[:5]


def test_rule_7_the_player_chooses_which_empty_gate_comes_first() -> None:
    match = leave_gates(1, 16)
    assert {choice.split()[1] for choice in offered(match, "bring")} == {"gate=1", "gate=3"}
    play(match, 0, "bring gate=3 end=left size=2")
    assert match.phase == "arrival"
    assert {choice.split()[1] for choice in offered(match, "bring")} == {"gate=1"}
    play(match, 0, "bring gate=1 end=right size=2")
    assert (at(match, 16), at(match, 1)) == ({"red": 1, "blue": 1}, {"red": 1, "green": 1})
    assert match.actors == (1,)


def test_rule_7_taking_the_whole_line_is_one_choice() -> None:
    match = leave_gates(8, line=LINE[:3])
    expected = ["bring gate=2 end=left size=2", "bring gate=2 end=left size=3", "bring gate=2 end=right size=2"]
    assert offered(match, "bring") == expected


def test_rule_7_a_gate_refilled_by_a_move_needs_no_new_visitors() -> None:
    match = scene(at={8: {"blue": 1}, 16: {"blue": 1}, 1: {"red": 1}, 2: {"red": 1}})
    play(match, 0, "move fountain=1 way=west", "move fountain=2 way=west")
    assert at(match, 1) == {"red": 1}
    assert (match.phase, match.actors) == ("turn", (1,))


def test_rule_7_a_gate_left_empty_by_the_first_move_may_wait_for_the_end_of_the_turn() -> None:
    match = scene(at={8: {"blue": 1}, 16: {"blue": 1}, 1: {"red": 1}})
    play(match, 0, "move fountain=1 way=west")
    assert match.phase == "turn"
    sell_for(match, "B1", 100)
    assert (match.phase, match.actors) == ("arrival", (0,))


# The end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "size"), [(LINE[:4], 4), (LINE[:4], 3), (LINE[:2], 2)])
def test_rule_8_after_the_last_group_each_seat_has_one_more_turn_and_the_bringer_plays_last(
    line: list[str], size: int
) -> None:
    match = leave_gates(8, line=line, money=[2000, 500, 400])
    play(match, 0, f"bring gate=2 end=left size={size}")
    order: list[int] = []
    while not match.over:
        seat = match.actors[0]
        if not order or order[-1] != seat:
            order.append(seat)
        play(match, seat, str(match.choices(seat)[0]))
        assert match.phase != "arrival"
    assert order == [1, 2, 0]
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("last_turns", (0,))


def test_rule_8_with_two_left_outside_play_goes_on_as_before() -> None:
    match = leave_gates(8, line=LINE[:4])
    play(match, 0, "bring gate=2 end=right size=2")
    assert state(match)["last_turns"] == 0


def test_rule_8_a_second_empty_gate_stays_empty_once_too_few_are_left() -> None:
    match = leave_gates(1, 16, line=LINE[:3])
    play(match, 0, "bring gate=1 end=left size=2")
    assert at(match, 16) == {}
    assert (match.phase, match.actors) == ("turn", (1,))
    assert "last_turns" in [event.name for event in match.events()]


def test_rule_8_most_money_wins_and_ties_are_shared() -> None:
    match = scene(money=[700, 900, 900], line=[], last_turns=1)
    play(match, 0, "move fountain=1 way=east", "move fountain=8 way=south")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners == (1, 2)
    assert outcome.ranks == (3, 1, 1)


def test_rule_8_the_turn_limit_ends_a_match() -> None:
    match = Match("marracash", 3, {"turn_limit": 2}, seed=1)
    turns: Counter[int] = Counter()
    while not match.over:
        seat = state(match)["turn"]
        before = state(match)["turns"]
        play(match, match.actors[0], str(match.choices(match.actors[0])[0]))
        if state(match)["turns"] > before:
            turns[seat] += 1
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "turn_limit"
    assert turns == {0: 2, 1: 2, 2: 2}
    assert [outcome.scores[seat] for seat in outcome.winners] == [max(outcome.scores)] * len(outcome.winners)


# Souvenirs --------------------------------------------------------------------------------------------------------


def test_rule_9_two_of_the_25_souvenirs_lie_face_up() -> None:
    match = Match("marracash", 3, {"souvenirs": True}, seed=1)
    assert len(state(match)["face_up"]) == 2
    assert sorted(state(match)["face_up"] + state(match)["deck"]) == sorted(CARDS)
    numbers = find_game("marracash").edition()["souvenirs"]
    assert {colour: tuple(values) for colour, values in numbers.items()} == SOUVENIRS
    assert state(Match("marracash", 3, seed=1))["face_up"] == []


def test_rule_9_a_visitor_buys_the_souvenir_of_the_shops_colour_and_a_new_one_is_turned() -> None:
    match = scene(at={**GATES, 1: {"red": 1}}, shops={"R2": 0}, souvenirs=["red-3", "blue-1", "green-2"])
    play(match, 0, "move fountain=1 way=south")
    assert money(match)[0] == 1200 + 100 + 100
    assert state(match)["face_up"] == ["green-2", "blue-1"]
    assert state(match)["sold"]["red-3"] == 1
    with pytest.raises(NothingToUndo):
        match.undo(0)


def test_rule_9_a_souvenir_of_another_colour_stays() -> None:
    match = scene(at={**GATES, 1: {"red": 1}}, shops={"R2": 0}, souvenirs=["green-3", "blue-1", "green-2"])
    play(match, 0, "move fountain=1 way=south")
    assert money(match)[0] == 1300
    assert state(match)["face_up"] == ["green-3", "blue-1"]


def test_rule_9_a_newly_turned_souvenir_may_serve_the_next_visitor() -> None:
    cards = ["red-3", "blue-1", "red-5", "yellow-1"]
    match = scene(at={**GATES, 1: {"red": 3}}, shops={"R2": 0}, souvenirs=cards)
    play(match, 0, "move fountain=1 way=south")
    assert money(match)[0] == 1200 + 100 + 200 + 300 + 100 + 150
    assert state(match)["face_up"] == ["yellow-1", "blue-1"]


def test_rule_9_of_two_of_the_colour_the_owner_chooses_in_the_middle_of_the_move() -> None:
    cards = ["red-1", "red-5", "blue-1"]
    match = scene(at={**GATES, 1: {"red": 1, "yellow": 1}}, shops={"R2": 1}, souvenirs=cards)
    play(match, 0, "move fountain=1 way=south")
    assert (match.phase, match.actors) == ("souvenir", (1,))
    assert offered(match, "sell") == ["sell slot=0", "sell slot=1"]
    assert at(match, 6) == {}
    play(match, 1, "sell slot=1")
    assert at(match, 6) == {"yellow": 1}
    assert state(match)["face_up"] == ["red-1", "blue-1"]
    # 100 from the visitor and 150 for the souvenir: 250 in all, a fee of 50.
    assert money(match) == [1250, 1200 + 250 - 50, 1200]
    assert (match.phase, match.actors) == ("turn", (0,))


def test_rule_9_the_money_of_a_souvenir_counts_for_the_fee() -> None:
    match = scene(at={**GATES, 1: {"red": 2}}, shops={"R2": 1}, souvenirs=["red-1", "blue-1", "blue-2"])
    play(match, 0, "move fountain=1 way=south")
    # 100 + 200 from the visitors would cost 50; with the souvenir of 50 it is 350, which costs 100.
    assert money(match) == [1300, 1200 + 350 - 100, 1200]


def test_rule_9_two_choices_in_a_row_are_one_move_with_one_fee() -> None:
    cards = ["red-1", "red-2", "red-3", "red-4"]
    match = scene(at={**GATES, 1: {"red": 2}}, shops={"R2": 1}, souvenirs=cards)
    play(match, 0, "move fountain=1 way=south")
    play(match, 1, "sell slot=0")
    assert (match.phase, match.actors) == ("souvenir", (1,))
    play(match, 1, "sell slot=0")
    assert money(match) == [1300, 1200 + 100 + 50 + 200 + 100 - 100, 1200]
    assert state(match)["face_up"] == ["red-4", "red-2"]


def test_rule_9_when_the_deck_is_empty_no_card_is_turned() -> None:
    match = scene(at={**GATES, 1: {"red": 2}}, shops={"R2": 0}, souvenirs=["red-1", "blue-1"])
    play(match, 0, "move fountain=1 way=south")
    assert money(match)[0] == 1200 + 100 + 200 + 50
    assert state(match)["face_up"] == [None, "blue-1"]


def test_rule_9_shops_that_touch_one_cell_are_passed_in_the_order_of_their_names() -> None:
    # G2 and P2 touch the first cell: the green visitor buys first, and a purple souvenir is turned up for the other.
    cards = ["green-1", "blue-1", "purple-1", "red-1"]
    match = scene(at={**GATES, 1: {"green": 1, "purple": 1}}, shops={"G2": 0, "P2": 0}, souvenirs=cards)
    play(match, 0, "move fountain=1 way=south")
    assert money(match)[0] == 1200 + 100 + 100 + 100 + 75


# Screens ----------------------------------------------------------------------------------------------------------


def test_all_is_open_but_the_order_of_the_souvenirs() -> None:
    match = Match("marracash", 4, {"souvenirs": True}, seed=9)
    for seat in (-1, 0, 3):
        concealed = match.concealed(seat)[0]
        assert (concealed.deck == -1).all()
        assert concealed.deck_left == 23
    views = [match.view(seat)["table"] for seat in (-1, 0, 1)]
    assert views[0] == views[1] == views[2]
    assert [player["money"] for player in views[0]["seats"]] == [1200] * 4


# What is told -----------------------------------------------------------------------------------------------------


def told(match: Match, name: str) -> list[dict[str, Any]]:
    """The arguments of all events of a name that the last decision brought about."""
    return [event.args for event in match.events() if event.name == name]


def test_a_move_tells_its_way_and_the_shops_that_were_entered() -> None:
    match = scene(at={**GATES, 1: {"red": 2, "yellow": 1}}, shops={"R2": 1})
    play(match, 0, "move fountain=1 way=south")
    [moved] = told(match, "moved")
    assert (moved["start"], moved["way"], moved["arrival"]) == ("1", "south", "6")
    assert moved["visitors"] == {"red": 2, "yellow": 1}
    assert moved["shops"] == ["R2"]


def test_a_move_on_which_all_enter_shops_tells_its_way() -> None:
    match = scene(at={**GATES, 1: {"red": 2}}, shops={"R2": 1})
    play(match, 0, "move fountain=1 way=south")
    [led] = told(match, "led")
    assert (led["start"], led["way"], led["shops"]) == ("1", "south", ["R2"])


def test_a_move_that_waits_for_an_owner_tells_its_way_when_it_begins_and_when_it_ends() -> None:
    cards = ["red-1", "red-5", "blue-1"]
    match = scene(at={**GATES, 1: {"red": 1, "yellow": 1}}, shops={"R2": 1}, souvenirs=cards)
    play(match, 0, "move fountain=1 way=south")
    [led] = told(match, "led")
    assert (led["start"], led["way"], led["shops"]) == ("1", "south", ["R2"])
    play(match, 1, "sell slot=1")
    assert told(match, "arrived") == [{"start": "1", "way": "south", "arrival": "6", "visitors": {"yellow": 1}}]
    assert told(match, "souvenir") == [{"seat": 1, "colour": "souvenir-red", "value": 150, "slot": 1}]
    assert told(match, "turned") == [{"colour": "souvenir-blue", "value": 125, "slot": 1}]


def test_a_souvenir_that_was_turned_up_and_sold_at_once_lay_nowhere_before() -> None:
    cards = ["red-3", "blue-1", "red-5", "yellow-1"]
    match = scene(at={**GATES, 1: {"red": 3}}, shops={"R2": 0}, souvenirs=cards)
    play(match, 0, "move fountain=1 way=south")
    assert [(event["value"], event["slot"]) for event in told(match, "souvenir")] == [(100, 0), (150, -1)]


@pytest.mark.parametrize("policy", ["random", "advice"])
def test_events_tell_the_way_and_the_end_that_were_chosen(policy: str) -> None:
    match = Match("marracash", 3, {"souvenirs": True, "turn_limit": 60}, seed=5).play_out(policy)
    chosen = Counter[str]()

    def check(now: Match) -> None:
        if not now.history:
            return
        choice = now.game.actions.choice(now.history[-1][1], now.history[-1][0], now.seats)
        for event in now.events():
            if event.name == "moved":
                assert (event.args["start"], event.args["way"]) == (choice.args["fountain"], choice.args["way"])
            elif event.name == "led":
                # Where all have entered shops, another way past the same doors may be told.
                start, way = FOUNTAINS.index(event.args["start"]), COMPASS.index(event.args["way"])
                passed = {SHOPS[shop] for shop in now.edition.array[0].route_shop[start, way] if shop >= 0}
                assert event.args["start"] == choice.args["fountain"]
                assert passed >= set(event.args["shops"])
            elif event.name == "brought":
                assert event.args["end"] == choice.args["end"]
            else:
                continue
            chosen[event.name] += 1

    replay(match.log(), watch=check)
    assert chosen["moved"] > 10
    assert chosen["led"]
    assert chosen["brought"] > 5


# Bad input --------------------------------------------------------------------------------------------------------


def broken(**changes: Any) -> dict[str, Any]:
    """A sound position in which some fields have been overwritten."""
    position = copy.deepcopy(scene().position())
    position["state"].update(changes)
    return position


def test_a_position_with_a_visitor_too_many_is_refused_with_the_reason() -> None:
    position = broken()
    position["state"]["visitors"]["1"]["red"] += 1
    with pytest.raises(InvalidPosition, match="red: 11 visitors in all, expected 10"):
        Match.from_position(position)


def test_a_position_with_money_from_nowhere_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="money of seat 1: 1300, expected 1200 by its ledger"):
        Match.from_position(broken(money=[1200, 1300, 1200, 0]))


def test_a_position_with_seven_shops_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="seat 2: 7 shops, expected at most 6"):
        scene(shops=dict.fromkeys((*SIX, "R1"), 2))


def test_a_position_with_takings_that_nobody_paid_is_refused() -> None:
    position = broken(money=[1300, 1200, 1200, 0])
    position["state"]["ledger"][0]["takings"] = 100
    with pytest.raises(InvalidPosition, match="ledger: takings: 100 in all, expected 0"):
        Match.from_position(position)


@pytest.mark.parametrize(
    ("changes", "subject"),
    [
        ({"turn": 3}, "turn"),
        ({"actor": 1}, "actor"),
        ({"line_left": 20}, "line"),
        ({"last_turns": 2}, "last_turns"),
        ({"phase": "arrival"}, "last_turns"),
        ({"phase": "opening"}, "shop"),
        ({"shop": "B1"}, "shop"),
        ({"phase": "bidding", "shop": "B1"}, "bidder"),
        ({"phase": "bidding", "shop": "B1", "bid": 1300, "bidder": 1}, "bidder"),
        ({"phase": "bidding", "shop": "B1", "bid": 1200, "bidder": 1}, "actor"),
        ({"phase": "bidding", "shop": "B1", "bid": 110, "bidder": 1}, "bidder"),
        ({"bid": 100}, "bidder"),
        ({"out": [0, 1, 0, 0]}, "bidder"),
        ({"phase": "souvenir"}, "start"),
        ({"phase": "souvenir", "start": "1", "way": "north"}, "start"),
        ({"stop": 2}, "moving"),
        ({"deck_left": 2}, "face_up"),
    ],
)
def test_a_position_that_does_not_hold_together_is_refused(changes: dict[str, Any], subject: str) -> None:
    with pytest.raises(InvalidPosition, match=f"{subject}: does not fit"):
        Match.from_position(broken(**changes))


def test_a_position_with_a_souvenir_twice_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="souvenir red-1: found 2 times, expected 1"):
        scene(souvenirs=["red-1", "red-1"])


# House editions ---------------------------------------------------------------------------------------------------


def redrawn(*cells: tuple[int, int, str]) -> list[list[str]]:
    """The printed board with some cells changed, given as row, column (from 1) and what is there now."""
    board: list[list[str]] = copy.deepcopy(find_game("marracash").edition()["board"])
    for row, column, cell in cells:
        board[row - 1][column - 1] = cell
    return board


@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        ({"money": "much"}, "money: expected a whole number from 0 to 32500, got 'much'"),
        ({"money": 2000}, "money: expected that no seat can come to hold more than 32500, got up to 32750"),
        ({"gates": [1, 8, 8]}, "gates: expected 3 different fountains, got 1, 8, 8"),
        ({"copies": {"red": 25, "blue": 5, "yellow": 10}}, "copies.red: expected at most a third of the 60 visitors"),
        ({"copies": {"red": 20, "blue": 20}}, "copies: expected 4 to 64 visitors to stay outside, got 65"),
        ({"group": {"least": 4, "most": 3}}, "group.least: expected at most the 3 of group.most, got 4"),
        ({"opening": 110}, "opening: expected a multiple of 25, got 110"),
        ({"pay": [100, 200, 300, 400, 50]}, "pay: expected no customer to pay less than the one before"),
        ({"guide_fee": {"small": 125}}, "guide_fee.small: expected at most the 100 of the first customer, got 125"),
        ({"guide_fee": {"large": 325}}, "guide_fee.large: expected at most what it is paid on, got 325"),
        ({"board": redrawn((1, 10, "."))}, "board: 1: expected on 1 of the cells, found on 0"),
        ({"board": redrawn((1, 1, "."))}, "board: Y1: expected on 2 of the cells, found on 1"),
        ({"board": redrawn((1, 1, "."), (1, 13, "Y1"), (2, 13, "2"))}, "board: Y1: expected its two cells side by"),
        ({"board": redrawn((4, 5, "Z9"))}, r"board\[3\]\[4\]: expected one of ., ##, 1,"),
        ({"board": redrawn((5, 8, "B3"), (6, 8, "B3"), (5, 9, "G3"), (5, 10, "G3"))}, "touches B1, B3"),
        ({"board": redrawn((6, 1, "."), (6, 2, "8"))}, "board: row 6, column 1: the street forks"),
    ],
)
def test_a_house_edition_that_does_not_fit_is_refused_by_key(numbers: dict[str, Any], complaint: str) -> None:
    game = find_game("marracash")
    with pytest.raises(InvalidEdition, match=complaint):
        game.sound(game.edition().changed("ours", numbers))


def test_a_house_board_has_its_own_routes_and_goes_into_the_log() -> None:
    game = find_game("marracash")
    palm = redrawn((1, 11, "##"))  # nobody walks between fountains 1 and 2 any more
    house = game.sound(game.edition().changed("palms", {"board": palm}))
    match = scene(at={1: {"red": 1}, **GATES}, edition=house)
    ways = [choice for choice in offered(match, "move") if "fountain=1 " in choice]
    assert ways == ["move fountain=1 way=south", "move fountain=1 way=west"]
    played = Match(game, 3, {"turn_limit": 5}, 1, house).play_out()
    again = Match.from_log(played.log())
    assert again.edition == house
    assert again.state_bytes() == played.state_bytes()


def test_a_house_edition_changes_the_game() -> None:
    game = find_game("marracash")
    house = game.sound(game.edition().changed("dear", {"opening": 200, "raise_by": 100, "money": 800}))
    match = Match(game, 3, seed=1, edition=house)
    first = match.actors[0]
    play(match, first, "auction shop=B1")
    assert offered(match, "bid")[0] == "bid amount=200"
    play(match, first, "bid amount=200")
    assert offered(match, "bid")[0] == "bid amount=300"
    assert offered(match, "bid")[-1] == "bid amount=800"
    assert house.source("opening") == "H"


@pytest.mark.parametrize("move", ["move fountain=17 way=north", "bid amount=110", "", 9999, -1, None, True, []])
def test_what_is_no_choice_at_all_is_refused(move: Any) -> None:
    match = scene()
    before = match.state_bytes()
    with pytest.raises(CaravanseraiError):
        match.play(0, move)
    assert match.state_bytes() == before
