"""What every game stands on: records, chance, the contract of a game, playouts over any game.

Nothing in this package knows the name of a game.
"""
