"""One phone for several seats: curtains and PINs."""

from __future__ import annotations

from dataclasses import replace

from companion.phones.seats import draw_curtain, look_through
from companion.phones.session import Phone
from companion.tables import seats
from companion.tables.keys import PIN


class SharingActions:
    """Handing one phone from seat to seat; see `companion.contract.actions.Sharing`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def hand_over(self, seat: str) -> None:
        if not self._phone.taps.too_soon:
            draw_curtain(self._phone, seat)

    def lift_curtain(self, pin: str = "") -> None:
        if not self._phone.taps.too_soon:
            self._phone.spawn(self._lift_curtain(str(pin)[:20]))

    async def _lift_curtain(self, pin: str) -> None:
        phone, table = self._phone, self._phone.table
        seat = phone.where.curtain
        record = table.seat(seat) if table is not None else None
        if table is None or record is None or not phone.holds(seat):
            return
        if record.pin_hash is not None:
            problem = await seats.try_pin(table, record, pin)
            if phone.where.curtain != seat:
                return
            if problem:
                phone.where.curtain_problem = problem
                phone.refresh()
                return
        phone.where.curtain = phone.where.curtain_problem = ""
        look_through(phone, seat)
        await phone.remember(replace(phone.storage, active={**phone.storage.active, table.code: seat}))

    def set_pin(self, seat: str, pin: str) -> None:
        self._phone.spawn(self._set_pin(str(seat), str(pin)))

    async def _set_pin(self, seat: str, pin: str) -> None:
        phone = self._phone
        if phone.table is None or not phone.holds(seat):
            return
        if pin and not PIN.fullmatch(pin):
            phone.say("app.pin_digits")
            return
        await seats.set_pin(phone.table, seat, pin, phone.authority(seat))
