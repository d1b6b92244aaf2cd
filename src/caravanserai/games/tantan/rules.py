"""The rules of Tan-Tan Caravan, compiled. Numbers such as ``tantan 7`` are those of the rules page."""

from __future__ import annotations

from collections.abc import Iterator
from enum import auto

from caravanserai.kernel.actions import Actions, Left, Verbs, args
from caravanserai.kernel.arrays import Array, Array2, Floats, Rows
from caravanserai.kernel.chance import Stream, below, pick_weighted, shuffle
from caravanserai.kernel.choices import Choices, allow, allow_set, clear
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.contract import Contract, Parts, Position, part
from caravanserai.kernel.counting import around, total
from caravanserai.kernel.names import Names
from caravanserai.kernel.records import NONE, Record, int8, int16

# Constants ------------------------------------------------------------------------------------------------------

GOODS = ("food", "clothes", "cloth", "lanterns", "spices", "jewels")
TREASURES = (*GOODS, "lamp", "princess", "merchant")
CARDS = (*TREASURES, "thief", "mouse")
LAMP, PRINCESS, MERCHANT, THIEF, MOUSE = range(len(GOODS), len(CARDS))
N_GOODS, N_TREASURES, N_CARDS = len(GOODS), len(TREASURES), len(CARDS)

SEATS = 4
SLOTS = 5
MOST_CARDS = 128
SEAT_COUNTS = ("two", "three", "four")


class Phase(Names):
    """What is going on."""

    TURN = auto()
    BUYING = auto()
    LOADING = auto()
    LOT = auto()
    THEFT = auto()
    BITE = auto()
    OVER = auto()


PHASES = Phase.words()
PHASE_RULES = {"waiting": 1, "turn": 2, "buying": 2, "loading": 5, "lot": 7, "theft": 9, "bite": 8, "over": 14}
"""The rule that matters most in each phase, and while a table waits for its players."""


class Reason(Names):
    """Why a match is over; the first means that it is not."""

    RUNNING = auto()
    PILE_EMPTY = auto()
    NOTHING_TO_ADD = auto()


REASONS = Reason.words()

# What follows a distribution: the seat that started it plays, or the turn passes, or the match ends.
PLAY, PASS, END_PILE_EMPTY, END_NOTHING_TO_ADD = range(4)

WINDOWS: dict[Phase, Verb] = {}
HORIZON = 60


class Verb(Verbs):
    """What can be done; each is the number of its first action."""

    TAKE = args(slot=SLOTS)
    LOAD = args(card=CARDS)
    CONFIRM = args()
    LOT = args(card=CARDS[:MOUSE])
    STEAL = args(rival=Left(SEATS - 1))
    FEED = args(card=TREASURES)


ACTIONS = Actions(Verb)

# Records --------------------------------------------------------------------------------------------------------


class Edition(Record, name="tantan edition"):
    """The printed numbers."""

    copies: Array = int8(CARDS, low=0, high=50)
    points: Array = int8(GOODS, low=0, high=99)
    purse: Array = int8(CARDS, low=0, high=99)
    slot_cost: Array = int8(SLOTS, low=0, high=99)
    places: Array = int8(SEAT_COUNTS, low=1, high=20)
    removed: Array2 = int8(SEAT_COUNTS, GOODS, low=0, high=50)
    hand_limit: int = int8(low=1, high=20)
    merchant_points: int = int8(low=0, high=20)


class State(Position, name="tantan", phases=Phase, reasons=Reason):
    """A position."""

    # Open to all.
    turn: int = int8(low=0, high=SEATS - 1, doc="whose turn it is")
    actor: int = int8(low=0, high=SEATS - 1, doc="who decides now")
    last_adder: int = int8(low=0, high=SEATS - 1, doc="who last added a card to the caravan")
    purse: int = int8(names=CARDS, doc="the card that pays, left of the market")
    market: Array = int8(SLOTS, names=CARDS, doc="the cards on offer, slot by slot")
    caravan: Array = int8(CARDS, low=0, high=MOST_CARDS - 1, doc="cards in the caravan")
    hand: Array2 = int8(SEATS, CARDS, low=0, high=MOST_CARDS - 1, doc="every card was bought face up")
    laid: Array2 = int8(SEATS, CARDS, low=0, high=MOST_CARDS - 1, doc="riches laid out before each seat")
    discarded: Array = int8(CARDS, low=0, high=MOST_CARDS - 1, doc="cards that have left the game")
    spent: int = int8(low=0, doc="money spent in this purchase")
    loading: int = int8(names=CARDS[:MOUSE], doc="the type that goes with the mice in this load")
    starter: int = int8(low=0, high=SEATS - 1, doc="who began the distribution")
    served: int = int8(low=0, high=SEATS, doc="seats that have had their lot")
    thefts: int = int8(low=0, high=50, doc="thefts still to be made")
    mouse_due: int = int8(low=0, high=1, doc="the seat still has to take a mouse with its lot")
    after: int = int8(low=0, high=3, doc="after the distribution: 0 starter plays, 1 turn passes, 2 or 3 end")
    # Hidden but for the top card, which is pile[pile_left - 1].
    pile_left: int = int16(low=0, high=MOST_CARDS, doc="cards in the draw pile")
    pile: Array = int8(MOST_CARDS, names=CARDS, doc="the draw pile, its top card last")
    # Kept by the helpers that move cards; a set has a bit for each type that is there.
    held: Array = int16(SEATS, derived=True, doc="cards in each hand")
    hand_types: Array = int16(SEATS, derived=True, doc="the set of types in each hand")
    laid_types: Array = int16(SEATS, derived=True, doc="the set of types laid out before each seat")
    loaded: int = int16(derived=True, doc="cards in the caravan")
    caravan_types: int = int16(derived=True, doc="the set of types in the caravan")


contract = Contract(Edition, State)

CARD_FAULT, PLACE_FAULT, HAND_FAULT, SEAT_FAULT, GAP_FAULT, PILE_FAULT = range(1, 7)
ROOM_FAULT, FIELD_FAULT, CHOICE_FAULT, END_FAULT, KEPT_FAULT = range(7, 12)
FAULTS = {
    CARD_FAULT: "{subject}: {found} cards in all, expected {expected}",
    PLACE_FAULT: "caravan: {found} cards, expected at most {expected}",
    HAND_FAULT: "hand of seat {subject}: {found} cards, expected at most {expected}",
    SEAT_FAULT: "turn, actor, starter and last_adder: seat {found}, expected at most {expected}",
    GAP_FAULT: "purse and market: a gap, expected none while the pile has {found} cards",
    PILE_FAULT: "pile: {found} cards from its bottom up, expected the {expected} of pile_left and nothing above them",
    ROOM_FAULT: "caravan: {found} free places, expected {subject}",
    FIELD_FAULT: "{subject}: {found}, expected {expected} as things stand",
    CHOICE_FAULT: "phase {subject}: seat {found} has no choice",
    END_FAULT: "{subject}: expected over with the reason of its last distribution, or neither",
    KEPT_FAULT: "{subject}: {found} is kept, expected {expected} as the cards lie",
}
ROOMS = ("one or more", "none, for the distribution has just begun")
SUBJECTS = (
    "turn", "actor", "last_adder", "starter", "thieves and mice laid out", "spent", "loading", "served", "thefts",
    "mouse_due", "after",
)  # fmt: skip
KEPT = ("held", "hand_types", "laid_types", "loaded", "caravan_types")
(
    TURN_OF, ACTOR_OF, ADDER_OF, STARTER_OF, LAID_OUT, SPENT, LOADED, SERVED, THEFTS, MOUSE_DUE, AFTER,
) = range(len(SUBJECTS))  # fmt: skip
KEPT_HELD, KEPT_HAND, KEPT_LAID, KEPT_LOADED, KEPT_CARAVAN = range(len(KEPT))


def fault_subject(code: int, subject: int) -> str:
    """What a fault is about, in words."""
    if code == END_FAULT:
        return f"phase {PHASES[subject // len(REASONS)]} and ended {REASONS[subject % len(REASONS)]}"
    names = {CARD_FAULT: CARDS, ROOM_FAULT: ROOMS, FIELD_FAULT: SUBJECTS, CHOICE_FAULT: PHASES, KEPT_FAULT: KEPT}
    return names[code][subject] if code in names else str(subject)


def check_edition(e: Edition) -> Iterator[str]:
    """What would make a house edition unplayable."""
    cards = int(e.copies.sum())
    if cards > MOST_CARDS:
        yield f"copies: expected at most {MOST_CARDS} cards in all, got {cards}"
    for k, name in enumerate(SEAT_COUNTS):
        for g, good in enumerate(GOODS):
            if e.removed[k, g] > e.copies[g]:
                yield f"removed.{name}.{good}: expected at most the {e.copies[g]} copies, got {e.removed[k, g]}"
        if cards - int(e.removed[k].sum()) < SLOTS + 2:
            yield f"removed.{name}: expected at least {SLOTS + 2} cards to be left in the game"


# Rules ----------------------------------------------------------------------------------------------------------


@helper
def in_play(e: Edition, s: State, card: int) -> int:
    """How many cards of a type take part."""
    if card < N_GOODS:
        return int(e.copies[card]) - int(e.removed[s.seats - 2, card])
    return int(e.copies[card])


@helper
def held(s: State, seat: int) -> int:
    """Cards in a hand."""
    return int(s.held[seat])


@helper
def has_riches(s: State, seat: int) -> bool:
    """Whether anything is laid out before a seat."""
    return bool(s.laid_types[seat] != 0)


@helper
def free_places(e: Edition, s: State) -> int:
    """Places in the caravan that are not taken."""
    return int(e.places[s.seats - 2]) - int(s.loaded)


@helper
def add_to_hand(s: State, seat: int, card: int) -> None:
    """One more card in a hand."""
    s.hand[seat, card] += 1
    s.held[seat] += 1
    s.hand_types[seat] |= 1 << card


@helper
def take_from_hand(s: State, seat: int, card: int) -> None:
    """One card fewer in a hand."""
    s.hand[seat, card] -= 1
    s.held[seat] -= 1
    if s.hand[seat, card] == 0:
        s.hand_types[seat] &= ~(1 << card)


@helper
def add_to_caravan(s: State, card: int) -> None:
    """One more card in the caravan."""
    s.caravan[card] += 1
    s.loaded += 1
    s.caravan_types |= 1 << card


@helper
def take_from_caravan(s: State, card: int, number: int) -> None:
    """Some cards of a type leave the caravan."""
    s.caravan[card] -= number
    s.loaded -= number
    if s.caravan[card] == 0:
        s.caravan_types &= ~(1 << card)


@helper
def lay_out(s: State, seat: int, card: int, number: int) -> None:
    """Some cards of a type are laid before a seat."""
    s.laid[seat, card] += number
    s.laid_types[seat] |= 1 << card


@helper
def give_up(s: State, seat: int, card: int) -> None:
    """One card laid before a seat leaves the game."""
    s.laid[seat, card] -= 1
    s.discarded[card] += 1
    if s.laid[seat, card] == 0:
        s.laid_types[seat] &= ~(1 << card)


@helper
def types_among(cards: Array) -> int:
    """The set of types of which there is a card, a bit each."""
    types = 0
    for card in range(N_CARDS):
        if cards[card]:
            types |= 1 << card
    return types


@contract
def derive(editions: Rows[Edition], states: Rows[State], i: int) -> None:
    """What is kept of how the cards lie."""
    s = states[i]
    for seat in range(SEATS):
        s.held[seat] = total(s.hand[seat])
        s.hand_types[seat] = types_among(s.hand[seat])
        s.laid_types[seat] = types_among(s.laid[seat])
    s.loaded = total(s.caravan)
    s.caravan_types = types_among(s.caravan)


@contract
def deal(editions: Rows[Edition], states: Rows[State], i: int, chance: Rows[Stream]) -> None:
    """A fresh position."""
    e, s, c = editions[0], states[i], chance[0]
    s.phase, s.ended, s.undo_barrier = Phase.TURN, Reason.RUNNING, 0
    s.caravan[:] = 0
    s.hand[:] = 0
    s.laid[:] = 0
    s.discarded[:] = 0
    s.held[:] = 0
    s.hand_types[:] = 0
    s.laid_types[:] = 0
    s.loaded, s.caravan_types = 0, 0
    s.spent, s.loading = 0, NONE
    s.starter, s.served, s.thefts, s.mouse_due, s.after = 0, 0, 0, 0, 0
    # tantan 1: some goods stay in the box; the rest is shuffled; the pile lies face up, hands start empty.
    left = 0
    for card in range(N_CARDS):
        for _ in range(in_play(e, s, card)):
            s.pile[left] = card
            left += 1
    s.pile[left:] = NONE
    shuffle(c, s.pile, left)
    s.pile_left = left
    s.purse = draw_from_pile(s)
    for slot in range(SLOTS):
        s.market[slot] = draw_from_pile(s)
    s.turn = below(c, s.seats)
    s.last_adder = s.turn
    # tantan 6: as at every turn, a first seat that can do nothing passes.
    pass_turn(e, s, s.turn)


@helper
def draw_from_pile(s: State) -> int:
    """The top card, or none."""
    if s.pile_left == 0:
        return NONE
    s.pile_left -= 1
    card = int(s.pile[s.pile_left])
    s.pile[s.pile_left] = NONE
    return card


@contract
def actors(editions: Rows[Edition], states: Rows[State], i: int) -> int:
    """One seat decides at a time."""
    s = states[i]
    return 0 if s.phase == Phase.OVER else 1 << s.actor


@helper
def can_take(e: Edition, s: State, slot: int, money: int) -> bool:
    """tantan 2: a card is there and its slot's cost is within what is left of the purse."""
    return bool((s.market[slot] != NONE) & (e.slot_cost[slot] <= money))


@helper
def slots_within(e: Edition, s: State, money: int) -> int:
    """The slots whose cards can be taken for so much, as a set with a bit each."""
    slots = 0
    for slot in range(SLOTS):
        slots |= can_take(e, s, slot, money) << slot
    return slots


@helper
def can_buy_nothing(s: State) -> bool:
    """tantan 2: with an empty market the purse card alone may be moved."""
    return bool(s.purse != NONE and s.market[0] == NONE)


@helper
def can_act(e: Edition, s: State, seat: int) -> bool:
    """Whether a seat can buy or load at all; between turns the market has no gap."""
    if held(s, seat) > 0:
        return True
    if s.purse == NONE:
        return False
    return can_buy_nothing(s) or affordable(e, s)


@helper
def affordable(e: Edition, s: State) -> bool:
    """Whether the purse pays for any card of the market."""
    return bool(slots_within(e, s, int(e.purse[s.purse])))


@contract
def legal(editions: Rows[Edition], states: Rows[State], i: int, seat: int, choices: Choices) -> None:
    """The choices of the seat that decides."""
    e, s = editions[0], states[i]
    clear(choices)
    phase = s.phase
    if phase == Phase.OVER or seat != s.actor:
        return
    if phase == Phase.TURN or phase == Phase.BUYING:
        # tantan 2: never above the hand limit; a full hand cannot buy at all.
        if s.purse != NONE and held(s, seat) < e.hand_limit:
            allow_set(choices, Verb.TAKE, slots_within(e, s, int(e.purse[s.purse]) - s.spent))
            if phase == Phase.TURN and can_buy_nothing(s):
                allow(choices, Verb.CONFIRM)
        if phase == Phase.BUYING:
            allow(choices, Verb.CONFIRM)
    if phase == Phase.TURN or phase == Phase.LOADING:
        # tantan 5: one type, with any number of mice, within the free places; mice alone are allowed.
        if free_places(e, s) > 0:
            types = int(s.hand_types[seat])
            allow_set(choices, Verb.LOAD, types if s.loading == NONE else types & (1 << int(s.loading) | 1 << MOUSE))
        if phase == Phase.LOADING:
            allow(choices, Verb.CONFIRM)
    elif phase == Phase.LOT:
        # tantan 7: all cards of one type; mice are not a type to take.
        allow_set(choices, Verb.LOT, s.caravan_types & ~(1 << MOUSE))
    elif phase == Phase.THEFT:
        # tantan 9: an opponent with cards in hand.
        for k in range(1, s.seats):
            if held(s, around(seat + k, s.seats)):
                allow(choices, Verb.STEAL + k - 1)
    elif phase == Phase.BITE:
        # tantan 8: any card before the seat.
        allow_set(choices, Verb.FEED, s.laid_types[seat])


@contract
def step(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, chance: Rows[Stream]) -> None:
    """One decision of the seat that decides."""
    e, s, c = editions[0], states[i], chance[0]
    if action < Verb.LOAD:
        slot = action - Verb.TAKE
        add_to_hand(s, seat, int(s.market[slot]))
        s.market[slot] = NONE
        s.spent += e.slot_cost[slot]
        s.phase = Phase.BUYING
    elif action < Verb.CONFIRM:
        card = action - Verb.LOAD
        take_from_hand(s, seat, card)
        add_to_caravan(s, card)
        if card != MOUSE:
            s.loading = card
        s.phase = Phase.LOADING
    else:
        s.undo_barrier += 1
        if action == Verb.CONFIRM:
            if s.phase == Phase.LOADING:
                finish_load(e, s)
            else:
                finish_purchase(e, s)
        elif action < Verb.STEAL:
            take_lot(e, s, action - Verb.LOT)
        elif action < Verb.FEED:
            steal(e, s, around(seat + 1 + action - Verb.STEAL, s.seats), c)
        else:
            # tantan 8: the mouse went already, now the card it gnawed.
            give_up(s, seat, action - Verb.FEED)
            serve(e, s)


@helper
def finish_purchase(e: Edition, s: State) -> None:
    """tantan 3: the purse card joins the caravan, the market slides left into the purse, the gaps are filled."""
    add_to_caravan(s, int(s.purse))
    s.last_adder = s.turn
    s.spent = 0
    s.purse = NONE
    kept = 0
    for slot in range(SLOTS):
        card = s.market[slot]
        s.market[slot] = NONE
        if card == NONE:
            continue
        if s.purse == NONE:
            s.purse = card
        else:
            s.market[kept] = card
            kept += 1
    if s.purse == NONE:
        s.purse = draw_from_pile(s)
    for slot in range(kept, SLOTS):
        s.market[slot] = draw_from_pile(s)
    if free_places(e, s) == 0:
        # tantan 4: the next seat starts the distribution and then plays its turn.
        distribute(e, s, around(s.turn + 1, s.seats), PLAY)
    else:
        pass_turn(e, s, s.turn + 1)


@helper
def finish_load(e: Edition, s: State) -> None:
    """tantan 5: filling the last place starts a distribution from the active seat; then the turn passes."""
    s.last_adder = s.turn
    s.loading = NONE
    if free_places(e, s) == 0:
        distribute(e, s, s.turn, PASS)
    else:
        pass_turn(e, s, s.turn + 1)


@helper
def pass_turn(e: Edition, s: State, first: int) -> None:
    """The next seat that can do anything plays, counted from ``first``."""
    for k in range(s.seats):
        # tantan 6: a seat that can do neither passes.
        seat = around(around(first, s.seats) + k, s.seats)
        if can_act(e, s, seat):
            s.turn = seat
            s.actor = seat
            s.phase = Phase.TURN
            return
    # tantan 13: no seat can add a card: a last distribution from the last seat that added one.
    begin_distribution(s, s.last_adder, END_NOTHING_TO_ADD)
    if not lots_left(s) and not serve_on(s):
        close(s)


@helper
def distribute(e: Edition, s: State, starter: int, after: int) -> None:
    """Begin a distribution of a full caravan."""
    # tantan 12: the first distribution that starts with the pile empty is the last.
    if s.pile_left == 0:
        after = END_PILE_EMPTY
    begin_distribution(s, starter, after)
    if not lots_left(s):
        # tantan 10: mice only, the first takes nothing.
        serve(e, s)


@helper
def begin_distribution(s: State, starter: int, after: int) -> None:
    """The starting seat is the first to be served, and takes no mouse."""
    s.starter = starter
    s.after = after
    s.served = 0
    s.thefts = 0
    s.mouse_due = 0
    s.actor = starter
    s.phase = Phase.LOT


@helper
def lots_left(s: State) -> bool:
    """Whether the caravan has anything but mice."""
    return bool(s.caravan_types & ~(1 << MOUSE))


@helper
def take_lot(e: Edition, s: State, card: int) -> None:
    """tantan 7: all cards of a type, laid before the seat; tantan 9: thieves are discarded and steal."""
    number = int(s.caravan[card])
    take_from_caravan(s, card, number)
    if card == THIEF:
        s.discarded[THIEF] += number
        s.thefts = number
    else:
        lay_out(s, int(s.actor), card, number)
    serve(e, s)


@helper
def steal(e: Edition, s: State, victim: int, c: Stream) -> None:
    """tantan 9: one card at random; a thief steals again, a mouse bites at once."""
    card = pick_weighted(c, s.hand[victim], held(s, victim))
    take_from_hand(s, victim, card)
    s.thefts -= 1
    if card == THIEF:
        s.discarded[THIEF] += 1
        s.thefts += 1
    elif card == MOUSE:
        s.discarded[MOUSE] += 1
        if has_riches(s, int(s.actor)):
            s.phase = Phase.BITE
            return
    else:
        lay_out(s, int(s.actor), card, 1)
    serve(e, s)


@helper
def rivals_hold_cards(s: State) -> bool:
    """Whether there is anything to steal for the seat that decides."""
    for k in range(1, s.seats):
        if held(s, around(s.actor + k, s.seats)):
            return True
    return False


@helper
def serve_on(s: State) -> bool:
    """Go on with a distribution to its next decision; false when it is done."""
    while True:
        # tantan 8: the lot with its thefts comes first, the mouse after.
        if s.thefts > 0:
            if rivals_hold_cards(s):
                s.phase = Phase.THEFT
                return True
            s.thefts = 0
        if s.mouse_due:
            s.mouse_due = 0
            if s.caravan[MOUSE]:
                take_from_caravan(s, MOUSE, 1)
                s.discarded[MOUSE] += 1
                if has_riches(s, int(s.actor)):
                    s.phase = Phase.BITE
                    return True
        s.served += 1
        # tantan 11: it ends when every seat has taken or the caravan is empty.
        if s.served == s.seats or s.loaded == 0:
            return False
        s.actor = around(s.starter + s.served, s.seats)
        s.mouse_due = 1
        if lots_left(s):
            s.phase = Phase.LOT
            return True


@helper
def close(s: State) -> None:
    """The match is over."""
    s.phase = Phase.OVER
    s.served = 0
    s.ended = Reason.PILE_EMPTY if s.after == END_PILE_EMPTY else Reason.NOTHING_TO_ADD


@helper
def serve(e: Edition, s: State) -> None:
    """Go on with a distribution; when it is done, with the turn or the end that follows it."""
    if not serve_on(s):
        if s.after == PLAY or s.after == PASS:
            first = s.starter + (s.after == PASS)
            s.starter, s.served, s.after = 0, 0, PLAY
            pass_turn(e, s, first)
        else:
            close(s)


@contract
def conceal(editions: Rows[Edition], states: Rows[State], i: int, seat: int) -> None:
    """All but the pile below its top card could be remembered, by anybody."""
    s = states[i]
    for k in range(s.pile_left - 1):
        s.pile[k] = NONE


@contract
def determinize(editions: Rows[Edition], states: Rows[State], i: int, seat: int, chance: Rows[Stream]) -> float:
    """The cards not seen, in any order."""
    e, s, c = editions[0], states[i], chance[0]
    below_top = s.pile_left - 1
    left = 0
    for card in range(N_CARDS):
        unseen = in_play(e, s, card) - visible(s, card)
        for _ in range(unseen):
            s.pile[left] = card
            left += 1
    if below_top > 0:
        shuffle(c, s.pile, below_top)
    return 1.0


@helper
def visible(s: State, card: int) -> int:
    """Cards of a type outside the hidden part of the pile."""
    number = int(s.caravan[card]) + int(s.discarded[card])
    for seat in range(s.seats):
        number += int(s.hand[seat, card]) + int(s.laid[seat, card])
    for slot in range(SLOTS):
        number += s.market[slot] == card
    number += s.purse == card
    if s.pile_left > 0:
        number += s.pile[s.pile_left - 1] == card
    return number


@helper
def points(e: Edition, s: State, seat: int) -> int:
    """tantan 14: the score of one seat."""
    worth = 0
    for good in range(N_GOODS):
        worth += int(s.laid[seat, good]) * int(e.points[good])
    lamps = int(s.laid[seat, LAMP])
    worth += lamps * lamps
    princesses = int(s.laid[seat, PRINCESS])
    if most_of(s, PRINCESS) == princesses:
        worth += princesses * largest_lot(s, seat)
    merchants = int(s.laid[seat, MERCHANT])
    if most_of(s, MERCHANT) == merchants:
        worth += int(e.merchant_points) * goods_kinds(s, seat) * merchants
    return worth


@helper
def largest_lot(s: State, seat: int) -> int:
    """The most cards of one good that a seat has laid down: what a princess is worth."""
    largest = 0
    for good in range(N_GOODS):
        largest = max(largest, int(s.laid[seat, good]))
    return largest


@helper
def goods_kinds(s: State, seat: int) -> int:
    """How many different goods a seat has laid down: what a merchant multiplies."""
    kinds = 0
    for good in range(N_GOODS):
        kinds += s.laid[seat, good] > 0
    return kinds


@helper
def most_of(s: State, card: int) -> int:
    """The most cards of a type that any seat has laid down."""
    most = 0
    for seat in range(s.seats):
        most = max(most, int(s.laid[seat, card]))
    return most


@contract
def score(editions: Rows[Edition], states: Rows[State], i: int, out: Array2) -> None:
    """tantan 14: points; ties are broken by princesses, then merchants, then shared."""
    e, s = editions[0], states[i]
    out[:] = 0
    for seat in range(s.seats):
        out[seat, 0] = points(e, s, seat)
    for seat in range(s.seats):
        rank = 1
        for other in range(s.seats):
            if out[other, 0] != out[seat, 0]:
                rank += out[other, 0] > out[seat, 0]
            elif s.laid[other, PRINCESS] != s.laid[seat, PRINCESS]:
                rank += s.laid[other, PRINCESS] > s.laid[seat, PRINCESS]
            else:
                rank += s.laid[other, MERCHANT] > s.laid[seat, MERCHANT]
        out[seat, 1] = rank


@contract
def audit(editions: Rows[Edition], states: Rows[State], i: int) -> tuple[int, int, int, int]:
    """Every card is in exactly one place, no limit is passed, and every field fits the phase."""
    e, s = editions[0], states[i]
    if (s.phase == Phase.OVER) != (s.ended != Reason.RUNNING):
        return END_FAULT, int(s.phase) * len(REASONS) + int(s.ended), 0, 0
    if s.actor >= s.seats or s.turn >= s.seats or s.starter >= s.seats or s.last_adder >= s.seats:
        return SEAT_FAULT, 0, int(max(s.actor, s.turn, s.starter, s.last_adder)), int(s.seats - 1)
    fault, subject, found, expected = audit_cards(e, s)
    if not fault:
        fault, subject, found, expected = audit_market(e, s)
    if not fault:
        fault, subject, found, expected = audit_distribution(e, s) if s.phase >= Phase.LOT else audit_turn(e, s)
    return fault, subject, found, expected


@helper
def audit_cards(e: Edition, s: State) -> tuple[int, int, int, int]:
    """Every card is in exactly one place, and no place has too many."""
    left = 0
    while left < MOST_CARDS and s.pile[left] != NONE:
        left += 1
    for k in range(left, MOST_CARDS):
        if s.pile[k] != NONE:
            return PILE_FAULT, 0, left, int(s.pile_left)
    if left != s.pile_left:
        return PILE_FAULT, 0, left, int(s.pile_left)
    for card in range(N_CARDS):
        found = visible(s, card)
        for k in range(left - 1):
            found += s.pile[k] == card
        for seat in range(s.seats, SEATS):
            found += int(s.hand[seat, card]) + int(s.laid[seat, card])
        if found != in_play(e, s, card):
            return CARD_FAULT, card, found, in_play(e, s, card)
    if total(s.caravan) > e.places[s.seats - 2]:
        return PLACE_FAULT, 0, total(s.caravan), int(e.places[s.seats - 2])
    for seat in range(SEATS):
        limit = int(e.hand_limit) if seat < s.seats else 0
        if total(s.hand[seat]) > limit or (seat >= s.seats and total(s.laid[seat])):
            return HAND_FAULT, seat, total(s.hand[seat]), limit
        # tantan 8, 9: thieves and mice are discarded, never laid out.
        if s.laid[seat, THIEF] or s.laid[seat, MOUSE]:
            return FIELD_FAULT, LAID_OUT, int(s.laid[seat, THIEF]) + int(s.laid[seat, MOUSE]), 0
    return audit_kept(s)


@helper
def audit_kept(s: State) -> tuple[int, int, int, int]:
    """What is kept of how the cards lie is how they lie."""
    for seat in range(SEATS):
        if s.held[seat] != total(s.hand[seat]):
            return KEPT_FAULT, KEPT_HELD, int(s.held[seat]), total(s.hand[seat])
        if s.hand_types[seat] != types_among(s.hand[seat]):
            return KEPT_FAULT, KEPT_HAND, int(s.hand_types[seat]), types_among(s.hand[seat])
        if s.laid_types[seat] != types_among(s.laid[seat]):
            return KEPT_FAULT, KEPT_LAID, int(s.laid_types[seat]), types_among(s.laid[seat])
    if s.loaded != total(s.caravan):
        return KEPT_FAULT, KEPT_LOADED, int(s.loaded), total(s.caravan)
    if s.caravan_types != types_among(s.caravan):
        return KEPT_FAULT, KEPT_CARAVAN, int(s.caravan_types), types_among(s.caravan)
    return 0, 0, 0, 0


@helper
def audit_market(e: Edition, s: State) -> tuple[int, int, int, int]:
    """tantan 3: cards lie from the purse to the right without a gap, but for those taken in this purchase."""
    shown = 0
    for slot in range(SLOTS):
        if s.market[slot] != NONE:
            shown = slot + 1
    if s.purse == NONE and (shown or s.pile_left or s.phase == Phase.BUYING):
        return GAP_FAULT, 0, int(s.pile_left), 0
    if s.phase != Phase.BUYING:
        for slot in range(SLOTS if s.pile_left else shown):
            if s.market[slot] == NONE:
                return GAP_FAULT, 0, int(s.pile_left), 0
        return (FIELD_FAULT, SPENT, int(s.spent), 0) if s.spent else (0, 0, 0, 0)
    # The slots that are empty were paid for; with an empty pile the last ones may have been empty before.
    taken, cost = 0, 0
    for slot in range(SLOTS):
        if s.market[slot] == NONE:
            taken += 1
            cost += int(e.slot_cost[slot])
        all_taken = slot + 1 == SLOTS or (s.pile_left == 0 and slot + 1 >= shown)
        if all_taken and 0 < taken <= held(s, int(s.turn)) and s.spent == cost <= e.purse[s.purse]:
            return 0, 0, 0, 0
    return FIELD_FAULT, SPENT, int(s.spent), cost


@helper
def audit_turn(e: Edition, s: State) -> tuple[int, int, int, int]:
    """Of a distribution nothing is left; whoever plays can, and the caravan waits for cards."""
    phase = s.phase
    if s.actor != s.turn:
        return FIELD_FAULT, ACTOR_OF, int(s.actor), int(s.turn)
    if s.starter:
        return FIELD_FAULT, STARTER_OF, int(s.starter), 0
    if s.served:
        return FIELD_FAULT, SERVED, int(s.served), 0
    if s.thefts:
        return FIELD_FAULT, THEFTS, int(s.thefts), 0
    if s.mouse_due:
        return FIELD_FAULT, MOUSE_DUE, int(s.mouse_due), 0
    if s.after != PLAY:
        return FIELD_FAULT, AFTER, int(s.after), PLAY
    if phase != Phase.LOADING:
        if s.loading != NONE:
            return FIELD_FAULT, LOADED, int(s.loading), NONE
        if free_places(e, s) == 0:
            return ROOM_FAULT, 0, 0, 0
    elif s.caravan[MOUSE if s.loading == NONE else s.loading] == 0:
        return FIELD_FAULT, LOADED, int(s.loading), NONE
    if phase == Phase.TURN and not can_act(e, s, int(s.turn)):
        return CHOICE_FAULT, Phase.TURN, int(s.turn), 0
    return 0, 0, 0, 0


@helper
def audit_distribution(e: Edition, s: State) -> tuple[int, int, int, int]:
    """Who is served, what is still due, and what follows agree with the turn in which it began."""
    phase, seats, follower = s.phase, int(s.seats), (int(s.turn) + 1) % int(s.seats)
    if not can_be_served(s):
        return CHOICE_FAULT, int(phase), int(s.actor), 0
    if s.loading != NONE:
        return FIELD_FAULT, LOADED, int(s.loading), NONE
    # tantan 12, 13: the last distribution is one with the pile empty, or one after which nobody could add a card.
    if s.after == END_NOTHING_TO_ADD:
        for seat in range(seats):
            if can_act(e, s, seat):
                return FIELD_FAULT, AFTER, int(s.after), END_PILE_EMPTY if s.pile_left == 0 else PLAY
    elif (s.after == END_PILE_EMPTY) != (s.pile_left == 0):
        return FIELD_FAULT, AFTER, int(s.after), END_PILE_EMPTY if s.pile_left == 0 else PLAY
    # tantan 4, 5, 13: the next seat begins after a purchase, the same after a load, the last to add when nobody can.
    if s.last_adder != s.turn:
        return FIELD_FAULT, ADDER_OF, int(s.last_adder), int(s.turn)
    may_follow, may_begin = s.after == PLAY or s.after == END_PILE_EMPTY, s.after != PLAY
    if not ((may_begin and s.starter == s.turn) or (may_follow and s.starter == follower)):
        return FIELD_FAULT, STARTER_OF, int(s.starter), int(s.turn) if may_begin else follower
    # Only the first seat finds the caravan full.
    full = phase == Phase.LOT and s.served == 0 and s.after != END_NOTHING_TO_ADD
    if (free_places(e, s) == 0) != full:
        return ROOM_FAULT, int(full), free_places(e, s), 0
    if phase == Phase.OVER:
        return audit_end(s)
    if s.served >= seats:
        return FIELD_FAULT, SERVED, int(s.served), seats - 1
    if s.actor != (int(s.starter) + int(s.served)) % seats:
        return FIELD_FAULT, ACTOR_OF, int(s.actor), (int(s.starter) + int(s.served)) % seats
    # tantan 7, 8: all but the first have a mouse coming, until it is the one that bites.
    if s.mouse_due != (s.served > 0) and (s.mouse_due or phase != Phase.BITE or s.thefts):
        return FIELD_FAULT, MOUSE_DUE, int(s.mouse_due), int(s.served > 0)
    if s.thefts > (0 if phase == Phase.LOT else s.discarded[THIEF]):
        return FIELD_FAULT, THEFTS, int(s.thefts), 0 if phase == Phase.LOT else int(s.discarded[THIEF])
    return 0, 0, 0, 0


@helper
def can_be_served(s: State) -> bool:
    """Whether the seat that decides in a distribution has something to take, to steal or to feed."""
    if s.phase == Phase.LOT:
        return lots_left(s)
    if s.phase == Phase.THEFT:
        return bool(s.thefts > 0 and rivals_hold_cards(s))
    return bool(s.phase == Phase.OVER or has_riches(s, int(s.actor)))


@helper
def audit_end(s: State) -> tuple[int, int, int, int]:
    """Of the last distribution only who began it, and why, is kept."""
    if s.served:
        return FIELD_FAULT, SERVED, int(s.served), 0
    if s.thefts:
        return FIELD_FAULT, THEFTS, int(s.thefts), 0
    if s.mouse_due:
        return FIELD_FAULT, MOUSE_DUE, int(s.mouse_due), 0
    if s.after < END_PILE_EMPTY or (s.after == END_PILE_EMPTY) != (s.ended == Reason.PILE_EMPTY):
        return END_FAULT, Phase.OVER * len(REASONS) + int(s.ended), 0, 0
    return 0, 0, 0, 0


# Observation ----------------------------------------------------------------------------------------------------


class Part(Parts):
    """What the seat knows, in the order of the observation."""

    phase = part((PHASES,), 0, 1, "which phase it is")
    hand = part((SEATS, CARDS), 0, MOST_CARDS, "cards in each hand, own first, then to the left")
    laid = part((SEATS, CARDS), 0, MOST_CARDS, "riches of each seat, own first")
    caravan = part((CARDS,), 0, MOST_CARDS, "cards in the caravan")
    discarded = part((CARDS,), 0, MOST_CARDS, "cards out of the game")
    market = part((SLOTS, CARDS), 0, 1, "the card in each slot")
    purse = part((CARDS,), 0, 1, "the card in the purse")
    top = part((CARDS,), 0, 1, "the top card of the pile")
    pile = part((1,), 0, MOST_CARDS, "cards left in the pile")
    money = part((1,), 0, 99, "money left in this purchase")
    free = part((1,), 0, 20, "free places in the caravan")
    turn = part((SEATS,), 0, 1, "whose turn it is, own first")
    starter = part((SEATS,), 0, 1, "who began the distribution, own first")
    served = part((1,), 0, SEATS, "seats served in the distribution")
    thefts = part((1,), 0, 50, "thefts still to be made")
    loading = part((CARDS[:MOUSE],), 0, 1, "the type being loaded")


OBSERVATION = tuple(Part)


@contract
def encode(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Floats) -> None:
    """What the seat knows, in the order of OBSERVATION; a spectator sits in seat 0."""
    e, s = editions[0], states[i]
    me = max(seat, 0)
    out[:] = 0.0
    out[Part.phase + s.phase] = 1.0
    for j in range(s.seats):
        other = around(me + j, s.seats)
        for card in range(N_CARDS):
            out[Part.hand + j * N_CARDS + card] = s.hand[other, card]
            out[Part.laid + j * N_CARDS + card] = s.laid[other, card]
    for card in range(N_CARDS):
        out[Part.caravan + card] = s.caravan[card]
        out[Part.discarded + card] = s.discarded[card]
    for slot in range(SLOTS):
        if s.market[slot] != NONE:
            out[Part.market + slot * N_CARDS + int(s.market[slot])] = 1.0
    if s.purse != NONE:
        out[Part.purse + int(s.purse)] = 1.0
        out[Part.money] = int(e.purse[s.purse]) - s.spent
    if s.pile_left > 0:
        out[Part.top + int(s.pile[s.pile_left - 1])] = 1.0
    out[Part.pile] = s.pile_left
    out[Part.free] = free_places(e, s)
    out[Part.turn + (int(s.turn) - me) % int(s.seats)] = 1.0
    if Phase.LOT <= s.phase <= Phase.BITE:
        out[Part.starter + (int(s.starter) - me) % int(s.seats)] = 1.0
    out[Part.served] = s.served
    out[Part.thefts] = s.thefts
    if s.loading != NONE:
        out[Part.loading + int(s.loading)] = 1.0
