"""Random keys, codes, PINs and their hashes, and the rights with which something is done at a table.

A right is a value that is passed along, and proved where the act is done. A phone checks nothing for the table: between
its tap and the table's lock a seat may have been freed or a game master revoked. So `Table`, and whatever else changes
a match, proves the right under that lock.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field

from referee.core.values import GAME_MASTER, TABLE, Refused

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No 0, 1, i, l, o: a code is read aloud across a table."""
CODE_LENGTH = 8
PIN = re.compile(r"[0-9]{4,8}")


def new_key() -> str:
    """Return a fresh seat key of 192 random bits, safe in a URL."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """Return a fresh match code, about 40 random bits. It names a match; it opens no seat."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def new_salt() -> str:
    """Return a fresh salt of 128 random bits in hex, for one commitment."""
    return secrets.token_hex(16)


def key_hash(key: str) -> str:
    """Return the hash of a key, for the database. A key is random: it needs no slow hash."""
    return hashlib.sha256(key.encode()).hexdigest()


def key_matches(key: str, hashed: str | None) -> bool:
    """Tell whether `key` is the one that was hashed."""
    return bool(key) and hashed is not None and hmac.compare_digest(hashed, key_hash(key))


class LastKeys:
    """The keys that opened seats last, with their hashes: a cache, since a key is checked at every drawing."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, bytes]] = {}

    def match(self, seat: str, key: str, hashed: str | None) -> bool:
        """Tell whether `key` is the one that was hashed for that seat."""
        shown = key.encode()
        known, opening = self._known.get(seat, (None, b""))
        if known is not None and known == hashed and hmac.compare_digest(opening, shown):
            return True
        if hashed is None or not key_matches(key, hashed):
            return False
        self._known[seat] = hashed, shown
        return True


def pin_hash(pin: str) -> str:
    """Return a salted, slow hash of a PIN. Raises `ValueError` unless it is 4 to 8 digits."""
    if not PIN.fullmatch(pin):
        raise ValueError("a PIN has 4 to 8 digits")
    salt = secrets.token_hex(16)
    return f"{salt}${_slow(pin, salt)}"


def pin_matches(pin: str, hashed: str) -> bool:
    """Tell whether `pin` is the one that was hashed."""
    salt, _, digest = hashed.partition("$")
    return hmac.compare_digest(digest, _slow(pin, salt))


def _slow(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1, dklen=32).hex()


@dataclass(frozen=True)
class SeatKey:
    """The right of the phone that holds a seat's key, or the game master's."""

    seat: str
    key: str = field(repr=False)


@dataclass(frozen=True)
class HostKey:
    """The right of the phone that opened the match."""

    key: str = field(repr=False)


@dataclass(frozen=True)
class ProcessRight:
    """The right of this process itself, which nothing from a phone can have.

    It draws lots, plays a demonstration, and declares kept answers. `seat` is the actor.
    """

    seat: str = TABLE


Authority = SeatKey | HostKey | ProcessRight

NO_RIGHT = "table.no_right"
"""The reason of a refusal for lack of a valid right."""


def no_right() -> Refused:
    """Return the refusal of an act without the right to it (METSUKE-1.1)."""
    return Refused("METSUKE-1.1", NO_RIGHT, firm=True)


def speaker(authority: Authority) -> str:
    """Return the actor of a right: a seat, the game master, or the table; empty for the host's."""
    return "" if isinstance(authority, HostKey) else authority.seat


def is_game_master(authority: Authority) -> bool:
    return not isinstance(authority, HostKey) and authority.seat == GAME_MASTER
