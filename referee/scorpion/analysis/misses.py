"""The near misses: where guards stopped one zone away from an intruder whom they did not see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.core.analysis import Moment, Phrase
from referee.core.steps import Step
from referee.scorpion.analysis.told import Told
from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import State, in_play

SHOWN: Final = 6
NEAR: Final = 1
"""Zones, as sound counts them."""


def misses(events: Sequence[Told], steps: Mapping[int, Step]) -> tuple[Moment, ...]:
    """Return the near misses, one for each turn and intruder; where there are many, those of whom most was known."""
    found: dict[tuple[int, str], tuple[int, Moment]] = {}
    for one, following in zip(events, [*events[1:], None], strict=True):
        if one.event.kind != "guards_moved" or (following is not None and _goes_on(one, following)):
            continue
        state: State = steps[one.entry].ruling.state
        zone, unit = one.event.data["zone"], one.event.data["unit"]
        for near in in_play(state):
            if near.visible or near.zone in (None, PASSAGE) or zone not in state.board:
                continue
            if state.board.sound.between(zone, near.zone or "") != NEAR:
                continue
            params = {"unit": unit, "zone": zone, "intruder": near.who, "place": near.zone}
            said = Phrase(message="scorpion.analysis.miss", params=params)
            known = len(one.after.zones(near.who) or one.after.zones("intruder"))
            moment = Moment(entry=one.entry, at=str(one.event.turn), said=said)
            found.setdefault((one.event.turn, near.who), (known, moment))
    best = sorted(found.values(), key=lambda each: each[0])[:SHOWN]
    return tuple(sorted((moment for _, moment in best), key=lambda moment: moment.entry))


def _goes_on(one: Told, following: Told) -> bool:
    return following.event.kind == "guards_moved" and following.event.data["unit"] == one.event.data["unit"]
