"""Outbound: requests to addresses that somebody else has named. They must not reach what only this machine, or its
network, can: an address is looked up once, checked, and connected to as it was checked."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

import httpcore

TRANSLATED = ip_network("64:ff9b::/96")
"""IPv6 addresses that stand for those of IPv4."""


class NotPublic(OSError):
    """A name that leads to an address that is not for everybody."""


def is_public(address: str) -> bool:
    """Whether an address is one that anybody on the internet may reach.

    >>> [is_public(a) for a in ("9.9.9.9", "127.0.0.1", "169.254.169.254", "10.1.2.3", "::1", "::ffff:10.0.0.1")]
    [True, False, False, False, False, False]
    >>> is_public("64:ff9b::a00:1"), is_public("2002:7f00:1::"), is_public("2620:fe::fe"), is_public("100.64.0.1")
    (False, False, True, False)
    """
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.sixtofour is not None or found.teredo is not None:
            return False
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found in TRANSLATED:
            found = IPv4Address(int(found) & 0xFFFFFFFF)
    return found.is_global and not found.is_multicast and not found.is_reserved


async def public_addresses(host: str, port: int, anywhere: bool = False) -> list[str]:
    """The addresses behind a name. If one of them is not public none is: which one is taken would be chance. Raises
    OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not anywhere and not all(map(is_public, addresses)):
        raise NotPublic(f"{host}: it is not at a public address")
    return addresses


class CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only, or anywhere where that is wished."""

    def __init__(self, anywhere: bool) -> None:
        self._anywhere = anywhere
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            addresses = await public_addresses(host, port, self._anywhere)
        except OSError as problem:
            raise httpcore.ConnectError(str(problem)) from None
        return await self._network.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        raise httpcore.ConnectError("expected an address on a network")

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)
