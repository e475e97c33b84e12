"""A phone that does the worst it can: it taps whatever there is, in bursts, as fast as its socket takes it.

It has no seat but those it opens itself, and asks most for what costs a host most: paper, tables, lists, PINs.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from random import Random
from typing import Any

import msgpack
import websockets

from tests.wire.mirror import Found
from tests.wire.phone import EVENT, PROPS, TAPPED, NothingCame, Phone

BURSTS = (1, 3, 20, 97, 350)
DEAREST = (
    "A2", "A3", "4 × A4", "Open the table", "Boards", "History", "Set PIN", "Sit here", "See it play", "Trace a board",
)  # fmt: skip
"""What a host has most work with."""
ROUTES = ("", "", "m/nothere", "t/nothere", "b/s1")
HAND = {"k": "touch", "l": {"x": 24.0, "y": 24.0}, "g": {"x": 120.0, "y": 700.0}}


class Hostile:
    """One attacker at one address."""

    def __init__(self, address: str, seed: int, ip: str = "127.0.0.2") -> None:
        self.address, self.ip = address, ip
        self.random = Random(seed)
        self.events = 0
        """What it has sent."""
        self.sessions = 0
        self.files = 0
        """What it was made."""
        self._remembers: dict[str, Any] = {}

    async def rage(self, until: float) -> None:
        """Attack until a moment of the monotonic clock; whatever the host does about it, come again."""
        while time.monotonic() < until:
            phone = Phone(self.address + self.random.choice(ROUTES), remembers=self._remembers)
            phone.ip = self.ip
            try:
                async with asyncio.timeout(20):
                    await phone.connect()
                self.sessions += 1
                await self._use(phone, until)
            except (OSError, TimeoutError, NothingCame, websockets.WebSocketException, AssertionError):
                await asyncio.sleep(0.2)
            finally:
                self.files += len(phone.files)
                with suppress(Exception):
                    await (phone.drop() if self.random.random() < 0.5 else phone.close())

    async def _use(self, phone: Phone, until: float) -> None:
        for _ in range(self.random.choice((5, 40, 200))):
            if time.monotonic() > until or not phone.connected:
                return
            await self._tap_something(phone)
            await asyncio.sleep(self.random.choice((0, 0, 0.02, 0.2)))
            del phone.received[:-1]
            phone.sent.clear()

    async def _tap_something(self, phone: Phone) -> None:
        chance = self.random
        live = [each for each in phone.mirror.walk() if not each.dead]
        fields = [each for each in live if each.kind == "TextField"]
        if fields and chance.random() < 0.2:
            await self._write(phone, chance.choice(fields))
            return
        found = phone.handler(chance.choice(DEAREST), *TAPPED) if chance.random() < 0.6 else None
        if found is None:
            tapped = [each for each in live if any(each.hears(event) for event in TAPPED)]
            if not tapped:
                return
            found = chance.choice(tapped)
        name = next(event for event in TAPPED if found.hears(event))
        body = {"target": found.id, "name": name, "data": None if name == "click" else HAND}
        await self._send(phone, EVENT, body, chance.choice(BURSTS))

    async def _write(self, phone: Phone, field: Found) -> None:
        for _ in range(self.random.choice(BURSTS[:3])):
            text = "".join(self.random.choices("abcåß目付１２34 \u200d🎲", k=self.random.choice((1, 8, 80))))
            await self._send(phone, PROPS, {"id": field.id, "props": {"value": text}}, 1)
            await self._send(phone, EVENT, {"target": field.id, "name": "change", "data": text}, 1)

    async def _send(self, phone: Phone, action: int, body: dict[str, Any], times: int) -> None:
        frame = b"\x00" + msgpack.packb([action, body])
        for _ in range(times):
            await phone.send_bytes(frame)
        self.events += times

    def remember(self, code: str, keys: dict[str, str]) -> None:
        """Hold the keys of seats of its own."""
        self._remembers["metsuke.storage"] = json.dumps({"keys": {code: keys}})


async def raging(address: str, phones: int, seconds: float, seed: int = 1) -> list[Hostile]:
    """Let so many attack from one address."""
    until = time.monotonic() + seconds
    hostile = [Hostile(address, seed + n) for n in range(phones)]
    await asyncio.gather(*(each.rage(until) for each in hostile))
    return hostile
