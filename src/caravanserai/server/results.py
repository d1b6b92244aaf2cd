"""What remains of a finished match: results, statistics and ratings."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from math import sqrt
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, bindparam, case, func, select, update

from caravanserai.lab.scale import Z95, on_scale
from caravanserai.match import Outcome
from caravanserai.server.rows import RatingRow, ResultRow, insert_rows, read_rows, values
from caravanserai.server.schema import people, ratings, results
from caravanserai.server.series import ranks_of
from caravanserai.server.storage import Write
from caravanserai.server.table import Table

MODEL = PlackettLuce()
MOST_RATINGS = 100

SPREAD = MODEL.beta * sqrt(2)
"""So much more ``mu`` multiplies the odds by e, between two players of whom one is sure."""

PERSON = "person:{}"
"""By which the ratings of a person are found; a bot's by its level."""


def told_rating(mu: float, sigma: float) -> tuple[int, int]:
    """A rating as people know it, and half of its 95 % interval: this is the one place where OpenSkill's numbers become
    Elo's.

    >>> told_rating(MODEL.mu, MODEL.sigma), told_rating(35.0, 2.0)
    ((1500, 482), (1795, 116))
    """
    rating, doubt = on_scale((mu - MODEL.mu) / SPREAD, Z95 * sigma / SPREAD)
    return round(rating), round(doubt)


def rating_info(row: RatingRow) -> dict[str, Any]:
    """How strong somebody is in a game, in OpenSkill's numbers and in those that people know."""
    rating, doubt = told_rating(row.mu, row.sigma)
    return {
        "game": row.game, "played": row.played, "mu": row.mu, "sigma": row.sigma, "rating": rating, "doubt": doubt,
    }  # fmt: skip


def record(table: Table, outcome: Outcome, write: Write) -> None:
    """Add to a write what a finished match leaves behind."""
    rows = [
        ResultRow(
            table_id=table.id,
            seat=number,
            game=table.row.game,
            person=seat.person,
            nickname=seat.nickname or None,
            level=seat.level,
            rank=ranks_of(table.seats, outcome.ranks)[number],
            score=outcome.scores[number],
            public=table.row.public,
            counted=counted(table, number),
        )
        for number, seat in enumerate(table.seats)
    ]
    write.work.append(lambda connection: insert_rows(connection, results, rows))
    if table.row.public and rated(table):
        write.work.append(lambda connection: rate(connection, table, ranks_of(table.seats, outcome.ranks)))


def counted(table: Table, seat: int) -> bool:
    """Whether a match says something about the person in a seat: not if a bot, or silence, mostly played for them.
    Giving up counts: else one would never lose."""
    return table.seats[seat].resigned or 2 * table.own_acts[seat] >= table.acts[seat]


def players(table: Table) -> list[str]:
    """Whose strength each seat shows: the person's, or the bot's that played there or mostly did."""
    return [
        PERSON.format(seat.person)
        if seat.person and counted(table, number)
        else f"bot:{seat.level or table.row.stand_in}"
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
    known = {row.who: row for row in read_rows(connection, RatingRow, found)}
    old = {
        key: known.get(key) or RatingRow(game, key, name, key.startswith("bot:"), MODEL.mu, MODEL.sigma, 0)
        for key, name in names.items()
    }
    teams = [[MODEL.rating(mu=old[key].mu, sigma=old[key].sigma)] for key in who]
    earned: dict[str, list[Any]] = defaultdict(list)
    for key, [rating] in zip(who, MODEL.rate(teams, ranks=[float(place) for place in places]), strict=True):
        earned[key].append(rating)
    rated_now = [
        replace(
            old[key],
            name=names[key],
            mu=sum(rating.mu for rating in new) / len(new),
            sigma=sum(rating.sigma for rating in new) / len(new),
            played=old[key].played + 1,
        )
        for key, new in earned.items()
    ]
    if changed := [{"rated": row.who, **values(row)} for row in rated_now if row.who in known]:
        connection.execute(update(ratings).where(c.game == game, c.who == bindparam("rated")), changed)
    insert_rows(connection, ratings, [row for row in rated_now if row.who not in known])


def statistics(connection: Connection, person: str) -> list[dict[str, Any]]:
    """What a person has done, game by game, and how strong that shows them to be."""
    c, r = results.c, ratings.c
    wins = func.sum(case((c.rank == 1, 1), else_=0))
    question = (
        select(c.game, func.count(), wins, func.avg(c.rank), func.max(c.score))
        .where(c.person == person, c.counted)
        .group_by(c.game)
        .order_by(c.game)
    )
    strengths = select(r.game, r.mu, r.sigma).where(r.who == PERSON.format(person))
    rated_in = {game: told_rating(mu, sigma) for game, mu, sigma in connection.execute(strengths)}
    rows = []
    for game, played, won, mean, best in connection.execute(question):
        rating, doubt = rated_in.get(game, (None, None))
        row = {"game": game, "played": played, "won": int(won), "mean_rank": float(mean), "best_score": best}
        rows.append({**row, "rating": rating, "doubt": doubt})
    return rows


def best_rated(connection: Connection, game: str | None, person: str | None) -> list[dict[str, Any]]:
    """The best at public tables, by what is as good as certain of their strength; people under the names they have
    now. Who asks is told which of them they are."""
    c, p = ratings.c, people.c
    certain = (c.mu - Z95 * c.sigma).desc()
    question = select(*c, p.nickname).outerjoin(people, c.who == PERSON.format("") + p.id).order_by(certain, c.who)
    if game is not None:
        question = question.where(c.game == game)
    rows = []
    for *columns, nickname in connection.execute(question.limit(MOST_RATINGS)):
        row = RatingRow(*columns)
        me = person is not None and row.who == PERSON.format(person)
        name = row.name if nickname is None else nickname
        rows.append({**rating_info(row), "name": name, "bot": row.bot, "me": me})
    return rows
