"""What is said about the guards is said in both languages, with the parameters that it is given."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest

from tests.catalogues import catalogue

ROOT = Path(__file__).parents[3]
PARTS = (
    "guards/alert_phase",
    "guards/awakening",
    "guards/attacks",
    "guards/cards",
    "guards/moves",
    "guards/passage",
    "guards/steps",
    "guards/stocks",
    "guards/listening",
    "guards/move_ends",
    "guards/patrol_phase",
    "guards/units",
    "wound_cards",
)
SAYING = {"publish": 2, "whisper": 2, "firm": 2, "require": 2, "refuse": 1, "Refused": 1}
"""What says something, and which of its arguments is the message."""
ABOUT = {"unit", "zone", "intruder"}
"""What comes with `**about`."""


def said() -> dict[str, set[str]]:
    """Return every message that the guards' modules write, with the parameters that they give it everywhere."""
    found: dict[str, set[str]] = {}
    for part in PARTS:
        tree = ast.parse((ROOT / "referee" / "scorpion" / f"{part}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("scorpion."):
                found.setdefault(node.value, set())
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place = SAYING.get(name)
            if place is None or len(node.args) <= place or not isinstance(node.args[place], ast.Constant):
                continue
            message = str(node.args[place].value)  # type: ignore[attr-defined]
            key = message if message.startswith("scorpion.") else f"scorpion.{message}"
            given = {k.arg for k in node.keywords if k.arg} | (
                ABOUT if any(not k.arg for k in node.keywords) else set()
            )
            found[key] = found[key] & given if found.get(key) else given
    return found


KINDS = {"scorpion.split_agreed", "scorpion.split_proposed"}
"""Chosen between when they are said."""


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_key_has_words(lang: str) -> None:
    assert set(catalogue(lang, "scorpion")) >= set(said()) | KINDS


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_words_take_the_parameters_that_they_are_given(lang: str) -> None:
    given, texts = said(), catalogue(lang, "scorpion")
    unknown = {}
    for key, params in given.items():
        wanted = {name for _, name, _, _ in Formatter().parse(texts.get(key, "")) if name}
        if params and not wanted <= params | {"card", "seat"}:
            unknown[key] = wanted - params
    assert unknown == {}
