"""The tests. They know a sixth game, installed as a package of somebody's own would be: by its entry point."""

import os
import sys
from pathlib import Path

INSTALLED = Path(__file__).parent / "installed"
"""What pip would have put beside the packages of others: the metadata of the game in ``tests/lamplight``."""


def on_path(*folders: Path) -> str:
    """A ``PYTHONPATH`` for other processes, in which packages of these folders are installed too."""
    known = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    wanted = [str(folder) for folder in (*folders, Path(__file__).parents[1])]
    return os.pathsep.join([*(folder for folder in wanted if folder not in known), *filter(None, known)])


if str(INSTALLED) not in sys.path:
    sys.path.append(str(INSTALLED))
    os.environ["PYTHONPATH"] = on_path(INSTALLED)
