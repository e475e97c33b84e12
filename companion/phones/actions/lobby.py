"""Actions with seats: taking, freeing, naming; covers, curtains and PINs; starting and closing the match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from companion.phones.device_storage import CarriedKeys
from companion.phones.seats import draw_curtain, look_through
from companion.phones.session import Phone
from companion.tables import seats
from companion.tables import seats as lobby
from companion.tables.keys import PIN, Authority, SeatKey
from companion.tables.table import Table
from companion.ui.fonts import check_entered
from referee.core.values import GAME_MASTER


class SecretActions:
    """Opening and closing one phone's cover; see `companion.contract.actions.SecretActions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def hold(self) -> None:
        self._phone.cover.open("kept" if self._phone.storage.tap_to_open else "held")

    def keep(self) -> None:
        if self._phone.held != "covered" or not self._phone.taps.too_soon:
            self._phone.cover.open("kept")

    def cover(self) -> None:
        self._phone.cover.close()

    def touch(self) -> None:
        self._phone.cover.touched()

    def hands(self, cards: Sequence[str]) -> None:
        phone = self._phone
        if not phone.uncovered or phone.where.role != "seat":
            return
        phone.where.entering = tuple(str(card)[:40] for card in cards)[:20]
        phone.cover.touched()
        phone.refresh()


class SharingActions:
    """Sharing one phone among seats, and carrying seats along; see `companion.contract.actions.SharingActions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def hand_over(self, seat: str) -> None:
        if not self._phone.taps.too_soon:
            draw_curtain(self._phone, seat)

    def lift_curtain(self, pin: str = "") -> None:
        if not self._phone.taps.too_soon:
            self._phone.spawn(self._lift_curtain(str(pin)[:20]))

    async def _lift_curtain(self, pin: str) -> None:
        phone, table, where = self._phone, self._phone.table, self._phone.where
        seat = phone.curtain
        record = table.seat(seat) if table is not None else None
        if table is None or record is None or not phone.holds(seat):
            return
        if record.pin_hash is not None:
            problem = await seats.try_pin(table, record, pin)
            if phone.where is not where or phone.curtain != seat or not phone.holds(seat):
                return
            if problem:
                where.curtain_problem = problem
                phone.refresh()
                return
        where.curtain = where.curtain_problem = ""
        where.lifted = seat, record.pin_hash
        look_through(phone, seat)
        await phone.remember(replace(phone.storage, active={**phone.storage.active, table.code: seat}))

    def set_pin(self, seat: str, pin: str, old: str = "") -> None:
        phone = self._phone
        phone.spawn(self._set_pin(phone.authority(str(seat)), str(pin)[:20], str(old)[:20]))

    async def _set_pin(self, authority: SeatKey, pin: str, old: str) -> None:
        phone, table, seat = self._phone, self._phone.table, authority.seat
        record = table.seat(seat) if table is not None else None
        if table is None or record is None or not phone.holds(seat):
            return
        if pin and not PIN.fullmatch(pin):
            phone.say("app.pin_digits")
            return
        problem, hashed = await seats.set_pin(table, record, pin, authority, old)
        if problem:
            phone.say(problem)
        elif phone.where.lifted == (seat, record.pin_hash):
            phone.where.lifted = seat, hashed  # the user has just given the old PIN and the new one
            phone.refresh()

    def take_carried(self, take: bool) -> None:
        phone = self._phone
        wanted, phone.where.carried = phone.where.carried, ()
        carried, phone.carried = phone.carried, CarriedKeys()
        phone.spawn(self._take_carried(carried, wanted if take is True else ()))

    async def _take_carried(self, carried: CarriedKeys, wanted: Sequence[str]) -> None:
        """Exchange the keys that came with the address for fresh ones; the device forgets them in any case."""
        phone, table = self._phone, self._phone.table
        taken = missed = False
        if table is not None and table.code == carried.code and phone.may_take_carried():
            for seat in wanted:
                key = await seats.exchange(table, SeatKey(seat, carried.keys.get(seat, "")))
                if key is not None:
                    await phone.remember(phone.storage.with_key(table.code, seat, key))
                taken, missed = taken or key is not None, missed or key is None
        if not taken:
            await phone.remember(phone.storage)
        if phone.table is table:
            look_through(phone)
        if missed:
            phone.say("app.seat_taken")


class LobbyActions:
    """One phone's actions with seats; see `companion.contract.actions.LobbyActions`."""

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
                phone.sit_down(seat)  # the phone's first seat needs no curtain
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
        """Do something to the table that this phone shows when the action is called."""
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
