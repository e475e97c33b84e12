"""Playing guard cards: who may play what on whom, how many, and where the card goes."""

from __future__ import annotations

import pytest

from referee.scorpion.guards.cards import may_play
from referee.scorpion.state import stock
from tests.referee.scorpion.guards.guarded import copies, lay, with_flags


@pytest.mark.clause("SCORPION-11.1")
def test_one_card_per_unit_and_turn_over_both_phases() -> None:
    table = lay("g01:c4 g02:b1", phase="alert", drawn={"sentry_search": 1})
    table.says("guards", "play_sentry_search", guard="g01")
    table.says("guards", "guard_stop")
    table.says("guards", "end_alert_phase")
    table.refuses("11.1", "guards", "play_sentry_listen", guard="g01")
    table.says("guards", "play_sentry_listen", guard="g02")


@pytest.mark.clause("SCORPION-11.2")
def test_a_patrol_with_a_used_guard_gets_no_card_and_one_without_does() -> None:
    table = lay("g01:c4 g02+g03:c4<c3 g04+g05:b1<c1", phase="cards")
    table.says("guards", "play_sentry_search", guard="g01")
    table.says("guards", "guard_stop")
    table.says("guards", "merge_units", guards=["g01", "g02", "g03"])
    table.refuses("11.2", "guards", "play_patrol_listen", unit="g01+g02+g03")
    table.refuses("11.2", "guards", "play_patrol_search", unit="g01+g02+g03")
    table.says("guards", "play_patrol_search", unit="g04+g05")


@pytest.mark.clause("SCORPION-11.3")
def test_a_card_marks_all_of_a_patrol_but_sentry_search_only_its_guard() -> None:
    table = lay("g01+g02:c4<c3 g03+g04+g05:b1<c1", phase="cards")
    table.says("guards", "play_patrol_search", unit="g01+g02")
    table.says("guards", "guard_stop")
    table.refuses("11.1", "guards", "play_sentry_search", guard="g02")
    table.says("guards", "play_sentry_search", guard="g03")
    assert [f.id for f in table.state.figures if f.carded] == ["g01", "g02", "g03"]


@pytest.mark.clause("SCORPION-11.3")
def test_two_sentry_searches_take_both_guards_out_of_one_patrol() -> None:
    table = lay("g01+g02:c4<c3")
    for guard in ("g01", "g02"):
        table.says("guards", "play_sentry_search", guard=guard)
        table.says("guards", "guard_stop")
    assert table.state.patrols == ()


@pytest.mark.clause("SCORPION-11.4")
def test_kenjutsu_needs_no_fresh_guard_and_leaves_them_fresh() -> None:
    table = lay("g01:b1", ninja="b1", visible=("ninja",))
    table.says("guards", "attack_intruder", guard="g01", intruder="ninja")
    table.says("guards", "play_sentry_listen", guard="g01")
    used = with_flags(lay("g01:b1", ninja="b1", visible=("ninja",)), "g01", carded=True)
    used.says("guards", "attack_intruder", guard="g01", intruder="ninja")


@pytest.mark.clause("SCORPION-11.5")
@pytest.mark.clause("SCORPION-4.6")
@pytest.mark.clause("SCORPION-13.11")
def test_two_guard_players_use_cards_only_on_units_with_a_figure_of_theirs() -> None:
    table = lay("g01:c4 g02p:b1 g03+g04p:c1<b1", players=4)
    table.refuses("11.5", "spear", "play_sentry_listen", guard="g01")
    table.refuses("11.5", "sword", "play_sentry_search", guard="g02")
    table.refuses("11.5", "sword", "play_sentry_search", guard="g04")
    table.refuses("11.5", "spear", "focus_listen", unit="g01")
    table.says("spear", "play_patrol_search", unit="g03+g04")
    table.says("sword", "guard_step", to="b1")
    table.says("sword", "guard_stop", behind="c1")
    table.says("sword", "play_sentry_search", guard="g01")
    table.refuses("11.5", "spear", "guard_step", to="b4")
    table.refuses("11.5", "spear", "guard_stop")
    table.says("sword", "guard_step", to="b4")


@pytest.mark.clause("SCORPION-14.1")
def test_two_hand_cards_and_no_third() -> None:
    table = lay("g01:c4 g02:b1 g03:c1")
    for guard in ("g01", "g02"):
        table.says("guards", "play_sentry_search", guard=guard)
        table.says("guards", "guard_stop")
    table.refuses("14.1", "guards", "play_sentry_listen", guard="g03")
    assert not may_play(table.state, "guards", "sentry_listen")


@pytest.mark.clause("SCORPION-14.1")
def test_a_card_that_is_not_held_is_refused_on_its_players_phone_alone() -> None:
    table = lay("g01:c4", hand={"sentry_listen": 1})
    assert table.refuses("14.1", "guards", "play_sentry_search", guard="g01").private
    table.says("guards", "play_sentry_listen", guard="g01")
    empty = lay("g01:c4", hand={"awaken": 1}, sleepers={"c2": 1})
    empty.says("guards", "play_awaken", zone="c2")
    empty.says("guards", "guard_stop")
    assert not empty.refuses("14.1", "guards", "play_sentry_search", guard="g01").private


@pytest.mark.clause("SCORPION-14.2")
def test_two_guard_players_use_two_together_if_they_agree_else_one_each() -> None:
    table = lay("g01:c4 g02:b1 g03:a1 g04p:c1 g05p:c2", players=4)
    table.says("sword", "play_sentry_search", guard="g01")
    table.says("sword", "guard_stop")
    table.refuses("14.2", "sword", "play_sentry_search", guard="g02")
    table.refuses("14.2", "sword", "agree_split", what="hand_cards", sword=2, spear=1)
    table.refuses("14.2", "spear", "agree_split", what="hand_cards", sword=0, spear=2)
    table.says("spear", "agree_split", what="hand_cards", sword=2, spear=0)
    table.refuses("14.2", "sword", "play_sentry_search", guard="g02")
    table.says("sword", "agree_split", what="hand_cards", sword=2, spear=0)
    table.refuses("14.2", "spear", "play_sentry_search", guard="g04")
    table.says("sword", "play_sentry_search", guard="g02")
    table.says("sword", "guard_stop")
    table.refuses("14.2", "sword", "play_sentry_search", guard="g03")


@pytest.mark.clause("SCORPION-14.3")
def test_a_card_is_fully_resolved_before_the_next() -> None:
    table = lay("g01:c4 g02:b1")
    table.says("guards", "play_sentry_search", guard="g01")
    for kind, fields in (("play_sentry_search", {"guard": "g02"}), ("merge_units", {"guards": ["g01", "g02"]})):
        early = table.refuses("14.3", "guards", kind, **fields)
        assert (early.reason, early.params) == ("scorpion.other_unit_moves", {"unit": "g01"})
    table.says("guards", "guard_stop")
    table.says("guards", "play_sentry_search", guard="g02")


@pytest.mark.clause("SCORPION-9.3")
@pytest.mark.clause("SCORPION-26.1")
def test_guard_cards_are_for_the_guards_in_their_own_phases() -> None:
    table = lay("g01:c4", ninja="a1")
    table.refuses("9.3", "intruders", "play_sentry_listen", guard="g01")
    patrol = lay("g01:c4", phase="patrol")
    patrol.refuses("9.2", "guards", "play_sentry_listen", guard="g01")
    later = lay("g01:c4", phase="intruders")
    later.refuses("9.2", "guards", "play_sentry_search", guard="g01")


@pytest.mark.clause("SCORPION-26.3")
def test_guards_cannot_bluff_a_card_needs_a_guard_who_can_act() -> None:
    table = with_flags(lay("g01:c4 g02:c4"), "g01", drunk=99)
    table.refuses("12.1", "guards", "play_sentry_listen", guard="g01")
    table.refuses("26.3", "guards", "play_sentry_search", guard="g01")
    table.refuses("7.1", "guards", "play_sentry_search", guard="g19")
    table.refuses("7.3", "guards", "play_patrol_search", unit="g01+g02")
    table.says("guards", "play_sentry_search", guard="g02")


def test_a_played_card_is_public_and_goes_to_the_discard_pile_and_no_card_is_lost() -> None:
    table = lay("g01:c4")
    before = copies(table)
    ruling = table.says("guards", "play_sentry_search", guard="g01")
    mine = stock(table.state, "guards")
    assert (mine.hand_size, mine.discard, copies(table)) == (23, ("sentry_search",), before)
    assert ruling.notices[0].to == "public"
    assert ruling.notices[0].params["card"] == "sentry_search"
    assert not ruling.told


@pytest.mark.clause("SCORPION-1.3")
def test_where_cards_are_counted_only_the_deck_list_limits_what_is_played() -> None:
    listed = {"awaken": 8, "kenjutsu": 5, "patrol_listen": 5, "patrol_search": 5, "secret_passage": 2}
    listed |= {"sentry_listen": 6, "sentry_search": 5}
    table = lay("g01:c4 g02:c4 g03:c4", phase="alert", drawn={"awaken": 3}, guard_cards="counted", guard_deck=listed)
    table.says("guards", "play_sentry_search", guard="g01")
    table.says("guards", "guard_stop")
    assert stock(table.state, "guards").drawn_size == 2
    many = lay("g01:b1", guard_cards="counted", guard_deck=listed, front=2, found=("b1",))
    refusal = many.refuses("1.3", "guards", "play_guard_passage")
    assert not refusal.private
    soft = lay("g01:b1", guard_cards="counted", front=2, found=("b1",))
    soft.says("guards", "play_guard_passage")


@pytest.mark.clause("SCORPION-10.3")
def test_where_cards_are_counted_an_empty_row_of_drawn_cards_plays_nothing() -> None:
    table = lay("g01:c4", phase="alert", guard_cards="counted")
    table.refuses("10.3", "guards", "play_sentry_search", guard="g01")


def test_two_players_in_counted_mode_with_a_known_split_are_refused_privately() -> None:
    from referee.scorpion.state import with_stock

    table = lay("g01:c4", players=4, guard_cards="counted")
    table.state = with_stock(table.state, "sword", listed=("awaken", "kenjutsu"))
    assert table.refuses("1.3", "sword", "play_sentry_search", guard="g01").private
