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
  ``parallel_env`` takes all of them in one step. Agents who have nothing to decide have an empty mask, and what they
  do is ignored. It is offered for games with reaction windows.
- Options of the game that are not given are such that every match ends.

Version history: v0, the first.
"""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.env_registry.registration import register

from caravanserai.envs.play import ILLEGAL_REWARD, Play, lowest
from caravanserai.envs.spaces import action_space, observation_space
from caravanserai.games import all_games
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.game import EditionLike, Game

VERSION = 0


class _Seated:
    """What both kinds of environment share: the agents, their spaces, and the match they play."""

    def __init__(self, game: Game | str, seats: int | None, edition: EditionLike, options: dict[str, Any]) -> None:
        self.play = Play(game, seats, edition, options)
        self.metadata = {
            "name": f"{self.play.game.id}_v{VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": bool(self.play.game.windows),
        }
        self.render_mode = "ansi"
        self.possible_agents = [f"seat_{seat}" for seat in range(self.play.seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: observation_space(self.play.game) for agent in self.possible_agents}
        self._action_spaces = {agent: action_space(self.play.game) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self._action_spaces[agent]

    def render(self) -> str:
        """The table as a spectator sees it, in words."""
        return self.play.describe()

    def close(self) -> None:
        """There is nothing to close."""

    def _ending(self) -> tuple[dict[str, float], dict[str, dict[str, Any]]]:
        """Rewards and infos at the end."""
        infos = [{"score": int(score), "rank": int(rank)} for score, rank in self.play.table()]
        rewards = dict(zip(self.possible_agents, self.play.rewards(), strict=True))
        return rewards, dict(zip(self.possible_agents, infos, strict=True))


class Table(_Seated, AECEnv):  # type: ignore[misc]
    """One seat decides at a time; see the module for what it gives."""

    def __init__(self, game: Game | str, seats: int | None, edition: EditionLike, options: dict[str, Any]) -> None:
        super().__init__(game, seats, edition, options)
        self._mask: Any = None

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
        self._cumulative_rewards[agent] = 0.0
        if 0 <= action < self.play.actions and self._mask[action]:
            self.play.step(self._seat[agent], action)
            self._next()
        else:
            rewards = {**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL_REWARD}
            self._end(rewards, {**{other: {} for other in self.agents}, agent: {"illegal": True}})


class ParallelTable(_Seated, ParallelEnv):  # type: ignore[misc]
    """All seats that decide at once do so in one step; see the module for what it gives."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.play.deal(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Any]:
        return {agent: self.play.observe(seat) for agent, seat in self._seat.items()}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents, pending = self.agents, self.play.pending()
        deciding = [agent for agent in agents if pending >> self._seat[agent] & 1]
        rewards: dict[str, float] = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        illegal = [agent for agent in deciding if not self._is_legal(agent, actions.get(agent))]
        for agent in illegal:
            rewards[agent], infos[agent] = ILLEGAL_REWARD, {"illegal": True}
        if not illegal:
            for agent in deciding:
                self.play.step(self._seat[agent], actions[agent])
            if not self.play.pending():
                rewards, infos = self._ending()
        over = bool(illegal) or not self.play.pending()
        if over:
            self.agents = []
        return self._observations(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _is_legal(self, agent: str, action: Any) -> bool:
        return action is not None and 0 <= action < self.play.actions and self.play.mask(self._seat[agent])[action]


def env(game: Game | str, seats: int | None = None, edition: EditionLike = None, **options: Any) -> Table:
    """A table at which one seat decides at a time; the fewest seats of the game if not given."""
    return Table(game, seats, edition, options)


def parallel_env(
    game: Game | str, seats: int | None = None, edition: EditionLike = None, **options: Any
) -> ParallelTable:
    """A table at which all that decide at once do so in one step, for games with reaction windows."""
    table = ParallelTable(game, seats, edition, options)
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
