"""Marracash at the table: what a seat sees, what it is asked, what happened, and how its money came about."""

from __future__ import annotations

import numpy as np

from caravanserai.games.marracash.rules import (
    ACTIONS_A_TURN,
    CARDS,
    CELLS,
    COLOURS,
    COLUMNS,
    COMMISSIONS,
    COMPASS,
    EACH,
    ENDS,
    FACE_UP,
    FOUNTAINS,
    GATES,
    GUIDES,
    LEDGER,
    LEFT,
    MOST_OUTSIDE,
    N_CARDS,
    N_CELLS,
    N_COLOURS,
    N_FOUNTAINS,
    N_LEDGER,
    N_SHOPS,
    N_WAYS,
    NOTE,
    PAYERS,
    PURCHASES,
    RIGHT,
    ROWS,
    SEATS,
    SHOPS,
    Edition,
    Phase,
    State,
    Verb,
    contract,
    crowd,
    fee,
    first_round,
    from_end,
    group_chosen,
    lowest_bid,
    on_offer,
    payment,
    shops_of,
    souvenir_value,
    spending,
)
from caravanserai.kernel.arrays import Array, Array2, Rows
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.counting import put
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
from caravanserai.kernel.views import Sight, counts, flag, maybe, number, those, word

SHOP_KINDS = tuple(f"shop-{colour}" for colour in COLOURS)
SOUVENIR_KINDS = tuple(f"souvenir-{colour}" for colour in COLOURS)
"""How shops and souvenirs are named in a sentence, by their colour."""
ONE_TOUCH = (Verb.AUCTION,)
"""Verbs that a board takes at the first touch. A shop that was named can be taken back until the first bid."""


class View(Sight):
    """What a seat sees, which is all but the order of the souvenirs."""

    board: Array2 = word(CELLS, ROWS, COLUMNS)
    row_length: Array = number(ROWS, at=None)
    columns: int = number(type=np.int8, doc="cells of a row, where cells have numbers")
    gates: Array = number(GATES)
    seats: int = number(at=None)
    turn: int = number()
    first_round: int = flag()
    action: int = number()
    actions: int = number(type=np.int8, doc="actions of a turn")
    last_turns: int = number()
    outside: Array = word(COLOURS, MOST_OUTSIDE)
    line_left: int = number(at=None)
    visitors: Array2 = counts(COLOURS, FOUNTAINS, at="fountains")
    owner: Array = maybe(SHOPS, at="shops[].owner")
    customers: Array = number(SHOPS, at="shops[].customers")
    next_pays: Array = number(SHOPS, type=np.int32, at="shops[].next_pays")
    shop_limit: int = number()
    money: Array = number(SEATS, type=np.int32, at="seats[].money")
    ledger: Array2 = counts(LEDGER, SEATS, type=np.int32, at="seats[].ledger")
    auctioning: int = flag(at=None)
    shop: int = word(SHOPS, at="auction.shop")
    bid: int = number(type=np.int32, at="auction.bid")
    bidder: int = maybe(at="auction.bidder")
    out: Array = those(SEATS, at="auction.out")
    moving: Array = counts(COLOURS)
    selling: int = flag(at=None, doc="whether there are souvenirs")
    there: Array = flag(FACE_UP, at=None, doc="whether a souvenir lies in each place")
    card: Array = word(CARDS, FACE_UP, at="souvenirs.face_up[].card")
    colour: Array = word(SOUVENIR_KINDS, FACE_UP, at="souvenirs.face_up[].colour")
    value: Array = number(FACE_UP, type=np.int32, at="souvenirs.face_up[].value")
    deck_left: int = number(at="souvenirs.left")
    sold: Array = those(CARDS, at="souvenirs.sold")
    pay: Array = number(PAYERS, type=np.int32, at="numbers.pay")
    step: int = number(type=np.int32, at="numbers.step")
    least: int = number(at="numbers.least")
    most: int = number(at="numbers.most")
    limit: int = number(at="numbers.limit")

    given = {"auction": "auctioning", "souvenirs": "selling", "souvenirs.face_up[]": "there"}  # noqa: RUF012
    lengths = {"board[]": "row_length", "outside": "line_left", "seats": "seats"}  # noqa: RUF012


AS_WALK: dict[str, Argument] = {"cells": listed(NUMBER), "doors": listed(NUMBER)}
"""The cells that visitors walk on, from fountain to fountain, counted along the rows of the board; and for each shop
that is entered, the place of its door among these cells."""


class Event(SentenceKind):
    """What happens."""

    NAMED = args(seat=SEAT, kind=SHOP_KINDS, shop=SHOPS)
    BID = args(seat=SEAT, amount=NUMBER)
    PASSED = args(seat=SEAT)
    BOUGHT = args(seat=SEAT, price=NUMBER, kind=SHOP_KINDS, shop=SHOPS)
    COMMISSION = args(seat=SEAT, amount=NUMBER)
    BROUGHT = args(seat=SEAT, fountain=FOUNTAINS, end=ENDS, visitors=Counts(COLOURS))
    MOVED = args(
        seat=SEAT,
        start=FOUNTAINS,
        way=COMPASS,
        arrival=FOUNTAINS,
        visitors=Counts(COLOURS),
        shops=listed(SHOPS),
        **AS_WALK,
    )
    # Where all have entered shops that two streets pass, the way is the first of these, which may not be the one taken.
    LED = args(seat=SEAT, start=FOUNTAINS, way=COMPASS, visitors=Counts(COLOURS), shops=listed(SHOPS), **AS_WALK)
    ENTERED = args(seat=SEAT, number=NUMBER, amount=NUMBER, kind=SHOP_KINDS, shop=SHOPS, visitors=Counts(COLOURS))
    # The place where a souvenir lay is -1 if it was turned up and sold at once.
    SOUVENIR = args(seat=SEAT, colour=SOUVENIR_KINDS, value=NUMBER, slot=NUMBER)
    FEE = args(seat=SEAT, rival=SEAT, amount=NUMBER)
    ARRIVED = args(start=FOUNTAINS, way=COMPASS, arrival=FOUNTAINS, visitors=Counts(COLOURS))
    TURNED = args(colour=SOUVENIR_KINDS, value=NUMBER, slot=NUMBER)
    LAST_TURNS = args(seat=SEAT, left=NUMBER)
    SKIPPED = args(seat=SEAT)
    TURN = args(seat=SEAT)
    OVER = args()


class Line(SentenceKind):
    """What is asked, what choices do, how the money came about, and what is seen."""

    PROMPT_FIRST = args(lowest=NUMBER)
    PROMPT_TURN = args(action=NUMBER)
    PROMPT_TURN_AUCTION = args(action=NUMBER)
    PROMPT_OPENING = args(lowest=NUMBER, money=NUMBER, kind=SHOP_KINDS, shop=SHOPS)
    PROMPT_BIDDING = args(rival=SEAT, bid=NUMBER, lowest=NUMBER, money=NUMBER, kind=SHOP_KINDS, shop=SHOPS)
    PROMPT_SOUVENIR = args(kind=SHOP_KINDS, shop=SHOPS)
    PROMPT_ARRIVAL = args(number=NUMBER, left=NUMBER, least=NUMBER, most=NUMBER, gates=listed(FOUNTAINS))
    PROMPT_OVER = args()
    CHOICE_MOVE = args(start=FOUNTAINS, way=COMPASS, arrival=FOUNTAINS, visitors=Counts(COLOURS), cells=listed(NUMBER))
    CHOICE_MOVE_ENTER = args(
        start=FOUNTAINS,
        way=COMPASS,
        arrival=FOUNTAINS,
        gain=NUMBER,
        visitors=Counts(COLOURS),
        cells=listed(NUMBER),
        shops=listed(SHOPS),
    )
    CHOICE_MOVE_SOUVENIRS = args(
        start=FOUNTAINS,
        way=COMPASS,
        arrival=FOUNTAINS,
        gain=NUMBER,
        visitors=Counts(COLOURS),
        cells=listed(NUMBER),
        shops=listed(SHOPS),
    )
    CHOICE_AUCTION = args(kind=SHOP_KINDS, shop=SHOPS)
    CHOICE_BRING_LEFT = args(number=NUMBER, fountain=FOUNTAINS, visitors=listed(COLOURS))
    CHOICE_BRING_RIGHT = args(number=NUMBER, fountain=FOUNTAINS, visitors=listed(COLOURS))
    CHOICE_BRING_ALL = args(number=NUMBER, fountain=FOUNTAINS, visitors=listed(COLOURS))
    CHOICE_SELL = args(colour=SOUVENIR_KINDS, value=NUMBER)
    CHOICE_PASS = args()
    CHOICE_BID = args(amount=NUMBER)
    SCORE_START = args(points=NUMBER)
    # In the order of the ledger.
    SCORE_TAKINGS = args(points=NUMBER)
    SCORE_SOUVENIRS = args(points=NUMBER)
    SCORE_COMMISSIONS = args(points=NUMBER)
    SCORE_GUIDING = args(points=NUMBER)
    SCORE_GUIDES = args(points=NUMBER)
    SCORE_SHOPS = args(points=NUMBER)
    TELL_OUTSIDE = args(number=NUMBER, visitors=listed(COLOURS))
    TELL_GATE = args(fountain=FOUNTAINS, visitors=Counts(COLOURS))
    TELL_FOUNTAIN = args(fountain=FOUNTAINS, visitors=Counts(COLOURS))
    TELL_SHOP = args(seat=SEAT, number=NUMBER, next=NUMBER, kind=SHOP_KINDS, shop=SHOPS)
    TELL_FREE = args(shops=listed(SHOPS))
    TELL_SEAT = args(seat=SEAT, money=NUMBER, number=NUMBER, limit=NUMBER)
    TELL_OPENING = args(kind=SHOP_KINDS, shop=SHOPS)
    TELL_AUCTION = args(bid=NUMBER, seat=SEAT, kind=SHOP_KINDS, shop=SHOPS)
    TELL_MOVING = args(visitors=Counts(COLOURS))
    TELL_SOUVENIR = args(colour=SOUVENIR_KINDS, value=NUMBER)
    TELL_DECK = args(number=NUMBER)
    TELL_LAST_TURNS = args(number=NUMBER)


table = Presenter(contract, View, Event, Line)

# What is seen ---------------------------------------------------------------------------------------------------


@table
def see(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, views: Rows[View]) -> None:
    """What a seat sees."""
    e, s, v = editions[0], states[i], views[0]
    see_town(e, s, v)
    v.seats, v.turn, v.first_round, v.last_turns = s.seats, s.turn, first_round(s), s.last_turns
    v.action, v.actions = s.action, ACTIONS_A_TURN
    put(v.money, s.money)
    for other in range(s.seats):
        put(v.ledger[other], s.ledger[other])
    v.auctioning = is_auctioning(s)
    v.shop, v.bid, v.bidder = s.shop, s.bid, s.bidder
    put(v.out, s.out)
    put(v.moving, s.moving)
    v.selling = s.souvenirs
    for slot in range(FACE_UP):
        card = int(s.face_up[slot])
        if card != NONE:
            v.there[slot] = 1
            v.card[slot], v.colour[slot], v.value[slot] = card, card // EACH, souvenir_value(e, card)
    v.deck_left = s.deck_left
    put(v.sold, s.sold)
    put(v.pay, e.pay)
    v.step, v.least, v.most, v.limit = e.raise_by, e.group[0], e.group[1], e.shop_limit


@helper
def see_town(e: Edition, s: State, v: View) -> None:
    """The board, and who is where on it."""
    for row in range(ROWS):
        put(v.board[row], e.board[row])
        for column in range(COLUMNS):
            v.row_length[row] += e.board[row, column] != NONE
    v.columns = COLUMNS
    put(v.gates, e.gates)
    v.line_left = s.line_left
    for k in range(s.line_left):
        v.outside[k] = s.line[from_end(s, LEFT, k)]
    for fountain in range(N_FOUNTAINS):
        put(v.visitors[fountain], s.visitors[fountain])
    put(v.owner, s.owner)
    put(v.customers, s.customers)
    for shop in range(N_SHOPS):
        v.next_pays[shop] = payment(e, int(s.customers[shop]))
    v.shop_limit = e.shop_limit


@helper
def is_auctioning(s: State) -> bool:
    """Whether a shop is under the hammer."""
    return bool(s.phase == Phase.OPENING or s.phase == Phase.BIDDING)


@table
def describe(editions: Rows[Edition], states: Rows[State], i: int, seat: int, aids: int, out: Array) -> None:
    """What a seat sees, in sentences."""
    e, s = editions[0], states[i]
    say(out, Line.TELL_OUTSIDE, s.line_left)
    add_line(s, LEFT, int(s.line_left), out)
    for fountain in range(N_FOUNTAINS):
        gate = is_gate(e, fountain)
        if gate or crowd(s, fountain):
            say(out, Line.TELL_GATE if gate else Line.TELL_FOUNTAIN, fountain)
            add_counts(out, s.visitors[fountain])
    describe_shops(e, s, out)
    for other in range(s.seats):
        say(out, Line.TELL_SEAT, other, s.money[other], shops_of(s, other), e.shop_limit)
    if is_auctioning(s):
        shop = int(s.shop)
        if s.bidder == NONE:
            say(out, Line.TELL_OPENING, shop // EACH, shop)
        else:
            say(out, Line.TELL_AUCTION, s.bid, s.bidder, shop // EACH, shop)
    if s.moving.any():
        say(out, Line.TELL_MOVING)
        add_counts(out, s.moving)
    if s.souvenirs:
        for slot in range(FACE_UP):
            card = int(s.face_up[slot])
            if card != NONE:
                say(out, Line.TELL_SOUVENIR, card // EACH, souvenir_value(e, card))
        say(out, Line.TELL_DECK, s.deck_left)
    if s.last_turns:
        say(out, Line.TELL_LAST_TURNS, s.last_turns)


@helper
def is_gate(e: Edition, fountain: int) -> bool:
    """Whether new visitors come to a fountain."""
    for k in range(GATES):
        if e.gates[k] - 1 == fountain:
            return True
    return False


@helper
def add_line(s: State, end: int, size: int, out: Array) -> None:
    """The visitors who wait at one end of the line, the first first."""
    add_list(out)
    for k in range(size):
        add_item(out, int(s.line[from_end(s, end, k)]))


@helper
def describe_shops(e: Edition, s: State, out: Array) -> None:
    """Whose shops they are, and those that are nobody's."""
    for shop in range(N_SHOPS):
        if s.owner[shop] != NONE:
            customers = int(s.customers[shop])
            say(out, Line.TELL_SHOP, s.owner[shop], customers, payment(e, customers), shop // EACH, shop)
    say(out, Line.TELL_FREE)
    add_list(out)
    for shop in range(N_SHOPS):
        if s.owner[shop] == NONE:
            add_item(out, shop)


# What is asked --------------------------------------------------------------------------------------------------


@table
def ask(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """What is expected of whoever decides."""
    e, s = editions[0], states[i]
    money, shop = int(s.money[s.actor]), int(s.shop)
    if s.phase == Phase.TURN and first_round(s):
        say(out, Line.PROMPT_FIRST, lowest_bid(e, s))
    elif s.phase == Phase.TURN:
        say(out, Line.PROMPT_TURN_AUCTION if s.auctioned else Line.PROMPT_TURN, s.action + 1)
    elif s.phase == Phase.OPENING:
        say(out, Line.PROMPT_OPENING, lowest_bid(e, s), money, shop // EACH, shop)
    elif s.phase == Phase.BIDDING:
        say(out, Line.PROMPT_BIDDING, s.bidder, s.bid, lowest_bid(e, s), money, shop // EACH, shop)
    elif s.phase == Phase.SOUVENIR:
        entered = int(e.route_shop[s.start, s.way, s.stop])
        say(out, Line.PROMPT_SOUVENIR, entered // EACH, entered)
    elif s.phase == Phase.ARRIVAL:
        ask_arrival(e, s, out)
    else:
        say(out, Line.PROMPT_OVER)


@helper
def ask_arrival(e: Edition, s: State, out: Array) -> None:
    """New visitors are wanted at some gates."""
    empty = 0
    for k in range(GATES):
        empty += crowd(s, int(e.gates[k]) - 1) == 0
    left = int(s.line_left)
    say(out, Line.PROMPT_ARRIVAL, empty, left, e.group[0], min(e.group[1], left))
    add_list(out)
    for k in range(GATES):
        if crowd(s, int(e.gates[k]) - 1) == 0:
            add_item(out, int(e.gates[k]) - 1)


@table
def label(editions: Rows[Edition], states: Rows[State], i: int, seat: int, action: int, out: Array) -> None:
    """What a choice does, by its verb."""
    e, s = editions[0], states[i]
    if action < Verb.AUCTION:
        label_move(e, s, seat, (action - Verb.MOVE) // N_WAYS, (action - Verb.MOVE) % N_WAYS, out)
    elif action < Verb.BRING:
        shop = action - Verb.AUCTION
        say(out, Line.CHOICE_AUCTION, shop // EACH, shop)
    elif action < Verb.SELL:
        gate, end, size = group_chosen(action)
        part = Line.CHOICE_BRING_LEFT if end == LEFT else Line.CHOICE_BRING_RIGHT
        say(out, Line.CHOICE_BRING_ALL if size == s.line_left else part, size, e.gates[gate] - 1)
        add_line(s, end, size, out)
    elif action < Verb.PASS:
        card = int(s.face_up[action - Verb.SELL])
        say(out, Line.CHOICE_SELL, card // EACH, souvenir_value(e, card))
    elif action == Verb.PASS:
        say(out, Line.CHOICE_PASS)
    else:
        say(out, Line.CHOICE_BID, (action - Verb.BID + 1) * NOTE)


@helper
def label_move(e: Edition, s: State, seat: int, fountain: int, way: int, out: Array) -> None:
    """Where a group would go, which shops it would visit, and what the mover would gain, souvenirs apart."""
    entering, gain, buying = 0, 0, 0
    for stop in range(N_SHOPS):
        if enters(e, s, fountain, way, stop):
            shop = int(e.route_shop[fountain, way, stop])
            received = spending(e, int(s.customers[shop]), int(s.visitors[fountain, shop // EACH]))
            entering += 1
            gain += received if s.owner[shop] == seat else fee(e.guide_fee, received)
            for slot in range(FACE_UP):
                buying += on_offer(s, slot, shop // EACH)
    arrival = int(e.route_to[fountain, way])
    if entering == 0:
        say(out, Line.CHOICE_MOVE, fountain, way, arrival)
        add_counts(out, s.visitors[fountain])
        add_cells(e, fountain, way, out)
        return
    say(out, Line.CHOICE_MOVE_SOUVENIRS if buying else Line.CHOICE_MOVE_ENTER, fountain, way, arrival, gain)
    add_counts(out, s.visitors[fountain])
    add_cells(e, fountain, way, out)
    add_list(out)
    for stop in range(N_SHOPS):
        if enters(e, s, fountain, way, stop):
            add_item(out, int(e.route_shop[fountain, way, stop]))


@helper
def add_cells(e: Edition, fountain: int, way: int, out: Array) -> None:
    """The cells of a route, from its fountain to the next."""
    add_list(out)
    k = 0
    while k < N_CELLS and e.route_cell[fountain, way, k] != NONE:
        add_item(out, int(e.route_cell[fountain, way, k]))
        k += 1


@helper
def enters(e: Edition, s: State, fountain: int, way: int, stop: int) -> bool:
    """Whether visitors of a fountain would enter a shop of a route: the first of their colour that has an owner."""
    shop = int(e.route_shop[fountain, way, stop])
    if shop == NONE or s.owner[shop] == NONE or s.visitors[fountain, shop // EACH] == 0:
        return False
    for k in range(stop):
        passed = int(e.route_shop[fountain, way, k])
        if passed // EACH == shop // EACH and s.owner[passed] != NONE:
            return False
    return True


# What happened --------------------------------------------------------------------------------------------------


@table
def narrate(editions: Rows[Edition], befores: Rows[State], afters: Rows[State], i: int, seat: int, out: Array) -> None:
    """What happened between two positions, as the seat could see it."""
    e, before, after = editions[0], befores[i], afters[i]
    actor = int(before.actor)
    if after.phase == Phase.OPENING:
        shop = int(after.shop)
        say(out, Event.NAMED, actor, shop // EACH, shop)
    elif is_auctioning(before):
        narrate_bid(before, after, actor, out)
    elif before.phase == Phase.ARRIVAL:
        gate = reached(before, after)
        left = after.line_first != before.line_first or after.line_left == 0
        say(out, Event.BROUGHT, actor, gate, LEFT if left else RIGHT)
        add_counts(out, after.visitors[gate])
    else:
        narrate_move(e, before, after, out)
    if after.last_turns and not before.last_turns:
        say(out, Event.LAST_TURNS, before.turn, after.line_left)
    for k in range(1, after.turns - before.turns):
        say(out, Event.SKIPPED, (int(before.turn) + k) % int(before.seats))
    if after.phase == Phase.OVER:
        say(out, Event.OVER)
    elif after.turns != before.turns:
        say(out, Event.TURN, after.turn)


@helper
def reached(before: State, after: State) -> int:
    """The fountain to which visitors came, or none."""
    for fountain in range(N_FOUNTAINS):
        if crowd(after, fountain) > crowd(before, fountain):
            return fountain
    return NONE


@helper
def narrate_bid(before: State, after: State, actor: int, out: Array) -> None:
    """A bid or a pass, and perhaps the sale that it led to."""
    buyer, price = NONE, 0
    for other in range(before.seats):
        if before.ledger[other, PURCHASES] > after.ledger[other, PURCHASES]:
            buyer, price = other, int(before.ledger[other, PURCHASES] - after.ledger[other, PURCHASES])
    sold = buyer != NONE
    if before.phase == Phase.BIDDING and (after.bid == before.bid or (sold and buyer != actor)):
        say(out, Event.PASSED, actor)
    else:
        say(out, Event.BID, actor, price if sold else after.bid)
    if sold:
        turn, shop = int(before.turn), int(before.shop)
        say(out, Event.BOUGHT, buyer, price, shop // EACH, shop)
        commission = int(after.ledger[turn, COMMISSIONS] - before.ledger[turn, COMMISSIONS])
        if commission:
            say(out, Event.COMMISSION, turn, commission)


@helper
def narrate_move(e: Edition, before: State, after: State, out: Array) -> None:
    """A move, or what is left of one after an owner has chosen a souvenir: who went where and spent what."""
    arrival = reached(before, after)
    if before.phase == Phase.TURN:
        narrate_start(e, before, after, arrival, out)
    for shop in range(N_SHOPS):
        entered = int(after.customers[shop] - before.customers[shop])
        if entered:
            amount = spending(e, int(before.customers[shop]), entered)
            say(out, Event.ENTERED, after.owner[shop], entered, amount, shop // EACH, shop)
            for colour in range(N_COLOURS):
                add(out, entered if colour == shop // EACH else 0)
    for card in range(N_CARDS):
        if after.sold[card] and not before.sold[card]:
            seller = seller_of(before, after, card // EACH)
            say(out, Event.SOUVENIR, seller, card // EACH, souvenir_value(e, card), slot_of(before, card))
    for owner in range(before.seats):
        paid = int(before.ledger[owner, GUIDES] - after.ledger[owner, GUIDES])
        if paid:
            say(out, Event.FEE, owner, before.turn, paid)
    if before.phase == Phase.SOUVENIR and arrival != NONE:
        say(out, Event.ARRIVED, before.start, before.way, arrival)
        for colour in range(N_COLOURS):
            add(out, int(after.visitors[arrival, colour] - before.visitors[arrival, colour]))
    for slot in range(FACE_UP):
        card = int(after.face_up[slot])
        if card != NONE and slot_of(before, card) == NONE:
            say(out, Event.TURNED, card // EACH, souvenir_value(e, card), slot)


@helper
def narrate_start(e: Edition, before: State, after: State, arrival: int, out: Array) -> None:
    """A group that leaves its fountain, and the shops that it enters."""
    start = 0
    while crowd(after, start) >= crowd(before, start):
        start += 1
    way = way_taken(e, before, after, start, arrival)
    if arrival == NONE:
        say(out, Event.LED, before.turn, start, way)
    else:
        say(out, Event.MOVED, before.turn, start, way, arrival)
    add_counts(out, before.visitors[start])
    add_list(out)
    for shop in range(N_SHOPS):
        if after.customers[shop] > before.customers[shop]:
            add_item(out, shop)
    add_cells(e, start, way, out)
    add_list(out)
    for shop in range(N_SHOPS):
        if after.customers[shop] > before.customers[shop]:
            add_item(out, door_of(e, start, way, shop))


@helper
def door_of(e: Edition, fountain: int, way: int, shop: int) -> int:
    """After how many steps of a route the door of a shop is reached."""
    for stop in range(N_SHOPS):
        if e.route_shop[fountain, way, stop] == shop:
            return int(e.route_door[fountain, way, stop])
    return NONE


@helper
def way_taken(e: Edition, before: State, after: State, start: int, arrival: int) -> int:
    """The way that a group took from its fountain: the first that leads to where it is, past all shops it entered."""
    if after.phase == Phase.SOUVENIR:
        return int(after.way)
    for way in range(N_WAYS):
        if e.route_to[start, way] == NONE or (arrival != NONE and e.route_to[start, way] != arrival):
            continue
        missing = 0
        for shop in range(N_SHOPS):
            missing += after.customers[shop] > before.customers[shop]
        for stop in range(N_SHOPS):
            if enters(e, before, start, way, stop):
                missing -= 1
                shop = int(e.route_shop[start, way, stop])
                missing += (after.customers[shop] == before.customers[shop]) * N_SHOPS
        if missing == 0:
            return way
    return NONE


@helper
def seller_of(before: State, after: State, colour: int) -> int:
    """Who sold souvenirs of a colour: whose shop was entered, or who has chosen one."""
    for shop in range(colour * EACH, (colour + 1) * EACH):
        if after.customers[shop] > before.customers[shop]:
            return int(after.owner[shop])
    return int(before.actor)


@helper
def slot_of(s: State, card: int) -> int:
    """The place where a souvenir lies face up, or none."""
    for slot in range(FACE_UP):
        if s.face_up[slot] == card:
            return slot
    return NONE


# How the score came about ---------------------------------------------------------------------------------------


@table
def explain(editions: Rows[Edition], states: Rows[State], i: int, seat: int, out: Array) -> None:
    """A seat's money line by line: what it started with, and where the rest came from and went to."""
    e, s = editions[0], states[i]
    say(out, Line.SCORE_START, e.money)
    for entry in range(N_LEDGER):
        if s.ledger[seat, entry]:
            say(out, Line.SCORE_TAKINGS + entry, s.ledger[seat, entry])
