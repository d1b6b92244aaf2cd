"""Samarkand, by Sid Sackson: swap with the nomads, buy at the oases, sell in the cities."""

from caravanserai.kernel.game import Game

GAME = Game(__name__, __path__[0])
