"""Budgets: what one person, and one address, may ask of the server, so that nobody starves the others.

A person is somebody with a cookie. Cookies cost nothing, so an address has a budget too: larger, because a family or a
club may share it. Strangers have only that of their address. A limiter library counts against one key; here a request
is weighed, and is taken from the person's budget and the address's together or not at all.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from caravanserai.server.errors import Refused
from caravanserai.server.settings import Settings


@dataclass(frozen=True)
class Limit:
    """So much a second in the long run, and so much at once."""

    rate: float
    burst: float


PERSON = {
    "messages": Limit(40, 200),
    "talk": Limit(0.5, 10),
    "tables": Limit(0.2, 20),
    "hints": Limit(0.5, 10),
    "attempts": Limit(0.1, 10),
    "contacts": Limit(0.02, 10),
    "reports": Limit(0.02, 10),
}
"""What a person may ask of each kind. Messages on sockets are weighed by what they cost; attempts are those to be
somebody: by a link, a recovery code or a passkey."""

SHARING = 5
"""So many people at their limits make up the budget of an address."""

FILES_RATE, FILES_BURST = 2, 20
"""So many files of the page for one request. Whoever comes for the first time takes more than a hundred of them, all
that is needed to play without a network, and a club comes together."""

USUAL_RATE = Settings.rate
"""With another ``--rate`` all budgets of an address grow or shrink alike."""

MOST_SOCKETS = 20
"""That a person may have open; how many an address may is a setting."""

MOST_BUCKETS = 50_000
"""About 10 MB of them. The one that was not used for longest goes first: it is the likeliest to be full again, and a
full one is as good as none."""


class Bucket:
    """Fills at a rate, up to a burst."""

    __slots__ = ("at", "left", "limit")

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.left, self.at = limit.burst, time.monotonic()

    def fill(self) -> float:
        """What is in it by now."""
        now = time.monotonic()
        self.left = min(self.limit.burst, self.left + (now - self.at) * self.limit.rate)
        self.at = now
        return self.left


class Budgets:
    """All budgets of one server process; a rate of 0 means that there are none."""

    def __init__(self, settings: Settings) -> None:
        self._unlimited = settings.rate <= 0
        share = SHARING * settings.rate / USUAL_RATE
        self._address = {kind: Limit(limit.rate * share, limit.burst * SHARING) for kind, limit in PERSON.items()}
        self._address["requests"] = Limit(settings.rate, settings.burst)
        self._address["files"] = Limit(settings.rate * FILES_RATE, settings.burst * FILES_BURST)
        self._most_sockets = settings.sockets
        self._buckets: OrderedDict[tuple[str, str, str], Bucket] = OrderedDict()
        self._open: Counter[tuple[str, str]] = Counter()

    def take(self, kind: str, person: str | None, address: str, cost: float = 1) -> None:
        """Take the cost from the person's budget and the address's; refuses, and takes nothing, if either is spent."""
        if self._unlimited:
            return
        buckets = [self._bucket(kind, "address", address, self._address[kind])]
        if person is not None:
            buckets.append(self._bucket(kind, "person", person, PERSON[kind]))
        for bucket in buckets:
            if bucket.fill() < cost:
                seconds = (cost - bucket.left) / bucket.limit.rate
                raise Refused("too_fast", f"too many {kind}", f"a pause of {seconds:.1f} seconds")
        for bucket in buckets:
            bucket.left -= cost

    def _bucket(self, kind: str, sort: str, who: str, limit: Limit) -> Bucket:
        name = (kind, sort, who)
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._buckets.popitem(last=False)
            bucket = self._buckets[name] = Bucket(limit)
        else:
            self._buckets.move_to_end(name)
        return bucket

    @contextmanager
    def socket(self, person: str | None, address: str) -> Iterator[None]:
        """While a socket is open; refuses one too many of a person or an address."""
        limits = {("address", address): self._most_sockets}
        if person is not None:
            limits["person", person] = MOST_SOCKETS
        for who, most in limits.items():
            if not self._unlimited and 0 < most <= self._open[who]:
                raise Refused("too_fast", f"too many open sockets of this {who[0]}", f"at most {most} at a time")
        self._open.update(limits.keys())
        try:
            yield
        finally:
            for who in limits:
                self._open[who] -= 1
                if not self._open[who]:
                    del self._open[who]


def address_of(scope: Mapping[str, Any]) -> str:
    """Where a request comes from, as budgets know it."""
    client = scope.get("client")
    return address_group(client[0] if client else "?")


@lru_cache(maxsize=4096)
def address_group(host: str) -> str:
    """Addresses that one household has alike: with IPv6 it gets a whole network.

    >>> address_group("203.0.113.7"), address_group("::ffff:203.0.113.7"), address_group("2001:db8::1:2:3:4")
    ('203.0.113.7', '203.0.113.7', '2001:db8::/64')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False))
