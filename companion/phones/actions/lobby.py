"""Seats: taking, freeing and naming them, and beginning and closing the match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from companion.phones.seats import look_through
from companion.phones.session import Phone
from companion.tables import lobby, seats
from companion.tables.table import Table
from referee.core.values import GAME_MASTER, Refused


class LobbyActions:
    """What one phone may do about seats; see `companion.contract.actions.Lobby`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def sit(self, seat: str) -> None:
        self._phone.spawn(self._sit([str(seat)]))

    def sit_everywhere(self) -> None:
        phone = self._phone
        if phone.table is not None and phone.is_host():
            phone.spawn(self._sit([s.seat for s in phone.table.players if s.key_hash is None]))

    async def _sit(self, wanted: Sequence[str]) -> None:
        phone, table = self._phone, self._phone.table
        if table is None:
            return
        taken = False
        for seat in wanted:
            record = table.seat(seat)
            if record is None or record.kind != "player" or phone.is_game_master():
                continue
            key = await seats.sit(table, seat)
            if key is None:
                taken = True
                continue
            await phone.remember(phone.storage.with_key(table.code, seat, key))
        look_through(phone)
        if taken:
            phone.say("app.seat_taken")

    def be_game_master(self) -> None:
        self._phone.spawn(self._be_game_master())

    async def _be_game_master(self) -> None:
        phone, table = self._phone, self._phone.table
        if table is None or table.seat(GAME_MASTER) is None:
            return
        if phone.my_seats():
            phone.say("app.gm_may_not_play")
            return
        key = await seats.sit(table, GAME_MASTER)
        if key is None:
            phone.say("app.seat_taken")
            return
        await phone.remember(phone.storage.with_key(table.code, GAME_MASTER, key))
        look_through(phone)

    def leave(self, seat: str) -> None:
        if self._phone.holds(seat):
            self._phone.spawn(self._free(seat))

    def free(self, seat: str) -> None:
        if self._phone.runs_the_table():
            self._phone.spawn(self._free(seat))

    async def _free(self, seat: str) -> None:
        phone, table = self._phone, self._phone.table
        if table is None or table.seat(seat) is None:
            return
        mine = phone.holds(seat)
        await seats.free(table, seat)
        if mine:
            await phone.remember(phone.storage.without_key(table.code, seat))
            phone.where.notice = ""
            look_through(phone)

    def rename(self, seat: str, name: str) -> None:
        if self._phone.holds(seat) or self._phone.is_host():
            self._phone.spawn(self._lobby(lambda table: lobby.rename(table, seat, str(name))))

    def play_without(self, seat: str) -> None:
        if self._phone.is_host():
            self._phone.spawn(self._lobby(lambda table: lobby.play_without(table, seat)))

    def start(self) -> None:
        if self._phone.is_host():
            self._phone.spawn(self._lobby(lobby.start))

    async def _lobby(self, work: Callable[[Table], Awaitable[None]]) -> None:
        table = self._phone.table
        if table is None:
            return
        try:
            await work(table)
        except Refused as refused:
            self._phone.say(refused.reason, **refused.params)

    def watch(self) -> None:
        phone = self._phone
        if phone.table is None or phone.my_seats() or phone.is_game_master():
            return
        phone.where.role = "display"
        phone.where.screen = phone.match_screen()
        phone.attend()
        phone.refresh()
        phone.spawn(phone.push_route())

    def close_match(self) -> None:
        if self._phone.table is not None and self._phone.runs_the_table():
            self._phone.spawn(self._phone.table.close())
