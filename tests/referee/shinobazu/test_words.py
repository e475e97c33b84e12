"""Every message key that the referee can say has words in both languages, and every clause has a text and tests."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

from referee import shinobazu
from referee.shinobazu.cards import COLOURS
from referee.shinobazu.moves import Options
from tests.catalogues import OF_SCREENS as SCREENS
from tests.catalogues import catalogue
from tests.players.shinobazu import CARELESS, CROOKED, HONEST, any_options, playing

ROOT = Path(__file__).parents[3]
KEY = re.compile(r'"(shinobazu\.[a-z_.]+[a-z_])"')
BUILT = {
    "shinobazu.ask.": ["configure", "enter_hand", "withdraw_hand", "lead", "lay", "declare", "turn_over", "reveal"],
    "shinobazu.ask": [
        ".duel_challenge",
        ".duel_answer",
        ".choose_duel_lead",
        ".end_round",
        ".show_hand",
        ".battle_result",
        ".duel_result",
    ],
    "shinobazu.now.": ["lead", "lay", "declare", "turn_over", "duel_challenge", "duel_answer", "choose_duel_lead"],
    "shinobazu.now": [".end_round", ".battle_result", ".duel_result"],
    "shinobazu.kept_in_": ["plays", "scores"],
    "shinobazu.name_": ["start", "receiver", "target"],
    "shinobazu.one_": ["start", "receiver", "target"],
    "shinobazu.declared_": ["fight", "pass"],
    "shinobazu.finding.": ["renege", "false_lead", "double_card", "wrong_entry"],
    "shinobazu.position.phase_": ["turns", "battle", "duel", "round_end"],
    "shinobazu.why.no_duel_": ["losers", "passers"],
    "shinobazu.why.": ["inverted", "inverted_back"],
    "shinobazu.duel_": ["no_winner", "challenger_wins", "target_wins", "tie", "three"],
    "shinobazu.": ["battle", "duel", "battle_no_winner", "result_no_winner", "card"],
    "shinobazu.colour.": list(COLOURS),
}
"""Keys that are put together of parts."""
OF_SCREENS = ("shinobazu.screen.", "shinobazu.at", "app.", *SCREENS)
"""What only screens say begins like this."""


def keys() -> set[str]:
    """Return every message key that stands in the rules."""
    sources = (ROOT / "referee" / "shinobazu").rglob("*.py")
    said = {key for source in sources for key in KEY.findall(source.read_text(encoding="utf-8"))}
    said |= {start + end for start, ends in BUILT.items() for end in ends}
    said |= {f"shinobazu.{reason}" for kind in shinobazu.RULES for _, reason in kind.about.late.values()}
    for name, field in Options.model_fields.items():
        if name != "depth":
            said.add(f"shinobazu.option.{name}")
        if name not in ("depth", "start"):
            said |= {f"shinobazu.option.{name}.{value}" for value in field.annotation.__args__}  # type: ignore[union-attr]
    return said


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_key_has_words(lang: str) -> None:
    words = catalogue(lang, "shinobazu")
    assert not {key for key in keys() if not words.get(key)}


def test_no_word_is_left_over() -> None:
    for lang in ("en", "ja"):
        known = {key for key in catalogue(lang, "shinobazu") if not key.startswith(OF_SCREENS)}
        assert not known - keys()


def said_in_matches() -> dict[str, set[str]]:
    """Return the keys said in random matches, with the parameters that each always has."""
    said: dict[str, set[str]] = {}

    def note(key: str, params: dict[str, Any]) -> None:
        said[key] = said.get(key, set(params)) & set(params)

    for seed in range(60):
        depth = "scores" if seed % 4 == 3 else "plays"
        options = any_options(Random(seed), depth)
        made, _, state = playing(seed, 3 + seed % 3, options, (HONEST, CROOKED, CARELESS)[seed % 3])
        for step in made:
            note(step.ruling.reason, dict(step.ruling.params))
            for notice in step.ruling.notices:
                note(notice.message, notice.params)
            for prompt in shinobazu.prompts(step.before, "gm"):
                note(prompt.ask, prompt.params)
            for battle in (step.before.battle, step.before.duel):
                for why in () if battle is None else battle.why:
                    note(why.reason, why.params)
        assert state.phase == "ended"
    return said


def test_what_is_said_brings_the_parameters_that_its_words_need() -> None:
    said = said_in_matches()
    assert len(said) > 50
    for lang in ("en", "ja"):
        words = catalogue(lang, "shinobazu")
        lacking = {key: parameters(words[key]) - given for key, given in said.items()}
        assert not {key: names for key, names in lacking.items() if names}


def test_clauses_are_those_of_the_rules_in_order() -> None:
    groups = {1: 5, 2: 4, 3: 11, 4: 11, 5: 6, 6: 6, 7: 3, 8: 14, 9: 10}
    expected = [f"SHINOBAZU-{group}.{n}" for group, count in groups.items() for n in range(1, count + 1)]
    assert [c.id for c in shinobazu.CLAUSES] == expected
    for clause in shinobazu.CLAUSES:
        assert clause.text("en").endswith(".")
        assert clause.text("ja").endswith("。")
        assert 1 <= len(re.findall(r"\.(?:\s|$)", clause.text("en"))) <= 3


def test_every_clause_has_tests() -> None:
    marks = re.compile(r'"(SHINOBAZU-\d+\.\d+)"')
    marked = set()
    for source in Path(__file__).parent.glob("test_*.py"):
        for line in source.read_text(encoding="utf-8").splitlines():
            if line.strip().startswith("@pytest.mark.clause(") or line.strip().startswith('"SHINOBAZU'):
                marked |= set(marks.findall(line))
    assert {c.id for c in shinobazu.CLAUSES} <= marked
