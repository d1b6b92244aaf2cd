"""The games in other people's APIs, each an optional dependency: PettingZoo, Gymnasium, OpenSpiel,
Stable-Baselines3, RLlib.

Adapters only: they hold no rule, and what they give comes from the contract of a game.
"""
