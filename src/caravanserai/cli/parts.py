"""The parts of the package that can be installed or left out, and what to install when one is missing."""

from __future__ import annotations

import re
from importlib.metadata import requires

PARTS = ("cli", "lab", "server")
"""Extras that commands need, the smallest first."""

REQUIREMENT = re.compile(r"([\w.-]+).*extra == ['\"]([\w-]+)['\"]")


def part_of(module: str) -> str | None:
    """The part that brings a module, by what the package says it requires.

    >>> part_of("typer"), part_of("sqlalchemy.orm"), part_of("numpy")
    ('cli', 'server', None)
    """
    wanted = module.partition(".")[0].lower().replace("_", "-")
    found = [REQUIREMENT.match(line) for line in requires("caravanserai") or ()]
    parts = {match[2] for match in found if match and match[1].lower().replace("_", "-") == wanted}
    return next((part for part in PARTS if part in parts), None)


def how_to_install(missing: ModuleNotFoundError) -> str | None:
    """What to do about a module that is not there, if it belongs to a part of the package."""
    part = part_of(missing.name or "")
    if part is None:
        return None
    return f"{missing.name} is not installed; expected the part [{part}]: pip install 'caravanserai[{part}]'"
