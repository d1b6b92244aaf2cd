"""Le marché de Samarkand, by Bruno Fricout: sell your wares at a falling price, buy presents, and find them camels."""

from caravanserai.kernel.game import Game

GAME = Game(__name__, __path__[0])
