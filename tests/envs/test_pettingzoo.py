"""PettingZoo's own tests of every game at every number of seats, and what our pages promise beside them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.env_registry.registration import make
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from caravanserai.envs.pettingzoo import env, parallel_env
from caravanserai.kernel.errors import InvalidChoice, InvalidOption
from tests.cases import CASES, Case
from tests.envs import options

EVERY = pytest.mark.parametrize("case", CASES, ids=str)
AT_ONCE = pytest.mark.parametrize("case", [case for case in CASES if case.game.windows], ids=str)


# PettingZoo knows observations with an action mask, which are dicts, but allows them by name: those of its own games.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@EVERY
def test_api(case: Case) -> None:
    api_test(env(case.name, case.seats, **options(case)), num_cycles=300)


@EVERY
def test_seeds(case: Case) -> None:
    seed_test(lambda: env(case.name, case.seats, **options(case)), num_cycles=100)


@AT_ONCE
def test_parallel_api(case: Case) -> None:
    parallel_api_test(parallel_env(case.name, case.seats, **options(case)), num_cycles=300)


@AT_ONCE
def test_parallel_seeds(case: Case) -> None:
    parallel_seed_test(lambda: parallel_env(case.name, case.seats, **options(case)), num_cycles=100)


def play_out(table: Any, seed: int) -> dict[str, tuple[float, dict[str, Any]]]:
    """Random play to the end; each agent's rewards in all, and its last info."""
    table.reset(seed=seed)
    total: dict[str, tuple[float, dict[str, Any]]] = {}
    for agent in table.agent_iter():
        observation, reward, over, _, info = table.last()
        if over:
            total[agent] = reward, info
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
    return total


@EVERY
def test_at_the_end_rewards_sum_to_nothing_and_the_best_rank_has_the_most(case: Case) -> None:
    total = play_out(env(case.name, case.seats, **options(case, turn_limit=8)), 3)
    assert set(total) == {f"seat_{seat}" for seat in range(case.seats)}
    rewards = {agent: reward for agent, (reward, _) in total.items()}
    best = {agent for agent, (_, info) in total.items() if info["rank"] == 1}
    assert sum(rewards.values()) == pytest.approx(0)
    assert {agent for agent in rewards if rewards[agent] == max(rewards.values())} == best


@AT_ONCE
def test_all_who_decide_at_once_do_so_in_one_step(case: Case) -> None:
    """The same answers give the same match, one by one or together."""
    one, all_at_once = env(case.name, case.seats, **options(case)), parallel_env(case.name, case.seats, **options(case))
    one.reset(seed=5)
    all_at_once.reset(seed=5)
    together = 0
    for _ in range(100):
        pending = all_at_once.play.pending()
        deciding = [agent for seat, agent in enumerate(one.possible_agents) if pending >> seat & 1]
        if not deciding:
            break
        together = max(together, len(deciding))
        actions = {agent: int(all_at_once.play.mask(one.possible_agents.index(agent)).argmax()) for agent in deciding}
        all_at_once.step(actions)
        for agent in deciding:
            assert one.agent_selection == agent
            one.step(actions[agent])
        assert bytes(one.play.raw) == bytes(all_at_once.play.raw)
    assert together > 1 or case.seats == 2


def test_an_illegal_action_ends_the_match_and_costs_one() -> None:
    table = env("tantan")
    for wrong in (38, 39, -1):
        table.reset(seed=1)
        agent, before = table.agent_selection, bytes(table.play.raw)
        table.step(wrong)
        assert table.rewards == {**dict.fromkeys(table.agents, 0.0), agent: -1.0}
        assert all(table.terminations.values())
        assert table.infos[agent] == {"illegal": True}
        assert bytes(table.play.raw) == before


@pytest.mark.parametrize("action", [np.array(3), np.int64(3)], ids=repr)
def test_an_action_may_be_any_library_s_whole_number(action: Any) -> None:
    table, twin = env("tantan"), env("tantan")
    table.reset(seed=1)
    twin.reset(seed=1)
    table.step(action)
    twin.step(3)
    assert bytes(table.play.raw) == bytes(twin.play.raw)
    assert not any(twin.terminations.values())


@pytest.mark.parametrize("action", [1.0, "3", None, np.array([3]), True])
def test_what_is_no_whole_number_is_refused_as_an_action(action: Any) -> None:
    table, hands = env("tantan"), parallel_env("gobi")
    table.reset(seed=1)
    hands.reset(seed=1)
    with pytest.raises(InvalidChoice, match=r"^action .*: expected a whole number from 0 to 38$"):
        table.step(action)
    with pytest.raises(InvalidChoice, match=r"^action .*: expected a whole number from 0 to"):
        hands.step(dict.fromkeys(hands.agents, action))


@AT_ONCE
def test_who_has_nothing_to_decide_can_only_wait(case: Case) -> None:
    hands = parallel_env(case.name, case.seats, **options(case, turn_limit=8))
    observations, _ = hands.reset(seed=5)
    wait = hands.play.actions
    while hands.agents:
        pending, actions = hands.play.pending(), {}
        for seat, (agent, known) in enumerate(observations.items()):
            assert known in hands.observation_space(agent)
            mask = known["action_mask"]
            assert mask[wait] != (pending >> seat & 1)
            assert mask.any()
            actions[agent] = hands.action_space(agent).sample(mask)
        observations, rewards, *_ = hands.step(actions)
        assert min(rewards.values()) > -1 or not hands.agents
    assert all(known["action_mask"].nonzero()[0].tolist() == [wait] for known in observations.values())


def test_who_must_decide_may_not_wait_nor_be_left_out() -> None:
    hands = parallel_env("gobi")
    observations, _ = hands.reset(seed=1)
    waiting = [agent for agent, known in observations.items() if known["action_mask"][hands.play.actions]]
    (agent,) = set(hands.agents) - set(waiting)
    with pytest.raises(InvalidChoice, match=f"actions: expected one of {agent}, which must decide, got none"):
        hands.step({})
    _, rewards, _, _, infos = hands.step({agent: hands.play.actions})
    assert (rewards[agent], infos[agent]) == (-1.0, {"illegal": True})


def test_they_are_registered() -> None:
    table: Any = make("aec", "caravanserai/gobi-v0", seats=4)
    assert len(table.possible_agents) == 4
    hands: Any = make("parallel", "caravanserai/gobi-v0")
    assert hands.metadata["name"] == "gobi_v0"
    hands.reset(seed=1)
    assert "seat_1" in hands.render()


def test_a_game_without_windows_has_no_parallel_form() -> None:
    with pytest.raises(InvalidOption, match="tantan: it has no reaction windows; expected env"):
        parallel_env("tantan")


def test_it_is_shown_in_words_or_not_at_all() -> None:
    table, hidden = env("tantan"), env("tantan", render_mode=None)
    table.reset(seed=1)
    hidden.reset(seed=1)
    assert "seat_0" in table.render()
    assert hidden.render() is None
    with pytest.raises(InvalidOption, match=r"render_mode: expected None or 'ansi'.*, got 'human'"):
        env("tantan", render_mode="human")
