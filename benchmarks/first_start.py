"""How long somebody waits who starts a server for the first time: with nothing compiled, and once more after that.

    python -m benchmarks.first_start [--game tantan]

Printed are the seconds from the command until the page is served, until the game asked for first is
dealt, until all games can be played, and until the page is served at the second start.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

import httpx

PATIENCE = 900.0


class StartedServer:
    """A server with its machine code in a folder."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "caravanserai", "serve", "--port", "0", "--data", str(folder / "data")]
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "code"), "PYTHONUNBUFFERED": "1"}
        self.begin = time.monotonic()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.client = httpx.Client(base_url=self._address(self.process.stdout), timeout=60)
        assert self.client.get("/").status_code == 200
        self.open_after = self.seconds()

    def _address(self, lines: IO[str]) -> str:
        for line in lines:
            if found := re.search(r"http://[\w.:]+", line):
                return found[0]
        raise SystemExit("the server said no address")

    def seconds(self) -> float:
        return time.monotonic() - self.begin

    def play(self, game: str) -> None:
        """Open a table with a bot, and wait until the game is dealt."""
        self.client.post("/api/me", json={"nickname": "Ann"}).raise_for_status()
        self.client.get("/api/preparing", params={"wanted": game})
        seats = [{"kind": "me"}, {"kind": "bot", "level": "merchant"}]
        made = self.client.post("/api/tables", json={"game": game, "seats": seats}).raise_for_status().json()
        while not (started := self.client.post(f"/api/tables/{made['table']['id']}/start", json={})).is_success:
            assert started.status_code == 503, started.text
            assert self.seconds() < PATIENCE
            time.sleep(0.2)

    def wait_for_all(self) -> None:
        while min(self.client.get("/api/preparing").json()["prepared"].values(), default=1) < 1:
            assert self.seconds() < PATIENCE
            time.sleep(0.2)

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=60)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="tantan")
    game = parser.parse_args().game
    with tempfile.TemporaryDirectory() as folder:
        first = StartedServer(Path(folder))
        print(f"page         {first.open_after:6.1f} s", flush=True)
        first.play(game)
        print(f"{game:12} {first.seconds():6.1f} s", flush=True)
        first.wait_for_all()
        print(f"all games    {first.seconds():6.1f} s", flush=True)
        first.close()
        second = StartedServer(Path(folder))
        print(f"second start {second.open_after:6.1f} s")
        second.close()


if __name__ == "__main__":
    main()
