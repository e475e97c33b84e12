"""Depth `scores`: the tiles, buttons and numbers that declare, and the form of an event that needs details.

What is not legal now is drawn faintly and can still be tapped: the referee then says why. In a form, each detail that
is entered leaves fewer choices, and the last tap declares the event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, get_args

import flet as ft

from companion.games.scorpion.facts import Ctx, Pick, called, find
from companion.games.scorpion.scores.facts import Event, Fields, Given, S, about, current_phase, doubtful, legal, opens
from companion.games.table.context import in_turn
from companion.games.table.frame import grid
from companion.ui import (
    Act,
    Choice,
    act,
    block,
    choice_bar,
    column,
    edge,
    icon,
    icon_button,
    label_row,
    named,
    pressable,
    row,
    text,
    theme,
)
from companion.ui.base import inset, tap_box
from companion.ui.live_field import live_field
from companion.ui.theme import Look
from referee.core.values import TABLE
from referee.scorpion.cards import KINDS
from referee.scorpion.moves import Letter
from referee.scorpion.scores.moves import Killing

IC = ft.Icons
Tile = tuple[ft.IconData, str, bool, Act | None]
"""Icon, label, whether it is legal, the act of a tap."""


@block
def tiles(look: Look, every: tuple[Tile, ...], who: str) -> ft.Control:
    """Draw the events of `who`, three tiles in a row; in large text fewer."""
    per = 3 if look.scale <= 1.15 else 2 if look.scale < 1.5 else 1
    cells = [_tile(look, *each, who, beside=per == 1) for each in every]
    return ft.Column(grid(cells, per), spacing=8, tight=True)


def _tile(
    look: Look, glyph: ft.IconData, label: str, legal: bool, handler: Act | None, who: str, *, beside: bool
) -> ft.Control:
    ink = look.p.text if legal else look.p.text_3
    sign = icon(look, glyph, theme.ICON, ink)
    words = text(look, "over", label, ink, lines=1, align=ft.TextAlign.CENTER, bold=legal, struck=not legal)
    inside: ft.Control = ft.Column(
        [sign, words],
        spacing=1,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    if beside:
        inside = ft.Row([sign, words], spacing=12)
    box = tap_box(
        look, inside, handler, lit=False, off=not legal,
        height=None if beside else theme.grown(look, theme.MAIN), padding=inset(14, 12) if beside else inset(2),
        alignment=ft.Alignment.CENTER_LEFT if beside else ft.Alignment.CENTER, bgcolor=look.p.surface,
        ink=handler is not None,
    )  # fmt: skip
    return _apart(pressable(_spoken(look, label, legal), box, handler, expand=True), f"{who} {label}")


def _apart(control: ft.Control, key: str) -> ft.Control:
    """Give a control with another meaning another key: a late tap must not trigger the new meaning."""
    control.key = key
    return control


def _spoken(look: Look, label: str, legal: bool) -> str:
    return label if legal else f"{label}, {look.t('kit.not_available')}"


Variant = tuple[str, bool, Act]
"""A way in which an event can happen: its label, whether it is legal, the act that declares it."""


@block
def buttons(look: Look, variants: tuple[Variant, ...]) -> ft.Control:
    """Draw buttons that declare, side by side as far as they fit."""
    return ft.Row([_button(look, *variant) for variant in variants], spacing=8, run_spacing=8, wrap=True)


def _button(look: Look, label: str, legal: bool, handler: Act) -> ft.Control:
    large = look.scale > 1.15
    ink = look.p.text if legal else look.p.text_3
    words = text(look, "button_equal", label, ink, lines=3 if large else 1, bold=legal, struck=not legal)
    box = tap_box(
        look, ft.Row([words], tight=True) if not large else words, handler, lit=False, off=not legal,
        height=None if large else theme.TOUCH, padding=inset(13, 11 if large else 0), alignment=None,
        bgcolor=look.p.surface, ink=True,
    )  # fmt: skip
    return _apart(pressable(_spoken(look, label, legal), box, handler), label)


End = tuple[str, bool, Act | None]
"""A way to change a number: its spoken name, whether it is legal, its act."""
Counter = tuple[str, int, End, End]
"""A number's name, the number, and the ways to decrease and to increase it."""


@block
def counters(look: Look, every: tuple[Counter, ...]) -> ft.Control:
    """Draw numbers with − and +, two in a row; in large text one."""
    cells = [_counter(look, *each) for each in every]
    return ft.Column(grid(cells, 2 if look.scale < 1.3 else 1), spacing=8, tight=True)


def _counter(look: Look, label: str, n: int, less: End, more: End) -> ft.Control:
    p = look.p
    spoken = named(
        f"{label} {n}",
        column(
            [
                text(look, "mark", str(n), size=20, lines=1, line=22, align=ft.TextAlign.CENTER),
                text(look, "caption", label, p.text_2, lines=1, line=16, align=ft.TextAlign.CENTER),
            ]
        ),
        expand=True,
    )
    ends = [
        icon_button(look, glyph, _spoken(look, name, legal), handler, "" if legal else p.text_3)
        if handler
        else ft.Container(width=theme.TOUCH)
        for glyph, (name, legal, handler) in ((IC.REMOVE_SHARP, less), (IC.ADD_SHARP, more))
    ]
    return ft.Container(
        ft.Row([ends[0], spoken, ends[1]], spacing=0),
        height=52 if look.scale <= 1.15 else None,
        padding=inset(0, 0 if look.scale <= 1.15 else 4),
        bgcolor=p.surface,
        border=edge(theme.HAIR, p.line),
        border_radius=theme.R_PANEL,
        expand=True,
    )


LONGEST: Final = 20
"""The most characters of a zone's name."""
LETTERS: Final[tuple[str, ...]] = get_args(Letter)
KILLING: Final[tuple[str, ...]] = get_args(Killing)
LAST: Final[Mapping[str, tuple[str, ...]]] = {
    "alert": ("reason", "by"),
    "card_played": ("card",),
    "search": ("found", "killed_by"),
    "mission": ("letter",),
    "wound": ("phase",),
    "guard_removed": ("cause",),
    "drunk": ("n", "weapon"),
    "guard_added": ("weapon",),
    "passage": ("who",),
    "escape": ("intruder",),
    "death": ("intruder",),
    "sobered": ("n", "weapon"),
    "sleeper_woken": ("n", "weapon"),
    "leaves": ("figure", "inside"),
}
"""The fields set by the last tap, by event or else by type of declaration; all others are set before it."""
FOUND: Final = ("nothing", "trap", "hidden_sentry", *LETTERS)


def form(ctx: Ctx, event: Event, who: str) -> list[ft.Control]:
    """Return all ways of an event, below the fields that must be set first."""
    left = legal(ctx, event, who)
    bars: list[ft.Control] = []
    for name in said_before(event, left):
        values = distinct(left, name)
        if len(values) > 1:
            chosen = value_of(ctx, name, values)
            bars.append(bar(ctx, name, values, chosen))
            left = tuple(each for each in left if each.get(name) == chosen)
    base = {name: value for name, value in left[0].items() if name not in last_of(event)} if left else {}
    if event.kind == "search":
        bars += zone_field(ctx)
        base |= {"zone": ctx.pick.zone.strip()} if ctx.pick.zone.strip() else {}
    close = icon_button(ctx.look, IC.CLOSE_SHARP, ctx.t(f"{S}close"), closing(ctx))
    title = ft.Container(label_row(ctx.look, ctx.t(f"{S}event.{event.name}"), ctx.t(f"{S}who.{who}")), expand=True)
    return [row([title, close], 4), *bars, buttons(ctx.look, variants(ctx, event, left, base))]


def last_of(event: Event) -> tuple[str, ...]:
    """Return the fields set by the last tap."""
    return LAST.get(event.name) or LAST[event.kind]


def said_before(event: Event, choices: Sequence[Fields]) -> list[str]:
    """Return the fields in which choices may differ, in order, except those set by the last tap."""
    last = last_of(event)
    return [name for name in dict.fromkeys(name for each in choices for name in each) if name not in last]


def distinct(choices: Sequence[Fields], name: str) -> list[Any]:
    return list(dict.fromkeys(each.get(name) for each in choices))


def value_of(ctx: Ctx, name: str, values: Sequence[Any]) -> Any:
    """Return the value of a field: the chosen one, else the likely one in this turn, else the first."""
    usual = {"phase": current_phase(ctx.view)}.get(name, "")
    wanted = (ctx.pick.form.get(name), usual)
    return next((value for text_ in wanted for value in values if str(value) == text_), values[0])


def bar(ctx: Ctx, name: str, values: Sequence[Any], chosen: Any) -> ft.Control:
    every = tuple(Choice(str(value), words_of(ctx, name, value)) for value in values)
    return choice_bar(ctx.look, every, str(chosen), ctx.change(_said, name), tick=False)


def _said(pick: Pick, name: str, value: str) -> Pick:
    return replace(pick, form={**pick.form, name: value})


def words_of(ctx: Ctx, name: str, value: Any) -> str:
    if name == "n":
        return ctx.t(f"{S}n", n=value)
    if name in ("by", "intruder", "who"):
        return ctx.t(f"{S}who.{value}")
    return ctx.t(f"{S}{name}.{str(value).lower()}")


def zone_field(ctx: Ctx) -> list[ft.Control]:
    """Return the field for a zone's name, if the table has one, and the contents of named zones."""
    kept = ctx.view.scores
    known = [f"{zone} {find(ctx.look.t, found)}" for zone, found in kept.zones.items()] if kept else []
    lines = [text(ctx.look, "caption", ctx.t(f"{S}zones", zones=ctx.t(f"{S}comma").join(known)), ctx.look.p.text_2)]
    box = live_field(ctx.look, ctx.pick.zone, ctx.choose("zone"), name=ctx.t(f"{S}zone"), limit=LONGEST)
    return [box, *(lines if known else [])]


def variants(ctx: Ctx, event: Event, left: Sequence[Fields], base: Fields) -> tuple[Variant, ...]:
    """Return the ways of an event, legal or not, in a fixed order."""
    fields = last_of(event)
    offered = [tuple((name, each[name]) for name in fields if name in each) for each in left]
    every = ((each, dict(each)) for each in dict.fromkeys([*known_variants(event, left), *offered]))
    return tuple(
        (variant_words(ctx, event, way), each in offered, declaring(ctx, {"type": event.kind, **base, **way}))
        for each, way in every
    )


def known_variants(event: Event, left: Sequence[Fields]) -> list[Given]:
    """Return the ways that the rules know, whether legal now or not."""
    if event.kind == "card_played" and left:
        return [(("card", card),) for card in KINDS[left[0]["by"]] if (left[0]["by"], card) != ("guards", "kenjutsu")]
    who = about(event.kind, left[0]) if left else ""
    deck = next((kinds for owner, kinds in KINDS.items() if owner == who), KILLING)
    killing = [card for card in KILLING if card in deck]
    if event.kind == "search":
        killed: list[Given] = [(("found", "hidden_sentry"), ("killed_by", card)) for card in killing]
        return [*((("found", found),) for found in FOUND), *killed]
    if event.kind == "mission":
        return [(("letter", letter),) for letter in LETTERS]
    if event.name == "kill":
        return [(("cause", card),) for card in killing]
    return []


def variant_words(ctx: Ctx, event: Event, fields: Fields) -> str:
    if event.name == "leaves":
        where = words_of(ctx, "inside", fields["inside"])
        return ctx.t(f"{S}comma").join((words_of(ctx, "figure", fields.get("figure")), where))
    if event.kind in ("card_played", "guard_removed"):
        return called(ctx, f"card.{fields['card' if event.kind == 'card_played' else 'cause']}")
    if event.kind == "mission":
        return str(fields["letter"])
    if event.kind == "alert":
        reason, by = fields["reason"], fields["by"]
        cause = ctx.t(f"{S}reason.{reason}")
        if reason == "kenjutsu" and ctx.look.t.has(f"scorpion.card.{reason}{by}"):
            cause = ctx.t(f"{S}killed_with", card=ctx.look.t(f"scorpion.card.{reason}{by}"))
        return ctx.t(f"{S}rise.{by}", cause=cause)
    if event.kind == "search":
        if "killed_by" in fields:
            return ctx.t(f"{S}killed_by", card=ctx.look.t(f"scorpion.card.{fields['killed_by']}"))
        return str(fields["found"]) if len(fields["found"]) == 1 else ctx.t(f"{S}found.{fields['found']}")
    if "n" in fields:
        weapon = fields.get("weapon")
        parts = [words_of(ctx, "n", fields["n"]), *([words_of(ctx, "weapon", weapon)] if weapon else [])]
        return ctx.t(f"{S}comma").join(parts)
    name = last_of(event)[0]
    return words_of(ctx, f"{name}_when" if event.kind == "wound" else name, fields.get(name))


def tapped(ctx: Ctx, event: Event, who: str) -> tuple[bool, Act]:
    """Return whether an event is legal, and the act of a tap: it declares the only way, or opens them all."""
    found = legal(ctx, event, who)
    if not found:
        return False, declaring(ctx, doubtful(ctx, event, who))
    if opens(event, found):
        return True, ctx.choose("tab", f"{who}.{event.name}")
    return True, declaring(ctx, {"type": event.kind, **found[0]})


def event_words(ctx: Ctx, event: Event, who: str) -> str:
    """Return the label of an event; a mission that can only be one includes its letter."""
    words = ctx.t(f"{S}event.{event.name}")
    found = legal(ctx, event, who) if event.kind == "mission" else ()
    return ctx.t(f"{S}mission_of", letter=found[0]["letter"]) if len(found) == 1 else words


def declaring(ctx: Ctx, move: Mapping[str, Any]) -> Act:
    """Return the act that declares for the table, and closes the form."""
    return act(in_turn, ctx.declare(move, TABLE), closing(ctx))


def closing(ctx: Ctx) -> Act:
    return ctx.change(replace, tab="", zone="", form={})
