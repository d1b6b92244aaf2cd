"""The parts of one server process, put together."""

from __future__ import annotations

from caravanserai.server.budgets import Budgets
from caravanserai.server.clocks import Clocks
from caravanserai.server.deciding import Deciding
from caravanserai.server.errors import Refused
from caravanserai.server.identity import Signer
from caravanserai.server.mailing import Mailer
from caravanserai.server.metrics import Metrics
from caravanserai.server.mine import MyTables
from caravanserai.server.preparing import Preparation
from caravanserai.server.presence import Presence
from caravanserai.server.publishing import Publisher
from caravanserai.server.pushing import Pusher
from caravanserai.server.registry import Registry
from caravanserai.server.seating import Seating
from caravanserai.server.settings import Settings
from caravanserai.server.storage import Storage
from caravanserai.server.talking import Talking
from caravanserai.server.vacations import Vacations
from caravanserai.server.watching import Watching


class Services:
    """Everything that requests and messages are answered with."""

    def __init__(
        self, settings: Settings, storage: Storage, signer: Signer, metrics: Metrics, process: str | None = None
    ) -> None:
        self.settings = settings
        self.storage = storage
        self.signer = signer
        self.metrics = metrics
        self.budgets = Budgets(settings)
        self.removed: frozenset[str] = frozenset()
        """People whom whoever runs the house lets in no longer."""
        self.publisher = Publisher(metrics)
        self.preparation = Preparation()
        self.registry = Registry(settings, storage, metrics, self.publisher, self.preparation, process)
        self.clocks = Clocks(self.registry)
        self.seating = Seating(self.registry, self.clocks)
        self.vacations = Vacations(self.registry, self.clocks)
        self.deciding = Deciding(self.registry, self.clocks, self.seating)
        self.talking = Talking(self.registry, self.seating)
        self.presence = Presence(self.registry)
        self.pusher = Pusher(signer, metrics, settings.push_anywhere)
        self.mailer = Mailer(settings, metrics)
        self.my_tables = MyTables(self.registry)
        self.watching = Watching(self.registry, self.clocks, self.seating, self.talking, self.presence, signer)

    def expect_welcome(self, person: str | None) -> None:
        """Refuses somebody whom whoever runs the house has removed."""
        if person in self.removed:
            raise Refused("removed", "whoever runs this house has asked you to leave", "a word with them")
