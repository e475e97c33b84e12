"""Commit and reveal: a salted hash is public at once, what it hides is opened at the end."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any


def canonical(value: Any) -> str:
    """Return JSON with sorted keys, no spaces and nothing escaped: one text for one value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def commitment(salt: str, number: int, actor: str, move: Mapping[str, Any]) -> str:
    """Return the SHA-256, as 64 hex digits, that binds an entry to its move.

    `salt` is at least 128 random bits in hex: without it the few possible moves could be tried out.
    """
    text = canonical({"actor": actor, "move": dict(move), "number": number, "salt": salt})
    return hashlib.sha256(text.encode()).hexdigest()


def opens(digest: str, salt: str, number: int, actor: str, move: Mapping[str, Any]) -> bool:
    """Tell whether `digest` is the commitment to this move."""
    return hmac.compare_digest(digest, commitment(salt, number, actor, move))
