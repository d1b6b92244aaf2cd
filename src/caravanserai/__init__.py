"""Caravanserai: five bazaar board games, to play and to study."""

__all__ = ["__version__"]

__version__ = "1.0.0"
