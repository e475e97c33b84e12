"""A host in this process, with the real store, tables, screens and socket, and phones that are really connected.

Declarations may come from phones or straight from the table, and `quiet` waits until every phone has been
handed all that was sent to it.
"""

from __future__ import annotations

import asyncio
import socket
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import flet as ft
import uvicorn

import companion.phones.cover
import companion.phones.journal_watch
from companion.flet_runtime.connection import Connection
from companion.flet_runtime.install import install
from companion.hosting.gate import Gate, Limits
from companion.hosting.process import server_config
from companion.hosting.web_app import create_app
from companion.jobs.queue import Rate
from companion.phones.host import Host
from companion.tables.keys import ProcessRight
from companion.tables.seats import sit, start
from companion.tables.table import Table
from companion.tables.tables import Tables
from models import Store
from referee.core.journal import Declare
from referee.core.values import Ruling
from tests.hosted import CACHE, WORKERS
from tests.players.people import seated
from tests.postgres import postgres
from tests.wire.phone import Phone

MACHINES = Limits(phone_answers=Rate(1_000, 10_000))
"""The limits of a hall that is given none: its phones tap faster than people."""


class Doorman(Host):
    """A host that knows which phones are still on their way to where their addresses lead."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.coming: set[asyncio.Task[Any]] = set()

    async def main(self, page: ft.Page) -> None:
        """As any host, and note the task in which Flet lets a phone in until it has ended."""
        task = asyncio.current_task()
        assert task is not None
        self.coming.add(task)
        task.add_done_callback(self.coming.discard)
        await super().main(page)


class Pair(Doorman):
    """Two hosts behind one address, each with its own tables and ears, that share a PostgreSQL.

    Phones come to one and the other in turn, so that nearly every table is played across both.
    """

    def __init__(self, url: str, address: str) -> None:
        super().__init__(lambda: Store.open(url), lambda: [address], "en")
        self.other = Doorman(lambda: Store.open(url), lambda: [address], "en")
        self._arrived = 0

    async def start(self) -> None:
        await super().start()
        await self.other.start()

    async def stop(self) -> None:
        await self.other.stop()
        await super().stop()

    async def main(self, page: ft.Page) -> None:
        """Let a phone in on whichever host is next."""
        self._arrived += 1
        await (self.other.main(page) if self._arrived % 2 == 0 else super().main(page))

    async def caught_up(self) -> None:
        """Wait until each has read what the other has committed, and has told its phones."""
        while any([await _behind(host.tables) for host in (self, self.other)]):  # noqa: ASYNC110  it tells nobody
            await asyncio.sleep(0.005)


async def _behind(tables: Tables) -> bool:
    here = tables.following.versions()
    there = await tables.run(tables.store.channel.versions, here) if here else {}
    return tables.following.busy or any(there[each] != here[each] for each in there)


class Hall:
    """The host, its address, its phones, and how many frames each session was sent."""

    def __init__(self, host: Doorman, address: str, sent: Counter[str], gate: Gate) -> None:
        self.host = host
        self.gate = gate
        self.address = address
        self.phones: list[Phone] = []
        self._sent = sent

    async def begun(
        self, count: int, options: dict[str, Any] | None = None, *, game: str = "shinobazu"
    ) -> tuple[Table, dict[str, str]]:
        """Open a match of this many seats, seat everybody and start it. Returns the table and the seats' keys."""
        table, _ = await self.host.tables.open(game, {"depth": "plays"} | (options or {}), seated(count))
        keys = {seat.seat: await sit(table, seat.seat) or "" for seat in table.players}
        await start(table, ProcessRight())
        return table, keys

    async def phone(self, table: Table, keys: dict[str, str] | None = None, *, display: bool = False) -> Phone:
        """Connect a phone to a match: with keys as those seats, else as a guest or as the table's display."""
        remembers = {"metsuke.storage": storage(table.code, keys)} if keys else {}
        phone = await Phone(f"{self.address}{'t' if display else 'm'}/{table.code}", remembers=remembers).connect()
        self.phones.append(phone)
        await self.quiet()
        return phone

    async def declare(self, table: Table, seat: str, move: dict[str, Any]) -> Ruling:
        """Declare a move at the table, past all phones, and wait until the phones have heard of it."""
        ruling = await table.act(ProcessRight(seat), Declare(seat=seat, move=move))
        await self.quiet()
        return ruling

    def sent(self, phone: Phone) -> int:
        """Return how many frames were queued for a phone's session."""
        return self._sent[phone.session or ""]

    async def quiet(self) -> None:
        """Wait until every phone has come in and received every frame queued for it, and no action is pending."""
        while True:
            hosts = self.hosts
            pending = [task for host in hosts for task in host.coming]
            pending += [task for host in hosts for phone in tuple(host.phones) for task in phone._tasks]
            pending += [telling for host in hosts for telling in host.telling]
            pending += [reading for host in hosts if (reading := host.first_pages.reading) is not None]
            if pending:
                await asyncio.wait(pending)
                continue
            if any(host.first_pages.due is not None for host in hosts):
                await asyncio.sleep(0.01)
                continue
            behind = [p for p in self.phones if p.connected and len(p.received) < self._sent[p.session or ""]]
            if not behind:
                if isinstance(self.host, Pair) and not await self._settled(self.host):
                    continue
                return
            await behind[0].wait_for(lambda p=behind[0]: len(p.received) >= self._sent[p.session or ""], "its frames")

    @property
    def hosts(self) -> tuple[Doorman, ...]:
        return (self.host, self.host.other) if isinstance(self.host, Pair) else (self.host,)

    @property
    def sessions(self) -> list[Any]:
        """The host's side of all phones, whichever host they came to."""
        return [*self.host.phones, *(self.host.other.phones if isinstance(self.host, Pair) else ())]

    async def _settled(self, pair: Pair) -> bool:
        """Wait until both hosts know the same. Returns whether phones have had all that they were told meanwhile."""
        before = self._sent.total()
        await pair.caught_up()
        return self._sent.total() == before


def storage(code: str, keys: dict[str, str]) -> str:
    """Return what a phone that holds these keys remembers."""
    import json

    return json.dumps({"keys": {code: keys}})


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()


@asynccontextmanager
async def hall(limits: Limits | None = None, *, pair: bool = WORKERS, database: str = "") -> AsyncIterator[Hall]:
    """Open a hall on a free port with a new database: on disk, or of two hosts that share a PostgreSQL.

    `database` is the URL of one that is there already, or outlives the hall.
    """
    sent: Counter[str] = Counter()
    original = Connection.send_message

    def counted(self: Connection, message: Any) -> None:
        original(self, message)
        sent[self.session.id] += 1

    patience, together = companion.phones.cover.DOUBLE_TAPS, companion.phones.journal_watch.TOGETHER
    companion.phones.cover.DOUBLE_TAPS = 0.0  # nobody here taps by mistake
    companion.phones.journal_watch.TOGETHER = 3600.0  # no frame comes by the clock
    with tempfile.TemporaryDirectory() as folder, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        lite = database or f"sqlite:///{(Path(folder) / 'metsuke.db').as_posix()}"
        if pair:
            host: Doorman = Pair(database or postgres().fresh(), address.rstrip("/"))
        else:
            host = Doorman(lambda: Store.open(lite), lambda: [address.rstrip("/")], "en")
        install(hosting=True)
        app = create_app(host, cache=CACHE / "web", limits=limits or MACHINES)
        config = server_config(app, log_level="critical", timeout_graceful_shutdown=1)
        server = _Server(config)
        Connection.send_message = counted  # type: ignore[method-assign]
        task = asyncio.create_task(server.serve(sockets=[listening]))
        await server.ready.wait()
        room = Hall(host, address, sent, app.state.gate)
        try:
            yield room
        finally:
            for phone in room.phones:
                await phone.close()
            server.should_exit = True
            await task
            Connection.send_message = original  # type: ignore[method-assign]
            companion.phones.cover.DOUBLE_TAPS = patience
            companion.phones.journal_watch.TOGETHER = together
