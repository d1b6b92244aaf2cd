"""How a command ends that was stopped by Ctrl-C."""

from __future__ import annotations


class Stopped(Exception):
    """Ctrl-C while an engine ran; the message says what is kept, and how to go on."""
