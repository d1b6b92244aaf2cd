"""Real servers for the tests: one process each, on a free port, with a database of its own."""

from __future__ import annotations

import os
import pwd
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import httpx
from filelock import FileLock
from sqlalchemy import Engine, create_engine, select, text

from caravanserai.server.reading import ALIVE_SECONDS, database_time
from caravanserai.server.schema import processes
from caravanserai.server.settings import Settings
from tests import on_path
from tests.server.forking import ForkedProcess, run_command

PLAIN = False
"""Certificates to verify: none, as there is no TLS. To read those of the whole world takes a client longer than all
else that it does here."""

PROGRAM = [sys.executable, "-m", "caravanserai"]

START_SECONDS = 240
"""For a first start, after which all games may have to be compiled."""


def cpu_seconds(process: int) -> float:
    """Time a process has worked."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """A server process that can be killed and started again with the same data."""

    def __init__(
        self,
        data: Path,
        database: str | None = None,
        options: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.data = data
        self.database = database
        self.environment = {**os.environ, **(environment or {})}
        self.command = [*PROGRAM, "serve", "--data", str(data), "--rate", "0"]
        self.command += ["--bot-pace", "0", "--log-level", "warning", *options]
        if database is not None:
            self.command += ["--database", database]
        self.log = data / "server.log"
        self.port = 0
        self.process: subprocess.Popen[bytes] | ForkedProcess | None = None
        self._settings_only = all(name.startswith("CARAVANSERAI_") for name in environment or ())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def live(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/live"

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, prepared: bool = True) -> Server:
        """Returns when it takes requests, and unless that is no matter, when all games are prepared."""
        self.data.mkdir(parents=True, exist_ok=True)
        before = self.log.stat().st_size if self.log.exists() else 0
        self.process = self._begin([*self.command, "--port", str(self.port)])
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            said = self.log.read_bytes()[before:].decode()
            if found := re.search(r"open at http://\S+:(\d+)", said):
                self.port = int(found[1])
                if self.ready() and (not prepared or set(self.prepared().values()) == {1}):
                    return self
            assert self.process.poll() is None, said
            time.sleep(0.02)
        raise AssertionError(f"the server did not start: {self.log.read_text()}")

    def _begin(self, command: list[str]) -> subprocess.Popen[bytes] | ForkedProcess:
        """Usually it is forked; from nothing it begins where the test is about another program, or about variables that
        change how Python and its libraries start."""
        with self.log.open("ab") as log:
            if command[: len(PROGRAM)] != PROGRAM or not self._settings_only:
                return subprocess.Popen(command, stdout=log, stderr=log, env=self.environment)
            return ForkedProcess(command[len(PROGRAM) :], self.log, self.environment)

    def ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=5, verify=PLAIN).status_code == 200
        except httpx.TransportError:
            return False

    def prepared(self) -> dict[str, float]:
        """How far its games are."""
        shares: dict[str, float] = httpx.get(f"{self.url}/api/preparing", timeout=5, verify=PLAIN).json()["prepared"]
        return shares

    def refused(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Another process with the same settings, which is expected to end by itself."""
        return run_command([*self.command[len(PROGRAM) :], *options], self.environment)

    def kill(self) -> None:
        """As if the power failed."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """As an operator would; returns the exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(30)

    def engine(self) -> Engine:
        """To look into its database, or to change it while no server runs."""
        return create_engine(Settings(data=self.data, database=self.database).database_url)

    def forget(self) -> None:
        """All that was kept is lost, while no server runs."""
        for kept in self.data.iterdir():
            if kept.is_dir():
                shutil.rmtree(kept)
            elif kept != self.log:
                kept.unlink()
        if self.database is not None:
            engine = self.engine()
            with engine.begin() as connection:
                connection.execute(text("DROP SCHEMA public CASCADE"))
                connection.execute(text("CREATE SCHEMA public"))
            engine.dispose()

    def memory(self) -> int:
        """Bytes of memory in use."""
        assert self.process is not None
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found
        return int(found[1]) * 1024

    def cpu_seconds(self) -> float:
        """Time the process has worked."""
        assert self.process is not None
        return cpu_seconds(self.process.pid)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.running:
            self.kill()


def small_games(folder: Path) -> dict[str, str]:
    """An environment in which nothing is compiled, and in which two games are installed that are compiled in seconds:
    ours are hidden by the metadata of another distribution of the same name."""
    metadata = folder / "installed" / "caravanserai-0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: caravanserai\nVersion: 0\n")
    (metadata / "entry_points.txt").write_text("[caravanserai.games]\nstuck = tests.stuck:GAME\n")
    return {"NUMBA_CACHE_DIR": str(folder / "code"), "PYTHONPATH": on_path(metadata.parent)}


class Servers:
    """Server processes that share a database; whoever asks comes to any of them that runs."""

    def __init__(self, members: Sequence[Server], seed: int = 1) -> None:
        self.members = list(members)
        self.data = self.members[0].data
        self._dice = random.Random(seed)
        self._returning: threading.Timer | None = None

    def lose_one(self, seconds: float) -> None:
        """Any of them dies, and is started again after a while."""
        victim = self._dice.choice(self.running)
        victim.kill()
        self._returning = threading.Timer(seconds, victim.start)
        self._returning.start()

    @property
    def running(self) -> list[Server]:
        return [member for member in self.members if member.running]

    @property
    def url(self) -> str:
        return self._dice.choice(self.running).url

    @property
    def live(self) -> str:
        return self._dice.choice(self.running).live

    def all_ready(self) -> bool:
        """Whether all of them run and can take requests."""
        returning = self._returning is not None and self._returning.is_alive()
        return not returning and all(member.running and member.ready() for member in self.members)

    def stop(self) -> None:
        """As an operator would."""
        for member in self.members:
            assert member.stop() == 0

    def said(self) -> str:
        """What is in their logs."""
        return "".join(member.log.read_text() for member in self.members)


@contextmanager
def sharing(folder: Path, database: str, count: int, options: Sequence[str] = ()) -> Iterator[Servers]:
    """Servers of one house that share a database."""
    house = {"CARAVANSERAI_SECRET": "the same for all servers of this house"}
    members = [Server(folder / f"server-{number}", database, options, house) for number in range(count)]
    try:
        yield Servers([member.start() for member in members])
    finally:
        for member in members:
            if member.running:
                member.kill()


class PostgreSQL:
    """A cluster of its own from Debian's packages, without anything on disk that outlives it."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self.programs = programs
        self._names = count()

    def run(self, program: str, *args: str) -> None:
        command = [str(self.programs / program), *args]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, capture_output=True, cwd="/")

    def start(self) -> None:
        """Returns when it lets clients in."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=100"
        where = ["-D", str(self.folder / "data"), "-l", str(self.folder / "log")]
        self.run("pg_ctl", *where, "-w", "-o", options, "start")

    def stop(self) -> None:
        """As if the power failed; all connections are lost."""
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "immediate", "stop")

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"caravanserai_{next(self._names)}"
        self.run("createdb", "-h", str(self.folder), "-U", "postgres", name)
        return f"postgresql://postgres@/{name}?host={self.folder}"


def from_debian(package: str, find: Callable[[], str | None]) -> str:
    """Where a program is, or its folder; the package is installed if need be, by one worker while the others wait, and
    by way of ``sudo`` for whoever is not root but may do that without a password."""
    with FileLock(Path(tempfile.gettempdir()) / "caravanserai-apt.lock"):
        found = find()
        if found is None:
            as_root = [] if os.getuid() == 0 else ["sudo", "--non-interactive"]
            for step in (["update", "-q"], ["install", "-y", "-q", "--no-install-recommends", package]):
                command = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *step]
                with suppress(OSError, subprocess.CalledProcessError):
                    subprocess.run(command, check=True, capture_output=True)
            found = find()
    assert found, f"{package}: not on this machine; expected it, or that apt-get can install it"
    return found


def postgres_programs() -> Path:
    """Where PostgreSQL's programs are; they are installed if need be."""

    def newest() -> str | None:
        return max(map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb")), default=None)

    return Path(from_debian("postgresql", newest)).parent


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """A running cluster, stopped and removed in the end."""
    programs = postgres_programs()
    folder = Path(tempfile.mkdtemp(prefix="caravanserai-pg-"))
    if os.getuid() == 0:
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
    cluster = PostgreSQL(folder, programs)
    try:
        data = str(folder / "data")
        cluster.run("initdb", "-D", data, "-A", "trust", "-U", "postgres", "--no-sync")
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def living(database: str, count: int) -> set[int]:
    """The server processes that share a database, by their numbers in the system, once there are so many."""
    engine = create_engine(Settings(database=database).database_url)
    c, end = processes.c, time.monotonic() + 60
    try:
        while True:
            with engine.connect() as connection:
                alive = select(c.pid).where(c.seen_at > database_time() - ALIVE_SECONDS)
                found = {pid for (pid,) in connection.execute(alive)}
            if len(found) == count:
                return found
            assert time.monotonic() < end, found
            time.sleep(0.1)
    finally:
        engine.dispose()
