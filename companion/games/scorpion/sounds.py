"""Which public events sound on the table display: answers, whatever they are."""

from __future__ import annotations

from typing import Final

from referee.scorpion.views.view_model import View

ANSWERS: Final = frozenset({"heard", "heard_nothing", "cat_played", "guards_moved", "guards_woke", "search_answered"})
"""Events that are told as an answer, in a panel of its own."""


def public_answers(view: View) -> int:
    """Return how many answers everybody has been given in a match."""
    return sum(event.kind in ANSWERS for event in view.record)
