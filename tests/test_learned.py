"""The bot that was taught by playing: always legal, better than a merchant, and only where something was learned."""

from __future__ import annotations

import numpy as np
import pytest

from caravanserai.batch import Batch
from caravanserai.bots import LEARNED, LEVELS, find_level, levels_of, make_bot
from caravanserai.bots.learned import NetworkBot, is_taught
from caravanserai.games import all_games
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import Game
from caravanserai.words import LANGUAGES, words_for
from tests.cases import CASES, Case, conceal, moments

TAUGHT = [game for game in all_games() if is_taught(game)]
UNTAUGHT = [game for game in all_games() if not is_taught(game)]


@pytest.mark.parametrize("case", [case for case in CASES if is_taught(case.game)], ids=str)
def test_it_makes_legal_choices_at_every_table(case: Case) -> None:
    bot = make_bot(case.game, case.game.edition(), "learned")
    for moment in moments(case, 1, "advice", "learned"):
        assert moment.mask[bot.choose(conceal(case, moment.states, moment.seat), moment.seat)]


@pytest.mark.parametrize("game", TAUGHT, ids=str)
def test_it_beats_the_merchant(game: Game) -> None:
    """At the smallest table it wins more than its share, by more than four standard errors."""
    matches, seats = 400, game.fewest
    own = np.arange(matches) % seats
    policies = [[None if seat == chair else "merchant" for seat in range(seats)] for chair in own]
    batch = Batch(game, matches, seats, policies=policies, seed="beats", autoreset=False)
    bot, won = NetworkBot(game, game.edition()), np.zeros(matches)
    while (batch.actor >= 0).any():
        batch.step(np.where(batch.masks(), bot.likings(batch.observe()), -np.inf).argmax(axis=1))
        won += batch.done * (1 + (seats - 1) * batch.rewards[np.arange(matches), own]) / seats
    assert won.mean() - 4 * won.std() / np.sqrt(matches) > 1 / seats


@pytest.mark.parametrize("game", TAUGHT, ids=str)
def test_one_at_a_time_it_chooses_as_many_at_once(game: Game) -> None:
    batch, bot = Batch(game, 8, seed="alike"), NetworkBot(game, game.edition())
    for _ in range(20):
        actions = np.where(batch.masks(), bot.likings(batch.observe()), -np.inf).argmax(axis=1)
        for i in range(8):
            assert bot.choose(batch.states[i : i + 1].copy(), int(batch.actor[i])) == actions[i]
        batch.step(actions)


def test_only_games_with_weights_have_the_level() -> None:
    assert TAUGHT
    assert UNTAUGHT
    for game in TAUGHT:
        assert list(levels_of(game)) == [*LEVELS, LEARNED.name]
    for game in UNTAUGHT:
        assert levels_of(game) == LEVELS
        with pytest.raises(InvalidOption, match=f"nothing was learned about {game.id}; expected one of"):
            make_bot(game, game.edition(), find_level("learned"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_a_name_of_its_own(language: str) -> None:
    words = words_for(None, language)
    assert words("bot-learned") not in {words(f"bot-{level}") for level in LEVELS}
