"""Gobi at the table: what a seat sees, what just happened, and the position in words."""

from __future__ import annotations

from typing import Any

from caravanserai.games.gobi.rules import (
    ANNOUNCE,
    BETS,
    BRIGAND,
    CALL,
    CARDS,
    DEALT,
    FIVE_OR_MORE,
    FORFEIT,
    GOODS,
    LIED,
    LOOK,
    LOSS,
    N_GOODS,
    NEWS,
    OVER,
    PHASES,
    PILES,
    TURN,
)
from caravanserai.kernel.actions import Choice
from caravanserai.kernel.records import NONE
from caravanserai.kernel.telling import Event, Line, counted, difference, largest


def name(card: int) -> str | None:
    """The name of a card or good, None where there is none or it is not known."""
    return None if card == NONE else CARDS[card]


def pile_slice(s: Any, pile: int) -> slice:
    """Where a pile lies among the cards of all piles."""
    start = sum(s.height[:pile])
    return slice(start, start + s.height[pile])


def pile_cards(s: Any, pile: int) -> list[str | None]:
    """The cards of a pile from its base to its top, None for one that is not known."""
    return [name(card) for card in s.pile[pile_slice(s, pile)]]


def full_hand(e: Any, s: Any) -> int:
    """How many cards a hand is refilled to."""
    return e.hand_size[s.taktik][s.seats - 2]


def view(e: Any, s: Any, seat: int, aids: bool) -> dict[str, Any]:
    """What a seat sees, from its concealed position: piles that are not counted and words that fade.

    What is shown is seen until the next decision, a pile looked into as long as it is in the looker's hands; the
    discards lie face up for good. With aids piles are counted, and each card is told as far as the seat knows it, with
    its announcement.
    """
    return {
        "turn": s.turn,
        "turns": s.turns,
        "piles": [pile_view(s, pile, aids) for pile in range(PILES)],
        "placing": placing(s),
        "answer": own_answer(s, seat),
        "looking": looking(s, seat),
        "bet": {"card": name(s.bet), "pile": s.at} if s.bet != NONE else None,
        "offer": name(s.offer),
        "shown": counted(CARDS, s.shown),
        "deck": s.deck_left,
        "discards": {"number": sum(s.discarded), "cards": counted(CARDS, s.discarded), "top": name(s.top)},
        "seats": [
            {
                "hand": counted(CARDS, s.hand[other]) if other == seat else None,
                "hand_size": s.held[other],
                "sure": counted(CARDS, s.sure[other]) if aids else None,
                "caravan": counted(GOODS, s.caravan[other]),
                "owes": bool(s.owing >> other & 1),
            }
            for other in range(s.seats)
        ],
        "full_hand": full_hand(e, s),
        "caravan_limit": e.caravan_limit,
        "numbers": {
            "alike": e.alike,
            "limit": e.caravan_limit,
            "fetch": e.fetch,
            **dict(zip(BETS, e.stakes, strict=True)),
        },
    }


def pile_view(s: Any, pile: int, aids: bool) -> dict[str, Any]:
    """One pile: its base while it is being shown; with aids all that could be remembered."""
    lies = pile_slice(s, pile)
    return {
        "empty": s.height[pile] == 0,
        "base": name(s.pile[lies.start]) if s.fresh >> pile & 1 else None,
        "height": s.height[pile] if aids else None,
        "cards": pile_cards(s, pile) if aids else None,
        "said": [name(good) for good in s.said[lies]] if aids else None,
    }


def placing(s: Any) -> dict[str, Any] | None:
    """The card on its way to a pile; what it is, only who placed it can see."""
    if s.phase not in (ANNOUNCE, CALL):
        return None
    return {"seat": s.turn, "pile": s.at, "good": name(s.claim), "card": name(s.placed)}


def own_answer(s: Any, seat: int) -> str | None:
    """What the seat has answered while others may still be thinking."""
    if s.phase != CALL or seat < 0 or not s.answered >> seat & 1:
        return None
    return "call" if s.called >> seat & 1 else "quiet"


def looking(s: Any, seat: int) -> dict[str, Any] | None:
    """The pile in somebody's hands, and for them what is in it, from its base to its top."""
    if s.phase != LOOK:
        return None
    return {"seat": s.actor, "pile": s.at, "cards": pile_cards(s, s.at) if seat == s.actor else None}


def prompt(e: Any, s: Any, seat: int) -> Line:
    """What is expected of whoever decides."""
    text = f"prompt-{PHASES[s.phase]}"
    actor, pile = s.actor, s.at + 1
    caravan = sum(s.caravan[actor])
    match PHASES[s.phase]:
        case "turn":
            return Line(text, held=s.held[actor], size=full_hand(e, s))
        case "play":
            return Line(text, held=s.held[actor])
        case "call":
            return Line(text, seat=s.turn, good=GOODS[s.claim], pile=pile)
        case "loss":
            return Line(text, liar=s.actor == s.turn, held=s.held[actor])
        case "trim":
            return Line(text, number=caravan - e.caravan_limit, limit=e.caravan_limit)
        case "forfeit":
            return Line(text, caravan=caravan)
        case "look":
            return Line(text, brigand=is_robbed(s), pile=pile)
        case "offer":
            return Line(text, card=GOODS[s.offer], caravan=caravan)
        case "announce" | "swap":
            return Line(text, pile=pile)
    return Line(text)


def is_robbed(s: Any) -> bool:
    """Whether the card on top of the pile in question is a brigand."""
    return bool(s.pile[pile_slice(s, s.at)][-1] == BRIGAND)


def label(e: Any, s: Any, seat: int, choice: Choice) -> Line:
    """What a choice does."""
    args = dict(choice.args)
    missing = full_hand(e, s) - s.held[seat]
    if "pile" in args:
        args["pile"] += 1
    match choice.verb:
        case "draw":
            return Line("choice-draw" if s.deck_left or any(s.discarded) else "choice-draw-nothing")
        case "exchange":
            return Line("choice-exchange", number=s.held[seat])
        case "fetch":
            return Line("choice-fetch", number=min(e.fetch, missing))
        case "refill":
            return Line("choice-refill", card=args["camel"], number=missing)
        case "announce":
            truth = args["good"] == name(s.placed)
            return Line("choice-announce" if truth else "choice-announce-falsely", card=CARDS[s.placed], **args)
        case "bet":
            more = args["card"] == CARDS[FIVE_OR_MORE]
            stake = e.stakes[BETS.index(args["card"])]
            return Line("choice-bet-more" if more else "choice-bet", stake=stake, **args)
        case "play":
            return Line(f"choice-play-{args['card']}", pile=args["pile"])
        case "drop":
            return Line("choice-drop", card=args["camel"])
        case "accept" | "decline":
            return Line(f"choice-{choice.verb}", card=GOODS[s.offer])
        case "swap":
            return Line("choice-swap", other=s.at + 1, **args)
        case "steal":
            return Line("choice-steal", card=pile_cards(s, s.at)[args["place"]], place=args["place"] + 1)
    return Line(f"choice-{choice.verb}", **args)


def narrate(e: Any, before: Any, after: Any, seat: int) -> list[Event]:
    """What happened between two positions, as the seat could see it; one decision lies between them."""
    if before.phase == CALL and after.phase == CALL:
        return []
    events: list[Event] = []
    if before.news == DEALT:
        events.append(
            Event("bases", cards=[pile_cards(before, pile)[0] for pile in range(PILES) if before.height[pile]])
        )
    events.extend(deed(before, after, seat))
    if after.reshuffled:
        events.append(Event("reshuffled"))
    for pile in range(PILES):
        if after.fresh >> pile & 1:
            events.append(Event("base", pile=pile + 1, card=pile_cards(after, pile)[0]))
    if after.phase == TURN:
        passing = (before.turn + 1) % after.seats
        while passing != after.turn:
            events.append(Event("passed", seat=passing))
            passing = (passing + 1) % after.seats
        events.append(Event("turn", seat=after.turn))
    if after.phase == OVER:
        events.append(Event("over"))
    return events


def deed(before: Any, after: Any, seat: int) -> list[Event]:
    """The decision itself, by the record it left."""
    news, actor, pile = NEWS[after.news], before.actor, after.at + 1
    card, shown = name(after.news_card), counted(CARDS, after.shown)
    match news:
        case "drew" | "exchanged" | "fetched" | "refilled":
            return supplied(before, after, seat, news)
        case "laid" | "replaced" | "storm":
            return [Event(news, seat=actor, pile=pile)]
        case "announced":
            good = after.claim if after.claim != NONE else after.said[pile_slice(after, after.at)][-1]
            return [Event(news, seat=actor, pile=pile, good=GOODS[good])]
        case "honest" | "lied":
            return called(before, after, news)
        case "bet_right" | "bet_wrong":
            return bet(after, actor, news)
        case "peeked":
            saw = [Event("saw", cards=pile_cards(after, after.at)[:-1])] if seat == actor else []
            return [Event(news, seat=actor, card=card, pile=pile), *saw]
        case "traded":
            return [Event(news, seat=actor, pile=pile, cards=shown)]
        case "stole":
            return [Event(news, seat=actor, card=card, pile=pile)]
        case "swapped":
            return [Event(news, seat=actor, pile=before.at + 1, other=pile)]
        case "believed" | "passed":
            return [Event(news, seat=actor)]
    return [Event(news, seat=actor, card=card)]


def supplied(before: Any, after: Any, seat: int, news: str) -> list[Event]:
    """Cards drawn: their number is told to all, their kinds to who drew them."""
    actor = before.actor
    card, shown = name(after.news_card), counted(CARDS, after.shown)
    number = after.held[actor] - before.held[actor]
    had = before.hand[actor]
    match news:
        case "exchanged":
            events = [Event(news, seat=actor, cards=shown)]
            had = [0] * len(CARDS)
        case "refilled":
            events = [Event(news, seat=actor, card=card, number=number)]
        case _:
            events = [Event(news, seat=actor, number=number)]
    received = counted(CARDS, difference(after.hand[actor], had))
    if seat == actor and received:
        events.append(Event("received", cards=received))
    return events


def called(before: Any, after: Any, news: str) -> list[Event]:
    """Who called Gobi, the card that was shown, and what comes of it."""
    callers = [seat for seat in range(after.seats) if after.called >> seat & 1]
    placer, card = before.turn, CARDS[largest(after.shown)]
    events = [
        Event("called", seat=callers, count=len(callers)),
        Event(news, seat=placer, card=card, good=GOODS[before.claim]),
    ]
    if after.news == LIED and after.phase != LOSS:
        events.append(Event("nothing_to_lose", seat=placer))
    return events


def bet(after: Any, actor: int, news: str) -> list[Event]:
    """A bet, what the pile held, and whether that was right."""
    found = sum(after.shown[:N_GOODS])
    events = [
        Event("bet", seat=actor, card=CARDS[after.news_card], pile=after.at + 1),
        Event("revealed", cards=counted(CARDS, after.shown)),
        Event(news, seat=actor, number=found),
    ]
    if news == "bet_wrong" and after.phase != FORFEIT:
        events.append(Event("no_camel_to_lose", seat=actor))
    return events


def score_sheet(e: Any, s: Any) -> list[list[Line]]:
    """Each seat's score: the most camels it has alike."""
    sheets = []
    for seat in range(s.seats):
        good = largest(s.caravan[seat])
        number = s.caravan[seat][good]
        sheets.append([Line("score-alike", cards={GOODS[good]: number}, points=number)] if number else [])
    return sheets


def tell(e: Any, seen: dict[str, Any], seat: int) -> list[Line]:
    """A view in sentences, for screen readers and plain terminals."""
    lines = [Line("tell-deck", number=seen["deck"], discards=seen["discards"]["number"])]
    if seen["discards"]["top"]:
        lines.append(Line("tell-discards", cards=seen["discards"]["cards"], top=seen["discards"]["top"]))
    for number, pile in enumerate(seen["piles"], 1):
        lines.extend(tell_pile(pile, number))
    for other, player in enumerate(seen["seats"]):
        lines.append(Line("tell-caravan", seat=other, cards=player["caravan"]))
        if player["hand"] is not None:
            lines.append(Line("tell-hand", seat=other, cards=player["hand"]))
        else:
            lines.append(Line("tell-hidden-hand", seat=other, number=player["hand_size"]))
        if player["sure"] and player["hand"] is None:
            lines.append(Line("tell-sure", seat=other, cards=player["sure"]))
    if seen["looking"] and seen["looking"]["cards"]:
        lines.append(Line("tell-looking", pile=seen["looking"]["pile"] + 1, cards=seen["looking"]["cards"]))
    if seen["shown"]:
        lines.append(Line("tell-shown", cards=seen["shown"]))
    if seen["bet"]:
        lines.append(Line("tell-bet", pile=seen["bet"]["pile"] + 1, card=seen["bet"]["card"]))
    if seen["offer"]:
        lines.append(Line("tell-offer", card=seen["offer"]))
    placed = seen["placing"]
    if placed and placed["good"]:
        lines.append(Line("tell-placing", seat=placed["seat"], pile=placed["pile"] + 1, good=placed["good"]))
    return lines


def tell_pile(pile: dict[str, Any], number: int) -> list[Line]:
    """A pile: its base while it is shown, and with memory aids every card with what it was announced as."""
    if pile["cards"]:
        cards = [card or "unknown" for card in pile["cards"]]
        lines = [Line("tell-pile-counted", pile=number, number=pile["height"], cards=cards)]
        said = [good for card, good in zip(pile["cards"], pile["said"], strict=True) if card is None]
        return [*lines, Line("tell-pile-said", pile=number, goods=said)] if said else lines
    if pile["base"]:
        return [Line("tell-pile-base", pile=number, card=pile["base"])]
    return [Line("tell-pile-empty" if pile["empty"] else "tell-pile", pile=number)]
