"""Depth `scores`: wounds, death and return, missions and escapes."""

from __future__ import annotations

import pytest

from tests.referee.scorpion.scores.scored import Board, kinds, notices


@pytest.mark.clause("SCORPION-22.9", "SCORPION-22.11")
def test_each_attack_wounds_and_the_third_or_second_kills() -> None:
    board = Board()
    ruling = board.says("wound", intruder="ninja")
    assert kinds(ruling) == ["scores_guard_card", "wounded", "alert_raised"]
    assert (board.alert, len(board.one("ninja").wounds)) == (3, 1)
    board.says("wound", intruder="ninja")
    assert board.one("ninja").status == "in_play"
    assert kinds(board.says("wound", intruder="ninja", phase="patrol"))[-1] == "died"
    board.says("wound", intruder="traitor", phase="patrol")
    told = dict(notices(board.says("wound", intruder="traitor", phase="patrol")))
    assert told["died"] == {"intruder": "traitor", "returns": True}
    assert [c.status for c in board.table.view().characters] == ["due", "due"]
    board.refuses("22.9", "wound", intruder="ninja", phase="patrol")


@pytest.mark.clause("SCORPION-22.10", "SCORPION-22.12")
def test_wound_cards_lie_until_the_wounded_is_gone() -> None:
    board = Board(4)
    board.says("wound", intruder="traitor")
    board.turns(2)
    assert [s.discard for s in board.table.view().stocks] == [{}, {}]
    board.says("wound", intruder="traitor")
    assert [s.discard for s in board.table.view().stocks] == [{"kenjutsu": 2}, {}]
    assert board.table.state.pending == ()


@pytest.mark.clause("SCORPION-22.6")
def test_without_a_guard_nobody_attacks() -> None:
    board = Board(sentries=1, patrols=0)
    board.says("wound", intruder="ninja")
    board.says("drunk")
    board.refuses("22.6", "wound", intruder="ninja", phase="patrol")


@pytest.mark.clause("SCORPION-22.11", "SCORPION-22.9")
def test_a_death_may_be_declared_without_counted_wounds() -> None:
    board = Board()
    assert kinds(board.says("death", intruder="traitor")) == ["alert_raised", "died"]
    assert (board.alert, board.one("traitor").status) == (3, "due")
    board.refuses("22.11", "death", intruder="traitor")


@pytest.mark.clause("SCORPION-23.1", "SCORPION-23.9", "SCORPION-23.14")
def test_whoever_is_lost_in_turns_1_to_10_returns_in_the_next() -> None:
    board = Board()
    board.turns(10)
    for _ in range(3):
        board.says("wound", intruder="ninja", phase="patrol")
    assert board.refuses("23.1", "returned", intruder="ninja").reason == "scorpion.scores_next_turn_first"
    board.refuses("23.1", "returned", intruder="traitor")
    board.turns(11)
    board.refuses("23.1", "next_turn")
    told = notices(board.says("returned", intruder="ninja"))
    assert told == [
        ("returned", {"intruder": "ninja"}),
        ("scores_bonus", {"intruder": "ninja", "cards": 5, "sleepers": 3}),
    ]
    back = board.one("ninja")
    assert (back.status, back.life, back.wounds, back.hand_size, back.played) == ("in_play", 2, (), 6, ())
    board.turns(12)


@pytest.mark.clause("SCORPION-23.13")
def test_whoever_is_lost_from_turn_11_on_is_lost_for_good() -> None:
    board = Board()
    board.turns(11)
    board.says("death", intruder="ninja")
    assert board.one("ninja").status == "dead"
    board.turns(12)
    board.refuses("23.1", "returned", intruder="ninja")


@pytest.mark.clause("SCORPION-23.2", "SCORPION-23.13")
def test_nobody_returns_twice_and_a_second_loss_brings_a_bonus_only_by_option() -> None:
    for option, sleepers in (("no", 11), ("yes", 14)):
        board = Board(bonus_on_second_death=option)
        board.dies("traitor")
        board.says("death", intruder="traitor")
        assert (board.one("traitor").status, board.scores.sleepers) == ("dead", sleepers)
        board.turns(3)
        board.refuses("23.2", "returned", intruder="traitor")
    late = Board(bonus_on_second_death="yes")
    late.dies("traitor")
    late.turns(11)
    late.says("death", intruder="traitor")
    assert late.scores.sleepers == 11


@pytest.mark.clause("SCORPION-25.9")
def test_the_passage_card_lies_on_after_a_return_only_by_option() -> None:
    for option, permitted in (("needs_card", False), ("keeps", True)):
        board = Board(passage_after_return=option)
        board.says("passage", who="ninja", way="in")
        board.dies("ninja")
        assert board.one("ninja").permitted is permitted
        board.says("passage", who="ninja", way="in")
        assert board.one("ninja").played == (() if permitted else ("secret_passage",))


# Missions


@pytest.mark.clause("SCORPION-18.10", "SCORPION-18.12")
def test_a_mission_is_accomplished_where_its_owner_found_it() -> None:
    board = Board()
    board.says("search", intruder="traitor", found="C")
    board.refuses("18.12", "mission", intruder="ninja", letter="C")
    board.says("search", intruder="ninja", found="C")
    told = notices(board.says("mission", intruder="ninja", letter="C"))
    assert told == [("mission_accomplished", {"intruder": "ninja", "letter": "C"})]
    assert (board.one("ninja").accomplished, board.scored("ninja").mission) == (True, "C")
    assert [c.accomplished for c in board.table.view().characters] == [True, False]
    assert board.alert == 0


@pytest.mark.clause("SCORPION-18.10")
def test_each_accomplishes_one_mission_a_life() -> None:
    board = Board()
    board.accomplishes("ninja", "C")
    board.says("search", intruder="ninja", found="D")
    board.refuses("18.10", "mission", intruder="ninja", letter="D")


@pytest.mark.clause("SCORPION-23.8")
def test_a_new_life_must_find_its_letter_anew() -> None:
    board = Board()
    board.accomplishes("ninja", "C")
    board.dies("ninja")
    assert (board.one("ninja").accomplished, board.scored("ninja").mission) == (False, None)
    board.refuses("18.12", "mission", intruder="ninja", letter="C")
    board.accomplishes("ninja", "C")


@pytest.mark.clause("SCORPION-2.5", "SCORPION-30.3")
def test_two_intruders_have_two_letters_unless_rivals_noted_theirs() -> None:
    board = Board()
    board.accomplishes("ninja", "C")
    board.says("search", intruder="traitor", found="C")
    board.refuses("2.5", "mission", intruder="traitor", letter="C")
    drawn = Board(3, disputed="on")
    drawn.accomplishes("ninja", "C")
    drawn.says("search", intruder="traitor", found="C")
    drawn.refuses("2.5", "mission", intruder="traitor", letter="C")
    noted = Board(3, disputed="on", disputed_mission="note")
    noted.accomplishes("ninja", "C")
    noted.accomplishes("traitor", "C")


@pytest.mark.clause("SCORPION-31.2")
def test_a_mission_raises_the_alert_by_option_when_it_is_shown() -> None:
    for options, level in (
        ({"alert_on_mission": "1"}, 1),
        ({"alert_on_mission": "high"}, 3),
        ({"alert_on_mission": "1", "alert_on_mission_when": "entered"}, 0),
    ):
        board = Board(**options)
        board.accomplishes("traitor", "E")
        assert board.alert == level


@pytest.mark.clause("SCORPION-18.10")
def test_who_is_gone_accomplishes_nothing_unless_the_table_lets_them_search() -> None:
    for option, refused in (("no", True), ("yes", False)):
        board = Board(search_after_escape=option)
        board.says("search", intruder="ninja", found="C")
        board.says("escape", intruder="ninja")
        if refused:
            board.refuses("18.10", "mission", intruder="ninja", letter="C")
        else:
            board.says("mission", intruder="ninja", letter="C")


# Escapes


@pytest.mark.clause("SCORPION-20.1", "SCORPION-20.3", "SCORPION-20.4")
def test_an_intruder_leaves_the_map_and_the_wound_cards_go_back() -> None:
    board = Board()
    board.says("wound", intruder="ninja")
    assert notices(board.says("escape", intruder="ninja")) == [("escaped", {"intruder": "ninja"})]
    assert (board.one("ninja").status, board.one("ninja").wounds) == ("escaped", ())
    assert board.table.view().stocks[0].discard == {"kenjutsu": 1}


@pytest.mark.clause("SCORPION-20.2")
def test_nobody_escapes_twice_or_acts_afterwards() -> None:
    board = Board()
    board.says("escape", intruder="ninja")
    board.refuses("20.2", "escape", intruder="ninja")
    board.refuses("20.2", "search", intruder="ninja", found="nothing")
    board.refuses("22.9", "wound", intruder="ninja")


@pytest.mark.clause("SCORPION-20.1")
def test_nobody_escapes_from_the_passage_or_when_lost() -> None:
    board = Board()
    board.says("passage", who="ninja", way="in")
    board.refuses("20.1", "escape", intruder="ninja")
    board.says("death", intruder="traitor")
    board.refuses("20.1", "escape", intruder="traitor")
    board.turns(2)
    board.says("passage", who="ninja", way="out")
    board.says("escape", intruder="ninja")
