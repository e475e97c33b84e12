"""Finding ninja cards in what a phone was sent: as words in both languages, as raw text, and as they are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.players.shinobazu import DECK

COLOURS = {"black": "black", "red": "red", "blue": "blue", "黒": "black", "赤": "red", "青": "blue"}
PAPER = {"#23201C": "black", "#B8323A": "red", "#2F62C9": "blue"}
"""The colours that cards are drawn in (the visual language, section 7)."""

_WORDS = re.compile(r"(?:\b(black|red|blue)|(黒|赤|青))([\sの_:/−-]{0,3})([1-5])(?![0-9])", re.IGNORECASE)

_MAYBE = re.compile("black|red|blue|[黒赤青]", re.IGNORECASE)
_DECK = frozenset(DECK)


def named(text: str) -> Iterator[str]:
    """Yield the cards that a text names. There is no 3 but −3, and no other card below zero."""
    for colour, kanji, between, figure in _WORDS.findall(text):
        below = figure == "3" and ("-" in between or "−" in between)
        card = f"{COLOURS[(colour or kanji).lower()]} {'-' if below else ''}{figure}"
        if card in _DECK:
            yield card


def drawn(value: Any) -> set[str]:
    """Return the cards that a tree or frame draws: a figure on paper of a suit's colour."""
    cards: set[str] = set()
    _scan(value, "", [], cards)
    return cards


def shown(value: Any) -> set[str]:
    """Return every card that a frame or a tree names or draws, whether anybody can see it there or not."""
    texts: list[str] = []
    cards: set[str] = set()
    _scan(value, "", texts, cards)
    for text in texts:
        if _MAYBE.search(text):
            cards.update(named(text))
    return cards


def _scan(value: Any, paper: str, texts: list[str], cards: set[str]) -> None:
    if isinstance(value, dict):
        own = value.get("bgcolor")
        if isinstance(own, str):
            paper = PAPER.get(own.split(",")[0].upper(), "")
        if paper:
            figure = value.get("value", value.get("text"))
            if isinstance(figure, str) and f"{paper} {figure.replace('−', '-')}" in _DECK:
                cards.add(f"{paper} {figure.replace('−', '-')}")
        value = list(value.values())
    for part in value:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict | list | tuple):
            _scan(part, paper, texts, cards)
        elif isinstance(part, bytes):
            texts.append(part.decode("utf-8", "replace"))
