"""What is said about boards is said in both languages, with the parameters that it is given."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from referee.board.reading import bundled, figures
from tests.catalogues import catalogue
from tests.referee.board.test_checks import ERRORS, WARNINGS

ROOT = Path(__file__).parents[3]
KEY = re.compile(r'"(board\.[a-z_.]*[a-z])"')
SOURCES = [*(ROOT / "referee" / "board").glob("*.py")]
BUILT = {f"board.figure.{name}" for name in figures(bundled())} | {"board.error", "board.warning"}
"""Keys that are put together of parts."""


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_key_has_words_and_every_word_a_key(lang: str) -> None:
    said = {key for source in SOURCES for key in KEY.findall(source.read_text("utf-8"))} | BUILT
    words = {key for key in catalogue(lang, "app") if key.startswith("board.")}
    assert {key for key in words if not key.startswith("board.trace_")} == said


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_words_take_the_parameters_that_they_are_given(lang: str) -> None:
    given = {f"board.{code}": set(params) for code, *_, params in (*ERRORS, *WARNINGS)}
    given |= {f"board.figure.{name}": set(params) for name, params in figures(bundled()).items()}
    texts = catalogue(lang, "app")
    for key, params in given.items():
        assert {name for _, name, _, _ in Formatter().parse(texts[key]) if name} <= params, key
