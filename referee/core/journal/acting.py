"""How each act is judged: a declaration and a position that is laid here, the others where their subject is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import ValidationError

from referee.core.acts import ACT, Consent, Correct, Declare, Entry, HouseRuling, Lay, NoteAgain, Redo, Undo
from referee.core.journal.consenting import consent
from referee.core.journal.corrections import correct
from referee.core.journal.house_rulings import house_ruling
from referee.core.journal.noting_again import note_again
from referee.core.journal.timeline import Timeline
from referee.core.journal.undoing import redo, undo
from referee.core.reading.declarations import field_of, parse_move, unreadable
from referee.core.reading.positions import positions_of, read_position
from referee.core.reading.seating import unknown_seat
from referee.core.steps import Step
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Notice, Refused, Ruling

M = TypeVar("M", bound=Timeline)
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
