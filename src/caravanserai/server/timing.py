"""The server's time: seconds since 1970 that only ever go forward, evenly, whatever is done to the system's clock.

What is due is reckoned in it, in memory, on the wire and in storage. Dates that people read come from the system's
clock. Processes that share a database begin with the time there, so that all reckon in the same.
"""

from __future__ import annotations

import time

_beginning = time.time() - time.monotonic()


def now() -> float:
    """The time now."""
    return _beginning + time.monotonic()


def begin_at(time_now: float) -> None:
    """Reckon from this time on: before anything is due."""
    global _beginning
    _beginning = time_now - time.monotonic()
