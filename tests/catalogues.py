"""The words as they are shipped, for tests that hold them to what is said."""

from __future__ import annotations

from functools import cache

from companion.paths import ASSETS
from referee.core.catalogues import read_catalogue

LOCALE = ASSETS / "locale"


@cache
def catalogue(lang: str, name: str) -> dict[str, str]:
    """Return the words of a catalogue by key."""
    return read_catalogue(LOCALE / lang / "LC_MESSAGES" / f"{name}.po")
