"""Information-set Monte Carlo tree search of OpenSpiel against a random player.

pip install 'caravanserai[openspiel]'
python examples/with_openspiel.py
"""

from __future__ import annotations

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from caravanserai.envs import openspiel


def run(steps: int = 40, game: str = "gobi", simulations: int = 20) -> int:
    """Play decisions of a match, those of seat 0 by search; returns how many there were."""
    chance = np.random.RandomState(1)
    state = openspiel.load(game, turn_limit=5).new_initial_state()
    searcher = ISMCTSBot(state.get_game(), RandomRolloutEvaluator(1, chance), 2.0, simulations, random_state=chance)
    taken = 0
    while taken < steps and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.choice([outcome for outcome, _ in state.chance_outcomes()]))
            continue
        searches = state.current_player() == 0
        state.apply_action(searcher.step(state) if searches else chance.choice(state.legal_actions()))
        taken += 1
    print(f"{taken} decisions of {game}, those of seat 0 by {simulations} simulations each")
    return taken


if __name__ == "__main__":
    run()
