"""What the guards gain by a return, and when the alert phase begins (SCORPION-23.9 to 23.11, 23.13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.scorpion.contact import dies
from referee.scorpion.returns import free_beds
from referee.scorpion.state import with_character, with_figures, with_stock
from tests.referee.scorpion.table import Table
from tests.referee.scorpion.test_returns import ending, lost, returns, told, turned

GUARD_DECK = {
    "awaken": 6,
    "kenjutsu": 4,
    "patrol_listen": 6,
    "patrol_search": 6,
    "secret_passage": 2,
    "sentry_listen": 6,
    "sentry_search": 6,
}
"""The suggested hand leaves in the deck: awaken 2, kenjutsu 2, listen 2, search 2, passage 2, sentry search 2."""


def bonus(**piles: Any) -> Table:
    """Return a table at which the guards take cards, with some cards in the discard pile."""
    table = ending(guard_deck=GUARD_DECK)
    (mine,) = table.state.stocks
    table.state = with_stock(table.state, "guards", **{"deck_size": mine.deck_size} | piles)
    table.state = dies(table.state, "ninja", [])
    turned(table)
    return table


# Cards


@pytest.mark.clause("SCORPION-23.9", "SCORPION-23.13")
def test_the_guards_take_five_cards_from_deck_and_discard_pile() -> None:
    table = bonus(discard=("awaken", "sentry_listen"), hand=("kenjutsu", "kenjutsu"), hand_size=2)
    before = table.state.stocks[0]
    assert table.state.bonus_cards_due == (("guards", 5),)
    ruling = table.says("guards", "bonus_cards", deck={"secret_passage": 2, "awaken": 2}, discard={"awaken": 1})
    after = table.state.stocks[0]
    assert (after.hand_size, after.deck_size, after.discard) == (7, before.deck_size - 4, ("sentry_listen",))
    assert after.hand == ("awaken", "awaken", "awaken", "kenjutsu", "kenjutsu", "secret_passage", "secret_passage")
    assert ruling.told
    assert told(ruling, "intruders") == ["bonus_cards_taken"]
    assert ruling.notices[0].params == {"seat": "guards", "count": 5, "discard": {"awaken": 1}}
    table.refuses("23.9", "guards", "bonus_cards", deck={"kenjutsu": 5})
    table.refuses("9.3", "intruders", "bonus_cards", deck={"kenjutsu": 5})


@pytest.mark.clause("SCORPION-23.9", "SCORPION-3.5")
def test_other_numbers_and_cards_that_lie_elsewhere_are_refused() -> None:
    table = bonus(discard=("awaken",))
    for deck, discard in (({"awaken": 4}, {}), ({"awaken": 5}, {"awaken": 1}), ({}, {})):
        assert table.refuses("23.9", "guards", "bonus_cards", deck=deck, discard=discard).private
    table.refuses("23.9", "guards", "bonus_cards", deck={"kenjutsu": 2, "secret_passage": 2}, discard={"kenjutsu": 1})
    table.refuses("23.9", "guards", "bonus_cards", deck={"kenjutsu": 3, "secret_passage": 2})
    table.refuses("23.9", "guards", "bonus_cards", deck={"kenjutsu": 2, "secret_passage": 2}, deck_count=3)
    table.says("guards", "bonus_cards", deck={"kenjutsu": 2, "secret_passage": 2}, discard={"awaken": 1}, deck_count=4)


@pytest.mark.clause("SCORPION-23.9", "SCORPION-22.10")
def test_wounds_and_cards_in_front_are_not_in_the_deck() -> None:
    table = bonus(front=2, deck_size=8)
    table.state = with_character(table.state, "traitor", wounds=("guards",))
    table.refuses("23.9", "guards", "bonus_cards", deck={"awaken": 2, "kenjutsu": 2, "patrol_listen": 1})
    table.refuses(
        "23.9", "guards", "bonus_cards", deck={"awaken": 2, "kenjutsu": 1, "patrol_listen": 1, "secret_passage": 1}
    )
    table.says("guards", "bonus_cards", deck={"awaken": 2, "kenjutsu": 1, "patrol_listen": 2})


@pytest.mark.clause("SCORPION-23.9", "SCORPION-1.3")
def test_without_a_deck_list_only_what_cannot_be_is_refused() -> None:
    table = lost("ninja")
    table.refuses("23.9", "guards", "bonus_cards", deck={"sentry_listen": 5}, discard={"awaken": 1})
    table.state = with_stock(table.state, "guards", hand=("awaken",) * 10, hand_size=10)
    table.refuses("23.9", "guards", "bonus_cards", deck={"awaken": 5})
    table.says("guards", "bonus_cards", deck={"awaken": 4, "kenjutsu": 1})


@pytest.mark.clause("SCORPION-23.9")
def test_counted_cards_from_the_deck_stay_unnamed() -> None:
    table = ending(guard_cards="counted")
    table.state = with_stock(table.state, "guards", discard=("awaken", "awaken"), deck_size=10)
    table.state = dies(table.state, "ninja", [])
    turned(table)
    table.refuses("23.9", "guards", "bonus_cards", deck={"awaken": 5})
    table.refuses("23.9", "guards", "bonus_cards", discard={"awaken": 2})
    table.says("guards", "bonus_cards", deck_count=3, discard={"awaken": 2})
    (mine,) = table.state.stocks
    assert (mine.hand, mine.hand_size, mine.deck_size, mine.discard) == (None, 29, 7, ())


@pytest.mark.clause("SCORPION-23.9", "SCORPION-23.10")
def test_two_returns_bring_twice_as_much() -> None:
    table = lost("ninja", "traitor")
    assert table.state.bonus_cards_due == (("guards", 10),)
    assert table.state.bonus_sleepers_due == min(6, sum(free_beds(table.state).values())) == 4


@pytest.mark.clause("SCORPION-23.9")
@pytest.mark.parametrize(("deck", "discard", "due"), [(3, (), 3), (1, ("awaken",), 2), (0, (), 0)])
def test_fewer_cards_are_taken_only_where_there_are_fewer(deck: int, discard: tuple[str, ...], due: int) -> None:
    table = bonus(deck_size=deck, discard=discard)
    assert dict(table.state.bonus_cards_due) == ({"guards": due} if due else {})


@pytest.mark.clause("SCORPION-23.9", "SCORPION-3.7")
@pytest.mark.parametrize(
    ("fallback", "hands", "decks", "due"),
    [
        ("even", (12, 12), (6, 6), {"sword": 3, "spear": 2}),
        ("even", (12, 11), (6, 6), {"sword": 2, "spear": 3}),
        ("sword_first", (12, 11), (6, 6), {"sword": 3, "spear": 2}),
        ("even", (12, 12), (6, 1), {"sword": 4, "spear": 1}),
        ("even", (12, 12), (0, 6), {"spear": 5}),
        ("even", (12, 12), (1, 2), {"sword": 1, "spear": 2}),
    ],
)
def test_two_guard_players_share_evenly_unless_they_agree(
    fallback: str, hands: tuple[int, int], decks: tuple[int, int], due: dict[str, int]
) -> None:
    table = ending(4, split_fallback=fallback)
    for role, held, deck in zip(("sword", "spear"), hands, decks, strict=True):
        table.state = with_stock(table.state, role, hand_size=held, deck_size=deck)
    table.state = dies(table.state, "ninja", [])
    turned(table)
    assert dict(table.state.bonus_cards_due) == due


@pytest.mark.clause("SCORPION-23.9", "SCORPION-3.7")
def test_each_guard_player_takes_their_share_from_their_own_piles() -> None:
    table = lost("ninja", players=4)
    for seat in ("sword", "spear"):
        table.says(seat, "agree_split", what="bonus", sword=1, spear=4)
    table.refuses("23.9", "sword", "bonus_cards", deck={"awaken": 1, "kenjutsu": 1})
    table.refuses("23.9", "sword", "bonus_cards", deck={"sentry_listen": 1})
    table.says("sword", "bonus_cards", deck={"awaken": 1})
    table.says("spear", "bonus_cards", deck={"awaken": 1, "kenjutsu": 1, "patrol_listen": 1, "patrol_search": 1})
    assert table.state.bonus_cards_due == ()


# Sleepers


@pytest.mark.clause("SCORPION-23.10", "SCORPION-5.1")
def test_three_more_guards_sleep_in_barracks_with_room() -> None:
    table = lost("ninja")
    assert free_beds(table.state) == {"E5": 1, "P3": 1, "K4": 2}
    for wrong in ({"E5": 1, "P3": 1}, {"K4": 2, "E5": 1, "P3": 1}, {"W1": 1, "K4": 2}, {"E5": 2, "P3": 1}):
        assert table.refuses("23.10", "guards", "bonus_sleepers", sleepers=wrong).private
    table.refuses("23.11", "guards", "bonus_sleepers", sleepers={"W3": 1, "K4": 2})
    ruling = table.says("guards", "bonus_sleepers", sleepers={"K4": 2, "E5": 1})
    assert dict(table.state.marks.sleepers) == {"W3": 2, "W10": 2, "W18": 2, "E5": 2, "P3": 1, "K4": 2}
    assert (told(ruling, "intruders"), told(ruling, "guards")) == (
        ["bonus_sleepers_taken"],
        ["bonus_sleepers_taken", "sleepers_noted"],
    )
    table.refuses("23.10", "guards", "bonus_sleepers", sleepers={"P3": 1})
    table.refuses("9.3", "intruders", "bonus_sleepers", sleepers={"P3": 1})


@pytest.mark.clause("SCORPION-23.11")
@pytest.mark.parametrize(("option", "free"), [("left", 0), ("woken", 1)])
def test_a_place_is_free_when_the_woken_guard_has_left_or_by_option_at_once(option: str, free: int) -> None:
    table = ending(sleeper_slot=option)
    marks = table.state.marks
    fewer = tuple((zone, 1 if zone == "W3" else n) for zone, n in marks.sleepers)
    table.state = replace(table.state, marks=replace(marks, sleepers=fewer))
    table.state = with_figures(table.state, ["g01"], zone="W3", woke_in="W3")
    assert free_beds(table.state).get("W3", 0) == free
    table.state = with_figures(table.state, ["g01"], zone="W2", woke_in=None)
    assert free_beds(table.state)["W3"] == 1


@pytest.mark.clause("SCORPION-23.10", "SCORPION-23.11")
@pytest.mark.parametrize(("sleepers", "due"), [(12, 0), (10, 2), (9, 3)])
def test_fewer_sleep_only_where_barracks_are_full(sleepers: int, due: int) -> None:
    table = lost("ninja", sleepers=sleepers)
    assert table.state.bonus_sleepers_due == due


# When the turn goes on


@pytest.mark.clause("SCORPION-9.2", "SCORPION-23.1", "SCORPION-23.7", "SCORPION-23.9")
@pytest.mark.parametrize("order", ["intruders first", "guards first"])
def test_the_alert_phase_begins_by_itself_once_nothing_is_due(order: str) -> None:
    table = lost("ninja", turn=4)

    def intruders() -> None:
        returns(table, "ninja")
        table.says("intruders", "redraw_mission", intruder="ninja", letter="B")

    def guards() -> None:
        table.says("guards", "bonus_sleepers", sleepers={"K4": 2, "E5": 1})
        table.says("guards", "bonus_cards", deck={"awaken": 2, "kenjutsu": 3})

    parts = [intruders, guards]
    for part in parts if order == "intruders first" else parts[::-1]:
        assert table.state.phase == "start"
        table.refuses("9.2", "guards", "draw_cards", n=0)
        part()
    assert (table.state.phase, table.state.turn) == ("alert", 5)
    assert table.kinds()[-1] == "alert_phase"


@pytest.mark.clause("SCORPION-23.13")
@pytest.mark.parametrize(("option", "turn", "bonus_due"), [("no", 6, False), ("yes", 6, True), ("yes", 11, False)])
def test_a_second_death_brings_no_bonus_unless_the_table_wants_it(option: str, turn: int, bonus_due: bool) -> None:
    table = ending(turn=turn, bonus_on_second_death=option)
    table.state = with_character(table.state, "ninja", life=2)
    table.state = dies(table.state, "ninja", [])
    said = turned(table)
    assert said == (["returns_due"] if bonus_due else ["alert_phase"])
    assert bool(table.state.bonus_cards_due) is bool(table.state.bonus_sleepers_due) is bonus_due
    if not bonus_due:
        table.refuses("23.13", "guards", "bonus_cards")
        table.refuses("23.13", "guards", "bonus_sleepers", sleepers={})
    else:
        table.says("guards", "bonus_sleepers", sleepers={"K4": 2, "E5": 1})
        table.says("guards", "bonus_cards", deck={"awaken": 2, "kenjutsu": 3})
        table.state = replace(table.state, phase="intruders")
        assert turned(table) == ["alert_phase"]
