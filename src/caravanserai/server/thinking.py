"""Threads that think for a long time, and those for whom they must not be in the way."""

from __future__ import annotations

import os
import sys
import threading

MODEST = 5
"""How nice a thinking thread is to others. Not more: it holds Python's lock for a moment between two stretches of
search, and if other programs kept it from running just then, the whole server would wait with it."""


def give_way() -> None:
    """Let whoever has something short to do go first; to be called in a thread that thinks.

    Where threads have no priority of their own (it is Linux that gives them one), nothing changes.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), MODEST)
