"""A match: how each act is judged, taken back and let stand again; and the fold of its journal.

`Match` is immutable. Every act returns the next match and a ruling; a refused act returns the same
match. Only upheld acts become entries, so that folding the entries gives the match that was played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from pydantic import ValidationError

from referee.core.acts import ACT, Act, Consent, Correct, Declare, Entry, HouseRuling, Lay, NoteAgain, Redo, Step, Undo
from referee.core.game import Game
from referee.core.journal.corrections import Difference, Rejudged, consent, correct, judged_again, rejudge
from referee.core.journal.noting_again import note_again
from referee.core.journal.timeline import Timeline, house_ruling
from referee.core.reading import field_of, parse_move, positions_of, read_position, seats_of, unknown_seat, unreadable
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Notice, Refused, Ruling, Seat, Viewer

M = TypeVar("M", bound=Timeline)


def undo(match: M, entry: Entry) -> tuple[M, Ruling]:
    step, later = undoable(match, entry.actor)
    left = step.replaced if isinstance(step.act, Correct) else (*match.steps[: match.steps.index(step)], *later)
    state = later[-1].ruling.state if later else step.before
    message = step.told_as(entry.actor, "table.undone", "table.undone_hidden")
    ruling = _kept_from(step, entry.actor, Ruling.openly("METSUKE-2.1", message, state, {"actor": entry.actor}))
    undone = (*match.undone, replace(step, undone_by=entry.actor))
    return match.appended(entry, ruling, left, undone, about=step.number)


def undoable(match: Timeline, actor: str, viewer: Viewer | None = None) -> tuple[Step, tuple[Step, ...]]:
    """Return what an undo takes back, and what was declared after it and still stands.

    A seat takes back the last declaration that it knows of (or `viewer` does): what others did since in secret
    stands, for a refusal would tell that they did. Raises `Refused` (METSUKE-2.1 to 2.3).
    """
    knows = actor if viewer is None else viewer
    if not match.steps:
        raise Refused("METSUKE-2.1", "table.nothing_to_undo", firm=True)
    if actor == GAME_MASTER:
        return match.steps[-1], ()
    last = len(match.steps) - 1
    while last >= 0 and match.steps[last].ruling.unnoticed_by(knows):
        last -= 1
    if last < 0:
        raise Refused("METSUKE-2.1", "table.nothing_to_undo", firm=True)
    step = match.steps[last]
    if not isinstance(step.act, Declare):
        raise Refused("METSUKE-2.2", "table.undo_house", firm=True)
    if step.actor != actor:
        raise Refused("METSUKE-2.2", "table.undo_other", firm=True)
    if step.ruling.told or (match.result is not None and any(w.secret for w in match.written)):
        raise Refused("METSUKE-2.3", "table.undo_told", firm=True)
    later = judged_again(match.game, step.before, match.steps[last + 1 :])
    if later is None:
        raise Refused("METSUKE-2.2", "table.undo_other", firm=True)
    return step, later


def redo(match: M, entry: Entry) -> tuple[M, Ruling]:
    step, again = redoable(match, entry.actor)
    if isinstance(step.act, Correct):
        stand, state = (*step.judged, *again), step.ruling.state
    else:
        stand = (*(s for s in match.steps if s.since < step.since), *again)
        state = again[-1].ruling.state
    message = step.told_as(entry.actor, "table.redone", "table.redone_hidden")
    ruling = Ruling.openly("METSUKE-2.4", message, state, {"actor": entry.actor})
    ruling = _kept_from(step, entry.actor, ruling)
    undone = tuple(u for u in match.undone if u.number != step.number)
    return match.appended(entry, ruling, stand, undone, about=step.number)


def redoable(match: Timeline, actor: str, viewer: Viewer | None = None) -> tuple[Step, tuple[Step, ...]]:
    """Return what a redo lets stand again, and it with what was declared in secret since, as they are judged now.

    Raises `Refused` (METSUKE-2.4).
    """
    if viewer is None:
        known = [u for u in match.undone if actor in (GAME_MASTER, u.undone_by) or not u.ruling.unnoticed_by(actor)]
    else:
        known = [u for u in match.undone if not u.ruling.unnoticed_by(viewer)]
    if not known:
        raise Refused("METSUKE-2.4", "table.nothing_to_redo", firm=True)
    step = known[-1]
    if actor not in (GAME_MASTER, step.undone_by):
        raise Refused("METSUKE-2.4", "table.redo_other", firm=True)
    taken_up = replace(step, undone_by=None)
    later = tuple(s for s in match.steps if s.since > step.since)
    if isinstance(step.act, Correct) or (not later and step.before is match.state):
        return step, (taken_up,)
    state = later[0].before if later else match.state
    again = judged_again(match.game, state, (taken_up, *later))
    if again is None:
        raise Refused("METSUKE-2.4", "table.nothing_to_redo", firm=True)
    return step, again


def _kept_from(step: Step, actor: str, ruling: Ruling) -> Ruling:
    """Hide that a seat takes back a secret declaration from those who may not know that it was made."""
    if step.ruling.event is None or actor == GAME_MASTER or not step.ruling.unnoticed_by(PUBLIC):
        return ruling
    told = ruling.notices[0].model_copy(update={"to": step.ruling.event.knows})
    return replace(ruling, notices=(told,), event=step.ruling.event)


"""The match that is acted on, and that comes of it."""


def entry_of(match: Timeline, actor: str, act: Any) -> Entry:
    """Return the next entry, as it would be.

    Raises `Refused` on an unknown actor, an act that cannot be read, and a game master who only looks, where
    the game's option `gm` says so.
    """
    if actor not in (GAME_MASTER, TABLE) and not match.sits(actor):
        raise unknown_seat(actor)
    if actor == GAME_MASTER and not match.options.master_declares:
        raise Refused("METSUKE-1.1", "table.master_looks", firm=True)
    try:
        if isinstance(act, Mapping):
            act = ACT.validate_python(dict(act))
        return Entry(number=len(match.entries) + 1, actor=actor, act=act)
    except ValidationError as error:
        raise unreadable(field_of(error, act, act.get("type") if isinstance(act, Mapping) else None)) from None


def judge(match: M, entry: Entry) -> tuple[M, Ruling]:
    """Return the match after an entry and its ruling; the same match where the game refuses. Raises `Refused`."""
    match entry.act:
        case Declare():
            return declare(match, entry, entry.act)
        case Undo():
            return undo(match, entry)
        case Redo():
            return redo(match, entry)
        case HouseRuling():
            return house_ruling(match, entry, entry.act)
        case Consent():
            return consent(match, entry, entry.act)
        case Correct():
            return correct(match, entry, entry.act)
        case NoteAgain():
            return note_again(match, entry, entry.act)
        case Lay():
            return lay(match, entry, entry.act)


def declare(match: M, entry: Entry, act: Declare) -> tuple[M, Ruling]:
    match.speaks_for(entry.actor, act.seat)
    move = parse_move(match.game, act.move)
    ruling = match.game.judge(match.state, act.seat, move)
    if not ruling.upheld:
        return match, ruling
    if entry.actor == GAME_MASTER:
        ruling = replace(ruling, event=None)  # what a game master does, everybody sees that it is done
    step = Step(entry.number, entry.actor, act, ruling, match.state)
    # What everybody knows to be taken back may stand again as before, or its end would tell of this declaration.
    unnoticed = ruling.unnoticed_by(PUBLIC)
    undone = tuple(u for u in match.undone if unnoticed and not (u.ruling.event and u.undone_by == entry.actor))
    return match.appended(entry, ruling, (*match.steps, step), undone, act.seat, move)


def lay(match: M, entry: Entry, act: Lay) -> tuple[M, Ruling]:
    """Begin in the middle: only the table as a whole does, and only before anything else (METSUKE-5.1)."""
    if entry.actor != TABLE or match.entries:
        raise Refused("METSUKE-5.1", "table.already_begun", firm=True)
    position = read_position(match.game, act.position, match.seats)
    state = positions_of(match.game).lay(match.options, match.seats, position)
    laid = Notice(message="table.laid", clause="METSUKE-5.1")
    ruling = Ruling(True, "METSUKE-5.1", "table.laid", notices=(laid,), state=state, told=True)
    return match.appended(entry, ruling, match.steps, match.undone)


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


def begin(game: Game, options: Mapping[str, Any], seats: Sequence[Seat]) -> Match:
    """Begin a match. Raises `Refused` when options or seats do not fit the game."""
    try:
        parsed = game.OPTIONS.model_validate(dict(options))
    except ValidationError as error:
        raise unreadable(f"options.{field_of(error, options)}") from None
    seated = seats_of(game, seats)
    return Match(game, parsed, seated, game.begin(parsed, seated))


def fold(game: Game, options: Mapping[str, Any], seats: Sequence[Seat], entries: Iterable[Entry]) -> Match:
    """Return the match that the entries tell of.

    Raises `ValueError` when an entry is out of order or not upheld: the journal is then not one that
    was played.
    """
    match = begin(game, options, seats)
    for entry in entries:
        if entry.number != match.number + 1:
            raise ValueError(f"entry {entry.number} follows entry {match.number}")
        after, ruling = match.act(entry.actor, entry.act)
        if after is match:
            raise ValueError(f"entry {entry.number} is refused: {ruling.clause} {ruling.reason}")
        match = after
    return match
