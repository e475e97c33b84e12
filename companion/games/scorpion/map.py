"""What the Scorpion map shows: the public part for everybody, and the guards' own marks for them alone.

Screens add what they need: the zones that may be tapped, the unit that is spoken of, more marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.boards import drawing as board_drawing
from companion.games.scorpion.facts import patrol_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.terms import terms
from companion.ui.map.facts import Figure, MapFacts, Mark
from companion.ui.map.words import zone_name
from companion.ui.words.sentences import listed, word
from referee.scorpion.moves import OTHER_EXIT, PASSAGE
from referee.scorpion.views.view_model import FigureView, MarksView, View

_ADDED = ("figures", "marks", "trails", "ropes")
_LETTERS = frozenset("ABCDEF")


def public_map(ctx: Ctx, unit: str = "", **more: Any) -> MapFacts:
    """Return what everybody sees on the map. `unit` is the figure or unit that is ringed.

    In `more`, figures, marks, trails and ropes are added to what is public; anything else is as given.
    """
    view = ctx.view
    facts = MapFacts(
        board=view.board.hash,
        figures=tuple(_figures(view, unit)),
        marks=tuple(_public_marks(view)),
        searched=tuple(dict.fromkeys(note.zone for note in view.found if note.turn == view.turn)),
        ropes=tuple((rope.a, rope.b) for rope in view.ropes),
    )
    return with_more(facts, **more)


def guards_map(ctx: Ctx, unit: str = "", **more: Any) -> MapFacts:
    """Return the public map, and while the guards' cover is open their secret marks and sleepers."""
    facts = public_map(ctx, unit, **more)
    if not ctx.open or not ctx.view.guards:
        return facts
    marks = tuple(guards_marks(ctx.view.guards[0].marks))
    rest = tuple(mark for mark in facts.marks if mark not in marks)
    return replace(facts, tone=more.get("tone", "guards"), marks=(*marks, *rest))


def with_more(facts: MapFacts, **more: Any) -> MapFacts:
    """Return the facts of a map with more in them: figures, marks, trails and ropes are added, the rest replaced."""
    joined = {name: (*getattr(facts, name), *more[name]) for name in _ADDED if name in more}
    return replace(facts, **{**more, **joined})


def guards_marks(marks: MarksView) -> Iterator[Mark]:
    """Yield the guards' secret marks as the map shows them."""
    for letter, zone in sorted(marks.objectives.items()):
        yield Mark(zone, letter)
    for zone in marks.traps:
        yield Mark(zone, "T", "vermilion")
    for zone in marks.hidden:
        yield Mark(zone, "H", "vermilion")
    for zone, asleep in sorted(marks.sleepers.items()):
        if asleep:
            yield Mark(zone, f"S{asleep}" if asleep > 1 else "S", "vermilion")


def _figures(view: View, unit: str) -> Iterator[Figure]:
    ringed = frozenset(unit.split("+"))
    for one in view.figures:
        patrol = patrol_of(view, one.unit or "")
        if patrol is None:
            yield Figure(one.zone, "sentry", number(one.id), drunk=one.drunk, chosen=one.id in ringed)
        elif one.id == patrol.members[0]:
            facing = patrol.ahead[0] if patrol.ahead else ""
            chosen = not ringed.isdisjoint(patrol.members)
            yield Figure(one.zone, "patrol", f"P{number(one.id)}", facing, chosen=chosen)
    for intruder in view.characters:
        if intruder.zone is not None:
            # Nobody may tell a lone wolf's character by the shape of the figure.
            as_ninja = intruder.who != "traitor"
            label = "?" if intruder.who == "intruder" else intruder.who[0].upper()
            yield Figure(intruder.zone, "ninja" if as_ninja else "traitor", label)


def _public_marks(view: View) -> Iterator[Mark]:
    """Yield the entrances that were found, and what searches have found: letters and traps stay where they are."""
    for zone in dict.fromkeys(zone for passage in view.passages for zone in passage.found):
        yield Mark(zone, "X")
    known: dict[str, Mark] = {}
    for note in view.found:
        if note.found in _LETTERS:
            known[note.zone] = Mark(note.zone, note.found)
        elif note.found == "trap":
            known[note.zone] = Mark(note.zone, "T", "vermilion")
    yield from known.values()


# Words for what stands on the map


def number(figure: str) -> str:
    """Return the number on a guard figure: `g06` is 6."""
    return str(int(figure[1:]))


def unit_name(ctx: Ctx, unit: str) -> str:
    """Return what a unit is called: Guard 6, Patrol 3+4."""
    return word(ctx.look, {}, "unit", unit, terms)


def place(ctx: Ctx, zone: str) -> str:
    """Return a zone's id and name; the passage in words."""
    if zone == PASSAGE:
        return ctx.look.t("words.scorpion.passage")
    if zone == OTHER_EXIT:
        return ctx.t("other_exit")
    try:
        return zone_name(ctx.look, board_drawing.drawing_of(ctx.view.board.hash).cells[zone])
    except LookupError:
        return zone


def spot(ctx: Ctx, zone: str) -> str:
    """Return a zone's id alone, where its name has no room; the passage and its unknown exit in words."""
    return place(ctx, zone) if zone in (PASSAGE, OTHER_EXIT) else zone


def units_at(view: View, zone: str) -> tuple[str, ...]:
    """Return the units of able guards in a zone, in the order of their figures."""
    return tuple(dict.fromkeys(f.unit for f in view.figures if f.zone == zone and f.unit is not None))


def figures_in(view: View, unit: str) -> tuple[FigureView, ...]:
    members = unit.split("+")
    return tuple(f for f in view.figures if f.id in members)


def in_the_passage(ctx: Ctx) -> str:
    """Return who is in the secret passage in one sentence, or nothing: the map has no room for it."""
    inside: Iterable[str] = [unit_name(ctx, unit) for unit in units_at(ctx.view, PASSAGE)]
    people = [ctx.look.t(f"scorpion.{c.who}") for c in ctx.view.characters if c.zone == PASSAGE]
    there = [*inside, *people]
    return ctx.t("in_passage", who=listed(ctx.look, there)) if there else ""
