"""The examples for other people's tools, timed one after the other: the table in docs/research.md.

make test-tools
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from io import StringIO

from examples import (
    with_gymnasium,
    with_openspiel,
    with_pettingzoo,
    with_rllib,
    with_stable_baselines3,
    with_torchrl,
)


@dataclass(frozen=True)
class Row:
    """A tool, what is run with it, and for how many steps: when it is timed, and when it is only tried."""

    tools: tuple[str, ...]
    what: str
    run: Callable[[int], int]
    steps: int
    few: int

    def timed(self) -> float:
        """Steps a second, after a few that load what has to be loaded."""
        with redirect_stdout(StringIO()):
            self.run(self.few)
            begin = time.perf_counter()
            taken = self.run(self.steps)
        return taken / (time.perf_counter() - begin)

    @property
    def versions(self) -> str:
        return ", ".join(f"{tool} {version(tool)}" for tool in self.tools)


ROWS = (
    Row(("gymnasium",), "1024 seats at random, `RecordEpisodeStatistics`", with_gymnasium.run, 200_000, 2048),
    Row(("pettingzoo",), "Gobi, four seats at random, AEC", with_pettingzoo.run, 20_000, 100),
    Row(("open_spiel",), "Gobi, `ISMCTSBot`, 20 simulations", with_openspiel.run, 40, 4),
    Row(("stable-baselines3", "sb3-contrib"), "`MaskablePPO`, 64 seats", with_stable_baselines3.run, 32_768, 4096),
    Row(("ray",), "RLlib: masked PPO, one seat", with_rllib.run, 2048, 256),
    Row(("ray",), "RLlib: masked PPO, every seat", partial(with_rllib.run, every_seat=True), 2048, 256),
    Row(("torchrl",), "Gobi at random, AEC", with_torchrl.run, 1000, 50),
    Row(("torchrl",), "Gobi at random, parallel", partial(with_torchrl.run, at_once=True), 1000, 50),
)


def main() -> None:
    print("| tool | what is run | steps a second |")
    print("|---|---|---|")
    for row in ROWS:
        print(f"| {row.versions} | {row.what} | {row.timed():,.0f} |", flush=True)


if __name__ == "__main__":
    main()
