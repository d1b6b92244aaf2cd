"""The arena and the balance lab: schedules, statistics, files and pages."""

from __future__ import annotations

import json
import re
from collections import Counter
from html.parser import HTMLParser
from math import comb, inf, log, log10, sqrt
from pathlib import Path

import numpy as np
import pytest

from caravanserai.games import find_game, game_names
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.errors import InvalidOption
from caravanserai.kernel.playout import ADVICE
from caravanserai.lab.arena import ArenaSpec
from caravanserai.lab.balance import (
    Study,
    Surveyor,
    SurveySpec,
    cases,
    exchanged,
    leaves,
    reconstructed,
    sensitivity,
    variations,
    varied,
)
from caravanserai.lab.engine import connect
from caravanserai.lab.findings import Findings
from caravanserai.lab.ratings import fit
from caravanserai.lab.report import arena_page
from caravanserai.lab.standings import Standings
from caravanserai.lab.statistics import Estimate, grouped_mean, grouped_share, mean, share, sign_test
from caravanserai.lab.tables import Result
from caravanserai.match import Match
from tests.test_cli import good, run

GAMES = pytest.mark.parametrize("name", game_names())


def arena(players: str, matches: int, name: str = "tantan", seats: int | None = None, seed: str = "s",
          all_orders: bool = False) -> ArenaSpec:  # fmt: skip
    count = find_game(name).fewest if seats is None else seats
    return ArenaSpec(
        game=name, seats=count, players=tuple(players.split(",")), matches=matches, seed=seed, all_orders=all_orders
    )


def played(spec: ArenaSpec, engine: str = "threads:2", file: Path | None = None) -> Standings:
    with connect(engine) as e:
        return Standings(spec, list(e.run(spec, file)))


def shuffles(spec: ArenaSpec) -> dict[str, list[tuple[str, ...]]]:
    """The seatings on each shuffle."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for _, shuffle, seating in spec.schedule():
        found.setdefault(shuffle, []).append(seating)
    return found


def test_every_table_is_played_in_every_order_on_the_same_shuffle_if_asked_for() -> None:
    hall = arena("random,apprentice,merchant", 12, all_orders=True)
    rounds = shuffles(hall)
    everyone = {(a, b) for a in hall.players for b in hall.players if a != b}
    assert len(rounds) == 2
    assert all(set(seatings) == everyone and len(seatings) == 6 for seatings in rounds.values())


def test_matches_are_spread_over_many_shuffles_each_seen_from_every_chair() -> None:
    hall = arena("random,apprentice,merchant,caravaneer,vizier", 120, "samarkand", seats=5)
    rounds = shuffles(hall)
    assert len(rounds) == 24
    for seatings in rounds.values():
        assert all(len(set(chair)) == 5 for chair in zip(*seatings, strict=True))
    assert len({seating for seatings in rounds.values() for seating in seatings}) == 120, "all orders come up in time"
    assert len(shuffles(arena("vizier,merchant", 20, "samarkand", seats=5))) >= 4


def test_rounds_of_different_lengths_follow_each_other() -> None:
    """Of four chairs with two names, some tables look the same again after two chairs."""
    hall = arena("random,merchant", 40, "gobi", seats=4)
    rounds = list(shuffles(hall).values())
    assert {len(seatings) for seatings in rounds[:-1]} == {2, 4}
    assert [hall.place(number)[0] for number in range(40)] == [k for k, r in enumerate(rounds) for _ in r]
    assert hall.missing == len(hall.rounds[(len(rounds) - 1) % len(hall.rounds)]) - len(rounds[-1])


def test_players_may_sit_several_times() -> None:
    three = arena("merchant,random,random", 6, seats=3, all_orders=True)
    assert Counter(three.rounds[0]) == {
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
    standings = played(arena("random,apprentice,merchant", 8, name))
    assert len(standings.results) == 8
    assert sum(player.matches for player in standings.players) == 8 * standings.spec.seats
    wins = sum(player.win_share.value * player.matches for player in standings.players)
    assert wins == pytest.approx(8)
    assert sum(e.value for e in standings.seat_shares()) == pytest.approx(1)


def test_the_json_has_exactly_the_documented_keys() -> None:
    data = json.loads(json.dumps(played(arena("random,merchant", 4)).as_json()))
    assert list(data) == ["game", "seats", "matches", "players"]
    assert (data["game"], data["seats"], data["matches"]) == ("tantan", 2, 4)
    for player in data["players"]:
        assert list(player) == [
            "name", "matches", "win_share", "win_share_low", "win_share_high", "mean_rank", "rating",
        ]  # fmt: skip
        assert player["win_share_low"] <= player["win_share"] <= player["win_share_high"]
    assert [player["name"] for player in data["players"]] == ["random", "merchant"]


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
    # On two shuffles: two wins and a shared one of four; ranks 1, 1, 2, 1; margins 5, 0, -2, 10.
    assert merchant.win_share.value == pytest.approx(2.5 / 4)
    assert merchant.mean_rank.value == pytest.approx(5 / 4)
    assert merchant.margin.value == pytest.approx(13 / 4)
    assert random.win_share.value == pytest.approx(1.5 / 4)
    assert merchant.rating > random.rating
    # On the first shuffle the merchant was ahead, on the second each won once.
    assert standings.duel("merchant", "random") == (1, 0, 2)
    assert standings.better("merchant", "random") == pytest.approx(1 / 2)
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


def test_intervals_by_shuffles_hold_where_a_shuffle_decides_much() -> None:
    """Each of 12 shuffles favours one side, in all of its six matches: as draws of their own they would tell far more
    than they do."""
    chance = np.random.default_rng(1)
    held = {"by shuffles": 0, "by matches": 0}
    for _ in range(1000):
        odds = chance.choice([0.1, 0.9], 12)
        groups = [[float(win) for win in chance.random(6) < p] for p in odds]
        grouped, single = grouped_share(groups), share(sum(map(sum, groups)), 72)
        held["by shuffles"] += grouped.low <= 0.5 <= grouped.high
        held["by matches"] += single.low <= 0.5 <= single.high
    assert 930 < held["by shuffles"] < 980
    assert held["by matches"] < 750


def test_a_single_shuffle_proves_nothing() -> None:
    assert grouped_share([[1, 1, 1, 1]]) == Estimate(1.0, 0.0, 1.0)
    assert grouped_mean([[1, 2]]) == Estimate(1.5, -inf, inf)
    assert fit(["a", "b"], [[(("a", "b"), (1, 2))] * 20])["a"].doubt == inf


def test_matches_on_shuffles_of_their_own_are_draws_of_their_own() -> None:
    by_matches = share(30, 100)
    by_shuffles = grouped_share([[float(k < 30)] for k in range(100)])
    assert (by_shuffles.low, by_shuffles.high) == pytest.approx((by_matches.low, by_matches.high), abs=0.005)
    values = [float(k % 7) for k in range(100)]
    assert grouped_mean([[value] for value in values]).high == pytest.approx(mean(values).high, abs=0.02)


def test_the_rating_of_two_is_the_logarithm_of_their_odds() -> None:
    """Twenty wins to ten, and the draw that every two players begin with."""
    shuffles = [[(("a", "b"), (1, 2)), (("b", "a"), (1 + k % 2, 2 - k % 2))] for k in range(15)]
    wins = sum(ranks[players.index("a")] == 1 for shuffle in shuffles for players, ranks in shuffle)
    found = fit(["a", "b"], shuffles)
    assert found["a"].value - found["b"].value == pytest.approx(400 * log10((wins + 0.5) / (30 - wins + 0.5)))
    assert found["a"].value + found["b"].value == pytest.approx(3000)


def test_the_doubt_about_a_rating_is_that_of_the_odds() -> None:
    """Of two players, each on its own side of the middle: half of the doubt about the logarithm of their odds."""
    chance = np.random.default_rng(1)
    wins = chance.random(1000) < 0.7
    found = fit(["a", "b"], [[(("a", "b"), (1, 2) if win else (2, 1))] for win in wins])
    error = sqrt(1 / wins.sum() + 1 / (~wins).sum()) / 2
    assert found["a"].doubt == pytest.approx(400 / log(10) * 1.96 * error, rel=0.05)
    assert found["a"].doubt == pytest.approx(found["b"].doubt)
    on_tens = fit(["a", "b"], [[(("a", "b"), (1, 2) if win else (2, 1))] * 10 for win in wins[:100]])
    on_ones = fit(["a", "b"], [[(("a", "b"), (1, 2) if win else (2, 1))] for win in wins[:100]])
    assert on_tens["a"].doubt == pytest.approx(on_ones["a"].doubt, rel=0.05), "ten alike tell no more than one"


def test_who_won_all_is_not_rated_beyond_doubt() -> None:
    found = fit(["a", "b"], [[(("a", "b"), (1, 2))] for _ in range(12)])
    assert found["a"].value - found["b"].value == pytest.approx(400 * log10(12.5 / 0.5))
    assert found["a"].doubt > 150


def ranked(seed: int, matches: int) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Matches of three: whoever is named earlier is better, chance decides the rest, and some tie."""
    chance = np.random.default_rng(seed)
    found = []
    for _ in range(matches):
        players = tuple(str(name) for name in chance.permutation(["a", "b", "c"]))
        points = [round(2 * chance.normal("cba".index(player))) for player in players]
        found.append((players, tuple(1 + sum(other > own for other in points) for own in points)))
    return found


def test_the_order_of_matches_does_not_matter_for_ratings() -> None:
    matches = ranked(1, 60)
    there, back = (fit(["a", "b", "c"], [[match] for match in order]) for order in (matches, matches[::-1]))
    for name in "abc":
        assert there[name].value == pytest.approx(back[name].value, abs=1e-4)
    assert there["a"].value > there["b"].value > there["c"].value
    copies = fit(["a", "b", "c"], [[match] for match in matches for _ in range(40)])
    assert copies["a"].value > there["a"].value, "the draws that all begin with matter less and less"


def test_who_won_more_and_ranked_better_is_rated_above_however_the_matches_fell() -> None:
    """Eighteen matches of three: x wins three and is mostly second, y wins none and is mostly last."""
    often = [(("x", "y", "z"), (2, 3, 1))] * 10 + [(("x", "y", "z"), (3, 2, 1))] * 5
    won = [(("x", "y", "z"), (1, 2, 3))] * 3
    for order in (won + often, often + won):
        found = fit(["x", "y", "z"], [[match] for match in order])
        assert found["z"].value > found["x"].value > found["y"].value


def test_who_ties_always_is_rated_alike() -> None:
    found = fit(["a", "b", "c"], [[(("a", "b", "c"), (1, 1, 1))], [(("b", "a", "c"), (1, 1, 3))]])
    assert found["a"].value == pytest.approx(found["b"].value)
    assert found["a"].value > found["c"].value


def test_whoever_sits_twice_is_rated_by_both_chairs() -> None:
    found = fit(["a", "b"], [[(("a", "b", "b"), (2, 1, 3))], [(("b", "a", "b"), (1, 2, 3))]])
    assert found["a"].value == pytest.approx(found["b"].value, abs=60)
    assert fit(["a"], [[(("a", "a"), (1, 2))]])["a"].value == 1500


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
    standings = played(arena("random,apprentice,merchant", 12))
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
    strong = ArenaSpec(game=name, seats=game.fewest, players=("merchant",), matches=6, seed="lab", deeds=True)
    surveys = []
    with connect("threads:2") as engine:
        studies = [Study({}, Standings(strong, list(engine.run(strong))))]
        for seats, options in cases(game):
            spec = SurveySpec(game=name, seats=seats, options=options, seed="lab", matches=50)
            surveys.append(sensitivity(spec, options, engine.run(spec)))
    findings = Findings(game, "merchant", 1.0, studies, surveys)
    command = f"caravanserai lab {name} --level merchant --matches 6 --surveyed 50 --seed lab --pace 1"
    text = findings.as_markdown()
    assert f"Made by `{command}`." in text
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({line.count("|") for line in table.splitlines()}) == 1
    page = Page(findings.as_html())
    assert "**" not in page.words
    assert command in page.words
    assert page.seen["svg"] >= 2
    assert json.loads(json.dumps(findings.as_json()))["game"] == name


@pytest.mark.parametrize(("players", "is_told"), [("merchant,random", True), ("merchant,random,random", False)])
def test_who_beats_the_next_is_told_only_of_players_who_sit_alike(players: str, is_told: bool) -> None:
    said = good("arena", "tantan", "--seats", "3", "--players", players, "--matches", "6", "--seed", "s")
    assert (re.search(r"p [=<]", said) is not None) == is_told


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
