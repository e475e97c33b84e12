"""The Scorpion map: its public part, the guards' own marks, what can be known of intruders, and the page that it fills.

Screens add what they need: the zones that may be tapped, the unit in focus, more marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.boards import drawing as board_drawing
from companion.games.scorpion.facts import Ctx, called, patrol_of, terms
from companion.games.scorpion.tracks import tracks
from companion.games.table.context import FullPage
from companion.ui import Act, act, aloud, block, clause_chip, column, edge, icon, icon_button, named, row, text, theme
from companion.ui.base import at_most, figure, fill_column, inset, rule
from companion.ui.map.board_map import board_map
from companion.ui.map.drawing import Figure, MapFacts, Mark
from companion.ui.map.zone_list import zone_list, zone_name
from companion.ui.palette import MOON
from companion.ui.theme import Look
from companion.ui.words import listed, word
from referee.scorpion.moves import OTHER_EXIT, PASSAGE
from referee.scorpion.views.view_model import FigureView, MarksView, OutView, ReasoningView, View, WhereView

_ADDED = ("figures", "marks", "trails", "ropes")
_LETTERS = frozenset("ABCDEF")


def public_map(ctx: Ctx, unit: str = "", **more: Any) -> MapFacts:
    """Return the public map. `unit` is the ringed figure or unit.

    From `more`, figures, marks, trails and ropes are added; other values replace the map's own.
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
    """Return the public map and, while the guards' cover is open, their secret marks and sleepers."""
    facts = public_map(ctx, unit, **more)
    if not ctx.open or not ctx.view.guards:
        return facts
    marks = tuple(guards_marks(ctx.view.guards[0].marks))
    rest = tuple(mark for mark in facts.marks if mark not in marks)
    return replace(facts, tone=more.get("tone", "guards"), marks=(*marks, *rest))


def with_more(facts: MapFacts, **more: Any) -> MapFacts:
    """Return a map's facts with additions: figures, marks, trails and ropes are added, other values replaced."""
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
    yield from bed_marks(dict(sorted(marks.sleepers.items())))


def bed_marks(asleep: Mapping[str, int]) -> Iterator[Mark]:
    """Yield the marks of sleepers, by their number in each zone."""
    return (Mark(zone, f"S{n}" if n > 1 else "S", "vermilion") for zone, n in asleep.items() if n)


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
            yield intruder_figure(intruder.zone, intruder.who)


def intruder_figure(zone: str, who: str) -> Figure:
    """Return the figure of an intruder. Its shape must not reveal a lone wolf's character."""
    return Figure(zone, "traitor" if who == "traitor" else "ninja", "?" if who == "intruder" else who[0].upper())


def _public_marks(view: View) -> Iterator[Mark]:
    """Yield the entrances found, and the findings of searches: letters and traps stay in place."""
    for zone in dict.fromkeys(zone for passage in view.passages for zone in passage.found):
        yield Mark(zone, "X")
    known: dict[str, Mark] = {}
    for note in view.found:
        if note.found in _LETTERS:
            known[note.zone] = Mark(note.zone, note.found)
        elif note.found == "trap":
            known[note.zone] = Mark(note.zone, "T", "vermilion")
    yield from known.values()


# Words for things on the map


def number(figure: str) -> str:
    """Return a guard figure's number: 6 for `g06`."""
    return str(int(figure[1:]))


def unit_name(ctx: Ctx, unit: str) -> str:
    """Return a unit's name: Guard 6, Patrol 3+4."""
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
    """Return only a zone's id, where there is no space for its name; the passage and its unknown exit in words."""
    return place(ctx, zone) if zone in (PASSAGE, OTHER_EXIT) else zone


def on_board(zone: str | None) -> tuple[str, ...]:
    """Return a zone as those of a map that it is; none for no zone, and for the passage."""
    return (zone,) if zone and zone != PASSAGE else ()


def lit(zones: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return zones as the targets of a map, which the passage and its unknown exit cannot be."""
    return tuple((zone, "") for zone in zones if zone not in (PASSAGE, OTHER_EXIT))


def units_at(view: View, zone: str) -> tuple[str, ...]:
    """Return the units of able guards in a zone, in the order of their figures."""
    return tuple(dict.fromkeys(f.unit for f in view.figures if f.zone == zone and f.unit is not None))


def figures_in(view: View, unit: str) -> tuple[FigureView, ...]:
    members = unit.split("+")
    return tuple(f for f in view.figures if f.id in members)


def in_the_passage(ctx: Ctx) -> str:
    """Return in one sentence who is in the secret passage, which is not on the map; empty if nobody is."""
    there = [unit_name(ctx, unit) for unit in units_at(ctx.view, PASSAGE)]
    there += [called(ctx, c.who) for c in ctx.view.characters if c.zone == PASSAGE]
    return ctx.t("in_passage", who=listed(ctx.look, there)) if there else ""


R = "reason."
ALL = "all"
"""Stands for all intruders at once."""


def of(known: ReasoningView, who: str) -> tuple[WhereView, ...]:
    """Return what is known of one intruder; of all if that one is no longer included."""
    return tuple(one for one in known.intruders if one.who == who) or known.intruders


def possible(known: ReasoningView, who: str) -> tuple[str, ...]:
    """Return the zones in which one of the intruders in question can be."""
    return tuple(dict.fromkeys(zone for one in of(known, who) for zone in one.zones))


def shaded(ctx: Ctx, facts: MapFacts, known: ReasoningView, who: str, zone: str) -> MapFacts:
    """Return a map with the excluded zones hatched, and what is known of each in words; `zone` is ringed."""
    there = set(possible(known, who))
    ids = _zones(known)
    notes = tuple((each, " ".join(short(ctx, one, each) for one in of(known, who))) for each in ids)
    return replace(
        facts, out=tuple(each for each in ids if each not in there), notes=notes, chosen=zone or facts.chosen
    )


def _zones(known: ReasoningView) -> tuple[str, ...]:
    """Return the zones of the board that anything is known of."""
    found = (zone for one in known.intruders for zone in (*one.zones, *(out.zone for out in one.out)))
    return tuple(dict.fromkeys(zone for zone in found if zone != PASSAGE))


def out_of(one: WhereView, zone: str) -> OutView | None:
    return next((out for out in one.out if out.zone == zone), None)


def short(ctx: Ctx, one: WhereView, zone: str) -> str:
    """Return what is known of a zone in a few words, for the list and for screen readers."""
    out = out_of(one, zone)
    if out is None:
        return ctx.t(f"{R}can", who=called(ctx, one.who))
    return ctx.t(f"{R}cannot", who=called(ctx, one.who), why=why(ctx, out))


def why(ctx: Ctx, out: OutView) -> str:
    """Return the fact that excluded a zone, with its turn, as part of a sentence."""
    if not out.kind:
        return ctx.t(f"{R}no_way")
    own = f"scorpion.why.{out.kind}"
    words = ctx.say(own if ctx.look.t.has(own) else f"scorpion.{out.kind}", out.data)
    return ctx.t(f"{R}in_turn", turn=out.turn, why=words.rstrip(".。"))


def age(ctx: Ctx, one: WhereView) -> str:
    """Return in how many zones an intruder can be, and how many turns ago it was last located."""
    n = len(one.zones)
    if one.certain is None:
        return ctx.t(f"{R}never", who=called(ctx, one.who), n=n)
    old = ctx.view.turn - one.certain
    return ctx.t(f"{R}age" if old else f"{R}now", who=called(ctx, one.who), n=n, turn=one.certain, old=old)


def explained(ctx: Ctx, known: ReasoningView, who: str, zone: str) -> list[ft.Control]:
    """Return what is known of a zone, with its clauses; without a zone, how old the knowledge is."""
    asked = [(one, out_of(one, zone) if zone else None) for one in of(known, who)]
    lines = [age(ctx, one) if not zone else short(ctx, one, zone) for one, _ in asked]
    lines += [ctx.t(f"{R}broken")] if known.broken else []
    lines += [ctx.t(f"{R}laid")] if known.laid else []
    lines += [ctx.t(f"{R}rough")] if known.rough else []
    said: list[ft.Control] = [
        named(words, text(ctx.look, "caption", words, lines=at_most(ctx.look, 2), line=16))
        for words in lines
    ]
    clauses = dict.fromkeys(out.clause for _, out in asked if out is not None and out.clause)
    chips = [clause_chip(ctx.look, ctx.actions, clause) for clause in clauses]
    words = ft.Column(said, spacing=3, tight=True, expand=None if ctx.look.scale >= 1.5 else True)
    if ctx.look.scale >= 1.5:
        return [words, *chips]
    return [row([words, *chips], 6)]


IC = ft.Icons
LARGE = 360
"""The height of the map in pixels where the page scrolls."""
EDGE = 12
"""The distance in pixels between the edges of the map and what lies on it: a secret screen's frame takes 8 of them."""


# The page that the map fills, between strip and dock, with the controls of the moment on it


def map_page(
    ctx: Ctx,
    facts: MapFacts,
    tap: Act | None,
    *,
    above: Sequence[ft.Control] = (),
    aside: Sequence[ft.Control] = (),
    buttons: Sequence[ft.Control] = (),
    below: Sequence[ft.Control] = (),
    foot: ft.Control | None = None,
    first: str = "",
    listed: bool | None = None,
) -> FullPage:
    """Return the map, or its list, with `above` along its top, `aside` at its lower left and `below` under it.

    `foot` comes last and keeps its place in the tree, whatever is above it: it may contain a pad that is held.
    `buttons` are above the map's own in its lower right corner. A list begins with the zone `first`, and the tracks are
    below it. In the largest text there is no space for a map beside all that: then the page scrolls.
    """
    look = ctx.look
    as_list, large = ctx.pick.listed if listed is None else listed, look.scale >= 1.5 and not look.wide
    every: list[ft.Control] = [*buttons, switch(ctx)]
    footing = [] if foot is None else [foot]
    moved = act(ctx.actions.secrets.touch) if ctx.open else None
    if as_list or large:
        board: ft.Control = zone_list(look, facts, tap, first)
        if not as_list:
            board = board_map(look, facts, tap, LARGE, later=True, on_touch=moved)
        tools = ft.Row(every, alignment=ft.MainAxisAlignment.END)
        # A list has little space: the requested zone comes first, and the tracks last.
        rows = [tracks(ctx), tools, board, *below, *footing] if large else [tools, board, tracks(ctx)]
        scrolled = ft.Column(
            [*above, *aside, *rows], spacing=10, scroll=ft.ScrollMode.AUTO, on_scroll=_touched(ctx),
            scroll_interval=1500, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )  # fmt: skip
        shown: ft.Control = ft.Container(scrolled, padding=inset(EDGE, 8), expand=True)
        if large:
            return FullPage([shown])
    else:
        high, low = column(above, 8), column(aside, 8)
        corner = ft.Column(every, spacing=8, tight=True)
        page = board_map(look, facts, tap, later=True, page=True, on_touch=moved)
        shown = ft.Stack(
            [
                ft.Container(page, left=0, top=0, right=0, bottom=0),
                ft.Container(high, left=EDGE, top=8, right=EDGE),
                ft.Container(low, left=EDGE, bottom=8, right=theme.TOUCH + 2 * EDGE),
                ft.Container(corner, right=8, bottom=theme.TOUCH + 16),
            ],
            expand=True,
        )  # fmt: skip
    if look.wide:
        side = ft.Column(
            [tracks(ctx), *footing, *below], spacing=14, scroll=ft.ScrollMode.AUTO,
            expand=40, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )  # fmt: skip
        both: list[ft.Control] = [
            ft.Container(shown, expand=60), ft.Container(side, expand=40, padding=inset(0, 12, 20, 0)),
        ]  # fmt: skip
        return FullPage([ft.Row(both, spacing=20, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)])
    last = ft.Container(foot, padding=inset(16, 0, 16, 8), bgcolor=look.p.background, visible=foot is not None)
    return FullPage([shown, _under(ctx, list(below)), last])


def _under(ctx: Ctx, below: list[ft.Control]) -> ft.Control:
    """Return what is under the map. In larger text it takes at most half of the space, and scrolls."""
    large = ctx.look.scale > 1.15
    inside = ft.Column(
        below, spacing=8, tight=not large, scroll=ft.ScrollMode.AUTO if large else None,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip
    return ft.Container(
        inside, padding=inset(16, 8), bgcolor=ctx.look.p.background, border=rule("top", ctx.look.p.line),
        expand=(large and bool(below)) or None, visible=bool(below),
    )  # fmt: skip


def over_cover(
    closed: Sequence[ft.Control], page: FullPage | None, margin: float, *, foot: ft.Control | None
) -> FullPage:
    """Return the covered screen and, while the cover is open, the page over it.

    The covered screen stays in the tree: to cover, a phone is only sent the removal of the page.
    """
    behind = ft.Column(
        list(closed), spacing=10, scroll=ft.ScrollMode.AUTO, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
    whole: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}
    layers: list[ft.Control] = [
        ft.Container(
            ft.Semantics(content=behind, exclude_semantics=page is not None), padding=inset(margin, 12), **whole
        )
    ]
    if page is not None:
        # It has the background of secrets, and lets no touch through.
        lies = ft.Column(page, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        layers.append(ft.Container(lies, bgcolor=MOON.background, on_click=_nothing, **whole))
    return FullPage([ft.Stack(layers, expand=True), *([foot] if foot is not None else [])])


def _nothing(_: Any) -> None:
    """Ignore a tap beside what can be tapped."""


def _touched(ctx: Ctx) -> Any:
    if not ctx.open:
        return None
    touch = ctx.actions.secrets.touch
    return lambda _: touch()


def round_button(look: Look, glyph: ft.IconData, label: str, handler: Act) -> ft.Control:
    return ft.Container(
        icon_button(look, glyph, label, handler), bgcolor=look.p.surface, border_radius=theme.TOUCH / 2,
        border=edge(theme.LINE, look.p.line_strong), width=theme.TOUCH, height=theme.TOUCH,
        alignment=ft.Alignment.CENTER,
    )  # fmt: skip


def switch(ctx: Ctx) -> ft.Control:
    """Return the switch between the map and the list of its zones."""
    glyph, name = (IC.MAP_SHARP, "as_map") if ctx.pick.listed else (IC.FORMAT_LIST_BULLETED_SHARP, "as_list")
    return round_button(ctx.look, glyph, ctx.t(name), ctx.toggle("listed", True, off=False))


@block
def label_on_map(look: Look, title: str, sub: str, right: str, spoken: str) -> ft.Control:
    """Return the box on the map that says what it is about, and at its right end the tracks, which are `spoken`."""
    words: list[ft.Control] = [text(look, "subject", title, lines=2)]
    if sub:
        words.append(text(look, "caption", sub, look.p.text_2, lines=2))
    said = fill_column(*words)
    tail = [text(look, "label", right, look.p.text)] if right else []
    return named(
        aloud(title, sub, spoken),
        ft.Container(
            ft.Row([said, *tail], spacing=10), padding=inset(12, 6), bgcolor=look.p.surface,
            border=edge(theme.HAIR, look.p.line_strong), border_radius=theme.R_PANEL,
        ),
    )  # fmt: skip


def mark_box(
    look: Look, glyph: ft.IconData, lit: bool, size: float = 30, *, inside: float = 0, line: float = theme.HAIR,
    ink: str = "", radius: float = theme.R_CARD,
) -> ft.Control:  # fmt: skip
    """Return the mark of a public event: filled if somebody is there, else with a line in `ink`.

    `size` and `inside` are the sides of the box and of the icon in pixels.
    """
    p = look.p
    return ft.Container(
        icon(look, glyph, inside or size * 0.6, p.on_accent if lit else p.text), width=size, height=size,
        alignment=ft.Alignment.CENTER, bgcolor=p.accent if lit else None,
        border=edge(line, p.accent if lit else ink or p.line_strong), border_radius=radius,
    )  # fmt: skip


def letter_box(
    look: Look, who: str, size: float = 30, *, chosen: bool = False, border: ft.Border | None = None
) -> ft.Control:
    """Return an intruder's letter in its shape on the map: the Ninja's disc, the Traitor's square."""
    p, ninja = look.p, who == "ninja"
    return ft.Container(
        figure(look, who[0].upper(), p.text if chosen else p.background, 16), width=size, height=size,
        alignment=ft.Alignment.CENTER, bgcolor=p.background if chosen else p.ninja if ninja else p.traitor,
        border_radius=size / 2 if ninja else theme.R_TRACK, border=border,
    )  # fmt: skip


def side_by_side(look: Look, tiles: Sequence[ft.Control]) -> ft.Control:
    """Return tiles of equal width side by side; in the largest text one below the other."""
    if look.scale >= 1.5:
        return column(tiles, 8)
    return ft.Row([ft.Container(tile, expand=True) for tile in tiles], spacing=8)
