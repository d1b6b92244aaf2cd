"""Where a server is reached from other devices, and how people are told."""

from __future__ import annotations

import ipaddress
import re
import socket
import sys
from typing import TextIO

import segno

from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.settings import LOOPBACK, Settings

ANYWHERE = "0.0.0.0"
ELSEWHERE = ("192.0.2.1", "10.255.255.255")
"""Addresses of other machines. Nothing is sent there: only the way to them is looked up."""

ADDRESS = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?(/[A-Za-z0-9._~/-]*)?", re.IGNORECASE)


def lan_address() -> str:
    """This machine's address on its network."""
    found = [*map(_way_to, ELSEWHERE), *_named()]
    for address in found:
        if address is not None and not ipaddress.ip_address(address).is_loopback and address != ANYWHERE:
            return address
    raise InvalidOption(
        "lan: this machine has no address on a network; expected one (is it connected?), or --host with the address"
    )


def _way_to(other: str) -> str | None:
    """The address from which this machine would talk to another."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trial:
        try:
            trial.connect((other, 9))
        except OSError:
            return None
        return str(trial.getsockname()[0])


def _named() -> list[str]:
    """Addresses that this machine's name stands for."""
    try:
        return [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []


def check_address(address: str | None) -> None:
    """Refuses an address that no link could begin with."""
    if address is not None and not ADDRESS.fullmatch(address):
        expected = "one as in http://192.168.1.20:8080 or https://play.example.org"
        raise InvalidOption(f"address {address!r}: expected {expected}")


def public_address(settings: Settings, port: int) -> str | None:
    """Where other devices reach a server at that port, if they are meant to."""
    if settings.address is not None:
        check_address(settings.address)
        return settings.address.rstrip("/")
    if not settings.lan:
        return None
    return _url(lan_address() if settings.host == ANYWHERE else settings.host, port)


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def show_address(host: str, port: int, others: str | None, out: TextIO = sys.stdout) -> None:
    """Say where the house is open, for others too; on a terminal also as a code for phones to read."""
    own = _url(LOOPBACK if host == ANYWHERE else host, port)
    print(f"the caravanserai is open at {own}", file=out)
    if others is not None:
        if others != own:
            print(f"other devices reach it at {others}", file=out)
        if out.isatty():
            segno.make(others, error="l").terminal(out, compact=True)
    out.flush()
