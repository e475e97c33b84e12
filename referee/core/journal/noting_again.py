"""Noting again: whoever noted something wrongly of what lies on the table puts it right alone (METSUKE-6).

A note copies what lies on the table, and the thing on the table decides. While nobody else has been told it, its owner
may note it again at any depth into a match. What was declared since stands, and is judged again by the right note.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple, TypeVar

from referee.core.acts import Correct, Declare, Entry, NoteAgain
from referee.core.journal.corrections import Rejudged, beside, rejudge, told_otherwise
from referee.core.journal.house_rulings import judged
from referee.core.journal.timeline import Timeline
from referee.core.moves import noted
from referee.core.reading.declarations import parse_move
from referee.core.steps import Step
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Notice, Refused, Ruling, Value

M = TypeVar("M", bound=Timeline)


class Note(NamedTuple):
    """Something that a seat noted and that is in force."""

    line: int
    """Its line in the journal of its owner."""
    seat: str
    move: Any
    step: Step


class NotedAgain(Value):
    """A note that was changed, as the audit names it after the end (METSUKE-6.3)."""

    seat: str
    number: int
    """The entry that noted again; what it changed was noted by entry `about`."""
    about: int
    was: dict[str, Any]
    now: dict[str, Any]


def notes_of(match: Timeline, seat: str) -> tuple[Note, ...]:
    """Return what a seat has noted for itself and what is in force, the last first."""
    lines = match.line_numbers(seat)
    found = []
    for step in match.steps:
        if isinstance(step.act, Declare) and step.seat == seat and step.number in lines:
            move = parse_move(match.game, step.act.move)
            if noted(move):
                found.append(Note(lines[step.number], seat, move, step))
    return tuple(reversed(found))


def note_again(match: M, entry: Entry, act: NoteAgain) -> tuple[M, Ruling]:
    """Put an own note right. All others hear one line, whatever it was; who was told wrongly hears what is so."""
    again, note, move = noted_again(match, entry.actor, act, entry.number)
    seat = note.seat
    told = [Notice(message="table.noted_again", params={"seat": seat}, clause="METSUKE-6.1")]
    told += told_otherwise(seat, match.steps, again.steps)
    ruling = Ruling(True, "METSUKE-6.1", "table.noted_again", {"seat": seat}, tuple(told), again.state, len(told) > 1)
    correct = Correct(number=note.step.number, move=act.move, salt=act.salt)
    step = Step(entry.number, entry.actor, correct, ruling, match.state, replaced=match.steps, judged=again.steps)
    return match.appended(entry, ruling, (*again.steps, step), (), seat, move, about=note.step.number)


def noted_again(match: Timeline, actor: str, act: NoteAgain, number: int | None = None) -> tuple[Rejudged, Note, Any]:
    """Return what noting again comes to, the note that it changes, and the move as it is now.

    Raises `Refused` (METSUKE-6.1, 6.2), on its owner's phone alone: for a decision, for what others have been told, and
    for what cannot be with what was declared since. Then the table decides.
    """
    if actor in (GAME_MASTER, TABLE):
        raise Refused("METSUKE-6.1", "table.note_owner", firm=True)
    note = next((one for one in notes_of(match, actor) if one.line == act.number), None)
    if note is None:
        raise Refused("METSUKE-6.1", "table.no_such_note", private=True, firm=True, number=act.number)
    move = parse_move(match.game, act.move)
    if _decided(note.move) != _decided(move):
        raise Refused("METSUKE-6.1", "table.note_decides", private=True, firm=True, number=act.number)
    if match.game.masked(move, actor, PUBLIC) != match.game.masked(note.move, actor, PUBLIC) or match.result:
        raise Refused("METSUKE-6.2", "table.note_told", private=True, firm=True, number=act.number)
    correct = Correct(number=note.step.number, move=act.move, salt=act.salt)
    again = rejudge(match.game, match.steps, correct, number)
    lines, retractable = match.line_numbers(actor), match.game.EXTRAS.notes.retractable
    for old, new in beside(match.steps, again.steps):
        if new is None or new.ruling.waived - old.ruling.waived:
            why = _why(old, again)
            at = {"number": act.number, "line": lines.get(old.number), "seat": old.seat, "why": why}
            raise Refused("METSUKE-6.2", "table.note_at_odds", private=True, firm=True, **at)
        if old is not note.step and any(retractable is None or not retractable(n) for n in _gone(old, new, actor)):
            raise Refused("METSUKE-6.2", "table.note_told", private=True, firm=True, number=act.number)
    return again, note, move


def changed_notes(match: Timeline) -> tuple[NotedAgain, ...]:
    """Return each note that was changed, from what to what, once the match has ended; nothing before (METSUKE-6.3)."""
    if match.result is None:
        return ()
    now: dict[int, dict[str, Any]] = {}
    found = []
    for w in match.written:
        act = w.entry.act
        if isinstance(act, NoteAgain) and w.about is not None and w.seat is not None:
            first = match.written[w.about - 1].entry.act
            was = now.get(w.about, first.move if isinstance(first, Declare) else {})
            found.append(NotedAgain(seat=w.seat, number=w.entry.number, about=w.about, was=was, now=act.move))
            now[w.about] = act.move
    return tuple(found)


def notes_behind(match: Timeline, seat: str, move: dict[str, Any]) -> tuple[Note, ...]:
    """Return the own notes without any one of which a refused declaration would be upheld, the last first.

    It tries them one by one: it is for a refusal that rests on a secret, on the phone of whoever declared.
    """
    return tuple(note for note in notes_of(match, seat) if rests_on(match, note, move))


def rests_on(match: Timeline, note: Note, move: dict[str, Any]) -> bool | None:
    """Tell whether a refused declaration would be upheld without an own note.

    None where that does not tell: what was declared since needs the note, or the declaration itself does.
    """
    try:
        again = rejudge(match.game, match.steps, Correct(number=note.step.number))
    except Refused:
        return None
    if any(new is None for _, new in beside(match.steps, again.steps, but=note.step.number)):
        return None
    now = judged(match.game, again.state, note.seat, declared := parse_move(match.game, move))
    same = now.reason == judged(match.game, match.state, note.seat, declared).reason
    return True if now.upheld else False if same else None


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


def _why(old: Step, again: Rejudged) -> str:
    differ: Collection[str] = [d.now for d in again.differences if d.number == old.number]
    return next(iter(differ), old.ruling.reason)
