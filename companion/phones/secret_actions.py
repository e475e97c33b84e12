"""The cover over a seat's secrets."""

from __future__ import annotations

from collections.abc import Sequence

from companion.phones.session import Phone


class SecretActions:
    """Opening and closing one phone's cover; see `companion.contract.actions.Secrets`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def hold(self) -> None:
        """Open this seat's cover while the finger stays."""
        self._phone.uncover("kept" if self._phone.storage.tap_to_open else "held")

    def keep(self) -> None:
        """Keep the cover open without a finger."""
        if self._phone.held != "covered" or not self._phone.too_soon:
            self._phone.uncover("kept")

    def cover(self) -> None:
        """Close the cover."""
        self._phone.cover()

    def touch(self) -> None:
        """A finger is still here."""
        self._phone.touched()

    def hands(self, cards: Sequence[str]) -> None:
        """Keep the cards tapped so far while a hand is entered."""
        phone = self._phone
        if phone.held == "covered" or phone.where.role != "seat":
            return
        phone.where.entering = tuple(str(card)[:40] for card in cards)[:20]
        phone.touched()
        phone.refresh()
