"""A match: a timeline on which somebody may act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from referee.core.acts import Act, Correct
from referee.core.journal.acting import entry_of, judge
from referee.core.journal.corrections import Difference, Rejudged, rejudge
from referee.core.journal.timeline import Timeline
from referee.core.journal.undoing import redoable, undoable
from referee.core.values import Refused, Ruling, Viewer


@dataclass(frozen=True, slots=True, repr=False)
class Match(Timeline):
    """A match at one point of its journal."""

    def declare(self, seat: str, move: Mapping[str, Any], salt: str | None = None) -> tuple[Self, Ruling]:
        """Declare a move for a seat by itself."""
        return self.act(seat, {"type": "declare", "seat": seat, "move": move, "salt": salt})

    def act(self, actor: str, act: Act | Mapping[str, Any]) -> tuple[Self, Ruling]:
        """Judge an act of `actor`, or its JSON; upheld, it is the next entry."""
        try:
            return judge(self, entry_of(self, actor, act))
        except Refused as refused:
            return self, Ruling.refusal(refused)

    def may_undo(self, actor: str, viewer: Viewer | None = None) -> Ruling | None:
        """Return the refusal that an undo by `actor` would meet, or None; as `viewer` may know it, if one is named."""
        try:
            undoable(self, actor, viewer)
        except Refused as refused:
            return Ruling.refusal(refused)
        return None

    def may_redo(self, actor: str, viewer: Viewer | None = None) -> Ruling | None:
        """Return the refusal that a redo by `actor` would meet, or None; as `viewer` may know it, if one is named."""
        try:
            redoable(self, actor, viewer)
        except Refused as refused:
            return Ruling.refusal(refused)
        return None

    def differences(self, act: Correct) -> tuple[Difference, ...]:
        """Return what a correction would change in later rulings; for the game master alone.

        Raises `Refused` when the correction itself would be.
        """
        return self.corrected(act).differences

    def corrected(self, act: Correct) -> Rejudged:
        """Return what a correction comes to, which is not made by this; for the game master alone.

        Raises `Refused` when the correction itself would be.
        """
        return rejudge(self.game, self.steps, act)
