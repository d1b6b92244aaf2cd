"""Samarkand at the table: what a seat sees, what just happened, and the position in words."""

from __future__ import annotations

from typing import Any

from caravanserai.games.samarkand.rules import (
    ASSORTMENT,
    BACK,
    CAMP,
    CHIP,
    CITIES,
    DISCARD,
    FIRST_CITY,
    GIFT,
    GOODS,
    KINDS,
    LEAST_SALE,
    MARKETS,
    OASIS,
    OVER,
    PHASES,
    PLACE,
    PURCHASE,
    RIDING,
    SALE,
    SPACES,
    TRADE,
    TURN,
    WARES,
)
from caravanserai.kernel.actions import Choice
from caravanserai.kernel.records import NONE
from caravanserai.kernel.telling import Event, Line, counted, difference, largest

GOING = {
    PLACE: "choice-start",
    TURN: "choice-walk",
    TRADE: "choice-walk-on",
    RIDING: "choice-ride-to",
    BACK: "choice-ride-back",
}


def kind_of(e: Any, space: int) -> str:
    """Camp, oasis or city."""
    return KINDS[e.kind[space]] if e.kind[space] < FIRST_CITY else "city"


def ware_name(ware: int) -> str:
    """The word for what a market buys."""
    return f"ware-{WARES[ware]}"


def market_args(e: Any, market: int) -> dict[str, str]:
    """A market in words: its city and what it buys."""
    return {"city": CITIES[market // 2], "ware": ware_name(e.markets[market // 2][market % 2])}


def price_row(e: Any, ware: int) -> list[int]:
    """What two, three … cards of a ware bring."""
    return [price for price in e.prices[ware] if price]


# What is seen ---------------------------------------------------------------------------------------------------


def view(e: Any, s: Any, seat: int, aids: bool) -> dict[str, Any]:
    """What a seat sees, from its concealed position; what is known of rivals' hands is for memories, or aids."""
    return {
        "target": s.target,
        "turn": s.turn,
        "first": s.first,
        "rounds": s.rounds,
        "turn_limit": s.turn_limit,
        "spaces": [view_space(e, s, space) for space in range(len(SPACES))],
        "pile": s.pile_left,
        "chips_beside": e.chips - sum(s.covered),
        "selling": None if s.selling == NONE else MARKETS[s.selling],
        "rolled": None if s.rolled == NONE else s.rolled,
        "steps": s.steps,
        "may_walk_on": bool(s.afoot),
        "swapped": counted(GOODS, s.swapped),
        "discards": counted(GOODS, s.discards),
        "hand_limit": e.hand_limit,
        "ride_price": e.ride_price,
        "seats": [
            {
                "money": s.money[other],
                "space": None if s.space[other] == NONE else SPACES[s.space[other]],
                "hand": counted(GOODS, s.hand[other]) if other == seat else None,
                "hand_size": s.held[other],
                "known": counted(GOODS, s.known[other]) if aids else None,
            }
            for other in range(s.seats)
        ],
        "numbers": {
            "one": e.one_price,
            "many": e.many,
            "lost": e.lost,
            "full": e.full_camp_price,
            "fine": e.no_sale_fee,
        },
    }


def view_space(e: Any, s: Any, space: int) -> dict[str, Any]:
    """One space of the board, with all that lies on it."""
    seen: dict[str, Any] = {
        "space": SPACES[space],
        "kind": kind_of(e, space),
        "exits": [SPACES[there] for there in e.exits[space] if there != NONE],
        "pawns": [seat for seat in range(s.seats) if s.space[seat] == space],
    }
    if e.kind[space] == CAMP:
        seen |= {"room": e.room[space], "cards": counted(GOODS, s.camp[space])}
    elif e.kind[space] == OASIS:
        seen |= {"one": e.one_price, "many": e.many, "price": e.many_price[space]}
    else:
        city = e.kind[space] - FIRST_CITY
        seen["city"] = CITIES[city]
        seen["markets"] = [
            {
                "market": MARKETS[2 * city + k],
                "ware": WARES[e.markets[city][k]],
                "covered": bool(s.covered[2 * city + k]),
                "prices": price_row(e, e.markets[city][k]),
            }
            for k in (0, 1)
        ]
    return seen


def place_args(seen: dict[str, Any]) -> dict[str, Any]:
    """The arguments of the text ``place`` for a space that is seen."""
    args = {"space": seen["space"], "kind": seen["kind"]}
    if seen["kind"] == "camp":
        return args | {"number": sum(seen["cards"].values()), "room": seen["room"], "cards": seen["cards"]}
    if seen["kind"] == "oasis":
        return args | {"one": seen["one"], "many": seen["many"], "price": seen["price"]}
    first, second = seen["markets"]
    return args | {
        "city": seen["city"],
        "first": f"ware-{first['ware']}",
        "second": f"ware-{second['ware']}",
        "first_chip": int(first["covered"]),
        "second_chip": int(second["covered"]),
    }


def tell(e: Any, seen: dict[str, Any], seat: int) -> list[Line]:
    """A view in sentences, for screen readers and plain terminals."""
    lines = [Line("tell-target", target=seen["target"])]
    if seen["turn_limit"]:
        lines.append(Line("tell-rounds", rounds=seen["rounds"], limit=seen["turn_limit"]))
    for space in seen["spaces"]:
        lines.append(Line("tell-space", **place_args(space), exits=space["exits"]))
    for k in range(len(WARES)):
        prices = price_row(e, k)
        lines.append(Line("tell-prices", ware=ware_name(k), least=LEAST_SALE, most=len(prices) + 1, prices=prices))
    lines.append(Line("tell-pile", number=seen["pile"], chips=seen["chips_beside"]))
    if seen["discards"]:
        lines.append(Line("tell-discards", cards=seen["discards"]))
    for other, player in enumerate(seen["seats"]):
        lines.append(Line("tell-seat", seat=other, money=player["money"], space=player["space"] or "no-space"))
        if player["hand"] is not None:
            lines.append(Line("tell-hand", seat=other, cards=player["hand"]))
        else:
            lines.append(Line("tell-hidden-hand", seat=other, number=player["hand_size"]))
        if player["known"]:
            lines.append(Line("tell-known", seat=other, cards=player["known"]))
    return lines


# What is expected -----------------------------------------------------------------------------------------------


def prompt(e: Any, s: Any, seat: int) -> Line:
    """What is expected of whoever decides."""
    name = f"prompt-{PHASES[s.phase]}"
    actor, space = s.turn, s.space[s.turn]
    money = s.money[actor]
    if s.phase == TURN:
        return Line(name, money=money, price=e.ride_price, can_ride=int(money >= e.ride_price))
    if s.phase == RIDING:
        return Line(name, rolled=s.rolled, number=s.steps)
    if s.phase == GIFT:
        return Line(name, space=SPACES[space], number=sum(s.camp[space]), room=e.room[space])
    if s.phase == TRADE:
        return Line(name, space=SPACES[space], afoot=s.afoot)
    if s.phase == PURCHASE:
        return Line(name, one=e.one_price, many=e.many, price=e.many_price[space], money=money)
    if s.phase == SALE:
        return Line(name, **place_args(view_space(e, s, space)))
    if s.phase == CHIP:
        return Line(name, **market_args(e, s.selling))
    if s.phase == DISCARD:
        excess = max(s.held[seat] - e.hand_limit, 0) if seat != NONE else 0
        return Line(name, number=excess, limit=e.hand_limit)
    return Line(name)


def label(e: Any, s: Any, seat: int, choice: Choice) -> Line:
    """What a choice does."""
    args, space = choice.args, s.space[seat]
    if choice.verb == "go":
        if s.phase == RIDING and s.steps > 1:
            return Line("choice-ride-by", space=args["space"], number=s.steps - 1)
        return Line(GOING[s.phase], **place_args(view_space(e, s, SPACES.index(args["space"]))))
    if choice.verb == "ride":
        return Line("choice-ride", price=e.ride_price)
    if choice.verb == "buy":
        one = args["lot"] == "one"
        price = e.one_price if one else e.many_price[space]
        return Line("choice-buy", number=1 if one else e.many, price=price)
    if choice.verb == "uncover":
        return Line("choice-uncover", **market_args(e, MARKETS.index(args["market"])))
    if choice.verb == "sell":
        cards = {args["good"]: args["cards"]}
        return Line("choice-sell", cards=cards, price=sale_price(e, s, space, GOODS.index(args["good"]), args["cards"]))
    if choice.verb == "assort":
        goods = args["goods"].split("+")
        return Line("choice-assort", goods=goods, price=sale_price(e, s, space, ASSORTMENT, len(goods)))
    return Line(f"choice-{choice.verb}", **args)


def sale_price(e: Any, s: Any, space: int, ware: int, cards: int) -> int:
    """What a sale in a city brings."""
    city = e.kind[space] - FIRST_CITY
    covered = s.covered[2 * city + e.markets[city].index(ware)]
    return e.prices[ware][cards - LEAST_SALE - covered]


# What happened --------------------------------------------------------------------------------------------------


def narrate(e: Any, before: Any, after: Any, seat: int) -> list[Event]:
    """What happened between two positions, as the seat could see it; one decision lies between them."""
    phase, actor = before.phase, before.turn
    if phase == PLACE:
        events = [Event("placed", seat=actor, space=SPACES[after.space[actor]])]
    elif phase == GIFT:
        events = [Event("gave", seat=actor, good=GOODS[largest(camp_change(before, after, actor))])]
    elif phase == PURCHASE:
        price = before.money[actor] - after.money[actor]
        events = [Event("bought", seat=actor, price=price, **drawn(before, after, actor, seat))]
    elif phase == SALE:
        events = narrate_sale(e, before, after, actor)
    elif phase == CHIP:
        freed = largest(difference(before.covered, after.covered))
        events = [Event("uncovered", **market_args(e, freed)), Event("covered", **market_args(e, before.selling))]
    elif phase == DISCARD:
        events = narrate_discard(e, before, after, seat)
    elif phase == TRADE and before.space[actor] == after.space[actor]:
        events = narrate_trade(before, after, actor)
    else:
        events = narrate_move(e, before, after, actor)
        if after.phase in (TURN, DISCARD, OVER):
            events += narrate_visit(e, before, after, actor, seat)
    if after.phase == DISCARD and (phase != DISCARD or excess(e, before) == 1):
        events.append(Event("pile_empty", limit=e.hand_limit))
    if after.phase == TURN:
        events.append(Event("turn", seat=after.turn))
    if after.phase == OVER:
        events.append(Event("over"))
    return events


def camp_change(before: Any, after: Any, actor: int) -> list[int]:
    """Cards that came to the camp where the seat is now, by good; negative where they went."""
    space = after.space[actor]
    return difference(after.camp[space], before.camp[space])


def drawn(before: Any, after: Any, actor: int, seat: int, laid_off: int = NONE) -> dict[str, Any]:
    """Cards that came to a hand, from which one good may have been laid off: how many for all, which for the owner."""
    got = difference(after.hand[actor], before.hand[actor])
    number = after.held[actor] - before.held[actor]
    if laid_off != NONE:
        got[laid_off] += 1
        number += 1
    return {"number": number, "own": int(actor == seat), "cards": counted(GOODS, got) if actor == seat else {}}


def narrate_move(e: Any, before: Any, after: Any, actor: int) -> list[Event]:
    """A walk, a roll of the die, or the way taken at a fork."""
    space = after.space[actor]
    where = {"seat": actor, "space": SPACES[space], "kind": kind_of(e, space)}
    if where["kind"] == "city":
        where["city"] = KINDS[e.kind[space]]
    if before.phase == TRADE:
        return [Event("walked_on", **where)]
    if before.phase == TURN and after.rolled == NONE:
        return [Event("walked", **where)]
    events = []
    if before.phase == TURN:
        events.append(Event("rolled", seat=actor, price=e.ride_price, rolled=after.rolled))
    if after.phase == RIDING:
        events.append(Event("at_fork", seat=actor, space=SPACES[space], number=after.steps))
    elif after.phase != BACK:
        events.append(Event("rode", **where))
    return events


def narrate_visit(e: Any, before: Any, after: Any, actor: int, seat: int) -> list[Event]:
    """What befell a seat at a space where it had nothing to choose."""
    space = after.space[actor]
    paid = before.money[actor] - after.money[actor]
    if before.phase == TURN and after.rolled != NONE:
        paid -= e.ride_price
    if e.kind[space] == OASIS:
        return [Event("lost", seat=actor, **drawn(after, before, actor, seat))]
    if e.kind[space] >= FIRST_CITY:
        number, cards = after.held[actor], counted(GOODS, after.known[actor])
        return [Event("showed", seat=actor, number=number, cards=cards, price=paid)]
    if sum(before.camp[space]) >= e.room[space]:
        return [
            Event("bought_out", seat=actor, cards=counted(GOODS, before.camp[space]), price=paid),
            Event("stocked", space=SPACES[space], cards=counted(GOODS, after.camp[space])),
        ]
    return [
        Event("empty_handed", seat=actor, price=paid),
        Event("stocked", space=SPACES[space], cards=counted(GOODS, camp_change(before, after, actor))),
    ]


def narrate_trade(before: Any, after: Any, actor: int) -> list[Event]:
    """A swap, or the end of swapping."""
    change = camp_change(before, after, actor)
    if not any(change):
        return [Event("left", seat=actor)]
    return [Event("swapped", seat=actor, give=GOODS[largest(change)], take=GOODS[change.index(min(change))])]


def narrate_sale(e: Any, before: Any, after: Any, actor: int) -> list[Event]:
    """A sale, and the chip that it took from beside the board."""
    earned = after.money[actor] - before.money[actor]
    city = KINDS[e.kind[before.space[actor]]]
    events = [Event("sold", seat=actor, cards=counted(GOODS, after.sold), price=earned, city=city)]
    covered = difference(after.covered, before.covered)
    if any(covered):
        events.append(Event("covered", **market_args(e, largest(covered))))
    return events


def excess(e: Any, s: Any) -> int:
    """Cards that are still to be laid off."""
    return sum(max(s.held[seat] - e.hand_limit, 0) for seat in range(s.seats))


def narrate_discard(e: Any, before: Any, after: Any, seat: int) -> list[Event]:
    """A card laid off; after the last one, the new pile and what was drawn from it."""
    if excess(e, before) > 1:
        actor = next(other for other in range(before.seats) if after.held[other] < before.held[other])
        return [Event("discarded", seat=actor, good=GOODS[after.shed])]
    actor = next(other for other in range(before.seats) if before.held[other] > e.hand_limit)
    events = [
        Event("discarded", seat=actor, good=GOODS[after.shed]),
        Event("new_pile", number=sum(before.discards) + 1),
    ]
    owner = before.turn
    if before.due and e.kind[before.space[owner]] == OASIS:
        laid_off = after.shed if owner == actor else NONE
        events.append(Event("drew", seat=owner, **drawn(before, after, owner, seat, laid_off)))
    elif before.due:
        change = counted(GOODS, camp_change(before, after, owner))
        events.append(Event("stocked", space=SPACES[before.space[owner]], cards=change))
    return events


def score_sheet(e: Any, s: Any) -> list[list[Line]]:
    """Each seat's score: its money, and cards that count nothing."""
    return [
        [
            Line("score-money", points=s.money[seat]),
            Line("score-cards", cards=counted(GOODS, s.hand[seat]), points=0),
        ]
        for seat in range(s.seats)
    ]
