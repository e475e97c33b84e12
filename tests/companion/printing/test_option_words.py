"""What a table plays by, in words: on the sheets from which somebody enters it again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.i18n import translator
from companion.printing.match_pdf import PositionSheet, position_pdf
from companion.tables.match_draft import Option, options_of
from companion.ui.options import chosen_words, value_words
from companion.ui.theme import make_look
from tests.companion.printing.test_position_sheets import text_of
from tests.own_games import OWN_GAMES

KEY = re.compile(r"[a-z_]+\.[a-z_]+\.")


def values_of(option: Option) -> Iterator[Any]:
    """Yield what an option can be set to: each named value, the ends of a number, what is counted, a list."""
    yield from option.values
    if option.optional:
        yield None
    if option.things:
        yield dict(zip(option.things, option.known, strict=True))
    elif option.numbers:
        yield list(option.span or ())
    elif option.texts:
        yield ["Aki"] * option.texts
    elif option.span:
        yield from option.span


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_value_of_every_option_has_words(game: str, lang: str) -> None:
    look = make_look(lang)
    told = [value_words(look, game, option, value) for option in options_of(game) for value in values_of(option)]
    assert len(told) > len(options_of(game))
    assert not [words for words in told if not words or KEY.search(words)]


def test_only_what_is_not_as_usual_is_listed_after_the_depth_and_the_board() -> None:
    standard = {option.key: option.standard for option in options_of("scorpion")} | {"board": "nijo", "depth": "plays"}
    assert [title for title, _ in chosen_words(make_look("en"), "scorpion", standard)] == [
        "How much you declare",
        "Board",
    ]
    option = next(each for each in options_of("scorpion") if len(each.values) > 1)
    other = next(value for value in option.values if value != option.standard)
    more = chosen_words(make_look("en"), "scorpion", standard | {option.key: other})
    assert len(more) == 3
    assert more[2][1] == value_words(make_look("en"), "scorpion", option, other)


def test_the_open_sheet_says_them() -> None:
    rules = [("Board", "Castle of twenty rooms"), ("Lone wolf", "Hidden")]
    document = position_pdf([PositionSheet("Title", "Aki", (), {}, rules=rules)], "", translator("en"))
    assert "BoardCastleoftwentyroomsLonewolfHidden" in text_of(document)
