"""The cover of one phone: what opens it, how long it stays open, and ignoring taps that come too early."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Literal

from companion.phones.phone_state import PhoneState

LATE_TAPS = 0.6
"""Seconds after a reconnection before a cover opens: the client now sends the taps made while it was disconnected, and
the release that follows each."""
DOUBLE_TAPS = 0.4
"""Seconds after a new question before the phone takes an answer. Nobody reads that fast: a double tap, or a tap at the
same moment as another player's, was meant for the question before."""


class Taps:
    """Which taps count. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._awake_since = -math.inf
        self._asked_since = -math.inf

    def awake_anew(self) -> None:
        """Note that the phone has reconnected."""
        self._awake_since = self.clock()

    def asked_anew(self) -> None:
        """Note that this phone shows a new question: a tap right now was meant for the one before."""
        self._asked_since = self.clock()

    @property
    def early(self) -> float:
        """The seconds for which no cover opens yet; zero or less if one does."""
        return self._awake_since + LATE_TAPS - self.clock()

    @property
    def too_soon(self) -> bool:
        """Whether nobody can have read the current question yet."""
        return self.clock() < self._asked_since + DOUBLE_TAPS


KEPT_SECONDS = 20.0
"""Seconds for which a kept cover stays open after the last touch."""
LAST_SECONDS = 5
"""The number of last seconds that are counted down on the phone."""
READING = 6
"""The factor on `KEPT_SECONDS` with a screen reader: a list of zones alone takes more than a minute."""
HELD_SECONDS = 60.0
"""The longest hold in seconds: if the release is lost, the secret must not stay open."""


class Cover:
    """Opens and closes the cover (`phone.held`); `refresh` draws the phone again."""

    def __init__(self, phone: PhoneState, taps: Taps, refresh: Callable[[], None]) -> None:
        self._phone = phone
        self._taps = taps
        self._refresh = refresh
        self._timer: asyncio.TimerHandle | None = None
        self._late_hold: asyncio.TimerHandle | None = None

    def open(self, how: Literal["held", "kept"]) -> None:
        """Open this seat's cover, if it has one and no other seat's curtain is drawn."""
        phone = self._phone
        where = phone.where
        if phone.table is None or where.role not in ("seat", "gm") or not phone.connected:
            return
        if phone.curtain or not phone.lifted:
            return
        if not phone.holds(where.seat):
            return
        early = self._taps.early
        if early > 0:
            self._forget_late_hold()
            self._late_hold = asyncio.get_running_loop().call_later(early, self.open, how)
            return
        phone.held = how
        self._wind()
        self._refresh()

    def touched(self) -> None:
        """Restart the time for which the cover stays open."""
        if self._phone.held != "covered":
            self._wind()

    def close(self, refresh: bool = True) -> None:
        """Close the cover: the secret leaves the control tree."""
        self._forget_late_hold()
        self._stop()
        if self._phone.held == "covered":
            return
        self._phone.held, self._phone.closing = "covered", 0
        if refresh:
            self._refresh()

    def _wind(self) -> None:
        self._stop()
        phone = self._phone
        if phone.closing:
            phone.closing = 0
            self._refresh()
        if phone.where.role == "gm":
            return  # a game master needs this screen; it is covered when the phone is hidden or disconnected
        kept = KEPT_SECONDS * (READING if phone.storage.announce != "turn" else 1)
        loop = asyncio.get_running_loop()
        if phone.held == "kept" and kept > LAST_SECONDS:
            self._timer = loop.call_later(kept - LAST_SECONDS, self._count, LAST_SECONDS)
        else:
            self._timer = loop.call_later(kept if phone.held == "kept" else HELD_SECONDS, self.close)

    def _count(self, left: int) -> None:
        """Count down the seconds that are left, and close."""
        if not left:
            self.close()
            return
        self._phone.closing = left
        self._timer = asyncio.get_running_loop().call_later(1, self._count, left - 1)
        self._refresh()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _forget_late_hold(self) -> None:
        if self._late_hold is not None:
            self._late_hold.cancel()
            self._late_hold = None
