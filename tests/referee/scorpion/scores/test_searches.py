"""Depth `scores`: what searches found, and whether it can all be true."""

from __future__ import annotations

import pytest

from referee.scorpion.scores.asks import plain_choices
from tests.referee.scorpion.scores.scored import Board, kinds, notices


def searched(board: Board, found: str, zone: str | None = None, who: str = "ninja", **fields: object) -> list[str]:
    """Search in a turn of its own."""
    board.turns(board.table.state.turn + 1)
    return kinds(board.says("search", intruder=who, found=found, zone=zone, **fields))


@pytest.mark.clause("SCORPION-18.4")
def test_two_zones_a_turn_are_searched_by_the_side_or_by_each() -> None:
    for players, options, each in (
        (2, {}, False),
        (3, {}, False),
        (2, {"search_limit": "each_2"}, True),
        (3, {"disputed": "on"}, True),
        (3, {"disputed": "on", "search_limit_disputed": "side_2"}, False),
    ):
        board = Board(players, **options)  # type: ignore[arg-type]
        for _ in range(2):
            board.says("search", intruder="ninja", found="nothing")
        board.refuses("18.4", "search", intruder="ninja", found="nothing")
        if each:
            board.says("search", intruder="traitor", found="nothing")
        else:
            board.refuses("18.4", "search", intruder="traitor", found="nothing")
        assert board.table.view().searches == 2 + each
        board.turns(2)
        board.says("search", intruder="ninja", found="nothing")


@pytest.mark.clause("SCORPION-18.9", "SCORPION-18.14")
def test_the_answer_is_told_and_noted() -> None:
    board = Board()
    told = notices(board.says("search", intruder="ninja", found="A", zone="B4"))
    assert told == [("search_answered", {"intruder": "ninja", "zone": "B4", "found": "A"})]
    told = notices(board.says("search", intruder="traitor", found="nothing"))
    assert told == [("scores_searched", {"intruder": "traitor", "found": "nothing"})]
    assert [(n.turn, n.zone, n.found) for n in board.table.view().found] == [(1, "B4", "A")]
    assert (board.scores.zones, board.scores.found) == ({"B4": "A"}, ("A", "nothing"))
    assert board.asked().keys() >= {"alert"}
    assert "search" not in board.asked()
    board.turns(2)
    assert board.asked()["search"].params["zones"] == {"B4": "A"}


@pytest.mark.clause("SCORPION-5.2", "SCORPION-18.13")
def test_a_letter_lies_in_one_zone_and_stays_there() -> None:
    board = Board()
    searched(board, "A", "B4")
    board.refuses("5.2", "search", intruder="traitor", found="A", zone="C1")
    for other in ("B", "nothing", "trap", "hidden_sentry"):
        board.refuses("18.13", "search", intruder="traitor", found=other, zone="B4")
    board.says("search", intruder="traitor", found="A", zone=" b４ ")
    assert board.scores.zones == {"B4": "A"}
    searched(board, "A", "B4")
    searched(board, "A")


@pytest.mark.clause("SCORPION-19.1", "SCORPION-19.2")
def test_a_trap_raises_the_alert_each_time_it_is_found() -> None:
    board = Board()
    assert kinds(board.says("search", intruder="ninja", found="trap", zone="T")) == ["search_answered", "alert_raised"]
    board.says("search", intruder="traitor", found="trap", zone="T")
    assert board.alert == 2
    board.turns(2)
    board.refuses("19.2", "search", intruder="ninja", found="nothing", zone="T")


@pytest.mark.clause("SCORPION-5.2")
def test_there_are_two_traps_and_two_hidden_sentries() -> None:
    board = Board()
    searched(board, "trap", "T")
    searched(board, "trap", "U")
    board.refuses("5.2", "search", intruder="traitor", found="trap", zone="V")
    board.says("search", intruder="traitor", found="trap", zone="U")
    searched(board, "hidden_sentry", "H")
    searched(board, "hidden_sentry")
    board.refuses("5.2", "search", intruder="traitor", found="hidden_sentry")
    assert not [c for c in plain_choices(board.asked()["search"]) if c["found"] == "hidden_sentry"]


@pytest.mark.clause("SCORPION-19.5", "SCORPION-18.9")
def test_where_a_hidden_sentry_was_or_nothing_is_nothing_is_found() -> None:
    board = Board()
    searched(board, "hidden_sentry", "H")
    board.refuses("19.5", "search", intruder="traitor", found="hidden_sentry", zone="H")
    board.refuses("19.5", "search", intruder="traitor", found="A", zone="H")
    searched(board, "nothing", "H")
    assert board.scores.zones == {"H": "hidden_sentry"}
    searched(board, "nothing", "N")
    board.refuses("18.9", "search", intruder="traitor", found="A", zone="N")
    board.says("search", intruder="traitor", found="nothing", zone="N")


@pytest.mark.clause("SCORPION-19.4")
def test_a_hidden_sentry_that_is_not_killed_raises_the_alert_to_high() -> None:
    board = Board()
    assert searched(board, "hidden_sentry", "H") == ["search_answered", "alert_raised"]
    assert board.alert == 3
    board.says("guard_added", cause="hidden_sentry")
    assert board.scores.guards == 15


@pytest.mark.clause("SCORPION-19.3", "SCORPION-22.4")
def test_one_that_is_killed_costs_a_card_of_the_searcher() -> None:
    for option, level in (("card", 2), ("high", 3)):
        board = Board(hidden_killed_alert=option)
        searched(board, "hidden_sentry", "H", "traitor", killed_by="kenjutsu2")
        assert (board.alert, board.one("traitor").played) == (level, ("kenjutsu2",))
    board = Board()
    searched(board, "hidden_sentry", killed_by="shuriken")
    assert (board.alert, board.one("ninja").played) == (0, ("shuriken",))
    board.refuses("3.3", "search", intruder="traitor", found="hidden_sentry", killed_by="shuriken")
    board.refuses("19.3", "search", intruder="ninja", found="trap", killed_by="shuriken")


@pytest.mark.clause("SCORPION-20.2")
def test_who_has_left_the_map_searches_only_by_option() -> None:
    for option, refused in (("no", True), ("yes", False)):
        board = Board(search_after_escape=option)
        board.says("escape", intruder="ninja")
        if refused:
            board.refuses("20.2", "search", intruder="ninja", found="nothing")
        else:
            board.says("search", intruder="ninja", found="nothing")
    board.says("death", intruder="traitor")
    board.refuses("20.2", "search", intruder="traitor", found="nothing")


def test_a_blank_label_is_no_label() -> None:
    from pydantic import ValidationError

    with pytest.raises(ValidationError):
        Board().says("search", intruder="ninja", found="nothing", zone="  ")
