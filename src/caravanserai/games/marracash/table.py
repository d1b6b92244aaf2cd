"""Marracash at the table: what a seat sees, what just happened, and the position in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caravanserai.games.marracash.rules import (
    ARRIVAL,
    BIDDING,
    CARDS,
    CELLS,
    COLOURS,
    COMMISSIONS,
    COMPASS,
    EACH,
    ENDS,
    FOUNTAINS,
    GUIDES,
    LARGE,
    LEDGER,
    LEFT,
    OPENING,
    OVER,
    PAYERS,
    PHASES,
    PURCHASES,
    SHOPS,
    SMALL,
    SOUVENIR,
    TURN,
    UP_TO,
)
from caravanserai.kernel.actions import Choice
from caravanserai.kernel.records import NONE
from caravanserai.kernel.telling import Event, Line, counted, difference, largest


def colour_of(thing: int) -> str:
    """The colour of a shop or a souvenir."""
    return COLOURS[thing // EACH]


def shop_words(shop: int) -> dict[str, str]:
    """How a shop is named in a sentence."""
    return {"kind": f"shop-{colour_of(shop)}", "shop": SHOPS[shop]}


def card_words(e: Any, card: int) -> dict[str, Any]:
    """How a souvenir is named in a sentence."""
    return {"colour": f"souvenir-{colour_of(card)}", "value": e.souvenirs[card // EACH][card % EACH]}


def pay(e: Any, customer: int) -> int:
    """What a customer pays, counted from 0."""
    amount: int = e.pay[min(customer, PAYERS - 1)]
    return amount


def spent(e: Any, before: int, after: int) -> int:
    """What the customers pay who raise a shop's number from one to the other."""
    return sum(pay(e, n) for n in range(before, after))


def outside(s: Any) -> list[str]:
    """The line outside the walls, from left to right."""
    return [COLOURS[colour] for colour in s.line if colour != NONE]


def view(e: Any, s: Any, seat: int, aids: bool) -> dict[str, Any]:
    """What a seat sees, which is all but the order of the souvenirs."""
    return {
        "board": [[CELLS[cell] for cell in row if cell != NONE] for row in e.board],
        "gates": list(e.gates),
        "turn": s.turn,
        "first_round": s.turns < s.seats,
        "action": s.action,
        "last_turns": s.last_turns,
        "outside": outside(s),
        "fountains": {name: counted(COLOURS, s.visitors[k]) for k, name in enumerate(FOUNTAINS)},
        "shops": {
            name: {
                "owner": None if s.owner[k] == NONE else s.owner[k],
                "customers": s.customers[k],
                "next_pays": pay(e, s.customers[k]),
            }
            for k, name in enumerate(SHOPS)
        },
        "shop_limit": e.shop_limit,
        "seats": [{"money": s.money[k], "ledger": counted(LEDGER, s.ledger[k])} for k in range(s.seats)],
        "auction": auction(s),
        "moving": counted(COLOURS, s.moving),
        "souvenirs": souvenirs(e, s) if s.souvenirs else None,
        "numbers": {
            "pay": [str(amount) for amount in e.pay],
            "step": e.raise_by,
            "least": e.group[0],
            "most": e.group[1],
            "limit": e.shop_limit,
        },
    }


def auction(s: Any) -> dict[str, Any] | None:
    """The shop under the hammer, if one is."""
    if s.phase not in (OPENING, BIDDING):
        return None
    return {
        "shop": SHOPS[s.shop],
        "bid": s.bid,
        "bidder": None if s.bidder == NONE else s.bidder,
        "out": [seat for seat in range(s.seats) if s.out[seat]],
    }


def souvenirs(e: Any, s: Any) -> dict[str, Any]:
    """The souvenirs on offer, in the deck, and out of the game."""
    return {
        "face_up": [{"card": CARDS[card], **card_words(e, card)} if card != NONE else None for card in s.face_up],
        "left": s.deck_left,
        "sold": [CARDS[card] for card in range(len(CARDS)) if s.sold[card]],
    }


def prompt(e: Any, s: Any, seat: int) -> Line:
    """What is expected of whoever decides."""
    money, lowest = s.money[s.actor], e.opening
    if s.phase == TURN and s.turns < s.seats:
        return Line("prompt-first", lowest=lowest)
    if s.phase == TURN:
        return Line("prompt-turn-auction" if s.auctioned else "prompt-turn", action=s.action + 1)
    if s.phase == OPENING:
        return Line("prompt-opening", lowest=lowest, money=money, **shop_words(s.shop))
    if s.phase == BIDDING:
        lowest = s.bid + e.raise_by
        words = shop_words(s.shop)
        return Line("prompt-bidding", rival=s.bidder, bid=s.bid, lowest=lowest, money=money, **words)
    if s.phase == SOUVENIR:
        shop = e.route_shop[s.start][s.way][s.stop]
        return Line("prompt-souvenir", **shop_words(shop))
    if s.phase == ARRIVAL:
        empty = [FOUNTAINS[gate - 1] for gate in e.gates if not any(s.visitors[gate - 1])]
        left = s.line_left
        sizes = {"least": e.group[0], "most": min(e.group[1], left)}
        return Line("prompt-arrival", gates=empty, number=len(empty), left=left, **sizes)
    return Line(f"prompt-{PHASES[s.phase]}")


def label(e: Any, s: Any, seat: int, choice: Choice) -> Line:
    """What a choice does."""
    args = choice.args
    if choice.verb == "move":
        return label_move(e, s, seat, FOUNTAINS.index(args["fountain"]), COMPASS.index(args["way"]))
    if choice.verb == "auction":
        return Line("choice-auction", **shop_words(SHOPS.index(args["shop"])))
    if choice.verb == "bring":
        line, size = outside(s), args["size"]
        group = line[:size] if args["end"] == ENDS[LEFT] else line[: -size - 1 : -1]
        name = "choice-bring-all" if size == len(line) else f"choice-bring-{args['end']}"
        return Line(name, number=size, visitors=group, fountain=FOUNTAINS[e.gates[args["gate"] - 1] - 1])
    if choice.verb == "sell":
        return Line("choice-sell", **card_words(e, s.face_up[args["slot"]]))
    return Line(f"choice-{choice.verb}", **args)


def label_move(e: Any, s: Any, seat: int, fountain: int, way: int) -> Line:
    """Where a group would go, which shops it would visit, and what the mover would gain, souvenirs apart."""
    shops: list[str] = []
    gain = 0
    group = s.visitors[fountain].copy()
    for shop in e.route_shop[fountain][way]:
        if shop == NONE or s.owner[shop] == NONE or not group[shop // EACH]:
            continue
        customers = s.customers[shop]
        amount = spent(e, customers, customers + group[shop // EACH])
        gain += amount if s.owner[shop] == seat else e.guide_fee[SMALL if amount <= e.guide_fee[UP_TO] else LARGE]
        group[shop // EACH] = 0
        shops.append(SHOPS[shop])
    route = {
        "visitors": counted(COLOURS, s.visitors[fountain]),
        "start": FOUNTAINS[fountain],
        "way": COMPASS[way],
        "arrival": FOUNTAINS[e.route_to[fountain][way]],
    }
    if not shops:
        return Line("choice-move", **route)
    on_offer = {colour_of(card) for card in s.face_up if card != NONE}
    more = any(colour_of(SHOPS.index(shop)) in on_offer for shop in shops)
    return Line("choice-move-souvenirs" if more else "choice-move-enter", **route, shops=shops, gain=gain)


def narrate(e: Any, before: Any, after: Any, seat: int) -> list[Event]:
    """What happened between two positions; one decision lies between them."""
    actor = before.actor
    events: list[Event] = []
    if after.phase == OPENING:
        events.append(Event("named", seat=actor, **shop_words(after.shop)))
    elif before.phase in (OPENING, BIDDING):
        events.extend(narrate_bid(before, after, actor))
    elif before.phase == ARRIVAL:
        gate = next(k for k in range(len(FOUNTAINS)) if before.visitors[k] != after.visitors[k])
        events.append(
            Event("brought", seat=actor, visitors=counted(COLOURS, after.visitors[gate]), fountain=FOUNTAINS[gate])
        )
    else:
        events.extend(narrate_move(e, before, after))
    if after.last_turns and not before.last_turns:
        events.append(Event("last_turns", seat=before.turn, left=after.line_left))
    for k in range(1, after.turns - before.turns):
        events.append(Event("skipped", seat=(before.turn + k) % before.seats))
    if after.phase == OVER:
        events.append(Event("over"))
    elif after.turns != before.turns:
        events.append(Event("turn", seat=after.turn))
    return events


def narrate_bid(before: Any, after: Any, actor: int) -> Iterator[Event]:
    """A bid or a pass, and perhaps the sale that it led to."""
    spending = [then[PURCHASES] - now[PURCHASES] for then, now in zip(before.ledger, after.ledger, strict=True)]
    buyer, price = largest(spending), max(spending)
    sold = price > 0
    if before.phase == BIDDING and (after.bid == before.bid or (sold and buyer != actor)):
        yield Event("passed", seat=actor)
    else:
        yield Event("bid", seat=actor, amount=price if sold else after.bid)
    if sold:
        yield Event("bought", seat=buyer, price=price, **shop_words(before.shop))
        turn = before.turn
        commission = after.ledger[turn][COMMISSIONS] - before.ledger[turn][COMMISSIONS]
        if commission:
            yield Event("commission", seat=turn, amount=commission)


def narrate_move(e: Any, before: Any, after: Any) -> Iterator[Event]:
    """A move, or what is left of one after an owner has chosen a souvenir: who went where and spent what."""
    mover = before.turn
    came = [difference(now, then) for now, then in zip(after.visitors, before.visitors, strict=True)]
    arrival = next((FOUNTAINS[k] for k in range(len(FOUNTAINS)) if max(came[k]) > 0), None)
    if before.phase == TURN:
        start = next(k for k in range(len(FOUNTAINS)) if min(came[k]) < 0)
        group = counted(COLOURS, before.visitors[start])
        if arrival:
            yield Event("moved", seat=mover, visitors=group, start=FOUNTAINS[start], arrival=arrival)
        else:
            yield Event("led", seat=mover, visitors=group, start=FOUNTAINS[start])
    sellers = [before.actor] * len(COLOURS)
    for shop in range(len(SHOPS)):
        old, new = before.customers[shop], after.customers[shop]
        if new > old:
            owner = sellers[shop // EACH] = after.owner[shop]
            visitors, amount = {colour_of(shop): new - old}, spent(e, old, new)
            yield Event("entered", visitors=visitors, number=new - old, seat=owner, amount=amount, **shop_words(shop))
    for card in range(len(CARDS)):
        if after.sold[card] and not before.sold[card]:
            yield Event("souvenir", seat=sellers[card // EACH], **card_words(e, card))
    for owner in range(before.seats):
        fee = before.ledger[owner][GUIDES] - after.ledger[owner][GUIDES]
        if fee:
            yield Event("fee", seat=owner, rival=mover, amount=fee)
    if before.phase == SOUVENIR and arrival:
        yield Event("arrived", visitors=counted(COLOURS, came[FOUNTAINS.index(arrival)]), arrival=arrival)
    for card in after.face_up:
        if card != NONE and card not in before.face_up:
            yield Event("turned", **card_words(e, card))


def score_sheet(e: Any, s: Any) -> list[list[Line]]:
    """Each seat's money line by line: what it started with, and where the rest came from and went to."""
    sheets = []
    for seat in range(s.seats):
        lines = [Line("score-start", points=e.money)]
        lines += [Line(f"score-{entry}", points=points) for entry, points in counted(LEDGER, s.ledger[seat]).items()]
        sheets.append(lines)
    return sheets


def tell(e: Any, seen: dict[str, Any], seat: int) -> list[Line]:
    """A view in sentences, for screen readers and plain terminals."""
    lines = [Line("tell-outside", number=len(seen["outside"]), visitors=seen["outside"])]
    for fountain, visitors in seen["fountains"].items():
        gate = int(fountain) in seen["gates"]
        if visitors or gate:
            lines.append(Line("tell-gate" if gate else "tell-fountain", fountain=fountain, visitors=visitors))
    free = []
    for shop, (name, about) in enumerate(seen["shops"].items()):
        if about["owner"] is None:
            free.append(name)
        else:
            numbers = {"number": about["customers"], "next": about["next_pays"]}
            lines.append(Line("tell-shop", seat=about["owner"], **numbers, **shop_words(shop)))
    lines.append(Line("tell-free", shops=free))
    for other, player in enumerate(seen["seats"]):
        number = sum(about["owner"] == other for about in seen["shops"].values())
        lines.append(Line("tell-seat", seat=other, money=player["money"], number=number, limit=seen["shop_limit"]))
    if seen["auction"]:
        auction = seen["auction"]
        words = shop_words(SHOPS.index(auction["shop"]))
        if auction["bidder"] is None:
            lines.append(Line("tell-opening", **words))
        else:
            lines.append(Line("tell-auction", bid=auction["bid"], seat=auction["bidder"], **words))
    if seen["moving"]:
        lines.append(Line("tell-moving", visitors=seen["moving"]))
    if seen["souvenirs"]:
        for card in filter(None, seen["souvenirs"]["face_up"]):
            lines.append(Line("tell-souvenir", colour=card["colour"], value=card["value"]))
        lines.append(Line("tell-deck", number=seen["souvenirs"]["left"]))
    if seen["last_turns"]:
        lines.append(Line("tell-last-turns", number=seen["last_turns"]))
    return lines
