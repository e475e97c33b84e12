"""A note that was wrong is put right by its owner alone, and nobody learns anything from it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import giryaku
from referee.check.mistyped import check_mistyped
from referee.check.player import any_match, playing
from referee.check.twins import check_twins
from referee.core.games import game
from referee.core.journal import Match, begin
from referee.core.journal.notes import notes_of
from referee.core.journal.noting_again import (
    changed_notes,
    mendings,
    notes_behind,
    parts_of,
    saying,
    secret_notes,
)
from referee.core.values import GAME_MASTER, PUBLIC, Seat
from tests.own_games import OWN_GAMES
from tests.referee.giryaku.table import BOX

SALT = "5a" * 16


def says(match: Match, seat: str, kind: str, **fields: Any) -> Match:
    after, ruling = match.declare(seat, {"type": kind, **fields}, SALT)
    assert ruling.upheld, (ruling.reason, ruling.params)
    return after


def opened() -> Match:
    """Return a match at the first turn of A, who kept O, as B did."""
    match = begin(giryaku, BOX, [Seat(seat=s, name=s) for s in "AB"])
    match = says(match, "table", "deal_done")
    for seat in "AB":
        match = says(match, seat, "reveal_opening", cards=["S", "N", "O"])
    for seat in "AB":
        match = says(match, seat, "opening_place", cols=[1, 2])
    for seat in "AB":
        match = says(match, seat, "opening_reveal", cards={1: "S", 2: "N"})
    return match


def again(number: int, *cards: str) -> dict[str, Any]:
    return {"type": "note_again", "number": number, "move": {"type": "enter_hand", "cards": cards}, "salt": SALT}


def mistyped() -> tuple[Match, int]:
    """Return a match in which A noted N for S, played O, and refilled; and the line of the note."""
    match = says(opened(), "A", "enter_hand", cards=["O", "N"])
    number = match.number
    return says(match, "A", "place", col=3, card="O"), number


@pytest.mark.clause("METSUKE-6.1")
def test_a_note_is_put_right_deep_into_a_match_and_what_was_declared_stands() -> None:
    match, number = mistyped()
    after, ruling = match.act("A", again(number, "O", "S"))
    assert ruling.upheld
    assert after.view("A").private[0].hand == ("S",)
    assert [step.number for step in after.steps][: len(match.steps)] == [step.number for step in match.steps]


@pytest.mark.clause("METSUKE-6.1")
def test_all_others_hear_one_line_that_says_nothing_else() -> None:
    match, number = mistyped()
    after, _ = match.act("A", again(number, "O", "S"))
    for viewer in (PUBLIC, "B"):
        *before, line = after.log(viewer)
        assert (line.act, line.seat, line.move, line.about) == ("note_again", "A", None, None)
        assert [(n.message, n.params) for n in line.notices] == [("table.noted_again", {"seat": "A"})]
        assert all(line.in_force for line in before)
        assert after.view(viewer) == match.view(viewer)
    assert after.log("A")[-1].about == number


@pytest.mark.clause("METSUKE-6.1")
def test_nobody_else_notes_it_again_and_a_decision_is_no_note() -> None:
    match, number = mistyped()
    for actor, reason in (("B", "no_such_note"), (GAME_MASTER, "note_owner"), ("table", "note_owner")):
        after, ruling = match.act(actor, again(number, "O", "S"))
        assert after is match
        assert (ruling.clause, ruling.reason) == ("METSUKE-6.1", f"table.{reason}")
    move = {"type": "place", "col": 1, "card": "O"}
    _, ruling = match.act("A", {"type": "note_again", "number": number + 1, "move": move})
    assert (ruling.clause, ruling.reason, ruling.private) == ("METSUKE-6.1", "table.note_decides", True)


@pytest.mark.clause("METSUKE-6.2")
def test_what_cannot_be_with_what_was_declared_since_goes_through_the_table() -> None:
    match = says(opened(), "A", "enter_hand", cards=["O", "N"])
    number = match.number
    match = says(match, "A", "place", col=3, card="N")
    after, ruling = match.act("A", again(number, "O", "S"))
    assert after is match
    assert (ruling.clause, ruling.reason, ruling.private) == ("METSUKE-6.2", "table.note_at_odds", True)
    assert ruling.params["line"] == number + 1


@pytest.mark.clause("METSUKE-6.2")
def test_what_others_were_told_is_not_its_owners_any_more() -> None:
    match, _ = mistyped()
    line = match.number
    move = {"type": "place", "col": 3, "card": "S"}
    _, ruling = match.act("A", {"type": "note_again", "number": line, "move": move, "salt": SALT})
    assert (ruling.clause, ruling.reason) == ("METSUKE-6.2", "table.note_told")


@pytest.mark.clause("METSUKE-6.3")
def test_both_commitments_are_opened_at_the_end_and_the_change_is_named() -> None:
    for n in range(40):
        random = Random(n)
        match = check_mistyped(any_match(giryaku, random, {}), random, 0.4).phones
        changed = changed_notes(match)
        if changed and match.result is not None:
            break
    openings = {opening.number: opening for opening in match.reveal()}
    for one in changed:
        assert one.was != one.now
        assert openings[one.number].holds
        assert openings[one.about].holds
    running, number = mistyped()
    assert changed_notes(running.act("A", again(number, "O", "S"))[0]) == ()


def test_twins_whose_notes_were_put_right_otherwise_look_the_same() -> None:
    match = opened()
    enter = {"type": "declare", "seat": "A", "salt": SALT}
    wrong = ({"type": "enter_hand", "cards": ["O", "N"]}, {"type": "enter_hand", "cards": ["O", "O"]})
    place = {"type": "declare", "seat": "A", "move": {"type": "place", "col": 3, "card": "O"}, "salt": SALT}
    number = match.number + 1
    acts_a = [("A", enter | {"move": wrong[0]}), ("A", place), ("A", again(number, "O", "S"))]
    acts_b = [("A", enter | {"move": wrong[1]}), ("A", place), ("A", again(number, "O", "N"))]
    for viewer in (PUBLIC, "B"):
        assert check_twins(match, acts_a, acts_b, viewer) == 4


def test_a_refusal_names_the_own_note_it_rests_on() -> None:
    match, number = mistyped()
    match = says(match, "B", "place", col=3, card="S")
    match = says(match, "A", "enter_hand", cards=["N", "O"])
    move = {"type": "place", "col": 3, "card": "S"}
    _, ruling = match.declare("A", move, SALT)
    assert (ruling.reason, ruling.private) == ("giryaku.not_in_hand", True)
    assert [note.line for note in notes_behind(match, "A", move)] == [match.number]
    notes = notes_of(match.game, match.steps, match.line_numbers("A"), "A")
    assert [note.line for note in notes[:2]] == [match.number, number + 1]


def moves(key: str) -> list[Any]:
    """Return the classes of the moves that a game has."""
    found: list[Any] = []

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("cls"), type) and hasattr(node["cls"], "about"):
                found.append(node["cls"])
            for inner in node.values():
                walk(inner)
        elif isinstance(node, list | tuple):
            for inner in node:
                walk(inner)

    walk(game(key).MOVE.core_schema)
    return found


def noting_kinds(key: str) -> set[str]:
    """Return the types of the moves that note something."""
    return {each.model_fields["type"].default for each in moves(key) if each.about.notes}


@pytest.mark.parametrize("key", OWN_GAMES)
def test_every_secret_move_says_what_of_it_is_a_note(key: str) -> None:
    secret = {kind for each in moves(key) if game(key).may_be_secret(kind := each.model_fields["type"].default)}
    assert secret
    assert secret - DECISIONS <= noting_kinds(key)


DECISIONS = frozenset(
    {
        "keep_layout", "check_card", "check_move", "choose_character", "set_start", "answer_cat", "lock_path",
        "declare_searches", "play_intruder_card", "answer_hidden_sentry", "end_intruder_phase",
    }
)  # fmt: skip
"""The secret moves that copy nothing of what lies on the table."""


@pytest.mark.clause("METSUKE-6.1")
def test_a_note_that_the_match_needs_is_named_where_a_refusal_rests_on_it() -> None:
    match, seat, move, true = drawn_wrongly()
    assert not match.declare(seat, move)[1].upheld
    (mending,) = mendings(match, seat, move)
    assert true in [sorted(now["values"]) for now in mending.now]
    note = {"type": "note_again", "number": mending.line, "move": mending.now[0], "salt": "5a" * 16}
    again, ruling = match.act(seat, note)
    assert ruling.upheld
    assert again.declare(seat, move)[1].upheld


def drawn_wrongly() -> tuple[Match, str, dict[str, Any], list[int]]:
    """Return a match of Scroll Trick whose scrolls a seat noted wrongly when it drew them, what it declares of them as
    they are, which is refused, and the scrolls that it drew."""
    scroll_trick = game("scroll-trick")
    for one in playing(any_match(scroll_trick, random := Random(0), {"depth": "plays"}, 3), random):
        if one.move["type"] == "place_scrolls" and one.move.get("scrolls"):
            for note in secret_notes(one.before, one.seat):
                if note.move.type == "draw_scrolls":
                    part = parts_of(one.before, note)[0]
                    other = next(value for value in part.of if value != part.now)
                    wrong = saying(note.move.model_dump(mode="json"), part.at, other)
                    noted = {"type": "note_again", "number": note.line, "move": wrong, "salt": "5a" * 16}
                    match, ruling = one.before.act(one.seat, noted)
                    if ruling.upheld and not match.declare(one.seat, one.move)[1].upheld:
                        return match, one.seat, one.move, sorted(note.move.values)
    raise AssertionError("nobody lays what was drawn")
