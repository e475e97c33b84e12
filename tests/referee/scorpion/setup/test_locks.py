"""Both sides lock their parts and turn 1 begins; what is missing before (SCORPION-2.2, 4.8, 6.1, section 19)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.core.values import Ruling
from referee.scorpion.setup.intruders import missing
from tests.referee.scorpion.table import ENTRANCES, MARKS, PARTS, PATROLS, SEATS, Table, hand


def told(ruling: Ruling, viewer: str) -> list[str]:
    return [n.message.removeprefix("scorpion.") for n in ruling.notices if n.reaches(viewer)]


def lacks(table: Table, seat: str) -> list[str]:
    return [key.removeprefix("scorpion.missing.") for key in missing(table.state, seat)]


def guarded_start(**options: Any) -> Table:
    """Return a table whose Ninja starts at T12, where a house ruling has put a patrol."""
    table = Table.setting_up(2, "guard_figures", **options)
    table.guard_figures()
    table.says("guards", "lift_unit", unit="g13+g14")
    table.says("guards", "place_patrol", ("4.3",), zone="T12")
    table.guard_marks()
    table.guards_lock()
    table.intruder_marks()
    table.says("intruders", "set_start", intruder="ninja", zone="T12")
    return table


# Locks


@pytest.mark.clause("SCORPION-2.2", "SCORPION-4.8", "SCORPION-1.1")
@pytest.mark.parametrize("players", SEATS)
def test_turn_1_begins_without_alert_when_both_sides_are_ready(players: int) -> None:
    table = Table.ready(players)
    state = table.state
    assert (state.phase, state.turn, state.alert) == ("alert", 1, 0)
    assert table.kinds()[-3:] == ["side_ready", "side_ready", "alert_phase"]
    assert [e.data["side"] for e in state.record if e.kind == "side_ready"] == ["guards", "intruders"]
    assert [(c.status, c.zone, c.noise, c.visible) for c in state.characters] == [
        ("in_play", "T1", 0, False),
        ("in_play", "N6", 0, False),
    ]
    assert all(s.drew for s in state.stocks)


@pytest.mark.clause("SCORPION-4.8")
def test_the_guards_lock_before_the_intruders() -> None:
    table = Table.setting_up(2, "guards_lock")
    table.intruder_marks()
    refusal = table.refuses("4.8", "intruders", "lock_setup")
    assert (refusal.reason, refusal.private) == ("scorpion.guards_lock_first", False)
    table.guards_lock()
    assert table.state.phase == "setup"
    table.intruders_lock()
    assert table.state.phase == "alert"
    table.refuses("9.2", "guards", "lock_setup")


@pytest.mark.clause("SCORPION-4.8")
@pytest.mark.parametrize("part", ["guard_marks", "guard_figures", "hands"])
def test_no_guard_locks_what_is_not_complete(part: str) -> None:
    table = Table.setting_up(2, part)
    refusal = table.refuses("4.8", "guards", "lock_setup")
    assert refusal.private
    assert refusal.params["missing"] == list(missing(table.state, "guards"))


@pytest.mark.clause("SCORPION-4.8", "SCORPION-2.4")
def test_a_side_of_two_is_ready_when_both_have_locked_and_nobody_hears_who_was_first() -> None:
    table = Table.setting_up(4, "guards_lock")
    first = table.says("spear", "lock_setup")
    assert (told(first, "public"), told(first, "sword"), told(first, "spear")) == ([], [], ["part_is_locked"])
    assert table.refuses("4.8", "spear", "lock_setup").private
    assert told(table.says("sword", "lock_setup"), "public") == ["side_ready"]


@pytest.mark.clause("SCORPION-4.8")
def test_a_locked_seat_changes_nothing_and_its_partner_only_what_is_theirs() -> None:
    table = Table.setting_up(3, "intruders_lock")
    table.says("ninja", "lock_setup")
    assert table.refuses("4.8", "ninja", "set_start", intruder="ninja", zone="T2").private
    assert table.refuses("4.8", "traitor", "set_passage", entrances=["P2", "P3"]).private
    table.refuses("4.8", "traitor", "set_entrance", zone="P2")
    table.says("traitor", "set_start", intruder="traitor", zone="W6")
    table.says("traitor", "lock_setup")
    assert table.one("traitor").zone == "W6"
    assert [(f.id, f.zone) for f in table.state.figures][:1] == [("g01", "W1")]


@pytest.mark.clause("SCORPION-30.6", "SCORPION-4.8")
def test_a_rivals_lock_closes_nothing_of_the_others() -> None:
    table = Table.setting_up(3, "intruders_lock", disputed="on")
    ruling = table.says("traitor", "lock_setup")
    assert told(ruling, "ninja") == told(ruling, "public") == []
    table.refuses("4.8", "traitor", "set_passage", entrances=["P2", "P3"])
    table.says("ninja", "set_passage", entrances=["P2", "P3"])
    table.says("ninja", "lock_setup")
    assert table.state.phase == "alert"


@pytest.mark.clause("SCORPION-6.5", "SCORPION-4.8")
def test_a_start_that_guards_have_come_to_is_refused_at_the_lock() -> None:
    table = Table.setting_up(2, "guard_marks")
    table.says("intruders", "set_start", intruder="traitor", zone="N5")
    table.says("guards", "lift_unit", unit="g13+g14")
    table.says("guards", "place_patrol", zone=PATROLS[3][0], behind=PATROLS[3][1])
    table.guard_marks()
    table.guards_lock()
    table.says("intruders", "set_start", intruder="ninja", zone="T1")
    table.says("intruders", "set_passage", entrances=ENTRANCES)
    assert table.refuses("6.5", "intruders", "lock_setup").private
    table.says("intruders", "set_start", intruder="traitor", zone="N6")
    table.says("intruders", "lock_setup")


@pytest.mark.clause("SCORPION-6.1", "SCORPION-21.2")
def test_a_ninja_among_guards_is_discovered_when_the_intruders_lock() -> None:
    table = guarded_start()
    assert not table.one("ninja").visible
    ruling = table.says("intruders", "lock_setup")
    assert ruling.told
    assert table.one("ninja").visible
    assert table.kinds()[-4:] == ["side_ready", "discovered", "alert_raised", "alert_phase"]
    assert (table.state.alert, table.state.drawn_at) == (3, 3)


@pytest.mark.clause("SCORPION-6.1")
def test_by_option_a_ninja_among_guards_stays_hidden_or_may_not_start_there() -> None:
    table = guarded_start(ninja_start_guarded="hidden")
    table.says("intruders", "lock_setup")
    assert (table.one("ninja").visible, table.state.alert) == (False, 0)
    forbidding = Table.setting_up(2, "intruders_lock", ninja_start_guarded="forbid")
    forbidding.says("intruders", "lock_setup")
    assert not forbidding.one("ninja").visible


@pytest.mark.clause("SCORPION-29.1", "SCORPION-29.2")
@pytest.mark.parametrize("form", ["on", "hidden"])
def test_a_lone_wolf_starts_alone(form: str) -> None:
    table = Table.ready(lone_wolf=form, character="traitor")
    assert [c.status for c in table.state.characters] == ["absent", "in_play"]
    assert len(table.state.patrols) == 2
    assert table.state.identity_public is (form == "on")


@pytest.mark.clause("SCORPION-31.4")
def test_numbers_by_option_make_a_whole_set_up() -> None:
    table = Table.ready(sentries=5, patrols=4, sleepers=11, ninja_hand=10, traitor_hand=9)
    assert (len(table.state.figures), len(table.state.patrols)) == (13, 4)
    assert sum(n for _, n in table.state.marks.sleepers) == 11
    assert [c.hand_size for c in table.state.characters] == [10, 9]
    nobody = Table.ready(sentries=0, patrols=0, sleepers=0)
    assert (nobody.state.figures, nobody.state.phase) == ((), "alert")


# What is missing


@pytest.mark.clause("SCORPION-4.8")
@pytest.mark.parametrize("players", SEATS)
def test_each_part_takes_something_off_what_is_missing(players: int) -> None:
    table = Table(players)
    seats = SEATS[players]
    guards = ["guard_hand", "sentries", "patrols", "sleepers", "marks"]
    assert lacks(table, seats[0]) == (["split"] if players == 4 else []) + guards
    own = (
        ["hand_ninja", "hand_traitor", "start_ninja", "start_traitor"]
        if players == 2
        else ["hand_traitor", "start_traitor"]
    )
    assert lacks(table, seats[-1]) == ["mission", *own, "passage"]
    for part in PARTS:
        before = sum(len(lacks(table, seat)) for seat in seats)
        getattr(table, part)()
        after = sum(len(lacks(table, seat)) for seat in seats)
        assert (after < before) is (not part.endswith("lock"))
    assert all(lacks(table, seat) == [] for seat in seats)


@pytest.mark.clause("SCORPION-3.6")
def test_a_guard_player_lacks_their_own_hand_alone() -> None:
    table = Table.setting_up(4, "hands")
    table.hands()
    assert lacks(table, "sword") == lacks(table, "spear") == ["sentries", "patrols", "sleepers", "marks"]
    counted = Table(4, guard_cards="counted")
    counted.says("sword", "choose_guard_hand")
    assert "guard_hand" not in lacks(counted, "sword")
    assert lacks(counted, "spear")[0] == "guard_hand"


@pytest.mark.clause("SCORPION-6.10")
def test_partners_lack_each_others_word_on_the_passage() -> None:
    table = Table.setting_up(3, "intruder_marks")
    for who, zone in (("ninja", "T1"), ("traitor", "W6")):
        table.says(who, "set_start", intruder=who, zone=zone)
    table.says("ninja", "set_passage", entrances=ENTRANCES)
    assert (lacks(table, "ninja"), lacks(table, "traitor")) == (["passage_partner"], ["passage"])
    table.refuses("4.8", "ninja", "lock_setup")
    table.says("traitor", "set_passage", entrances=ENTRANCES)
    table.says("ninja", "lock_setup")


@pytest.mark.clause("SCORPION-29.1", "SCORPION-29.3")
def test_a_lone_wolf_lacks_a_character_first_and_hidden_both_hands() -> None:
    for form, hands in (("on", ["hand_ninja"]), ("hidden", ["hand_ninja", "hand_traitor"])):
        table = Table(lone_wolf=form)
        assert lacks(table, "intruders")[0] == "character"
        table.says("intruders", "choose_character", intruder="ninja")
        assert lacks(table, "intruders") == ["mission", *hands, "start_ninja", "passage"]


@pytest.mark.clause("SCORPION-1.5", "SCORPION-6.5")
def test_guards_cannot_tell_from_any_ruling_where_an_intruder_will_start() -> None:
    heard = []
    for zone in ("W6", "N6"):
        table = Table.setting_up(2, "guard_marks")
        table.says("intruders", "set_start", intruder="traitor", zone=zone)
        table.says("guards", "lift_unit", unit="g13+g14")
        rulings = [
            table.says("guards", "place_patrol", zone="W6", behind="W5"),
            table.judge("guards", "place_sentry", zone="N6"),
            table.judge("guards", "lock_setup"),
        ]
        heard.append([(r.verdict, r.clause, r.reason, r.params, r.notices) for r in rulings])
    assert heard[0] == heard[1]


@pytest.mark.clause("SCORPION-1.5", "SCORPION-2.7", "SCORPION-3.4")
def test_each_side_sees_the_same_table_whatever_the_other_has_noted() -> None:
    one, other = Table.setting_up(2, "intruders_lock"), Table(2)
    other.says("intruders", "draw_missions", ninja="F", traitor="B")
    other.says("intruders", "choose_intruder_hand", intruder="ninja", cards={"rope": 3, "shuriken": 5})
    other.says("intruders", "choose_intruder_hand", intruder="traitor", cards=hand("traitor", 7))
    other.says("guards", "choose_guard_hand", cards={"awaken": 4, "sentry_listen": 16, "patrol_listen": 4})
    other.guard_figures()
    other.says("guards", "record_sleepers", sleepers={"K4": 2, "P3": 2, "E5": 2, "W3": 2})
    other.says("guards", "record_marks", marks=MARKS | {"A": MARKS["D"], "D": MARKS["A"]})
    other.guards_lock()
    other.says("intruders", "set_start", intruder="ninja", zone="T9")
    other.says("intruders", "set_start", intruder="traitor", zone="W6")
    other.says("intruders", "set_passage", entrances=["P2", "P2"])
    mixed = {
        "guards": replace(one.state, characters=other.state.characters, passages=other.state.passages),
        "intruders": replace(one.state, marks=other.state.marks, stocks=other.state.stocks),
    }
    for viewer, state in mixed.items():
        twin = Table.at(state)
        assert twin.view(viewer) == one.view(viewer)
        assert twin.prompts(viewer) == one.prompts(viewer)
        assert twin.view("public") == one.view("public")
        assert twin.view("gm") != one.view("gm")
