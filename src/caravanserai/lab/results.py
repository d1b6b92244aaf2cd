"""Files of results: a first line that says what was played, then a line for each outcome, in their order.

A file that a run left behind is the beginning of what the whole run writes, so the next run goes on where it ends. A
last line that was cut short is dropped, and its outcome worked out again. A file is for one run at a time: who finds
that another one has written to it stops, and the file is as that one left it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Generic

from caravanserai.kernel.errors import CaravanseraiError
from caravanserai.lab.specs import O, Spec

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["InvalidResults", "ResultsFile"]

FORMAT = 2


class InvalidResults(CaravanseraiError):
    """A file of results that cannot be read, or belongs to another specification."""


def _lock(file: IO[bytes]) -> None:
    """Wait until no other run has the file open; where the system cannot tell, the size alone does."""
    if fcntl is not None:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)


class ResultsFile(Generic[O]):
    """The outcomes of one specification in a file; raises InvalidResults if the file holds anything else."""

    def __init__(self, file: Path, spec: Spec[O]) -> None:
        self.file = file
        self.spec = spec
        self.header = json.dumps({spec.kind: FORMAT, **spec.identity()}).encode() + b"\n"
        with self._opened() as opened:
            opened.seek(0)
            found = opened.read()
            whole = found[: found.rfind(b"\n") + 1]
            self.kept = self._parse(whole) if whole else []
            if not whole and not self.header.startswith(found):
                raise self._refusal("its first line has no end")
            opened.truncate(len(whole))
            if not whole:
                opened.write(self.header)
            self._size = len(whole or self.header)

    def append(self, outcomes: Sequence[O]) -> None:
        """Write what follows, all at once."""
        lines = "".join(json.dumps(outcome.as_json()) + "\n" for outcome in outcomes).encode()
        with self._opened() as opened:
            if opened.seek(0, os.SEEK_END) != self._size:
                raise InvalidResults(f"{self.file}: another run writes to it; expected one at a time")
            opened.write(lines)
        self._size += len(lines)

    @contextmanager
    def _opened(self) -> Iterator[IO[bytes]]:
        """The file, for this run alone as long as it is open."""
        try:
            with self.file.open("a+b") as opened:
                _lock(opened)
                yield opened
        except OSError as problem:
            raise InvalidResults(
                f"{self.file}: {problem.strerror}; expected a file that can be read and written"
            ) from None

    def _parse(self, whole: bytes) -> list[O]:
        first, *lines = whole.splitlines()
        self._compare(first)
        kept = []
        for number, line in enumerate(lines):
            try:
                outcome = self.spec.read(json.loads(line))
            except (ValueError, TypeError, AttributeError) as problem:
                raise self._refusal(f"line {number + 2} is no outcome ({problem})") from None
            if outcome.number != number:
                raise self._refusal(f"line {number + 2} is number {outcome.number}, expected {number}")
            kept.append(outcome)
        return kept

    def _compare(self, first: bytes) -> None:
        """Refuse results of something else."""
        try:
            there = json.loads(first)
        except ValueError as problem:
            raise self._refusal(f"its first line is no JSON ({problem})") from None
        kind = self.spec.kind
        if not isinstance(there, dict) or there.get(kind) != FORMAT:
            raise self._refusal(
                f"expected a first line with {kind!r}: {FORMAT}, got {first[:60].decode(errors='replace')!r}"
            )
        for key, wanted in json.loads(self.header).items():
            if there.get(key) != wanted:
                raise InvalidResults(
                    f"{self.file}: {key} there is {there.get(key)!r}; expected {wanted!r}, as asked for now"
                )

    def _refusal(self, why: str) -> InvalidResults:
        return InvalidResults(f"{self.file}: not results of this {self.spec.kind}: {why}")
