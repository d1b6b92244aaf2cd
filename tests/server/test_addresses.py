"""Where a house is open: to its own machine, or to all devices at home."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from caravanserai.kernel.errors import InvalidOption
from caravanserai.server.addresses import ANYWHERE, lan_address, public_address, show_address
from caravanserai.server.settings import Settings
from tests.server.running import Server


class Terminal(io.StringIO):
    """A terminal to print on."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_the_address_and_a_code_to_read() -> None:
    out, log = Terminal(), io.StringIO()
    for stream in (out, log):
        show_address(ANYWHERE, 8080, "http://192.168.1.20:8080", stream)
        assert "open at http://127.0.0.1:8080\n" in stream.getvalue()
        assert "other devices reach it at http://192.168.1.20:8080\n" in stream.getvalue()
    assert len(out.getvalue().splitlines()) > 12  # the code
    assert len(log.getvalue().splitlines()) == 2


def test_the_address_for_others() -> None:
    settings = Settings()
    assert public_address(settings, 8080) is None
    assert public_address(replace(settings, lan=True, host="10.1.2.3"), 81) == "http://10.1.2.3:81"
    assert public_address(replace(settings, address="https://example.org/games/"), 81) == "https://example.org/games"
    for wrong in ("example.org", "ftp://example.org", "https://example.org?x", "https://"):
        with pytest.raises(InvalidOption, match="expected one as in http://192"):
            public_address(replace(settings, address=wrong), 81)


def test_a_house_with_an_address_tells_it_to_the_page(tmp_path: Path) -> None:
    with Server(tmp_path, options=["--address", "http://caravan.lan:8080"]) as server:
        assert httpx.get(f"{server.url}/api/house").json()["address"] == "http://caravan.lan:8080"
        assert "other devices reach it at http://caravan.lan:8080" in server.log.read_text()


def test_the_network_is_found_or_its_lack_is_said(tmp_path: Path) -> None:
    """Asked only at the machine itself; whether it has a network is its own affair."""
    try:
        address = lan_address()
    except InvalidOption:
        done = Server(tmp_path, options=["--lan"]).refused("--port", "0")
        assert done.returncode == 2
        assert "no address on a network; expected one" in done.stderr
        return
    with Server(tmp_path, options=["--lan"]) as server:
        assert httpx.get(f"{server.url}/api/house").json()["address"] == f"http://{address}:{server.port}"
