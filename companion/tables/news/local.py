"""News within this process, told at once."""

from __future__ import annotations

from collections.abc import Callable

from companion.tables.news.protocol import Followed


class LocalNews:
    """One process tells its own phones."""

    process = 0

    def __init__(self) -> None:
        self._listeners: list[Callable[[str], None]] = []

    @property
    def hearing(self) -> bool:
        return True

    def publish(self, code: str) -> None:
        for listener in self._listeners:
            listener(code)

    def listen(self, heard: Callable[[str], None]) -> None:
        self._listeners.append(heard)

    def follow(self, tables: Followed) -> None:
        """There is nobody else to hear of."""

    def stop(self) -> None:
        """Nothing runs."""
