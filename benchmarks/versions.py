"""Our own code as it is here or was at an older commit, to be run side by side."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Version:
    """Of our code: where its sources and its machine code lie."""

    name: str
    environment: Mapping[str, str]

    def expect_sources(self) -> None:
        """That it is these sources which are run, and not what is installed."""
        program = "import caravanserai; print(caravanserai.__file__)"
        run = [sys.executable, "-c", program]
        found = subprocess.check_output(run, env={**os.environ, **self.environment}, text=True)
        assert Path(self.environment["PYTHONPATH"]) in Path(found).parents, found


THIS = Version("this", {"PYTHONPATH": str(ROOT / "src")})


def version_of(commit: str) -> Version:
    """The code of a commit, ready to run. The compiler finds its code again only for sources that lie where they lay,
    so they stay in the build folder."""
    name = subprocess.check_output(["git", "rev-parse", "--short", f"{commit}^{{commit}}"], cwd=ROOT, text=True).strip()
    folder = ROOT / "build" / "beside" / name
    if not (folder / "src").exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as unpacked:
            sources = subprocess.check_output(["git", "archive", name, "src"], cwd=ROOT)
            subprocess.run(["tar", "-x", "-C", unpacked], input=sources, check=True)
            (Path(unpacked) / "src").rename(folder / "src")
    where = {"PYTHONPATH": str(folder / "src"), "NUMBA_CACHE_DIR": str(folder / "code"), "CARAVANSERAI_PAGE": "0"}
    version = Version(name, where)
    version.expect_sources()
    warm = [sys.executable, "-m", "caravanserai", "warm"]
    subprocess.run(warm, env={**os.environ, **version.environment}, check=True, stdout=sys.stderr)
    return version
