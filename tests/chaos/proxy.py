"""The network between one phone and the host: slow, frozen, cut, or from another address."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self


class Proxy:
    """Passes what comes on to the host. What is set changes connections that are open as well."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.source = "127.0.0.1"
        self.delay = 0.0
        """Seconds that each piece takes."""
        self.piece = 65_536
        """Bytes that pass at once."""
        self.passing = asyncio.Event()
        """Whether anything passes at all; else packets are lost, and nobody is told."""
        self.passing.set()
        self.port = 0
        self._pairs: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def cut(self) -> None:
        """End what is open, with no word of farewell."""
        for writer in tuple(self._pairs):
            writer.transport.abort()

    def mend(self) -> None:
        self.delay, self.piece = 0.0, 65_536
        self.passing.set()

    async def close(self) -> None:
        self.mend()
        self.cut()
        assert self._server is not None
        self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._pairs.add(writer)
        try:
            await self.passing.wait()
            there, back = await asyncio.open_connection("127.0.0.1", self.target, local_addr=(self.source, 0))
        except OSError:
            writer.transport.abort()
            self._pairs.discard(writer)
            return
        self._pairs.add(back)
        ways = {asyncio.create_task(self._pass(reader, back)), asyncio.create_task(self._pass(there, writer))}
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        for each in (writer, back):
            each.transport.abort()
            self._pairs.discard(each)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(self.piece):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self.passing.wait()
                writer.write(data)
                await writer.drain()
