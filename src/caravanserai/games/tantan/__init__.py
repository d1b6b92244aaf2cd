"""Tan-Tan Caravan, by A. Shklyarov, A. Konnov and A. Paltsev: buy at the market, load the caravan, share it out."""

from caravanserai.kernel.game import Game

GAME = Game(__name__, __path__[0])
