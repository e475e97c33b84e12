"""The sheet of what I noted: each part with what it could say, and one button that notes it again."""

from __future__ import annotations

from dataclasses import replace

from companion.contract.snapshot import OwnNote
from referee.core.journal.note_parts import Part
from tests.companion.games.giryaku import tables
from tests.companion.screens.stage import EN, shown

HAND = {"type": "enter_hand", "cards": ["S", "N"]}


def test_a_part_is_tapped_then_what_it_is_and_the_note_says_so() -> None:
    parts = tuple(Part(("cards", n), card, ("S", "N", "O")) for n, card in enumerate("SN"))
    snap = tables.opened().snap("p1", "kept")
    note = OwnNote(7, HAND, {"cards": ["S", "N"]}, parts)
    screen, actions = shown(replace(snap, notes=(note,), noting=7))
    screen.tap(EN.t("table_screen.notes.wrong"))
    assert actions.told[-1] == ("notes", (0,), {})
    screen.tap(EN.t("table_screen.notes.is_wrong", what=EN.t("words.giryaku.N")))
    screen.tap(EN.t("table_screen.notes.is", what=EN.t("words.giryaku.O")))
    screen.tap(EN.t("table_screen.notes.again"))
    assert actions.told[-1] == ("note_again", (7, {**HAND, "cards": ["S", "O"]}, False), {})


def test_covered_it_shows_nothing_of_what_was_noted() -> None:
    screen, actions = shown(tables.opened().snap("p1"))
    assert EN.t("table_screen.notes.wrong") not in screen.names
    screen.tap(EN.t("kit.more"))
    screen.tap(next(name for name in screen.names if name.startswith(EN.t("table_screen.notes.wrong"))))
    assert EN.t("table_screen.notes.covered") in screen.words
    screen.tap(EN.t("table_screen.notes.open"))
    assert ("keep", (), {}) in actions.told
