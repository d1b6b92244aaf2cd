"""The rules of Marracash, compiled. Numbers such as ``marracash 5`` are those of the rules page."""

from __future__ import annotations

from collections.abc import Iterator
from enum import auto

import numpy as np

from caravanserai.kernel.actions import Actions, Steps, Verbs, args
from caravanserai.kernel.arrays import Array, Array2, Array3, Floats, Rows
from caravanserai.kernel.chance import Stream, below, pick_weighted, shuffle
from caravanserai.kernel.choices import Choices, allow, allow_range, allow_set, bits_in, clear, lowest_bit
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.contract import Contract, Parts, Position, option, part
from caravanserai.kernel.counting import around, empty, put, rank_by_score, total
from caravanserai.kernel.names import Names
from caravanserai.kernel.records import NONE, BadValue, Record, int8, int32
from caravanserai.kernel.scratch import scratch_whole

# Constants ------------------------------------------------------------------------------------------------------

SEATS = 4

# In the order of their initials: where shops touch the same cell, that is the order in which they are passed.
COLOURS = ("blue", "green", "purple", "red", "yellow")
N_COLOURS = len(COLOURS)
EACH = 5
"""Shops, and souvenirs, of each colour."""
SHOPS = tuple(f"{colour[0].upper()}{n}" for colour in COLOURS for n in range(1, EACH + 1))
N_SHOPS = len(SHOPS)

FOUNTAINS = tuple(str(n) for n in range(1, 17))
N_FOUNTAINS = len(FOUNTAINS)
GATES = 3
ROWS, COLUMNS = 9, 13
N_CELLS = ROWS * COLUMNS
CELLS = (".", "##", *FOUNTAINS, *SHOPS)
STREET, FIRST_FOUNTAIN, FIRST_SHOP = CELLS.index("."), CELLS.index(FOUNTAINS[0]), CELLS.index(SHOPS[0])

COMPASS = ("north", "east", "south", "west")
STRIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
N_WAYS = len(COMPASS)

ENDS = ("left", "right")
LEFT, RIGHT = range(len(ENDS))
ACTIONS_A_TURN = 2
SMALLEST, LARGEST = 2, 4
"""The sizes a group of new visitors can have in any edition."""
SIZES = LARGEST - SMALLEST + 1
MOST_OUTSIDE = 64
MOST_TURNS = 1_000_000_000

CARDS = tuple(f"{colour}-{n}" for colour in COLOURS for n in range(1, EACH + 1))
N_CARDS = len(CARDS)
FACE_UP = 2

NOTE = 25
"""The smallest note: bids are multiples of it."""
BIDS = 1300
TOP_BID = BIDS * NOTE
"""No seat can ever hold more than this, see ``richest``; as printed, 31950."""

PAYERS = 5
FEE = ("up_to", "small", "large")
UP_TO, SMALL, LARGE = range(len(FEE))

LEDGER = ("takings", "souvenirs", "commissions", "guiding", "guides", "shops")
TAKINGS, SOUVENIRS, COMMISSIONS, GUIDING, GUIDES, PURCHASES = range(len(LEDGER))
N_LEDGER = len(LEDGER)


class Phase(Names):
    """What is going on."""

    TURN = auto()
    OPENING = auto()
    BIDDING = auto()
    SOUVENIR = auto()
    ARRIVAL = auto()
    OVER = auto()


PHASES = Phase.words()
PHASE_RULES = {"waiting": 1, "turn": 3, "opening": 4, "bidding": 4, "souvenir": 9, "arrival": 7, "over": 8}
"""The rule that matters most in each phase, and while a table waits for its players."""


class Reason(Names):
    """Why a match is over; the first means that it is not."""

    RUNNING = auto()
    LAST_TURNS = auto()
    TURN_LIMIT = auto()


WINDOWS: dict[Phase, Verb] = {}
HORIZON = 60


class Verb(Verbs):
    """What can be done; each is the number of its first action."""

    MOVE = args(fountain=FOUNTAINS, way=COMPASS)
    AUCTION = args(shop=SHOPS)
    BRING = args(gate=Steps(1, 1, GATES), end=ENDS, size=Steps(SMALLEST, 1, SIZES))
    SELL = args(slot=FACE_UP)
    PASS = args()
    BID = args(amount=Steps(NOTE, NOTE, BIDS))


ACTIONS = Actions(Verb)

# The board ------------------------------------------------------------------------------------------------------


def is_open(board: Array2, row: int, column: int) -> bool:
    """Whether visitors can walk on a cell: a street or a fountain."""
    inside = 0 <= row < ROWS and 0 <= column < COLUMNS
    return inside and (board[row, column] == STREET or FIRST_FOUNTAIN <= board[row, column] < FIRST_SHOP)


def street(board: Array2, row: int, column: int, way: int) -> list[tuple[int, int]]:
    """The cells from a fountain to the next: straight on, turning only where it is blocked; none for a dead end."""
    cells: list[tuple[int, int]] = []
    while not cells or board[cells[-1]] == STREET:
        turns = [(way - 1) % N_WAYS, (way + 1) % N_WAYS] if cells else []
        ahead = [k for k in (way, *turns) if is_open(board, row + STRIDES[k][0], column + STRIDES[k][1])]
        if not ahead:
            return []
        if ahead[0] != way and len(ahead) > 1:
            raise BadValue(f"board: row {row + 1}, column {column + 1}: the street forks, expected a single way on")
        way = ahead[0]
        row, column = row + STRIDES[way][0], column + STRIDES[way][1]
        if len(cells) == N_CELLS:
            raise BadValue(f"board: row {row + 1}, column {column + 1}: the street runs in a circle")
        cells.append((row, column))
    return cells


def touched(board: Array2, row: int, column: int) -> list[int]:
    """The shops that touch a cell, in the order in which they are passed."""
    around = [(row + down, column + right) for down, right in STRIDES]
    inside = [board[r, c] for r, c in around if 0 <= r < ROWS and 0 <= c < COLUMNS]
    shops = sorted({int(cell) - FIRST_SHOP for cell in inside if cell >= FIRST_SHOP})
    if len({shop // EACH for shop in shops}) < len(shops):
        names = ", ".join(SHOPS[shop] for shop in shops)
        raise BadValue(
            f"board: row {row + 1}, column {column + 1}: expected to touch one shop of a colour, touches {names}"
        )
    return shops


def draw_routes(e: Edition) -> None:
    """marracash 5: all routes of a board, each with its cells, its arrival, and the shops it passes in order."""
    board = np.asarray(e.board)
    for cell in range(FIRST_FOUNTAIN, len(CELLS)):
        places = np.argwhere(board == cell)
        expected = 1 if cell < FIRST_SHOP else 2
        if len(places) != expected:
            raise BadValue(f"board: {CELLS[cell]}: expected on {expected} of the cells, found on {len(places)}")
        if np.ptp(places, axis=0).sum() != expected - 1:
            raise BadValue(f"board: {CELLS[cell]}: expected its two cells side by side")
    e.route_to[:] = NONE
    e.route_cell[:] = NONE
    e.route_shop[:] = NONE
    e.route_door[:] = NONE
    e.routes_past[:] = 0
    e.ways[:] = 0
    e.shops_past[:] = 0
    e.paid[:] = np.concatenate([[0], np.cumsum(np.asarray(e.pay))])
    for fountain in range(N_FOUNTAINS):
        row, column = np.argwhere(board == FIRST_FOUNTAIN + fountain)[0]
        for way in range(N_WAYS):
            cells = street(board, int(row), int(column), way)
            if not cells or cells[-1] == (row, column):
                continue
            e.route_to[fountain, way] = board[cells[-1]] - FIRST_FOUNTAIN
            walked = [(int(row), int(column)), *cells]
            e.route_cell[fountain, way, : len(walked)] = [r * COLUMNS + c for r, c in walked]
            doors: dict[int, int] = {}
            for k, place in enumerate(cells, 1):
                for shop in touched(board, *place):
                    doors.setdefault(shop, k)
            e.route_shop[fountain, way, : len(doors)] = list(doors)
            e.route_door[fountain, way, : len(doors)] = list(doors.values())
            e.ways[fountain] |= 1 << way
            for shop in doors:
                e.routes_past[shop] += 1
                e.shops_past[fountain, way] |= 1 << shop


# Records --------------------------------------------------------------------------------------------------------


class Edition(Record, name="marracash edition", derive=draw_routes):
    """The printed numbers."""

    board: Array2 = int8(ROWS, COLUMNS, names=CELLS, low=0)
    gates: Array = int8(GATES, low=1, high=N_FOUNTAINS)
    copies: Array = int8(COLOURS, low=GATES, high=30)
    first_group: int = int8(low=1, high=N_COLOURS)
    group: Array = int8(("least", "most"), low=SMALLEST, high=LARGEST)
    money: int = int32(low=0, high=TOP_BID)
    shop_limit: int = int8(low=1, high=N_SHOPS)
    opening: int = int32(low=NOTE, high=TOP_BID)
    raise_by: int = int32(low=NOTE, high=TOP_BID)
    auction_fee: Array = int32(FEE, low=0, high=TOP_BID)
    pay: Array = int32(PAYERS, low=0, high=TOP_BID)
    guide_fee: Array = int32(FEE, low=0, high=TOP_BID)
    souvenirs: Array2 = int32(COLOURS, EACH, low=0, high=TOP_BID)
    route_to: Array2 = int8(N_FOUNTAINS, COMPASS, names=FOUNTAINS, derived=True)
    route_cell: Array3 = int8(N_FOUNTAINS, COMPASS, N_CELLS, derived=True)
    route_shop: Array3 = int8(N_FOUNTAINS, COMPASS, N_SHOPS, names=SHOPS, derived=True)
    route_door: Array3 = int8(N_FOUNTAINS, COMPASS, N_SHOPS, derived=True)
    routes_past: Array = int8(SHOPS, derived=True)
    ways: Array = int8(N_FOUNTAINS, derived=True, doc="ways on from each fountain, as bits")
    shops_past: Array2 = int32(N_FOUNTAINS, COMPASS, derived=True, doc="shops along each route, as bits")
    paid: Array = int32(PAYERS + 1, derived=True, doc="what the first customers of a shop pay in all")


class State(Position, name="marracash", phases=Phase, reasons=Reason):
    """A position."""

    # Chosen before the match.
    souvenirs: int = option(doc="visitors also buy the souvenirs that lie face up")
    turn_limit: int = option(0, 0, 1000, doc="turns a seat before the richest wins; 0 is no limit", lab=60)
    # Open to all.
    turn: int = int8(low=0, high=SEATS - 1, doc="whose turn it is")
    actor: int = int8(low=0, high=SEATS - 1, doc="who decides now")
    turns: int = int32(low=0, high=MOST_TURNS, doc="turns ended; the first round is one turn for each seat")
    last_turns: int = int8(low=0, high=SEATS + 1, doc="turns to the end, this one too; 0: not yet known")
    action: int = int8(low=0, high=ACTIONS_A_TURN - 1, doc="actions already taken in this turn")
    auctioned: int = int8(low=0, high=1, doc="the first action of the turn was an auction")
    money: Array = int32(SEATS, low=0, high=TOP_BID, doc="dirhams of each seat")
    ledger: Array2 = int32(SEATS, LEDGER, doc="where the money came from and went to")
    owner: Array = int8(SHOPS, low=NONE, high=SEATS - 1, doc="whose shop each one is, -1 is nobody's")
    customers: Array = int8(SHOPS, low=0, doc="visitors who have entered for good")
    visitors: Array2 = int8(FOUNTAINS, COLOURS, low=0, doc="who stands at which fountain")
    line: Array = int8(MOST_OUTSIDE, names=COLOURS, doc="outside the walls, from the left end to the right")
    line_first: int = int8(low=0, high=MOST_OUTSIDE, doc="places left empty at the left end")
    line_left: int = int8(low=0, high=MOST_OUTSIDE, doc="visitors still outside the walls")
    shop: int = int8(names=SHOPS, doc="under the hammer")
    bid: int = int32(low=0, high=TOP_BID, doc="the highest bid so far")
    bidder: int = int8(low=NONE, high=SEATS - 1, doc="whose bid it is")
    out: Array = int8(SEATS, low=0, high=1, doc="seats that have passed in this auction")
    start: int = int8(names=FOUNTAINS, doc="where a move that is going on began")
    way: int = int8(names=COMPASS, doc="the way it took from there")
    stop: int = int8(low=0, high=N_SHOPS - 1, doc="shops it has left behind")
    moving: Array = int8(COLOURS, low=0, doc="visitors still on their way")
    received: int = int32(low=0, doc="what they have spent in the shop they are entering")
    face_up: Array = int8(FACE_UP, names=CARDS, doc="souvenirs on offer")
    sold: Array = int8(CARDS, low=0, high=1, doc="souvenirs that are sold: 1")
    crowded: int = int32(derived=True, doc="fountains with visitors, as bits")
    shops: Array = int32(SEATS, derived=True, doc="the shops of each seat, as bits")
    vacant: int = int32(derived=True, doc="the shops without an owner, as bits")
    # Hidden; the next card is deck[deck_left - 1].
    deck_left: int = int8(low=0, high=N_CARDS, doc="souvenirs in the deck")
    deck: Array = int8(N_CARDS, names=CARDS, doc="the deck of souvenirs, its next card last")


contract = Contract(Edition, State)

VISITOR_FAULT, OWNER_FAULT, LIMIT_FAULT, MONEY_FAULT, LEDGER_FAULT, CARD_FAULT, ORDER_FAULT = range(1, 8)
KEPT_FAULT = 8
FAULTS = {
    VISITOR_FAULT: "{subject}: {found} visitors in all, expected {expected}",
    OWNER_FAULT: "owner of {subject}: {found}, expected {expected}",
    LIMIT_FAULT: "seat {subject}: {found} shops, expected at most {expected}",
    MONEY_FAULT: "money of seat {subject}: {found}, expected {expected} by its ledger",
    LEDGER_FAULT: "ledger: {subject}: {found} in all, expected {expected}",
    CARD_FAULT: "souvenir {subject}: found {found} times, expected {expected}",
    ORDER_FAULT: "{subject}: does not fit what is going on",
    KEPT_FAULT: "{subject}: the bits {found}, expected {expected}, which the rest of the position comes to",
}
KEPT_SUBJECTS = ("crowded", "shops", "vacant")
CROWDED_AT, SHOPS_AT, VACANT_AT = range(len(KEPT_SUBJECTS))
MISFITS = (
    "nothing", "turn", "actor", "line", "last_turns", "shop", "bidder", "start", "moving", "face_up", "ledger", "money",
    "turns", "action", "visitors", "out", "received", "ended",
)  # fmt: skip
(
    FITS, TURN_MISFIT, ACTOR_MISFIT, LINE_MISFIT, LAST_MISFIT, SHOP_MISFIT, BIDDER_MISFIT, START_MISFIT, MOVING_MISFIT,
    CARD_MISFIT, LEDGER_MISFIT, MONEY_MISFIT, TURNS_MISFIT, ACTION_MISFIT, VISITOR_MISFIT, OUT_MISFIT, RECEIVED_MISFIT,
    END_MISFIT,
) = range(len(MISFITS))  # fmt: skip


def fault_subject(code: int, subject: int) -> str:
    """What a fault is about, in words."""
    names = {
        VISITOR_FAULT: COLOURS,
        OWNER_FAULT: SHOPS,
        LEDGER_FAULT: LEDGER,
        CARD_FAULT: CARDS,
        ORDER_FAULT: MISFITS,
        KEPT_FAULT: KEPT_SUBJECTS,
    }
    return names[code][subject] if code in names else str(subject)


def richest(e: Edition) -> int:
    """More than any seat can ever hold.

    Visitors pay most when all of a colour enter one shop; a commission comes with each of the shops; a guide is paid
    out of what the visitors brought, so what passes between seats is counted already.
    """
    visitors = sum(int(e.pay[min(n, PAYERS - 1)]) for colour in range(N_COLOURS) for n in range(e.copies[colour]))
    commissions = N_SHOPS * int(max(e.auction_fee[SMALL], e.auction_fee[LARGE]))
    return int(e.money) + visitors + commissions + int(e.souvenirs.sum())


def check_edition(e: Edition) -> Iterator[str]:
    """What would make a house edition unplayable."""
    for k in range(N_FOUNTAINS):
        if all(there == NONE for there in e.route_to[k]):
            yield f"board: fountain {FOUNTAINS[k]}: expected a street that leads to another fountain"
    if len(set(e.gates)) < GATES:
        yield f"gates: expected {GATES} different fountains, got {', '.join(map(str, e.gates))}"
    total = int(e.copies.sum())
    outside = total - GATES * int(e.first_group)
    if not e.group[1] <= outside <= MOST_OUTSIDE:
        yield f"copies: expected {e.group[1]} to {MOST_OUTSIDE} visitors to stay outside, got {outside}"
    for k, colour in enumerate(COLOURS):
        if 3 * e.copies[k] > total:
            yield f"copies.{colour}: expected at most a third of the {total} visitors, got {e.copies[k]}"
    if e.group[0] > e.group[1]:
        yield f"group.least: expected at most the {e.group[1]} of group.most, got {e.group[0]}"
    for key, amount in (("opening", e.opening), ("raise_by", e.raise_by)):
        if amount % NOTE:
            yield f"{key}: expected a multiple of {NOTE}, got {amount}"
    if any(e.pay[k] < e.pay[k - 1] for k in range(1, PAYERS)):
        yield f"pay: expected no customer to pay less than the one before, got {', '.join(map(str, e.pay))}"
    if e.guide_fee[SMALL] > e.pay[0]:
        yield f"guide_fee.small: expected at most the {e.pay[0]} of the first customer, got {e.guide_fee[SMALL]}"
    if e.guide_fee[LARGE] > max(e.pay[0], e.guide_fee[UP_TO]):
        yield f"guide_fee.large: expected at most what it is paid on, got {e.guide_fee[LARGE]}"
    if richest(e) > TOP_BID:
        yield f"money: expected that no seat can come to hold more than {TOP_BID}, got up to {richest(e)}"


# Rules ----------------------------------------------------------------------------------------------------------


@contract
def deal(editions: Rows[Edition], states: Rows[State], i: int, chance: Rows[Stream]) -> None:
    """A fresh position."""
    e, s, c = editions[0], states[i], chance[0]
    s.turns, s.last_turns, s.action, s.auctioned = 0, 0, 0, 0
    s.money[:] = 0
    s.money[: s.seats] = e.money
    s.ledger[:] = 0
    s.owner[:] = NONE
    s.customers[:] = 0
    s.shop, s.bid, s.bidder = NONE, 0, NONE
    s.out[:] = 0
    s.start, s.way, s.stop, s.received = NONE, NONE, 0, 0
    line_up(e, s, c)
    s.face_up[:] = NONE
    s.sold[:] = 0
    s.deck[:] = NONE
    s.deck_left = 0
    if s.souvenirs:
        # marracash 9: the souvenirs are shuffled, two lie face up.
        for card in range(N_CARDS):
            s.deck[card] = card
        s.deck_left = N_CARDS
        shuffle(c, s.deck, N_CARDS)
        for slot in range(FACE_UP):
            turn_up(s, slot)
    count_kept(s)
    s.turn = below(c, s.seats)
    s.actor = s.turn
    s.phase, s.ended, s.undo_barrier = Phase.TURN, Reason.RUNNING, 0
    if not can_act(e, s):
        end_turn(e, s)


@contract
def derive(editions: Rows[Edition], states: Rows[State], i: int) -> None:
    """What the rest of the position comes to."""
    count_kept(states[i])


@helper
def count_kept(s: State) -> None:
    """Which fountains are crowded, and whose the shops are."""
    s.crowded, s.vacant = crowded_fountains(s), shops_owned(s, NONE)
    for seat in range(SEATS):
        s.shops[seat] = shops_owned(s, seat)


@helper
def crowded_fountains(s: State) -> int:
    """The fountains with visitors, as bits."""
    fountains = 0
    for fountain in range(N_FOUNTAINS):
        fountains |= (crowd(s, fountain) > 0) << fountain
    return fountains


@helper
def shops_owned(s: State, seat: int) -> int:
    """The shops of a seat, or of nobody, as bits."""
    shops = 0
    for shop in range(N_SHOPS):
        shops |= (s.owner[shop] == seat) << shop
    return shops


@helper
def line_up(e: Edition, s: State, c: Stream) -> None:
    """marracash 1: visitors of different colours at each gate, the others outside, never three of a colour in a row."""
    # ``moving`` serves as the bag; nobody is on the way yet.
    bag = s.moving
    left = 0
    for colour in range(N_COLOURS):
        bag[colour] = e.copies[colour]
        left += int(e.copies[colour])
    s.visitors[:] = 0
    for k in range(GATES):
        gate = e.gates[k] - 1
        placed = 0
        while placed < e.first_group:
            colour = pick_weighted(c, bag, left)
            if s.visitors[gate, colour] == 0:
                s.visitors[gate, colour] = 1
                bag[colour] -= 1
                left -= 1
                placed += 1
    s.line[:] = NONE
    s.line_first, s.line_left = 0, left
    k = 0
    for colour in range(N_COLOURS):
        for _ in range(bag[colour]):
            s.line[k] = colour
            k += 1
        bag[colour] = 0
    # Shuffling until it fits makes every line that is allowed equally likely; about one in four is.
    shuffle(c, s.line, left)
    while three_in_a_row(s):
        shuffle(c, s.line, left)


@helper
def three_in_a_row(s: State) -> bool:
    """Whether three neighbours outside are of one colour."""
    for k in range(2, s.line_left):
        if s.line[k] == s.line[k - 1] and s.line[k] == s.line[k - 2]:
            return True
    return False


@contract
def actors(editions: Rows[Edition], states: Rows[State], i: int) -> int:
    """One seat decides at a time."""
    s = states[i]
    return 0 if s.phase == Phase.OVER else 1 << s.actor


@helper
def first_round(s: State) -> bool:
    """marracash 2: each seat's first turn is one auction and nothing else."""
    return bool(s.turns < s.seats)


@helper
def shops_of(s: State, seat: int) -> int:
    """How many shops a seat has."""
    return int(bits_in(s.shops[seat]))


@helper
def can_open(e: Edition, s: State, seat: int) -> bool:
    """marracash 4: opening takes the least bid in cash, a marker that is left, and a shop without an owner."""
    return bool(s.money[seat] >= e.opening and s.vacant != 0 and shops_of(s, seat) < e.shop_limit)


@helper
def can_raise(e: Edition, s: State, seat: int) -> bool:
    """marracash 4: a raise within the seat's cash, and a marker that is left."""
    return bool(s.money[seat] >= s.bid + e.raise_by and shops_of(s, seat) < e.shop_limit)


@helper
def lowest_bid(e: Edition, s: State) -> int:
    """The least that may be bid now."""
    return int(e.opening) if s.bidder == NONE else int(s.bid + e.raise_by)


@helper
def may_move(s: State) -> bool:
    """marracash 3: a move comes first or after a move, never after an auction; marracash 2: not in the first round."""
    return not first_round(s) and s.auctioned == 0


@helper
def crowd(s: State, fountain: int) -> int:
    """Visitors at a fountain."""
    return total(s.visitors[fountain])


@hot
def is_crowded(s: State, fountain: int) -> bool:
    """Whether anybody is at a fountain."""
    return bool(s.crowded >> fountain & 1)


@helper
def can_act(e: Edition, s: State) -> bool:
    """Whether the seat whose turn it is can carry out any action."""
    return bool(may_move(s) and s.crowded != 0) or can_open(e, s, int(s.turn))


@contract
def legal(editions: Rows[Edition], states: Rows[State], i: int, seat: int, choices: Choices) -> None:
    """The choices of the seat that decides."""
    e, s = editions[0], states[i]
    clear(choices)
    phase = s.phase
    if phase == Phase.OVER or seat != s.actor:
        return
    if phase == Phase.TURN:
        if may_move(s):
            fountains = int(s.crowded)
            while fountains:
                fountain = lowest_bit(fountains)
                allow_set(choices, Verb.MOVE + fountain * N_WAYS, e.ways[fountain])
                fountains &= fountains - 1
        if can_open(e, s, seat):
            allow_set(choices, Verb.AUCTION, s.vacant)
    elif phase == Phase.OPENING or phase == Phase.BIDDING:
        # marracash 4: any multiple of the smallest note, up to the seat's cash; only the opening must be bid.
        first, beyond = Verb.BID + lowest_bid(e, s) // NOTE - 1, Verb.BID + s.money[seat] // NOTE
        allow_range(choices, first, beyond)
        if phase == Phase.BIDDING:
            allow(choices, Verb.PASS)
    elif phase == Phase.SOUVENIR:
        # marracash 9: of two of the colour the owner chooses.
        allow_range(choices, Verb.SELL, Verb.SELL + FACE_UP)
    else:
        # marracash 7: any empty gate, either end, any size that is left; the whole line has but one end.
        for k in range(GATES):
            if not is_crowded(s, int(e.gates[k]) - 1):
                for size in range(e.group[0], min(int(e.group[1]), int(s.line_left)) + 1):
                    for end in range(1 if size == s.line_left else len(ENDS)):
                        allow(choices, Verb.BRING + (k * len(ENDS) + end) * SIZES + size - SMALLEST)


@contract
def step(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, chance: Rows[Stream]) -> None:
    """One decision of the seat that decides."""
    e, s = editions[0], states[i]
    turns = s.turns
    if action < Verb.AUCTION:
        set_out(s, (action - Verb.MOVE) // N_WAYS, (action - Verb.MOVE) % N_WAYS)
        walk(e, s)
    elif action < Verb.BRING:
        s.shop = action - Verb.AUCTION
        s.phase = Phase.OPENING
    elif action < Verb.SELL:
        gate, end, size = group_chosen(action)
        bring(e, s, gate, end, size)
    elif action < Verb.PASS:
        sell(e, s, seat, action - Verb.SELL)
        walk(e, s)
    else:
        if action == Verb.PASS:
            s.out[seat] = 1
        else:
            s.bid = (action - Verb.BID + 1) * NOTE
            s.bidder = seat
        ask_next(e, s)
    if s.actor != seat or s.turns != turns:
        s.undo_barrier += 1


@helper
def earn(s: State, seat: int, entry: int, amount: int) -> None:
    """Money for a seat, or from it if it is negative, put down in the ledger."""
    s.money[seat] += amount
    s.ledger[seat, entry] += amount


@helper
def payment(e: Edition, customer: int) -> int:
    """marracash 6: what a customer of a shop pays, counted from 0; all from the fifth on pay the same."""
    return int(e.pay[min(customer, PAYERS - 1)])


@helper
def spending(e: Edition, customers: int, number: int) -> int:
    """What so many more customers pay in a shop that has some."""
    return paid_by(e, customers + number) - paid_by(e, customers)


@hot
def paid_by(e: Edition, customers: int) -> int:
    """What so many customers pay in a shop in all."""
    return int(e.paid[min(customers, PAYERS)]) + max(customers - PAYERS, 0) * int(e.pay[PAYERS - 1])


@helper
def fee(table: Array, amount: int) -> int:
    """A fee in two steps."""
    return int(table[SMALL] if amount <= table[UP_TO] else table[LARGE])


@helper
def ask_next(e: Edition, s: State) -> None:
    """marracash 4: clockwise, whoever is not out raises or passes; when all but one are out, that one buys."""
    seat = int(s.actor)
    while True:
        seat = around(seat + 1, s.seats)
        if seat == s.bidder:
            buy(e, s)
            return
        if not s.out[seat] and can_raise(e, s, seat):
            s.actor = seat
            s.phase = Phase.BIDDING
            return
        s.out[seat] = 1


@helper
def buy(e: Edition, s: State) -> None:
    """marracash 4: the price goes to the bank; the auctioneer earns a commission unless it bought itself."""
    s.owner[s.shop] = s.bidder
    s.vacant &= ~(1 << int(s.shop))
    s.shops[s.bidder] |= 1 << int(s.shop)
    earn(s, int(s.bidder), PURCHASES, -int(s.bid))
    if s.bidder != s.turn:
        earn(s, int(s.turn), COMMISSIONS, fee(e.auction_fee, int(s.bid)))
    s.shop, s.bid, s.bidder = NONE, 0, NONE
    empty(s.out)
    finish_action(e, s, 1)


@helper
def set_out(s: State, fountain: int, way: int) -> None:
    """marracash 5: all visitors of one fountain leave it together."""
    s.start, s.way = fountain, way
    put(s.moving, s.visitors[fountain])
    empty(s.visitors[fountain])
    s.crowded &= ~(1 << fountain)


@helper
def walk(e: Edition, s: State) -> None:
    """marracash 5: past the shops of the route and on to the next fountain, unless an owner must choose a souvenir."""
    while s.stop < N_SHOPS and e.route_shop[s.start, s.way, s.stop] != NONE:
        shop = int(e.route_shop[s.start, s.way, s.stop])
        if s.owner[shop] != NONE and not enter_shop(e, s, shop):
            return
        s.stop += 1
    arrival = int(e.route_to[s.start, s.way])
    s.crowded |= (total(s.moving) > 0) << arrival
    for colour in range(N_COLOURS):
        s.visitors[arrival, colour] += s.moving[colour]
        s.moving[colour] = 0
    s.start, s.way, s.stop = NONE, NONE, 0
    finish_action(e, s, 0)


@helper
def enter_shop(e: Edition, s: State, shop: int) -> bool:
    """marracash 5: visitors of its colour enter an owned shop for good; False if its owner must decide first."""
    colour, owner = shop // EACH, int(s.owner[shop])
    while s.moving[colour] > 0:
        amount = payment(e, int(s.customers[shop]))
        s.moving[colour] -= 1
        s.customers[shop] += 1
        earn(s, owner, TAKINGS, amount)
        s.received += amount
        if s.souvenirs and not offer(e, s, owner, colour):
            return False
    # marracash 6: the owner pays a rival who led them in, once for all who entered.
    if s.received > 0 and owner != s.turn:
        amount = fee(e.guide_fee, int(s.received))
        earn(s, owner, GUIDES, -amount)
        earn(s, int(s.turn), GUIDING, amount)
    s.received = 0
    return True


@helper
def on_offer(s: State, slot: int, colour: int) -> bool:
    """Whether the souvenir that lies face up in a place is of a colour."""
    return bool(s.face_up[slot] != NONE and s.face_up[slot] // EACH == colour)


@helper
def souvenir_value(e: Edition, card: int) -> int:
    """marracash 9: what the bank pays for a souvenir."""
    return int(e.souvenirs[card // EACH, card % EACH])


@helper
def offer(e: Edition, s: State, owner: int, colour: int) -> bool:
    """marracash 9: a visitor buys a souvenir of the shop's colour; False if the owner must choose between two."""
    found = 0
    last = 0
    for slot in range(FACE_UP):
        if on_offer(s, slot, colour):
            found += 1
            last = slot
    if found == FACE_UP:
        s.phase = Phase.SOUVENIR
        s.actor = owner
        return False
    if found == 1:
        sell(e, s, owner, last)
    return True


@helper
def sell(e: Edition, s: State, owner: int, slot: int) -> None:
    """marracash 9: the bank pays the owner, which counts in rule 6; the card leaves the game, a new one is turned."""
    card = int(s.face_up[slot])
    amount = souvenir_value(e, card)
    earn(s, owner, SOUVENIRS, amount)
    s.received += amount
    s.sold[card] = 1
    turn_up(s, slot)


@helper
def turn_up(s: State, slot: int) -> None:
    """The next souvenir is turned face up, while there is one."""
    s.face_up[slot] = NONE
    if s.deck_left > 0:
        s.deck_left -= 1
        s.face_up[slot] = s.deck[s.deck_left]
        s.deck[s.deck_left] = NONE
        s.undo_barrier += 1


@helper
def finish_action(e: Edition, s: State, auction: int) -> None:
    """marracash 3: two actions a turn; what cannot be carried out is skipped."""
    if s.action + 1 < ACTIONS_A_TURN and not first_round(s):
        s.action += 1
        s.auctioned = auction
        if can_act(e, s):
            s.phase = Phase.TURN
            s.actor = s.turn
            return
    end_turn(e, s)


@helper
def wants_visitors(e: Edition, s: State) -> bool:
    """marracash 7: an empty gate fountain; marracash 8: none is filled any more once the last turns have begun."""
    if s.last_turns > 0:
        return False
    for k in range(GATES):
        if not is_crowded(s, int(e.gates[k]) - 1):
            return True
    return False


@helper
def end_turn(e: Edition, s: State) -> None:
    """New visitors where they are wanted; then the next seat that can do anything."""
    s.action, s.auctioned = 0, 0
    while True:
        if wants_visitors(e, s):
            s.phase = Phase.ARRIVAL
            s.actor = s.turn
            return
        pass_turn(s)
        # marracash 3: a seat that can do nothing is skipped.
        if s.phase == Phase.OVER or can_act(e, s):
            return


@helper
def pass_turn(s: State) -> None:
    """The next seat plays, or the match is over."""
    s.turns += 1
    s.turn = around(int(s.turn) + 1, s.seats)
    s.actor = s.turn
    s.phase = Phase.TURN
    # marracash 8: one more turn for each seat after the last group has come in, or the limit of the lab.
    if s.last_turns > 0:
        s.last_turns -= 1
        if s.last_turns == 0:
            s.phase, s.ended = Phase.OVER, Reason.LAST_TURNS
            return
    if s.turn_limit > 0 and s.turns >= s.turn_limit * s.seats:
        s.phase, s.ended = Phase.OVER, Reason.TURN_LIMIT


@helper
def group_chosen(action: int) -> tuple[int, int, int]:
    """Which gate, which end of the line and how many a choice to bring visitors means."""
    choice = action - Verb.BRING
    return choice // (len(ENDS) * SIZES), choice // SIZES % len(ENDS), SMALLEST + choice % SIZES


@helper
def from_end(s: State, end: int, k: int) -> int:
    """The place of a visitor outside, counted from one end of the line."""
    return int(s.line_first) + (k if end == LEFT else int(s.line_left) - 1 - k)


@helper
def bring(e: Edition, s: State, gate: int, end: int, size: int) -> None:
    """marracash 7: a group from one end of the line comes to an empty gate fountain."""
    fountain = int(e.gates[gate]) - 1
    s.crowded |= 1 << fountain
    for _ in range(size):
        place = from_end(s, end, 0)
        if end == LEFT:
            s.line_first += 1
        s.line_left -= 1
        s.visitors[fountain, s.line[place]] += 1
        s.line[place] = NONE
    if s.line_left < e.group[0]:
        # marracash 8: too few are left outside; after this turn each seat has one more, this one the last.
        s.last_turns = s.seats + 1
    if s.line_left == 0:
        s.line_first = 0
    end_turn(e, s)


@contract
def conceal(editions: Rows[Edition], states: Rows[State], i: int, seat: int) -> None:
    """All is open but the order of the souvenirs in the deck."""
    s = states[i]
    for k in range(s.deck_left):
        s.deck[k] = NONE


@contract
def determinize(editions: Rows[Edition], states: Rows[State], i: int, seat: int, chance: Rows[Stream]) -> float:
    """The souvenirs not seen yet, in any order."""
    s, c = states[i], chance[0]
    k = 0
    if s.deck_left > 0:
        for card in range(N_CARDS):
            if not s.sold[card] and s.face_up[0] != card and s.face_up[1] != card:
                s.deck[k] = card
                k += 1
        shuffle(c, s.deck, k)
    return 1.0


@contract
def score(editions: Rows[Edition], states: Rows[State], i: int, out: Array2) -> None:
    """marracash 8: the money; ties are shared."""
    s = states[i]
    out[:] = 0
    for seat in range(s.seats):
        out[seat, 0] = s.money[seat]
    rank_by_score(out, s.seats)


@contract
def audit(editions: Rows[Edition], states: Rows[State], i: int) -> tuple[int, int, int, int]:
    """Every visitor, coin and card is in exactly one place, no limit is passed, and the phase fits the rest."""
    e, s = editions[0], states[i]
    for colour in range(N_COLOURS):
        found = visitors_of(s, colour)
        if found != e.copies[colour]:
            return VISITOR_FAULT, colour, found, int(e.copies[colour])
    spent = 0
    for shop in range(N_SHOPS):
        if s.owner[shop] >= s.seats or (s.owner[shop] == NONE and s.customers[shop] > 0):
            return OWNER_FAULT, shop, int(s.owner[shop]), int(s.seats) - 1
        spent += spending(e, 0, int(s.customers[shop]))
    for seat in range(s.seats):
        if shops_of(s, seat) > e.shop_limit:
            return LIMIT_FAULT, seat, shops_of(s, seat), int(e.shop_limit)
    sold = 0
    for card in range(N_CARDS):
        places = int(s.sold[card])
        sold += places * souvenir_value(e, card)
        for slot in range(FACE_UP):
            places += s.face_up[slot] == card
        for k in range(N_CARDS):
            places += s.deck[k] == card
        if places != s.souvenirs:
            return CARD_FAULT, card, places, int(s.souvenirs)
    totals = scratch_whole(N_LEDGER)
    empty(totals)
    for seat in range(SEATS):
        balance = int(e.money) if seat < s.seats else 0
        for entry in range(N_LEDGER):
            balance += int(s.ledger[seat, entry])
            totals[entry] += s.ledger[seat, entry]
        if s.money[seat] != balance:
            return MONEY_FAULT, seat, int(s.money[seat]), balance
    if totals[TAKINGS] != spent:
        return LEDGER_FAULT, TAKINGS, totals[TAKINGS], spent
    if totals[SOUVENIRS] != sold:
        return LEDGER_FAULT, SOUVENIRS, totals[SOUVENIRS], sold
    if totals[GUIDING] != -totals[GUIDES]:
        return LEDGER_FAULT, GUIDING, totals[GUIDING], -totals[GUIDES]
    misfit = misfit_of(e, s)
    if misfit == FITS:
        misfit = money_misfit(e, s, spent + sold)
    if misfit == FITS:
        misfit = clock_misfit(e, s)
    return audit_kept(s) if misfit == FITS else (ORDER_FAULT, misfit, 0, 0)


@helper
def audit_kept(s: State) -> tuple[int, int, int, int]:
    """What is kept is what the rest of the position comes to."""
    if s.crowded != crowded_fountains(s):
        return KEPT_FAULT, CROWDED_AT, int(s.crowded), crowded_fountains(s)
    if s.vacant != shops_owned(s, NONE):
        return KEPT_FAULT, VACANT_AT, int(s.vacant), shops_owned(s, NONE)
    for seat in range(SEATS):
        if s.shops[seat] != shops_owned(s, seat):
            return KEPT_FAULT, SHOPS_AT, int(s.shops[seat]), shops_owned(s, seat)
    return 0, 0, 0, 0


@helper
def visitors_of(s: State, colour: int) -> int:
    """All visitors of a colour, wherever they are."""
    found = int(s.moving[colour])
    for fountain in range(N_FOUNTAINS):
        found += int(s.visitors[fountain, colour])
    for k in range(MOST_OUTSIDE):
        found += s.line[k] == colour
    for shop in range(colour * EACH, (colour + 1) * EACH):
        found += int(s.customers[shop])
    return found


@helper
def misfit_of(e: Edition, s: State) -> int:
    """The first thing that does not fit what is going on."""
    phase = s.phase
    if s.turn >= s.seats or (phase == Phase.TURN and not can_act(e, s)):
        return TURN_MISFIT
    if s.actor >= s.seats or (s.actor != s.turn and phase != Phase.BIDDING and phase != Phase.SOUVENIR):
        return ACTOR_MISFIT
    for k in range(MOST_OUTSIDE):
        if (s.line[k] != NONE) != (s.line_first <= k < int(s.line_first) + int(s.line_left)):
            return LINE_MISFIT
    if phase != Phase.OVER and (s.line_left < e.group[0]) != (s.last_turns > 0):
        return LAST_MISFIT
    if phase == Phase.ARRIVAL and not wants_visitors(e, s):
        return LAST_MISFIT
    if (s.shop != NONE) != (phase == Phase.OPENING or phase == Phase.BIDDING) or (
        s.shop != NONE and s.owner[s.shop] != NONE
    ):
        return SHOP_MISFIT
    if (s.bidder != NONE) != (phase == Phase.BIDDING) or s.bidder >= s.seats:
        return BIDDER_MISFIT
    if s.bidder == NONE and (s.bid != 0 or s.out.any()):
        return BIDDER_MISFIT
    if phase == Phase.OPENING and not can_open(e, s, int(s.turn)):
        return BIDDER_MISFIT
    if phase == Phase.BIDDING:
        if s.bid < e.opening or s.bid % NOTE != 0 or s.bid > s.money[s.bidder]:
            return BIDDER_MISFIT
        if s.bidder == s.actor or shops_of(s, int(s.bidder)) >= e.shop_limit:
            return BIDDER_MISFIT
        if not can_raise(e, s, int(s.actor)) or s.out[s.actor] or s.out[s.bidder]:
            return ACTOR_MISFIT
    if (s.start != NONE) != (phase == Phase.SOUVENIR) or (s.way != NONE) != (phase == Phase.SOUVENIR):
        return START_MISFIT
    if phase == Phase.SOUVENIR:
        misfit = walk_misfit(e, s)
        if misfit != FITS:
            return misfit
    elif s.moving.sum() or s.stop or s.received:
        return MOVING_MISFIT
    for k in range(N_CARDS):
        if (s.deck[k] != NONE) != (k < s.deck_left):
            return CARD_MISFIT
    for slot in range(FACE_UP):
        # marracash 9: a card that was sold is replaced while there is one.
        if s.face_up[slot] == NONE and s.deck_left > 0:
            return CARD_MISFIT
    return FITS


@helper
def walk_misfit(e: Edition, s: State) -> int:
    """What does not fit a move that stopped at a shop: marracash 5, 6, 9."""
    shop = e.route_shop[s.start, s.way, s.stop]
    if e.route_to[s.start, s.way] == NONE or shop == NONE or s.owner[shop] != s.actor:
        return START_MISFIT
    for slot in range(FACE_UP):
        if not on_offer(s, slot, shop // EACH):
            return CARD_MISFIT
    # All have left the fountain, and whoever passed an owned shop of their colour has entered it.
    if crowd(s, int(s.start)):
        return VISITOR_MISFIT
    for k in range(s.stop):
        passed = e.route_shop[s.start, s.way, k]
        if s.owner[passed] != NONE and s.moving[passed // EACH]:
            return MOVING_MISFIT
    earned = int(s.ledger[s.actor, TAKINGS]) + int(s.ledger[s.actor, SOUVENIRS]) + int(s.ledger[s.actor, GUIDES])
    if s.customers[shop] == 0 or not payment(e, int(s.customers[shop]) - 1) <= s.received <= earned:
        return RECEIVED_MISFIT
    return FITS


@helper
def money_misfit(e: Edition, s: State, spent: int) -> int:
    """What does not fit of the money: nobody has more than could be earned with all that visitors have spent."""
    most = int(e.money) + spent
    for shop in range(N_SHOPS):
        most += (s.owner[shop] != NONE) * int(max(e.auction_fee[SMALL], e.auction_fee[LARGE]))
    for seat in range(SEATS):
        book = s.ledger[seat]
        takings = 0
        for shop in range(N_SHOPS):
            takings += spending(e, 0, int(s.customers[shop]) if s.owner[shop] == seat else 0)
        if book[TAKINGS] != takings or book[SOUVENIRS] < 0 or book[COMMISSIONS] < 0 or book[GUIDING] < 0:
            return LEDGER_MISFIT
        # marracash 6: guides are paid out of what the visitors have brought.
        if not 0 <= -int(book[GUIDES]) <= takings + int(book[SOUVENIRS]):
            return LEDGER_MISFIT
        for entry in range(N_LEDGER):
            if seat >= s.seats and book[entry]:
                return LEDGER_MISFIT
        if s.money[seat] > most:
            return MONEY_MISFIT
    return FITS


@helper
def clock_misfit(e: Edition, s: State) -> int:
    """What does not fit the moment: marracash 2, 3, 4, 7 and 8."""
    phase, seats = s.phase, int(s.seats)
    if s.action < s.auctioned or ((phase == Phase.ARRIVAL or phase == Phase.OVER) and s.action):
        return ACTION_MISFIT
    if phase == Phase.SOUVENIR and not may_move(s):
        return ACTION_MISFIT
    if first_round(s) and (s.action or phase == Phase.ARRIVAL or phase == Phase.OVER):
        return TURNS_MISFIT
    if first_round(s) and (s.customers.any() or N_SHOPS - bits_in(s.vacant) > s.turns):
        return TURNS_MISFIT
    timed_out = s.turn_limit > 0 and s.turns >= int(s.turn_limit) * seats
    last_group = s.line_left < e.group[0]
    if phase == Phase.OVER and s.ended == Reason.LAST_TURNS:
        if s.last_turns or not last_group:
            return END_MISFIT
    elif (phase == Phase.OVER and s.ended == Reason.TURN_LIMIT) != timed_out:
        return END_MISFIT if phase == Phase.OVER else TURNS_MISFIT
    elif last_group != (s.last_turns > 0) or s.last_turns > seats:
        return LAST_MISFIT
    if s.line_left == 0 and s.line_first:
        return LINE_MISFIT
    # marracash 7: nobody begins a turn while a gate is empty.
    beginning = s.action == 0 and (phase == Phase.TURN or phase == Phase.OPENING or phase == Phase.BIDDING)
    if beginning and wants_visitors(e, s):
        return VISITOR_MISFIT
    for seat in range(seats, SEATS):
        if s.out[seat]:
            return OUT_MISFIT
    if phase == Phase.BIDDING:
        # marracash 4: a rival has raised the opening, and all who were asked since the last bid are out.
        if s.bidder != s.turn and s.bid < int(e.opening) + int(e.raise_by):
            return BIDDER_MISFIT
        seat = (int(s.bidder) + 1) % seats
        while seat != s.actor:
            if not s.out[seat]:
                return OUT_MISFIT
            seat = (seat + 1) % seats
    return FITS


# Observation ----------------------------------------------------------------------------------------------------


class Part(Parts):
    """What the seat knows, in the order of the observation."""

    phase = part((PHASES,), 0, 1, "which phase it is")
    money = part((SEATS,), 0, TOP_BID, "money of each seat, own first, then to the left")
    turn = part((SEATS,), 0, 1, "whose turn it is, own first")
    bidder = part((SEATS,), 0, 1, "whose bid it is, own first")
    out = part((SEATS,), 0, 1, "who has passed in this auction, own first")
    owner = part((SEATS, SHOPS), 0, 1, "the shops of each seat, own first")
    customers = part((SHOPS,), 0, 30, "customers in each shop")
    visitors = part((FOUNTAINS, COLOURS), 0, 30, "visitors at each fountain")
    line = part((MOST_OUTSIDE, COLOURS), 0, 1, "visitors outside, from the left end")
    right_end = part((LARGEST, COLOURS), 0, 1, "the first visitors outside from the right end")
    shop = part((SHOPS,), 0, 1, "the shop under the hammer")
    moving = part((COLOURS,), 0, 30, "visitors on their way while an owner chooses a souvenir")
    face_up = part((CARDS,), 0, 1, "souvenirs face up")
    sold = part((CARDS,), 0, 1, "souvenirs sold")
    bid = part((1,), 0, TOP_BID, "the highest bid")
    outside = part((1,), 0, MOST_OUTSIDE, "visitors outside")
    first_round = part((1,), 0, 1, "whether it is the first round")
    action = part((1,), 0, 1, "actions already taken in this turn")
    auctioned = part((1,), 0, 1, "whether the first of them was an auction")
    last_turns = part((1,), 0, SEATS + 1, "turns to the end, once the last visitors are in")
    turns_left = part((1,), 0, 1000 * SEATS, "turns to the limit, if there is one")
    deck = part((1,), 0, N_CARDS, "souvenirs in the deck")


OBSERVATION = tuple(Part)


@contract
def encode(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Floats) -> None:
    """What the seat knows, in the order of OBSERVATION; a spectator sits in seat 0."""
    s = states[i]
    me, seats = max(seat, 0), int(s.seats)
    out[:] = 0.0
    out[Part.phase + s.phase] = 1.0
    out[Part.turn + (int(s.turn) - me) % seats] = 1.0
    if s.bidder != NONE:
        out[Part.bidder + (int(s.bidder) - me) % seats] = 1.0
    for j in range(seats):
        other = (me + j) % seats
        out[Part.money + j] = s.money[other]
        out[Part.out + j] = s.out[other]
    for shop in range(N_SHOPS):
        if s.owner[shop] != NONE:
            out[Part.owner + (int(s.owner[shop]) - me) % seats * N_SHOPS + shop] = 1.0
        out[Part.customers + shop] = s.customers[shop]
    for fountain in range(N_FOUNTAINS):
        for colour in range(N_COLOURS):
            out[Part.visitors + fountain * N_COLOURS + colour] = s.visitors[fountain, colour]
    left = int(s.line_left)
    for j in range(left):
        out[Part.line + j * N_COLOURS + int(s.line[from_end(s, LEFT, j)])] = 1.0
    for j in range(min(left, LARGEST)):
        out[Part.right_end + j * N_COLOURS + int(s.line[from_end(s, RIGHT, j)])] = 1.0
    if s.shop != NONE:
        out[Part.shop + int(s.shop)] = 1.0
    for colour in range(N_COLOURS):
        out[Part.moving + colour] = s.moving[colour]
    for slot in range(FACE_UP):
        if s.face_up[slot] != NONE:
            out[Part.face_up + int(s.face_up[slot])] = 1.0
    for card in range(N_CARDS):
        out[Part.sold + card] = s.sold[card]
    out[Part.bid] = s.bid
    out[Part.outside] = left
    out[Part.first_round] = first_round(s)
    out[Part.action] = s.action
    out[Part.auctioned] = s.auctioned
    out[Part.last_turns] = s.last_turns
    out[Part.turns_left] = max(int(s.turn_limit) * seats - int(s.turns), 0)
    out[Part.deck] = s.deck_left
