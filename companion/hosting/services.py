"""What the web host needs from the app behind it, and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from companion.phones.intake import Intake


class Reachable(Protocol):
    """An address under which phones reach this host."""

    @property
    def url(self) -> str:
        """Without a slash at the end."""


class Services(Protocol):
    """The tables of this host, seen from the web."""

    on_new_match: Callable[[str], None] | None
    """Called with the code of each match that is opened; the terminal draws its QR code."""

    @property
    def intake(self) -> Intake:
        """Files that phones send, and pictures that they may see."""

    async def start(self) -> None:
        """Open the store and bring back running matches. Raises `models.StoreError` in words for people."""

    async def stop(self) -> None:
        """Close the store."""

    async def match_exists(self, code: str) -> bool:
        """Whether phones may join a match of this code."""

    def join_url(self, code: str) -> str:
        """The address a phone opens to join."""

    def addresses(self) -> Sequence[Reachable]:
        """How phones reach this host, the likeliest first."""

    async def main(self, page: Any) -> None:
        """The Flet main: called once for each new phone session."""
