"""One phone for several seats: curtains and PINs; and seats that come along from another address of the host."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.phones.device_storage import Carried
from companion.phones.seats import draw_curtain, look_through
from companion.phones.session import Phone
from companion.tables import seats
from companion.tables.authority import SeatKey
from companion.tables.keys import PIN


class SharingActions:
    """Handing one phone from seat to seat, and taking seats along; see `companion.contract.actions.Sharing`."""

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
            phone.where.lifted = seat, hashed  # whoever looks through it has just said both
            phone.refresh()

    def take_carried(self, take: bool) -> None:
        phone = self._phone
        wanted, phone.where.carried = phone.where.carried, ()
        carried, phone.carried = phone.carried, Carried()
        phone.spawn(self._take_carried(carried, wanted if take is True else ()))

    async def _take_carried(self, carried: Carried, wanted: Sequence[str]) -> None:
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
