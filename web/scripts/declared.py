"""Prints what every game declares as JSON; `npm run types` makes TypeScript of it."""

import json

from caravanserai.games import all_games
from caravanserai.wire.declarations import declarations

print(json.dumps({game.id: declarations(game) for game in all_games()}, ensure_ascii=False))
