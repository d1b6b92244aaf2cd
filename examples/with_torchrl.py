"""TorchRL's wrapper on both PettingZoo forms: rollouts as tensors, with the masks of what was legal.

pip install 'caravanserai[torchrl]'
python examples/with_torchrl.py
"""

from __future__ import annotations

from torchrl.envs.libs.pettingzoo import PettingZooWrapper

from caravanserai.envs.pettingzoo import env, parallel_env


def run(steps: int = 500, game: str = "gobi", at_once: bool = False) -> int:
    """Play at random among the legal actions, match after match; returns the steps taken."""
    table = PettingZooWrapper(parallel_env(game) if at_once else env(game), use_mask=True, seed=1)
    rolled = table.rollout(steps, break_when_any_done=False)
    print(f"{len(rolled)} steps of {game}, {int(rolled['next', 'done'].sum())} matches ended: {list(rolled.keys())}")
    return len(rolled)


if __name__ == "__main__":
    run()
    run(at_once=True)
