"""What stands over every screen of a match whose past was changed, as far as this phone holds on to it."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Rewritten, Snapshot
from companion.ui import act, aloud, block, button_side, chip, column, edge, icon, row, text, theme
from companion.ui.look import Look


def with_changed_past(look: Look, snap: Snapshot, actions: Actions, shown: ft.Control) -> ft.Control:
    """Return a screen below the words that say what differs, where something does."""
    if snap.rewritten is None:
        return shown
    return ft.Column(
        [alarm(look, actions, snap.rewritten, snap.screen == "log"), ft.Container(shown, expand=True)],
        spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip


@block
def alarm(look: Look, actions: Actions, found: Rewritten, at_log: bool) -> ft.Control:
    """Draw the words, and what may be done: look at the log, or there take the journal for what it is now."""
    p, t = look.p, look.t
    title, more = t(f"app.rewritten.title.{found.kind}"), what_differs(look, found)
    mark = ft.Container(
        icon(look, ft.Icons.REPORT_SHARP, 24, p.on_accent), width=40, height=40, alignment=ft.Alignment.CENTER,
        bgcolor=p.accent, border_radius=theme.R_CARD,
    )  # fmt: skip
    said = ft.Semantics(
        content=row(
            [
                mark,
                column(
                    [
                        text(look, "subject", title, lines=3),
                        text(look, "label", more, p.text_2, bold=False, lines=6),
                    ],
                    expand=True,
                ),
            ],
            spacing=12, vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        label=aloud(title, more), live_region=True, container=True, exclude_semantics=True,
    )  # fmt: skip
    if at_log and look.scale > 1.15:  # its words wrap
        tap = button_side(look, t("app.rewritten.anew"), act(actions.match.follow_anew), None, theme.TOUCH, True)
    elif at_log:
        tap = chip(look, t("app.rewritten.anew"), act(actions.match.follow_anew))
    else:
        tap = chip(look, t("app.end.log"), act(actions.pages.go, "log"))
    large = look.scale > 1.15 or at_log
    body = column([said, row([tap], alignment=ft.MainAxisAlignment.END)], spacing=2)
    return ft.SafeArea(
        ft.Container(
            body if large else row([ft.Container(said, expand=True), tap], spacing=8), bgcolor=p.surface,
            padding=ft.Padding(left=14, right=10, top=10, bottom=4), border=edge(2, p.accent),
        ),
        avoid_intrusions_bottom=False,
    )  # fmt: skip


def what_differs(look: Look, found: Rewritten) -> str:
    """Return in words what differs, the first line of it, and since when."""
    t, kind = look.t, found.kind
    if kind == "changed" and found.secret:
        said = t("app.rewritten.locked", n=found.first) if found.first else t("app.rewritten.locked_first")
    elif kind == "changed" and found.first < found.last:
        said = t("app.rewritten.lines", n=found.first, m=found.last)
    elif kind in ("changed", "shorter", "file"):
        said = t(f"app.rewritten.{kind}", n=found.first)
    else:
        said = t(f"app.rewritten.{kind}")
    return " ".join([said, t("app.rewritten.since", at=found.at)]) if found.at else said
