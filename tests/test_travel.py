"""Whatever is pickled, copied or sent to another process goes on there exactly as it would have gone on here."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import cloudpickle
import gymnasium as gym
import numpy as np
import pytest

from caravanserai.batch import Batch
from caravanserai.bots import levels_of, make_bot
from caravanserai.envs import openspiel, pettingzoo
from caravanserai.envs.gymnasium import env, vector_env
from caravanserai.games import find_game, game_names
from caravanserai.kernel.game import Game
from caravanserai.match import Match

STEPS = 25
GAMES = game_names()

Thing = tuple[str, Any]
"""Something that travels, and the name of how to go on with it."""


# Ways to travel -----------------------------------------------------------------------------------------------------


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def cloudpickled(thing: Any) -> Any:
    return pickle.loads(cloudpickle.dumps(thing))


def read_only(thing: Any) -> Any:
    """As Ray does it: arrays lie in shared memory that nobody may write to."""
    buffers: list[pickle.PickleBuffer] = []
    data = cloudpickle.dumps(thing, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(data, buffers=[memoryview(bytes(buffer.raw())) for buffer in buffers])


WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": pickled,
    "cloudpickle": cloudpickled,
    "deepcopy": copy.deepcopy,
    "read_only": read_only,
}


# What travels, and how it goes on: all that can be seen of it on the way, as bytes and numbers -----------------------


def pick(mask: Any, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


def match_on(match: Match) -> list[Any]:
    chance, seen = np.random.default_rng(3), []
    for _ in range(STEPS):
        for seat in match.actors[:1]:
            choices = match.choices(seat)
            match.play(seat, choices[int(chance.integers(len(choices)))])
        seen.append((match.state_bytes(), match.events(), match.history))
    return seen


def batch_on(batch: Batch) -> list[Any]:
    chance, seen = np.random.default_rng(3), []
    for _ in range(STEPS):
        batch.step([pick(mask, chance) for mask in batch.masks()])
        arrays = (batch.states, batch.observe(), batch.actor, batch.rewards, batch.scores, batch.done, batch.seats)
        seen.append([array.tobytes() for array in arrays])
    return seen


def edition_on(edition: Any) -> list[Any]:
    match = Match(edition.game, seed=4, edition=edition)
    return [edition.name, edition.array.tobytes(), edition.values(), match_on(match), edition.array.flags.writeable]


def game_on(game: Game) -> list[Any]:
    return [game.id, id(game) == id(find_game(game.id)), match_on(Match(game, seed=5))]


def bot_on(given: tuple[Game, Any]) -> list[Any]:
    game, bot = given
    match = Match(game, seed=6, options=game.lab_options({}))
    seen = []
    while match.actors and match.decisions < STEPS:
        seat = match.actors[0]
        action = bot.choose(match.concealed(seat), seat)
        match.play(seat, action)
        seen.append(action)
    return seen


def chair_on(chair: Any) -> list[Any]:
    seen: list[Any] = []
    mask = chair.unwrapped.play.mask(chair.unwrapped.seat)
    for _ in range(STEPS):
        observation, reward, over, _, info = chair.step(chair.action_space.sample(mask))
        if over:
            observation, _ = chair.reset()
        mask = observation["action_mask"]
        seen.append((observation["observation"].tobytes(), mask.tobytes(), reward, over, info))
    return seen


def chairs_on(chairs: Any) -> list[Any]:
    chance, seen = np.random.default_rng(3), []
    for _ in range(STEPS):
        masks = chairs.batch.masks(chairs.seat)
        observation, rewards, over, _, _ = chairs.step([pick(mask, chance) if mask.any() else 0 for mask in masks])
        seen.append([array.tobytes() for array in (*observation.values(), rewards, over, chairs.batch.states)])
    return seen


def table_on(table: Any) -> list[Any]:
    seen: list[Any] = []
    for _ in range(STEPS):
        agent = table.agent_selection
        observation, reward, over, _, info = table.last()
        seen.append((agent, observation["observation"].tobytes(), reward, over, info, bytes(table.play.raw)))
        if over:
            table.reset()
        else:
            table.step(table.action_space(agent).sample(observation["action_mask"]))
    return seen


def hands_on(hands: Any) -> list[Any]:
    chance, seen = np.random.default_rng(3), []
    for _ in range(STEPS):
        masks = {agent: hands.play.mask(seat) for seat, agent in enumerate(hands.possible_agents)}
        actions = {agent: pick(mask, chance) for agent, mask in masks.items() if mask.any()}
        observations, *rest = hands.step(actions)
        seen.append(([o["observation"].tobytes() for o in observations.values()], rest, bytes(hands.play.raw)))
        if not hands.agents:
            hands.reset()
    return seen


def spiel_game_on(game: Any) -> list[Any]:
    return [str(game), *spiel_on(game.new_initial_state())]


def spiel_on(state: Any) -> list[Any]:
    chance, seen = np.random.default_rng(3), []
    for _ in range(STEPS):
        if state.is_terminal():
            break
        state.apply_action(int(chance.choice(state.legal_actions())))
        seats = range(state.num_players())
        seen.append((str(state), state.history(), [state.information_state_string(seat) for seat in seats]))
    return seen


ON: dict[str, Callable[[Any], list[Any]]] = {
    "match": match_on,
    "batch": batch_on,
    "edition": edition_on,
    "game": game_on,
    "bot": bot_on,
    "chair": chair_on,
    "chairs": chairs_on,
    "table": table_on,
    "hands": hands_on,
    "spiel": spiel_on,
    "spiel_game": spiel_game_on,
}


def go_on(thing: Thing) -> list[Any]:
    kind, what = thing
    return ON[kind](what)


# Everything, of every game ------------------------------------------------------------------------------------------


def chair_of(name: str) -> Any:
    """One that Gymnasium has wrapped, as its users have it."""
    chair = gym.make(f"caravanserai/{name}-v0", bots="apprentice")
    chair.reset(seed=1)
    chair.action_space.seed(2)
    return chair


def seated(table: Any) -> Any:
    table.reset(seed=1)
    for agent in table.possible_agents:
        table.action_space(agent).seed(2)
    return table


def things(name: str) -> dict[str, Thing]:
    """All that travels, by what it is called."""
    game = find_game(name)
    edition = game.edition()
    found: dict[str, Thing] = {
        "game": ("game", game),
        "edition": ("edition", edition),
        "match": ("match", Match(game, seed=1, options=game.lab_options({}))),
        "batch": ("batch", Batch(game, 3, seed=1, policies=["apprentice", *[None] * (game.fewest - 1)], threads=2)),
        "learner's chair": ("chair", chair_of(name)),
        "chair among searchers": ("chair", env(name, bots="vizier:20i", seat=1)),
        "chairs": ("chairs", vector_env(name, 3)),
        "table": ("table", seated(pettingzoo.env(name))),
        "game of OpenSpiel": ("spiel_game", openspiel.load(name)),
        "state of OpenSpiel": ("spiel", openspiel.load(name).new_initial_state()),
    }
    found["chair among searchers"][1].reset(seed=1)
    found["chairs"][1].reset(seed=1)
    if game.windows:
        found["table for all at once"] = ("hands", seated(pettingzoo.parallel_env(name)))
    for level in (*levels_of(game), "vizier:20i"):
        if level not in ("caravaneer", "vizier"):
            found[f"bot {level}"] = ("bot", (game, make_bot(game, edition, level, seed=1)))
    for thing in found.values():
        go_on(thing)
    return found


@pytest.fixture(scope="module", params=GAMES)
def of_game(request: pytest.FixtureRequest) -> dict[str, Thing]:
    return things(request.param)


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_goes_on_exactly_and_by_itself(of_game: dict[str, Thing], way: str) -> None:
    for called, thing in of_game.items():
        first, second = WAYS[way](thing), WAYS[way](thing)
        expected = go_on(first)
        assert go_on(thing) == expected, called
        assert go_on(second) == expected, called


def go_on_there(packed: bytes) -> list[list[Any]]:
    return [go_on(thing) for thing in pickle.loads(packed)]


def test_all_goes_on_in_another_process() -> None:
    everything = [thing for name in GAMES for thing in things(name).values()]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        there = pool.apply(go_on_there, (pickle.dumps(everything),))
    assert there == [go_on(thing) for thing in everything]
