"""Make a release: check, build, date the changelog, tag. Nothing is uploaded.

    make release                   # of the version in src/caravanserai/__init__.py
    make release ARGS=--dry-run    # the same, but the repository is left as it was

What it builds lies in build/release. The tree must be clean; if anything fails, it is clean again afterwards.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = Path("build") / "release"
UNRELEASED = "## Unreleased"
SITE = "caravanserai/server/site"
IN_EVERY_WHEEL = (
    "caravanserai/match.py", "caravanserai/py.typed",
    f"{SITE}/index.html", f"{SITE}/licences.txt", f"{SITE}/engine/index.json",
)  # fmt: skip
EDITION = re.compile(r"caravanserai/games/(\w+)/edition\.toml")
"""What each game of the package has."""


class Refused(Exception):
    """Something is not as it must be for a release; the message says what, and what was expected."""


def read_version(root: Path) -> str:
    """The version to be released, as the package tells it."""
    text = (root / "src" / "caravanserai" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.*)"$', text, re.MULTILINE)
    if found is None or not re.fullmatch(r"\d+\.\d+\.\d+", found[1]):
        raise Refused(f"version {found[1] if found else 'none'}: expected three numbers such as 1.2.3")
    return found[1]


def dated_changelog(text: str, version: str, date: datetime.date) -> str:
    """The changelog with what was unreleased under the version and its date, and an empty section for what comes."""
    before, mark, after = text.partition(f"{UNRELEASED}\n")
    unreleased = re.split(r"^## ", after, maxsplit=1, flags=re.MULTILINE)[0]
    if not mark or not unreleased.strip():
        raise Refused(f"CHANGELOG.md: nothing stands under “{UNRELEASED}”; expected what {version} changes")
    if re.search(rf"^## {re.escape(version)}\b", after, re.MULTILINE):
        raise Refused(f"CHANGELOG.md: {version} has a section already; expected a new version")
    return f"{before}{UNRELEASED}\n\n## {version} ({date.isoformat()})\n{after}"


def dated_citation(text: str, version: str, date: datetime.date) -> str:
    """CITATION.cff with the version and its date."""
    without = re.sub(r"^date-released: .*\n", "", text, flags=re.MULTILINE)
    dated, count = re.subn(
        r"^version: .*\n", f"version: {version}\ndate-released: {date.isoformat()}\n", without, flags=re.MULTILINE
    )
    if count != 1:
        raise Refused("CITATION.cff: expected one line with the version")
    return dated


def git(root: Path, *words: str) -> str:
    """What a git command prints."""
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout


def expect_ready(root: Path, version: str) -> None:
    """Refuses a tree that is not clean, and a version that was released."""
    if changed := git(root, "status", "--porcelain").splitlines():
        raise Refused(f"the tree is not clean ({changed[0].strip()}, {len(changed)} in all); expected all committed")
    if git(root, "tag", "--list", f"v{version}").strip():
        raise Refused(f"v{version} is tagged already; expected a new version in src/caravanserai/__init__.py")


def run(*command: str, **variables: str) -> None:
    """Run a step and show what it says; raises Refused if it fails."""
    print(f"== {' '.join(command)}", flush=True)
    if subprocess.run(command, cwd=ROOT, env={**os.environ, **variables}).returncode:
        raise Refused(f"{' '.join(command)}: it failed; expected it to pass before a release")


def build(python: str) -> Path:
    """Sources, and a wheel made of these alone; returns the wheel."""
    shutil.rmtree(ROOT / PACKAGES, ignore_errors=True)
    run(python, "-m", "build", "--outdir", str(PACKAGES), ".")
    packages = sorted((ROOT / PACKAGES).iterdir())
    run(python, "-m", "twine", "check", "--strict", *map(str, packages))
    [wheel] = (path for path in packages if path.suffix == ".whl")
    return wheel


def expect_whole(wheel: Path, version: str) -> None:
    """Refuses a wheel of another version, or one that lacks the page or the engine of a game for browsers."""
    wanted = [*IN_EVERY_WHEEL, f"caravanserai-{version}.dist-info/METADATA"]
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        if names.issuperset(wanted):
            keys = json.loads(archive.read(f"{SITE}/engine/index.json"))
            games = sorted(match[1] for name in names if (match := EDITION.fullmatch(name)))
            wanted += [f"{SITE}/engine/{game}.{keys.get(game, '')}.wasm" for game in games]
    if lacking := [name for name in wanted if name not in names]:
        raise Refused(f"{wheel.name}: {lacking[0]} is missing; expected a whole wheel of {version}")


@contextmanager
def written(texts: dict[Path, str]) -> Iterator[None]:
    """Files with other texts; what they were is put back if anything fails."""
    before = {path: path.read_text(encoding="utf-8") for path in texts}
    try:
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
        yield
    except BaseException:
        for path, text in before.items():
            path.write_text(text, encoding="utf-8")
        raise


class Rehearsed(Exception):
    """All steps were taken but the last: the repository is to be as it was."""


def release(python: str, dry: bool, date: datetime.date) -> None:
    """All steps; ``python`` has what builds and checks packages."""
    version = read_version(ROOT)
    expect_ready(ROOT, version)
    changelog, citation = ROOT / "CHANGELOG.md", ROOT / "CITATION.cff"
    texts = {
        changelog: dated_changelog(changelog.read_text(encoding="utf-8"), version, date),
        citation: dated_citation(citation.read_text(encoding="utf-8"), version, date),
    }
    with written(texts):
        run("make", "check", "web", "engine")
        wheel = build(python)
        expect_whole(wheel, version)
        run("make", "test-parts", CARAVANSERAI_WHEEL=str(wheel))
        if dry:
            raise Rehearsed(f"{version}: all is well; the repository is as it was, the packages are in {PACKAGES}")
        git(ROOT, "add", *map(str, texts))
        git(ROOT, "commit", "--message", f"Version {version}")
    git(ROOT, "tag", "--annotate", f"v{version}", "--message", f"Version {version}")
    print(f"v{version} is tagged. To publish it: git push --follow-tags, and twine upload {PACKAGES}/*")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Make a release: check, build, date the changelog, tag.")
    parser.add_argument("--dry-run", action="store_true", help="leave the repository as it was")
    parser.add_argument("--tools", default=sys.executable, help="a Python that has build and twine")
    given = parser.parse_args()
    try:
        release(given.tools, given.dry_run, datetime.datetime.now(datetime.UTC).date())
    except Rehearsed as rehearsed:
        print(rehearsed)
    except Refused as problem:
        sys.exit(f"release: {problem}")


if __name__ == "__main__":
    main()
