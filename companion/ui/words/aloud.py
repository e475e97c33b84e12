"""Sentences that are spoken one after the other."""

from __future__ import annotations

_STOPS = ".?!:…。？！"


def aloud(*parts: str) -> str:
    """Join parts to one text, with a full stop where a part has none: "Your turn. Lay one card. Fight or pass?"."""
    said = ""
    for part in filter(None, (each.strip() for each in parts)):
        if said and said[-1] not in _STOPS:
            said += "." if said[-1] < "\u2e80" else "。"
        # A Japanese full stop has its space in itself.
        said += f" {part}" if said and said[-1] < "\u2e80" else part
    return said
