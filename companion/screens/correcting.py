"""An entry of the log that is wrong: what it should say, and what a seat may propose to the others (METSUKE-3.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot, WrongEntry
from companion.games.table.notes import parts_form, with_parts
from companion.ui import Handler, act, button_main, list_panel, list_row, sheet, text
from companion.ui.look import Look
from companion.ui.sheets.sheet import sheet_head
from companion.ui.words.sentences import names
from referee.core.values import TABLE

IC = ft.Icons


def correct_sheet(
    look: Look,
    snap: Snapshot,
    actions: Actions,
    wrong: WrongEntry,
    words: str,
    opened: str,
    chosen: Mapping[str, str | int],
    opens: Callable[[str], Handler],
    says: Callable[[str, str | int], Handler],
) -> ft.Control:
    """Return what can be done about an entry: of its part `opened` what it could say, else strike out and go back.

    `words` is the entry in words, `chosen` what its parts are to say.
    """
    t, match = look.t, actions.match
    mine, several = wrong.seat == snap.viewer, snap.match is not None and len(snap.match.seats) > 1
    parts: list[ft.Control] = [
        sheet_head(look, t("app.log.entry", n=wrong.line), act(match.entry, 0)),
        text(look, "subject", words, lines=3),
    ]
    if several:
        parts.append(text(look, "label", t("app.log.proposed"), look.p.text_2, bold=False))
    if wrong.parts and (mine or wrong.seat == TABLE):
        kind = str((wrong.move or {}).get("type", ""))
        parts += parts_form(look, snap, kind, wrong.parts, opened, chosen, opens, says)
        move = with_parts(wrong.move or {}, wrong.parts, chosen)
        changed = move != wrong.move
        label = t("app.log.propose" if several else "app.log.correct_alone")
        parts.append(button_main(look, label, act(match.propose, wrong.line, move) if changed else None, changed))
    if mine and wrong.secret:
        parts.append(text(look, "body", t("app.log.note_again"), look.p.text_2))
    if not mine and wrong.seat != TABLE:
        owner = names(snap.match).get(wrong.seat, wrong.seat)
        parts.append(text(look, "body", t("app.log.owner", name=owner), look.p.text_2))
    rows = []
    if mine or not wrong.secret:
        strikes = act(match.propose, wrong.line)
        rows.append(list_row(look, IC.BACKSPACE_SHARP, t("app.log.strike"), t("app.log.strike_about"), "", strikes))
    goes_back = act(match.propose, wrong.line, onward=True)
    rows.append(list_row(look, IC.HISTORY_SHARP, t("app.log.back"), t("app.log.back_about"), "", goes_back))
    return sheet(look, [*parts, list_panel(look, rows)], True)
