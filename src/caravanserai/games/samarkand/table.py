"""Samarkand at the table: what a seat sees, what it is asked, what happened, and how its score came about."""

from __future__ import annotations

import numpy as np

from caravanserai.games.samarkand.rules import (
    ASSORTMENT,
    CAMP,
    CITIES,
    FIRST_CITY,
    GOODS,
    LEAST_SALE,
    MARKETS,
    MOST_SALE,
    N_GOODS,
    N_SPACES,
    OASIS,
    SALES,
    SEATS,
    SPACES,
    WARES,
    Edition,
    Phase,
    State,
    Verb,
    can_ride,
    cards_chosen,
    contract,
    least_bought,
    lot_price,
    lot_size,
    market_for,
    most_sold,
    price,
    ware_at,
    ware_chosen,
)
from caravanserai.kernel.arrays import Array, Array2, Array3, Rows
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.counting import first_rise, put, total
from caravanserai.kernel.presenter import Presenter
from caravanserai.kernel.records import NONE
from caravanserai.kernel.sentences import (
    NUMBER,
    SEAT,
    Argument,
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
from caravanserai.kernel.views import Sight, counts, flag, maybe, name, number, those, word

PLACES = ("camp", "oasis", "city")
"""The kinds of spaces, all cities being one."""
BOUGHT_WARES = tuple(f"ware-{ware}" for ware in WARES)
"""How a sentence names what a market buys."""
ONE_TOUCH = (Verb.GIVE, Verb.SWAP)
"""Verbs that a board takes at the first touch. A gift and a swap show nothing hidden, and can be taken back."""


class View(Sight):
    """What a seat sees; what is known of rivals' hands is for memories, or aids."""

    target: int = number()
    turn: int = number()
    first: int = number()
    rounds: int = number(type=np.int32)
    turn_limit: int = number()
    space: Array = word(SPACES, N_SPACES, at="spaces[].space")
    kind: Array = word(PLACES, N_SPACES, at="spaces[].kind")
    ways: Array = number(N_SPACES, at=None)
    exits: Array2 = word(SPACES, N_SPACES, 2, at="spaces[].exits")
    pawns: Array2 = those(SEATS, N_SPACES, at="spaces[].pawns")
    is_camp: Array = flag(N_SPACES, at=None)
    room: Array = maybe(N_SPACES, at="spaces[].room")
    cards: Array2 = counts(GOODS, N_SPACES, at="spaces[].cards")
    one: Array = maybe(N_SPACES, at="spaces[].one")
    many: Array = maybe(N_SPACES, at="spaces[].many")
    price: Array = maybe(N_SPACES, at="spaces[].price")
    city: Array = name(CITIES, N_SPACES, at="spaces[].city")
    is_city: Array = flag(N_SPACES, at=None)
    market: Array2 = word(MARKETS, N_SPACES, 2, at="spaces[].markets[].market")
    ware: Array2 = word(WARES, N_SPACES, 2, at="spaces[].markets[].ware")
    covered: Array2 = flag(N_SPACES, 2, at="spaces[].markets[].covered")
    printed: Array2 = number(N_SPACES, 2, at=None, doc="how many prices each market has")
    prices: Array3 = number(N_SPACES, 2, SALES, at="spaces[].markets[].prices")
    least: Array2 = number(
        N_SPACES, 2, type=np.int8, at="spaces[].markets[].least", doc="the fewest cards it buys now, at its first price"
    )
    most: Array2 = number(N_SPACES, 2, type=np.int8, at="spaces[].markets[].most", doc="the most cards it buys")
    fits: Array2 = number(
        N_SPACES, 2, type=np.int8, at="spaces[].markets[].fits", doc="the most of the seat's own cards it would buy now"
    )
    smallest_sale: int = number(type=np.int8)
    largest_sale: int = number(type=np.int8)
    pile: int = number()
    chips_beside: int = number()
    selling: int = name(MARKETS)
    rolled: int = maybe()
    steps: int = number()
    may_walk_on: int = flag()
    swapped: Array = counts(GOODS)
    discards: Array = counts(GOODS)
    hand_limit: int = number()
    ride_price: int = number()
    seats: int = number(at=None)
    money: Array = number(SEATS, type=np.int32, at="seats[].money")
    stands: Array = name(SPACES, SEATS, at="seats[].space")
    own: Array = flag(SEATS, at=None)
    hand: Array2 = counts(GOODS, SEATS, at="seats[].hand")
    hand_size: Array = number(SEATS, at="seats[].hand_size")
    aids: int = flag(at=None)
    known: Array2 = counts(GOODS, SEATS, at="seats[].known")
    one_price: int = number(at="numbers.one")
    many_cards: int = number(at="numbers.many")
    lost: int = number(at="numbers.lost")
    full: int = number(at="numbers.full")
    fine: int = number(at="numbers.fine")

    given = {  # noqa: RUF012
        "spaces[].cards": "is_camp",
        "spaces[].markets": "is_city",
        "seats[].hand": "own",
        "seats[].known": "aids",
    }
    lengths = {"spaces[].exits": "ways", "spaces[].markets[].prices": "printed", "seats": "seats"}  # noqa: RUF012
    sparse = ("spaces[]",)


class Event(SentenceKind):
    """What happens; spaces that are cities also have the name of one."""

    PLACED = args(seat=SEAT, space=SPACES)
    WALKED = args(seat=SEAT, start=SPACES, space=SPACES, kind=PLACES)
    WALKED__CITY = args(seat=SEAT, start=SPACES, space=SPACES, kind=PLACES, city=CITIES)
    WALKED_ON = args(seat=SEAT, start=SPACES, space=SPACES, kind=PLACES)
    WALKED_ON__CITY = args(seat=SEAT, start=SPACES, space=SPACES, kind=PLACES, city=CITIES)
    RODE = args(seat=SEAT, start=SPACES, space=SPACES, kind=PLACES)
    RODE__CITY = args(seat=SEAT, start=SPACES, space=SPACES, kind=PLACES, city=CITIES)
    ROLLED = args(seat=SEAT, price=NUMBER, rolled=NUMBER)
    AT_FORK = args(seat=SEAT, start=SPACES, space=SPACES, number=NUMBER)
    GAVE = args(seat=SEAT, good=GOODS, space=SPACES)
    SWAPPED = args(seat=SEAT, give=GOODS, take=GOODS, space=SPACES)
    LEFT = args(seat=SEAT, space=SPACES)
    BOUGHT_OUT = args(seat=SEAT, price=NUMBER, space=SPACES, cards=Counts(GOODS))
    STOCKED = args(space=SPACES, cards=Counts(GOODS))
    EMPTY_HANDED = args(seat=SEAT, price=NUMBER, space=SPACES)
    BOUGHT = args(seat=SEAT, price=NUMBER, space=SPACES, number=NUMBER, own=NUMBER, cards=Counts(GOODS))
    DREW = args(seat=SEAT, space=SPACES, number=NUMBER, own=NUMBER, cards=Counts(GOODS))
    LOST = args(seat=SEAT, space=SPACES, number=NUMBER, own=NUMBER, cards=Counts(GOODS))
    SOLD = args(seat=SEAT, price=NUMBER, space=SPACES, city=CITIES, market=MARKETS, cards=Counts(GOODS))
    COVERED = args(city=CITIES, ware=BOUGHT_WARES, market=MARKETS)
    UNCOVERED = args(city=CITIES, ware=BOUGHT_WARES, market=MARKETS)
    SHOWED = args(seat=SEAT, number=NUMBER, price=NUMBER, space=SPACES, cards=Counts(GOODS))
    PILE_EMPTY = args(limit=NUMBER)
    DISCARDED = args(seat=SEAT, good=GOODS)
    NEW_PILE = args(number=NUMBER)
    TURN = args(seat=SEAT)
    OVER = args()


AS_CAMP: dict[str, Argument | tuple[str, ...]] = {
    "space": SPACES,
    "kind": PLACES,
    "number": NUMBER,
    "room": NUMBER,
    "cards": Counts(GOODS),
}
AS_OASIS: dict[str, Argument | tuple[str, ...]] = {
    "space": SPACES,
    "kind": PLACES,
    "one": NUMBER,
    "many": NUMBER,
    "price": NUMBER,
}
AS_CITY: dict[str, Argument | tuple[str, ...]] = {
    "space": SPACES,
    "kind": PLACES,
    "city": CITIES,
    "first": BOUGHT_WARES,
    "second": BOUGHT_WARES,
    "first_chip": NUMBER,
    "second_chip": NUMBER,
}
"""The arguments of the text ``place``, for each kind of space."""


class Line(SentenceKind):
    """What is asked, what choices do, how scores came about, and what is seen.

    Where a sentence names a place there is one for each kind of space, in the order of PLACES.
    """

    PROMPT_PLACE = args()
    PROMPT_TURN = args(money=NUMBER, price=NUMBER, can_ride=NUMBER)
    PROMPT_RIDING = args(rolled=NUMBER, number=NUMBER)
    PROMPT_BACK = args()
    PROMPT_GIFT = args(space=SPACES, number=NUMBER, room=NUMBER)
    PROMPT_CAMP = args(space=SPACES, afoot=NUMBER)
    PROMPT_OASIS = args(one=NUMBER, many=NUMBER, price=NUMBER, money=NUMBER)
    PROMPT_CITY = args(**AS_CITY)
    PROMPT_CHIP = args(city=CITIES, ware=BOUGHT_WARES)
    PROMPT_DISCARD = args(number=NUMBER, limit=NUMBER)
    PROMPT_OVER = args()
    CHOICE_START__CAMP = args(**AS_CAMP)
    CHOICE_START__OASIS = args(**AS_OASIS)
    CHOICE_START__CITY = args(**AS_CITY)
    CHOICE_WALK__CAMP = args(**AS_CAMP)
    CHOICE_WALK__OASIS = args(**AS_OASIS)
    CHOICE_WALK__CITY = args(**AS_CITY)
    CHOICE_WALK_ON__CAMP = args(**AS_CAMP)
    CHOICE_WALK_ON__OASIS = args(**AS_OASIS)
    CHOICE_WALK_ON__CITY = args(**AS_CITY)
    CHOICE_RIDE_TO__CAMP = args(**AS_CAMP)
    CHOICE_RIDE_TO__OASIS = args(**AS_OASIS)
    CHOICE_RIDE_TO__CITY = args(**AS_CITY)
    CHOICE_RIDE_BACK__CAMP = args(**AS_CAMP)
    CHOICE_RIDE_BACK__OASIS = args(**AS_OASIS)
    CHOICE_RIDE_BACK__CITY = args(**AS_CITY)
    CHOICE_RIDE_BY = args(space=SPACES, number=NUMBER)
    CHOICE_RIDE = args(price=NUMBER)
    CHOICE_DONE = args()
    CHOICE_GIVE = args(good=GOODS)
    CHOICE_DISCARD = args(good=GOODS)
    CHOICE_BUY = args(number=NUMBER, price=NUMBER)
    CHOICE_SWAP = args(give=GOODS, take=GOODS)
    CHOICE_UNCOVER = args(city=CITIES, ware=BOUGHT_WARES)
    CHOICE_SELL = args(price=NUMBER, cards=Counts(GOODS))
    CHOICE_ASSORT = args(price=NUMBER, goods=listed(GOODS))
    SCORE_MONEY = args(points=NUMBER)
    SCORE_CARDS = args(points=NUMBER, cards=Counts(GOODS))
    TELL_TARGET = args(target=NUMBER)
    TELL_ROUNDS = args(rounds=NUMBER, limit=NUMBER)
    TELL_SPACE__CAMP = args(**AS_CAMP, exits=listed(SPACES))
    TELL_SPACE__OASIS = args(**AS_OASIS, exits=listed(SPACES))
    TELL_SPACE__CITY = args(**AS_CITY, exits=listed(SPACES))
    TELL_PRICES = args(ware=BOUGHT_WARES, least=NUMBER, most=NUMBER, prices=listed(NUMBER))
    TELL_PILE = args(number=NUMBER, chips=NUMBER)
    TELL_DISCARDS = args(cards=Counts(GOODS))
    TELL_SEAT = args(seat=SEAT, money=NUMBER, space=Named(SPACES, none="no-space"))
    TELL_HAND = args(seat=SEAT, cards=Counts(GOODS))
    TELL_HIDDEN_HAND = args(seat=SEAT, number=NUMBER)
    TELL_KNOWN = args(seat=SEAT, cards=Counts(GOODS))


table = Presenter(contract, View, Event, Line)

# What is seen ---------------------------------------------------------------------------------------------------


@table
def see(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, views: Rows[View]) -> None:
    """What a seat sees."""
    e, s, v = editions[0], states[i], views[0]
    v.target, v.turn, v.first, v.rounds, v.turn_limit = s.target, s.turn, s.first, s.rounds, s.turn_limit
    for space in range(N_SPACES):
        see_space(e, s, space, seat, v)
    v.smallest_sale, v.largest_sale = LEAST_SALE, MOST_SALE
    v.pile, v.chips_beside = s.pile_left, chips_beside(e, s)
    v.selling, v.rolled, v.steps, v.may_walk_on = s.selling, s.rolled, s.steps, s.afoot
    put(v.swapped, s.swapped)
    put(v.discards, s.discards)
    v.hand_limit, v.ride_price = e.hand_limit, e.ride_price
    v.seats, v.aids = s.seats, aids
    for other in range(s.seats):
        v.money[other], v.stands[other], v.hand_size[other] = s.money[other], s.space[other], s.held[other]
        if s.space[other] != NONE:
            v.pawns[s.space[other], other] = 1
        if other == seat:
            v.own[other] = 1
            put(v.hand[other], s.hand[other])
        if aids:
            put(v.known[other], s.known[other])
    v.one_price, v.many_cards, v.lost, v.full, v.fine = e.one_price, e.many, e.lost, e.full_camp_price, e.no_sale_fee


@helper
def see_space(e: Edition, s: State, space: int, seat: int, v: View) -> None:
    """One space of the board, with all that lies on it, as a seat sees it."""
    v.space[space], v.kind[space] = space, place_kind(e, space)
    v.ways[space] = exits_of(e, space)
    put(v.exits[space], e.exits[space])
    v.room[space], v.city[space] = NONE, NONE
    v.one[space], v.many[space], v.price[space] = NONE, NONE, NONE
    if e.kind[space] == CAMP:
        v.is_camp[space] = 1
        v.room[space] = e.room[space]
        put(v.cards[space], s.camp[space])
    elif e.kind[space] == OASIS:
        v.one[space], v.many[space], v.price[space] = e.one_price, e.many, e.many_price[space]
    else:
        v.is_city[space] = 1
        v.city[space] = e.kind[space] - FIRST_CITY
        for k in range(2):
            see_market(e, s, space, k, seat, v)


@helper
def see_market(e: Edition, s: State, space: int, k: int, seat: int, v: View) -> None:
    """One of the two markets of a city, and how much of its own a seat could sell there."""
    market = 2 * (int(e.kind[space]) - FIRST_CITY) + k
    ware = ware_at(e, market)
    v.market[space, k], v.ware[space, k], v.covered[space, k] = market, ware, s.covered[market]
    v.printed[space, k] = e.most_bought[ware] - LEAST_SALE + 1
    put(v.prices[space, k], e.prices[ware])
    v.least[space, k], v.most[space, k] = least_bought(s, market), e.most_bought[ware]
    v.fits[space, k] = most_sold(e, s, seat, market) if seat >= 0 else 0


@helper
def place_kind(e: Edition, space: int) -> int:
    """Camp, oasis or city."""
    return min(int(e.kind[space]), FIRST_CITY)


@helper
def exits_of(e: Edition, space: int) -> int:
    """How many arrows leave a space."""
    return 1 if e.exits[space, 1] == NONE else 2


@helper
def chips_beside(e: Edition, s: State) -> int:
    """The chips that cover no market."""
    return int(e.chips) - total(s.covered)


@table
def describe(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, out: Array) -> None:
    """What a seat sees, in sentences."""
    e, s = editions[0], states[i]
    say(out, Line.TELL_TARGET, s.target)
    if s.turn_limit:
        say(out, Line.TELL_ROUNDS, s.rounds, s.turn_limit)
    for space in range(N_SPACES):
        say_place(e, s, Line.TELL_SPACE__CAMP, space, out)
        add_list(out)
        for k in range(exits_of(e, space)):
            add_item(out, e.exits[space, k])
    for ware in range(len(WARES)):
        most = e.most_bought[ware]
        say(out, Line.TELL_PRICES, ware, LEAST_SALE, most)
        add_list(out)
        for cards in range(LEAST_SALE, most + 1):
            add_item(out, e.prices[ware, cards - LEAST_SALE])
    say(out, Line.TELL_PILE, s.pile_left, chips_beside(e, s))
    if s.discards.any():
        say(out, Line.TELL_DISCARDS)
        add_counts(out, s.discards)
    for other in range(s.seats):
        say(out, Line.TELL_SEAT, other, s.money[other], s.space[other])
        if other == seat:
            say(out, Line.TELL_HAND, other)
            add_counts(out, s.hand[other])
        else:
            say(out, Line.TELL_HIDDEN_HAND, other, s.held[other])
        if aids and s.known[other].any():
            say(out, Line.TELL_KNOWN, other)
            add_counts(out, s.known[other])


@helper
def say_place(e: Edition, s: State, line: int, space: int, out: Array) -> None:
    """Say a sentence about a space; ``line`` is the one for a camp."""
    kind = place_kind(e, space)
    if kind == CAMP:
        say(out, line + kind, space, kind, s.lying[space], e.room[space])
        add_counts(out, s.camp[space])
    elif kind == OASIS:
        say(out, line + kind, space, kind, e.one_price, e.many, e.many_price[space])
    else:
        say_city(e, s, line + kind, space, out)


@helper
def say_city(e: Edition, s: State, line: int, space: int, out: Array) -> None:
    """Say a sentence about a space that is a city."""
    city = int(e.kind[space]) - FIRST_CITY
    first, second = 2 * city, 2 * city + 1
    say(out, line, space, FIRST_CITY, city, ware_at(e, first), ware_at(e, second), s.covered[first], s.covered[second])


# What is asked --------------------------------------------------------------------------------------------------


@table
def ask(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """What is expected of whoever decides."""
    e, s = editions[0], states[i]
    actor, space = int(s.turn), int(s.space[s.turn])
    money = int(s.money[actor])
    if s.phase == Phase.TURN:
        say(out, Line.PROMPT_TURN, money, e.ride_price, can_ride(e, s, actor))
    elif s.phase == Phase.RIDING:
        say(out, Line.PROMPT_RIDING, s.rolled, s.steps)
    elif s.phase == Phase.GIFT:
        say(out, Line.PROMPT_GIFT, space, s.lying[space], e.room[space])
    elif s.phase == Phase.CAMP:
        say(out, Line.PROMPT_CAMP, space, s.afoot)
    elif s.phase == Phase.OASIS:
        say(out, Line.PROMPT_OASIS, e.one_price, e.many, e.many_price[space], money)
    elif s.phase == Phase.CITY:
        say_city(e, s, Line.PROMPT_CITY, space, out)
    elif s.phase == Phase.CHIP:
        say(out, Line.PROMPT_CHIP, s.selling // 2, ware_at(e, int(s.selling)))
    elif s.phase == Phase.DISCARD:
        say(out, Line.PROMPT_DISCARD, excess(e, s, seat) if seat >= 0 else 0, e.hand_limit)
    else:
        say(out, Line.PROMPT_PLACE + s.phase)


@helper
def excess(e: Edition, s: State, seat: int) -> int:
    """Cards that a seat has still to lay off."""
    return max(int(s.held[seat]) - int(e.hand_limit), 0)


@table
def label(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, out: Array) -> None:
    """What a choice does, by its verb."""
    e, s = editions[0], states[i]
    if action < Verb.RIDE:
        label_way(e, s, action - Verb.GO, out)
    elif action == Verb.RIDE:
        say(out, Line.CHOICE_RIDE, e.ride_price)
    elif action == Verb.DONE:
        say(out, Line.CHOICE_DONE)
    elif action < Verb.DISCARD:
        say(out, Line.CHOICE_GIVE, action - Verb.GIVE)
    elif action < Verb.BUY:
        say(out, Line.CHOICE_DISCARD, action - Verb.DISCARD)
    elif action < Verb.SWAP:
        say(out, Line.CHOICE_BUY, lot_size(e, action - Verb.BUY), lot_price(e, s, seat, action - Verb.BUY))
    elif action < Verb.UNCOVER:
        say(out, Line.CHOICE_SWAP, (action - Verb.SWAP) // N_GOODS, (action - Verb.SWAP) % N_GOODS)
    elif action < Verb.SELL:
        say(out, Line.CHOICE_UNCOVER, (action - Verb.UNCOVER) // 2, ware_at(e, action - Verb.UNCOVER))
    else:
        label_sale(e, s, seat, action, out)


@helper
def label_way(e: Edition, s: State, space: int, out: Array) -> None:
    """A space to go to."""
    if s.phase == Phase.RIDING and s.steps > 1:
        say(out, Line.CHOICE_RIDE_BY, space, s.steps - 1)
    elif s.phase == Phase.PLACE:
        say_place(e, s, Line.CHOICE_START__CAMP, space, out)
    elif s.phase == Phase.TURN:
        say_place(e, s, Line.CHOICE_WALK__CAMP, space, out)
    elif s.phase == Phase.CAMP:
        say_place(e, s, Line.CHOICE_WALK_ON__CAMP, space, out)
    elif s.phase == Phase.RIDING:
        say_place(e, s, Line.CHOICE_RIDE_TO__CAMP, space, out)
    else:
        say_place(e, s, Line.CHOICE_RIDE_BACK__CAMP, space, out)


@helper
def label_sale(e: Edition, s: State, seat: int, action: int, out: Array) -> None:
    """Cards to sell, and what they bring."""
    ware, cards = ware_chosen(action), 0
    for good in range(N_GOODS):
        cards += cards_chosen(action, good)
    earned = price(e, s, market_for(e, s, seat, ware), ware, cards)
    if action < Verb.ASSORT:
        say(out, Line.CHOICE_SELL, earned)
        for good in range(N_GOODS):
            add(out, cards_chosen(action, good))
    else:
        say(out, Line.CHOICE_ASSORT, earned)
        add_list(out)
        for good in range(N_GOODS):
            if cards_chosen(action, good):
                add_item(out, good)


# What happened --------------------------------------------------------------------------------------------------


@table
def narrate(editions: Rows[Edition], befores: Rows[State], afters: Rows[State], i: int, seat: int, out: Array) -> None:
    """What happened between two positions, as the seat could see it."""
    e, before, after = editions[0], befores[i], afters[i]
    phase, actor = before.phase, int(before.turn)
    space = int(after.space[actor])
    if phase == Phase.PLACE:
        say(out, Event.PLACED, actor, space)
    elif phase == Phase.GIFT:
        say(out, Event.GAVE, actor, first_rise(before.camp[space], after.camp[space]), space)
    elif phase == Phase.OASIS:
        say(out, Event.BOUGHT, actor, before.money[actor] - after.money[actor], space)
        add_drawn(before, after, actor, seat, NONE, out)
    elif phase == Phase.CITY:
        narrate_sale(e, before, after, actor, out)
    elif phase == Phase.CHIP:
        say_market(e, Event.UNCOVERED, first_rise(after.covered, before.covered), out)
        say_market(e, Event.COVERED, int(before.selling), out)
    elif phase == Phase.DISCARD:
        narrate_discard(e, before, after, seat, out)
    elif phase == Phase.CAMP and before.space[actor] == space:
        narrate_trade(before, after, actor, out)
    else:
        narrate_move(e, before, after, actor, out)
        if after.phase == Phase.TURN or after.phase == Phase.DISCARD or after.phase == Phase.OVER:
            narrate_visit(e, before, after, actor, seat, out)
    if after.phase == Phase.DISCARD and (phase != Phase.DISCARD or all_excess(e, before) == 1):
        say(out, Event.PILE_EMPTY, e.hand_limit)
    if after.phase == Phase.TURN:
        say(out, Event.TURN, after.turn)
    if after.phase == Phase.OVER:
        say(out, Event.OVER)


@helper
def add_change(before: Array, after: Array, out: Array) -> None:
    """What a row has more than before, as counts."""
    for k in range(len(before)):
        add(out, int(after[k]) - int(before[k]))


@helper
def add_drawn(before: State, after: State, actor: int, seat: int, laid_off: int, out: Array) -> None:
    """Cards that came to a hand, from which one good may have been laid off: how many for all, which for the owner."""
    add(out, int(after.held[actor]) - int(before.held[actor]) + (laid_off != NONE))
    add(out, actor == seat)
    for good in range(N_GOODS):
        came = int(after.hand[actor, good]) - int(before.hand[actor, good]) + (good == laid_off)
        add(out, came if actor == seat else 0)


@helper
def say_market(e: Edition, event: int, market: int, out: Array) -> None:
    """Something happened to a market."""
    say(out, event, market // 2, ware_at(e, market), market)


@helper
def narrate_move(e: Edition, before: State, after: State, actor: int, out: Array) -> None:
    """A walk, a roll of the die, or the way taken at a fork."""
    start, space = int(before.space[actor]), int(after.space[actor])
    if before.phase == Phase.CAMP:
        say_arrival(e, Event.WALKED_ON, actor, start, space, out)
        return
    if before.phase == Phase.TURN and after.rolled == NONE:
        say_arrival(e, Event.WALKED, actor, start, space, out)
        return
    if before.phase == Phase.TURN:
        say(out, Event.ROLLED, actor, e.ride_price, after.rolled)
    if after.phase == Phase.RIDING:
        say(out, Event.AT_FORK, actor, start, space, after.steps)
    elif after.phase != Phase.BACK:
        say_arrival(e, Event.RODE, actor, start, space, out)


@helper
def say_arrival(e: Edition, event: int, actor: int, start: int, space: int, out: Array) -> None:
    """A pawn came to a space; the event for a city follows the one for other spaces."""
    if place_kind(e, space) < FIRST_CITY:
        say(out, event, actor, start, space, place_kind(e, space))
    else:
        say(out, event + 1, actor, start, space, FIRST_CITY, e.kind[space] - FIRST_CITY)


@helper
def narrate_visit(e: Edition, before: State, after: State, actor: int, seat: int, out: Array) -> None:
    """What befell a seat at a space where it had nothing to choose."""
    space = int(after.space[actor])
    paid = int(before.money[actor]) - int(after.money[actor])
    if before.phase == Phase.TURN and after.rolled != NONE:
        paid -= int(e.ride_price)
    if e.kind[space] == OASIS:
        say(out, Event.LOST, actor, space)
        add_drawn(after, before, actor, seat, NONE, out)
    elif e.kind[space] >= FIRST_CITY:
        say(out, Event.SHOWED, actor, after.held[actor], paid, space)
        add_counts(out, after.known[actor])
    elif before.lying[space] >= e.room[space]:
        say(out, Event.BOUGHT_OUT, actor, paid, space)
        add_counts(out, before.camp[space])
        say(out, Event.STOCKED, space)
        add_counts(out, after.camp[space])
    else:
        say(out, Event.EMPTY_HANDED, actor, paid, space)
        say(out, Event.STOCKED, space)
        add_change(before.camp[space], after.camp[space], out)


@helper
def narrate_trade(before: State, after: State, actor: int, out: Array) -> None:
    """A swap, or the end of swapping."""
    space = int(after.space[actor])
    given = first_rise(before.camp[space], after.camp[space])
    if given == NONE:
        say(out, Event.LEFT, actor, space)
    else:
        say(out, Event.SWAPPED, actor, given, first_rise(after.camp[space], before.camp[space]), space)


@helper
def narrate_sale(e: Edition, before: State, after: State, actor: int, out: Array) -> None:
    """A sale, and the chip that it took from beside the board."""
    space = int(before.space[actor])
    market = market_for(e, before, actor, ware_sold(after))
    say(out, Event.SOLD, actor, after.money[actor] - before.money[actor], space, market // 2, market)
    add_counts(out, after.sold)
    covered = first_rise(before.covered, after.covered)
    if covered != NONE:
        say_market(e, Event.COVERED, covered, out)


@helper
def ware_sold(s: State) -> int:
    """What was sold last: a good if all cards are of one, else an assortment."""
    for good in range(N_GOODS):
        if s.sold[good] == total(s.sold):
            return good
    return ASSORTMENT


@helper
def all_excess(e: Edition, s: State) -> int:
    """Cards that are still to be laid off by all seats."""
    cards = 0
    for seat in range(s.seats):
        cards += excess(e, s, seat)
    return cards


@helper
def narrate_discard(e: Edition, before: State, after: State, seat: int, out: Array) -> None:
    """A card laid off; after the last one, the new pile and what was drawn from it."""
    last = all_excess(e, before) == 1
    actor = 0
    while excess(e, before, actor) == 0 or (not last and after.held[actor] >= before.held[actor]):
        actor += 1
    say(out, Event.DISCARDED, actor, after.shed)
    if not last:
        return
    say(out, Event.NEW_PILE, total(before.discards) + 1)
    owner = int(before.turn)
    space = int(before.space[owner])
    if before.due and e.kind[space] == OASIS:
        say(out, Event.DREW, owner, space)
        add_drawn(before, after, owner, seat, int(after.shed) if owner == actor else NONE, out)
    elif before.due:
        say(out, Event.STOCKED, space)
        add_change(before.camp[space], after.camp[space], out)


# How the score came about ---------------------------------------------------------------------------------------


@table
def explain(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """A seat's score: its money, and cards that count nothing."""
    s = states[i]
    say(out, Line.SCORE_MONEY, s.money[seat])
    say(out, Line.SCORE_CARDS, 0)
    add_counts(out, s.hand[seat])
