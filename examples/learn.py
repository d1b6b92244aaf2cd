"""Learn a game by playing it: masked PPO against oneself and against a bot, on as many workers as there are.

    pip install 'caravanserai[learn]'
    python examples/learn.py tantan --engine processes:4 --results learning --out learned.npz

All seats at all tables share one small network. Half of the matches are self-play; in the others one seat learns
against the bot *merchant*. A seat is rewarded at the end of the match only: for winning, and a little for its margin.
The weights that come out are plain arrays, which ``caravanserai.bots.learned`` plays with NumPy alone.

The engine's workers play (``caravanserai.lab.rollouts``), this process learns. What comes out does not depend on the
engine. With ``--results`` all that was played is kept in a folder, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from caravanserai.games import find_game
from caravanserai.kernel.errors import CaravanseraiError, InvalidOption
from caravanserai.lab.engine import Engine, connect
from caravanserai.lab.rollouts import Experience, RolloutSpec, pack, win_share

RIVAL = "merchant"
EPOCHS, MINIBATCHES, CLIP = 2, 8, 0.2
LAMBDA, ENTROPY, VALUE, RATE = 0.95, 0.01, 0.5, 1e-3
MARGIN_WEIGHT, MARGIN = 0.5, 60.0
"""The share of the margin in the reward, and the margin that counts fully."""
MEASURED_EVERY, MEASURED = 20, 400
"""After how many rounds it is measured, and in how many matches."""


class Network(nn.Module):  # type: ignore[misc]
    """Two hidden layers; the last one gives the weight of each action and the value of the position."""

    def __init__(self, inputs: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(inputs))
        self.register_buffer("scale", torch.ones(inputs))
        self.layers = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def fit_scale(self, observations: torch.Tensor) -> None:
        """Bring what is seen to the same size."""
        self.mean, self.scale = observations.mean(0), 1 / (observations.std(0) + 0.1)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.layers((observations - self.mean) * self.scale)
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return logits, torch.tanh(self.value(hidden)).squeeze(-1)

    def arrays(self, kind: type[np.generic] = np.float32) -> dict[str, Any]:
        """As plain arrays."""
        first, second = self.layers[0], self.layers[2]
        layers = [(first.weight, first.bias), (second.weight, second.bias), (self.policy.weight, self.policy.bias)]
        arrays = {f"{name}{k}": array for k, pair in enumerate(layers) for name, array in zip("wb", pair, strict=True)}
        arrays |= {"mean": self.mean, "scale": self.scale}
        return {name: array.detach().numpy().astype(kind) for name, array in arrays.items()}


def worth(experience: Experience) -> list[list[float]]:
    """What each match was worth to each seat: its reward, and a little for the margin over the best rival."""
    scores = experience.scores
    best, second = np.sort(scores, axis=1)[:, -1:], np.sort(scores, axis=1)[:, -2:-1]
    margin = scores - np.where(scores == best, second, best)
    worths = (1 - MARGIN_WEIGHT) * experience.rewards + MARGIN_WEIGHT * np.clip(margin / MARGIN, -1, 1)
    return list(worths.tolist())


def advantages(experience: Experience, values: list[float]) -> list[float]:
    """How much better than expected each decision turned out, from the last one backwards: what its seat may hope for
    then is the value of its own next decision, or what the match was worth."""
    hope = worth(experience)
    surprise = [[0.0] * len(row) for row in hope]
    found = [0.0] * len(values)
    seats = zip(experience.match.tolist(), experience.seat.tolist(), strict=True)
    for k, (match, seat) in reversed(list(enumerate(seats))):
        found[k] = hope[match][seat] - values[k] + LAMBDA * surprise[match][seat]
        surprise[match][seat], hope[match][seat] = found[k], values[k]
    return found


@torch.no_grad()  # type: ignore[untyped-decorator]
def judge(network: Network, experience: Experience) -> dict[str, torch.Tensor]:
    """What was seen and done, how likely that was, and how much better than expected it turned out."""
    seen, masks = torch.from_numpy(experience.observations), torch.from_numpy(experience.masks)
    actions = torch.from_numpy(experience.actions.astype(np.int64))
    logits, values = network(seen, masks)
    odds = torch.distributions.Categorical(logits=logits).log_prob(actions)
    gains = torch.tensor(advantages(experience, values.tolist()))
    return {"seen": seen, "masks": masks, "actions": actions, "odds": odds, "advantages": gains,
            "returns": gains + values}  # fmt: skip


def improve(network: Network, optimizer: torch.optim.Optimizer, seen: dict[str, torch.Tensor]) -> None:
    """PPO: make what turned out well likelier, without going far from the policy that was played."""
    for _ in range(EPOCHS):
        for part in torch.randperm(len(seen["actions"])).chunk(MINIBATCHES):
            logits, values = network(seen["seen"][part], seen["masks"][part])
            choice = torch.distributions.Categorical(logits=logits)
            ratio = (choice.log_prob(seen["actions"][part]) - seen["odds"][part]).exp()
            gain = seen["advantages"][part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            error = (values - seen["returns"][part]).square().mean()
            loss = -better + VALUE * error - ENTROPY * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


@dataclass(frozen=True)
class Run:
    """What is learned, for how many rounds of how many matches."""

    game: str
    rounds: int
    matches: int
    seed: int
    results: Path | None = None

    def tables(self) -> dict[int, int]:
        """So many matches a round for each number of seats: half with the fewest seats, the rest spread over all."""
        game = find_game(self.game)
        spread = max(1, self.matches // 2 // len(game.seat_counts))
        return {seats: spread + (self.matches // 2 if seats == game.fewest else 0) for seats in game.seat_counts}

    def file(self, name: str) -> Path | None:
        return self.results / name if self.results else None

    def identity(self) -> dict[str, Any]:
        return {"game": self.game, "rounds": self.rounds, "matches": self.matches, "seed": self.seed}


class Learner:
    """A network that improves round by round."""

    def __init__(self, run: Run, engine: Engine) -> None:
        self.run = run
        self.engine = engine
        torch.manual_seed(run.seed)
        game = find_game(run.game)
        self.network = Network(game.observation_size, game.actions.count)
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE, eps=1e-5)
        self.round, self.decisions = 0, 0
        self.load()

    def collect(self) -> dict[str, torch.Tensor]:
        """The matches of this round, played by the engine's workers."""
        parts = []
        for seats, matches in self.run.tables().items():
            spec = RolloutSpec(
                game=self.run.game, seats=seats, seed=f"{self.run.seed} round {self.round}", matches=matches,
                weights=pack(self.network.arrays()), opponents=(None, RIVAL),
            )  # fmt: skip
            file = self.run.file(f"round-{self.round:04}-{seats}.jsonl")
            parts += [judge(self.network, spec.replay(rollout)) for rollout in self.engine.run(spec, file)]
        return {name: torch.cat([part[name] for part in parts]) for name in parts[0]}

    def learn(self) -> None:
        """One round: play, then improve; the first one only shows how large what is seen is."""
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * max(0.05, 1 - self.round / self.run.rounds)
        seen = self.collect()
        if self.round == 0:
            self.network.fit_scale(seen["seen"])
        else:
            improve(self.network, self.optimizer, seen)
        self.round, self.decisions = self.round + 1, self.decisions + len(seen["actions"])
        self.save()

    def measure(self, seats: int, matches: int) -> float:
        """The share of matches won against merchants, from every chair in turn, taking the best action always; with
        the weights as they are written in the end."""
        spec = RolloutSpec(
            game=self.run.game, seats=seats, seed="measure", matches=matches, opponents=(RIVAL,), explore=False,
            weights=pack(self.network.arrays(np.float16)),
        )  # fmt: skip
        file = self.run.file(f"measured-{self.round:04}-{seats}-{matches}.jsonl")
        return win_share(self.engine.run(spec, file))

    def save(self) -> None:
        """Keep where learning has got to; what was there before is whole or replaced."""
        if (file := self.run.file("learner.pt")) is not None:
            parts = {"network": self.network, "optimizer": self.optimizer}
            state = {name: part.state_dict() for name, part in parts.items()}
            state |= {"run": self.run.identity(), "round": self.round, "decisions": self.decisions}
            torch.save({**state, "chance": torch.get_rng_state()}, aside := file.with_suffix(".aside"))
            aside.replace(file)

    def load(self) -> None:
        """Go on where a learner of the same run stopped."""
        file = self.run.file("learner.pt")
        if file is None or not file.exists():
            return
        state = torch.load(file)
        if state["run"] != self.run.identity():
            raise InvalidOption(f"{file}: there {state['run']} is learned; expected {self.run.identity()}")
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.round, self.decisions = state["round"], state["decisions"]
        torch.set_rng_state(state["chance"])


def learn(run: Run, engine: Engine, out: Path, measured: int) -> int:
    """Play and improve for all rounds, and measure the result in so many matches; how many decisions were learned
    from."""
    if run.results is not None:
        run.results.mkdir(parents=True, exist_ok=True)
    if not out.parent.is_dir():
        raise InvalidOption(f"out {out}: expected a file in a folder that there is")
    learner, begin, game = Learner(run, engine), time.perf_counter(), find_game(run.game)
    first = learner.round
    while learner.round < run.rounds:
        learner.learn()
        if learner.round % MEASURED_EVERY == 0:
            share = learner.measure(game.fewest, MEASURED)
            minutes, millions = (time.perf_counter() - begin) / 60, learner.decisions / 1e6
            left = minutes / (learner.round - first) * (run.rounds - learner.round)
            when = f"{minutes:5.1f} min, about {left:.1f} left"
            print(f"{when}, {millions:5.1f} M decisions: {share:.1%} against {RIVAL}", flush=True)
    for seats in game.seat_counts:
        share = learner.measure(seats, measured)
        print(f"{seats} seats: {share:.1%} of {measured} matches won against {seats - 1} {RIVAL}", flush=True)
    with (aside := out.with_name(f".{out.name}.{os.getpid()}")).open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **learner.network.arrays(np.float16))
    aside.replace(out)
    return learner.decisions


def main() -> None:
    """Read what is asked for, and learn; Ctrl-C keeps what is done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="tantan")
    parser.add_argument("--rounds", type=int, default=250)
    parser.add_argument("--matches", type=int, default=512, help="in each round")
    parser.add_argument("--measured", type=int, default=4000, help="matches in the end, for each number of seats")
    parser.add_argument("--out", type=Path, default=Path("learned.npz"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="threads:1", help="threads:N, processes:N, ray or ray://HOST:PORT")
    parser.add_argument("--results", type=Path, help="a folder for all that was played, from which it goes on")
    given = parser.parse_args()
    if min(given.rounds, given.matches, given.measured) < 1:
        parser.error("--rounds, --matches, --measured: expected numbers from 1 up")
    torch.set_num_threads(1)  # else the sums, and what is learned, depend on the number of processors
    run = Run(given.game, given.rounds, given.matches, given.seed, given.results)
    try:
        with connect(given.engine) as engine:
            learn(run, engine, given.out, given.measured)
    except (CaravanseraiError, OSError) as problem:
        sys.exit(f"learn.py: {problem}")
    except KeyboardInterrupt:
        kept = f"what is done is kept in {run.results}, and the same command goes on from there"
        print(f"learn.py: stopped; {kept if run.results else 'nothing is kept: with --results it would be'}",
              file=sys.stderr)  # fmt: skip
        sys.exit(130)


if __name__ == "__main__":
    main()
