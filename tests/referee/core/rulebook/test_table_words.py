"""What the referee says about the table is said in both languages."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from tests.catalogues import catalogue

ROOT = Path(__file__).parents[4]
KEY = re.compile(r'"(table\.[a-z_]+)"')


def words(language: str) -> dict[str, str]:
    return {key: text for key, text in catalogue(language, "app").items() if key.startswith("table.")}


def used() -> set[str]:
    """Return the keys in the table's own rules and in the app; in a game such a text is a field of its positions."""
    sources = [*(ROOT / "referee" / "core").rglob("*.py"), *(ROOT / "companion").rglob("*.py")]
    return {key for path in sources for key in KEY.findall(path.read_text("utf-8"))}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_key_has_words_and_every_word_a_key(language: str) -> None:
    assert set(words(language)) == used()
    assert all(text.strip() for text in words(language).values())


def test_both_languages_take_the_same_parameters() -> None:
    english, japanese = words("en"), words("ja")
    for key, text in english.items():
        assert fields(text) >= fields(japanese[key]), key
        assert fields(text) <= PARAMETERS.get(key, frozenset({"actor", "seat", "number", "field", "most", "least"})), (
            key
        )


PARAMETERS = {
    "table.name_twice": {"name"},
    "table.name_drawn": {"at"},
    "table.house_waived": {"waived"},
    "table.told_wrong": {"what"},
    "table.told_not_so": {"what"},
}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
