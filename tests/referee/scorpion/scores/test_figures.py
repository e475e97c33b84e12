"""Depth `scores`: guard figures that come, go, get drunk and wake."""

from __future__ import annotations

import pytest

from tests.referee.scorpion.scores.scored import Board, kinds, notices


@pytest.mark.clause("SCORPION-24.1")
def test_at_most_twenty_guards_are_on_the_map() -> None:
    board = Board()
    told = notices(board.says("guard_added", n=6))
    assert told == [("scores_guards_came", {"n": 6, "cause": "other", "guards": 20})]
    board.refuses("24.1", "guard_added")
    board.says("drunk", n=1)
    board.refuses("24.1", "guard_added")
    board.says("guard_removed", figure="drunk")
    board.says("guard_added")


@pytest.mark.clause("SCORPION-24.1")
def test_no_more_guards_leave_than_are_there() -> None:
    board = Board(sentries=2, patrols=0)
    board.refuses("24.4", "guard_removed", n=3)
    board.refuses("24.4", "guard_removed", figure="sword", n=2)
    board.refuses("24.4", "guard_removed", figure="drunk")
    board.says("guard_removed", n=2)
    assert board.scores.guards == 0


@pytest.mark.clause("SCORPION-1.2")
def test_there_are_ten_figures_of_each_weapon() -> None:
    board = Board()
    board.says("guard_added", n=3, weapon="sword")
    board.refuses("1.2", "guard_added", weapon="sword")
    board.says("guard_added", weapon="spear")
    board.says("guard_removed", figure="sword")
    board.says("guard_added", weapon="sword")
    assert (board.scores.sword, board.scores.spear) == (10, 8)


def test_where_the_weapon_does_not_matter_the_heaps_are_evened_out() -> None:
    board = Board(begun=False)
    board.says("start", sword=10, spear=4)
    board.says("guard_added", n=4)
    assert (board.scores.sword, board.scores.spear) == (10, 8)
    board.says("guard_removed", n=6)
    assert (board.scores.sword, board.scores.spear) == (6, 6)


@pytest.mark.clause("SCORPION-4.6", "SCORPION-19.7")
def test_two_guard_players_say_whose_figure_it_is() -> None:
    board = Board(4)
    for kind in ("guard_added", "guard_removed", "sleeper_woken", "drunk"):
        board.refuses("4.6", kind)
    board.says("guard_added", weapon="spear")
    board.says("guard_removed", figure="sword")
    board.says("drunk", weapon="spear")
    board.says("guard_removed", figure="drunk")
    assert (board.scores.sword, board.scores.spear, board.scores.drunk) == (6, 7, 0)


@pytest.mark.clause("SCORPION-22.3", "SCORPION-22.4")
def test_a_guard_killed_costs_a_card_and_raises_the_alert_by_its_value() -> None:
    board = Board()
    ruling = board.says("guard_removed", cause="kenjutsu2", intruder="traitor")
    assert kinds(ruling) == ["card_played", "scores_guards_went", "alert_raised"]
    assert (board.alert, board.scores.guards, board.one("traitor").played) == (2, 13, ("kenjutsu2",))
    board.says("guard_removed", cause="kenjutsu1", intruder="ninja")
    assert board.alert == 3
    board.refuses("22.3", "guard_removed", cause="kenjutsu1")
    board.says("escape", intruder="ninja")
    board.refuses("26.1", "guard_removed", cause="kenjutsu1", intruder="ninja")


@pytest.mark.clause("SCORPION-21.3", "SCORPION-8.5")
def test_a_shuriken_raises_the_alert_only_by_option() -> None:
    for option, level in (("0", 0), ("1", 1), ("high", 3)):
        board = Board(shuriken_alert=option)
        board.says("guard_removed", cause="shuriken", intruder="ninja")
        assert board.alert == level
    board.refuses("3.3", "guard_removed", cause="shuriken", intruder="traitor")
    board.refuses("21.3", "guard_removed", cause="shuriken")


@pytest.mark.clause("SCORPION-1.2", "SCORPION-21.3")
def test_three_guards_can_be_drunk() -> None:
    board = Board(traitor_hand=7)
    told = notices(board.says("drunk"))
    assert told[0] == ("card_played", {"intruder": "traitor", "card": "potent_sake"})
    assert told[1] == ("scores_guards_drunk", {"n": 1, "cause": "potent_sake", "guards": 14})
    board.says("drunk", n=2, cause="other")
    assert (board.scores.drunk, board.scores.guards, board.one("traitor").played) == (3, 14, ("potent_sake",))
    board.refuses("1.2", "drunk")


@pytest.mark.clause("SCORPION-21.3")
def test_no_more_guards_get_drunk_than_are_able() -> None:
    board = Board(sentries=1, patrols=0)
    board.refuses("21.3", "drunk", n=2, cause="other")
    board.says("drunk")
    board.refuses("21.3", "drunk", cause="other")
    assert (board.scores.guards, board.scores.drunk) == (1, 1)


@pytest.mark.clause("SCORPION-21.3", "SCORPION-8.5")
def test_one_sake_reaches_as_many_guards_as_the_table_has_it() -> None:
    Board().refuses("21.3", "drunk", n=2)
    board = Board(sake_targets="2", sake_alert="2")
    board.refuses("21.3", "drunk", n=3)
    board.says("drunk", n=2)
    assert board.alert == 2
    Board(sake_targets="all").says("drunk", n=3)
    Board(lone_wolf="on", whom="ninja").refuses("29.1", "drunk")


@pytest.mark.clause("SCORPION-21.9")
def test_drunk_guards_get_sober_only_by_option() -> None:
    board = Board()
    board.says("drunk")
    board.refuses("21.9", "sobered")
    board = Board(sake_duration=3)
    board.refuses("21.9", "sobered")
    board.says("drunk")
    board.says("sobered")
    assert (board.scores.drunk, board.scores.guards) == (0, 14)


@pytest.mark.clause("SCORPION-5.1")
def test_no_more_guards_wake_than_sleep() -> None:
    board = Board(sleepers=1)
    board.says("sleeper_woken")
    board.refuses("5.1", "sleeper_woken")
    assert "sleeper_woken" not in board.asked()


@pytest.mark.clause("SCORPION-23.10")
def test_a_return_brings_three_more_sleepers() -> None:
    board = Board(sleepers=0)
    board.refuses("5.1", "sleeper_woken")
    board.dies("ninja")
    for _ in range(3):
        board.says("sleeper_woken")
    board.refuses("5.1", "sleeper_woken")
    assert (board.scores.sleepers, board.scores.woken, board.scores.guards) == (3, 3, 17)


@pytest.mark.clause("SCORPION-24.2")
def test_at_the_limit_nobody_wakes() -> None:
    board = Board()
    board.says("guard_added", n=6)
    board.refuses("24.2", "sleeper_woken")
    board.says("guard_removed")
    board.says("sleeper_woken")


@pytest.mark.clause("SCORPION-13.1")
def test_two_wake_at_once_only_by_option() -> None:
    Board().refuses("13.1", "sleeper_woken", n=2)
    board = Board(awaken_count="up_to_2")
    board.says("sleeper_woken", n=2)
    assert board.scores.woken == 2


def test_a_house_ruling_places_no_figure_that_is_only_counted() -> None:
    from referee import scorpion
    from referee.core.values import Refused

    board = Board()
    placed = scorpion.ADJUSTMENT.model_validate({"placed": [{"zone": "W3"}]})
    with pytest.raises(Refused, match="other_depth"):
        scorpion.adjust(board.table.state, placed)
    after = scorpion.adjust(board.table.state, scorpion.ADJUSTMENT.model_validate({"alert": 2, "wounds": {"ninja": 2}}))
    assert (after.alert, [len(c.wounds) for c in after.characters]) == (2, [2, 0])


@pytest.mark.clause("SCORPION-24.4")
def test_nobody_is_named_for_a_guard_whom_no_card_killed() -> None:
    board = Board()
    assert board.refuses("24.4", "guard_removed", intruder="ninja").reason == "scorpion.scores_nobody_killed"
    board.says("guard_removed")


@pytest.mark.clause("SCORPION-13.1")
def test_more_sleepers_than_an_awaken_wakes_are_refused_by_its_rule() -> None:
    for count, most in (("1", 1), ("up_to_2", 2)):
        board = Board(awaken_count=count)
        assert board.refuses("13.1", "sleeper_woken", n=most + 1).params == {"most": most}
        board.says("sleeper_woken", n=most)
