"""What each phase teaches who plays it for the first time: the words are `teach.<ask>`, this is the rule of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LESSONS: Final[Mapping[str, str]] = {
    "scores.start": "SCORPION-4.8",
    "scores.next_turn": "SCORPION-9.1",
    "scores.returned": "SCORPION-23.3",
    "scores.finish": "SCORPION-28.1",
}
