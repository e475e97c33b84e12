"""The cover over a seat's secrets."""

from __future__ import annotations

from collections.abc import Sequence

from companion.phones.session import Phone


class SecretActions:
    """Opening and closing one phone's cover; see `companion.contract.actions.Secrets`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def hold(self) -> None:
        self._phone.cover.open("kept" if self._phone.storage.tap_to_open else "held")

    def keep(self) -> None:
        if self._phone.held != "covered" or not self._phone.taps.too_soon:
            self._phone.cover.open("kept")

    def cover(self) -> None:
        self._phone.cover.close()

    def touch(self) -> None:
        self._phone.cover.touched()

    def hands(self, cards: Sequence[str]) -> None:
        phone = self._phone
        if not phone.uncovered or phone.where.role != "seat":
            return
        phone.where.entering = tuple(str(card)[:40] for card in cards)[:20]
        phone.cover.touched()
        phone.refresh()
