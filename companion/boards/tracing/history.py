"""Undo and redo without limit: all sketches since the editor was opened, from the first to the last."""

from __future__ import annotations

from dataclasses import dataclass

from companion.boards.tracing.sketch import Sketch


@dataclass(frozen=True, slots=True)
class History:
    """What was, what is, and what was taken back. A sketch shares what it has in common with the one before."""

    now: Sketch
    before: tuple[Sketch, ...] = ()
    after: tuple[Sketch, ...] = ()

    def then(self, sketch: Sketch) -> History:
        """Return the history with a next sketch; what was taken back is gone. The same sketch changes nothing."""
        return self if sketch == self.now else History(sketch, (*self.before, self.now))

    def undone(self) -> History:
        """Take the last act back, if there is one."""
        if not self.before:
            return self
        return History(self.before[-1], self.before[:-1], (self.now, *self.after))

    def redone(self) -> History:
        """Let what was taken back stand again, if there is something."""
        return self if not self.after else History(self.after[0], (*self.before, self.now), self.after[1:])
