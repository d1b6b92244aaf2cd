"""The learning example: what it learns does not depend on who played for it, nor on whether it was stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

COMMAND = (sys.executable, "examples/learn.py", "tantan", "--rounds", "3", "--matches", "160", "--measured", "64")


def learned(folder: Path, engine: str) -> dict[str, bytes]:
    """All that a run leaves behind but for its own state, which names no bytes of anybody else."""
    done = subprocess.run(
        [*COMMAND, "--engine", engine, "--results", folder, "--out", folder / "learned.npz"],
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "2 seats: " in done.stdout
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.suffix != ".pt"}


def test_every_engine_learns_the_same_and_so_does_a_run_that_was_stopped(tmp_path: Path) -> None:
    alone = learned(tmp_path / "alone", "threads:1")
    assert {"learned.npz", "round-0002-2.jsonl", "round-0002-4.jsonl", "measured-0003-4-64.jsonl"} <= set(alone)
    assert learned(tmp_path / "processes", "processes:2") == alone

    stopped = tmp_path / "stopped"
    command = [*COMMAND, "--engine", "processes:2", "--results", str(stopped), "--out", str(stopped / "learned.npz")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        under_way = stopped / "round-0001-2.jsonl"
        while not under_way.exists() or under_way.read_bytes().count(b"\n") < 2:
            assert process.poll() is None
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    kept = f"what is done is kept in {stopped}, and the same command goes on from there"
    assert told.splitlines()[-1] == f"learn.py: stopped; {kept}"
    assert not (stopped / "learned.npz").exists()
    assert learned(stopped, "threads:2") == alone


def test_a_folder_of_another_run_is_refused_in_one_sentence(tmp_path: Path) -> None:
    first = [*COMMAND, "--results", str(tmp_path), "--out", str(tmp_path / "learned.npz")]
    first[first.index("--rounds") + 1] = "1"
    assert subprocess.run(first, capture_output=True, timeout=600).returncode == 0
    done = subprocess.run([*first, "--seed", "2"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 1
    assert done.stderr.startswith(f"learn.py: {tmp_path}/learner.pt: there {{'game': 'tantan', 'rounds': 1")
    assert done.stderr.count("\n") == 1
