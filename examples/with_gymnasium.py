"""A thousand seats at once in Gymnasium's own wrappers: who plays at random against merchants, how often does he win?

pip install 'caravanserai[gymnasium]'
python examples/with_gymnasium.py
"""

from __future__ import annotations

import numpy as np
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from caravanserai.envs.gymnasium import vector_env


def run(steps: int = 200_000, game: str = "tantan", chairs: int = 1024) -> int:
    """Play at random; returns the steps taken in all matches."""
    made = vector_env(game, chairs, bots="merchant")
    recorded = RecordEpisodeStatistics(made, buffer_length=1000)
    pick = np.random.default_rng(1)
    observation, _ = recorded.reset(seed=1)
    rounds = -(-steps // chairs)
    for _ in range(rounds):
        mask = observation["action_mask"]
        observation, *_ = recorded.step((mask * pick.random(mask.shape)).argmax(axis=1))
    last = recorded.return_queue
    won = sum(reward > 0 for reward in last) / max(1, len(last))
    print(f"{recorded.episode_count} matches of {game}; of the last ones {won:.1%} were won at random")
    return rounds * chairs


if __name__ == "__main__":
    run()
