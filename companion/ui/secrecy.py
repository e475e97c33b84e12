"""The parts of a screen that show and keep secrecy: the strip, the frame, the hold pad, the closed sliding doors."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import flet as ft
import flet.canvas as cv

from companion.contract.actions import Actions
from companion.ui import palette, theme
from companion.ui.base import block, edge, icon, inset, named, text
from companion.ui.marks import lantern, stripes
from companion.ui.usable import Usable
from companion.ui.words import aloud

if TYPE_CHECKING:
    from companion.ui.theme import Look


def cover_height(look: Look, kind: Literal["full", "short"]) -> float:
    """Return the height of the closed doors: lower where large text needs the space."""
    return 348.0 if kind == "full" and look.scale <= 1.3 else 256.0


@block
def fusuma(look: Look, kind: Literal["full", "short"] = "full", width: float = 0) -> ft.Control:
    """Return the closed sliding doors with moon and waves, shown where a secret is covered.

    They fill their place up to `width` (a phone's page, or more on a tablet), and are centred in it.
    """
    height, most = cover_height(look, kind), width or (480 if look.wide else theme.ROOM)
    sea, moon = round(height * 0.28), 104 if kind == "full" else 76
    ring = ft.Container(
        width=22, height=22, bgcolor=palette.STRIPE_DARK, border=edge(2, palette.STRIPE_PALE), border_radius=11
    )
    split = ft.Border.symmetric(horizontal=ft.BorderSide(2, palette.PAD_EDGE))
    surface = ft.Border(top=ft.BorderSide(2, palette.PAD_EDGE))
    whole: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}
    layers: list[ft.Control] = [
        ft.Container(_waves(most, sea), left=0, right=0, bottom=0, height=sea, border=surface),
        ft.Container(
            ft.Container(width=6, height=height, bgcolor=look.p.background, border=split),
            alignment=ft.Alignment.CENTER, **whole,
        ),
        ft.Container(
            ft.Container(width=moon, height=moon, bgcolor="#B6C0EC", border_radius=moon / 2),
            alignment=ft.Alignment(0.53, -0.74), **whole,
        ),
        ft.Container(
            ft.Row([ring, ring], spacing=22, alignment=ft.MainAxisAlignment.CENTER, tight=True),
            alignment=ft.Alignment(0, 0.15), **whole,
        ),
    ]  # fmt: skip
    pair = ft.Container(
        ft.Stack(layers), width=most, height=height, bgcolor=palette.PAD, border=edge(2, palette.PAD_EDGE),
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )  # fmt: skip
    return named(look.t("kit.covered"), ft.Container(pair, height=height, alignment=ft.Alignment.CENTER))


def _waves(width: float, height: float) -> ft.Control:
    """Return rows of waves as wide as the doors may be; the excess is cut off at the right."""
    wave = ft.Paint(color="#4A57A8", style=ft.PaintingStyle.STROKE, stroke_width=1)
    shapes: list[cv.Shape] = [
        cv.Arc(x + 8 - r, y - r * 0.7, 2 * r, 1.4 * r, 3.1416, 3.1416, paint=wave)
        for n, y in enumerate(range(10, round(height), 8))
        for x in range(0 if n % 2 else 8, round(width), 16)
        for r in (8, 5)
    ]
    return cv.Canvas(shapes, expand=True)


StripState = Literal["safe", "covered_parts", "covered_part", "covered", "secret", "gm", "ended"]
FrameKind = Literal["none", "seat", "gm"]
Held = Literal["covered", "held", "kept"]


@lru_cache(maxsize=32)
def _levels(color: str) -> ft.Border:
    return ft.Border.symmetric(vertical=ft.BorderSide(1, color))


@block
def strip(look: Look, state: StripState, right: str = "", who: str = "") -> ft.Control:
    """Return the line below the app bar that says whether this screen may be seen by others.

    `right` is at its right end ("3 of 4 here"); `who` names the only reader of a secret screen.
    """
    p, t = look.p, look.t
    words = t("kit.strip_secret_you") if state == "secret" and not who else t(f"kit.strip_{state}", who=who)
    fill, ink, height = p.surface_2, p.text, theme.STRIP
    if state == "secret":
        fill, ink = p.text, p.background
    elif state == "gm":
        fill, ink, height = p.accent, p.on_accent, theme.STRIP_GM
    big = look.scale > 1.15
    rows = 3 if big or state == "gm" else 1
    if state in ("safe", "covered_parts", "covered_part", "ended"):
        sign: ft.Control = lantern(ink, 18, fill)
    else:
        glyph = {
            "covered": ft.Icons.LOCK_SHARP,
            "secret": ft.Icons.VISIBILITY_SHARP,
            "gm": ft.Icons.ADMIN_PANEL_SETTINGS_SHARP,
        }[state]
        sign = icon(look, glyph, 24 if state == "gm" else 18, ink)
    shown = text(look, "subject" if look.wide else "over", words, ink, lines=rows, expand=True)
    tail = [text(look, "caption", right, ink if fill != p.surface_2 else p.text_2, lines=1)] if right else []
    below = look.scale > 1.15 and not look.wide  # one below the other, so that neither is squeezed
    line = ft.Row(
        [
            ft.Container(sign, width=18 if state != "gm" else 24),
            *([ft.Column([ft.Row([shown]), *tail], spacing=0, tight=True, expand=True)] if below else [shown, *tail]),
        ],
        spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )  # fmt: skip
    return ft.Container(
        ft.Semantics(
            content=line, label=f"{words} {right}".strip(), heading_level=2, container=True, exclude_semantics=True
        ),
        height=None if big else 48 if look.wide else height,
        bgcolor=fill,
        padding=inset(look.margin, 6 if big else 0),
        border=_levels(p.line if fill == p.surface_2 else fill),
    )  # fmt: skip


@block
def secret_frame(look: Look, kind: FrameKind) -> ft.Control:
    """Return 8 px stripes on all four edges; an overlay for the page's `Stack` that lets touches through."""
    if kind == "none":
        return ft.Container(left=0, top=0, width=0, height=0)
    own, gm = (palette.STRIPE_PALE, palette.STRIPE_DARK), (palette.GM_STRIPE, palette.GM_STRIPE_DARK)
    pale, dark = own if kind == "seat" else gm

    def side(left: float | None, top: float | None, right: float | None, bottom: float | None) -> ft.Control:
        return ft.Container(
            stripes(pale, dark), clip_behavior=ft.ClipBehavior.HARD_EDGE,
            left=left, top=top, right=right, bottom=bottom,
            width=8 if left is None or right is None else None, height=8 if top is None or bottom is None else None,
        )  # fmt: skip

    return ft.Container(
        ft.Stack(
            [
                side(0, 0, 0, None),
                side(0, None, 0, 0),
                side(0, 8, None, 8),
                side(None, 8, 0, 8),
            ],
            expand=True,
        ),
        ignore_interactions=True,
        left=0, top=0, right=0, bottom=0,
    )  # fmt: skip


@block
def hold_pad(
    look: Look,
    actions: Actions,
    state: Held,
    text_: str = "",
    *,
    tap: bool = False,
    fact: str = "",
    cause: str = "",
    kind: Literal["panel", "button"] = "panel",
    height: float = 92,
    hint: bool = True,
    expand: bool | int | None = True,
) -> ft.Control:
    """Return the pad that opens this seat's cover while it is held.

    It opens on touch-down and covers on lift or cancel. A finger that slides up 40 px keeps the cover open
    (`actions.secrets.keep`); the pad then reads "Cover". With `tap` it opens and covers by taps. `text_` replaces "Hold
    to look"; `fact` and `cause` are shown while it is open ("Only card 1 may be laid", and why). `kind` is the dashed
    pad inside a panel of cards, or a 56 px button, which says how to keep it open if it is wide enough for the `hint`.
    The pad needs a place in the tree that does not change while it is held.
    """
    t = look.t
    start = ft.use_ref(0.0)
    slid = ft.use_ref(False)

    def down(e: ft.DragDownEvent) -> None:
        start.current, slid.current = e.local_position.y if e.local_position else 0.0, False
        if state == "covered":
            actions.secrets.hold()

    def move(e: ft.DragUpdateEvent) -> None:
        at = e.local_position.y if e.local_position else start.current
        if state != "kept" and not slid.current and float(start.current or 0) - float(at or 0) > 40:
            slid.current = True
            actions.secrets.keep()

    def lift(_: object) -> None:
        if state != "kept" and not slid.current:
            actions.secrets.cover()

    def toggle(_: object) -> None:
        if state == "covered":
            actions.secrets.keep()
        else:
            actions.secrets.cover()

    if state == "covered":
        words = text_ or t("kit.tap_to_look" if tap else "kit.press_and_hold" if kind == "panel" else "kit.hold")
    elif state == "kept" or tap:
        words = t("kit.cover")
    else:
        words = t("kit.lift_to_cover")
    said = words.replace("\n", "")
    glyph = ft.Icons.TOUCH_APP_SHARP if state == "covered" else ft.Icons.VISIBILITY_OFF_SHARP
    ink = palette.PAD_TEXT
    if kind == "button":
        face: ft.Control = ft.Row(
            [
                icon(look, glyph, 24, ink),
                ft.Container(text(look, "button", words, ink, lines=2), expand=True, expand_loose=True),
            ],
            spacing=8, alignment=ft.MainAxisAlignment.CENTER,
        )  # fmt: skip
        if hint and state == "covered" and not tap and look.scale <= 1.15:
            how = text(look, "caption", t("kit.slide_up"), ink, lines=1, line=15)
            face = ft.Column(
                [face, how], spacing=0, alignment=ft.MainAxisAlignment.CENTER,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            )  # fmt: skip
    elif state != "covered" and fact:
        face = ft.Column(
            [
                text(look, "label", fact, ink, lines=2, line=17),
                *([text(look, "caption", cause, look.p.text_2, lines=2, line=17)] if cause else []),
                text(look, "label", words, ink, lines=1, line=17),
            ],
            spacing=3, alignment=ft.MainAxisAlignment.CENTER, tight=True,
        )  # fmt: skip
    else:
        face = ft.Column(
            [
                icon(look, glyph, 28, ink),
                text(look, "subject", words, ink, line=19, align=ft.TextAlign.CENTER, lines=2),
            ],
            spacing=2, alignment=ft.MainAxisAlignment.CENTER, horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )  # fmt: skip
    box = ft.Container(
        face,
        height=theme.grown(look, height if kind == "panel" else theme.MAIN),
        alignment=ft.Alignment.CENTER_LEFT if kind == "panel" and state != "covered" and fact else ft.Alignment.CENTER,
        bgcolor=palette.PAD,
        border=edge(2, palette.PAD_EDGE) if kind == "button" else None,
        border_radius=theme.R_BUTTON,
        padding=inset(8),
    )  # fmt: skip
    # Only a drag is handled: it reports the touch at once, where a tap waits 100 ms to see whether it becomes a drag,
    # and all its ways to end. It keeps its place and its handlers in every state: a change would end the touch.
    pad = ft.GestureDetector(
        ft.Stack([box, _dashes(kind == "panel" and not (state != "covered" and fact))], fit=ft.StackFit.PASS_THROUGH),
        on_tap=toggle if tap else None,
        on_vertical_drag_down=None if tap else toggle if state == "kept" else down,
        on_vertical_drag_update=None if tap else move,
        on_vertical_drag_end=None if tap else lift,
        on_vertical_drag_cancel=None if tap else lift,
        drag_interval=40,
        exclude_from_semantics=True,
    )
    label = aloud(said, t("kit.slide_to_keep")) if state == "covered" and not tap else said
    return Usable(
        content=pad, label=label, button=True, container=True, exclude_semantics=True, on_click=toggle, expand=expand
    )


def _dashes(on_: bool) -> ft.Control:
    """Return four dashed edges that fit any box."""
    if not on_:
        return ft.Container(left=0, top=0, width=0, height=0)
    paint = ft.Paint(color=palette.PAD_EDGE, stroke_width=2, stroke_dash_pattern=[5, 4])

    def side(left: float | None, top: float | None, right: float | None, bottom: float | None) -> ft.Control:
        level = left is not None and right is not None
        line = cv.Line(0, 1, 2000, 1, paint) if level else cv.Line(1, 0, 1, 2000, paint)
        return ft.Container(
            cv.Canvas([line], expand=True), clip_behavior=ft.ClipBehavior.HARD_EDGE,
            left=left, top=top, right=right, bottom=bottom, width=None if level else 2, height=2 if level else None,
        )  # fmt: skip

    return ft.Container(
        ft.Stack(
            [
                side(2, 0, 2, None),
                side(2, None, 2, 0),
                side(0, 2, None, 2),
                side(None, 2, 0, 2),
            ]
        ),
        left=0, top=0, right=0, bottom=0,
    )  # fmt: skip
