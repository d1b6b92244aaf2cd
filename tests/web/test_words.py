"""The words of the page: in both languages, none missing, none unused; its types are the server's."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from caravanserai.words import LANGUAGES
from tests.layers.test_pages import COMMON, messages
from tests.web.browsing import WEB

SOURCES = WEB / "src"
BOARDS = sorted(folder for folder in (SOURCES / "games").iterdir() if folder.is_dir())
FOLDERS = [SOURCES / "words", *(folder for folder in BOARDS if (folder / "words.en.ftl").exists())]


def texts(folder: Path, language: str) -> dict[str, set[str]]:
    name = "ui" if folder.name == "words" else "words"
    return messages(folder / f"{name}.{language}.ftl")


def code(folder: Path) -> str:
    files = [path for path in folder.rglob("*") if path.suffix in (".svelte", ".ts")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_both_languages_have_the_same_texts_with_the_same_variables(folder: Path) -> None:
    english, french = (texts(folder, language) for language in LANGUAGES)
    assert english == french


RULES_NOT_NUMBERS = {
    "marche-note-gong",  # the price falls by 1
    "marracash-action",  # of 2
    "tantan-note-lamp",  # squares
}
"""Texts with a figure that no edition changes, for it is how the game goes."""


@pytest.mark.parametrize("folder", FOLDERS[1:], ids=lambda folder: folder.name)
def test_printed_numbers_come_from_the_edition_and_are_not_written_into_texts(folder: Path) -> None:
    for language in LANGUAGES:
        written = (folder / f"words.{language}.ftl").read_text(encoding="utf-8")
        said = re.findall(r"^([a-z-]+) = (.*(?:\n[ }].*)*)", written, re.MULTILINE)
        assert len(said) == len(texts(folder, language))
        figures = {name for name, text in said if re.search(r"\d", re.sub(r"\[\w+\] 1 |\[0\]", "", text))}
        assert figures <= RULES_NOT_NUMBERS


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_text_of_the_page_is_unused(folder: Path) -> None:
    written = code(SOURCES if folder.name == "words" else folder)
    built = set(re.findall(r"`([a-z][a-z_-]*-)\$\{", written))
    unused = [
        text
        for text in texts(folder, "en")
        if not re.search(rf'["\'`]{re.escape(text)}["\'`]', written) and not any(text.startswith(p) for p in built)
    ]
    assert unused == []


def test_no_text_that_the_page_asks_for_is_missing() -> None:
    common = {**messages(COMMON / "words.en.ftl"), **texts(SOURCES / "words", "en")}
    ground = (
        "\n".join(code(SOURCES / part) for part in ("components", "pages", "lib"))
        + (SOURCES / "App.svelte").read_text()
    )
    asked = set(re.findall(r'\bsay\(\s*"([a-z][\w-]*)"', ground))
    assert asked
    assert sorted(asked - set(common)) == []


@pytest.mark.parametrize("folder", FOLDERS[1:], ids=lambda folder: folder.name)
def test_no_text_that_a_board_asks_for_is_missing(folder: Path) -> None:
    own = messages(COMMON.parent / "games" / folder.name / "words.en.ftl")
    known = {**messages(COMMON / "words.en.ftl"), **texts(SOURCES / "words", "en"), **own, **texts(folder, "en")}
    asked = set(re.findall(r'\bsay\(\s*"([a-z][\w-]*)"', code(folder)))
    assert sorted(asked - set(known)) == []


def test_texts_of_boards_begin_with_the_game_and_hide_none_of_its_own() -> None:
    for folder in FOLDERS[1:]:
        strange = [text for text in texts(folder, "en") if not text.startswith(f"{folder.name}-")]
        assert strange == [], folder.name


def test_the_page_and_the_command_line_do_not_share_names_of_texts() -> None:
    assert sorted(set(texts(SOURCES / "words", "en")) & set(messages(COMMON / "words.en.ftl"))) == []


def test_the_types_of_messages_are_those_of_the_server() -> None:
    done = subprocess.run(
        ["node", "scripts/types.js", "--check"],
        cwd=WEB,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin:/usr/local/bin", "PYTHON": sys.executable},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_no_file_names_a_registry() -> None:
    lock = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
