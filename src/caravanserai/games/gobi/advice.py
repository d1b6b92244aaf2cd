"""Rules of thumb for Gobi, each as a player would say it.

- Bet on a pile when you know, or can well believe, how many camels it holds, and the more its loads suit your caravan.
- Keep your bets, and your characters, for their use; place the camels you collect, where your bets will fit.
- Without a bet in hand, exchange the hand once a pile is worth taking; with few cards, refill.
- Announce the truth, mostly; pass other cards off as a load of which many are still unseen.
- Call when few camels of the announced load can be left, the more readily the more cards you hold.
- Give up the camels that match the fewest others, and bets last.
- Spy where you could bet; as brigand, take what makes the pile fit a bet; let the merchant fetch what you collect.
"""

from __future__ import annotations

from caravanserai.games.gobi.rules import (
    BRIGAND,
    FIRST_BET,
    FIRST_CHARACTER,
    FIVE_OR_MORE,
    MERCHANT,
    N_CARDS,
    N_GOODS,
    PILES,
    SANDSTORM,
    SPY,
    Edition,
    Phase,
    State,
    Verb,
    base_of,
    camels,
    can_draw,
    contract,
    discards,
    hand_size,
    holds,
    in_play,
    knows,
)
from caravanserai.kernel.arrays import Floats, Rows
from caravanserai.kernel.compiling import helper
from caravanserai.kernel.counting import total
from caravanserai.kernel.powers import exp, whole_power

SHARPNESS = 0.6931471805599453
"""A choice that is one point better is taken twice as often: the weight is e to the power of this a point."""

CAMEL = 0.85
"""How likely a card that a rival placed is a camel at all."""

TRUTH = 0.6
"""How likely it is the camel that was announced."""

LIE = 0.05
"""How likely a rival is taken to name one good for a card that is not that camel."""


@helper
def count_pile(s: State, pile: int, seat: int) -> tuple[int, int]:
    """Camels of a pile that a seat knows, and cards it does not know."""
    first = base_of(s, pile)
    sure, unknown = 0, 0
    for k in range(first, first + s.height[pile]):
        if not knows(s, k, seat):
            unknown += 1
        elif s.pile[k] < N_GOODS:
            sure += 1
    return sure, unknown


@helper
def exactly(number: int, unknown: int) -> float:
    """How likely it is that just so many of the unknown cards are camels."""
    if number < 0 or number > unknown:
        return 0.0
    chance = whole_power(CAMEL, number) * whole_power(1.0 - CAMEL, unknown - number)
    for k in range(number):
        chance = chance * (unknown - k) / (k + 1)
    return chance


@helper
def fits(e: Edition, bet: int, sure: int, unknown: int) -> float:
    """How likely a bet is to be right."""
    need = int(e.stakes[bet - FIRST_BET]) - sure
    if bet != FIVE_OR_MORE:
        return exactly(need, unknown)
    chance = 1.0
    for fewer in range(need):
        chance -= exactly(fewer, unknown)
    return max(chance, 0.0)


@helper
def best_fit(e: Edition, s: State, seat: int, sure: int, unknown: int) -> float:
    """How likely the best bet in hand is to be right on such a pile."""
    best = 0.0
    for bet in range(FIRST_BET, FIRST_CHARACTER):
        if s.hand[seat, bet]:
            best = max(best, fits(e, bet, sure, unknown))
    return best


@helper
def progress(e: Edition, alike: float) -> float:
    """What so many camels alike are worth."""
    return 14.0 if alike >= e.alike else 0.6 * alike * alike


@helper
def pile_worth(e: Edition, s: State, seat: int, pile: int) -> float:
    """What a pile would add to a seat's caravan."""
    first = base_of(s, pile)
    now, then = 0.0, 0.0
    for good in range(N_GOODS):
        alike = float(s.caravan[seat, good])
        now = max(now, progress(e, alike))
        for k in range(first, first + s.height[pile]):
            if knows(s, k, seat):
                alike += s.pile[k] == good
            elif s.said[k] == good:
                alike += TRUTH
        then = max(then, progress(e, alike))
    return 1.0 + then - now


@helper
def unseen(e: Edition, s: State, seat: int, card: int) -> int:
    """Cards of a kind that could be anywhere, as far as a seat knows."""
    number = in_play(e, s, card) - int(s.hand[seat, card]) - int(s.discarded[card])
    for other in range(s.seats):
        if card < N_GOODS:
            number -= int(s.caravan[other, card])
        if other != seat and other != s.turn:
            number -= int(s.sure[other, card])
    for k in range(base_of(s, PILES)):
        number -= knows(s, k, seat) and s.pile[k] == card
    return number


@helper
def unseen_in_all(e: Edition, s: State, seat: int) -> int:
    """The same for cards of all kinds together."""
    number = -int(s.held[seat]) - discards(s)
    for card in range(N_CARDS):
        number += in_play(e, s, card)
    for other in range(s.seats):
        number -= camels(s, other)
        if other != seat and other != s.turn:
            number -= total(s.sure[other])
    for k in range(base_of(s, PILES)):
        number -= knows(s, k, seat)
    return number


@helper
def keep_worth(s: State, seat: int, card: int) -> float:
    """What a card of the hand is worth keeping for."""
    if card < N_GOODS:
        return 0.4 * (int(s.caravan[seat, card]) + int(s.hand[seat, card]))
    if card < FIRST_CHARACTER:
        return 3.0 if s.hand[seat, card] == 1 else 2.0
    return 2.0


@contract
def advise(editions: Rows[Edition], states: Rows[State], i: int, seat: int, weights: Floats) -> None:
    """The weight of each legal choice."""
    e, s = editions[0], states[i]
    weights[:] = 0.0
    phase = s.phase
    if phase == Phase.CALL:
        if ((s.asked & ~s.answered) >> seat) & 1:
            advise_call(e, s, seat, weights)
        return
    if phase == Phase.OVER or seat != s.actor:
        return
    if phase == Phase.TURN:
        advise_turn(e, s, seat, weights)
    elif phase == Phase.PLAY:
        advise_play(e, s, seat, weights)
    elif phase == Phase.ANNOUNCE:
        for good in range(N_GOODS):
            if s.placed >= N_GOODS:
                weights[Verb.ANNOUNCE + good] = 0.2 + unseen(e, s, seat, good)
            else:
                weights[Verb.ANNOUNCE + good] = 20.0 if good == s.placed else 1.0
    elif phase == Phase.LOSS:
        for card in range(N_CARDS):
            if s.hand[seat, card]:
                weights[Verb.DISCARD + card] = exp(-SHARPNESS * keep_worth(s, seat, card))
    elif phase == Phase.TRIM or phase == Phase.FORFEIT:
        from_hand = camels(s, seat) == 0
        for good in range(N_GOODS):
            if s.hand[seat, good] if from_hand else s.caravan[seat, good]:
                alike = int(s.hand[seat, good]) if from_hand else 2 * int(s.caravan[seat, good])
                weights[Verb.DROP + good] = exp(-SHARPNESS * alike)
    elif phase == Phase.LOOK:
        advise_look(e, s, seat, weights)
    elif phase == Phase.OFFER:
        wanted = int(s.caravan[seat, s.offer]) + (camels(s, seat) < e.caravan_limit)
        weights[Verb.ACCEPT], weights[Verb.DECLINE] = 4.0 * wanted, 1.0
    else:
        for pile in range(PILES):
            if pile != s.at:
                weights[Verb.SWAP + pile] = 1.0


@helper
def advise_call(e: Edition, s: State, seat: int, weights: Floats) -> None:
    """Whether to call: how likely the announcement is, and how many cards there are to lose."""
    alike = unseen(e, s, seat, int(s.claim))
    others = unseen_in_all(e, s, seat) - alike
    truth, lie = TRUTH * alike, LIE * others
    nerve = 0.5 if s.held[seat] == 1 else 1.0
    weights[Verb.QUIET], weights[Verb.CALL] = truth * truth, nerve * lie * lie


@helper
def advise_turn(e: Edition, s: State, seat: int, weights: Floats) -> None:
    """Whether to play, to exchange or to refill."""
    held, size = int(s.held[seat]), hand_size(e, s)
    supply = can_draw(s)
    if held or supply:
        weights[Verb.DRAW] = 1.0
    else:
        weights[Verb.PASS] = 1.0
    if held and holds(s, seat, FIRST_BET, FIRST_CHARACTER) == 0:
        tallest = 0
        for pile in range(PILES):
            tallest = max(tallest, int(s.height[pile]))
        weights[Verb.EXCHANGE] = 2.0 if held >= 2 and tallest >= 3 else 0.1
    if held < size:
        short = size - held
        if camels(s, seat):
            for good in range(N_GOODS):
                if s.caravan[seat, good]:
                    weights[Verb.REFILL + good] = 0.02 * short**3 * exp(SHARPNESS * (1.0 - 2.0 * s.caravan[seat, good]))
        elif supply:
            weights[Verb.FETCH] = 0.15 * short * short


@helper
def advise_play(e: Edition, s: State, seat: int, weights: Floats) -> None:
    """Which card to play, where, and whether openly."""
    for pile in range(PILES):
        sure, unknown = count_pile(s, pile, seat)
        worth = pile_worth(e, s, seat, pile)
        now, then = best_fit(e, s, seat, sure, unknown), best_fit(e, s, seat, sure + 1, unknown)
        for card in range(N_CARDS):
            if s.hand[seat, card] == 0:
                continue
            value = -keep_worth(s, seat, card)
            if card < N_GOODS:
                value = keep_worth(s, seat, card) + (then - now) * worth
            weights[Verb.PLACE + card * PILES + pile] = exp(SHARPNESS * min(value, 12.0))
            openly = Verb.BET + (card - FIRST_BET) * PILES + pile
            if FIRST_BET <= card < FIRST_CHARACTER:
                chance = fits(e, card, sure, unknown)
                value = 1.2 * chance * worth - (1.0 - chance) * (4.0 + 2.0 * min(camels(s, seat), 1)) + 1.0
                weights[openly] = exp(SHARPNESS * min(value, 20.0))
            elif card >= FIRST_CHARACTER:
                value = character_worth(s, seat, card, pile, unknown)
                weights[openly] = exp(SHARPNESS * min(value, 12.0))


@helper
def character_worth(s: State, seat: int, card: int, pile: int, unknown: int) -> float:
    """What a character played openly on a pile is worth."""
    if card == SPY or card == BRIGAND:
        bets = holds(s, seat, FIRST_BET, FIRST_CHARACTER)
        return 0.6 * unknown * min(bets, 1) + (0.8 if card == BRIGAND and s.height[pile] > 2 else -0.5)
    if card == SANDSTORM or s.height[pile] == 0:
        return -0.5
    top = base_of(s, pile) + int(s.height[pile]) - 1
    if not knows(s, top, seat):
        return 0.5 + TRUTH * int(s.caravan[seat, s.said[top]])
    return 1.0 + 1.5 * int(s.caravan[seat, s.pile[top]]) if s.pile[top] < N_GOODS else -1.0


@helper
def advise_look(e: Edition, s: State, seat: int, weights: Floats) -> None:
    """Whether a brigand takes a card: what the pile then holds should fit a bet."""
    sure, unknown = count_pile(s, s.at, seat)
    weights[Verb.REPLACE] = exp(SHARPNESS * 3.0 * best_fit(e, s, seat, sure, unknown))
    first, height = base_of(s, s.at), int(s.height[s.at])
    if s.pile[first + height - 1] != BRIGAND:
        return
    for k in range(height - 1):
        card = int(s.pile[first + k])
        if card < N_GOODS:
            value = 3.0 * best_fit(e, s, seat, sure - 1, unknown) + 0.3 * int(s.caravan[seat, card])
        elif card < FIRST_CHARACTER:
            value = 1.0 + 3.0 * max(fits(e, card, sure, unknown), best_fit(e, s, seat, sure, unknown))
        else:
            value = 0.5 + 3.0 * best_fit(e, s, seat, sure, unknown) + (card == MERCHANT)
        weights[Verb.STEAL + k] = exp(SHARPNESS * value)
