"""A site without a server: the page, the engines, and what a server would say of its games, as files.

Any web host serves the folder, below any path. Matches are played and kept in the browsers of those who visit it; the
page is told by its ``data-serverless`` that nobody answers it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from caravanserai.games import all_games
from caravanserai.kernel.errors import InvalidOption
from caravanserai.lab.pages import game_page
from caravanserai.server import messages, modules
from caravanserai.server.routes.pages import house_words
from caravanserai.server.site import SITE, is_built
from caravanserai.wasm import build_all
from caravanserai.wire.declarations import declarations
from caravanserai.words import LANGUAGES, texts_of

TOLD = "told"
MARK = "<html data-serverless "


def write_site(folder: Path) -> None:
    """Write the site into an empty folder, or anew into one that holds such a site."""
    if not is_built():
        raise InvalidOption(f"{SITE}: the page is not built; expected `make web` before")
    index = folder / "index.html"
    if folder.exists() and any(folder.iterdir()) and not (index.is_file() and MARK in index.read_text("utf-8")):
        raise InvalidOption(f"folder {str(folder)!r}: expected an empty one, or one that was written by this command")
    for old in ("assets", modules.FOLDER, TOLD):
        shutil.rmtree(folder / old, ignore_errors=True)
    shutil.copytree(SITE, folder, ignore=shutil.ignore_patterns(modules.FOLDER, "preview*"), dirs_exist_ok=True)
    page = index.read_text(encoding="utf-8")
    index.write_text(page.replace("<html ", MARK, 1), encoding="utf-8")
    build_all(all_games(), folder / modules.FOLDER)
    for name, told in _told():
        path = folder / TOLD / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")


def _told() -> Iterator[tuple[str, Any]]:
    """What is asked of a server and never changes, by its address."""
    games = all_games()
    for language in LANGUAGES:
        house = {**house_words(language), "address": None, "notice": None, "absence": 0, "prepared": {}}
        yield f"house.{language}", messages.HouseInfo.model_validate(house).model_dump(mode="json")
        for game in games:
            text = game_page(game, language)
            yield f"games/{game.id}/rules.{language}", {"game": game.id, "language": language, "text": text}
    for game in games:
        told = {"game": game.id, "declared": declarations(game), "words": texts_of(game)}
        yield f"games/{game.id}/declared", told
