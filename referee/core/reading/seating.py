"""Who sits at a match, and what they may be called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import idna

from referee.core.acts import MAX_SEAT
from referee.core.game import Game
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused, Seat

MAX_NAME = 40
"""Characters in a seat's name."""

_UNREADABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Control characters, invisible ones and those that turn the text around, by their Unicode category."""
_HIDDEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Default_Ignorable_Code_Point of Unicode 17.0 (DerivedCoreProperties.txt), which `unicodedata` lacks."""
_NO_DOTS = "\u2800"
"""The sign of Braille without dots: a space in all but its category."""
_VIRAMA = 9
"""The combining class of what takes a vowel away."""
_FLAG = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]+\U000e007f"
"""A region's flag: a black flag, its name in tags, and their end (UTS #51, ED-14a)."""
_EMOJI = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff][\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?"
)
_JOINED = re.compile(
    f"{_FLAG}|{_EMOJI}(?:\u200d{_EMOJI})*|[0-9#*]\ufe0f\u20e3"
    "|[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\U000e0100-\U000e01ef]"
)
"""Flags, emoji that are drawn as one, keycaps, and a kanji with the selector of its form."""
_DROPPED = re.compile(f"({_FLAG})|[{_HIDDEN}]")
_SPACES = re.compile(rf"[\s{_NO_DOTS}]+")
_DRAWN_ALIKE = str.maketrans("аеорсухіјѕкмтԁԛԝһвнүѵαβεικορτυχνμηζへ‐‑", "aeopcyxijskmtdqwhbhyvabeikoptyxnmhzヘ--")
"""Letters of Cyrillic and Greek that are drawn as Latin ones, small or as capitals, the one of both kana, and hyphens
(after UTS #39)."""


def readable(text: str) -> bool:
    """Tell whether a text holds nothing that a reader could not see or that would hide the rest.

    What joins letters or emoji counts as seen where it does so: in families, flags, and between letters that join.
    """
    return not any(unicodedata.category(sign) in _UNREADABLE for sign in without_joins(text))


def check_name(name: str) -> str:
    """Return a name without surrounding space. Raises `Refused` when nobody could read it (METSUKE-1.3)."""
    name = name.strip()
    if len(name) > MAX_NAME or not any(_seen(sign) for sign in name):
        raise Refused("METSUKE-1.3", "table.name_length", firm=True, most=MAX_NAME)
    bare = without_joins(name)
    if not readable(bare) or re.search(f"[{_HIDDEN}{_NO_DOTS}]", bare):
        raise Refused("METSUKE-1.3", "table.name_characters", firm=True)
    return name


def _seen(sign: str) -> bool:
    """A control character counts: it is told as such, not as an empty name."""
    category = unicodedata.category(sign)
    return category in _UNREADABLE or (category[0] not in "ZM" and not re.match(f"[{_HIDDEN}{_NO_DOTS}]", sign))


def without_joins(text: str) -> str:
    """Leave out what draws nothing by itself, where it does join what stands beside it (UAX #31, A1, A2 and B)."""
    text = _JOINED.sub(lambda whole: re.sub(f"[{_HIDDEN}]", "", whole[0]), text)
    if "\u200c" not in text and "\u200d" not in text:
        return text
    return "".join(sign for at, sign in enumerate(text) if sign not in "\u200c\u200d" or not _joins(text, at))


def _joins(text: str, at: int) -> bool:
    """Tell whether a joiner or a non-joiner does something: beside a virama, or between letters that join."""
    if 0 < at < len(text) - 1 and unicodedata.combining(text[at + 1]) == _VIRAMA:
        return unicodedata.category(text[at - 1])[0] == "L"
    try:
        return idna.valid_contextj(text, at)
    except ValueError:
        return False


def name_key(name: str) -> str:
    """Return what all names have in common that look like this one, in whatever case and width.

    Characters that draw nothing and the number of spaces do not count, nor which script a letter is of. The store
    compares people by the same key (`models.names.name_key`; neither may import the other).
    """
    shown = _SPACES.sub(" ", _DROPPED.sub(r"\1", name)).strip()
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", shown).casefold())
    return unicodedata.normalize("NFKC", apart.translate(_DRAWN_ALIKE))


def seats_of(game: Game, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats with tidy names; a seat without one goes by its id.

    Raises `Refused` on an id that is reserved, unreadable or there twice (METSUKE-1.2), and on a name that
    nobody could read or tell from another's (METSUKE-1.3). How many may play, the game itself decides.
    """
    if len(seats) > 2 * max(game.PLAYERS):
        raise Refused("METSUKE-1.2", "table.seats_differ", firm=True)
    taken: set[str] = set()
    names: set[str] = set()
    seated = []
    for s in seats:
        if s.seat in taken or s.seat in (PUBLIC, GAME_MASTER, TABLE) or not _is_id(s.seat):
            raise Refused("METSUKE-1.2", "table.seats_differ", firm=True)
        name = check_name(s.name or s.seat)
        if name_key(name) in names:
            raise Refused("METSUKE-1.3", "table.name_twice", firm=True, name=name)
        taken.add(s.seat)
        names.add(name_key(name))
        seated.append(Seat(seat=s.seat, name=name))
    return tuple(seated)


def _is_id(seat: str) -> bool:
    return 1 <= len(seat) <= MAX_SEAT and seat == seat.strip() and readable(seat)


def unknown_seat(seat: str) -> Refused:
    """Return the refusal of a seat that nobody has."""
    shown = seat if readable(seat) and len(seat) <= 40 else "?"
    return Refused("METSUKE-1.1", "table.unknown_seat", firm=True, seat=shown)
