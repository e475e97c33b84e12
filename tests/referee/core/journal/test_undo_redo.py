"""Taking back and letting stand again."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.journal import begin
from referee.core.values import GAME_MASTER, TABLE, PublicEvent, Ruling
from tests.referee.core.journal.toy_acts import (
    FINISH,
    correct,
    declare,
    guess,
    hide,
    move,
    play,
    redo,
    refused,
    rule,
    skip,
    toy_match,
    undo,
)
from toy_game import SEATS, Toy


@pytest.mark.clause("METSUKE-2.1")
def test_an_undo_returns_to_the_state_before_and_both_stay_in_the_journal() -> None:
    before = play(toy_match(), hide("p1", 3))
    match = play(before, hide("p2", 5), undo("p2"))
    assert match.state is before.state
    assert [(line.act, line.in_force) for line in match.log("p1")] == [
        ("declare", True),
        ("declare", False),
        ("undo", True),
    ]
    line = match.log("p1")[2]
    [told] = line.notices
    assert (told.message, told.params, told.to) == ("table.undone", {"actor": "p2"}, "public")
    assert line.about == 2


@pytest.mark.clause("METSUKE-2.1")
def test_nothing_is_taken_back_where_nothing_is() -> None:
    assert refused(toy_match(), undo(GAME_MASTER)) == ("METSUKE-2.1", "table.nothing_to_undo")
    assert refused(play(toy_match(), hide("p1", 1), undo("p1")), undo("p1"))[1] == "table.nothing_to_undo"


@pytest.mark.clause("METSUKE-2.1", "METSUKE-4.1")
def test_the_commitment_of_what_was_taken_back_stays_public() -> None:
    match = play(toy_match(), hide("p1", 3))
    assert play(match, undo("p1"), hide("p1", 4)).commitments()[0] == match.commitments()[0]


@pytest.mark.clause("METSUKE-2.2")
def test_a_seat_takes_back_its_own_one_after_the_other() -> None:
    match = play(toy_match(), skip("p1"), hide("p2", 3), skip("p2"), undo("p2"), undo("p2"))
    assert match.state.player("p2").hidden is None
    assert refused(match, undo("p2")) == ("METSUKE-2.2", "table.undo_other")


@pytest.mark.clause("METSUKE-2.2")
def test_a_seat_takes_back_what_it_entered_for_the_table_and_nobody_elses() -> None:
    match = play(toy_match(), ("p1", declare(TABLE, {"type": "finish"})))
    assert refused(match, undo("p2"))[1] == "table.undo_other"
    assert play(match, undo("p1")).result is None


@pytest.mark.clause("METSUKE-2.2")
def test_a_seat_never_takes_back_past_another() -> None:
    match = play(toy_match(), hide("p1", 3), hide("p2", 4))
    assert refused(match, undo("p1")) == ("METSUKE-2.2", "table.undo_other")
    assert refused(match, undo("p3")) == ("METSUKE-2.2", "table.undo_other")


@pytest.mark.clause("METSUKE-2.2")
def test_a_seat_never_takes_back_past_the_game_master() -> None:
    for act in (
        rule(GAME_MASTER, adjust={"points": {"p1": 1}}),
        rule(GAME_MASTER, seat="p1", move={"type": "hide", "number": 5}),
        correct(1, type="hide", number=4),
    ):
        match = play(toy_match(), hide("p1", 3), act)
        assert refused(match, undo("p1")) == ("METSUKE-2.2", "table.undo_house")
    spoken_for = play(toy_match(), (GAME_MASTER, declare("p1", {"type": "hide", "number": 3})))
    assert refused(spoken_for, undo("p1")) == ("METSUKE-2.2", "table.undo_other")


@pytest.mark.clause("METSUKE-2.2")
def test_the_game_master_takes_back_anything_and_the_table_sees_it() -> None:
    match = play(toy_match(), hide("p1", 3), hide("p2", 4), guess("p1", "p2", 4), undo(GAME_MASTER), undo(GAME_MASTER))
    assert match.state.player("p2").hidden is None
    assert [n.message for line in match.log("public")[3:] for n in line.notices] == ["table.undone"] * 2


@pytest.mark.clause("METSUKE-2.3")
def test_a_seat_never_takes_back_what_told_a_secret() -> None:
    told = play(toy_match(), hide("p2", 4), guess("p1", "p2", 3))
    assert refused(told, undo("p1")) == ("METSUKE-2.3", "table.undo_told")
    whispered = play(toy_match(), move("p1", type="whisper", to="p2", number=3))
    assert refused(whispered, undo("p1")) == ("METSUKE-2.3", "table.undo_told")
    assert play(told, undo(GAME_MASTER), redo(GAME_MASTER)).may_undo("p1") == told.may_undo("p1")


@pytest.mark.clause("METSUKE-2.3")
def test_a_seat_never_closes_again_what_the_end_has_opened() -> None:
    match = play(toy_match(), hide("p1", 4), ("p2", declare(TABLE, {"type": "finish"})))
    assert refused(match, undo("p2")) == ("METSUKE-2.3", "table.undo_told")
    assert play(match, undo(GAME_MASTER)).result is None
    nothing_secret = play(toy_match(), skip("p1"), FINISH)
    assert play(nothing_secret, undo(TABLE)).result is None


@pytest.mark.clause("METSUKE-2.4")
def test_undo_then_redo_changes_nothing() -> None:
    match = play(toy_match(), hide("p1", 3), skip("p1"), hide("p2", 5))
    for actor in ("p2", GAME_MASTER):
        again = play(match, undo(actor), redo(actor))
        assert (again.state, again.steps, again.undone) == (match.state, match.steps, match.undone)
        assert [line.in_force for line in again.log("p1")] == [True] * 5
    all_back = play(match, *[undo(GAME_MASTER)] * 3, *[redo(GAME_MASTER)] * 3)
    assert (all_back.state, all_back.steps) == (match.state, match.steps)


@pytest.mark.clause("METSUKE-2.4")
def test_nothing_stands_again_after_something_new() -> None:
    match = play(toy_match(), hide("p1", 3), undo("p1"))
    assert play(match, redo("p1")).state.player("p1").hidden == 3
    assert refused(play(match, hide("p1", 4)), redo("p1")) == ("METSUKE-2.4", "table.nothing_to_redo")
    assert refused(toy_match(), redo(GAME_MASTER)) == ("METSUKE-2.4", "table.nothing_to_redo")


@pytest.mark.clause("METSUKE-2.4")
def test_a_redo_is_for_whoever_took_it_back_or_the_game_master() -> None:
    match = play(toy_match(), hide("p1", 3))
    by_gm = play(match, undo(GAME_MASTER))
    assert refused(by_gm, redo("p1")) == ("METSUKE-2.4", "table.redo_other")
    assert play(by_gm, redo(GAME_MASTER)).state == match.state
    by_seat = play(match, undo("p1"))
    assert refused(by_seat, redo("p2")) == ("METSUKE-2.4", "table.redo_other")
    assert play(by_seat, redo(GAME_MASTER)).state == match.state


def test_the_buttons_know_what_would_be_refused() -> None:
    match = play(toy_match(), hide("p1", 3))
    assert match.may_undo("p1") is None
    refusal = match.may_undo("p2")
    assert refusal is not None
    assert refusal.reason == "table.undo_other"
    taken_back = play(match, undo("p1"))
    assert taken_back.may_redo("p1") is None
    nothing = match.may_redo("p1")
    assert nothing is not None
    assert nothing.reason == "table.nothing_to_redo"


@pytest.mark.clause("METSUKE-2.4")
def test_a_redo_keeps_what_others_declared_in_secret_meanwhile_even_if_it_changed_nothing() -> None:
    class Forgetful(Toy):
        """Plots are unnoticed, and change nothing."""

        def _plot(self, context: Any, state: Any, player: Any, move: Any) -> Ruling:
            unnoticed = PublicEvent(type="plots", clause="TOY-5.1", knows=(player.seat,))
            return Ruling(True, "TOY-5.1", "toy.plotted", state=state, event=unnoticed)

    match = play(begin(Forgetful(), {}, SEATS), hide("p1", 3), move("p2", type="plot", number=2))
    again = play(match, undo("p1"), redo("p1"))
    assert [step.actor for step in again.steps] == ["p1", "p2"]
    assert (again.state, again.steps) == (match.state, match.steps)
