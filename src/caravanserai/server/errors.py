"""What the server refuses: a stable code, a sentence, and what was expected."""

from __future__ import annotations

from typing import Any, Literal

from caravanserai.kernel.errors import (
    CaravanseraiError,
    IllegalChoice,
    InvalidChoice,
    InvalidEdition,
    InvalidLog,
    InvalidOption,
    NothingToUndo,
    UnknownGame,
)

Code = Literal[
    "bad_request", "bad_origin", "not_known", "signed_out", "not_yours", "not_found", "wrong_method", "too_slow",
    "conflict", "too_large", "invalid", "unknown_game", "invalid_option", "invalid_edition", "invalid_choice",
    "illegal_choice", "not_to_act", "stale_question", "nothing_to_undo", "too_fast", "unavailable",
    "closed", "removed", "invalid_log", "older_rules", "brought_before",
]  # fmt: skip
"""What is wrong, for programs."""

STATUS: dict[Code, int] = {
    "bad_request": 400,
    "bad_origin": 403,
    "not_known": 401,
    "signed_out": 401,
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
    "stale_question": 409,
    "nothing_to_undo": 409,
    "too_fast": 429,
    "unavailable": 503,
    "closed": 410,
    "removed": 403,
    "invalid_log": 422,
    "older_rules": 409,
    "brought_before": 409,
}
"""The HTTP status of every code."""

KERNEL_CODES: dict[type[CaravanseraiError], Code] = {
    UnknownGame: "unknown_game",
    InvalidOption: "invalid_option",
    InvalidEdition: "invalid_edition",
    InvalidLog: "invalid_log",
    InvalidChoice: "invalid_choice",
    IllegalChoice: "illegal_choice",
    NothingToUndo: "nothing_to_undo",
}


class Refused(CaravanseraiError):
    """A request that is refused; nothing was changed."""

    def __init__(self, code: Code, message: str, expected: Any = None) -> None:
        super().__init__(message, expected)
        self.code: Code = code
        self.message = message

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": self.message, "expected": self.expected}


def no_table(table_id: str) -> Refused:
    """The refusal of a table that does not exist, or that whoever asks may not know of: it tells nobody which."""
    return Refused("not_found", f"table {table_id}: there is none", "a public table, or its invite link")


def refusal(problem: CaravanseraiError) -> Refused:
    """The refusal that tells of an error from below."""
    if isinstance(problem, Refused):
        return problem
    return Refused(KERNEL_CODES.get(type(problem), "invalid"), str(problem), problem.expected)
