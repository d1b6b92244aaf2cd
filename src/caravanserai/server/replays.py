"""Finished matches: as a log that can be verified, and moment by moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caravanserai.kernel.contract import SPECTATOR
from caravanserai.match import Match, replay
from caravanserai.server.errors import Refused
from caravanserai.server.presenting import Speaker, seat_info
from caravanserai.server.table import FAULTS, FINISHED, UNREADABLE, Table


def finished_match(table: Table) -> Match:
    """The match of a finished table; refuses one whose moves do not fit today's rules."""
    assert table.status == FINISHED
    if table.match is None:
        raise Refused("conflict", f"the match was {FAULTS[table.fault or UNREADABLE]}", "a match whose moves still fit")
    return table.match


def replay_log(table: Table) -> dict[str, Any]:
    """A finished match as a log that can be verified, and the version of the rules under which it was played."""
    return {
        **finished_match(table).log(),
        "rules": table.row.rules,
        "players": [seat_info(seat, table, False) for seat in table.seats],
    }


def replay_step(table: Table, match: Match, last: int, viewers: Sequence[int], language: str) -> dict[str, Any]:
    """A finished match at one of its moments, seen by some viewers."""
    assert table.status == FINISHED
    speaker = Speaker(table, language)
    step: dict[str, Any] = {"number": match.decisions, "last": last, "views": {}, "events": {}, "lines": {}}
    for viewer in viewers:
        name = "spectator" if viewer == SPECTATOR else str(viewer)
        step["views"][name] = match.view(viewer)
        step["events"][name] = [speaker.sentence(event) for event in match.events(viewer)]
        step["lines"][name] = speaker.texts(match.describe(viewer))
    moves = match.log()["moves"]
    step["move"] = moves[-1] if moves else None
    return step


def replay_moves(table: Table, match: Match, viewer: int, language: str) -> list[dict[str, Any]]:
    """What a viewer saw happen in a finished match, decision by decision."""
    assert table.status == FINISHED
    speaker, told = Speaker(table, language), []

    def look(moment: Match) -> None:
        if events := moment.events(viewer):
            told.append({"number": moment.decisions, "events": [speaker.sentence(event) for event in events]})

    replay(match.log(), watch=look)
    return told
