"""Lamplight, a tiny game of the house's own: five goods, a few coins, and offers that all make at once and in secret.

It is what CONTRIBUTING.md shows how to write, and it is installed for the tests as a package of somebody's own would
be, by its entry point: see ``tests/__init__.py``.
"""

from typing import TYPE_CHECKING

from caravanserai.kernel.game import Game

if TYPE_CHECKING:  # a function of the contract that is missing or misnamed is a type error here
    from caravanserai.kernel.contract import Advice, Rules
    from tests.lamplight import advice, rules

    kept: Rules[rules.Edition, rules.State] = rules
    advised: Advice[rules.Edition, rules.State] = advice

GAME = Game(__name__, __path__[0])
