"""Whatever the Scorpion referee can say has words in both languages, and no word is left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, Literal, get_args, get_origin

import pytest

from referee import scorpion
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion.cards import KINDS as KINDS_OF
from referee.scorpion.cards import IntruderCard
from referee.scorpion.options import Options, Role
from tests.catalogues import catalogue
from tests.players.scorpion.match import any_options, playing, seated
from tests.players.scorpion.scores import OFTEN
from tests.referee.scorpion.scores.matches import careless_matches, obedient_matches

ROOT = Path(__file__).parents[3]
RULES = ROOT / "referee" / "scorpion"
LANGUAGES = ("en", "ja")
OF_RULES = re.compile(r"scorpion\.(?!screen\.|at$|stands$)")
"""How the keys of the referee's own words begin; the others are the screens'."""
KEY = re.compile(r"scorpion\.[a-z0-9_.]*[a-z0-9]")
SAYING = {"publish": 2, "announced": 1, "whisper": 1, "_counted": 2, "_anew": 2}
SAYING |= {"firm": 2, "require": 2, "refuse": 1, "Refused": 1}
"""What says something, and which of its arguments is the message."""
CAUSES = ("heard", "discovered", "attack", "kenjutsu", "shuriken", "sake", "trap", "hidden_sentry", "mission")
BUILT = {
    "scorpion.": ("split_agreed", "split_proposed", "laid"),
    "scorpion.ask.": ("setup_guards", "setup_intruders"),
    "scorpion.ask.scores.": tuple(OFTEN),
    "scorpion.cause.": (*CAUSES, "passage_found"),
    "scorpion.missing.": (
        *("split", "guard_hand", "sentries", "patrols", "sleepers", "marks", "character", "mission", "hand_ninja"),
        *("hand_traitor", "start_ninja", "start_traitor", "passage", "passage_partner", "sentries_placed"),
        *("patrols_placed", "guards_ready", "intruders_ready"),
    ),
    "scorpion.analysis.": ("cat", "heard", "nothing"),
    "scorpion.part.": ("dead", "escaped", "inside"),
    "scorpion.result.conceded_": ("guards", "intruders"),
    "scorpion.scores_": ("setup", "ended"),
    "scorpion.scores_lone_wolf_": ("off", "on", "hidden"),
    "scorpion.why.": (
        *("discovered", "guards_moved", "guards_woke", "heard", "heard_nothing", "intruder_phase_ended"),
        *("laid", "search_declared", "side_ready"),
    ),
}
"""Keys that are put together of parts."""
TERMS = {
    "scorpion.": ("ninja", "traitor", "intruder"),
    "scorpion.role.": get_args(Role),
    "scorpion.weapon.": ("sword", "spear"),
    "scorpion.unit.": ("sentry", "patrol", "drunk"),
    "scorpion.phase.": ("setup", "start", "alert", "cards", "patrol", "intruders", "ended"),
    "scorpion.alert.": ("0", "1", "2", "3"),
    "scorpion.card.": (*KINDS_OF["guards"], *get_args(IntruderCard)),
    "scorpion.mark.": ("objective", "trap", "hidden_sentry", "nothing"),
}
"""What parameters and views name: people, cards, levels, phases."""
BEGINS = "scorpion.start_"
"""How refusals of where an intruder begins are named: who passes them on adds the zone."""
WHATEVER = {"depth"}
"""Options that every game has; the app names them."""


@cache
def words_of(lang: str) -> dict[str, str]:
    """Return the referee's words of Scorpion."""
    words = catalogue(lang, "scorpion")
    return {key: text for key, text in words.items() if OF_RULES.match(key)}


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@cache
def trees() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text("utf-8")) for path in sorted(RULES.rglob("*.py")))


def calls() -> Iterator[tuple[ast.Call, str, str]]:
    """Yield every call that says or asks something in one piece: the call, its name, the key."""
    for tree in trees():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = 3 if name == "ask" else SAYING.get(name)
            if place is None or len(node.args) <= place:
                continue
            said = node.args[place]
            if isinstance(said, ast.Constant) and isinstance(said.value, str):
                start = "" if said.value.startswith("scorpion.") else "scorpion.ask." if name == "ask" else "scorpion."
                yield node, name, start + said.value


@cache
def spoken() -> frozenset[str]:
    """Return every key that the package can say."""
    whole = {
        node.value
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value)
    }
    built = {start + end for start, ends in BUILT.items() for end in ends}
    late = {f"scorpion.{reason}" for kind in scorpion.RULES for _, reason in kind.about.late.values()}
    return frozenset(whole | built | late | {key for _, _, key in calls()})


def of_options() -> set[str]:
    """Return the keys of every option and every value that can be chosen."""
    found: set[str] = set()
    for name, field in Options.model_fields.items():
        if name in WHATEVER:
            continue
        found.add(f"scorpion.option.{name}")
        if get_origin(field.annotation) is Literal:
            found |= {f"scorpion.option.{name}.{value}" for value in get_args(field.annotation)}
    return found | {"scorpion.option.sake_duration.game", "scorpion.option.sake_duration.turns"}


def of_terms() -> set[str]:
    return {start + end for start, ends in TERMS.items() for end in ends}


def test_the_keys_are_found() -> None:
    assert {
        "scorpion.listen_first",
        "scorpion.ask.intruders",
        "scorpion.guard_card",
        "scorpion.result.draw",
    } <= spoken()
    assert len(spoken()) > 400


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_can_be_said_has_words(lang: str) -> None:
    assert sorted(key for key in spoken() if not words_of(lang).get(key)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_term_has_words(lang: str) -> None:
    assert sorted(key for key in of_terms() if not words_of(lang).get(key)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_is_left_over(lang: str) -> None:
    own = set(words_of(lang))
    assert sorted(own - spoken() - of_options() - of_terms()) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_said_in_one_piece_brings_the_parameters_that_its_words_need(lang: str) -> None:
    """As far as they stand there; what else is added on the way is known in matches alone."""
    lacking = {}
    for node, name, key in calls():
        added = name.startswith("_") or key.startswith(BEGINS) or any(each.arg is None for each in node.keywords)
        if added:
            continue
        given = {keyword.arg for keyword in node.keywords if keyword.arg} - {"must", "public"}
        if needed := parameters(words_of(lang)[key]) - given:
            lacking[key] = needed
    assert lacking == {}


def test_what_is_said_in_matches_brings_the_parameters_that_its_words_need() -> None:
    said = said_in_matches()
    assert len(said) > 150
    assert set(said) <= spoken()
    assert len([key for key in said if key.startswith(("scorpion.scores_", "scorpion.ask.scores."))]) > 70
    for lang in LANGUAGES:
        words = words_of(lang)
        lacking = {key: parameters(words[key]) - given for key, given in said.items()}
        assert not {key: names for key, names in lacking.items() if names}


def said_in_matches() -> dict[str, set[str]]:
    """Return the keys said in random matches, with the parameters that each always has."""
    said: dict[str, set[str]] = {}

    def note(key: str, params: dict[str, Any]) -> None:
        said[key] = said.get(key, set(params)) & set(params)

    for seed in range(9):
        players = 2 + seed % 3
        options = any_options(Random(f"words {seed}"), players)
        state = scorpion.begin(Options.model_validate(options), seated(players))
        for n, (seat, move) in enumerate(playing(f"words {seed}", players, options)):
            if n % 5 == 0:
                for prompt in scorpion.prompts(state, GAME_MASTER):
                    note(prompt.ask, prompt.params)
            ruling = scorpion.judge(state, seat, scorpion.MOVE.validate_python(move))
            note(ruling.reason, dict(ruling.params))
            for notice in ruling.notices:
                note(notice.message, notice.params)
            state = ruling.state
        assert state.phase == "ended"
    for match in careless_matches():
        for _, _, ruling in match:
            note(ruling.reason, dict(ruling.params))
            for notice in ruling.notices:
                note(notice.message, notice.params)
    for match in obedient_matches():
        for before, _, _ in match[::9]:
            for prompt in scorpion.prompts(before, PUBLIC):
                note(prompt.ask, prompt.params)
    return said
