"""Caravanserai: five bazaar board games, to play and to study."""

__version__ = "0.4.0"
