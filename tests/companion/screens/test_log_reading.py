"""The log: words and clauses, newest first, and never what this viewer may not know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.contract.snapshot import PauseLine, Snapshot, WrongEntry
from companion.screens.log import SHOWN, line_of
from companion.ui.phrases import progress
from referee.core.games import game
from referee.core.journal import LogLine, begin
from referee.core.journal.noting_again import Part
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.screens.stage import EN, JA, shown
from tests.own_games import OWN_GAMES
from tests.players.people import seated
from tests.shots.scenes_shell import info, log, played


def test_the_newest_entry_stands_first_in_words_with_its_clause() -> None:
    screen, actions = shown(log("en"))
    lines = [n for n in screen.names if n.startswith("Entry ")]
    assert lines[0].startswith("Entry 8, Chie. Chie lays a card in front of Ben.")
    assert lines[-1].startswith("Entry 1, Aki")
    screen.tap("Clause 3.3")
    assert actions.told == [("clause", ("SHINOBAZU-3.3",), {})]


LEAD = WrongEntry(
    2, "p1", {"type": "lead", "to": "p1", "colour": "red"}, False,
    (Part(("to",), "p1", ("p1", "p2")), Part(("colour",), "red", ("red", "blue"))),
)  # fmt: skip


def test_an_entry_that_stands_is_tapped_and_what_it_should_say_is_proposed() -> None:
    screen, actions = shown(replace(log("en"), correctable=frozenset({2}), wrong=LEAD))
    line = next(name for name in screen.names if name.startswith("Entry 2, Aki"))
    screen.tap(line)
    assert actions.told == [("entry", (2,), {})]
    screen.tap(EN.t("table_screen.notes.is_wrong", what="red"))
    screen.tap(EN.t("table_screen.notes.is", what="blue"))
    screen.tap(EN.t("app.log.propose"))
    move = {"type": "lead", "to": "p1", "colour": "blue"}
    assert actions.told[-1] == ("propose", (2, move), {})


def test_it_is_struck_out_or_the_match_is_taken_back_to_before_it() -> None:
    screen, actions = shown(replace(log("en"), correctable=frozenset({2}), wrong=replace(LEAD, parts=())))
    for words, more in (("strike", {}), ("back", {"onward": True})):
        screen.tap(f"{EN.t(f'app.log.{words}')}, {EN.t(f'app.log.{words}_about')}")
        assert actions.told[-1] == ("propose", (2,), more)


def test_what_a_secret_entry_of_another_seat_should_say_is_not_asked() -> None:
    wrong = WrongEntry(3, "p2", {"type": "lay", "to": "p3"}, True)
    screen, _ = shown(replace(log("en"), correctable=frozenset({3}), wrong=wrong))
    assert EN.t("app.log.owner", name="Ben") in screen.words
    assert EN.t("app.log.strike") not in screen.words
    assert EN.t("app.log.back") in screen.words


def test_no_entry_can_be_tapped_where_nothing_may_be_corrected() -> None:
    screen, _ = shown(log("en"))
    assert EN.t("app.log.tap_wrong") not in screen.words


def test_what_was_taken_back_stays_and_says_so() -> None:
    screen, _ = shown(log("en"))
    assert "Entry 5, Chie, taken back" in screen.words
    struck = [each for each in screen.tree if getattr(getattr(each, "style", None), "decoration", None)]
    assert len(struck) == 1


def test_a_house_ruling_is_marked_with_its_note() -> None:
    screen, _ = shown(log("en"))
    assert "Entry 7, the game master\nHouse ruling by the game master." in screen.words
    assert "Note: Dai looked at a card" in screen.words


def test_no_covered_card_is_in_the_public_log() -> None:
    for look in (EN, JA):
        screen, _ = shown(log(look.lang), look)
        said = "\n".join([screen.words, *screen.names])
        assert look.t("shinobazu.card", colour=look.t("shinobazu.colour.black"), value="−3") not in said
        assert "5" not in said.replace("Entry 5", "").replace("記録5", "").replace("entry 5", "")


def test_an_entry_of_which_nothing_may_be_said_is_told_as_locked() -> None:
    line = LogLine(number=3, actor="p2", act="declare", seat="p2", commitment="ab" * 32)
    assert line_of(EN, log("en"), line).head == "Ben locks a covered card."


def test_a_long_log_is_drawn_in_parts() -> None:
    screen, _ = shown(log("en", 300))
    assert len([n for n in screen.names if n.startswith("Entry ")]) == SHOWN
    screen.tap("260 earlier")
    assert len([n for n in screen.names if n.startswith("Entry ")]) == 2 * SHOWN


def test_hashes_are_shortened_behind_a_fold() -> None:
    snap = log("en")
    digest = next(line.commitment for line in snap.log if line.commitment)
    screen, _ = shown(snap)
    assert digest[:16] not in screen.words
    screen.tap(next(n for n in screen.names if n.startswith("Proof")))
    assert f"{digest[:16]}…" in screen.words
    assert digest not in screen.words


def test_an_empty_log_says_so() -> None:
    assert EN.t("app.log.none") in shown(replace(log("en"), log=()))[0].words


def test_the_game_masters_log_looks_like_what_it_is_only_while_it_is_open() -> None:
    match = info("en", *["here"] * 4, status="running", mine=())
    whole = Snapshot("log", "gm", GAME_MASTER, match, log=played("en").log(GAME_MASTER), held="kept")
    assert EN.t("kit.strip_gm") in shown(whole)[0].words
    covered = replace(whole, held="covered", log=played("en").log(PUBLIC))
    assert EN.t("kit.strip_safe") in shown(covered)[0].words


def test_after_the_end_the_log_is_open() -> None:
    snap = log("en")
    assert snap.match is not None
    ended = replace(snap, match=replace(snap.match, status="ended"))
    assert EN.t("kit.strip_ended") in shown(ended)[0].words


def test_entries_stand_below_the_round_in_which_they_were_declared() -> None:
    rounds = tuple((first, (("set", 1), ("round", n))) for n, first in ((1, 1), (2, 5), (1, 7)))
    snap = replace(log("en"), counts=rounds, pauses=(PauseLine(4, True, "20:15"),))
    said = [name for name in shown(snap)[0].names if name.startswith(("Entry ", "Set ", "20:15"))]
    assert [name.split(",")[0] if name[0] != "S" else name for name in said] == [
        "Set 1, round 1", "Entry 8", "Entry 7", "Set 1, round 2", "Entry 6", "Entry 5",
        "Set 1, round 1", said[7].split(",")[0], "Entry 4", "Entry 3", "Entry 2", "Entry 1",
    ]  # fmt: skip
    assert said[7].startswith("20:15")
    japanese = shown(replace(log("ja"), counts=rounds), JA)[0].names
    assert "第1セット・2ラウンド目" in japanese


def test_what_was_declared_before_the_first_turn_has_no_heading() -> None:
    snap = replace(log("en"), counts=((1, ()), (3, (("set", 1), ("round", 1)))))
    said = [name for name in shown(snap)[0].names if name.startswith(("Entry ", "Set "))]
    assert said[0] == "Set 1, round 1"
    assert sum(name.startswith("Set ") for name in said) == 1


@pytest.mark.parametrize("key", OWN_GAMES)
def test_every_game_says_how_far_it_has_come_in_both_languages(key: str) -> None:
    match = begin(game(key), {}, seated(max(2, min(game(key).PLAYERS))))
    counts = dict(game(key).EXTRAS.counts(match.state)) or {"turn": 1}
    for look in (EN, JA):
        assert all(str(n) in progress(look, key, counts.items()) for n in counts.values())
