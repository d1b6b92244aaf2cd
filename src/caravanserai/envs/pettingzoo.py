"""The games as PettingZoo environments.

>>> from caravanserai.envs import pettingzoo
>>> table = pettingzoo.env("gobi", seats=4)
>>> table.reset(seed=7)
>>> for agent in table.agent_iter():
...     observation, reward, termination, truncation, info = table.last()
...     done = termination or truncation
...     table.step(None if done else table.action_space(agent).sample(observation["action_mask"]))

They are also registered: ``pettingzoo.make("aec", "caravanserai/gobi-v0", seats=4)`` once this module is imported.

- Agents are ``seat_0``, ``seat_1``, …, each the same seat all match long.
- An observation is a dict: ``observation``, as the table in docs/games tells, and ``action_mask``.
- Rewards come at the end and sum to 0: 1 for winning alone, ``-1 / (seats - 1)`` for losing; ``infos`` then hold each
  seat's ``score`` and ``rank``.
- An illegal action ends the match: it costs 1, the other agents get nothing, and ``infos`` say ``illegal``.
- Where several seats decide at once, ``env`` asks the lowest first; the answers stay hidden until all are given.
  ``parallel_env`` takes all of them in one step; it is offered for games with reaction windows. It has one action more,
  the last: to wait. That is all that agents can do who have nothing to decide.
- ``render_mode`` is ``ansi``, the table as a spectator sees it in words, or ``rgb_array``, a picture of these words.
- Options of the game that are not given are such that every match ends.

Version history: v0, the first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.env_registry.registration import register

from caravanserai.envs.play import ILLEGAL_REWARD, Play, checked_render_mode, lowest, render_modes
from caravanserai.envs.spaces import action_space, observation_space
from caravanserai.games import all_games
from caravanserai.kernel.errors import InvalidChoice, InvalidOption
from caravanserai.kernel.game import EditionLike, Game

__all__ = ["ParallelTable", "Table", "env", "parallel_env"]

VERSION = 0


class _Seated:
    """What both kinds of environment share: the agents, their spaces, and the match they play."""

    more_actions = 0
    """Actions that the game does not have."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None,
        edition: EditionLike,
        render_mode: str | None,
        options: dict[str, Any],
    ) -> None:
        self.play = Play(game, seats, edition, options)
        self.metadata = {
            "name": f"{self.play.game.id}_v{VERSION}",
            "render_modes": render_modes(),
            "render_fps": 1,
            "is_parallelizable": bool(self.play.game.windows),
        }
        self.render_mode = checked_render_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        of, more = self.play.game, self.more_actions
        self._observation_spaces = {agent: observation_space(of, more) for agent in self.possible_agents}
        self._action_spaces = {agent: action_space(of, more) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent observes: numbers, and a mask of what is legal."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """What an agent may do: the number of an action."""
        return self._action_spaces[agent]

    def render(self) -> Any:
        """The table as a spectator sees it, in words or as a picture."""
        return self.play.rendered(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _ending(self) -> tuple[dict[str, float], dict[str, dict[str, Any]]]:
        """Rewards and infos at the end."""
        infos = [{"score": int(score), "rank": int(rank)} for score, rank in self.play.table()]
        rewards = dict(zip(self.possible_agents, self.play.rewards(), strict=True))
        return rewards, dict(zip(self.possible_agents, infos, strict=True))


class Table(_Seated, AECEnv):  # type: ignore[misc]
    """One seat decides at a time; see the module for what it gives."""

    _mask: Any = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.play.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._next()

    def _next(self) -> None:
        """Whose decision is next; false when there is none."""
        pending = self.play.pending()
        if pending:
            self.agent_selection = self.possible_agents[lowest(pending)]
            self._mask = self.play.mask(lowest(pending))
        else:
            self._end(*self._ending())

    def _end(self, rewards: dict[str, float], infos: dict[str, dict[str, Any]]) -> None:
        """The match is over for all."""
        self.rewards, self.infos = rewards, infos
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.play.observe(self._seat[agent])

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = self.play.action_number(action)
        self._cumulative_rewards[agent] = 0.0
        if 0 <= number < self.play.actions and self._mask[number]:
            self.play.step(self._seat[agent], number)
            self._next()
        else:
            rewards = {**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL_REWARD}
            self._end(rewards, {**{other: {} for other in self.agents}, agent: {"illegal": True}})


class ParallelTable(_Seated, ParallelEnv):  # type: ignore[misc]
    """All seats that decide at once do so in one step; see the module for what it gives."""

    more_actions = 1

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.play.deal(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Any]:
        return {agent: self._observation(seat) for agent, seat in self._seat.items()}

    def _observation(self, seat: int) -> dict[str, Any]:
        """What a seat knows, and what it may do: to wait, if nothing else."""
        known = self.play.observe(seat)
        mask = known["action_mask"]
        return {**known, "action_mask": np.append(mask, np.int8(not mask.any()))}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents, pending = self.agents, self.play.pending()
        deciding = [agent for agent in agents if pending >> self._seat[agent] & 1]
        rewards: dict[str, float] = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        chosen = {agent: self._chosen(agent, actions) for agent in deciding}
        illegal = [agent for agent in deciding if not self._is_legal(agent, chosen[agent])]
        for agent in illegal:
            rewards[agent], infos[agent] = ILLEGAL_REWARD, {"illegal": True}
        if not illegal:
            for agent in deciding:
                self.play.step(self._seat[agent], chosen[agent])
            if not self.play.pending():
                rewards, infos = self._ending()
        over = bool(illegal) or not self.play.pending()
        if over:
            self.agents = []
        return self._observations(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _chosen(self, agent: str, actions: dict[str, Any]) -> int:
        """What an agent does that must decide."""
        if agent not in actions:
            raise InvalidChoice(
                f"actions: expected one of {agent}, which must decide, got {', '.join(actions) or 'none'}"
            )
        return self.play.action_number(actions[agent])

    def _is_legal(self, agent: str, action: int) -> bool:
        return 0 <= action < self.play.actions and bool(self.play.mask(self._seat[agent])[action])


def env(
    game: Game | str,
    seats: int | None = None,
    edition: EditionLike = None,
    render_mode: str | None = "ansi",
    **options: Any,
) -> Table:
    """A table at which one seat decides at a time; the fewest seats of the game if not given."""
    return Table(game, seats, edition, render_mode, options)


def parallel_env(
    game: Game | str,
    seats: int | None = None,
    edition: EditionLike = None,
    render_mode: str | None = "ansi",
    **options: Any,
) -> ParallelTable:
    """A table at which all that decide at once do so in one step, for games with reaction windows."""
    table = ParallelTable(game, seats, edition, render_mode, options)
    if not table.play.game.windows:
        raise InvalidOption(f"{table.play.game.id}: it has no reaction windows; expected env rather than parallel_env")
    return table


def _register(game: Game) -> None:
    name = f"caravanserai/{game.id}-v{VERSION}"
    register("aec", name, f"{__name__}:env", kwargs={"game": game.id})
    if game.windows:
        register("parallel", name, f"{__name__}:parallel_env", kwargs={"game": game.id})


for _game in all_games():
    _register(_game)
