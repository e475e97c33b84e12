"""Which language a phone asks for, before its owner has chosen one."""

from __future__ import annotations

import contextlib
import locale
from contextvars import ContextVar

from companion.i18n import language_of

asked: ContextVar[str] = ContextVar("asked", default="")
"""The language of the phone whose connection is being served; empty when it did not say."""


def preferred(accept_language: str) -> str:
    """Return the language of ours that an `Accept-Language` header asks for first, or an empty string."""
    wishes: list[tuple[float, int, str]] = []
    for at, wish in enumerate(accept_language[:500].split(",")):
        tag, _, quality = wish.partition(";q=")
        language = language_of(tag)
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if language and weight > 0:
            wishes.append((-weight, at, language))
    return min(wishes, default=(0.0, 0, ""))[2]


def of_this_machine() -> str:
    """Return this machine's own language where it is one of ours, or an empty string."""
    with contextlib.suppress(ValueError):
        own = locale.getlocale()[0] or ""
        # Windows says "Japanese_Japan"; Python knows what that is elsewhere.
        return language_of(own) or language_of(locale.normalize(own.partition("_")[0]))
    return ""
