"""What each phase teaches who plays it for the first time: the words are `teach.<ask>`, this is the rule of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LESSONS: Final[Mapping[str, str]] = {
    "set_start_player": "SCROLL-2.12",
    "take_start_scrolls": "SCROLL-2.7",
    "confirm_deal": "SCROLL-3.2",
    "choose_trump": "SCROLL-3.4",
    "lay_shadow": "SCROLL-9.3",
    "open_card": "SCROLL-4.1",
    "place_scrolls": "SCROLL-5.1",
    "turn_scroll": "SCROLL-5.5",
    "play_card": "SCROLL-6.4",
    "shadow_play": "SCROLL-9.10",
    "take_trick": "SCROLL-6.15",
    "refill_shadow": "SCROLL-9.15",
    "draw_scrolls": "SCROLL-7.2",
    "give_marker": "SCROLL-7.3",
    "score_round": "SCROLL-8.2",
    "close_round": "SCROLL-6.18",
    "final": "SCROLL-8.2",
    "wait": "SCROLL-6.2",
}
