"""What the Scorpion map holds: public things for everybody, the guards' marks for them alone."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.scorpion.facts import Ctx
from companion.games.scorpion.map import (
    guards_map,
    guards_marks,
    in_the_passage,
    number,
    place,
    public_map,
    spot,
    unit_name,
    units_at,
    with_more,
)
from companion.ui.map.drawing import MapFacts, Mark
from referee.scorpion.state import State
from referee.scorpion.views.view_model import CharacterView, MarksView
from tests.companion.games.scorpion.guards.stage import played
from tests.companion.games.scorpion.intruders.stage import context, snap_of
from tests.companion.screens.stage import JA
from tests.shots.scenes import Still


def ctx_of(state: State, seat: str = "guards", held: Any = "covered", **view: Any) -> Ctx:
    """Return what a screen is drawn from; `view` changes the view by hand."""
    snap = snap_of(state, seat, held)
    if view:
        snap = snap_of(state, seat, held, view=snap.view.model_copy(update=view))
    return context(snap, Still())


def state(kind: str = "end_card_phase", seed: int = 1) -> State:
    """Return a moment of a random match."""
    return next(o for o in played(seed, 2) if o.move["type"] == kind).before


def test_every_unit_stands_once_and_the_chosen_one_is_ringed() -> None:
    now = state()
    facts = public_map(ctx_of(now), "g01")
    units = {f.unit for f in ctx_of(now).view.figures}
    guards = [f for f in facts.figures if f.kind in ("sentry", "patrol")]
    assert len(guards) == len(units)
    assert [f.label for f in facts.figures if f.chosen] == ["1"]


def test_a_patrol_faces_where_its_route_goes_on() -> None:
    ctx = ctx_of(state())
    ways = {p.unit: p.ahead for p in ctx.view.patrols}
    drawn = {f.label: f.facing for f in public_map(ctx).figures if f.kind == "patrol"}
    assert drawn == {f"P{number(unit.split('+')[0])}": (to[0] if to else "") for unit, to in ways.items()}


def test_covered_or_for_others_the_guards_marks_are_not_there() -> None:
    now = state()
    opened = guards_map(ctx_of(now, held="kept"))
    assert len(opened.marks) >= 10
    assert opened.tone == "guards"
    assert guards_map(ctx_of(now)).marks == public_map(ctx_of(now)).marks
    assert guards_map(ctx_of(now, "intruders", "kept")).marks == public_map(ctx_of(now)).marks


def test_marks_have_a_letter_and_traps_and_guards_an_edge() -> None:
    marks = MarksView(objectives={"A": "N1"}, traps=("K2",), hidden=("P3",), sleepers={"W3": 2, "W4": 1, "W5": 0})
    assert list(guards_marks(marks)) == [
        Mark("N1", "A"),
        Mark("K2", "T", "vermilion"),
        Mark("P3", "H", "vermilion"),
        Mark("W3", "S2", "vermilion"),
        Mark("W4", "S", "vermilion"),
    ]


@pytest.mark.clause("SCORPION-29.3")
def test_a_nameless_intruder_is_drawn_the_same_whoever_it_is() -> None:
    seen = CharacterView(who="intruder", seat="intruders", status="visible", zone="N1")
    facts = public_map(ctx_of(state(), characters=(seen,)))
    assert [(f.kind, f.label) for f in facts.figures if f.label == "?"] == [("ninja", "?")]


def test_what_searches_found_stays_and_this_turns_searches_are_marked() -> None:
    one = next(o for o in played(2, 2) if any(n.message == "scorpion.search_answered" for n in o.ruling.notices))
    ctx = ctx_of(one.ruling.state)
    facts = public_map(ctx)
    assert set(facts.searched) == {n.zone for n in ctx.view.found if n.turn == ctx.view.turn}
    letters = {n.zone: n.found for n in ctx.view.found if len(n.found) == 1}
    assert {m.zone: m.letter for m in facts.marks if m.letter in "ABCDEF"} == letters


def test_more_is_added_to_what_is_public_or_takes_its_place() -> None:
    facts = MapFacts("nijo", marks=(Mark("N1", "X"),), chosen="N1")
    more = with_more(facts, marks=(Mark("N2", "A"),), chosen="N2", targets=(("N3", ""),))
    assert more.marks == (Mark("N1", "X"), Mark("N2", "A"))
    assert (more.chosen, more.targets) == ("N2", (("N3", ""),))


def test_units_and_places_have_their_words() -> None:
    ctx = ctx_of(state())
    assert unit_name(ctx, "g06") == "Guard 6"
    assert unit_name(ctx, "g03+g04") == "Patrol 3+4"
    assert place(ctx, "N1").startswith("N1, ")
    assert spot(ctx, "N1") == "N1"
    assert place(ctx, "passage") == spot(ctx, "passage") == "the secret passage"
    assert "exit" in place(ctx, "other")
    assert place(context(ctx.snap, Still(), JA), "N1") != place(ctx, "N1")


def test_whoever_is_in_the_passage_is_told_in_words() -> None:
    now = state()
    assert in_the_passage(ctx_of(now)) == ""
    inside = CharacterView(who="ninja", seat="intruders", status="passage", zone="passage")
    ctx = ctx_of(now, characters=(inside,))
    assert in_the_passage(ctx) == "In the secret passage: Ninja"
    assert all(f.zone != "passage" or f.kind == "ninja" for f in public_map(ctx).figures)


def test_units_in_a_zone_are_told_in_order() -> None:
    ctx = ctx_of(state())
    zone = ctx.view.figures[0].zone
    assert units_at(ctx.view, zone)[0] == ctx.view.figures[0].unit
