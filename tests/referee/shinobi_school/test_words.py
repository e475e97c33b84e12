"""Every message key that the referee can say has words in both languages, with the parameters that they need."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, Literal, get_args, get_origin

import pytest

from referee import shinobi_school
from referee.shinobi_school.moves import Options
from referee.shinobi_school.view_model import Finding, Phase
from tests.catalogues import OF_SCREENS as SCREENS
from tests.catalogues import catalogue
from tests.players.shinobi_school import CARELESS, HONEST, LAZY, any_options, playing

ROOT = Path(__file__).parents[3]
PREFIX = "shinobi_school."
KEY = re.compile(r'"(shinobi_school\.[a-z_.]+[a-z])"')
SIDES = ("heaven", "earth")
ENDS = ("top", "bottom")
LAID = re.compile(r'"(position\.[a-z_]+)"')
ASKS = re.compile(r'_ask\([A-Za-z. ]+, "([a-z_]+)"')
BUILT = {
    *(f"{did}_{side}" for did in ("placed", "collected", "passed", "empty") for side in SIDES),
    *(f"placed_{side}_{end}" for side in SIDES for end in ENDS),
    *(f"{side}_{what}" for side in SIDES for what in ("has_acted", "noted", "noted_empty")),
    *(f"{what}_{end}" for what in ("belongs", "sealed", "seals", "too_few") for end in ENDS),
    *(f"finding.{kind}" for kind in get_args(Finding.model_fields["kind"].annotation)),
    *(f"not_in_{phase}" for phase in get_args(Phase) if phase != "ended"),
    *("ask.turn", "ask.heaven_action", "ask.earth_action"),
}
"""Keys that are put together of parts."""
OF_SCREENS = (f"{PREFIX}screen.", f"{PREFIX}take_over.", "shinobi-school.at", *SCREENS)
"""What only screens say begins like this."""


def keys() -> set[str]:
    """Return every message key that stands in the rules."""
    said = {PREFIX + key for key in BUILT}
    said |= {PREFIX + reason for kind in shinobi_school.RULES for _, reason in kind.about.late.values() if reason}
    for source in (ROOT / "referee" / "shinobi_school").rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        said |= set(KEY.findall(text))
        said |= {PREFIX + key for key in LAID.findall(text)}
        if source.name == "prompts.py":
            said |= {f"{PREFIX}ask.{ask}" for ask in ASKS.findall(text)}
    for name, field in Options.model_fields.items():
        if name != "depth":
            said.add(f"{PREFIX}option.{name}")
            if get_origin(field.annotation) is Literal:
                said |= {f"{PREFIX}option.{name}.{value}" for value in get_args(field.annotation)}
    return said


def groups() -> set[str]:
    """Return the titles of the groups of clauses."""
    numbers = {clause.id.removeprefix("SCHOOL-").partition(".")[0] for clause in shinobi_school.CLAUSES}
    return {f"app.group.shinobi-school.{number}" for number in numbers}


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_key_has_words_and_no_word_is_left_over(lang: str) -> None:
    words = catalogue(lang, "shinobi_school")
    said = {key for key in words if not key.startswith(OF_SCREENS)}
    assert said == keys() | groups()
    assert all(words.values())


def said_in_matches() -> dict[str, set[str]]:
    """Return the keys said in random matches and refusals, with the parameters that each always has."""
    said: dict[str, set[str]] = {}

    def note(key: str, params: Any) -> None:
        said[key] = said.get(key, set(params)) & set(params)

    for seed in range(30):
        depth = "scores" if seed % 4 == 3 else "plays"
        options = any_options(Random(seed), depth)
        made, _, state = playing(seed, 3 + seed % 3, options, (HONEST, CARELESS, LAZY)[seed % 3])
        wrong = [{"type": kind} for kind in ("confirm_deal", "lay_earth", "reveal_earths", "agree_flush", "end_turn")]
        for n, step in enumerate(made):
            for notice in step.ruling.notices:
                note(notice.message, notice.params)
            for prompt in shinobi_school.prompts(step.before, "gm"):
                note(prompt.ask, prompt.params)
            if n % 3 == 0:
                for move in (*wrong, step.move):
                    for seat in ("p1", "p2"):
                        ruling = shinobi_school.judge(step.before, seat, shinobi_school.MOVE.validate_python(move))
                        note(ruling.reason, ruling.params)
        result = shinobi_school.result(state)
        assert result is not None
        note(result.reason, {})
    return said


def test_what_is_said_brings_the_parameters_that_its_words_need() -> None:
    said = said_in_matches()
    assert len(said) > 80
    for lang in ("en", "ja"):
        words = catalogue(lang, "shinobi_school")
        lacking = {key: parameters(words[key]) - given for key, given in said.items()}
        assert not {key: names for key, names in lacking.items() if names}


def test_clauses_are_those_of_the_rules_in_order() -> None:
    counts = (5, 6, 3, 9, 5, 3, 7, 6, 3, 5, 2, 5, 2)
    expected = [f"SCHOOL-{group}.{n}" for group, count in enumerate(counts, 1) for n in range(1, count + 1)]
    assert [c.id for c in shinobi_school.CLAUSES] == expected
    for clause in shinobi_school.CLAUSES:
        assert clause.text("en").endswith(".")
        assert clause.text("ja").endswith("。")
        assert 1 <= len(re.findall(r"\.(?:\s|$)", clause.text("en"))) <= 3


def test_every_clause_has_tests() -> None:
    marks = re.compile(r'"(SCHOOL-\d+\.\d+)"')
    marked = set()
    for source in Path(__file__).parent.glob("test_*.py"):
        for line in source.read_text(encoding="utf-8").splitlines():
            if line.strip().startswith("@pytest.mark.clause("):
                marked |= set(marks.findall(line))
    assert {c.id for c in shinobi_school.CLAUSES} <= marked


def test_what_belongs_to_another_phase_is_refused_by_a_clause_of_the_rules() -> None:
    cited = {clause for kind in shinobi_school.RULES for clause, _ in kind.about.late.values()}
    assert cited <= {c.id for c in shinobi_school.CLAUSES}
