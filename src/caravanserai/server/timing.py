"""The server's time: seconds since 1970 that only ever go forward, evenly, whatever is done to the system's clock.

What is due is reckoned in it, in memory, on the wire and in storage. Dates that people read come from the system's
clock.
"""

from __future__ import annotations

import time

_BEGINNING = time.time() - time.monotonic()


def now() -> float:
    """The time now."""
    return _BEGINNING + time.monotonic()
