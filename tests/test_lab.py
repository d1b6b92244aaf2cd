"""The arena and the balance lab: schedules, statistics, files and pages."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from math import comb
from pathlib import Path

import numpy as np
import pytest

from caravanserai.games import find_game, game_names
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.playout import ADVICE
from caravanserai.lab.arena import Arena, InvalidResults, Standings
from caravanserai.lab.balance import (
    Study,
    Surveyor,
    cases,
    exchanged,
    leaves,
    reconstructed,
    sensitivity,
    study,
    variations,
    varied,
)
from caravanserai.lab.findings import Findings
from caravanserai.lab.report import arena_page
from caravanserai.lab.statistics import mean, share, sign_test
from caravanserai.lab.tables import Result
from caravanserai.match import Match
from tests.test_cli import good, run

GAMES = pytest.mark.parametrize("name", game_names())


def arena(players: str, matches: int, name: str = "tantan", seats: int | None = None, seed: str = "s") -> Arena:
    game = find_game(name)
    count = game.fewest if seats is None else seats
    return Arena(game, game.edition(), game.lab_options({}), count, tuple(players.split(",")), matches, seed)


def test_every_table_is_played_in_every_order_on_the_same_shuffle() -> None:
    hall = arena("random,apprentice,merchant", 12)
    rounds: dict[str, list[tuple[str, ...]]] = {}
    for _, shuffle, seating in hall.schedule():
        rounds.setdefault(shuffle, []).append(seating)
    everyone = {(a, b) for a in hall.players for b in hall.players if a != b}
    assert len(rounds) == 2
    assert all(set(seatings) == everyone and len(seatings) == 6 for seatings in rounds.values())


def test_players_may_sit_several_times() -> None:
    three = arena("merchant,random,random", 6, seats=3)
    assert Counter(three.seatings) == {
        ("merchant", "random", "random"): 1,
        ("random", "merchant", "random"): 1,
        ("random", "random", "merchant"): 1,
    }
    fewer = arena("merchant,random", 6, seats=3)
    assert {tuple(sorted(line_up)) for line_up in fewer.line_ups} == {
        ("merchant", "merchant", "random"),
        ("merchant", "random", "random"),
    }


@GAMES
def test_the_standings_add_up(name: str) -> None:
    standings = arena("random,apprentice,merchant", 8, name).run(2)
    assert len(standings.results) == 8
    assert sum(player.matches for player in standings.players) == 8 * standings.arena.seats
    wins = sum(player.win_share.value * player.matches for player in standings.players)
    assert wins == pytest.approx(8)
    assert sum(e.value for e in standings.seat_shares()) == pytest.approx(1)


def test_the_json_has_exactly_the_documented_keys() -> None:
    data = json.loads(json.dumps(arena("random,merchant", 4).run().as_json()))
    assert list(data) == ["game", "seats", "matches", "players"]
    assert (data["game"], data["seats"], data["matches"]) == ("tantan", 2, 4)
    for player in data["players"]:
        assert list(player) == [
            "name", "matches", "win_share", "win_share_low", "win_share_high", "mean_rank", "rating",
        ]  # fmt: skip
        assert player["win_share_low"] <= player["win_share"] <= player["win_share_high"]
    assert [player["name"] for player in data["players"]] == ["random", "merchant"]


def test_a_run_does_not_depend_on_threads_and_resuming_equals_going_through(tmp_path: Path) -> None:
    players = "merchant,random,caravaneer:15i"
    through = arena(players, 12).run(1)
    assert arena(players, 12).run(3).results == through.results
    file = tmp_path / "results.jsonl"
    arena(players, 5).run(2, file)
    with file.open("a") as lines:
        lines.write('{"number": 5, "players": ["merch')
    seen: list[Result] = []
    resumed = arena(players, 12).run(2, file, seen.append)
    assert resumed.results == through.results
    assert len(seen) == 12
    assert resumed.as_json() == through.as_json()
    assert [json.loads(line).get("number") for line in file.read_text().splitlines()[1:6]] != []
    assert arena(players, 12).run(1, file).results == through.results


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("nonsense\n", "not results of an arena"),
        ("[]\n", "not results of an arena"),
        ('{"arena": 1, "game": "chess"}\n', "game there is 'chess'"),
        ("\xff\n", "not results of an arena"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: str, expected: str) -> None:
    file = tmp_path / "other"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(InvalidResults, match=expected):
        arena("merchant,random", 2).run(1, file)
    assert file.read_bytes() == content.encode("latin-1")


def test_results_of_another_seed_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    arena("merchant,random", 2, seed="one").run(1, file)
    with pytest.raises(InvalidResults, match="seed there is 'one'; expected 'two'"):
        arena("merchant,random", 2, seed="two").run(1, file)


@pytest.mark.parametrize("players", ["", "merchant,,random", "merchant,wizard"])
def test_players_that_do_not_exist_are_refused(players: str) -> None:
    with pytest.raises(InvalidOption, match=r"players|level"):
        arena(players, 2)


def made_up(*matches: tuple[tuple[str, ...], tuple[int, ...]]) -> Standings:
    """Standings of matches with these players and scores."""
    results = []
    for number, (players, scores) in enumerate(matches):
        ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
        results.append(Result(number, players, scores, ranks, "end", 10, (0,), 0))
    return Standings(arena("merchant,random", len(matches)), results)


def test_figures_of_a_small_arena_worked_out_by_hand() -> None:
    standings = made_up(
        (("merchant", "random"), (9, 4)),
        (("random", "merchant"), (5, 5)),
        (("merchant", "random"), (1, 3)),
        (("random", "merchant"), (0, 10)),
    )
    merchant, random = standings.players
    # Two wins and a shared one of four; ranks 1, 1, 2, 1; margins 5, 0, -2, 10.
    assert merchant.win_share.value == pytest.approx(2.5 / 4)
    assert merchant.mean_rank.value == pytest.approx(5 / 4)
    assert merchant.margin.value == pytest.approx(13 / 4)
    assert random.win_share.value == pytest.approx(1.5 / 4)
    assert merchant.rating > random.rating
    assert standings.duel("merchant", "random") == (2, 1, 4)
    assert standings.better("merchant", "random") == pytest.approx((3 + 1) / 8)
    above = standings.above("merchant", "random")
    assert above is not None
    assert above.value == pytest.approx(2.5 / 4)
    # The first seat won twice (once shared), the other the rest.
    assert [e.value for e in standings.seat_shares()] == pytest.approx([1.5 / 4, 2.5 / 4])


@pytest.mark.parametrize(("better", "worse"), [(0, 0), (3, 1), (30, 30), (80, 20), (120, 110)])
def test_the_sign_test_is_exact(better: int, worse: int) -> None:
    n = better + worse
    tail = sum(comb(n, k) for k in range(better, n + 1)) / 2**n
    assert sign_test(better, worse) == pytest.approx(tail)


def test_intervals_hold_what_they_promise() -> None:
    """Over all outcomes of 40 fair tosses, weighted by how likely they are, the interval holds 1/2 about 95 %."""
    held = sum(comb(40, k) / 2**40 for k in range(41) if share(k, 40).low <= 0.5 <= share(k, 40).high)
    assert 0.93 < held < 0.98
    assert share(0, 0).value == 0
    assert mean([4.0]).low == mean([4.0]).high == 4


class Page(HTMLParser):
    """Checks that tags nest, and keeps what the tests ask for."""

    VOID = ("meta", "line", "circle", "rect", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.labels: list[str] = []
        self.words = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        found = dict(attrs)
        assert not {"src", "href"} & set(found), "nothing may come from elsewhere"
        if tag == "svg":
            self.labels.append(found["aria-label"] or "")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def test_the_report_is_one_page_with_all_plots_that_fits_a_phone() -> None:
    standings = arena("random,apprentice,merchant", 12).run(2)
    text = arena_page(standings)
    page = Page(text)
    assert page.labels == [
        "Rating of each player",
        "Win matrix",
        "Win share of each seat",
        "Decisions of a match",
        "Scores of each player",
    ]
    assert 'name="viewport"' in text
    assert page.seen["script"] == page.seen["link"] == 0
    assert "url(" not in text
    for x in re.findall(r'\bx[12]?="(-?[\d.]+)"', text):
        assert -1 <= float(x) <= 361
    assert all(player.name in page.words for player in standings.players)


def test_a_report_of_a_single_match_can_be_drawn() -> None:
    Page(arena_page(made_up((("merchant", "random"), (3, 3)))))


@GAMES
def test_the_lab_studies_every_number_of_seats_and_every_switch(name: str) -> None:
    game = find_game(name)
    found = list(cases(game))
    assert {seats for seats, _ in found} == set(game.seat_counts)
    switches = {option.name for option in game.options if option.is_switch}
    assert {key for _, options in found for key in options} == switches


def test_habits_of_winners_are_told_and_chance_is_not() -> None:
    chance = np.random.default_rng(1)
    results = []
    for number in range(60):
        noise = [{f"look place={k}": int(chance.integers(3)) for k in range(100)} for _ in range(2)]
        deeds = ({**noise[0], "buy": 2 + number % 3}, {**noise[1], "buy": 1 + number % 2})
        results.append(Result(number, ("merchant", "merchant"), (9, 4), (1, 2), "end", 10, (0,), 0, deeds))
    habits = Study({}, Standings(arena("merchant", len(results)), results)).habits()
    assert [habit.deed for habit in habits] == ["buy"]
    assert habits[0].winners == pytest.approx(3)
    assert habits[0].others == pytest.approx(1.5)


@GAMES
def test_the_lab_varies_every_reconstructed_number(name: str) -> None:
    game = find_game(name)
    edition = game.edition()
    varied_keys = {key for key, _ in reconstructed(edition)}
    numbers = {key for key, entry in edition.entries.items() if list(leaves(entry.value))}
    assert varied_keys >= numbers & {
        key for key, entry in edition.entries.items() if entry.source == "D" and not entry.exceptions
    }
    for key, paths in reconstructed(edition):
        for sign in (1, -1):
            new = varied(edition[key], paths, sign)
            assert list(leaves(new)) == list(leaves(edition[key]))
            assert edition.record.fields[key].load(edition[key]) is not None


def test_only_the_reconstructed_parts_of_a_table_are_varied() -> None:
    table = {"a": [4, 8], "b": {"c": 1, "d": 0}}
    assert list(leaves(table)) == [("a", 0), ("a", 1), ("b", "c"), ("b", "d")]
    assert varied(table, [("a", 1), ("b", "d")], 1) == {"a": [4, 10], "b": {"c": 1, "d": 1}}
    assert varied(table, [("a", 0), ("b", "d")], -1) == {"a": [3, 8], "b": {"c": 1, "d": 0}}
    assert varied(7, [()], 1) == 9
    assert exchanged(table, ("b", "c"), ("a", 1)) == {"a": [4, 7], "b": {"c": 2, "d": 0}}
    assert table == {"a": [4, 8], "b": {"c": 1, "d": 0}}


def test_a_table_whose_sum_is_known_is_varied_by_exchanges() -> None:
    """Each good of the marché has ten cards: how many of each value is reconstructed, the sum is not."""
    game = find_game("marche")
    edition = game.edition()
    values = [v.value for v in variations(edition) if v.key == "copies"]
    possible = [value for value in values if sum(value.values()) == 10]
    assert len(possible) == 2 * (sum(number > 0 for number in edition["copies"].values()) - 1)
    for value in possible:
        game.sound(edition.changed("exchanged", {"copies": value}))


@GAMES
def test_the_survey_agrees_with_matches_played_one_by_one(name: str) -> None:
    game = find_game(name)
    options = game.lab_options({})
    course = Surveyor(game).run(game.edition(), options, game.fewest, 60, "survey", 2)
    again = Surveyor(game).run(game.edition(), options, game.fewest, 60, "survey", 1)
    assert (course.rows == again.rows).all()
    tally = game.engine.simulate(
        game.edition().array, game.blank(game.fewest, options), seed_bytes("survey"), 60, ADVICE
    )
    assert course.column("length").sum() == tally.decisions
    assert course.column("length").max() == tally.longest
    assert 0 <= course.mean("leader") <= 1
    assert (course.column("margin") >= 0).all()


@pytest.mark.parametrize("name", game_names()[:1])
def test_the_findings_make_a_page_of_markdown_and_one_of_html(name: str) -> None:
    game = find_game(name)
    studies = [study(game, game.edition(), {}, game.fewest, "merchant", 6, "lab", 1.0, 2)]
    surveys = [sensitivity(game, game.edition(), options, seats, 50, "lab", 2) for seats, options in cases(game)]
    findings = Findings(game, "merchant", 1.0, studies, surveys)
    text = findings.as_markdown()
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({line.count("|") for line in table.splitlines()}) == 1
    page = Page(findings.as_html())
    assert "**" not in page.words
    assert page.seen["svg"] >= 2
    assert json.loads(json.dumps(findings.as_json()))["game"] == name


def test_the_arena_on_the_command_line(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    arguments = ("arena", "tantan", "--players", "merchant,random", "--matches", "4", "--seed", "1")
    shown = good(*arguments, "--report", str(page))
    assert "merchant" in shown
    assert "4 matches" in shown
    Page(page.read_text(encoding="utf-8"))
    one, two = (json.loads(good(*arguments, "--json")) for _ in range(2))
    assert one == two
    assert one["matches"] == 4


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("arena", "tantan", "--players", "merchant,wizard"), "level 'wizard': expected one of random"),
        (("arena", "tantan", "--players", "merchant", "--seats", "9"), "expected 2 to 4 seats"),
        (("arena", "tantan", "--players", "random", "--report", "/nowhere/page.html"), "/nowhere/page.html"),
        (("lab", "tantan", "--report", "findings.pdf"), "expected a file ending in .md or .html"),
        (("lab", "tantan", "--level", "wizard"), "level 'wizard'"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_sentence(arguments: tuple[str, ...], expected: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert expected in done.stderr
    assert "Traceback" not in done.stderr


def test_a_saved_match_is_reviewed_and_a_person_gets_a_hint(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(Match("tantan", seats=2, seed=3).play_out("random").log()))
    told = json.loads(good("review", str(file), "--seat", "0", "--seconds", "0.01", "--json"))
    assert told["game"] == "tantan"
    assert all(lesson["seat"] == 0 and lesson["loss"] > 0 for lesson in told["lessons"])
    said = good("play", "tantan", "--plain", "--lang", "en", "--seed", "1", answers="h\nq\ny\n")
    assert "What a vizier would consider" in said
    assert "times in 100" in said
