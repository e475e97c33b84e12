"""Every message key that the referee can say has words in both languages, and every clause has a text and tests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, get_args

import pytest

from referee import scroll_trick
from referee.scroll_trick.cards import KINDS
from referee.scroll_trick.moves import ANY, Options
from tests.catalogues import OF_SCREENS as SCREENS
from tests.catalogues import catalogue
from tests.players.scroll_trick import CARELESS, CROOKED, HONEST, OPEN, any_options, playing

ROOT = Path(__file__).parents[3]
WHOLE = re.compile(r'"scroll_trick\.([a-z_]+(?:\.[a-z_]+)*)"')
TOLD = re.compile(r'\b(?:tell|tell_one)\((?:[a-z.]+, )?"([a-z_.]+)"')
ASKED = re.compile(r'_ask\(\s*[A-Za-z_.]+, "([a-z_]+)"')
LATE = re.compile(r'return \(?"SCROLL-[\d.]+", "([a-z0-9_]+)"')
ENDED = re.compile(r'return "([a-z_]+)", "SCROLL-')
BUILT = {
    "configured.": ["tile_counts", "kinds", "numbers"],
    "finding.": ["revoke", "double_card", "capacity", "wrong_entry", "turning", "marker"],
    "why.": ["only_trump", "highest_trump", "highest_led", "leader_alone"],
    "claim_": ["followed", "disproved", "open"],
    "took_": ["trick", "nothing"],
    "not_in_": [*ANY],
    "ask.": ["final", "close_round"],
    "kind.": [*KINDS],
    "": ["card", "shadow", "nothing_after_round_3", "no_turning_in_round_1"],
}
"""Keys that are put together of parts, or that only screens say."""
OF_SCREENS = ("scroll_trick.screen.", "scroll_trick.take_over.", "scroll-trick.at", *SCREENS)
OF_SCREENS += ("scroll_trick.analysis.axis_of",)
"""What only screens say begins like this."""


def sources(name: str = "*") -> Iterator[str]:
    for path in sorted((ROOT / "referee" / "scroll_trick").rglob(f"{name}.py")):
        yield path.read_text(encoding="utf-8")


def keys() -> set[str]:
    """Return every message key that stands in the rules."""
    said = {"ask." + key for text in sources() for key in ASKED.findall(text)}
    said |= {key for text in sources() for pattern in (WHOLE, TOLD) for key in pattern.findall(text)}
    said |= {reason for kind in scroll_trick.RULES for _, reason in kind.about.late.values() if reason}
    said |= {key for text in sources("prompts") for key in LATE.findall(text)}
    said |= {key for text in sources("ranking") for key in ENDED.findall(text)}
    said |= {start + end for start, ends in BUILT.items() for end in ends}
    said -= {"why.", "ask."}
    for name, field in Options.model_fields.items():
        if name != "depth":
            said.add(f"option.{name}")
            values = get_args(field.annotation)
            said |= {f"option.{name}.{value}" for value in values if isinstance(value, str)}
    groups = {clause.id.partition("-")[2].partition(".")[0] for clause in scroll_trick.CLAUSES}
    return {f"scroll_trick.{key}" for key in said} | {f"app.group.scroll-trick.{group}" for group in groups}


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_key_has_words(lang: str) -> None:
    words = catalogue(lang, "scroll_trick")
    assert not {key for key in keys() if not words.get(key)}


def test_no_word_is_left_over() -> None:
    for lang in ("en", "ja"):
        assert not {key for key in catalogue(lang, "scroll_trick") if not key.startswith(OF_SCREENS)} - keys()


def said_in_matches() -> dict[str, set[str]]:
    """Return the keys said in random matches, with the parameters that each always has."""
    said: dict[str, set[str]] = {}

    def note(key: str, params: dict[str, Any]) -> None:
        said[key] = said.get(key, set(params)) & set(params)

    for seed in range(80):
        depth = "scores" if seed % 4 == 3 else "plays"
        count = 2 + seed % 4 if seed % 3 else 2
        options = any_options(Random(seed), count, depth)
        made, _, state = playing(seed, count, options, (HONEST, CROOKED, CARELESS, OPEN)[seed // 4 % 4])
        for step in made:
            note(step.ruling.reason, dict(step.ruling.params))
            for notice in step.ruling.notices:
                note(notice.message, notice.params)
            for prompt in scroll_trick.prompts(step.before, "gm"):
                note(prompt.ask, prompt.params)
            if step.before.shadow is not None and (does := scroll_trick.view(step.before, "gm").shadow) is not None:
                for why in does.why:
                    note(why.reason, why.params)
        outcome = scroll_trick.result(state)
        assert outcome is not None
        note(outcome.reason, {})
    return said


def test_what_is_said_brings_the_parameters_that_its_words_need() -> None:
    said = said_in_matches()
    assert len(said) > 80
    for lang in ("en", "ja"):
        words = catalogue(lang, "scroll_trick")
        lacking = {key: parameters(words[key]) - given for key, given in said.items()}
        assert not {key: names for key, names in lacking.items() if names}


def test_refusals_and_notices_bring_the_parameters_that_their_words_need() -> None:
    words, checked = catalogue("en", "scroll_trick"), 0
    for text in sources():
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or any(keyword.arg is None for keyword in node.keywords):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name not in ("firm", "refuse", "require", "Refused", "tell", "tell_one"):
                continue
            said = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            keys = [key for s in said if (key := f"scroll_trick.{s.removeprefix('scroll_trick.')}") in words]
            given = {keyword.arg for keyword in node.keywords}
            for key in keys:
                assert parameters(words[key]) <= given, key
                checked += 1
    assert checked > 120


def test_clauses_are_those_of_the_rules_in_order() -> None:
    groups = {1: 3, 2: 12, 3: 6, 4: 3, 5: 10, 6: 18, 7: 4, 8: 5, 9: 18, 10: 6}
    expected = [f"SCROLL-{group}.{n}" for group, count in groups.items() for n in range(1, count + 1)]
    assert [c.id for c in scroll_trick.CLAUSES] == expected


def test_every_clause_has_tests() -> None:
    marks = re.compile(r'"(SCROLL-\d+\.\d+)"')
    marked = set()
    for source in Path(__file__).parent.glob("test_*.py"):
        for line in source.read_text(encoding="utf-8").splitlines():
            if line.strip().startswith(("@pytest.mark.clause(", '"SCROLL')):
                marked |= set(marks.findall(line))
    assert {c.id for c in scroll_trick.CLAUSES} <= marked


def test_what_belongs_to_another_phase_is_refused_by_a_clause_of_the_rules() -> None:
    assert all(kind.about.during for kind in scroll_trick.RULES)
    cited = {clause for kind in scroll_trick.RULES for clause, _ in kind.about.late.values()}
    assert cited <= {c.id for c in scroll_trick.CLAUSES}
