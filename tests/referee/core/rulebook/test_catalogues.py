"""Catalogues are read as they are written, count as their language does, and say what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.core.rulebook import CatalogueError, languages, read_catalogue, read_words, text_of

POLISH = """
msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "toy.cards"
msgid_plural "toy.cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgid "toy.ready"
msgstr ""

#, fuzzy
msgid "toy.guessed"
msgstr "może"
"""


def write(folder: Path, lang: str, name: str, text: str) -> Path:
    file = folder / lang / "LC_MESSAGES" / f"{name}.po"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


@pytest.mark.parametrize(
    ("n", "text"),
    [(1, "{n} karta"), (2, "{n} karty"), ("22", "{n} karty"), (5, "{n} kart"), (0, "{n} kart"), ("many", "{n} kart")],
)
def test_a_number_takes_the_form_of_its_language(tmp_path: Path, n: int | str, text: str) -> None:
    cards = read_catalogue(write(tmp_path, "pl", "toy", POLISH))["toy.cards"]
    assert text_of(cards, {"n": n}) == text_of(cards, {"count": n}) == text
    assert text_of(cards, {}) == "{n} kart"


def test_what_is_not_translated_for_certain_is_left_out(tmp_path: Path) -> None:
    assert read_catalogue(write(tmp_path, "pl", "toy", POLISH)).keys() == {"toy.cards"}


def test_languages_are_the_folders_that_have_catalogues(tmp_path: Path) -> None:
    for lang in ("ja", "en", "de"):
        write(tmp_path, lang, "app", "")
    (tmp_path / "fr" / "LC_MESSAGES").mkdir(parents=True)
    assert languages(tmp_path) == ("en", "de", "ja")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no catalogue at all", "Syntax error"),
        ('msgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "2"\n', "a stands twice"),
        ('msgid ""\nmsgstr "Plural-Forms: many\\n"\n', "Plural-Forms cannot be read: many"),
        (POLISH.replace('msgstr[2] "{n} kart"\n', ""), "toy.cards has 2 forms, not 3 as Plural-Forms says"),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_said(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(CatalogueError, match=r"toy\.po: ") as wrong:
        read_catalogue(write(tmp_path, "pl", "toy", text))
    assert told in str(wrong.value)


def test_no_two_catalogues_of_a_language_have_the_same_key(tmp_path: Path) -> None:
    for name in ("app", "toy"):
        write(tmp_path, "en", name, 'msgid "a"\nmsgstr "1"\n')
    with pytest.raises(CatalogueError, match=r"toy\.po: a stands here and in another catalogue"):
        read_words(tmp_path, "en")
