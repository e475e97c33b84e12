"""Every clause that is cited exists, and every clause that exists is tested."""

from __future__ import annotations

import ast
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee import scorpion
from referee.core.games import game
from referee.core.rulebook import TABLE_CLAUSES
from referee.core.values import Clause
from tests.own_games import OWN_GAMES

ROOT = Path(__file__).parents[4]
PLAYED: dict[str, tuple[Clause, ...]] = {
    "METSUKE": tuple(TABLE_CLAUSES),
    **{clauses[0].id.partition("-")[0]: clauses for clauses in (tuple(game(key).CLAUSES) for key in OWN_GAMES)},
}
"""The rules of the games that can be chosen, and of the table, by what their numbers begin with."""

LEDGERS: dict[str, tuple[Clause, ...]] = {**PLAYED, "SCORPION": tuple(scorpion.CLAUSES)}
"""All the rules that are written."""

ID = re.compile(rf"\b(?:{'|'.join(LEDGERS)})-(?:\d+\.|[A-Z])\d+\b")
SCORPION = (7, 8, 8, 8, 8, 10, 12, 5, 3, 10, 5, 11, 12, 6, 8, 3, 10, 16, 8, 6, 10, 15, 14, 5, 23, 4, 1, 4, 6, 7, 7, 1)
"""How many clauses the groups 1 to 32 of Scorpion have. Its clauses on distances are D1 to D8."""


def stated() -> set[str]:
    return {clause.id for clauses in LEDGERS.values() for clause in clauses}


@cache
def marked() -> frozenset[str]:
    """Return the ids that tests are marked with, read from their source."""
    return frozenset(found for path in (ROOT / "tests").rglob("*.py") for found in marked_in(path.read_text("utf-8")))


def marked_in(source: str) -> Iterator[str]:
    """Yield the ids that tests of one file are marked with."""
    for node in ast.walk(ast.parse(source)) if ".clause(" in source else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
            yield from (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


def number(clause: Clause) -> tuple[bool, str, int, int]:
    """Return where a clause stands: groups with a number first, then those with a letter."""
    match = re.fullmatch(r"[A-Z]+-(?:(\d+)\.|([A-Z]))(\d+)", clause.id)
    assert match, clause.id
    return bool(match[2]), match[2] or "", int(match[1] or 0), int(match[3])


def test_every_clause_that_the_referee_cites_exists() -> None:
    cited = {found for path in (ROOT / "referee").rglob("*.py") for found in ID.findall(path.read_text("utf-8"))}
    assert {i for i in cited if i.startswith("METSUKE")}
    assert cited <= stated()


def test_every_tested_clause_exists() -> None:
    assert {i for i in marked() if i.partition("-")[0] in LEDGERS} <= stated()


@pytest.mark.parametrize("ledger", PLAYED)
def test_every_clause_is_tested(ledger: str) -> None:
    of_ledger = {i for i in marked() if i.startswith(f"{ledger}-")}
    assert {clause.id for clause in PLAYED[ledger]} - of_ledger == set()


@pytest.mark.parametrize("ledger", LEDGERS)
def test_clauses_are_numbered_in_order_and_said_in_both_languages(ledger: str) -> None:
    clauses = LEDGERS[ledger]
    numbers = [number(clause) for clause in clauses]
    assert all(clause.id.startswith(f"{ledger}-") for clause in clauses)
    assert numbers == sorted(set(numbers))
    assert all(before[3] + 1 == after[3] or after[3] == 1 for before, after in itertools.pairwise(numbers))
    for clause in clauses:
        assert clause.text("en").isascii() or max(clause.text("en")) < "\u3040"
        assert re.search("[\u3040-\u30ff]", clause.text("ja")), clause.id
        assert not set("\t\n\r") & set(clause.text("en") + clause.text("ja"))


@pytest.mark.parametrize("ledger", LEDGERS)
def test_clauses_are_a_few_plain_whole_sentences(ledger: str) -> None:
    for clause in LEDGERS[ledger]:
        assert clause.text("en").endswith("."), clause.id
        assert clause.text("ja").endswith("。"), clause.id
        assert 1 <= len(re.findall(r"\.(?:\s|$)", clause.text("en"))) <= 3, clause.id
        assert 1 <= clause.text("ja").count("。") <= 4, clause.id
        assert not re.search(r"[!！_`{}]|  ", clause.text("en") + clause.text("ja")), clause.id


@pytest.mark.parametrize("ledger", LEDGERS)
def test_no_two_clauses_say_the_same(ledger: str) -> None:
    said = Counter(text for clause in LEDGERS[ledger] for text in (clause.text("en"), clause.text("ja")))
    assert [text for text, times in said.items() if times > 1] == []


def test_scorpion_has_every_clause_of_its_rules() -> None:
    expected = [f"{group}.{n}" for group, count in enumerate(SCORPION, 1) for n in range(1, count + 1)]
    expected += [f"D{n}" for n in range(1, 9)]
    assert [clause.id for clause in scorpion.CLAUSES] == [f"SCORPION-{n}" for n in expected]
