"""Rules of thumb for Le marché de Samarkand, each as a player would say it.

- A good counts when all the others keep up with it; each card that is still missing makes that less likely.
- Series grow faster the longer they are: two more cards of a value are worth hoping for.
- A camel is worth the goods it will carry, and its empty places cost.
- Stop when a thing is worth more than its price; the richer you are, the more a point may cost.
- Wait as long as no rival could pay the next price.
- The doyen can wait a step longer: a dispute is his.
- Offer dear cards while your rivals have money, cheap ones when they have none.
- Leave behind what you miss least.
"""

from __future__ import annotations

from caravanserai.games.marche.rules import (
    BANK,
    CAMEL,
    FEWEST,
    MOST_ROUNDS,
    N_GOODS,
    N_VALUES,
    SELLERS,
    SMALLEST_CAMEL,
    SMALLEST_VALUE,
    Edition,
    Phase,
    State,
    Verb,
    contract,
    excess,
    is_waited_for,
    series_points,
)
from caravanserai.kernel.arrays import Array, Floats, Rows
from caravanserai.kernel.compiling import helper, hot
from caravanserai.kernel.counting import around
from caravanserai.kernel.powers import exp
from caravanserai.kernel.records import NONE
from caravanserai.kernel.scratch import scratch_floats, scratch_whole

SHARPNESS = 1.3862943611198906
"""A choice that is one point better is taken four times as often: the weight is e to the power of this a point."""

ITEM_ROOM = CAMEL + 1
"""All that may be on offer: a good of each seller, and the camel."""

ODDS_ROOM = N_GOODS * (MOST_ROUNDS + 1)
"""More than the cards that can be missing until all goods keep up with one."""


@contract
def advise(editions: Rows[Edition], states: Rows[State], i: int, seat: int, weights: Floats) -> None:
    """The weight of each legal choice."""
    e, s = editions[0], states[i]
    weights[:] = 0.0
    if not is_waited_for(s, seat):
        return
    if s.phase == Phase.COUNT:
        weights[Verb.SILENCE] = 1.0
        if s.money[seat] >= s.price and not can_wait(s, seat):
            advise_stop(e, s, seat, weights)
    elif s.phase == Phase.PICK:
        wanted = min(float(N_VALUES), 0.5 * richest_rival(s, seat))
        for value in range(N_VALUES):
            if s.hand[seat, value]:
                weights[Verb.PICK + value] = exp(-SHARPNESS * abs(SMALLEST_VALUE + value - wanted))
    else:
        advise_discard(e, s, seat, weights)


@helper
def richest_rival(s: State, seat: int) -> int:
    """The most money that a rival has."""
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, s.money[other])
    return most


@helper
def can_wait(s: State, seat: int) -> bool:
    """Whether nobody could outpace the seat at the next price."""
    return bool(s.price > 1 and richest_rival(s, seat) < s.price - (s.doyen != seat))


@helper
def hope(e: Edition, s: State) -> float:
    """The chance to get a card one lacks, from nearly sure to none as the rounds go by."""
    left = float(e.rounds - s.current_round)
    return left / (left + 2.5)


@hot
def idle_goods(s: State) -> int:
    """Goods that others do not sell: a seat's own, and one more unless five play. No seat ever has a card of them."""
    return N_GOODS - max(s.seats, FEWEST + 1) + 1


@hot
def count_missing(s: State, seat: int, missing: Array) -> int:
    """How many cards are missing of all others together until they keep up with each good; returns the most."""
    most = 0
    for good in range(N_GOODS):
        number = s.number[seat, good]
        missing[good] = -number * idle_goods(s)
        for other in range(N_GOODS):
            missing[good] += max(0, number - s.number[seat, other])
        most = max(most, missing[good])
    return most


@hot
def fill_odds(chance: float, most: int, odds: Floats) -> None:
    """The chance to get so many cards that are missing, for any number up to some more than the most."""
    odds[0] = 1.0
    for number in range(most + N_GOODS):
        odds[number + 1] = odds[number] * chance


@hot
def rarest_promise(s: State, seat: int, missing: Array, odds: Floats) -> float:
    """What the good that will count promises."""
    best = 0.0
    for good in range(N_GOODS):
        best = max(best, s.worth[seat, good] * odds[missing[good]])
    return best


@hot
def changed_promise(s: State, seat: int, missing: Array, odds: Floats, good: int, value: int, cards: int) -> float:
    """The same with so many cards more of a good and a value."""
    before = s.number[seat, good]
    after = before + cards
    lacking = -after * idle_goods(s)
    best = 0.0
    for other in range(N_GOODS):
        if other != good:
            number = s.number[seat, other]
            lacking += max(0, after - number)
            less = max(0, number - before) - max(0, number - after)
            best = max(best, s.worth[seat, other] * odds[missing[other] - less])
    return max(best, (s.worth[seat, good] + cards * (SMALLEST_VALUE + value)) * odds[lacking])


@helper
def series_promise(e: Edition, number: int, chance: float) -> float:
    """What so many cards of one value promise, if two more may come."""
    points = series_points(e, number)
    return points + 0.4 * chance * (series_points(e, number + 2) - points)


@helper
def camel_worth(e: Edition, s: State, too_many: int, chance: float) -> float:
    """What the camel that lies face up would carry, less what its empty places would cost."""
    places = SMALLEST_CAMEL + s.camel
    wanted = too_many + 0.4 * (e.rounds - s.current_round)
    used = min(float(places), max(wanted, 0.0))
    return 1.2 * used - (1.0 - chance) * e.empty_place * (places - used)


@helper
def advise_stop(e: Edition, s: State, seat: int, weights: Floats) -> None:
    """Whether anything on offer is worth its price."""
    chance = hope(e, s)
    left = float(e.rounds - s.current_round)
    rate = min(2.0, max(0.5, s.money[seat] / (2.0 * left + 3.0)))
    missing, odds = scratch_whole(N_GOODS), scratch_floats(ODDS_ROOM)
    fill_odds(chance, count_missing(s, seat, missing), odds)
    now = rarest_promise(s, seat, missing, odds)
    # A place that is free wants filling; a card without a place needs a camel yet.
    too_many = excess(s, seat)
    surplus = scratch_floats(ITEM_ROOM)
    for item in range(ITEM_ROOM):
        surplus[item] = 0.0
    for seller in range(SELLERS):
        if seller == seat or s.offer[seller] == NONE:
            continue
        good, value = int(s.good[seller]), int(s.offer[seller])
        alike = s.alike[seat, value]
        gain = -now - series_promise(e, alike, chance)
        gain += changed_promise(s, seat, missing, odds, good, value, 1) + series_promise(e, alike + 1, chance)
        gain = gain + (1.0 - chance) * e.empty_place if too_many < 0 else gain * chance
        surplus[seller] = rate * gain - s.price
    if s.camel != NONE:
        surplus[CAMEL] = rate * camel_worth(e, s, too_many, chance) - s.price
    # In a loop of its own, for the processor does several at once.
    for item in range(ITEM_ROOM):
        surplus[item] = exp(SHARPNESS * surplus[item])
    for seller in range(SELLERS):
        if seller != seat and s.offer[seller] != NONE:
            action = Verb.STOP_BANK if seller == BANK else Verb.STOP + around(seller + s.seats - seat - 1, s.seats)
            weights[action] = surplus[seller]
    if s.camel != NONE:
        weights[Verb.STOP_CAMEL] = surplus[CAMEL]


@helper
def advise_discard(e: Edition, s: State, seat: int, weights: Floats) -> None:
    """The card whose loss costs least, the lower one of equals."""
    missing, odds = scratch_whole(N_GOODS), scratch_floats(ODDS_ROOM)
    fill_odds(0.0, count_missing(s, seat, missing), odds)
    now = rarest_promise(s, seat, missing, odds)
    for good in range(N_GOODS):
        for value in range(N_VALUES):
            if s.bought[seat, good, value] > s.thrown[seat, good, value]:
                alike = s.alike[seat, value]
                loss = now + series_points(e, alike) + 0.1 * value
                loss -= changed_promise(s, seat, missing, odds, good, value, -1) + series_points(e, alike - 1)
                weights[Verb.DISCARD + good * N_VALUES + value] = exp(-SHARPNESS * max(loss, -20.0))
