"""Masked PPO of sb3-contrib, learning one seat of Tan-Tan against merchants on the batch API.

pip install 'caravanserai[stable-baselines3]'
python examples/with_stable_baselines3.py
"""

from __future__ import annotations

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecMonitor

from caravanserai.envs.gymnasium import env
from caravanserai.envs.stable_baselines3 import vec_env


def run(steps: int = 65_536, game: str = "tantan", chairs: int = 64) -> int:
    """Learn for so many steps, then play a match; returns the steps learned from."""
    torch.set_num_threads(1)  # so small a network gains nothing by more, and on a busy machine they wait for each other
    learner = MaskablePPO("MultiInputPolicy", VecMonitor(vec_env(game, chairs)), n_steps=64, batch_size=1024, seed=1)
    learner.learn(steps)
    chair = env(game)
    observation, _ = chair.reset(seed=1)
    over = False
    while not over:
        action, _ = learner.predict(observation, action_masks=chair.action_masks())
        observation, reward, over, _, info = chair.step(action)
    print(f"{learner.num_timesteps} steps; then a match for {reward:+.0f}, scores {info['scores']}")
    return int(learner.num_timesteps)


if __name__ == "__main__":
    run()
