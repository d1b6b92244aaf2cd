"""The games as Gymnasium environments: one seat, against bots at the others.

>>> from caravanserai.envs import gymnasium
>>> chair = gymnasium.env("tantan", bots="merchant")
>>> observation, info = chair.reset(seed=7)
>>> observation, reward, terminated, truncated, info = chair.step(observation["action_mask"].argmax())

``vector_env`` gives many of them at once on the compiled batch API, against bots that play by rules of thumb.
Both are registered: ``gymnasium.make("caravanserai/tantan-v0")`` once this module is imported.

- An observation is a dict: ``observation``, as the table in docs/games tells, and ``action_mask``. ``action_masks()``
  gives the same mask as booleans, where sb3-contrib looks for it.
- The reward comes at the end: 1 for winning alone, ``-1 / (seats - 1)`` for losing, in between for a shared victory.
  The info then holds the ``scores`` of all seats.
- An illegal action ends the match and costs 1; the info says ``illegal``.
- ``vector_env`` resets in the same step (``AutoresetMode.SAME_STEP``): ``final_obs`` and ``final_info`` in the info
  hold what the match that ended came to. With ``autoreset_mode="NextStep"`` the next step deals the next match,
  whatever its action is.
- ``render_mode`` is ``ansi``, the table as a spectator sees it in words, or ``rgb_array``, a picture of these words.
- Options of the game that are not given are such that every match ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from caravanserai.batch import WAIT, Batch
from caravanserai.bots import Bot, make_bot
from caravanserai.envs.play import ILLEGAL_REWARD, Play, checked_render_mode, lowest, render_modes
from caravanserai.envs.spaces import action_space, observation_space
from caravanserai.games import all_games
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import EditionLike, Game
from caravanserai.kernel.records import as_bytes, whole

__all__ = ["Chair", "Chairs", "env", "vector_env"]

VERSION = 0
USUAL_BOT = "merchant"


def _rivals(bots: str | Sequence[str], seats: int, seat: int) -> list[str | None]:
    """The level of each seat's bot, None for the learner."""
    own = whole(seat)
    if own is None or not 0 <= own < seats:
        raise InvalidOption(f"seat: expected a number from 0 to {seats - 1}, got {seat!r}")
    levels: list[str | None] = [bots] * (seats - 1) if isinstance(bots, str) else list(bots)
    if len(levels) != seats - 1:
        raise InvalidOption(f"bots: expected one level, or {seats - 1} for the other seats, got {len(levels)}")
    return [*levels[:own], None, *levels[own:]]


class Chair(gym.Env[dict[str, Any], Any]):
    """One seat of a match; see the module for what it gives."""

    metadata = {"render_modes": render_modes(), "render_fps": 1}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        bots: str | Sequence[str] = USUAL_BOT,
        seat: int = 0,
        edition: EditionLike = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = checked_render_mode(render_mode)
        self.play = Play(game, seats, edition, options)
        self.levels = _rivals(bots, self.play.seats, seat)
        self.seat = int(seat)
        self.observation_space = observation_space(self.play.game)
        self.action_space = action_space(self.play.game)
        self.bots: list[Bot | None] = []
        self._mask: Any = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or not self.bots:
            self.bots = [None if level is None else self._bot(level) for level in self.levels]
        self.play.deal(seed)
        self._await_own_turn()
        return self._observe(), {}

    def _bot(self, level: str) -> Bot:
        return make_bot(self.play.game, self.play.edition, level, int(self.np_random.integers(2**31)))

    def _await_own_turn(self) -> int:
        """Let the bots decide until the learner can; returns 0 if the match is over."""
        while (pending := self.play.pending()) and not pending >> self.seat & 1:
            seat = lowest(pending)
            bot = self.bots[seat]
            assert bot is not None
            self.play.step(seat, bot.choose(self.play.concealed(seat), seat))
        return pending

    def _observe(self) -> dict[str, Any]:
        observation = self.play.observe(self.seat)
        self._mask = observation["action_mask"].astype(np.bool_)
        return observation

    def action_masks(self) -> Any:
        """What the learner may do now: a boolean for each action."""
        return self._mask.copy()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        number = self.play.action_number(action)
        if not (0 <= number < self.play.actions and self._mask[number]):
            return self._observe(), ILLEGAL_REWARD, True, False, {"illegal": True}
        self.play.step(self.seat, number)
        if self._await_own_turn():
            return self._observe(), 0.0, False, False, {}
        scores = self.play.table()[:, 0].tolist()
        return self._observe(), self.play.rewards()[self.seat], True, False, {"scores": scores}

    def render(self) -> Any:
        """The table as a spectator sees it, in words or as a picture, if so asked."""
        return self.play.rendered(self.render_mode)


class Chairs(VectorEnv[dict[str, Any], Any, Any]):
    """One seat in each of many matches, on the batch API; see the module for what it gives."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        seats: int | None = None,
        bots: str | Sequence[str] = USUAL_BOT,
        seat: int = 0,
        edition: EditionLike = None,
        threads: int = 1,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        **options: Any,
    ) -> None:
        self.render_mode = checked_render_mode(render_mode)
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self._table = table = Play(game, seats, edition, options)
        policies = _rivals(bots, table.seats, seat)
        self.batch = Batch(
            table.game, num_envs, table.seats, policies=policies, edition=edition, threads=threads, autoreset=False,
            **options,
        )  # fmt: skip
        self.num_envs = int(num_envs)
        self.seat = int(seat)
        self.single_observation_space = observation_space(table.game)
        self.single_action_space = action_space(table.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.metadata = {"render_modes": render_modes(), "render_fps": 1, "autoreset_mode": self.autoreset_mode}
        self._masks: Any = None
        self._ended = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal all matches anew. A list has a seed for each of them, or None where any will do."""
        if isinstance(seed, (list, tuple, np.ndarray)):
            self.batch.reset(seed=[self._any_seed() if one is None else one for one in seed])
        else:
            super().reset(seed=seed)
            self.batch.reset(seed=seed)
        self._ended[:] = False
        return self._observe(), {}

    def _any_seed(self) -> int:
        return int(self.np_random.integers(1 << 32))

    def _observe(self) -> dict[str, Any]:
        masks = self.batch.masks(self.seat)
        self._masks = masks.astype(np.bool_)
        return {"observation": self.batch.observe(self.seat), "action_mask": masks}

    def action_masks(self) -> Any:
        """What the learner may do now: in each match a boolean for each action."""
        return self._masks.copy()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        chosen = self.batch.as_actions(actions)
        fresh = self._ended
        illegal = ~(self._is_legal(chosen) | fresh)
        self.batch.step(np.where(illegal | fresh, WAIT, chosen), checked=False)
        over = self.batch.done | illegal
        rewards = np.where(illegal, ILLEGAL_REWARD, self.batch.rewards[:, self.seat]).astype(np.float64)
        info = self._ending(over, illegal) if over.any() else {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            if over.any():
                info = {"final_obs": self._final(over), "_final_obs": over, "final_info": info, "_final_info": over}
            fresh = over
        else:
            self._ended = over.copy()
        if fresh.any():
            self.batch.reset(fresh)
        return self._observe(), rewards, over, np.zeros(self.num_envs, np.bool_), info

    def _is_legal(self, actions: Any) -> Any:
        inside = (actions >= 0) & (actions < self.batch.game.actions.count)
        return inside & self._masks[np.arange(self.num_envs), np.where(inside, actions, 0)]

    def _ending(self, over: Any, illegal: Any) -> dict[str, Any]:
        """How the matches that are over ended."""
        scores = self.batch.scores[:, : self.batch.seats[0]].copy()
        return {"illegal": illegal, "_illegal": over, "scores": scores, "_scores": over & ~illegal}

    def _final(self, over: Any) -> Any:
        """What was observed last in the matches that are over, None in the others."""
        seen, found = self._observe(), np.full(self.num_envs, None, object)
        for i in np.flatnonzero(over):
            found[i] = {name: array[i] for name, array in seen.items()}
        return found

    def render(self) -> Any:
        """Each table as a spectator sees it, in words or as a picture, if so asked."""
        if self.render_mode is None:
            return None
        return tuple(self._table.at(row).rendered(self.render_mode) for row in as_bytes(self.batch.states))


def _autoreset_mode(given: AutoresetMode | str) -> AutoresetMode:
    """One of those that are offered, or its name."""
    offered = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
    for mode in offered:
        if given in (mode, mode.value):
            return mode
    names = [mode.value for mode in offered]
    raise InvalidOption(f"autoreset_mode: expected one of {', '.join(names)}, got {given!r}", names)


def env(game: Game | str, seats: int | None = None, bots: str | Sequence[str] = USUAL_BOT, **more: Any) -> Chair:
    """One seat against bots: one level for all of them, or one for each other seat. More: seat, edition, options."""
    return Chair(game, seats, bots, **more)


def vector_env(
    game: Game | str, num_envs: int, seats: int | None = None, bots: str | Sequence[str] = USUAL_BOT, **more: Any
) -> Chairs:
    """The same many times over. More: seat, edition, threads, autoreset_mode, options."""
    return Chairs(game, num_envs, seats, bots, **more)


for _game in all_games():
    gym.register(
        f"caravanserai/{_game.id}-v{VERSION}", f"{__name__}:env", vector_entry_point=f"{__name__}:vector_env",
        kwargs={"game": _game.id},
    )  # fmt: skip
