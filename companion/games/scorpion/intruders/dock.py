"""The intruders' dock: the question, and below it the pad that opens the secret beside what declares it.

The pad has the same place whatever is asked, open or covered, so that it stays under the thumb that holds it.
"""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.table import frame
from companion.games.table.context import asleep
from companion.games.table.frame import answer
from companion.ui import Main, aloud, edge, hold_pad, icon, main_face, text, theme
from companion.ui.base import inset, rule

MOON = ft.Icons.DARK_MODE_SHARP


def asks(ctx: Ctx, ask: str, main: Main | None, *, line: str = "", mark: ft.IconData = MOON) -> ft.Control:
    """Return the dock of an intruder who must act; of a game master who answers for the seat, with the way back."""
    if ctx.acting:
        return answer(ctx, "asked", frame.line(ctx), ask, frame.back(ctx), main)
    return padded(ctx, line or ctx.t("your_turn"), ask, main, lit=True, mark=mark)


def waits(ctx: Ctx, seat: str, does: str) -> ft.Control:
    """Return the dock of an intruder who waits for a seat, or without one for several; one may look meanwhile."""
    if ctx.acting:
        return answer(ctx, "idle", frame.line(ctx), ctx.t("nothing_due"), frame.back(ctx))
    name = ctx.name(seat)
    sleeps = bool(seat) and asleep(ctx.snap, seat)
    line = ctx.t("waiting_asleep" if sleeps else "waiting_for", name=name) if seat else ctx.t("waiting")
    ask = ctx.t("tell_to_look", name=name) if sleeps else does
    mark = ft.Icons.NIGHTLIGHT_SHARP if sleeps else ft.Icons.HOURGLASS_EMPTY_SHARP
    return padded(ctx, line, ask, frame.hand_over(ctx, seat), lit=False, mark=mark)


def padded(ctx: Ctx, line: str, ask: str, main: Main | None, *, lit: bool, mark: ft.IconData) -> ft.Control:
    """Return a dock whose left action is the hold pad. `lit`: something must be done."""
    look, wide = ctx.look, ctx.look.wide
    size = 64 if wide else 40
    sign = ft.Container(
        icon(look, mark, size * 0.6, look.p.on_accent if lit else look.p.text_2),
        width=size, height=size, alignment=ft.Alignment.CENTER, bgcolor=look.p.accent if lit else None,
        border=None if lit else edge(theme.LINE, look.p.line_strong), border_radius=theme.R_CARD,
    )  # fmt: skip
    words = ft.Column(
        [
            text(look, "over", line, look.p.accent_text if lit else look.p.text_2, lines=2 if look.scale > 1.15 else 1),
            text(look, "ask_wide" if wide else "ask", ask, lines=4 if look.scale > 1.15 else 2, size=24 if wide else 0),
        ],
        spacing=0, tight=True, expand=True, alignment=ft.MainAxisAlignment.CENTER,
    )  # fmt: skip
    asked = ft.Semantics(
        content=ft.Row(
            [sign, words], spacing=20 if wide else 12, height=None if wide or look.scale > 1.15 else theme.MAIN
        ),
        label=aloud(line, ask), live_region=True, container=True, exclude_semantics=True, expand=wide or None,
    )  # fmt: skip
    beside = look.scale < 1.3 and not wide
    pad = ft.Container(
        hold_pad(look, ctx.actions, ctx.snap.held, tap=ctx.snap.tap_to_open, kind="button", expand=None),
        width=220 if wide else None, expand=True if beside else None,
    )  # fmt: skip
    buttons: list[ft.Control] = [pad]
    if main is not None:
        buttons.append(main_face(look, main.label, main.handler, enabled=main.enabled, expand=True if beside else None))
    body: ft.Control
    if wide:
        body = ft.Row([asked, *buttons], spacing=16, height=104)
    else:
        answers: ft.Control = (
            ft.Row(buttons, spacing=10)
            if beside
            else ft.Column(buttons, spacing=10, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        )
        body = ft.Column(
            [asked, answers], spacing=12, tight=True, width=theme.COLUMN if look.shape == "column" else None
        )
    above = 0 if wide else 11 if lit else 14
    safe = ft.SafeArea(
        body, avoid_intrusions_top=False, minimum_padding=inset(look.margin, above, look.margin, 0 if wide else 17)
    )
    return ft.Container(
        safe,
        bgcolor=look.p.surface,
        border=rule("top", look.p.accent if lit else look.p.line, theme.EDGE if lit else theme.HAIR),
        alignment=ft.Alignment.TOP_CENTER if look.shape == "column" else None,
    )


def pad_over(ctx: Ctx) -> ft.Control:
    """Return the pad that lies on the doors where the dock has no room for it, in the same place while it is held."""
    if ctx.acting:
        return ft.Container(frame.back_row(ctx), left=24, right=24, bottom=10)
    words = "" if ctx.open else ctx.t("in.cat.look_first")
    pad = hold_pad(ctx.look, ctx.actions, ctx.snap.held, words, tap=ctx.snap.tap_to_open, kind="button", expand=None)
    return ft.Container(pad, left=24, right=24, bottom=10)
