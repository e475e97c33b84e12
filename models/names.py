"""What a name may be, and when two names are the same person's."""

from __future__ import annotations

import re
import unicodedata

MAX_NAME = 40
"""Characters in a person's, a seat's or a board's name."""
MAX_KEY = 18 * MAX_NAME
"""Characters in a name's key: the compatibility form of one character has up to 18."""
MAX_WORD = 40
"""Characters in a code, a seat's id or a game's key."""
MAX_HASH = 200
"""Characters in a hash, however it is written."""

_UNREADABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def name(text: str) -> str:
    """Return a name without surrounding space; it may be empty, for somebody not named yet.

    Raises `ValueError` when it is longer than `MAX_NAME` characters or holds control characters.
    """
    return _checked("name", text.strip(), MAX_NAME)


def word(what: str, text: str) -> str:
    """Return a code, id or key as it is. Raises `ValueError` when it is empty, too long or unreadable."""
    if not text:
        raise ValueError(f"A {what} has at least one character.")
    return _checked(what, text, MAX_WORD)


def digest(text: str) -> str:
    """Return a hash as it is. Raises `ValueError` when it is empty or too long, without telling it."""
    if not 1 <= len(text) <= MAX_HASH or _UNREADABLE.search(text):
        raise ValueError(f"A hash has 1 to {MAX_HASH} characters.")
    return text


def name_key(text: str) -> str:
    """Return what two spellings of one person's name have in common: case and width do not matter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _checked(what: str, text: str, most: int) -> str:
    if len(text) > most:
        raise ValueError(f"A {what} has at most {most} characters; this one has {len(text)}.")
    if _UNREADABLE.search(text):
        raise ValueError(f"A {what} cannot hold control characters; leave them out.")
    return text
