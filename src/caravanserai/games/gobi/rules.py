"""The rules of Gobi, compiled. Numbers such as ``gobi 7`` are those of the rules page."""

from __future__ import annotations

from collections.abc import Iterator
from enum import auto

from caravanserai.kernel.actions import Actions, Verbs, args
from caravanserai.kernel.arrays import Array, Array2, Floats, Rows
from caravanserai.kernel.chance import Stream, below, fraction, shuffle
from caravanserai.kernel.choices import Choices, allow, allow_range, allow_set, clear
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.contract import Contract, Parts, Position, option, part
from caravanserai.kernel.counting import around, empty, present, put, rank_by_score, total
from caravanserai.kernel.names import Names
from caravanserai.kernel.records import NONE, Record, int8, int16, int32

# Constants ------------------------------------------------------------------------------------------------------

GOODS = ("rice", "tea", "jade", "gold", "silk")
BETS = ("three", "four", "five")
CHARACTERS = ("spy", "brigand", "merchant", "sandstorm")
CARDS = (*GOODS, *BETS, *CHARACTERS)
N_GOODS, N_BETS, N_CHARACTERS, N_CARDS = len(GOODS), len(BETS), len(CHARACTERS), len(CARDS)
FIRST_BET, FIRST_CHARACTER = N_GOODS, N_GOODS + N_BETS
FIVE_OR_MORE = FIRST_CHARACTER - 1
ALL_GOODS = (1 << N_GOODS) - 1
"""The camels in a set of cards, as bits."""
SPY, BRIGAND, MERCHANT, SANDSTORM = range(FIRST_CHARACTER, N_CARDS)

SEATS = 5
PILES = 3
MOST_CARDS = 60
MOST_TURNS = 1_000_000_000
MOST_WORDS = 30_000
"""Announcements of a seat that a position can count."""
GAMES = ("bazik", "taktik")
SEAT_COUNTS = ("two", "three", "four", "five")

PUBLIC = 1 << SEATS
"""In a mask of the seats that know a card: everybody has seen it, a spectator too."""

TRUTHFUL = 0.75
"""How often an announcement is taken to be true, when a guess is made at a card nobody called."""

REPUTATION = 2
"""A seat is judged by its own announcements too, once they were shown: so many weigh as much as TRUTHFUL does."""


class Phase(Names):
    """What is going on."""

    TURN = auto()
    PLAY = auto()
    ANNOUNCE = auto()
    CALL = auto()
    LOSS = auto()
    TRIM = auto()
    FORFEIT = auto()
    LOOK = auto()
    OFFER = auto()
    SWAP = auto()
    OVER = auto()


PHASES = Phase.words()
PHASE_RULES = {
    "waiting": 1,
    "turn": 2,
    "play": 2,
    "announce": 2,
    "call": 5,
    "loss": 6,
    "trim": 8,
    "forfeit": 9,
    "look": 11,
    "offer": 13,
    "swap": 14,
    "over": 17,
}
"""The rule that matters most in each phase, and while a table waits for its players."""


class Reason(Names):
    """Why a match is over; the first means that it is not."""

    RUNNING = auto()
    FOUR_ALIKE = auto()
    TURN_LIMIT = auto()
    NO_CARDS = auto()


class News(Names):
    """What the last decision did, for those who watch."""

    DEALT = auto()
    DREW = auto()
    EXCHANGED = auto()
    FETCHED = auto()
    REFILLED = auto()
    PASSED = auto()
    LAID = auto()
    ANNOUNCED = auto()
    BELIEVED = auto()
    HONEST = auto()
    LIED = auto()
    LOST = auto()
    BET_RIGHT = auto()
    BET_WRONG = auto()
    TRIMMED = auto()
    FORFEITED = auto()
    PEEKED = auto()
    TRADED = auto()
    STORM = auto()
    REPLACED = auto()
    STOLE = auto()
    ACCEPTED = auto()
    DECLINED = auto()
    SWAPPED = auto()


NEWS = News.words()


class Verb(Verbs):
    """What can be done; each is the number of its first action."""

    QUIET = args()
    CALL = args()
    DRAW = args()
    EXCHANGE = args()
    FETCH = args()
    REFILL = args(camel=GOODS)
    PASS = args()
    ANNOUNCE = args(good=GOODS)
    PLACE = args(card=CARDS, pile=PILES)
    BET = args(card=BETS, pile=PILES)
    PLAY = args(card=CHARACTERS, pile=PILES)
    DISCARD = args(card=CARDS)
    DROP = args(camel=GOODS)
    ACCEPT = args()
    DECLINE = args()
    SWAP = args(pile=PILES)
    REPLACE = args()
    STEAL = args(place=MOST_CARDS)


ACTIONS = Actions(Verb)

WINDOWS = {Phase.CALL: Verb.QUIET}
BLUFFS = (Phase.PLAY, Phase.ANNOUNCE)
HORIZON = 60

# Records --------------------------------------------------------------------------------------------------------


class Edition(Record, name="gobi edition"):
    """The printed numbers."""

    copies: Array = int8(CARDS, low=0, high=MOST_CARDS)
    stakes: Array = int8(BETS, low=1, high=20)
    hand_size: Array2 = int8(GAMES, SEAT_COUNTS, low=1, high=10)
    caravan_limit: int = int8(low=1, high=20)
    alike: int = int8(low=2, high=20)
    fetch: int = int8(low=1, high=10)


class State(Position, name="gobi", phases=Phase, reasons=Reason):
    """A position."""

    # Chosen before the match.
    taktik: int = option(doc="Taktik: the nine characters are in the deck")
    turn_limit: int = option(0, 0, 1000, "the match ends when every seat has had as many turns; 0: never", lab=200)
    # Open to all.
    turn: int = int8(low=0, high=SEATS - 1, doc="whose turn it is")
    actor: int = int8(low=0, high=SEATS - 1, doc="who decides now, but for the calls")
    turns: int = int32(low=0, high=MOST_TURNS, doc="turns that are over, of all seats")
    caravan: Array2 = int8(SEATS, GOODS, low=0, high=MOST_CARDS, doc="camels of each seat, by good")
    held: Array = int8(SEATS, low=0, high=MOST_CARDS, doc="cards in each hand")
    sure: Array2 = int8(
        SEATS,
        CARDS,
        low=0,
        high=MOST_CARDS,
        doc="cards all know to be in a hand, the one just placed and not yet believed included",
    )
    discarded: Array = int8(CARDS, low=0, high=MOST_CARDS, doc="cards on the discard pile")
    top: int = int8(names=CARDS, doc="the card on top of the discards; of several at once, the last kind")
    height: Array = int8(PILES, low=0, high=MOST_CARDS, doc="cards on each pile")
    known: Array = int8(MOST_CARDS, low=0, high=2 * PUBLIC - 1, doc="who knows each card of the piles: bits")
    said: Array = int8(MOST_CARDS, names=GOODS, doc="what each card of the piles was announced as")
    at: int = int8(low=NONE, high=PILES - 1, doc="the pile the turn is about")
    claim: int = int8(names=GOODS, doc="the announcement that is being called or believed")
    honest: Array = int16(SEATS, low=0, high=MOST_WORDS, doc="announcements of each seat that all have seen to be true")
    lies: Array = int16(SEATS, low=0, high=MOST_WORDS, doc="announcements of each seat that all have seen to be false")
    asked: int = int8(low=0, high=PUBLIC - 1, doc="seats that may call: bits")
    owing: int = int8(low=0, high=PUBLIC - 1, doc="seats that still have to discard a card: bits")
    bet: int = int8(names=CARDS[:FIRST_CHARACTER], doc="the bet that lies at its pile and is being settled")
    offer: int = int8(names=GOODS, doc="the camel a merchant has turned up")
    news: int = int8(names=NEWS, low=0, doc="what the last decision did")
    news_card: int = int8(names=CARDS, doc="the card the last decision was about, if all have seen it")
    shown: Array = int8(CARDS, low=0, high=MOST_CARDS, doc="cards shown to all by the last decision")
    fresh: int = int8(low=0, high=(1 << PILES) - 1, doc="piles whose base was shown by the last decision: bits")
    reshuffled: int = int8(low=0, high=1, doc="the last decision made the discards a new draw pile")
    # Known to some.
    answered: int = int8(low=0, high=PUBLIC - 1, doc="seats that have answered: bits")
    called: int = int8(low=0, high=PUBLIC - 1, doc="seats that called Gobi: bits, open once all have answered")
    placed: int = int8(names=CARDS, doc="the card placed face down, until it is called or believed")
    hand: Array2 = int8(SEATS, CARDS, low=0, high=MOST_CARDS, doc="each seat's hand")
    pile: Array = int8(MOST_CARDS, names=CARDS, doc="the piles one after the other, each from its base to its top")
    # Known to nobody; the next card is deck[deck_left - 1].
    deck_left: int = int8(low=0, high=MOST_CARDS, doc="cards in the draw pile")
    deck: Array = int8(MOST_CARDS, names=CARDS, doc="the draw pile, its next card last")


contract = Contract(Edition, State)

CARD_FAULT, HELD_FAULT, SURE_FAULT, CARAVAN_FAULT, ALIKE_FAULT, PILE_FAULT, ORDER_FAULT = range(1, 8)
FAULTS = {
    CARD_FAULT: "{subject}: {found} cards in all, expected {expected}",
    HELD_FAULT: "held of seat {subject}: {found}, expected the {expected} cards of its hand",
    SURE_FAULT: "sure of seat {subject}: {found} cards of a kind, expected at most the {expected} it has",
    CARAVAN_FAULT: "caravan of seat {subject}: {found} camels, expected at most {expected}",
    ALIKE_FAULT: "caravan of seat {subject}: {found} camels alike, expected the match to be over at {expected}",
    PILE_FAULT: "{subject}: {found}, expected {expected}",
    ORDER_FAULT: "{subject}: {found}, expected {expected}",
}
PILE_SUBJECTS = ("height", "known", "said", "base", "deck", "top", "fresh")
BEYOND, KNOWN, SAID, BASE, DECK, TOP, FRESH = range(len(PILE_SUBJECTS))
ORDER_SUBJECTS = (
    "turn or actor",
    "at",
    "placed",
    "claim",
    "asked",
    "owing",
    "bet",
    "offer",
    "camels to drop",
    "hand",
    "the pile the phase is about",
    "turns",
    "ended",
    "honest and lies",
    "news",
    "news_card",
    "shown",
    "called",
    "reshuffled",
)
(
    WHO, AT, PLACED, CLAIM, ASKED, OWING, LAID_BET, OFFERED, TO_DROP, IN_HAND, SCENE, CLOCK, ENDING, WORDS, NEWS_OF,
    NEWS_CARD, SHOWN, CALLED, RESHUFFLED,
) = range(len(ORDER_SUBJECTS))  # fmt: skip


def fault_subject(code: int, subject: int) -> str:
    """What a fault is about, in words."""
    if code == CARD_FAULT:
        return CARDS[subject]
    if code == PILE_FAULT:
        return PILE_SUBJECTS[subject]
    return ORDER_SUBJECTS[subject] if code == ORDER_FAULT else str(subject)


def check_edition(e: Edition) -> Iterator[str]:
    """What would make a house edition unplayable."""
    for k, game in enumerate(GAMES):
        total = int(e.copies.sum()) if k else int(e.copies[:FIRST_CHARACTER].sum())
        if total > MOST_CARDS:
            yield f"copies: expected at most {MOST_CARDS} cards in all, got {total}"
        for j, count in enumerate(SEAT_COUNTS):
            dealt = (j + 2) * int(e.hand_size[k, j]) + PILES
            if dealt > total:
                yield f"hand_size.{game}.{count}: expected at most {total} cards dealt, bases included, got {dealt}"
    most = int(e.copies[:N_GOODS].max())
    if e.alike > most:
        yield f"alike: expected at most the {most} copies of a good, got {e.alike}"


# Rules ----------------------------------------------------------------------------------------------------------


@helper
def in_play(e: Edition, s: State, card: int) -> int:
    """How many cards of a kind take part."""
    if card >= FIRST_CHARACTER and not s.taktik:
        return 0
    return int(e.copies[card])


@helper
def hand_size(e: Edition, s: State) -> int:
    """gobi 1: how many cards a hand is dealt and refilled to."""
    return int(e.hand_size[s.taktik, s.seats - 2])


@helper
def missing(e: Edition, s: State, seat: int) -> int:
    """How many cards a hand lacks to be full."""
    return hand_size(e, s) - int(s.held[seat])


@helper
def fetched(e: Edition, s: State, seat: int) -> int:
    """gobi 4: how many cards a seat without a caravan draws: a few only, and never above the hand size."""
    return min(int(e.fetch), missing(e, s, seat))


@helper
def everybody(s: State) -> int:
    """The mask of a card that all have seen."""
    return ((1 << s.seats) - 1) | PUBLIC


@helper
def knows(s: State, k: int, seat: int) -> bool:
    """Whether a seat knows card number k of the piles; a spectator knows what everybody has seen."""
    return bool((s.known[k] >> (seat if seat >= 0 else SEATS)) & 1)


@helper
def base_of(s: State, pile: int) -> int:
    """Where a pile begins among the cards of all piles."""
    first = 0
    for p in range(pile):
        first += int(s.height[p])
    return first


@helper
def camels(s: State, seat: int) -> int:
    """Camels in a caravan."""
    return total(s.caravan[seat])


@helper
def most_alike(s: State, seat: int) -> int:
    """The most camels with one load in a caravan."""
    most = 0
    for good in range(N_GOODS):
        most = max(most, int(s.caravan[seat, good]))
    return most


@helper
def refills(s: State, seat: int) -> bool:
    """gobi 4: a seat with a caravan gives up a camel for a full hand; one without fetches a few cards."""
    return camels(s, seat) > 0


@helper
def drops_from_hand(s: State, seat: int) -> bool:
    """gobi 8, 9: a camel that must go comes out of the caravan, and out of the hand only where there is no caravan."""
    return camels(s, seat) == 0


@helper
def holds(s: State, seat: int, first: int, end: int) -> int:
    """Cards of a hand whose kind is from ``first`` up to, but not including, ``end``."""
    cards = 0
    for card in range(first, end):
        cards += int(s.hand[seat, card])
    return cards


@helper
def can_draw(s: State) -> bool:
    """gobi 15: a card in the draw pile, or in the discards that would become it."""
    return bool(s.deck_left > 0) or present(s.discarded) > 0


@helper
def discards(s: State) -> int:
    """Cards on the discard pile."""
    return total(s.discarded)


@contract
def deal(editions: Rows[Edition], states: Rows[State], i: int, chance: Rows[Stream]) -> None:
    """A fresh position."""
    e, s, c = editions[0], states[i], chance[0]
    s.phase, s.ended, s.undo_barrier = Phase.TURN, Reason.RUNNING, 0
    s.turns, s.asked, s.owing, s.answered = 0, 0, 0, 0
    s.claim, s.bet, s.offer, s.placed = NONE, NONE, NONE, NONE
    forget_news(s, News.DEALT)
    s.at = NONE
    s.caravan[:] = 0
    s.held[:] = 0
    s.sure[:] = 0
    s.hand[:] = 0
    s.discarded[:] = 0
    s.top = NONE
    s.height[:] = 0
    s.known[:] = 0
    s.said[:] = NONE
    s.honest[:] = 0
    s.lies[:] = 0
    s.pile[:] = NONE
    s.deck[:] = NONE
    # gobi 1: shuffle, deal, and turn three cards as bases that all have seen.
    left = 0
    for card in range(N_CARDS):
        for _ in range(in_play(e, s, card)):
            s.deck[left] = card
            left += 1
    shuffle(c, s.deck, left)
    s.deck_left = left
    for seat in range(s.seats):
        draw_cards(s, seat, hand_size(e, s), c)
    lay_bases(s, c)
    s.turn = below(c, s.seats)
    s.actor = s.turn


@helper
def forget_news(s: State, news: int) -> None:
    """What an earlier decision showed is no longer seen."""
    s.news, s.news_card, s.fresh, s.reshuffled, s.called = news, NONE, 0, 0, 0
    empty(s.shown)


@helper
def draw_card(s: State, c: Stream) -> int:
    """The next card, or none; gobi 15: the discards are shuffled when a card is needed and not before."""
    if s.deck_left == 0:
        left = 0
        for card in range(N_CARDS):
            for _ in range(s.discarded[card]):
                s.deck[left] = card
                left += 1
            s.discarded[card] = 0
        if left == 0:
            return NONE
        shuffle(c, s.deck, left)
        s.deck_left = left
        s.top = NONE
        s.reshuffled = 1
    s.deck_left -= 1
    card = int(s.deck[s.deck_left])
    s.deck[s.deck_left] = NONE
    return card


@helper
def draw_cards(s: State, seat: int, number: int, c: Stream) -> None:
    """Cards into a hand, as many as there are."""
    for _ in range(number):
        card = draw_card(s, c)
        if card == NONE:
            return
        s.hand[seat, card] += 1
        s.held[seat] += 1


@helper
def discard(s: State, card: int, number: int) -> None:
    """gobi 15: cards onto the discards, which lie face up."""
    if number:
        s.discarded[card] += number
        s.top = card


@helper
def leave_openly(s: State, seat: int, card: int) -> None:
    """A card leaves a hand and all see which."""
    s.hand[seat, card] -= 1
    s.held[seat] -= 1
    if s.sure[seat, card]:
        s.sure[seat, card] -= 1


@helper
def insert(s: State, pile: int, card: int, known: int, said: int) -> None:
    """Lay a card on top of a pile."""
    top = base_of(s, pile + 1)
    for k in range(base_of(s, PILES), top, -1):
        s.pile[k], s.known[k], s.said[k] = s.pile[k - 1], s.known[k - 1], s.said[k - 1]
    s.pile[top], s.known[top], s.said[top] = card, known, said
    s.height[pile] += 1


@helper
def remove(s: State, pile: int, first: int, number: int) -> None:
    """Take cards out of a pile, beginning with card number ``first`` of all piles."""
    end = base_of(s, PILES)
    for k in range(first, end - number):
        s.pile[k], s.known[k], s.said[k] = s.pile[k + number], s.known[k + number], s.said[k + number]
    for k in range(end - number, end):
        s.pile[k], s.known[k], s.said[k] = NONE, 0, NONE
    s.height[pile] -= number


@helper
def reverse(s: State, first: int, end: int) -> None:
    """Turn the order of some cards of the piles round, with all that is known about them."""
    for k in range((end - first) // 2):
        a, b = first + k, end - 1 - k
        s.pile[a], s.pile[b] = s.pile[b], s.pile[a]
        s.known[a], s.known[b] = s.known[b], s.known[a]
        s.said[a], s.said[b] = s.said[b], s.said[a]


@helper
def swap_piles(s: State, one: int, other: int) -> None:
    """gobi 14: two piles change places; reversing all between them and then each part keeps every order."""
    left, right = min(one, other), max(one, other)
    first, end = base_of(s, left), base_of(s, right + 1)
    short, long = int(s.height[left]), int(s.height[right])
    reverse(s, first, end)
    reverse(s, first, first + long)
    reverse(s, first + long, end - short)
    reverse(s, end - short, end)
    s.height[left], s.height[right] = long, short


@helper
def lay_bases(s: State, c: Stream) -> None:
    """gobi 10, 15: a place without a pile gets a base, shown to all, as soon as there is a card for it."""
    for pile in range(PILES):
        if s.height[pile] == 0:
            card = draw_card(s, c)
            if card == NONE:
                return
            insert(s, pile, card, everybody(s), NONE)
            s.fresh |= 1 << pile


@contract
def actors(editions: Rows[Edition], states: Rows[State], i: int) -> int:
    """Whoever has not answered yet while there is something to call; otherwise one seat."""
    s = states[i]
    if s.phase == Phase.CALL:
        return s.asked & ~s.answered
    return 0 if s.phase == Phase.OVER else 1 << s.actor


@contract
def legal(editions: Rows[Edition], states: Rows[State], i: int, seat: int, choices: Choices) -> None:
    """The choices of a seat that decides."""
    e, s = editions[0], states[i]
    clear(choices)
    phase = s.phase
    if phase == Phase.CALL:
        # gobi 5: every other seat that holds a card.
        if (s.asked & ~s.answered) >> seat & 1:
            allow(choices, Verb.QUIET)
            allow(choices, Verb.CALL)
        return
    if phase == Phase.OVER or seat != s.actor:
        return
    if phase == Phase.TURN:
        legal_turn(e, s, seat, choices)
    elif phase == Phase.PLAY:
        legal_play(s, seat, choices)
    elif phase == Phase.ANNOUNCE:
        allow_range(choices, Verb.ANNOUNCE, Verb.ANNOUNCE + N_GOODS)
    elif phase == Phase.LOSS:
        allow_set(choices, Verb.DISCARD, present(s.hand[seat]))
    elif phase == Phase.TRIM or phase == Phase.FORFEIT:
        # gobi 8, 9: a camel.
        camels_there = present(s.hand[seat]) & ALL_GOODS if drops_from_hand(s, seat) else present(s.caravan[seat])
        allow_set(choices, Verb.DROP, camels_there)
    elif phase == Phase.LOOK:
        allow(choices, Verb.REPLACE)
        # gobi 12: a brigand, who lies on top, takes any card below.
        if is_robbed(s):
            allow_range(choices, Verb.STEAL, Verb.STEAL + int(s.height[s.at]) - 1)
    elif phase == Phase.OFFER:
        allow(choices, Verb.ACCEPT)
        allow(choices, Verb.DECLINE)
    else:
        for pile in range(PILES):
            if pile != s.at:
                allow(choices, Verb.SWAP + pile)


@helper
def is_robbed(s: State) -> bool:
    """Whether a brigand lies on top of the pile that is being looked through."""
    return bool(s.pile[base_of(s, s.at) + int(s.height[s.at]) - 1] == BRIGAND)


@helper
def legal_turn(e: Edition, s: State, seat: int, choices: Choices) -> None:
    """gobi 2 to 4: play, exchange or refill; this is chosen before the card is drawn."""
    supply = can_draw(s)
    if s.held[seat] or supply:
        allow(choices, Verb.DRAW)
    else:
        # gobi 15: nothing to draw and nothing to play, but a caravan that could be drawn on.
        allow(choices, Verb.PASS)
    if s.held[seat] and holds(s, seat, FIRST_BET, FIRST_CHARACTER) == 0:
        allow(choices, Verb.EXCHANGE)
    if missing(e, s, seat) > 0:
        if refills(s, seat):
            allow_set(choices, Verb.REFILL, present(s.caravan[seat]))
        elif supply:
            allow(choices, Verb.FETCH)


@helper
def legal_play(s: State, seat: int, choices: Choices) -> None:
    """gobi 2: any card may be placed face down; bets and characters may also be played openly."""
    anywhere = 0
    for card in range(N_CARDS):
        if s.hand[seat, card]:
            anywhere |= ((1 << PILES) - 1) << card * PILES
    allow_set(choices, Verb.PLACE, anywhere)
    # The actions BET and PLAY_CARD follow each other as the cards do.
    allow_set(choices, Verb.BET, anywhere >> FIRST_BET * PILES)


@contract
def step(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, chance: Rows[Stream]) -> None:
    """One decision of a seat."""
    e, s, c = editions[0], states[i], chance[0]
    phase = s.phase
    if phase == Phase.PLAY and action < Verb.BET:
        place(s, seat, (action - Verb.PLACE) // PILES, (action - Verb.PLACE) % PILES)
        return
    if phase == Phase.TRIM:
        trim(e, s, seat, action - Verb.DROP, c)
        return
    s.undo_barrier += 1
    if phase == Phase.CALL:
        answer(s, seat, action == Verb.CALL, c)
    elif phase == Phase.TURN:
        begin(e, s, seat, action, c)
    elif phase == Phase.PLAY:
        card = FIRST_BET + (action - Verb.BET) // PILES
        s.at = (action - Verb.BET) % PILES
        leave_openly(s, seat, card)
        if card < FIRST_CHARACTER:
            settle_bet(e, s, seat, card, c)
        else:
            play_character(s, seat, card, c)
    elif phase == Phase.ANNOUNCE:
        announce(s, seat, action - Verb.ANNOUNCE, c)
    elif phase == Phase.LOSS:
        forget_news(s, News.LOST)
        lose(s, seat, action - Verb.DISCARD)
        s.owing &= ~(1 << seat)
        lay_bases(s, c)
        collect(s, c)
    elif phase == Phase.FORFEIT:
        forfeit(s, seat, action - Verb.DROP, c)
    elif phase == Phase.LOOK:
        put_back(s, seat, action, c)
    elif phase == Phase.OFFER:
        trade(e, s, seat, action == Verb.ACCEPT, c)
    else:
        forget_news(s, News.SWAPPED)
        swap_piles(s, s.at, action - Verb.SWAP)
        s.at = action - Verb.SWAP
        end_turn(s, c)


@helper
def begin(e: Edition, s: State, seat: int, action: int, c: Stream) -> None:
    """The first decision of a turn."""
    s.at = NONE
    if action == Verb.DRAW:
        # gobi 2: the draw goes without saying; gobi 15: with nothing to draw nothing is drawn.
        forget_news(s, News.DREW)
        draw_cards(s, seat, 1, c)
        s.phase = Phase.PLAY
        return
    if action == Verb.EXCHANGE:
        # gobi 3: the hand is shown, discarded whole, and replaced.
        forget_news(s, News.EXCHANGED)
        number = int(s.held[seat])
        for card in range(N_CARDS):
            s.shown[card] = s.hand[seat, card]
            discard(s, card, int(s.hand[seat, card]))
        empty(s.hand[seat])
        empty(s.sure[seat])
        s.held[seat] = 0
        draw_cards(s, seat, number, c)
    elif action == Verb.FETCH:
        forget_news(s, News.FETCHED)
        draw_cards(s, seat, fetched(e, s, seat), c)
    elif action == Verb.PASS:
        forget_news(s, News.PASSED)
    else:
        # gobi 4: a camel pays for a full hand.
        forget_news(s, News.REFILLED)
        drop_camel(s, seat, action - Verb.REFILL)
        draw_cards(s, seat, missing(e, s, seat), c)
    end_turn(s, c)


@helper
def place(s: State, seat: int, card: int, pile: int) -> None:
    """gobi 2: a card face down; it counts as on its way until it has been called or believed."""
    forget_news(s, News.LAID)
    s.hand[seat, card] -= 1
    s.held[seat] -= 1
    s.placed = card
    s.at = pile
    s.phase = Phase.ANNOUNCE


@helper
def announce(s: State, seat: int, good: int, c: Stream) -> None:
    """gobi 5: every other seat that holds a card may call; if there is none the card is simply laid."""
    forget_news(s, News.ANNOUNCED)
    s.claim = good
    for other in range(s.seats):
        if other != seat and s.held[other]:
            s.asked |= 1 << other
    if s.asked:
        s.phase = Phase.CALL
    else:
        lay_unseen(s)
        end_turn(s, c)


@helper
def lay_unseen(s: State) -> None:
    """The placed card joins its pile, known to who placed it; of the hand it left, nothing is as sure as before."""
    for card in range(N_CARDS):
        if s.sure[s.turn, card]:
            s.sure[s.turn, card] -= 1
    insert(s, s.at, s.placed, 1 << s.turn, s.claim)
    s.placed, s.claim = NONE, NONE


@helper
def lay_shown(s: State) -> None:
    """gobi 5: the placed card has been called and seen by all; it joins its pile all the same."""
    s.shown[s.placed] = 1
    if s.sure[s.turn, s.placed]:
        s.sure[s.turn, s.placed] -= 1
    insert(s, s.at, s.placed, everybody(s), s.claim)
    s.placed, s.claim = NONE, NONE


@helper
def answer(s: State, seat: int, gobi: bool, c: Stream) -> None:
    """gobi 5: answers are secret until the last one is given."""
    s.answered |= 1 << seat
    if gobi:
        s.called |= 1 << seat
    if s.answered != s.asked:
        return
    callers = s.called
    s.asked, s.answered = 0, 0
    if callers == 0:
        forget_news(s, News.BELIEVED)
        lay_unseen(s)
        end_turn(s, c)
        return
    # gobi 6: who is wrong discards a card, the announcer for a lie, else every caller; an empty hand loses nothing.
    if s.placed == s.claim:
        forget_news(s, News.HONEST)
        s.honest[s.turn] += 1
        s.owing = callers
    else:
        forget_news(s, News.LIED)
        s.lies[s.turn] += 1
        s.owing = 1 << s.turn if s.held[s.turn] else 0
    s.called = callers
    lay_shown(s)
    collect(s, c)


@helper
def collect(s: State, c: Stream) -> None:
    """gobi 6: losers choose their card clockwise from the left of who placed; then the turn is over."""
    for k in range(1, s.seats + 1):
        seat = around(s.turn + k, s.seats)
        if (s.owing >> seat) & 1:
            s.actor = seat
            s.phase = Phase.LOSS
            return
    end_turn(s, c)


@helper
def lose(s: State, seat: int, card: int) -> None:
    """A card of a hand is discarded, face up."""
    leave_openly(s, seat, card)
    discard(s, card, 1)
    s.news_card = card


@helper
def drop_camel(s: State, seat: int, good: int) -> None:
    """A camel of a caravan is discarded."""
    s.caravan[seat, good] -= 1
    discard(s, good, 1)
    s.news_card = good


@helper
def announcer(s: State, k: int) -> int:
    """Who announced card number k of the piles: the one seat that knows it; none if others know it too."""
    if s.said[k] != NONE:
        for seat in range(s.seats):
            if s.known[k] == 1 << seat:
                return seat
    return NONE


@helper
def settle_bet(e: Edition, s: State, seat: int, bet: int, c: Stream) -> None:
    """gobi 7: the pile is revealed and its camels are counted."""
    first, height = base_of(s, s.at), int(s.height[s.at])
    found = 0
    for k in range(first, first + height):
        found += s.pile[k] < N_GOODS
        shown = announcer(s, k)
        if shown != NONE:
            if s.pile[k] == s.said[k]:
                s.honest[shown] += 1
            else:
                s.lies[shown] += 1
    stake = int(e.stakes[bet - FIRST_BET])
    right = found >= stake if bet == FIVE_OR_MORE else found == stake
    forget_news(s, News.BET_RIGHT if right else News.BET_WRONG)
    s.bet, s.news_card = bet, bet
    for k in range(first, first + height):
        s.shown[s.pile[k]] += 1
    for card in range(N_CARDS):
        # gobi 8: camels join the caravan, other cards are discarded; gobi 9: a wrong bet discards all.
        if right and card < N_GOODS:
            s.caravan[seat, card] += s.shown[card]
        else:
            discard(s, card, int(s.shown[card]))
    remove(s, s.at, first, height)
    if right:
        welcome(e, s, seat, c)
    # gobi 9: a camel of the caravan, or of the hand where there is no caravan; where there is none, none is lost.
    elif camels(s, seat) or holds(s, seat, 0, N_GOODS):
        s.phase = Phase.FORFEIT
    else:
        finish(s, c)


@helper
def welcome(e: Edition, s: State, seat: int, c: Stream) -> None:
    """gobi 8: camels have joined a caravan: four alike win at once, before any that are too many must go."""
    if most_alike(s, seat) >= e.alike:
        close(s, Reason.FOUR_ALIKE)
    elif camels(s, seat) > e.caravan_limit:
        s.phase = Phase.TRIM
    else:
        finish(s, c)


@helper
def trim(e: Edition, s: State, seat: int, good: int, c: Stream) -> None:
    """gobi 8, 16: five camels are kept at most; all but the last choice can be taken back."""
    forget_news(s, News.TRIMMED)
    drop_camel(s, seat, good)
    if camels(s, seat) <= e.caravan_limit:
        s.undo_barrier += 1
        finish(s, c)


@helper
def forfeit(s: State, seat: int, good: int, c: Stream) -> None:
    """gobi 9: a wrong bet costs a camel."""
    forget_news(s, News.FORFEITED)
    if drops_from_hand(s, seat):
        lose(s, seat, good)
    else:
        drop_camel(s, seat, good)
    finish(s, c)


@helper
def finish(s: State, c: Stream) -> None:
    """gobi 10: a bet is discarded last of all; a new pile is then begun in its place."""
    if s.bet != NONE:
        discard(s, int(s.bet), 1)
        s.bet = NONE
    end_turn(s, c)


@helper
def play_character(s: State, seat: int, card: int, c: Stream) -> None:
    """A character face up on a pile; gobi 11 to 14."""
    forget_news(s, News.TRADED if card == MERCHANT else News.STORM if card == SANDSTORM else News.PEEKED)
    s.news_card = card
    first, height = base_of(s, s.at), int(s.height[s.at])
    top = NONE
    if card == MERCHANT and height:
        # gobi 13: the merchant takes the place of the top card, which is shown.
        top = int(s.pile[first + height - 1])
        s.shown[top] = 1
        remove(s, s.at, first + height - 1, 1)
    insert(s, s.at, card, everybody(s), NONE)
    if card == SPY or card == BRIGAND:
        # gobi 11, 12: the whole pile is looked at in secret.
        for k in range(first, first + height):
            s.known[k] |= 1 << seat
        s.phase = Phase.LOOK
    elif card == SANDSTORM:
        s.phase = Phase.SWAP
    elif 0 <= top < N_GOODS:
        s.offer = top
        s.phase = Phase.OFFER
    else:
        if top != NONE:
            discard(s, top, 1)
        end_turn(s, c)


@helper
def put_back(s: State, seat: int, action: int, c: Stream) -> None:
    """gobi 11: the pile goes back as it was; gobi 12: a brigand may take a card into the hand, shown to all."""
    if action == Verb.REPLACE:
        forget_news(s, News.REPLACED)
    else:
        forget_news(s, News.STOLE)
        k = base_of(s, s.at) + action - Verb.STEAL
        card = int(s.pile[k])
        remove(s, s.at, k, 1)
        s.hand[seat, card] += 1
        s.sure[seat, card] += 1
        s.held[seat] += 1
        s.news_card = card
    end_turn(s, c)


@helper
def trade(e: Edition, s: State, seat: int, accepted: bool, c: Stream) -> None:
    """gobi 13: the camel a merchant turned up joins the caravan, or is discarded."""
    forget_news(s, News.ACCEPTED if accepted else News.DECLINED)
    camel = int(s.offer)
    s.offer = NONE
    s.news_card = camel
    if accepted:
        s.caravan[seat, camel] += 1
        welcome(e, s, seat, c)
    else:
        discard(s, camel, 1)
        end_turn(s, c)


@helper
def end_turn(s: State, c: Stream) -> None:
    """The next seat that has anything to play, to draw or to give plays."""
    lay_bases(s, c)
    s.turns += 1
    supply = can_draw(s)
    if not supply and total(s.held) == 0:
        # gobi 15: no card in any hand and none to draw.
        close(s, Reason.NO_CARDS)
        return
    seat = int(s.turn)
    while True:
        if s.turn_limit and s.turns >= s.turn_limit * s.seats:
            # gobi 17: every seat has had its turns.
            close(s, Reason.TURN_LIMIT)
            return
        seat = around(seat + 1, s.seats)
        if s.held[seat] or supply or camels(s, seat):
            break
        # gobi 15: with no card and nothing to draw a seat passes.
        s.turns += 1
    s.turn = seat
    s.actor = seat
    s.phase = Phase.TURN


@helper
def close(s: State, reason: int) -> None:
    """The match is over."""
    s.phase = Phase.OVER
    s.ended = reason
    s.actor = s.turn


@contract
def conceal(editions: Rows[Edition], states: Rows[State], i: int, seat: int) -> None:
    """Hands but for what is sure, pile cards the seat has not seen, the draw pile, and what others answer.

    Who knows which card is open to all: placing, calling, spying and stealing are all done in the open.
    """
    s = states[i]
    for k in range(s.deck_left):
        s.deck[k] = NONE
    for k in range(base_of(s, PILES)):
        if not knows(s, k, seat):
            s.pile[k] = NONE
    for other in range(s.seats):
        if other != seat:
            put(s.hand[other], s.sure[other])
    if seat != s.turn:
        s.placed = NONE
    if s.phase == Phase.CALL:
        own = 1 << seat if seat >= 0 else 0
        # The undo barrier counts answers: those of others are taken off again.
        for other in range(s.seats):
            if other != seat and (s.answered >> other) & 1:
                s.undo_barrier -= 1
        s.answered &= own
        s.called &= own


@contract
def determinize(editions: Rows[Edition], states: Rows[State], i: int, seat: int, chance: Rows[Stream]) -> float:
    """Deals the unseen cards out to where cards are hidden; others who seem not to have answered have not.

    Announcements are evidence: what was announced is true with the chance TRUTHFUL, and else any other card alike.
    Where it is known who said it, the chance is that of its seat, as far as calls and bets have shown how honest it
    is. Each hidden card that was announced is drawn in proportion to
    that, and the weight returned is what it takes to make the guesses exact: for each such card, how likely its
    announcement was among all the cards it could have been.
    """
    e, s, c = editions[0], states[i], chance[0]
    left, unseen_camels = 0, 0
    for card in range(N_CARDS):
        for _ in range(in_play(e, s, card) - in_sight(s, card)):
            s.deck[left] = card
            left += 1
            unseen_camels += card < N_GOODS
    weight = 1.0
    needs_camel = s.phase == Phase.FORFEIT and camels(s, s.actor) == 0 and holds(s, s.actor, 0, N_GOODS) == 0
    if needs_camel:
        # Whoever must give up a camel of its hand has one; so far the unseen camels lie before all other cards.
        at = below(c, unseen_camels)
        left -= 1
        s.hand[s.actor, s.deck[at]] += 1
        s.deck[at] = s.deck[left]
    shuffle(c, s.deck, left)
    if needs_camel:
        # A hand with several could have been begun with any of them.
        left = fill_hand(s, s.actor, int(s.held[s.actor]), left)
        weight /= holds(s, s.actor, 0, N_GOODS)
    for k in range(base_of(s, PILES)):
        if not knows(s, k, seat):
            weight *= guess_in_pile(s, k, left, c)
            left -= 1
    for other in range(s.seats):
        if other != seat:
            on_its_way = other == s.turn and (s.phase == Phase.ANNOUNCE or s.phase == Phase.CALL)
            left = fill_hand(s, other, int(s.held[other]) + on_its_way, left)
            if on_its_way:
                weight *= guess_placed(s, other, c)
    for k in range(left, MOST_CARDS):
        s.deck[k] = NONE
    return weight


@helper
def in_sight(s: State, card: int) -> int:
    """Cards of a kind in all places but the draw pile; in a concealed position, those the seat can place."""
    number = int(s.discarded[card]) + (s.placed == card) + (s.bet == card) + (s.offer == card)
    for seat in range(SEATS):
        number += int(s.hand[seat, card])
        if card < N_GOODS:
            number += int(s.caravan[seat, card])
    for k in range(base_of(s, PILES)):
        number += s.pile[k] == card
    return number


@helper
def odds(card: int, said: int, truthful: float) -> float:
    """How often a card would be announced as that good; 1 where there is no announcement yet."""
    if said == NONE:
        return 1.0
    return truthful if card == said else (1.0 - truthful) / (N_GOODS - 1)


@helper
def honesty(s: State, seat: int) -> float:
    """How often a seat tells the truth, from what all have seen of it."""
    if seat == NONE:
        return TRUTHFUL
    shown = float(s.honest[seat]) + float(s.lies[seat])
    return (REPUTATION * TRUTHFUL + float(s.honest[seat])) / (REPUTATION + shown)


@helper
def guess_in_pile(s: State, k: int, left: int, c: Stream) -> float:
    """One of the unseen cards becomes card number k of the piles; returns how likely its announcement was."""
    truthful = honesty(s, announcer(s, k))
    likely = 0.0
    for j in range(left):
        likely += odds(s.deck[j], s.said[k], truthful)
    rest = fraction(c) * likely
    at = -1
    while rest >= 0.0 and at < left - 1:
        at += 1
        rest -= odds(s.deck[at], s.said[k], truthful)
    s.pile[k], s.deck[at] = s.deck[at], s.deck[left - 1]
    return likely / left


@helper
def guess_placed(s: State, seat: int, c: Stream) -> float:
    """One card of a hand becomes the one just placed; returns how likely its announcement was."""
    truthful = honesty(s, seat)
    likely = 0.0
    for card in range(N_CARDS):
        likely += s.hand[seat, card] * odds(card, s.claim, truthful)
    rest = fraction(c) * likely
    for card in range(N_CARDS):
        if s.hand[seat, card] and rest >= 0.0:
            s.placed = card
            rest -= s.hand[seat, card] * odds(card, s.claim, truthful)
    s.hand[seat, s.placed] -= 1
    return likely / (int(s.held[seat]) + 1)


@helper
def fill_hand(s: State, seat: int, number: int, left: int) -> int:
    """Unseen cards into a hand until it has its number; returns how many are left."""
    for _ in range(number - holds(s, seat, 0, N_CARDS)):
        left -= 1
        s.hand[seat, s.deck[left]] += 1
    return left


@contract
def score(editions: Rows[Edition], states: Rows[State], i: int, out: Array2) -> None:
    """gobi 8, 17: the most camels alike win; ties are shared."""
    s = states[i]
    out[:] = 0
    for seat in range(s.seats):
        out[seat, 0] = most_alike(s, seat)
    rank_by_score(out, s.seats)


@contract
def audit(editions: Rows[Edition], states: Rows[State], i: int) -> tuple[int, int, int, int]:
    """Every card is in exactly one place, what is known is true, no limit is passed, and every field fits the phase."""
    e, s = editions[0], states[i]
    if base_of(s, PILES) > MOST_CARDS:
        return PILE_FAULT, BEYOND, base_of(s, PILES), MOST_CARDS
    for card in range(N_CARDS):
        found = in_sight(s, card)
        for k in range(s.deck_left):
            found += s.deck[k] == card
        if found != in_play(e, s, card):
            return CARD_FAULT, card, found, in_play(e, s, card)
    for seat in range(SEATS):
        if s.held[seat] != holds(s, seat, 0, N_CARDS) or (seat >= s.seats and s.held[seat] > 0):
            return HELD_FAULT, seat, int(s.held[seat]), holds(s, seat, 0, N_CARDS)
        for card in range(N_CARDS):
            has = int(s.hand[seat, card]) + (seat == s.turn and s.placed == card)
            if s.sure[seat, card] > has:
                return SURE_FAULT, seat, int(s.sure[seat, card]), has
        # gobi 16: camels only, five at most, but for the moment in which too many have just come.
        just_come = s.phase == Phase.TRIM or (s.phase == Phase.OVER and s.ended == Reason.FOUR_ALIKE)
        limit = 0 if seat >= s.seats else MOST_CARDS if s.turn == seat and just_come else int(e.caravan_limit)
        if camels(s, seat) > limit:
            return CARAVAN_FAULT, seat, camels(s, seat), limit
        if most_alike(s, seat) >= e.alike and s.phase != Phase.OVER:
            return ALIKE_FAULT, seat, most_alike(s, seat), int(e.alike)
    fault, subject, found, expected = audit_piles(s)
    if not fault:
        fault, subject, found, expected = audit_order(s)
    if not fault:
        fault, subject, found, expected = audit_scene(e, s)
    if not fault:
        fault, subject, found, expected = audit_clock(e, s)
    if not fault:
        fault, subject, found, expected = audit_news(s)
    return fault, subject, found, expected


@helper
def audit_piles(s: State) -> tuple[int, int, int, int]:
    """The piles lie one after the other, and who knows a card sits at the table."""
    end = base_of(s, PILES)
    for k in range(MOST_CARDS):
        mask = int(s.known[k])
        if (s.pile[k] != NONE) != (k < end):
            return PILE_FAULT, BEYOND, end, k
        if mask & ~everybody(s) or (mask & PUBLIC and mask != everybody(s)) or (k >= end and mask):
            return PILE_FAULT, KNOWN, mask, everybody(s) if k < end else 0
        if s.said[k] != NONE and k >= end:
            return PILE_FAULT, SAID, int(s.said[k]), NONE
        # Only a card that was placed face down, and so announced, is not known to all; who placed it knows it.
        if k < end and (mask == 0 or (s.said[k] == NONE and mask != everybody(s))):
            return PILE_FAULT, KNOWN, mask, everybody(s)
        if (s.deck[k] != NONE) != (k < s.deck_left):
            return PILE_FAULT, DECK, k, int(s.deck_left)
    for pile in range(PILES):
        waits = s.phase == Phase.OVER or (s.bet != NONE and pile == s.at)
        if s.height[pile] == 0 and not waits and can_draw(s):
            return PILE_FAULT, BASE, 0, 1
        # A base that all are looking at is the whole pile.
        base = base_of(s, pile)
        if (s.fresh >> pile) & 1 and (s.height[pile] != 1 or s.said[base] != NONE):
            return PILE_FAULT, FRESH, int(s.height[pile]), 1
    if (s.top != NONE) != (discards(s) > 0) or (s.top != NONE and s.discarded[s.top] == 0):
        return PILE_FAULT, TOP, int(s.top), NONE
    return 0, 0, 0, 0


@helper
def audit_order(s: State) -> tuple[int, int, int, int]:
    """Each phase has what it is about, and who decides has a choice."""
    phase, actor = int(s.phase), int(s.actor)
    if actor >= s.seats or s.turn >= s.seats or (actor != s.turn and phase != Phase.LOSS):
        return ORDER_FAULT, WHO, actor, int(s.turn)
    if s.at == NONE and phase not in (Phase.TURN, Phase.PLAY, Phase.OVER):
        return ORDER_FAULT, AT, NONE, 0
    if (s.placed != NONE) != (phase == Phase.ANNOUNCE or phase == Phase.CALL):
        return ORDER_FAULT, PLACED, int(s.placed), NONE
    if (s.claim != NONE) != (phase == Phase.CALL):
        return ORDER_FAULT, CLAIM, int(s.claim), NONE
    may_call = 0
    if phase == Phase.CALL:
        for seat in range(s.seats):
            if seat != s.turn and s.held[seat]:
                may_call |= 1 << seat
    open_calls = s.asked & ~s.answered
    if s.asked != may_call or s.answered & ~s.asked or (phase == Phase.CALL and not open_calls):
        return ORDER_FAULT, ASKED, int(s.asked), may_call
    if phase == Phase.CALL and s.called & ~s.answered:
        return ORDER_FAULT, ASKED, int(s.called), int(s.answered)
    for seat in range(SEATS):
        owes = (s.owing >> seat) & 1
        if owes and (phase != Phase.LOSS or s.held[seat] == 0):
            return ORDER_FAULT, OWING, seat, NONE
    if phase == Phase.LOSS and not (s.owing >> actor) & 1:
        return ORDER_FAULT, OWING, NONE, actor
    if s.bet != NONE and (s.bet < FIRST_BET or phase not in (Phase.TRIM, Phase.FORFEIT, Phase.OVER)):
        return ORDER_FAULT, LAID_BET, int(s.bet), NONE
    if (s.offer != NONE) != (phase == Phase.OFFER):
        return ORDER_FAULT, OFFERED, int(s.offer), NONE
    if phase == Phase.TRIM and camels(s, actor) == 0:
        return ORDER_FAULT, TO_DROP, 0, 1
    if phase == Phase.FORFEIT and camels(s, actor) + holds(s, actor, 0, N_GOODS) == 0:
        return ORDER_FAULT, TO_DROP, 0, 1
    if phase == Phase.PLAY and s.held[actor] == 0:
        return ORDER_FAULT, IN_HAND, 0, 1
    if phase == Phase.TURN and s.held[actor] == 0 and camels(s, actor) == 0 and not can_draw(s):
        return ORDER_FAULT, IN_HAND, 0, 1
    return 0, 0, 0, 0


@helper
def top_of(s: State, pile: int) -> int:
    """Where the top card of a pile lies among the cards of all piles; none if there is none."""
    return base_of(s, pile) + int(s.height[pile]) - 1 if s.height[pile] else NONE


@helper
def audit_scene(e: Edition, s: State) -> tuple[int, int, int, int]:
    """What the phase is about lies where it has just been put."""
    phase, turn = int(s.phase), int(s.turn)
    if phase == Phase.TRIM and camels(s, turn) <= e.caravan_limit:
        return ORDER_FAULT, TO_DROP, 0, 1
    if phase == Phase.FORFEIT and s.bet == NONE:
        return ORDER_FAULT, LAID_BET, NONE, FIRST_BET
    if phase == Phase.OVER and s.bet != NONE and s.ended != Reason.FOUR_ALIKE:
        return ORDER_FAULT, LAID_BET, int(s.bet), NONE
    # gobi 7: the pile in front of a bet has been revealed and is gone.
    if s.bet != NONE and (s.at == NONE or s.height[s.at]):
        return ORDER_FAULT, SCENE, 1, 0
    if phase == Phase.LOSS:
        return audit_losses(s)
    if phase != Phase.LOOK and phase != Phase.OFFER and phase != Phase.SWAP:
        return 0, 0, 0, 0
    # gobi 11 to 14: the character at work lies on top, and who looks through the pile knows it.
    top = top_of(s, int(s.at))
    card = int(s.pile[top]) if top != NONE else NONE
    expected = SPY if phase == Phase.LOOK else MERCHANT if phase == Phase.OFFER else SANDSTORM
    if card != expected and not (phase == Phase.LOOK and card == BRIGAND):
        return ORDER_FAULT, SCENE, card, expected
    for k in range(base_of(s, int(s.at)), top + 1):
        if (s.known[top] != everybody(s)) or (phase == Phase.LOOK and not knows(s, k, turn)):
            return PILE_FAULT, KNOWN, int(s.known[k]), everybody(s)
    return 0, 0, 0, 0


@helper
def audit_losses(s: State) -> tuple[int, int, int, int]:
    """gobi 6: the card that was called lies on top for all to see, and whoever is wrong owes a card, in turn."""
    turn, top = int(s.turn), top_of(s, int(s.at))
    if top == NONE or s.said[top] == NONE or s.known[top] != everybody(s):
        return ORDER_FAULT, SCENE, NONE, 0
    if s.pile[top] == s.said[top]:
        if (s.owing >> turn) & 1:
            return ORDER_FAULT, OWING, turn, NONE
    elif s.owing != 1 << turn:
        return ORDER_FAULT, OWING, int(s.owing), 1 << turn
    first = (turn + 1) % int(s.seats)
    while not (s.owing >> first) & 1:
        first = (first + 1) % int(s.seats)
    return (0, 0, 0, 0) if s.actor == first else (ORDER_FAULT, WHO, int(s.actor), first)


@helper
def audit_clock(e: Edition, s: State) -> tuple[int, int, int, int]:
    """gobi 8, 15, 17: the match is over when, and only when, it had to end."""
    timed_out = s.turn_limit > 0 and s.turns >= int(s.turn_limit) * int(s.seats)
    if s.phase != Phase.OVER:
        return (ORDER_FAULT, CLOCK, int(s.turns), int(s.turn_limit) * int(s.seats) - 1) if timed_out else (0, 0, 0, 0)
    cards, reason = 0, Reason.RUNNING
    for seat in range(s.seats):
        cards += int(s.held[seat])
        if most_alike(s, seat) >= e.alike:
            reason = Reason.FOUR_ALIKE if seat == s.turn and reason == Reason.RUNNING else Reason.NO_CARDS
    if reason == Reason.RUNNING:
        reason = (
            Reason.NO_CARDS if cards == 0 and not can_draw(s) else Reason.TURN_LIMIT if timed_out else Reason.RUNNING
        )
    return (0, 0, 0, 0) if s.ended == reason else (ORDER_FAULT, ENDING, int(s.ended), reason)


@helper
def fits_phase(news: int, phase: int) -> bool:
    """Whether a decision with such news can lead to such a phase."""
    if phase == Phase.PLAY or phase == Phase.ANNOUNCE or phase == Phase.CALL:
        return news == (News.DREW if phase == Phase.PLAY else News.LAID if phase == Phase.ANNOUNCE else News.ANNOUNCED)
    if phase == Phase.LOSS:
        return news == News.HONEST or news == News.LIED or news == News.LOST
    if phase == Phase.TRIM:
        return news == News.BET_RIGHT or news == News.ACCEPTED or news == News.TRIMMED
    if phase == Phase.FORFEIT or phase == Phase.LOOK:
        return news == (News.BET_WRONG if phase == Phase.FORFEIT else News.PEEKED)
    if phase == Phase.OFFER or phase == Phase.SWAP:
        return news == (News.TRADED if phase == Phase.OFFER else News.STORM)
    if news == News.DEALT:
        return phase == Phase.TURN
    return not (
        news == News.DREW or news == News.LAID or news == News.PEEKED or news == News.STORM or news == News.HONEST
    )


@helper
def fits_card(news: int, card: int) -> bool:
    """Whether news of this kind can be about this card, or about none."""
    if news == News.BET_RIGHT or news == News.BET_WRONG:
        return FIRST_BET <= card < FIRST_CHARACTER
    if news == News.PEEKED:
        return card == SPY or card == BRIGAND
    if news == News.TRADED or news == News.STORM:
        return card == (MERCHANT if news == News.TRADED else SANDSTORM)
    if news == News.LOST or news == News.STOLE:
        return card != NONE
    if (
        news == News.REFILLED
        or news == News.TRIMMED
        or news == News.FORFEITED
        or news == News.ACCEPTED
        or news == News.DECLINED
    ):
        return 0 <= card < N_GOODS
    return card == NONE


@helper
def audit_news(s: State) -> tuple[int, int, int, int]:
    """What is told of the last decision fits what it led to."""
    news, phase = int(s.news), int(s.phase)
    if not fits_phase(news, phase):
        return ORDER_FAULT, NEWS_OF, news, News.PASSED
    if not fits_card(news, int(s.news_card)):
        return ORDER_FAULT, NEWS_CARD, int(s.news_card), NONE
    nowhere = (
        news == News.DEALT
        or news == News.DREW
        or news == News.EXCHANGED
        or news == News.FETCHED
        or news == News.REFILLED
        or news == News.PASSED
    )
    if (s.at == NONE) != nowhere:
        return ORDER_FAULT, AT, int(s.at), NONE if nowhere else 0
    shown = 0
    for card in range(N_CARDS):
        shown += int(s.shown[card])
    one = news == News.HONEST or news == News.LIED
    least = 1 if one or news == News.EXCHANGED else 0
    most = 1 if one or news == News.TRADED else 0
    if news == News.EXCHANGED or news == News.BET_RIGHT or news == News.BET_WRONG:
        most = MOST_CARDS
    if not least <= shown <= most:
        return ORDER_FAULT, SHOWN, shown, least
    if phase != Phase.CALL and ((s.called > 0) != one or s.called >> s.seats):
        return ORDER_FAULT, CALLED, int(s.called), 0
    # gobi 15: the discards were shuffled after the last card had come to them.
    if s.reshuffled and s.top != NONE:
        return ORDER_FAULT, RESHUFFLED, 1, 0
    for seat in range(s.seats, SEATS):
        if s.honest[seat] or s.lies[seat]:
            return ORDER_FAULT, WORDS, int(s.honest[seat]) + int(s.lies[seat]), 0
    return 0, 0, 0, 0


# Observation ----------------------------------------------------------------------------------------------------


class Part(Parts):
    """What the seat knows, in the order of the observation."""

    phase = part((PHASES,), 0, 1, "which phase it is")
    hand = part((CARDS,), 0, MOST_CARDS, "own hand")
    placed = part((CARDS,), 0, 1, "the card just placed, if it is one's own")
    sure = part((SEATS, CARDS), 0, MOST_CARDS, "cards all know to be in each hand, own first, then to the left")
    held = part((SEATS,), 0, MOST_CARDS, "cards in each hand, own first")
    caravan = part((SEATS, GOODS), 0, MOST_CARDS, "camels of each seat, own first")
    discarded = part((CARDS,), 0, MOST_CARDS, "discards")
    seen = part((PILES, CARDS), 0, MOST_CARDS, "cards of each pile that the seat knows")
    unseen = part((PILES, GOODS), 0, MOST_CARDS, "cards of each pile that it does not know, by announcement")
    top = part((PILES, CARDS), 0, 1, "the top card of each pile, if the seat knows it")
    at = part((PILES,), 0, 1, "the pile the turn is about")
    claim = part((GOODS,), 0, 1, "the announcement to be called or believed")
    offer = part((GOODS,), 0, 1, "the camel a merchant has turned up")
    turn = part((SEATS,), 0, 1, "whose turn it is, own first")
    owing = part((SEATS,), 0, 1, "who has to discard a card, own first")
    deck = part((1,), 0, MOST_CARDS, "cards in the draw pile")
    look = part((MOST_CARDS,), 0, N_CARDS, "the pile being looked at from its base: 0 nothing, else the card plus 1")


OBSERVATION = tuple(Part)


@contract
def encode(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Floats) -> None:
    """What the seat knows, in the order of OBSERVATION; a spectator sits in seat 0."""
    s = states[i]
    me = max(seat, 0)
    out[:] = 0.0
    out[Part.phase + s.phase] = 1.0
    if seat >= 0:
        for card in range(N_CARDS):
            out[Part.hand + card] = s.hand[seat, card]
        if seat == s.turn and s.placed != NONE:
            out[Part.placed + int(s.placed)] = 1.0
    for j in range(s.seats):
        other = (me + j) % s.seats
        for card in range(N_CARDS):
            out[Part.sure + j * N_CARDS + card] = s.sure[other, card]
        out[Part.held + j] = s.held[other]
        for good in range(N_GOODS):
            out[Part.caravan + j * N_GOODS + good] = s.caravan[other, good]
        out[Part.owing + j] = (s.owing >> other) & 1
    for card in range(N_CARDS):
        out[Part.discarded + card] = s.discarded[card]
    encode_piles(s, seat, out)
    if s.at != NONE:
        out[Part.at + int(s.at)] = 1.0
    if s.claim != NONE:
        out[Part.claim + int(s.claim)] = 1.0
    if s.offer != NONE:
        out[Part.offer + int(s.offer)] = 1.0
    out[Part.turn + (int(s.turn) - me) % int(s.seats)] = 1.0
    out[Part.deck] = s.deck_left
    if s.phase == Phase.LOOK and seat == s.actor:
        first = base_of(s, s.at)
        for j in range(s.height[s.at]):
            out[Part.look + j] = int(s.pile[first + j]) + 1


@helper
def encode_piles(s: State, seat: int, out: Floats) -> None:
    """The parts ``seen``, ``unseen`` and ``top``."""
    k = 0
    for pile in range(PILES):
        for j in range(s.height[pile]):
            if knows(s, k, seat):
                out[Part.seen + pile * N_CARDS + int(s.pile[k])] += 1.0
                if j == s.height[pile] - 1:
                    out[Part.top + pile * N_CARDS + int(s.pile[k])] = 1.0
            else:
                out[Part.unseen + pile * N_GOODS + int(s.said[k])] += 1.0
            k += 1
