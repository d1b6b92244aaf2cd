"""The games in other people's APIs, and the batch API they stand on."""

from __future__ import annotations

from typing import Any

from tests.cases import Case


def options(case: Case, **more: Any) -> dict[str, Any]:
    """The options of a case, and others as far as its game has them."""
    names = {option.name for option in case.game.options}
    return {**{name: value for name, value in more.items() if name in names}, **case.options}
