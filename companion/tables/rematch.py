"""A rematch: the next match of a table that has ended, with its seats, its phones and its options.

Its seats are kept for the keys that opened them in the match before, so that nobody else can take them. A phone that
says yes exchanges its keys for fresh ones; once everybody has, it begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from companion.tables.keys import Authority, Machine, SeatKey, key_hash, new_key, no_right
from companion.tables.seats import sit, start
from companion.tables.table_state import codes, missing, rematch_of
from models import CodeTaken
from referee.core.games import game as game_of
from referee.core.journal import begin
from referee.core.values import Seat

if TYPE_CHECKING:
    from companion.tables.table import Table
    from companion.tables.tables import Tables

async def ask(tables: Tables, table: Table, authority: Authority, starter: str, option: str) -> str | None:
    """Open the rematch of a match that has ended. Returns its host's key, or None where there is one already.

    `starter` is the seat that starts, by the option that says so; empty leaves it as it was. Raises `Refused` without
    a seat at the match, or the right of who runs it.
    """
    async with table.lock:
        if not table.proves(authority):
            raise no_right()
        before = table.record
        if before.status != "ended" or before.host_key is None or await rematch_of(tables, before) is not None:
            await table.reload()
            return None
        seats = [Seat(seat=each.seat, name=each.name) for each in before.players]
        played = before.options if table.match is None else table.match.state.options.model_dump(mode="json")
        options = {**played, **tables.boxes.of(before.game)}
        if option and starter in [each.seat for each in seats]:
            options[option] = starter
        begun, key = begin(game_of(before.game), options, seats), new_key()
        for code in codes(before):
            try:
                await tables.run(
                    tables.store.matches.open,
                    code=code,
                    game=before.game,
                    options=begun.options.model_dump(mode="json"),
                    seats=[(each.seat, each.name) for each in begun.seats],
                    host_key=key_hash(key),
                    game_master=before.game_master,
                    created=datetime.now(UTC),
                    after=before,
                )
            except CodeTaken:
                continue
            break
        await table.reload()
    table.publish()
    return key


async def join(tables: Tables, table: Table, keys: Sequence[SeatKey]) -> tuple[Table | None, dict[str, str]]:
    """Come to the rematch of a table on these seats of it. Returns the rematch and the fresh keys, by seat.

    When everybody has come, it begins.
    """
    record = table.rematch
    after = None if record is None else await tables.table(record.code)
    fresh: dict[str, str] = {}
    if after is None:
        return None, fresh
    for held in keys:
        key = await _take(after, held)
        if key is not None:
            fresh[held.seat] = key
    if not missing(after.record):
        await start(after, Machine())
    await tell(table)
    return after, fresh


async def _take(after: Table, held: SeatKey) -> str | None:
    """Take the seat of a rematch that is kept for this key, or one that is free; None where it is somebody else's."""
    seat = after.seat(held.seat)
    if seat is None:
        return None
    if seat.key_hash is None:
        return await sit(after, held.seat)
    if not after.proves(held):
        return None
    fresh, opens = new_key(), (key_hash(held.key), seat.pin_hash)
    async with after.changing(lambda: after.proves(held)):
        exchange = after.backend.store.seats.exchange
        won = await after.run(exchange, held.seat, opens, key_hash(fresh), datetime.now(UTC))
    return fresh if won else None


async def decline(tables: Tables, table: Table, keys: Sequence[SeatKey]) -> None:
    """Let the seats of the rematch go that are kept for these keys: who waits sees that nobody comes there."""
    record = table.rematch
    after = None if record is None or record.status != "lobby" else await tables.table(record.code)
    if after is None:
        return
    for held in keys:
        seat = after.seat(held.seat)
        if seat is not None and seat.claimed is None and after.proves(held):
            async with after.changing(partial(after.proves, held)):
                await after.run(after.backend.store.seats.free, held.seat, (key_hash(held.key), seat.pin_hash))
    await tell(table)


async def tell(table: Table) -> None:
    """Show at the table that has ended how its rematch stands now."""
    async with table.lock:
        await table.run(table.backend.store.channel.touch)
        await table.reload()
    table.publish()
