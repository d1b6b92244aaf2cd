"""Structured logs: one JSON object a line. Paths are logged, query strings, cookies and bodies never are."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import orjson

EXTRA = ("table", "method", "path", "status", "seconds")


class AsJson(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        data: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        data |= {key: getattr(record, key) for key in EXTRA if hasattr(record, key)}
        if record.exc_info:
            data["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(data).decode()


def set_up_logs(level: str) -> None:
    """Log to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for noisy in ("alembic", "uvicorn.access", "uvicorn.error", "websockets"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLogger().level))
    # A connection that is lost is told by whoever used it; its driver would tell it once more, with a traceback.
    logging.getLogger("psycopg").setLevel(max(logging.ERROR, logging.getLogger().level))
