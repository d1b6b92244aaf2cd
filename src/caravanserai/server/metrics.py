"""What is counted. Numbers of decisions could tell that somebody has answered in secret, so the page with them is
for whoever runs the server, not for players."""

from __future__ import annotations

import os
from asyncio import Future
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.metrics_core import Metric


class Metrics:
    """The counters of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        here = self.registry
        self.sockets = Gauge("caravanserai_sockets", "Open WebSockets", registry=here)
        self.tables = Gauge("caravanserai_tables", "Tables held in memory", registry=here)
        self.decisions = Counter("caravanserai_decisions", "Decisions stored", registry=here)
        self.commits = Counter("caravanserai_commits", "Commits to storage", registry=here)
        self.races_lost = Counter("caravanserai_races_lost", "Writes that came after another's", registry=here)
        self.processes = Gauge("caravanserai_processes", "Server processes that share the database", registry=here)
        self.notified = Counter("caravanserai_notifications", "Announcements of other processes", registry=here)
        self.notification_lag = Histogram(
            "caravanserai_notification_lag_seconds",
            "From another process's commit until this one hears of it",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
            registry=here,
        )
        self.caught_up = Counter(
            "caravanserai_caught_up", "Tables found behind though nothing was heard of them", registry=here
        )
        self.updates = Counter("caravanserai_updates", "Updates sent", registry=here)
        self.refused = Counter("caravanserai_refused", "Requests and messages refused", ["code"], registry=here)
        self.decision_seconds = Histogram(
            "caravanserai_decision_seconds",
            "From a decision's arrival until its updates are on their way",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1),
            registry=here,
        )
        self.loop_delay = Histogram(
            "caravanserai_loop_delay_seconds",
            "How much later than asked for the event loop wakes up",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1),
            registry=here,
        )
        self.calls = Counter(
            "caravanserai_calls",
            "Messages to people whose table waits, by what came of them",
            ["way", "outcome"],
            registry=here,
        )
        self.reports = Counter("caravanserai_reports", "Lines of table talk that were reported", registry=here)
        self._count_thinking()

    def _count_thinking(self) -> None:
        here, kind_where = self.registry, ["kind", "where"]
        self.thinking_seconds = Histogram("caravanserai_thinking_seconds", "Time bots think", ["level"], registry=here)
        self.jobs_waiting = Gauge("caravanserai_jobs_waiting", "Jobs that wait for a worker", kind_where, registry=here)
        self.jobs_taken = Counter("caravanserai_jobs_taken", "Jobs that workers have begun", kind_where, registry=here)
        self.jobs_done = Counter("caravanserai_jobs_done", "Jobs that workers have ended", kind_where, registry=here)
        self.jobs_late = Counter(
            "caravanserai_jobs_late", "Jobs that a worker had past their deadline", kind_where, registry=here
        )
        self.jobs_answered = Counter(
            "caravanserai_jobs_answered",
            "Askers whose job had a result, by where it came from",
            kind_where,
            registry=here,
        )
        self.jobs_overdue = Counter(
            "caravanserai_jobs_overdue", "Askers who waited for no result in time", ["kind"], registry=here
        )
        self.helpers = Gauge("caravanserai_helpers", "Helpers alive that think for this server", registry=here)
        self.helper_workers = Gauge("caravanserai_helper_workers", "Their worker processes", registry=here)
        self.workers_replaced = Counter(
            "caravanserai_workers_replaced", "Worker processes that hung or were lost", ["pool"], registry=here
        )
        self.advised = Counter(
            "caravanserai_bots_advised", "Decisions of searching bots taken by advice instead", registry=here
        )

    def answered(self, kind: str, where: str, future: Future[Any]) -> None:
        """Somebody's job has come to something, or nothing."""
        if not future.cancelled() and future.exception() is None:
            self.jobs_answered.labels(kind, where).inc()

    def committed(self, _: int, moves: int) -> None:
        """A commit is on disk."""
        self.commits.inc()
        self.decisions.inc(moves)

    def labelled(self, process: str) -> Labelled:
        """All of it, labelled with the name of a process."""
        return Labelled(self.registry, process)


class Labelled(CollectorRegistry):
    """The metrics of a registry, each sample with a label more: the process it is of."""

    def __init__(self, registry: CollectorRegistry, process: str) -> None:
        super().__init__()
        self._registry = registry
        self._process = process

    def collect(self) -> Iterator[Metric]:
        for metric in self._registry.collect():
            found = Metric(metric.name, metric.documentation, metric.type)
            found.samples = [
                sample._replace(labels={"process": self._process, **sample.labels}) for sample in metric.samples
            ]
            yield found


def process_name(kind: str) -> str:
    """What this process is called among those of its machine."""
    return f"{kind}-{os.getpid()}"
