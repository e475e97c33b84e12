"""What is said about the intruders is said in both languages, with the parameters that it is given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.pofile import read_po

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
ELSEWHERE = {"scorpion.no_such_zone", "scorpion.other_deck"}
"""Words of other parts."""


def catalogue(lang: str, domain: str = "scorpion_intruders") -> dict[str, str]:
    with (ROOT / "assets" / "locale" / lang / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


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
def test_every_key_has_words_and_every_word_a_key(lang: str) -> None:
    assert set(catalogue(lang)) == keys() - ELSEWHERE


def test_words_of_other_parts_are_there() -> None:
    others: set[str] = set()
    for path in (ROOT / "assets" / "locale" / "en" / "LC_MESSAGES").glob("scorpion*.po"):
        others |= set(catalogue("en", path.stem))
    assert others >= ELSEWHERE


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_words_take_no_more_parameters_than_they_are_given(lang: str) -> None:
    texts, lacking = catalogue(lang), {}
    for key, given in calls():
        wanted = {name for _, name, _, _ in Formatter().parse(texts.get(key, "")) if name}
        if not wanted <= given:
            lacking[key] = wanted - given
    assert lacking == {}


def test_both_languages_say_the_same_facts() -> None:
    en, ja = catalogue("en"), catalogue("ja")
    facts = {key: [{n for _, n, _, _ in Formatter().parse(t) if n} for t in (en[key], ja[key])] for key in en}
    assert not {key: pair for key, pair in facts.items() if not pair[1] <= pair[0]}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_sentences_are_plain(lang: str) -> None:
    for key, text in catalogue(lang).items():
        assert not re.search(r"[!！]|\b(error|invalid|oops)\b|エラー|無効", text.lower()), key


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_was_written_is_what_is_read(lang: str) -> None:
    from gettext import GNUTranslations

    with (ROOT / "assets" / "locale" / lang / "LC_MESSAGES" / "scorpion_intruders.mo").open("rb") as file:
        words = GNUTranslations(file)
    assert {key: words.gettext(key) for key in catalogue(lang)} == catalogue(lang)
