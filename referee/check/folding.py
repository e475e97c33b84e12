"""A match is the fold of its journal, and what is taken back and let stand again is as it was."""

from __future__ import annotations

import json

from referee.check.leaks import seen
from referee.check.places import Wrong
from referee.core.journal import Entry, Match, fold
from referee.core.values import GAME_MASTER, PUBLIC, TABLE


def check_folded(match: Match) -> None:
    """Raise `Wrong` unless the journal, read again from JSON, tells of the same match for every viewer."""
    stored = [json.loads(entry.model_dump_json()) for entry in match.entries]
    options = match.options.model_dump(mode="json")
    folded = fold(match.game, options, match.seats, [Entry.model_validate(row) for row in stored])
    if folded != match:
        raise Wrong("the fold of the journal is another match than the one that was played")
    for viewer in (PUBLIC, GAME_MASTER, *(seat.seat for seat in match.seats)):
        if seen(folded, viewer) != seen(match, viewer):
            raise Wrong(f"the fold of the journal shows {viewer} another match than the one that was played")


def check_taken_back(match: Match) -> int:
    """Take back and let stand again what may be. Returns how often; raises `Wrong` where something is not as before."""
    made = 0
    masters = (GAME_MASTER,) if match.options.master_declares else ()
    for actor in (*(seat.seat for seat in match.seats), TABLE, *masters):
        may = match.may_undo(actor)
        undone, ruling = match.act(actor, {"type": "undo"})
        if ruling.upheld != (may is None):
            raise Wrong(f"whether {actor} may undo is not what an undo meets: {ruling.clause} {ruling.reason}")
        if may is None:
            again, ruling = undone.act(actor, {"type": "redo"})
            if (again.state, again.steps, again.undone) != (match.state, match.steps, match.undone):
                raise Wrong(f"what {actor} undid and let stand again is not as it was: {ruling.clause} {ruling.reason}")
            made += 1
    return made
