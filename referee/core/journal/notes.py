"""Noting again: whoever noted something wrongly of what lies on the table puts it right alone (METSUKE-6).

A note copies what lies on the table, and the thing on the table decides. While nobody else has been told it, its owner
may note it again at any depth into a match. What was declared since stands, and is judged again by the right note.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.acts import Correct, Declare, NoteAgain, Step
from referee.core.game import Game
from referee.core.journal.corrections import Rejudged, beside, rejudge
from referee.core.moves import noted
from referee.core.reading import parse_move
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Notice, Refused


class Note(NamedTuple):
    """Something that a seat noted and that is in force."""

    line: int
    """Its line in the journal of its owner."""
    seat: str
    move: Any
    step: Step


def notes_of(game: Game, steps: Sequence[Step], lines: Mapping[int, int], seat: str) -> tuple[Note, ...]:
    """Return what a seat has noted for itself and what is in force, the last first.

    `lines` are those of the seat's journal by the numbers of the entries (`Match.line_numbers`).
    """
    found = []
    for step in steps:
        if isinstance(step.act, Declare) and step.seat == seat and step.number in lines:
            move = parse_move(game, step.act.move)
            if noted(move):
                found.append(Note(lines[step.number], seat, move, step))
    return tuple(reversed(found))


def noted_again(
    game: Game, steps: Sequence[Step], lines: Mapping[int, int], actor: str, act: NoteAgain, ended: bool, number: int
) -> tuple[Rejudged, Note, Any]:
    """Return what noting again in entry `number` comes to, the note that it changes, and the move as it is now.

    `lines` are as in `notes_of`; `ended` says that the match is over. Raises `Refused` (METSUKE-6.1, 6.2), on its
    owner's phone alone: for a decision, for what others have been told, and for what cannot be with what was declared
    since. Then the table decides.
    """
    if actor in (GAME_MASTER, TABLE):
        raise Refused("METSUKE-6.1", "table.note_owner", firm=True)
    note = next((one for one in notes_of(game, steps, lines, actor) if one.line == act.number), None)
    if note is None:
        raise Refused("METSUKE-6.1", "table.no_such_note", private=True, firm=True, number=act.number)
    move = parse_move(game, act.move)
    if _decided(note.move) != _decided(move):
        raise Refused("METSUKE-6.1", "table.note_decides", private=True, firm=True, number=act.number)
    if game.masked(move, actor, PUBLIC) != game.masked(note.move, actor, PUBLIC) or ended:
        raise Refused("METSUKE-6.2", "table.note_told", private=True, firm=True, number=act.number)
    correct = Correct(number=note.step.number, move=act.move, salt=act.salt)
    again = rejudge(game, steps, correct, number)
    retractable = game.EXTRAS.notes.retractable
    for old, new in beside(steps, again.steps):
        if new is None or new.ruling.waived - old.ruling.waived:
            why = next((d.now for d in again.differences if d.number == old.number), old.ruling.reason)
            at = {"number": act.number, "line": lines.get(old.number), "seat": old.seat, "why": why}
            raise Refused("METSUKE-6.2", "table.note_at_odds", private=True, firm=True, **at)
        if old is not note.step and any(retractable is None or not retractable(n) for n in _gone(old, new, actor)):
            raise Refused("METSUKE-6.2", "table.note_told", private=True, firm=True, number=act.number)
    return again, note, move


def _decided(move: Any) -> dict[str, Any]:
    whole: dict[str, Any] = move.model_dump(mode="json", exclude=set(move.about.notes))
    return whole | {"noted": sorted(noted(move))}


def _gone(old: Step, new: Step, owner: str) -> Iterator[Notice]:
    """Yield what others were told and would not be told now."""
    there = list(new.ruling.notices)
    for notice in old.ruling.notices:
        if notice in there:
            there.remove(notice)
        elif notice.to not in ((), (owner,)):
            yield notice
