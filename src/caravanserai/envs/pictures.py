"""A table as a picture: what a spectator is told, in words, drawn with Pillow, which is an optional dependency.

All pictures have the same size, so that they make a film; the letters are as large as the words allow.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

WIDTH, HEIGHT, MARGIN = 960, 720, 32
LARGEST, SMALLEST = 28, 6
LINE_HEIGHT = 1.25
"""From one line to the next, in sizes of the letters."""

SIGNS = str.maketrans({"×": "x", "–": "-"})

SAND, INK, INDIGO = (246, 238, 221), (43, 33, 24), (38, 58, 104)


@cache
def can_draw() -> bool:
    """Whether Pillow is there."""
    return find_spec("PIL") is not None


@cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def plain(text: str) -> str:
    """A text without what Pillow's own letters lack: accents, and some signs."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part)).translate(SIGNS)


def _wrapped(text: str, font: Any) -> Iterator[str]:
    """The lines of a text, broken where they would leave the picture."""
    for line in text.splitlines():
        row = ""
        for word in line.split():
            longer = f"{row} {word}".strip()
            if row and font.getlength(longer) > WIDTH - 2 * MARGIN:
                yield row
                row = word
            else:
                row = longer
        yield row


def drawn(title: str, text: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A picture of a title and a text: an array of rows of pixels of red, green and blue."""
    from PIL import Image, ImageDraw

    title, text = plain(title), plain(text)
    picture = Image.new("RGB", (WIDTH, HEIGHT), SAND)
    draw = ImageDraw.Draw(picture)
    band = 2 * MARGIN
    draw.rectangle((0, 0, WIDTH, band), fill=INDIGO)
    draw.text((MARGIN, band / 2), title, SAND, _font(LARGEST), anchor="lm")
    for size in range(LARGEST, SMALLEST - 1, -1):
        rows = list(_wrapped(text, _font(size)))
        if band + MARGIN + len(rows) * size * LINE_HEIGHT <= HEIGHT - MARGIN or size == SMALLEST:
            break
    for k, row in enumerate(rows):
        draw.text((MARGIN, band + MARGIN + k * size * LINE_HEIGHT), row, INK, _font(size))
    return np.asarray(picture).copy()
