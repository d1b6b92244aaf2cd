"""The command line."""

from __future__ import annotations

import gc
import os
import sys
import threading

from caravanserai.cli.parts import how_to_install
from caravanserai.cli.stopping import Stopped
from caravanserai.kernel.errors import CaravanseraiError

NEW_OBJECTS = 20_000
"""Objects more than before at which Python looks for garbage among the youngest. Loading all modules makes hundreds of
thousands that stay: to look as often as Python does by default would take a seventh of the time of a start."""


def main() -> None:
    """Run the command line; what a user can cause ends in one sentence, never a traceback."""
    gc.set_threshold(NEW_OBJECTS)
    try:
        from caravanserai.cli.commands import app  # which needs the part [cli]

        app()
    except CaravanseraiError as problem:
        print(f"caravanserai: {problem}", file=sys.stderr)
        sys.exit(2)
    except ModuleNotFoundError as missing:
        what_to_do = how_to_install(missing)
        if what_to_do is None:
            raise
        print(f"caravanserai: {what_to_do}", file=sys.stderr)
        sys.exit(2)
    except Stopped as stopped:
        print(f"caravanserai: {stopped}", file=sys.stderr, flush=True)
        if threading.active_count() > 1:
            os._exit(130)  # a thread that still thinks cannot be ended otherwise
        sys.exit(130)
    except (KeyboardInterrupt, EOFError):
        print()
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
