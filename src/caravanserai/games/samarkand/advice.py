"""Rules of thumb for Samarkand, each as a player would say it.

- Cards are worth a share of what they would bring together: the more you hold of a good, the more you want another.
- One card of each good is worth keeping too, for the assortments.
- Give away, swap and lay off the cards you miss least; swap for those you collect.
- A full camp is a bargain, an oasis is fair, a city is good for a large set and bad for an empty hand.
- Look a few spaces ahead, and go where the road is best; what is far away counts less.
- Ride when most rolls lead to something better than a walk.
- In a city sell what brings more than it is worth to keep, and always what wins.
- Buy four cards, but keep enough money for the road.
- Take the chip away from the market you will need.
"""

from __future__ import annotations

from caravanserai.games.samarkand.rules import (
    ASSORTMENT,
    BACK_FACE,
    DIE_FACES,
    FIRST_CITY,
    LEAST_SALE,
    N_GOODS,
    N_MARKETS,
    N_SPACES,
    OASIS,
    SALES,
    Edition,
    Phase,
    State,
    Verb,
    contract,
    for_taking,
    offer,
    price,
)
from caravanserai.kernel.arrays import Floats, Rows
from caravanserai.kernel.choices import bits_in, lowest_bit
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.counting import present
from caravanserai.kernel.powers import exp
from caravanserai.kernel.records import NONE
from caravanserai.kernel.scratch import scratch_floats, scratch_whole

SHARE = 0.55
"""Of the price of a set, what holding it is worth."""
MIXED_SHARE = 0.35
"""The same for an assortment, which all the goods of the hand could be part of."""
SINGLE = 3.0
"""What any card is worth by itself, in piastres."""
PATIENCE = 0.8
"""What a piastre is worth one turn later."""
LOOKAHEAD = 4
"""How often what lies ahead is counted back along the arrows."""
RESERVE = 25
"""Money to keep for the road."""
WIN = 1000.0
"""More than anything else is worth."""
MEAN = LEAST = N_GOODS
"""Where the mean gain and the least loss stand, after those of each good."""
HAND_ROOM = N_GOODS + 1
ROAD_ROOM = 2 * N_SPACES
"""Numbers to work with: one for each good and one more; two for each space."""

SCALE = 6.0
"""Piastres that make a choice about three times as likely."""


@helper
def weight(value: float) -> float:
    """The weight of a choice that is worth so many piastres."""
    return exp(min(max(value / SCALE, -60.0), 60.0))


@hot
def worth(e: Edition, good: int, cards: int) -> float:
    """What holding so many cards of a good is worth."""
    sale = max(min(cards, int(e.most_bought[good])) - LEAST_SALE, 0)
    paid = SHARE * e.prices[good, sale]
    return SINGLE * cards + (paid if cards >= LEAST_SALE else 0.0)


@hot
def mixed_worth(e: Edition, kinds: int) -> float:
    """What holding so many different goods is worth beyond that."""
    if kinds < LEAST_SALE:
        return 0.0
    return MIXED_SHARE * e.prices[ASSORTMENT, min(kinds, int(e.most_bought[ASSORTMENT])) - LEAST_SALE]


@hot
def weigh_hand(e: Edition, s: State, seat: int, gain: Floats, loss: Floats) -> None:
    """What one more card of each good would add, and one less take away; last, the mean gain and the least loss."""
    kinds = offer(s, seat, ASSORTMENT)
    new_kind = mixed_worth(e, kinds + 1) - mixed_worth(e, kinds)
    last_of_kind = mixed_worth(e, kinds) - mixed_worth(e, kinds - 1)
    total, least = 0.0, WIN
    for good in range(N_GOODS):
        cards = int(s.hand[seat, good])
        have = worth(e, good, cards)
        gain[good] = worth(e, good, cards + 1) - have + (new_kind if cards == 0 else 0.0)
        loss[good] = have - worth(e, good, max(cards - 1, 0)) + (last_of_kind if cards == 1 else 0.0)
        least = min(least, loss[good] if cards > 0 else WIN)
        total += gain[good]
    gain[MEAN] = total / N_GOODS
    loss[LEAST] = least


@helper
def sale_value(e: Edition, s: State, seat: int, market: int, ware: int, cards: int, lost: float) -> float:
    """What a sale brings beyond what the cards are worth to keep."""
    paid = price(e, s, market, ware, cards)
    return WIN if s.money[seat] + paid >= s.target else paid - lost


@helper
def market_value(e: Edition, s: State, seat: int, market: int, loss: Floats) -> float:
    """The value of the largest sale that a seat could make at a market."""
    ware = int(e.markets[market // 2, market % 2])
    cards = min(offer(s, seat, ware), int(e.most_bought[ware]))
    if cards < LEAST_SALE + s.covered[market]:
        return -float(e.no_sale_fee)
    lost = 0.0
    if ware < ASSORTMENT:
        held = int(s.hand[seat, ware])
        lost = worth(e, ware, held) - worth(e, ware, held - cards)
    else:
        for good in range(N_GOODS):
            lost += loss[good]
        lost = min(lost, SHARE * price(e, s, market, ware, cards) + SINGLE * cards)
    return sale_value(e, s, seat, market, ware, cards, lost)


@helper
def purchase_value(e: Edition, s: State, seat: int, space: int, lot: int, gain: Floats) -> float:
    """What one card, or four, at an oasis are worth beyond their price."""
    if lot == 0:
        return gain[MEAN] - e.one_price
    paid = int(e.many_price[space])
    value = e.many * gain[MEAN] - paid
    return value if s.money[seat] >= paid + RESERVE else value - 2.0 * RESERVE


@hot
def arrival_value(e: Edition, s: State, seat: int, space: int, gain: Floats, loss: Floats, swap: Floats) -> float:
    """What there is to gain at a space for a seat that comes there."""
    kind = int(e.kind[space])
    if kind == OASIS:
        if s.money[seat] < e.one_price:
            return -e.lost * gain[MEAN]
        one = purchase_value(e, s, seat, space, 0, gain)
        if s.money[seat] < e.many_price[space]:
            return one
        return max(one, purchase_value(e, s, seat, space, 1, gain))
    if kind >= FIRST_CITY:
        market = 2 * (kind - FIRST_CITY)
        return max(market_value(e, s, seat, market, loss), market_value(e, s, seat, market + 1, loss))
    value = 0.0
    if s.lying[space] >= e.room[space]:
        for good in range(N_GOODS):
            value += s.camp[space, good] * gain[good]
        return value - e.full_camp_price
    if s.held[seat] == 0:
        return -float(e.empty_hand_fee)
    for good in range(N_GOODS):
        value += swap[good] if s.camp[space, good] else 0.0
    return value - loss[LEAST]


@helper
def survey(e: Edition, s: State, seat: int, gain: Floats, loss: Floats, values: Floats) -> None:
    """What each space is worth, with the road that goes on from there."""
    swap, ways = scratch_floats(N_GOODS), scratch_whole(ROAD_ROOM)
    for good in range(N_GOODS):
        swap[good] = max(gain[good] - loss[LEAST], 0.0)
    for space in range(N_SPACES):
        values[space] = arrival_value(e, s, seat, space, gain, loss, swap)
        values[N_SPACES + space] = values[space]
        ways[space] = e.exits[space, 0]
        ways[N_SPACES + space] = e.exits[space, 0] if e.exits[space, 1] == NONE else e.exits[space, 1]
    for _ in range(LOOKAHEAD):
        for space in range(N_SPACES):
            ahead = max(values[ways[space]], values[ways[N_SPACES + space]])
            values[space] = values[N_SPACES + space] + PATIENCE * ahead


@helper
def best_exit(e: Edition, space: int, values: Floats) -> float:
    """The worth of the better way on."""
    best = values[e.exits[space, 0]]
    if e.exits[space, 1] != NONE:
        best = max(best, values[e.exits[space, 1]])
    return best


@hot
def best_of(spaces: int, values: Floats) -> float:
    """The worth of the best of some spaces; sets of spaces are bits."""
    best, rest = -WIN, spaces
    while rest:
        best = max(best, values[lowest_bit(rest)])
        rest &= rest - 1
    return best


@helper
def ride_value(e: Edition, here: int, values: Floats) -> float:
    """What a ride is worth before the die is cast."""
    faces, total, steps = 0, 0.0, BACK_FACE
    while faces < DIE_FACES:
        best = best_of(e.behind[here] if steps == BACK_FACE else e.reached[steps, here], values)
        for face in range(DIE_FACES):
            if e.die[face] == steps:
                faces += 1
                total += best
        steps += 1
    return total / DIE_FACES - e.ride_price


@contract
def advise(editions: Rows[Edition], states: Rows[State], i: int, seat: int, weights: Floats) -> None:
    """The weight of each legal choice."""
    e, s = editions[0], states[i]
    weights[:] = 0.0
    phase = s.phase
    if phase == Phase.DISCARD:
        if s.held[seat] <= e.hand_limit:
            return
    elif phase == Phase.OVER or seat != s.turn:
        return
    gain, loss = scratch_floats(HAND_ROOM), scratch_floats(HAND_ROOM)
    weigh_hand(e, s, seat, gain, loss)
    if phase == Phase.GIFT or phase == Phase.DISCARD:
        verb = Verb.GIVE if phase == Phase.GIFT else Verb.DISCARD
        for good in range(N_GOODS):
            if s.hand[seat, good]:
                weights[verb + good] = weight(-loss[good])
    elif phase == Phase.OASIS:
        space = int(s.space[seat])
        weights[Verb.BUY] = weight(purchase_value(e, s, seat, space, 0, gain))
        if s.money[seat] >= e.many_price[space]:
            weights[Verb.BUY + 1] = weight(purchase_value(e, s, seat, space, 1, gain))
    elif phase == Phase.CITY:
        advise_sale(e, s, seat, loss, weights)
    elif phase == Phase.CHIP:
        for market in range(N_MARKETS):
            if s.covered[market]:
                ware = int(e.markets[market // 2, market % 2])
                cards = offer(s, seat, ware)
                weights[Verb.UNCOVER + market] = weight(worth(e, ware, cards) if ware < ASSORTMENT else 2.0 * cards)
    else:
        advise_move(e, s, seat, gain, loss, weights)


@helper
def advise_sale(e: Edition, s: State, seat: int, loss: Floats, weights: Floats) -> None:
    """Which market, and how many cards."""
    city = int(e.kind[s.space[seat]]) - FIRST_CITY
    for k in range(2):
        market, ware = 2 * city + k, int(e.markets[city, k])
        least, most = LEAST_SALE + int(s.covered[market]), int(e.most_bought[ware])
        if ware < ASSORTMENT:
            held = int(s.hand[seat, ware])
            for cards in range(least, min(held, most) + 1):
                lost = worth(e, ware, held) - worth(e, ware, held - cards)
                value = sale_value(e, s, seat, market, ware, cards, lost)
                weights[Verb.SELL + ware * SALES + cards - LEAST_SALE] = weight(value)
            continue
        goods = present(s.hand[seat])
        chosen = goods
        while chosen:
            cards, lost = bits_in(chosen), 0.0
            if least <= cards <= most:
                for good in range(N_GOODS):
                    lost += loss[good] if (chosen >> good) & 1 else 0.0
                lost = min(lost, SHARE * price(e, s, market, ware, cards) + SINGLE * cards)
                weights[Verb.ASSORT + chosen] = weight(sale_value(e, s, seat, market, ware, cards, lost))
            chosen = (chosen - 1) & goods


@helper
def advise_move(e: Edition, s: State, seat: int, gain: Floats, loss: Floats, weights: Floats) -> None:
    """Where to go, and whether to ride, to swap, or to leave a camp."""
    phase, values = s.phase, scratch_floats(ROAD_ROOM)
    if phase != Phase.CAMP or s.afoot:
        survey(e, s, seat, gain, loss, values)
    if phase == Phase.PLACE:
        for space in range(N_SPACES):
            weights[Verb.GO + space] = weight(best_exit(e, space, values))
        return
    here = int(s.space[seat])
    if phase == Phase.BACK:
        for space in range(N_SPACES):
            if (e.behind[here] >> space) & 1:
                weights[Verb.GO + space] = weight(values[space])
        return
    stay = 0.0
    if phase == Phase.CAMP:
        stay = advise_trade(s, seat, gain, loss, weights)
        if not s.afoot:
            return
        stay += PATIENCE * best_exit(e, here, values)
    for k in range(2):
        space = int(e.exits[here, k])
        if space != NONE:
            value = values[space] if phase != Phase.RIDING else best_of(e.reached[s.steps - 1, space], values)
            weights[Verb.GO + space] = weight(value - stay)
    if phase == Phase.TURN and s.money[seat] >= e.ride_price:
        weights[Verb.RIDE] = weight(ride_value(e, here, values))


@helper
def advise_trade(s: State, seat: int, gain: Floats, loss: Floats, weights: Floats) -> float:
    """Swaps that improve the hand; returns what the best of them is worth."""
    space = int(s.space[seat])
    best = 0.0
    weights[Verb.DONE] = 1.0
    takes = for_taking(s, space)
    for take in range(N_GOODS):
        if (takes >> take) & 1:
            for give in range(N_GOODS):
                if s.hand[seat, give] and give != take:
                    value = gain[take] - loss[give]
                    best = max(best, value)
                    weights[Verb.SWAP + give * N_GOODS + take] = weight(value)
    return best
