"""Marracash, by Stefan Dorra: buy shops in the walled town and lead the visitors past them."""

from caravanserai.kernel.game import Game

GAME = Game(__name__, __path__[0])
