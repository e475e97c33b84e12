"""The secret passage, as intruders use it."""

from __future__ import annotations

import pytest

from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import with_figures
from referee.scorpion.views.view import view
from tests.referee.scorpion.night import Night, about, said


@pytest.mark.clause("SCORPION-25.7", "SCORPION-25.3", "SCORPION-25.5")
def test_entering_takes_the_own_card_and_a_step_and_puts_the_figure_on_the_card() -> None:
    night = Night()
    ruling = night.goes("ninja", "c2", "enter_passage")
    one = night.one("ninja")
    assert (one.zone, one.noise, one.permitted, one.hand_size) == (PASSAGE, 2, True, 7)
    assert one.walks[-1].zones == ("b2", "c2", PASSAGE)
    assert said(ruling) == ["card_played", "passage_entered"]
    assert about(ruling, "card_played") == {"intruder": "ninja", "card": "secret_passage"}
    assert about(ruling, "passage_entered") == {"intruder": "ninja"}


@pytest.mark.clause("SCORPION-25.7", "SCORPION-25.8")
def test_without_a_card_of_their_own_an_intruder_does_not_enter() -> None:
    night = Night("c2", "c2", hands={"ninja": ["rope"]})
    night.goes("traitor", "enter_passage")
    night.may_not("25.8", "ninja", "enter_passage")


@pytest.mark.clause("SCORPION-25.2")
def test_the_passage_opens_only_at_its_entrances() -> None:
    Night().may_not("25.2", "ninja", "enter_passage")
    inside = Night(PASSAGE).set("ninja", permitted=True)
    inside.may_not("25.2", "ninja", "leave_passage c3")
    inside.may_not("25.2", "ninja", "c2")
    inside.may_not("25.2", "ninja", "exit_map")
    Night().may_not("25.2", "ninja", "leave_passage c2")


@pytest.mark.clause("SCORPION-25.6", "SCORPION-27.1")
def test_nobody_passes_through_in_one_turn() -> None:
    Night("c2").may_not("25.6", "ninja", "enter_passage", "leave_passage b4")


@pytest.mark.clause("SCORPION-25.10", "SCORPION-25.3")
@pytest.mark.parametrize("exit_zone", ["c2", "b4"])
def test_the_next_turn_an_intruder_comes_out_at_either_entrance_and_walks_on(exit_zone: str) -> None:
    night = Night(PASSAGE).set("ninja", permitted=True)
    path = {"c2": ("c3", "c4"), "b4": ("b5", "a5")}[exit_zone]
    ruling = night.goes("ninja", f"leave_passage {exit_zone}", *path)
    assert said(ruling) == ["passage_left"]
    assert about(ruling, "passage_left") == {"intruder": "ninja"}
    assert (night.one("ninja").zone, night.one("ninja").noise) == (path[-1], 3)


@pytest.mark.clause("SCORPION-25.3")
def test_coming_out_leaves_two_steps() -> None:
    night = Night(PASSAGE).set("ninja", permitted=True)
    night.may_not("17.1", "ninja", "leave_passage c2", "c3", "c4", "c5")


@pytest.mark.clause("SCORPION-25.9")
@pytest.mark.parametrize(("reuse", "allowed"), [("yes", True), ("no", False)])
def test_the_card_that_lies_open_admits_its_owner_again_by_option(reuse: str, allowed: bool) -> None:
    night = Night(PASSAGE, passage_reuse=reuse, hands={"ninja": ["rope"]}).set("ninja", permitted=True)
    if allowed:
        ruling = night.goes("ninja", "leave_passage c2", "enter_passage")
        assert said(ruling) == ["passage_left", "passage_entered"]
    else:
        night.may_not("25.8", "ninja", "leave_passage c2", "enter_passage")


@pytest.mark.clause("SCORPION-25.9")
def test_where_no_card_admits_twice_a_second_one_does() -> None:
    night = Night("c2", passage_reuse="no").set("ninja", permitted=True)
    assert said(night.goes("ninja", "enter_passage")) == ["card_played", "passage_entered"]


@pytest.mark.clause("SCORPION-25.4", "SCORPION-25.22")
def test_a_guard_inside_discovers_whoever_enters() -> None:
    night = Night("c2", "c3", [PASSAGE])
    ruling = night.goes("ninja", "enter_passage")
    assert said(ruling) == ["card_played", "passage_entered", "discovered", "alert_raised"]
    assert about(ruling, "discovered") == {"intruder": "ninja", "zone": PASSAGE}
    assert night.state.alert == 3


@pytest.mark.clause("SCORPION-25.4", "SCORPION-21.3")
def test_inside_a_guard_may_be_killed_but_no_shadow_helps() -> None:
    night = Night("c2", "c3", [PASSAGE])
    night.may_not("21.3", "ninja", "enter_passage", "shadow_walk")
    night.goes("ninja", "enter_passage", "kenjutsu1 g01")
    assert not night.one("ninja").visible
    assert night.state.alert == 1


@pytest.mark.clause("SCORPION-25.23", "SCORPION-25.1")
def test_standing_on_the_card_is_no_discovery() -> None:
    night = Night("c2", "c3", ["c4"])
    ruling = night.goes("ninja", "enter_passage")
    assert "discovered" not in said(ruling)
    assert (night.one("ninja").visible, night.state.alert) == (False, 0)
    assert not {"c2", "b4"} & set(map(str, [v for n in ruling.notices for v in n.params.values()]))


@pytest.mark.clause("SCORPION-25.22", "SCORPION-21.4")
def test_coming_out_among_guards_is_seen() -> None:
    night = Night(PASSAGE, "c3", ["b4"]).set("ninja", permitted=True)
    ruling = night.goes("ninja", "leave_passage b4")
    assert said(ruling) == ["passage_left", "discovered", "alert_raised"]


@pytest.mark.clause("SCORPION-25.22", "SCORPION-21.3")
def test_coming_out_in_the_shadow_is_not() -> None:
    night = Night(PASSAGE, "c3", ["b4"]).set("ninja", permitted=True)
    ruling = night.goes("ninja", "leave_passage b4", "shadow_walk", "a4")
    assert said(ruling) == ["passage_left", "card_played"]


@pytest.mark.clause("SCORPION-25.7", "SCORPION-21.5")
def test_a_visible_intruder_hides_from_the_board_in_the_passage() -> None:
    night = Night("c2", "c3", ["c2"], visible=["ninja"])
    ruling = night.goes("ninja", "enter_passage")
    assert said(ruling) == ["card_played", "passage_entered", "lost_sight"]


@pytest.mark.clause("SCORPION-18.16", "SCORPION-25.2")
def test_the_passage_is_no_zone_to_search_but_its_entrance_is() -> None:
    night = Night("c2")
    night.goes("ninja", "enter_passage")
    assert night.one("ninja").touched == ("c2",)
    night.may_not_search("18.16", "ninja", PASSAGE)


@pytest.mark.clause("SCORPION-25.4")
def test_the_one_in_a_rivals_passage_is_not_with_the_rival() -> None:
    night = Night("c2", "c3", [PASSAGE], players=3, disputed="on")
    night.state = with_figures(night.state, ("g01",), inside="traitor")
    assert said(night.goes("ninja", "enter_passage")) == ["card_played", "passage_entered"]


@pytest.mark.clause("SCORPION-26.2")
@pytest.mark.parametrize(
    ("option", "told"),
    [("discard_only", ["card_played"]), ("figure_shown", ["card_played", "passage_entered"])],
)
def test_the_passage_card_as_a_bluff_by_option(option: str, told: list[str]) -> None:
    night = Night(passage_bluff=option)
    assert said(night.goes("ninja", "b1", "bluff secret_passage")) == told
    assert (night.one("ninja").zone, night.one("ninja").permitted) == ("b1", False)


@pytest.mark.clause("SCORPION-26.2")
def test_the_passage_card_as_a_bluff_may_be_forbidden() -> None:
    Night(passage_bluff="forbid").may_not("26.2", "ninja", "bluff secret_passage")


@pytest.mark.clause("SCORPION-26.2")
def test_a_figure_shown_in_the_passage_for_a_bluff_leaves_it_with_the_next_move() -> None:
    night = Night(passage_bluff="figure_shown", entrances=("c2", "c2"))
    night.goes("ninja", "bluff secret_passage")
    night.change(turn=4).set("ninja", locked=False)
    assert said(night.goes("ninja")) == []
    night.change(turn=5).set("ninja", locked=False)
    assert said(night.goes("ninja", "b1")) == ["passage_left"]
    assert not night.one("ninja").decoy


@pytest.mark.clause("SCORPION-26.2")
def test_a_real_entry_looks_like_a_bluff_with_the_figure_shown() -> None:
    real = Night("c2", passage_bluff="figure_shown").goes("ninja", "enter_passage")
    thrown = Night("b2", passage_bluff="figure_shown").goes("ninja", "bluff secret_passage")
    assert real.notices == thrown.notices


@pytest.mark.clause("SCORPION-26.2", "SCORPION-25.7")
def test_the_figure_of_a_bluff_is_seen_where_a_real_one_would_be() -> None:
    real, thrown = Night("c2", passage_bluff="figure_shown"), Night("b2", passage_bluff="figure_shown")
    real.goes("ninja", "enter_passage")
    thrown.goes("ninja", "bluff secret_passage")
    shown = [next(c for c in view(n.state, "guards").characters if c.who == "ninja") for n in (real, thrown)]
    assert shown[0] == shown[1]
    assert (shown[0].status, shown[0].zone) == ("passage", PASSAGE)


@pytest.mark.clause("SCORPION-26.2")
def test_whoever_is_seen_shows_no_figure_in_the_passage_for_a_bluff() -> None:
    night = Night("b2", ["b2"], visible=["ninja"], passage_bluff="figure_shown")
    assert said(night.goes("ninja", "bluff secret_passage")) == ["card_played"]
    assert not night.one("ninja").decoy
