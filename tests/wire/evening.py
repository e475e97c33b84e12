"""A live match without a web server, in a process that may be killed at any moment.

It opens the store, brings back what the journal holds, goes on playing, and writes down whatever phones
would have been told the moment they would have been told it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any

from companion.tables.keys import ProcessRight
from companion.tables.seats import sit, start
from companion.tables.table import Table
from companion.tables.tables import Tables
from models import Store
from referee.core.journal import Declare
from tests.players.people import Said, seated

Script = tuple[int, Sequence[Said]]
"""How many sit down, and what they declare until the match ends."""


def digest(acts: Sequence[Any]) -> str:
    """Return a short hash of a journal's acts, salts and all."""
    text = json.dumps(acts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def play_on(url: str, scripts: Sequence[Script], told: Connection) -> None:
    """Play the scripts one after the other from wherever the database says they are.

    `told` is a pipe. Every message in it is `code number digest`: phones were told of entry `number`.
    """
    asyncio.run(_play_on(Tables(Store.open(url)), scripts, told))


async def _play_on(tables: Tables, scripts: Sequence[Script], told: Connection) -> None:
    def tell(code: str) -> None:
        table = tables.live(code)
        if table is not None and table.match is not None and table.match.number:
            acts = [entry.act.model_dump(mode="json") for entry in table.match.entries]
            told.send_bytes(f"{code} {len(acts)} {digest(acts)}".encode())

    tables.news.listen(tell)
    for count, moves in scripts:
        table = await _table(tables, count)
        if table is None:
            continue
        assert table.match is not None
        for actor, move in moves[table.match.number :]:
            ruling = await table.act(ProcessRight(actor), Declare(seat=actor, move=move))
            assert ruling.upheld, ruling
    tables.close()


async def _table(tables: Tables, count: int) -> Table | None:
    """Return the match of this many seats: a new one, or the one that was being played; None if it has ended."""
    records = [r for r in await tables.run(tables.store.matches.find, limit=None) if len(r.players) == count]
    if any(record.status == "ended" for record in records):
        return None
    if records:
        table = await tables.table(records[0].code)
        assert table is not None
    else:
        table, _ = await tables.open("shinobazu", {"depth": "plays"}, seated(count))
    for seat in table.players:
        if seat.key_hash is None:
            await sit(table, seat.seat)
    await start(table, ProcessRight())
    return table
