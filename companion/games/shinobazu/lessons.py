"""What each phase teaches who plays it for the first time: the words are `teach.<ask>`, this is the rule of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LESSONS: Final[Mapping[str, str]] = {
    "lead": "SHINOBAZU-4.1",
    "lay": "SHINOBAZU-3.3",
    "declare": "SHINOBAZU-4.7",
    "turn_over": "SHINOBAZU-5.1",
    "reveal": "SHINOBAZU-5.1",
    "duel_challenge": "SHINOBAZU-8.6",
    "duel_answer": "SHINOBAZU-8.9",
    "end_round": "SHINOBAZU-9.1",
    "battle_result": "SHINOBAZU-8.3",
    "duel_result": "SHINOBAZU-8.6",
    "wait": "SHINOBAZU-3.1",
    "wait_duel_challenge": "SHINOBAZU-8.6",
    "wait_duel_answer": "SHINOBAZU-8.9",
}
