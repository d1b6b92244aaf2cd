"""The rules of Le marché de Samarkand, compiled. Numbers such as ``marche 9`` are those of the rules page."""

from __future__ import annotations

from collections.abc import Iterator
from enum import auto

from caravanserai.kernel.actions import Actions, Left, Verbs, args
from caravanserai.kernel.arrays import Array, Array2, Array3, Floats, Rows
from caravanserai.kernel.chance import Stream, below, pick_weighted, shuffle
from caravanserai.kernel.choices import Choices, allow, allow_set, clear
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.contract import Contract, Parts, Position, option, part
from caravanserai.kernel.counting import around, empty, present, rank_by_score, total
from caravanserai.kernel.names import Names
from caravanserai.kernel.records import NONE, Record, int8, int16, int32

# Constants ------------------------------------------------------------------------------------------------------

GOODS = ("carpets", "spices", "fruits", "jewels", "clothes")
VALUES = ("1", "2", "3", "4", "5", "6", "7")
CAMELS = ("2", "3", "4", "5")
N_GOODS, N_VALUES, N_CAMELS = len(GOODS), len(VALUES), len(CAMELS)
SMALLEST_VALUE, SMALLEST_CAMEL = int(VALUES[0]), int(CAMELS[0])

FEWEST, SEATS = 3, 5
SEAT_COUNTS = ("three", "four", "five")
PLACES = 3
"""How many amounts of money can score."""
PAIR, FULL_SERIES = 2, 6
"""The series that score go from a pair to this many cards."""
MOST_ROUNDS = 20
MOST_MONEY = 99

# Who sells goods: the seats, and the bank in the last place.
SELLERS = SEATS + 1
BANK = SEATS
# What a seat may answer to a price: the good of a seller, the camel, or silence.
ITEMS = (*(f"seat {seat}" for seat in range(SEATS)), "bank", "camel", "silence")
CAMEL, SILENCE = SELLERS, SELLERS + 1


class Phase(Names):
    """What is going on."""

    PICK = auto()
    COUNT = auto()
    TRANSPORT = auto()
    OVER = auto()


PHASES = Phase.words()
PHASE_RULES = {"waiting": 4, "pick": 4, "count": 6, "transport": 14, "over": 13}
"""The rule that matters most in each phase, and while a table waits for its players."""


class Reason(Names):
    """Why a match is over; the first means that it is not."""

    RUNNING = auto()
    LAST_ROUND = auto()


class Verb(Verbs):
    """What can be done; each is the number of its first action."""

    PICK = args(value=VALUES)
    SILENCE = args()
    STOP = args(rival=Left(SEATS - 1))
    STOP_BANK = args()
    STOP_CAMEL = args()
    DISCARD = args(good=GOODS, value=VALUES)


ACTIONS = Actions(Verb)

WINDOWS = {Phase.COUNT: Verb.SILENCE}

# Records --------------------------------------------------------------------------------------------------------


class Edition(Record, name="marche edition"):
    """The printed numbers."""

    copies: Array = int8(VALUES, low=0, high=10)
    camels: Array = int8(CAMELS, low=0, high=20)
    rounds: int = int8(low=1, high=MOST_ROUNDS)
    money: Array = int8(SEAT_COUNTS, low=0, high=MOST_MONEY)
    first_price: int = int8(low=1, high=MOST_MONEY)
    fine: int = int8(low=0, high=MOST_MONEY)
    wealth: Array2 = int8(SEAT_COUNTS, PLACES, low=0, high=99)
    series: Array = int8(FULL_SERIES - PAIR + 1, low=0, high=99)
    empty_place: int = int8(low=0, high=99)


class State(Position, name="marche", phases=Phase, reasons=Reason):
    """A position."""

    # Chosen before the match.
    hidden_goods: int = option(doc="bought goods go behind the screen too")
    # Open to all, or could be remembered: every transfer was public, and every good begins with the same ten cards.
    # A shuffled pile nobody looks into is no more than its cards: one of them is drawn when it is turned.
    current_round: int = int8(low=1, high=MOST_ROUNDS, doc="the round, from 1")
    doyen: int = int8(low=0, high=SEATS - 1, doc="who is the doyen")
    price: int = int8(low=0, high=MOST_MONEY, doc="what the count has come to; 0 when there is none")
    good: Array = int8(SELLERS, names=GOODS, doc="what each seat sells, then the bank")
    hand: Array2 = int8(SELLERS, VALUES, low=0, high=MOST_ROUNDS, doc="cards not yet offered, the bank's last")
    offer: Array = int8(SELLERS, names=VALUES, doc="the card each seller has on offer, the bank's last")
    bought: Array3 = int8(SEATS, GOODS, VALUES, low=0, high=MOST_ROUNDS, doc="goods that each seat has bought")
    gone: Array2 = int8(GOODS, VALUES, low=0, high=MOST_ROUNDS, doc="goods that have left the game")
    camel: int = int8(names=CAMELS, doc="the camel that lies face up")
    camel_pile: Array = int8(CAMELS, low=0, high=20, doc="camels still in the pile")
    camels: Array2 = int8(SEATS, CAMELS, low=0, high=20, doc="camels that each seat has bought")
    money: Array = int32(SEATS, low=0, doc="dirhams of each seat")
    bank: int = int32(low=0, doc="dirhams the bank has taken in")
    called: Array = int8(SEATS, names=ITEMS, doc="what each seat answered to the last price")
    # Secret until all have answered.
    pick: Array = int8(SEATS, names=VALUES, doc="the card chosen; it lies in the hand until all are revealed")
    stop: Array = int8(SEATS, names=ITEMS, doc="the answer to the price")
    thrown: Array3 = int8(SEATS, GOODS, VALUES, low=0, high=MOST_ROUNDS, doc="of the bought goods, those to discard")
    # What that comes to: who has still to answer, and what each seat has bought and not discarded.
    waiting: int = int8(derived=True, doc="seats that have still to answer, as bits")
    number: Array2 = int16(SEATS, GOODS, derived=True, doc="cards of each good")
    worth: Array2 = int16(SEATS, GOODS, derived=True, doc="the values of these cards together")
    alike: Array2 = int16(SEATS, VALUES, derived=True, doc="cards of each value, all goods together")


contract = Contract(Edition, State)

CARD_FAULT, CAMEL_FAULT, MONEY_FAULT, DEBT_FAULT, GOOD_FAULT, HAND_FAULT, CLOCK_FAULT = range(1, 8)
OFFER_FAULT, ANSWER_FAULT, STUCK_FAULT, LOAD_FAULT, END_FAULT, OWN_FAULT = range(8, 14)
ABSENT_FAULT, CALLED_FAULT, KEPT_FAULT = range(14, 17)
FAULTS = {
    CARD_FAULT: "{subject}: {found} cards in all, expected {expected}",
    CAMEL_FAULT: "camels for {subject}: {found} cards in all, expected {expected}",
    MONEY_FAULT: "money: {found} dirhams in all, expected {expected}",
    DEBT_FAULT: "money of seat {subject}: {found} dirhams, expected at least {expected}",
    GOOD_FAULT: "good: {found} sellers of {subject}, expected at most {expected}",
    HAND_FAULT: "hand of {subject}: {found} cards, expected {expected}",
    CLOCK_FAULT: "{subject}: {found}, expected at most {expected}, and in step with the phase",
    OFFER_FAULT: "offer of {subject}: expected a card only during a count, and only of those who sell",
    ANSWER_FAULT: "answer of seat {subject}: expected one that it may give now",
    STUCK_FAULT: "nobody has anything to decide, expected the match to be over",
    LOAD_FAULT: "goods of seat {subject}: {found}, expected at most {expected}, as many as its camels carry",
    END_FAULT: "ended: expected a reason when the match is over, and only then",
    OWN_FAULT: "goods of seat {subject}: {found} of the good it sells itself, expected {expected}",
    ABSENT_FAULT: "seat {subject}: {found} goods, camels and dirhams, expected none, for it is not at the table",
    CALLED_FAULT: "called of seat {subject}: expected an answer it could give, and one of every seat or of none",
    KEPT_FAULT: "{subject}: {found}, expected {expected}, which the rest of the position comes to",
}
KEPT_SUBJECTS = ("seats that have still to answer", "cards of a good", "values of a good", "cards of a value")
WAITING_AT, NUMBER_AT, WORTH_AT, ALIKE_AT = range(len(KEPT_SUBJECTS))


def fault_subject(code: int, subject: int) -> str:
    """What a fault is about, in words."""
    if code == CARD_FAULT:
        return f"{GOODS[subject // N_VALUES]} {VALUES[subject % N_VALUES]}"
    if code == CAMEL_FAULT:
        return CAMELS[subject]
    if code == GOOD_FAULT:
        return GOODS[subject]
    if code == KEPT_FAULT:
        return KEPT_SUBJECTS[subject]
    if code == CLOCK_FAULT:
        return ("round", "doyen", "price")[subject]
    return ITEMS[subject] if code in (HAND_FAULT, OFFER_FAULT) else str(subject)


def check_edition(e: Edition) -> Iterator[str]:
    """What would make a house edition unplayable."""
    cards = int(e.copies.sum())
    if cards != e.rounds:
        yield f"copies: expected {e.rounds} cards, one for each of the rounds, got {cards}"


# Rules ----------------------------------------------------------------------------------------------------------


@contract
def deal(editions: Rows[Edition], states: Rows[State], i: int, chance: Rows[Stream]) -> None:
    """A fresh position."""
    e, s, c = editions[0], states[i], chance[0]
    s.phase, s.ended, s.undo_barrier = Phase.PICK, Reason.RUNNING, 0
    s.current_round, s.price = 1, 0
    s.offer[:] = NONE
    s.bought[:] = 0
    s.gone[:] = 0
    s.camels[:] = 0
    s.bank = 0
    s.called[:] = NONE
    s.pick[:] = NONE
    s.stop[:] = NONE
    s.thrown[:] = 0
    s.number[:] = 0
    s.worth[:] = 0
    s.alike[:] = 0
    # marche 1: goods by lot, all ten cards of one to each seat; marche 2: with three seats the bank sells one too.
    for good in range(N_GOODS):
        s.good[good] = good
    shuffle(c, s.good, N_GOODS)
    s.good[BANK] = s.good[FEWEST] if s.seats == FEWEST else NONE
    for seat in range(s.seats, SEATS):
        s.good[seat] = NONE
    for seller in range(SELLERS):
        for value in range(N_VALUES):
            s.hand[seller, value] = e.copies[value] if s.good[seller] != NONE else 0
    for seat in range(SEATS):
        s.money[seat] = e.money[s.seats - FEWEST] if seat < s.seats else 0
    # marche 3: the first camel is turned up, and the doyen is drawn by lot.
    for kind in range(N_CAMELS):
        s.camel_pile[kind] = e.camels[kind]
    s.camel = NONE
    turn_camel(s, c)
    s.doyen = below(c, s.seats)
    ask_all(s)


@contract
def derive(editions: Rows[Edition], states: Rows[State], i: int) -> None:
    """What the rest of the position comes to."""
    s = states[i]
    for seat in range(SEATS):
        count_goods(s, seat)
    s.waiting = pending_seats(s)


@helper
def count_goods(s: State, seat: int) -> None:
    """What a seat carries comes to so much."""
    empty(s.number[seat])
    empty(s.worth[seat])
    empty(s.alike[seat])
    for good in range(N_GOODS):
        for value in range(N_VALUES):
            load(s, seat, good, value, carried(s, seat, good, value))


@hot
def load(s: State, seat: int, good: int, value: int, cards: int) -> None:
    """A seat carries so many cards more."""
    s.number[seat, good] += cards
    s.worth[seat, good] += cards * (SMALLEST_VALUE + value)
    s.alike[seat, value] += cards


@hot
def ask_all(s: State) -> None:
    """Every seat has still to answer."""
    s.waiting = (1 << s.seats) - 1


@helper
def turn_camel(s: State, c: Stream) -> None:
    """Turn the next camel up, if there is one."""
    left = total(s.camel_pile)
    if left:
        s.camel = pick_weighted(c, s.camel_pile, left)
        s.camel_pile[s.camel] -= 1


@helper
def thrown_away(s: State, seat: int) -> int:
    """Goods a seat has chosen to discard."""
    number = 0
    for good in range(N_GOODS):
        for value in range(N_VALUES):
            number += int(s.thrown[seat, good, value])
    return number


@helper
def carried(s: State, seat: int, good: int, value: int) -> int:
    """Cards of a good and a value that a seat has bought and not discarded."""
    return int(s.bought[seat, good, value]) - int(s.thrown[seat, good, value])


@helper
def cargo(s: State, seat: int) -> int:
    """Goods a seat has bought and not discarded."""
    return total(s.number[seat])


@helper
def capacity(s: State, seat: int) -> int:
    """Goods a seat's camels can carry."""
    places = 0
    for kind in range(N_CAMELS):
        places += (SMALLEST_CAMEL + kind) * int(s.camels[seat, kind])
    return places


@helper
def excess(s: State, seat: int) -> int:
    """marche 14: goods a seat has more than its camels can carry; less than 0 if places are empty."""
    return cargo(s, seat) - capacity(s, seat)


@helper
def is_pending(s: State, seat: int) -> bool:
    """Whether a seat has still to answer."""
    if s.phase == Phase.COUNT:
        return bool(s.stop[seat] == NONE)
    if s.phase == Phase.PICK:
        return bool(s.pick[seat] == NONE)
    return bool(s.phase == Phase.TRANSPORT and excess(s, seat) > 0)


@helper
def pending_seats(s: State) -> int:
    """The seats that have still to answer, as a bit mask."""
    pending = 0
    for seat in range(s.seats):
        if is_pending(s, seat):
            pending |= 1 << seat
    return pending


@contract
def actors(editions: Rows[Edition], states: Rows[State], i: int) -> int:
    """All seats that have not answered; in the end those with more goods than their camels carry."""
    return int(states[i].waiting)


@hot
def is_waited_for(s: State, seat: int) -> bool:
    """The same as is_pending, at a glance."""
    return bool(s.waiting >> seat & 1)


@contract
def legal(editions: Rows[Edition], states: Rows[State], i: int, seat: int, choices: Choices) -> None:
    """The choices of a seat that has not answered."""
    s = states[i]
    clear(choices)
    if not is_waited_for(s, seat):
        return
    if s.phase == Phase.COUNT:
        # marche 6: silence, or any one item on offer but the seat's own, whether it can pay or not.
        allow(choices, Verb.SILENCE)
        for k in range(1, s.seats):
            if s.offer[around(seat + k, s.seats)] != NONE:
                allow(choices, Verb.STOP + k - 1)
        if s.offer[BANK] != NONE:
            allow(choices, Verb.STOP_BANK)
        if s.camel != NONE:
            allow(choices, Verb.STOP_CAMEL)
    elif s.phase == Phase.PICK:
        # marche 4: any card of the hand.
        allow_set(choices, Verb.PICK, present(s.hand[seat]))
    else:
        # marche 14: any card that is left, one after the other.
        for good in range(N_GOODS):
            for value in range(N_VALUES):
                if carried(s, seat, good, value) > 0:
                    allow(choices, Verb.DISCARD + good * N_VALUES + value)


@helper
def item_named(s: State, seat: int, action: int) -> int:
    """The answer an action of the count stands for."""
    if action == Verb.SILENCE:
        return SILENCE
    if action == Verb.STOP_BANK:
        return BANK
    if action == Verb.STOP_CAMEL:
        return CAMEL
    return around(seat + 1 + action - Verb.STOP, s.seats)


@contract
def step(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, chance: Rows[Stream]) -> None:
    """One seat's answer; the last one settles the matter."""
    e, s, c = editions[0], states[i], chance[0]
    s.undo_barrier += 1
    if s.phase == Phase.COUNT:
        s.stop[seat] = item_named(s, seat, action)
    elif s.phase == Phase.PICK:
        s.pick[seat] = action - Verb.PICK
    else:
        good, value = (action - Verb.DISCARD) // N_VALUES, (action - Verb.DISCARD) % N_VALUES
        s.thrown[seat, good, value] += 1
        load(s, seat, good, value, -1)
    if s.phase != Phase.TRANSPORT or excess(s, seat) <= 0:
        s.waiting &= ~(1 << seat)
    if s.waiting:
        return
    if s.phase == Phase.COUNT:
        settle(e, s, c)
    elif s.phase == Phase.PICK:
        reveal(e, s, c)
    else:
        finish(s)


@helper
def reveal(e: Edition, s: State, c: Stream) -> None:
    """marche 4: all cards are turned together, and with three seats the top card of the bank."""
    for seat in range(s.seats):
        put_on_offer(s, seat, s.pick[seat])
        s.pick[seat] = NONE
    if s.good[BANK] != NONE:
        put_on_offer(s, BANK, pick_weighted(c, s.hand[BANK], int(e.rounds) - s.current_round + 1))
    # marche 5: the doyen counts down from here.
    s.price = e.first_price
    s.phase = Phase.COUNT
    ask_all(s)


@helper
def put_on_offer(s: State, seller: int, value: int) -> None:
    """A card from a hand onto the table."""
    s.hand[seller, value] -= 1
    s.offer[seller] = value


@helper
def can_pay(s: State, seat: int) -> bool:
    """marche 7: whether a seat has the means to stop the count."""
    return bool(s.money[seat] >= s.price)


@helper
def fine_of(e: Edition, s: State, seat: int) -> int:
    """marche 7: what a stop without the means costs a seat."""
    return min(int(e.fine), s.money[seat])


@helper
def half_price(s: State) -> int:
    """marche 9: what each pays in a dispute without the doyen: half, rounded up."""
    return (int(s.price) + 1) // 2


@helper
def settle(e: Edition, s: State, c: Stream) -> None:
    """All have answered to a price: fines, sales and disputes, then the next price or the end of the round."""
    # marche 7: means are judged on the money before any transfer; without them a stop costs a fine and that is all.
    solvent = 0
    for seat in range(s.seats):
        if s.stop[seat] != SILENCE:
            if can_pay(s, seat):
                solvent |= 1 << seat
            else:
                pay(s, seat, BANK, fine_of(e, s, seat))
    if solvent:
        for seat in range(s.seats):
            if solvent >> seat & 1:
                settle_claim(s, seat, solvent)
    for seat in range(s.seats):
        s.called[seat] = s.stop[seat]
        s.stop[seat] = NONE
    goods_left = False
    for seller in range(SELLERS):
        goods_left |= s.offer[seller] != NONE
    # marche 10: after a sale or a dispute the next camel is turned at once, but only while goods are on offer.
    if s.camel == NONE and goods_left:
        turn_camel(s, c)
    s.price -= 1
    ask_all(s)
    # marche 5, 11: nothing is sold at 0, and with nothing left the round ends at once.
    if s.price == 0 or not (goods_left or s.camel != NONE):
        end_round(e, s, c)


@helper
def settle_claim(s: State, seat: int, solvent: int) -> None:
    """What comes of one stop of a seat with means, given all of them."""
    item = s.stop[seat]
    alone = True
    for other in range(s.seats):
        if other != seat and s.stop[other] == item and solvent >> other & 1:
            alone = False
    if alone or seat == s.doyen:
        # marche 8: sold to the only one who named it; marche 9: in a dispute to the doyen.
        pay(s, seat, item, s.price)
        if item == CAMEL:
            s.camels[seat, s.camel] += 1
            s.camel = NONE
        else:
            s.bought[seat, s.good[item], s.offer[item]] += 1
            load(s, seat, s.good[item], s.offer[item], 1)
            s.offer[item] = NONE
    elif not (solvent >> s.doyen & 1 and s.stop[s.doyen] == item):
        # marche 9: without the doyen every disputant pays half, and nobody has it.
        pay(s, seat, item, half_price(s))
        if item == CAMEL:
            return_camel(s)
        else:
            remove_offer(s, item)


@helper
def pay(s: State, seat: int, item: int, amount: int) -> None:
    """marche 8: dirhams go to the seller; for a camel or the bank's good, to the bank."""
    s.money[seat] -= amount
    if item < SEATS:
        s.money[item] += amount
    else:
        s.bank += amount


@helper
def return_camel(s: State) -> None:
    """marche 9: a disputed camel goes back into the pile; the first disputant's payment has done it for all."""
    if s.camel != NONE:
        s.camel_pile[s.camel] += 1
        s.camel = NONE


@helper
def remove_offer(s: State, seller: int) -> None:
    """A card on offer, if there is one, leaves the game."""
    if s.offer[seller] != NONE:
        s.gone[s.good[seller], s.offer[seller]] += 1
        s.offer[seller] = NONE


@helper
def end_round(e: Edition, s: State, c: Stream) -> None:
    """marche 11: unsold goods leave the game, the camel stays, the doyenship passes left."""
    s.price = 0
    for seller in range(SELLERS):
        remove_offer(s, seller)
    # marche 12: the last round ends the market.
    if s.current_round == e.rounds:
        load_camels(s)
        return
    s.current_round += 1
    s.doyen = around(int(s.doyen) + 1, s.seats)
    # marche 4: if no camel is face up, one is turned.
    if s.camel == NONE:
        turn_camel(s, c)
    s.phase = Phase.PICK


@helper
def load_camels(s: State) -> None:
    """marche 14: who has too few camels must choose what to leave behind; without a camel there is no choice."""
    s.phase = Phase.TRANSPORT
    for seat in range(s.seats):
        if capacity(s, seat) == 0:
            leave_behind(s, seat)
    s.waiting = pending_seats(s)
    if not s.waiting:
        finish(s)


@helper
def leave_behind(s: State, seat: int) -> None:
    """What a seat discards leaves the game; without a camel that is everything."""
    everything = capacity(s, seat) == 0
    for good in range(N_GOODS):
        for value in range(N_VALUES):
            thrown = s.bought[seat, good, value] if everything else s.thrown[seat, good, value]
            s.bought[seat, good, value] -= thrown
            s.gone[good, value] += thrown
            s.thrown[seat, good, value] = 0
    count_goods(s, seat)


@helper
def finish(s: State) -> None:
    """marche 14: all discards are made together; the rest is counting."""
    for seat in range(s.seats):
        leave_behind(s, seat)
    s.phase = Phase.OVER
    s.ended = Reason.LAST_ROUND


@contract
def conceal(editions: Rows[Edition], states: Rows[State], i: int, seat: int) -> None:
    """Only answers that still wait for others are secret: those who gave them seem not to have answered."""
    s = states[i]
    for other in range(s.seats):
        if other != seat:
            # The undo barrier counts answers: those of others are taken off again.
            s.undo_barrier -= (s.pick[other] != NONE) + (s.stop[other] != NONE)
            s.pick[other] = NONE
            s.stop[other] = NONE
            if s.phase == Phase.TRANSPORT:
                s.undo_barrier -= thrown_away(s, other)
                s.thrown[other, :] = 0
                count_goods(s, other)
            s.waiting |= is_pending(s, other) << other


@contract
def determinize(editions: Rows[Edition], states: Rows[State], i: int, seat: int, chance: Rows[Stream]) -> float:
    """Whoever seems not to have answered is imagined to answer later: among secret answers the order is nothing."""
    return 1.0


@helper
def wealth_place(s: State, seat: int) -> int:
    """How many amounts of money are larger than a seat's."""
    place = 0
    for other in range(s.seats):
        if s.money[other] > s.money[seat]:
            place += 1
            for earlier in range(other):
                if s.money[earlier] == s.money[other]:
                    place -= 1
                    break
    return place


@helper
def wealth(e: Edition, s: State, seat: int) -> int:
    """marche 13: points for money, by how many larger amounts there are."""
    place = wealth_place(s, seat)
    return int(e.wealth[s.seats - FEWEST, place]) if place < PLACES else 0


@helper
def rarest(s: State, seat: int) -> tuple[int, int]:
    """marche 15: of the goods others sell, the one with the fewest cards, the better one if tied; and its points."""
    rarest_good, fewest, best = NONE, SELLERS * MOST_ROUNDS, 0
    for seller in range(SELLERS):
        good = s.good[seller]
        if seller == seat or good == NONE:
            continue
        number, worth = int(s.number[seat, good]), int(s.worth[seat, good])
        if number < fewest or (number == fewest and worth > best):
            rarest_good, fewest, best = int(good), number, worth
    return rarest_good, best


@helper
def series_points(e: Edition, number: int) -> int:
    """marche 16: points for so many cards of the same value."""
    return int(e.series[min(number, FULL_SERIES) - PAIR]) if number >= PAIR else 0


@helper
def series(e: Edition, s: State, seat: int) -> int:
    """marche 16: points for cards of the same value, all goods together."""
    points = 0
    for value in range(N_VALUES):
        points += series_points(e, int(s.alike[seat, value]))
    return points


@contract
def score(editions: Rows[Edition], states: Rows[State], i: int, out: Array2) -> None:
    """marche 13 to 17; until the transport is settled goods count even if there is no camel for them."""
    e, s = editions[0], states[i]
    out[:] = 0
    for seat in range(s.seats):
        # marche 17: empty places on the camels.
        free = max(0, -excess(s, seat))
        _, rare = rarest(s, seat)
        out[seat, 0] = wealth(e, s, seat) + rare + series(e, s, seat) - int(e.empty_place) * free
    rank_by_score(out, s.seats)


@contract
def audit(editions: Rows[Edition], states: Rows[State], i: int) -> tuple[int, int, int, int]:
    """Every card and dirham is in exactly one place, the round is at one point, and every answer is possible."""
    e, s = editions[0], states[i]
    closed = s.phase == Phase.TRANSPORT or s.phase == Phase.OVER
    if s.current_round > e.rounds or (closed and s.current_round < e.rounds):
        return CLOCK_FAULT, 0, int(s.current_round), int(e.rounds)
    if s.doyen >= s.seats:
        return CLOCK_FAULT, 1, int(s.doyen), int(s.seats) - 1
    if s.price > e.first_price or (s.price > 0) != (s.phase == Phase.COUNT):
        return CLOCK_FAULT, 2, int(s.price), int(e.first_price)
    for good in range(N_GOODS):
        code, subject, found, expected = audit_good(e, s, good)
        if code:
            return code, subject, found, expected
    for kind in range(N_CAMELS):
        found = int(s.camel_pile[kind]) + (s.camel == kind)
        for seat in range(SEATS):
            found += int(s.camels[seat, kind])
        if found != e.camels[kind]:
            return CAMEL_FAULT, kind, found, int(e.camels[kind])
    dirhams = int(s.bank)
    for seat in range(SEATS):
        dirhams += int(s.money[seat])
        if s.money[seat] < 0:
            return DEBT_FAULT, seat, int(s.money[seat]), 0
    if dirhams != s.seats * int(e.money[s.seats - FEWEST]):
        return MONEY_FAULT, 0, dirhams, s.seats * int(e.money[s.seats - FEWEST])
    for seller in range(SELLERS):
        code, subject, found, expected = audit_seller(e, s, seller)
        if code:
            return code, subject, found, expected
    for seat in range(SEATS):
        if not possible_answer(s, seat):
            return ANSWER_FAULT, seat, 0, 0
        # marche 14: without a camel nothing is kept.
        if excess(s, seat) > 0 and (s.phase == Phase.OVER or (s.phase == Phase.TRANSPORT and capacity(s, seat) == 0)):
            return LOAD_FAULT, seat, cargo(s, seat), capacity(s, seat)
        has = cargo(s, seat) + capacity(s, seat) + int(s.money[seat])
        if seat >= s.seats and has:
            return ABSENT_FAULT, seat, has, 0
        if not possible_call(s, seat):
            return CALLED_FAULT, seat, 0, 0
    if (s.ended == Reason.RUNNING) == (s.phase == Phase.OVER):
        return END_FAULT, 0, 0, 0
    if s.phase != Phase.OVER and pending_seats(s) == 0:
        return STUCK_FAULT, 0, 0, 0
    if s.phase == Phase.COUNT and not on_offer(s):
        return STUCK_FAULT, 0, 0, 0
    return audit_kept(s)


@helper
def audit_kept(s: State) -> tuple[int, int, int, int]:
    """What is kept is what the rest of the position comes to."""
    if s.waiting != pending_seats(s):
        return KEPT_FAULT, WAITING_AT, int(s.waiting), pending_seats(s)
    for seat in range(SEATS):
        for good in range(N_GOODS):
            number, worth = 0, 0
            for value in range(N_VALUES):
                number += carried(s, seat, good, value)
                worth += carried(s, seat, good, value) * (SMALLEST_VALUE + value)
            if s.number[seat, good] != number:
                return KEPT_FAULT, NUMBER_AT, int(s.number[seat, good]), number
            if s.worth[seat, good] != worth:
                return KEPT_FAULT, WORTH_AT, int(s.worth[seat, good]), worth
        for value in range(N_VALUES):
            number = 0
            for good in range(N_GOODS):
                number += carried(s, seat, good, value)
            if s.alike[seat, value] != number:
                return KEPT_FAULT, ALIKE_AT, int(s.alike[seat, value]), number
    return 0, 0, 0, 0


@helper
def on_offer(s: State) -> bool:
    """Whether there is anything to be had at all."""
    for seller in range(SELLERS):
        if s.offer[seller] != NONE:
            return True
    return bool(s.camel != NONE)


@helper
def possible_call(s: State, seat: int) -> bool:
    """Whether what a seat is said to have answered to the last price could be so: all seats answer, or none has yet."""
    item = s.called[seat]
    if seat >= s.seats or item == NONE:
        return bool(item == NONE and (seat >= s.seats or s.called[0] == NONE))
    if s.called[0] == NONE or item == seat:
        return False
    return bool(item >= CAMEL or item < s.seats or (item == BANK and s.seats == FEWEST))


@helper
def audit_good(e: Edition, s: State, good: int) -> tuple[int, int, int, int]:
    """One seller at most has the good, and all its cards are somewhere."""
    sellers = 0
    for seller in range(SELLERS):
        sellers += s.good[seller] == good
    if sellers > 1:
        return GOOD_FAULT, good, sellers, 1
    for value in range(N_VALUES):
        found = int(s.gone[good, value])
        for seat in range(SEATS):
            found += int(s.bought[seat, good, value])
        for seller in range(SELLERS):
            if s.good[seller] == good:
                found += int(s.hand[seller, value]) + (s.offer[seller] == value)
                if seller < SEATS and s.bought[seller, good, value]:
                    return OWN_FAULT, seller, int(s.bought[seller, good, value]), 0
        if found != sellers * int(e.copies[value]):
            return CARD_FAULT, good * N_VALUES + value, found, sellers * int(e.copies[value])
    return 0, 0, 0, 0


@helper
def audit_seller(e: Edition, s: State, seller: int) -> tuple[int, int, int, int]:
    """Whoever sells has as many cards in hand as there are rounds to come, and a card on offer only during a count."""
    sells = s.good[seller] != NONE
    if sells != (seller < s.seats or (seller == BANK and s.seats == FEWEST)):
        return OFFER_FAULT, seller, 0, 0
    if s.offer[seller] != NONE and not (sells and s.phase == Phase.COUNT):
        return OFFER_FAULT, seller, 0, 0
    found = 0
    for value in range(N_VALUES):
        found += int(s.hand[seller, value])
    expected = 0
    if sells:
        expected = int(e.rounds) - int(s.current_round) + (s.phase == Phase.PICK)
    if found != expected:
        return HAND_FAULT, seller, found, expected
    return 0, 0, 0, 0


@helper
def possible_answer(s: State, seat: int) -> bool:
    """Whether what a seat has answered so far, if anything, could be answered now."""
    if s.pick[seat] != NONE:
        if s.phase != Phase.PICK or s.hand[seat, s.pick[seat]] == 0:
            return False
    item = s.stop[seat]
    if item != NONE and (s.phase != Phase.COUNT or seat >= s.seats or item == seat):
        return False
    if item == CAMEL and s.camel == NONE:
        return False
    if 0 <= item < SELLERS and s.offer[item] == NONE:
        return False
    thrown = 0
    for good in range(N_GOODS):
        for value in range(N_VALUES):
            thrown += int(s.thrown[seat, good, value])
            if s.thrown[seat, good, value] > s.bought[seat, good, value]:
                return False
    return bool(thrown == 0 or (s.phase == Phase.TRANSPORT and excess(s, seat) >= 0))


# Observation ----------------------------------------------------------------------------------------------------


class Part(Parts):
    """What the seat knows, in the order of the observation."""

    phase = part((PHASES,), 0, 1, "which phase it is")
    round = part((1,), 1, MOST_ROUNDS, "which round it is")
    price = part((1,), 0, MOST_MONEY, "what the count has come to")
    doyen = part((SEATS,), 0, 1, "who is the doyen, own seat first, then to the left")
    money = part((SEATS,), 0, SEATS * MOST_MONEY, "dirhams of each seat, own first")
    camels = part((SEATS, CAMELS), 0, 20, "camels of each seat, own first")
    bought = part((SEATS, GOODS, VALUES), 0, MOST_ROUNDS, "goods of each seat, own first, without its discards")
    good = part((SELLERS, GOODS), 0, 1, "what each seat sells, own first, then the bank")
    hand = part((SELLERS, VALUES), 0, MOST_ROUNDS, "cards each has still to offer, own first, then the bank")
    offer = part((SELLERS, VALUES), 0, 1, "what each has on offer, own first, then the bank")
    camel = part((CAMELS,), 0, 1, "the camel that lies face up")
    camel_pile = part((CAMELS,), 0, 20, "camels in the pile")
    gone = part((GOODS, VALUES), 0, MOST_ROUNDS, "goods that have left the game")
    pick = part((VALUES,), 0, 1, "the card the seat itself has picked")


OBSERVATION = tuple(Part)


@contract
def encode(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Floats) -> None:
    """What the seat knows, in the order of OBSERVATION; a spectator sits in seat 0 and has no secrets."""
    s = states[i]
    me, seats = max(seat, 0), int(s.seats)
    out[:] = 0.0
    out[Part.phase + s.phase] = 1.0
    out[Part.round] = s.current_round
    out[Part.price] = s.price
    out[Part.doyen + (int(s.doyen) - me) % seats] = 1.0
    for j in range(seats):
        other = (me + j) % seats
        out[Part.money + j] = s.money[other]
        for kind in range(N_CAMELS):
            out[Part.camels + j * N_CAMELS + kind] = s.camels[other, kind]
        for good in range(N_GOODS):
            for value in range(N_VALUES):
                number = int(s.bought[other, good, value])
                if other == seat:
                    number -= int(s.thrown[other, good, value])
                out[Part.bought + (j * N_GOODS + good) * N_VALUES + value] = number
    for j in range(SELLERS):
        seller = (me + j) % seats if j < seats else j
        if s.good[seller] != NONE:
            out[Part.good + j * N_GOODS + int(s.good[seller])] = 1.0
        for value in range(N_VALUES):
            out[Part.hand + j * N_VALUES + value] = s.hand[seller, value]
            out[Part.offer + j * N_VALUES + value] = s.offer[seller] == value
    for kind in range(N_CAMELS):
        out[Part.camel + kind] = s.camel == kind
        out[Part.camel_pile + kind] = s.camel_pile[kind]
    for good in range(N_GOODS):
        for value in range(N_VALUES):
            out[Part.gone + good * N_VALUES + value] = s.gone[good, value]
    if seat >= 0 and s.pick[seat] != NONE:
        out[Part.pick + int(s.pick[seat])] = 1.0
