"""The owner's pages: exporting and importing all matches, and which phones are the owner's."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.contract.statistics import ArchivePage, OwnerPage, TidiedName
from companion.screens.lost import nothing_here
from companion.screens.settings import owner_of
from companion.ui import (
    Handler,
    act,
    app_bar,
    block,
    button_main,
    button_side,
    column,
    label_row,
    list_panel,
    list_row,
    named,
    panel,
    row,
    screen,
    sheet,
    text,
)
from companion.ui.live_field import live_field
from companion.ui.overlays import overlays
from companion.ui.panels import bar
from companion.ui.phrases import back_action, counted, icon_note, paragraph
from companion.ui.sheets import sheet_head
from companion.ui.theme import Look

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
        content += owner_rows(look, actions)
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


def owner_rows(look: Look, actions: Actions) -> list[ft.Control]:
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
    """Return the progress of an archive job, as a bar and in words."""
    words = look.t("archive.reading" if bringing else "archive.writing", share=round(100 * done / of))
    return ft.Semantics(
        content=panel(look, column([text(look, "label", words), named("", bar(look, done / of, 12))], spacing=8)),
        label=words,
        live_region=True,
        container=True,
        exclude_semantics=True,
    )


CODE = 8
"""The length of a code, without the dash that may be typed in it."""
MOST = 20
"""The most characters that the field takes."""


def owner(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    if not isinstance(snap.page, OwnerPage):
        return nothing_here(look, actions)
    return _owner(look, snap, actions, snap.page)


@ft.component
def _owner(look: Look, snap: Snapshot, actions: Actions, page: OwnerPage) -> ft.Control:
    t = look.t
    erasing, erase = ft.use_state("")
    overlay = overlays(look, snap, actions)
    chosen = next((each for each in page.tidied if each.id == erasing), None)
    if overlay is None and chosen is not None:
        overlay = erase_sheet(look, actions, chosen, act(erase, ""))
    return screen(
        look,
        bar=app_bar(look, t("owner.title"), t("owner.here" if page.owner else "owner.elsewhere"),
                    back_action(look, actions)),
        content=yours(look, actions, page, erase) if page.owner else [pairing(look, actions)],
        dock=None,
        overlay=overlay,
        spacing=16,
    )  # fmt: skip


@block
def pairing(look: Look, actions: Actions) -> ft.Control:
    """Return the field for the owner's code, with what it is for and where it is shown."""
    t = look.t
    written, write = ft.use_state("")

    def enter() -> None:
        write("")
        actions.owner.pair(written)

    whole = sum(each.isalnum() for each in written) == CODE
    return column(
        [
            icon_note(look, IC.LOCK_SHARP, t("people.not_yours")),
            paragraph(look, t("owner.what")),
            column(
                [
                    label_row(look, t("owner.code")),
                    live_field(look, written, write, name=t("owner.code_name"), glyph=IC.PIN_SHARP, limit=MOST),
                    paragraph(look, t("owner.where")),
                ],
                spacing=6,
            ),
            button_main(look, t("owner.enter"), act(enter), whole),
        ],
        spacing=16,
    )


def yours(look: Look, actions: Actions, page: OwnerPage, erase: Handler) -> list[ft.Control]:
    """Return the owner's page: what can be taken back, and the phones that are the owner's."""
    t = look.t
    content: list[ft.Control] = [paragraph(look, t("owner.what"))]
    if page.tidied:
        each = [tidied(look, actions, one, act(erase, one.id)) for one in page.tidied]
        content.append(column([label_row(look, t("owner.tidied")), *each], spacing=8))
    else:
        about = paragraph(look, t("owner.nothing"))
        content.append(column([label_row(look, t("owner.tidied")), about], spacing=6))
    if page.given:
        return content
    rows = [list_row(look, IC.LOGOUT_SHARP, t("owner.give_up"), t("owner.give_up_about"), "",
                     act(actions.owner.give_up), arrow=False)]  # fmt: skip
    if page.others:
        rows.append(
            list_row(look, IC.PERSON_REMOVE_SHARP, t("owner.alone", n=page.others), t("owner.others"), "",
                     act(actions.owner.alone), arrow=False)
        )  # fmt: skip
    content.append(column([label_row(look, t("owner.phones")), list_panel(look, rows)], spacing=6))
    return content


@block
def tidied(look: Look, actions: Actions, one: TidiedName, erase: Handler) -> ft.Control:
    """Return what was done to a name, until when it can be taken back, and buttons to take it back or make it final."""
    t = look.t
    what = t("owner.merged", into=one.into, until=one.until) if one.into else t("owner.forgotten", until=one.until)
    end = t("owner.keep_merged") if one.into else t("owner.erase")
    upright = look.scale >= 1.3
    back, ends = act(actions.people.take_back, one.id), act(actions.people.erase, one.id) if one.into else erase
    buttons = [
        button_side(look, words, handler, None, 48, None if upright else 1, True)
        for words, handler in ((t("owner.take_back"), back), (end, ends))
    ]
    return panel(
        look,
        column(
            [
                list_row(look, IC.MERGE_SHARP if one.into else IC.DELETE_SHARP, one.name, what, height=52),
                *([column(buttons, spacing=8)] if upright else [row(buttons, spacing=8)]),
            ],
            spacing=8,
        ),
    )


@block
def erase_sheet(look: Look, actions: Actions, one: TidiedName, close: Handler) -> ft.Control:
    """Return the question before a name is erased at once."""
    t = look.t

    def do() -> None:
        close()
        actions.people.erase(one.id)

    return sheet(
        look,
        [
            sheet_head(look, t("owner.erase_sure", name=one.name), close),
            paragraph(look, t("owner.erase_about")),
            button_main(look, t("owner.erase_do"), act(do)),
        ],
    )
