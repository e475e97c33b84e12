"""Who was what in a finished match, and how it went for each: guards, Ninja and Traitor (SCORPION-28)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.accounts import Part
from referee.scorpion.ending import result
from referee.scorpion.state import Character, State, disputed, seats_of


def parts(state: State) -> tuple[Part, ...]:
    """Return the parts of a match that has ended; nothing before."""
    over = result(state)
    if over is None:
        return ()
    found = next((e.turn for e in state.record if e.kind == "discovered"), None)
    guards = [
        Part(seat=seat, side="guards", role="guards", won=seat in over.winners, ending=over.reason, turn=found)
        for seat in seats_of(state, "guards")
    ]
    taking_part = [c for c in state.characters if c.status != "absent"]
    return (*guards, *(_of_character(state, one) for one in taking_part))


def _of_character(state: State, one: Character) -> Part:
    done = one.accomplished and one.status == "escaped"
    left = {"escaped": "escaped", "dead": "dead", "due": "dead"}.get(one.status, "inside")
    turns = (e.turn for e in reversed(state.record) if e.kind in ("died", "escaped") and _about(e.data, one.who))
    scored = next((c.mission for c in state.scores.characters if c.who == one.who), None) if state.scores else None
    return Part(
        seat=one.seat,
        side=one.who if disputed(state) else "intruders",
        role=one.who,
        won=done,
        goal=one.mission or scored or "",
        ending="scorpion.part.done" if done else f"scorpion.part.{left}",
        turn=None if left == "inside" else next(turns, None),
    )


def _about(data: Mapping[str, Any], who: str) -> bool:
    """Tell whether an event is about a character; a lone wolf may have been hidden when it happened."""
    return data.get("intruder") in (who, "intruder")
