"""The lobby of a match and its seats: claims, keys and PINs, the start; and the rematch with the same seats.

A rematch is the next match of a table that has ended, with its seats, phones and options. Its seats are reserved for
the keys that opened them in the match before. A phone that accepts exchanges its keys for fresh ones; once all have
accepted, the rematch starts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.database import begun
from companion.tables.keys import (
    Authority,
    HostKey,
    ProcessRight,
    SeatKey,
    key_hash,
    new_key,
    new_salt,
    no_right,
    pin_hash,
    pin_matches,
    speaker,
)
from companion.tables.table import Table
from companion.tables.table_state import GONE_AFTER, TableState, codes, missing, rematch_of
from models import CodeTaken, SeatRecord
from models.matches.seats import Held
from referee.core.games import game as game_of
from referee.core.journal import Lay, begin
from referee.core.reading import check_name, name_key
from referee.core.values import TABLE, Refused, Seat

if TYPE_CHECKING:
    from companion.tables.tables import Tables


async def sit(table: TableState, seat: str) -> str | None:
    """Claim a free seat. Return its new key, or None if it is taken."""
    key = new_key()
    async with table.changing(lambda: table.seat(seat) is not None):
        won = await table.run(table.backend.store.seats.claim, seat, key_hash(key), datetime.now(UTC))
    return key if won else None


async def free(table: TableState, seat: str, authority: Authority) -> None:
    """Free a seat and delete its PIN. Raises `Refused` without the host's or the game master's right."""
    async with table.changing(lambda: table.runs(authority)):
        await table.run(table.backend.store.seats.free, seat)


async def free_together(table: TableState, seat: str, agreed: Sequence[SeatKey]) -> None:
    """Agree, with these seats, to free the seat of a player whose phone is gone.

    It is freed once all seats agree whose phones are not gone, asleep or not: where the game master and the host are
    gone as well, nobody else could free it. An agreement lapses after the time that a phone must be away to be gone, so
    it never outlasts a return of that phone. Raises `Refused` unless `agreed` holds keys of other players and the
    seat's phone is gone.
    """
    now = table.backend.clock()
    async with table.changing(lambda: lost(table, seat) and _others(table, seat, agreed)):
        here = [each.seat for each in table.players if not each.free and not lost(table, each.seat)]
        by, since = [each.seat for each in agreed], now - timedelta(seconds=GONE_AFTER)
        await table.run(table.backend.store.seats.agree_to_free, seat, by, here, now, since)


async def keep(table: TableState, seat: str, against: Sequence[SeatKey]) -> None:
    """Withdraw the agreement to free a seat, because these seats are against it. Raises as `free_together`.

    Nothing is written if nobody has agreed.
    """
    now = table.backend.clock()
    async with table.changing(lambda: _others(table, seat, against)):
        record = table.seat(seat)
        if record is None or not agreeing(table, record):
            return
        await table.run(table.backend.store.seats.agree_to_free, seat, (), (), now, now)


def lost(table: TableState, seat: str) -> bool:
    """Tell whether the seat is taken by a player whose phone is gone."""
    record = table.seat(seat)
    taken = record is not None and record.kind == "player" and not record.free
    return taken and table.attendance.of(seat)[0] == "gone"


def agreeing(table: TableState, seat: SeatRecord) -> tuple[str, ...]:
    """Return the seats that agree now to free a seat; none while its phone is not gone."""
    since = table.backend.clock().timestamp() - GONE_AFTER
    return tuple(by for by, at in (seat.freeing or {}).items() if at >= since) if lost(table, seat.seat) else ()


def _others(table: TableState, seat: str, keys: Sequence[SeatKey]) -> bool:
    """Tell whether these are valid keys of players, at least one, and none of them the key of `seat`."""
    players = {each.seat for each in table.players} - {seat}
    return bool(keys) and all(each.seat in players and table.proves(each) for each in keys)


async def leave(table: TableState, seat: SeatRecord, authority: SeatKey, pin: str = "") -> str:
    """Give up a seat by its key, and by its PIN if it has one. Return the message key of a PIN error, else empty.

    Raises `Refused` without the seat's key.
    """
    return await _changed(table, seat, authority, pin, table.backend.store.seats.free)


async def set_pin(
    table: TableState, seat: SeatRecord, pin: str, authority: SeatKey, old: str = ""
) -> tuple[str, str | None]:
    """Set, change or, with an empty string, remove the PIN that lifts a seat's curtain, by its key and its old PIN.

    Return the message key of an error with the old PIN, empty if there is none, and the hash of the new PIN. Raises
    `Refused` without the seat's key, and `ValueError` for an ill-formed PIN.
    """
    hashed = await table.backend.jobs.hash(pin_hash, pin) if pin else None

    def change(match_id: int, seat_id: str, held: Held) -> bool:
        return table.backend.store.seats.set_pin(match_id, seat_id, hashed, held)

    return await _changed(table, seat, authority, old, change), hashed


async def exchange(table: TableState, carried: SeatKey) -> str | None:
    """Exchange a carried key for a fresh one, which alone opens the player's seat from now on.

    Return None if the carried key opens no player's seat. A PIN stays.
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
    """Change a seat by its key and PIN, provided that they are still the same when it is changed."""
    if seat.pin_hash is not None and (problem := await try_pin(table, seat, pin)):
        return problem
    async with table.changing(lambda: table.speaks_for(authority, seat.seat)):
        done = await table.run(change, seat.seat, (key_hash(authority.key), seat.pin_hash))
    return "" if done else "app.seat_changed"


async def try_pin(table: TableState, seat: SeatRecord, pin: str) -> str:
    """Return the message key of a PIN error, empty if the PIN is right. Attempts count across phones and processes."""
    pins = table.backend.store.pins
    if not await table.run(pins.may_try, seat.seat, table.backend.clock()):
        return "app.pin_wait"
    if not await table.backend.jobs.hash(pin_matches, pin, seat.pin_hash or ""):
        return "app.pin_wrong"
    await table.run(pins.passed, seat.seat)
    return ""


def opened(table: Table, authority: Authority) -> bool:
    """Tell whether this is the right of the host, or of this process."""
    return (isinstance(authority, HostKey) or speaker(authority) == TABLE) and table.proves(authority)


async def rename(table: Table, seat: str, name: str, authority: Authority) -> None:
    """Rename a seat, as its holder or the host. Raises `Refused` for an invalid name, or once the match has begun."""
    name = check_name(name)
    async with table.changing(lambda: table.speaks_for(authority, seat) or opened(table, authority)):
        if table.record.status != "lobby":
            raise Refused("METSUKE-1.5", "table.already_begun", firm=True)
        if any(name_key(s.name) == name_key(name) and s.seat != seat for s in table.players):
            raise Refused("METSUKE-1.3", "table.name_twice", firm=True, name=name)
        await table.run(table.backend.store.seats.rename, seat, name)


async def play_without(table: Table, seat: str, authority: Authority) -> None:
    """Remove a free seat, as the host. Raises `Refused` if too few would be left."""
    async with table.changing(lambda: opened(table, authority)):
        left = [(s.seat, s.name) for s in table.players if s.seat != seat]
        rules = game_of(table.record.game)
        if table.record.status != "lobby" or len(left) < min(rules.PLAYERS):
            raise Refused("METSUKE-1.2", "table.too_few", firm=True, least=min(rules.PLAYERS))
        await table.run(table.backend.store.seats.arrange, left)


async def start(table: Table, authority: Authority) -> None:
    """Start the match, as the host. Raises `Refused` if the seats do not fit the game."""
    async with table.lock:
        if not opened(table, authority):
            raise no_right()
        if table.record.status != "lobby" or table.taking_over is not None:
            return
        match = begun(table.record)
        await table.run(table.backend.store.matches.set_status, "running", datetime.now(UTC))
        await table.reload()
        table.match = match
    table.publish()
    await table.draw()


async def enter(table: Table, part: str, key: str, how: str, value: Any, authority: Authority) -> None:
    """Enter one tap into a position: the table's part by the right of the host or game master, a seat's by its own.

    Raises `Refused` without the right to that part.
    """
    async with table.lock:
        if table.backend.shared:
            await table.read()  # another process may have taken an entry
        if not (table.runs(authority) if part == TABLE else table.speaks_for(authority, part)):
            raise no_right()
        if table.taking_over is None:
            return
        entered = table.taking_over.enter(part, key, how, value)
        await table.run(table.backend.store.entered_parts.keep, part, entered)
    table.publish()


async def go_on(table: Table, authority: Authority) -> None:
    """Start the match with the entered position as the first entry of the journal.

    Raises `Refused` while something is missing or impossible (METSUKE-5.2, 5.3), and without the host's or the game
    master's right.
    """
    async with table.lock:
        if not table.runs(authority):
            raise no_right()
        if table.taking_over is None or table.record.status != "lobby":
            return
        before = begun(table.record)
        match, ruling = before.act(TABLE, Lay(position=table.taking_over.whole(), salt=new_salt()))
        if not ruling.upheld:
            raise Refused(ruling.clause, ruling.reason, firm=True, **ruling.params)
        if not await table.commit(before, match):
            return
        table.match, table.taking_over = match, None
        await table.run(table.backend.store.entered_parts.drop)
    table.publish()
    await table.draw()


async def ask(tables: Tables, table: Table, authority: Authority, starter: str, option: str) -> str | None:
    """Open the rematch of a match that has ended. Return its host's key, or None if there is one already.

    `starter` is the starting seat, set in the game's option `option`; empty leaves it as it was. Raises `Refused`
    without a seat at the match, or the right of the host or the game master.
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
    """Join the rematch of a table with these seats. Return the rematch, if there is one, and the fresh keys by seat.

    It starts once all seats have joined.
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
        await start(after, ProcessRight())
    await tell(table)
    return after, fresh


async def _take(after: Table, held: SeatKey) -> str | None:
    """Take the seat of a rematch that is reserved for this key, or a free one; return None if it is another's."""
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
    """Free the seats of the rematch that are reserved for these keys, so that the others need not wait for them."""
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
    """Show the current state of the rematch at the table that has ended."""
    async with table.lock:
        await table.run(table.backend.store.channel.touch)
        await table.reload()
    table.publish()
