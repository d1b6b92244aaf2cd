"""Any game: every rule has a test, every sentence exists in both languages, every number has a source."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast, visitor

import caravanserai.words
from caravanserai.games import find_game, game_names
from caravanserai.kernel.chance import new_chance, seed_bytes
from caravanserai.kernel.edition import SOURCES
from caravanserai.kernel.events import Sentence
from caravanserai.kernel.game import Game
from caravanserai.kernel.views import Node
from caravanserai.match import Match
from caravanserai.wire.declarations import declarations
from caravanserai.words import LANGUAGES, words_for
from tests.cases import CASES, POLICIES, Case, effort, moments, onlookers

GAMES = pytest.mark.parametrize("name", game_names())


def rule_numbers(name: str, language: str) -> list[int]:
    text = find_game(name).rules_text(language)
    return [int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]


@GAMES
def test_every_numbered_rule_has_a_scenario(name: str) -> None:
    scenarios = import_module(f"tests.games.test_{name}")
    tested = {int(n) for test in dir(scenarios) for n in re.findall(r"^test_rule_(\d+)_", test)}
    assert rule_numbers(name, "en")
    assert [number for number in rule_numbers(name, "en") if number not in tested] == []


@GAMES
def test_both_rules_pages_have_the_same_numbers_in_order(name: str) -> None:
    numbers = rule_numbers(name, "en")
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers == rule_numbers(name, "fr")


def rulings(name: str, language: str) -> list[int]:
    """How many rulings are marked before the first rule and in each rule; a rule ends where the next paragraph does."""
    mark = {"en": r"\*Rulings?:\*", "fr": r"\*Décisions?\u00a0:\*"}[language]
    return [
        len(re.findall(mark, part)) for part in re.split(r"^\d+\. ", find_game(name).rules_text(language), flags=re.M)
    ]


@GAMES
def test_both_rules_pages_mark_the_same_rulings(name: str) -> None:
    assert sum(rulings(name, "en")) > 0
    assert rulings(name, "en") == rulings(name, "fr")


@GAMES
def test_every_rule_is_cited_in_the_code(name: str) -> None:
    folder = find_game(name).folder
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    cited = {int(number) for number in re.findall(rf"{name} (\d+)", code)}
    assert [number for number in rule_numbers(name, "en") if number not in cited] == []


@GAMES
def test_every_phase_says_which_rule_matters_most_in_it(name: str) -> None:
    game = find_game(name)
    rules = declarations(game)["rules"]
    assert list(rules) == ["waiting", *game.phases]
    assert set(rules.values()) <= set(rule_numbers(name, "en"))


@GAMES
def test_whatever_can_always_be_taken_back_takes_one_touch(name: str) -> None:
    """What else does is for the game to say, but a verb it must be."""
    game = find_game(name)
    verbs = {verb["verb"]: verb["one_touch"] for verb in declarations(game)["verbs"]}
    assert {verb for verb, one_touch in verbs.items() if one_touch} == {verb.word for verb in game.table.ONE_TOUCH}
    taken, final = set(), set()
    for case in (case for case in CASES if case.name == name):
        for moment in moments(case, effort(3), "random", "touch", most=effort(2000, 100)):
            verb = game.actions.choice(moment.action, moment.seat, case.seats).verb
            after, chance = moment.states.copy(), new_chance(seed_bytes("touch"))
            game.functions.step(game.edition().array, after, 0, moment.seat, moment.action, chance)
            taken.add(verb)
            if after[0].undo_barrier != moment.states[0].undo_barrier:
                final.add(verb)
    assert [verb for verb in sorted(taken - final) if not verbs[verb]] == []


class Variables(visitor.Visitor):
    """The variables a message uses."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.found.add(node.id.name)


def messages(file: Path) -> dict[str, set[str]]:
    found = {}
    for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
        assert not isinstance(entry, ast.Junk), (file, entry.content)
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found, f"{file}: {entry.id.name} twice"
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = variables.found - {"number"}
    return found


COMMON = Path(inspect.getfile(caravanserai.words)).parent


@pytest.mark.parametrize("folder", [COMMON, *(find_game(name).folder for name in game_names())], ids=lambda p: p.name)
def test_both_languages_have_the_same_texts_with_the_same_variables(folder: Path) -> None:
    english, french = (messages(folder / f"words.{language}.ftl") for language in LANGUAGES)
    assert english == french


@GAMES
def test_no_text_of_a_game_is_unused(name: str) -> None:
    game = find_game(name)
    code = "".join(path.read_text(encoding="utf-8") for path in game.folder.glob("*.py"))
    built = {"about", *(f"prompt-{phase}" for phase in game.phases), *(f"reason-{reason}" for reason in game.reasons)}
    built |= {f"choice-{verb.word}" for verb in game.actions}
    built |= {f"option-{option.name}" for option in game.options}
    built |= {f"number-{key}" for key in game.edition().entries}
    built |= {f"part-{key}" for key in re.findall(r"\w+", (game.folder / "edition.toml").read_text(encoding="utf-8"))}
    built |= set(sentences(game)) | view_texts(game)
    built |= set(re.findall(r"\{ ([a-z-]+) \}", (game.folder / "words.en.ftl").read_text(encoding="utf-8")))
    unused = []
    for text in messages(game.folder / "words.en.ftl"):
        bare = text.removeprefix("event-")
        if text not in built and f'"{text}"' not in code and f'"{bare}"' not in code and not stems(text, code):
            unused.append(text)
    assert unused == []


def sentences(game: Game) -> dict[str, set[str]]:
    """The texts of all sentences that a game's table can say, each with the arguments it may be given."""
    found: dict[str, set[str]] = {}
    if game.presenter:
        for event in game.presenter.events:
            found.setdefault(f"event-{event.sentence_name}", set()).update(event.args)
        for line in game.presenter.lines:
            found.setdefault(line.sentence_name.replace("_", "-"), set()).update(line.args)
    return found


@GAMES
def test_every_sentence_has_a_text_and_all_that_the_text_speaks_of(name: str) -> None:
    game = find_game(name)
    texts = messages(game.folder / "words.en.ftl")
    # `$card-some` is a form of `$card`.
    spoken = {text: {variable.partition("-")[0] for variable in variables} for text, variables in texts.items()}
    missing = {text: spoken[text] - given if text in spoken else None for text, given in sentences(game).items()}
    assert {text: variables for text, variables in missing.items() if variables != set()} == {}


@pytest.mark.parametrize("folder", [COMMON, *(find_game(name).folder for name in game_names())], ids=lambda p: p.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happened_is_told_to_those_it_is_about_as_you(folder: Path, language: str) -> None:
    """The page takes the attribute ``you`` for whoever is the seat of a sentence, ``yours`` for the rival."""
    forms = {"seat": "you", "rival": "yours"}
    for entry in FluentParser().parse((folder / f"words.{language}.ftl").read_text(encoding="utf-8")).body:
        if isinstance(entry, ast.Message) and entry.id.name.startswith("event-"):
            variables = Variables()
            variables.visit(entry)
            told = {attribute.id.name for attribute in entry.attributes}
            assert told == {forms[about] for about in variables.found & set(forms)}, entry.id.name


def view_texts(game: Game) -> set[str]:
    """The texts by which a game may name the parts of its view, for a page that has no board of its own for it."""

    def keys(node: Node) -> Iterator[str]:
        for key, child in node.children.items():
            yield key
            yield from keys(child)
        if node.each:
            yield from keys(node.each)

    return {f"view-{key}" for key in keys(game.presenter.view.tree)} - {"view-seats"}


@GAMES
def test_a_game_that_names_parts_of_its_view_names_them_all(name: str) -> None:
    game = find_game(name)
    named = {text for text in messages(game.folder / "words.en.ftl") if text.startswith("view-")}
    assert named in (set(), view_texts(game))


def stems(text: str, code: str) -> bool:
    """Whether the code builds the name of a text from parts, as in f"score-{card}"."""
    head, _, tail = text.rpartition("-")
    return bool(head) and f'"{head}-{{' in code and f'"{tail}"' in code


@pytest.mark.parametrize("case", CASES, ids=str)
def test_all_that_is_told_has_words_in_both_languages(case: Case) -> None:
    languages = [words_for(case.game, language) for language in LANGUAGES]
    players = [f"P{seat}" for seat in range(case.seats)]

    said: set[Sentence] = set()

    def say(sentence: Sentence) -> None:
        """The same is said at decision after decision: once is enough."""
        if sentence not in said:
            said.add(sentence)
            for words in languages:
                assert words.sentence(sentence, players).strip()

    for words in languages:
        assert words("about")
        for option in case.game.options:
            assert words(f"option-{option.name}")
        for reason in case.game.reasons:
            assert words(f"reason-{reason}")
    for policy in POLICIES:
        for seed in range(effort(2)):
            options = case.lab_options
            moves = Match(case.game, case.seats, options, f"words {seed}").play_out(policy).log()["moves"]
            match = Match(case.game, case.seats, {**options, "memory_aids": bool(seed % 2)}, f"words {seed}")
            for number, (seat, text) in enumerate(moves):
                told, passed_over = divmod(number, effort(1, 4))
                if passed_over:
                    match.play(seat, text)
                    continue
                for _, label in match.labels(seat):
                    say(label)
                say(match.prompt(seat))
                match.play(seat, text)
                for viewer in onlookers(case, told):
                    for event in match.events(viewer):
                        say(event)
                    if told % 7 == 0:
                        for line in match.describe(viewer):
                            say(line)
            for sheet in match.score_sheet():
                for line in sheet:
                    say(line)
            points = [sum(int(line.args["points"]) for line in sheet) for sheet in match.score_sheet()]
            assert tuple(points) == match.scores


def test_what_is_in_words_already_is_not_put_into_words_again() -> None:
    words = words_for(find_game("tantan"), "fr")
    assert (
        words("score-goods", cards={"lanterns": 3, "food": 1}) == "3\u00a0×\u00a0lanternes et 1\u00a0×\u00a0nourriture"
    )
    assert words("winner", count=1, names="mouse").startswith("mouse ")


@GAMES
def test_every_number_has_a_source_and_a_place(name: str) -> None:
    for edition in find_game(name).editions.values():
        for key, entry in edition.entries.items():
            assert entry.source in SOURCES
            assert entry.source != "H"
            for path in entry.exceptions:
                value = entry.value
                for part in path.split("."):
                    value = value[int(part)] if isinstance(value, list) else value[part]
            assert edition.record.fields[key]
            if entry.source == "D":
                assert all(words_for(find_game(name), language)(f"number-{key}") for language in LANGUAGES)
