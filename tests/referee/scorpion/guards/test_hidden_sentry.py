"""Hidden sentries: killed at once, or placed on the board; and what happens at the limit of figures."""

from __future__ import annotations

from typing import Any

import pytest

from referee.scorpion.state import Placing, Reacting
from tests.referee.scorpion.night import Night, about, said

FULL = ["c3"] * 10 + ["c4"] * 10
SPEARS = {f"g{i:02}": "spear" for i in range(11, 21)}


def found(guards: Any = (), *, at: str = "c2", path: tuple[str, ...] = ("c2",), **options: Any) -> Night:
    """The Ninja has found the hidden sentry at c2."""
    night = Night("b2", options.pop("traitor", "c3"), guards, **options)
    night.goes("ninja", *path)
    night.searches("ninja", at)
    return night


def reacts(night: Night, use: str = "none") -> Any:
    return night.says(night.owner("ninja"), "answer_hidden_sentry", use=use)


@pytest.mark.clause("SCORPION-19.3", "SCORPION-18.9")
def test_the_searcher_is_asked_before_the_next_answer() -> None:
    night = Night("b2")
    night.goes("ninja", "c2")
    ruling = night.searches("ninja", "c2", "b2")
    assert said(ruling) == ["search_declared", "search_declared", "search_answered"]
    assert night.state.pending == (Reacting("ninja", "c2", (("ninja", "b2"),)),)
    ruling = reacts(night)
    assert said(ruling)[-2:] == ["search_answered", "alert_raised"]
    assert not night.state.pending


@pytest.mark.clause("SCORPION-19.3", "SCORPION-22.4")
@pytest.mark.parametrize(
    ("use", "option", "alert"),
    [("kenjutsu1", "card", 1), ("kenjutsu2", "card", 2), ("shuriken", "card", 0), ("shuriken", "high", 3)],
)
def test_one_card_kills_it(use: str, option: str, alert: int) -> None:
    night = found(hidden_killed_alert=option)
    ruling = reacts(night, use)
    assert said(ruling)[:2] == ["card_played", "hidden_sentry_killed"]
    assert about(ruling, "hidden_sentry_killed") == {"intruder": "ninja", "zone": "c2", "card": use}
    assert (night.state.alert, night.state.figures, night.one("ninja").visible) == (alert, (), False)
    assert ruling.told


@pytest.mark.clause("SCORPION-19.3", "SCORPION-16.3", "SCORPION-3.3")
def test_only_an_own_held_card_kills_it() -> None:
    night = found(hands={"ninja": ["rope", "kenjutsu1"]})
    for use in ("kenjutsu2", "shuriken"):
        assert night.refuses("19.3", "intruders", "answer_hidden_sentry", use=use).private
    for use in ("potent_sake", "rope", "shadow_walk", "cat"):
        ruling = night.refuses("19.3", "intruders", "answer_hidden_sentry", use=use)
        assert (ruling.private, ruling.reason) == (True, "scorpion.does_not_kill")
    traitor = Night("c3", "b2")
    traitor.goes("traitor", "c2")
    traitor.searches("traitor", "c2")
    assert traitor.refuses("3.3", "intruders", "answer_hidden_sentry", use="shuriken").private
    traitor.says("intruders", "answer_hidden_sentry", use="kenjutsu2")


@pytest.mark.clause("SCORPION-19.3")
def test_only_the_searcher_reacts_though_the_partner_is_there() -> None:
    night = found(players=3, traitor="c2")
    assert night.refuses("19.3", "traitor", "answer_hidden_sentry", use="none").private
    assert night.refuses("9.3", "guards", "answer_hidden_sentry", use="none").private
    reacts(night, "shuriken")
    ruling = night.refuses("19.3", "ninja", "answer_hidden_sentry", use="none")
    assert (ruling.private, ruling.reason) == (True, "scorpion.no_hidden_sentry")


@pytest.mark.clause("SCORPION-19.4", "SCORPION-19.6", "SCORPION-19.8", "SCORPION-8.5", "SCORPION-21.10")
def test_not_killed_it_stands_there_and_sees_the_searcher() -> None:
    night = found()
    ruling = reacts(night)
    kinds = ["alert_raised", "hidden_sentry_placed", "discovered", "alert_raised"]
    assert said(ruling) == kinds
    assert about(ruling, "alert_raised") == {"cause": "hidden_sentry", "before": 0, "after": 3}
    assert about(ruling, "hidden_sentry_placed") == {"guard": "g01", "weapon": "sword", "zone": "c2"}
    assert (night.state.alert, night.one("ninja").visible) == (3, True)
    assert not night.state.patrols
    assert not night.guard("g01").moved


@pytest.mark.clause("SCORPION-19.5")
@pytest.mark.parametrize("use", ["none", "shuriken"])
def test_killed_or_not_the_mark_is_gone(use: str) -> None:
    night = found(traitor="c2")
    reacts(night, use)
    assert night.state.marks.hidden == ("c1",)
    night.goes("traitor", "c3")
    assert about(night.searches("traitor", "c2"), "search_answered")["found"] == "nothing"


@pytest.mark.clause("SCORPION-19.6")
def test_whoever_has_left_the_zone_is_not_seen() -> None:
    night = found(path=("c2", "b2"))
    ruling = reacts(night)
    assert said(ruling) == ["alert_raised", "hidden_sentry_placed"]
    assert (night.state.alert, night.one("ninja").visible) == (3, False)


@pytest.mark.clause("SCORPION-19.6")
def test_by_option_the_searcher_is_seen_wherever_they_are() -> None:
    night = found(path=("c2", "b2"), hidden_discovers="always")
    assert about(reacts(night), "discovered") == {"intruder": "ninja", "zone": "b2", "by": "hidden_sentry"}


@pytest.mark.clause("SCORPION-19.6", "SCORPION-21.10")
@pytest.mark.parametrize(("option", "seen"), [("yes", True), ("no", False)])
def test_the_partner_there_is_seen_too_unless_placing_discovers_nobody(option: str, seen: bool) -> None:
    night = found(traitor="c2", placement_discovers=option)
    reacts(night)
    assert night.one("ninja").visible
    assert night.one("traitor").visible is seen


@pytest.mark.clause("SCORPION-19.3")
@pytest.mark.parametrize(("reach", "allowed"), [("any", True), ("present", False)])
def test_it_is_killed_from_elsewhere_by_option(reach: str, allowed: bool) -> None:
    night = found(path=("c2", "b2"), hidden_kill_reach=reach)
    if allowed:
        reacts(night, "shuriken")
        assert not night.state.figures
    else:
        assert night.refuses("19.3", "intruders", "answer_hidden_sentry", use="shuriken").private
        reacts(night)


@pytest.mark.clause("SCORPION-19.7", "SCORPION-19.4")
@pytest.mark.parametrize("weapon", ["sword", "spear"])
def test_two_guard_players_choose_the_weapon_while_the_alert_is_high_already(weapon: str) -> None:
    night = found(players=4)
    ruling = reacts(night)
    assert said(ruling) == ["alert_raised"]
    assert (night.state.alert, night.one("ninja").visible) == (3, False)
    assert night.state.pending == (Placing("ninja", "c2", ()),)
    ruling = night.says("spear", "place_hidden_sentry", weapon=weapon)
    assert said(ruling) == ["hidden_sentry_placed", "discovered", "alert_raised"]
    assert night.guard("g01").weapon == weapon


@pytest.mark.clause("SCORPION-19.7", "SCORPION-1.2")
def test_where_a_weapon_has_run_out_the_other_is_placed() -> None:
    night = found(["c3"] * 10, players=4)
    reacts(night)
    night.says("sword", "place_hidden_sentry", weapon="sword")
    assert night.guard("g11").weapon == "spear"


@pytest.mark.clause("SCORPION-19.7", "SCORPION-24.4")
def test_below_the_limit_no_guard_is_taken_off_and_only_guards_place() -> None:
    night = found(["c4"], players=4)
    reacts(night)
    night.refuses("24.4", "sword", "place_hidden_sentry", replace="g01")
    night.refuses("24.5", "sword", "place_hidden_sentry", decline=True)
    night.refuses("9.3", "ninja", "place_hidden_sentry", weapon="sword")
    night.says("sword", "place_hidden_sentry")
    assert night.refuses("9.2", "sword", "place_hidden_sentry").reason == "scorpion.nobody_to_place"


@pytest.mark.clause("SCORPION-24.3", "SCORPION-24.1")
def test_at_the_limit_the_searcher_may_kill_it_first() -> None:
    night = found(FULL, weapons=SPEARS)
    reacts(night, "kenjutsu1")
    assert (len(night.state.figures), night.state.pending, night.one("ninja").visible) == (20, (), False)


@pytest.mark.clause("SCORPION-24.4", "SCORPION-24.1")
@pytest.mark.parametrize("drunk", [{}, {"g13": 99}])
def test_at_the_limit_the_guards_may_bring_any_guard(drunk: dict[str, int]) -> None:
    night = found(FULL, weapons=SPEARS, drunk=drunk)
    reacts(night)
    ruling = night.says("guards", "place_hidden_sentry", replace="g13")
    assert said(ruling) == ["guard_taken_off", "hidden_sentry_placed", "discovered", "alert_raised"]
    assert about(ruling, "guard_taken_off") == {"guard": "g13", "zone": "c4"}
    placed = night.guard("g13")
    assert (placed.zone, placed.weapon, placed.drunk) == ("c2", "spear", None)
    assert len(night.state.figures) == 20


@pytest.mark.clause("SCORPION-24.4")
def test_a_patrol_that_gives_up_a_guard_is_a_sentry() -> None:
    night = found(FULL, weapons=SPEARS, patrols=[("g01", "g02")])
    reacts(night)
    night.refuses("24.4", "guards", "place_hidden_sentry", replace="g21")
    night.says("guards", "place_hidden_sentry", replace="g01")
    assert not night.state.patrols


@pytest.mark.clause("SCORPION-24.5")
def test_if_they_decline_the_searcher_is_seen_all_the_same_in_an_empty_zone() -> None:
    night = found(FULL, weapons=SPEARS)
    reacts(night)
    for said_only in ({}, {"weapon": "sword"}):
        unsaid = night.refuses("24.4", "guards", "place_hidden_sentry", **said_only)
        assert unsaid.reason == "scorpion.name_who_comes"
    night.refuses("24.5", "guards", "place_hidden_sentry", replace="g01", decline=True)
    ruling = night.says("guards", "place_hidden_sentry", decline=True)
    assert said(ruling) == ["hidden_sentry_declined", "discovered", "alert_raised"]
    assert (night.one("ninja").visible, night.state.alert, len(night.state.figures)) == (True, 3, 20)
    assert ruling.told


@pytest.mark.clause("SCORPION-24.5", "SCORPION-21.7")
def test_in_the_empty_zone_the_searcher_stays_visible_until_they_move() -> None:
    night = found(FULL, weapons=SPEARS)
    reacts(night)
    night.says("guards", "place_hidden_sentry", decline=True)
    night.change(turn=4).set("ninja", locked=False)
    assert said(night.goes("ninja", "b2")) == ["lost_sight"]


@pytest.mark.clause("SCORPION-24.4", "SCORPION-19.4")
def test_searching_goes_on_after_the_guards_have_chosen() -> None:
    night = Night("b2", "c3", players=4)
    night.goes("ninja", "c2", "c1")
    night.searches("ninja", "c2", "c1")
    night.says("ninja", "answer_hidden_sentry", use="none")
    ruling = night.says("sword", "place_hidden_sentry", weapon="sword")
    assert said(ruling) == ["hidden_sentry_placed", "search_answered"]
    assert night.state.pending == (Reacting("ninja", "c1", ()),)
    assert night.state.marks.hidden == ()
