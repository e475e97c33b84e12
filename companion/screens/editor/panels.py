"""The panel below or beside the drawing: settings of the current tool, and what is chosen, with its fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import flet as ft

from companion.boards.tracing.borders import KINDS, Brush, borders, forks_at, has
from companion.boards.tracing.sketch import Sketch
from companion.boards.tracing.tools import EditorState
from companion.boards.workshop import Workplace
from companion.ui import Act, Choice, act, block, button_side, chip, choice_bar, column, label_row, text_field, toggle
from companion.ui.phrases import paragraph
from companion.ui.theme import Look
from referee.board.board import BorderKind, Zone


def field(
    look: Look, label: str, value: str, typed: Act, trace: Act, key: str, most: int, wide: float = 0
) -> ft.Control:
    """Return a field with a width in pixels, or as wide as possible.

    `typed(text)` is called with every letter; leaving the field is an action of its own. `key` identifies what it
    edits.
    """
    box = text_field(
        look, label, value, act(_left, trace), max_length=most, on_typed=typed,
        key=key,  # type: ignore[call-arg]
    )  # fmt: skip
    return ft.Container(box, width=wide or None, expand=None if wide else True)


def beside(look: Look, buttons: list[ft.Control]) -> ft.Control:
    """Return buttons of equal width side by side; in larger text one below the other."""
    if look.scale <= 1.15:
        return ft.Row(buttons, spacing=8)
    for each in buttons:
        each.expand = None
    return ft.Column(buttons, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _left(trace: Act, _: str) -> None:
    trace("settle")


IC = ft.Icons
FLAG_GLYPHS = {"post": IC.DIAMOND_SHARP, "barracks": IC.HOUSE_SHARP}
FLAGS = (*FLAG_GLYPHS, *(each for each in get_args(Brush) if each not in (*KINDS, *FLAG_GLYPHS)))
BORDERS: tuple[BorderKind, ...] = get_args(BorderKind)
DIRECTIONS = ("none", "both", "there", "back")


def panels(look: Look, desk: Workplace, trace: Act) -> list[ft.Control]:
    bench = desk.bench
    sketch, tool = bench.sketch, bench.tool
    if tool == "paint":
        return [brushes(look, bench.brush, trace), paragraph(look, look.t("editor.about.paint"))]
    if tool == "border":
        return [
            border_bar(look, "", bench.border, act(trace, "border")),
            paragraph(look, look.t("editor.about.border")),
        ]
    if tool == "hear":
        return [preview(look, desk.preview, desk.listening_reach, trace), paragraph(look, look.t("editor.about.hear"))]
    if tool == "route":
        return [paragraph(look, look.t("editor.about.route")), *_forks(look, sketch, bench.last, trace)]
    if tool == "look" or not bench.chosen:
        return [paragraph(look, look.t(f"editor.about.{tool}"))]
    return _chosen(look, bench, trace)


def _chosen(look: Look, bench: EditorState, trace: Act) -> list[ft.Control]:
    sketch = bench.sketch
    known = tuple(zone for zone in bench.chosen if zone in sketch.zones)
    if not known:
        return []
    zone = sketch.zone(known[-1])
    blocks = [zone_fields(look, zone, trace), zone_marks(look, zone, trace)]
    acts = zone_acts(look, zone.id, len(known) == 2, trace)
    if len(known) < 2:
        return [*blocks, acts]
    a, b = known
    found = borders(sketch)
    kind = found.get((a, b)) or found.get((b, a))
    return [pair_of(look, a, b, kind or "", _direction(sketch, a, b), trace), acts, *blocks]


def _direction(sketch: Sketch, a: str, b: str) -> str:
    """Return the direction of the patrol route between two zones: one of `DIRECTIONS`."""
    if not any(set(each) == {a, b} for each in sketch.route.edges):
        return "none"
    if (a, b) in sketch.route.one_way:
        return "there"
    return "back" if (b, a) in sketch.route.one_way else "both"


@block
def zone_fields(look: Look, zone: Zone, trace: Act) -> ft.Control:
    t = look.t
    ja = look.lang == "ja"
    first, second = ("ja", "en") if ja else ("en", "ja")

    def named(lang: str, label: str) -> ft.Control:
        typed = act(trace, "typed", "name", zone.id, lang)
        return field(look, label, zone.name.model_dump()[lang], typed, trace, f"{lang} {zone.id}", 80)

    wide = round(104 * min(look.scale, 1.5))
    id_ = field(look, t("editor.id"), zone.id, act(trace, "typed", "id", zone.id, ""), trace, f"id {zone.id}", 16, wide)
    name = named(first, t("editor.name"))
    if look.wide:
        return column(
            [ft.Row([id_, name], spacing=10), ft.Row([named(second, t(f"editor.name_{second}"))])], spacing=10
        )
    return ft.Row([id_, name], spacing=10)


@block
def zone_marks(look: Look, zone: Zone, trace: Act) -> ft.Control:
    t = look.t
    kind = next((each for each in KINDS if has(zone, each)), "")  # type: ignore[arg-type]
    flags = [
        chip(
            look, t(f"editor.flag.{each}"), act(trace, "paint", each), has(zone, each), FLAG_GLYPHS.get(each), height=44
        )
        for each in FLAGS
    ]
    return column([kinds_bar(look, kind, act(trace, "paint")), _wrapped(flags)], spacing=10)


def kinds_bar(look: Look, kind: str, choose: Act) -> ft.Control:
    return choice_bar(
        look, tuple(Choice(each, look.t(f"editor.kind.{each}")) for each in KINDS), kind, choose, tick=False
    )


def _wrapped(chips: Sequence[ft.Control]) -> ft.Control:
    """Return chips side by side, each as wide as its words, in as many rows as needed."""
    return ft.Row([ft.Row([each], tight=True) for each in chips], spacing=8, run_spacing=8, wrap=True)


@block
def pair_of(look: Look, a: str, b: str, kind: str, direction: str, trace: Act) -> ft.Control:
    """Return the border of two zones, and the direction of the patrol route between them."""
    t = look.t
    parts: list[ft.Control] = [label_row(look, t("editor.between", a=a, b=b))]
    if not kind:
        parts.append(paragraph(look, t("trace.not_beside", zone=a, other=b)))
        return column(parts, spacing=6)
    parts.append(border_bar(look, "", kind, act(trace, "between")))
    if kind == "plain" or direction != "none":
        words = {"none": t("editor.way.none"), "both": t("editor.way.both")}
        words |= {"there": t("editor.way.one", a=a, b=b), "back": t("editor.way.one", a=b, b=a)}
        parts.append(label_row(look, t("editor.way")))
        parts.append(
            choice_bar(
                look, tuple(Choice(each, words[each]) for each in DIRECTIONS), direction, act(trace, "way"), tick=False
            )
        )
    return column(parts, spacing=6)


@block
def border_bar(look: Look, label: str, kind: str, choose: Act) -> ft.Control:
    choices = tuple(Choice(each, look.t(f"editor.border.{each}")) for each in BORDERS)
    return choice_bar(look, choices, kind, choose, label=label)


@block
def zone_acts(look: Look, zone: str, two: bool, trace: Act) -> ft.Control:
    t = look.t
    buttons: list[ft.Control] = []
    if two:
        buttons.append(button_side(look, t("editor.merge"), act(trace, "merge"), IC.MERGE_SHARP, 48, True, True))
    buttons.append(
        button_side(look, t("editor.remove", zone=zone), act(trace, "remove"), IC.DELETE_SHARP, 48, True, True)
    )
    return beside(look, buttons)


@block
def brushes(look: Look, brush: Brush, trace: Act) -> ft.Control:
    flags = [
        chip(
            look, look.t(f"editor.flag.{each}"), act(trace, "brush", each), each == brush, FLAG_GLYPHS.get(each),
            height=44,
        )
        for each in FLAGS
    ]  # fmt: skip
    return column([kinds_bar(look, brush, act(trace, "brush")), _wrapped(flags)], spacing=10)


@block
def preview(look: Look, what: str, reach: int, trace: Act) -> ft.Control:
    t = look.t
    kinds = tuple(Choice(each, t(f"editor.preview.{each}")) for each in ("sound", "walk"))
    steps = tuple(Choice(str(n), t("editor.steps", n=n)) for n in (1, 2, 3))
    return column(
        [
            choice_bar(look, kinds, what, act(trace, "preview")),
            choice_bar(look, steps, str(reach), act(_step, trace), tick=False),
        ],
        spacing=8,
    )


def _step(trace: Act, steps: str) -> None:
    trace("far", int(steps))


def _forks(look: Look, sketch: Sketch, zone: str, trace: Act) -> list[ft.Control]:
    turns = forks_at(sketch, zone) if zone else ()
    if not turns:
        return []
    kept = sketch.route.transitions
    return [
        label_row(look, look.t("editor.fork", zone=zone)),
        *(
            toggle(
                look, look.t("editor.turn", a=came, zone=zone, b=to), "", kept is None or (came, zone, to) in kept,
                act(trace, "fork", came, zone, to),
            )
            for came, to in turns
        ),
    ]  # fmt: skip
