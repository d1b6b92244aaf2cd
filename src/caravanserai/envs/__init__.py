"""The games in other people's APIs, each an optional dependency: PettingZoo, Gymnasium, OpenSpiel.

Adapters only: they hold no rule, and what they give comes from the contract of a game.
"""
