"""What is counted. Numbers of decisions could tell that somebody has answered in secret, so the page with them is
for whoever runs the server, not for players."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


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
        self.thinking_seconds = Histogram("caravanserai_thinking_seconds", "Time bots think", ["level"], registry=here)
        self.jobs_waiting = Gauge("caravanserai_jobs_waiting", "Jobs that wait for a worker", ["pool"], registry=here)
        self.jobs_done = Counter("caravanserai_jobs_done", "Jobs that workers have ended", ["pool"], registry=here)
        self.jobs_late = Counter("caravanserai_jobs_late", "Jobs past their deadline", ["pool"], registry=here)
        self.workers_replaced = Counter(
            "caravanserai_workers_replaced", "Worker processes that hung or were lost", ["pool"], registry=here
        )
        self.advised = Counter(
            "caravanserai_bots_advised", "Decisions of searching bots taken by advice instead", registry=here
        )

    def committed(self, _: int, moves: int) -> None:
        """A commit is on disk."""
        self.commits.inc()
        self.decisions.inc(moves)

    def page(self) -> bytes:
        """The page Prometheus reads."""
        return generate_latest(self.registry)
