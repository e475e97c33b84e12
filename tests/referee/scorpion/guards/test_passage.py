"""The secret passage and the guards: finding it, unlocking it, going in, coming out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.scorpion.guards.cards import may_enter_by_card, may_unlock
from referee.scorpion.moves import OTHER_EXIT, PASSAGE
from referee.scorpion.parts import Moving
from referee.scorpion.state import Passage, stock, with_stock
from tests.referee.scorpion.guards.guarded import Guarded, copies, lay, steps_from

CARDS = {"secret_passage": 2, "sentry_search": 4, "patrol_search": 2, "sentry_listen": 2, "awaken": 1}


def passages(guards: str, **fields: object) -> Guarded:
    """The entrances are b1 and c4; hands hold what is needed."""
    return lay(guards, **{"hand": CARDS, **fields})  # type: ignore[arg-type]


def found(table: Guarded) -> tuple[str, ...]:
    return table.state.passages[0].found


def search(table: Guarded, guard: str = "g01") -> Guarded:
    table.says("guards", "play_sentry_search", guard=guard)
    return table


def steps(table: Guarded) -> set[str]:
    moving = table.state.pending[-1]
    assert isinstance(moving, Moving)
    return set(steps_from(table.state, moving))


# Finding it


@pytest.mark.clause("SCORPION-25.11")
@pytest.mark.clause("SCORPION-25.12")
def test_a_guard_who_ends_a_move_on_an_entrance_finds_that_one_and_the_alert_stays() -> None:
    table = search(passages("g01:c5"))
    before = len(table.state.record)
    table.says("guards", "guard_step", to="c4")
    assert found(table) == ()
    table.says("guards", "guard_stop")
    assert table.said(before) == ["guards_moved", "guards_stopped", "entrance_found"]
    assert table.state.record[-1].data == {"zone": "c4", "entrances": 1}
    assert (found(table), table.state.alert) == (("c4",), 0)


@pytest.mark.clause("SCORPION-25.13")
def test_a_guard_who_passes_an_entrance_finds_nothing() -> None:
    table = search(passages("g01:c5"))
    table.says("guards", "guard_step", to=["c4", "c3"])
    assert found(table) == ()


@pytest.mark.clause("SCORPION-25.11")
def test_a_guard_who_stands_on_an_entrance_finds_nothing_by_staying() -> None:
    table = search(passages("g01:c4"))
    table.says("guards", "guard_stop")
    assert found(table) == ()
    ruled = search(passages("g01:c4", passage_found_by_staying="yes"))
    ruled.says("guards", "guard_stop")
    assert found(ruled) == ("c4",)


@pytest.mark.clause("SCORPION-25.11")
def test_guards_who_stay_through_the_turn_find_what_is_there_if_the_table_rules_so() -> None:
    for rule, finds in (("no", ()), ("yes", ("b1",))):
        table = passages("g01:b1", phase="patrol", passage_found_by_staying=rule)
        table.says("guards", "end_patrol_phase")
        assert found(table) == finds


@pytest.mark.clause("SCORPION-25.11")
def test_a_patrol_on_its_route_finds_an_entrance_too_and_after_the_intruder_there() -> None:
    table = passages("g01+g02:c2<b2", phase="patrol", ninja="c4")
    before = len(table.state.record)
    table.says("guards", "guard_step", to=["c3", "c4"])
    assert table.said(before) == ["guards_moved", "guards_moved", "discovered", "entrance_found"]


@pytest.mark.clause("SCORPION-25.11")
def test_an_entrance_is_found_once_and_both_if_both_are_there() -> None:
    table = search(passages("g01:c5", found=("c4",)))
    before = len(table.state.record)
    table.says("guards", "guard_step", to=["c4"], stop=True)
    assert "entrance_found" not in table.said(before)
    both = search(passages("g01:c5", entrances=("c4", "c4")))
    both.says("guards", "guard_step", to=["c4"], stop=True)
    assert found(both) == ("c4", "c4")


@pytest.mark.parametrize(("rule", "level"), [("0", 0), ("1", 1), ("2", 2), ("high", 3)])
@pytest.mark.clause("SCORPION-31.3")
def test_finding_an_entrance_raises_the_alert_as_the_table_chose(rule: str, level: int) -> None:
    table = search(passages("g01:c5", alert_on_passage=rule))
    table.says("guards", "guard_step", to=["c4"], stop=True)
    assert table.state.alert == level


@pytest.mark.clause("SCORPION-31.5")
def test_by_option_guards_never_discover_the_passage() -> None:
    table = search(passages("g01:c5", passage_discoverable="no"))
    table.says("guards", "guard_step", to=["c4"], stop=True)
    assert found(table) == ()
    table.refuses("31.5", "guards", "play_guard_passage")
    assert not may_unlock(table.state, "guards")


# Unlocking it


@pytest.mark.clause("SCORPION-25.19")
def test_the_card_needs_a_found_entrance_and_stays_in_front() -> None:
    table = passages("g01:b1")
    table.refuses("25.11", "guards", "play_guard_passage")
    assert not may_unlock(table.state, "guards")
    known = passages("g01:b1", found=("b1",))
    before = copies(known)
    assert may_unlock(known.state, "guards")
    known.says("guards", "play_guard_passage")
    mine = stock(known.state, "guards")
    assert (mine.front, mine.discard, known.state.hand_used, copies(known)) == (1, (), 1, before)


@pytest.mark.clause("SCORPION-25.20")
def test_each_card_in_front_lets_one_guard_more_in() -> None:
    table = search(passages("g01:b1 g02:b1 g03+g04:b1<c1", found=("b1",)))
    table.refuses("25.19", "guards", "guard_step", to="passage")
    assert PASSAGE not in steps(table)
    table.says("guards", "guard_stop")
    table.says("guards", "play_guard_passage")
    table.state = replace(table.state, hand_used=0)
    search(table, "g02").says("guards", "guard_step", to="passage")
    assert (table.guard("g02").zone, table.asked) == ("passage", "")
    table.says("guards", "play_patrol_search", unit="g03+g04")
    table.refuses("25.20", "guards", "guard_step", to="passage")
    table.says("guards", "guard_stop")


@pytest.mark.clause("SCORPION-25.20")
def test_with_both_cards_two_guards_enter_and_leave_together() -> None:
    table = passages("g01+g02:b1<c1 g03:b1", found=("b1",), front=2)
    table.says("guards", "play_patrol_search", unit="g01+g02")
    table.says("guards", "guard_step", to="passage")
    assert table.state.patrols[0].behind is None
    search(table, "g03").refuses("25.20", "guards", "guard_step", to="passage")
    inside = passages("g01+g02:passage", found=("b1",), front=2)
    inside.says("guards", "play_patrol_search", unit="g01+g02")
    assert steps(inside) == {"b1", OTHER_EXIT}
    inside.says("guards", "guard_step", to="b1")
    assert {f.zone for f in inside.state.figures} == {"b1"}


@pytest.mark.clause("SCORPION-25.19")
def test_guards_enter_only_by_a_search() -> None:
    table = passages("g01:b1", ninja="b1", noise=(1, 0), found=("b1",), front=1)
    table.listens("guards", "play_sentry_listen", guard="g01")
    table.refuses("25.19", "guards", "guard_step", to="passage")
    patrol = passages("g01+g02:b1<c1", phase="patrol", found=("b1",), front=2)
    patrol.refuses("25.19", "guards", "guard_step", to="passage", unit="g01+g02")


@pytest.mark.clause("SCORPION-25.2")
def test_guards_enter_only_where_they_know_an_entrance_and_are_told_nothing_elsewhere() -> None:
    here = search(passages("g01:c4", found=("b1",), front=1)).judge("guards", "guard_step", to="passage")
    elsewhere = search(passages("g01:c4", entrances=("b1", "a5"), found=("b1",), front=1))
    there = elsewhere.judge("guards", "guard_step", to="passage")
    assert here == there
    assert (here.clause, here.verdict) == ("SCORPION-25.2", "refused")
    search(passages("g01:b1", found=("b1",), front=1)).says("guards", "guard_step", to="passage")


@pytest.mark.clause("SCORPION-25.3")
@pytest.mark.clause("SCORPION-25.6")
def test_going_in_costs_a_zone_and_ends_the_move_and_coming_out_leaves_one() -> None:
    table = search(passages("g01:c1", found=("b1",), front=1))
    search(passages("g01:b1", found=("b1",), front=1)).refuses("27.1", "guards", "guard_step", to=["passage", "b1"])
    table.says("guards", "guard_step", to=["b1", "passage"])
    assert table.asked == ""
    table.refuses("13.4", "guards", "play_sentry_search", guard="g01", waived=("11.1",))
    out = search(passages("g01:passage", found=("b1",), front=1))
    out.says("guards", "guard_step", to=["b1", "b2"])
    assert out.guard("g01").zone == "b2"


@pytest.mark.clause("SCORPION-25.15")
def test_the_other_exit_is_found_by_coming_out_there() -> None:
    table = search(passages("g01:passage", found=("b1",), front=1))
    table.refuses("25.15", "guards", "guard_step", to=["other", "b4"])
    before = len(table.state.record)
    table.says("guards", "guard_step", to="other")
    assert table.said(before) == ["guards_moved", "entrance_found"]
    assert (table.guard("g01").zone, found(table), table.asked) == ("c4", ("b1", "c4"), "Moving")
    table.says("guards", "guard_step", to="b4")
    both = search(passages("g01:passage", found=("b1", "c4"), front=1))
    both.refuses("25.15", "guards", "guard_step", to="other")
    assert steps(both) == {"b1", "c4"}


@pytest.mark.clause("SCORPION-25.15")
def test_naming_the_exit_that_is_not_found_is_refused_like_any_other_zone() -> None:
    table = search(passages("g01:passage", found=("b1",), front=1))
    true, false = (table.judge("guards", "guard_step", to=zone) for zone in ("c4", "c3"))
    assert true.clause == false.clause == "SCORPION-25.2"
    assert true.reason == false.reason
    assert not true.private


@pytest.mark.clause("SCORPION-25.18")
def test_only_a_search_brings_a_guard_out() -> None:
    table = passages("g01:passage", found=("b1",), front=1)
    table.state = replace(table.state, pending=(Moving(("g01",), "listen", "guards", 2, PASSAGE),))
    table.refuses("25.18", "guards", "guard_step", to="b1")
    table.state = replace(table.state, pending=())
    search(table).says("guards", "guard_step", to="b1")


@pytest.mark.clause("SCORPION-25.4")
@pytest.mark.clause("SCORPION-25.23")
def test_a_guard_who_enters_discovers_whoever_is_inside() -> None:
    table = passages("g01:b1 g02:a1", found=("b1",), front=1, ninja="passage")
    table.refuses("22.6", "guards", "attack_intruder", guard="g01", intruder="ninja")
    assert table.state.alert == 0
    search(table).says("guards", "guard_step", to="passage")
    assert table.one("ninja").visible
    assert table.state.alert == 3
    table.state = with_stock(table.state, "guards", hand=("kenjutsu",), hand_size=1)
    table.says("guards", "attack_intruder", guard="g01", intruder="ninja")
    table.refuses("22.6", "guards", "attack_intruder", guard="g02", intruder="ninja")


@pytest.mark.clause("SCORPION-25.22")
def test_a_guard_who_comes_out_before_an_intruder_discovers_them_and_stops() -> None:
    table = search(passages("g01:passage", found=("b1",), front=1, ninja="c4"))
    before = len(table.state.record)
    table.says("guards", "guard_step", to="other")
    assert table.said(before) == ["guards_moved", "discovered", "entrance_found"]
    assert table.asked == ""


@pytest.mark.clause("SCORPION-30.6")
def test_rivals_have_a_passage_each_and_guards_in_one_meet_nobody_of_the_other() -> None:
    own = (Passage("ninja", ("b1", "c4"), ("b1",)), Passage("traitor", ("a5", "c1")))
    for who, seen in (("ninja", True), ("traitor", False)):
        table = passages("g01:b1", players=3, disputed="on", front=1, **{who: "passage"})
        table.state = replace(table.state, passages=own)
        search(table).says("guards", "guard_step", to="passage")
        assert table.one(who).visible is seen
        assert table.guard("g01").inside == "ninja"
    out = passages("g01:passage g02:b1", players=3, disputed="on", front=1)
    figures = tuple(replace(f, inside="ninja") if f.id == "g01" else f for f in out.state.figures)
    out.state = replace(out.state, passages=own, figures=figures)
    assert steps(search(out)) == {"b1", OTHER_EXIT}
    out.says("guards", "guard_step", to="other")
    assert (out.guard("g01").zone, out.guard("g01").inside) == ("c4", None)
    assert out.state.record[-1].data["intruder"] == "ninja"


# What the table may rule otherwise


@pytest.mark.parametrize("rule", ["unlock_then_search", "card_moves_guard"])
@pytest.mark.clause("SCORPION-25.19")
def test_by_option_the_card_itself_takes_a_guard_in(rule: str) -> None:
    table = passages("g01:b1 g02:c3", found=("b1",), guard_passage_entry=rule)
    if rule == "unlock_then_search":
        table.refuses("25.19", "guards", "play_guard_passage", guard="g01")
        assert may_enter_by_card(table.state, "guards") == ()
        return
    assert may_enter_by_card(table.state, "guards") == ("g01",)
    table.refuses("25.2", "guards", "play_guard_passage", guard="g02")
    table.says("guards", "play_guard_passage", guard="g01")
    assert (table.guard("g01").zone, table.guard("g01").moved, table.asked) == ("passage", True, "")
    table.refuses("11.1", "guards", "play_sentry_search", guard="g01")


@pytest.mark.parametrize("rule", ["yes", "no"])
@pytest.mark.clause("SCORPION-25.20")
def test_a_card_in_front_serves_again_and_again_unless_the_table_rules_otherwise(rule: str) -> None:
    table = search(passages("g01:b1 g02:b1", found=("b1",), front=1, passage_reuse=rule))
    table.says("guards", "guard_step", to="passage")
    left = tuple(replace(f, zone="c4", inside=None) if f.id == "g01" else f for f in table.state.figures)
    table.state = replace(table.state, figures=left)
    search(table, "g02")
    if rule == "yes":
        table.says("guards", "guard_step", to="passage")
    else:
        table.refuses("25.20", "guards", "guard_step", to="passage")


@pytest.mark.parametrize("rule", ["yes", "no"])
@pytest.mark.clause("SCORPION-25.14")
def test_two_guard_players_share_their_passage_cards_unless_the_table_rules_otherwise(rule: str) -> None:
    table = passages("g01:b1 g02p:b1", players=4, found=("b1",), front=1, passage_shared_4p=rule)
    table.says("spear", "play_sentry_search", guard="g02")
    if rule == "no":
        table.refuses("25.19", "spear", "guard_step", to="passage")
        table.says("spear", "guard_stop")
        table.says("sword", "play_sentry_search", guard="g01")
        table.says("sword", "guard_step", to="passage")
    else:
        table.says("spear", "guard_step", to="passage")


@pytest.mark.clause("SCORPION-25.20")
def test_cards_that_are_neither_shared_nor_used_again_are_counted_for_each_guard_player() -> None:
    rules = {"passage_shared_4p": "no", "passage_reuse": "no"}
    table = passages("g01:b1 g02p:b1 g03p:b1", players=4, found=("b1",), front=1, **rules)
    table.state = with_stock(table.state, "spear", front=1)
    for seat, guard in (("sword", "g01"), ("spear", "g02")):
        table.says(seat, "play_sentry_search", guard=guard)
        table.says(seat, "guard_step", to="passage")
    table.state = replace(table.state, stocks=tuple(replace(s, hand_used=0) for s in table.state.stocks))
    table.says("spear", "play_sentry_search", guard="g03")
    table.refuses("25.20", "spear", "guard_step", to="passage")
