"""Writes the moments of a match for the bench: what the server would send to each seat after each decision.

    .venv/bin/python web/scripts/moments.py tantan --seats 3 --option memory_aids=1

The bench (`npm run bench`) shows them on the real table, so that a board can be looked at without playing up to it.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from caravanserai.kernel.events import Sentence
from caravanserai.match import Match
from caravanserai.words import words_for

NAMES = ("Amina", "Bao", "Chiara", "Dariush", "Esi")


def state(match: Match, seat: int, number: int, language: str) -> dict[str, Any]:
    words = words_for(match.game, language)
    names = list(NAMES[: match.seats])

    def sentence(line: Sentence) -> dict[str, Any]:
        return {**line.as_json(), "text": words.sentence(line, names)}

    view = match.view(seat)
    asked = match.labels(seat) if seat in view["actors"] else []
    outcome = match.outcome()
    window = match.window
    return {
        "type": "update",
        "stream": "bench",
        "number": number,
        "now": time.time(),
        "table": {
            "id": "bench",
            "game": match.game.id,
            "edition": match.edition.name,
            "options": match.options,
            "clocks": {"turn": None, "window": None},
            "public": False,
            "free_talk": False,
            "status": "finished" if outcome else "running",
            "seats": [
                {"kind": "person", "nickname": n, "level": None, "stand_in": None, "resigned": False, "here": True}
                for n in names
            ],
            "commitment": match.commitment,
            "seed": None,
            "actors": list(match.actors),
            "rematch": None,
        },
        "seat": seat,
        "mine": [seat],
        "hand_over": None,
        "creator": True,
        "invite": None,
        "phase": view["phase"],
        "view": view,
        "prompt": sentence(match.prompt(seat)),
        "question": {
            "id": f"{number}",
            "choices": [{**choice.as_json(), "label": sentence(label)} for choice, label in asked],
            "silence": window.default.action if window else None,
        }
        if asked
        else None,
        "undo": match.can_undo(seat),
        "clocks": [],
        "events": [sentence(event) for event in match.events(seat)],
        "outcome": {**outcome.as_json(), "sheet": [[sentence(line) for line in lines] for lines in match.score_sheet()]}
        if outcome
        else None,
        "lines": [words.sentence(line, names) for line in match.describe(seat)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--option", action="append", default=[], help="name=value")
    parser.add_argument("--language", default="en")
    parser.add_argument("--most", type=int, default=400, help="moments kept, evenly spaced if there are more")
    given = parser.parse_args()
    options = {name: int(value) for name, _, value in (option.partition("=") for option in given.option)}
    aids = {"memory_aids": bool(options.pop("memory_aids", 0))}
    match = Match(given.game, given.seats, None, given.seed)
    options = {**match.game.lab_options(options), **aids}
    moves = Match(given.game, given.seats, options, given.seed).play_out("advice").log()["moves"]
    match = Match(given.game, given.seats, options, given.seed)
    moments = []
    for number in range(len(moves) + 1):
        moments.append([state(match, seat, number, given.language) for seat in range(match.seats)])
        if number < len(moves):
            match.play(*moves[number])
    folder = Path(__file__).parents[1] / "moments"
    folder.mkdir(parents=True, exist_ok=True)
    step = max(1, -(-len(moments) // given.most))
    kept = moments[::step] + ([] if (len(moments) - 1) % step == 0 else moments[-1:])
    (folder / f"{given.game}.json").write_text(json.dumps(kept), encoding="utf-8")
    print(f"{len(kept)} of {len(moments)} moments of {given.game} with {match.seats} seats")


if __name__ == "__main__":
    main()
