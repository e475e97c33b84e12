"""The alert phase: reshuffle, draw, the fall of the alert, and what two guard players agree on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.core.values import Notice
from referee.scorpion.guards.alert_phase import draw_due, open_alert_phase
from referee.scorpion.state import stock, with_character, with_stock
from tests.referee.scorpion.guards.guarded import Guarded, copies, lay


def opened(level: int = 0, **fields: object) -> Guarded:
    table = lay("g01:c4", ninja="a1", traitor="c5", phase="start", alert=level, **fields)  # type: ignore[arg-type]
    table.state = open_alert_phase(table.state, [])
    return table


@pytest.mark.clause("SCORPION-10.1")
def test_the_phase_opens_for_the_turn_that_was_set_and_a_card_phase_move_is_refused() -> None:
    told: list[Notice] = []
    table = lay("g01:c4", phase="start", turn=5, alert=1)
    table.state = open_alert_phase(table.state, told)
    assert table.state.phase == "alert"
    assert told[0].params == {"turn": 5, "level": 1, "draw": 1}
    table.refuses("9.2", "guards", "end_card_phase")


@pytest.mark.clause("SCORPION-10.2")
def test_used_cards_are_in_the_deck_before_the_draw_but_not_wounds_nor_passage_cards() -> None:
    table = lay("g01:c4", ninja="a1", phase="start", alert=3, front=1, decks={"guards": 0})
    state = with_stock(table.state, "guards", discard=("awaken", "sentry_listen"), deck_size=0)
    table.state = open_alert_phase(with_character(state, "ninja", wounds=("guards",)), [])
    mine = stock(table.state, "guards")
    assert (mine.deck_size, mine.discard, mine.front) == (2, (), 1)
    assert table.one("ninja").wounds == ("guards",)
    assert draw_due(table.state, "guards") == 2


@pytest.mark.clause("SCORPION-10.3")
def test_a_hand_card_cannot_be_played_in_the_alert_phase_and_a_drawn_one_can() -> None:
    table = lay("g01:c4", phase="alert", hand={"sentry_search": 1}, drawn={"sentry_listen": 1})
    refusal = table.refuses("10.3", "guards", "play_sentry_search", guard="g01")
    assert refusal.private
    table.says("guards", "play_sentry_listen", guard="g01")


@pytest.mark.parametrize(("level", "n"), [(0, 0), (1, 1), (2, 2), (3, 3)])
@pytest.mark.clause("SCORPION-10.4")
def test_the_level_says_how_many_cards_are_drawn(level: int, n: int) -> None:
    table = opened(level)
    assert draw_due(table.state, "guards") == n
    if n:
        table.refuses("10.4", "guards", "draw_cards", n=n - 1, cards={})
        table.says("guards", "draw_cards", n=n, cards={"sentry_listen": n})
    assert table.state.alert == max(0, level - 1)


@pytest.mark.clause("SCORPION-10.4")
def test_of_a_short_deck_all_is_drawn_and_of_an_empty_one_nothing() -> None:
    short = opened(3, decks={"guards": 2})
    short.refuses("10.4", "guards", "draw_cards", n=3, cards={"sentry_listen": 3})
    short.says("guards", "draw_cards", n=2, cards={"sentry_listen": 2})
    empty = opened(3, decks={"guards": 0})
    assert empty.state.alert == 2
    empty.refuses("10.4", "guards", "draw_cards", n=0, cards={})
    empty.says("guards", "end_alert_phase")


@pytest.mark.clause("SCORPION-10.4")
def test_drawing_again_is_refused() -> None:
    table = opened(2)
    table.says("guards", "draw_cards", n=2, cards={"awaken": 2})
    table.refuses("10.4", "guards", "draw_cards", n=2, cards={"awaken": 2})


@pytest.mark.clause("SCORPION-10.4")
def test_the_drawn_kinds_are_named_where_cards_are_entered_and_never_where_they_are_counted() -> None:
    table = opened(1)
    assert table.refuses("10.4", "guards", "draw_cards", n=1).private
    counted = opened(1, guard_cards="counted")
    assert counted.refuses("10.4", "guards", "draw_cards", n=1, cards={"awaken": 1}).private
    counted.says("guards", "draw_cards", n=1)
    assert stock(counted.state, "guards").drawn_size == 1


@pytest.mark.clause("SCORPION-1.3")
def test_more_copies_than_the_deck_can_have_are_not_drawn() -> None:
    listed = {"awaken": 6, "kenjutsu": 6, "patrol_listen": 6, "patrol_search": 6, "secret_passage": 2}
    listed |= {"sentry_listen": 6, "sentry_search": 4}
    table = opened(3, guard_deck=listed)
    assert table.refuses("1.3", "guards", "draw_cards", n=3, cards={"awaken": 3}).private
    table.says("guards", "draw_cards", n=3, cards={"awaken": 2, "kenjutsu": 1})
    soft = opened(3, hand={"awaken": 13})
    soft.refuses("1.3", "guards", "draw_cards", n=3, cards={"awaken": 3})
    soft.says("guards", "draw_cards", n=3, cards={"awaken": 1, "kenjutsu": 2})


@pytest.mark.clause("SCORPION-10.5")
def test_drawn_cards_lie_apart_and_only_their_owner_is_told_the_kinds() -> None:
    table = opened(1)
    ruling = table.says("guards", "draw_cards", n=1, cards={"awaken": 1})
    mine = stock(table.state, "guards")
    assert mine.drawn == ("awaken",)
    assert mine.hand_size == 24
    assert "awaken" not in str([n for n in ruling.notices if n.to == "public"])
    assert [n.params for n in ruling.notices if n.to == ("guards",)] == [{"cards": {"awaken": 1}}]
    assert ruling.told


@pytest.mark.clause("SCORPION-10.8")
@pytest.mark.clause("SCORPION-8.4")
def test_the_alert_falls_once_after_the_last_draw_and_not_below_none() -> None:
    table = opened(3, players=4)
    table.says("sword", "draw_cards", n=2, cards={"awaken": 2})
    assert table.state.alert == 3
    table.says("spear", "draw_cards", n=1, cards={"awaken": 1})
    assert table.state.alert == 2
    table.says("sword", "end_alert_phase")
    assert table.state.alert == 2
    assert opened(0).state.alert == 0


@pytest.mark.clause("SCORPION-10.9")
def test_any_number_of_drawn_cards_is_used_but_none_before_the_draw() -> None:
    table = lay("g01:c4 g02:c4 g03:c4", phase="start", alert=3)
    table.state = open_alert_phase(table.state, [])
    table.refuses("10.9", "guards", "play_sentry_search", guard="g01")
    table.says("guards", "draw_cards", n=3, cards={"sentry_search": 3})
    for guard in ("g01", "g02", "g03"):
        table.says("guards", "play_sentry_search", guard=guard)
        table.says("guards", "guard_stop")
    assert table.state.cards_used == 3


@pytest.mark.clause("SCORPION-10.10")
def test_what_was_not_used_joins_the_hand() -> None:
    table = opened(2)
    table.refuses("10.4", "guards", "end_alert_phase")
    table.says("guards", "draw_cards", n=2, cards={"awaken": 1, "sentry_listen": 1})
    table.listens("guards", "play_sentry_listen", guard="g01")
    before = copies(table)
    table.says("guards", "end_alert_phase")
    mine = stock(table.state, "guards")
    assert (table.state.phase, mine.hand_size, mine.drawn, mine.discard) == ("cards", 25, (), ("sentry_listen",))
    assert mine.hand is not None
    assert mine.hand.count("awaken") == 5
    assert copies(table) == before


@pytest.mark.clause("SCORPION-9.2")
def test_the_alert_phase_does_not_end_in_the_middle_of_a_move() -> None:
    table = lay("g01:c4", phase="alert", drawn={"sentry_search": 1})
    table.says("guards", "play_sentry_search", guard="g01")
    table.refuses("9.2", "guards", "end_alert_phase")
    table.says("guards", "guard_stop")
    table.says("guards", "end_alert_phase")


@pytest.mark.clause("SCORPION-9.3")
def test_only_guards_draw() -> None:
    table = opened(1)
    table.refuses("9.3", "intruders", "draw_cards", n=1, cards={"awaken": 1})
    table.refuses("9.3", "intruders", "end_alert_phase")


@pytest.mark.clause("SCORPION-10.6")
@pytest.mark.clause("SCORPION-3.7")
def test_two_guard_players_keep_their_piles_apart() -> None:
    table = lay("g01:c4", players=4, phase="start", alert=1)
    state = with_stock(table.state, "sword", discard=("awaken",))
    table.state = open_alert_phase(state, [])
    assert (stock(table.state, "sword").deck_size, stock(table.state, "spear").deck_size) == (13, 12)
    table.says("sword", "draw_cards", n=1, cards={"awaken": 1})
    assert stock(table.state, "spear").drawn == ()
    table.refuses("10.4", "spear", "draw_cards", n=1, cards={"awaken": 1})


@pytest.mark.clause("SCORPION-10.7")
def test_draws_are_split_as_both_guard_players_say() -> None:
    table = opened(3, players=4)
    table.refuses("10.7", "sword", "agree_split", what="draw", sword=2, spear=2)
    table.says("sword", "agree_split", what="draw", sword=0, spear=3)
    table.refuses("10.7", "sword", "agree_split", what="draw", sword=0, spear=3)
    assert draw_due(table.state, "spear") == 1
    table.says("spear", "agree_split", what="draw", sword=0, spear=3)
    table.refuses("10.4", "sword", "draw_cards", n=1, cards={"awaken": 1})
    table.refuses("10.7", "spear", "draw_cards", n=2, cards={"awaken": 2})
    table.says("spear", "draw_cards", n=3, cards={"awaken": 3})
    assert table.state.alert == 2


@pytest.mark.clause("SCORPION-10.7")
def test_another_proposal_replaces_the_first_and_no_split_asks_for_more_than_a_deck_has() -> None:
    table = opened(3, players=4, decks={"sword": 1, "spear": 12})
    table.refuses("10.7", "sword", "agree_split", what="draw", sword=2, spear=1)
    table.says("sword", "agree_split", what="draw", sword=1, spear=2)
    table.says("spear", "agree_split", what="draw", sword=0, spear=3)
    table.says("sword", "agree_split", what="draw", sword=0, spear=3)
    assert draw_due(table.state, "spear") == 3
    table.refuses("10.7", "sword", "agree_split", what="draw", sword=1, spear=2)


@pytest.mark.clause("SCORPION-10.7")
def test_one_guard_player_has_nobody_to_agree_with() -> None:
    opened(3).refuses("10.7", "guards", "agree_split", what="draw", sword=2, spear=1)


@pytest.mark.parametrize(
    ("spear_hand", "decks", "rule", "due"),
    [
        (24, {}, "even", (2, 1)),
        (23, {}, "even", (1, 2)),
        (23, {}, "sword_first", (2, 1)),
        (24, {"sword": 0}, "even", (0, 3)),
        (24, {"spear": 0}, "even", (3, 0)),
        (24, {"sword": 1, "spear": 1}, "even", (1, 1)),
    ],
)
@pytest.mark.clause("SCORPION-10.7")
def test_without_agreement_draws_are_even_and_the_odd_one_is_for_the_smaller_hand(
    spear_hand: int, decks: dict[str, int], rule: str, due: tuple[int, int]
) -> None:
    table = lay("g01:c4", players=4, phase="start", alert=3, decks=decks, split_fallback=rule)
    state = with_stock(table.state, "spear", hand_size=spear_hand)
    table.state = open_alert_phase(state, [])
    assert (draw_due(table.state, "sword"), draw_due(table.state, "spear")) == due
    for seat, n in zip(("sword", "spear"), due, strict=True):
        if n:
            table.says(seat, "draw_cards", n=n, cards={"sentry_listen": n})
    table.says("spear", "end_alert_phase")


@pytest.mark.clause("SCORPION-10.7")
def test_after_the_first_draw_nothing_is_agreed_any_more() -> None:
    table = opened(3, players=4)
    table.says("sword", "draw_cards", n=2, cards={"awaken": 2})
    table.refuses("10.7", "spear", "agree_split", what="draw", sword=0, spear=3)


@pytest.mark.clause("SCORPION-23.9")
def test_bonus_cards_are_shared_as_both_guard_players_say() -> None:
    table = lay("g01:c4", players=4, phase="start")
    table.state = replace(table.state, bonus_cards_due=(("sword", 3), ("spear", 2)))
    table.refuses("23.9", "sword", "agree_split", what="bonus", sword=1, spear=3)
    table.says("sword", "agree_split", what="bonus", sword=5, spear=0)
    table.says("spear", "agree_split", what="bonus", sword=5, spear=0)
    assert table.state.bonus_cards_due == (("sword", 5),)


def test_a_house_ruling_may_set_the_number_of_draws() -> None:
    table = opened(1)
    table.says("guards", "draw_cards", waived=("10.4",), n=2, cards={"awaken": 2})
    assert stock(table.state, "guards").drawn_size == 2


@pytest.mark.clause("SCORPION-9.2", "SCORPION-10.4")
@pytest.mark.parametrize(("level", "deck", "phase"), [(0, 5, "cards"), (2, 0, "cards"), (1, 5, "alert")])
def test_an_alert_phase_in_which_nothing_is_drawn_passes_where_the_table_says_so(
    level: int, deck: int, phase: str
) -> None:
    table = lay("g01:c4", phase="start", alert=level, decks={"guards": deck}, empty_alert_phase="passes")
    table.state = open_alert_phase(table.state, [])
    assert table.state.phase == phase
    if phase == "cards":
        assert table.state.alert == max(0, level - 1)
        table.refuses("9.2", "guards", "end_alert_phase")
        table.says("guards", "end_card_phase")
