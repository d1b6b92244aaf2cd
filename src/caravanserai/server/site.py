"""The web table: the pages that `make web` built, compressed on their way out, and kept by browsers while valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Scope

from caravanserai.server import modules
from caravanserai.server.preview import Preview, preview_of, spoken_language, with_preview

SITE = Path(__file__).parent / "site"

FOREVER = "public, max-age=31536000, immutable"
"""For files whose name changes with their contents."""


class Site(StaticFiles):
    """Files of the site; where they are looked up anew each time is said in their headers. The page itself tells in its
    head what a link to it leads to."""

    def __init__(self, folder: Path, url: str | None) -> None:
        super().__init__(directory=folder)
        self._folder = folder
        self._url = url

    def file_response(self, full_path: Any, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(full_path, *args, **kwargs)
        named_by_contents = Path(full_path).parent.name == "assets"
        response.headers["cache-control"] = FOREVER if named_by_contents else "no-cache"
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file; to a browser that looks for one that is not there, the page, which says so."""
        headers = Headers(scope=scope)
        if scope["method"] in ("GET", "HEAD"):
            preview = preview_of(path, spoken_language(headers.get("accept-language", "")), self._folder)
            if preview is not None:
                return self._page(scope, preview)
        if path.startswith(f"{modules.FOLDER}/"):
            return self._module(path.removeprefix(f"{modules.FOLDER}/"), scope)
        try:
            return await super().get_response(path, scope)
        except HTTPException as problem:
            if problem.status_code != 404 or "text/html" not in headers.get("accept", ""):
                raise
        home = self._home(scope)
        page = self._index().replace('="./', f'="{home}').replace("<html ", f'<html data-nowhere="{home}" ', 1)
        return HTMLResponse(page, 404, {"cache-control": "no-cache"})

    def _module(self, name: str, scope: Scope) -> Response:
        """A game's engine for browsers, or which there are."""
        if name == modules.INDEX:
            return JSONResponse(modules.keys(), headers={"cache-control": "no-cache"})
        found = modules.find(name)
        if found is None:
            raise HTTPException(404, f"{name}: not made yet; expected one of those in {modules.FOLDER}/{modules.INDEX}")
        return FileResponse(found, headers={"cache-control": FOREVER}, media_type=modules.TYPES[found.suffix])

    def _page(self, scope: Scope, preview: Preview) -> Response:
        page = self._index()
        if preview.path:
            page = page.replace('="./', f'="{self._home(scope)}')
        base = f"{self._url.rstrip('/')}/" if self._url is not None else str(Request(scope).base_url)
        headers = {"cache-control": "no-cache", "vary": "accept-language"}
        return HTMLResponse(with_preview(page, preview, base), headers=headers)

    def _index(self) -> str:
        return (self._folder / "index.html").read_text(encoding="utf-8")

    @staticmethod
    def _home(scope: Scope) -> str:
        """Where the page lives on this server."""
        return f"{scope.get('root_path', '').rstrip('/')}/"


def is_built() -> bool:
    """Whether the site is there: in a wheel always, in a repository after `make web`."""
    return (SITE / "index.html").is_file()


def site(url: str | None = None, folder: Path = SITE) -> ASGIApp:
    """The application that serves the site, at the address people know it by."""
    return GZipMiddleware(Site(folder, url), minimum_size=1024)
