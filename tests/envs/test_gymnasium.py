"""Gymnasium's own checker on every game at every number of seats, and the vector environment against the single one."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import (
    ClipReward,
    DictInfoToList,
    FlattenObservation,
    NormalizeObservation,
    RecordEpisodeStatistics,
)

from caravanserai.envs.gymnasium import env, vector_env
from caravanserai.kernel.errors import InvalidChoice, InvalidOption
from tests.cases import CASES, Case
from tests.envs import options

EVERY = pytest.mark.parametrize("case", CASES, ids=str)


@EVERY
def test_the_checker_finds_nothing(case: Case) -> None:
    made: Any = gym.make(f"caravanserai/{case.name}-v0", seats=case.seats, bots="random", **options(case))
    check_env(made.unwrapped)


@EVERY
def test_a_match_ends_with_the_seat_rewarded_by_its_rank(case: Case) -> None:
    chair, pick = env(case.name, case.seats, "random", seat=1, **options(case, turn_limit=8)), np.random.default_rng(1)
    observation, _ = chair.reset(seed=2)
    over, reward = False, 0.0
    info: dict[str, Any] = {}
    while not over:
        assert observation in chair.observation_space
        observation, reward, over, _, info = chair.step(pick.choice(np.flatnonzero(observation["action_mask"])))
    assert reward == chair.play.rewards()[1]
    assert (reward > 0) <= (info["scores"][1] == max(info["scores"]))


@EVERY
def test_many_at_once_keep_to_their_spaces_and_deal_anew_in_the_same_step(case: Case) -> None:
    chairs = vector_env(case.name, 5, case.seats, "random", threads=2, **options(case, turn_limit=8))
    assert chairs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    pick = np.random.default_rng(1)
    observation, _ = chairs.reset(seed=4)
    ended = 0
    for _ in range(200):
        assert observation in chairs.observation_space
        odds = observation["action_mask"] * pick.random(observation["action_mask"].shape)
        observation, rewards, over, truncated, info = chairs.step(odds.argmax(axis=1))
        assert not truncated.any()
        assert not rewards[~over].any()
        if over.any():
            ended += int(over.sum())
            assert (info["_final_obs"] == over).all()
            for final in info["final_obs"][over]:
                assert final in chairs.single_observation_space
                assert not final["action_mask"].any()
            assert (info["final_obs"][~over] == None).all()  # noqa: E711 (one by one)
            scores = info["final_info"]["scores"]
            assert ((rewards > 0) <= (scores[:, 0] == scores.max(axis=1)))[over].all()
    assert ended > 0


def test_an_illegal_action_ends_the_match_and_costs_one() -> None:
    chair = env("tantan")
    for wrong in (38, 39, -1):
        chair.reset(seed=1)
        before = bytes(chair.play.raw)
        _, reward, over, _, info = chair.step(wrong)
        assert (reward, over, info) == (-1.0, True, {"illegal": True})
        assert bytes(chair.play.raw) == before
    chairs = vector_env("tantan", 3)
    observation, _ = chairs.reset(seed=1)
    actions = observation["action_mask"].argmax(axis=1)
    actions[1] = 38
    _, rewards, over, _, info = chairs.step(actions)
    assert rewards.tolist() == [0, -1, 0]
    assert over.tolist() == [False, True, False]
    assert info["final_info"]["illegal"].tolist() == [False, True, False]


class Tensor:
    """As a library's own number: it can say which whole number it is."""

    def __index__(self) -> int:
        return 3


@pytest.mark.parametrize("action", [np.array(3), np.int64(3), np.uint8(3), Tensor()], ids=lambda it: type(it).__name__)
def test_an_action_may_be_any_library_s_whole_number(action: Any) -> None:
    chair, twin = env("tantan"), env("tantan")
    chair.reset(seed=1)
    twin.reset(seed=1)
    assert twin.action_masks()[3]
    chair.step(action)
    twin.step(3)
    assert bytes(chair.play.raw) == bytes(twin.play.raw)


@pytest.mark.parametrize("action", [1.0, "3", None, np.array([3]), np.array(3.0), True])
def test_what_is_no_whole_number_is_refused_as_an_action(action: Any) -> None:
    chair = env("tantan")
    chair.reset(seed=1)
    before = bytes(chair.play.raw)
    with pytest.raises(InvalidChoice, match=r"^action .*: expected a whole number from 0 to 38$"):
        chair.step(action)
    assert bytes(chair.play.raw) == before


def test_the_mask_is_told_where_sb3_looks_for_it() -> None:
    chair: Any = gym.make("caravanserai/tantan-v0")
    observation, _ = chair.reset(seed=1)
    masks = chair.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert (masks == observation["action_mask"]).all()
    masks[:] = False
    assert chair.unwrapped.action_masks().any()
    chairs = vector_env("tantan", 3)
    many, _ = chairs.reset(seed=1)
    assert (chairs.action_masks() == many["action_mask"]).all()


def test_what_was_observed_can_be_written_to() -> None:
    """Wrappers do: what is legal is still what the rules say."""
    chairs = vector_env("tantan", 3)
    observation, _ = chairs.reset(seed=1)
    actions = observation["action_mask"].argmax(axis=1)
    observation["action_mask"][:] = 0
    _, rewards, over, _, _ = chairs.step(actions)
    assert not rewards.any()
    assert not over.any()


# Dealing anew, seeds and wrappers ------------------------------------------------------------------------------------

MODES = pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])


def played(chairs: Any, steps: int) -> list[list[tuple[bytes, float, bool]]]:
    """What each match gave at each step of play by the first legal action; those who wait for the next deal do 0."""
    observation, _ = chairs.reset(seed=4)
    seen: list[list[tuple[bytes, float, bool]]] = [[] for _ in range(chairs.num_envs)]
    for _ in range(steps):
        observation, rewards, over, _, _ = chairs.step(observation["action_mask"].argmax(axis=1))
        for i, row in enumerate(seen):
            row.append((observation["observation"][i].tobytes(), float(rewards[i]), bool(over[i])))
    return seen


def test_the_next_step_deals_anew_if_so_asked() -> None:
    """The same matches as with dealing in the same step, and one step more for each of them."""
    at_once = played(vector_env("tantan", 3), 200)
    later = played(vector_env("tantan", 3, autoreset_mode="NextStep"), 200)
    ended = 0
    for same, next_step in zip(at_once, later, strict=True):
        k = 0
        for before, (seen, reward, over) in zip([None, *next_step], next_step, strict=False):
            if before is not None and before[2]:
                assert (reward, over) == (0.0, False)
                assert seen == same[k - 1][0]
                ended += 1
                continue
            assert (reward, over) == same[k][1:]
            assert (seen == same[k][0]) != over
            k += 1
    assert ended > 3


def test_an_illegal_action_waits_for_the_next_step_too() -> None:
    chairs = vector_env("tantan", 2, autoreset_mode=AutoresetMode.NEXT_STEP)
    first, _ = chairs.reset(seed=1)
    legal = first["action_mask"].argmax(axis=1)
    _, rewards, over, _, info = chairs.step([38, legal[1]])
    assert (rewards.tolist(), over.tolist()) == ([-1, 0], [True, False])
    assert info["illegal"].tolist() == [True, False]
    observation, rewards, over, _, info = chairs.step([38, chairs.action_masks()[1].argmax()])
    assert (rewards.tolist(), over.tolist(), info) == ([0, 0], [False, False], {})
    assert observation["action_mask"][0].any()


def test_each_match_may_have_its_own_seed() -> None:
    chairs = vector_env("gobi", 3)
    assert chairs.autoreset_mode == AutoresetMode.SAME_STEP
    first = chairs.reset(seed=[5, 6, 5])[0]["observation"]
    assert (first[0] == first[2]).all()
    assert (first[0] != first[1]).any()
    assert (chairs.reset(seed=[6, 7, 8])[0]["observation"][0] == first[1]).all()
    assert (chairs.reset(seed=[None, 6, None])[0]["observation"][1] == first[1]).all()
    with pytest.raises(InvalidOption, match="seed: expected a seed, or 3 numbers, one a match"):
        chairs.reset(seed=[1, 2])
    with pytest.raises(InvalidOption, match="seed: expected numbers from 0 to 4294967295"):
        chairs.reset(seed=[1, 2, -1])


@MODES
def test_gymnasium_s_own_wrappers_work(mode: AutoresetMode) -> None:
    made: Any = gym.make_vec(
        "caravanserai/tantan-v0", 3, vectorization_mode="vector_entry_point", autoreset_mode=mode
    )  # fmt: skip
    chairs: Any = ClipReward(RecordEpisodeStatistics(made), 0.0, 1.0)
    if mode == AutoresetMode.NEXT_STEP:
        chairs = NormalizeObservation(FlattenObservation(chairs))  # such as change what is observed want this mode
    chairs = DictInfoToList(chairs)
    observation, _ = chairs.reset(seed=3)
    length, ended = np.zeros(3, int), 0
    for _ in range(250):
        assert mode == AutoresetMode.SAME_STEP or observation.shape == (3, 217 + 39)
        fresh = length < 0
        observation, rewards, over, _, infos = chairs.step(made.action_masks().argmax(axis=1))
        length = np.where(fresh, 0, length + 1)
        assert (rewards >= 0).all()
        for i in np.flatnonzero(over):
            told = infos[i]
            assert told["episode"]["l"] == length[i]
            assert (told["episode"]["r"] == 1) == (rewards[i] == 1)
            if mode == AutoresetMode.SAME_STEP:
                assert told["final_obs"] in made.single_observation_space
            length[i] = 0 if mode == AutoresetMode.SAME_STEP else -1
            ended += 1
    assert ended > 3


def test_an_unknown_way_to_deal_anew_is_refused() -> None:
    for wrong in ("next", AutoresetMode.DISABLED):
        with pytest.raises(InvalidOption, match="autoreset_mode: expected one of SameStep, NextStep, got"):
            vector_env("tantan", 2, autoreset_mode=wrong)


def test_many_tables_are_shown_in_words() -> None:
    chairs = vector_env("tantan", 2, render_mode="ansi")
    chairs.reset(seed=1)
    shown = chairs.render()
    assert len(shown) == 2
    assert all("seat_0" in text for text in shown)
    assert vector_env("tantan", 2).render() is None


def test_a_seed_gives_the_same_match_against_the_same_bots() -> None:
    def play(chair: Any) -> list[Any]:
        observation, _ = chair.reset(seed=6)
        seen = []
        for _ in range(20):
            seen.append(observation["observation"].tobytes())
            observation, *_ = chair.step(observation["action_mask"].argmax())
        return seen

    assert play(env("gobi", 3, "apprentice")) == play(env("gobi", 3, ["apprentice", "apprentice"]))


def test_it_is_shown_in_words() -> None:
    chair = env("tantan", render_mode="ansi")
    chair.reset(seed=1)
    assert "seat_0" in chair.render()
    assert env("tantan").render() is None


def test_vector_environments_are_made_by_gymnasium() -> None:
    chairs: Any = gym.make_vec("caravanserai/tantan-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert chairs.reset(seed=1)[0]["observation"].shape == (3, 217)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"bots": ["random", "random"]}, "bots: expected one level, or 1 for the other seats, got 2"),
        ({"seat": 2}, "seat: expected a number from 0 to 1, got 2"),
        ({"render_mode": "human"}, "render_mode: expected None or 'ansi'.*, got 'human'"),
        ({"seats": 7}, "expected 2 to 4 seats, got 7"),
    ],
)
def test_bad_input_is_refused_in_words(given: dict[str, Any], expected: str) -> None:
    with pytest.raises(InvalidOption, match=expected):
        env("tantan", **given)


def test_many_at_once_are_refused_a_bot_that_searches() -> None:
    with pytest.raises(InvalidOption, match="expected None or one of random, apprentice, merchant, got 'vizier'"):
        vector_env("tantan", 2, bots="vizier")
