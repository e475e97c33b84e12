"""Finding ninja cards in what a phone was sent: as words in both languages, as raw text, and as they are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.players.shinobazu import DECK
from tests.wire.mirror import strings_of

COLOURS = {"black": "black", "red": "red", "blue": "blue", "黒": "black", "赤": "red", "青": "blue"}
PAPER = {"#23201C": "black", "#B8323A": "red", "#2F62C9": "blue"}
"""The colours that cards are drawn in (the visual language, section 7)."""

_WORDS = re.compile(r"(?:\b(black|red|blue)|(黒|赤|青))([\sの_:/−-]{0,3})([1-5])(?![0-9])", re.IGNORECASE)


def named(text: str) -> Iterator[str]:
    """Yield the cards that a text names. There is no 3 but −3, and no other card below zero."""
    for colour, kanji, between, figure in _WORDS.findall(text):
        below = figure == "3" and ("-" in between or "−" in between)
        card = f"{COLOURS[(colour or kanji).lower()]} {'-' if below else ''}{figure}"
        if card in DECK:
            yield card


def drawn(value: Any, paper: str = "") -> Iterator[str]:
    """Yield the cards that a tree or frame draws: a figure on paper of a suit's colour."""
    if isinstance(value, Mapping):
        own = str(value.get("bgcolor") or "")
        paper = PAPER.get(own.split(",")[0].upper(), paper if not own else "")
        figure = value.get("value", value.get("text"))
        if paper and isinstance(figure, str):
            card = f"{paper} {figure.replace('−', '-')}"
            if card in DECK:
                yield card
        for part in value.values():
            yield from drawn(part, paper)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from drawn(part, paper)


def shown(value: Any) -> set[str]:
    """Return every card that a frame or a tree names or draws, whether anybody can see it there or not."""
    found = set(drawn(value))
    for text in strings_of(value):
        found.update(named(text))
    return found
