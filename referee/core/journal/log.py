"""The journal as a viewer may know it, line by line, and the commitments in it.

The number of lines, their order, types and clauses tell a viewer no more than the match's view does. A viewer who may
not know an entry with a `PublicEvent` gets no line for it: its notices are in a line of that event, and its
commitment is one of those hashed into that line's.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from referee.core.acts import Consent, Correct, Declare, Entry, HouseRuling, Lay, NoteAgain, Redo, Step, Undo
from referee.core.game import Game
from referee.core.reading import canonical, positions_of
from referee.core.values import GAME_MASTER, PUBLIC, Notice, PublicEvent, Ruling, Value, Viewer


def commitment(salt: str, number: int, actor: str, move: Mapping[str, Any]) -> str:
    """Return the SHA-256, as 64 hex digits, that binds an entry to its move (METSUKE-4.1).

    `salt` is at least 128 random bits in hex: without it the few possible moves could be tried out.
    """
    text = canonical({"actor": actor, "move": dict(move), "number": number, "salt": salt})
    return hashlib.sha256(text.encode()).hexdigest()


def opens(digest: str, salt: str, number: int, actor: str, move: Mapping[str, Any]) -> bool:
    """Tell whether `digest` is the commitment to this move."""
    return hmac.compare_digest(digest.encode(), commitment(salt, number, actor, move).encode())


def sealed(digests: Sequence[str]) -> str | None:
    """Return one SHA-256 of several commitments in their order, which hides how many they are.

    `None` if there are none.
    """
    return hashlib.sha256("\n".join(digests).encode()).hexdigest() if digests else None


class Opening(Value):
    """A locked declaration laid open after the end: all that anybody needs to check it (METSUKE-4.2)."""

    number: int
    actor: str
    commitment: str
    salt: str
    move: dict[str, Any]

    @property
    def holds(self) -> bool:
        """Whether the commitment, which was public from the start, is that of this move."""
        return opens(self.commitment, self.salt, self.number, self.actor, self.move)


_WITH_MOVE = Declare | HouseRuling | Correct | NoteAgain


class LogLine(Value):
    """One line of the journal as a viewer may know it."""

    number: int
    """Counted from 1 in this viewer's log; for the game master and after the end, the number of the entry."""
    actor: str
    act: str
    seat: str | None = None
    move: dict[str, Any] | None = None
    about: int | None = None
    """The line that an undo, redo or correction is about, if the viewer has it."""
    note: str = ""
    notices: tuple[Notice, ...] = ()
    clause: str | None = None
    commitment: str | None = None
    in_force: bool = True
    """False for what was taken back, corrected or not agreed to."""
    house: bool = False


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Written:
    """An upheld entry with what its lines are made of, which is computed once since phones ask often."""

    game: Game
    entry: Entry
    ruling: Ruling
    before: Any = None
    """The state in which it was declared."""
    seat: str | None = None
    """The seat for which its move was declared, if it holds one."""
    move: Any = None
    """Its move, parsed."""
    about: int | None = None
    """The entry that it undoes, redoes or corrects."""
    secret: bool = False
    commitment: str | None = None
    _lines: dict[tuple[Viewer, bool], LogLine] = field(default_factory=dict)

    def hides_from(self, viewer: Viewer) -> bool:
        """Tell whether `viewer` may not know that this entry exists."""
        return self.ruling.event is not None and self.ruling.event.hides_from(viewer)

    def line(self, viewer: Viewer, in_force: bool) -> LogLine:
        """Return the entry as a line with the entry's own number, cached."""
        line = self._lines.get((viewer, in_force))
        if line is None:
            act = self.entry.act
            line = self._lines[viewer, in_force] = LogLine(
                number=self.entry.number,
                actor=self.entry.actor,
                act=act.type,
                seat=self.seat,
                move=self.masked(viewer),
                about=self.about if not isinstance(act, NoteAgain) or viewer in (self.seat, GAME_MASTER) else None,
                note=act.note if isinstance(act, HouseRuling) else "",
                notices=self.told(viewer),
                clause=self.ruling.clause,
                commitment=self.commitment,
                in_force=in_force,
                house=isinstance(act, HouseRuling),
            )
        return line

    def told(self, viewer: Viewer) -> tuple[Notice, ...]:
        """Return its notices to a viewer."""
        return tuple(notice for notice in self.ruling.notices if notice.reaches(viewer))

    def readings(self, viewer: Viewer) -> int:
        """Return how many things a viewer could read of it: a line of its own, or its notices in an event's line.

        Nothing that is declared later changes this number, and it tells no more than the lines do.
        """
        return len(self.told(viewer)) if self.hides_from(viewer) else 1

    def readings_alone(self, viewer: Viewer) -> int:
        """Return how many of these are not public."""
        if not self.hides_from(PUBLIC):
            return 0
        if not self.hides_from(viewer):
            return 1
        return len(self.told(viewer)) - len(self.told(PUBLIC))

    def masked(self, viewer: Viewer) -> dict[str, Any] | None:
        """Return the entry's move or position as JSON, as a viewer may know it; `None` if there is nothing to know."""
        if isinstance(self.entry.act, Lay):
            return positions_of(self.game).position_of(self.ruling.state, viewer).as_json()
        if self.move is None or (isinstance(self.entry.act, NoteAgain) and viewer not in (self.seat, GAME_MASTER)):
            return None
        assert self.seat is not None
        return dict(self.game.masked(self.move, self.seat, viewer))

    def opening(self) -> Opening | None:
        """Return what proves the commitment, or `None` if the entry has none."""
        act = self.entry.act
        if self.commitment is None or not isinstance(act, _WITH_MOVE | Lay):
            return None
        hidden = act.position if isinstance(act, Lay) else act.move
        assert act.salt is not None
        assert hidden is not None
        number, actor = self.entry.number, self.entry.actor
        return Opening(number=number, actor=actor, commitment=self.commitment, salt=act.salt, move=hidden)


def written(
    game: Game, entry: Entry, ruling: Ruling, before: Any, seat: str | None, move: Any, about: int | None = None
) -> Written:
    """Return the record of an upheld entry, with a commitment if it is secret and has a salt (METSUKE-4.1)."""
    act = entry.act
    secret = move is not None and (isinstance(act, NoteAgain) or game.secret(move))
    digest = None
    if secret and isinstance(act, _WITH_MOVE) and act.salt is not None and act.move is not None:
        digest = commitment(act.salt, entry.number, entry.actor, act.move)
    if isinstance(act, Lay) and act.salt is not None:
        secret, digest = True, commitment(act.salt, entry.number, entry.actor, act.position)
    return Written(game, entry, ruling, before, seat, move, about, secret, digest)


@dataclass(slots=True)
class _Event:
    """The line of a public event, while it may still grow."""

    at: int
    type: str
    in_force: bool
    digests: list[str]


def standing(entries: Sequence[Entry], steps: Sequence[Step]) -> set[int]:
    """Return the numbers of the entries in force; a corrected entry is replaced by its correction."""
    moves = {step.number if step.corrected is None else step.corrected for step in steps}
    superseded = {s.number for s in steps if isinstance(s.act, Correct) and s.act.move is not None}
    superseded -= {step.corrected for step in steps}
    # Which note was changed is its owner's secret: the changed entry counts as in force as well.
    again = {s.number for s in steps if isinstance(entries[s.number - 1].act, NoteAgain)}
    kept = again | {s.number for s in steps if s.corrected in again}
    told = {e.number for e in entries if isinstance(e.act, Undo | Redo | Consent)}
    return (moves - superseded) | kept | told


Placed: TypeAlias = tuple[tuple[LogLine, ...], dict[int, int]]
"""A viewer's log, and by the number of each entry that of its line in the log."""


def placed(entries: Iterable[Written], standing: set[int], viewer: Viewer, now: Any) -> Placed:
    """Return the log of `viewer`, and by the number of each entry that of its line in the log.

    A hidden entry without notices gets no line; its commitment goes into the next line of its event.
    """
    if viewer == GAME_MASTER:
        every = tuple(w.line(viewer, w.entry.number in standing) for w in entries)
        return every, {line.number: line.number for line in every}
    found: list[LogLine] = []
    place: dict[int, int] = {}
    unsealed: dict[str, list[str]] = {}
    growing: _Event | None = None
    for w in entries:
        in_force, event = w.entry.number in standing, w.ruling.event
        if event is None or not w.hides_from(viewer):
            growing = None
            line, number = w.line(viewer, in_force), len(found) + 1
            place[w.entry.number] = number
            about = None if line.about is None else place.get(line.about)
            if not w.game.remembered(now, w.before, viewer):
                line = line.model_copy(update={"move": None, "notices": (), "clause": None})
            if (line.number, line.about) != (number, about):
                line = line.model_copy(update={"number": number, "about": about})
            found.append(line)
            continue
        digests = unsealed.setdefault(event.type, [])
        if w.commitment is not None:
            digests.append(w.commitment)
        told = w.told(viewer)
        if not told:
            continue
        if growing is None or (growing.type, growing.in_force) != (event.type, in_force):
            found.append(_line_of(event, len(found) + 1, in_force))
            growing = _Event(len(found) - 1, event.type, in_force, [])
        growing.digests += digests
        digests.clear()
        place[w.entry.number] = growing.at + 1
        line = found[growing.at]
        more = {"notices": (*line.notices, *told), "commitment": sealed(growing.digests)}
        found[growing.at] = line.model_copy(update=more)
    return tuple(found), place


def _line_of(event: PublicEvent, number: int, in_force: bool) -> LogLine:
    return LogLine(
        number=number,
        actor=event.seat,
        act="declare",
        seat=event.seat,
        move={"type": event.type},
        clause=event.clause,
        in_force=in_force,
    )
