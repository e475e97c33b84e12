"""Noting again: a seat corrects its own note of what lies on the table, without anybody's consent (METSUKE-6).

A note copies what lies on the table, and that decides. As long as nobody else has been told it, its owner may note
it again at any time before the end. Later declarations stay in force, and are judged again with the new note.
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
    """Its line in the log of its owner."""
    seat: str
    move: Any
    step: Step


def notes_of(game: Game, steps: Sequence[Step], lines: Mapping[int, int], seat: str) -> tuple[Note, ...]:
    """Return a seat's own notes that are in force, the last first.

    `lines` are the numbers of the lines in the seat's log by those of the entries (`Match.line_numbers`).
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
    """Return the result of noting again in entry `number`, the note as it was, and the new move.

    `lines` are as in `notes_of`; `ended` tells whether the match has ended. Raises `Refused`, privately, if the change
    affects a decision or what others have been told, or contradicts a later declaration (METSUKE-6.1, 6.2): then only
    the table can correct it.
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
    """Yield the notices to others that are missing from the new ruling."""
    there = list(new.ruling.notices)
    for notice in old.ruling.notices:
        if notice in there:
            there.remove(notice)
        elif notice.to not in ((), (owner,)):
            yield notice
