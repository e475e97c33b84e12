"""The words for the cards, pairs and cells that the referee's messages pass as parameters."""

from __future__ import annotations

import re
from typing import Any

from companion.i18n import Translator

_CELL = re.compile(r"([0-9])([LU])")


def terms(t: Translator, name: str, value: Any) -> str | None:
    """Return the words for a card or a pair, by kanji and letter, or for a cell (`"1L"`)."""
    if not isinstance(value, str):
        return None
    if name in ("card", "cards", "kind", "pair") and value and set(value) <= set("SNO"):
        return " \N{MULTIPLICATION SIGN} ".join(t(f"words.giryaku.{kind}") for kind in value)
    cell = _CELL.fullmatch(value)
    return None if cell is None else t(f"words.giryaku.{cell[2]}", column=cell[1])
