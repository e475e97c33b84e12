"""Actions with a new match: its draft, opening its table, the rematch, and entering a position."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Literal

import flet as ft

from companion.contract.game_ui import Entering, offered, ui_of
from companion.contract.snapshot import Draft
from companion.phones.device_storage import HOST
from companion.phones.seats import follow_rematch
from companion.phones.session import Phone
from companion.printing.match_pdf import PositionSheet, position_pdf
from companion.screens.seating import seat_name
from companion.tables import seats as lobby
from companion.tables import seats as rematch
from companion.tables.keys import Authority, SeatKey
from companion.tables.match_draft import drafted, new_draft, options_for
from companion.tables.table import Table
from companion.tables.taking_over import LinkedTable, is_unfinished, link, linked
from companion.ui.fonts import check_entered
from companion.ui.options import chosen_words
from companion.ui.phrases import game_name
from referee.core.game import Position
from referee.core.reading import positions_of
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused, Seat


class NewMatchActions:
    """Drafting and opening a match on one phone; see `companion.contract.actions.NewMatchActions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    async def begin(self) -> None:
        phone, boxes = self._phone, self._phone.host.tables.boxes
        await boxes.read()
        draft = phone.draft
        phone.draft = replace(draft, options={**boxes.of(draft.game), **draft.options})
        await phone.go("new")

    def draft(self, **changes: Any) -> None:
        known = {f.name for f in fields(Draft)} - {"problem", "position"}
        changes = {k: v for k, v in changes.items() if k in known}
        if "names" in changes:
            changes["names"] = tuple(str(name)[:200] for name in changes["names"])[:10]
        before = self._phone.draft
        draft = replace(before, **changes, problem="")
        if draft.game not in offered():
            return
        if draft.game != before.game:
            draft = drafted(draft, draft.game, self._phone.host.tables.boxes.of(draft.game))
        self._phone.draft = draft
        self._phone.refresh()

    def open_table(self, take_over: bool = False) -> None:
        if self._phone.draft.game in offered():
            self._phone.spawn(self._open_table(self._phone.draft, bool(take_over)))

    async def _open_table(self, draft: Draft, take_over: bool) -> None:
        phone = self._phone
        named = [seat_name(phone.look, draft.names, at, draft.game) for at in range(len(draft.names))]
        try:
            seats = [Seat.model_construct(seat=f"p{n}", name=check_entered(name)) for n, name in enumerate(named, 1)]
            phone.count("table")
            table, key = await phone.host.tables.open(
                draft.game, options_for(draft), seats, draft.game_master, take_over, draft.position
            )
        except Refused as refused:
            phone.draft = replace(draft, problem=refused.reason)
            phone.refresh()
            return
        await phone.host.tables.boxes.learn(draft.game, draft.options)
        await phone.remember(phone.storage.with_key(table.code, HOST, key))
        phone.host.opened(table.code)
        phone.draft = new_draft()
        await phone.enter(table.code)
        if take_over:
            phone.actions.pages.go("lobby")  # the other players join first

    def rematch(self, starter: str = "") -> None:
        phone, table = self._phone, self._phone.table
        if table is None or phone.taps.too_soon or table.record.game not in offered():
            return
        phone.where.declined = ""
        phone.spawn(self._rematch(table, str(starter)))

    async def _rematch(self, table: Table, starter: str) -> None:
        """Ask for the rematch of a table, or join it, with all seats of this phone."""
        phone, tables = self._phone, self._phone.host.tables
        if tables.live(table.code) is not table:
            return  # a demonstration goes on by itself
        keys, storage, hosted = self._keys(), phone.storage, None
        if table.rematch is None:
            phone.count("table")
            by = phone.as_host if phone.runs_the_table() or not keys else keys[0]
            hosted = await rematch.ask(tables, table, by, starter, ui_of(table.record.game).starter)
        after, fresh = await rematch.join(tables, table, keys)
        if after is None:
            return
        if hosted is not None:
            fresh[HOST] = hosted
            phone.host.opened(after.code)
        for seat, key in fresh.items():
            storage = storage.with_key(after.code, seat, key)
        if storage is not phone.storage:
            await phone.remember(storage)
        if after.record.status != "lobby" and phone.table is table:
            await follow_rematch(phone)

    def _keys(self) -> list[SeatKey]:
        phone = self._phone
        seats = (*phone.my_seats(), *((GAME_MASTER,) if phone.is_game_master() else ()))
        return [phone.authority(seat) for seat in seats]

    def not_now(self) -> None:
        phone, table = self._phone, self._phone.table
        if table is not None and table.rematch is not None:
            phone.where.declined = table.rematch.code
            phone.refresh()
            phone.spawn(rematch.decline(phone.host.tables, table, self._keys()))

    def to_rematch(self) -> None:
        self._phone.spawn(follow_rematch(self._phone))


class TakeOverActions:
    """One phone's entries into a position; see `companion.contract.actions.TakeOverActions`."""

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
            params = {key: value for key, value in refused.params.items() if key != "field"}
            phone.say("app.take_over.does_not_fit" if refused.clause == "METSUKE-1.4" else refused.reason, **params)

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
        # While the cover is closed, no secret leaves the table, not even onto the owner's own paper.
        open_now = phone.uncovered and phone.where.role == "seat"
        seat = phone.viewer if open_now else ""
        sheets, path = _sheets(phone, table, seat)
        base = next((address.url for address in phone.host.addresses()), "")
        made = await phone.make("print", position_pdf, sheets, base.rstrip("/") + path if base else "", phone.look.t)
        name = f"metsuke-{table.code}-{seat or 'table'}-entered.pdf"
        await ft.FilePicker().save_file(file_name=name, src_bytes=made)


def _sheets(phone: Phone, table: Table, seat: str) -> tuple[list[PositionSheet], str]:
    """Return the open sheet, the sheet of `seat` unless it is empty, and the path of the link to what lies open."""
    form = ui_of(table.record.game).take_over
    assert form is not None
    t, form_ = phone.look.t, form()
    if table.match is not None:
        match = table.match
        options, seats = match.state.options, tuple(match.seats)
        known: Position = positions_of(match.game).position_of(match.state, seat or PUBLIC)
        entered, secrets = form_.entered(options, seats, known)
        laid = known.as_json()["table"]
        unfinished = is_unfinished(match)
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
    sheets = [PositionSheet(title, who, form_.table(entering), entered, rules=rules, unfinished=unfinished)]
    if seat and (steps := form_.secret(entering, seat)):
        who = next(s.name for s in seats if s.seat == seat)
        sheets.append(PositionSheet(title, who, steps, secrets.get(seat, {}), secret=True))
    standard = type(options)().model_dump(mode="json")
    chosen = {key: value for key, value in options.model_dump(mode="json").items() if standard.get(key) != value}
    return sheets, link(LinkedTable(table.record.game, chosen, [s.name for s in seats], laid))
