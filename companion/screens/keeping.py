"""What can be taken away of a finished match: the result to share, its record to keep."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.contract.statistics import KeptMatch
from companion.screens.figures.parts import course_plot
from companion.screens.lost import nothing_here
from companion.ui import act, app_bar, block, button_link, column, label_row, list_panel, list_row, screen
from companion.ui.look import Look
from companion.ui.phrases import back_action, game_name
from companion.ui.qr import qr_card
from companion.ui.sheets.overlays import overlays

IC = ft.Icons
CODE = 300
"""Pixels of the QR code: it holds a whole result, and is dense."""


def keeping(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    if not isinstance(snap.page, KeptMatch) or snap.match is None:
        return nothing_here(look, actions)
    return _keeping(look, snap, actions, snap.page, snap.match.game)


@ft.component
def _keeping(look: Look, snap: Snapshot, actions: Actions, page: KeptMatch, game: str) -> ft.Control:
    t, keep = look.t, actions.keeping
    scanning, scan = ft.use_state(False)
    share = [
        list_row(
            look, IC.IMAGE_SHARP, t("keeping.picture"), t("keeping.picture_about"), "", act(keep.picture), arrow=False
        )
    ]
    if page.link:
        share.append(handed_over(look, page.link))
    if page.qr_png:
        share.append(
            list_row(
                look,
                IC.QR_CODE_2_SHARP,
                t("keeping.bg_code"),
                t("keeping.bg_code_about"),
                "",
                act(scan, not scanning),
                arrow=False,
            )
        )
    kept = [
        list_row(look, glyph, t(f"keeping.{what}"), t(f"keeping.{what}_about"), "", handler, arrow=False)
        for what, glyph, handler in (
            ("page", IC.LAYERS_SHARP, act(keep.page)),
            ("paper", IC.PRINT_SHARP, act(keep.paper)),
            ("json", IC.SAVE_SHARP, act(actions.match.export)),
        )
    ]
    content: list[ft.Control] = [
        column([label_row(look, t("keeping.share")), list_panel(look, share)], spacing=6),
    ]
    if scanning and page.qr_png:
        content.append(qr_card(look, page.qr_png, "BG Stats", t("keeping.bg_scan"), CODE))
    content.append(column([label_row(look, t("keeping.record")), list_panel(look, kept)], spacing=6))
    if page.course.curves:
        content.append(course_plot(look, page.course, t("keeping.course")))
    return screen(
        look,
        bar=app_bar(look, t("keeping.title"), game_name(look, game), back_action(look, actions)),
        content=content,
        dock=None,
        overlay=overlays(look, snap, actions),
    )


@block
def handed_over(look: Look, link: str) -> ft.Control:
    """Return the button that hands the result to BG Stats. The phone itself opens the link: it leaves Metsuke by it."""
    t = look.t
    return ft.Container(button_link(look, t("keeping.bg"), link, IC.LOGOUT_SHARP, t("keeping.bg_about")), padding=10)
