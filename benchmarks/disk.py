"""What kept matches take on disk: people play whole matches at random over sockets, each game at a server of its own on
SQLite, whose file is weighed with all indexes before and after.

    python -m benchmarks.disk [--matches 10] [--seats 3]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sqlite3
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from caravanserai.games import find_game
from tests.cases import OURS
from tests.server.running import Server
from tests.server.wire import Live, Person, open_table

PEOPLE = ("Ann", "Bob", "Eve", "Joe", "Kim")
KEY_BYTES = 16
"""The page names each decision by so many random bytes, in hexadecimal digits."""


class Page(Live):
    """Somebody whose decisions are named as the page names them."""

    def key(self) -> str:
        return secrets.token_hex(KEY_BYTES)


def weigh(file: Path) -> tuple[int, int]:
    """Bytes in use in a database that nobody has open, and decisions that it holds."""
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        decisions = connection.execute("SELECT count(*) FROM moves").fetchone()[0]
    return (pages - free) * size, decisions


async def play(players: list[Person], game: str, seed: str) -> None:
    """One match, at random."""
    table, _ = await open_table(players, game, 0, options=find_game(game).lab_options({}))
    async with AsyncExitStack() as stack:
        lives = [
            await stack.enter_async_context(player.live(table=table, seat=seat)) for seat, player in enumerate(players)
        ]
        pages = [Page(live.socket) for live in lives]
        await asyncio.gather(*(page.play(random.Random(f"{seed} {seat}")) for seat, page in enumerate(pages)))


async def play_all(server: Server, game: str, seats: int, matches: int) -> None:
    players = [await Person(server, name).arrive() for name in PEOPLE[:seats]]
    for number in range(matches):
        await play(players, game, f"{game} {number}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seats", type=int, default=3)
    given = parser.parse_args()
    print("game          decisions a match   bytes a decision")
    for game in OURS:
        with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
            file = Path(folder) / "caravanserai.sqlite3"
            server.stop()
            empty, _ = weigh(file)
            server.start()
            asyncio.run(play_all(server, game, given.seats, given.matches))
            server.stop()
            full, decisions = weigh(file)
        print(f"{game:12} {decisions / given.matches:18.0f} {(full - empty) / decisions:18.0f}", flush=True)


if __name__ == "__main__":
    main()
