"""The rules of Samarkand, compiled. Numbers such as ``samarkand 7`` are those of the rules page."""

from __future__ import annotations

from collections.abc import Iterator
from enum import auto

import numpy as np

from caravanserai.kernel.actions import Actions, Steps, Verbs, args
from caravanserai.kernel.arrays import Array, Array2, Floats, Rows
from caravanserai.kernel.chance import Stream, below, pick_weighted
from caravanserai.kernel.choices import Choices, allow, allow_range, allow_set, bits_in, clear, lowest_bit
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.contract import Contract, Parts, Position, option, part
from caravanserai.kernel.counting import around, empty, present, rank_by_score, total
from caravanserai.kernel.names import Names
from caravanserai.kernel.records import NONE, Record, int8, int16, int32

# Constants ------------------------------------------------------------------------------------------------------

GOODS = ("grain", "fruit", "copper", "carpets", "camels", "gems")
N_GOODS = len(GOODS)
WARES = (*GOODS, "assortment")
ASSORTMENT = N_GOODS
ASSORTMENTS = tuple("+".join(good for g, good in enumerate(GOODS) if bits >> g & 1) for bits in range(1 << N_GOODS))
"""Sets of goods, by the bits of their number."""

ROWS, COLUMNS = 4, 5
SPACES = tuple(f"{'ABCD'[row]}{column + 1}" for row in range(ROWS) for column in range(COLUMNS))
N_SPACES = len(SPACES)
CITIES = ("samarkand", "isfahan", "bukhara", "kashgar")
KINDS = ("camp", "oasis", *CITIES)
CAMP, OASIS, FIRST_CITY = 0, 1, 2
MARKETS = tuple(f"{city}_{number}" for city in CITIES for number in (1, 2))
N_MARKETS = len(MARKETS)

SEATS = 5
SEAT_COUNTS = ("two", "three", "four", "five")
MOST_CARDS = 127
LEAST_SALE, MOST_SALE = 2, 8
SALES = MOST_SALE - LEAST_SALE + 1
LOTS = ("one", "many")
ONE, MANY = range(len(LOTS))
BACK_FACE = 0
DIE_FACES = 6
MOST_STEPS = 9
MOST_ROUNDS = 1_000_000_000


class Phase(Names):
    """What is going on."""

    PLACE = auto()
    TURN = auto()
    RIDING = auto()
    BACK = auto()
    GIFT = auto()
    CAMP = auto()
    OASIS = auto()
    CITY = auto()
    CHIP = auto()
    DISCARD = auto()
    OVER = auto()


PHASES = Phase.words()
PHASE_RULES = {
    "waiting": 1,
    "place": 2,
    "turn": 3,
    "riding": 4,
    "back": 4,
    "gift": 5,
    "camp": 6,
    "oasis": 8,
    "city": 9,
    "chip": 11,
    "discard": 14,
    "over": 15,
}
"""The rule that matters most in each phase, and while a table waits for its players."""


class Reason(Names):
    """Why a match is over; the first means that it is not."""

    RUNNING = auto()
    TARGET_REACHED = auto()
    TURN_LIMIT = auto()


# What follows a decision: another one in the same turn, cards to be drawn, or the next turn.
GOES_ON, DRAWS, TURN_OVER = range(3)

WINDOWS: dict[Phase, Verb] = {}
HORIZON = 150


class Verb(Verbs):
    """What can be done; each is the number of its first action."""

    GO = args(space=SPACES)
    RIDE = args()
    DONE = args()
    GIVE = args(good=GOODS)
    DISCARD = args(good=GOODS)
    BUY = args(lot=LOTS)
    SWAP = args(give=GOODS, take=GOODS)
    UNCOVER = args(market=MARKETS)
    SELL = args(good=GOODS, cards=Steps(LEAST_SALE, 1, SALES))
    ASSORT = args(goods=ASSORTMENTS)


ACTIONS = Actions(Verb)

# Records --------------------------------------------------------------------------------------------------------


def draw_roads(e: Edition) -> None:
    """samarkand 4: how far the arrows lead; samarkand 9: how far the prices go."""
    for space in range(N_SPACES):
        there = {space}
        for steps in range(MOST_STEPS + 1):
            e.reached[steps, space] = sum(1 << place for place in there)
            there = {int(place) for here in there for place in e.exits[here] if place != NONE}
        e.behind[space] = sum(1 << here for here in range(N_SPACES) if space in e.exits[here])
    for ware in range(len(WARES)):
        printed = np.flatnonzero(np.asarray(e.prices[ware]))
        e.most_bought[ware] = printed[-1] + LEAST_SALE if len(printed) else 0


class Edition(Record, name="samarkand edition", derive=draw_roads):
    """The printed numbers."""

    copies: Array = int8(GOODS, low=0, high=50)
    removed: Array = int8(SEAT_COUNTS, low=0, high=50)
    hand: int = int8(low=0, high=20)
    money: int = int16(low=0, high=295)
    stock: int = int8(low=0, high=10)
    hand_limit: int = int8(low=1, high=50)
    chips: int = int8(low=0, high=N_MARKETS)
    die: Array = int8(DIE_FACES, low=BACK_FACE, high=MOST_STEPS)
    ride_price: int = int16(low=0, high=999)
    empty_hand_fee: int = int16(low=0, high=999)
    full_camp_price: int = int16(low=0, high=999)
    no_sale_fee: int = int16(low=0, high=999)
    lost: int = int8(low=0, high=20)
    many: int = int8(low=2, high=20)
    one_price: int = int16(low=0, high=999)
    many_price: Array = int16(SPACES, low=0, high=999)
    kind: Array = int8(SPACES, names=KINDS, low=0)
    room: Array = int8(SPACES, low=0, high=20)
    exits: Array2 = int8(SPACES, 2, names=SPACES)
    markets: Array2 = int8(CITIES, 2, names=WARES)
    prices: Array2 = int16(WARES, SALES, low=0, high=999)
    most_bought: Array = int8(WARES, derived=True, doc="cards that the last price of a row is for")
    reached: Array2 = int32(MOST_STEPS + 1, SPACES, derived=True, doc="spaces exactly so many arrows ahead, as bits")
    behind: Array = int32(SPACES, derived=True, doc="spaces from which an arrow leads here, as bits")


class State(Position, name="samarkand", phases=Phase, reasons=Reason):
    """A position."""

    # Chosen before the match.
    target: int = option(500, 300, 1000, "piastres that win")
    turn_limit: int = option(0, 0, 10_000, "turns a seat after which the richest wins; 0 is none", lab=300)
    # Open to all.
    first: int = int8(low=0, high=SEATS - 1, doc="who began")
    turn: int = int8(low=0, high=SEATS - 1, doc="whose turn it is")
    rounds: int = int32(low=0, high=MOST_ROUNDS, doc="turns that every seat has had")
    money: Array = int32(SEATS, low=0, doc="piastres of each seat")
    space: Array = int8(SEATS, names=SPACES, doc="where each pawn stands")
    held: Array = int8(SEATS, low=0, high=MOST_CARDS, doc="cards in each hand")
    known: Array2 = int8(SEATS, GOODS, low=0, high=MOST_CARDS, doc="what all know to be in each hand")
    camp: Array2 = int8(SPACES, GOODS, low=0, high=MOST_CARDS, doc="cards lying on each camp")
    covered: Array = int8(MARKETS, low=0, high=1, doc="markets with a chip")
    pile_left: int = int8(low=0, high=MOST_CARDS, doc="cards in the draw pile")
    steps: int = int8(low=0, high=MOST_STEPS, doc="spaces still to ride")
    afoot: int = int8(low=0, high=1, doc="the seat came walking and has swapped nothing: it may walk on")
    swapped: Array = int8(GOODS, low=0, high=MOST_CARDS, doc="cards swapped into the camp in this visit")
    selling: int = int8(names=MARKETS, doc="the market that waits for a chip")
    due: int = int8(low=0, high=20, doc="cards still to be drawn by the seat whose turn it is")
    discards: Array = int8(GOODS, low=0, high=MOST_CARDS, doc="laid off face up, soon to be the pile")
    # What happened last, for the telling.
    rolled: int = int8(low=NONE, high=9, doc="the die in the last turn, 0 is back, -1 is not rolled")
    sold: Array = int8(GOODS, low=0, high=MOST_SALE, doc="what was sold in the last turn")
    shed: int = int8(names=GOODS, doc="the card last laid off for want of a pile")
    lying: Array = int16(SPACES, derived=True, doc="cards on each camp in all")
    # Hidden. No order of the pile is ever known, so its top card is drawn by lot from what it holds.
    hand: Array2 = int8(SEATS, GOODS, low=0, high=MOST_CARDS, doc="each seat's hand")
    pile: Array = int8(GOODS, low=0, high=MOST_CARDS, doc="what the draw pile holds")


contract = Contract(Edition, State)

CARD_FAULT, HAND_FAULT, KNOWN_FAULT, PILE_FAULT, CAMP_FAULT, CHIP_FAULT, MONEY_FAULT, ORDER_FAULT = range(1, 9)
KEPT_FAULT = 9
FAULTS = {
    CARD_FAULT: "{subject}: {found} cards in all, expected {expected}",
    HAND_FAULT: "held of seat {subject}: {found}, expected {expected} as in its hand",
    KNOWN_FAULT: "known of seat {subject}: {found} cards of a good, expected at most {expected} as in its hand",
    PILE_FAULT: "pile_left: {found}, expected {expected} as in the pile",
    CAMP_FAULT: "camp {subject}: {found} cards, expected at most {expected}",
    CHIP_FAULT: "covered: {found} markets, expected at most {expected}",
    MONEY_FAULT: "money of seat {subject}: {found}, expected less than the target {expected} while the match goes on",
    ORDER_FAULT: "{subject}: {found}, expected {expected}",
    KEPT_FAULT: "lying on {subject}: {found} cards, expected {expected} as on the camp",
}
ORDER_SUBJECTS = (
    "turn", "first", "pawns on the board", "kind of space for the phase", "steps", "selling",
    "whether the phase has a choice", "what a seat has that is not at the table", "rounds", "afoot", "swapped", "due",
    "discards", "rolled", "sold", "shed", "seats with the target at the end",
)  # fmt: skip
(
    TURN_AT, FIRST_AT, PAWNS_AT, KIND_AT, STEPS_AT, SELLING_AT,
    CHOICE_AT, ABSENT_AT, ROUNDS_AT, AFOOT_AT, SWAPPED_AT, DUE_AT,
    DISCARDS_AT, ROLLED_AT, SOLD_AT, SHED_AT, WINNER_AT,
) = range(len(ORDER_SUBJECTS))  # fmt: skip


def fault_subject(code: int, subject: int) -> str:
    """What a fault is about, in words."""
    if code == CARD_FAULT:
        return GOODS[subject]
    if code in (CAMP_FAULT, KEPT_FAULT):
        return SPACES[subject]
    return ORDER_SUBJECTS[subject] if code == ORDER_FAULT else str(subject)


def check_edition(e: Edition) -> Iterator[str]:
    """What would make a house edition unplayable."""
    yield from check_cards(e)
    yield from check_spaces(e)
    yield from check_arrows(e)
    yield from check_markets(e)


def check_cards(e: Edition) -> Iterator[str]:
    """There must be enough cards to deal, and no more than can be counted."""
    total = int(e.copies.sum())
    if total > MOST_CARDS:
        yield f"copies: expected at most {MOST_CARDS} cards in all, got {total}"
    camps = list(e.kind).count(CAMP)
    for k, name in enumerate(SEAT_COUNTS):
        if e.removed[k] > e.copies.min():
            yield f"removed.{name}: expected at most the {e.copies.min()} copies of the rarest good, got {e.removed[k]}"
        left = total - N_GOODS * int(e.removed[k])
        dealt = camps * int(e.stock) + (k + 2) * int(e.hand)
        if left <= dealt:
            yield f"removed.{name}: expected more than the {dealt} cards that are dealt to be left, got {left}"


def check_spaces(e: Edition) -> Iterator[str]:
    """Camps must hold cards, oases must have a price, and each city lies somewhere."""
    for k, name in enumerate(SPACES):
        kind = KINDS[e.kind[k]]
        if kind == "camp" and e.room[k] <= e.stock:
            yield f"room.{name}: expected more than the {e.stock} cards a camp starts with, got {e.room[k]}"
        if kind != "camp" and e.room[k]:
            yield f"room.{name}: expected 0, for the space is no camp, got {e.room[k]}"
        if kind == "oasis" and e.many_price[k] < e.one_price:
            yield f"many_price.{name}: expected at least {e.one_price}, the price of one card, got {e.many_price[k]}"
        if kind != "oasis" and e.many_price[k]:
            yield f"many_price.{name}: expected 0, for the space is no oasis, got {e.many_price[k]}"
    for k, kind in enumerate(KINDS):
        found = list(e.kind).count(k)
        if k < FIRST_CITY and not found:
            yield f"kind: expected at least one {kind}, got none"
        if k >= FIRST_CITY and found != 1:
            yield f"kind: expected one space to be {kind}, got {found}"


def check_arrows(e: Edition) -> Iterator[str]:
    """One or two arrows leave each space for its neighbours, and every space can be reached from every other."""
    for k, name in enumerate(SPACES):
        if e.exits[k, 0] == NONE:
            yield f"exits.{name}: expected one or two spaces, got none"
        for there in map(int, e.exits[k]):
            if there == NONE:
                continue
            if abs(there // COLUMNS - k // COLUMNS) + abs(there % COLUMNS - k % COLUMNS) != 1:
                yield f"exits.{name}: expected neighbours of {name}, got {SPACES[there]}"
            if k in e.exits[there]:
                yield f"exits.{name}: expected one arrow between {name} and {SPACES[there]}, got one each way"
        if e.exits[k, 0] == e.exits[k, 1]:
            yield f"exits.{name}: expected different spaces, got {SPACES[e.exits[k, 0]]} twice"
    for k, name in enumerate(SPACES):
        reached, new = {k}, [k]
        while new:
            new = [int(there) for here in new for there in e.exits[here] if there != NONE and int(there) not in reached]
            reached.update(new)
        for missed in sorted(set(range(N_SPACES)) - reached):
            yield f"exits.{name}: expected a way from {name} to every space, got none to {SPACES[missed]}"


def check_markets(e: Edition) -> Iterator[str]:
    """Each good sells somewhere, and more cards bring more."""
    for k, city in enumerate(CITIES):
        if e.markets[k, 1] == NONE or e.markets[k, 0] == e.markets[k, 1]:
            yield f"markets.{city}: expected two different wares"
    for k, ware in enumerate(WARES):
        if not any(k in e.markets[city] for city in range(len(CITIES))):
            yield f"markets: expected a city that buys {ware}, got none"
        row = [int(price) for price in e.prices[k]]
        printed = row[: row.index(0)] if 0 in row else row
        if not printed or sorted(set(printed)) != printed or any(row[len(printed) :]):
            yield f"prices.{ware}: expected rising prices, then zeros where so many are not bought, got {row}"
        if k == ASSORTMENT and len(printed) > N_GOODS - LEAST_SALE + 1:
            yield f"prices.{ware}: expected prices for at most {N_GOODS} different goods, got {row}"


# Rules ----------------------------------------------------------------------------------------------------------


@helper
def in_play(e: Edition, s: State, good: int) -> int:
    """samarkand 1: how many cards of a good take part."""
    return int(e.copies[good]) - int(e.removed[s.seats - 2])


@hot
def lay(s: State, space: int, good: int) -> None:
    """A card is put on a camp."""
    s.camp[space, good] += 1
    s.lying[space] += 1


@contract
def derive(editions: Rows[Edition], states: Rows[State], i: int) -> None:
    """What the rest of the position comes to."""
    s = states[i]
    for space in range(N_SPACES):
        s.lying[space] = total(s.camp[space])


@helper
def draw(s: State, c: Stream) -> int:
    """The top card of a pile that is not empty."""
    good = pick_weighted(c, s.pile, int(s.pile_left))
    s.pile[good] -= 1
    s.pile_left -= 1
    return good


@contract
def deal(editions: Rows[Edition], states: Rows[State], i: int, chance: Rows[Stream]) -> None:
    """A fresh position."""
    e, s, c = editions[0], states[i], chance[0]
    s.phase, s.ended, s.undo_barrier = Phase.PLACE, Reason.RUNNING, 0
    s.rounds = 0
    s.money[:] = 0
    s.space[:] = 0
    s.held[:] = 0
    s.hand[:] = 0
    s.known[:] = 0
    s.camp[:] = 0
    s.lying[:] = 0
    s.covered[:] = 0
    s.steps, s.afoot, s.selling, s.due = 0, 0, NONE, 0
    s.swapped[:] = 0
    s.discards[:] = 0
    forget_last_turn(s)
    # samarkand 1: some cards stay in the box, then two go to each camp and seven to each seat.
    s.pile_left = 0
    for good in range(N_GOODS):
        s.pile[good] = in_play(e, s, good)
        s.pile_left += s.pile[good]
    for space in range(N_SPACES):
        if e.kind[space] == CAMP:
            for _ in range(e.stock):
                lay(s, space, draw(s, c))
    for seat in range(s.seats):
        s.money[seat] = e.money
        s.space[seat] = NONE
        s.held[seat] = e.hand
        for _ in range(e.hand):
            s.hand[seat, draw(s, c)] += 1
    s.first = below(c, s.seats)
    s.turn = s.first


@helper
def forget_last_turn(s: State) -> None:
    """The telling of a turn is over when the next one begins."""
    s.rolled = NONE
    empty(s.sold)
    s.shed = NONE


@contract
def actors(editions: Rows[Edition], states: Rows[State], i: int) -> int:
    """The seat whose turn it is, or all that have to discard."""
    e, s = editions[0], states[i]
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.DISCARD:
        return overfull(e, s)
    return 1 << s.turn


@helper
def overfull(e: Edition, s: State) -> int:
    """samarkand 14: the seats with more than twelve cards, as a bit mask."""
    seats = 0
    for seat in range(s.seats):
        if s.held[seat] > e.hand_limit:
            seats |= 1 << seat
    return seats


@contract
def legal(editions: Rows[Edition], states: Rows[State], i: int, seat: int, choices: Choices) -> None:
    """The choices of a seat that decides."""
    e, s = editions[0], states[i]
    clear(choices)
    phase = s.phase
    if phase == Phase.DISCARD:
        # samarkand 14: any card, one after another.
        if s.held[seat] > e.hand_limit:
            allow_hand(s, seat, Verb.DISCARD, choices)
        return
    if phase == Phase.OVER or seat != s.turn:
        return
    if phase == Phase.TURN or phase == Phase.RIDING:
        # samarkand 3, 4: along an arrow, on foot or riding; a ride begins with its price.
        allow_exits(e, s, seat, choices)
        if phase == Phase.TURN and can_ride(e, s, seat):
            allow(choices, Verb.RIDE)
    elif phase == Phase.GIFT:
        allow_hand(s, seat, Verb.GIVE, choices)
    elif phase == Phase.CAMP:
        allow_trade(e, s, seat, choices)
    elif phase == Phase.CITY:
        allow_sales(e, s, seat, choices)
    elif phase == Phase.PLACE:
        # samarkand 2: any space.
        allow_range(choices, Verb.GO, Verb.GO + N_SPACES)
    elif phase == Phase.BACK:
        # samarkand 4: against any arrow.
        allow_set(choices, Verb.GO, e.behind[s.space[seat]])
    elif phase == Phase.OASIS:
        # samarkand 8: one card or four.
        allow(choices, Verb.BUY)
        if s.money[seat] >= lot_price(e, s, seat, MANY):
            allow(choices, Verb.BUY + MANY)
    elif phase == Phase.CHIP:
        # samarkand 11: any chip on the board.
        allow_set(choices, Verb.UNCOVER, present(s.covered))


@helper
def can_ride(e: Edition, s: State, seat: int) -> bool:
    """samarkand 4: whether a seat can pay for the die."""
    return bool(s.money[seat] >= e.ride_price)


@helper
def lot_price(e: Edition, s: State, seat: int, lot: int) -> int:
    """samarkand 8: what a lot costs at the oasis where a seat is."""
    return int(e.one_price if lot == ONE else e.many_price[s.space[seat]])


@helper
def lot_size(e: Edition, lot: int) -> int:
    """samarkand 8: how many cards there are in a lot."""
    return int(1 if lot == ONE else e.many)


@helper
def allow_exits(e: Edition, s: State, seat: int, choices: Choices) -> None:
    """The spaces one arrow ahead."""
    here = s.space[seat]
    allow(choices, Verb.GO + int(e.exits[here, 0]))
    if e.exits[here, 1] != NONE:
        allow(choices, Verb.GO + int(e.exits[here, 1]))


@helper
def allow_hand(s: State, seat: int, verb: int, choices: Choices) -> None:
    """Any good of the hand."""
    allow_set(choices, verb, present(s.hand[seat]))


@hot
def for_taking(s: State, space: int) -> int:
    """samarkand 6: the goods that lay in the camp before the first swap and are still there, as bits."""
    goods = 0
    for good in range(N_GOODS):
        goods |= (s.camp[space, good] > s.swapped[good]) << good
    return goods


@helper
def allow_trade(e: Edition, s: State, seat: int, choices: Choices) -> None:
    """samarkand 6: swap different goods, walk on, or leave it at that."""
    allow(choices, Verb.DONE)
    if s.afoot:
        allow_exits(e, s, seat, choices)
    takes = for_taking(s, int(s.space[seat]))
    for give in range(N_GOODS):
        if s.hand[seat, give]:
            allow_set(choices, Verb.SWAP + give * N_GOODS, takes & ~(1 << give))


@helper
def offer(s: State, seat: int, ware: int) -> int:
    """How many cards a seat has for a market: of its good, or of different goods."""
    if ware < ASSORTMENT:
        return int(s.hand[seat, ware])
    return int(bits_in(present(s.hand[seat])))


@helper
def market_for(e: Edition, s: State, seat: int, ware: int) -> int:
    """The market of the seat's city that buys a ware, or none."""
    city = int(e.kind[s.space[seat]]) - FIRST_CITY
    for k in range(2):
        if e.markets[city, k] == ware:
            return 2 * city + k
    return NONE


@helper
def ware_at(e: Edition, market: int) -> int:
    """What a market buys."""
    return int(e.markets[market // 2, market % 2])


@helper
def least_bought(s: State, market: int) -> int:
    """samarkand 10: the fewest cards that a market takes, for which it pays its first price; one more under a chip."""
    return LEAST_SALE + int(s.covered[market])


@helper
def most_sold(e: Edition, s: State, seat: int, market: int) -> int:
    """samarkand 9: the most cards that a seat has for a market, which takes no more than usual; too few are none."""
    ware = ware_at(e, market)
    cards = min(offer(s, seat, ware), int(e.most_bought[ware]))
    return cards if cards >= least_bought(s, market) else 0


@helper
def price(e: Edition, s: State, market: int, ware: int, cards: int) -> int:
    """samarkand 10: what a market pays; a covered one pays for one card fewer."""
    return int(e.prices[ware, cards - least_bought(s, market)])


@helper
def allow_sales(e: Edition, s: State, seat: int, choices: Choices) -> None:
    """samarkand 9: some cards of a market's good, or an assortment."""
    city = int(e.kind[s.space[seat]]) - FIRST_CITY
    for k in range(2):
        market = 2 * city + k
        ware, least, most = ware_at(e, market), least_bought(s, market), most_sold(e, s, seat, market)
        if ware < ASSORTMENT:
            first = Verb.SELL + ware * SALES - LEAST_SALE
            allow_range(choices, first + least, first + most + 1)
        elif most:
            allow_assortments(s, seat, least, most, choices)


@helper
def allow_assortments(s: State, seat: int, least: int, most: int, choices: Choices) -> None:
    """Every set of different goods in the hand that has the right size."""
    goods = present(s.hand[seat])
    chosen = goods
    while chosen:
        if least <= bits_in(chosen) <= most:
            allow(choices, Verb.ASSORT + chosen)
        chosen = (chosen - 1) & goods


@contract
def step(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, chance: Rows[Stream]) -> None:
    """One decision, and what follows from it."""
    e, s, c = editions[0], states[i], chance[0]
    follows = GOES_ON
    if s.phase == Phase.PLACE:
        place(s, seat, action - Verb.GO)
    elif action <= Verb.RIDE:
        if action < Verb.RIDE:
            go(s, seat, action - Verb.GO)
        else:
            ride(e, s, seat, c)
        if s.phase != Phase.BACK:
            follows = travel(e, s, seat, c)
    elif action == Verb.DONE:
        follows = TURN_OVER
    elif action < Verb.DISCARD:
        follows = give(s, seat, action - Verb.GIVE)
    elif action < Verb.BUY:
        follows = lay_off(e, s, seat, action - Verb.DISCARD)
    elif action < Verb.SWAP:
        follows = buy(e, s, seat, action - Verb.BUY)
    elif action < Verb.UNCOVER:
        follows = swap(s, seat, (action - Verb.SWAP) // N_GOODS, (action - Verb.SWAP) % N_GOODS)
    elif action < Verb.SELL:
        # samarkand 11: the chip that the seat chose moves to the market where it sold.
        s.covered[action - Verb.UNCOVER] = 0
        s.covered[s.selling] = 1
        follows = TURN_OVER
    else:
        follows = sell(e, s, seat, action)
    if follows == DRAWS:
        follows = draw_due(e, s, c)
    if follows == TURN_OVER:
        end_turn(s)


@helper
def place(s: State, seat: int, space: int) -> None:
    """samarkand 2: a pawn is put down, and that is all."""
    s.space[seat] = space
    s.undo_barrier += 1
    s.turn = around(seat + 1, s.seats)
    if s.turn == s.first:
        s.phase = Phase.TURN


@helper
def end_turn(s: State) -> None:
    """The next seat plays, unless every seat has had all its turns."""
    close_visit(s)
    s.turn = around(int(s.turn) + 1, s.seats)
    s.phase = Phase.TURN
    if s.turn == s.first:
        s.rounds += 1
        # samarkand 15: the richest wins when every seat has had as many turns as agreed.
        if 0 < s.turn_limit <= s.rounds:
            s.phase, s.ended = Phase.OVER, Reason.TURN_LIMIT


@helper
def close_visit(s: State) -> None:
    """What matters only while a turn lasts is cleared, and the turn cannot be taken back."""
    s.undo_barrier += 1
    s.steps, s.afoot, s.selling, s.due = 0, 0, NONE, 0
    empty(s.swapped)


@helper
def go(s: State, seat: int, space: int) -> None:
    """samarkand 3: one space, on foot, from one camp to the next, or at a fork of a ride."""
    if s.phase == Phase.TURN:
        forget_last_turn(s)
        s.afoot = 1
    elif s.phase == Phase.RIDING:
        s.steps -= 1
    s.phase = Phase.TURN  # on the way
    s.space[seat] = space


@helper
def ride(e: Edition, s: State, seat: int, c: Stream) -> None:
    """samarkand 4: pay and roll; where several arrows lead back, the seat chooses."""
    forget_last_turn(s)
    s.undo_barrier += 1
    s.money[seat] -= e.ride_price
    s.rolled = e.die[below(c, DIE_FACES)]
    s.steps = s.rolled
    if s.rolled == BACK_FACE:
        behind = int(e.behind[s.space[seat]])
        if bits_in(behind) > 1:
            s.phase = Phase.BACK
        else:
            s.space[seat] = lowest_bit(behind)


@helper
def travel(e: Edition, s: State, seat: int, c: Stream) -> int:
    """samarkand 4: follow the arrows to the next fork, or to the last space and what awaits there."""
    while s.steps > 0:
        here = s.space[seat]
        if e.exits[here, 1] != NONE:
            s.phase = Phase.RIDING
            return GOES_ON
        s.space[seat] = e.exits[here, 0]
        s.steps -= 1
    kind = e.kind[s.space[seat]]
    if kind == CAMP:
        return enter_camp(e, s, seat)
    if kind == OASIS:
        return enter_oasis(e, s, seat, c)
    return enter_city(e, s, seat)


@helper
def pay(s: State, seat: int, fee: int) -> None:
    """samarkand 13: a fee that cannot be paid in full takes what there is."""
    s.money[seat] -= min(int(s.money[seat]), fee)


@helper
def lower_known(s: State, seat: int, good: int, cards: int) -> None:
    """Cards of a good left the hand: those that all knew of may be among them."""
    s.known[seat, good] = max(int(s.known[seat, good]) - cards, 0)


@helper
def enter_camp(e: Edition, s: State, seat: int) -> int:
    """A camp is bought out if full, and given a card if not."""
    space = int(s.space[seat])
    if s.lying[space] >= e.room[space]:
        # samarkand 7: all its cards for one price, seen by all; new ones come from the pile.
        pay(s, seat, int(e.full_camp_price))
        for good in range(N_GOODS):
            s.hand[seat, good] += s.camp[space, good]
            s.known[seat, good] += s.camp[space, good]
            s.camp[space, good] = 0
        s.held[seat] += s.lying[space]
        s.lying[space] = 0
        s.due = e.stock
        return DRAWS
    if s.held[seat] == 0:
        # samarkand 5: with an empty hand the gift comes from the pile, for a fee.
        pay(s, seat, int(e.empty_hand_fee))
        s.due = 1
        return DRAWS
    s.phase = Phase.GIFT
    return GOES_ON


@helper
def draw_due(e: Edition, s: State, c: Stream) -> int:
    """Draw what is due, for the hand at an oasis and for the camp at a camp; then the turn is over."""
    seat, space = s.turn, s.space[s.turn]
    s.undo_barrier += 1
    # samarkand 13: what an empty pile cannot give is not given.
    while s.due > 0 and s.pile_left > 0:
        good = draw(s, c)
        s.due -= 1
        if e.kind[space] == OASIS:
            s.hand[seat, good] += 1
            s.held[seat] += 1
        else:
            lay(s, space, good)
        # samarkand 14: the last card of the pile was drawn.
        if s.pile_left == 0 and overfull(e, s):
            s.phase = Phase.DISCARD
            return GOES_ON
    return TURN_OVER


@helper
def lay_off(e: Edition, s: State, seat: int, good: int) -> int:
    """samarkand 14: one card face up; with the last one the discards are the pile and what was begun goes on."""
    s.undo_barrier += 1
    s.hand[seat, good] -= 1
    s.held[seat] -= 1
    lower_known(s, seat, good, 1)
    s.discards[good] += 1
    s.shed = good
    if overfull(e, s):
        return GOES_ON
    for k in range(N_GOODS):
        s.pile[k] = s.discards[k]
        s.pile_left += s.discards[k]
        s.discards[k] = 0
    return DRAWS


@helper
def give(s: State, seat: int, good: int) -> int:
    """samarkand 5: a gift to the camp."""
    s.hand[seat, good] -= 1
    s.held[seat] -= 1
    lower_known(s, seat, good, 1)
    lay(s, s.space[seat], good)
    s.phase = Phase.CAMP
    # A turn ends by itself only where all can see that nothing is left to do: otherwise that would tell of the hand.
    return GOES_ON if s.afoot or s.held[seat] else TURN_OVER


@helper
def swap(s: State, seat: int, gives: int, takes: int) -> int:
    """samarkand 6: one card for another, seen by all."""
    space = int(s.space[seat])
    s.hand[seat, gives] -= 1
    lower_known(s, seat, gives, 1)
    s.camp[space, gives] += 1
    s.swapped[gives] += 1
    s.camp[space, takes] -= 1
    s.hand[seat, takes] += 1
    s.known[seat, takes] += 1
    s.afoot = 0
    return GOES_ON if for_taking(s, space) else TURN_OVER


@helper
def enter_oasis(e: Edition, s: State, seat: int, c: Stream) -> int:
    """samarkand 8: buy, or if that is too dear lose some cards at random, unseen by the others."""
    if s.money[seat] >= e.one_price:
        s.phase = Phase.OASIS
        return GOES_ON
    lost = min(int(e.lost), int(s.held[seat]))
    for _ in range(lost):
        good = pick_weighted(c, s.hand[seat], int(s.held[seat]))
        s.hand[seat, good] -= 1
        s.held[seat] -= 1
        s.pile[good] += 1
        s.pile_left += 1
    for good in range(N_GOODS):
        lower_known(s, seat, good, lost)
    return TURN_OVER


@helper
def buy(e: Edition, s: State, seat: int, lot: int) -> int:
    """samarkand 8, 13: the full price, even if the pile is short."""
    s.money[seat] -= lot_price(e, s, seat, lot)
    s.due = lot_size(e, lot)
    return DRAWS


@helper
def can_sell(e: Edition, s: State, seat: int) -> bool:
    """samarkand 9, 10: whether a seat has enough cards for a market of the city where it is."""
    city = int(e.kind[s.space[seat]]) - FIRST_CITY
    return most_sold(e, s, seat, 2 * city) > 0 or most_sold(e, s, seat, 2 * city + 1) > 0


@helper
def enter_city(e: Edition, s: State, seat: int) -> int:
    """samarkand 9: sell if able; samarkand 12: otherwise show the hand and pay."""
    if can_sell(e, s, seat):
        s.phase = Phase.CITY
        return GOES_ON
    for good in range(N_GOODS):
        s.known[seat, good] = s.hand[seat, good]
    pay(s, seat, int(e.no_sale_fee))
    return TURN_OVER


@helper
def ware_chosen(action: int) -> int:
    """What a choice to sell sells: a good, or an assortment."""
    return (action - Verb.SELL) // SALES if action < Verb.ASSORT else ASSORTMENT


@helper
def cards_chosen(action: int, good: int) -> int:
    """How many cards of a good a choice to sell sells."""
    if action >= Verb.ASSORT:
        return ((action - Verb.ASSORT) >> good) & 1
    return (action - Verb.SELL) % SALES + LEAST_SALE if ware_chosen(action) == good else 0


@helper
def sell(e: Edition, s: State, seat: int, action: int) -> int:
    """samarkand 9: cards of one good, or one each of several, go back to the pile, and the money to the seat."""
    ware, cards = ware_chosen(action), 0
    for good in range(N_GOODS):
        s.sold[good] = cards_chosen(action, good)
        cards += int(s.sold[good])
    market = market_for(e, s, seat, ware)
    s.money[seat] += price(e, s, market, ware, cards)
    for good in range(N_GOODS):
        s.hand[seat, good] -= s.sold[good]
        s.pile[good] += s.sold[good]
        lower_known(s, seat, good, int(s.sold[good]))
    s.held[seat] -= cards
    s.pile_left += cards
    # samarkand 15: enough money wins at once.
    if s.money[seat] >= s.target:
        close_visit(s)
        s.phase, s.ended = Phase.OVER, Reason.TARGET_REACHED
        return GOES_ON
    # samarkand 11: a chip from beside the board, or one from the board; none where one lies already.
    chips_used = total(s.covered)
    if s.covered[market] == 0 and chips_used == e.chips > 0:
        s.selling = market
        s.phase = Phase.CHIP
        return GOES_ON
    if chips_used < e.chips:
        s.covered[market] = 1
    return TURN_OVER


@contract
def conceal(editions: Rows[Edition], states: Rows[State], i: int, seat: int) -> None:
    """Other hands and the pile are hidden; what all know of the hands stays."""
    s = states[i]
    for other in range(s.seats):
        if other != seat:
            s.hand[other, :] = 0
    s.pile[:] = 0


@contract
def determinize(editions: Rows[Edition], states: Rows[State], i: int, seat: int, chance: Rows[Stream]) -> float:
    """Any deal of the cards not seen, with what is known of each hand in it."""
    e, s, c = editions[0], states[i], chance[0]
    deal_unseen(e, s, seat, c)
    # samarkand 12: who does not show its hand in a city is able to sell.
    while s.phase == Phase.CITY and s.turn != seat and not can_sell(e, s, int(s.turn)):
        deal_unseen(e, s, seat, c)
    return 1.0


@helper
def deal_unseen(e: Edition, s: State, seat: int, c: Stream) -> None:
    """Fill the other hands from the cards not seen; the rest is the pile."""
    left = 0
    for good in range(N_GOODS):
        s.pile[good] = in_play(e, s, good) - visible(s, seat, good)
        left += int(s.pile[good])
    for other in range(s.seats):
        if other == seat:
            continue
        unknown = int(s.held[other])
        for good in range(N_GOODS):
            s.hand[other, good] = s.known[other, good]
            unknown -= int(s.known[other, good])
        for _ in range(unknown):
            good = pick_weighted(c, s.pile, left)
            s.pile[good] -= 1
            s.hand[other, good] += 1
            left -= 1


@helper
def on_the_table(s: State, good: int) -> int:
    """Cards of a good that lie open."""
    number = int(s.discards[good])
    for space in range(N_SPACES):
        number += int(s.camp[space, good])
    return number


@helper
def visible(s: State, seat: int, good: int) -> int:
    """Cards of a good whose place a seat knows."""
    number = on_the_table(s, good)
    for other in range(s.seats):
        number += int(s.hand[other, good]) if other == seat else int(s.known[other, good])
    return number


@contract
def score(editions: Rows[Edition], states: Rows[State], i: int, out: Array2) -> None:
    """samarkand 15: money only."""
    s = states[i]
    out[:] = 0
    for seat in range(s.seats):
        out[seat, 0] = s.money[seat]
    rank_by_score(out, s.seats)


@contract
def audit(editions: Rows[Edition], states: Rows[State], i: int) -> tuple[int, int, int, int]:
    """Every card is in exactly one place, no limit is passed, and the phase fits the board."""
    e, s = editions[0], states[i]
    for good in range(N_GOODS):
        found = int(s.pile[good]) + on_the_table(s, good)
        for seat in range(SEATS):
            found += int(s.hand[seat, good])
        if found != in_play(e, s, good):
            return CARD_FAULT, good, found, in_play(e, s, good)
    for seat in range(s.seats):
        cards = 0
        for good in range(N_GOODS):
            cards += int(s.hand[seat, good])
            if s.known[seat, good] > s.hand[seat, good]:
                return KNOWN_FAULT, seat, int(s.known[seat, good]), int(s.hand[seat, good])
        if cards != s.held[seat]:
            return HAND_FAULT, seat, int(s.held[seat]), cards
        if s.phase != Phase.OVER and s.money[seat] >= s.target:
            return MONEY_FAULT, seat, int(s.money[seat]), int(s.target)
    cards = 0
    for good in range(N_GOODS):
        cards += int(s.pile[good])
    if cards != s.pile_left:
        return PILE_FAULT, 0, int(s.pile_left), cards
    for space in range(N_SPACES):
        if s.lying[space] > e.room[space]:
            return CAMP_FAULT, space, int(s.lying[space]), int(e.room[space])
    chips_used = total(s.covered)
    if chips_used > e.chips:
        return CHIP_FAULT, 0, chips_used, int(e.chips)
    fault, subject, found, expected = audit_order(e, s)
    for space in range(N_SPACES):
        if not fault and s.lying[space] != total(s.camp[space]):
            fault, subject, found, expected = KEPT_FAULT, space, int(s.lying[space]), total(s.camp[space])
    return fault, subject, found, expected


@helper
def audit_order(e: Edition, s: State) -> tuple[int, int, int, int]:
    """Whose turn it is, where the pawns are, and whether the phase can be."""
    seats, phase = int(s.seats), s.phase
    if s.turn >= seats:
        return ORDER_FAULT, TURN_AT, int(s.turn), seats - 1
    if s.first >= seats:
        return ORDER_FAULT, FIRST_AT, int(s.first), seats - 1
    placed, expected = 0, (int(s.turn) - int(s.first)) % seats if phase == Phase.PLACE else seats
    for seat in range(seats):
        placed += s.space[seat] != NONE
    for seat in range(seats):
        # samarkand 2: pawns are put down in turn.
        if placed != expected or (s.space[seat] != NONE) != ((seat - int(s.first)) % seats < expected):
            return ORDER_FAULT, PAWNS_AT, placed, expected
    for seat in range(seats, SEATS):
        has = int(s.money[seat]) + int(s.held[seat]) + int(s.space[seat])
        for good in range(N_GOODS):
            has += int(s.hand[seat, good]) + int(s.known[seat, good])
        if has != 0 or s.space[seat] != 0:
            return ORDER_FAULT, ABSENT_AT, has, 0
    if (s.steps > 0) != (phase == Phase.RIDING):
        return ORDER_FAULT, STEPS_AT, int(s.steps), int(phase == Phase.RIDING)
    if (s.selling != NONE) != (phase == Phase.CHIP):
        return ORDER_FAULT, SELLING_AT, int(s.selling), NONE
    fault, subject, found, expected = audit_visit(e, s) if Phase.GIFT <= phase <= Phase.DISCARD else (0, 0, 0, 0)
    if not fault:
        fault, subject, found, expected = audit_turn(e, s)
    if not fault:
        fault, subject, found, expected = audit_clock(s)
    return fault, subject, found, expected


@helper
def audit_visit(e: Edition, s: State) -> tuple[int, int, int, int]:
    """What is going on at a space must be possible there."""
    phase, seat, space = s.phase, int(s.turn), int(s.space[s.turn])
    kind = min(int(e.kind[space]), FIRST_CITY)
    expected = CAMP if phase <= Phase.CAMP else OASIS if phase == Phase.OASIS else FIRST_CITY
    if kind == FIRST_CITY if phase == Phase.DISCARD else kind != expected:
        return ORDER_FAULT, KIND_AT, kind, OASIS if phase == Phase.DISCARD else expected
    possible = True
    if phase == Phase.DISCARD:
        possible = overfull(e, s) != 0 and s.pile_left == 0
    elif phase == Phase.GIFT:
        possible = s.held[seat] > 0 and s.lying[space] < e.room[space]
    elif phase == Phase.CAMP:
        # A gift lies there; once something was swapped, the visit lasts while there is more to be had.
        swaps = total(s.swapped) > 0
        possible = s.lying[space] > 0 and (s.held[seat] > 0 or s.afoot > 0)
        possible = possible and (not swaps or for_taking(s, space) > 0)
    elif phase == Phase.OASIS:
        possible = s.money[seat] >= e.one_price
    elif phase == Phase.CITY:
        possible = can_sell(e, s, seat)
    elif phase == Phase.CHIP:
        possible = s.covered[s.selling] == 0 and total(s.covered) == e.chips > 0
        possible = possible and s.selling // 2 == int(e.kind[space]) - FIRST_CITY
    if not possible:
        return ORDER_FAULT, CHOICE_AT, 0, 1
    return 0, 0, 0, 0


@helper
def audit_turn(e: Edition, s: State) -> tuple[int, int, int, int]:
    """What matters only in some phases is there just then, and what is told of the last turn only until the next."""
    phase, space = s.phase, int(s.space[s.turn])
    visiting = Phase.GIFT <= phase <= Phase.DISCARD
    swaps = total(s.swapped)
    if s.afoot and (not visiting or swaps):
        return ORDER_FAULT, AFOOT_AT, int(s.afoot), 0
    for good in range(N_GOODS):
        if s.swapped[good] > (s.camp[space, good] if phase == Phase.CAMP else 0):
            return ORDER_FAULT, SWAPPED_AT, int(s.swapped[good]), int(s.camp[space, good]) if phase == Phase.CAMP else 0
    # samarkand 7, 8: what an empty pile still owes to a camp that was bought out, or to a buyer at an oasis.
    most_due = 0
    if phase == Phase.DISCARD:
        most_due = max(int(e.stock) - int(s.lying[space]), 0) if e.kind[space] == CAMP else int(e.many) - 1
    if s.due > most_due:
        return ORDER_FAULT, DUE_AT, int(s.due), most_due
    if phase != Phase.DISCARD and total(s.discards):
        return ORDER_FAULT, DISCARDS_AT, total(s.discards), 0
    fault, subject, found, expected = audit_ride(e, s, visiting and swaps == 0)
    if fault:
        return fault, subject, found, expected
    # The last turn is told while the next has not begun.
    told = phase == Phase.TURN or phase == Phase.OVER
    if total(s.sold) and not (told or phase == Phase.CHIP):
        return ORDER_FAULT, SOLD_AT, total(s.sold), 0
    if s.shed != NONE and not (told or phase == Phase.DISCARD):
        return ORDER_FAULT, SHED_AT, int(s.shed), NONE
    if total(s.discards) and s.shed == NONE:
        return ORDER_FAULT, SHED_AT, NONE, 0
    return 0, 0, 0, 0


@helper
def audit_ride(e: Edition, s: State, came_just_now: bool) -> tuple[int, int, int, int]:
    """samarkand 4: the die shows one of its faces, and whoever is not on foot has rolled it."""
    phase, rolled, here = s.phase, int(s.rolled), int(s.space[s.turn])
    shows = rolled == NONE
    for face in range(DIE_FACES):
        shows = shows or rolled == e.die[face]
    if not shows or (phase == Phase.PLACE and rolled != NONE):
        return ORDER_FAULT, ROLLED_AT, rolled, NONE
    if (s.afoot > 0 and rolled != NONE) or (came_just_now and s.afoot == 0 and rolled == NONE):
        return ORDER_FAULT, ROLLED_AT, rolled, NONE if s.afoot else int(e.die[0])
    if phase == Phase.RIDING and (s.steps > rolled or e.exits[here, 1] == NONE):
        return ORDER_FAULT, STEPS_AT, int(s.steps), rolled
    if phase == Phase.BACK:
        if rolled != BACK_FACE or bits_in(e.behind[here]) < 2:
            return ORDER_FAULT, ROLLED_AT, rolled, BACK_FACE
    return 0, 0, 0, 0


@helper
def audit_clock(s: State) -> tuple[int, int, int, int]:
    """samarkand 15: the match goes on until a seat has the target, or every seat its turns."""
    rich = 0
    for seat in range(s.seats):
        rich += s.money[seat] >= s.target
    if s.phase == Phase.OVER and s.ended == Reason.TARGET_REACHED:
        if rich != 1 or s.money[s.turn] < s.target:
            return ORDER_FAULT, WINNER_AT, rich, 1
    elif rich:
        return ORDER_FAULT, WINNER_AT, rich, 0
    if s.phase == Phase.OVER and s.ended == Reason.TURN_LIMIT:
        if not 0 < s.turn_limit == s.rounds or s.turn != s.first:
            return ORDER_FAULT, ROUNDS_AT, int(s.rounds), int(s.turn_limit)
    elif 0 < s.turn_limit <= s.rounds or (s.phase == Phase.PLACE and s.rounds):
        return ORDER_FAULT, ROUNDS_AT, int(s.rounds), 0 if s.phase == Phase.PLACE else int(s.turn_limit) - 1
    return 0, 0, 0, 0


# Observation ----------------------------------------------------------------------------------------------------


class Part(Parts):
    """What the seat knows, in the order of the observation."""

    phase = part((PHASES,), 0, 1, "which phase it is")
    hand = part((GOODS,), 0, MOST_CARDS, "cards in one's own hand")
    known = part((SEATS, GOODS), 0, MOST_CARDS, "cards that all know to be in each hand, own first, then to the left")
    held = part((SEATS,), 0, MOST_CARDS, "cards in each hand, own first")
    money = part((SEATS,), 0, 1, "money of each seat as part of the target, own first")
    pawn = part((SEATS, SPACES), 0, 1, "where each pawn stands, own first")
    camp = part((SPACES, GOODS), 0, MOST_CARDS, "cards on each camp")
    swapped = part((GOODS,), 0, MOST_CARDS, "cards swapped in during this visit")
    covered = part((MARKETS,), 0, 1, "markets with a chip")
    selling = part((MARKETS,), 0, 1, "the market that waits for a chip")
    discards = part((GOODS,), 0, MOST_CARDS, "cards laid off for want of a pile")
    turn = part((SEATS,), 0, 1, "whose turn it is, own first")
    pile = part((1,), 0, MOST_CARDS, "cards in the pile")
    steps = part((1,), 0, 9, "spaces still to ride")
    afoot = part((1,), 0, 1, "whether the seat may walk on")
    due = part((1,), 0, 20, "cards still to be drawn")
    rounds = part((1,), 0, 1, "turns that every seat has had, as part of the limit")


OBSERVATION = tuple(Part)


@contract
def encode(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Floats) -> None:
    """What the seat knows, in the order of OBSERVATION; a spectator sits in seat 0 and sees no hand."""
    s = states[i]
    me = max(seat, 0)
    out[:] = 0.0
    out[Part.phase + s.phase] = 1.0
    if seat >= 0:
        for good in range(N_GOODS):
            out[Part.hand + good] = s.hand[seat, good]
    for j in range(s.seats):
        other = (me + j) % s.seats
        for good in range(N_GOODS):
            out[Part.known + j * N_GOODS + good] = s.known[other, good]
        out[Part.held + j] = s.held[other]
        out[Part.money + j] = min(s.money[other] / s.target, 1.0)
        if s.space[other] != NONE:
            out[Part.pawn + j * N_SPACES + int(s.space[other])] = 1.0
    for space in range(N_SPACES):
        for good in range(N_GOODS):
            out[Part.camp + space * N_GOODS + good] = s.camp[space, good]
    for good in range(N_GOODS):
        out[Part.swapped + good] = s.swapped[good]
        out[Part.discards + good] = s.discards[good]
    for market in range(N_MARKETS):
        out[Part.covered + market] = s.covered[market]
    if s.selling != NONE:
        out[Part.selling + int(s.selling)] = 1.0
    out[Part.turn + (int(s.turn) - me) % int(s.seats)] = 1.0
    out[Part.pile] = s.pile_left
    out[Part.steps] = s.steps
    out[Part.afoot] = s.afoot
    out[Part.due] = s.due
    if s.turn_limit > 0:
        out[Part.rounds] = min(s.rounds / s.turn_limit, 1.0)
