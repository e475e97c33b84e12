"""What an undo takes back and a redo lets stand again, and how the table is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.core.acts import Correct, Declare, Step
from referee.core.game import Game
from referee.core.journal.corrections import judged_again
from referee.core.values import GAME_MASTER, PUBLIC, Refused, Ruling, Viewer


def undo(game: Game, steps: Sequence[Step], actor: str, revealed: bool) -> tuple[Step, tuple[Step, ...], Ruling]:
    """Return what an undo takes back, what stands then, and its ruling. Raises `Refused` as `undoable`."""
    step, later = undoable(game, steps, actor, actor, revealed)
    left = step.replaced if isinstance(step.act, Correct) else (*steps[: steps.index(step)], *later)
    state = later[-1].ruling.state if later else step.before
    message = step.told_as(actor, "table.undone", "table.undone_hidden")
    return step, left, _told(step, actor, "METSUKE-2.1", message, state)


def undoable(
    game: Game, steps: Sequence[Step], actor: str, viewer: Viewer, revealed: bool
) -> tuple[Step, tuple[Step, ...]]:
    """Return what an undo takes back, and what was declared after it and still stands.

    A seat takes back the last declaration that `viewer` knows of: what others did since in secret stands, for a
    refusal would tell that they did. `revealed` says that the match has ended and its secrets are open: no seat takes
    back anything then. Raises `Refused` (METSUKE-2.1 to 2.3).
    """
    if actor == GAME_MASTER and steps:
        return steps[-1], ()
    last = next((n for n in reversed(range(len(steps))) if not steps[n].ruling.unnoticed_by(viewer)), None)
    if last is None:
        raise Refused("METSUKE-2.1", "table.nothing_to_undo", firm=True)
    step = steps[last]
    if not isinstance(step.act, Declare):
        raise Refused("METSUKE-2.2", "table.undo_house", firm=True)
    if step.actor != actor:
        raise Refused("METSUKE-2.2", "table.undo_other", firm=True)
    if step.ruling.told or revealed:
        raise Refused("METSUKE-2.3", "table.undo_told", firm=True)
    later = judged_again(game, step.before, steps[last + 1 :])
    if later is None:
        raise Refused("METSUKE-2.2", "table.undo_other", firm=True)
    return step, later


def redo(
    game: Game, state: Any, steps: Sequence[Step], undone: Sequence[Step], actor: str
) -> tuple[Step, tuple[Step, ...], Ruling]:
    """Return what a redo lets stand again, all that stands then, and its ruling. Raises `Refused` as `redoable`."""
    step, again = redoable(game, state, steps, undone, actor)
    if isinstance(step.act, Correct):
        stand, state = (*step.judged, *again), step.ruling.state
    else:
        stand = (*(s for s in steps if s.since < step.since), *again)
        state = again[-1].ruling.state
    message = step.told_as(actor, "table.redone", "table.redone_hidden")
    return step, stand, _told(step, actor, "METSUKE-2.4", message, state)


def redoable(
    game: Game, state: Any, steps: Sequence[Step], undone: Sequence[Step], actor: str, viewer: Viewer | None = None
) -> tuple[Step, tuple[Step, ...]]:
    """Return what a redo lets stand again, and it with what was declared in secret since, as they are judged now.

    It is the last of what `undone` holds that `viewer` knows of, or without one that `actor` knows of or undid.
    Raises `Refused` (METSUKE-2.4).
    """
    own, knows = viewer is None, actor if viewer is None else viewer
    known = [u for u in undone if (own and actor in (GAME_MASTER, u.undone_by)) or not u.ruling.unnoticed_by(knows)]
    if not known:
        raise Refused("METSUKE-2.4", "table.nothing_to_redo", firm=True)
    step = known[-1]
    if actor not in (GAME_MASTER, step.undone_by):
        raise Refused("METSUKE-2.4", "table.redo_other", firm=True)
    taken_up = replace(step, undone_by=None)
    later = tuple(s for s in steps if s.since > step.since)
    if isinstance(step.act, Correct) or (not later and step.before is state):
        return step, (taken_up,)
    again = judged_again(game, later[0].before if later else state, (taken_up, *later))
    if again is None:
        raise Refused("METSUKE-2.4", "table.nothing_to_redo", firm=True)
    return step, again


def _told(step: Step, actor: str, clause: str, message: str, state: Any) -> Ruling:
    """Return the ruling on an undo or a redo, hidden from those who may not know that its declaration was made."""
    ruling = Ruling.openly(clause, message, state, {"actor": actor})
    if step.ruling.event is None or actor == GAME_MASTER or not step.ruling.unnoticed_by(PUBLIC):
        return ruling
    told = ruling.notices[0].model_copy(update={"to": step.ruling.event.knows})
    return replace(ruling, notices=(told,), event=step.ruling.event)
