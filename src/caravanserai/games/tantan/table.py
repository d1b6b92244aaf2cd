"""Tan-Tan Caravan at the table: what a seat sees, what just happened, and the position in words."""

from __future__ import annotations

from typing import Any

from caravanserai.games.tantan.rules import (
    BITE,
    BUYING,
    CARDS,
    END_NOTHING_TO_ADD,
    GOODS,
    LAMP,
    LOADING,
    LOT,
    MERCHANT,
    MOUSE,
    OVER,
    PHASES,
    PRINCESS,
    SLOTS,
    THEFT,
    TREASURES,
    TURN,
)
from caravanserai.kernel.actions import Choice
from caravanserai.kernel.records import NONE
from caravanserai.kernel.telling import Event, Line, counted, difference, largest


def name(card: int) -> str | None:
    """The name of a card, None where there is none."""
    return None if card == NONE else CARDS[card]


def view(e: Any, s: Any, seat: int, aids: bool) -> dict[str, Any]:
    """What a seat sees, from its concealed position; rivals' hands are behind screens unless there are aids."""
    seats = range(s.seats)
    return {
        "purse": name(s.purse),
        "money": e.purse[s.purse] - s.spent if s.purse != NONE else 0,
        "market": [{"card": name(s.market[slot]), "cost": e.slot_cost[slot]} for slot in range(SLOTS)],
        "pile": {"left": s.pile_left, "top": name(s.pile[s.pile_left - 1]) if s.pile_left else None},
        "caravan": {"cards": counted(CARDS, s.caravan), "places": e.places[s.seats - 2]},
        "turn": s.turn,
        "seats": [
            {
                "hand": counted(CARDS, s.hand[other]) if aids or other == seat else None,
                "hand_size": sum(s.hand[other]),
                "laid": counted(TREASURES, s.laid[other]),
            }
            for other in seats
        ],
        "hand_limit": e.hand_limit,
        "loading": name(s.loading),
        "distribution": distribution(s),
        "discarded": counted(CARDS, s.discarded) if aids else None,
        "numbers": {
            "points": dict(zip(GOODS, e.points, strict=True)),
            "worth": dict(zip(CARDS, e.purse, strict=True)),
            "merchant": e.merchant_points,
        },
    }


def distribution(s: Any) -> dict[str, Any] | None:
    """Who is being served, while the caravan is shared out."""
    if s.phase not in (LOT, THEFT, BITE):
        return None
    return {"starter": s.starter, "served": s.served, "thefts": s.thefts}


def prompt(e: Any, s: Any, seat: int) -> Line:
    """What is expected of whoever decides."""
    return Line(f"prompt-{PHASES[s.phase]}")


def label(e: Any, s: Any, seat: int, choice: Choice) -> Line:
    """What a choice does."""
    if choice.verb == "take":
        slot = choice.args["slot"]
        return Line("choice-take", card=CARDS[s.market[slot]], cost=e.slot_cost[slot])
    if choice.verb == "confirm":
        return Line(
            "choice-confirm-load" if s.phase == LOADING else "choice-confirm-purchase", card=name(s.purse) or "nothing"
        )
    return Line(f"choice-{choice.verb}", **choice.args)


def narrate(e: Any, before: Any, after: Any, seat: int) -> list[Event]:
    """What happened between two positions, as the seat could see it; one decision lies between them."""
    events: list[Event] = []
    actor = before.actor
    if after.phase == BUYING:
        slot = next(k for k in range(SLOTS) if before.market[k] != after.market[k])
        events.append(Event("took", seat=actor, card=CARDS[before.market[slot]], cost=e.slot_cost[slot]))
    elif after.phase == LOADING:
        card = next(c for c in range(len(CARDS)) if before.caravan[c] != after.caravan[c])
        events.append(Event("packed", seat=actor, card=CARDS[card]))
    elif before.phase in (TURN, BUYING):
        events.append(Event("purse_moved", seat=actor, card=CARDS[before.purse]))
    elif before.phase == LOADING:
        events.append(Event("loaded", seat=actor))
    elif before.phase == LOT:
        events.extend(narrate_lot(before, after, actor))
    elif before.phase == THEFT:
        events.extend(narrate_theft(before, after, actor))
    elif before.phase == BITE:
        events.append(Event("fed", seat=actor, card=CARDS[largest(difference(before.laid[actor], after.laid[actor]))]))
    events.extend(narrate_mice(before, after, actor))
    if before.phase in (TURN, BUYING, LOADING) and after.phase in (LOT, THEFT, BITE, OVER):
        last = after.after == END_NOTHING_TO_ADD
        events.append(Event("caravan_last" if last else "caravan_full", seat=after.starter))
    if after.phase == TURN:
        events.append(Event("turn", seat=after.turn))
    if after.phase == OVER:
        events.append(Event("over"))
    return events


def narrate_lot(before: Any, after: Any, actor: int) -> list[Event]:
    """A lot taken from the caravan."""
    for card in range(MOUSE):
        number = before.caravan[card]
        if number and not after.caravan[card]:
            return [Event("lot", seat=actor, cards={CARDS[card]: number})]
    return []


def narrate_theft(before: Any, after: Any, actor: int) -> list[Event]:
    """A card stolen, now open to all."""
    for victim in range(before.seats):
        lost = difference(before.hand[victim], after.hand[victim])
        if any(lost):
            return [Event("stole", seat=actor, rival=victim, card=CARDS[largest(lost)])]
    return []


def narrate_mice(before: Any, after: Any, actor: int) -> list[Event]:
    """Mice that came with lots."""
    if before.phase not in (LOT, THEFT, BITE) or before.caravan[MOUSE] == after.caravan[MOUSE]:
        return []
    return [Event("mice", number=before.caravan[MOUSE] - after.caravan[MOUSE])]


def score_sheet(e: Any, s: Any) -> list[list[Line]]:
    """Each seat's score line by line: what gave how many points."""
    sheets = []
    for seat in range(s.seats):
        laid = s.laid[seat]
        lines = [
            Line("score-goods", cards={GOODS[g]: laid[g]}, points=laid[g] * e.points[g])
            for g in range(len(GOODS))
            if laid[g]
        ]
        lamps, kinds = laid[LAMP], sum(map(bool, laid[: len(GOODS)]))
        if lamps:
            lines.append(Line("score-lamps", number=lamps, points=lamps * lamps))
        for card, each in (
            (PRINCESS, max(laid[: len(GOODS)])),
            (MERCHANT, e.merchant_points * kinds),
        ):
            number, most = laid[card], max(s.laid[k][card] for k in range(s.seats))
            if number:
                points = number * each if number == most else 0
                lines.append(Line(f"score-{CARDS[card]}", number=number, each=each, most=most, points=points))
        sheets.append(lines)
    return sheets


def tell(e: Any, seen: dict[str, Any], seat: int) -> list[Line]:
    """A view in sentences, for screen readers and plain terminals."""
    lines = [
        Line("tell-pile", number=seen["pile"]["left"], card=seen["pile"]["top"] or "nothing"),
        Line("tell-purse", card=seen["purse"] or "nothing", money=seen["money"]),
    ]
    for slot, offer in enumerate(seen["market"]):
        lines.append(Line("tell-slot", slot=slot + 1, card=offer["card"] or "nothing", cost=offer["cost"]))
    caravan = seen["caravan"]
    free = caravan["places"] - sum(caravan["cards"].values())
    lines.append(Line("tell-caravan", cards=caravan["cards"], places=caravan["places"], free=free))
    for other, player in enumerate(seen["seats"]):
        lines.append(Line("tell-laid", seat=other, cards=player["laid"]))
        if player["hand"] is not None:
            lines.append(Line("tell-hand", seat=other, cards=player["hand"], number=player["hand_size"]))
        else:
            lines.append(Line("tell-hidden-hand", seat=other, number=player["hand_size"]))
    if seen["distribution"]:
        lines.append(Line("tell-distribution", seat=seen["distribution"]["starter"]))
    return lines
