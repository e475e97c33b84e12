"""The ways of both intruders over the map, once the match is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.contract.game_ui import WalkedMap, Way


def ways(state: Any, steps: Sequence[Any]) -> WalkedMap | None:
    """Return the map with both ways of an ended match; None where none was noted, as where only results were."""
    if state.phase != "ended":
        return None
    found = []
    for one in state.characters:
        zones: list[str] = []
        turns: list[int] = []
        for walk in one.walks:
            new = walk.zones if not zones or walk.zones[0] != zones[-1] else walk.zones[1:]
            zones += new
            turns += [walk.turn] * len(new)
        if len(zones) > 1 and one.who in ("ninja", "traitor"):
            found.append(Way(one.who, tuple(zones), tuple(turns)))
    reached = tuple((step.number, step.ruling.state.turn) for step in steps)
    return WalkedMap(state.board.hash, tuple(found), reached) if found else None
