"""Lamplight at the table: what a seat sees, what it is asked, what happened, and how its score came about."""

from __future__ import annotations

from caravanserai.kernel.arrays import Array, Array2, Rows
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.counting import first_rise, put, total
from caravanserai.kernel.presenter import Presenter
from caravanserai.kernel.records import NONE
from caravanserai.kernel.sentences import NUMBER, SEAT, Counts, SentenceKind, add_counts, args, say
from caravanserai.kernel.views import Sight, counts, maybe, name, number
from tests.lamplight.rules import (
    GOODS,
    SEATS,
    Edition,
    Phase,
    State,
    Verb,
    contract,
    goods_points,
    order_bonus,
)

ONE_TOUCH: tuple[Verb, ...] = ()
"""Verbs that a board takes at the first touch: none, for no answer can be taken back."""


class View(Sight):
    """What a seat sees: all but the pile, others' orders and their answers."""

    seats: int = number(at=None)
    left: int = number(doc="evenings after this one")
    stall: Array = counts(GOODS)
    coins: Array = number(SEATS, at="seats[].coins")
    goods: Array2 = counts(GOODS, SEATS, at="seats[].goods")
    order: Array = name(GOODS, SEATS, at="seats[].order")
    offer: Array = maybe(SEATS, at="seats[].offer", doc="its own answer, until all are shown")
    offered: Array = maybe(SEATS, at="seats[].offered", doc="what it offered when offers were last shown")
    points: Array = number(GOODS)
    order_points: int = number()

    lengths = {"seats": "seats"}  # noqa: RUF012


class Event(SentenceKind):
    """What happens."""

    PROMISED = args(seat=SEAT, coins=NUMBER)
    OFFERED = args(seat=SEAT, coins=NUMBER)
    TOOK = args(seat=SEAT, cards=Counts(GOODS))
    NOBODY = args()
    GAVE = args(seat=SEAT, rival=SEAT, good=GOODS)
    EVENING = args(good=GOODS)
    OVER = args()


class Line(SentenceKind):
    """What is asked, what choices do, how scores came about, and what is seen."""

    PROMPT_OFFER = args()
    PROMPT_GIFT = args(rival=SEAT)
    PROMPT_OVER = args()
    CHOICE_OFFER = args(coins=NUMBER)
    CHOICE_GIVE = args(good=GOODS)
    SCORE_GOODS = args(points=NUMBER, cards=Counts(GOODS))
    SCORE_ORDER = args(good=GOODS, points=NUMBER)
    SCORE_COINS = args(points=NUMBER)
    TELL_EVENING = args(evening=NUMBER, evenings=NUMBER)
    TELL_STALL = args(cards=Counts(GOODS))
    TELL_COINS = args(seat=SEAT, coins=NUMBER)
    TELL_GOODS = args(seat=SEAT, cards=Counts(GOODS))
    TELL_ORDER = args(seat=SEAT, good=GOODS)


table = Presenter(contract, View, Event, Line)

# What is seen ---------------------------------------------------------------------------------------------------


@table
def see(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, views: Rows[View]) -> None:
    """What a seat sees; the position is concealed, so that all of it may be shown."""
    e, s, v = editions[0], states[i], views[0]
    v.seats, v.left = s.seats, e.evenings - s.evening
    put(v.stall, s.stall)
    put(v.coins, s.coins)
    put(v.order, s.order)
    put(v.offer, s.offer)
    put(v.offered, s.offered)
    for other in range(s.seats):
        put(v.goods[other], s.goods[other])
    put(v.points, e.points)
    v.order_points = e.order_points


@table
def describe(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, out: Array) -> None:
    """What a seat sees, in sentences."""
    e, s = editions[0], states[i]
    say(out, Line.TELL_EVENING, s.evening, e.evenings)
    say(out, Line.TELL_STALL)
    add_counts(out, s.stall)
    for other in range(s.seats):
        say(out, Line.TELL_COINS, other, s.coins[other])
        say(out, Line.TELL_GOODS, other)
        add_counts(out, s.goods[other])
        if s.order[other] != NONE:
            say(out, Line.TELL_ORDER, other, s.order[other])


# What is asked --------------------------------------------------------------------------------------------------


@table
def ask(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """What is expected of whoever decides."""
    s = states[i]
    if s.phase == Phase.GIFT:
        say(out, Line.PROMPT_GIFT, (s.giver + 1) % s.seats)
    else:
        say(out, Line.PROMPT_OFFER if s.phase == Phase.OFFER else Line.PROMPT_OVER)


@table
def label(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, out: Array) -> None:
    """What a choice does."""
    if action < Verb.GIVE:
        say(out, Line.CHOICE_OFFER, action)
    else:
        say(out, Line.CHOICE_GIVE, action - Verb.GIVE)


# What happened --------------------------------------------------------------------------------------------------


@table
def narrate(editions: Rows[Edition], befores: Rows[State], afters: Rows[State], i: int, seat: int, out: Array) -> None:
    """What happened between two positions, as the seat could see it."""
    before, after = befores[i], afters[i]
    if before.phase == Phase.GIFT:
        giver, given = before.giver, (before.giver + 1) % before.seats
        say(out, Event.GAVE, giver, given, first_rise(before.goods[given], after.goods[given]))
    elif after.evening == before.evening and after.phase == Phase.OFFER:
        # Only its own answer is known to a seat while others think.
        if seat >= 0 and after.offer[seat] != before.offer[seat]:
            say(out, Event.PROMISED, seat, after.offer[seat])
    else:
        narrate_offers(before, after, out)
    if after.evening != before.evening:
        say(out, Event.EVENING, new_good(before, after))
    if after.phase == Phase.OVER:
        say(out, Event.OVER)


@helper
def narrate_offers(before: State, after: State, out: Array) -> None:
    """All offers, and who takes the stall: whoever has fewer coins than before."""
    for other in range(before.seats):
        say(out, Event.OFFERED, other, after.offered[other])
    if total(after.coins) == total(before.coins):
        say(out, Event.NOBODY)
    for other in range(before.seats):
        if after.coins[other] < before.coins[other]:
            say(out, Event.TOOK, other)
            add_counts(out, before.stall)


@helper
def new_good(before: State, after: State) -> int:
    """What was laid on the stall: it lies there alone, or beside what nobody took."""
    kept = before.phase == Phase.OFFER and total(after.coins) == total(before.coins)
    for good in range(len(GOODS)):
        if after.stall[good] > (before.stall[good] if kept else 0):
            return good
    return NONE


# How the score came about ---------------------------------------------------------------------------------------


@table
def explain(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """A seat's score line by line: what gave how many points."""
    e, s = editions[0], states[i]
    say(out, Line.SCORE_GOODS, goods_points(e, s, seat))
    add_counts(out, s.goods[seat])
    say(out, Line.SCORE_ORDER, s.order[seat], order_bonus(e, s, seat))
    say(out, Line.SCORE_COINS, s.coins[seat])
