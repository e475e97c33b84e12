"""What each phase teaches who plays it for the first time: the words are `teach.<ask>`, this is the rule of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LESSONS: Final[Mapping[str, str]] = {
    "configure": "GIRYAKU-8.8",
    "deal_done": "GIRYAKU-2.2",
    "reveal_opening": "GIRYAKU-2.5",
    "redraw_opening": "GIRYAKU-2.6",
    "opening_place": "GIRYAKU-2.7",
    "opening_reveal": "GIRYAKU-2.8",
    "turn": "GIRYAKU-3.2",
    "last_turn": "GIRYAKU-9.6",
    "no_hand": "GIRYAKU-9.5",
    "pick_hand": "GIRYAKU-7.2",
    "reveal_lost": "GIRYAKU-7.2",
    "rearrange": "GIRYAKU-7.7",
    "declare_flip": "GIRYAKU-7.5",
    "reveal_board": "GIRYAKU-7.14",
    "raid_take": "GIRYAKU-8.6",
    "extra_turn": "GIRYAKU-8.7",
    "graveyards": "GIRYAKU-9.1",
    "wait": "GIRYAKU-3.1",
}
