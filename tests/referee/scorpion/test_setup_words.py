"""Every message of the set-up and of returns has words in both languages, with the same parameters."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from referee.scorpion import CLAUSES
from referee.scorpion.setup.missing import missing
from tests.catalogues import catalogue
from tests.referee.scorpion.table import SEATS, Table

ROOT = Path(__file__).parents[3]
MODULES = (
    "setup/begin",
    "setup/rules",
    "setup/table",
    "setup/hands",
    "setup/guard_hands",
    "setup/guards",
    "setup/marks",
    "setup/intruders",
    "setup/missing",
    "setup/starts",
    "returns",
    "bonus",
)
REASON = re.compile(r'"(scorpion\.[a-z_.]+[a-z_])"')
KIND = re.compile(r'(?:publish|whisper|_anew)\((?:[^"()]|\([^()]*\))*"([a-z_]+)"')


def sources() -> list[str]:
    return [(ROOT / "referee" / "scorpion" / f"{name}.py").read_text(encoding="utf-8") for name in MODULES]


def keys() -> set[str]:
    """Return every message key that the set-up says."""
    found = {key for text in sources() for key in REASON.findall(text)}
    found |= {f"scorpion.{kind}" for text in sources() for kind in KIND.findall(text)}
    for players, seats in SEATS.items():
        table = Table(players)
        found |= {key for seat in seats for key in missing(table.state, seat)}
    return found | {"scorpion.missing.character", "scorpion.missing.passage_partner"}


def parameters(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_keys_of_the_set_up_are_found() -> None:
    assert {"scorpion.seated", "scorpion.returned", "scorpion.no_post", "scorpion.missing.marks"} <= keys()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_message_of_the_set_up_has_words(lang: str) -> None:
    words = catalogue(lang, "scorpion")
    assert [key for key in sorted(keys()) if not words.get(key)] == []


def test_both_languages_name_the_same_parameters() -> None:
    en, ja = catalogue("en", "scorpion"), catalogue("ja", "scorpion")
    assert [key for key in sorted(keys()) if parameters(en[key]) != parameters(ja[key])] == []


def test_whatever_is_refused_cites_a_clause_of_the_rules() -> None:
    known = {clause.id for clause in CLAUSES}
    cited = {clause for text in sources() for clause in re.findall(r'"(SCORPION-[\d.]+)"', text)}
    assert cited
    assert cited <= known
