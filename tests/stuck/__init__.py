"""A tiny game with a fault: in one of eight matches the seat that decides third has nothing to choose from.

The number ``stuck_after`` says when. With the option ``sound`` nobody is stuck. Tests use the game to see that the
fault is told, wherever matches are played.
"""

from typing import TYPE_CHECKING

from caravanserai.kernel.game import Game

if TYPE_CHECKING:
    from caravanserai.kernel.contract import Advice, Rules
    from tests.stuck import advice, rules

    kept: Rules[rules.Edition, rules.State] = rules
    advised: Advice[rules.Edition, rules.State] = advice

GAME = Game(__name__, __path__[0])
