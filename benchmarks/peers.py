"""Decisions a second through our adapters, and of other people's games beside them, all in one run on one machine.

    make bench

Everybody plays at random, choosing among the legal actions, and everything that takes is counted: legal actions, masks,
observations where the API gives them. Rates are of processor time, so that a busy machine does not spoil the ratios;
those of two threads are of the clock. What is compiled is compiled before the clock runs, and told apart.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from caravanserai.batch import Batch
from caravanserai.envs import gymnasium, openspiel, pettingzoo
from caravanserai.games import all_games
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.game import Game
from caravanserai.kernel.playout import RANDOM
from caravanserai.lab.bench import machine

MATCHES = 4096
PICK = random.Random(1)


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    whose: str
    what: str
    rate: float
    length: float = 0.0
    compiling: float = 0.0


def timed(play: Callable[[], tuple[int, int]], seconds: float, clock: Callable[[], float] = time.process_time) -> Any:
    """Call again and again, after once for nothing: decisions a second, decisions a match if matches were counted,
    and the seconds of the first call."""
    begin = time.perf_counter()
    play()
    compiling = time.perf_counter() - begin
    start, decisions, matches = clock(), 0, 0
    while clock() - start < seconds:
        more, ended = play()
        decisions, matches = decisions + more, matches + ended
    return decisions / (clock() - start), decisions / matches if matches else 0.0, compiling


# Ours ---------------------------------------------------------------------------------------------------------------


def core(game: Game, seconds: float) -> Row:
    editions, state = game.edition().array, game.blank(game.fewest, game.lab_options({}))

    def play() -> tuple[int, int]:
        tally = game.engine.simulate(editions, state, seed_bytes("peers"), 500, RANDOM)
        return tally.decisions, tally.matches

    return Row("ours", f"{game.id}, core", *timed(play, seconds))


def batch(game: Game, seconds: float, threads: int) -> Row:
    table = Batch(game, MATCHES, seed=1, threads=threads)
    seen = np.empty((MATCHES, game.observation_size), np.float32)
    masks = np.empty((MATCHES, game.actions.count), np.int8)

    def play() -> tuple[int, int]:
        table.step_at_random(seen, masks)
        return MATCHES, 0

    clock = time.process_time if threads == 1 else time.perf_counter
    what = (
        f"{game.id}, batch of {MATCHES} with observations and masks, {threads} thread{'s' * (threads > 1)}, "
        f"{table.bytes_a_match:.0f} bytes a match"
    )
    return Row("ours", what, *timed(play, seconds, clock))


def aec(table: Any) -> tuple[int, int]:
    """One match of any PettingZoo environment with action masks."""
    table.reset()
    decisions = 0
    for _ in table.agent_iter():
        observation, _, over, cut, _ = table.last()
        if over or cut:
            table.step(None)
            continue
        table.step(PICK.choice(observation["action_mask"].nonzero()[0]))
        decisions += 1
    return decisions, 1


def parallel(table: Any) -> tuple[int, int]:
    observations, _ = table.reset()
    decisions = 0
    while table.agents:
        legal = {agent: seen["action_mask"].nonzero()[0] for agent, seen in observations.items()}
        actions = {agent: PICK.choice(found) for agent, found in legal.items() if len(found)}
        observations, *_ = table.step(actions)
        decisions += sum(action < table.play.actions for action in actions.values())  # the last is to wait
    return decisions, 1


def chair(seat: Any) -> tuple[int, int]:
    observation, _ = seat.reset()
    over, decisions = False, 0
    while not over:
        observation, _, over, _, _ = seat.step(PICK.choice(observation["action_mask"].nonzero()[0]))
        decisions += 1
    return decisions, 1


def spiel(game: Any) -> tuple[int, int]:
    """One match of any OpenSpiel game, driven from Python."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(PICK.choices(outcomes, odds)[0])
        else:
            state.apply_action(PICK.choice(state.legal_actions()))
            decisions += 1
    return decisions, 1


def ours(game: Game, seconds: float) -> Iterator[Row]:
    yield core(game, seconds)
    yield batch(game, seconds, 1)
    yield batch(game, seconds, 2)
    table = pettingzoo.env(game)
    yield Row("ours", f"{game.id}, PettingZoo AEC", *timed(lambda: aec(table), seconds))
    if game.windows:
        hands = pettingzoo.parallel_env(game)
        yield Row("ours", f"{game.id}, PettingZoo parallel", *timed(lambda: parallel(hands), seconds))
    seat = gymnasium.env(game, bots="random")
    yield Row("ours", f"{game.id}, Gymnasium, rivals at random not counted", *timed(lambda: chair(seat), seconds))
    chairs = gymnasium.vector_env(game, MATCHES, bots="random")
    masks = [chairs.reset()[0]["action_mask"]]
    pick = np.random.default_rng(1)

    def many() -> tuple[int, int]:
        seen, *_ = chairs.step((masks[0] * pick.random(masks[0].shape, np.float32)).argmax(axis=1))
        masks[0] = seen["action_mask"]
        return MATCHES, 0

    yield Row("ours", f"{game.id}, Gymnasium vector of {MATCHES}, rivals not counted", *timed(many, seconds))
    loaded = openspiel.load(game.id)
    yield Row("ours", f"{game.id}, OpenSpiel", *timed(lambda: spiel(loaded), seconds))


# Theirs -------------------------------------------------------------------------------------------------------------


def openspiel_peers(seconds: float) -> Iterator[Row]:
    import pyspiel
    from open_spiel.python import games  # noqa: F401 (registers the games written in Python)

    for name in ("gin_rummy", "backgammon"):
        game = pyspiel.load_game(name)
        row = Row("OpenSpiel", f"{name}, C++, driven from Python", *timed(lambda game=game: spiel(game), seconds))  # type: ignore[misc]
        yield row
        bots = [pyspiel.make_uniform_random_bot(player, 1) for player in range(2)]

        def inside(game: Any = game, bots: Any = bots, length: float = row.length) -> tuple[int, int]:
            for _ in range(20):
                pyspiel.evaluate_bots(game.new_initial_state(), bots, PICK.randrange(2**31))
            return round(20 * length), 20

        yield Row("OpenSpiel", f"{name}, C++, whole matches in its own loop", *timed(inside, seconds))
    game = pyspiel.load_game("python_block_dominoes")
    yield Row("OpenSpiel", "block_dominoes, written in Python", *timed(lambda: spiel(game), seconds))


def rlcard_peers(seconds: float) -> Iterator[Row]:
    import rlcard

    for name in ("gin-rummy", "uno"):
        table = rlcard.make(name)

        def play(table: Any = table) -> tuple[int, int]:
            state, _ = table.reset()
            decisions = 0
            while not table.is_over():
                state, _ = table.step(PICK.choice(list(state["legal_actions"])))
                decisions += 1
            return decisions, 1

        yield Row("RLCard", name, *timed(play, seconds))


def pettingzoo_peers(seconds: float) -> Iterator[Row]:
    from pettingzoo.env_registry.registration import make

    for name in ("connect_four-v3", "leduc_holdem-v4", "texas_holdem_no_limit-v6", "chess-v6"):
        table = make("aec", f"classic/{name}")
        yield Row("PettingZoo classic", name, *timed(lambda table=table: aec(table), seconds))  # type: ignore[misc]


def pgx_peers(seconds: float) -> Iterator[Row]:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    game = pgx.make("backgammon")
    step = jax.vmap(auto_reset(game.step, game.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def hundred(state: Any, key: Any) -> Any:
        def one(carry: Any, _: Any) -> Any:
            state, key, ended = carry
            key, first, second = jax.random.split(key, 3)
            action = jax.random.categorical(first, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
            state = step(state, action, jax.random.split(second, 1024))
            return (state, key, ended + state.terminated.sum()), None

        return jax.lax.scan(one, (state, key, 0), None, 100)[0]

    key = jax.random.PRNGKey(1)
    kept = [jax.jit(jax.vmap(game.init))(jax.random.split(key, 1024)), key]

    def play() -> tuple[int, int]:
        state, after, ended = hundred(*kept)
        kept[:] = [state, after]
        return 1024 * 100, int(ended)

    yield Row("pgx", "backgammon, 1024 at once, no pass of Python", *timed(play, seconds))


PEERS = {"open_spiel": openspiel_peers, "rlcard": rlcard_peers, "pettingzoo": pettingzoo_peers, "pgx": pgx_peers}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each line")
    given = parser.parse_args()
    console = Console(highlight=False, width=130)
    rows = [row for game in all_games() for row in ours(game, given.seconds)]
    notes = []
    for package, measure in PEERS.items():
        try:
            notes.append(f"{package} {importlib.metadata.version(package)}")
            rows += measure(given.seconds)
        except ImportError as problem:
            notes.append(f"{package}: NOT MEASURED, it is not installed here ({problem})")
    table = Table("whose", "what", "decisions a second", "a match", "first call")
    for row in rows:
        table.add_row(
            row.whose, row.what, f"{row.rate:,.0f}", f"{row.length:.0f}" if row.length else "", f"{row.compiling:.2f} s"
        )
    console.print(f"{machine()}, Python {platform.python_version()}; {', '.join(notes)}")
    console.print(table)
    peers = [row for row in rows if row.whose != "ours"]
    classic = [row for row in peers if row.whose == "PettingZoo classic"]
    for games, rivals, what in ((", core", peers, "of the fastest peer"), ("AEC", classic, "of PettingZoo's fastest")):
        if rivals:
            best = max(rivals, key=lambda row: row.rate)
            found = {row.what.partition(",")[0]: row.rate / best.rate for row in rows if row.what.endswith(games)}
            ratios = ", ".join(f"{name} × {ratio:.1f}" for name, ratio in found.items())
            console.print(f"{games.strip(', ')}, in multiples {what} ({best.what}): {ratios}")


if __name__ == "__main__":
    main()
