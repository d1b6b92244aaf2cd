"""What a release writes, and what it refuses before it writes anything."""

from __future__ import annotations

import datetime
import subprocess
import zipfile
from pathlib import Path

import pytest

from caravanserai import __version__
from scripts.release import (
    ROOT,
    Refused,
    dated_changelog,
    dated_citation,
    expect_ready,
    expect_whole,
    git,
    read_version,
    written,
)

DAY = datetime.date(2026, 11, 18)
CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A lamp.\n\n## 0.9.0 (2026-10-01)\n\n- A tent.\n"


def test_the_next_version_is_ready_to_be_dated() -> None:
    assert read_version(ROOT) == __version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## Unreleased\n\n## {__version__} (2026-11-18)\n\n" in dated_changelog(changelog, __version__, DAY)
    citation = dated_citation((ROOT / "CITATION.cff").read_text(encoding="utf-8"), __version__, DAY)
    assert f"version: {__version__}\ndate-released: 2026-11-18\n" in citation
    assert dated_citation(citation, __version__, DAY) == citation


def test_what_was_unreleased_gets_the_version_and_its_date() -> None:
    dated = dated_changelog(CHANGELOG, "1.0.0", DAY)
    assert dated == CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n## 1.0.0 (2026-11-18)\n")
    with pytest.raises(Refused, match="nothing stands under"):
        dated_changelog(dated, "1.0.1", DAY)
    with pytest.raises(Refused, match="has a section already"):
        dated_changelog(CHANGELOG, "0.9.0", DAY)


def test_a_version_is_three_numbers(tmp_path: Path) -> None:
    package = tmp_path / "src" / "caravanserai"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "1.0rc1"\n')
    with pytest.raises(Refused, match=r"version 1\.0rc1: expected three numbers"):
        read_version(tmp_path)


def test_a_tree_with_changes_and_a_tag_that_is_there_are_refused(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    for name, value in (("user.name", "Ann"), ("user.email", "ann@example.org")):
        git(tmp_path, "config", name, value)
    (tmp_path / "lamp").write_text("lit")
    with pytest.raises(Refused, match="the tree is not clean"):
        expect_ready(tmp_path, "1.0.0")
    git(tmp_path, "add", "lamp")
    git(tmp_path, "commit", "--message", "A lamp")
    expect_ready(tmp_path, "1.0.0")
    git(tmp_path, "tag", "v1.0.0")
    with pytest.raises(Refused, match=r"v1\.0\.0 is tagged already"):
        expect_ready(tmp_path, "1.0.0")


def test_what_was_written_is_put_back_if_a_step_fails(tmp_path: Path) -> None:
    file = tmp_path / "CHANGELOG.md"
    file.write_text("before")

    def fail() -> None:
        with written({file: "after"}):
            assert file.read_text() == "after"
            raise Refused("a step failed")

    with pytest.raises(Refused):
        fail()
    assert file.read_text() == "before"
    with written({file: "after"}):
        pass
    assert file.read_text() == "after"


def test_a_wheel_without_the_page_or_an_engine_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "caravanserai-1.0.0-py3-none-any.whl"

    def put_in(names: dict[str, str]) -> None:
        with zipfile.ZipFile(wheel, "a") as archive:
            for name, text in names.items():
                archive.writestr(f"caravanserai{name}", text)

    put_in({"/match.py": "", "/py.typed": "", "/games/gobi/edition.toml": "", "/games/tantan/edition.toml": ""})
    with pytest.raises(Refused, match=r"server/site/index\.html is missing"):
        expect_whole(wheel, "1.0.0")
    put_in({"/server/site/index.html": "", "/server/site/licences.txt": "", "-1.0.0.dist-info/METADATA": ""})
    with pytest.raises(Refused, match=r"engine/index\.json is missing"):
        expect_whole(wheel, "1.0.0")
    put_in({"/server/site/engine/index.json": '{"gobi": "12", "tantan": "34"}', "/server/site/engine/gobi.12.wasm": ""})
    with pytest.raises(Refused, match=r"engine/tantan\.34\.wasm is missing"):
        expect_whole(wheel, "1.0.0")
    put_in({"/server/site/engine/tantan.34.wasm": ""})
    expect_whole(wheel, "1.0.0")
    with pytest.raises(Refused, match=r"caravanserai-1\.0\.1\.dist-info/METADATA is missing"):
        expect_whole(wheel, "1.0.1")
