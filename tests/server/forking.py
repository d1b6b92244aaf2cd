"""Server processes forked from one that has loaded what they need.

A start from nothing works three seconds for its imports alone, and most tests are about what comes after. A process
that is forked runs the same command with the same arguments, its own settings, log, signals and children; how it starts
from nothing is tried where that matters (``Server.start``).
"""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import TimeoutExpired

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.server.preloading"])


class ForkedProcess:
    """A process of the command line, with what ``subprocess.Popen`` offers of it."""

    def __init__(self, arguments: Sequence[str], log: Path, environment: Mapping[str, str]) -> None:
        self._process = _context.Process(target=_run, args=([*arguments], str(log), {**environment}))
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


def _run(arguments: list[str], log: str, environment: dict[str, str]) -> None:
    """What the new process does: the command line as from a shell, all it says into the log."""
    from caravanserai.cli import main

    file = os.open(log, os.O_WRONLY | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)
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
