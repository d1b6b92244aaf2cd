"""Bots: always legal, never knowing more than they may, reproducible, and each level worth its name."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from caravanserai.bots import BRISK, LEVELS, SearchBot, find_level, make_bot
from caravanserai.bots.hints import hints, review, study
from caravanserai.bots.search import DEEPEST, Grown, SearchBudget, SearchConfig, searcher
from caravanserai.games import find_game, game_names
from caravanserai.kernel.chance import seed_bytes
from caravanserai.kernel.errors import InvalidLog, InvalidOption
from caravanserai.lab.arena import ArenaSpec
from caravanserai.lab.engine import connect
from caravanserai.lab.standings import Standings
from caravanserai.lab.statistics import sign_test
from caravanserai.match import Match
from caravanserai.words import LANGUAGES, words_for
from tests.cases import CASES, Case, conceal, determinize, moments, raw

GAMES = pytest.mark.parametrize("name", game_names())
EXTREMES = [
    case
    for case in CASES
    if (case.seats == case.game.fewest and not case.options) or (case.seats == case.game.most and case.options)
] + [case for case in CASES if case.seats == case.game.most and not any(o.is_switch for o in case.game.options)]
BOTH_ENDS = pytest.mark.parametrize("case", EXTREMES, ids=str)
"""The fewest seats as usual, and the most seats with every switch turned."""


@BOTH_ENDS
@pytest.mark.parametrize("level", [*LEVELS, "vizier:0i", "vizier:0s"])
def test_every_level_makes_legal_choices_even_without_time(case: Case, level: str) -> None:
    kind = find_level(level)
    if kind.seconds:
        kind = replace(kind, seconds=0.001)
    bot = make_bot(case.game, case.game.edition(), kind, seed=1)
    for moment in moments(case, 1, "advice", "legal bots", most=25):
        action = bot.choose(conceal(case, moment.states, moment.seat), moment.seat)
        assert moment.mask[action], (moment.phase, action)


@BOTH_ENDS
@pytest.mark.parametrize("level", ["apprentice", "merchant", "vizier:40i"])
def test_a_bot_cannot_tell_worlds_apart_that_its_seat_cannot(case: Case, level: str) -> None:
    edition = case.game.edition()
    differ = 0
    for moment in moments(case, 1, "advice", "two worlds", most=15):
        seat = moment.seat
        world = determinize(case, conceal(case, moment.states, seat), seat, f"other {moment.number}")
        differ += raw(world) != raw(moment.states)
        chosen = {
            make_bot(case.game, edition, level, seed=moment.number).choose(conceal(case, states, seat), seat)
            for states in (moment.states, world)
        }
        assert len(chosen) == 1
    hides = any(raw(conceal(case, m.states, m.seat)) != raw(m.states) for m in moments(case, 1, "advice", most=15))
    assert bool(differ) == hides, "where something is hidden, other worlds are possible"


@BOTH_ENDS
def test_a_bot_leaves_the_position_it_is_handed_alone(case: Case) -> None:
    bot = make_bot(case.game, case.game.edition(), "vizier:40i", seed=1)
    for moment in moments(case, 1, "advice", "untouched", most=10):
        concealed = conceal(case, moment.states, moment.seat)
        before = raw(concealed)
        bot.choose(concealed, moment.seat)
        assert raw(concealed) == before


@BOTH_ENDS
@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_is_reproducible_and_takes_every_iteration(case: Case, threads: int) -> None:
    search, edition = searcher(case.game), case.game.edition()
    for moment in moments(case, 1, "advice", "again", most=8):
        if moment.number % 4 or moment.mask.sum() == 1:
            continue
        concealed = conceal(case, moment.states, moment.seat)
        one, two = (
            search.think(
                edition, concealed, moment.seat, seed_bytes("s"), SearchBudget(iterations=100, threads=threads)
            )
            for _ in range(2)
        )
        assert one.verdicts == two.verdicts
        assert one.iterations == sum(verdict.visits for verdict in one.verdicts) == 100
        other = search.think(
            edition, concealed, moment.seat, seed_bytes("t"), SearchBudget(iterations=100, threads=threads)
        )
        assert other.verdicts != one.verdicts


@GAMES
def test_win_chances_are_chances_and_every_action_looked_at_is_legal(name: str) -> None:
    game = find_game(name)
    match = Match(game, options=game.lab_options({}), seed="chances")
    seat = match.actors[0]
    result = searcher(game).think(
        match.edition, match.concealed(seat), seat, seed_bytes(1), SearchBudget(iterations=300)
    )
    legal = {choice.action for choice in match.choices(seat)}
    assert {verdict.action for verdict in result.verdicts} <= legal
    assert all(0 <= verdict.win_chance <= 1 and 0 <= verdict.gain <= 1 for verdict in result.verdicts)
    if result.mixed:
        assert sum(verdict.odds for verdict in result.verdicts) == pytest.approx(1, abs=0.05)


@GAMES
def test_a_bot_stopped_in_mid_thought_answers_at_once_with_a_legal_choice(name: str) -> None:
    game = find_game(name)
    match = Match(game, options=game.lab_options({}), seed="stop")
    while len(match.choices(match.actors[0])) == 1:
        match.play(match.actors[0], match.choices(match.actors[0])[0])
    seat = match.actors[0]
    bot = SearchBot(game, match.edition, seconds=120, seed=1)
    searcher(game).think(
        match.edition, match.concealed(seat), seat, seed_bytes(1), SearchBudget(iterations=1)
    )  # compile first
    timer = threading.Timer(0.1, bot.stop)
    begin = time.perf_counter()
    timer.start()
    action = bot.choose(match.concealed(seat), seat)
    assert time.perf_counter() - begin < 30
    assert action in {choice.action for choice in match.choices(seat)}


@GAMES
def test_time_is_kept(name: str) -> None:
    game = find_game(name)
    match = Match(game, game.most, game.lab_options({}), "time")
    seat = match.actors[0]
    result = searcher(game).think(match.edition, match.concealed(seat), seat, seed_bytes(1), SearchBudget(seconds=0.05))
    assert result.iterations > 0
    assert 0.05 <= result.seconds < 5


def test_a_search_that_began_too_late_has_a_result_all_the_same() -> None:
    match = Match("tantan", 3, seed=1)
    seat = match.actors[0]
    result = searcher(match.game).think(
        match.edition, match.concealed(seat), seat, seed_bytes(1), SearchBudget(seconds=0.0)
    )
    assert result.iterations > 0
    assert hints(match.game, match.edition, match.concealed(seat), seat, seconds=0.0)


@pytest.mark.parametrize("name", [name for name in game_names() if find_game(name).windows])
def test_in_a_reaction_window_a_bot_answers_sooner(name: str) -> None:
    game = find_game(name)
    match = Match(game, options=game.lab_options({}), seed="brisk")
    bot = SearchBot(game, match.edition, seconds=0.4, seed=1)
    spent: dict[bool, float] = {}
    while len(spent) < 2:
        seat = match.actors[0]
        if (match.window is not None) not in spent and len(match.choices(seat)) > 1:
            spent[match.window is not None] = bot.think(match.concealed(seat), seat).seconds
        match.play(seat, bot.heuristic.choose(match.concealed(seat), seat))
    assert BRISK * 0.4 <= spent[True] < 0.4 <= spent[False]


@GAMES
def test_a_tree_that_is_full_goes_on_without_growing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table and the pool are far larger than any test needs, so fill what is left of them by hand."""
    game = find_game(name)
    match = Match(game, options=game.lab_options({}), seed="full")
    seat = match.actors[0]
    search = searcher(game)
    search.think(match.edition, match.concealed(seat), seat, seed_bytes(1), SearchBudget(iterations=50))
    tree = search._trees[-1]
    plant = tree.plant

    def plant_nearly_full(*given: Any) -> Grown:
        grown = plant(*given)
        grown.growth["nodes"] = 3 * len(grown.nodes) // 4 - 5
        grown.growth["edges"] = len(grown.edges) - game.actions.count
        return grown

    monkeypatch.setattr(tree, "plant", plant_nearly_full)
    result = search.think(match.edition, match.concealed(seat), seat, seed_bytes(1), SearchBudget(iterations=200))
    assert result.iterations == 200
    assert tree.grown.growth["nodes"][0] <= 3 * len(tree.grown.nodes) // 4
    assert tree.grown.growth["edges"][0] <= len(tree.grown.edges)


@pytest.mark.parametrize(("name", "iterations", "matches"), [("tantan", 60, 12), ("gobi", 200, 24)])
def test_a_little_search_beats_its_own_advice(name: str, iterations: int, matches: int) -> None:
    players = (f"caravaneer:{iterations}i", "merchant")
    spec = ArenaSpec(game=name, seats=2, players=players, matches=matches, seed="smoke")
    with connect("threads:2") as engine:
        standings = Standings(spec, list(engine.run(spec)))
    assert standings.better(*players) < 0.05, standings.duel(*players)


def test_who_was_caught_lying_is_called_more_readily_than_who_was_honest() -> None:
    """The same window of Gobi, but for what earlier calls have shown of the announcer."""
    game = find_game("gobi")
    called: dict[str, list[float]] = {"honest": [], "lies": []}
    for seed in range(6):
        match = Match(game, 2, game.lab_options({}), f"reputation {seed}")
        advice = make_bot(game, match.edition, "merchant", seed=seed)
        while match.phase != "call":
            match.play(match.actors[0], advice.choose(match.concealed(match.actors[0]), match.actors[0]))
        seat = match.actors[0]
        for reputation, odds in called.items():
            concealed = match.concealed(seat)
            concealed[reputation][0, 1 - seat] = 30
            result = searcher(game).think(
                match.edition, concealed, seat, seed_bytes(seed), SearchBudget(iterations=400)
            )
            assert result.mixed
            odds.append(sum(v.odds for v in result.verdicts if v.action != game.windows["call"]))
    assert sum(called["lies"]) > sum(called["honest"]) + 1


def test_the_merchant_beats_blind_chance() -> None:
    spec = ArenaSpec(game="tantan", seats=2, players=("merchant", "random"), matches=20, seed="blind")
    with connect("threads:2") as engine:
        standings = Standings(spec, list(engine.run(spec)))
    ahead, behind, shuffles = standings.duel("merchant", "random")
    assert shuffles == 10
    assert sign_test(ahead, behind) < 0.001


def test_playouts_end_at_the_horizon_and_are_judged_by_their_scores() -> None:
    game = find_game("tantan")
    match = Match(game, seats=4, seed="horizon")
    seat = match.actors[0]
    thoughts = [
        searcher(game).think(
            match.edition,
            match.concealed(seat),
            seat,
            seed_bytes(1),
            SearchBudget(iterations=400),
            config=SearchConfig(horizon=horizon),
        )
        for horizon in (5.0, 60.0)
    ]
    # Nobody has scored after a handful of decisions, so all are level, and nobody is sure to win or lose.
    assert all(abs(verdict.margin) < 3 for verdict in thoughts[0].verdicts)
    assert any(abs(verdict.margin) > 3 for verdict in thoughts[1].verdicts)
    assert DEEPEST > 5


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wizard", "expected one of random"),
        ("merchant:3s", "does not search"),
        ("vizier:fast", "expected a time such as"),
        ("vizier:-1i", "expected a time such as"),
        ("vizier:nans", "expected a time such as"),
    ],
)
def test_a_level_that_does_not_exist_is_refused_in_words(text: str, expected: str) -> None:
    with pytest.raises(InvalidOption, match=expected):
        find_level(text)


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name_in_both_languages(name: str, language: str) -> None:
    words = words_for(find_game(name), language)
    assert len({words(f"bot-{level}") for level in LEVELS}) == len(LEVELS)


@BOTH_ENDS
def test_hints_are_a_few_legal_choices_best_first(case: Case) -> None:
    match = Match(case.game, case.seats, case.game.lab_options(case.options), "hints")
    seat = match.actors[0]
    found = hints(case.game, match.edition, match.concealed(seat), seat, seconds=None, iterations=200)
    assert 1 <= len(found) <= 3
    assert {hint.choice.action for hint in found} <= {choice.action for choice in match.choices(seat)}
    assert all(0 <= hint.win_chance <= 1 for hint in found)


def test_a_review_finds_a_blunder_and_what_would_have_been_better() -> None:
    """Advice plays a match, but once a seat takes the worst lot of a last distribution, which decides the match."""
    match = Match("tantan", seats=2, seed="blunder")
    advice = make_bot(match.game, match.edition, "merchant", seed=1)
    worst, blunder = 0.0, -1
    weights = np.zeros(match.game.actions.count, np.float32)
    while actors := match.actors:
        seat = actors[0]
        action = advice.choose(match.concealed(seat), seat)
        if match.phase == "lot":
            match.game.functions.advise(match.edition.array, match.concealed(seat), 0, seat, weights)
            offered = [choice.action for choice in match.choices(seat)]
            gap = np.log(weights[offered].max() / weights[offered].min())
            if match.decisions > 100 and gap > 8 and blunder < 0:
                action, worst, blunder = min(offered, key=lambda a: weights[a]), gap, match.decisions
        match.play(seat, action)
    assert worst > 8
    log = match.log()
    seat = log["moves"][blunder][0]
    lessons = review(log, seat, seconds=None, iterations=400)
    found = next(lesson for lesson in lessons if lesson.number == blunder)
    assert found.loss > 0
    assert found.better.choice != found.played.choice
    assert found.better.margin > found.played.margin
    assert all(lesson.seat == seat for lesson in lessons)


def test_a_study_tells_everybodys_chances_up_to_how_the_match_ended() -> None:
    match = Match("tantan", 2, seed="chances").play_out("advice")
    log, outcome = match.log(), match.outcome()
    assert outcome is not None
    found = study(log, seconds=None, iterations=30)
    assert [moment.number for moment in found.moments] == sorted(moment.number for moment in found.moments)
    *during, first, second = found.moments
    assert all(log["moves"][moment.number][0] == moment.seat for moment in during)
    assert len(during) > len(log["moves"]) / 4
    assert all(0 <= moment.chance <= 1 for moment in during)
    assert [(end.seat, end.chance > 0) for end in (first, second)] == [
        (seat, seat in outcome.winners) for seat in (0, 1)
    ]
    assert first.chance + second.chance == 1
    assert review(log, seconds=None, iterations=30, most=2) == found.lessons[:2]


def test_a_match_that_is_not_over_cannot_be_reviewed() -> None:
    with pytest.raises(InvalidLog, match="not over"):
        review(Match("tantan", seed=1).log())
