"""What a game declares, as JSON: for decoders in other languages, and for whoever writes one."""

from __future__ import annotations

from typing import Any

from caravanserai.kernel.actions import Domain, Left, Steps
from caravanserai.kernel.game import Game
from caravanserai.kernel.sentences import Argument, Counts, Flag, Listed, Named, SentenceKind, Whole


def declarations(game: Game) -> dict[str, Any]:
    """Phases, verbs with their arguments, the view, and the sentences of a game, each in the order of their numbers;
    and which rule matters most in each phase, and which verbs a board takes at the first touch."""
    table = game.presenter
    one_touch = getattr(game.table, "ONE_TOUCH", ())
    return {
        "game": game.id,
        "phases": list(game.phases),
        "rules": dict(getattr(game.rules, "PHASE_RULES", {})),
        "verbs": [
            {
                "verb": verb.word,
                "args": {name: _domain(of) for name, of in verb.args.items()},
                "one_touch": verb in one_touch,
            }
            for verb in game.actions
        ],
        "view": table.view.layout_json(),
        "events": _sentences(table.events),
        "lines": [{**line, "name": line["name"].replace("_", "-")} for line in _sentences(table.lines)],
    }


def _sentences(kinds: type[SentenceKind]) -> list[dict[str, Any]]:
    return [
        {"name": kind.sentence_name, "args": {name: _argument(of) for name, of in kind.args.items()}} for kind in kinds
    ]


def _argument(of: Argument) -> dict[str, Any]:
    match of:
        case Whole():
            return {"kind": "number"}
        case Flag():
            return {"kind": "flag"}
        case Named():
            return {"kind": "name", "names": list(of.names), "none": of.none}
        case Counts():
            return {"kind": "counts", "names": list(of.names)}
        case Listed():
            return {"kind": "list", "of": _argument(of.of)}


def _domain(of: Domain) -> dict[str, Any]:
    match of:
        case int():
            return {"first": 0, "step": 1, "size": of}
        case tuple():
            return {"names": list(of), "size": len(of)}
        case Left():
            return {"left": True, "size": of.most}
        case Steps():
            return {"first": of.first, "step": of.step, "size": of.count}
