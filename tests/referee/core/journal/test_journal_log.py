"""What each viewer reads of the journal."""

from __future__ import annotations

from typing import Any

import pytest

from referee.check.twins import ActorsAct, seen
from referee.core.journal.log import sealed
from referee.core.transcripts import dump
from referee.core.values import GAME_MASTER, PUBLIC
from tests.referee.core.journal.toy_acts import (
    consent,
    correct,
    declare,
    hide,
    hold,
    move,
    play,
    random_match,
    redo,
    rule,
    skip,
    toy_match,
    undo,
)
from toy_game import TOY, VIEWERS, Toy

SECRETS = [
    hide("p1", 3),
    undo("p1"),
    hold("p1", 5, 6),
    move("p1", type="whisper", to="p3", number=2),
    rule("p1", move={"type": "hide", "number": 4}),
    consent("p1", agree=False),
    correct(3, type="hold", numbers=(4, 6)),
]


def test_a_secret_is_masked_wherever_it_stands() -> None:
    match = play(toy_match(), *SECRETS)
    lines = [line.move for line in match.log("p2")]
    assert lines == [
        {"type": "hide"},
        None,
        {"type": "hold"},
        {"type": "whisper", "to": "p3"},
        {"type": "hide"},
        None,
        {"type": "hold"},
    ]
    assert [line.move for line in match.log(PUBLIC)] == lines
    assert match.log("p3")[3].move == {"type": "whisper", "to": "p3", "number": 2}
    assert match.log("p1")[6].move == {"type": "hold", "numbers": [4, 6]}


def test_a_private_notice_stands_in_its_own_log_alone() -> None:
    match = play(toy_match(), move("p1", type="whisper", to="p3", number=2))
    told = {viewer: [n.message for n in match.log(viewer)[0].notices] for viewer in (*VIEWERS, "gm")}
    assert told["p3"] == told["gm"] == ["toy.whispered", "toy.heard"]
    assert told[PUBLIC] == told["p1"] == told["p2"] == ["toy.whispered"]


def test_a_stranger_reads_what_everybody_reads() -> None:
    match = play(toy_match(), *SECRETS)
    for stranger in ("p9", "table", "", "GM"):
        assert match.log(stranger) is match.log(PUBLIC)


def test_a_line_names_who_acted_and_for_whom() -> None:
    match = play(toy_match(), skip("p1"), ("gm", declare("p2", {"type": "skip"})))
    own, spoken_for = match.log(PUBLIC)
    assert (own.number, own.actor, own.seat, own.act, own.clause) == (1, "p1", "p1", "declare", "TOY-3.1")
    assert (own.in_force, own.house) == (True, False)
    assert (spoken_for.actor, spoken_for.seat) == ("gm", "p2")


def test_lines_are_made_once_and_follow_what_is_in_force() -> None:
    calls: list[str] = []

    class Counting(Toy):
        def masked(self, move: object, seat: str, viewer: str) -> object:
            calls.append(viewer)
            return TOY.masked(move, seat, viewer)

    match = toy_match()
    match = play(type(match)(Counting(), match.options, match.seats, match.state), hide("p1", 3))
    first = match.log("p2")
    assert match.log("p2") is first
    after = play(match, hide("p2", 4))
    assert after.log("p2")[0] is first[0]
    assert calls == ["p2", "p2"]
    assert play(after, undo("p2")).log("p2")[1].in_force is False
    assert after.log("p2")[1].in_force is True


def test_the_log_of_a_match_is_the_log_of_its_journal() -> None:
    for seed in range(20):
        match, after = random_match(seed)
        assert len(match.log("gm")) == match.number
        for earlier in after[::7]:
            for viewer in (*VIEWERS, "gm"):
                unnoticed = sum(w.ruling.unnoticed_by(viewer) for w in earlier.written)
                log = earlier.log(viewer)
                assert [line.number for line in log] == list(range(1, len(log) + 1))
                assert len(log) <= earlier.number - (0 if earlier.result else unnoticed)


# What others may not even know to have been declared


def plot(seat: str, number: int) -> ActorsAct:
    return move(seat, type="plot", number=number)


def spring(seat: str, number: int) -> ActorsAct:
    return move(seat, type="spring", number=number)


@pytest.mark.clause("METSUKE-1.8")
def test_nobody_else_notices_an_unnoticed_declaration_its_undo_or_its_redo() -> None:
    before = play(toy_match(), hide("p2", 4), skip("p1"))
    for acts in ((plot("p1", 3),), (plot("p1", 3), undo("p1")), (plot("p1", 3), plot("p1", 5), undo("p1"), redo("p1"))):
        after = play(before, *acts)
        for viewer in (PUBLIC, "p2", "p3"):
            assert seen(after, viewer) == seen(before, viewer)
        assert len(after.log("p1")) == len(before.log("p1")) + len(acts)
        assert len(after.log(GAME_MASTER)) == after.number


@pytest.mark.clause("METSUKE-1.8")
def test_the_line_of_a_public_event_tells_not_how_many_declarations_it_holds() -> None:
    lone = play(toy_match(), plot("p1", 3), spring("p1", 3))
    more = play(toy_match(), plot("p1", 5), plot("p1", 3), undo("p1"), redo("p1"), plot("p1", 1), spring("p1", 3))
    for viewer in (PUBLIC, "p2"):
        assert seen(lone, viewer) == seen(more, viewer)
        [line] = lone.log(viewer)
        assert (line.number, line.actor, line.seat, line.move) == (1, "table", "table", {"type": "plots"})
        assert [n.message for n in line.notices] == ["toy.sprung"]
        assert line.clause == "TOY-5.1"
    assert play(lone, plot("p1", 2), spring("p1", 2)).log(PUBLIC)[0].in_force
    assert len(play(lone, plot("p1", 2), spring("p1", 2)).log(PUBLIC)) == 1
    assert [line.number for line in play(lone, skip("p1"), plot("p1", 2), spring("p1", 2)).log(PUBLIC)] == [1, 2, 3]


@pytest.mark.clause("METSUKE-4.1")
def test_the_line_of_a_public_event_seals_the_commitments_of_all_that_it_holds() -> None:
    match = play(toy_match(), plot("p1", 5), plot("p1", 3), spring("p1", 3), plot("p1", 1))
    own = [digest for _, digest in match.commitments("p1")]
    assert len(own) == 4
    assert match.commitments(PUBLIC) == ((1, sealed(own[:3])),)
    assert dump(match, "p2")["moves"] == [
        {"seat": "table", "move": {"type": "plots"}, "commitment": sealed(own[:3])},
    ]
    assert sealed([]) is None


@pytest.mark.clause("METSUKE-2.2")
def test_a_seat_takes_back_its_own_past_what_it_cannot_know_of_and_that_stands() -> None:
    match = play(toy_match(), hide("p2", 4), plot("p1", 3))
    taken_back = play(match, undo("p2"))
    assert taken_back.state.player("p2").hidden is None
    assert taken_back.state.player("p1").plots == (3,)
    assert [line.about for line in taken_back.log("p2")] == [None, 1]
    assert play(taken_back, redo("p2")).state == match.state
    assert play(taken_back, plot("p1", 5), redo("p2")).state.player("p1").plots == (3, 5)


@pytest.mark.clause("METSUKE-3.2")
def test_a_proposal_does_not_fall_by_what_nobody_notices() -> None:
    proposed = play(toy_match(), rule("p2", move={"type": "skip"}))
    assert play(proposed, plot("p1", 3)).proposal is not None
    assert play(proposed, plot("p1", 3), spring("p1", 3)).proposal is None


@pytest.mark.clause("METSUKE-2.1", "METSUKE-3.3")
def test_what_a_game_master_does_with_a_hidden_declaration_is_seen_and_not_what_it_was() -> None:
    match = play(toy_match(), skip("p1"), plot("p1", 3))
    for acts, message in (
        ([undo(GAME_MASTER)], "table.undone_hidden"),
        ([undo(GAME_MASTER), redo(GAME_MASTER)], "table.redone_hidden"),
        ([correct(2, type="plot", number=6)], "table.corrected_hidden"),
    ):
        line = play(match, *acts).log("p2")[-1]
        assert ([n.message for n in line.notices], line.about) == ([message], None)
    spoken_for = play(match, (GAME_MASTER, declare("p1", {"type": "plot", "number": 2}, "0" * 32)))
    assert spoken_for.log("p2")[-1].move == {"type": "plot"}


def test_what_the_game_no_longer_remembers_is_blank_for_players_alone() -> None:
    class Forgetful(Toy):
        def remembered(self, now: Any, then: Any, viewer: str) -> bool:
            return now.turn == then.turn

    match = toy_match()
    match = play(type(match)(Forgetful(), match.options, match.seats, match.state), hide("p1", 3), skip("p1"))
    first, _ = match.log("p2")
    assert (first.seat, first.move, first.notices, first.clause) == ("p1", None, (), None)
    assert match.log(GAME_MASTER)[0].move == {"type": "hide", "number": 3}
    assert dump(match, "p2")["moves"][0]["move"] is None
