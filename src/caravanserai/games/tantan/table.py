"""Tan-Tan Caravan at the table: what a seat sees, what it is asked, what happened, and how its score came about."""

from __future__ import annotations

from caravanserai.games.tantan.rules import (
    CARDS,
    END_NOTHING_TO_ADD,
    GOODS,
    LAMP,
    MERCHANT,
    MOUSE,
    N_CARDS,
    N_GOODS,
    N_TREASURES,
    PRINCESS,
    SEATS,
    SLOTS,
    TREASURES,
    Edition,
    Phase,
    State,
    Verb,
    contract,
    free_places,
    goods_kinds,
    held,
    largest_lot,
    most_of,
    points,
)
from caravanserai.kernel.arrays import Array, Array2, Rows
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.counting import first_difference, put
from caravanserai.kernel.presenter import Presenter
from caravanserai.kernel.records import NONE
from caravanserai.kernel.sentences import NUMBER, SEAT, Counts, SentenceKind, add, add_counts, args, say
from caravanserai.kernel.views import Sight, counts, flag, name, number

ONE_TOUCH = (Verb.TAKE, Verb.LOAD)
"""Verbs that a board takes at the first touch. Both can be taken back until the turn is confirmed."""


class View(Sight):
    """What a seat sees; rivals' hands are behind screens unless there are memory aids."""

    seats: int = number(at=None)
    purse: int = name(CARDS)
    money: int = number(doc="left to spend in this purchase")
    market_card: Array = name(CARDS, SLOTS, at="market[].card")
    market_cost: Array = number(SLOTS, at="market[].cost")
    pile_left: int = number(at="pile.left")
    pile_top: int = name(CARDS, at="pile.top")
    caravan: Array = counts(CARDS, at="caravan.cards")
    places: int = number(at="caravan.places")
    turn: int = number()
    hand_open: Array = flag(SEATS, at=None)
    hand: Array2 = counts(CARDS, SEATS, at="seats[].hand")
    hand_size: Array = number(SEATS, at="seats[].hand_size")
    laid: Array2 = counts(TREASURES, SEATS, at="seats[].laid")
    score: Array = number(SEATS, at="seats[].score", doc="what the riches would bring if it ended now")
    hand_limit: int = number()
    loading: int = name(CARDS)
    distributing: int = flag(at=None)
    starter: int = number(at="distribution.starter")
    served: int = number(at="distribution.served")
    thefts: int = number(at="distribution.thefts")
    aids: int = flag(at=None)
    discarded: Array = counts(CARDS)
    points: Array = number(GOODS, at="numbers.points")
    worth: Array = number(CARDS, at="numbers.worth")
    merchant: int = number(at="numbers.merchant")

    given = {"seats[].hand": "hand_open", "distribution": "distributing", "discarded": "aids"}  # noqa: RUF012
    lengths = {"seats": "seats"}  # noqa: RUF012


class Event(SentenceKind):
    """What happens."""

    TOOK = args(seat=SEAT, card=CARDS, cost=NUMBER, slot=NUMBER)
    PACKED = args(seat=SEAT, card=CARDS)
    PURSE_MOVED = args(seat=SEAT, card=CARDS)
    LOADED = args(seat=SEAT)
    LOT = args(seat=SEAT, cards=Counts(CARDS))
    STOLE = args(seat=SEAT, rival=SEAT, card=CARDS)
    FED = args(seat=SEAT, card=CARDS)
    MICE = args(number=NUMBER, seat=SEAT)
    NOTHING = args(seat=SEAT)
    CARAVAN_FULL = args(seat=SEAT)
    CARAVAN_LAST = args(seat=SEAT)
    TURN = args(seat=SEAT)
    OVER = args()


class Line(SentenceKind):
    """What is asked, what choices do, how scores came about, and what is seen."""

    PROMPT_TURN = args()
    PROMPT_BUYING = args()
    PROMPT_LOADING = args()
    PROMPT_LOT = args()
    PROMPT_THEFT = args()
    PROMPT_BITE = args()
    PROMPT_OVER = args()
    CHOICE_TAKE = args(card=CARDS, cost=NUMBER)
    CHOICE_LOAD = args(card=CARDS)
    CHOICE_CONFIRM_LOAD = args(card=CARDS)
    CHOICE_CONFIRM_PURCHASE = args(card=CARDS)
    CHOICE_LOT = args(card=CARDS)
    CHOICE_STEAL = args(rival=SEAT)
    CHOICE_FEED = args(card=CARDS)
    SCORE_GOODS = args(points=NUMBER, cards=Counts(GOODS))
    SCORE_LAMPS = args(number=NUMBER, points=NUMBER)
    SCORE_PRINCESS = args(number=NUMBER, each=NUMBER, most=NUMBER, points=NUMBER)
    SCORE_MERCHANT = args(number=NUMBER, each=NUMBER, most=NUMBER, points=NUMBER)
    TELL_PILE = args(number=NUMBER, card=CARDS)
    TELL_PURSE = args(card=CARDS, money=NUMBER)
    TELL_SLOT = args(slot=NUMBER, card=CARDS, cost=NUMBER)
    TELL_CARAVAN = args(places=NUMBER, free=NUMBER, cards=Counts(CARDS))
    TELL_LAID = args(seat=SEAT, points=NUMBER, cards=Counts(TREASURES))
    TELL_HAND = args(seat=SEAT, number=NUMBER, cards=Counts(CARDS))
    TELL_HIDDEN_HAND = args(seat=SEAT, number=NUMBER)
    TELL_DISTRIBUTION = args(seat=SEAT)


table = Presenter(contract, View, Event, Line)

# What is seen ---------------------------------------------------------------------------------------------------


@table
def see(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, views: Rows[View]) -> None:
    """What a seat sees."""
    e, s, v = editions[0], states[i], views[0]
    v.seats, v.turn, v.aids = s.seats, s.turn, aids
    v.purse, v.money = s.purse, money_left(e, s)
    put(v.market_card, s.market)
    put(v.market_cost, e.slot_cost)
    v.pile_left, v.pile_top = s.pile_left, top_card(s)
    put(v.caravan, s.caravan)
    v.places = e.places[s.seats - 2]
    for other in range(s.seats):
        if aids or other == seat:
            v.hand_open[other] = 1
            put(v.hand[other], s.hand[other])
        v.hand_size[other] = held(s, other)
        put(v.laid[other], s.laid[other])
        v.score[other] = points(e, s, other)
    v.hand_limit, v.loading = e.hand_limit, s.loading
    v.distributing = is_distributing(s)
    v.starter, v.served, v.thefts = s.starter, s.served, s.thefts
    if aids:
        put(v.discarded, s.discarded)
    put(v.points, e.points)
    put(v.worth, e.purse)
    v.merchant = e.merchant_points


@helper
def money_left(e: Edition, s: State) -> int:
    """What the purse still pays in this purchase."""
    return int(e.purse[s.purse]) - int(s.spent) if s.purse != NONE else 0


@helper
def top_card(s: State) -> int:
    """The card on top of the pile, which all see."""
    return int(s.pile[s.pile_left - 1]) if s.pile_left else NONE


@helper
def is_distributing(s: State) -> bool:
    """Whether the caravan is being shared out."""
    return bool(s.phase == Phase.LOT or s.phase == Phase.THEFT or s.phase == Phase.BITE)


@table
def describe(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, out: Array) -> None:
    """What a seat sees, in sentences."""
    e, s = editions[0], states[i]
    say(out, Line.TELL_PILE, s.pile_left, top_card(s))
    say(out, Line.TELL_PURSE, s.purse, money_left(e, s))
    for slot in range(SLOTS):
        say(out, Line.TELL_SLOT, slot + 1, s.market[slot], e.slot_cost[slot])
    say(out, Line.TELL_CARAVAN, e.places[s.seats - 2], free_places(e, s))
    add_counts(out, s.caravan)
    for other in range(s.seats):
        say(out, Line.TELL_LAID, other, points(e, s, other))
        add_counts(out, s.laid[other, :N_TREASURES])
        if aids or other == seat:
            say(out, Line.TELL_HAND, other, held(s, other))
            add_counts(out, s.hand[other])
        else:
            say(out, Line.TELL_HIDDEN_HAND, other, held(s, other))
    if is_distributing(s):
        say(out, Line.TELL_DISTRIBUTION, s.starter)


# What is asked --------------------------------------------------------------------------------------------------


@table
def ask(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """What is expected of whoever decides."""
    say(out, Line.PROMPT_TURN + states[i].phase)


@table
def label(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, out: Array) -> None:
    """What a choice does."""
    e, s = editions[0], states[i]
    if action < Verb.LOAD:
        slot = action - Verb.TAKE
        say(out, Line.CHOICE_TAKE, s.market[slot], e.slot_cost[slot])
    elif action < Verb.CONFIRM:
        say(out, Line.CHOICE_LOAD, action - Verb.LOAD)
    elif action == Verb.CONFIRM:
        say(out, Line.CHOICE_CONFIRM_LOAD if s.phase == Phase.LOADING else Line.CHOICE_CONFIRM_PURCHASE, s.purse)
    elif action < Verb.STEAL:
        say(out, Line.CHOICE_LOT, action - Verb.LOT)
    elif action < Verb.FEED:
        say(out, Line.CHOICE_STEAL, (seat + 1 + action - Verb.STEAL) % s.seats)
    else:
        say(out, Line.CHOICE_FEED, action - Verb.FEED)


# What happened --------------------------------------------------------------------------------------------------


@table
def narrate(editions: Rows[Edition], befores: Rows[State], afters: Rows[State], i: int, seat: int, out: Array) -> None:
    """What happened between two positions, as the seat could see it."""
    e, before, after = editions[0], befores[i], afters[i]
    actor = before.actor
    if after.phase == Phase.BUYING:
        slot = first_difference(before.market, after.market)
        say(out, Event.TOOK, actor, before.market[slot], e.slot_cost[slot], slot)
    elif after.phase == Phase.LOADING:
        say(out, Event.PACKED, actor, first_difference(before.caravan, after.caravan))
    elif before.phase == Phase.TURN or before.phase == Phase.BUYING:
        say(out, Event.PURSE_MOVED, actor, before.purse)
    elif before.phase == Phase.LOADING:
        say(out, Event.LOADED, actor)
    elif before.phase == Phase.LOT:
        narrate_lot(before, after, out)
    elif before.phase == Phase.THEFT:
        narrate_theft(before, after, out)
    elif before.phase == Phase.BITE:
        say(out, Event.FED, actor, first_difference(before.laid[actor], after.laid[actor]))
    if is_distributing(before) and before.caravan[MOUSE] != after.caravan[MOUSE]:
        say(out, Event.MICE, before.caravan[MOUSE] - after.caravan[MOUSE], actor)
    if is_distributing(before):
        narrate_those_without(before, after, out)
    if before.phase <= Phase.LOADING and after.phase >= Phase.LOT:
        last = after.after == END_NOTHING_TO_ADD
        say(out, Event.CARAVAN_LAST if last else Event.CARAVAN_FULL, after.starter)
    if after.phase == Phase.TURN:
        say(out, Event.TURN, after.turn)
    if after.phase == Phase.OVER:
        say(out, Event.OVER)


@helper
def narrate_lot(before: State, after: State, out: Array) -> None:
    """A lot taken from the caravan."""
    lot = first_difference(before.caravan[:MOUSE], after.caravan[:MOUSE])
    if lot != NONE:
        say(out, Event.LOT, before.actor)
        for card in range(N_CARDS):
            add(out, before.caravan[card] if card == lot else 0)


@helper
def narrate_those_without(before: State, after: State, out: Array) -> None:
    """Those whose turn in the share-out came when there was nothing left to take."""
    served = after.served if is_distributing(after) else before.seats
    # Whoever comes to a mouse without a lot before it.
    served += after.phase == Phase.BITE and after.actor != before.actor
    for k in range(before.served + 1, served):
        say(out, Event.NOTHING, (before.starter + k) % before.seats)


@helper
def narrate_theft(before: State, after: State, out: Array) -> None:
    """A card stolen, now open to all."""
    for victim in range(before.seats):
        card = first_difference(before.hand[victim], after.hand[victim])
        if card != NONE:
            say(out, Event.STOLE, before.actor, victim, card)


# How the score came about ---------------------------------------------------------------------------------------


@table
def explain(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """A seat's score line by line: what gave how many points."""
    e, s = editions[0], states[i]
    laid = s.laid[seat]
    for good in range(N_GOODS):
        if laid[good]:
            say(out, Line.SCORE_GOODS, laid[good] * e.points[good])
            for other in range(N_GOODS):
                add(out, laid[good] if other == good else 0)
    if laid[LAMP]:
        say(out, Line.SCORE_LAMPS, laid[LAMP], laid[LAMP] * laid[LAMP])
    say_majority(s, seat, PRINCESS, Line.SCORE_PRINCESS, largest_lot(s, seat), out)
    say_majority(s, seat, MERCHANT, Line.SCORE_MERCHANT, e.merchant_points * goods_kinds(s, seat), out)


@helper
def say_majority(s: State, seat: int, card: int, line: int, each: int, out: Array) -> None:
    """Cards that count only for whoever has the most of them."""
    number, most = int(s.laid[seat, card]), most_of(s, card)
    if number:
        say(out, line, number, each, most, number * each if number == most else 0)
