"""Depth `scores`: the start, the turn and alert markers, the end and its result."""

from __future__ import annotations

from typing import Any

import pytest

from referee.scorpion.scores.asks import plain_choices
from tests.referee.scorpion.scores.scored import Board, kinds, notices
from tests.referee.scorpion.table import SEATS

SCORPION = "SCORPION-"


@pytest.mark.clause("SCORPION-2.2")
def test_the_match_begins_at_turn_1_without_alert() -> None:
    board = Board(begun=False)
    assert [p.ask for p in board.table.prompts().values()] == ["scorpion.ask.scores.start"]
    ruling = board.says("start")
    assert notices(ruling) == [("scores_started", {"turn": 1, "guards": 14})]
    state = board.table.state
    assert (state.phase, state.turn, state.alert, state.drawn_at) == ("cards", 1, 0, 0)
    assert (board.scores.sword, board.scores.spear, board.scores.guards, board.scores.sleepers) == (7, 7, 14, 8)
    assert [(c.who, c.status, c.hand_size) for c in state.characters] == [
        ("ninja", "in_play", 8),
        ("traitor", "in_play", 7),
    ]


@pytest.mark.clause("SCORPION-9.2")
def test_nothing_is_declared_before_the_start_or_after_the_end() -> None:
    board = Board(begun=False)
    assert board.refuses("9.2", "next_turn").reason == "scorpion.scores_setup"
    board.says("start")
    assert board.refuses("9.2", "start").reason == "scorpion.scores_started_already"
    board.says("escape", intruder="ninja")
    board.says("escape", intruder="traitor")
    board.says("finish")
    assert not board.table.judge("table", "next_turn").upheld
    assert board.table.prompts() == {}


@pytest.mark.clause("SCORPION-2.3")
def test_anybody_at_the_table_may_declare() -> None:
    board = Board(3)
    for seat in (*SEATS[3], "table", "gm"):
        assert board.table.judge(seat, "next_turn").upheld
    assert board.table.judge("stranger", "next_turn").clause == "SCORPION-2.3"


@pytest.mark.clause("SCORPION-4.1", "SCORPION-4.3", "SCORPION-31.4")
def test_the_start_places_the_figures_of_the_options() -> None:
    board = Board(begun=False, sentries=9, patrols=2)
    board.refuses("4.1", "start", sword=7, spear=7)
    Board(begun=False, sentries=6, patrols=0).refuses("4.1", "start", sword=7)
    board.says("start", sword=4)
    assert (board.scores.sword, board.scores.spear) == (4, 9)
    assert Board(sentries=9, patrols=2).scores.sword == 7
    assert Board(begun=False, sentries=8, lone_wolf="on").asked()["start"].params == {"figures": 12}


@pytest.mark.clause("SCORPION-1.2")
def test_ten_figures_of_a_weapon_are_all() -> None:
    board = Board(begun=False)
    board.refuses("1.2", "start", sword=11, spear=3)
    board.refuses("1.2", "start", sword=3, spear=11)
    board.says("start", sword=10, spear=4)


@pytest.mark.clause("SCORPION-4.5")
def test_two_guard_players_place_equal_numbers() -> None:
    board = Board(4, begun=False)
    board.refuses("4.5", "start", sword=8, spear=6)
    assert plain_choices(board.asked()["start"]) == [{"sword": 7, "spear": 7}]
    board.says("start", sword=7, spear=7)
    odd = Board(4, begun=False, sentries=9)
    odd.refuses("4.5", "start", sword=9, spear=6)
    odd.says("start", sword=7, spear=8)
    Board(3, begun=False).says("start", sword=8, spear=6)


@pytest.mark.clause("SCORPION-29.1")
def test_a_lone_wolf_says_whom_they_play() -> None:
    board = Board(begun=False, lone_wolf="on")
    board.refuses("29.1", "start")
    board.says("start", intruder="traitor")
    assert [(c.who, c.status) for c in board.table.state.characters] == [("ninja", "absent"), ("traitor", "in_play")]
    assert [c.who for c in board.scores.characters] == ["traitor"]
    board.refuses("29.1", "wound", intruder="ninja")
    Board(begun=False).refuses("29.1", "start", intruder="ninja")


@pytest.mark.clause("SCORPION-29.3", "SCORPION-29.5")
def test_a_hidden_lone_wolf_is_the_intruder_until_something_names_them() -> None:
    board = Board(begun=False, lone_wolf="hidden")
    board.refuses("29.1", "start", intruder="ninja")
    board.says("start")
    board.says("search", intruder="intruder", found="B")
    board.says("wound", intruder="intruder")
    shown = board.table.view("guards").characters
    assert [(c.who, c.wounds, c.hand_size) for c in shown] == [("intruder", 1, None)]
    board.refuses("29.3", "wound", intruder="intruder", phase="patrol")
    ruling = board.says("card_played", by="traitor", card="rope")
    assert kinds(ruling) == ["lone_wolf_named", "card_played"]
    assert [(c.who, c.status) for c in board.table.state.characters] == [("ninja", "absent"), ("traitor", "in_play")]
    assert (len(board.one("traitor").wounds), board.one("traitor").hand_size) == (1, 6)
    assert board.scored("traitor").letters == ("B",)
    assert board.table.state.searches == ("traitor",)
    board.refuses("29.1", "search", intruder="ninja", found="nothing")
    board.refuses("29.1", "search", intruder="intruder", found="nothing")


@pytest.mark.clause("SCORPION-29.3")
def test_the_second_wound_tells_who_the_lone_wolf_is() -> None:
    for who, status in (("ninja", "in_play"), ("traitor", "due")):
        board = Board(lone_wolf="hidden")
        board.says("wound", intruder="intruder")
        board.says("wound", intruder=who)
        assert board.one(who).status == status


@pytest.mark.clause("SCORPION-29.3")
def test_a_lone_wolf_whom_nothing_named_is_named_at_the_end() -> None:
    board = Board(lone_wolf="hidden")
    board.turns(20)
    board.refuses("29.3", "finish")
    assert plain_choices(board.asked()["finish"]) == [{"intruder": "ninja"}, {"intruder": "traitor"}]
    board.says("finish", intruder="traitor")
    assert [c.who for c in board.table.view().characters] == ["traitor"]


# Turns


@pytest.mark.clause("SCORPION-10.1", "SCORPION-10.4", "SCORPION-10.8", "SCORPION-8.4")
def test_the_draw_is_told_before_the_alert_falls() -> None:
    board = Board()
    board.says("alert", by="high", reason="discovered")
    told = notices(board.says("next_turn"))
    assert told == [
        ("alert_phase", {"turn": 2, "level": 3, "draw": 3}),
        ("alert_fell", {"before": 3, "after": 2}),
    ]
    assert board.table.view().drawn_at == 3
    draws = [dict(notices(board.says("next_turn")))["alert_phase"]["draw"] for _ in range(4)]
    assert (draws, board.alert) == ([2, 1, 0, 0], 0)


@pytest.mark.clause("SCORPION-10.4")
def test_example_1_of_the_rules_draws_eleven_cards() -> None:
    board = Board()
    board.turns(3)
    board.says("alert", by="high", reason="discovered")
    drawn = []
    for raising in (
        ({"by": 1, "reason": "heard"}, {"by": 1, "reason": "trap"}),
        (),
        ({"by": 2, "reason": "kenjutsu"},),
        (),
    ):
        drawn.append(dict(notices(board.says("next_turn")))["alert_phase"]["draw"])
        for fields in raising:
            board.says("alert", **fields)
    assert drawn == [3, 3, 2, 3]


@pytest.mark.clause("SCORPION-28.1")
def test_there_are_twenty_turns() -> None:
    board = Board()
    board.turns(20)
    board.refuses("28.1", "next_turn")
    assert board.asked()["finish"].must
    assert "next_turn" not in board.asked()
    board.says("finish")


@pytest.mark.clause("SCORPION-9.1")
def test_a_turn_clears_what_was_counted_in_the_last() -> None:
    board = Board()
    board.says("card_played", by="guards", card="awaken")
    board.says("wound", intruder="ninja")
    board.says("search", intruder="ninja", found="nothing")
    board.turns(2)
    state = board.table.state
    assert (state.cards_used, state.kenjutsu_used, state.hand_used, state.searches) == (0, 0, 0, ())
    assert [s.discard for s in state.stocks] == [()]
    board.says("focus")


# The alert


@pytest.mark.clause("SCORPION-8.2", "SCORPION-8.3")
def test_the_alert_rises_at_once_and_never_above_high() -> None:
    board = Board()
    board.says("alert", by=1, reason="heard")
    assert board.alert == 1
    told = notices(board.says("alert", by=2, reason="kenjutsu"))
    assert (told, board.alert) == ([("alert_raised", {"cause": "kenjutsu", "before": 1, "after": 3})], 3)
    told = notices(board.says("alert", by=1, reason="trap"))
    assert (told, board.alert) == ([("alert_raised", {"cause": "trap", "before": 3, "after": 3})], 3)


@pytest.mark.parametrize(
    ("reason", "by", "other"),
    [
        ("heard", 1, 2),
        ("trap", 1, "high"),
        ("kenjutsu", 2, "high"),
        ("hidden_sentry", "high", 1),
        ("discovered", "high", 2),
        ("attack", "high", 1),
    ],
)
@pytest.mark.clause("SCORPION-8.5")
def test_each_reason_raises_by_its_own_amount(reason: str, by: Any, other: Any) -> None:
    board = Board()
    board.refuses("8.5", "alert", by=other, reason=reason)
    board.says("alert", by=by, reason=reason)
    assert board.alert == (3 if by == "high" else by)
    assert {"by": by, "reason": reason} in plain_choices(board.asked()["alert"])
    assert {"by": other, "reason": reason} not in plain_choices(board.asked()["alert"])


@pytest.mark.parametrize(
    ("reason", "option"),
    [
        ("passage_found", "alert_on_passage"),
        ("mission", "alert_on_mission"),
        ("shuriken", "shuriken_alert"),
        ("sake", "sake_alert"),
    ],
)
@pytest.mark.clause("SCORPION-8.5", "SCORPION-31.2", "SCORPION-31.3")
def test_some_reasons_raise_it_only_by_option(reason: str, option: str) -> None:
    Board().refuses("8.5", "alert", by=1, reason=reason)
    board = Board(**{option: "2"})
    board.refuses("8.5", "alert", by=1, reason=reason)
    board.says("alert", by=2, reason=reason)
    assert board.alert == 2


# The end


@pytest.mark.clause("SCORPION-28.1")
def test_the_match_is_not_finished_while_an_intruder_is_left() -> None:
    board = Board()
    board.refuses("28.1", "finish")
    board.says("escape", intruder="ninja")
    board.refuses("28.1", "finish")
    board.says("escape", intruder="traitor")
    board.refuses("28.1", "next_turn")
    assert [kind for kind, prompt in board.asked().items() if prompt.must] == ["finish"]
    board.says("finish")


@pytest.mark.clause("SCORPION-28.1")
def test_a_return_that_is_due_keeps_the_match_going_unless_the_table_ends_it() -> None:
    for option, goes_on in (("continue", True), ("end", False)):
        board = Board(lone_wolf="on", whom="ninja", end_with_pending=option)
        board.says("death", intruder="ninja")
        if goes_on:
            board.refuses("28.1", "finish")
            board.turns(2)
            assert [kind for kind, prompt in board.asked().items() if prompt.must] == ["returned"]
        else:
            board.refuses("28.1", "next_turn")
            board.says("finish")


def ended(board: Board) -> tuple[str, str, tuple[str, ...]]:
    """Return how a match ended: reason, clause and winners, the same for result, view and notice."""
    if board.table.state.turn < 20 and "finish" not in board.asked():
        board.turns(20)
    ruling = board.says("finish")
    result = board.table.view().result
    assert result is not None
    told = dict(notices(ruling))["ended"]
    assert told == {"winners": list(result.winners), "reason": result.reason}
    return result.reason.removeprefix("scorpion.result."), result.clause.removeprefix(SCORPION), result.winners


@pytest.mark.clause("SCORPION-28.2")
def test_both_accomplished_and_escaped_is_won_by_the_intruders() -> None:
    board = Board()
    for who, letter in (("ninja", "A"), ("traitor", "B")):
        board.accomplishes(who, letter)
        board.says("escape", intruder=who)
    assert ended(board) == ("intruders", "28.2", ("intruders",))


@pytest.mark.clause("SCORPION-28.3")
def test_example_3a_one_still_in_the_passage_is_a_draw() -> None:
    board = Board()
    board.accomplishes("ninja", "C")
    board.says("escape", intruder="ninja")
    board.turns(2)
    board.accomplishes("traitor", "D")
    board.says("passage", who="traitor", way="in")
    assert ended(board) == ("draw", "28.3", ())


@pytest.mark.clause("SCORPION-28.3", "SCORPION-23.8")
def test_example_3b_a_mission_of_the_life_before_does_not_count() -> None:
    board = Board()
    board.accomplishes("ninja", "A")
    board.says("escape", intruder="ninja")
    board.turns(2)
    board.accomplishes("traitor", "B")
    board.dies("traitor")
    board.says("escape", intruder="traitor")
    assert ended(board) == ("draw", "28.3", ())


@pytest.mark.clause("SCORPION-28.4", "SCORPION-20.6")
def test_example_3c_escapes_alone_win_nothing() -> None:
    board = Board()
    for who in ("ninja", "traitor"):
        board.says("escape", intruder=who)
    assert ended(board) == ("guards", "28.4", ("guards",))


@pytest.mark.clause("SCORPION-28.1", "SCORPION-28.2")
def test_example_3d_a_return_after_the_other_is_out_may_still_win() -> None:
    board = Board()
    board.accomplishes("ninja", "A")
    board.says("escape", intruder="ninja")
    board.turns(10)
    board.dies("traitor")
    board.accomplishes("traitor", "F")
    board.says("escape", intruder="traitor")
    assert ended(board) == ("intruders", "28.2", ("intruders",))


@pytest.mark.clause("SCORPION-29.4")
def test_a_lone_wolf_wins_or_the_guards_do() -> None:
    board = Board(lone_wolf="on", whom="traitor")
    board.accomplishes("traitor", "B")
    board.says("escape", intruder="traitor")
    assert ended(board) == ("intruders", "29.4", ("intruders",))
    board = Board(lone_wolf="on", whom="traitor")
    board.says("escape", intruder="traitor")
    assert ended(board) == ("guards", "29.4", ("guards",))


@pytest.mark.clause("SCORPION-30.7")
def test_rivals_are_judged_each_alone_unless_the_table_has_it_otherwise() -> None:
    for option, expected in (("individual", ("rivals", "30.7", ("ninja",))), ("base", ("draw", "28.3", ()))):
        board = Board(3, disputed="on", disputed_win=option)
        board.accomplishes("ninja", "A")
        board.says("escape", intruder="ninja")
        board.says("escape", intruder="traitor")
        assert ended(board) == expected


def test_a_side_may_give_up() -> None:
    board = Board()
    board.table.says("intruders", "concede")
    result = board.table.view().result
    assert result is not None
    assert result.winners == ("guards",)
