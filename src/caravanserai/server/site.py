"""The web table: the pages that `make web` built, compressed on their way out, and kept by browsers while valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Scope

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

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file; to a browser that looks for one that is not there, the page, which says so."""
        try:
            return await super().get_response(path, scope)
        except HTTPException as problem:
            if problem.status_code != 404 or "text/html" not in Headers(scope=scope).get("accept", ""):
                raise
        home = f"{scope.get('root_path', '').rstrip('/')}/"
        page = (SITE / "index.html").read_text(encoding="utf-8")
        page = page.replace('="./', f'="{home}').replace("<html ", f'<html data-nowhere="{home}" ', 1)
        return HTMLResponse(page, 404, {"cache-control": "no-cache"})


def is_built() -> bool:
    """Whether the site is there: in a wheel always, in a repository after `make web`."""
    return (SITE / "index.html").is_file()


def site() -> ASGIApp:
    """The application that serves the site."""
    return GZipMiddleware(Site(directory=SITE, html=True), minimum_size=1024)
