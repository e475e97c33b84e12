"""A phone whose owner taps nothing: it comes back by itself, as its client does, or is counted."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress

import websockets

from companion.phones.device_storage import STORED_AS
from tests.chaos.proxy import Proxy
from tests.wire.cards import shown
from tests.wire.phone import NothingCame, Phone, decode

AGAIN = 0.5
"""Seconds between two attempts; a client waits two at most."""
LOST = ("Sit here", "Choose your seat", "Open a table")
"""What a phone shows that has lost its place."""


class Seated:
    """One seat's phone behind its own bad network."""

    def __init__(self, game: str, code: str, seat: str, key: str) -> None:
        self.game, self.code, self.seat, self.key = game, code, seat, key
        self.proxy: Proxy | None = None
        self.phone: Phone | None = None
        self.waits: list[float] = []
        """Seconds from when the phone was awake and found its connection gone until the screen was back, each time."""
        self.needed_a_tap = 0
        self.asleep = False
        self.cards: set[str] = set()
        """Cards that have lain open in this match so far: a phone may be sent those."""
        self.leaks: list[str] = []
        self._read = 0
        self._lost_at = 0.0
        self._closing = False
        self._keeping: asyncio.Task[None] | None = None

    async def begin(self, port: int) -> None:
        self.proxy = await Proxy(port).open()
        storage = json.dumps({"keys": {self.code: {self.seat: self.key}}})
        address = f"http://127.0.0.1:{self.proxy.port}/m/{self.code}"
        self.phone = Phone(address, remembers={STORED_AS: storage})
        self._keeping = asyncio.create_task(self._keep())

    async def end(self) -> None:
        self._closing = True
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
        if self.phone is not None and self.phone.connected:
            await self.phone.close()
        if self.proxy is not None:
            await self.proxy.close()

    @property
    def here(self) -> bool:
        """Whether the phone shows its seat's table."""
        phone = self.phone
        if phone is None or not phone.connected or len(phone.texts()) < 5:
            return False
        return not any(phone.sees(words) for words in LOST)

    async def sleep(self, seconds: float) -> None:
        """Lock the phone for a while."""
        assert self.phone is not None
        self.asleep = True
        await self.phone.drop()
        await asyncio.sleep(seconds)
        self.asleep = False

    async def reload(self) -> None:
        """Load the page again: the browser remembers the keys, and no session."""
        assert self.phone is not None
        await self.phone.drop()
        self.phone.session = None

    def listen(self) -> None:
        """Look through what was sent since the last time; a card that never lay open is a leak."""
        phone = self.phone
        if phone is None:
            return
        new = phone.received[self._read :]
        self._read += len(new)
        if self.game != "shinobazu":
            return
        for _, frame in new:
            if secret := shown(decode(frame)) - self.cards:
                self.leaks.append(f"{self.code} {self.seat} {sorted(secret)}")

    async def _keep(self) -> None:
        assert self.phone is not None
        phone = self.phone
        while not self._closing:
            if phone.connected:
                with suppress(TimeoutError):
                    await phone.gone(1.0)
                continue
            if self.asleep:
                await asyncio.sleep(0.05)
                continue
            await self._come_back(phone)

    async def _come_back(self, phone: Phone) -> None:
        self._lost_at, session = self._lost_at or time.monotonic(), phone.session
        try:
            async with asyncio.timeout(25):
                await phone.connect(session)
                await phone.wait_for(lambda: self.here, "its seat", patience=24)
        except (OSError, TimeoutError, NothingCame, websockets.WebSocketException, AssertionError):
            lost = phone.connected and self.proxy is not None and self.proxy.passing.is_set()
            if lost and any(phone.sees(words) for words in LOST):
                self.needed_a_tap += 1
            with suppress(Exception):
                await phone.drop()
            phone.session = phone.session or session
            await asyncio.sleep(AGAIN)
            return
        self.waits.append(time.monotonic() - self._lost_at)
        self._lost_at = 0.0
