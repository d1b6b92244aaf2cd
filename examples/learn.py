"""Learn a game by playing it: masked PPO against oneself and against a bot, on the batch API.

    pip install 'caravanserai[learn]'
    python examples/learn.py tantan --minutes 15 --out learned.npz

All seats at all tables share one small network. Half of the tables are self-play; at the others one seat learns against
the bot *merchant*. A seat is rewarded at the end of the match only: for winning, and a little for its margin. The
weights that come out are plain arrays, which ``caravanserai.bots.learned`` plays with NumPy alone.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from caravanserai.batch import Batch
from caravanserai.games import find_game

RIVAL = "merchant"
TABLES, STEPS = 1024, 64
EPOCHS, MINIBATCHES, CLIP = 2, 8, 0.2
LAMBDA, ENTROPY, VALUE, RATE = 0.95, 0.01, 0.5, 1e-3
MARGIN_WEIGHT, MARGIN = 0.5, 60.0
"""The share of the margin in the reward, and the margin that counts fully."""


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

    def save(self, path: Path) -> None:
        """As plain arrays of half precision."""
        first, second = self.layers[0], self.layers[2]
        layers = [(first.weight, first.bias), (second.weight, second.bias), (self.policy.weight, self.policy.bias)]
        arrays = {f"{name}{k}": array for k, pair in enumerate(layers) for name, array in zip("wb", pair, strict=True)}
        arrays |= {"mean": self.mean, "scale": self.scale}
        halves: Any = {name: array.detach().numpy().astype(np.float16) for name, array in arrays.items()}
        np.savez_compressed(path, **halves)


def tables(game: str, count: int, seed: str, rivals: float, threads: int) -> Batch:
    """Half of the tables with the fewest seats, the rest with more; at a share of them all seats but one are bots."""
    found = find_game(game)
    counts, policies = [], []
    for k in range(count):
        seats = found.fewest if k % 2 else found.seat_counts[k // 2 % len(found.seat_counts)]
        own = k // 4 % seats
        alone = (k * 0.618) % 1 < rivals
        counts.append(seats)
        policies.append([None if seat == own or not alone else RIVAL for seat in range(seats)])
    return Batch(game, count, counts, policies=policies, seed=seed, threads=threads)


def worth(batch: Batch) -> np.ndarray[Any, Any]:
    """What a match that ended was worth to each seat: its reward, and a little for the margin over the best rival."""
    scores = np.where(np.arange(batch.game.most) < batch.seats[:, None], batch.scores, -(10**6))
    best, second = np.sort(scores, axis=1)[:, -1:], np.sort(scores, axis=1)[:, -2:-1]
    margin = scores - np.where(scores == best, second, best)
    return (1 - MARGIN_WEIGHT) * batch.rewards + MARGIN_WEIGHT * np.clip(margin / MARGIN, -1, 1)


@torch.no_grad()  # type: ignore[untyped-decorator]
def play(network: Network, batch: Batch) -> dict[str, torch.Tensor]:
    """Play some steps at every table; what was seen and done, and how much better than expected it turned out."""
    n, rows = batch.matches, np.arange(batch.matches)
    kept: dict[str, list[torch.Tensor]] = {"seen": [], "masks": [], "actions": [], "odds": [], "values": []}
    actors, endings = [], []
    for _ in range(STEPS):
        seen, masks = torch.from_numpy(batch.observe()), torch.from_numpy(batch.masks())
        logits, values = network(seen, masks)
        choice = torch.distributions.Categorical(logits=logits)
        actions = choice.sample()
        for name, tensor in zip(kept, (seen, masks, actions, choice.log_prob(actions), values), strict=True):
            kept[name].append(tensor)
        actors.append(batch.actor.copy())
        batch.step(actions.numpy(), checked=False)
        endings.append((batch.done.copy(), worth(batch)))
    # From the last step backwards: what each seat may hope for after its decision, its own next one or the end.
    hope = np.stack([network(torch.from_numpy(batch.observe(s)), torch.ones(n, batch.game.actions.count))[1].numpy()
                     for s in np.minimum(np.arange(batch.game.most)[:, None], batch.seats - 1)], axis=1)  # fmt: skip
    surprise = np.zeros_like(hope)
    advantages = np.zeros((STEPS, n), np.float32)
    for t in reversed(range(STEPS)):
        done, worths = endings[t]
        hope[done], surprise[done] = worths[done], 0
        seat, values = actors[t], kept["values"][t].numpy()
        advantages[t] = hope[rows, seat] - values + LAMBDA * surprise[rows, seat]
        surprise[rows, seat], hope[rows, seat] = advantages[t], values
    out = {name: torch.cat(tensors) for name, tensors in kept.items()}
    out["advantages"] = torch.from_numpy(advantages.reshape(-1))
    out["returns"] = out["advantages"] + out["values"]
    return out


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


@torch.no_grad()  # type: ignore[untyped-decorator]
def measure(network: Network, game: str, seats: int, matches: int, threads: int) -> float:
    """The share of matches won against merchants, from every chair in turn, taking the best action always."""
    policies = [[None if seat == k % seats else RIVAL for seat in range(seats)] for k in range(matches)]
    batch = Batch(game, matches, seats, policies=policies, seed="measure", threads=threads, autoreset=False)
    won = np.zeros(matches)
    while (batch.actor >= 0).any():
        logits, _ = network(torch.from_numpy(batch.observe()), torch.from_numpy(batch.masks()))
        batch.step(logits.argmax(1).numpy(), checked=False)
        won += batch.done * (1 + (seats - 1) * batch.rewards[np.arange(matches), np.arange(matches) % seats]) / seats
    return float(won.mean())


def learn(game: str, minutes: float, out: Path, seed: int, threads: int) -> None:
    """Play and improve until the time is up."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    found = find_game(game)
    batch = tables(game, TABLES, str(seed), 0.5, threads)
    network = Network(found.observation_size, found.actions.count)
    optimizer = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)
    begin, rounds, decisions = time.perf_counter(), 0, 0
    while (spent := time.perf_counter() - begin) < minutes * 60:
        for group in optimizer.param_groups:
            group["lr"] = RATE * max(0.05, 1 - spent / (minutes * 60))
        seen = play(network, batch)
        if rounds == 0:
            network.fit_scale(seen["seen"])
        else:
            improve(network, optimizer, seen)
        rounds, decisions = rounds + 1, decisions + TABLES * STEPS
        if rounds % 20 == 0:
            share = measure(network, game, found.fewest, 400, threads)
            print(f"{spent / 60:5.1f} min, {decisions / 1e6:5.1f} M decisions: {share:.1%} against {RIVAL}", flush=True)
    for seats in found.seat_counts:
        share = measure(network, game, seats, 4000, threads)
        print(f"{seats} seats: {share:.1%} of 4000 matches won against {seats - 1} {RIVAL}", flush=True)
    network.save(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="tantan")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--out", type=Path, default=Path("learned.npz"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    learn(given.game, given.minutes, given.out, given.seed, given.threads)
