"""The words of every game: plain, for all its options, and with clauses that there are.

That whatever comes up in random matches has words in every language, with the parameters that these need, is what the
judge of games looks at (`test_check`); that all languages need the same, `tests/companion/test_catalogues`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

from referee.core.games import game
from referee.core.rulebook import languages
from tests.catalogues import LOCALE, every_form
from tests.own_games import OWN_GAMES

RULES = Path(__file__).parents[4] / "referee"
PLAIN = {"shinobi_school.screen.no_longer_counts"}
"""Messages of which the word that stands for a program's fault elsewhere says what is."""
NAMED = {"depth"}
"""Options that every game has; the app names them."""


def package(key: str) -> str:
    """Return the name of a game's package, which is that of its catalogue."""
    return key.replace("-", "_")


@pytest.mark.parametrize("lang", languages(LOCALE))
@pytest.mark.parametrize("key", OWN_GAMES)
def test_sentences_are_plain(key: str, lang: str) -> None:
    for message, forms in every_form(lang, package(key)).items():
        for text in forms if message not in PLAIN else ():
            assert not re.search(r"[!！]|\b(error|invalid|oops)\b|エラー|無効", text.lower()), message


@pytest.mark.parametrize("lang", languages(LOCALE))
@pytest.mark.parametrize("key", OWN_GAMES)
def test_every_option_and_every_value_has_words(key: str, lang: str) -> None:
    words, missing = every_form(lang, package(key)), set[str]()
    for name, field in game(key).OPTIONS.model_fields.items():
        if name not in NAMED:
            values = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
            keys = {f"{package(key)}.option.{name}", *(f"{package(key)}.option.{name}.{value}" for value in values)}
            missing |= keys - words.keys()
    assert missing == set()


@pytest.mark.parametrize("key", OWN_GAMES)
def test_whatever_is_cited_is_a_clause_of_the_rules(key: str) -> None:
    known = {clause.id for clause in game(key).CLAUSES}
    prefix = next(iter(known)).partition("-")[0]
    sources = sorted((RULES / package(key)).rglob("*.py"))
    cited = {id for path in sources for id in re.findall(rf'"({prefix}-[\dD.]+)"', path.read_text("utf-8"))}
    assert cited
    assert cited <= known
