"""The words for the cards, kinds and seats that the referee's messages pass as parameters."""

from __future__ import annotations

import re
from typing import Any

from companion.i18n import Translator
from referee.scroll_trick.cards import SHADOW

_NUMBERED = re.compile(r"(.+) (\d+)")


def terms(t: Translator, name: str, value: Any) -> str | None:
    """Return the words for a card (`"A 5"`), a kind, or the shadow's seat."""
    if not isinstance(value, str):
        return None
    if value == SHADOW:
        return t("scroll_trick.shadow")
    if name in ("kind", "kinds", "lead", "trump"):
        return _kind(t, value)
    card = _NUMBERED.fullmatch(value)
    return None if card is None else t("scroll_trick.card", kind=_kind(t, card[1]), number=card[2])


def _kind(t: Translator, kind: str) -> str:
    """Return a kind's name; the placeholders of the standard box have names of our own."""
    key = f"scroll_trick.kind.{kind}"
    return t(key) if t.has(key) else kind
