"""Depth `scores`: who goes into the secret passage and comes out of it."""

from __future__ import annotations

import pytest

from tests.referee.scorpion.scores.scored import Board, kinds


def unlocked(cards: int, players: int = 2, **options: object) -> Board:
    """Return a board whose guards have so many Secret Passage cards in front."""
    board = Board(players, **options)  # type: ignore[arg-type]
    for _ in range(cards):
        board.says("card_played", by="guards", card="secret_passage")
    board.turns(2)
    return board


@pytest.mark.clause("SCORPION-25.7", "SCORPION-25.9")
def test_an_intruder_lays_a_card_the_first_time() -> None:
    board = Board()
    assert kinds(board.says("passage", who="ninja", way="in")) == ["card_played", "passage_entered"]
    shown = board.table.view().characters[0]
    assert (shown.status, shown.zone, shown.permitted, shown.hand_size) == ("passage", "passage", True, 7)
    board.turns(2)
    assert kinds(board.says("passage", who="ninja", way="out")) == ["passage_left"]
    board.turns(3)
    assert kinds(board.says("passage", who="ninja", way="in")) == ["passage_entered"]


@pytest.mark.clause("SCORPION-25.9")
def test_by_option_each_use_costs_a_card() -> None:
    board = Board(passage_reuse="no", ninja_hand=1)
    board.says("passage", who="ninja", way="in")
    board.turns(2)
    board.says("passage", who="ninja", way="out")
    board.turns(3)
    board.refuses("3.1", "passage", who="ninja", way="in")


@pytest.mark.clause("SCORPION-25.6", "SCORPION-25.10")
def test_nobody_goes_in_and_comes_out_in_one_turn() -> None:
    board = Board()
    board.refuses("25.10", "passage", who="ninja", way="out")
    board.says("passage", who="ninja", way="in")
    assert board.refuses("25.6", "passage", who="ninja", way="in").reason == "scorpion.scores_inside"
    assert board.refuses("25.6", "passage", who="ninja", way="out").reason == "scorpion.scores_in_and_out"
    board.turns(2)
    board.says("passage", who="ninja", way="out")
    board.refuses("25.6", "passage", who="ninja", way="in")
    board.turns(3)
    board.says("passage", who="ninja", way="in")


@pytest.mark.clause("SCORPION-25.7")
def test_who_is_not_on_the_map_goes_nowhere() -> None:
    board = Board()
    board.says("escape", intruder="ninja")
    board.refuses("25.7", "passage", who="ninja", way="in")


@pytest.mark.clause("SCORPION-25.19", "SCORPION-25.20")
def test_as_many_guards_are_inside_as_cards_lie_in_front() -> None:
    board = unlocked(0)
    board.refuses("25.20", "passage", who="guards", way="in")
    board = unlocked(1)
    board.refuses("25.20", "passage", who="guards", way="in", n=2)
    board.says("passage", who="guards", way="in")
    board.refuses("25.20", "passage", who="guards", way="in")
    two = unlocked(2)
    two.says("passage", who="guards", way="in", n=2)
    assert (two.scores.guards_in_passage, two.scores.guards) == (2, 14)


@pytest.mark.clause("SCORPION-25.20")
def test_by_option_each_card_lets_one_guard_in_once() -> None:
    for option, refused in (("yes", False), ("no", True)):
        board = unlocked(1, passage_reuse=option)
        board.says("passage", who="guards", way="in")
        board.turns(3)
        board.says("passage", who="guards", way="out")
        if refused:
            board.refuses("25.20", "passage", who="guards", way="in")
        else:
            board.says("passage", who="guards", way="in")


@pytest.mark.clause("SCORPION-25.6", "SCORPION-25.18")
def test_a_guard_comes_out_in_a_later_turn() -> None:
    board = unlocked(2)
    board.refuses("25.18", "passage", who="guards", way="out")
    board.says("passage", who="guards", way="in")
    board.refuses("25.6", "passage", who="guards", way="out")
    board.turns(3)
    board.says("passage", who="guards", way="in")
    board.refuses("25.6", "passage", who="guards", way="out", n=2)
    board.says("passage", who="guards", way="out")
    assert board.scores.guards_in_passage == 1


@pytest.mark.clause("SCORPION-31.5")
def test_where_guards_never_find_the_passage_they_do_not_go_in() -> None:
    Board(passage_discoverable="no").refuses("31.5", "passage", who="guards", way="in")


@pytest.mark.clause("SCORPION-25.19")
def test_only_guards_that_are_there_go_in() -> None:
    board = unlocked(2, sentries=1, patrols=0)
    board.refuses("25.19", "passage", who="guards", way="in", n=2)
    board.says("passage", who="guards", way="in")


@pytest.mark.clause("SCORPION-25.4")
def test_guards_and_an_intruder_in_one_passage_raise_the_alert_to_high() -> None:
    board = unlocked(2)
    board.says("passage", who="guards", way="in")
    assert kinds(board.says("passage", who="ninja", way="in"))[-1] == "alert_raised"
    assert board.alert == 3
    board = unlocked(2)
    board.says("passage", who="ninja", way="in")
    assert kinds(board.says("passage", who="guards", way="in"))[-1] == "alert_raised"
    alone = unlocked(2)
    alone.says("passage", who="guards", way="in")
    assert alone.alert == 0


@pytest.mark.clause("SCORPION-30.6")
def test_rivals_passages_are_two_so_that_the_table_says_who_met() -> None:
    board = unlocked(2, 3, disputed="on")
    board.says("passage", who="guards", way="in")
    board.says("passage", who="ninja", way="in")
    assert board.alert == 0
    board.says("alert", by="high", reason="discovered")


@pytest.mark.clause("SCORPION-24.1")
def test_guards_are_removed_inside_or_outside() -> None:
    board = unlocked(2, sentries=2, patrols=0)
    board.says("passage", who="guards", way="in", n=2)
    board.refuses("24.4", "guard_removed")
    board.says("guard_removed", inside=True)
    assert (board.scores.guards_in_passage, board.scores.guards) == (1, 1)
    board.says("guard_added")
    board.refuses("24.4", "guard_removed", inside=True, n=2)


@pytest.mark.clause("SCORPION-25.6", "SCORPION-25.20")
def test_an_intruder_goes_alone_and_guards_as_many_as_there_is_room_for() -> None:
    board = unlocked(2)
    assert board.refuses("25.6", "passage", who="ninja", way="in", n=1).reason == "scorpion.scores_alone"
    board.refuses("25.20", "passage", who="guards", way="in", n=3)
    board.says("passage", who="guards", way="in", n=2)
