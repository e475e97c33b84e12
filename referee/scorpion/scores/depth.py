"""Depth `scores` of Scorpion: board trackers alone, no secrets (ledger section 5.6).

The cards, maps and marks stay on paper. The table declares what everybody sees, and whatever can be checked from
that is: the alert, the turn, figures, cards, searches, missions, deaths and the end.
"""

from __future__ import annotations

from referee.core.replacing import replace
from referee.scorpion.scores.asks import scores_prompts
from referee.scorpion.scores.model import Scores
from referee.scorpion.scores.moves import Move
from referee.scorpion.scores.rules import RULES
from referee.scorpion.state import State

__all__ = ["RULES", "Move", "begin_scores", "scores_prompts"]


def begin_scores(state: State) -> State:
    """Lay the trackers beside an empty table: the set-up is on paper, and `start` begins (SCORPION-2.2)."""
    return replace(state, scores=Scores())
