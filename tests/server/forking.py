"""Processes of the command line, servers above all, forked from one that has loaded what they need.

A start from nothing works three seconds for its imports alone, and most tests are about what comes after. A process
that is forked runs the same command with the same arguments, its own settings, streams, signals and children; how it
starts from nothing is tried where that matters (``Server.start``, and commands that are not run by ``run_command``).
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.server.preloading"])


class ForkedProcess:
    """A process of the command line, with what ``subprocess.Popen`` offers of it. Reads nothing, unless told what; says
    all into one file, unless told another for what goes wrong."""

    def __init__(
        self,
        arguments: Sequence[str],
        said: Path,
        environment: Mapping[str, str],
        wrong: Path | None = None,
        read: str = os.devnull,
    ) -> None:
        streams = (read, str(said), str(wrong or said))
        self._process = _context.Process(target=_run, args=([*arguments], streams, {**environment}))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid
        atexit.register(self.kill)

    def poll(self) -> int | None:
        """The exit code, if it has ended."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once it has ended."""
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            assert timeout is not None
            raise TimeoutExpired("caravanserai", timeout)
        atexit.unregister(self.kill)
        return code

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run_command(
    arguments: Sequence[str], environment: Mapping[str, str], answers: str = "", timeout: float = 300
) -> CompletedProcess[str]:
    """Run the command line to its end, as ``subprocess.run`` would."""
    with tempfile.TemporaryDirectory() as folder:
        read, said, wrong = (Path(folder) / name for name in ("read", "said", "wrong"))
        read.write_text(answers, encoding="utf-8")
        said.touch()
        wrong.touch()
        process = ForkedProcess(arguments, said, environment, wrong, str(read))
        try:
            code = process.wait(timeout)
        except TimeoutExpired:
            process.kill()
            raise
        return CompletedProcess([*arguments], code, said.read_text("utf-8"), wrong.read_text("utf-8"))


def _run(arguments: list[str], streams: tuple[str, str, str], environment: dict[str, str]) -> None:
    """What the new process does: the command line as from a shell, with these files in the place of a terminal."""
    from caravanserai.cli import main

    for number, (name, mode) in enumerate(zip(streams, (os.O_RDONLY, *[os.O_WRONLY | os.O_APPEND] * 2), strict=True)):
        file = os.open(name, mode)
        os.dup2(file, number)
        os.close(file)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)  # multiprocessing has put another one there
    os.environ.clear()
    os.environ.update(environment)
    threading.Thread(target=_end_with_tests, daemon=True).start()
    sys.argv = ["caravanserai", *arguments]
    main()


def _end_with_tests() -> None:
    """Nothing is left running, however the tests end."""
    tests = multiprocessing.parent_process()
    assert tests is not None
    tests.join()
    os.kill(os.getpid(), signal.SIGKILL)
