"""What this server offers: its games, their rules, and a page about the API."""

from __future__ import annotations

import html
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse

from caravanserai.bots import LEARNED, LEVELS, levels_of
from caravanserai.games import all_games, find_game
from caravanserai.lab.pages import game_page
from caravanserai.server import messages
from caravanserai.server.errors import Refused
from caravanserai.server.routes.asking import Language, Server
from caravanserai.server.talking import PHRASES
from caravanserai.wire.declarations import declarations
from caravanserai.words import texts_of, words_for

router = APIRouter(tags=["house"])


def house_words(language: str) -> dict[str, Any]:
    """What this server offers, in one language."""
    common = words_for(None, language)
    games = []
    for game in all_games():
        words = words_for(game, language)
        options = [
            {"name": o.name, "default": o.default, "low": o.low, "high": o.high, "text": words(f"option-{o.name}")}
            for o in game.options
        ]
        about = {"id": game.id, "title": game.title, "fewest": game.fewest, "most": game.most, "about": words("about")}
        about |= {key: list(game.about.get(key, ())) for key in ("authors", "publishers", "minutes")}
        unknown = [key for key, entry in game.edition().entries.items() if entry.source == "D"]
        reconstructed = [words(f"number-{key}") if f"number-{key}" in words else key for key in unknown]
        about |= {"options": options, "editions": list(game.editions), "levels": list(levels_of(game))}
        games.append({**about, "reconstructed": reconstructed})
    return {
        "games": games,
        "levels": {
            level: common(f"bot-{level}") if f"bot-{level}" in common else level for level in (*LEVELS, LEARNED.name)
        },
        "phrases": {phrase: common(f"phrase-{phrase}") for phrase in PHRASES},
    }


@router.get("/api/house", response_model=messages.HouseInfo)
async def house(services: Server, request: Request, language: Language = "en") -> Any:
    """The games, levels, phrases and words of this server."""
    told = {"address": services.settings.address, "notice": request.app.state.orders.notice}
    told["absence"] = services.settings.absence
    told["prepared"] = services.preparation.shares()
    return {**house_words(language), **told}


@router.get("/api/notice", response_model=messages.NoticeInfo | None)
async def notice(request: Request) -> Any:
    """What whoever runs the house tells everybody just now."""
    return request.app.state.orders.notice


@router.get("/api/preparing", response_model=messages.Preparing)
async def preparing(
    services: Server, wanted: Annotated[messages.Name | None, Query(description="a game that comes first")] = None
) -> Any:
    """How far the games are, which a server compiles when it is first started."""
    if wanted is not None:
        services.preparation.want(wanted)
    return {"prepared": services.preparation.shares()}


@router.get("/api/games/{game}/rules", response_model=messages.RulesInfo)
async def rules(game: Annotated[messages.Name, Path()], language: Language = "en") -> Any:
    """The rules of a game in our own words, its options, and its numbers with their sources."""
    try:
        text = game_page(find_game(game), language)
    except FileNotFoundError:  # a game of somebody else's package need not have them
        expected = "a game whose package has its rules in that language"
        raise Refused("not_found", f"rules of {game} in {language}: there are none", expected) from None
    return {"game": game, "language": language, "text": text}


@router.get("/api/games/{game}/declared", response_model=messages.Declared)
async def declared(game: Annotated[messages.Name, Path()]) -> Any:
    """What a game declares of its views and sentences, and its words: for a page that was built without the game."""
    found = find_game(game)
    return {"game": found.id, "declared": declarations(found), "words": texts_of(found)}


@router.get("/api", include_in_schema=False)
async def api_page(request: Request) -> HTMLResponse:
    """A page about the API that needs no script."""
    return HTMLResponse(describe(request.app.openapi()))


def describe(schema: dict[str, Any]) -> str:
    """The OpenAPI description as a page that needs no script."""
    rows = []
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            cells = (f"{method.upper()} {path}", operation.get("description", ""))
            rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Caravanserai API</title>'
        "</head><body><main><h1>Caravanserai API</h1>"
        f"<p>{html.escape(schema['info']['description'])}</p>"
        '<p><a href="/api/openapi.json">OpenAPI</a></p>'
        f"<table>{''.join(rows)}</table></main></body></html>"
    )
