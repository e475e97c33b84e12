"""A mistake found later is put right."""

from __future__ import annotations

from typing import Any

import pytest

from referee.check.twins import check_twins
from referee.core.journal import Correct, Difference, Match, begin
from referee.core.values import GAME_MASTER, PUBLIC, Refused
from tests.referee.core.journal.toy_acts import (
    GOAL,
    correct,
    declare,
    guess,
    hide,
    hold,
    play,
    redo,
    refused,
    rule,
    skip,
    toy_match,
    undo,
)
from toy_game import SEATS, TOY

HIDE_5 = {"type": "hide", "number": 5}


@pytest.mark.clause("METSUKE-3.3")
def test_a_corrected_move_counts_from_where_it_was_made() -> None:
    match = play(toy_match(), hide("p2", 4), skip("p1"), correct(1, **HIDE_5))
    assert match.state.player("p2").hidden == 5
    assert match.state.turn == 1
    assert [(line.number, line.in_force) for line in match.log("p2")] == [(1, False), (2, True), (3, True)]


@pytest.mark.clause("METSUKE-3.3")
def test_the_table_is_told_only_which_entry_was_corrected() -> None:
    match = play(toy_match(), hide("p2", 4), correct(1, **HIDE_5))
    for viewer in (PUBLIC, "p1"):
        line = match.log(viewer)[1]
        [notice] = line.notices
        assert (notice.message, notice.params, line.about) == ("table.corrected", {}, 1)
        assert line.move == {"type": "hide"}
    assert match.log("p2")[1].move == match.log("gm")[1].move == HIDE_5


@pytest.mark.clause("METSUKE-3.3")
def test_an_entry_is_struck_out() -> None:
    match = play(toy_match(), hide("p2", 4), skip("p1"), correct(1))
    assert match.state.player("p2").hidden is None
    assert [(line.in_force, line.move) for line in match.log("gm")] == [
        (False, {"type": "hide", "number": 4}),
        (True, {"type": "skip"}),
        (True, None),
    ]


@pytest.mark.clause("METSUKE-3.3")
def test_the_table_as_such_corrects_nothing() -> None:
    match = play(toy_match(), hide("p2", 4))
    act = {"type": "correct", "number": 1, "move": HIDE_5}
    assert refused(match, ("table", act)) == ("METSUKE-3.3", "table.correct_who")


def agree(seat: str) -> tuple[str, dict[str, Any]]:
    return seat, {"type": "consent", "agree": True}


@pytest.mark.clause("METSUKE-3.5")
def test_the_table_corrects_by_consent_and_hears_whose_entry_it_is_not_what_it_says() -> None:
    act = {"type": "correct", "number": 1, "move": HIDE_5}
    match = play(toy_match(), hide("p2", 4), skip("p1"), ("p2", act))
    assert match.state.player("p2").hidden == 4
    [asked] = [p for p in match.prompts("p1") if p.ask == "table.consent" and p.seat == "p1"]
    assert asked.params["corrects"] == asked.params["move"] == {"type": "hide"}
    assert (asked.params["seat"], asked.params["line"]) == ("p2", 1)
    match = play(match, agree("p1"), agree("p3"))
    assert match.state.player("p2").hidden == 5
    assert match.state.turn == 1
    assert match.log("p1")[-1].notices[0].params == {"actor": "p2", "seat": "p2"}


@pytest.mark.clause("METSUKE-3.5")
def test_a_correction_falls_when_somebody_disagrees() -> None:
    act = {"type": "correct", "number": 1, "move": HIDE_5}
    match = play(toy_match(), hide("p2", 4), ("p2", act), ("p3", {"type": "consent", "agree": False}))
    assert match.proposal is None
    assert match.state.player("p2").hidden == 4


@pytest.mark.clause("METSUKE-3.5")
def test_nobody_tries_out_what_somebody_else_declared_in_secret() -> None:
    match = play(toy_match(), hide("p2", 4))
    for move in (HIDE_5, None):
        act = {"type": "correct", "number": 1, "move": move}
        assert refused(match, ("p1", act)) == ("METSUKE-3.5", "table.correct_secret")


@pytest.mark.clause("METSUKE-3.5")
def test_only_its_seat_proposes_what_an_entry_should_say_and_anybody_what_the_table_declared() -> None:
    match = play(toy_match(), hide("p2", 4), guess("p1", "p2", 3))
    act = {"type": "correct", "number": 2, "move": {"type": "guess", "target": "p2", "number": 4}}
    assert refused(match, ("p3", act)) == ("METSUKE-3.5", "table.correct_owner")
    corrected = play(match, ("p1", act), agree("p2"), agree("p3"))
    assert corrected.state.player("p1").points == 1
    wrong = [(n.to, n.message, n.params["message"]) for n in corrected.log(PUBLIC)[-1].notices[1:]]
    assert wrong == [(PUBLIC, "table.told_wrong", "toy.hit")]  # what everybody was told, everybody hears anew


@pytest.mark.clause("METSUKE-3.5")
def test_a_refused_proposal_tells_nothing_of_what_another_seat_hides() -> None:
    for hidden in (3, 4):
        match = play(toy_match(), hide("p2", hidden), guess("p1", "p2", 5))
        act = {"type": "correct", "number": 2, "move": {"type": "guess", "target": "p2", "number": 4}}
        assert refused(match, ("p3", act)) == ("METSUKE-3.5", "table.correct_owner")


BACK = {"type": "correct", "onward": True}


@pytest.mark.clause("METSUKE-3.6")
def test_the_table_takes_a_match_back_to_before_an_entry_by_consent() -> None:
    before = play(toy_match(), hide("p2", 4))
    match = play(before, guess("p1", "p2", 4), hide("p3", 2), skip("p2"), ("p3", BACK | {"number": 2}))
    assert match.state.turn == 2
    back = play(match, agree("p1"), agree("p2"))
    assert back.state == before.state
    assert [line.in_force for line in back.log("p3")][:4] == [True, False, False, False]
    [notice] = back.log("p3")[-1].notices
    assert (notice.message, back.log("p3")[-1].about, notice.clause) == ("table.taken_back", 2, "METSUKE-3.6")
    assert play(back, skip("p1")).state == play(before, skip("p1")).state
    assert refused(back, undo("p2")) == ("METSUKE-2.2", "table.undo_house")
    kept = play(match, agree("p1"), ("p2", {"type": "consent", "agree": False}))
    assert kept.state.turn == 2


@pytest.mark.clause("METSUKE-3.6")
def test_the_game_master_takes_back_at_once_and_nothing_comes_back_by_the_next_correction() -> None:
    match = play(toy_match(), hide("p2", 4), skip("p1"), skip("p2"))
    act = (GAME_MASTER, BACK | {"number": 2})
    back = play(match, act)
    assert (back.state.turn, back.state.player("p2").hidden) == (0, 4)
    assert play(back, correct(1, **HIDE_5)).state.turn == 0
    assert play(back, undo(GAME_MASTER)).steps == match.steps
    assert play(back, undo(GAME_MASTER), redo(GAME_MASTER)).steps == back.steps


@pytest.mark.clause("METSUKE-3.6")
def test_a_house_ruling_is_taken_back_with_what_came_after_it_and_a_correction_is_not() -> None:
    match = play(toy_match(), rule(GAME_MASTER, adjust={"points": {"p1": 2}}), hide("p2", 4))
    back = play(match, ("p1", BACK | {"number": 1}), agree("p2"), agree("p3"))
    assert back.state == toy_match().state
    corrected = play(match, correct(2, **HIDE_5))
    assert refused(corrected, (GAME_MASTER, BACK | {"number": 3})) == ("METSUKE-3.3", "table.correct_house")


@pytest.mark.clause("METSUKE-3.6")
def test_whoever_may_not_know_an_entry_can_take_the_match_back_to_before_it_and_learns_nothing() -> None:
    def acts(hidden: int) -> list[Any]:
        return [hide("p2", hidden), skip("p1"), ("p3", BACK | {"number": 1}), agree("p1"), agree("p2")]

    assert check_twins(begin(TOY, GOAL, SEATS), acts(4), acts(6), "p3") == 6


@pytest.mark.clause("METSUKE-3.4")
def test_what_a_correction_left_out_stands_again_by_the_next_as_long_as_nothing_was_declared_since() -> None:
    match = play(toy_match(), hide("p3", 5), skip("p1"), guess("p2", "p3", 5))
    out = play(match, correct(1))
    assert [step.number for step in out.steps if step.number <= match.number] == [2]
    assert play(out, correct(1, **HIDE_5)).state == match.state
    later = play(out, hide("p1", 2))
    assert refused(later, correct(1, **HIDE_5)) == ("METSUKE-3.3", "table.no_such_entry")


@pytest.mark.clause("METSUKE-3.3")
def test_only_a_declaration_in_force_is_corrected() -> None:
    match = play(toy_match(), hide("p2", 4), undo("p2"), rule(GAME_MASTER, adjust={"points": {"p1": 1}}))
    for number in (1, 2, 9):
        assert refused(match, correct(number)) == ("METSUKE-3.3", "table.no_such_entry")
    assert refused(match, correct(3)) == ("METSUKE-3.3", "table.correct_house")
    corrected = play(toy_match(), hide("p2", 4), correct(1, **HIDE_5))
    assert refused(corrected, correct(2)) == ("METSUKE-3.3", "table.correct_house")


@pytest.mark.clause("METSUKE-3.3")
def test_the_corrected_move_must_itself_be_allowed() -> None:
    match = play(toy_match(), hold("p2", 1, 2), hide("p2", 1), skip("p1"))
    assert refused(match, correct(2, type="hide", number=3)) == ("TOY-2.2", "toy.not_held")
    assert refused(match, correct(2, type="hide", number=9)) == ("METSUKE-1.4", "table.unreadable")
    assert refused(match, correct(3, type="guess", target="p1", number=1)) == ("TOY-3.2", "toy.no_target")
    for number in (2, 9):
        with pytest.raises(Refused):
            match.corrected(Correct(number=number, move={"type": "hide", "number": 3}))


@pytest.mark.clause("METSUKE-3.3")
def test_a_correction_is_corrected_again() -> None:
    match = play(toy_match(), hide("p2", 4), correct(1, **HIDE_5), correct(1, type="hide", number=6))
    assert match.state.player("p2").hidden == 6
    assert [line.in_force for line in match.log("gm")] == [False, False, True]


@pytest.mark.clause("METSUKE-3.3", "METSUKE-2.4")
def test_a_correction_is_taken_back_and_stands_again_with_all_that_it_changed() -> None:
    before = play(toy_match(), hide("p2", 4), guess("p1", "p2", 4), hide("p2", 6), skip("p2"))
    act = correct(1, type="hide", number=1)
    after = play(before, act)
    assert after.state.player("p1").points == 0
    back = play(after, undo(GAME_MASTER))
    assert (back.state, back.steps) == (before.state, before.steps)
    assert [line.in_force for line in back.log("gm")][:5] == [True, True, True, True, False]
    again = play(back, redo(GAME_MASTER))
    assert (again.state, again.steps) == (after.state, after.steps)


@pytest.mark.clause("METSUKE-3.4")
def test_later_declarations_are_judged_again_and_what_fails_is_left_out() -> None:
    match = play(toy_match(), hide("p2", 4), guess("p1", "p2", 4), hide("p2", 6), skip("p2"))
    act = Correct(number=1, move={"type": "hide", "number": 1})
    assert match.corrected(act).differences == (
        Difference(2, "p1", "toy.hit", "toy.missed", "TOY-3.2"),
        Difference(3, "p2", "toy.hid", "toy.hidden_already", "TOY-2.1"),
    )
    corrected = play(match, (GAME_MASTER, act))
    assert corrected.state.player("p1").points == 0
    assert corrected.state.player("p2").hidden == 1
    assert [line.in_force for line in corrected.log(PUBLIC)] == [False, True, False, True, True]


@pytest.mark.clause("METSUKE-3.4")
def test_house_rulings_are_judged_again_too() -> None:
    match = play(
        toy_match(),
        hide("p2", 4),
        rule(GAME_MASTER, seat="p2", move={"type": "hide", "number": 6}),
        rule(GAME_MASTER, seat="p3", move={"type": "guess", "target": "p2", "number": 6}),
    )
    corrected = play(match, correct(1))
    assert (corrected.state.player("p3").points, corrected.state.player("p2").opened) == (1, (6,))
    first = play(
        toy_match(), hide("p2", 4), rule(GAME_MASTER, seat="p3", move={"type": "guess", "target": "p2", "number": 4})
    )
    assert [d.number for d in first.corrected(Correct(number=1)).differences] == [2]
    assert play(first, correct(1)).state.player("p3").points == 0


@pytest.mark.clause("METSUKE-3.4")
def test_what_fails_for_a_secret_reason_stands_so_that_nobody_can_tell() -> None:
    before = [hold("p1", 1, 2), hide("p1", 1)]
    match = play(toy_match(), *before)
    act = Correct(number=1, move={"type": "hold", "numbers": [3, 4]})
    [difference] = match.corrected(act).differences
    assert difference.now == "toy.not_held"
    assert play(match, (GAME_MASTER, act)).state.player("p1").hidden == 1
    fits, fails = correct(1, type="hold", numbers=(1, 5)), correct(1, type="hold", numbers=(3, 4))
    assert check_twins(begin(TOY, GOAL, SEATS), [*before, fits], [*before, fails], "p2") == 4


@pytest.mark.clause("METSUKE-3.4")
def test_a_correction_that_changes_no_answer_says_so() -> None:
    match = play(toy_match(), hide("p2", 4), guess("p1", "p2", 3))
    assert match.corrected(Correct(number=1, move=HIDE_5)).differences == ()


@pytest.mark.clause("METSUKE-3.3")
def test_a_declaration_made_for_an_absent_seat_is_corrected_for_that_seat() -> None:
    match = play(toy_match(), (GAME_MASTER, declare("p2", {"type": "hide", "number": 4})), correct(1, **HIDE_5))
    assert match.state.player("p2").hidden == 5
    assert match.log("p2")[1].seat == "p2"


def test_many_corrections_are_compared_and_taken_back_like_one() -> None:
    def corrected(times: int) -> Match:
        match = play(toy_match(), hide("p2", 4), skip("p1"))
        for i in range(times):
            match = play(match, correct(1, type="hide", number=i % 6 + 1))
        return match

    match, same = corrected(60), corrected(60)
    assert match == same
    assert match.steps == same.steps
    assert repr(match.steps[-1]) == repr(same.steps[-1])
    assert play(match, *[undo(GAME_MASTER)] * 60).steps == play(toy_match(), hide("p2", 4), skip("p1")).steps
    assert play(match, *[undo(GAME_MASTER)] * 60, *[redo(GAME_MASTER)] * 60).steps == match.steps
