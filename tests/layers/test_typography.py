"""What a machine sees of well-set texts: apostrophes, quotation marks, and the spaces that French puts before marks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = sorted(
    path
    for folder in ("src/caravanserai/words", "src/caravanserai/games", "web/src/words", "web/src/games")
    for form in ("ftl", "md")
    for path in (ROOT / folder).rglob(f"*.{form}")
)
FRENCH = [path for path in TEXTS if ".fr." in path.name]
NO_BREAK = "\N{NO-BREAK SPACE}"


def prose(path: Path) -> str:
    """The text without what is code: comments and placeables of Fluent, code and links of Markdown."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ftl":
        text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
        text = re.sub(r'\{ ?"([^"]*)" ?\}', r"\1", text)
        return re.sub(r"\{ \$?[\w-]+ (->|\})", lambda found: "" if found[1] == "->" else "x", text)
    return re.sub(r"`[^`\n]*`|\]\([^)]*\)", "x", text)


def places(pattern: str, text: str) -> list[str]:
    return [text[max(0, found.start() - 25) : found.end() + 10] for found in re.finditer(pattern, text)]


def test_there_are_texts_to_be_read() -> None:
    assert len(FRENCH) == len(TEXTS) / 2 > 15


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_apostrophes_and_quotation_marks_are_curly(path: Path) -> None:
    assert places(r"['\"]", prose(path)) == []


@pytest.mark.parametrize("path", FRENCH, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_french_marks_have_their_no_break_space(path: Path) -> None:
    text = prose(path)
    assert places(rf"[^{NO_BREAK}?!\n][;:!?»%](?!//)", text) == []
    assert places(rf"«[^{NO_BREAK}]", text) == []
    assert "\N{NARROW NO-BREAK SPACE}" not in text


@pytest.mark.parametrize(
    "path", [path for path in TEXTS if ".en." in path.name], ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_english_marks_have_no_space(path: Path) -> None:
    assert places(r"[\s\N{NO-BREAK SPACE}][;:!?%…]", prose(path)) == []
