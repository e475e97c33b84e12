"""The tools of the board editor in one row, and what the dock says of the one in hand."""

from __future__ import annotations

import flet as ft

from companion.boards.tracing.bench import Bench, Tool
from companion.ui import Act, act, act_tile, block
from companion.ui.look import Look

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
"""Every tool with its sign, in the order of the row."""
WIDE = 64
"""Pixels of a tool: on a phone the sixth is cut, which shows that there are more."""
LARGEST = 1.3
"""The text scale up to which tools grow: every pixel of theirs is taken from the drawing."""


@block
def tools_row(look: Look, tool: Tool, trace: Act) -> ft.Control:
    """Return all tools, the one in hand filled; on a phone the row scrolls."""
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


def asked(look: Look, bench: Bench) -> tuple[str, str]:
    """Return the dock's line and sentence: what the tool in hand waits for, or why the last thing was not done."""
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
