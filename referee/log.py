"""The journal as a viewer may know it, line by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.acts import Correct, Declare, Entry, HouseRuling
from referee.commitments import Opening, commitment
from referee.game import Game
from referee.values import Notice, Ruling, Value, Viewer


class LogLine(Value):
    """One journal entry as a viewer may know it."""

    number: int
    actor: str
    act: str
    seat: str | None = None
    move: dict[str, Any] | None = None
    note: str = ""
    notices: tuple[Notice, ...] = ()
    clause: str | None = None
    commitment: str | None = None
    in_force: bool = True
    """False for what was taken back, corrected or not agreed to."""
    house: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Written:
    """An entry as it was written, beside what each reader would have to work out again: phones ask often."""

    game: Game
    entry: Entry
    ruling: Ruling
    seat: str | None = None
    """Whom its move was declared for, if it holds one."""
    move: Any = None
    """Its move, read."""
    secret: bool = False
    commitment: str | None = None
    _lines: dict[tuple[Viewer, bool], LogLine] = field(default_factory=dict)

    def line(self, viewer: Viewer, in_force: bool) -> LogLine:
        """Return the line for a viewer. It is shared: nobody changes it."""
        line = self._lines.get((viewer, in_force))
        if line is None:
            line = self._lines[viewer, in_force] = self._line(viewer, in_force)
        return line

    def _line(self, viewer: Viewer, in_force: bool) -> LogLine:
        act = self.entry.act
        house = isinstance(act, HouseRuling)
        return LogLine(
            number=self.entry.number,
            actor=self.entry.actor,
            act=act.type,
            seat=self.seat,
            move=self.masked(viewer),
            note=act.note if isinstance(act, HouseRuling) else "",
            notices=tuple(notice for notice in self.ruling.notices if notice.reaches(viewer)),
            clause=self.ruling.clause,
            commitment=self.commitment,
            in_force=in_force,
            house=house,
        )

    def masked(self, viewer: Viewer) -> dict[str, Any] | None:
        """Return the entry's move as a viewer may know it. The game's `masked` is the only door."""
        if self.move is None:
            return None
        assert self.seat is not None
        return dict(self.game.masked(self.move, self.seat, viewer))

    def opening(self) -> Opening | None:
        """Return what proves the commitment, or None where nothing was locked."""
        act = self.entry.act
        if self.commitment is None or not isinstance(act, Declare | HouseRuling | Correct):
            return None
        assert act.salt is not None
        assert act.move is not None
        return Opening(
            number=self.entry.number, actor=self.entry.actor, commitment=self.commitment, salt=act.salt, move=act.move
        )


def written(game: Game, entry: Entry, ruling: Ruling, seat: str | None, move: Any) -> Written:
    """Write an upheld entry down; one with a secret move is locked (METSUKE-4.1)."""
    act = entry.act
    secret = move is not None and game.secret(move)
    digest = None
    if secret and isinstance(act, Declare | HouseRuling | Correct) and act.salt is not None and act.move is not None:
        digest = commitment(act.salt, entry.number, entry.actor, act.move)
    return Written(game, entry, ruling, seat, move, secret, digest)
