"""Neighbours that send what no phone sends, as many frames as are asked for, from many addresses at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgpack
import websockets
from websockets.asyncio.client import ClientConnection

from tests.wire.phone import EVENT, INVOKE, PROPS, REGISTER, Phone

ADDRESSES = 20
"""Of this machine's, each counted like a stranger's."""
AT_ONCE = 16
A_SOCKET = 400
"""Frames that one registered liar sends, about as many as it is let."""
_NAMES = ("__class__", "click", "error", "disconnect", "keyboard_event", "x" * 5_000, "route_change", "media_change")


def packed(value: Any) -> bytes:
    return b"\0" + msgpack.packb(value)


def junk(chance: Random) -> bytes | str:
    """Return something that is no frame, or none that a phone begins with."""
    deep: Any = 1
    for _ in range(chance.randrange(9, 300)):
        deep = [deep] if chance.random() < 0.5 else {"k": deep}
    return chance.choice(
        (
            "text" * chance.randrange(1, 500),
            chance.randbytes(chance.randrange(1, 3_000)),
            b"\0" + chance.randbytes(chance.randrange(1, 3_000)),
            b"\0" + b"\x91" * chance.randrange(1, 20_000),
            b"\0" + b"\xdd\xff\xff\xff\xff" * chance.randrange(1, 2_000),
            packed([EVENT, {"target": 1, "name": "click", "data": deep}]),
            packed([REGISTER, {str(n): n for n in range(chance.randrange(1, 3_000))}]),
            packed([REGISTER, {"session_id": "x" * 90, "page_name": "", "page": None}]),
            b"\0" + b"x" * 300_000,
        )
    )


def lies(chance: Random) -> Iterator[bytes]:
    """Yield well-formed frames of a phone that lies about what is on its screen."""
    while True:
        target = chance.choice((1, 2, 7, chance.randrange(2**31), -1, 10**12, 1.5, "1", None))
        yield packed(
            chance.choice(
                (
                    [EVENT, {"target": target, "name": chance.choice(_NAMES), "data": {"k": 1, "state": 5, "l": "x"}}],
                    [PROPS, {"id": target, "props": {"_i": 3, "value": "x" * chance.randrange(9_000), "route": 5}}],
                    [PROPS, {"id": 1, "props": {"media": {"padding": {"left": {"a": {"b": 1}}}}}}],
                    [INVOKE, {"control_id": target, "call_id": "guess", "result": "x", "error": None}],
                    [REGISTER, {"session_id": "", "page_name": "", "page": {}}],
                    [chance.randrange(-5, 99), {"k": target}],
                )
            )
        )


def rage(address: str, frames: int, seed: int) -> Counter[int | None]:
    """Send so many frames, from a process of its own. Returns how often sockets were closed with which code."""
    storm = Storm(address, frames, seed)
    asyncio.run(storm.rage())
    return storm.codes


class Storm:
    """Sends frames until there were so many."""

    def __init__(self, address: str, frames: int, seed: int = 1) -> None:
        self.url = f"{address.replace('http', 'ws')}ws"
        self.left = frames
        self.codes: Counter[int | None] = Counter()
        self._chance = Random(seed)

    async def rage(self) -> None:
        async with asyncio.TaskGroup() as all_of_them:
            for number in range(AT_ONCE):
                all_of_them.create_task(self._one(number))

    async def _one(self, number: int) -> None:
        chance = Random(self._chance.random())
        while self.left > 0:
            number += AT_ONCE
            with suppress(OSError, websockets.InvalidHandshake, websockets.ConnectionClosed, TimeoutError):
                bare = await websockets.connect(
                    self.url, max_size=None, local_addr=(f"127.0.0.{2 + number % ADDRESSES}", 0), ping_interval=None
                )
                async with bare:
                    await (self._lie(bare, chance) if chance.random() < 0.1 else self._junk(bare, chance))

    async def _junk(self, bare: ClientConnection, chance: Random) -> None:
        self.left -= 1
        await bare.send(junk(chance))
        await self._ended(bare)

    async def _lie(self, bare: ClientConnection, chance: Random) -> None:
        await bare.send(packed([REGISTER, Phone("http://any/").registration(None)]))
        reading = asyncio.create_task(self._ended(bare))
        for _, frame in zip(range(A_SOCKET), lies(chance), strict=False):
            if self.left <= 0 or reading.done():
                break
            self.left -= 1
            await bare.send(frame)
        await bare.close()
        await reading

    async def _ended(self, bare: ClientConnection) -> None:
        with suppress(websockets.ConnectionClosed):
            async for _ in bare:
                pass
        self.codes[bare.close_code] += 1
