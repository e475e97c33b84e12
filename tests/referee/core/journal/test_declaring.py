"""Who may declare what, and what a declaration may look like."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.core.journal import Declare, Undo
from referee.core.values import GAME_MASTER, TABLE
from tests.referee.core.journal.toy_acts import (
    FINISH,
    JUNK,
    declare,
    guess,
    hide,
    hold,
    junk,
    play,
    refused,
    skip,
    toy_match,
    undo,
)


@pytest.mark.clause("METSUKE-1.1")
def test_a_seat_declares_for_itself_and_for_the_table() -> None:
    match = play(toy_match(), skip("p1"), ("p2", declare(TABLE, {"type": "finish"})))
    assert match.result is not None


@pytest.mark.clause("METSUKE-1.1")
def test_the_game_master_declares_for_a_seat() -> None:
    match = play(toy_match(), (GAME_MASTER, declare("p1", {"type": "hide", "number": 3})))
    assert match.state.player("p1").hidden == 3
    assert (match.log("gm")[0].actor, match.log("gm")[0].seat) == ("gm", "p1")


@pytest.mark.clause("METSUKE-1.1")
@pytest.mark.parametrize(
    ("actor", "seat", "reason"),
    [
        ("p1", "p2", "table.other_seat"),
        ("p1", GAME_MASTER, "table.other_seat"),
        (TABLE, "p1", "table.other_seat"),
        (TABLE, GAME_MASTER, "table.other_seat"),
        ("p1", "p9", "table.unknown_seat"),
        (GAME_MASTER, "p9", "table.unknown_seat"),
        ("p9", "p9", "table.unknown_seat"),
        ("public", "public", "table.unknown_seat"),
        ("p1\n", "p1", "table.unknown_seat"),
        ("", "p1", "table.unknown_seat"),
        ("x" * 10_000, "p1", "table.unknown_seat"),
    ],
)
def test_nobody_else_speaks_for_a_seat(actor: str, seat: str, reason: str) -> None:
    assert refused(toy_match(), (actor, declare(seat, {"type": "skip"}))) == ("METSUKE-1.1", reason)


@pytest.mark.clause("METSUKE-1.1")
def test_an_unknown_seat_is_named_briefly() -> None:
    _, ruling = toy_match().act("x" * 10_000, Undo())
    assert ruling.params == {"seat": "?"}


@pytest.mark.clause("METSUKE-1.4")
@pytest.mark.parametrize(
    ("move", "field"),
    [
        ({}, "type"),
        ({"number": 3}, "type"),
        ({"type": "steal"}, "type"),
        ({"type": ["hide"]}, "type"),
        ({"type": "hide"}, "number"),
        ({"type": "hide", "number": 7}, "number"),
        ({"type": "hide", "number": float("nan")}, "number"),
        ({"type": "hide", "number": 3, "extra": 1}, "extra"),
        ({"type": "hold", "numbers": [1, 9]}, "numbers[1]"),
        ({"type": "hide", "number": 3, "\u202eevil\n": 1}, "\ufffdevil\ufffd"),
        ({"type": "hide", "number": 3, "x" * 10_000: 1}, "x" * 60),
        ({"type": "whisper", "to": "\ud800", "number": 1}, "to"),
        ({"type": "whisper", "to": "p2\u202e", "number": 1}, "to"),
        ({"type": "whisper", "to": "x" * 1001, "number": 1}, "to"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_field(move: dict[str, Any], field: str) -> None:
    match = toy_match()
    after, ruling = match.act("p1", declare("p1", move))
    assert after is match
    assert (ruling.clause, ruling.reason, ruling.params) == ("METSUKE-1.4", "table.unreadable", {"field": field})


@pytest.mark.clause("METSUKE-1.4")
def test_a_move_nested_without_end_is_refused() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = {"in": deep}
    for act in (Declare(seat="p1", move=deep), declare("p1", {"type": "hide", "number": deep})):
        assert refused(toy_match(), ("p1", act))[0] == "METSUKE-1.4"


@pytest.mark.clause("METSUKE-1.4")
@pytest.mark.parametrize(
    ("act", "field"),
    [
        ({}, "type"),
        ({"type": "dance"}, "type"),
        ({"type": "undo", "number": 3}, "number"),
        ({"type": "consent"}, "agree"),
        ({"type": "correct", "number": 0}, "number"),
        ({"type": "house_ruling", "note": "x" * 281}, "note"),
        ({"type": "declare", "seat": "p1", "move": {"type": "skip"}, "salt": "abc"}, "salt"),
        ({"type": "declare", "seat": "p1", "move": {"type": "skip"}, "salt": "A" * 32}, "salt"),
        ({"type": "declare", "seat": "p1", "move": [1]}, "move"),
        ({"type": "declare", "seat": "x" * 41, "move": {}}, "seat"),
        ({"type": "house_ruling", "adjust": {"points": {"p1": 99}}}, "points.p1"),
        ({"type": "house_ruling", "adjust": {"points": {"p\n": 1}}}, "points"),
    ],
)
def test_an_act_that_cannot_be_read_is_refused_by_its_field(act: Any, field: str) -> None:
    match = toy_match()
    after, ruling = match.act(GAME_MASTER, act)
    assert after is match
    assert (ruling.clause, ruling.params) == ("METSUKE-1.4", {"field": field})


@pytest.mark.clause("METSUKE-1.4")
def test_what_is_no_act_at_all_is_refused() -> None:
    for nothing in (None, "undo", 3, object(), [Undo()]):
        assert refused(toy_match(), ("p1", nothing))[0] == "METSUKE-1.4"


@pytest.mark.clause("METSUKE-1.7")
def test_entries_count_up_from_one_and_refusals_are_none() -> None:
    match = toy_match()
    rng = random.Random(1)
    for played in (hide("p1", 1), hide("p2", 2), guess("p1", "p2", 3), undo(GAME_MASTER)):
        assert match.act(*junk(rng, "p3"))[0] is match
        match = play(match, played)
    assert [e.number for e in match.entries] == [1, 2, 3, 4] == [line.number for line in match.log("public")]
    assert match.number == 4


@pytest.mark.clause("METSUKE-1.7")
@pytest.mark.parametrize("move", JUNK)
def test_a_refused_move_leaves_the_same_match(move: Any) -> None:
    match = play(toy_match(), hide("p1", 1))
    assert match.act("p2", declare("p2", move))[0] is match


@pytest.mark.clause("METSUKE-1.7")
def test_the_game_refuses_what_comes_after_its_end() -> None:
    assert refused(play(toy_match(), FINISH), hide("p1", 1)) == ("TOY-4.1", "toy.ended")


@pytest.mark.clause("METSUKE-1.8")
def test_an_illegal_secret_is_its_owners_alone() -> None:
    match = play(toy_match(), hold("p1", 2, 4))
    after, ruling = match.act(*hide("p1", 3))
    assert after is match
    assert (ruling.clause, ruling.private, ruling.notices) == ("TOY-2.2", True, ())


def test_a_caller_cannot_change_what_it_declared() -> None:
    mine = {"type": "hide", "number": 3}
    match, _ = toy_match().declare("p1", mine)
    mine["number"] = 4
    assert match.log("p1")[0].move == {"type": "hide", "number": 3}


def test_a_match_in_a_traceback_tells_no_secret() -> None:
    assert repr(play(toy_match(), hide("p1", 3))) == "<Match toy, 3 seats, 1 entries>"


@pytest.mark.clause("METSUKE-1.4", "METSUKE-1.8")
@pytest.mark.parametrize(
    ("move", "private"),
    [
        ({"type": "hide", "number": 7}, True),
        ({"type": "hide", "number": 3, "4": 1}, True),
        ({"type": "hide", "number": 3, "note": "\x00"}, True),
        ({"type": "guess", "target": "p2", "number": 7}, False),
        ({"type": "guess", "target": "p2\x00", "number": 1}, False),
        ({"type": ["hide"], "number": 3}, True),
        ({"number": 3}, True),
    ],
)
def test_what_cannot_be_read_stays_on_the_own_phone_where_it_may_be_a_secret(move: Any, private: bool) -> None:
    match = toy_match()
    after, ruling = match.declare("p1", move)
    assert (ruling.upheld, ruling.private, after) == (False, private, match)
