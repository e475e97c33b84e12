"""A new match: its draft, and opening its table."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from companion.contract.offered import offered, ui_of
from companion.contract.snapshot import Draft
from companion.phones.device_storage import HOST
from companion.phones.seats import follow_rematch
from companion.phones.session import Phone
from companion.screens.new_match.drafting import seat_name
from companion.tables import rematch
from companion.tables.authority import SeatKey
from companion.tables.opening.match_draft import drafted, new_draft, options_for
from companion.tables.table import Table
from companion.ui.fonts import check_entered
from referee.core.values import GAME_MASTER, Refused, Seat


class NewMatchActions:
    """Drafting and opening a match on one phone; see `companion.contract.actions.NewMatch`."""

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
            phone.actions.pages.go("lobby")  # first the others come

    def rematch(self, starter: str = "") -> None:
        phone, table = self._phone, self._phone.table
        if table is None or phone.taps.too_soon or table.record.game not in offered():
            return
        phone.where.declined = ""
        phone.spawn(self._rematch(table, str(starter)))

    async def _rematch(self, table: Table, starter: str) -> None:
        """Ask for the rematch of a table, or come to it, on all seats of this phone."""
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
