"""Each game's own terms: the words for the cards, figures, zones and phases that rulings pass as parameters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.ui.look import Look

Terms = Callable[[Look, str, Any], str | None]
"""Return the words for a parameter's value, or None for what is no term of the game."""

SHADOW = "shadow"
"""The third, automatic seat of Scroll Trick's game for two."""
TIMES = "\N{MULTIPLICATION SIGN}"
_NUMBERED = re.compile(r"(.+) (\d+)")
_CELL = re.compile(r"([0-9])([LU])")
_FIGURE = re.compile(r"g(\d\d)")
_MARK = re.compile(r"([TH])(\d)")
_ALERT = frozenset({"before", "after", "level"})
_ROLES = frozenset({"side", "role"})
_INTRUDERS = frozenset({"ninja", "traitor", "intruder"})
_FOUND = {"trap": "trap", "hidden_sentry": "hidden_sentry", "nothing": "nothing", "T": "trap", "H": "hidden_sentry"}


def terms_of(game: str) -> Terms | None:
    """Return the terms of a game by its key or by the beginning of its message keys, or None where it has none."""
    return _TERMS.get(game.replace("-", "_"))


def scroll_trick(look: Look, name: str, value: Any) -> str | None:
    """Return the words for a card (`"A 5"`), a kind, or the shadow's seat."""
    if not isinstance(value, str):
        return None
    if value == SHADOW:
        return look.t("scroll_trick.shadow")
    if name in ("kind", "kinds", "lead", "trump"):
        return _kind(look, value)
    card = _NUMBERED.fullmatch(value)
    return None if card is None else look.t("scroll_trick.card", kind=_kind(look, card[1]), number=card[2])


def _kind(look: Look, kind: str) -> str:
    """Return a kind's name; the placeholders of the standard box have names of our own."""
    return _first(look, f"scroll_trick.kind.{kind}") or kind


def giryaku(look: Look, name: str, value: Any) -> str | None:
    """Return the words for a card or a pair, by kanji and letter, or for a cell (`"1L"`)."""
    if not isinstance(value, str):
        return None
    if name in ("card", "cards", "kind", "pair") and value and set(value) <= set("SNO"):
        return f" {TIMES} ".join(look.t(f"words.giryaku.{kind}") for kind in value)
    cell = _CELL.fullmatch(value)
    return None if cell is None else look.t(f"words.giryaku.{cell[2]}", column=cell[1])


def scorpion(look: Look, name: str, value: Any) -> str | None:
    """Return the words for a card, a figure, a unit, a side, a phase, an alert level, a mark or a cause."""
    if isinstance(value, int):
        return look.t(f"scorpion.alert.{value}") if name in _ALERT and look.t.has(f"scorpion.alert.{value}") else None
    if not isinstance(value, str):
        return None
    if name in ("guard", "figure"):
        return _figures(value, ", ") or value
    if name in ("unit", "units", "guards", "figures") and (unit := _unit(look, value)):
        return unit
    return _named(look, name, value)


def _named(look: Look, name: str, value: str) -> str | None:
    if name in _ROLES:
        return _first(look, f"scorpion.role.{value}")
    if name in ("intruder", "intruders", "who", "character"):
        return look.t(f"scorpion.{value}") if value in _INTRUDERS else None
    if name in ("weapon", "phase", "cause", "missing", "option"):
        return _first(look, f"scorpion.{name}.{value}")
    if name in ("found", "mark", "marks", "letter"):
        numbered = _MARK.fullmatch(value)
        key = _FOUND.get(numbered[1] if numbered else value)
        words = None if key is None else look.t(f"scorpion.mark.{key}")
        return f"{words} {numbered[2]}" if words and numbered else words
    if name == "board":
        return _first(look, f"words.scorpion.board.{value}")
    if value == "passage":
        return look.t("words.scorpion.passage")
    return _first(look, f"scorpion.card.{value}") if name in ("card", "cards", "kind", "kinds") else None


def _figures(unit: str, between: str) -> str:
    """Return the numbers of a unit's figures (`"g01+g12"`), or nothing for what is no unit."""
    numbers = [_FIGURE.fullmatch(each) for each in unit.split("+")]
    return between.join(str(int(n[1])) for n in numbers if n is not None) if all(numbers) else ""


def _unit(look: Look, unit: str) -> str:
    numbers = _figures(unit, "+")
    if not numbers:
        return ""
    return look.t("words.scorpion.patrol" if "+" in numbers else "words.scorpion.guard", numbers=numbers)


def _first(look: Look, *keys: str) -> str | None:
    return next((look.t(key) for key in keys if look.t.has(key)), None)


_TERMS: Mapping[str, Terms] = {"scroll_trick": scroll_trick, "giryaku": giryaku, "scorpion": scorpion}
