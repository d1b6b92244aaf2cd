"""Gobi at the table: what a seat sees, what it is asked, what happened, and how its score came about."""

from __future__ import annotations

import numpy as np

from caravanserai.games.gobi.rules import (
    BETS,
    CARDS,
    FIRST_BET,
    FIVE_OR_MORE,
    GOODS,
    MERCHANT,
    MOST_CARDS,
    N_CARDS,
    N_GOODS,
    PILES,
    SANDSTORM,
    SEATS,
    Edition,
    News,
    Phase,
    State,
    Verb,
    base_of,
    camels,
    can_draw,
    contract,
    discards,
    drops_from_hand,
    fetched,
    hand_size,
    is_robbed,
    missing,
    most_alike,
    refills,
    top_of,
)
from caravanserai.kernel.arrays import Array, Array2, Rows
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.counting import put, total
from caravanserai.kernel.presenter import Presenter
from caravanserai.kernel.records import NONE
from caravanserai.kernel.sentences import (
    FLAG,
    NUMBER,
    SEAT,
    Counts,
    Named,
    SentenceKind,
    add,
    add_counts,
    add_item,
    add_list,
    args,
    listed,
    say,
)
from caravanserai.kernel.views import Sight, counts, flag, name, number, word

ONE_TOUCH = (Verb.DRAW, Verb.PASS, Verb.PLACE, Verb.ANNOUNCE)
"""Verbs that a board takes at the first touch. A card that was laid can be taken back until a good is named; the draw
pile and the goods have their words on them, and are unmistakable."""


class View(Sight):
    """What a seat sees: piles that are not counted and words that fade.

    What is shown is seen until the next decision, a pile looked into as long as it is in the looker's hands; the
    discards lie face up for good. With aids piles are counted, and each card is told as far as the seat knows it, with
    its announcement.
    """

    seats: int = number(at=None)
    aids: int = flag(at=None)
    turn: int = number()
    turns: int = number(type=np.int32)
    empty: Array = flag(PILES, at="piles[].empty")
    base_card: Array = name(CARDS, PILES, at="piles[].base", doc="its first card, while that is being shown")
    height: Array = number(PILES, at="piles[].height")
    cards: Array2 = name(CARDS, PILES, MOST_CARDS, at="piles[].cards", doc="from base to top, as far as they are known")
    said: Array2 = name(GOODS, PILES, MOST_CARDS, at="piles[].said", doc="what each was announced as")
    placing: int = flag(at=None)
    placing_seat: int = number(at="placing.seat")
    placing_pile: int = number(at="placing.pile")
    placing_good: int = name(GOODS, at="placing.good")
    placing_card: int = name(CARDS, at="placing.card", doc="for who placed it")
    answer: int = name(("quiet", "call"), doc="what the seat has answered while others may still be thinking")
    looking: int = flag(at=None)
    looking_seat: int = number(at="looking.seat")
    looking_pile: int = number(at="looking.pile")
    looking_open: int = flag(at=None)
    looking_height: int = number(at=None)
    looking_cards: Array = word(CARDS, MOST_CARDS, at="looking.cards", doc="from base to top, for who looks")
    betting: int = flag(at=None)
    bet_card: int = word(CARDS, at="bet.card")
    bet_pile: int = number(at="bet.pile")
    offer: int = name(CARDS)
    character: int = name(CARDS, doc="the character at work; a spy or brigand only for who looks")
    just_shown: Array = counts(CARDS, at="shown")
    deck: int = number()
    discards: int = number(at="discards.number")
    discarded: Array = counts(CARDS, at="discards.cards")
    top: int = name(CARDS, at="discards.top")
    hand_open: Array = flag(SEATS, at=None)
    hand: Array2 = counts(CARDS, SEATS, at="seats[].hand")
    hand_size: Array = number(SEATS, at="seats[].hand_size")
    sure: Array2 = counts(CARDS, SEATS, at="seats[].sure")
    caravan: Array2 = counts(GOODS, SEATS, at="seats[].caravan")
    most_alike: Array = number(SEATS, type=np.int8, at="seats[].alike", doc="the most camels with one load")
    refills: Array = flag(SEATS, at="seats[].refills", doc="gives a camel for a full hand; else fetches a few cards")
    owes: Array = flag(SEATS, at="seats[].owes")
    full_hand: int = number()
    caravan_limit: int = number()
    alike: int = number(at="numbers.alike")
    limit: int = number(at="numbers.limit")
    fetch: int = number(at="numbers.fetch")
    three: int = number(at="numbers.three")
    four: int = number(at="numbers.four")
    five: int = number(at="numbers.five")

    given = {  # noqa: RUF012
        "piles[].height": "aids",
        "piles[].cards": "aids",
        "piles[].said": "aids",
        "placing": "placing",
        "looking": "looking",
        "looking.cards": "looking_open",
        "bet": "betting",
        "seats[].hand": "hand_open",
        "seats[].sure": "aids",
    }
    lengths = {  # noqa: RUF012
        "seats": "seats",
        "piles[].cards": "height",
        "piles[].said": "height",
        "looking.cards": "looking_height",
    }


class Event(SentenceKind):
    """What happens."""

    BASES = args(cards=listed(CARDS))
    DREW = args(seat=SEAT, number=NUMBER)
    RECEIVED = args(cards=Counts(CARDS))
    EXCHANGED = args(seat=SEAT, number=NUMBER, cards=Counts(CARDS))
    FETCHED = args(seat=SEAT, number=NUMBER)
    REFILLED = args(seat=SEAT, card=CARDS, number=NUMBER)
    PASSED = args(seat=SEAT)
    LAID = args(seat=SEAT, pile=NUMBER, card=Named(CARDS, none=None))
    ANNOUNCED = args(seat=SEAT, pile=NUMBER, good=GOODS)
    BELIEVED = args(seat=SEAT, pile=NUMBER)
    CALLED = args(pile=NUMBER, count=NUMBER, seat=listed(SEAT))
    HONEST = args(seat=SEAT, pile=NUMBER, card=CARDS, good=GOODS)
    LIED = args(seat=SEAT, pile=NUMBER, card=CARDS, good=GOODS)
    NOTHING_TO_LOSE = args(seat=SEAT, pile=NUMBER)
    LOST = args(seat=SEAT, pile=NUMBER, card=CARDS)
    BET = args(seat=SEAT, pile=NUMBER, card=CARDS)
    REVEALED = args(seat=SEAT, pile=NUMBER, cards=Counts(CARDS))
    BET_RIGHT = args(seat=SEAT, pile=NUMBER, number=NUMBER, cards=Counts(CARDS))
    BET_WRONG = args(seat=SEAT, pile=NUMBER, number=NUMBER, cards=Counts(CARDS))
    NO_CAMEL_TO_LOSE = args(seat=SEAT, pile=NUMBER, cards=Counts(CARDS))
    TRIMMED = args(seat=SEAT, pile=NUMBER, card=CARDS)
    FORFEITED = args(seat=SEAT, pile=NUMBER, card=CARDS, from_hand=FLAG)
    PEEKED = args(seat=SEAT, pile=NUMBER, card=CARDS)
    SAW = args(pile=NUMBER, cards=listed(CARDS))
    REPLACED = args(seat=SEAT, pile=NUMBER)
    STOLE = args(seat=SEAT, pile=NUMBER, card=CARDS)
    TRADED = args(seat=SEAT, pile=NUMBER, cards=Counts(CARDS))
    ACCEPTED = args(seat=SEAT, pile=NUMBER, card=CARDS)
    DECLINED = args(seat=SEAT, pile=NUMBER, card=CARDS)
    STORM = args(seat=SEAT, pile=NUMBER)
    SWAPPED = args(seat=SEAT, pile=NUMBER, other=NUMBER)
    RESHUFFLED = args()
    BASE = args(pile=NUMBER, card=CARDS)
    TURN = args(seat=SEAT)
    OVER = args()


class Line(SentenceKind):
    """What is asked, what choices do, how scores came about, and what is seen."""

    PROMPT_TURN = args(held=NUMBER, size=NUMBER)
    PROMPT_PLAY = args(held=NUMBER)
    PROMPT_ANNOUNCE = args(pile=NUMBER)
    PROMPT_CALL = args(seat=SEAT, good=GOODS, pile=NUMBER)
    PROMPT_LOSS = args(liar=FLAG, held=NUMBER)
    PROMPT_TRIM = args(number=NUMBER, limit=NUMBER)
    PROMPT_FORFEIT = args(caravan=NUMBER)
    PROMPT_LOOK = args(brigand=FLAG, pile=NUMBER)
    PROMPT_OFFER = args(card=GOODS, caravan=NUMBER)
    PROMPT_SWAP = args(pile=NUMBER)
    PROMPT_OVER = args()
    CHOICE_QUIET = args()
    CHOICE_CALL = args()
    CHOICE_DRAW = args()
    CHOICE_DRAW_NOTHING = args()
    CHOICE_EXCHANGE = args(number=NUMBER)
    CHOICE_FETCH = args(number=NUMBER)
    CHOICE_REFILL = args(card=GOODS, number=NUMBER)
    CHOICE_PASS = args()
    CHOICE_ANNOUNCE = args(card=CARDS, good=GOODS)
    CHOICE_ANNOUNCE_FALSELY = args(card=CARDS, good=GOODS)
    CHOICE_PLACE = args(card=CARDS, pile=NUMBER)
    CHOICE_BET = args(stake=NUMBER, card=BETS, pile=NUMBER)
    CHOICE_BET_MORE = args(stake=NUMBER, card=BETS, pile=NUMBER)
    CHOICE_PLAY_SPY = args(pile=NUMBER)
    CHOICE_PLAY_BRIGAND = args(pile=NUMBER)
    CHOICE_PLAY_MERCHANT = args(pile=NUMBER)
    CHOICE_PLAY_SANDSTORM = args(pile=NUMBER)
    CHOICE_DISCARD = args(card=CARDS)
    CHOICE_DROP = args(card=GOODS, from_hand=FLAG)
    CHOICE_ACCEPT = args(card=GOODS)
    CHOICE_DECLINE = args(card=GOODS)
    CHOICE_SWAP = args(other=NUMBER, pile=NUMBER)
    CHOICE_REPLACE = args()
    CHOICE_STEAL = args(card=CARDS, place=NUMBER)
    SCORE_ALIKE = args(points=NUMBER, cards=Counts(GOODS))
    TELL_DECK = args(number=NUMBER, discards=NUMBER)
    TELL_DISCARDS = args(top=CARDS, cards=Counts(CARDS))
    TELL_PILE = args(pile=NUMBER)
    TELL_PILE_BASE = args(pile=NUMBER, card=CARDS)
    TELL_PILE_EMPTY = args(pile=NUMBER)
    TELL_PILE_COUNTED = args(pile=NUMBER, number=NUMBER, cards=listed(CARDS, none="unknown"))
    TELL_PILE_SAID = args(pile=NUMBER, goods=listed(GOODS))
    TELL_CARAVAN = args(seat=SEAT, cards=Counts(GOODS))
    TELL_HAND = args(seat=SEAT, cards=Counts(CARDS))
    TELL_HIDDEN_HAND = args(seat=SEAT, number=NUMBER)
    TELL_SURE = args(seat=SEAT, cards=Counts(CARDS))
    TELL_LOOKING = args(pile=NUMBER, cards=listed(CARDS))
    TELL_SHOWN = args(cards=Counts(CARDS))
    TELL_BET = args(pile=NUMBER, card=CARDS)
    TELL_OFFER = args(card=GOODS)
    TELL_PLACING = args(seat=SEAT, pile=NUMBER, good=GOODS)


table = Presenter(contract, View, Event, Line)

# What is seen ---------------------------------------------------------------------------------------------------


@table
def see(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, views: Rows[View]) -> None:
    """What a seat sees."""
    e, s, v = editions[0], states[i], views[0]
    v.seats, v.aids, v.turn, v.turns = s.seats, aids, s.turn, s.turns
    for pile in range(PILES):
        see_pile(s, pile, aids, v)
    v.placing = s.phase == Phase.ANNOUNCE or s.phase == Phase.CALL
    v.placing_seat, v.placing_pile, v.placing_good, v.placing_card = s.turn, s.at, s.claim, s.placed
    v.answer = own_answer(s, seat)
    if s.phase == Phase.LOOK:
        v.looking, v.looking_seat, v.looking_pile = 1, s.actor, s.at
        v.looking_open, v.looking_height = seat == s.actor, s.height[s.at]
        for k in range(s.height[s.at]):
            v.looking_cards[k] = s.pile[base_of(s, s.at) + k]
    v.betting, v.bet_card, v.bet_pile, v.offer = s.bet != NONE, s.bet, s.at, s.offer
    v.character = character_at_work(s, seat)
    v.deck, v.discards, v.top = s.deck_left, discards(s), s.top
    put(v.just_shown, s.shown)
    put(v.discarded, s.discarded)
    for other in range(s.seats):
        if other == seat:
            v.hand_open[other] = 1
            put(v.hand[other], s.hand[other])
        if aids:
            put(v.sure[other], s.sure[other])
        v.hand_size[other] = s.held[other]
        put(v.caravan[other], s.caravan[other])
        v.most_alike[other], v.refills[other] = most_alike(s, other), refills(s, other)
        v.owes[other] = (s.owing >> other) & 1
    v.full_hand, v.caravan_limit = hand_size(e, s), e.caravan_limit
    v.alike, v.limit, v.fetch = e.alike, e.caravan_limit, e.fetch
    v.three, v.four, v.five = e.stakes[0], e.stakes[1], e.stakes[2]


@helper
def see_pile(s: State, pile: int, aids: int, v: View) -> None:
    """One pile: its base while it is being shown; with aids all that could be remembered."""
    v.empty[pile], v.base_card[pile] = s.height[pile] == 0, shown_base(s, pile)
    if aids:
        v.height[pile] = s.height[pile]
        for k in range(s.height[pile]):
            v.cards[pile, k] = s.pile[base_of(s, pile) + k]
            v.said[pile, k] = s.said[base_of(s, pile) + k]


@helper
def shown_base(s: State, pile: int) -> int:
    """The first card of a pile that has just been begun; none later on."""
    return int(s.pile[base_of(s, pile)]) if (s.fresh >> pile) & 1 else NONE


@helper
def character_at_work(s: State, seat: int) -> int:
    """The character that lies face up while its player decides; one who looks has it in hand with the pile."""
    if s.phase == Phase.SWAP:
        return SANDSTORM
    if s.phase == Phase.OFFER:
        return MERCHANT
    if s.phase == Phase.LOOK and seat == s.actor:
        return int(s.pile[base_of(s, s.at) + int(s.height[s.at]) - 1])
    return NONE


@helper
def own_answer(s: State, seat: int) -> int:
    """What the seat has answered while others may still be thinking: 1 for a call, none if nothing yet."""
    if s.phase != Phase.CALL or seat < 0 or not (s.answered >> seat) & 1:
        return NONE
    return (s.called >> seat) & 1


@table
def describe(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, out: Array) -> None:
    """What a seat sees, in sentences."""
    s = states[i]
    say(out, Line.TELL_DECK, s.deck_left, discards(s))
    if s.top != NONE:
        say(out, Line.TELL_DISCARDS, s.top)
        add_counts(out, s.discarded)
    for pile in range(PILES):
        describe_pile(s, pile, aids, out)
    for other in range(s.seats):
        say(out, Line.TELL_CARAVAN, other)
        add_counts(out, s.caravan[other])
        if other == seat:
            say(out, Line.TELL_HAND, other)
            add_counts(out, s.hand[other])
        else:
            say(out, Line.TELL_HIDDEN_HAND, other, s.held[other])
            if aids and total(s.sure[other]):
                say(out, Line.TELL_SURE, other)
                add_counts(out, s.sure[other])
    if s.phase == Phase.LOOK and seat == s.actor:
        say(out, Line.TELL_LOOKING, s.at + 1)
        list_pile(s, s.at, s.height[s.at], out)
    if total(s.shown):
        say(out, Line.TELL_SHOWN)
        add_counts(out, s.shown)
    if s.bet != NONE:
        say(out, Line.TELL_BET, s.at + 1, s.bet)
    if s.offer != NONE:
        say(out, Line.TELL_OFFER, s.offer)
    if s.claim != NONE:
        say(out, Line.TELL_PLACING, s.turn, s.at + 1, s.claim)


@helper
def describe_pile(s: State, pile: int, aids: int, out: Array) -> None:
    """A pile: its base while it is shown, and with aids every card with what it was announced as."""
    height = int(s.height[pile])
    if height == 0:
        say(out, Line.TELL_PILE_EMPTY, pile + 1)
    elif aids:
        say(out, Line.TELL_PILE_COUNTED, pile + 1, height)
        list_pile(s, pile, height, out)
        unknown = 0
        for k in range(base_of(s, pile), base_of(s, pile + 1)):
            if s.pile[k] == NONE:
                if unknown == 0:
                    say(out, Line.TELL_PILE_SAID, pile + 1)
                    add_list(out)
                unknown += 1
                add_item(out, s.said[k])
    elif shown_base(s, pile) != NONE:
        say(out, Line.TELL_PILE_BASE, pile + 1, shown_base(s, pile))
    else:
        say(out, Line.TELL_PILE, pile + 1)


@helper
def list_pile(s: State, pile: int, number: int, out: Array) -> None:
    """The lowest cards of a pile, from its base upwards."""
    add_list(out)
    for k in range(number):
        add_item(out, s.pile[base_of(s, pile) + k])


# What is asked --------------------------------------------------------------------------------------------------


@table
def ask(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """What is expected of whoever decides."""
    e, s = editions[0], states[i]
    phase, pile, held, caravan = s.phase, s.at + 1, s.held[s.actor], camels(s, s.actor)
    if phase == Phase.TURN:
        say(out, Line.PROMPT_TURN, held, hand_size(e, s))
    elif phase == Phase.PLAY:
        say(out, Line.PROMPT_PLAY, held)
    elif phase == Phase.ANNOUNCE:
        say(out, Line.PROMPT_ANNOUNCE, pile)
    elif phase == Phase.CALL:
        say(out, Line.PROMPT_CALL, s.turn, s.claim, pile)
    elif phase == Phase.LOSS:
        say(out, Line.PROMPT_LOSS, s.actor == s.turn, held)
    elif phase == Phase.TRIM:
        say(out, Line.PROMPT_TRIM, caravan - e.caravan_limit, e.caravan_limit)
    elif phase == Phase.FORFEIT:
        say(out, Line.PROMPT_FORFEIT, caravan)
    elif phase == Phase.LOOK:
        say(out, Line.PROMPT_LOOK, is_robbed(s), pile)
    elif phase == Phase.OFFER:
        say(out, Line.PROMPT_OFFER, s.offer, caravan)
    elif phase == Phase.SWAP:
        say(out, Line.PROMPT_SWAP, pile)
    else:
        say(out, Line.PROMPT_OVER)


@table
def label(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, out: Array) -> None:
    """What a choice does."""
    e, s = editions[0], states[i]
    if action == Verb.QUIET or action == Verb.CALL:
        say(out, Line.CHOICE_QUIET + action - Verb.QUIET)
    elif action < Verb.ANNOUNCE:
        label_turn(e, s, seat, action, out)
    elif action < Verb.PLACE:
        good = action - Verb.ANNOUNCE
        say(out, Line.CHOICE_ANNOUNCE if good == s.placed else Line.CHOICE_ANNOUNCE_FALSELY, s.placed, good)
    elif action < Verb.DISCARD:
        label_card(e, action, out)
    elif action < Verb.DROP:
        say(out, Line.CHOICE_DISCARD, action - Verb.DISCARD)
    elif action < Verb.ACCEPT:
        say(out, Line.CHOICE_DROP, action - Verb.DROP, drops_from_hand(s, seat))
    elif action == Verb.ACCEPT or action == Verb.DECLINE:
        say(out, Line.CHOICE_ACCEPT + action - Verb.ACCEPT, s.offer)
    elif action < Verb.REPLACE:
        say(out, Line.CHOICE_SWAP, s.at + 1, action - Verb.SWAP + 1)
    elif action == Verb.REPLACE:
        say(out, Line.CHOICE_REPLACE)
    else:
        place = action - Verb.STEAL
        say(out, Line.CHOICE_STEAL, s.pile[base_of(s, s.at) + place], place + 1)


@helper
def label_turn(e: Edition, s: State, seat: int, action: int, out: Array) -> None:
    """A choice at the beginning of a turn."""
    if action == Verb.DRAW:
        say(out, Line.CHOICE_DRAW if can_draw(s) else Line.CHOICE_DRAW_NOTHING)
    elif action == Verb.EXCHANGE:
        say(out, Line.CHOICE_EXCHANGE, s.held[seat])
    elif action == Verb.FETCH:
        say(out, Line.CHOICE_FETCH, fetched(e, s, seat))
    elif action == Verb.PASS:
        say(out, Line.CHOICE_PASS)
    else:
        say(out, Line.CHOICE_REFILL, action - Verb.REFILL, missing(e, s, seat))


@helper
def label_card(e: Edition, action: int, out: Array) -> None:
    """A card laid on a pile, face down or openly."""
    if action < Verb.BET:
        say(out, Line.CHOICE_PLACE, (action - Verb.PLACE) // PILES, (action - Verb.PLACE) % PILES + 1)
    elif action < Verb.PLAY:
        bet, pile = (action - Verb.BET) // PILES, (action - Verb.BET) % PILES + 1
        more = FIRST_BET + bet == FIVE_OR_MORE
        say(out, Line.CHOICE_BET_MORE if more else Line.CHOICE_BET, e.stakes[bet], bet, pile)
    else:
        say(out, Line.CHOICE_PLAY_SPY + (action - Verb.PLAY) // PILES, (action - Verb.PLAY) % PILES + 1)


# What happened --------------------------------------------------------------------------------------------------


@table
def narrate(editions: Rows[Edition], befores: Rows[State], afters: Rows[State], i: int, seat: int, out: Array) -> None:
    """What happened between two positions, as the seat could see it."""
    before, after = befores[i], afters[i]
    if before.phase == Phase.CALL and after.phase == Phase.CALL:
        return
    if before.news == News.DEALT:
        say(out, Event.BASES)
        add_list(out)
        for pile in range(PILES):
            if before.height[pile]:
                add_item(out, before.pile[base_of(before, pile)])
    narrate_deed(before, after, seat, out)
    if after.reshuffled:
        say(out, Event.RESHUFFLED)
    for pile in range(PILES):
        if shown_base(after, pile) != NONE:
            say(out, Event.BASE, pile + 1, shown_base(after, pile))
    if after.phase == Phase.TURN:
        passing = (before.turn + 1) % after.seats
        while passing != after.turn:
            say(out, Event.PASSED, passing)
            passing = (passing + 1) % after.seats
        say(out, Event.TURN, after.turn)
    if after.phase == Phase.OVER:
        say(out, Event.OVER)


@helper
def narrate_deed(before: State, after: State, seat: int, out: Array) -> None:
    """The decision itself, by the record it left."""
    news, card, actor, pile = int(after.news), int(after.news_card), int(before.actor), int(after.at) + 1
    if news == News.DREW or news == News.EXCHANGED or news == News.FETCHED or news == News.REFILLED:
        narrate_supply(before, after, seat, out)
    elif news == News.PASSED:
        say(out, Event.PASSED, actor)
    elif news == News.LAID:
        say(out, Event.LAID, actor, pile, after.placed)
    elif news == News.ANNOUNCED:
        say(
            out,
            Event.ANNOUNCED,
            actor,
            pile,
            after.claim if after.claim != NONE else after.said[top_of(after, pile - 1)],
        )
    elif news == News.BELIEVED:
        say(out, Event.BELIEVED, actor, pile)
    elif news == News.HONEST or news == News.LIED:
        narrate_call(before, after, out)
    elif news == News.LOST:
        say(out, Event.LOST, actor, pile, card)
    elif news == News.BET_RIGHT or news == News.BET_WRONG:
        narrate_bet(after, actor, out)
    elif news == News.TRIMMED:
        say(out, Event.TRIMMED, actor, pile, card)
    elif news == News.FORFEITED:
        say(out, Event.FORFEITED, actor, pile, card, drops_from_hand(before, actor))
    elif news == News.PEEKED:
        say(out, Event.PEEKED, actor, pile, card)
        if seat == actor:
            say(out, Event.SAW, pile)
            list_pile(after, after.at, after.height[after.at] - 1, out)
    elif news == News.TRADED:
        say(out, Event.TRADED, actor, pile)
        add_counts(out, after.shown)
    elif news == News.STORM:
        say(out, Event.STORM, actor, pile)
    elif news == News.REPLACED:
        say(out, Event.REPLACED, actor, pile)
    elif news == News.STOLE:
        say(out, Event.STOLE, actor, pile, card)
    elif news == News.ACCEPTED:
        say(out, Event.ACCEPTED, actor, pile, card)
    elif news == News.DECLINED:
        say(out, Event.DECLINED, actor, pile, card)
    elif news == News.SWAPPED:
        say(out, Event.SWAPPED, actor, before.at + 1, pile)


@helper
def narrate_supply(before: State, after: State, seat: int, out: Array) -> None:
    """Cards drawn: their number is told to all, their kinds to who drew them."""
    actor, exchanged = int(before.actor), after.news == News.EXCHANGED
    kept = 0 if exchanged else int(before.held[actor])
    drawn = int(after.held[actor]) - kept
    if exchanged:
        say(out, Event.EXCHANGED, actor, drawn)
        add_counts(out, after.shown)
    elif after.news == News.DREW:
        say(out, Event.DREW, actor, drawn)
    elif after.news == News.FETCHED:
        say(out, Event.FETCHED, actor, drawn)
    else:
        say(out, Event.REFILLED, actor, after.news_card, drawn)
    if seat == actor and drawn:
        say(out, Event.RECEIVED)
        for card in range(N_CARDS):
            add(out, after.hand[actor, card] - (0 if exchanged else before.hand[actor, card]))


@helper
def narrate_call(before: State, after: State, out: Array) -> None:
    """Who called Gobi, the card that was shown, and what comes of it."""
    placer, pile, callers = int(before.turn), int(after.at) + 1, 0
    for seat in range(after.seats):
        callers += (after.called >> seat) & 1
    say(out, Event.CALLED, pile, callers)
    add_list(out)
    for seat in range(after.seats):
        if (after.called >> seat) & 1:
            add_item(out, seat)
    lied = after.news == News.LIED
    say(out, Event.LIED if lied else Event.HONEST, placer, pile, first_of(after.shown, 1), before.claim)
    if lied and after.phase != Phase.LOSS:
        say(out, Event.NOTHING_TO_LOSE, placer, pile)


@helper
def first_of(cards: Array, number: int) -> int:
    """The first kind of card of which there are so many."""
    for card in range(len(cards)):
        if cards[card] == number:
            return card
    return NONE


@helper
def narrate_bet(after: State, actor: int, out: Array) -> None:
    """A bet, what the pile held, and whether that was right."""
    pile, right = int(after.at) + 1, after.news == News.BET_RIGHT
    say(out, Event.BET, actor, pile, after.news_card)
    say(out, Event.REVEALED, actor, pile)
    add_counts(out, after.shown)
    say(out, Event.BET_RIGHT if right else Event.BET_WRONG, actor, pile, total(after.shown[:N_GOODS]))
    add_counts(out, after.shown)
    if not right and after.phase != Phase.FORFEIT:
        say(out, Event.NO_CAMEL_TO_LOSE, actor, pile)
        add_counts(out, after.shown)


# How the score came about ---------------------------------------------------------------------------------------


@table
def explain(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """A seat's score: the most camels it has alike."""
    s = states[i]
    most = most_alike(s, seat)
    if most:
        best = first_of(s.caravan[seat], most)
        say(out, Line.SCORE_ALIKE, most)
        for good in range(N_GOODS):
            add(out, most if good == best else 0)
