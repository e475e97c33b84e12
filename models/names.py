"""Valid names, and when two names are the same person's."""

from __future__ import annotations

import re
import unicodedata

MAX_NAME = 40
"""The most characters of a person's, a seat's or a board's name."""
MAX_KEY = 18 * MAX_NAME
"""The most characters of a name's key: the compatibility form of one character has up to 18."""
MAX_WORD = 40
"""The most characters of a code, a seat's id or a game's key."""
MAX_HASH = 200
"""The most characters of a hash in any notation."""

_UNREADABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_DROPPED = re.compile(
    "(\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]+\U000e007f)|["
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "]"
)
"""The flag of a region, which is kept, or an invisible character: Unicode's Default_Ignorable_Code_Point."""
_SPACES = re.compile(r"[\s\u2800]+")
_DRAWN_ALIKE = str.maketrans("аеорсухіјѕкмтԁԛԝһвнүѵαβεικορτυχνμηζへ‐‑", "aeopcyxijskmtdqwhbhyvabeikoptyxnmhzヘ--")


def name(text: str) -> str:
    """Return a name without surrounding space; it may be empty, for an unnamed seat.

    Raises `ValueError` if it has more than `MAX_NAME` characters or contains control characters.
    """
    return _checked("name", text.strip(), MAX_NAME)


def word(what: str, text: str) -> str:
    """Return a code, id or key unchanged. Raises `ValueError` if it is empty, too long or unreadable."""
    if not text:
        raise ValueError(f"A {what} has at least one character.")
    return _checked(what, text, MAX_WORD)


def digest(text: str) -> str:
    """Return a hash unchanged. Raises `ValueError`, without quoting it, if it is empty or too long."""
    if not 1 <= len(text) <= MAX_HASH or _UNREADABLE.search(text):
        raise ValueError(f"A hash has 1 to {MAX_HASH} characters.")
    return text


def without_hidden(text: str) -> str:
    """Return a name without invisible characters, with every run of spaces reduced to one."""
    return _SPACES.sub(" ", _DROPPED.sub(r"\1", text)).strip()


def name_key(text: str) -> str:
    """Return a key that is equal for names that look alike; `referee.core.reading` has the same function."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", without_hidden(text)).casefold())
    return unicodedata.normalize("NFKC", apart.translate(_DRAWN_ALIKE))


def _checked(what: str, text: str, most: int) -> str:
    if len(text) > most:
        raise ValueError(f"A {what} has at most {most} characters; this one has {len(text)}.")
    if _UNREADABLE.search(text):
        raise ValueError(f"A {what} cannot hold control characters; leave them out.")
    return text
