"""The rules of Lamplight, compiled. Numbers such as ``lamplight 4`` are those of the rules page."""

from __future__ import annotations

from collections.abc import Iterator
from enum import auto

from caravanserai.kernel.actions import Actions, Verbs, args
from caravanserai.kernel.arrays import Array, Array2, Floats, Rows
from caravanserai.kernel.chance import Stream, below, shuffle
from caravanserai.kernel.choices import Choices, allow, allow_range, clear
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.contract import Contract, Parts, Position, part
from caravanserai.kernel.counting import total
from caravanserai.kernel.names import Names
from caravanserai.kernel.records import NONE, Record, int8, int16

# Constants ------------------------------------------------------------------------------------------------------

GOODS = ("tea", "spices", "carpets", "silk", "jade")
N_GOODS = len(GOODS)
SEATS = 4
MOST_GOODS = 20
MOST_OFFER = 3


class Phase(Names):
    """What is going on."""

    OFFER = auto()
    GIFT = auto()
    OVER = auto()


PHASES = Phase.words()
PHASE_RULES = {"waiting": 1, "offer": 3, "gift": 6, "over": 8}
"""The rule that matters most in each phase, and while a table waits for its players."""


class Reason(Names):
    """Why a match is over; the first means that it is not."""

    RUNNING = auto()
    LAST_EVENING = auto()


WINDOWS: dict[Phase, Verb] = {}


class Verb(Verbs):
    """What can be done; each is the number of its first action."""

    OFFER = args(coins=MOST_OFFER + 1)
    GIVE = args(good=GOODS)


ACTIONS = Actions(Verb)

# Records --------------------------------------------------------------------------------------------------------


class Edition(Record, name="lamplight edition"):
    """The printed numbers."""

    copies: Array = int8(GOODS, low=0, high=MOST_GOODS)
    points: Array = int8(GOODS, low=0, high=50)
    order_points: int = int8(low=0, high=50)
    coins: int = int8(low=0, high=50)
    evenings: int = int8(low=1, high=MOST_GOODS)


class State(Position, name="lamplight", phases=Phase, reasons=Reason):
    """A position."""

    # Open to all.
    evening: int = int8(low=1, high=MOST_GOODS, doc="which evening it is")
    stall: Array = int8(GOODS, low=0, high=MOST_GOODS, doc="the goods in the lamplight")
    goods: Array2 = int8(SEATS, GOODS, low=0, high=MOST_GOODS, doc="goods of each seat")
    coins: Array = int8(SEATS, low=0, high=100, doc="coins of each seat")
    bank: int = int16(low=0, doc="coins that were paid")
    offered: Array = int8(SEATS, low=NONE, high=MOST_OFFER, doc="what each offered when offers were last shown")
    giver: int = int8(low=NONE, high=SEATS - 1, doc="who takes the stall and has to give a good of it away")
    # Hidden.
    offer: Array = int8(SEATS, low=NONE, high=MOST_OFFER, doc="answers that wait for those of others")
    order: Array = int8(SEATS, names=GOODS, doc="the good that each seat's customer has ordered")
    pile: Array = int8(MOST_GOODS, names=GOODS, doc="the goods of later evenings, the next one last")


contract = Contract(Edition, State)

GOOD_FAULT, COIN_FAULT, ORDER_FAULT, FIELD_FAULT, END_FAULT = range(1, 6)
FAULTS = {
    GOOD_FAULT: "{subject}: {found} in all, expected {expected}",
    COIN_FAULT: "coins and bank: {found} in all, expected {expected}",
    ORDER_FAULT: "order of seat {subject}: expected one that no other seat has",
    FIELD_FAULT: "{subject}: expected another value as things stand",
    END_FAULT: "phase and ended: expected over with a reason on the last evening, or neither",
}
FIELDS = ("evening", "stall", "seats that do not play", "offered", "giver", "offer", "pile")
EVENING, STALL, ABSENT, OFFERED, GIVER, ANSWERS, PILE = range(len(FIELDS))


def fault_subject(code: int, subject: int) -> str:
    """What a fault is about, in words."""
    names = {GOOD_FAULT: GOODS, FIELD_FAULT: FIELDS}
    return names[code][subject] if code in names else str(subject)


def check_edition(e: Edition) -> Iterator[str]:
    """What would make a house edition unplayable."""
    if not e.evenings <= e.copies.sum() <= MOST_GOODS:
        yield f"copies: expected {e.evenings} to {MOST_GOODS} goods in all, got {e.copies.sum()}"


# Rules ----------------------------------------------------------------------------------------------------------


@helper
def pile_size(e: Edition, s: State) -> int:
    """lamplight 2: a good leaves the pile every evening."""
    return total(e.copies) - int(s.evening)


@contract
def deal(editions: Rows[Edition], states: Rows[State], i: int, chance: Rows[Stream]) -> None:
    """lamplight 1: a fresh position."""
    e, s, c = editions[0], states[i], chance[0]
    s.phase, s.ended, s.undo_barrier = Phase.OFFER, Reason.RUNNING, 0
    s.stall[:], s.goods[:], s.coins[:] = 0, 0, 0
    s.offered[:], s.offer[:], s.order[:], s.pile[:] = NONE, NONE, NONE, NONE
    s.bank, s.giver, s.evening = 0, NONE, 0
    left = 0
    for good in range(N_GOODS):
        for _ in range(e.copies[good]):
            s.pile[left] = good
            left += 1
    shuffle(c, s.pile, left)
    for seat in range(s.seats):
        s.coins[seat] = e.coins
        s.order[seat] = order_left(s, c)
    next_evening(e, s)


@helper
def order_left(s: State, c: Stream) -> int:
    """One of the orders that no seat has."""
    taken = 0
    for seat in range(s.seats):
        taken += s.order[seat] != NONE
    k = below(c, N_GOODS - taken)
    for good in range(N_GOODS):
        if not is_ordered(s, good):
            if k == 0:
                return good
            k -= 1
    return NONE


@helper
def is_ordered(s: State, good: int) -> bool:
    """Whether a seat is known to have that order."""
    for seat in range(s.seats):
        if s.order[seat] == good:
            return True
    return False


@helper
def next_evening(e: Edition, s: State) -> None:
    """lamplight 2: the next good is laid on the stall; lamplight 7: after the last evening the match is over."""
    if s.evening == e.evenings:
        s.phase, s.ended = Phase.OVER, Reason.LAST_EVENING
        return
    s.phase = Phase.OFFER
    s.evening += 1
    top = pile_size(e, s)
    s.stall[s.pile[top]] += 1
    s.pile[top] = NONE


@contract
def actors(editions: Rows[Edition], states: Rows[State], i: int) -> int:
    """lamplight 3: all who have not answered yet; lamplight 6: whoever has to give."""
    return pending(states[i])


@helper
def pending(s: State) -> int:
    """Who has to decide: a bit a seat."""
    if s.phase == Phase.GIFT:
        return 1 << int(s.giver)
    mask = 0
    if s.phase == Phase.OFFER:
        for seat in range(s.seats):
            if s.offer[seat] == NONE:
                mask |= 1 << seat
    return mask


@contract
def legal(editions: Rows[Edition], states: Rows[State], i: int, seat: int, choices: Choices) -> None:
    """The choices of a seat that has to decide."""
    s = states[i]
    clear(choices)
    if not pending(s) >> seat & 1:
        return
    if s.phase == Phase.OFFER:
        # lamplight 3: no more than one has.
        allow_range(choices, Verb.OFFER, Verb.OFFER + min(MOST_OFFER, int(s.coins[seat])) + 1)
    else:
        # lamplight 6: any good of the stall.
        for good in range(N_GOODS):
            if s.stall[good]:
                allow(choices, Verb.GIVE + good)


@contract
def step(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, chance: Rows[Stream]) -> None:
    """One decision; the last offer of an evening shows them all."""
    e, s = editions[0], states[i]
    s.undo_barrier += 1
    if s.phase == Phase.OFFER:
        s.offer[seat] = action
        if not pending(s):
            show_offers(e, s)
    else:
        # lamplight 6: the next player is given a good of the stall.
        s.stall[action - Verb.GIVE] -= 1
        s.goods[(seat + 1) % s.seats, action - Verb.GIVE] += 1
        take_stall(e, s, seat)


@helper
def show_offers(e: Edition, s: State) -> None:
    """lamplight 4: the highest offer that nobody else made is paid, and takes the stall."""
    winner = highest_alone(s)
    for seat in range(s.seats):
        s.offered[seat] = s.offer[seat]
        s.offer[seat] = NONE
    if winner == NONE:
        # lamplight 5: what nobody takes lies there for another evening.
        next_evening(e, s)
        return
    s.coins[winner] -= s.offered[winner]
    s.bank += s.offered[winner]
    if kinds(s.stall) > 1:
        s.phase, s.giver = Phase.GIFT, winner
    else:
        take_stall(e, s, winner)


@helper
def highest_alone(s: State) -> int:
    """The seat with the highest offer that nobody else made, or none; to offer nothing is no offer."""
    for coins in range(MOST_OFFER, 0, -1):
        found, alone = NONE, True
        for seat in range(s.seats):
            if s.offer[seat] == coins:
                alone = found == NONE
                found = seat
        if found != NONE and alone:
            return found
    return NONE


@helper
def kinds(goods: Array) -> int:
    """How many different goods there are."""
    number = 0
    for good in range(N_GOODS):
        number += goods[good] > 0
    return number


@helper
def take_stall(e: Edition, s: State, seat: int) -> None:
    """All that lies on the stall goes to a seat, and the evening is over."""
    for good in range(N_GOODS):
        s.goods[seat, good] += s.stall[good]
        s.stall[good] = 0
    s.giver = NONE
    next_evening(e, s)


@contract
def conceal(editions: Rows[Edition], states: Rows[State], i: int, seat: int) -> None:
    """Others' answers and orders are secret, and the pile; in the end the orders are shown."""
    e, s = editions[0], states[i]
    for other in range(s.seats):
        if other != seat:
            # The undo barrier counts answers: those of others are taken off again.
            s.undo_barrier -= s.offer[other] != NONE
            s.offer[other] = NONE
            if s.phase != Phase.OVER:
                s.order[other] = NONE
    for k in range(pile_size(e, s)):
        s.pile[k] = NONE


@contract
def determinize(editions: Rows[Edition], states: Rows[State], i: int, seat: int, chance: Rows[Stream]) -> float:
    """Any orders and any pile of what is not seen; whoever seems not to have answered answers later."""
    e, s, c = editions[0], states[i], chance[0]
    for other in range(s.seats):
        if s.order[other] == NONE:
            s.order[other] = order_left(s, c)
    left = 0
    for good in range(N_GOODS):
        for _ in range(int(e.copies[good]) - seen(s, good)):
            s.pile[left] = good
            left += 1
    shuffle(c, s.pile, left)
    return 1.0


@helper
def seen(s: State, good: int) -> int:
    """How many of a good lie on the stall or with a seat."""
    number = int(s.stall[good])
    for seat in range(s.seats):
        number += int(s.goods[seat, good])
    return number


@helper
def order_bonus(e: Edition, s: State, seat: int) -> int:
    """lamplight 8: points for goods that were ordered, beside their own."""
    return int(s.goods[seat, s.order[seat]]) * int(e.order_points) if s.order[seat] != NONE else 0


@helper
def goods_points(e: Edition, s: State, seat: int) -> int:
    """lamplight 8: the goods' own points."""
    points = 0
    for good in range(N_GOODS):
        points += int(s.goods[seat, good]) * int(e.points[good])
    return points


@contract
def score(editions: Rows[Edition], states: Rows[State], i: int, out: Array2) -> None:
    """lamplight 8: goods, orders and coins; more coins break a tie."""
    e, s = editions[0], states[i]
    out[:] = 0
    for seat in range(s.seats):
        out[seat, 0] = goods_points(e, s, seat) + order_bonus(e, s, seat) + int(s.coins[seat])
    for seat in range(s.seats):
        out[seat, 1] = 1
        for other in range(s.seats):
            if out[other, 0] != out[seat, 0]:
                out[seat, 1] += out[other, 0] > out[seat, 0]
            else:
                out[seat, 1] += s.coins[other] > s.coins[seat]


@contract
def audit(editions: Rows[Edition], states: Rows[State], i: int) -> tuple[int, int, int, int]:
    """Every good and coin is in exactly one place, and every field fits the phase."""
    e, s = editions[0], states[i]
    over = s.phase == Phase.OVER
    if over != (s.ended == Reason.LAST_EVENING) or (over and s.evening != e.evenings):
        return END_FAULT, 0, 0, 0
    if s.evening > e.evenings:
        return FIELD_FAULT, EVENING, 0, 0
    size = pile_size(e, s)
    for k in range(MOST_GOODS):
        if (s.pile[k] != NONE) != (k < size):
            return FIELD_FAULT, PILE, 0, 0
    for good in range(N_GOODS):
        found = seen(s, good)
        for k in range(size):
            found += s.pile[k] == good
        if found != e.copies[good]:
            return GOOD_FAULT, good, found, int(e.copies[good])
    coins = int(s.bank) + total(s.coins)
    if coins != s.seats * e.coins:
        return COIN_FAULT, 0, coins, int(s.seats) * int(e.coins)
    for seat in range(s.seats):
        if s.order[seat] == NONE:
            return ORDER_FAULT, seat, 0, 0
        for other in range(seat):
            if s.order[other] == s.order[seat]:
                return ORDER_FAULT, seat, 0, 0
    return audit_phase(s)


@helper
def audit_phase(s: State) -> tuple[int, int, int, int]:
    """Answers, offers and the gift are as the phase has them; nobody sits where nobody plays."""
    for seat in range(s.seats, SEATS):
        absent = s.offer[seat] == NONE and s.offered[seat] == NONE and s.order[seat] == NONE
        if not absent or s.coins[seat] or total(s.goods[seat]):
            return FIELD_FAULT, ABSENT, 0, 0
    asked = s.phase == Phase.OFFER
    if asked and total(s.stall) == 0:
        return FIELD_FAULT, STALL, 0, 0
    if asked and pending(s) == 0:
        return FIELD_FAULT, ANSWERS, 0, 0
    first = s.evening == 1 and asked
    for seat in range(s.seats):
        if s.offer[seat] != NONE and (not asked or s.offer[seat] > s.coins[seat]):
            return FIELD_FAULT, ANSWERS, 0, 0
        if (s.offered[seat] == NONE) != first:
            return FIELD_FAULT, OFFERED, 0, 0
    if (s.giver != NONE) != (s.phase == Phase.GIFT) or s.giver >= s.seats:
        return FIELD_FAULT, GIVER, 0, 0
    if s.phase == Phase.GIFT and kinds(s.stall) < 2:
        return FIELD_FAULT, STALL, 0, 0
    return 0, 0, 0, 0


# Observation ----------------------------------------------------------------------------------------------------


class Part(Parts):
    """What the seat knows, in the order of the observation."""

    phase = part((PHASES,), 0, 1, "which phase it is")
    evening = part((1,), 0, MOST_GOODS, "which evening it is")
    stall = part((GOODS,), 0, MOST_GOODS, "the goods in the lamplight")
    order = part((GOODS,), 0, 1, "the own order")
    coins = part((SEATS,), 0, 100, "coins of each seat, own first, then to the left")
    goods = part((SEATS, GOODS), 0, MOST_GOODS, "goods of each seat, own first")
    offered = part((SEATS,), NONE, MOST_OFFER, "what each offered last, own first")


OBSERVATION = tuple(Part)


@contract
def encode(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Floats) -> None:
    """What the seat knows, in the order of OBSERVATION; a spectator sits in seat 0 and has no order."""
    s = states[i]
    me = max(seat, 0)
    out[:] = 0.0
    out[Part.phase + s.phase] = 1.0
    out[Part.evening] = s.evening
    if seat >= 0:
        out[Part.order + int(s.order[seat])] = 1.0
    for good in range(N_GOODS):
        out[Part.stall + good] = s.stall[good]
    for j in range(s.seats):
        other = (me + j) % s.seats
        out[Part.coins + j] = s.coins[other]
        out[Part.offered + j] = s.offered[other]
        for good in range(N_GOODS):
            out[Part.goods + j * N_GOODS + good] = s.goods[other, good]
