"""Lay out what the documentation site is built from: docs/, and a page for everything else of the repository that its
pages link to, so that no link leads out of the site and it can be read without a network.

python -m scripts.site build/site
"""

from __future__ import annotations

import posixpath
import re
import shutil
import sys
from pathlib import Path

from caravanserai.lab import plots
from caravanserai.lab.statistics import Estimate

ROOT = Path(__file__).parents[1]
REPOSITORY = "repository"
"""The folder of the site with pages of what is outside docs/."""

LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")
CODE = re.compile(r"^( *)(`{3,}).*?^\1\2", re.MULTILINE | re.DOTALL)
LANGUAGES = {".py": "python", ".sh": "sh", ".yml": "yaml", ".yaml": "yaml", ".json": "json", ".toml": "toml"}
LEADER = "leader at half time wins"
SHARES = re.compile(rf"^\| case \| (?:first seat|[^\n]*\| {LEADER}) \|.*\n(?:\|.*\n)+", re.MULTILINE)
"""Tables of the lab's reports that are drawn as well."""
UNSEARCHED = "---\nsearch:\n  exclude: true\n---\n"


def place_of(path: str) -> str:
    """Where something of the repository is in the site. A page in several languages is linked to by none of them: the
    site takes the reader's."""
    if path.startswith("docs/"):
        return re.sub(r"\.(en|fr)\.md$", ".md", path.removeprefix("docs/"))
    folder, name = posixpath.split(path)
    # What stands between dots would be taken for a language.
    return posixpath.join(REPOSITORY, folder, name.removesuffix(".md").replace(".", "-") + ".md")


def target_of(link: str, source: str) -> str | None:
    """What a link of a file of the repository leads to in the repository, if anything."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
    return path if not path.startswith("..") and (ROOT / path).exists() else None


def links_of(text: str, source: str) -> set[str]:
    """All of the repository that a page links to."""
    targets = (target_of(link, source) for _, link, _ in LINK.findall(CODE.sub("", text)))
    return {target for target in targets if target is not None}


def relinked(text: str, source: str, page: str) -> str:
    """A page's text with links that fit where it is in the site; pictures and other files stay beside it."""

    def fit(match: re.Match[str]) -> str:
        target = target_of(match[2], source)
        if target is None:
            return match[0]
        inside = target.startswith("docs/") and not target.endswith(".md")
        place = target.removeprefix("docs/") if inside else place_of(target)
        return f"{match[1]}{posixpath.relpath(place, posixpath.dirname(page) or '.')}{match[3]}"

    return LINK.sub(fit, text)


def shown(path: str) -> str:
    """A file or a folder of the repository as a page with links as the repository has them."""
    place = ROOT / path
    if path.endswith(".md"):
        return place.read_text(encoding="utf-8")
    if place.is_dir():
        files = sorted(child.name for child in place.iterdir() if child.is_file() and child.suffix != ".pyc")
        listed = "\n".join(f"- [{name}]({place.name}/{name})" for name in files)
        return f"{UNSEARCHED}# `{path}`\n\n{listed}\n"
    text = place.read_text(encoding="utf-8")
    return f"{UNSEARCHED}# `{path}`\n\n````{LANGUAGES.get(place.suffix, 'text')}\n{text}\n````\n"


def illustrated(path: str, text: str) -> str:
    """The page of a game's rules with a picture of its table, if there is one, below the title."""
    game = re.fullmatch(r"docs/games/(\w+)\.(?:en|fr)\.md", path)
    if game is None or not (ROOT / "docs" / "pictures" / f"{game[1]}.webp").exists():
        return text
    picture = rf"\g<0>\n\n![\1](../pictures/{game[1]}.webp){{ .of-game }}"
    return re.sub(r"^# (.+)$", picture, text, count=1, flags=re.MULTILINE)


def plotted(path: str, text: str) -> str:
    """A report of the balance lab with the shares of its first tables drawn, each with its interval."""
    if not re.fullmatch(r"docs/lab/[a-z]+\.md", path):
        return text

    def draw(match: re.Match[str]) -> str:
        head, _, *rows = [[cell.strip() for cell in line.strip("| \n").split("|")] for line in match[0].splitlines()]
        if head[1] == "first seat":
            drawings = [
                (f"Win share by seat, {row[0]}", list(zip(head[1:], row[1:], strict=False)), 1 / (len(row) - 1))
                for row in rows
            ]
        else:
            leader = head.index(LEADER)
            drawings = [(f"How often the {LEADER}", [(row[0], row[leader]) for row in rows], 0.5)]
        return "".join([match[0], '\n<div class="plots">\n', *(figure(*drawing) for drawing in drawings), "</div>\n"])

    return SHARES.sub(draw, text)


def figure(title: str, rows: list[tuple[str, str]], mark: float) -> str:
    """Shares as a drawing, beside one to compare with."""
    shares = [(label, Estimate(*(float(part) / 100 for part in re.findall(r"[\d.]+", cell)))) for label, cell in rows]
    drawing = plots.whiskers(title, shares, percent=True, mark=mark)
    return f"<figure><figcaption>{title}</figcaption>{drawing}</figure>\n"


def lay_out(folder: Path) -> None:
    """Write the site's pages."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder)
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    waiting, done = set(pages), set()
    while waiting:
        path = waiting.pop()
        done.add(path)
        text = shown(path)
        page = path.removeprefix("docs/") if path in pages else place_of(path)
        file = folder / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(illustrated(path, plotted(path, relinked(text, path, page))), encoding="utf-8")
        if path.endswith(".md") or (ROOT / path).is_dir():
            waiting |= {target for target in links_of(text, path) if not target.startswith("docs/")} - done


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]))
