"""Environments that hold nothing but a part of the package, installed from a wheel as people do."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAMS = "Scripts" if sys.platform == "win32" else "bin"
SECONDS = 300

LEFT_OUT = ("NUMBA_DISABLE_JIT", "PYTHONPATH", "VIRTUAL_ENV")
"""Variables that would let an environment find what is not in it, or play otherwise than it does for others."""

OVERFLOW = "ignore:overflow encountered in scalar:RuntimeWarning"
"""Without the compiler the cipher's 32-bit sums wrap as they must, and NumPy says so."""


def build_wheel(folder: Path) -> Path:
    """A wheel of what is here."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)], check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


class Installed:
    """An environment with some parts of the package."""

    def __init__(self, folder: Path, wheel: Path, parts: str) -> None:
        self.folder = folder
        venv.create(folder, with_pip=False)
        wanted = f"{wheel}[{parts}]" if parts else str(wheel)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", str(folder)]
        subprocess.run([*pip, "install", "-c", str(ROOT / "constraints.txt"), wanted], check=True)

    def program(self, name: str) -> str:
        return str(self.folder / PROGRAMS / name)

    def environment(self, **more: str) -> dict[str, str]:
        """Variables for a program of it; machine code goes beside it, for nobody else to find."""
        kept = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
        return kept | {"NUMBA_CACHE_DIR": str(self.folder / "code"), "COLUMNS": "200"} | more

    def run(self, *command: str, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a program of it somewhere where nothing of the repository can be found."""
        return subprocess.run(
            [self.program(command[0]), *command[1:]],
            cwd=self.folder, env=self.environment(**variables), input=typed, capture_output=True, text=True,
            timeout=SECONDS,
        )  # fmt: skip

    def python(self, program: str, **variables: str) -> str:
        """What a program in Python prints."""
        result = self.run("python", "-W", "error", "-W", OVERFLOW, "-c", program, **variables)
        assert result.returncode == 0, result.stderr
        return result.stdout

    def command(self, *words: str, typed: str = "") -> str:
        """What a command prints; played without the compiler, which would take longer than what is played."""
        result = self.run("caravanserai", *words, typed=typed, NUMBA_DISABLE_JIT="1")
        assert result.returncode == 0, result.stderr
        return result.stdout

    def refusal(self, *words: str) -> str:
        """What a command says that cannot work here: one sentence, and no traceback."""
        result = self.run("caravanserai", *words, NUMBA_DISABLE_JIT="1")
        assert result.returncode == 2, result.stdout + result.stderr
        assert result.stderr.count("\n") == 1, result.stderr
        return result.stderr
