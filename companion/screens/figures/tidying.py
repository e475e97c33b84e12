"""Who is who: another name, one person instead of two spellings, left out, or no name at all."""

from __future__ import annotations

from difflib import SequenceMatcher

import flet as ft

from companion.contract.actions import Actions
from companion.ui import (
    Handler,
    act,
    block,
    button_main,
    button_side,
    column,
    list_panel,
    list_row,
    sheet,
)
from companion.ui.fields.live_field import live_field
from companion.ui.look import Look
from companion.ui.phrases import paragraph
from companion.ui.sheets.sheet import sheet_head
from models.names import MAX_NAME, name_key

IC = ft.Icons
SHOWN = 12
"""People that are offered for merging: those with the most similar names."""


@block
def tidy_sheet(
    look: Look,
    actions: Actions,
    person: int,
    name: str,
    left_out: bool,
    others: tuple[tuple[int, str], ...],
    step: str,
    show: Handler,
) -> ft.Control:
    """Return the sheet of a step: `choose` what, `rename`, `merge`, `forget`; `merge:7` and `forget:sure` say yes."""
    t = look.t
    written, write = ft.use_state("")
    close = act(show, "")

    def do(change: Handler, *given: object) -> None:
        show("")
        change(*given)

    if step == "rename":
        ready = bool(written.strip()) and written.strip() != name
        return sheet(
            look,
            [
                sheet_head(look, t("person.rename", name=name), close),
                live_field(look, written, write, name=t("person.new_name"), autofocus=True, limit=MAX_NAME),
                paragraph(look, t("person.rename_about")),
                button_main(look, t("person.rename_do"), act(do, actions.people.rename, person, written), ready),
            ],
        )
    if step == "merge":
        rows = [
            list_row(look, IC.PERSON_SHARP, called, "", "", act(show, f"merge:{other}"), height=52)
            for other, called in alike(name, others)
        ]
        about = paragraph(look, t("person.merge_about", name=name) if rows else t("person.merge_none"))
        return sheet(look, [sheet_head(look, t("person.merge", name=name), close), about, list_panel(look, rows)])
    if step.startswith("merge:"):
        other = int(step.removeprefix("merge:"))
        called = dict(others).get(other, "")
        return sheet(
            look,
            [
                sheet_head(look, t("person.merge_sure", name=name, other=called), close),
                paragraph(look, t("person.merge_sure_about", name=name, other=called)),
                button_main(look, t("person.merge_do"), act(do, actions.people.merge, person, other)),
            ],
        )
    if step == "forget":
        return sheet(
            look,
            [
                sheet_head(look, t("person.forget", name=name), close),
                paragraph(look, t("person.forget_about")),
                button_side(look, t("person.forget_go_on"), act(show, "forget:sure")),
            ],
        )
    if step == "forget:sure":
        return sheet(
            look,
            [
                sheet_head(look, t("person.forget_sure", name=name), close),
                paragraph(look, t("person.forget_sure_about")),
                button_main(look, t("person.forget_do"), act(do, actions.people.forget, person)),
            ],
        )
    out = t("person.let_in" if left_out else "person.leave_out")
    ways = [
        list_row(look, IC.EDIT_SHARP, t("person.rename_short"), "", "", act(show, "rename"), height=56),
        list_row(look, IC.GROUP_SHARP, t("person.merge_short"), "", "", act(show, "merge"), height=56),
        list_row(
            look,
            IC.VISIBILITY_OFF_SHARP,
            out,
            t("person.leave_out_about"),
            "",
            act(do, actions.people.leave_out, person, not left_out),
            arrow=False,
        ),
        list_row(look, IC.DELETE_SHARP, t("person.forget_short"), t("person.forget_line"), "", act(show, "forget")),
    ]
    return sheet(
        look,
        [
            sheet_head(look, name, close),
            list_panel(look, ways),
            column([button_side(look, t("person.done"), close)]),
        ],
    )


def alike(name: str, others: tuple[tuple[int, str], ...]) -> list[tuple[int, str]]:
    """Return people for merging, the most similar names first."""

    def how(other: tuple[int, str]) -> tuple[float, str]:
        return -SequenceMatcher(None, name_key(name), name_key(other[1])).ratio(), other[1]

    return sorted(others, key=how)[:SHOWN]
