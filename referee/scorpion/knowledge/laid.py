"""A match that is taken over in the middle: what of each intruder may be entered beside what everybody sees.

It is what positions admit (`referee.scorpion.positions`), or more: of what was before nothing is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.scorpion.contact import unseen_among_guards
from referee.scorpion.knowledge.cases import Half
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.knowledge.table import Table


def in_play(data: Mapping[str, Any]) -> set[str]:
    return {one["who"] for one in data["intruders"] if one["status"] in ("hidden", "visible", "passage")}


def hung(data: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """Return whose ropes may hang, one for each card, and whether it is of an earlier life, whose cards lie no more."""
    cards = ((one["who"], one["ropes"], one["ropes_before"]) for one in data["intruders"])
    return [(who, before) for who, now, then in cards for before in (False,) * now + (True,) * then]


def beside(ground: Ground, table: Table, one: Mapping[str, Any], half: Half) -> Half:
    """Return what of a half lies beside what is shown of its intruder, who may have the figure in the passage."""
    options, told, zones = table.options, half.told, ground.all
    hidden = ground.all & ~ground.passage
    if not unseen_among_guards(options):
        hidden &= ~table.watched(one["who"])
    inside = one["status"] == "passage" and one["zone"] is None
    if told.decoy:
        zones = hidden if inside else 0
    elif told.permitted != (options.passage_bluff == "figure_shown" and one["permitted"]):
        zones = 0
    elif inside:
        zones = ground.passage
    elif one["status"] == "hidden":
        zones = hidden
    return half._replace(places=half.places & ground.at(zones))
