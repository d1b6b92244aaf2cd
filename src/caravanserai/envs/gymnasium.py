"""The games as Gymnasium environments: one seat, against bots at the others.

>>> from caravanserai.envs import gymnasium
>>> chair = gymnasium.env("tantan", bots="merchant")
>>> observation, info = chair.reset(seed=7)
>>> observation, reward, terminated, truncated, info = chair.step(observation["action_mask"].argmax())

``vector_env`` gives many of them at once on the compiled batch API, against bots that play by rules of thumb.
Both are registered: ``gymnasium.make("caravanserai/tantan-v0")`` once this module is imported.

- An observation is a dict: ``observation``, as the table in docs/games tells, and ``action_mask``.
- The reward comes at the end: 1 for winning alone, ``-1 / (seats - 1)`` for losing, in between for a shared victory.
  The info then holds the ``scores`` of all seats.
- An illegal action ends the match and costs 1; the info says ``illegal``.
- ``vector_env`` resets in the same step (``AutoresetMode.SAME_STEP``): ``final_obs`` and ``final_info`` in the info
  hold what the match that ended came to.
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
from caravanserai.envs.play import ILLEGAL_REWARD, Play, lowest
from caravanserai.envs.spaces import action_space, observation_space
from caravanserai.games import all_games
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import EditionLike, Game
from caravanserai.kernel.records import whole

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

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (as Gymnasium declares it)

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
        if render_mode not in (None, "ansi"):
            raise InvalidOption(f"render_mode: expected None or 'ansi', got {render_mode!r}")
        self.render_mode = render_mode
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
        self._mask = observation["action_mask"]
        return observation

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if not (0 <= action < self.play.actions and self._mask[action]):
            return self._observe(), ILLEGAL_REWARD, True, False, {"illegal": True}
        self.play.step(self.seat, action)
        if self._await_own_turn():
            return self._observe(), 0.0, False, False, {}
        scores = self.play.table()[:, 0].tolist()
        return self._observe(), self.play.rewards()[self.seat], True, False, {"scores": scores}

    def render(self) -> Any:
        """The table as a spectator sees it, in words, if so asked."""
        return self.play.describe() if self.render_mode else None


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
        **options: Any,
    ) -> None:
        table = Play(game, seats, edition, options)
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
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self._masks: Any = None

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        if isinstance(seed, list):
            raise InvalidOption("seed: expected one number for all matches, got a list")
        super().reset(seed=seed)
        self.batch.reset(seed=seed)
        return self._observe(), {}

    def _observe(self) -> dict[str, Any]:
        self._masks = self.batch.masks(self.seat)
        return {"observation": self.batch.observe(self.seat), "action_mask": self._masks}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        chosen = np.array(actions, np.int32)
        rows = np.arange(self.num_envs)
        inside = (chosen >= 0) & (chosen < self.batch.game.actions.count)
        illegal = ~(inside & (self._masks[rows, np.where(inside, chosen, 0)] == 1))
        self.batch.step(np.where(illegal, WAIT, chosen), checked=False)
        over = self.batch.done | illegal
        rewards = np.where(illegal, ILLEGAL_REWARD, self.batch.rewards[:, self.seat]).astype(np.float64)
        info: dict[str, Any] = {}
        if over.any():
            info = {"final_obs": self._observe(), "_final_obs": over, "_final_info": over}
            info["final_info"] = {"illegal": illegal, "scores": self.batch.scores[:, : self.batch.seats[0]].copy()}
            self.batch.reset(over)
        return self._observe(), rewards, over, np.zeros(self.num_envs, np.bool_), info


def env(game: Game | str, seats: int | None = None, bots: str | Sequence[str] = USUAL_BOT, **more: Any) -> Chair:
    """One seat against bots: one level for all of them, or one for each other seat. More: seat, edition, options."""
    return Chair(game, seats, bots, **more)


def vector_env(
    game: Game | str, num_envs: int, seats: int | None = None, bots: str | Sequence[str] = USUAL_BOT, **more: Any
) -> Chairs:
    """The same many times over. More: seat, edition, threads, options."""
    return Chairs(game, num_envs, seats, bots, **more)


for _game in all_games():
    gym.register(
        f"caravanserai/{_game.id}-v{VERSION}", f"{__name__}:env", vector_entry_point=f"{__name__}:vector_env",
        kwargs={"game": _game.id},
    )  # fmt: skip
