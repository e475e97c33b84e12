"""Cards on the way: killing, making drunk, and walking unseen among guards."""

from __future__ import annotations

from typing import Any

import pytest

from referee.scorpion.moves import PASSAGE
from tests.referee.scorpion.night import Night, about, said

DECK = {"kenjutsu1": 2, "kenjutsu2": 2, "rope": 3, "shadow_walk": 1, "shuriken": 3, "secret_passage": 1}
"""A Ninja's deck as its owner has counted it; uncounted, two Shuriken are sure and three more are possible."""


@pytest.mark.clause("SCORPION-21.4", "SCORPION-22.5")
def test_entering_a_guarded_zone_without_cards_is_seen() -> None:
    night = Night("b2", "c3", ["c2"])
    ruling = night.goes("ninja", "c2")
    assert said(ruling) == ["discovered", "alert_raised"]
    assert about(ruling, "alert_raised") == {"cause": "discovered", "before": 0, "after": 3}
    assert (night.one("ninja").visible, night.state.alert) == (True, 3)
    assert ruling.told


@pytest.mark.clause("SCORPION-21.3", "SCORPION-22.3", "SCORPION-22.4")
@pytest.mark.parametrize(("value", "alert"), [(1, 1), (2, 2)])
def test_with_every_guard_killed_only_the_cards_raise_the_alert(value: int, alert: int) -> None:
    night = Night("b2", "c3", ["c2"])
    ruling = night.goes("ninja", "c2", f"kenjutsu{value} g01")
    assert said(ruling) == ["card_played", "guard_killed", "alert_raised"]
    card = f"kenjutsu{value}"
    assert about(ruling, "guard_killed") == {"intruder": "ninja", "card": card, "guard": "g01", "zone": "c2"}
    assert (night.one("ninja").visible, night.state.alert) == (False, alert)
    assert not night.state.figures


@pytest.mark.clause("SCORPION-21.3", "SCORPION-22.5")
def test_with_one_guard_left_an_intruder_is_seen_after_the_kills() -> None:
    night = Night("b2", "c3", ["c2", "c2"], patrols=[("g01", "g02")])
    ruling = night.goes("ninja", "c2", "kenjutsu1 g02")
    assert said(ruling) == ["card_played", "guard_killed", "alert_raised", "discovered", "alert_raised"]
    assert not night.state.patrols
    assert [f.id for f in night.state.figures] == ["g01"]


@pytest.mark.clause("SCORPION-22.3", "SCORPION-16.2")
def test_card_after_card_an_intruder_kills_a_patrol() -> None:
    night = Night("b2", "c3", ["c2", "c2", "c2"], patrols=[("g01", "g02", "g03")])
    ruling = night.goes("ninja", "c2", "kenjutsu1 g01", "shuriken g02", "kenjutsu2 g03")
    assert said(ruling).count("guard_killed") == 3
    assert (night.state.alert, night.one("ninja").visible, night.one("ninja").hand_size) == (3, False, 5)


@pytest.mark.clause("SCORPION-22.4", "SCORPION-8.3")
def test_the_alert_rises_before_the_next_step_and_never_above_high() -> None:
    night = Night("b2", "c3", ["c2", "c3"], alert=2)
    ruling = night.goes("ninja", "c2", "kenjutsu1 g01", "c3")
    kinds = ["card_played", "guard_killed", "alert_raised", "discovered", "alert_raised"]
    assert said(ruling) == kinds
    assert about(ruling, "alert_raised")["after"] == about(ruling, "alert_raised", 1)["after"] == 3


@pytest.mark.clause("SCORPION-22.3")
def test_a_guard_elsewhere_or_nowhere_is_not_attacked() -> None:
    night = Night("b2", "c3", ["c2", "c4"])
    night.may_not("22.3", "ninja", "kenjutsu1 g01")
    night.may_not("22.3", "ninja", "c2", "kenjutsu1 g02")
    night.may_not("22.3", "ninja", "c2", "kenjutsu1 g09")
    night.may_not("22.3", "ninja", "c2", {"do": "kenjutsu", "value": 1, "guards": ["g01", "g02"]})
    night.may_not("22.4", "ninja", "c2", {"do": "kenjutsu", "guards": ["g01"]})


@pytest.mark.clause("SCORPION-22.3", "SCORPION-26.2")
def test_a_guard_who_is_gone_already_is_only_attacked_as_a_bluff() -> None:
    night = Night("b2", "c3", ["c2"])
    night.may_not("22.3", "ninja", "c2", "kenjutsu1 g01", "kenjutsu2 g01")
    ruling = night.goes("ninja", "c2", "kenjutsu1 g01", "bluff kenjutsu2")
    assert said(ruling) == ["card_played", "guard_killed", "alert_raised", "card_played"]
    assert night.state.alert == 1


@pytest.mark.clause("SCORPION-16.3", "SCORPION-3.3")
def test_each_card_is_used_once_and_only_by_its_own_intruder() -> None:
    night = Night("b2", "c3", ["c2", "c2"])
    night.may_not("16.3", "ninja", "c2", "kenjutsu1 g01", "kenjutsu1 g02")
    night.may_not("3.3", "ninja", "c2", "sake g01")
    night.may_not("3.3", "traitor", "c2", "shuriken g01")
    night.may_not("3.3", "traitor", "c2", "shadow_walk", "c1")
    Night("b2", "c3", ["c2"], hands={"ninja": ["rope"]}).may_not("16.3", "ninja", "c2", "shuriken g01")


@pytest.mark.clause("SCORPION-16.3")
@pytest.mark.parametrize(("deck", "most"), [(None, 5), (DECK, 3)])
def test_where_cards_are_only_counted_the_deck_bounds_them(deck: dict[str, int] | None, most: int) -> None:
    night = Night("b2", "c3", intruder_cards="counted", ninja_deck=deck)
    bluffs = ["bluff shuriken"] * (most + 1)
    night.may_not("16.3", "ninja", *bluffs)
    night.goes("ninja", *bluffs[:most])
    assert (night.one("ninja").hand, night.one("ninja").hand_size) == (None, 8 - most)


@pytest.mark.clause("SCORPION-16.3", "SCORPION-3.1")
def test_where_cards_are_only_counted_the_hand_bounds_them() -> None:
    night = Night("b2", "c3", intruder_cards="counted").set("ninja", hand_size=1)
    night.may_not("16.3", "ninja", "bluff rope", "bluff shuriken")
    night.goes("ninja", "bluff rope")


# Seen and hidden


@pytest.mark.clause("SCORPION-21.5", "SCORPION-21.6")
def test_a_visible_intruder_hides_in_an_unguarded_zone() -> None:
    night = Night("c2", "c3", ["c2"], visible=["ninja"], alert=2)
    ruling = night.goes("ninja", "b2")
    assert said(ruling) == ["lost_sight"]
    assert about(ruling, "lost_sight") == {"intruder": "ninja"}
    assert night.state.alert == 2


@pytest.mark.clause("SCORPION-21.5")
def test_a_visible_intruder_hides_by_killing_the_last_guard_of_the_zone() -> None:
    night = Night("c2", "c3", ["c2", "c2"], visible=["ninja"])
    assert said(night.goes("ninja", "kenjutsu1 g01", "shuriken g02"))[-1] == "lost_sight"
    other = Night("c2", "c3", ["c2", "c2"], visible=["ninja"])
    assert "lost_sight" not in said(other.goes("ninja", "kenjutsu1 g01"))
    assert other.one("ninja").visible


@pytest.mark.clause("SCORPION-21.7")
def test_standing_still_hides_nobody() -> None:
    night = Night("c2", "c3", visible=["ninja"])
    night.goes("ninja")
    night.goes("traitor")
    night.ends()
    assert night.one("ninja").visible


@pytest.mark.clause("SCORPION-21.7")
def test_by_option_whoever_is_left_alone_is_hidden_again() -> None:
    night = Night("c2", "c3", visible=["ninja"], rehide_when_alone="yes")
    night.goes("ninja")
    night.goes("traitor")
    assert "lost_sight" in said(night.ends())
    assert not night.one("ninja").visible


@pytest.mark.clause("SCORPION-21.8")
def test_a_visible_intruder_among_the_next_guards_is_discovered_again() -> None:
    night = Night("c2", "c3", ["c2", "b2"], visible=["ninja"], alert=1)
    assert said(night.goes("ninja", "b2")) == ["discovered", "alert_raised"]
    assert night.state.alert == 3


@pytest.mark.clause("SCORPION-21.9")
@pytest.mark.parametrize(("notices", "told"), [("no", []), ("yes", ["discovered", "alert_raised"])])
def test_a_drunk_guard_sees_nobody_unless_the_table_says_so(notices: str, told: list[str]) -> None:
    night = Night("b2", "c3", ["c2"], drunk={"g01": 99}, drunk_notices=notices)
    assert said(night.goes("ninja", "c2")) == told


@pytest.mark.clause("SCORPION-21.9", "SCORPION-22.3")
def test_a_drunk_guard_may_be_killed() -> None:
    night = Night("b2", "c3", ["c2"], drunk={"g01": 99})
    night.goes("ninja", "c2", "kenjutsu2 g01")
    assert not night.state.figures


@pytest.mark.clause("SCORPION-17.4", "SCORPION-21.4")
def test_one_clears_the_way_for_the_other_in_a_list_of_both() -> None:
    night = Night("b2", "b2", ["c2"])
    ruling = night.both(("traitor", "c2"), ("traitor", "sake g01"), ("ninja", "c2"), ("ninja", "c1"))
    assert "discovered" not in said(ruling)
    late = Night("b2", "b2", ["c2"])
    ruling = late.both(("ninja", "c2"), ("traitor", "c2"), ("traitor", "sake g01"))
    assert said(ruling) == ["discovered", "alert_raised", "card_played", "guard_drunk", "lost_sight"]


# Shadow Walk


@pytest.mark.clause("SCORPION-21.3")
def test_shadow_walk_covers_one_entry_on_which_the_intruder_goes_on() -> None:
    night = Night("b2", "c3", ["c2"])
    ruling = night.goes("ninja", "c2", "shadow_walk", "c1")
    assert said(ruling) == ["card_played"]
    assert about(ruling, "card_played") == {"intruder": "ninja", "card": "shadow_walk"}
    assert not night.one("ninja").visible


@pytest.mark.clause("SCORPION-21.3", "SCORPION-26.2")
def test_a_real_shadow_walk_and_a_bluff_are_told_in_the_same_words() -> None:
    real = Night("b2", "c3", ["c2"]).goes("ninja", "c2", "shadow_walk", "c1")
    thrown = Night("b2", "c3", ["c2"]).goes("ninja", "b1", "bluff shadow_walk")
    assert real.notices == thrown.notices


@pytest.mark.clause("SCORPION-21.3")
def test_shadow_walk_covers_no_second_zone() -> None:
    night = Night("b2", "c3", ["c2", "c3"])
    assert said(night.goes("ninja", "c2", "shadow_walk", "c3")) == ["card_played", "discovered", "alert_raised"]


@pytest.mark.clause("SCORPION-21.3")
def test_shadow_walk_needs_an_entry_among_guards() -> None:
    night = Night("b2", "c3", ["c2", "b2"])
    night.may_not("21.3", "ninja", "b1", "shadow_walk", "b2")
    night.may_not("21.3", "ninja", "shadow_walk", "c2", "c1")


@pytest.mark.clause("SCORPION-21.3")
@pytest.mark.parametrize("path", [("c2", "shadow_walk"), ("b3", "shadow_walk")])
def test_nobody_stays_in_the_shadow(path: tuple[str, ...]) -> None:
    Night("b2", "c3", ["c2", "b3"]).may_not("21.3", "ninja", *path)


@pytest.mark.clause("SCORPION-21.3")
def test_by_option_an_intruder_may_stay_in_the_shadow() -> None:
    night = Night("b2", "c3", ["c2"], shadow_walk_stop="yes")
    assert said(night.goes("ninja", "c2", "shadow_walk")) == ["card_played"]
    assert (night.one("ninja").zone, night.one("ninja").visible) == ("c2", False)


@pytest.mark.clause("SCORPION-21.3")
def test_by_option_one_shadow_walk_covers_the_whole_turn_but_no_stop() -> None:
    night = Night("b2", "b2", ["c2", "c3", "c4"], shadow_walk_scope="turn")
    assert said(night.goes("ninja", "c2", "shadow_walk", "c3", "c4")) == ["card_played", "discovered", "alert_raised"]
    stays = Night("b2", "b2", ["c2", "c3"], shadow_walk_scope="turn", shadow_walk_stop="yes")
    assert said(stays.goes("ninja", "shadow_walk", "c2", "c3")) == ["card_played"]
    plain = Night("b2", "b2", ["c2", "c3"])
    assert said(plain.goes("ninja", "c2", "shadow_walk", "c3")) == ["card_played", "discovered", "alert_raised"]


@pytest.mark.clause("SCORPION-21.3", "SCORPION-22.3")
def test_on_a_covered_entry_an_intruder_may_kill_and_stays_unseen() -> None:
    night = Night("b2", "c3", ["c2", "c2"])
    ruling = night.goes("ninja", "c2", "kenjutsu1 g01", "shadow_walk", "c1")
    assert said(ruling) == ["card_played", "guard_killed", "alert_raised", "card_played"]
    assert night.state.alert == 1


@pytest.mark.clause("SCORPION-21.5", "SCORPION-21.3")
def test_a_visible_intruder_in_the_shadow_is_out_of_sight() -> None:
    night = Night("c2", "c3", ["c2", "b2"], visible=["ninja"])
    assert said(night.goes("ninja", "b2", "shadow_walk", "b1")) == ["card_played", "lost_sight"]


# Shuriken


@pytest.mark.clause("SCORPION-21.3", "SCORPION-D8")
@pytest.mark.parametrize(("reach", "near", "far"), [("0", "c2", "b2"), ("1", "b2", "b1"), ("2", "b1", "c5")])
def test_shuriken_reach_as_far_as_the_table_says(reach: str, near: str, far: str) -> None:
    Night("c2", "c3", [far], shuriken_range=reach).may_not("21.3", "ninja", "shuriken g01")
    night = Night("c2", "c3", [near], shuriken_range=reach)
    assert said(night.goes("ninja", "shuriken g01")) == ["card_played", "guard_killed"]


@pytest.mark.clause("SCORPION-D8")
def test_shuriken_go_over_plain_borders_only() -> None:
    Night("a3", "c3", ["a4"], shuriken_range="1").may_not("21.3", "ninja", "shuriken g01")
    Night("a2", "c3", ["a3"], shuriken_range="1").goes("ninja", "shuriken g01")
    Night("c2", "c3", [PASSAGE], shuriken_range="2").may_not("21.3", "ninja", "shuriken g01")


@pytest.mark.clause("SCORPION-8.5")
@pytest.mark.parametrize(("option", "alert"), [("0", 0), ("1", 1), ("2", 2), ("high", 3)])
def test_shuriken_raise_the_alert_by_option(option: str, alert: int) -> None:
    night = Night("c2", "c3", ["c2"], shuriken_alert=option)
    night.goes("ninja", "shuriken g01")
    assert night.state.alert == alert


# Potent Sake


def sake(*guards: str, **options: Any) -> Night:
    return Night("a1", "c2", guards, patrols=[("g01", "g02")] if guards[:2] == ("c2", "c2") else (), **options)


@pytest.mark.clause("SCORPION-21.3", "SCORPION-21.9", "SCORPION-1.2")
def test_sake_makes_one_guard_drunk_for_the_game() -> None:
    night = sake("c2", "c2")
    ruling = night.goes("traitor", "sake g01")
    assert said(ruling) == ["card_played", "guard_drunk"]
    assert about(ruling, "guard_drunk") == {"intruder": "traitor", "guard": "g01", "zone": "c2"}
    assert night.guard("g01").drunk == 99
    assert not night.state.patrols
    sake("c2", "c2").may_not("21.3", "traitor", "sake g01+g02")


@pytest.mark.clause("SCORPION-21.3")
@pytest.mark.parametrize(("targets", "most"), [("1", 1), ("2", 2), ("all", 3)])
def test_sake_reaches_as_many_as_the_table_says(targets: str, most: int) -> None:
    guards = [f"g0{i}" for i in range(1, 5)]
    night = sake("c2", "c2", "c2", "c2", sake_targets=targets)
    night.may_not("21.3", "traitor", "sake " + "+".join(guards[: most + 1]))
    night.may_not("21.3", "traitor", {"do": "sake", "guards": []})
    night.goes("traitor", "sake " + "+".join(guards[:most]))
    assert sum(f.drunk is not None for f in night.state.figures) == most


@pytest.mark.clause("SCORPION-1.2", "SCORPION-21.3")
def test_sake_needs_a_drunk_figure_and_a_sober_guard() -> None:
    three = {"g02": 99, "g03": 99, "g04": 99}
    Night("a1", "c2", ["c2", "c2", "a2", "a2"], drunk=three).may_not("1.2", "traitor", "sake g01")
    Night("a1", "c2", ["c2", "c2"], drunk={"g02": 99}).may_not("21.3", "traitor", "sake g02")
    Night("a1", "c2", ["c2", "c2"], drunk={"g02": 99}).goes("traitor", "sake g01")


@pytest.mark.clause("SCORPION-21.3", "SCORPION-D8")
@pytest.mark.parametrize(("reach", "allowed"), [("0", False), ("1", True)])
def test_sake_reaches_the_next_zone_by_option(reach: str, allowed: bool) -> None:
    night = sake("b2", sake_range=reach)
    if allowed:
        night.goes("traitor", "sake g01")
    else:
        night.may_not("21.3", "traitor", "sake g01")


@pytest.mark.clause("SCORPION-21.3")
def test_one_sake_is_drunk_in_one_zone() -> None:
    sake("b2", "c1", sake_range="1", sake_targets="2").may_not("21.3", "traitor", "sake g01+g02")


@pytest.mark.clause("SCORPION-8.5")
@pytest.mark.parametrize(("option", "alert"), [("0", 0), ("1", 1), ("2", 2)])
def test_sake_raises_the_alert_by_option(option: str, alert: int) -> None:
    night = sake("c2", sake_alert=option)
    night.goes("traitor", "sake g01")
    assert night.state.alert == alert


@pytest.mark.clause("SCORPION-21.5", "SCORPION-21.9")
def test_with_the_last_guard_drunk_the_traitor_hides() -> None:
    night = sake("c2", visible=["traitor"])
    assert said(night.goes("traitor", "sake g01")) == ["card_played", "guard_drunk", "lost_sight"]
    seen = sake("c2", visible=["traitor"], drunk_notices="yes")
    assert said(seen.goes("traitor", "sake g01")) == ["card_played", "guard_drunk"]


@pytest.mark.clause("SCORPION-21.9", "SCORPION-21.1")
@pytest.mark.parametrize(("duration", "sober"), [(1, True), (2, False), ("game", False)])
def test_a_guard_drunk_for_a_time_comes_to_and_sees_who_is_there(duration: Any, sober: bool) -> None:
    night = sake("c2", sake_duration=duration)
    night.goes("traitor", "sake g01")
    night.goes("ninja")
    assert ("discovered" in said(night.ends())) is sober
    assert (night.guard("g01").drunk is None) is sober
    assert night.one("traitor").visible is sober


# The mission's zone


@pytest.mark.clause("SCORPION-31.2")
@pytest.mark.parametrize(("level", "alert"), [("0", 0), ("1", 1), ("2", 2), ("high", 3)])
def test_by_option_the_alert_rises_once_on_entering_the_missions_zone(level: str, alert: int) -> None:
    options = {"alert_on_mission": level, "alert_on_mission_when": "entered"}
    night = Night("a5", "c3", **options)
    night.goes("ninja", "a4")
    assert night.state.alert == alert
    night.change(alert=0).set("ninja", locked=False)
    night.goes("ninja", "a5", "a4")
    assert night.state.alert == 0


@pytest.mark.clause("SCORPION-31.2")
def test_entering_another_zone_or_accomplishing_later_raises_nothing_then() -> None:
    night = Night("a5", "c3", alert_on_mission="1", alert_on_mission_when="entered")
    night.goes("ninja", "b5", "b4")
    assert night.state.alert == 0
    other = Night("a5", "c3", alert_on_mission="1")
    other.goes("ninja", "a4")
    assert other.state.alert == 0
