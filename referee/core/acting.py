"""How each act is judged: declarations, undo and redo, house rulings and consent, corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import ValidationError

from referee.core.acts import ACT, Consent, Correct, Declare, Entry, HouseRuling, Lay, Redo, Undo
from referee.core.corrections import judged_again, rejudge
from referee.core.house_rulings import overrule
from referee.core.laying import positions_of, read_position
from referee.core.reading import field_of, parse_move, unreadable
from referee.core.seating import readable
from referee.core.steps import Proposal, Step
from referee.core.timeline import Timeline
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Notice, Refused, Ruling, Viewer

M = TypeVar("M", bound=Timeline)
"""The match that is acted on, and that comes of it."""


def entry_of(match: Timeline, actor: str, act: Any) -> Entry:
    """Return the next entry, as it would be.

    Raises `Refused` on an unknown actor, an act that cannot be read, and a game master who only looks, where
    the game's option `gm` says so.
    """
    if actor not in (GAME_MASTER, TABLE) and not match.sits(actor):
        raise _unknown(actor)
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
        case Lay():
            return lay(match, entry, entry.act)


def declare(match: M, entry: Entry, act: Declare) -> tuple[M, Ruling]:
    speaks_for(match, entry.actor, act.seat)
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


def speaks_for(match: Timeline, actor: str, seat: str) -> None:
    """A seat declares for itself; the game master may for an absent one; anybody for the table (METSUKE-1.1)."""
    if seat not in (GAME_MASTER, TABLE) and not match.sits(seat):
        raise _unknown(seat)
    if actor not in (seat, GAME_MASTER) and seat != TABLE:
        raise Refused("METSUKE-1.1", "table.other_seat", firm=True, seat=seat)


def undo(match: M, entry: Entry) -> tuple[M, Ruling]:
    step, later = undoable(match, entry.actor)
    left = step.replaced if isinstance(step.act, Correct) else (*match.steps[: match.steps.index(step)], *later)
    state = later[-1].ruling.state if later else step.before
    message = _hiding(step, entry.actor, "table.undone", "table.undone_hidden")
    ruling = _kept_from(step, entry.actor, _openly("METSUKE-2.1", message, state, {"actor": entry.actor}))
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
    message = _hiding(step, entry.actor, "table.redone", "table.redone_hidden")
    ruling = _openly("METSUKE-2.4", message, state, {"actor": entry.actor})
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


def _hiding(step: Step, actor: str, message: str, hidden: str) -> str:
    """Return how everybody is told that the game master touched an entry: of a hidden one there is no number."""
    return hidden if actor == GAME_MASTER and step.ruling.unnoticed_by(PUBLIC) else message


def _kept_from(step: Step, actor: str, ruling: Ruling) -> Ruling:
    """Hide that a seat takes back a secret declaration from those who may not know that it was made."""
    if step.ruling.event is None or actor == GAME_MASTER or not step.ruling.unnoticed_by(PUBLIC):
        return ruling
    told = ruling.notices[0].model_copy(update={"to": step.ruling.event.knows})
    return replace(ruling, notices=(told,), event=step.ruling.event)


def house_ruling(match: M, entry: Entry, act: HouseRuling) -> tuple[M, Ruling]:
    """Overrule the referee at once, or propose it to the seats (METSUKE-3.1, 3.2)."""
    actor, at_once = entry.actor, entry.actor == GAME_MASTER or len(match.seats) == 1
    if actor == TABLE:
        raise Refused("METSUKE-3.2", "table.house_who", firm=True)
    if (act.move is None) == (act.adjust is None):
        raise Refused("METSUKE-3.1", "table.house_empty", firm=True)
    if not readable(act.note):
        raise Refused("METSUKE-1.3", "table.note_characters", firm=True)
    if not at_once and match.proposal is not None:
        raise Refused("METSUKE-3.2", "table.house_pending", firm=True)
    speaks_for(match, actor, act.seat or actor)
    ruling = overrule(match.game, match.state, actor, act)
    move = None if act.move is None else parse_move(match.game, act.move)
    seat = act.seat or actor
    if at_once:
        step = Step(entry.number, actor, act, ruling, match.state)
        return match.appended(entry, ruling, (*match.steps, step), (), seat, move)
    proposed = _openly("METSUKE-3.2", "table.house_proposed", match.state, {"actor": actor})
    after, _ = match.appended(entry, proposed, match.steps, match.undone, seat, move)
    return replace(after, proposal=Proposal(entry.number, actor, act, frozenset({actor}))), proposed


def consent(match: M, entry: Entry, act: Consent) -> tuple[M, Ruling]:
    """Agree to what is proposed or turn it down; with the last seat's consent it holds (METSUKE-3.2)."""
    proposal = match.proposal
    if proposal is None or entry.actor == TABLE:
        raise Refused("METSUKE-3.2", "table.nothing_proposed", firm=True)
    params = {"actor": entry.actor, "proposer": proposal.actor}
    if not act.agree:
        ruling = _openly("METSUKE-3.2", "table.house_dropped", match.state, params)
        after, _ = match.appended(entry, ruling, match.steps, match.undone)
        return replace(after, proposal=None), ruling
    if entry.actor in proposal.agreed:
        raise Refused("METSUKE-3.2", "table.agreed_already", firm=True)
    agreed = proposal.agreed | {entry.actor}
    if entry.actor != GAME_MASTER and any(s.seat not in agreed for s in match.seats):
        ruling = _openly("METSUKE-3.2", "table.house_agreed", match.state, params)
        after, _ = match.appended(entry, ruling, match.steps, match.undone)
        return replace(after, proposal=replace(proposal, agreed=agreed)), ruling
    ruling = overrule(match.game, match.state, proposal.actor, proposal.act)
    step = Step(proposal.number, proposal.actor, proposal.act, ruling, match.state, agreed=entry.number)
    decided = replace(match, proposal=None)
    return decided.appended(entry, ruling, (*match.steps, step), ())


def correct(match: M, entry: Entry, act: Correct) -> tuple[M, Ruling]:
    """Put a mistake right; the table hears which entry, the game master sees the rest (METSUKE-3.3, 3.4)."""
    if entry.actor != GAME_MASTER:
        raise Refused("METSUKE-3.3", "table.correct_who", firm=True)
    again = rejudge(match.game, match.steps, act, entry.number)
    corrected = next(s for s in match.steps if s.number == act.number)
    message = _hiding(corrected, entry.actor, "table.corrected", "table.corrected_hidden")
    ruling = _openly("METSUKE-3.3", message, again.state, {})
    step = Step(entry.number, entry.actor, act, ruling, match.state, replaced=match.steps, judged=again.steps)
    move = None if act.move is None else parse_move(match.game, act.move)
    return match.appended(entry, ruling, (*again.steps, step), (), corrected.seat, move, about=act.number)


def _openly(clause: str, message: str, state: Any, params: Mapping[str, Any]) -> Ruling:
    """Uphold an act that the whole table is told of."""
    told = Notice(message=message, params=dict(params), clause=clause)
    return Ruling(True, clause, message, dict(params), (told,), state)


def _unknown(seat: str) -> Refused:
    shown = seat if readable(seat) and len(seat) <= 40 else "?"
    return Refused("METSUKE-1.1", "table.unknown_seat", firm=True, seat=shown)
