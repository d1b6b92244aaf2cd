"""The games as OpenSpiel games, registered with pyspiel, so that its algorithms run on them.

>>> from caravanserai.envs import openspiel
>>> game = openspiel.load("gobi", seats=2, turn_limit=3)
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

``pyspiel.load_game("caravanserai_gobi(players=2,turn_limit=3)")`` gives the same once this module is imported.

- **Views.** One seat decides at a time, where several do at once the lowest first, and its answer stays hidden from the
  others. With ``simultaneous=True`` they share a simultaneous node (``caravanserai_gobi_simultaneous``).
- **Chance** is explicit. The deal, and each decision that draws, is followed by one chance node. Where that can fall in
  at most ``ways`` ways, its outcomes are the different positions it can lead to with their exact probabilities.
  Otherwise they are ``streams`` equally likely random streams, the same for the same ``seed``: a sample, not the whole.
- **Information states** are strings with perfect recall: a digest of all that the seat has seen and done, in order. The
  tensor is the observation as the table in docs/games tells; what can be remembered, but not seen, is in it as far as
  the game's encoding has it.
- **Resampling** for IS-MCTS guesses what the seat cannot know, as our own bots do.
- **Returns** sum to 0: 1 for winning alone, ``-1 / (seats - 1)`` for losing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pyspiel

from caravanserai.envs.play import Array, Play, lowest
from caravanserai.games import all_games, find_game
from caravanserai.kernel.chance import every_way, new_chance, seed_bytes, seek
from caravanserai.kernel.edition import STANDARD
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import Game
from caravanserai.kernel.records import whole

__all__ = ["load", "load_small"]

WAYS = 256
STREAMS = 4096
LONGEST = 100_000
"""No match is longer; OpenSpiel wants to know."""

SMALL = Path(__file__).parent / "small"
"""An edition of each game with very few cards."""

GUESSES = 8
"""Determinizations for one resampling; one of them is taken, in proportion to its weight."""

Moves: TypeAlias = tuple[tuple[int, int], ...]
"""Decisions taken together: seats and actions. None at all is the deal."""


class Model:
    """What all states of one game share: they are copied and stored with no more of it than its parameters."""

    def __init__(self, game: str, parameters: tuple[tuple[str, Any], ...]) -> None:
        self.of = game, parameters
        given = dict(parameters)
        found = find_game(game)
        options = {option.name: given[option.name] for option in found.options}
        self.play = Play(found, given["players"], given["edition"], options)
        self.ways: int = given["ways"]
        self.streams: int = given["streams"]
        self.blank = bytes(self.play.raw)
        self.chance = new_chance(seed_bytes(given["seed"]))
        self._after = lru_cache(maxsize=1024)(self._outcomes)

    def __deepcopy__(self, memo: object) -> Model:
        return self

    def __reduce__(self) -> Any:
        return model, self.of

    def at(self, position: bytes) -> Play:
        """The table, set up with a position."""
        return self.play.at(position)

    def follow(self, position: bytes, moves: Moves, chance: Any) -> bytes:
        """Where some decisions lead, or the deal."""
        play = self.at(position)
        if not moves:
            play.f.deal(play.e, play.states, 0, chance)
        for seat, action in moves:
            play.f.step(play.e, play.states, 0, seat, action, chance)
        return bytes(play.raw)

    def outcomes(self, position: bytes, moves: Moves) -> list[tuple[bytes, float]] | None:
        """All positions some decisions can lead to, with their probabilities; None if there are too many."""
        return self._after(position, moves) if moves else self._deals

    @cached_property
    def _deals(self) -> list[tuple[bytes, float]] | None:
        return self._outcomes(self.blank, ())

    def _outcomes(self, position: bytes, moves: Moves) -> list[tuple[bytes, float]] | None:
        found = every_way(lambda chance: self.follow(position, moves, chance), self.ways)
        if found is None:
            return None
        merged: dict[bytes, float] = {}
        for probability, after in found:
            merged[after] = merged.get(after, 0.0) + probability
        return list(merged.items())

    def outcome(self, position: bytes, moves: Moves, number: int) -> bytes:
        """The position one outcome leads to."""
        outcomes = self.outcomes(position, moves)
        if outcomes is not None:
            return outcomes[number][0]
        seek(self.chance, number)
        return self.follow(position, moves, self.chance)

    def concealed(self, position: bytes, seat: int) -> bytes:
        return bytes(self.at(position).concealed(seat))

    def determinized(self, position: bytes, seat: int, sampler: Callable[[], float]) -> bytes:
        """A world the seat cannot tell from the true one."""
        play = self.at(position)
        known = self.concealed(position, seat)
        chance = new_chance(seed_bytes(str(sampler())))
        worlds, weights = [], []
        for _ in range(GUESSES):
            self.at(known)
            weights.append(play.f.determinize(play.e, play.states, 0, seat, chance))
            worlds.append(bytes(play.raw))
        place = np.searchsorted(np.cumsum(weights), sampler() * sum(weights), "right")
        return worlds[min(int(place), GUESSES - 1)]


@lru_cache(maxsize=64)
def model(game: str, parameters: tuple[tuple[str, Any], ...]) -> Model:
    """The model of a game with its parameters, one for all who ask."""
    return Model(game, parameters)


class State(pyspiel.State):  # type: ignore[misc]
    """A position, what each seat has learned on the way to it, and the decisions that wait for chance."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        seats = game.num_players()
        self.model: Model = game.model
        self.at_once: bool = game.at_once
        self.position = self.model.blank
        self.moves: Moves | None = ()
        self.pending = 0
        self.seen = (b"",) * seats
        self.memory = (b"",) * seats

    def current_player(self) -> int:
        if self.moves is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if not self.pending:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.at_once and self.pending & (self.pending - 1):
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return lowest(self.pending)

    def _legal_actions(self, player: int) -> list[int]:
        if not self.pending >> player & 1:
            return []
        return list(np.flatnonzero(self.model.at(self.position).mask(player)).tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.moves is not None
        outcomes = self.model.outcomes(self.position, self.moves)
        if outcomes is None:
            return [(k, 1 / self.model.streams) for k in range(self.model.streams)]
        return [(k, probability) for k, (_, probability) in enumerate(outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.moves is not None:
            self._arrive(self.model.outcome(self.position, self.moves, action), self.moves)
        else:
            self._decide(((lowest(self.pending), action),))

    def _apply_actions(self, actions: list[int]) -> None:
        self._decide(tuple((seat, action) for seat, action in enumerate(actions) if self.pending >> seat & 1))

    def _decide(self, moves: Moves) -> None:
        """Take decisions; if they draw, chance is next."""
        outcomes = self.model.outcomes(self.position, moves)
        if outcomes is not None and len(outcomes) == 1:
            self._arrive(outcomes[0][0], moves)
        else:
            self.moves = moves

    def _arrive(self, position: bytes, moves: Moves) -> None:
        """A new position: every seat remembers what it sees change, and what it did itself."""
        own = dict(moves)
        seen = tuple(self.model.concealed(position, seat) for seat in range(len(self.seen)))
        self.memory = tuple(
            blake2b(old + now + b"%d" % own.get(seat, -1), digest_size=16).digest()
            if now != before or seat in own
            else old
            for seat, (old, before, now) in enumerate(zip(self.memory, self.seen, seen, strict=True))
        )
        self.position, self.seen, self.moves = position, seen, None
        self.pending = self.model.at(position).pending()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state the player cannot tell from this one; the others are taken to remember only what they see in it."""
        state: State = self.clone()
        state.position = self.model.determinized(self.position, player, sampler)
        for seat in range(len(self.seen)):
            if seat != player:
                seen = self.model.concealed(state.position, seat)
                state.seen = (*state.seen[:seat], seen, *state.seen[seat + 1 :])
                memory = blake2b(seen, digest_size=16).digest()
                state.memory = (*state.memory[:seat], memory, *state.memory[seat + 1 :])
        return state

    def is_terminal(self) -> bool:
        return self.moves is None and not self.pending

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * len(self.seen)
        return self.model.at(self.position).rewards()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"way {action}"
        play = self.model.play
        return str(play.game.actions.choice(action, player, play.seats))

    def dump(self, position: bytes) -> str:
        """A position as readable JSON; nothing before the deal."""
        if not any(self.seen):
            return ""
        play = self.model.play
        return json.dumps(play.game.state.dump(np.frombuffer(position, play.game.state.dtype)[0]))

    def __str__(self) -> str:
        """A name for the state; algorithms ask for it very often. ``dump`` tells what is in it."""
        waiting = "" if self.moves is None else f" chance after {self.moves}"
        return blake2b(self.position, digest_size=16).hexdigest() + waiting


class Observer:
    """What a seat knows, as pyspiel asks for it."""

    def __init__(self, kind: Any, size: int) -> None:
        self.kind = kind
        self.tensor: Array = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        self.tensor.fill(0)
        if any(state.seen):
            play = state.model.at(state.position)
            play.f.encode(play.e, play.states, 0, player, self.tensor)

    def string_from(self, state: State, player: int) -> str:
        if self.kind.perfect_recall:
            return f"{player} {state.memory[player].hex()}"
        return state.dump(state.seen[player])


def _option_parameters(game: Game) -> dict[str, int]:
    return {option.name: option.default if option.lab is None else option.lab for option in game.options}


def _game_class(game: Game, at_once: bool) -> type[Any]:
    """The class of a game that is registered with pyspiel, for one of its views."""
    parameters = {
        "players": game.fewest,
        "edition": STANDARD,
        "ways": WAYS,
        "streams": STREAMS,
        "seed": 0,
        **_option_parameters(game),
    }
    dynamics = pyspiel.GameType.Dynamics.SIMULTANEOUS if at_once else pyspiel.GameType.Dynamics.SEQUENTIAL
    about = pyspiel.GameType(
        short_name=_short_name(game, at_once),
        long_name=f"{game.title}{' (simultaneous)' if at_once else ''}",
        dynamics=dynamics,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )

    class Registered(pyspiel.Game):  # type: ignore[misc]
        """One game in one view, with its parameters."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {**parameters, **(params or {})}
            self.model = model(game.id, tuple(sorted(given.items())))
            self.at_once = at_once
            seats = self.model.play.seats
            info = pyspiel.GameInfo(
                num_distinct_actions=game.actions.count,
                max_chance_outcomes=max(given["ways"], given["streams"]),
                num_players=seats,
                min_utility=-1 / (seats - 1),
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(about, info, params or {})

        def __reduce__(self) -> Any:
            return _load_again, (str(self),)

        def new_initial_state(self) -> State:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), game.observation_size)

    pyspiel.register_game(about, Registered)
    return Registered


def _load_again(text: str) -> Any:
    """A game from its name and parameters, with this module imported, which registers it."""
    return pyspiel.load_game(text)


def _short_name(game: Game, at_once: bool) -> str:
    return f"caravanserai_{game.id}" + ("_simultaneous" if at_once else "")


def load(
    game: str,
    seats: int | None = None,
    edition: str | Path = STANDARD,
    simultaneous: bool = False,
    ways: int = WAYS,
    streams: int = STREAMS,
    seed: int = 0,
    **options: Any,
) -> Any:
    """A pyspiel game; options not given are such that every match ends."""
    found = find_game(game)
    players = found.fewest if seats is None else seats
    for name, value in (("ways", ways), ("streams", streams)):
        number = whole(value)
        if number is None or number < 1:
            raise InvalidOption(f"{name}: expected a number from 1 up, got {value!r}")
    # A table that is thrown away: it refuses what cannot be played.
    table = Play(found, players, edition, options)
    numbers = {"players": table.seats, "ways": int(ways), "streams": int(streams), "seed": int(seed)}
    chosen = {**numbers, "edition": str(edition)}
    return pyspiel.load_game(_short_name(found, simultaneous), {**chosen, **table.options})


def load_small(game: str, **more: Any) -> Any:
    """An instance small enough to be gone through whole: an edition with very few cards, and one turn a seat.

    Games for two have every deal in it with its exact probability, games for three or more one deal only.
    """
    found = find_game(game)
    turns = {option.name: 1 for option in found.options if option.name == "turn_limit"}
    chance = {"ways": 100_000} if found.fewest == 2 else {"ways": 1, "streams": 1}
    return load(game, edition=SMALL / f"{found.id}.toml", **{**turns, **chance, **more})


CLASSES = {(game.id, at_once): _game_class(game, at_once) for game in all_games() for at_once in (False, True)}
