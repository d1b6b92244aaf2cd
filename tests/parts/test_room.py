"""A table server for one room, set up by its script as on a Raspberry Pi, but not in the folders of the system."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from tests.parts.installing import ROOT


def test_a_room_is_set_up_by_its_script(wheel: Path, tmp_path: Path) -> None:
    units, program = tmp_path / "units", tmp_path / "program"
    places = {"HOME_OF_PROGRAM": str(program), "UNITS": str(units), "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    script = ROOT / "deploy" / "raspberry-pi" / "install.sh"
    for _ in range(2):  # the second time it finds all there
        subprocess.run(["sh", str(script), str(wheel)], check=True, env={**os.environ, **places})
    unit = (units / "caravanserai-room.service").read_text()
    [command] = re.findall(r"^ExecStart=(\S+) serve", unit, re.MULTILINE)
    said = subprocess.run([command, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    assert "--lan" in said
