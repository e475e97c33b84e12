"""The words as they are shipped, for tests that hold them to what is said."""

from __future__ import annotations

from functools import cache

from companion.i18n import ASSETS
from referee.core.rulebook import read_catalogue

LOCALE = ASSETS / "locale"
OF_SCREENS = ("app.game.", "new.")
"""What the screens of all games say of each begins like this."""


@cache
def catalogue(lang: str, name: str) -> dict[str, str]:
    """Return the words of a catalogue by key; of a message about a number of things the form for many."""
    return {key: forms[-1] for key, forms in every_form(lang, name).items()}


@cache
def every_form(lang: str, name: str) -> dict[str, tuple[str, ...]]:
    """Return the forms of each message of a catalogue by key."""
    words = read_catalogue(LOCALE / lang / "LC_MESSAGES" / f"{name}.po")
    return {key: (message,) if isinstance(message, str) else message.forms for key, message in words.items()}
