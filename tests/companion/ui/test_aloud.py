"""Sentences joined to be spoken: one full stop between two, whatever the language."""

import pytest

from companion.ui import Main, dock
from companion.ui.theme import make_look
from companion.ui.words import aloud
from tests.shots.tree import drawn, names


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (("Your turn", "Lay one card."), "Your turn. Lay one card."),
        (("Nobody is asked.", "Wait."), "Nobody is asked. Wait."),
        (("Fight or pass?", "Choose"), "Fight or pass? Choose"),
        (("あなたの番", "札を1枚出してください。"), "あなたの番。札を1枚出してください。"),
        (("終わりました。", "勝者はアキ"), "終わりました。勝者はアキ"),
        (("Shinobazu", "", "第2セット"), "Shinobazu. 第2セット"),
        (("", ""), ""),
    ],
)
def test_sentences_are_joined_with_one_stop(parts: tuple[str, ...], said: str) -> None:
    assert aloud(*parts) == said


def test_a_dock_s_line_that_is_a_sentence_gets_no_second_stop() -> None:
    look = make_look("en")
    tree = drawn(lambda: dock(look, state="asked", line="Nothing runs.", ask="Open a table?", main=Main("Go")))
    assert "Nothing runs. Open a table?" in names(tree)
