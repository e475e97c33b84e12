"""The words for the cards, figures, zones and phases that the referee's messages pass as parameters."""

from __future__ import annotations

import re
from typing import Any

from companion.i18n import Translator

_FIGURE = re.compile(r"g(\d\d)")
_MARK = re.compile(r"([TH])(\d)")
_ALERT = frozenset({"before", "after", "level"})
_ROLES = frozenset({"side", "role"})
_INTRUDERS = frozenset({"ninja", "traitor", "intruder"})
_FOUND = {"trap": "trap", "hidden_sentry": "hidden_sentry", "nothing": "nothing", "T": "trap", "H": "hidden_sentry"}


def terms(t: Translator, name: str, value: Any) -> str | None:
    """Return the words for a card, a figure, a unit, a side, a phase, an alert level, a mark or a cause."""
    if isinstance(value, int):
        return t(f"scorpion.alert.{value}") if name in _ALERT and t.has(f"scorpion.alert.{value}") else None
    if not isinstance(value, str):
        return None
    if name in ("guard", "figure"):
        return _figures(value, ", ") or value
    if name in ("unit", "units", "guards", "figures") and (unit := _unit(t, value)):
        return unit
    return _named(t, name, value)


def _named(t: Translator, name: str, value: str) -> str | None:
    if name in _ROLES:
        return _first(t, f"scorpion.role.{value}")
    if name in ("intruder", "intruders", "who", "character"):
        return t(f"scorpion.{value}") if value in _INTRUDERS else None
    if name in ("weapon", "phase", "cause", "missing", "option"):
        return _first(t, f"scorpion.{name}.{value}")
    if name in ("found", "mark", "marks", "letter"):
        numbered = _MARK.fullmatch(value)
        key = _FOUND.get(numbered[1] if numbered else value)
        words = None if key is None else t(f"scorpion.mark.{key}")
        return f"{words} {numbered[2]}" if words and numbered else words
    if name == "board":
        return _first(t, f"words.scorpion.board.{value}")
    if value == "passage":
        return t("words.scorpion.passage")
    # Cards are counted by their kind, which stands under no name then.
    return _first(t, f"scorpion.card.{value}") if name in ("card", "cards", "kind", "kinds", "") else None


def _figures(unit: str, between: str) -> str:
    """Return the numbers of a unit's figures (`"g01+g12"`), or nothing for what is no unit."""
    numbers = [_FIGURE.fullmatch(each) for each in unit.split("+")]
    return between.join(str(int(n[1])) for n in numbers if n is not None) if all(numbers) else ""


def _unit(t: Translator, unit: str) -> str:
    numbers = _figures(unit, "+")
    if not numbers:
        return ""
    return t("words.scorpion.patrol" if "+" in numbers else "words.scorpion.guard", numbers=numbers)


def _first(t: Translator, *keys: str) -> str | None:
    return next((t(key) for key in keys if t.has(key)), None)
