"""A tiny game with a fault: in one of eight matches the seat that decides third has nothing to choose from.

The number ``stuck_after`` says when. With the option ``sound`` nobody is stuck. Tests use the game to see that the
fault is told, wherever matches are played.
"""

from caravanserai.kernel.game import Game

GAME = Game(__name__, __path__[0])
