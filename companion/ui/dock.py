"""The dock: what is asked of me, and below it the buttons that answer. It never moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import flet as ft

from companion.flet_runtime.templates import filled
from companion.ui import theme
from companion.ui.base import Act, Handler, about_wide, block, column, edge, icon, inset, rule, text
from companion.ui.buttons import lines_of, main_face, side_face, side_icon
from companion.ui.marks import dashed_line
from companion.ui.words import aloud

if TYPE_CHECKING:
    from companion.ui.theme import Look

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
LARGE = 1.3
"""The text scale from which on buttons stand one below the other, and disabled ones are left out."""
NARROW = 288.0
"""The width in pixels of the answers on the smallest screen."""
SHORT = 92.0
"""The widest words, in pixels, of equal buttons that stand side by side even in large text."""


class Side(NamedTuple):
    """The outlined action on the left. With `why` it is shown at 45 % opacity and says why when tapped."""

    label: str
    icon: ft.IconData | None = None
    handler: Handler | None = None
    why: str = ""


class Main(NamedTuple):
    """The main action on the right; grey until `enabled`, and until then a tap calls `lacking`."""

    label: str
    handler: Handler | None = None
    enabled: bool = True
    lacking: Handler | None = None


def _mark(look: Look, state: str, glyph: ft.IconData | None, size: float) -> ft.Control:
    p = look.p
    lit = state in _LIT
    color = p.on_accent if lit else p.accent_text if state == "offline" else p.text_2
    return ft.Container(
        icon(look, glyph or _MARKS[state], size * 0.6, color),
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        bgcolor=p.accent if lit else None,
        border=None if lit else edge(2, p.accent_text if state == "offline" else p.line_strong),
        border_radius=theme.R_CARD,
    )


@block
def _asked(
    look: Look, state: DockState, mark: ft.IconData | None, over: str, line: str, ask: str, says_why: bool
) -> ft.Control:
    """Return the act's icon, the line `over` the ask, and the ask; `line` and ask are spoken.

    The reason why something is impossible is a longer sentence: it takes the space of both.
    """
    p, wide, low = look.p, look.wide, look.low
    large = look.scale > 1.15
    head = text(
        look, "over", over, p.accent_text if state in ("asked", "ruled", "offline") else p.text_2,
        lines=2 if large or low else 1,
    )  # fmt: skip
    if says_why and not wide:
        heads = [text(look, "label", ask, line=18, lines=6 if large else 3)]
    else:
        lines = 4 if look.scale >= 1.5 else 3 if large else 2
        heads = [head, text(look, "ask_wide" if wide else "ask", ask, lines=lines, size=24 if wide else 0)]
    words = ft.Column(
        [*heads],
        spacing=0,
        tight=True,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return ft.Semantics(
        content=ft.Row(
            [*(() if low else (_mark(look, state, mark, 64 if wide else 40),)), words],
            spacing=20 if wide else 12,
            height=None if wide or large else 56,
        ),
        label=aloud(line, ask),
        live_region=True, container=True, exclude_semantics=True, expand=wide or None,
    )  # fmt: skip


def _stand_side_by_side(look: Look, equal: Sequence[Side]) -> bool:
    """Tell whether the buttons stand side by side.

    They do below a text scale of `LARGE`, where height is short (`Look.low`), or if equal ones have short words.
    """
    short = bool(equal) and all(about_wide(each.label) * look.scale <= SHORT for each in equal)
    return look.low or look.scale < LARGE or short


def _answers(look: Look, buttons: list[ft.Control], beside: bool) -> ft.Control:
    """Return the buttons side by side, or one below the other with the main one lowest."""
    if beside:
        return ft.Row(buttons, spacing=10, height=None if look.low else theme.grown_action(look, theme.MAIN))
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
    refuses: str = "",
) -> ft.Control:
    """Return the dock in one of its states.

    `line` is the line over the ask ("Your turn"), `ask` one sentence, `mark` the icon of the act (each state has its
    own). `left` and `main` are the two actions; `equal` replaces both by equal outlined ones, for questions where none
    may stand out. `note` is small text at the right of a tablet's dock. `refuses` replaces the ask by the reason why
    what was tapped cannot be chosen.
    """
    p, wide = look.p, look.wide
    low = look.low
    large = look.scale >= LARGE
    if low:
        look = look.held_to(LARGE if about_wide(ask, 17) * LARGE < 1.8 * NARROW else 1.15)
    height = theme.TOUCH if low else theme.MAIN
    faces = look.held_to(1.15) if low else look
    # The dock is drawn again on every phone after every declaration: every control in it counts.
    refused, tell = ft.use_state(("", ""))
    why = refused[1] if refused[0] == line + ask else ""
    says = why or refuses
    asked = _asked(look, state, mark, (why and left and left[0]) or line, line, says or ask, bool(says))
    if large and not wide:
        # A disabled action takes no space there: the reason against an undo is shown under "More".
        left = None if left is not None and Side(*left).why else left
        main = None if main is not None and not Main(*main).enabled and Main(*main).lacking is None else main
    side = None if left is None or equal else Side(*left)
    iconic = low and main is not None and side is not None and side.icon is not None
    room = 0.0
    if low:  # the answers stand side by side, in as many lines as their words need
        side_by_side = len(equal) or (side is not None) + (main is not None)
        room = NARROW - 66 if iconic else (NARROW - 10 * (side_by_side - 1)) / max(1, side_by_side)
    most = 1
    if low:  # all of the same height
        others = [*equal, *([side] if side is not None and not iconic else [])]
        named = [(each.label, each.icon is not None) for each in others]
        named += [(Main(*main).label, False)] if main is not None and not equal else []
        most = max((lines_of(faces, label, glyph, room) for label, glyph in named), default=1)
    buttons = [
        side_face(
            faces, e.label, e.handler, glyph=e.icon, height=height, equal=True, expand=True, room=room, beside=most
        )
        for e in equal
    ]
    if iconic and side is not None and side.icon is not None:
        buttons.append(side_icon(faces, side.label, side.handler, side.icon, height=height, beside=most))
    elif side is not None:
        shown = (line + ask, "" if why else side.why)
        buttons.append(
            side_face(
                faces, side.label, Act(tell, (shown,)) if side.why else side.handler, glyph=side.icon, height=height,
                faded=bool(side.why), expand=True if low or (main is None and not wide) else None, room=room,
                beside=most,
            )
        )  # fmt: skip
    if main is not None and not equal:
        act = Main(*main)
        face = main_face(
            faces, act.label, act.handler, enabled=act.enabled, height=height, expand=None if wide else True,
            lacking=act.lacking, room=room, beside=most,
        )  # fmt: skip
        buttons.append(face)

    if wide:
        tail: list[ft.Control] = [text(look, "body", note, p.text_2)] if note else []
        return filled(_ground, (look, state, True), [asked, *tail, *buttons])
    beside = _stand_side_by_side(look, equal)
    if not beside:
        for each in buttons:
            each.expand = None
    return filled(_ground, (look, state, beside), asked, *([buttons] if buttons else []))


def _ground(look: Look, state: DockState, beside: bool, *slots: Any) -> ft.Control:
    """Return the background of the question and its answers: in one row on a tablet, else the answers below."""
    p, wide = look.p, look.wide
    if wide:
        body: ft.Control = ft.Row(slots[0], spacing=16, height=104)
    else:
        body = ft.Column(
            [slots[0], _answers(look, slots[1], beside)] if len(slots) > 1 else [slots[0]],
            spacing=10 if look.low else 12, tight=True, width=theme.COLUMN if look.shape == "column" else None,
        )  # fmt: skip
    lit = theme.EDGE if state in _LIT else 0 if state == "offline" else theme.HAIR
    above, below = (0, 0) if wide else (4, 10) if look.low else (11, 17)
    safe = ft.SafeArea(
        body, avoid_intrusions_top=False,
        minimum_padding=inset(look.margin, above + (0 if state == "offline" else theme.EDGE - lit), look.margin, below),
    )  # fmt: skip
    return ft.Container(
        column([dashed_line(p.accent_text), safe]) if state == "offline" else safe,
        bgcolor=p.surface,
        border=rule("top", p.accent if state in _LIT else p.line, lit) if lit else None,
        alignment=ft.Alignment.TOP_CENTER if look.shape == "column" else None,
    )
