"""The web table: the pages that `make web` built, compressed on their way out, and kept by browsers while valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp

SITE = Path(__file__).parent / "site"

FOREVER = "public, max-age=31536000, immutable"
"""For files whose name changes with their contents."""


class Site(StaticFiles):
    """Files of the site; where they are looked up anew each time is said in their headers."""

    def file_response(self, full_path: Any, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(full_path, *args, **kwargs)
        named_by_contents = Path(full_path).parent.name == "assets"
        response.headers["cache-control"] = FOREVER if named_by_contents else "no-cache"
        return response


def is_built() -> bool:
    """Whether the site is there: in a wheel always, in a repository after `make web`."""
    return (SITE / "index.html").is_file()


def site() -> ASGIApp:
    """The application that serves the site."""
    return GZipMiddleware(Site(directory=SITE, html=True), minimum_size=1024)
