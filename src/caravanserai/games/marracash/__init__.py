"""Marracash, by Stefan Dorra: buy shops in the walled town and lead the visitors past them."""

from typing import TYPE_CHECKING

from caravanserai.kernel.game import Game

if TYPE_CHECKING:  # a function of the contract that is missing or misnamed is a type error here
    from caravanserai.games.marracash import advice, rules
    from caravanserai.kernel.contract import Advice, Rules

    kept: Rules[rules.Edition, rules.State] = rules
    advised: Advice[rules.Edition, rules.State] = advice

GAME = Game(__name__, __path__[0])
