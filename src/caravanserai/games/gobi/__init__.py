"""Gobi, by Philippe Leurquin: lay camels face down, announce them truly or not, and bet on what the piles hold."""

from caravanserai.kernel.game import Game

GAME = Game(__name__, __path__[0])
