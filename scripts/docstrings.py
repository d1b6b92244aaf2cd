"""What the reader of docstrings calls (``extensions`` in mkdocs.yml)."""

from __future__ import annotations

from typing import Any

from griffe import Extension

from scripts.docstrings_text import with_blocks


class Examples(Extension):  # type: ignore[misc]
    """Puts the examples of every docstring, which run as tests, into blocks of code."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        """Called for each module, class and function that was read."""
        if obj.docstring is not None:
            obj.docstring.value = with_blocks(obj.docstring.value)
