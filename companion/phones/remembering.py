"""The storage of one phone's device: read when it has connected, written whenever the device can be reached."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import flet as ft

from companion.phones.device_storage import STORED_AS, STORED_BEFORE, DeviceStorage, carried, loads
from companion.phones.phone_state import PhoneState

log = logging.getLogger("metsuke")

JOURNAL = "metsuke.journal."
"""What the names of the texts begin with in which a device holds on to journals; the match's code follows."""
STORAGE_SECONDS = 20.0
"""How long a device may take to answer for its storage; what it does not keep now is offered again later."""


def patience() -> asyncio.Timeout:
    """Wait no longer than this for a device."""
    return asyncio.timeout(STORAGE_SECONDS)


class Remembering:
    """What one phone's device is asked to tell and to keep."""

    def __init__(self, phone: PhoneState) -> None:
        self._phone = phone
        self._device: ft.SharedPreferences | None = None
        self.recalled = False
        """Whether the device has told what it remembers."""
        self.unkept = False
        """Whether the device may not have kept the storage yet."""

    def connect(self) -> None:
        """Reach the device over a connection. A client does not answer for a service that it was sent twice."""
        self._device = ft.SharedPreferences()

    async def recall(self) -> bool:
        """Find the keys that this device holds. Tells whether that is all that the phone has waited for.

        A question that is lost with its connection is asked again over the next one. The first answer counts.
        """
        phone = self._phone
        assert self._device is not None
        try:
            async with patience():
                stored = await self._device.get(STORED_AS)
                before = await self._device.get(STORED_BEFORE) if stored is None else None
        except Exception:  # a browser may forbid storage; the phone then asks for its seat again
            log.info("a phone's storage cannot be read")
            return not (phone.ready or self.recalled)
        if self.recalled or phone.storage != DeviceStorage():
            return False
        self.recalled, self.unkept = True, before is not None
        told = before if stored is None else stored
        text = told if isinstance(told, str) else None
        phone.storage, phone.carried = loads(text), carried(text)
        return True

    async def keep(self, storage: DeviceStorage) -> None:
        """Keep the storage on the device; if it cannot be reached now, when it is back."""
        phone = self._phone
        phone.storage, self.unkept = storage, True
        if self._device is not None and phone.connected:
            try:
                async with patience():
                    await self._device.set(STORED_AS, storage.dumps())
                self.unkept = phone.storage is not storage
            except Exception:  # as above
                log.info("a phone's storage cannot be written")

    async def journal(self, code: str) -> Any:
        """Return what this device holds on to of a match's journal, None where it has nothing.

        Raises whatever its client answers with, and `TimeoutError`.
        """
        assert self._device is not None
        async with patience():
            return await self._device.get(JOURNAL + code)

    async def keep_journal(self, code: str, text: str, dropped: Sequence[str] = ()) -> bool:
        """Let this device hold on to a match's journal, and let others go. Tells whether it does."""
        if self._device is None or not self._phone.connected:
            return False
        try:
            async with patience():
                await self._device.set(JOURNAL + code, text)
                for each in dropped:
                    await self._device.remove(JOURNAL + each)
        except Exception:  # as above
            log.info("a phone does not hold on to a journal")
            return False
        return True
