"""Previews: what a messenger shows of a link before anybody follows it.

Robots read the head of the page and nothing else: no script, and no part behind a ``#``. So a game's page and an invite
have an address that names the game, and that is all a preview can tell: not which table it is, and nobody's name.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from caravanserai.games import find_game
from caravanserai.kernel.errors import UnknownGame
from caravanserai.words import LANGUAGES, words_for

ADDRESS = re.compile(r"(game|invite)/([a-z0-9_]{1,40})")
WIDTH, HEIGHT = 1200, 630
PICTURE = "preview.png"


@dataclass(frozen=True)
class Preview:
    """What is shown of a link."""

    title: str
    description: str
    picture: str
    path: str
    language: str


def spoken_language(accepted: str) -> str:
    """The language of whoever asks, by what their browser says they read.

    >>> spoken_language("de, fr-CA;q=0.8, en;q=0.5"), spoken_language("en-GB,fr;q=x"), spoken_language("")
    ('fr', 'en', 'en')
    """
    wanted: list[tuple[float, int, str]] = []
    for part in accepted[:500].split(","):
        name, _, quality = part.strip().partition(";q=")
        if re.fullmatch(r"[01](\.\d{0,3})?|", quality):
            wanted.append((-float(quality or 1), len(wanted), name.strip().lower()))
    names = [name.partition("-")[0] for _, _, name in sorted(wanted)]
    return next((name for name in names if name in LANGUAGES), LANGUAGES[0])


def preview_of(path: str, language: str, site: Path) -> Preview | None:
    """What is shown of an address of the page; none if there is no such address."""
    words = words_for(None, language)
    if path in ("", ".", "index.html"):
        return Preview("Caravanserai", words("preview-home"), PICTURE, "", language)
    found = ADDRESS.fullmatch(path)
    if found is None:
        return None
    try:
        game = find_game(found[2])
    except UnknownGame:
        return None
    title = words("preview-invite", what=game.title) if found[1] == "invite" else f"{game.title} · Caravanserai"
    own = f"preview-{game.id}.png"
    picture = own if (site / own).is_file() else PICTURE
    return Preview(title, words_for(game, language)("about"), picture, path, language)


def with_preview(page: str, preview: Preview, base: str) -> str:
    """The page with a head that tells what a link to it leads to; ``base`` is where the page lives, with a slash."""
    title, description = html.escape(preview.title), html.escape(preview.description)
    picture = base + preview.picture
    told = {
        "og:type": "website",
        "og:site_name": "Caravanserai",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:url": base + preview.path,
        "og:locale": words_for(None, preview.language)("preview-locale"),
        "og:image": picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": preview.title,
    }
    cards = {"twitter:card": "summary_large_image", "twitter:title": preview.title}
    cards |= {"twitter:description": preview.description, "twitter:image": picture}
    tags = "".join([*_tags("property", told), *_tags("name", cards)])
    page = re.sub(r"<title>.*?</title>", lambda _: f"<title>{title}</title>", page, count=1)
    described = f'<meta name="description" content="{description}" />'
    page = re.sub(r'<meta name="description"[^>]*>', lambda _: described, page, count=1)
    page = page.replace('<html lang="en"', f'<html lang="{preview.language}"', 1)
    return page.replace("</head>", f"{tags}</head>", 1)


def _tags(kind: str, told: Mapping[str, str]) -> list[str]:
    return [f'<meta {kind}="{name}" content="{html.escape(value)}" />\n' for name, value in told.items()]
