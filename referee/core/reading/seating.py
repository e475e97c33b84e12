"""Who sits at a match, and what they may be called."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from referee.core.acts import MAX_SEAT
from referee.core.game import Game
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused, Seat

MAX_NAME = 40
"""Characters in a seat's name."""

_UNREADABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Control characters, invisible ones and those that turn the text around, by their Unicode category."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like a space."""


def readable(text: str) -> bool:
    """Tell whether a text holds nothing that a reader could not see or that would hide the rest."""
    return not any(unicodedata.category(sign) in _UNREADABLE for sign in text)


def check_name(name: str) -> str:
    """Return a name without surrounding space. Raises `Refused` when nobody could read it (METSUKE-1.3)."""
    name = name.strip()
    if len(name) > MAX_NAME or not any(_seen(sign) for sign in name):
        raise Refused("METSUKE-1.3", "table.name_length", firm=True, most=MAX_NAME)
    if not readable(name):
        raise Refused("METSUKE-1.3", "table.name_characters", firm=True)
    return name


def _seen(sign: str) -> bool:
    """A control character counts: it is told as such, not as an empty name."""
    return sign not in _BLANK and unicodedata.category(sign)[0] not in "ZM"


def name_key(name: str) -> str:
    """Return what two spellings of one name have in common: case and width do not matter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


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
