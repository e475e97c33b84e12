"""A new match: its draft, and opening its table."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from companion.contract.offered import offered
from companion.contract.snapshot import Draft
from companion.phones.device_storage import HOST
from companion.phones.session import Phone
from companion.screens.new_match.drafting import seat_name
from companion.tables.opening.match_draft import drafted, new_draft, options_for
from companion.ui.fonts import check_entered
from referee.core.games import GAMES
from referee.core.values import Refused, Seat


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
        await phone.push_route()

    def same_again(self) -> None:
        phone = self._phone
        if phone.table is None or phone.taps.too_soon:
            return
        record = phone.table.record
        if record.game not in offered():
            return
        model = GAMES[record.game].OPTIONS
        standard = model().model_dump(mode="json")
        said = model.model_validate(record.options).model_dump(mode="json")
        options = {k: v for k, v in said.items() if standard.get(k) != v and k not in ("depth", "gm")}
        options |= phone.host.tables.boxes.of(record.game)
        phone.draft = Draft(
            game=record.game,
            depth=record.options.get("depth", "plays"),
            names=tuple(s.name for s in phone.table.players),
            options=options,
            game_master=record.game_master,
        )
        self.open_table()
