"""Le marché de Samarkand at the table: what is seen, asked and told, and how scores came about."""

from __future__ import annotations

import numpy as np

from caravanserai.games.marche.rules import (
    BANK,
    CAMEL,
    CAMELS,
    FEWEST,
    FULL_SERIES,
    GOODS,
    ITEMS,
    N_GOODS,
    N_VALUES,
    PAIR,
    PLACES,
    SEATS,
    SELLERS,
    SILENCE,
    SMALLEST_CAMEL,
    SMALLEST_VALUE,
    VALUES,
    Edition,
    Phase,
    State,
    Verb,
    can_pay,
    capacity,
    carried,
    contract,
    excess,
    fine_of,
    half_price,
    item_named,
    rarest,
    series_points,
    wealth,
    wealth_place,
)
from caravanserai.kernel.arrays import Array, Array2, Array3, Rows
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.counting import put, total
from caravanserai.kernel.presenter import Presenter
from caravanserai.kernel.records import NONE
from caravanserai.kernel.sentences import (
    NUMBER,
    SEAT,
    Argument,
    Counts,
    SentenceKind,
    add,
    add_counts,
    add_item,
    add_list,
    args,
    listed,
    say,
)
from caravanserai.kernel.views import Sight, counts, flag, maybe, name, number, repeated, word

HIGHEST_FIRST = tuple(int(value) for value in reversed(VALUES))
ONE_TOUCH = (Verb.SILENCE,)
"""Verbs that a board takes at the first touch. No answer can be taken back, but the gong has its words on it, and
silence is unmistakable."""


class View(Sight):
    """What a seat sees; the screens fall when the market closes. Cards are told by their values, the highest first."""

    seats: int = number(at=None)
    aids: int = flag(at=None)
    current_round: int = number(at="round")
    rounds: int = number()
    price: int = maybe()
    doyen: int = number()
    camel: int = maybe(doc="goods that the camel on offer carries")
    camels_left: int = number()
    camel_pile: Array = counts(CAMELS)
    bank_sells: int = flag(at=None)
    bank_good: int = word(GOODS, at="bank.good")
    bank_offer: int = maybe(at="bank.offer")
    bank_left: int = number(at="bank.left")
    bank_pile: Array = repeated(HIGHEST_FIRST, at="bank.pile")
    good: Array = word(GOODS, SEATS, at="seats[].good")
    offer: Array = maybe(SEATS, at="seats[].offer")
    hand_open: Array = flag(SEATS, at=None)
    hand: Array2 = repeated(HIGHEST_FIRST, SEATS, at="seats[].hand")
    hand_size: Array = number(SEATS, at="seats[].hand_size")
    goods_open: Array = flag(SEATS, at=None)
    bought: Array3 = repeated(HIGHEST_FIRST, SEATS, GOODS, at="seats[].bought")
    screen_open: Array = flag(SEATS, at=None)
    money: Array = number(SEATS, type=np.int32, at="seats[].money")
    camels: Array2 = counts(CAMELS, SEATS, at="seats[].camels")
    places: Array = number(SEATS, at="seats[].places")
    excess: Array = number(SEATS, at="seats[].excess", doc="goods more than camels can carry; negative: empty places")
    picked: int = maybe(doc="the card the seat has chosen, as long as others do not know it")
    answer: int = name(ITEMS, doc="what the seat has answered, as long as others do not know it")
    gone: Array2 = repeated(HIGHEST_FIRST, GOODS)
    first: int = number(at="numbers.first")
    fine: int = number(at="numbers.fine")
    empty: int = number(at="numbers.empty")
    series: Array = number(FULL_SERIES - PAIR + 1, at="numbers.series")
    wealth: Array = number(PLACES, at="numbers.wealth")
    wealth_length: int = number(at=None, doc="how many amounts score")

    given = {  # noqa: RUF012
        "camel_pile": "aids",
        "bank": "bank_sells",
        "bank.pile": "aids",
        "seats[].hand": "hand_open",
        "seats[].bought": "goods_open",
        "seats[].money": "screen_open",
        "seats[].camels": "screen_open",
        "seats[].places": "screen_open",
        "seats[].excess": "screen_open",
        "gone": "aids",
    }
    lengths = {"seats": "seats", "numbers.wealth": "wealth_length"}  # noqa: RUF012
    sparse = ("seats[].bought", "gone")


# Many sentences are about a thing on offer, and each is one of three kinds: the card of a seat, or of the bank, or the
# camel. They follow each other in this order, and what they say of the thing follows their other arguments.
KINDS = ("from_seat", "from_bank", "camel_card")
OF_SEAT: dict[str, Argument | tuple[str, ...]] = {"kind": KINDS, "good": GOODS, "value": NUMBER, "rival": SEAT}
OF_BANK: dict[str, Argument | tuple[str, ...]] = {"kind": KINDS, "good": GOODS, "value": NUMBER}
OF_CAMEL: dict[str, Argument | tuple[str, ...]] = {"kind": KINDS, "places": NUMBER}


class Event(SentenceKind):
    """What happens."""

    OFFERED = args(**OF_SEAT)
    OFFERED__BANK = args(**OF_BANK)
    COUNT = args(seat=SEAT, price=NUMBER)
    PRICE = args(price=NUMBER)
    FINED = args(seat=SEAT, price=NUMBER, fine=NUMBER, **OF_SEAT)
    FINED__BANK = args(seat=SEAT, price=NUMBER, fine=NUMBER, **OF_BANK)
    FINED__CAMEL = args(seat=SEAT, price=NUMBER, fine=NUMBER, **OF_CAMEL)
    BOUGHT = args(seat=SEAT, price=NUMBER, **OF_SEAT)
    BOUGHT__BANK = args(seat=SEAT, price=NUMBER, **OF_BANK)
    BOUGHT__CAMEL = args(seat=SEAT, price=NUMBER, **OF_CAMEL)
    DISPUTED = args(price=NUMBER, **OF_SEAT, seat=listed(SEAT))
    DISPUTED__BANK = args(price=NUMBER, **OF_BANK, seat=listed(SEAT))
    DISPUTED__CAMEL = args(price=NUMBER, **OF_CAMEL, seat=listed(SEAT))
    DOYEN_WINS = args(seat=SEAT, price=NUMBER, **OF_SEAT)
    DOYEN_WINS__BANK = args(seat=SEAT, price=NUMBER, **OF_BANK)
    DOYEN_WINS__CAMEL = args(seat=SEAT, price=NUMBER, **OF_CAMEL)
    NOBODY_WINS = args(half=NUMBER, **OF_SEAT, payers=listed(SEAT))
    NOBODY_WINS__BANK = args(half=NUMBER, **OF_BANK, payers=listed(SEAT))
    NOBODY_WINS__CAMEL = args(half=NUMBER, **OF_CAMEL, payers=listed(SEAT))
    UNSOLD = args(**OF_SEAT)
    UNSOLD__BANK = args(**OF_BANK)
    ROUND = args(round=NUMBER, seat=SEAT)
    CAMEL_TURNED = args(places=NUMBER)
    MARKET_CLOSED = args()
    NO_CAMEL = args(seat=SEAT)
    DISCARDED = args(seat=SEAT, good=GOODS, values=listed(NUMBER))
    OVER = args()


class Line(SentenceKind):
    """What is asked, what choices do, how scores came about, and what is seen."""

    PROMPT_PICK = args(round=NUMBER, rounds=NUMBER)
    PROMPT_COUNT = args(price=NUMBER)
    PROMPT_TRANSPORT = args(number=NUMBER)
    PROMPT_WAITING = args()
    PROMPT_OVER = args()
    CHOICE_PICK = args(good=GOODS, value=NUMBER)
    CHOICE_SILENCE = args(price=NUMBER)
    CHOICE_STOP = args(price=NUMBER, **OF_SEAT)
    CHOICE_STOP_BANK = args(price=NUMBER, **OF_BANK)
    CHOICE_STOP_CAMEL = args(price=NUMBER, **OF_CAMEL)
    CHOICE_PENNILESS = args(price=NUMBER, fine=NUMBER, **OF_SEAT)
    CHOICE_PENNILESS__BANK = args(price=NUMBER, fine=NUMBER, **OF_BANK)
    CHOICE_PENNILESS__CAMEL = args(price=NUMBER, fine=NUMBER, **OF_CAMEL)
    CHOICE_DISCARD = args(good=GOODS, value=NUMBER)
    SCORE_WEALTH = args(money=NUMBER, place=NUMBER, points=NUMBER)
    SCORE_RAREST = args(good=GOODS, points=NUMBER, values=listed(NUMBER))
    SCORE_RAREST_NONE = args(good=GOODS, points=NUMBER)
    SCORE_SERIES = args(value=NUMBER, cards=NUMBER, points=NUMBER)
    SCORE_EMPTY = args(number=NUMBER, points=NUMBER)
    TELL_ROUND = args(round=NUMBER, rounds=NUMBER, seat=SEAT)
    TELL_PRICE = args(price=NUMBER)
    TELL_CAMEL = args(places=NUMBER, number=NUMBER)
    TELL_NO_CAMEL = args(number=NUMBER)
    TELL_OFFER = args(seat=SEAT, good=GOODS, value=NUMBER)
    TELL_SELLS = args(seat=SEAT, good=GOODS, number=NUMBER)
    TELL_HAND = args(seat=SEAT, good=GOODS, values=listed(NUMBER))
    TELL_SCREEN = args(seat=SEAT, money=NUMBER, places=NUMBER, camels=Counts(tuple(f"camel-{kind}" for kind in CAMELS)))
    TELL_BOUGHT = args(seat=SEAT, good=GOODS, values=listed(NUMBER))
    TELL_BANK_OFFER = args(good=GOODS, value=NUMBER, number=NUMBER)
    TELL_BANK = args(good=GOODS, number=NUMBER)


table = Presenter(contract, View, Event, Line)

# What is seen ---------------------------------------------------------------------------------------------------


@table
def see(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, views: Rows[View]) -> None:
    """What a seat sees."""
    e, s, v = editions[0], states[i], views[0]
    v.seats, v.aids, v.current_round, v.rounds, v.doyen = s.seats, aids, s.current_round, e.rounds, s.doyen
    v.price = s.price if s.price else NONE
    v.camel, v.camels_left = printed(SMALLEST_CAMEL, s.camel), total(s.camel_pile)
    v.bank_sells, v.bank_good = s.good[BANK] != NONE, s.good[BANK]
    v.bank_offer, v.bank_left = printed(SMALLEST_VALUE, s.offer[BANK]), total(s.hand[BANK])
    for other in range(s.seats):
        see_seat(s, other, bool(aids or other == seat), sees_behind(s, seat, aids, other), v)
    v.picked = printed(SMALLEST_VALUE, s.pick[seat]) if seat >= 0 else NONE
    v.answer = s.stop[seat] if seat >= 0 else NONE
    if aids:
        put(v.camel_pile, s.camel_pile)
        see_cards(s.hand[BANK], v.bank_pile)
        for good in range(N_GOODS):
            see_cards(s.gone[good], v.gone[good])
    v.first, v.fine, v.empty = e.first_price, e.fine, e.empty_place
    put(v.series, e.series)
    for place in range(PLACES):
        points = e.wealth[s.seats - FEWEST, place]
        if points:
            v.wealth[v.wealth_length] = points
            v.wealth_length += 1


@helper
def see_seat(s: State, other: int, in_hand: bool, behind_screen: bool, v: View) -> None:
    """One seat as it is seen by somebody who may look into its hand, or behind its screen, or neither."""
    v.good[other], v.offer[other] = s.good[other], printed(SMALLEST_VALUE, s.offer[other])
    v.hand_open[other], v.hand_size[other] = in_hand, total(s.hand[other])
    if in_hand:
        see_cards(s.hand[other], v.hand[other])
    if behind_screen or not s.hidden_goods:
        v.goods_open[other] = 1
        for good in range(N_GOODS):
            for value in range(N_VALUES):
                v.bought[other, good, N_VALUES - 1 - value] = carried(s, other, good, value)
    if behind_screen:
        v.screen_open[other], v.money[other] = 1, s.money[other]
        v.places[other], v.excess[other] = capacity(s, other), excess(s, other)
        put(v.camels[other], s.camels[other])


@helper
def see_cards(cards: Array, seen: Array) -> None:
    """Cards by value, the highest first."""
    for value in range(N_VALUES):
        seen[N_VALUES - 1 - value] = cards[value]


@helper
def sees_behind(s: State, seat: int, aids: int, other: int) -> bool:
    """Whether a seat may look behind the screen of another."""
    return bool(aids or other == seat or s.phase == Phase.TRANSPORT or s.phase == Phase.OVER)


@helper
def printed(smallest: int, kind: int) -> int:
    """The number printed on a card of a kind; none where there is no card."""
    return smallest + kind if kind != NONE else NONE


@table
def describe(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, out: Array) -> None:
    """What a seat sees, in sentences."""
    e, s = editions[0], states[i]
    say(out, Line.TELL_ROUND, s.current_round, e.rounds, s.doyen)
    if s.price:
        say(out, Line.TELL_PRICE, s.price)
    if s.camel != NONE:
        say(out, Line.TELL_CAMEL, SMALLEST_CAMEL + s.camel, total(s.camel_pile))
    else:
        say(out, Line.TELL_NO_CAMEL, total(s.camel_pile))
    for other in range(s.seats):
        describe_seat(s, other, bool(aids or other == seat), sees_behind(s, seat, aids, other), out)
    good, left = s.good[BANK], total(s.hand[BANK])
    if s.offer[BANK] != NONE:
        say(out, Line.TELL_BANK_OFFER, good, SMALLEST_VALUE + s.offer[BANK], left)
    elif good != NONE:
        say(out, Line.TELL_BANK, good, left)


@helper
def describe_seat(s: State, other: int, in_hand: bool, behind_screen: bool, out: Array) -> None:
    """One seat in sentences."""
    left = total(s.hand[other])
    if s.offer[other] != NONE:
        say(out, Line.TELL_OFFER, other, s.good[other], SMALLEST_VALUE + s.offer[other])
    else:
        say(out, Line.TELL_SELLS, other, s.good[other], left)
    if in_hand and left:
        say(out, Line.TELL_HAND, other, s.good[other])
        add_list(out)
        for value in range(N_VALUES - 1, -1, -1):
            add_cards(out, value, s.hand[other, value])
    if behind_screen:
        say(out, Line.TELL_SCREEN, other, s.money[other], capacity(s, other))
        add_counts(out, s.camels[other])
    if behind_screen or not s.hidden_goods:
        for good in range(N_GOODS):
            if total(s.bought[other, good]) > total(s.thrown[other, good]):
                say(out, Line.TELL_BOUGHT, other, good)
                add_carried(out, s, other, good)


@helper
def add_cards(out: Array, value: int, number: int) -> None:
    """So many cards of a value, in a list."""
    for _ in range(number):
        add_item(out, SMALLEST_VALUE + value)


@helper
def add_carried(out: Array, s: State, seat: int, good: int) -> None:
    """The cards of a good that a seat carries, in a list."""
    add_list(out)
    for value in range(N_VALUES - 1, -1, -1):
        add_cards(out, value, carried(s, seat, good, value))


# What is asked --------------------------------------------------------------------------------------------------


@table
def ask(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """What is expected of whoever decides."""
    e, s = editions[0], states[i]
    if s.phase == Phase.PICK:
        say(out, Line.PROMPT_PICK, s.current_round, e.rounds)
    elif s.phase == Phase.COUNT:
        say(out, Line.PROMPT_COUNT, s.price)
    elif s.phase == Phase.OVER:
        say(out, Line.PROMPT_OVER)
    elif seat >= 0 and excess(s, seat) > 0:
        say(out, Line.PROMPT_TRANSPORT, excess(s, seat))
    else:
        say(out, Line.PROMPT_WAITING)


@table
def label(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, out: Array) -> None:
    """What a choice does."""
    e, s = editions[0], states[i]
    if action < Verb.SILENCE:
        say(out, Line.CHOICE_PICK, s.good[seat], SMALLEST_VALUE + action - Verb.PICK)
    elif action == Verb.SILENCE:
        say(out, Line.CHOICE_SILENCE, s.price)
    elif action < Verb.DISCARD:
        item = item_named(s, seat, action)
        if can_pay(s, seat):
            say(out, Line.CHOICE_STOP + kind_of(item), s.price)
        else:
            say(out, Line.CHOICE_PENNILESS + kind_of(item), s.price, fine_of(e, s, seat))
        add_thing(out, s, item)
    else:
        say(
            out,
            Line.CHOICE_DISCARD,
            (action - Verb.DISCARD) // N_VALUES,
            SMALLEST_VALUE + (action - Verb.DISCARD) % N_VALUES,
        )


@helper
def kind_of(item: int) -> int:
    """Which of the three kinds of things on offer an item is."""
    return 2 if item == CAMEL else 1 if item == BANK else 0


@helper
def add_thing(out: Array, s: State, item: int) -> None:
    """What is on offer under an item's number, as the last single arguments of a sentence of its kind."""
    add(out, kind_of(item))
    if item == CAMEL:
        add(out, SMALLEST_CAMEL + s.camel)
    else:
        add(out, s.good[item])
        add(out, SMALLEST_VALUE + s.offer[item])
        if item != BANK:
            add(out, item)


# What happened --------------------------------------------------------------------------------------------------


@table
def narrate(editions: Rows[Edition], befores: Rows[State], afters: Rows[State], i: int, seat: int, out: Array) -> None:
    """What happened between two positions, as the seat could see it."""
    e, before, after = editions[0], befores[i], afters[i]
    if before.phase == after.phase and before.current_round == after.current_round and before.price == after.price:
        return  # an answer that waits for those of others
    if before.phase == Phase.PICK:
        for seller in range(SELLERS):
            if after.offer[seller] != NONE:
                say(out, Event.OFFERED + kind_of(seller))
                add_thing(out, after, seller)
        say(out, Event.COUNT, after.doyen, after.price)
    elif before.phase == Phase.COUNT:
        narrate_price(e, before, after, out)
        if after.phase != Phase.COUNT:
            narrate_end_of_round(before, after, out)
        if claims_to(before, after, CAMEL) and after.camel != NONE:
            say(out, Event.CAMEL_TURNED, SMALLEST_CAMEL + after.camel)
    elif after.phase == Phase.OVER:
        narrate_discards(before, after, out)
    if after.phase == Phase.OVER:
        say(out, Event.OVER)


@helper
def claims(before: State, after: State, seat: int, item: int) -> bool:
    """Whether a seat named an item at a price and had the means for it."""
    return bool(after.called[seat] == item and can_pay(before, seat))


@helper
def claims_to(before: State, after: State, item: int) -> int:
    """How many seats claimed an item."""
    number = 0
    for seat in range(before.seats):
        number += claims(before, after, seat, item)
    return number


@helper
def narrate_price(e: Edition, before: State, after: State, out: Array) -> None:
    """What came of the answers to one price."""
    silent = True
    for seat in range(before.seats):
        item = after.called[seat]
        if item != SILENCE:
            silent = False
            if not can_pay(before, seat):
                say(out, Event.FINED + kind_of(item), seat, before.price, fine_of(e, before, seat))
                add_thing(out, before, item)
    if silent:
        say(out, Event.PRICE, before.price)
    for seat in range(before.seats):
        # Things come in the order of the seats that claimed them first.
        item = after.called[seat]
        first = item != SILENCE and can_pay(before, seat)
        for earlier in range(seat):
            first &= not claims(before, after, earlier, item)
        if first:
            narrate_claims(before, after, seat, item, out)


@helper
def narrate_claims(before: State, after: State, seat: int, item: int, out: Array) -> None:
    """What came of the claims to one thing, the first of them by this seat."""
    kind, doyen = kind_of(item), before.doyen
    if claims_to(before, after, item) == 1:
        say(out, Event.BOUGHT + kind, seat, before.price)
        add_thing(out, before, item)
        return
    say(out, Event.DISPUTED + kind, before.price)
    add_thing(out, before, item)
    add_claimants(out, before, after, item)
    if claims(before, after, doyen, item):
        say(out, Event.DOYEN_WINS + kind, doyen, before.price)
        add_thing(out, before, item)
    else:
        say(out, Event.NOBODY_WINS + kind, half_price(before))
        add_thing(out, before, item)
        add_claimants(out, before, after, item)


@helper
def add_claimants(out: Array, before: State, after: State, item: int) -> None:
    """All who claimed an item, in a list."""
    add_list(out)
    for seat in range(before.seats):
        if claims(before, after, seat, item):
            add_item(out, seat)


@helper
def narrate_end_of_round(before: State, after: State, out: Array) -> None:
    """What was not sold, and what comes next."""
    for seller in range(SELLERS):
        if before.offer[seller] != NONE and claims_to(before, after, seller) == 0:
            say(out, Event.UNSOLD + kind_of(seller))
            add_thing(out, before, seller)
    if after.phase == Phase.PICK:
        say(out, Event.ROUND, after.current_round, after.doyen)
        return
    say(out, Event.MARKET_CLOSED)
    for seat in range(after.seats):
        if capacity(after, seat) == 0:
            say(out, Event.NO_CAMEL, seat)


@helper
def narrate_discards(before: State, after: State, out: Array) -> None:
    """What was left behind for want of camels."""
    for seat in range(after.seats):
        for good in range(N_GOODS):
            if total(before.bought[seat, good]) > total(after.bought[seat, good]):
                say(out, Event.DISCARDED, seat, good)
                add_list(out)
                for value in range(N_VALUES - 1, -1, -1):
                    add_cards(out, value, before.bought[seat, good, value] - after.bought[seat, good, value])


# How the score came about ---------------------------------------------------------------------------------------


@table
def explain(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """A seat's score line by line: what gave how many points."""
    e, s = editions[0], states[i]
    say(out, Line.SCORE_WEALTH, s.money[seat], wealth_place(s, seat) + 1, wealth(e, s, seat))
    good, points = rarest(s, seat)
    if points:
        say(out, Line.SCORE_RAREST, good, points)
        add_carried(out, s, seat, good)
    else:
        say(out, Line.SCORE_RAREST_NONE, good, 0)
    for value in range(N_VALUES):
        number = int(s.alike[seat, value])
        if number >= PAIR:
            say(out, Line.SCORE_SERIES, SMALLEST_VALUE + value, number, series_points(e, number))
    empty = -excess(s, seat)
    if empty > 0:
        say(out, Line.SCORE_EMPTY, empty, -int(e.empty_place) * empty)
