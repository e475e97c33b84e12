"""What the app draws when a match begins."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.core.match import Match


def opening_draw(match: Match, random: Random) -> dict[str, Any] | None:
    """Return the move that draws who starts, where the table wants that and it has not been done (SCHOOL-11.1)."""
    state = match.state
    if state.options.first_start != "random" or state.start is not None:
        return None
    return {"type": "set_start_player", "player": random.choice(match.seats).seat}
