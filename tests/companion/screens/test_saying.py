"""Rulings in words: names for seats, words for cards, nothing for what may not be known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.i18n import num
from companion.ui.words import listed, say, sentences
from referee.core.journal import LogLine
from referee.core.values import Notice
from tests.companion.screens.stage import EN, JA

SEATS = tuple(SeatInfo(f"p{n}", name) for n, name in enumerate(("Aki", "Ben", "Chie"), 1))
SNAP = Snapshot("play", match=MatchInfo("code", "shinobazu", "plays", {}, "running", SEATS))


def test_seats_are_called_by_their_names() -> None:
    assert say(EN, SNAP, "shinobazu.laid", {"seat": "p2", "to": "p3"}) == "Ben lays a card in front of Chie."
    assert "ベン" not in say(JA, SNAP, "shinobazu.laid", {"seat": "p2", "to": "p3"})
    assert say(JA, SNAP, "shinobazu.laid", {"seat": "p2", "to": "p3"}).startswith("Ben")


def test_cards_and_colours_are_words_in_the_readers_language() -> None:
    assert "black −3" in say(EN, SNAP, "shinobazu.hand_noted", {"cards": ["black -3", "red 5"]})
    assert "黒" in say(JA, SNAP, "shinobazu.hand_noted", {"cards": ["black -3"]})
    assert "red" in say(EN, SNAP, "shinobazu.led", {"seat": "p1", "colour": "red", "to": "p1"})


def test_a_card_that_may_not_be_known_is_a_covered_card() -> None:
    assert "a covered card" in say(EN, SNAP, "shinobazu.revealed", {"seat": "p1", "player": "p2", "card": None})


@pytest.mark.parametrize(
    ("names", "said"),
    [([], "nobody"), (["Aki"], "Aki"), (["Aki", "Ben"], "Aki and Ben"), (["Aki", "Ben", "Chie"], "Aki, Ben and Chie")],
)
def test_lists_are_joined_as_a_person_would(names: list[str], said: str) -> None:
    assert listed(EN, names) == said


def test_lists_are_joined_without_spaces_in_japanese() -> None:
    assert listed(JA, ["アキ", "ベン", "チエ"]) == "アキ、ベンとチエ"


def test_who_acts_for_the_table_is_named_too() -> None:
    assert say(EN, SNAP, "table.undone", {"actor": "gm", "number": 4}) == "the game master took back entry 4."
    assert "the table" in say(EN, SNAP, "table.undone", {"actor": "table", "number": 4})


def test_a_note_is_shown_as_it_was_written_even_when_it_reads_like_a_seat() -> None:
    assert say(EN, SNAP, "app.house.note", {"note": "p1"}) == "Note: p1"


def test_a_seat_that_is_called_like_a_colour_keeps_its_name() -> None:
    assert SNAP.match is not None
    odd = replace(SNAP, match=replace(SNAP.match, seats=(SeatInfo("p1", "red"), SeatInfo("red", "Rot"))))
    assert say(EN, odd, "shinobazu.declared_pass", {"seat": "red"}) == "Rot passes."


def test_a_sentence_is_told_once() -> None:
    passes = Notice(message="shinobazu.declared_pass", params={"seat": "p1"})
    line = LogLine(number=1, actor="p1", act="declare", notices=(passes, passes))
    assert sentences(EN, SNAP, line) == ["Aki passes."]


def test_an_undo_says_which_line_of_the_readers_own_journal_it_is_about() -> None:
    undone = Notice(message="table.undone", params={"actor": "gm"})
    line = LogLine(number=9, actor="gm", act="undo", about=4, notices=(undone,))
    assert sentences(EN, SNAP, line) == ["the game master took back entry 4."]


def test_minus_is_a_minus() -> None:
    assert num(-3) == "\u22123"
