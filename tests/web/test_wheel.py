"""A wheel holds all that is served: what is installed from it needs neither Node nor the repository."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from caravanserai.server.site import SITE

PACKAGE = Path(__file__).parents[2] / "src" / "caravanserai"


def test_a_wheel_has_the_built_page_and_every_file_of_the_package(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    root = PACKAGE.parents[1]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(tmp_path), str(root)], check=True)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("caravanserai/")}
    wanted = {path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert SITE / "index.html" in wanted
    assert packed == {str(path.relative_to(PACKAGE.parent)) for path in wanted}
