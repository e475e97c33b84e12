"""Everything of this host: tables for a spreadsheet, the archive, and another host's archive brought along."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.contract.statistics import ArchivePage
from companion.screens.lost import nothing_here
from companion.screens.settings import owner_of
from companion.ui import act, app_bar, column, label_row, list_panel, list_row, named, panel, screen, text
from companion.ui.look import Look
from companion.ui.panels import bar
from companion.ui.phrases import back_action, counted, icon_note, paragraph
from companion.ui.sheets.overlays import overlays

IC = ft.Icons


def archive(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    if not isinstance(snap.page, ArchivePage):
        return nothing_here(look, actions)
    return _archive(look, snap, actions, snap.page)


@ft.component
def _archive(look: Look, snap: Snapshot, actions: Actions, page: ArchivePage) -> ft.Control:
    t = look.t
    content: list[ft.Control] = []
    if page.of:
        content.append(progress(look, page.done, page.of, page.bringing))
    if page.refused:
        rows = [list_row(look, IC.BLOCK_SHARP, what, t(why), height=52) for what, why in page.refused]
        content.append(column([label_row(look, t("archive.refused")), list_panel(look, rows)], spacing=6))
    if not page.may:
        content.append(icon_note(look, IC.LOCK_SHARP, t("people.not_yours")))
    else:
        content += ways(look, actions)
    content.append(owner_of(look, actions))
    if page.left_out:
        rows = [
            list_row(
                look, IC.VISIBILITY_OFF_SHARP, name, "", "", act(actions.pages.go, "person", id=str(id)), height=52
            )
            for id, name in page.left_out
        ]
        content.append(column([label_row(look, t("archive.left_out")), list_panel(look, rows)], spacing=6))
    return screen(
        look,
        bar=app_bar(look, t("archive.title"), counted(look, "app.n.matches", page.matches), back_action(look, actions)),
        content=content,
        dock=None,
        overlay=overlays(look, snap, actions),
    )


def ways(look: Look, actions: Actions) -> list[ft.Control]:
    t, keep = look.t, actions.keeping
    tables = [
        list_row(
            look, IC.FORMAT_LIST_BULLETED_SHARP, t(f"archive.{what}"), t(f"archive.{what}_about"), "",
            act(keep.table, what), arrow=False,
        )
        for what in ("matches", "seats")
    ]  # fmt: skip
    whole = [
        list_row(
            look, IC.IOS_SHARE_SHARP, t("archive.out"), t("archive.out_about"), "", act(keep.archive), arrow=False
        ),
        list_row(look, IC.FILE_OPEN_SHARP, t("archive.in"), t("archive.in_about"), "", act(keep.bring), arrow=False),
    ]
    return [
        column([label_row(look, t("archive.tables")), list_panel(look, tables)], spacing=6),
        column([label_row(look, t("archive.whole")), list_panel(look, whole)], spacing=6),
        paragraph(look, t("archive.about")),
    ]


def progress(look: Look, done: int, of: int, bringing: bool) -> ft.Control:
    """Return how far an archive is, as a bar and in words."""
    words = look.t("archive.reading" if bringing else "archive.writing", share=round(100 * done / of))
    return ft.Semantics(
        content=panel(look, column([text(look, "label", words), named("", bar(look, done / of, 12))], spacing=8)),
        label=words,
        live_region=True,
        container=True,
        exclude_semantics=True,
    )
