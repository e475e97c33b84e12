"""Depth `scores`: cards within the limits of the turn, the hand and the deck; listening without a card."""

from __future__ import annotations

import pytest

from referee.scorpion.cards import TOTALS
from tests.referee.scorpion.scores.scored import Board, notices

GUARD_DECK = {
    "awaken": 5,
    "kenjutsu": 4,
    "patrol_listen": 5,
    "patrol_search": 6,
    "secret_passage": 2,
    "sentry_listen": 8,
    "sentry_search": 6,
}
NINJA_DECK = {"kenjutsu1": 2, "kenjutsu2": 2, "rope": 3, "secret_passage": 1, "shadow_walk": 2, "shuriken": 2}


def alarmed(**options: object) -> Board:
    """Return a board in turn 2, with three cards drawn."""
    board = Board(**options)  # type: ignore[arg-type]
    board.says("alert", by="high", reason="discovered")
    board.turns(2)
    return board


@pytest.mark.clause("SCORPION-14.1")
def test_the_guards_use_two_hand_cards_in_the_card_phase() -> None:
    board = Board()
    told = notices(board.says("card_played", by="guards", card="sentry_listen"))
    assert told == [("scores_guard_card", {"card": "sentry_listen", "phase": "cards"})]
    board.says("card_played", by="guards", card="patrol_search")
    board.refuses("14.1", "card_played", by="guards", card="awaken")
    assert board.table.view().hand_used == 2
    board.turns(2)
    board.says("card_played", by="guards", card="awaken")


@pytest.mark.clause("SCORPION-10.3", "SCORPION-10.9")
def test_in_the_alert_phase_they_use_as_many_cards_as_they_drew() -> None:
    Board().refuses("10.3", "card_played", by="guards", card="awaken", phase="alert")
    board = alarmed()
    for card in ("sentry_listen", "sentry_search", "awaken"):
        board.says("card_played", by="guards", card=card, phase="alert")
    board.refuses("10.3", "card_played", by="guards", card="awaken", phase="alert")
    board.says("card_played", by="guards", card="awaken", phase="cards")
    assert board.table.view().cards_used == 4


@pytest.mark.clause("SCORPION-15.7", "SCORPION-22.7")
def test_kenjutsu_counts_in_the_card_phase_by_option_and_never_in_the_patrol_phase() -> None:
    for option, refused in (("counts", True), ("free", False)):
        board = Board(kenjutsu_card_phase=option)
        for card in ("awaken", "sentry_listen"):
            board.says("card_played", by="guards", card=card)
        if refused:
            board.refuses("14.1", "wound", intruder="ninja")
        else:
            board.says("wound", intruder="ninja")
        board.says("wound", intruder="ninja", phase="patrol")


@pytest.mark.clause("SCORPION-10.3")
def test_hand_kenjutsu_in_the_alert_phase_by_option() -> None:
    Board().refuses("10.3", "wound", intruder="ninja", phase="alert")
    Board(alert_phase_hand_kenjutsu="yes").says("wound", intruder="ninja", phase="alert")
    alarmed().says("wound", intruder="ninja", phase="alert")


@pytest.mark.clause("SCORPION-26.3")
def test_a_kenjutsu_of_the_guards_is_declared_as_its_wound() -> None:
    board = Board()
    board.refuses("26.3", "card_played", by="guards", card="kenjutsu")
    board.says("wound", intruder="traitor")
    assert board.table.state.kenjutsu_used == 1


@pytest.mark.clause("SCORPION-1.3")
def test_no_more_copies_lie_open_than_the_deck_list_has() -> None:
    assert sum(GUARD_DECK.values()) == TOTALS["guards"]
    board = Board(guard_deck=GUARD_DECK)
    for _ in range(2):
        board.says("card_played", by="guards", card="secret_passage")
    board.turns(2)
    assert board.table.view().stocks[0].front == 2
    board.refuses("1.3", "card_played", by="guards", card="secret_passage")
    for who in ("ninja", "ninja", "traitor"):
        board.says("wound", intruder=who, phase="patrol")
    board.says("wound", intruder="ninja", phase="patrol")
    board.refuses("1.3", "wound", intruder="traitor", phase="patrol")
    board.turns(3)
    # The wound cards of the dead Ninja are shuffled in again, the Traitor's still lies.
    board.says("wound", intruder="traitor", phase="patrol")
    board.refuses("1.3", "card_played", by="guards", card="rope")


@pytest.mark.clause("SCORPION-1.3")
def test_without_a_list_ten_cards_of_the_deck_are_unknown() -> None:
    board = Board()
    for _ in range(6):
        for _ in range(2):
            board.says("card_played", by="guards", card="secret_passage")
        board.turns(board.table.state.turn + 1)
    board.refuses("1.3", "card_played", by="guards", card="secret_passage")


@pytest.mark.clause("SCORPION-10.2")
def test_used_cards_come_back_in_the_next_turn() -> None:
    board = Board(guard_deck=GUARD_DECK)
    for turn in range(2, 9):
        board.says("card_played", by="guards", card="awaken")
        board.says("card_played", by="guards", card="awaken")
        assert board.table.view().stocks[0].discard == {"awaken": 2}
        board.turns(turn)
    assert board.table.view().stocks[0].discard == {}


@pytest.mark.clause("SCORPION-31.5")
def test_where_guards_never_find_the_passage_they_do_not_unlock_it() -> None:
    Board(passage_discoverable="no").refuses("31.5", "card_played", by="guards", card="secret_passage")
    Board().says("card_played", by="guards", card="secret_passage")


# Listening without a card


@pytest.mark.clause("SCORPION-14.4")
def test_the_guards_listen_without_a_card_once_if_they_used_none() -> None:
    board = Board()
    board.says("focus")
    assert board.table.view().focused
    board.refuses("14.4", "focus")
    board.turns(2)
    board.says("card_played", by="guards", card="awaken")
    board.refuses("14.4", "focus")
    board = alarmed()
    board.says("card_played", by="guards", card="awaken", phase="alert")
    board.refuses("14.4", "focus")


@pytest.mark.clause("SCORPION-14.6")
def test_after_it_they_use_only_kenjutsu() -> None:
    board = Board()
    board.says("focus")
    board.refuses("14.6", "card_played", by="guards", card="awaken")
    board.says("wound", intruder="ninja")


@pytest.mark.clause("SCORPION-14.4")
def test_after_kenjutsu_they_listen_without_a_card_only_by_option() -> None:
    for option, refused in (("refuse", True), ("allow", False)):
        board = Board(focus_after_kenjutsu=option)
        board.says("wound", intruder="ninja")
        if refused:
            board.refuses("14.4", "focus")
        else:
            board.says("focus")


@pytest.mark.clause("SCORPION-14.4")
def test_two_guard_players_may_each_listen_by_option() -> None:
    for players, option, most in ((4, "side", 1), (4, "each", 2), (2, "each", 1)):
        board = Board(players, focus_4p=option)
        for _ in range(most):
            board.says("focus")
        board.refuses("14.4", "focus")


# Intruders


@pytest.mark.clause("SCORPION-3.1", "SCORPION-3.2", "SCORPION-31.1")
def test_an_intruder_plays_no_more_cards_than_the_hand_had() -> None:
    board = Board(ninja_hand=2, traitor_hand=1)
    for who, card in (("ninja", "rope"), ("ninja", "shuriken"), ("traitor", "cat")):
        told = notices(board.says("card_played", by=who, card=card))
        assert told == [("card_played", {"intruder": who, "card": card})]
    board.refuses("3.1", "card_played", by="ninja", card="rope")
    board.refuses("3.2", "card_played", by="traitor", card="rope")
    assert [(c.hand_size, c.played) for c in board.table.view().characters] == [
        (0, {"rope": 1, "shuriken": 1}),
        (0, {"cat": 1}),
    ]


@pytest.mark.clause("SCORPION-23.6")
def test_a_returned_intruder_has_a_smaller_hand_of_the_whole_deck() -> None:
    board = Board(ninja_rehand=2, ninja_deck=NINJA_DECK)
    for _ in range(3):
        board.says("card_played", by="ninja", card="rope")
    board.refuses("16.3", "card_played", by="ninja", card="rope")
    board.dies("ninja")
    for _ in range(2):
        board.says("card_played", by="ninja", card="rope")
    board.refuses("23.6", "card_played", by="ninja", card="shuriken")


@pytest.mark.clause("SCORPION-3.3")
def test_each_plays_cards_of_their_own_deck() -> None:
    board = Board()
    board.refuses("3.3", "card_played", by="ninja", card="cat")
    board.refuses("3.3", "card_played", by="traitor", card="shuriken")
    board.refuses("3.3", "card_played", by="ninja", card="sentry_listen")
    board.says("card_played", by="traitor", card="cat")


@pytest.mark.clause("SCORPION-16.3")
def test_three_cards_of_the_ninjas_deck_are_unknown() -> None:
    board = Board()
    for _ in range(4):
        board.says("card_played", by="ninja", card="shadow_walk")
    board.refuses("16.3", "card_played", by="ninja", card="shadow_walk")


@pytest.mark.clause("SCORPION-26.1")
def test_who_is_not_on_the_map_plays_no_cards() -> None:
    board = Board()
    board.says("card_played", by="ninja", card="rope")
    board.says("escape", intruder="ninja")
    board.refuses("26.1", "card_played", by="ninja", card="rope")


@pytest.mark.clause("SCORPION-26.2")
def test_a_secret_passage_may_be_thrown_as_a_bluff_unless_forbidden() -> None:
    board = Board()
    board.says("card_played", by="ninja", card="secret_passage")
    assert not board.one("ninja").permitted
    Board(passage_bluff="forbid").refuses("26.2", "card_played", by="ninja", card="secret_passage")


@pytest.mark.clause("SCORPION-9.3")
def test_phases_are_named_for_the_guards_cards_alone() -> None:
    board = Board()
    refusal = board.refuses("9.3", "card_played", by="ninja", card="rope", phase="cards")
    assert refusal.reason == "scorpion.scores_phase_of_guards"
    board.says("card_played", by="ninja", card="rope")
    board.says("card_played", by="guards", card="awaken", phase="cards")


@pytest.mark.clause("SCORPION-29.3")
@pytest.mark.parametrize("kind", ["escape", "death", "returned", "finish", "passage"])
def test_what_tells_who_the_lone_wolf_is_names_them(kind: str) -> None:
    board = Board(lone_wolf="hidden")
    fields = {"who": "intruder", "way": "out"} if kind == "passage" else {"intruder": "intruder"}
    if kind == "finish":
        board.turns(20)
    assert board.refuses("29.3", kind, **fields).reason == "scorpion.scores_name_wolf"
