"""Seats: whoever claims one gets its key; it is freed again, and a PIN lifts its curtain."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from companion.tables.authority import Authority, SeatKey
from companion.tables.keys import key_hash, new_key, pin_hash, pin_matches
from companion.tables.table_state import TableState
from models import SeatRecord
from models.matches.seats import Held


async def sit(table: TableState, seat: str) -> str | None:
    """Claim a free seat. Returns its new key, or None when somebody else sits there."""
    key = new_key()
    async with table.changing(lambda: table.seat(seat) is not None):
        won = await table.run(table.backend.store.seats.claim, seat, key_hash(key), datetime.now(UTC))
    return key if won else None


async def free(table: TableState, seat: str, authority: Authority) -> None:
    """Let the next phone take the seat, whose PIN is gone with it. Raises `Refused` unless it is who runs the table."""
    async with table.changing(lambda: table.runs(authority)):
        await table.run(table.backend.store.seats.free, seat)


async def leave(table: TableState, seat: SeatRecord, authority: SeatKey, pin: str = "") -> str:
    """Give a seat up by its key, and by its PIN where it has one. Returns what is wrong with that, else nothing.

    Raises `Refused` without the seat's key.
    """
    return await _changed(table, seat, authority, pin, table.backend.store.seats.free)


async def set_pin(
    table: TableState, seat: SeatRecord, pin: str, authority: SeatKey, old: str = ""
) -> tuple[str, str | None]:
    """Set, change or, with an empty one, drop the PIN that lifts a seat's curtain, by its key and the PIN it has.

    Returns what is wrong with the old one, empty if nothing is, and the hash of the new one. Raises `Refused` without
    the seat's key, and `ValueError` on what is no PIN.
    """
    hashed = await table.backend.jobs.hash(pin_hash, pin) if pin else None

    def change(match_id: int, seat_id: str, held: Held) -> bool:
        return table.backend.store.seats.set_pin(match_id, seat_id, hashed, held)

    return await _changed(table, seat, authority, old, change), hashed


async def exchange(table: TableState, carried: SeatKey) -> str | None:
    """Take a key that was carried here and return a fresh one, which opens the player's seat alone from now on.

    None where the key carried opens no player's seat. A PIN stays.
    """
    record, fresh = table.seat(carried.seat), new_key()
    if record is None or record.kind != "player" or not table.proves(carried):
        return None
    held = key_hash(carried.key), record.pin_hash
    async with table.changing(lambda: table.proves(carried)):
        won = await table.run(table.backend.store.seats.exchange, carried.seat, held, key_hash(fresh))
    return fresh if won else None


async def _changed(
    table: TableState, seat: SeatRecord, authority: SeatKey, pin: str, change: Callable[[int, str, Held], bool]
) -> str:
    """Change a seat for whoever has its key and knows its PIN, if it is held so when it is changed."""
    if seat.pin_hash is not None and (problem := await try_pin(table, seat, pin)):
        return problem
    async with table.changing(lambda: table.speaks_for(authority, seat.seat)):
        done = await table.run(change, seat.seat, (key_hash(authority.key), seat.pin_hash))
    return "" if done else "app.seat_changed"


async def try_pin(table: TableState, seat: SeatRecord, pin: str) -> str:
    """Return what is wrong with a PIN, empty if it is right. It counts whatever phone and process it comes from."""
    pins = table.backend.store.pins
    if not await table.run(pins.may_try, seat.seat, table.backend.clock()):
        return "app.pin_wait"
    if not await table.backend.jobs.hash(pin_matches, pin, seat.pin_hash or ""):
        return "app.pin_wrong"
    await table.run(pins.passed, seat.seat)
    return ""
