"""The command line."""

from __future__ import annotations

import sys

from caravanserai.cli.commands import app
from caravanserai.kernel.errors import CaravanseraiError


def main() -> None:
    """Run the command line; what a user can cause ends in one sentence, never a traceback."""
    try:
        app()
    except CaravanseraiError as problem:
        print(f"caravanserai: {problem}", file=sys.stderr)
        sys.exit(2)
    except (KeyboardInterrupt, EOFError):
        print()
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
