"""The examples in docstrings, as the documentation site shows them."""

from __future__ import annotations

import re

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def with_blocks(text: str) -> str:
    """A docstring whose examples stand in blocks of code."""
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0].rstrip()}\n```", text)
