"""Prints what the unit tests of the page compare with: packed frames with the states they stand for, and sentences with
their words, from matches of every game."""

import base64
import json
import random
from typing import Any

from caravanserai.games import all_games
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.game import Game
from caravanserai.match import Match
from caravanserai.wire.packing import Reader, pack
from caravanserai.words import LANGUAGES, words_for

DECISIONS = 60
PLAYERS = ["Ann", "Bashir", "Cyd", "Daud", "Esra"]


def frames(game: Game, seats: int, viewer: int, dice: random.Random) -> dict[str, Any]:
    """The frames of a match as one viewer gets them, the first whole and the others as changes."""
    match = Match(game, seats, game.lab_options({}), seed=f"fixture {seats}")
    table = {"game": game.id, "seats": [{"nickname": name} for name in PLAYERS[:seats]]}
    reader, base, packed, states = Reader(game), b"", [], []
    for number in range(DECISIONS):
        shown = match.present([viewer], bases=[base])[0]
        header: dict[str, Any] = {"type": "update", "number": number, "mine": [], "events": []}
        header["seat"] = None if viewer == SPECTATOR else viewer
        if not base:
            header |= {"stream": "s", "table": table}
        else:
            header["base"] = number - 1
        if shown.actions:
            header |= {"question_id": f"q{number}", "silence": match.window.default.action if match.window else None}
        frame = pack(header, shown.compact)
        packed.append(base64.b64encode(frame).decode())
        states.append(reader.read(frame))
        base = shown.view
        if match.over:
            break
        seat = dice.choice(match.actors)
        match.play(seat, dice.choice(match.choices(seat)))
    return {"frames": packed, "states": states}


def sentences(game: Game, matches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All that was told in some matches, in all languages."""
    told: dict[str, dict[str, Any]] = {}
    for state in (state for match in matches for state in match["states"]):
        choices = state["question"]["choices"] if state["question"] else []
        events = [{**event, "name": f"event-{event['name']}"} for event in state["events"]]
        for line in (state["prompt"], *(choice["label"] for choice in choices), *events):
            told[json.dumps(line)] = line
    words = {language: words_for(game, language) for language in LANGUAGES}
    return [
        {**line, "text": {language: words[language](line["name"], PLAYERS, **line["args"]) for language in LANGUAGES}}
        for line in told.values()
    ]


fixture = {}
for game in all_games():
    dice = random.Random(game.id)
    matches = [frames(game, seats, viewer, dice) for seats in (game.fewest, game.most) for viewer in (SPECTATOR, 0, 1)]
    fixture[game.id] = {"matches": matches, "sentences": sentences(game, matches)}
print(json.dumps({"players": PLAYERS, "games": fixture}))
