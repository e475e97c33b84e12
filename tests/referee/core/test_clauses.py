"""Every clause that is cited exists, and every clause that exists is tested."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.clauses import table
from referee.games import GAMES, game
from referee.values import Clause

ROOT = Path(__file__).parents[3]
ID = re.compile(r"\b(?:METSUKE|SHINOBAZU)-\d+\.\d+\b")
LEDGERS: dict[str, tuple[Clause, ...]] = {
    "METSUKE": tuple(table.CLAUSES),
    **{key.upper(): tuple(game(key).CLAUSES) for key in GAMES},
}


def stated() -> set[str]:
    return {clause.id for clauses in LEDGERS.values() for clause in clauses}


def marked(folder: Path) -> Iterator[str]:
    """Yield the ids that tests are marked with, read from their source."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
                yield from (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


def test_every_clause_that_the_referee_cites_exists() -> None:
    cited = {found for path in (ROOT / "referee").rglob("*.py") for found in ID.findall(path.read_text("utf-8"))}
    assert {i for i in cited if i.startswith("METSUKE")}
    assert cited <= stated()


@pytest.mark.parametrize("ledger", LEDGERS)
def test_every_clause_is_tested_and_every_tested_clause_exists(ledger: str) -> None:
    of_ledger = {i for i in marked(ROOT / "tests") if i.startswith(f"{ledger}-")}
    assert of_ledger == {clause.id for clause in LEDGERS[ledger]}


@pytest.mark.parametrize("ledger", LEDGERS)
def test_clauses_are_numbered_in_order_and_said_in_both_languages(ledger: str) -> None:
    clauses = LEDGERS[ledger]
    numbers = [tuple(map(int, clause.id.removeprefix(f"{ledger}-").split("."))) for clause in clauses]
    assert numbers == sorted(set(numbers))
    assert all(before[1] + 1 == after[1] or after[1] == 1 for before, after in itertools.pairwise(numbers))
    for clause in clauses:
        assert clause.en.isascii() or max(clause.en) < "\u3040"
        assert re.search("[\u3040-\u30ff]", clause.ja), clause.id
        assert not set("\t\n\r") & set(clause.en + clause.ja)
