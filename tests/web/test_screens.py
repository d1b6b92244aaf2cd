"""Nothing covers what can be touched, nothing is too small, nothing jumps: the quick part of `measuring.py`."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from caravanserai.games import find_game, game_names
from tests.server.running import Server
from tests.web.measuring import QUICK, measure


@pytest.mark.parametrize("game", game_names())
def test_with_all_seats_taken_the_parts_of_the_table_share_the_window(
    game: str, browser: Browser, house: Server
) -> None:
    language = "fr" if game_names().index(game) % 2 else "en"
    assert measure(browser, house.url, game, find_game(game).most, language, QUICK) == []
