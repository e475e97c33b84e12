"""The log: words and clauses, newest first, and never what this viewer may not know."""

from __future__ import annotations

from dataclasses import replace

from companion.contract.snapshot import Snapshot
from companion.screens.log import SHOWN, line_of
from referee.core.journal import LogLine
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.screens.stage import EN, JA, shown
from tests.shots.scenes_shell import info, log, played


def test_the_newest_entry_stands_first_in_words_with_its_clause() -> None:
    screen, actions = shown(log("en"))
    lines = [n for n in screen.names if n.startswith("Entry ")]
    assert lines[0].startswith("Entry 8, Chie. Chie lays a card in front of Ben.")
    assert lines[-1].startswith("Entry 1, Aki")
    screen.tap("Clause 3.3")
    assert actions.told == [("clause", ("SHINOBAZU-3.3",), {})]


def test_what_was_taken_back_stays_and_says_so() -> None:
    screen, _ = shown(log("en"))
    assert "Entry 5, Chie, taken back" in screen.words
    struck = [each for each in screen.tree if getattr(getattr(each, "style", None), "decoration", None)]
    assert len(struck) == 1


def test_a_house_ruling_is_marked_with_its_note() -> None:
    screen, _ = shown(log("en"))
    assert "Entry 7, the game master, House ruling" in screen.words
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
