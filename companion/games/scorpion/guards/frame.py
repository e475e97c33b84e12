"""How a guards' screen is laid out: tracks, map, the line of what is chosen with the pad, and what is done with it.

From top to bottom everything keeps its place, whatever is asked and whether the cover is open: the map is as high as
is left for it on a phone of 844 pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.guards import reason
from companion.games.scorpion.guards.facts import own
from companion.games.scorpion.map import in_the_passage, place
from companion.games.scorpion.terms import terms
from companion.games.scorpion.tracks import tracks
from companion.games.table import frame
from companion.games.table.frame import answer
from companion.ui import Act, Main, Side, block, hold_pad, icon_button, text, theme
from companion.ui.look import Look
from companion.ui.map.board_map import board_map
from companion.ui.map.facts import MapFacts
from companion.ui.map.zone_list import zone_list
from companion.ui.secrecy import Held
from companion.ui.words.sentences import word

IC = ft.Icons
G = "guards."
MAP = 264
"""Pixels of the map's height on a phone, beside all that stands below it."""
MAP_WIDE = 560
LOW = 110
"""Pixels of what stands below the chosen unit: tiles and a line, or an answer."""
_PAD = 164


def laid(ctx: Ctx, facts: MapFacts, tap: Act | None, title: str, sub: str, below: Sequence[ft.Control]) -> list[Any]:
    """Return the content of a guards' screen; `tap(zone)` is what a zone of the map does, `below` fills `LOW`."""
    look, known = ctx.look, reason.known(ctx)
    if known is not None:
        facts, tap, below = reason.reasoned(ctx, facts, known), reason.asks(ctx, tap, facts), reason.panel(ctx, known)
        title, sub = (place(ctx, ctx.pick.asked), "") if ctx.pick.asked else (title, sub)
    inside = in_the_passage(ctx)
    told = [text(look, "caption", inside, look.p.text_2, lines=2)] if inside else []
    high = MAP_WIDE if look.wide else MAP - (28 if inside else 0)
    if ctx.pick.listed:
        first = facts.chosen if known is not None else ctx.pick.zone or (facts.concerned[0] if facts.concerned else "")
        rows = zone_list(look, facts, tap, first)
        board: ft.Control = ft.Container(ft.Column([rows], scroll=ft.ScrollMode.AUTO), height=high)
    else:
        board = board_map(look, facts, tap, high, later=True)
    board = ft.Stack([board, _switch(ctx)], height=high)
    # The pad keeps its place whoever goes into the passage: it may be held just then.
    rest = [headline(ctx, title, sub), *told, *below]
    if not look.wide:
        return [tracks(ctx), board, *rest]
    side = ft.Column(
        [tracks(ctx), *rest], spacing=14, tight=True, expand=40, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
    across = ft.Row([ft.Container(board, expand=60), side], spacing=20, vertical_alignment=ft.CrossAxisAlignment.START)
    return [across]


def headline(ctx: Ctx, title: str, sub: str) -> ft.Control:
    """Return what is chosen, and the pad that opens the notes; for a game master the way back."""
    if ctx.acting:
        return _headline(ctx.look, None, "kept", title, sub, "", back=ctx.choose("naming", ""))
    held = ctx.snap.held
    words = ctx.t(f"{G}notes") if held == "covered" else ""
    return _headline(ctx.look, ctx.actions, held, title, sub, words, tap=ctx.snap.tap_to_open)


def _switch(ctx: Ctx) -> ft.Control:
    """Return the switch between map and list, in the corner of either; below it the one that helps to reason."""
    glyph, name = (IC.MAP_SHARP, "as_map") if ctx.pick.listed else (IC.FORMAT_LIST_BULLETED_SHARP, "as_list")
    turn = icon_button(ctx.look, glyph, ctx.t(name), ctx.toggle("listed", True, off=False))
    ground = ft.Colors.with_opacity(0.85, ctx.look.p.surface)
    reasons = reason.switch(ctx)
    both = turn if reasons is None else ft.Column([turn, reasons], spacing=0, tight=True)
    return ft.Container(both, right=0, top=0, bgcolor=ground, border_radius=theme.R_BUTTON)


@block
def _headline(
    look: Look,
    actions: Actions | None,
    held: Held,
    title: str,
    sub: str,
    notes: str,
    *,
    tap: bool = False,
    back: Act | None = None,
) -> ft.Control:
    t = look.t
    large = look.scale > 1.15
    lines: list[ft.Control] = [text(look, "title", title, lines=2 if large or not sub else 1)]
    if sub:
        lines.append(text(look, "caption", sub, look.p.text_2, lines=3 if large else 2, line=17))
    words = ft.Semantics(
        content=ft.Column(lines, spacing=0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        label=f"{title} {sub}".strip(), container=True, exclude_semantics=True, expand=True,
    )  # fmt: skip
    if actions is None:
        tail: ft.Control = icon_button(look, IC.ARROW_BACK_SHARP, t("table_screen.back"), back)
    else:
        pad = hold_pad(look, actions, held, notes, tap=tap, kind="button", expand=None)
        tail = ft.Container(pad, width=_PAD if look.scale < 1.5 else None)
    if look.scale >= 1.5:
        words.expand = None
        return ft.Column([words, tail], spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Row([words, tail], spacing=6, height=None if large else theme.MAIN)


def bottom(ctx: Ctx, tiles: Sequence[ft.Control], line: Sequence[ft.Control]) -> list[ft.Control]:
    """Return tiles over one line of words, as high as an answer is."""
    if ctx.look.scale > 1.15:
        pairs = [ft.Row(list(tiles[at : at + 2]), spacing=8) for at in range(0, len(tiles), 2)]
        return [*pairs, *line]
    upper = ft.Row(list(tiles), spacing=8, height=52)
    if len(line) > 1:
        return [upper, *line]
    return [upper, ft.Container(ft.Column(list(line), spacing=0), height=48, clip_behavior=ft.ClipBehavior.HARD_EDGE)]


def counts_line(ctx: Ctx) -> str:
    """Return my cards: covered as everybody sees them lie, open by their kinds."""
    look, mine, stock = ctx.look, own(ctx), next((s for s in ctx.view.stocks if s.role == ctx.role), None)
    if stock is None:
        return ""
    cards = None if mine is None else mine.drawn if ctx.view.phase == "alert" else mine.hand
    if ctx.open and cards is not None:
        words = word(look, {}, "cards", {kind: n for kind, n in cards.items() if n}, terms)
        return ctx.t(f"{G}drawn_is" if ctx.view.phase == "alert" else f"{G}hand_is", cards=words)
    return ctx.t(f"{G}lie", hand=stock.hand_size + stock.drawn_size, deck=stock.deck_size, used=stock.hand_used)


def small(ctx: Ctx, words: str) -> ft.Control:
    return text(ctx.look, "caption", words, ctx.look.p.text_2, line=16, lines=3 if ctx.look.scale <= 1.15 else None)


def ask_me(
    ctx: Ctx, line: str, ask: str, left: Side | None, main: Main | None, mark: ft.IconData | None = None, **rest: Any
) -> ft.Control:
    """Return the dock of a guard who must act; a game master's names whom it answers for."""
    return answer(ctx, "asked", frame.line(ctx) if ctx.acting else line, ask, left, main, mark=mark, **rest)
