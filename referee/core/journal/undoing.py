"""Taking back and letting stand again (METSUKE-2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from referee.core.acts import Correct, Declare, Entry
from referee.core.journal.corrections import judged_again
from referee.core.journal.timeline import Timeline
from referee.core.steps import Step
from referee.core.values import GAME_MASTER, PUBLIC, Refused, Ruling, Viewer

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
