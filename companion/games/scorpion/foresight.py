"""What is worked out for one phone of a Scorpion match beside its view, while its cover is open.

An intruder's player is told what the table can know after what is planned, the game master what the public record
lets anybody know. It is worked out from what that viewer may know, away from whatever other phones wait for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.games.scorpion.intruders.foreseen import foreseen
from companion.games.scorpion.intruders.plan import read
from referee.core.values import GAME_MASTER
from referee.scorpion.knowledge import supported
from referee.scorpion.state import State, in_play
from referee.scorpion.views.view import known_by


def foresight(state: State, viewer: str, entering: Sequence[str]) -> Callable[[], Any] | None:
    if not supported(state.options) or state.phase in ("setup", "ended"):
        return None
    if viewer == GAME_MASTER:
        return partial(known_by, state)
    mine = tuple(c for c in in_play(state) if c.seat == viewer)
    return partial(foreseen, state, mine, read(entering, state.turn)) if mine else None
