"""The lobby of a match: names, seats that are left out, a position that is entered, and the beginning."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from companion.stored_match import begun
from companion.tables.authority import Authority, HostKey, no_right, speaker
from companion.tables.keys import new_salt
from companion.tables.table import Table
from referee.core.games import game as game_of
from referee.core.journal import Lay
from referee.core.reading import check_name, name_key
from referee.core.values import TABLE, Refused


def opened(table: Table, authority: Authority) -> bool:
    """Tell whether that is the right of whoever opened the match, or of this process."""
    return (isinstance(authority, HostKey) or speaker(authority) == TABLE) and table.proves(authority)


async def rename(table: Table, seat: str, name: str, authority: Authority) -> None:
    """Rename a seat, one's own or as the host. Raises `Refused` when the name cannot be, or the match has begun."""
    name = check_name(name)
    async with table.changing(lambda: table.speaks_for(authority, seat) or opened(table, authority)):
        if table.record.status != "lobby":
            raise Refused("METSUKE-1.5", "table.already_begun", firm=True)
        if any(name_key(s.name) == name_key(name) and s.seat != seat for s in table.players):
            raise Refused("METSUKE-1.3", "table.name_twice", firm=True, name=name)
        await table.run(table.backend.store.seats.rename, seat, name)


async def play_without(table: Table, seat: str, authority: Authority) -> None:
    """Take a free seat out, as the host. Raises `Refused` when too few would be left."""
    async with table.changing(lambda: opened(table, authority)):
        left = [(s.seat, s.name) for s in table.players if s.seat != seat]
        rules = game_of(table.record.game)
        if table.record.status != "lobby" or len(left) < min(rules.PLAYERS):
            raise Refused("METSUKE-1.2", "table.too_few", firm=True, least=min(rules.PLAYERS))
        await table.run(table.backend.store.seats.arrange, left)


async def start(table: Table, authority: Authority) -> None:
    """Close the lobby and begin, as the host. Raises `Refused` when the seats do not fit the game."""
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
    """Take in a tap of whoever enters the position: the table's part who runs it, its own part a seat alone.

    Raises `Refused` without the right to that part.
    """
    async with table.lock:
        if table.backend.shared:
            await table.read()  # somebody may have entered something on another process
        if not (table.runs(authority) if part == TABLE else table.speaks_for(authority, part)):
            raise no_right()
        if table.taking_over is None:
            return
        entered = table.taking_over.enter(part, key, how, value)
        await table.run(table.backend.store.entered_parts.keep, part, entered)
    table.publish()


async def go_on(table: Table, authority: Authority) -> None:
    """Lay the position that was entered, as the first entry of the journal, and begin.

    Raises `Refused` while something is missing or cannot be (METSUKE-5.2, 5.3), and unless who runs the table does it.
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
