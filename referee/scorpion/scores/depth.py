"""Depth `scores` of Scorpion: board trackers alone, no secrets (ledger section 5.6).

The cards, maps and marks stay on paper. The table declares what everybody sees, and whatever can be checked from
that is: the alert, the turn, figures, cards, searches, missions, deaths and the end.
"""

from __future__ import annotations

from referee.scorpion.scores.asks import scores_prompts
from referee.scorpion.scores.moves import Move
from referee.scorpion.scores.rules import RULES

__all__ = ["RULES", "Move", "scores_prompts"]
