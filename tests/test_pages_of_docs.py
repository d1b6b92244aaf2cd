"""The pages of the repository: links lead somewhere, the site has all of them, and the reference is the public API."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from scripts.check_site import problems
from scripts.docstrings_text import with_blocks
from scripts.site import CODE, LINK, lay_out, target_of

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
REFERENCE = {
    module: page
    for page in sorted((DOCS / "reference").glob("*.md"))
    for module in re.findall(r"^::: ([\w.]+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
}
NOT_HERE = {"caravanserai.envs.rllib", "caravanserai.envs.stable_baselines3"}
"""Modules whose tools are large: `make test-tools` imports them."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def anchors(path: Path) -> set[str]:
    """The anchors of a page, as Markdown makes them of its headings."""
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_link_of_a_page_leads_somewhere(path: Path) -> None:
    text = CODE.sub("", path.read_text(encoding="utf-8"))
    for _, link, rest in LINK.findall(text):
        target = target_of(link, name_of(path))
        assert target, f"{link}: expected a file of the repository"
        anchor = rest.strip("#)")
        if anchor and target.endswith(".md"):
            assert anchor in anchors(ROOT / target), f"{link}#{anchor}"
    for anchor in re.findall(r"\]\(#([^)\s]+)\)", text):
        assert anchor in anchors(path), anchor


def test_every_page_of_docs_is_in_the_menu_of_the_site() -> None:
    menu = re.findall(r"[\w/.-]+\.md", yaml.dump(yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"]))
    pages = {re.sub(r"\.(en|fr)\.md$", ".md", path.relative_to(DOCS).as_posix()) for path in DOCS.rglob("*.md")}
    assert {page for page in menu if not page.startswith("repository/")} == pages


def test_pages_for_players_are_there_in_both_languages() -> None:
    for path in (DOCS / "index.md", DOCS / "players.md", DOCS / "games" / "index.md"):
        assert path.with_suffix(".fr.md").exists(), path
    english = {path.name.removesuffix(".en.md") for path in DOCS.rglob("*.en.md")}
    assert english == {path.name.removesuffix(".fr.md") for path in (DOCS / "games").glob("*.fr.md")} - {"index"}


def test_what_is_linked_to_outside_docs_becomes_a_page(tmp_path: Path) -> None:
    lay_out(tmp_path)
    running = (tmp_path / "running.md").read_text(encoding="utf-8")
    assert "(repository/deploy/Caddyfile.md)" in running
    assert (tmp_path / "repository" / "deploy" / "Caddyfile.md").exists()
    assert "(../docs/" not in (tmp_path / "repository" / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_a_site_that_loads_from_elsewhere_or_leads_nowhere_is_found_out(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<h1 id="a">A</h1><a href="other.html#b">b</a><a href="#a">a</a>')
    (tmp_path / "other.html").write_text('<script src="https://example.org/x.js"></script><a href="gone.html">c</a>')
    assert [problem.partition(";")[0] for problem in problems(tmp_path)] == [
        "index.html: other.html#b has no such anchor",
        "other.html: loads https://example.org/x.js",
        "other.html: gone.html leads nowhere",
    ]


def test_rules_whose_numbers_are_lost_are_found_out(tmp_path: Path) -> None:
    page = tmp_path / "games" / "gobi.html"
    page.parent.mkdir()
    page.write_text(
        '<ol class="found"></ol><ol><li>a<ul><li>b</li></ul></li><li>c</li></ol><ol start="3"><li>d</li></ol>'
    )
    (tmp_path / "index.html").write_text("<ol><li>a</li></ol><ol><li>b</li></ol>")
    assert list(problems(tmp_path)) == []
    (page.parent / "tantan.html").write_text(page.read_text(encoding="utf-8").replace(' start="3"', ""))
    assert list(problems(tmp_path)) == [
        "games/tantan.html: its rules have the numbers [1, 2, 1]; expected each to have its own, from 1 on"
    ]


def test_rules_of_a_game_have_a_picture_of_its_table(tmp_path: Path) -> None:
    lay_out(tmp_path)
    for page in (DOCS / "games").glob("*.??.md"):
        if page.stem.partition(".")[0] != "index":
            laid_out = (tmp_path / "games" / page.name).read_text(encoding="utf-8")
            picture = rf"^# (.+)\n\n!\[\1\]\(\.\./pictures/{page.name.partition('.')[0]}\.webp\)"
            assert re.search(picture, laid_out, re.MULTILINE), page.name


def test_reports_of_the_lab_have_plots_of_their_shares(tmp_path: Path) -> None:
    lay_out(tmp_path)
    for page in set((DOCS / "lab").glob("*.md")) - {DOCS / "lab" / "README.md"}:
        cases = re.search(
            r"^\| case \| first seat .*\n\| --- .*\n((?:\|.*\n)+)", page.read_text(encoding="utf-8"), re.M
        )
        assert cases, page
        drawn = (tmp_path / "lab" / page.name).read_text(encoding="utf-8")
        assert drawn.count('aria-label="Win share by seat, ') == len(cases[1].splitlines()), page.name
        assert drawn.count('aria-label="How often the leader at half time wins') == 1, page.name
    tantan = (tmp_path / "lab" / "tantan.md").read_text(encoding="utf-8")
    assert re.search(r'Win share by seat, 2 seats".*>first seat<.*>1 to its left<', tantan)


def test_examples_in_docstrings_become_blocks() -> None:
    assert with_blocks("Says.\n\n>>> 1 + 1\n2\n\nMore.") == "Says.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."


@pytest.mark.parametrize("module", sorted(set(REFERENCE) - NOT_HERE))
def test_the_public_api_is_listed_and_has_docstrings(module: str) -> None:
    found = import_module(module)
    assert found.__doc__
    if module == "caravanserai.kernel.errors":  # errors and nothing else: all are public
        return
    assert len(set(found.__all__)) == len(found.__all__) > 0
    for name in found.__all__:
        public = getattr(found, name)
        if inspect.isclass(public) or inspect.isfunction(public):
            assert public.__doc__, f"{module}.{name}"
        if inspect.isclass(public):
            assert list(undocumented(public)) == [], f"{module}.{name}"


def undocumented(public: type) -> Iterator[str]:
    """Methods and properties of ours that say nothing of themselves and override nothing that does."""
    for name in dir(public):
        method = inspect.getattr_static(public, name)
        code = getattr(method, "fget", None) or getattr(method, "func", None) or getattr(method, "__func__", method)
        is_ours = inspect.isfunction(code) and code.__module__.startswith("caravanserai")
        if (
            is_ours
            and not name.startswith("_")
            and not (inspect.getdoc(method) or inspect.getdoc(getattr(public, name)))
        ):
            yield name


def imported(text: str) -> Iterator[tuple[str, str]]:
    """What a page or an example imports from us: a module, and a name of it."""
    line = re.compile(r"^(?:>>> )?\s*from (caravanserai[.\w]*) import (\([^)]*\)|.*)$", re.MULTILINE)
    for module, names in line.findall(text):
        for name in names.strip("()").split(","):
            if name.strip():
                yield module, name.split(" as ")[0].split("#")[0].strip()


@pytest.mark.parametrize("path", [*PAGES, *sorted((ROOT / "examples").rglob("*.py"))], ids=name_of)
def test_what_pages_and_examples_import_is_public(path: Path) -> None:
    if path == ROOT / "CONTRIBUTING.md":  # for those who change the code itself
        return
    for module, name in imported(path.read_text(encoding="utf-8")):
        if not module.startswith("caravanserai.kernel") and f"{module}.{name}" not in REFERENCE:
            assert module == "caravanserai" or module in REFERENCE, f"{module}: expected a module of the reference"
            source = (ROOT / "src" / Path(*module.split("."))).with_suffix(".py")
            source = source if source.exists() else source.with_suffix("") / "__init__.py"
            listed = re.search(r"^__all__ = \[(.*?)\]", source.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
            assert listed, module
            assert f'"{name}"' in listed[1], f"{module}.{name}: expected a name of its __all__"


def test_every_module_with_a_public_api_is_in_the_reference() -> None:
    source = ROOT / "src"
    public = set()
    for path in (source / "caravanserai").rglob("*.py"):
        if re.search(r"^__all__ = ", path.read_text(encoding="utf-8"), re.MULTILINE):
            public.add(".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"))
    assert public - {"caravanserai"} == set(REFERENCE) - {"caravanserai.kernel.errors"}
    assert all(find_spec(module.rpartition(".")[0]) for module in REFERENCE)
