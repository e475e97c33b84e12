"""Whose host this is: the code that makes a phone the owner's, and what the owner can still take back."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.contract.statistics import OwnerPage, Tidied
from companion.screens.lost import nothing_here
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
    panel,
    row,
    screen,
    sheet,
)
from companion.ui.fields.live_field import live_field
from companion.ui.look import Look
from companion.ui.phrases import back_action, icon_note, paragraph
from companion.ui.sheets.overlays import overlays
from companion.ui.sheets.sheet import sheet_head

IC = ft.Icons
CODE = 8
"""Letters and digits of a code; a dash between them may be typed or not."""
MOST = 20
"""Characters that the field takes."""


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
    """Return the field for the owner's code, what it is for and where it stands."""
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
    """Return what the owner sees: what can be taken back, and whose phones are the owner's."""
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
    ways = [list_row(look, IC.LOGOUT_SHARP, t("owner.give_up"), t("owner.give_up_about"), "",
                     act(actions.owner.give_up), arrow=False)]  # fmt: skip
    if page.others:
        ways.append(
            list_row(look, IC.PERSON_REMOVE_SHARP, t("owner.alone", n=page.others), t("owner.others"), "",
                     act(actions.owner.alone), arrow=False)
        )  # fmt: skip
    content.append(column([label_row(look, t("owner.phones")), list_panel(look, ways)], spacing=6))
    return content


@block
def tidied(look: Look, actions: Actions, one: Tidied, erase: Handler) -> ft.Control:
    """Return what was done to a name, until when it can be taken back, and both ways to end that."""
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
def erase_sheet(look: Look, actions: Actions, one: Tidied, close: Handler) -> ft.Control:
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
