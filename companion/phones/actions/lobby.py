"""Seats: taking, freeing and naming them, and beginning and closing the match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from companion.phones.seats import look_through
from companion.phones.session import Phone
from companion.tables import lobby, seats
from companion.tables.authority import Authority, SeatKey
from companion.tables.table import Table
from companion.ui.fonts import check_entered
from referee.core.values import GAME_MASTER


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
            if phone.where.role == "guest" and phone.table is table:
                phone.sit_down(seat)  # whoever takes a phone's first seat has the phone
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

    def leave(self, seat: str, pin: str = "") -> None:
        phone = self._phone
        phone.spawn(self._leave(str(seat), phone.authority(str(seat)), str(pin)[:20]))

    async def _leave(self, seat: str, authority: SeatKey, pin: str) -> None:
        phone, table = self._phone, self._phone.table
        record = table.seat(seat) if table is not None else None
        if table is None or record is None:
            return
        if problem := await seats.leave(table, record, authority, pin):
            phone.say(problem)
            return
        await self._left(table, seat)

    def free(self, seat: str) -> None:
        self._phone.spawn(self._free(str(seat), self._phone.as_host))

    async def _free(self, seat: str, authority: Authority) -> None:
        phone, table = self._phone, self._phone.table
        if table is None or table.seat(seat) is None:
            return
        mine = phone.holds(seat)
        await seats.free(table, seat, authority)
        if mine:
            await self._left(table, seat)

    def free_together(self, seat: str, agreed: bool) -> None:
        phone, seat = self._phone, str(seat)
        mine = [phone.authority(each) for each in phone.my_seats()]
        work = seats.free_together if agreed else seats.keep
        phone.spawn(self._lobby(lambda table: work(table, seat, mine)))

    async def _left(self, table: Table, seat: str) -> None:
        phone = self._phone
        await phone.remember(phone.storage.without_key(table.code, seat))
        if phone.table is table:
            phone.where.notice = ""
            look_through(phone)

    def rename(self, seat: str, name: str) -> None:
        phone, seat, name = self._phone, str(seat), str(name)
        authority = phone.as_host if phone.is_host() else phone.authority(seat)

        async def renamed(table: Table) -> None:
            phone.count("name")
            await lobby.rename(table, seat, check_entered(name), authority)

        phone.spawn(self._lobby(renamed))

    def play_without(self, seat: str) -> None:
        authority = self._phone.as_host
        self._phone.spawn(self._lobby(lambda table: lobby.play_without(table, str(seat), authority)))

    def start(self) -> None:
        authority = self._phone.as_host
        self._phone.spawn(self._lobby(lambda table: lobby.start(table, authority)))

    async def _lobby(self, work: Callable[[Table], Awaitable[None]]) -> None:
        """Do something to the table that this phone was at when it was asked for."""
        if self._phone.table is not None:
            await work(self._phone.table)

    def watch(self) -> None:
        phone = self._phone
        if phone.table is None or phone.my_seats() or phone.is_game_master():
            return
        phone.where.role = "display"
        phone.where.screen = phone.match_screen()
        phone.attend()
        phone.refresh()

    def close_match(self) -> None:
        authority = self._phone.as_host
        self._phone.spawn(self._lobby(lambda table: table.close(authority)))
