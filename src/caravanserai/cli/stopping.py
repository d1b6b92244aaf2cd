"""How a command ends that was stopped by Ctrl-C."""

from __future__ import annotations

import os
import sys
import threading
from typing import NoReturn

BY_CTRL_C = 130
"""The exit code of what was stopped so."""


class Stopped(Exception):
    """Ctrl-C while an engine ran; the message says what is kept, and how to go on."""


def leave(program: str, stopped: Stopped) -> NoReturn:
    """Say what is kept, and end."""
    print(f"{program}: {stopped}", file=sys.stderr, flush=True)
    if threading.active_count() > 1:
        os._exit(BY_CTRL_C)  # a thread that still thinks cannot be ended otherwise
    sys.exit(BY_CTRL_C)
