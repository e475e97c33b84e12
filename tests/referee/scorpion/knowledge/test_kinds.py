"""What was once known wrongly, one small match for each kind, held against all worlds after every declaration."""

from __future__ import annotations

import pytest

from referee.core.values import PUBLIC
from referee.scorpion.knowledge.witness import Unwitnessed
from referee.scorpion.state import Marks, seats_of
from tests.referee.scorpion.knowledge.boards import board
from tests.referee.scorpion.knowledge.test_witnesses import held, witnesses
from tests.referee.scorpion.knowledge.told_matches import Told, bluff

ROW = board("row", "a:e b: c: d: e:p z:o", "a-b b-c c-d d-e")
"""Five zones in a row, with one start."""
BRIDGE = board("bridge", "a:e g:p b: t:eo", "a-g g-b", wall="b-t")
STAR = board("star", "a:e g:p m:A q:", "a-g a-m a-q")
HALL = board("hall", "a:eo h:eA e:p", "a-h", wall="h-e")


@pytest.mark.clause("METSUKE-3.1")
def test_what_is_set_by_hand_amid_a_phase_tells_of_nothing_before() -> None:
    match = Told(ROW, "e", starts={"ninja": "a", "lone": "ninja"}, lone_wolf="on", gm="active").to_intruders()
    match.goes("ninja", "b").by_hand(moved={"g01": "b"}).says("intruders", "end_intruder_phase")
    assert match.shows("ninja") == {"a", "b", "c", "d"}
    match.held()


@pytest.mark.clause("SCORPION-6.7")
def test_a_list_is_interrupted_only_by_whoever_can_act_in_it_unseen() -> None:
    match = Told(BRIDGE, "g", starts={"ninja": "a", "traitor": "t"}).to_intruders()
    match.goes("traitor", {"do": "exit_map"}).goes("ninja", "g")
    match.says("intruders", "play_intruder_card", intruder="ninja", card="kenjutsu1", guards=["g01"])
    match.says("intruders", "end_intruder_phase")
    assert match.shows("ninja") == {"g"}
    match.held()


@pytest.mark.clause("SCORPION-31.2")
def test_a_card_may_be_thrown_in_the_step_that_enters_the_missions_zone() -> None:
    options = {"alert_on_mission": "1", "alert_on_mission_when": "entered", "lone_wolf": "on"}
    laid = Marks((("A", "m"),))
    match = Told(STAR, "g", starts={"ninja": "a", "lone": "ninja", "missions": "A"}, marks=laid, **options)
    match.to_intruders().goes("ninja", "g", "a", "m", bluff("rope")).says("intruders", "end_intruder_phase")
    assert match.known().places("ninja") == {("m", 3)}
    match.held()


@pytest.mark.clause("SCORPION-19.6")
def test_what_comes_out_amid_a_phase_has_seen_whoever_was_there() -> None:
    starts = {"ninja": "h", "traitor": "a"}
    match = Told(HALL, "e", 4, starts=starts, marks=Marks(hidden=("h",))).to_intruders()
    match.goes("ninja", "a", "h", "a", seat="ninja")
    match.says("ninja", "declare_searches", searches=[{"intruder": "ninja", "zone": "h"}])
    match.says("ninja", "answer_hidden_sentry", use="none").says("sword", "place_hidden_sentry", weapon="sword")
    match.goes("traitor", "h", seat="traitor")
    assert match.known().places("traitor") == {("h", 1)}
    match.says("traitor", "end_intruder_phase")
    match.held()


@pytest.mark.clause("SCORPION-6.5", "SCORPION-29.3")
def test_whoever_is_seen_as_only_one_of_the_two_can_be_is_that_one() -> None:
    lone = board("lone", "a:eop b:", "a-b")
    options = {"lone_wolf": "hidden", "ninja_start_guarded": "hidden"}
    match = Told(lone, "a", starts={"traitor": "a", "lone": "traitor"}, **options)
    assert match.shows("intruder") == {"a"}
    assert all(case.places(0) == match.known().ground.gone for case in match.known().cases)
    match.held()


@pytest.mark.clause("SCORPION-30.1")
def test_a_rival_who_has_given_up_knows_where_the_own_intruder_waits() -> None:
    two = board("two", "a:e b: c: d:e z:o", "a-b b-c c-d")
    match = Told(two, "", 3, starts={"ninja": "a", "traitor": "z"}, disputed="on").to_intruders()
    match.says("ninja", "concede").goes("traitor", seat="traitor")
    match.says("traitor", "end_intruder_phase").to_intruders()
    assert match.shows("ninja", "ninja") == {"a"}
    match.goes("ninja", "b", seat="ninja").goes("traitor", seat="traitor").says("traitor", "end_intruder_phase")
    assert match.shows("ninja", "ninja") == {"b"}
    match.held()


@pytest.mark.clause("METSUKE-3.1")
def test_a_partner_knows_where_both_are_whatever_is_set_by_hand() -> None:
    match = Told(ROW, "e", 3, starts={"ninja": "a", "traitor": "z"}, gm="active").to_intruders()
    match.goes("ninja", "b", "c", seat="ninja").by_hand(moved={"g01": "b"}).by_hand(alert=2)
    assert (match.shows("ninja", "traitor"), match.shows("traitor", "traitor")) == ({"c"}, {"z"})
    match.goes("traitor", seat="traitor").says("traitor", "end_intruder_phase")
    assert match.known("traitor").pairs() == {(("c", 2), ("z", 0))}
    match.held()


def witnessed(match: Told, *viewers: str) -> None:
    """Let every zone that is shown have its witness, and no other."""
    for viewer in viewers or (PUBLIC, *seats_of(match.state, "guards")):
        found = witnesses(match.acts, viewer)
        for who in found.knowledge.names:
            zones = found.knowledge.zones(who)
            assert zones
            for zone in zones:
                held(match.acts, found, who, zone)
            for zone in {*match.state.board.ids} - {*zones}:
                with pytest.raises(Unwitnessed, match="the zone is out"):
                    found.witness(who, zone)


@pytest.mark.clause("SCORPION-26.2", "SCORPION-20.3")
def test_after_a_shown_bluff_of_the_passage_and_an_escape_there_are_witnesses() -> None:
    pair = board("pair", "a:e b:eo", "a-b")
    match = Told(pair, "", starts={"ninja": "a", "traitor": "b"}, passage_bluff="figure_shown").to_intruders()
    match.says("intruders", "play_intruder_card", intruder="ninja", card="secret_passage", bluff=True)
    match.goes("ninja", {"do": "exit_map"}).goes("traitor", "a").says("intruders", "end_intruder_phase")
    match.held()
    witnessed(match)


@pytest.mark.clause("SCORPION-20.5")
def test_while_wound_cards_wait_the_partner_moves_and_there_are_witnesses() -> None:
    hall = board("wounds", "a:ep b:e c:eo d:p", "a-b c-d b-d")
    match = Told(hall, "a d", 4, starts={"ninja": "a", "traitor": "c"}).to_cards()
    guard = next(f for f in match.state.figures if f.zone == "a")
    match.says(guard.weapon, "attack_intruder", guard=guard.id, intruder="ninja").to_intruders()
    match.goes("ninja", {"do": "exit_map"}, seat="ninja")
    assert match.state.pending
    match.goes("traitor", "d", seat="traitor").says("traitor", "end_intruder_phase")
    match.held()
    witnessed(match)


@pytest.mark.clause("SCORPION-19.6", "SCORPION-21.4")
def test_a_witness_cites_the_clauses_that_were_cited() -> None:
    match = Told(HALL, "e", starts={"ninja": "h", "traitor": "a"}, marks=Marks(hidden=("h",))).to_intruders()
    match.goes("traitor", "h").goes("ninja", "a", "h")
    match.says("intruders", "declare_searches", searches=[{"intruder": "ninja", "zone": "h"}])
    match.says("intruders", "answer_hidden_sentry", use="none").says("intruders", "end_intruder_phase")
    assert match.shows("ninja") == match.shows("traitor") == {"h"}
    match.held()
    witnessed(match)


@pytest.mark.clause("SCORPION-25.11")
def test_what_a_step_tells_is_known_at_the_step() -> None:
    """A guard stops with the step, and finds no entrance: nobody has come out there and gone on."""
    yard = board("out", "s:e a: b: c: g:p z:o", "s-b a-c a-g")
    starts = {"ninja": "s", "lone": "ninja", "entrances": "s b"}
    match = Told(yard, "g", starts=starts, lone_wolf="on").to_intruders()
    match.goes("ninja", {"do": "enter_passage"}).says("intruders", "end_intruder_phase").to_intruders()
    match.goes("ninja", {"do": "leave_passage", "to": "b"}).says("intruders", "end_intruder_phase").to_cards()
    assert ("c", 2) in match.known().places("ninja")
    match.says("guards", "play_sentry_search", guard="g01", way=["a"], stop=True)
    assert ("c", 2) not in match.known().places("ninja")
    match.held()


@pytest.mark.clause("METSUKE-3.1")
def test_a_guards_card_that_the_table_takes_in_hand_has_found_nothing() -> None:
    yard = board("yard", "a:e b: g:p z:o", "a-b b-g")
    starts = {"ninja": "a", "lone": "ninja", "entrances": "b b"}
    match = Told(yard, "g", starts=starts, lone_wolf="on", gm="active").to_cards()
    match.says("guards", "play_sentry_search", guard="g01", way=["b"]).by_hand(moved={"g01": "g"}).to_intruders()
    match.goes("ninja", "b", {"do": "enter_passage"}).says("intruders", "end_intruder_phase")
    assert match.known().broken is None
    match.held()


@pytest.mark.clause("SCORPION-25.9", "SCORPION-26.2")
@pytest.mark.parametrize("shown", ["discard_only", "figure_shown"])
def test_a_card_thrown_before_entering_a_passage_that_needs_none_was_a_bluff(shown: str) -> None:
    pair = board("pair", "a:e g:p z:o", "a-g")
    starts = {"ninja": "a", "lone": "ninja", "entrances": "a g"}
    match = Told(pair, "g", starts=starts, lone_wolf="on", passage_bluff=shown).to_intruders()
    match.goes("ninja", {"do": "enter_passage"}).says("intruders", "end_intruder_phase").to_intruders()
    match.goes("ninja", {"do": "leave_passage", "to": "g"}).says("intruders", "end_intruder_phase").to_intruders()
    match.says("intruders", "play_intruder_card", intruder="ninja", card="secret_passage", bluff=True)
    match.goes("ninja", {"do": "enter_passage"}).says("intruders", "end_intruder_phase")
    assert match.shows("ninja") == {"passage"}
    match.held()


@pytest.mark.clause("SCORPION-21.7", "METSUKE-3.1")
def test_whoever_the_table_leaves_alone_is_lost_by_walking_away_only() -> None:
    yard = board("alone", "a:e b: g:p z:o", "a-b a-g")
    starts = {"ninja": "a", "lone": "ninja"}
    match = Told(yard, "g", starts=starts, lone_wolf="on", gm="active", rehide_when_alone="yes").to_cards()
    match.says("guards", "play_sentry_search", guard="g01", way=["a"], stop=True).to_intruders()
    match.by_hand(moved={"g01": "g"}).goes("ninja", "b").says("intruders", "end_intruder_phase")
    assert match.known().places("ninja") == {("b", 1), ("a", 2), ("b", 3)}
    match.held()


@pytest.mark.clause("SCORPION-21.5")
def test_of_two_who_hide_at_once_the_order_tells_who_stood_there() -> None:
    corner = board("corner", "n:ep c:p f:eo", "n-c n-f f-c")
    match = Told(corner, "n c", starts={"ninja": "n", "traitor": "f"}, shuriken_range="1").to_intruders()
    match.goes("traitor", "c").goes("ninja", "c", {"do": "shuriken", "guards": ["g02"]})
    assert [e.data["intruder"] for e in match.state.record if e.kind == "lost_sight"] == ["ninja", "traitor"]
    assert ("f", 1) not in match.known().places("ninja")
    match.says("intruders", "end_intruder_phase")
    match.held()


@pytest.mark.clause("SCORPION-19.3", "METSUKE-3.1")
def test_while_a_hidden_sentry_is_waited_for_nobody_walks_where_the_table_takes_guards_away() -> None:
    hall = board("taken", "a:eo h:eA g:p k:p", "a-h h-g g-k")
    starts = {"ninja": "h", "traitor": "a"}
    match = Told(hall, "g k", 4, starts=starts, marks=Marks(hidden=("h",)), gm="active").to_intruders()
    match.goes("ninja", "g", seat="ninja")
    match.says("ninja", "declare_searches", searches=[{"intruder": "ninja", "zone": "h"}])
    match.says("ninja", "answer_hidden_sentry", use="none").by_hand(removed=["g01"])
    assert ("g", 2) not in match.known().places("traitor")
    match.says("sword", "place_hidden_sentry", weapon="sword").goes("traitor", seat="traitor")
    match.says("traitor", "end_intruder_phase")
    match.held()


@pytest.mark.clause("SCORPION-7.8", "METSUKE-3.1")
def test_until_a_patrol_has_said_how_it_stands_nobody_walks() -> None:
    route = board("route", "a:e b:p c: d: f: z:o", "a-b b-c c-d d-f", route="c-d d-f")
    match = Told(route, "b", starts={"ninja": "a", "lone": "ninja"}, patrols=1, lone_wolf="on", gm="active")
    sentry, *patrol = sorted((f.id for f in match.state.figures), key=lambda id: id != "g01")
    match.by_hand(moved=dict.fromkeys(patrol, "z")).to_intruders()
    match.by_hand(moved={sentry: "z", **dict.fromkeys(patrol, "d")}).by_hand(moved={sentry: "b"})
    match.says("guards", "guard_stop", behind="c").goes("ninja").says("intruders", "end_intruder_phase")
    assert match.shows("ninja") == {"a"}
    match.held()


@pytest.mark.clause("SCORPION-20.1", "SCORPION-21.3")
def test_whoever_leaves_the_map_goes_on_from_the_shadow() -> None:
    gate = board("gate", "a:e g:ep z:o", "a-g")
    match = Told(gate, "g", starts={"ninja": "a", "traitor": "z"}).to_intruders()
    match.goes("ninja", "g", {"do": "shadow_walk"}, {"do": "exit_map"}).goes("traitor")
    match.says("intruders", "end_intruder_phase")
    assert match.known("intruders").broken is None
    match.held()


@pytest.mark.clause("SCORPION-30.1", "SCORPION-31.2")
def test_a_rival_knows_which_alert_the_own_step_has_raised() -> None:
    options = {"alert_on_mission": "1", "alert_on_mission_when": "entered", "disputed": "on"}
    yard = board("rivals", "a:eo d:A e:A", "a-d d-e")
    laid = Marks((("A", "d"), ("B", "e")))
    starts = {"ninja": "a", "traitor": "a", "missions": "A B"}
    match = Told(yard, "", 3, starts=starts, marks=laid, **options).to_intruders()
    match.goes("ninja", "d", seat="ninja")
    assert ("e", 2) not in match.known("ninja").places("traitor")
    match.goes("traitor", seat="traitor").says("ninja", "end_intruder_phase").says("traitor", "end_intruder_phase")
    match.held()


@pytest.mark.clause("SCORPION-31.6", "METSUKE-3.1")
def test_guards_who_had_stopped_before_the_table_moved_them_have_found_no_rope() -> None:
    yard = board("stopped", "a:eo b: c: g:p", "a-b a-c b-g", wall="b-c")
    starts = {"ninja": "a", "lone": "ninja"}
    match = Told(yard, "g", starts=starts, lone_wolf="on", gm="active", ropes_discoverable="use").to_intruders()
    match.goes("ninja", "b", bluff("rope"), "a").says("intruders", "end_intruder_phase")
    assert ("c", 2) in match.known().places("ninja")
    match.to_cards().says("guards", "play_sentry_search", guard="g01", way=["b"], stop=True)
    assert ("c", 2) not in match.known().places("ninja")
    match.by_hand(moved={"g01": "g"})
    assert ("c", 2) not in match.known().places("ninja")
    match.held()
