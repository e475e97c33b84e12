"""What is said about the intruders is said in both languages, with the parameters that it is given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from tests.catalogues import catalogue

ROOT = Path(__file__).parents[3]
RULES = ROOT / "referee" / "scorpion"
PARTS = (
    "contact",
    "ending",
    "intruders/hidden_sentries",
    "intruders/cards",
    "intruder_hands",
    "intruders/phase",
    "intruders/path_rules",
    "intruders/paths",
    "intruders/search_answers",
    "intruders/searching",
    "intruders/steps",
)
SAYING = {"publish": 2, "whisper": 2, "firm": 2, "require": 2, "refuse": 1}
"""What says something, and which of its arguments is the message."""
CAUSES = ("heard", "discovered", "attack", "kenjutsu", "shuriken", "sake", "trap", "hidden_sentry", "mission")
BUILT = {
    *(f"scorpion.cause.{cause}" for cause in (*CAUSES, "passage_found")),
    *(f"scorpion.result.conceded_{side}" for side in ("guards", "intruders")),
}
"""Keys that are put together of parts."""


def calls() -> Iterator[tuple[str, set[str]]]:
    """Yield every message that is said in one piece, with the parameters that it is given there."""
    for part in PARTS:
        tree = ast.parse((RULES / f"{part}.py").read_text("utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                about = set(abouts(function))
                for node in ast.walk(function):
                    if isinstance(node, ast.Call):
                        yield from said_by(node, about)


def abouts(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the names in the dictionaries that a function keeps as `about`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            yield from (key.value for key in node.value.keys if isinstance(key, ast.Constant))  # type: ignore[misc]


def said_by(node: ast.Call, about: set[str]) -> Iterator[tuple[str, set[str]]]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    place = SAYING.get(name)
    if place is None or len(node.args) <= place or not isinstance(node.args[place], ast.Constant):
        return
    message = str(node.args[place].value)  # type: ignore[attr-defined]
    given = {k.arg for k in node.keywords if k.arg} | (about if any(not k.arg for k in node.keywords) else set())
    yield message if message.startswith("scorpion.") else f"scorpion.{message}", given


def keys() -> set[str]:
    written = {
        key
        for part in PARTS
        for key in re.findall(r'"(scorpion\.[a-z_.]+[a-z])"', (RULES / f"{part}.py").read_text("utf-8"))
    }
    return written | {key for key, _ in calls()} | BUILT


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_key_has_words(lang: str) -> None:
    assert set(catalogue(lang, "scorpion")) >= keys()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_words_take_no_more_parameters_than_they_are_given(lang: str) -> None:
    texts, lacking = catalogue(lang, "scorpion"), {}
    for key, given in calls():
        wanted = {name for _, name, _, _ in Formatter().parse(texts.get(key, "")) if name}
        if not wanted <= given:
            lacking[key] = wanted - given
    assert lacking == {}
