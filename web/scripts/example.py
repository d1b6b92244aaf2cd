"""Prints, for every game, what somebody who looks on sees in the middle of a match; `npm run types` writes it beside
the board, and the rules page draws its picture of the board from it."""

import json
from collections import Counter

from caravanserai.games import all_games
from caravanserai.kernel.contract import SPECTATOR
from caravanserai.kernel.game import Game
from caravanserai.match import Match

SEED = "rules"


def example(game: Game) -> dict[str, object]:
    """The view with the most to see in the middle third of a match by advice, of those in its most usual phase; and for
    how many players it is."""
    seats = max(game.fewest, min(game.most, 3))
    moves = Match(game, seats, game.lab_options({}), SEED).play_out("advice").log()["moves"]
    match = Match(game, seats, game.lab_options({}), SEED)
    views = []
    for seat, action in moves:
        views.append(match.view(SPECTATOR))
        match.play(seat, action)
    usual, _ = Counter(view["phase"] for view in views).most_common(1)[0]
    middle = [view for view in views[len(views) // 3 : 2 * len(views) // 3] if view["phase"] == usual]
    return {"seats": seats, "view": max(middle, key=lambda view: len(json.dumps(view)))}


if __name__ == "__main__":
    print(json.dumps({game.id: example(game) for game in all_games()}))
