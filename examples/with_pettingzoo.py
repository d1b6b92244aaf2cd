"""All seats play at random, in PettingZoo's loop.

pip install 'caravanserai[pettingzoo]'
python examples/with_pettingzoo.py
"""

from __future__ import annotations

from caravanserai.envs.pettingzoo import env


def run(steps: int = 20_000, game: str = "gobi", seats: int = 4) -> int:
    """Play whole matches until there are enough steps; returns how many there were."""
    table = env(game, seats)
    taken = matches = 0
    while taken < steps:
        table.reset(seed=matches)
        matches += 1
        for agent in table.agent_iter():
            observation, _, over, _, info = table.last()
            table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
            taken += not over
    print(f"{matches} matches of {game}; {agent} had {info['score']} points in the last one")
    return taken


if __name__ == "__main__":
    run()
