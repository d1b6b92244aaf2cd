"""The pages about each game in ``docs/games``: written from the game's own data, so they cannot drift from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from caravanserai.kernel.actions import Left, Steps
from caravanserai.kernel.edition import Entry
from caravanserai.kernel.game import Game
from caravanserai.kernel.records import Axis, Field
from caravanserai.words import LANGUAGES, Words, words_for

SEAT_COUNTS = ("none", "one", "two", "three", "four", "five")
"""How editions call numbers of seats."""


def game_page(game: Game, language: str) -> str:
    """The page of a game for players: who made it, the rules, the options, the numbers and their sources."""
    return "\n".join(_game_page(game, language)).rstrip() + "\n"


def _game_page(game: Game, language: str) -> Iterator[str]:
    words = words_for(game, language)
    yield f"<!-- {words('page-generated')} -->"
    yield game.rules_text(language).rstrip()
    yield ""
    yield f"## {words('page-about')}"
    yield ""
    yield words("page-credits", title=game.title, authors=", ".join(game.about["authors"]))
    if "publishers" in game.about:
        yield words("page-publishers", publishers=", ".join(game.about["publishers"]))
    if game.options:
        yield ""
        yield f"## {words('page-options')}"
        yield ""
        for option in game.options:
            usual = words("page-option", name=option.name, low=option.low, high=option.high, usual=option.default)
            told = words(f"option-{option.name}")
            yield f"- {told[0].upper()}{told[1:]} {usual}"
    yield ""
    yield f"## {words('page-numbers')}"
    yield ""
    yield words("page-sources")
    yield ""
    yield f"| {words('page-number')} | {words('page-value')} | {words('page-source')} |"
    yield "|---|---|---|"
    for entry in game.edition().entries.values():
        yield f"| {_name(entry.key, words)} | {_value(entry.value, game, words)} | {_source(entry, words)} |"
    for name, edition in list(game.editions.items())[1:]:
        yield ""
        yield f"{words('page-edition')} `{name}`:"
        yield ""
        for key, value in edition.differences(game.edition()).items():
            yield f"- {_name(key, words)}: {_value(value, game, words)}"


def _name(key: str, words: Words) -> str:
    """What a number is, in words; a game that says nothing of it is shown the name that house editions use."""
    return words(f"number-{key}") if f"number-{key}" in words else f"`{key}`"


def _value(value: Any, game: Game, words: Words) -> str:
    if isinstance(value, dict):
        nested = any(isinstance(item, (dict, list)) for item in value.values())
        parts = [f"{key} {_value(item, game, words)}" for key, item in _keys_in_words(value, game, words).items()]
        return ("<br>" if nested else ", ").join(parts)
    if isinstance(value, list):
        if all(isinstance(item, str) and _word(item, words, "") == "" for item in value):
            return f"`{' '.join(value)}`"
        parts = [_value(item, game, words) for item in value]
        between = "<br>" if isinstance(value[0], (dict, list)) else ", " if isinstance(value[0], str) else " "
        return between.join(parts)
    return _word(value, words, f"`{value}`") if isinstance(value, str) else str(value)


def _word(name: str, words: Words, unknown: str) -> str:
    """A name of the edition's file: of a part of a number, or of a thing of the game."""
    for message in (f"part-{name}", name):
        if message in words:
            return words(message)
    return unknown


def _keys_in_words(value: dict[str, Any], game: Game, words: Words) -> dict[str, Any]:
    """What a number is told by: how many play, or names of the game."""
    if _is_by_seats(value, game):
        return {words("page-seats", number=game.fewest + k): item for k, item in enumerate(value.values())}
    return {_word(key, words, key): item for key, item in value.items()}


def _is_by_seats(value: dict[str, Any], game: Game) -> bool:
    """Whether a number differs with how many play; a card may be called “three” too."""
    return tuple(value) == SEAT_COUNTS[game.fewest : game.most + 1]


def _source(entry: Entry, words: Words) -> str:
    """Where a number is known from, and parts of it that are known better or worse."""
    parts = (words("page-exception", part=_path(path, words), letter=it) for path, it in entry.exceptions.items())
    return ", ".join([entry.source, *parts])


def _path(path: str, words: Words) -> str:
    """A part of a number: ``grain.3`` is the fourth number that is told of grain."""
    steps = (str(int(step) + 1) if step.isdigit() else _word(step, words, step) for step in path.split("."))
    return " ".join(steps)


def research_page(game: Game) -> str:
    """The page of a game for researchers: actions, observation, the fields of a position and rules of thumb."""
    return "\n".join(_research_page(game)).rstrip() + "\n"


def _research_page(game: Game) -> Iterator[str]:
    yield "<!-- Written by `make docs` from the code; do not edit. -->"
    yield f"# {game.title}: actions, observation, position, advice"
    yield ""
    yield f"A position takes {game.state.size} bytes. Phases: {', '.join(game.phases)}. "
    if game.windows:
        kinds = ", ".join(
            f"{phase} (silence is `{game.actions.choice(action, 0, game.fewest)}`)"
            for phase, action in game.windows.items()
        )
        yield f"Reaction windows: {kinds}."
    yield ""
    yield f"## Actions ({game.actions.count})"
    yield ""
    yield "| numbers | verb | arguments |"
    yield "|---|---|---|"
    for verb in game.actions:
        first, last = int(verb), verb + verb.size - 1
        arguments = "; ".join(f"{name}: {_domain(domain)}" for name, domain in verb.args.items())
        yield f"| {first}{f'–{last}' if last > first else ''} | {verb.word} | {arguments or '–'} |"
    yield ""
    yield f"## Observation ({game.observation_size} numbers)"
    yield ""
    yield "| numbers | part | along | range | meaning |"
    yield "|---|---|---|---|---|"
    for part in game.observation:
        first, last = int(part), part + part.size - 1
        span = f"{first}–{last}" if last > first else f"{first}"
        yield f"| {span} | {part.name} | {_along(part.axes)} | {part.low:g} to {part.high:g} | {part.doc} |"
    yield ""
    yield f"## Position ({len(game.state.fields)} fields)"
    yield ""
    yield "What `state` holds in a [position](../formats.md#a-position), field by field."
    yield ""
    yield "| field | along | values | meaning |"
    yield "|---|---|---|---|"
    for field in game.state.fields.values():
        values = f"{game.fewest} to {game.most}" if field.name == "seats" else _values(field)
        yield f"| `{field.name}` | {_along(field.axes)} | {values} | {field.doc} |"
    yield ""
    yield "## Advice"
    yield ""
    yield (game.advice.__doc__ or "").strip()


def _along(axes: tuple[Axis, ...]) -> str:
    """The axes of a part or a field: lengths, or the names along them."""
    return " × ".join(str(axis) if isinstance(axis, int) else " ".join(axis) for axis in axes)


def _values(field: Field) -> str:
    """What one place of a field may hold."""
    if field.names is None:
        return f"{field.low} to {field.high}"
    return ", ".join(field.names) + (" or null" if field.low < 0 else "")


def _domain(domain: Any) -> str:
    match domain:
        case Left(most=most):
            return f"1 to {most} places to the left of the one who acts"
        case Steps(first=first, step=step, count=count):
            return f"{first} to {first + step * (count - 1)} in steps of {step}"
        case tuple():
            return " ".join(domain)
    return f"0 to {domain - 1}"


def pages(game: Game) -> dict[str, str]:
    """All generated pages of a game by file name."""
    found = {f"{game.id}.{language}.md": game_page(game, language) for language in LANGUAGES}
    return {**found, f"{game.id}.research.md": research_page(game)}


def write_pages(games: list[Game], folder: Path) -> None:
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        for name, text in pages(game).items():
            (folder / name).write_text(text, encoding="utf-8")
