"""Le marché de Samarkand at the table: what a seat sees, what just happened, and the position in words."""

from __future__ import annotations

from typing import Any

from caravanserai.games.marche.rules import (
    BANK,
    CAMEL,
    CAMELS,
    COUNT,
    FEWEST,
    FULL_SERIES,
    GOODS,
    ITEMS,
    OVER,
    PAIR,
    PHASES,
    PICK,
    PLACES,
    SILENCE,
    SMALLEST_CAMEL,
    SMALLEST_VALUE,
    TRANSPORT,
    VALUES,
)
from caravanserai.kernel.actions import Choice
from caravanserai.kernel.records import NONE
from caravanserai.kernel.telling import Event, Line, counted, difference


def card_value(value: int) -> int | None:
    """The number printed on a good, None where there is no card."""
    return None if value == NONE else SMALLEST_VALUE + value


def camel_places(kind: int) -> int | None:
    """The number printed on a camel, None where there is no card."""
    return None if kind == NONE else SMALLEST_CAMEL + kind


def values_of(counts: Any) -> list[int]:
    """The values of cards given as counts, the highest first."""
    return [SMALLEST_VALUE + value for value in reversed(range(len(VALUES))) for _ in range(counts[value])]


def by_good(cards: list[list[int]]) -> dict[str, list[int]]:
    """Cards by good, without the goods there are none of."""
    return {good: values_of(cards[g]) for g, good in enumerate(GOODS) if any(cards[g])}


def room(s: Any, seat: int) -> int:
    """Goods a seat's camels can carry."""
    return sum((SMALLEST_CAMEL + kind) * number for kind, number in enumerate(s.camels[seat]))


def carried(s: Any, seat: int) -> list[list[int]]:
    """Cards a seat has bought and not discarded, by good and value."""
    return [difference(bought, thrown) for bought, thrown in zip(s.bought[seat], s.thrown[seat], strict=True)]


def burden(s: Any, seat: int) -> int:
    """How many cards that is."""
    return sum(map(sum, carried(s, seat)))


def view(e: Any, s: Any, seat: int, aids: bool) -> dict[str, Any]:
    """What a seat sees, from its concealed position; the screens fall when the market closes."""
    open_table = aids or s.phase in (TRANSPORT, OVER)
    return {
        "round": s.current_round,
        "rounds": e.rounds,
        "price": s.price or None,
        "doyen": s.doyen,
        "camel": camel_places(s.camel),
        "camels_left": sum(s.camel_pile),
        "camel_pile": counted(CAMELS, s.camel_pile) if aids else None,
        "bank": view_bank(s, aids),
        "seats": [view_seat(s, other, open_table or other == seat, aids or other == seat) for other in range(s.seats)],
        "picked": card_value(s.pick[seat]) if seat >= 0 else None,
        "answer": ITEMS[s.stop[seat]] if seat >= 0 and s.stop[seat] != NONE else None,
        "gone": by_good(s.gone) if aids else None,
        "numbers": {
            "first": e.first_price,
            "fine": e.fine,
            "empty": e.empty_place,
            "series": [str(points) for points in e.series],
            "wealth": [str(points) for points in e.wealth[s.seats - FEWEST] if points],
        },
    }


def view_bank(s: Any, aids: bool) -> dict[str, Any] | None:
    """The good that the bank sells with three seats."""
    if s.good[BANK] == NONE:
        return None
    return {
        "good": GOODS[s.good[BANK]],
        "offer": card_value(s.offer[BANK]),
        "left": sum(s.hand[BANK]),
        "pile": values_of(s.hand[BANK]) if aids else None,
    }


def view_seat(s: Any, other: int, behind_screen: bool, in_hand: bool) -> dict[str, Any]:
    """One seat as it is seen by somebody who may look behind its screen, or into its hand, or neither."""
    goods_open = behind_screen or not s.hidden_goods
    return {
        "good": GOODS[s.good[other]],
        "offer": card_value(s.offer[other]),
        "hand": values_of(s.hand[other]) if in_hand else None,
        "hand_size": sum(s.hand[other]),
        "bought": by_good(carried(s, other)) if goods_open else None,
        "money": s.money[other] if behind_screen else None,
        "camels": counted(CAMELS, s.camels[other]) if behind_screen else None,
        "places": room(s, other) if behind_screen else None,
    }


def prompt(e: Any, s: Any, seat: int) -> Line:
    """What is expected of whoever decides."""
    name = f"prompt-{PHASES[s.phase]}"
    if s.phase == PICK:
        return Line(name, round=s.current_round, rounds=e.rounds)
    if s.phase == COUNT:
        return Line(name, price=s.price)
    if s.phase == TRANSPORT:
        excess = burden(s, seat) - room(s, seat) if seat >= 0 else 0
        return Line(name, number=excess) if excess > 0 else Line("prompt-waiting")
    return Line(name)


def item(s: Any, which: int) -> dict[str, Any]:
    """What is on offer under an item's number, as arguments of a sentence."""
    if which == CAMEL:
        return {"kind": "camel_card", "places": camel_places(s.camel)}
    card = {"good": GOODS[s.good[which]], "value": card_value(s.offer[which])}
    return {"kind": "from_bank", **card} if which == BANK else {"kind": "from_seat", "rival": which, **card}


def label(e: Any, s: Any, seat: int, choice: Choice) -> Line:
    """What a choice does."""
    if choice.verb == "pick":
        return Line("choice-pick", good=GOODS[s.good[seat]], value=int(choice.args["value"]))
    if choice.verb == "silence":
        return Line("choice-silence", price=s.price)
    if choice.verb == "discard":
        return Line("choice-discard", good=choice.args["good"], value=int(choice.args["value"]))
    which: int = {"stop_bank": BANK, "stop_camel": CAMEL}.get(choice.verb) or choice.args["rival"]
    price, money = s.price, s.money[seat]
    if money < price:
        return Line("choice-penniless", **item(s, which), price=price, fine=min(e.fine, money))
    return Line(f"choice-{choice.verb}", **item(s, which), price=price)


def narrate(e: Any, before: Any, after: Any, seat: int) -> list[Event]:
    """What happened between two positions, as the seat could see it; one decision lies between them."""
    if (before.phase, before.current_round, before.price) == (after.phase, after.current_round, after.price):
        return []  # an answer that waits for those of others
    events: list[Event] = []
    if before.phase == PICK:
        for seller in sellers(after):
            events.append(Event("offered", **item(after, seller)))
        events.append(Event("count", seat=after.doyen, price=after.price))
    elif before.phase == COUNT:
        claims = claims_of(before, after)
        events.extend(narrate_price(e, before, after, claims))
        if after.phase != COUNT:
            events.extend(narrate_end_of_round(before, after, claims))
        if CAMEL in claims and after.camel != NONE:
            events.append(Event("camel_turned", places=camel_places(after.camel)))
    elif after.phase == OVER:
        for other in range(after.seats):
            pairs = zip(before.bought[other], after.bought[other], strict=True)
            left = by_good([difference(more, fewer) for more, fewer in pairs])
            events.extend(Event("discarded", seat=other, good=good, values=values) for good, values in left.items())
    if after.phase == OVER:
        events.append(Event("over"))
    return events


def sellers(s: Any) -> list[int]:
    """All who have a card on offer."""
    return [seller for seller, value in enumerate(s.offer) if value != NONE]


def claims_of(before: Any, after: Any) -> dict[int, list[int]]:
    """Who named which item at a price and had the means for it."""
    claims: dict[int, list[int]] = {}
    for seat in range(before.seats):
        if after.called[seat] != SILENCE and before.money[seat] >= before.price:
            claims.setdefault(after.called[seat], []).append(seat)
    return claims


def narrate_price(e: Any, before: Any, after: Any, claims: dict[int, list[int]]) -> list[Event]:
    """What came of the answers to one price."""
    price, doyen = before.price, before.doyen
    events = []
    for seat in range(before.seats):
        if after.called[seat] != SILENCE and before.money[seat] < price:
            fine = min(e.fine, before.money[seat])
            events.append(Event("fined", seat=seat, **item(before, after.called[seat]), price=price, fine=fine))
    for which, seats in claims.items():
        thing = item(before, which)
        if len(seats) == 1:
            events.append(Event("bought", seat=seats[0], **thing, price=price))
            continue
        events.append(Event("disputed", seat=seats, **thing, price=price))
        if doyen in seats:
            events.append(Event("doyen_wins", seat=doyen, price=price))
        else:
            events.append(Event("nobody_wins", kind=thing["kind"], half=(price + 1) // 2))
    return events or [Event("price", price=price)]


def narrate_end_of_round(before: Any, after: Any, claims: dict[int, list[int]]) -> list[Event]:
    """What was not sold, and what comes next."""
    events = [Event("unsold", **item(before, seller)) for seller in sellers(before) if seller not in claims]
    if after.phase == PICK:
        return [*events, Event("round", round=after.current_round, seat=after.doyen)]
    events.append(Event("market_closed"))
    events.extend(Event("no_camel", seat=seat) for seat in range(after.seats) if room(after, seat) == 0)
    return events


def score_sheet(e: Any, s: Any) -> list[list[Line]]:
    """Each seat's score line by line: what gave how many points."""
    amounts = sorted(set(s.money[: s.seats]), reverse=True)
    return [
        [score_wealth(e, s, seat, amounts), score_rarest(s, seat), *score_series(e, s, seat), *score_empty(e, s, seat)]
        for seat in range(s.seats)
    ]


def score_wealth(e: Any, s: Any, seat: int, amounts: list[int]) -> Line:
    """Points for money, by the place of its amount among all amounts."""
    money = s.money[seat]
    place = amounts.index(money)
    points = e.wealth[s.seats - FEWEST][place] if place < PLACES else 0
    return Line("score-wealth", money=money, place=place + 1, points=points)


def score_rarest(s: Any, seat: int) -> Line:
    """Points for the good with the fewest cards, the better one if tied."""
    cards = carried(s, seat)
    goods = [good for seller, good in enumerate(s.good) if good != NONE and seller != seat]
    good = min(goods, key=lambda g: (sum(cards[g]), -sum(values_of(cards[g]))))
    values = values_of(cards[good])
    if not values:
        return Line("score-rarest-none", good=GOODS[good], points=0)
    return Line("score-rarest", good=GOODS[good], values=values, points=sum(values))


def score_series(e: Any, s: Any, seat: int) -> list[Line]:
    """Points for cards of the same value."""
    return [
        Line("score-series", value=card_value(value), cards=number, points=e.series[min(number, FULL_SERIES) - PAIR])
        for value, number in enumerate(map(sum, zip(*carried(s, seat), strict=True)))
        if number >= PAIR
    ]


def score_empty(e: Any, s: Any, seat: int) -> list[Line]:
    """Points lost for empty places."""
    empty = room(s, seat) - burden(s, seat)
    return [Line("score-empty", number=empty, points=-e.empty_place * empty)] if empty > 0 else []


def tell(e: Any, seen: dict[str, Any], seat: int) -> list[Line]:
    """A view in sentences, for screen readers and plain terminals."""
    lines = [Line("tell-round", round=seen["round"], rounds=seen["rounds"], seat=seen["doyen"])]
    if seen["price"]:
        lines.append(Line("tell-price", price=seen["price"]))
    if seen["camel"]:
        lines.append(Line("tell-camel", places=seen["camel"], number=seen["camels_left"]))
    else:
        lines.append(Line("tell-no-camel", number=seen["camels_left"]))
    for other, player in enumerate(seen["seats"]):
        if player["offer"]:
            lines.append(Line("tell-offer", seat=other, good=player["good"], value=player["offer"]))
        else:
            lines.append(Line("tell-sells", seat=other, good=player["good"], number=player["hand_size"]))
        if player["hand"]:
            lines.append(Line("tell-hand", seat=other, good=player["good"], values=player["hand"]))
        if player["money"] is not None:
            camels = {f"camel-{kind}": number for kind, number in player["camels"].items()}
            lines.append(Line("tell-screen", seat=other, money=player["money"], camels=camels, places=player["places"]))
        for good, values in (player["bought"] or {}).items():
            lines.append(Line("tell-bought", seat=other, good=good, values=values))
    bank = seen["bank"]
    if bank:
        if bank["offer"]:
            lines.append(Line("tell-bank-offer", good=bank["good"], value=bank["offer"], number=bank["left"]))
        else:
            lines.append(Line("tell-bank", good=bank["good"], number=bank["left"]))
    return lines
