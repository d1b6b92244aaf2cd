"""The queue of jobs that servers and helpers share, in PostgreSQL.

A *thinker* is a process that does jobs: a helper, or a server for itself. Servers ask: each job has *askers*, and those
whose server is gone no longer count. Whoever takes a job does it for as long as it is alive, which its heartbeat shows;
after that the job is anybody's again. All times are the database's, so machines need not agree on one; notifications
make it quick, and a look every second makes up for those that were missed.

Jobs are taken one after the other, under a lock for the length of a statement or two. That is what keeps turns exact
over all machines: of those who wait, next comes the owner who was served longest ago, and no owner has all workers.
(``FOR UPDATE SKIP LOCKED`` alone would let two thinkers take jobs of the same owner at the same moment.) It allows a
hundred jobs a second even on a busy machine (``benchmarks/thinking_queue.py``), and a job is a tenth of a second of
thinking or more.

Why no library: procrastinate, which is a good one, runs functions by name and keeps no results; whoever asked would
need a second table and channel for them. It takes jobs by priority and age, without turns; equal jobs are refused while
one waits instead of sharing an answer; the jobs of a lost worker are listed, not handed on; and it brings a schema of
its own with migrations beside Alembic's. What would be left for it to do is a statement or two.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import orjson
import psycopg
from psycopg.rows import namedtuple_row
from sqlalchemy import make_url

from caravanserai.server.jobs import KINDS, code_of
from caravanserai.server.thinking import HELPER, Job

HEARTBEAT_SECONDS = 1.0
ALIVE_SECONDS = 4.0
"""A thinker that has not been heard of for so long is taken to be gone."""

TAKE_SECONDS = 0.25
"""A server leaves a job to the helpers for so long before its own processes may take it."""

STATEMENT_SECONDS = 3.0
"""After which a database that does not answer is taken to be away."""

FORGET_SECONDS = 600
"""After which what nobody can need any longer is deleted."""

JOBS, ANSWERS = "caravanserai_jobs", "caravanserai_answers"
"""Channels: there are jobs to take, or fewer thinkers; a job was answered."""

AWAY = (psycopg.Error, OSError, TimeoutError)
"""What is told by a database that does not answer."""

TURNS_LOCK = 6_202_617_001
"""The number of the lock under which jobs are taken."""

NOW = "extract(epoch FROM clock_timestamp())"

ALIVE = f"SELECT id, kind, workers FROM thinkers WHERE seen_at > {NOW} - {ALIVE_SECONDS}"

ASKED = "SELECT FROM job_askers WHERE job_askers.job = jobs.id"

TAKE = f"""
WITH alive AS MATERIALIZED ({ALIVE}),
team AS (SELECT * FROM alive WHERE CASE WHEN %(helper)s THEN kind = '{HELPER}' ELSE id = %(me)s END),
room AS (SELECT greatest(1, coalesce(sum(workers), 0) - 1) AS most FROM team),
busy AS MATERIALIZED (
    SELECT jobs.served_for, jobs.kind FROM jobs JOIN team ON team.id = jobs.taken_by WHERE jobs.answered_at IS NULL
),
sated AS (SELECT served_for FROM busy, room GROUP BY served_for, most HAVING count(*) >= most),
next AS (
    SELECT jobs.id, asker.owner
    FROM jobs
    JOIN job_askers asker ON asker.job = jobs.id
    JOIN alive server ON server.id = asker.server
    LEFT JOIN job_turns turn ON turn.owner = asker.owner
    CROSS JOIN room
    WHERE jobs.answered_at IS NULL
    AND jobs.kind = ANY(%(kinds)s) AND jobs.code = ANY(%(codes)s)
    AND (jobs.taken_by IS NULL OR NOT EXISTS (SELECT FROM alive WHERE alive.id = jobs.taken_by))
    AND asker.owner NOT IN (SELECT served_for FROM sated)
    AND (jobs.kind <> 'review' OR (SELECT count(*) FROM busy WHERE busy.kind = 'review') < room.most)
    AND CASE WHEN %(helper)s THEN NOT jobs.refused ELSE asker.server = %(me)s AND (
        jobs.refused OR jobs.taken_by IS NOT NULL OR asker.asked_at < {NOW} - {TAKE_SECONDS}
        OR NOT EXISTS (SELECT FROM alive WHERE kind = '{HELPER}')
    ) END
    ORDER BY coalesce(turn.served_at, 0), asker.asked_at, jobs.id
    LIMIT 1
),
served AS (
    INSERT INTO job_turns (owner, served_at) SELECT owner, {NOW} FROM next
    ON CONFLICT (owner) DO UPDATE SET served_at = EXCLUDED.served_at
)
UPDATE jobs SET taken_by = %(me)s, served_for = next.owner
FROM next WHERE jobs.id = next.id
RETURNING jobs.id, jobs.kind, jobs.game, jobs.seconds, jobs.question, jobs.served_for
"""

ASK = f"""
WITH job AS (
    INSERT INTO jobs (id, key, kind, game, code, seconds, question, refused)
    VALUES (%(id)s, %(key)s, %(kind)s, %(game)s, %(code)s, %(seconds)s, %(question)s, FALSE)
    ON CONFLICT (key) DO UPDATE SET key = EXCLUDED.key
    RETURNING id, answered_at
),
asker AS (
    INSERT INTO job_askers (job, server, owner, asked_at) SELECT id, %(me)s, %(owner)s, {NOW} FROM job
    ON CONFLICT (job, server, owner) DO UPDATE SET asked_at = EXCLUDED.asked_at
)
SELECT id, answered_at IS NOT NULL AS answered, pg_notify('{JOBS}', '') FROM job
"""

SWEEP = (
    f"DELETE FROM thinkers WHERE seen_at < {NOW} - {FORGET_SECONDS}",
    f"DELETE FROM job_turns WHERE served_at < {NOW} - {FORGET_SECONDS}",
    f"""DELETE FROM job_askers WHERE asked_at < {NOW} - {FORGET_SECONDS}
    OR NOT EXISTS (SELECT FROM thinkers WHERE thinkers.id = job_askers.server)""",
    f"""DELETE FROM jobs WHERE NOT EXISTS ({ASKED})
    AND (answered_at IS NOT NULL OR taken_by IS NULL OR NOT EXISTS (SELECT FROM ({ALIVE}) a WHERE a.id = taken_by))""",
)


@dataclass(frozen=True)
class Thinker:
    """A process that does jobs, as others know it."""

    id: str
    kind: str
    workers: int
    codes: frozenset[str]


@dataclass(frozen=True)
class Taken:
    """A job that was taken, and whose turn it was."""

    id: str
    owner: str
    job: Job[Any]


@dataclass(frozen=True)
class Answer:
    """What came of a job, or why nothing did; and whether a helper did it."""

    result: Any
    problem: str | None
    by_helper: bool


class JobQueue:
    """One thinker's place at the queue: a connection for statements, and one that listens."""

    def __init__(self, talking: psycopg.AsyncConnection[Any], listening: psycopg.AsyncConnection[Any]) -> None:
        self.me = uuid4().hex
        """A thinker that has to connect again is another one: what it had taken is anybody's."""
        self._talking = talking
        self._listening = listening
        self._turn = asyncio.Lock()
        self._beats = 0

    @classmethod
    @asynccontextmanager
    async def connected(cls, database: str, *channels: str) -> AsyncIterator[JobQueue]:
        """A place at the queue of a database, until it is left or lost."""
        address = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
        connections: list[psycopg.AsyncConnection[Any]] = []
        try:
            for _ in range(2):
                async with asyncio.timeout(STATEMENT_SECONDS):
                    connection = await psycopg.AsyncConnection.connect(
                        address, autocommit=True, row_factory=namedtuple_row, application_name="caravanserai thinking"
                    )
                connections.append(connection)
            queue = cls(connections[0], connections[1])
            for channel in channels:
                await queue._listening.execute(f"LISTEN {channel}")
            yield queue
        finally:
            for connection in connections:
                await connection.close()

    async def _run(self, statements: Sequence[str], values: Mapping[str, Any]) -> list[Any]:
        """The rows of the last of some statements that belong together."""
        async with self._turn, asyncio.timeout(STATEMENT_SECONDS):
            if len(statements) == 1:
                cursor = await self._talking.execute(statements[0], values)
            else:
                async with self._talking.pipeline(), self._talking.transaction():  # all of it in one go
                    for statement in statements:
                        cursor = await self._talking.execute(statement, values)
            return await cursor.fetchall() if cursor.description else []

    async def listen(self, hear: Callable[[str, str], None]) -> None:
        """Hear of all that comes by the channels, until the connection is lost."""
        async for notice in self._listening.notifies():
            hear(notice.channel, notice.payload)

    # Thinkers ---------------------------------------------------------------------------------------------------

    async def beat(self, kind: str, workers: int, codes: Iterable[str]) -> list[Thinker]:
        """Show that one is alive; who else is."""
        self._beats += 1
        values = {"me": self.me, "kind": kind, "workers": workers, "codes": " ".join(codes)}
        await self._run(
            [
                f"""INSERT INTO thinkers (id, kind, workers, codes, seen_at)
                VALUES (%(me)s, %(kind)s, %(workers)s, %(codes)s, {NOW})
                ON CONFLICT (id) DO UPDATE SET seen_at = EXCLUDED.seen_at, codes = EXCLUDED.codes"""
            ],
            values,
        )
        if self._beats % 60 == 0:
            await self._run(SWEEP, {})
        found = await self._run(
            [f"SELECT id, kind, workers, codes FROM thinkers WHERE seen_at > {NOW} - {ALIVE_SECONDS}"], {}
        )
        return [Thinker(row.id, row.kind, row.workers, frozenset(row.codes.split())) for row in found]

    async def leave(self) -> None:
        """Be gone at once, with all that was asked or taken. Whoever reads its answers still knows who it was."""
        await self._run(
            [
                "DELETE FROM job_askers WHERE server = %(me)s",
                f"UPDATE thinkers SET seen_at = least(seen_at, {NOW}) - {ALIVE_SECONDS} WHERE id = %(me)s",
                f"SELECT pg_notify('{JOBS}', '')",
            ],
            {"me": self.me},
        )

    async def take(self, kinds: Sequence[str], codes: Sequence[str], helper: bool) -> Taken | None:
        """The next job that is this thinker's to do: any for a helper, and for a server what it asked itself and no
        helper has taken."""
        values = {"me": self.me, "kinds": list(kinds), "codes": list(codes), "helper": helper}
        for row in await self._run([f"SELECT pg_advisory_xact_lock({TURNS_LOCK})", TAKE], values):
            job: Job[Any] = Job(KINDS[row.kind], (orjson.loads(row.question),), row.seconds, row.game, kind=row.kind)
            return Taken(row.id, row.served_for, job)
        return None

    async def answer(self, job: str, result: Any, problem: str | None = None) -> bool:
        """Say what came of a job that one has taken; whether anybody waits for it still."""
        return await self._settle(
            job,
            f"answered_at = {NOW}, result = %(result)s, problem = %(problem)s",
            ANSWERS,
            result=None if problem else orjson.dumps(result).decode(),
            problem=problem,
        )

    async def refuse(self, job: str) -> bool:
        """Leave a job to the server that asked for it."""
        return await self._settle(job, "taken_by = NULL, refused = TRUE", JOBS)

    async def _settle(self, job: str, change: str, channel: str, **values: Any) -> bool:
        """Change a job that one has taken, and tell; or delete it if nobody asks for it any longer."""
        found = await self._run(
            [
                f"""WITH unasked AS (
                    DELETE FROM jobs WHERE id = %(job)s AND taken_by = %(me)s AND NOT EXISTS ({ASKED})
                )
                UPDATE jobs SET {change}
                WHERE id = %(job)s AND taken_by = %(me)s AND answered_at IS NULL AND EXISTS ({ASKED})
                RETURNING pg_notify('{channel}', id)"""
            ],
            {"job": job, "me": self.me, **values},
        )
        return bool(found)

    # Askers -----------------------------------------------------------------------------------------------------

    async def ask(self, owner: str, job: Job[Any]) -> tuple[str, bool]:
        """Put a job into the queue, or join those who ask for an equal one; its id, and whether it is answered."""
        assert job.game is not None
        (question,) = job.args
        name = uuid4().hex
        values = {
            "id": name,
            "key": name if job.key is None else _digest(job.kind, question),
            "kind": job.kind,
            "game": job.game,
            "code": code_of(job.game),
            "seconds": job.seconds,
            "question": orjson.dumps(question).decode(),
            "owner": owner,
            "me": self.me,
        }
        (row,) = await self._run([ASK], values)
        return row.id, row.answered

    async def withdraw(self, job: str, owner: str) -> None:
        """An owner asks no longer; a job that nobody asks for and nobody has begun goes away."""
        await self._run(
            [
                "DELETE FROM job_askers WHERE job = %(job)s AND server = %(me)s AND owner = %(owner)s",
                f"""DELETE FROM jobs WHERE id = %(job)s AND (taken_by IS NULL OR answered_at IS NOT NULL)
                AND NOT EXISTS ({ASKED})""",
            ],
            {"job": job, "me": self.me, "owner": owner},
        )

    async def read(self, jobs: Iterable[str]) -> dict[str, Answer | None]:
        """Those of some jobs that are there, each with its answer if there is one."""
        found = await self._run(
            [
                """SELECT jobs.id, jobs.result, jobs.problem, jobs.answered_at IS NOT NULL AS answered,
                coalesce(thinkers.kind, '') AS kind
                FROM jobs LEFT JOIN thinkers ON thinkers.id = jobs.taken_by WHERE jobs.id = ANY(%(jobs)s)"""
            ],
            {"jobs": list(jobs)},
        )
        return {row.id: _answer(row) if row.answered else None for row in found}

    async def waiting(self) -> dict[str, int]:
        """How many jobs of each kind this server asks for, and nobody has begun."""
        found = await self._run(
            [
                f"""SELECT jobs.kind, count(*) AS jobs FROM jobs
                WHERE EXISTS (SELECT FROM job_askers WHERE job_askers.job = jobs.id AND server = %(me)s)
                AND answered_at IS NULL
                AND (taken_by IS NULL OR NOT EXISTS (SELECT FROM ({ALIVE}) a WHERE a.id = taken_by))
                GROUP BY jobs.kind"""
            ],
            {"me": self.me},
        )
        return {row.kind: row.jobs for row in found}


def _answer(row: Any) -> Answer:
    result = None if row.result is None else orjson.loads(row.result)
    return Answer(result, row.problem, row.kind == HELPER)


def _digest(kind: str, question: Any) -> str:
    return hashlib.sha256(kind.encode() + orjson.dumps(question, option=orjson.OPT_SORT_KEYS)).hexdigest()
