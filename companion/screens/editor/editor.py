"""The board editor: the drawing, the row of tools, the chosen zones, the dock, and the sheets."""

from __future__ import annotations

from dataclasses import fields

import flet as ft

from companion.boards.tracing.boards import Counts
from companion.boards.tracing.tools import ZONE_CORNERS, EditorState, Tool
from companion.boards.workshop import Checks, Workplace
from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.screens.editor.panels import beside, field, panels
from companion.screens.editor.surface import surface
from companion.screens.lost import lost
from companion.ui import (
    Act,
    Main,
    Side,
    act,
    act_tile,
    aloud,
    app_bar,
    block,
    button_side,
    column,
    dock,
    icon,
    icon_button,
    label_row,
    list_panel,
    named,
    on,
    pressable,
    row,
    screen,
    sheet,
    text,
)
from companion.ui.base import inset, rule
from companion.ui.overlays import overlays
from companion.ui.phrases import paragraph
from companion.ui.theme import Look
from referee.board.board import MAX_ZONES
from referee.board.checks import MARKS_PER_CASTLE, PRINTED_POSTS, BoardNeeds, Problem

GLYPHS: dict[Tool, ft.IconData] = {
    "zone": ft.Icons.PENTAGON_SHARP,
    "dot": ft.Icons.SCATTER_PLOT_SHARP,
    "corner": ft.Icons.OPEN_WITH_SHARP,
    "choose": ft.Icons.TOUCH_APP_SHARP,
    "split": ft.Icons.CONTENT_CUT_SHARP,
    "hole": ft.Icons.DONUT_LARGE_SHARP,
    "border": ft.Icons.FENCE_SHARP,
    "paint": ft.Icons.BRUSH_SHARP,
    "route": ft.Icons.ROUTE_SHARP,
    "hear": ft.Icons.HEARING_SHARP,
    "look": ft.Icons.PAN_TOOL_SHARP,
}
"""The icon of each tool, in the order of the row."""
WIDE = 64
"""The width of a tool in pixels: on a phone the sixth is cut, which shows that there are more."""
LARGEST = 1.3
"""The text scale up to which tools grow: they take their space from the drawing."""


@block
def tools_row(look: Look, tool: Tool, trace: Act) -> ft.Control:
    """Return all tools, the current one filled; on a phone the row scrolls."""
    small = look.held_to(LARGEST)
    tiles = [
        ft.Container(
            act_tile(small, glyph, look.t(f"editor.tool.{each}"), act(trace, "take", each), each == tool, height=54),
            width=round(WIDE * small.scale),
        )
        for each, glyph in GLYPHS.items()
    ]
    if look.wide:
        return ft.Row(list(tiles), spacing=6, run_spacing=6, wrap=True)
    return ft.Row(list(tiles), spacing=6, scroll=ft.ScrollMode.HIDDEN)


def asked(look: Look, bench: EditorState) -> tuple[str, str]:
    """Return the dock's line and sentence: what the current tool waits for, or why the last action was not done."""
    t = look.t
    line = t(f"editor.line.{bench.tool}")
    if bench.trouble is not None:
        return t("editor.not_done"), t(bench.trouble.message, **bench.trouble.params)
    if bench.tool in ("zone", "hole", "split") and bench.line:
        return t("editor.corners", n=len(bench.line)), t(f"editor.more.{bench.tool}")
    if bench.tool == "route" and bench.last:
        return t("editor.route_at", zone=bench.last), t("editor.ask.route_next")
    if bench.tool == "choose" and bench.chosen:
        key = "editor.chosen" if len(bench.chosen) == 1 else "editor.chosen_2"
        return t(key, zones=t("editor.and").join(bench.chosen)), t(f"editor.ask.chosen_{len(bench.chosen)}")
    return line, t(f"editor.ask.{bench.tool}")


IC = ft.Icons
STRETCH = ft.CrossAxisAlignment.STRETCH
MOST, SHOWN = 40, 4
"""The most problems listed, and the number shown without scrolling."""
ROOMY = 1.15
"""The text scale up to which a sheet may take the whole height of a phone."""
HIGH, LOW = 470, 220
"""The heights in pixels of a sheet's scrolling part, in smaller and in larger text."""
CASTLES = {"A": "1", "B": "2"}
"""The names of the castles here: letters are those of objectives."""


def sheet_of(look: Look, desk: Workplace, actions: Actions, trace: Act) -> ft.Control | None:
    if desk.sheet == "problems" and desk.checks is not None:
        return problems_sheet(look, desk.checks.problems, trace)
    if desk.sheet == "board":
        name = desk.bench.sketch.name
        return board_sheet(look, actions, trace, name.en, name.ja, desk.checks, bool(desk.photo))
    return None


def _head(look: Look, title: str, trace: Act) -> ft.Control:
    close = icon_button(look, IC.CLOSE_SHARP, look.t("kit.close"), act(trace, "sheet", ""))
    return row([text(look, "headline", title, size=21, expand=True), close])


@block
def problems_sheet(look: Look, problems: tuple[Problem, ...], trace: Act) -> ft.Control:
    """Return the problems to mend; each row leads to its place."""
    t = look.t
    if not problems:
        return sheet(look, [_head(look, t("editor.check.none"), trace), paragraph(look, t("editor.check.none_why"))])
    rows = [_row(look, each, trace) for each in problems[:MOST]]
    more = [paragraph(look, t("editor.check.more", n=len(problems) - MOST))] if len(problems) > MOST else []
    parts = [list_panel(look, rows), *more]
    long = len(rows) > (SHOWN if look.scale <= ROOMY else 1)
    return sheet(look, [_head(look, t("editor.check.title"), trace), *([_scrolled(look, parts)] if long else parts)])


def _scrolled(look: Look, parts: list[ft.Control]) -> ft.Control:
    """Return parts that scroll below the sheet's fixed head."""
    inside = ft.Column(parts, spacing=12, scroll=ft.ScrollMode.AUTO, horizontal_alignment=STRETCH)
    return ft.Container(inside, height=HIGH if look.scale <= ROOMY else LOW)


def _row(look: Look, problem: Problem, trace: Act) -> ft.Control:
    zones = problem.border or problem.zones
    glyph = IC.ERROR_OUTLINE_SHARP if problem.severity == "error" else IC.INFO_OUTLINE
    params = {**problem.params}
    if "castle" in params:
        params["castle"] = CASTLES.get(str(params["castle"]), params["castle"])
    where, why = _where(look, problem), look.t(problem.message, **params)
    handler = act(trace, "go_to", zones) if zones else None
    said: list[ft.Control] = [text(look, "subject", where), text(look, "caption", why, look.p.text_2)]
    words = ft.Column(said, spacing=0, tight=True, expand=True)
    tail = [icon(look, IC.CHEVRON_RIGHT_SHARP)] if zones else []
    box = ft.Container(
        ft.Row([icon(look, glyph), words, *tail], spacing=14), padding=inset(13, 10), on_click=on(handler),
        ink=handler is not None,
    )  # fmt: skip
    spoken = aloud(where, why)
    return pressable(spoken, box, handler) if handler is not None else named(spoken, box)


def _where(look: Look, problem: Problem) -> str:
    if problem.border:
        return "–".join(problem.border)
    if not problem.zones:
        return look.t("editor.check.board")
    words = ", ".join(problem.zones[:4])
    return f"{words}…" if len(problem.zones) > 4 else words


@block
def board_sheet(
    look: Look, actions: Actions, trace: Act, en: str, ja: str, checks: Checks | None, photo: bool
) -> ft.Control:
    """Return the sheet of the whole board: its names, its numbers compared with the game's, its photo, and saving."""
    t = look.t
    names: list[ft.Control] = [
        field(look, t("editor.board_en"), en, act(trace, "typed", "name", "", "en"), trace, "board en", 40),
        field(look, t("editor.board_ja"), ja, act(trace, "typed", "name", "", "ja"), trace, "board ja", 40),
    ]
    if look.lang == "ja":
        names.reverse()
    lay = button_side(
        look, t("editor.photo.other" if photo else "editor.photo.lay"), act(actions.editor.lay_photo),
        IC.IMAGE_SHARP, 48, True, True,
    )  # fmt: skip
    lift = [
        button_side(look, t("editor.photo.lift"), act(actions.editor.lift_photo), IC.HIDE_IMAGE_SHARP, 48, True, True)
    ]
    parts: list[ft.Control] = [ft.Row([each]) for each in names]
    if checks is not None:
        parts.append(numbers(look, checks.counts))
    parts.append(beside(look, [lay, *(lift if photo else [])]))
    parts.append(button_side(look, t("editor.save"), act(actions.editor.save_traced), IC.SAVE_SHARP))
    head = _head(look, t("editor.board"), trace)
    return sheet(look, [head, *parts] if look.scale <= ROOMY else [head, _scrolled(look, parts)])


@block
def numbers(look: Look, counts: Counts) -> ft.Control:
    t, needs = look.t, BoardNeeds()
    wanted = {
        "castle_a": t("editor.at_least", n=MARKS_PER_CASTLE),
        "castle_b": t("editor.at_least", n=MARKS_PER_CASTLE),
        "posts": t("editor.posts_wanted", n=needs.sentries, printed=PRINTED_POSTS),
        "barracks": t("editor.at_least", n=(needs.sleepers + 1) // 2),
        "edge": t("editor.at_least", n=1),
        "starts": t("editor.at_least", n=1),
        "degree": t("editor.degree_wanted"),
    }
    shown = []
    for each in fields(Counts):
        value = getattr(counts, each.name)
        words = f"{value:.1f}" if isinstance(value, float) else str(value)
        label = text(look, "body", t(f"editor.count.{each.name}"), expand=True)
        need = text(look, "caption", wanted.get(each.name, ""), look.p.text_2)
        number = ft.Container(text(look, "subject", words, align=ft.TextAlign.END), width=round(44 * look.scale))
        if look.scale <= ROOMY:
            shown.append(ft.Row([label, need, number], spacing=8))
        else:
            both = ft.Column([label, need] if need.value else [label], spacing=0, tight=True, expand=True)
            shown.append(ft.Row([both, number], spacing=8))
    return column([label_row(look, t("editor.numbers")), *shown], spacing=2)


CRAMPED = 1.5
"""The text scale from which on the drawing takes the space of what can be read elsewhere."""


def editor(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    desk: Workplace | None = snap.editor
    if desk is None:
        return lost(look, snap, actions)
    t, trace, bench = look.t, act(actions.editor.trace), desk.bench
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
        look, bar=bar, content=[_work(look, desk, actions, trace)], dock=_dock(look, desk, actions, trace),
        overlay=overlays(look, snap, actions) or sheet_of(look, desk, actions, trace), scroll=False, padding=inset(0),
    )  # fmt: skip


def _work(look: Look, desk: Workplace, actions: Actions, trace: Act) -> ft.Control:
    """Place the drawing above its tools, on a tablet to the left of them."""
    drawing = surface(look, desk, trace, act(actions.editor.lay_photo))
    tools = tools_row(look, desk.bench.tool, trace)
    below = ft.Column(
        [ft.Container(height=0), *(ft.Container(each) for each in panels(look, desk, trace))],
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


def _dock(look: Look, desk: Workplace, actions: Actions, trace: Act) -> ft.Control:
    t, bench = look.t, desk.bench
    line, ask = asked(look, bench)
    n = len(desk.checks.problems) if desk.checks is not None else 0
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
