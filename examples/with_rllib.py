"""PPO of RLlib with action masks: one seat against merchants, or every seat by the same policy.

pip install 'caravanserai[rllib]'
python examples/with_rllib.py
"""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # else 127.0.0.1 becomes the machine's own address

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from caravanserai.envs import rllib


def config(env: type[Any], steps: int, **env_config: Any) -> PPOConfig:
    """What both ways to learn share."""
    return (
        PPOConfig()
        .environment(env, env_config=env_config)
        .env_runners(num_env_runners=1, rollout_fragment_length=steps, sample_timeout_s=600)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .training(train_batch_size_per_learner=steps, minibatch_size=min(steps, 256), num_epochs=2)
    )


def run(steps: int = 2048, game: str = "tantan", every_seat: bool = False) -> int:
    """Learn once from so many steps; returns how many there were."""
    ray.init("local", _node_ip_address="127.0.0.1", num_cpus=2, include_dashboard=False, ignore_reinit_error=True)
    if every_seat:
        chosen = config(rllib.Table, steps, game=game).multi_agent(
            policies={"all"}, policy_mapping_fn=lambda agent, *_, **__: "all"
        )  # fmt: skip
    else:
        chosen = config(rllib.Chair, steps, game=game, bots="merchant")
    learner = chosen.build_algo()
    learned = learner.train()["env_runners"]
    learner.stop()
    print(f"{learned['num_env_steps_sampled']:.0f} steps, {learned['num_episodes']:.0f} matches of {game}")
    return int(learned["num_env_steps_sampled"])


if __name__ == "__main__":
    run()
    run(every_seat=True)
    ray.shutdown()
