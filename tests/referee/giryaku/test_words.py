"""Every message key that the referee can say has words in both languages, and every clause has a text and tests."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

from referee import giryaku
from referee.giryaku import scores as scores
from referee.giryaku.ending import CLAUSE_OF as ENDS
from referee.giryaku.hands import CLAUSE
from referee.giryaku.moves import ConsumeMap, Options
from referee.giryaku.skills import ANSWERS, CLAUSE_OF, DUE
from referee.giryaku.state import tell
from tests.catalogues import OF_SCREENS as SCREENS
from tests.catalogues import catalogue
from tests.players.giryaku import CROOKED, HONEST, SECRET, SLOW, any_options, playing
from tests.referee.giryaku.table import Table
from tests.referee.giryaku.test_bad_input import ANY

ROOT = Path(__file__).parents[3]
SOURCES = sorted((ROOT / "referee" / "giryaku").rglob("*.py"))
REASON = re.compile(r'"(giryaku\.[a-z_]+)"')
TOLD = re.compile(r'tell\(\s*"([a-zA-Z_.]+)"')
POSITION = re.compile(r'"(position_[a-z_]+)"')
ANALYSED = re.compile(r'"(giryaku\.analysis\.[a-z_.]+)"')
ASKED = re.compile(r'_ask\(\s*[^,()]+(?:\[[^]]*\])?, "([a-z_]+)"')
BUILT = {
    "giryaku.skill.": [*CLAUSE_OF],
    "giryaku.pair.": [*CLAUSE_OF],
    "giryaku.card.": [*"SNO"],
    "giryaku.due.": [*DUE],
    "giryaku.finding.": [*CLAUSE],
    "giryaku.side_": ["left", "right"],
    "giryaku.withdrawn_": ["shuffle", "top", "bottom"],
    "giryaku.": [*ENDS],
    "giryaku.won_": ["empty_board", "onmyoji_pair", "self_emptied"],
    "giryaku.ask.": ["turn", "last_turn", *DUE],
    "app.group.giryaku.": [*"123456789"],
}
"""Keys that are put together of parts."""
OF_SCREENS = ("giryaku.screen.", "giryaku.take_over.", "giryaku.at", "giryaku.stands", "words.", *SCREENS)
"""What only screens say begins like this."""


def keys() -> set[str]:
    """Return every message key that stands in the rules."""
    said = {start + end for start, ends in BUILT.items() for end in ends}
    kinds = {*giryaku.BESIDE, *giryaku.ACTIONS, *ANSWERS, *scores.RULES}
    said |= {f"giryaku.{reason}" for kind in kinds for _, reason in kind.about.late.values()}
    for source in SOURCES:
        text = source.read_text(encoding="utf-8")
        said |= set(REASON.findall(text)) | {f"giryaku.{key}" for key in TOLD.findall(text)}
        said |= {f"giryaku.{key}" for key in POSITION.findall(text)}
        said |= {f"giryaku.ask.{key}" for key in ASKED.findall(text)} | set(ANALYSED.findall(text))
    for name, field in Options.model_fields.items():
        if name != "depth":
            said.add(f"giryaku.option.{name}")
        if name not in ("depth", "first_player", "consume_map", "nin_shi_range"):
            said |= {f"giryaku.option.{name}.{value}" for value in field.annotation.__args__}  # type: ignore[union-attr]
    said |= {f"giryaku.option.consume_map.{value}" for value in ConsumeMap.__args__}  # type: ignore[attr-defined]
    ranges = ("both_diagonals", "one_diagonal", "neighbours_only", "custom")
    return said | {f"giryaku.option.nin_shi_range.{value}" for value in ranges}


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_key_has_words_and_every_word_a_key(lang: str) -> None:
    words = catalogue(lang, "giryaku")
    assert keys() - set(words) == set()
    assert {key for key in words if not key.startswith(OF_SCREENS)} - keys() == set()
    assert all(text.strip() for text in words.values())


def test_what_is_said_brings_the_parameters_that_its_words_need() -> None:
    said: dict[str, set[str]] = {}

    def note(key: str, params: Any) -> None:
        said[key] = said.get(key, set(params)) & set(params)

    table = Table()
    for seed in range(48):
        options = any_options(Random(seed), "scores" if seed % 6 == 5 else "plays")
        made, _, _ = playing(seed, options, (HONEST, SECRET, CROOKED, SLOW)[seed % 4])
        for step in made:
            note(step.ruling.reason, dict(step.ruling.params))
            for notice in step.ruling.notices:
                note(notice.message, notice.params)
            for prompt in giryaku.prompts(step.before, "gm"):
                note(prompt.ask, prompt.params)
        for step in made[:: 5 if seed < 16 else 40]:
            table.state = step.before
            for seat in ("p1", "p2"):
                for kind, fields in ANY:
                    ruling = table.judge(seat, kind, **fields)
                    note(ruling.reason, dict(ruling.params))
    assert len(said) > 110
    for lang in ("en", "ja"):
        words = catalogue(lang, "giryaku")
        assert not {key: lacking for key, given in said.items() if (lacking := parameters(words[key]) - given)}


def test_clauses_are_those_of_the_rules_in_order() -> None:
    groups = {1: 8, 2: 11, 3: 6, 4: 6, 5: 3, 6: 8, 7: 15, 8: 8, 9: 10}
    expected = [f"GIRYAKU-{group}.{n}" for group, count in groups.items() for n in range(1, count + 1)]
    assert [c.id for c in giryaku.CLAUSES] == expected


def test_whatever_is_said_cites_a_clause_of_the_rules() -> None:
    known = {c.id for c in giryaku.CLAUSES}
    for source in SOURCES:
        text = source.read_text(encoding="utf-8")
        told = re.findall(r'tell\(\s*f?"[^"]+",\s*"([\d.]+)"', text)
        assert {f"GIRYAKU-{number}" for number in told} <= known
    assert tell("turn", "3.1").clause in known
    assert {f"GIRYAKU-{number}" for number in (*CLAUSE.values(), *CLAUSE_OF.values())} <= known
    assert scores.LEAST == 9
