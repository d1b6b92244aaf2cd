"""Rules of thumb for Tan-Tan Caravan, each as a player would say it.

- A lot is worth what it adds to your score; a majority within reach is worth more.
- Thieves are worth a good card each while rivals hold cards.
- Feed the mice the card you miss least.
- Steal from whoever holds the most.
- Buy what you can load as a set: types you hold, and the valuable ones.
- Do not buy the caravan full: the next seat would choose first.
- Load a large set when it fills the caravan, for then you choose first, and send mice along.
- A hand that is nearly full wants loading.
"""

from __future__ import annotations

from caravanserai.games.tantan.rules import (
    LAMP,
    MERCHANT,
    MOUSE,
    N_CARDS,
    N_GOODS,
    N_TREASURES,
    PRINCESS,
    SLOTS,
    THIEF,
    Edition,
    Phase,
    State,
    Verb,
    affordable,
    can_buy_nothing,
    can_take,
    contract,
    free_places,
    held,
)
from caravanserai.kernel.arrays import Floats, Rows
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.counting import around
from caravanserai.kernel.powers import exp
from caravanserai.kernel.records import NONE

SHARPNESS = 0.47000362924573563
"""A choice that is one point better is taken 1.6 times as often: the weight is e to the power of this a point."""


@helper
def rivals_most(s: State, seat: int, card: int) -> int:
    """The most cards of a type that a rival has laid down."""
    most = 0
    for k in range(1, s.seats):
        most = max(most, int(s.laid[around(seat + k, s.seats), card]))
    return most


@helper
def lot_value(e: Edition, s: State, seat: int, card: int, number: int) -> float:
    """What cards of one type would add to a seat's score, roughly."""
    if card < N_GOODS:
        value = float(number * e.points[card])
        if s.laid[seat, card] == 0 and s.laid[seat, MERCHANT] > 0:
            value += float(e.merchant_points * s.laid[seat, MERCHANT])
        return value
    if card == LAMP:
        have = float(s.laid[seat, LAMP])
        return (have + number) ** 2 - have**2 + 2.0 * number
    if card == THIEF:
        cards = 0
        for k in range(1, s.seats):
            cards += held(s, around(seat + k, s.seats))
        return 4.0 * min(number, cards)
    if card == MOUSE:
        return -4.0 * number
    have_now = int(s.laid[seat, card])
    rival = rivals_most(s, seat, card)
    kinds = 0
    largest = 0
    for good in range(N_GOODS):
        kinds += s.laid[seat, good] > 0
        largest = max(largest, int(s.laid[seat, good]))
    each = 1.0 + largest if card == PRINCESS else float(e.merchant_points * (kinds + 1))
    if have_now + number >= rival:
        return each * number + 2.0
    return 0.4 * each * number


@helper
def loss_value(e: Edition, s: State, seat: int, card: int) -> float:
    """What giving up one card would cost."""
    if card == LAMP:
        return 2.0 * s.laid[seat, LAMP] - 1.0
    if card == PRINCESS or card == MERCHANT:
        lead = int(s.laid[seat, card]) - rivals_most(s, seat, card)
        return 8.0 if lead == 0 else 4.0
    value = float(e.points[card])
    if s.laid[seat, card] == 1:
        value += float(e.merchant_points * s.laid[seat, MERCHANT])
    return value


@helper
def best_lot(e: Edition, s: State, seat: int) -> float:
    """The value of the best lot in the caravan for a seat."""
    best = 0.0
    for card in range(MOUSE):
        if s.caravan[card]:
            best = max(best, lot_value(e, s, seat, card, int(s.caravan[card])))
    return best


@helper
def card_worth(e: Edition, s: State, seat: int, card: int) -> float:
    """What a card at the market is worth to a seat that wants to load it some day."""
    if card == MOUSE:
        return 1.5 if s.hand[seat, MOUSE] < 2 else 0.3
    return 0.5 * lot_value(e, s, seat, card, 1) + 1.2 * min(int(s.hand[seat, card]), 3)


@contract
def advise(editions: Rows[Edition], states: Rows[State], i: int, seat: int, weights: Floats) -> None:
    """The weight of each legal choice."""
    e, s = editions[0], states[i]
    weights[:] = 0.0
    if seat != s.actor:
        return
    phase = s.phase
    if phase == Phase.TURN or phase == Phase.BUYING or phase == Phase.LOADING:
        advise_turn(e, s, seat, weights)
    elif phase == Phase.LOT:
        for card in range(MOUSE):
            if s.caravan[card]:
                value = lot_value(e, s, seat, card, int(s.caravan[card]))
                weights[Verb.LOT + card] = exp(SHARPNESS * min(value, 40.0))
    elif phase == Phase.THEFT:
        for k in range(1, s.seats):
            cards = held(s, around(seat + k, s.seats))
            if cards:
                weights[Verb.STEAL + k - 1] = exp(SHARPNESS * cards)
    elif phase == Phase.BITE:
        for card in range(N_TREASURES):
            if s.laid[seat, card]:
                weights[Verb.FEED + card] = exp(-SHARPNESS * loss_value(e, s, seat, card))


@helper
def advise_turn(e: Edition, s: State, seat: int, weights: Floats) -> None:
    """Whether to buy or to load, and what."""
    free = free_places(e, s)
    hand = held(s, seat)
    room = int(e.hand_limit) - hand
    fills = free == 1
    if (s.phase == Phase.TURN or s.phase == Phase.BUYING) and s.purse != NONE and room > 0:
        money = int(e.purse[s.purse]) - s.spent
        for slot in range(SLOTS):
            if can_take(e, s, slot, money):
                value = card_worth(e, s, seat, int(s.market[slot])) - 0.3 * e.slot_cost[slot]
                if s.phase == Phase.TURN and fills:
                    value -= 0.5 * best_lot(e, s, around(seat + 1, s.seats))
                if s.phase == Phase.TURN and room <= 2:
                    value -= 2.0
                weights[Verb.TAKE + slot] = exp(SHARPNESS * value)
        if s.phase == Phase.TURN and can_buy_nothing(s):
            weights[Verb.CONFIRM] = 1.0
    if s.phase == Phase.BUYING:
        weights[Verb.CONFIRM] = 1.0 if room > 0 and affordable(e, s) else 4.0
    if (s.phase == Phase.TURN or s.phase == Phase.LOADING) and free > 0:
        for card in range(N_CARDS):
            number = int(s.hand[seat, card])
            if number == 0 or not (s.loading == NONE or card == s.loading or card == MOUSE):
                continue
            if s.phase == Phase.LOADING:
                weights[Verb.LOAD + card] = load_on(e, s, seat, card, free)
                continue
            together = number + (0 if card == MOUSE else int(s.hand[seat, MOUSE]))
            value = 0.0
            if together >= free and card != MOUSE:
                mine = lot_value(e, s, seat, card, int(s.caravan[card]) + min(number, free))
                value = max(mine, best_lot(e, s, seat)) - 4.0
            elif card == MOUSE:
                value = -2.0
            else:
                value = -1.0 - 0.3 * lot_value(e, s, seat, card, 1)
            if room == 0:
                value += 3.0
            weights[Verb.LOAD + card] = exp(SHARPNESS * min(value, 20.0))
    if s.phase == Phase.LOADING:
        weights[Verb.CONFIRM] = 1.0


@helper
def load_on(e: Edition, s: State, seat: int, card: int, free: int) -> float:
    """Whether one more card should go along with what is being loaded."""
    number = int(s.hand[seat, MOUSE])
    if s.loading != NONE:
        number += s.hand[seat, s.loading]
    if number >= free:
        return 12.0
    return 0.6 if card == MOUSE else 0.4
