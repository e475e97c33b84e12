"""What everybody saw when a match was taken over, as the first event of its record: what is known begins with it."""

from __future__ import annotations

from typing import Any

from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.positions.open_table import OpenCharacter, OpenMoving, OpenTable
from referee.scorpion.positions.people import ropes_at_most


def shown(options: Options, table: OpenTable) -> dict[str, Any]:
    """Return it as an event's data. Depth `scores` has no more use of it than of what searches have found."""
    found = [note.model_dump(mode="json") for note in table.found]
    if options.depth == "scores":
        return {"found": found}
    return {
        "found": found,
        "figures": [[f.id, f.zone, f.drunk, f.inside] for f in table.figures],
        "intruders": [_intruder(options, one) for one in table.characters],
        "passages": [[p.owner, list(p.found)] for p in table.passages],
        "ropes": [[rope.a, rope.b] for rope in table.ropes],
        "moving": _moving(table),
    }


def _intruder(options: Options, one: OpenCharacter) -> dict[str, Any]:
    hung, before = ropes_at_most(options, one)
    inside = PASSAGE if one.status == "passage" and one.visible else None
    return {
        "who": one.who,
        "status": one.status,
        "zone": one.zone or inside,
        "accomplished": one.accomplished,
        "permitted": one.permitted,
        "ropes": hung,
        "ropes_before": before,
    }


def _moving(table: OpenTable) -> dict[str, Any] | None:
    """Return the unit that may step on, if one may."""
    last = next((asked for asked in reversed(table.pending) if isinstance(asked, OpenMoving)), None)
    if last is None:
        return None
    zone = next((f.zone for f in table.figures if f.id in last.unit), last.start)
    return {
        "unit": "+".join(sorted(last.unit)),
        "zone": zone,
        "left": last.left,
        "made": last.made,
        "walking": last.cause == "patrol",
    }
