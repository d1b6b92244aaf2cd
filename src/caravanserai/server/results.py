"""What remains of a finished match: results, statistics and ratings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, case, func, insert, select, update

from caravanserai.match import Outcome
from caravanserai.server.rows import RatingRow, ResultRow, values
from caravanserai.server.schema import ratings, results
from caravanserai.server.series import ranks_of
from caravanserai.server.storage import Write
from caravanserai.server.table import Table

MODEL = PlackettLuce()
MOST_RATINGS = 100


def record(table: Table, outcome: Outcome, write: Write) -> None:
    """Add to a write what a finished match leaves behind."""
    rows = [
        ResultRow(
            table_id=table.id,
            seat=number,
            game=table.row.game,
            person=seat.person,
            nickname=seat.nickname,
            level=seat.level,
            rank=ranks_of(table.seats, outcome.ranks)[number],
            score=outcome.scores[number],
            public=table.row.public,
            counted=counted(table, number),
        )
        for number, seat in enumerate(table.seats)
    ]
    write.statements.append(insert(results).values([values(row) for row in rows]))
    if table.row.public and rated(table):
        write.work.append(lambda connection: rate(connection, table, ranks_of(table.seats, outcome.ranks)))


def counted(table: Table, seat: int) -> bool:
    """Whether a match says something about the person in a seat: not if a bot, or silence, mostly played for them.
    Giving up counts: else one would never lose."""
    return table.seats[seat].resigned or 2 * table.own_acts[seat] >= table.acts[seat]


def players(table: Table) -> list[str]:
    """Whose strength each seat shows: the person's, or the bot's that played there or mostly did."""
    return [
        f"person:{seat.person}" if seat.person and counted(table, number) else f"bot:{seat.level or table.row.stand_in}"
        for number, seat in enumerate(table.seats)
    ]


def rated(table: Table) -> bool:
    """A match says something about strength if at least two different players were in it, nobody in two seats."""
    people = [seat.person for seat in table.seats if seat.person]
    return len(people) == len(set(people)) and len(set(players(table))) > 1


def rate(connection: Connection, table: Table, places: list[int]) -> None:
    """Move the ratings of those who played; who sat in several seats, as bots do, by the mean of what they earned."""
    game = table.row.game
    who = players(table)
    names = {
        key: key.removeprefix("bot:") if key.startswith("bot:") else str(seat.nickname)
        for key, seat in zip(who, table.seats, strict=True)
    }
    c = ratings.c
    found = select(ratings).where(c.game == game, c.who.in_(sorted(set(who)))).order_by(c.who).with_for_update()
    known = {row["who"]: RatingRow(**row) for row in connection.execute(found).mappings()}
    old = {
        key: known.get(key) or RatingRow(game, key, name, key.startswith("bot:"), MODEL.mu, MODEL.sigma, 0)
        for key, name in names.items()
    }
    teams = [[MODEL.rating(mu=old[key].mu, sigma=old[key].sigma)] for key in who]
    earned: dict[str, list[Any]] = defaultdict(list)
    for key, [rating] in zip(who, MODEL.rate(teams, ranks=[float(place) for place in places]), strict=True):
        earned[key].append(rating)
    for key, new in earned.items():
        rated_now = replace(
            old[key],
            name=names[key],
            mu=sum(rating.mu for rating in new) / len(new),
            sigma=sum(rating.sigma for rating in new) / len(new),
            played=old[key].played + 1,
        )
        if key in known:
            connection.execute(update(ratings).where(c.game == game, c.who == key).values(values(rated_now)))
        else:
            connection.execute(insert(ratings).values(values(rated_now)))


def statistics(connection: Connection, person: str) -> list[dict[str, Any]]:
    """What a person has done, game by game."""
    c = results.c
    wins = func.sum(case((c.rank == 1, 1), else_=0))
    question = (
        select(c.game, func.count(), wins, func.avg(c.rank), func.max(c.score))
        .where(c.person == person, c.counted)
        .group_by(c.game)
        .order_by(c.game)
    )
    return [
        {"game": game, "played": played, "won": int(won), "mean_rank": float(mean), "best_score": best}
        for game, played, won, mean, best in connection.execute(question)
    ]


def best_rated(connection: Connection, game: str | None) -> list[dict[str, Any]]:
    """The best at public tables."""
    c = ratings.c
    ordinal = (c.mu - 3 * c.sigma).label("ordinal")
    question = select(c.name, c.bot, c.game, c.played, c.mu, c.sigma, ordinal).order_by(ordinal.desc(), c.name)
    if game is not None:
        question = question.where(c.game == game)
    return [dict(row) for row in connection.execute(question.limit(MOST_RATINGS)).mappings()]
