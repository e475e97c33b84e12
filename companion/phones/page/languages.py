"""Which language a phone asks for, before its owner has chosen one."""

from __future__ import annotations

import contextlib
import locale
from contextvars import ContextVar

from companion.i18n import language_of

asked_language: ContextVar[str] = ContextVar("asked", default="")
"""The language of the phone whose connection is being served; empty when it did not say."""


def preferred_language(tags: str) -> str:
    """Return the first language of ours among tags as `fr,ja-JP,en`, or an empty string."""
    return next(filter(None, map(language_of, tags[:500].split(","))), "")


def of_this_machine() -> str:
    """Return this machine's own language where it is one of ours, or an empty string."""
    with contextlib.suppress(ValueError):
        own = locale.getlocale()[0] or ""
        # Windows says "Japanese_Japan"; Python knows what that is elsewhere.
        return language_of(own) or language_of(locale.normalize(own.partition("_")[0]))
    return ""
