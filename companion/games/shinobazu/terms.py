"""The words for the cards and colours that the referee's messages pass as parameters."""

from __future__ import annotations

import re
from typing import Any

from companion.i18n import Translator, num
from companion.ui.look import Look

_CARD = re.compile(r"(black|red|blue) (-?\d+)")
_COLOURS = frozenset({"black", "red", "blue"})
_PEOPLE = frozenset({"seat", "seats", "player", "players", "to", "winners"})


def terms(t: Translator, name: str, value: Any) -> str | None:
    """Return the words for a card such as `red 5` or `black -3`, or for a colour."""
    if not isinstance(value, str) or name in _PEOPLE:
        return None
    if value in _COLOURS:
        return t(f"shinobazu.colour.{value}")
    found = _CARD.fullmatch(value)
    return None if found is None else _card(t, found[1], found[2])


def card(look: Look, text: str) -> str:
    """Return a card such as `red 5` in words."""
    return _card(look.t, *text.split())


def _card(t: Translator, colour: str, value: str) -> str:
    return t("shinobazu.card", colour=t(f"shinobazu.colour.{colour}"), value=num(int(value)))
