"""Seats: whoever claims one gets its key; it is freed again, and a PIN lifts its curtain."""

from __future__ import annotations

from datetime import UTC, datetime

from companion.tables.authority import Authority
from companion.tables.keys import key_hash, new_key, pin_hash, pin_matches
from companion.tables.table_state import TableState
from models import SeatRecord


async def sit(table: TableState, seat: str) -> str | None:
    """Claim a free seat. Returns its new key, or None when somebody else sits there."""
    key = new_key()
    async with table.changing(lambda: table.seat(seat) is not None):
        won = await table.run(table.backend.store.seats.claim, seat, key_hash(key), datetime.now(UTC))
    return key if won else None


async def free(table: TableState, seat: str, authority: Authority) -> None:
    """Let the next phone take the seat; its own key and whoever runs the table may. Raises `Refused`."""
    async with table.changing(lambda: table.speaks_for(authority, seat) or table.runs(authority)):
        await table.run(table.backend.store.seats.free, seat)


async def set_pin(table: TableState, seat: str, pin: str, authority: Authority) -> None:
    """Set the PIN that lifts a seat's curtain, or drop it with an empty one.

    Raises `Refused` unless it is the seat's own key, and `ValueError` on what is no PIN.
    """
    hashed = await table.backend.jobs.hash(pin_hash, pin) if pin else None
    async with table.changing(lambda: table.speaks_for(authority, seat)):
        await table.run(table.backend.store.seats.set_pin, seat, hashed)


async def try_pin(table: TableState, seat: SeatRecord, pin: str) -> str:
    """Return what is wrong with a PIN, empty if it is right. It counts whatever phone and process it comes from."""
    pins, clock = table.backend.store.pins, table.backend.clock
    if not await table.run(pins.may_try, seat.seat, clock()):
        return "app.pin_wait"
    if not await table.backend.jobs.hash(pin_matches, pin, seat.pin_hash or ""):
        await table.run(pins.failed, seat.seat, clock())
        return "app.pin_wrong"
    await table.run(pins.passed, seat.seat)
    return ""
