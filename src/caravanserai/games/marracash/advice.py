"""Rules of thumb for Marracash, each as a player would say it.

- A shop is worth what the visitors of its colour still have to spend, shared with the other shops of that colour, and
  more on a busy street; two thirds of it is a fair price.
- Raise a little at a time up to a fair price, then pass; the auctioneer passes a commission earlier.
- Put up the shop you can win for less than it is worth, or a dear one for the commission.
- Lead visitors into your own shops; into a rival's for the fee only where it does not earn much by it.
- Bring visitors where a street past your shops begins; with a move left you can lead them on yourself.
- Let in the colours you sell and your rivals do not.
- Sell the dearer souvenir.
"""

from __future__ import annotations

from caravanserai.games.marracash.rules import (
    EACH,
    ENDS,
    FACE_UP,
    GATES,
    LEFT,
    N_FOUNTAINS,
    N_SHOPS,
    N_WAYS,
    NOTE,
    SIZES,
    SMALLEST,
    Edition,
    Phase,
    State,
    Verb,
    can_open,
    contract,
    fee,
    from_end,
    is_crowded,
    lowest_bid,
    may_move,
    souvenir_value,
    spending,
)
from caravanserai.kernel.arrays import Array, Floats, Rows
from caravanserai.kernel.choices import bits_in
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.counting import present
from caravanserai.kernel.records import NONE

FAIR_PRICE = 0.65
"""The part of a shop's worth that is a fair price."""
ALL_EACH = (1 << EACH) - 1
"""The shops of one colour, as bits."""
ENVY = 0.2
"""How much a rival's gain hurts."""


@helper
def keenness(value: float) -> float:
    """The weight of a choice that gains so much money: a power, as it is quick to compute."""
    x = max(value + 250.0, 25.0) / 250.0
    x *= x
    x *= x
    return x * x


@helper
def shop_worth(e: Edition, s: State, shop: int) -> float:
    """What a shop without an owner may still earn."""
    colour = shop // EACH
    left = int(e.copies[colour])
    for other in range(colour * EACH, (colour + 1) * EACH):
        left -= int(s.customers[other])
    rivals = EACH - int(bits_in(s.vacant >> colour * EACH & ALL_EACH))
    expected = 0.8 * left / (rivals + 2.2) * (0.5 + 0.1 * e.routes_past[shop])
    whole = int(expected)
    return 0.9 * (spending(e, 0, whole) + (expected - whole) * spending(e, whole, 1))


@helper
def own_gain(e: Edition, s: State, seat: int, group: Array, fountain: int, way: int) -> int:
    """What a group would spend in a seat's own shops along a route."""
    gain = 0
    if not e.shops_past[fountain, way] & s.shops[seat]:
        return gain
    walking = present(group)
    for stop in range(N_SHOPS):
        shop = int(e.route_shop[fountain, way, stop])
        if shop == NONE or not walking:
            break
        colour = shop // EACH
        if s.owner[shop] != NONE and (walking >> colour) & 1:
            walking &= ~(1 << colour)
            if s.owner[shop] == seat:
                gain += spending(e, int(s.customers[shop]), int(group[colour]))
    return gain


@helper
def move_value(e: Edition, s: State, seat: int, fountain: int, way: int, later: float) -> float:
    """What a move gains at once, and part of what it makes possible."""
    value = 0.0
    walking = present(s.visitors[fountain])
    for stop in range(N_SHOPS):
        shop = int(e.route_shop[fountain, way, stop])
        if shop == NONE or not walking:
            break
        colour, owner = shop // EACH, int(s.owner[shop])
        if owner == NONE or not (walking >> colour) & 1:
            continue
        walking &= ~(1 << colour)
        received = spending(e, int(s.customers[shop]), int(s.visitors[fountain, colour]))
        if owner == seat:
            value += received
        else:
            paid = fee(e.guide_fee, received)
            value += paid - ENVY * (received - paid)
    arrival = int(e.route_to[fountain, way])
    best = 0
    for on in range(N_WAYS):
        if e.ways[arrival] >> on & 1:
            best = max(best, own_gain(e, s, seat, s.visitors[fountain], arrival, on))
    return value + later * best


@helper
def advise_turn(e: Edition, s: State, seat: int, weights: Floats) -> None:
    """Which group to move, or which shop to put up."""
    if may_move(s):
        later = 0.8 if s.action == 0 else 0.2
        for fountain in range(N_FOUNTAINS):
            if is_crowded(s, fountain):
                for way in range(N_WAYS):
                    if e.ways[fountain] >> way & 1:
                        value = move_value(e, s, seat, fountain, way, later)
                        weights[Verb.MOVE + fountain * N_WAYS + way] = keenness(value)
    if can_open(e, s, seat):
        purse, rival_purse = int(s.money[seat]), 0
        for rival in range(s.seats):
            if rival != seat:
                rival_purse = max(rival_purse, int(s.money[rival]))
        for shop in range(N_SHOPS):
            if s.vacant >> shop & 1:
                worth = shop_worth(e, s, shop)
                price = max(min(FAIR_PRICE * worth, rival_purse), e.opening)
                commission = fee(e.auction_fee, int(price)) - ENVY * (worth - price)
                win = 0.5 * (worth - price) if price < purse else -200.0
                weights[Verb.AUCTION + shop] = keenness(max(win, commission))


@helper
def advise_bid(e: Edition, s: State, seat: int, weights: Floats) -> None:
    """How far to go for a shop."""
    limit = FAIR_PRICE * shop_worth(e, s, int(s.shop))
    if seat == s.turn:
        limit -= fee(e.auction_fee, int(s.bid))
    lowest, purse = lowest_bid(e, s), int(s.money[seat])
    keen = lowest <= limit
    for k in range(5):
        bid = lowest + k * k * NOTE
        if bid <= purse and (k == 0 or bid <= limit):
            weights[Verb.BID + bid // NOTE - 1] = (4.0 if keen else 0.05) / (1 + k)
    if s.phase == Phase.BIDDING:
        weights[Verb.PASS] = 0.2 if keen else 2.0


@helper
def advise_arrival(e: Edition, s: State, seat: int, weights: Floats) -> None:
    """Which group to let in: the colours the seat sells."""
    for end in range(len(ENDS)):
        appeal = 0.0
        for size in range(1, min(int(e.group[1]), int(s.line_left)) + 1):
            colour = int(s.line[from_end(s, end, size - 1)])
            for shop in range(colour * EACH, (colour + 1) * EACH):
                if s.owner[shop] == seat:
                    appeal += 100.0
                elif s.owner[shop] != NONE:
                    appeal -= 40.0
            if size < e.group[0] or (size == s.line_left and end != LEFT):
                continue
            for gate in range(GATES):
                if not is_crowded(s, int(e.gates[gate]) - 1):
                    weights[Verb.BRING + (gate * len(ENDS) + end) * SIZES + size - SMALLEST] = keenness(appeal)


@contract
def advise(editions: Rows[Edition], states: Rows[State], i: int, seat: int, weights: Floats) -> None:
    """The weight of each legal choice."""
    e, s = editions[0], states[i]
    weights[:] = 0.0
    phase = s.phase
    if seat != s.actor or phase == Phase.OVER:
        return
    if phase == Phase.TURN:
        advise_turn(e, s, seat, weights)
    elif phase == Phase.OPENING or phase == Phase.BIDDING:
        advise_bid(e, s, seat, weights)
    elif phase == Phase.ARRIVAL:
        advise_arrival(e, s, seat, weights)
    elif phase == Phase.SOUVENIR:
        for slot in range(FACE_UP):
            weights[Verb.SELL + slot] = keenness(float(souvenir_value(e, int(s.face_up[slot]))))
