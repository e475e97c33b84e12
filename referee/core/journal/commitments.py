"""Commit and reveal: a salted hash is public at once, what it hides is opened at the end."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.reading.json_text import canonical
from referee.core.values import Value


def commitment(salt: str, number: int, actor: str, move: Mapping[str, Any]) -> str:
    """Return the SHA-256, as 64 hex digits, that binds an entry to its move (METSUKE-4.1).

    `salt` is at least 128 random bits in hex: without it the few possible moves could be tried out.
    """
    text = canonical({"actor": actor, "move": dict(move), "number": number, "salt": salt})
    return hashlib.sha256(text.encode()).hexdigest()


def opens(digest: str, salt: str, number: int, actor: str, move: Mapping[str, Any]) -> bool:
    """Tell whether `digest` is the commitment to this move."""
    return hmac.compare_digest(digest.encode(), commitment(salt, number, actor, move).encode())


def sealed(digests: Sequence[str]) -> str | None:
    """Return the SHA-256 over several commitments in their order: it binds them all and tells not how many there are.

    None where there is none.
    """
    return hashlib.sha256("\n".join(digests).encode()).hexdigest() if digests else None


class Opening(Value):
    """A locked declaration laid open after the end: all that anybody needs to check it (METSUKE-4.2)."""

    number: int
    actor: str
    commitment: str
    salt: str
    move: dict[str, Any]

    @property
    def holds(self) -> bool:
        """Whether the hash that was public all along is the hash of this move."""
        return opens(self.commitment, self.salt, self.number, self.actor, self.move)
