"""What the server refuses: a stable code, a sentence, and what was expected."""

from __future__ import annotations

from typing import Any

from caravanserai.kernel.errors import (
    CaravanseraiError,
    IllegalChoice,
    InvalidChoice,
    InvalidEdition,
    InvalidOption,
    NothingToUndo,
    UnknownGame,
)

STATUS = {
    "bad_request": 400,
    "bad_origin": 403,
    "not_known": 401,
    "not_yours": 403,
    "not_found": 404,
    "wrong_method": 405,
    "too_slow": 408,
    "conflict": 409,
    "too_large": 413,
    "invalid": 422,
    "unknown_game": 422,
    "invalid_option": 422,
    "invalid_edition": 422,
    "invalid_choice": 422,
    "illegal_choice": 409,
    "not_to_act": 409,
    "stale_window": 409,
    "nothing_to_undo": 409,
    "too_fast": 429,
    "unavailable": 503,
}
"""The HTTP status of every code."""

KERNEL_CODES: dict[type[CaravanseraiError], str] = {
    UnknownGame: "unknown_game",
    InvalidOption: "invalid_option",
    InvalidEdition: "invalid_edition",
    InvalidChoice: "invalid_choice",
    IllegalChoice: "illegal_choice",
    NothingToUndo: "nothing_to_undo",
}


class Refused(CaravanseraiError):
    """A request that is refused; nothing was changed."""

    def __init__(self, code: str, message: str, expected: Any = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.expected = expected

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": self.message, "expected": self.expected}


def refusal(problem: CaravanseraiError) -> Refused:
    """The refusal that tells of an error from below; the text after "expected" is what was expected."""
    if isinstance(problem, Refused):
        return problem
    _, _, expected = str(problem).partition("expected ")
    return Refused(KERNEL_CODES.get(type(problem), "invalid"), str(problem), expected or None)
