"""Tables as pictures, as far as there is Pillow to draw them."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import render_test

from caravanserai.envs import pictures
from caravanserai.envs.gymnasium import env, vector_env
from caravanserai.envs.pettingzoo import env as table_of
from caravanserai.games import game_names
from caravanserai.kernel.errors import InvalidOption

SHAPE = pictures.HEIGHT, pictures.WIDTH, 3


@pytest.mark.parametrize("game", game_names())
def test_the_checker_finds_nothing_in_any_way_to_show_a_table(game: str) -> None:
    made: Any = gym.make(f"caravanserai/{game}-v0", bots="random", render_mode="rgb_array")
    assert made.metadata["render_modes"] == ["ansi", "rgb_array"]
    check_env(made.unwrapped)


@pytest.mark.parametrize("game", game_names())
def test_a_picture_shows_what_has_changed(game: str) -> None:
    table = table_of(game, render_mode="rgb_array")
    table.reset(seed=1)
    first = table.render()
    assert (first.shape, first.dtype) == (SHAPE, np.uint8)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 3
    for _ in range(8):
        table.step(table.play.mask(int(table.agent_selection[-1])).argmax())
    assert (table.render() != first).any()


def test_pettingzoo_s_own_test_of_rendering() -> None:
    # It begins with a window for people, which we do not have.
    shown = {"human": None, "ansi": "ansi", "rgb_array": "rgb_array"}
    render_test(lambda render_mode: table_of("tantan", render_mode=shown[render_mode]))


@pytest.mark.parametrize("game", game_names())
def test_there_is_a_letter_for_every_sign(game: str) -> None:
    unknown = bytes(pictures._font(20).getmask("\ufffe"))
    chair = env(game)
    chair.reset(seed=1)
    words = "".join(path.read_text("utf-8") for path in chair.play.game.folder.glob("words.en.ftl"))
    for sign in set(pictures.plain(chair.play.game.title + words)) - set("\n"):
        assert bytes(pictures._font(20).getmask(sign)) != unknown, sign


def test_words_always_fit() -> None:
    """More words are smaller, and the last of them are still in the picture."""
    few, many = pictures.drawn("A game", "one line"), pictures.drawn("A game", "\n".join(["many words"] * 60))
    assert few.shape == many.shape == SHAPE
    margin = pictures.MARGIN
    assert (many[-margin:] == many[-1, -1]).all()
    assert (many[-5 * margin : -margin] != many[-1, -1]).any()
    wide = pictures.drawn("A game", "word " * 200)
    assert (wide[:, -margin // 2 :][2 * margin + 1 :] == wide[-1, -1]).all()


def test_many_tables_have_a_picture_each() -> None:
    chairs = vector_env("tantan", 3, render_mode="rgb_array")
    chairs.reset(seed=1)
    assert np.array(chairs.render()).shape == (3, *SHAPE)


def test_without_pillow_a_picture_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caravanserai.envs.play.can_draw", lambda: False)
    with pytest.raises(InvalidOption, match=r"render_mode 'rgb_array': expected Pillow .* 'caravanserai\[pictures\]'"):
        env("tantan", render_mode="rgb_array")
