"""The dock: what is asked of me, and my answer below it. It never moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import flet as ft

from companion.ui import theme
from companion.ui.base import Handler, block, edge, icon, text
from companion.ui.buttons import main_face, side_face
from companion.ui.marks import dashed_line

if TYPE_CHECKING:
    from companion.look import Look

DockState = Literal["asked", "waiting", "asleep", "offline", "ruled", "idle"]

_MARKS = {
    "asked": ft.Icons.ARROW_FORWARD_SHARP,
    "waiting": ft.Icons.HOURGLASS_EMPTY_SHARP,
    "asleep": ft.Icons.NIGHTLIGHT_SHARP,
    "offline": ft.Icons.WIFI_OFF_SHARP,
    "ruled": ft.Icons.GAVEL_SHARP,
    "idle": ft.Icons.HOURGLASS_EMPTY_SHARP,
}
_LIT = ("asked", "ruled")


class Side(NamedTuple):
    """The outlined action on the left. With `why` it stays at 45 % and says why when it is tapped."""

    label: str
    icon: ft.IconData | None = None
    handler: Handler | None = None
    why: str = ""


class Main(NamedTuple):
    """The main action on the right; grey until `enabled`."""

    label: str
    handler: Handler | None = None
    enabled: bool = True


def _mark(look: Look, state: str, glyph: ft.IconData | None, size: float) -> ft.Control:
    p = look.p
    lit = state in _LIT
    color = p.on_seal if lit else p.seal_text if state == "offline" else p.tx2
    return ft.Container(
        icon(look, glyph or _MARKS[state], size * 0.6, color),
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        bgcolor=p.seal if lit else None,
        border=None if lit else edge(2, p.seal_text if state == "offline" else p.lns),
        border_radius=theme.R_CARD,
    )


def _edge(look: Look, state: str) -> ft.Control:
    if state in _LIT:
        return ft.Container(height=theme.EDGE, bgcolor=look.p.seal)
    if state == "offline":
        return dashed_line(look.p.seal_text)
    return ft.Container(
        ft.Container(height=theme.HAIR, bgcolor=look.p.ln), height=theme.EDGE, alignment=ft.Alignment.TOP_CENTER
    )


def _answers(look: Look, buttons: list[ft.Control]) -> ft.Control:
    """The buttons side by side; from text scale 1.5 one below the other, the main one lowest."""
    if look.scale < 1.5:
        return ft.Row(buttons, spacing=10, height=theme.grown(look, theme.MAIN))
    for each in buttons:
        each.expand = None
    return ft.Column(buttons, spacing=10, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


@block
def dock(
    look: Look,
    *,
    state: DockState,
    line: str,
    ask: str,
    left: Side | None = None,
    main: Main | None = None,
    mark: ft.IconData | None = None,
    equal: tuple[Side, ...] = (),
    note: str = "",
) -> ft.Control:
    """Return the dock in one of its states.

    `line` is the line over the ask ("Your turn"), `ask` one sentence, `mark` the icon of the act (each state
    has its own). `left` and `main` are the two actions; `equal` replaces both by equal outlined ones, for
    questions where none may stand out. `note` is small text at the right of a tablet's dock.
    """
    p = look.p
    told, tell = ft.use_state(("", ""))
    why = told[1] if told[0] == line + ask else ""
    hot = state in ("asked", "ruled", "offline")

    def explain(reason: str) -> None:
        tell((line + ask, "" if why else reason))

    words = ft.Column(
        [
            text(look, "over", (why and (left.label if left else "")) or line, p.seal_text if hot else p.tx2, lines=1),
            text(look, "ask_wide" if look.wide else "ask", why or ask, lines=3 if look.scale > 1.15 or why else 2,
                 size=24 if look.wide else 0),
        ],
        spacing=0, tight=True, expand=True, alignment=ft.MainAxisAlignment.CENTER,
    )  # fmt: skip
    first = ft.Row(
        [_mark(look, state, mark, 64 if look.wide else 40), words],
        spacing=20 if look.wide else 12, vertical_alignment=ft.CrossAxisAlignment.CENTER, expand=look.wide or None,
    )  # fmt: skip
    asked = ft.Semantics(
        content=first, label=f"{line}. {why or ask}" if line else (why or ask), live_region=True, container=True,
        exclude_semantics=True, expand=look.wide or None,
    )  # fmt: skip

    buttons: list[ft.Control] = []
    if equal:
        buttons = [
            side_face(look, each.label, each.handler, glyph=each.icon, equal=True, expand=True) for each in equal
        ]
    else:
        alone = main is None and left is not None
        if left is not None:
            side = Side(*left)
            handler = side.handler
            if side.why:
                reason = side.why

                def handler() -> None:
                    explain(reason)

            buttons.append(
                side_face(
                    look, side.label, handler, glyph=side.icon, faded=bool(side.why),
                    expand=True if alone and not look.wide else None,
                )
            )  # fmt: skip
        if main is not None:
            act = Main(*main)
            buttons.append(
                main_face(look, act.label, act.handler, enabled=act.enabled, expand=None if look.wide else True)
            )

    if look.wide:
        tail: list[ft.Control] = [text(look, "body", note, p.tx2)] if note else []
        inside: ft.Control = ft.Row([asked, *tail, *buttons], spacing=16)
        body = ft.Container(inside, height=108, padding=ft.Padding.symmetric(horizontal=24))
    else:
        inside = ft.Column(
            [
                ft.Container(asked, height=None if look.scale > 1.15 else 56),
                _answers(look, buttons),
            ],
            spacing=12, tight=True,
        )  # fmt: skip
        body = ft.Container(
            inside,
            padding=ft.Padding(left=16, top=11, right=16, bottom=17),
            width=theme.COLUMN if look.shape == "column" else None,
        )
    return ft.Container(
        ft.Column(
            [_edge(look, state), ft.SafeArea(body, avoid_intrusions_top=False, minimum_padding=0)],
            spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
            if look.shape != "column" else ft.CrossAxisAlignment.CENTER,
        ),
        bgcolor=p.sf,
    )  # fmt: skip
