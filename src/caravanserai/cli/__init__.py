"""The command line."""

from __future__ import annotations

import gc
import sys

from caravanserai.cli.parts import how_to_install
from caravanserai.cli.stopping import BY_CTRL_C, Stopped, leave
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
        leave("caravanserai", stopped)
    except (KeyboardInterrupt, EOFError):
        print()
        sys.exit(BY_CTRL_C)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
