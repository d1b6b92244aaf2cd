"""The packed form of a state: what the page gets in place of JSON, as a binary frame.

A frame is, in this order, with numbers of two bytes little-endian:

- the length of a JSON object in two bytes, and the object: what is not a matter of the game. Of the keys of a state in
  JSON those are left out that are packed below (``phase``, ``view``, ``prompt``, ``question``), and all but ``mine``
  and ``creator`` that are null, false or empty; ``question_id`` and ``silence`` are the id and the silence of
  the question, ``actors`` those of the table.
- the length of the view in two bytes, and the view: the record that the game declares. If the object has a ``base``,
  which is the number of an update before, it is only what has changed since: a place in two bytes and the byte that
  stands there now, again and again; and keys of the object that are missing are as they were if they are in ``KEPT``.
- numbers to the end, each zigzag and in groups of seven bits, the lowest first: the phase, who must decide as a bit a
  seat, how many choices there are, the actions of these, then sentences: what is asked, one for each choice, and what
  happened, before the ``events`` of the object. A sentence is its kind, how many numbers follow, and these.

What the numbers mean is declared in each game's ``table.py``; ``caravanserai schema --game ID`` prints it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numba import types

from caravanserai.kernel.compiling import compiled
from caravanserai.kernel.game import Game
from caravanserai.kernel.presenter import Presented

KEPT = ("table", "stream", "creator", "invite")
"""Keys that an update has only if they have changed."""

_LENGTH = struct.Struct("<H")
_CHANGE = np.dtype([("at", "<u2"), ("to", "u1")])


def pack(about: dict[str, Any], presented: Presented | None, base: bytes | None) -> bytes:
    """A frame; ``base`` is the view that its reader has, if it is to be told only what has changed."""
    head = orjson.dumps(about)
    if presented is None:
        return _LENGTH.pack(len(head)) + head + b"\0\0"
    view, told = presented.view, presented.asked + presented.events
    out = np.empty(2 + 3 * len(view) + 5 * len(told) // 4, np.uint8)
    size = _packer()(
        np.frombuffer(view if base is None else base, np.uint8), np.frombuffer(view, np.uint8), base is not None,
        np.frombuffer(told, np.int32), out,
    )  # fmt: skip
    return b"".join((_LENGTH.pack(len(head)), head, out[:size].data))


def put_game(base: Any, view: Any, follows: int, told: Any, out: Any) -> int:
    """The length of a view, the view or where it differs from its base, and numbers. Returns how many bytes."""
    size = 2
    if follows:
        for place in range(len(view)):
            if base[place] != view[place]:
                out[size], out[size + 1], out[size + 2] = place & 0xFF, place >> 8, view[place]
                size += 3
    else:
        for place in range(len(view)):
            out[size + place] = view[place]
        size += len(view)
    out[0], out[1] = (size - 2) & 0xFF, (size - 2) >> 8
    for number in told:
        rest = (int(number) << 1) ^ (int(number) >> 31)
        while rest >= 0x80:
            out[size] = rest & 0x7F | 0x80
            rest >>= 7
            size += 1
        out[size] = rest
        size += 1
    return size


@cache
def _packer() -> Callable[..., int]:
    """The compiled one; the first call compiles it, or finds it compiled."""
    some, room = types.Array(types.uint8, 1, "C", readonly=True), types.Array(types.uint8, 1, "C")
    numbers = types.Array(types.int32, 1, "C", readonly=True)
    return compiled(put_game, types.int64(some, some, types.int64, numbers, room), Path(__file__).parent)


def prepare() -> None:
    """Compile what packing needs, so that nobody waits for it later."""
    _packer()


def unpack_numbers(packed: bytes) -> Iterator[int]:
    """The numbers of a packed frame, one after the other."""
    number = shift = 0
    for byte in packed:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield (number >> 1) ^ -(number & 1)
            number = shift = 0


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
        header["table"] = {**header["table"], "actors": header.pop("actors", [])}
        state = {**EMPTY, **header}
        self._view = view
        if view:
            state |= self._game_state(state, view, list(unpack_numbers(numbers)), question_id, silence)
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
    "prompt": None, "question": None, "undo": False, "clocks": [], "events": [], "outcome": None, "lines": None,
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
