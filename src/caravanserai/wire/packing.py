"""The packed form of a state: what the page gets in place of JSON, as a binary frame.

A frame is, in this order, with numbers of two bytes little-endian:

- the length of a JSON object in two bytes, and the object: what is not a matter of the game. Of the keys of a state in
  JSON those are left out that are packed below (``phase``, ``view``, ``prompt``, ``question``), and all but ``mine``
  and ``creator`` that are null, false or empty; ``question_id`` and ``silence`` are the id and the silence of
  the question, ``actors`` those of the table and ``since`` its ``waiting_since``, which is as it was if it is missing.
- the length of the view in two bytes, and the view: the record that the game declares. If the object has a ``base``,
  which is the number of an update before, it is only what has changed since: a place in two bytes and the byte that
  stands there now, again and again; and keys of the object that are missing are as they were if they are in ``KEPT``.
- numbers to the end, each zigzag and in groups of seven bits, the lowest first (``kernel/compact.py``): the phase, who
  must decide as a bit a seat, how many choices there are, the actions of these, then sentences: what is asked, one for
  each choice, and what happened, before the ``events`` of the object. A sentence is its kind, how many numbers follow,
  and these.

What the numbers mean is declared in each game's ``table.py``; ``caravanserai schema --game ID`` prints it.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import orjson

from caravanserai.kernel.compact import read_numbers
from caravanserai.kernel.game import Game

KEPT = ("table", "stream", "creator", "invite")
"""Keys that an update has only if they have changed."""

_LENGTH = struct.Struct("<H")
_CHANGE = np.dtype([("at", "<u2"), ("to", "u1")])


def pack(about: dict[str, Any], compact: bytes) -> bytes:
    """A frame: what is not a matter of the game, and the compact form of what is."""
    head = orjson.dumps(about)
    return b"".join((_LENGTH.pack(len(head)), head, compact or b"\0\0"))


class Reader:
    """Makes states of frames, as the page does: for tests, for measuring, and for whoever wants few bytes in Python."""

    def __init__(self, game: Game) -> None:
        self.game, self.presenter = game, game.presenter
        self.state: dict[str, Any] = {}
        self._view = b""

    def read(self, frame: bytes) -> dict[str, Any]:
        """The state that a frame tells, as it would be in JSON without words."""
        about, view, numbers = split(frame)
        header = orjson.loads(about)
        base = header.pop("base", None)
        if base is not None:
            if base != self.state.get("number"):
                raise ValueError(f"a frame that follows number {base}: expected {self.state.get('number')}")
            header = {**{key: self.state[key] for key in KEPT}, **header}
            view = changed(self._view, view)
        question_id, silence = header.pop("question_id", None), header.pop("silence", None)
        since = header.pop("since", None if base is None else self.state["table"]["waiting_since"])
        header["table"] = {**header["table"], "actors": header.pop("actors", []), "waiting_since": since}
        state = {**EMPTY, **header}
        self._view = view
        if view:
            state |= self._game_state(state, view, list(read_numbers(numbers)), question_id, silence)
        self.state = state
        return state

    def _game_state(
        self, state: dict[str, Any], view: bytes, numbers: list[int], question_id: str | None, silence: int | None
    ) -> dict[str, Any]:
        phase, pending, count = numbers[:3]
        actions, said = numbers[3 : 3 + count], np.array(numbers[3 + count :], np.int32)
        lines, at = [], 0
        for _ in range(1 + count):
            lines.append(said[at : at + 2 + said[at + 1]])
            at += 2 + said[at + 1]
        prompt, *labels = self.presenter.spoken_lines(np.concatenate(lines).tobytes())
        seat, seats = state["seat"], len(state["table"]["seats"])
        choice = self.game.actions.choice
        choices = [
            {**choice(action, seat, seats).as_json(), "label": label.as_json()}
            for action, label in zip(actions, labels, strict=True)
        ]
        name = self.game.phases[phase]
        events = [event.as_json() for event in self.presenter.spoken_events(said[at:].tobytes())]
        return {
            "phase": name,
            "view": {
                "game": self.game.id,
                "seat": seat,
                "phase": name,
                "actors": [k for k in range(seats) if pending >> k & 1],
                "table": self.presenter.view.decode(np.frombuffer(view, self.presenter.view.dtype)),
            },
            "prompt": prompt.as_json(),
            "question": None if question_id is None else {"id": question_id, "choices": choices, "silence": silence},
            "events": events + state["events"],
        }


EMPTY: dict[str, Any] = {
    "seat": None, "mine": [], "hand_over": None, "creator": False, "invite": None, "phase": None, "view": None,
    "prompt": None, "question": None, "undo": False, "clocks": [], "events": [], "outcome": None,
    "again": None, "lines": None,
}  # fmt: skip
"""A state in which there is nothing to tell."""


def split(frame: bytes) -> tuple[bytes, bytes, bytes]:
    """The three parts of a frame."""
    (long,) = struct.unpack_from("<H", frame)
    (wide,) = struct.unpack_from("<H", frame, 2 + long)
    at = 4 + long
    return frame[2 : 2 + long], frame[at : at + wide], frame[at + wide :]


def changed(base: bytes, changes: bytes) -> bytes:
    """A view with changes made in it."""
    view, made = np.frombuffer(bytearray(base), np.uint8), np.frombuffer(changes, _CHANGE)
    view[made["at"]] = made["to"]
    return view.tobytes()
