"""Entering the table as it stands, before a match goes on from there; and printing it, so that it can be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import flet as ft

from companion.contract.offered import offered, ui_of
from companion.contract.take_over import Entering
from companion.phones.session import Phone
from companion.printing.position_pdf import PositionSheet, position_pdf
from companion.tables import lobby
from companion.tables.authority import Authority
from companion.tables.opening.match_draft import drafted
from companion.tables.opening.position_link import LinkedTable, link, linked
from companion.tables.opening.taking_over import under_way
from companion.tables.table import Table
from companion.ui.fields.option_words import chosen_words
from companion.ui.phrases import game_name
from referee.core.game import Position
from referee.core.reading import positions_of
from referee.core.values import PUBLIC, TABLE, Refused


class TakeOverActions:
    """What one phone may enter of a position; see `companion.contract.actions.TakeOver`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def enter(self, part: str, key: str, how: str, value: Any) -> None:
        phone = self._phone
        if phone.table is None or phone.curtain:
            return
        own = part == phone.where.seat and phone.where.role == "seat" and phone.uncovered
        if own or (part == TABLE and phone.runs_the_table()):
            phone.cover.touched()
            authority = phone.authority(part) if own else phone.as_host
            phone.spawn(lobby.enter(phone.table, part, str(key)[:60], str(how), value, authority))

    def go_on(self) -> None:
        self._phone.spawn(self._go_on(self._phone.as_host))

    async def _go_on(self, authority: Authority) -> None:
        phone, table = self._phone, self._phone.table
        if table is None:
            return
        try:
            await lobby.go_on(table, authority)
        except Refused as refused:
            told = {key: value for key, value in refused.params.items() if key != "field"}
            phone.say("app.take_over.does_not_fit" if refused.clause == "METSUKE-1.4" else refused.reason, **told)

    async def follow(self, link: str) -> None:
        phone = self._phone
        try:
            found = linked(link)
        except Refused:
            found = None
        await phone.go("home")
        if found is None or found.game not in offered() or ui_of(found.game).take_over is None:
            phone.say("app.no_such_page")
            return
        options = dict(found.options)
        depth: Literal["plays", "scores"] = "scores" if options.pop("depth", "plays") == "scores" else "plays"
        draft = replace(drafted(phone.draft, found.game, {}), names=tuple(found.names), options=options, depth=depth)
        phone.draft = replace(draft, position=dict(found.table))
        await phone.go("new")
        phone.say("app.take_over.scanned")

    def print_sheets(self) -> None:
        self._phone.spawn(self._print_sheets())

    async def _print_sheets(self) -> None:
        phone, table = self._phone, self._phone.table
        if table is None or ui_of(table.record.game).take_over is None:
            return
        # While the cover is closed nothing of mine leaves the table, not even onto my own paper.
        open_now = phone.uncovered and phone.where.role == "seat"
        seat = phone.viewer if open_now else ""
        sheets, path = _sheets(phone, table, seat)
        base = next((address.url for address in phone.host.addresses()), "")
        made = await phone.make("print", position_pdf, sheets, base.rstrip("/") + path if base else "", phone.look.t)
        name = f"metsuke-{table.code}-{seat or 'table'}-entered.pdf"
        await ft.FilePicker().save_file(file_name=name, src_bytes=made)


def _sheets(phone: Phone, table: Table, seat: str) -> tuple[list[PositionSheet], str]:
    """Return the open sheet, that of `seat` unless it is empty, and the path of the link to what lies open."""
    form = ui_of(table.record.game).take_over
    assert form is not None
    t, form_ = phone.look.t, form()
    if table.match is not None:
        match = table.match
        options, seats = match.state.options, tuple(match.seats)
        known: Position = positions_of(match.game).position_of(match.state, seat or PUBLIC)
        entered, secrets = form_.entered(options, seats, known)
        laid = known.as_json()["table"]
        unfinished = under_way(match)
    elif table.taking_over is not None:
        taking_over = table.taking_over
        options, seats, unfinished = taking_over.options, tuple(taking_over.seats), False
        entered, secrets = dict(taking_over.entered(TABLE)), {seat: dict(taking_over.entered(seat))}
        laid = form_.position(options, seats, entered, {})["table"]
    else:
        return [], ""
    entering = Entering(t, seats, options, entered)
    title = game_name(phone.look, table.record.game)
    who = t("app.list.comma").join(s.name for s in seats)
    rules = chosen_words(phone.look, table.record.game, options.model_dump(mode="json"))
    sheets = [PositionSheet(title, who, form_.table(entering), entered, rules=rules, under_way=unfinished)]
    if seat and (steps := form_.secret(entering, seat)):
        who = next(s.name for s in seats if s.seat == seat)
        sheets.append(PositionSheet(title, who, steps, secrets.get(seat, {}), secret=True))
    standard = type(options)().model_dump(mode="json")
    chosen = {key: value for key, value in options.model_dump(mode="json").items() if standard.get(key) != value}
    return sheets, link(LinkedTable(table.record.game, chosen, [s.name for s in seats], laid))
