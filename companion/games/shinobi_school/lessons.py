"""What each phase teaches who plays it for the first time: the words are `teach.<ask>`, this is the rule of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LESSONS: Final[Mapping[str, str]] = {
    "set_start_player": "SCHOOL-11.1",
    "confirm_deal": "SCHOOL-1.3",
    "lay_earth": "SCHOOL-6.2",
    "reveal_earths": "SCHOOL-9.3",
    "first_field": "SCHOOL-10.2",
    "turn": "SCHOOL-7.4",
    "heaven_action": "SCHOOL-7.2",
    "earth_action": "SCHOOL-7.3",
    "score_round": "SCHOOL-12.1",
    "show_heaven": "SCHOOL-12.2",
    "round_cards": "SCHOOL-12.5",
    "close_game": "SCHOOL-13.2",
    "wait": "SCHOOL-8.1",
    "wait_show_heaven": "SCHOOL-12.2",
}
