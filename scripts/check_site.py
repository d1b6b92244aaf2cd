"""Check a built site: every link and picture leads somewhere, every anchor is there, nothing comes from elsewhere, and
rules have their numbers.

python -m scripts.check_site build/docs
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
"""What a browser loads by itself."""


RULES = re.compile(r"(?:^|/)games/\w+\.html$")
"""Pages of rules, which are cited by their numbers."""


class Page(HTMLParser):
    """What a page loads, what it links to, and the anchors it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.numbers: list[int] = []
        """Those that the items of its numbered lists show."""
        self._lists: list[int | None] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        if tag in ("ol", "ul"):
            self._lists.append(int(given.get("start", "1")) if tag == "ol" and "class" not in given else None)
        elif tag == "li" and self._lists and (number := self._lists[-1]) is not None:
            self.numbers.append(number)
            self._lists[-1] = number + 1
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if LOADED.get(tag) in given and given.get("rel") not in ("canonical", "alternate", "prev", "next"):
            self.loads.append(given[LOADED[tag]])

    def handle_endtag(self, tag: str) -> None:
        if tag in ("ol", "ul"):
            self._lists.pop()


@cache
def read(file: Path) -> Page:
    """A page of the site."""
    return Page(file.read_text(encoding="utf-8"))


def problems(site: Path) -> Iterator[str]:
    """What is wrong with a site, page by page."""
    for file in sorted(site.rglob("*.html")):
        if file.name == "404.html":  # whose addresses are those of a server
            continue
        page, name = read(file), file.relative_to(site)
        if RULES.search(name.as_posix()) and page.numbers != list(range(1, len(page.numbers) + 1)):
            yield f"{name}: its rules have the numbers {page.numbers}; expected each to have its own, from 1 on"
        for target in page.loads:
            if urlsplit(target).scheme in ("http", "https") or target.startswith("//"):
                yield f"{name}: loads {target}; expected nothing from elsewhere"
        for target in page.loads + page.links:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            found = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if found.is_dir():
                found = found / "index.html"
            if not found.exists():
                yield f"{name}: {target} leads nowhere; expected a file of the site"
            elif parts.fragment and found.suffix == ".html" and unquote(parts.fragment) not in read(found).anchors:
                yield f"{name}: {target} has no such anchor; expected a heading of that page"


def main() -> None:
    """The command."""
    site = Path(sys.argv[1])
    found = list(problems(site))
    pages = len(list(site.rglob("*.html")))
    if found or pages < 2:
        sys.exit("\n".join([*found, f"{len(found)} problems in {pages} pages of {site}; expected none"]))
    print(f"{site}: {pages} pages, every link leads somewhere")


if __name__ == "__main__":
    main()
