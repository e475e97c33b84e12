"""The board editor: the drawing, its tools, what is chosen, and the dock that says what comes next."""

from __future__ import annotations

import flet as ft

from companion.boards.tracing.tools import ZONE_CORNERS
from companion.boards.workplace import Workplace
from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.screens.editor.panels import panels
from companion.screens.editor.sheets import sheet_of
from companion.screens.editor.surface import surface
from companion.screens.editor.tools import GLYPHS, LARGEST, asked, tools_row
from companion.screens.lost import lost
from companion.ui import Act, Main, Side, act, app_bar, dock, screen
from companion.ui.base import inset, rule
from companion.ui.look import Look
from companion.ui.sheets.overlays import overlays
from referee.board.board import MAX_ZONES

IC = ft.Icons
CRAMPED = 1.5
"""The text scale from which the drawing needs the room of what can be read elsewhere."""


def editor(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    place: Workplace | None = snap.editor
    if place is None:
        return lost(look, snap, actions)
    t, trace, bench = look.t, act(actions.editor.trace), place.bench
    name = bench.sketch.name.text(look.lang) or bench.sketch.name.text("en") or t("editor.title")
    count = t("editor.count", n=len(bench.sketch.zones), most=MAX_ZONES) if look.scale < CRAMPED else ""
    bar = app_bar(
        look, name, count,
        (IC.CLOSE_SHARP, t("editor.leave"), act(actions.editor.leave_editor)),
        (
            (IC.UNDO_SHARP, t("editor.undo"), act(trace, "undo")),
            (IC.REDO_SHARP, t("editor.redo"), act(trace, "redo")),
            (IC.MORE_VERT_SHARP, t("editor.board"), act(trace, "sheet", "board")),
        ),
    )  # fmt: skip
    return screen(
        look, bar=bar, content=[_work(look, place, actions, trace)], dock=_dock(look, place, actions, trace),
        overlay=overlays(look, snap, actions) or sheet_of(look, place, actions, trace), scroll=False, padding=inset(0),
    )  # fmt: skip


def _work(look: Look, place: Workplace, actions: Actions, trace: Act) -> ft.Control:
    """Lay the drawing above its tools, on a tablet to the left of them."""
    drawing = surface(look, place, trace, act(actions.editor.lay_photo))
    tools = tools_row(look, place.bench.tool, trace)
    below = ft.Column(
        [ft.Container(height=0), *(ft.Container(each) for each in panels(look, place, trace))],
        spacing=8, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip
    if look.wide:
        side = ft.Container(
            ft.Column([tools, below], spacing=16, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
            padding=inset(20, 14), border=rule("left", look.p.line), width=420,
        )  # fmt: skip
        return ft.Row(
            [ft.Container(drawing, expand=True), side], spacing=0, expand=True,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        )  # fmt: skip
    high = round(54 * min(look.scale, LARGEST)) + 16
    return ft.Column(
        [
            ft.Container(drawing, expand=56),
            ft.Container(tools, padding=inset(10, 8, 0, 8), height=high, border=rule("top", look.p.line)),
            ft.Container(below, expand=44, padding=inset(look.margin, 2, look.margin, 6)),
        ],
        spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip


def _dock(look: Look, place: Workplace, actions: Actions, trace: Act) -> ft.Control:
    t, bench = look.t, place.bench
    line, ask = asked(look, bench)
    n = len(place.checks.problems) if place.checks is not None else 0
    left = Side(
        t("editor.check", n=n) if n else t("editor.check.fine"),
        IC.ERROR_OUTLINE_SHARP if n else IC.CHECK_SHARP,
        act(trace, "sheet", "problems"),
    )
    main = Main(t("editor.save"), act(actions.editor.save_traced), bool(bench.sketch.zones))
    if bench.tool in ("zone", "hole") and bench.line:
        main = Main(t(f"editor.close.{bench.tool}"), act(trace, "close"), len(bench.line) >= ZONE_CORNERS)
    elif bench.tool == "split" and bench.line:
        main = Main(t("editor.close.split"), act(trace, "close"), len(bench.line) > 1)
    return dock(look, state="asked", line=line, ask=ask, left=left, main=main, mark=GLYPHS[bench.tool])
