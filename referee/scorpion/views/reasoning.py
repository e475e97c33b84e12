"""What the guards can know of the intruders, for tables at which the app helps them to reason (option `reasoning`).

It is made of the public record and the guards' own secrets, and of nothing else. Both guard players know the same, and
of a record that has grown only what is new is learnt.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from referee.core.values import PUBLIC, Viewer
from referee.scorpion.event import Event
from referee.scorpion.knowledge import Knowledge, knowledge_of, supported
from referee.scorpion.knowledge.own import own_of
from referee.scorpion.options import Options
from referee.scorpion.state import State, seats_of
from referee.scorpion.views.view_model import OutView, ReasoningView, WhereView

KEPT: Final = 64
"""Records whose knowledge is kept, those of other matches among them."""


def reasoning(state: State, viewer: Viewer) -> ReasoningView | None:
    """Return what a guard player can know while the match is on, if the table helps the guards to reason."""
    guards = _helped(state)
    return known_by(state, guards[0]) if viewer in guards else None


def prepare(state: State) -> Callable[[], ReasoningView] | None:
    """Return what works out beforehand what guards will look at; None where their record has not grown."""
    guards = _helped(state)
    return partial(known_by, state, guards[0]) if guards and not _ready(state, guards[0]) else None


def _helped(state: State) -> tuple[str, ...]:
    """Return the guards' seats while the match is on, where the table helps them."""
    if state.options.reasoning != "guards" or state.phase in ("setup", "ended"):
        return ()
    return seats_of(state, "guards") if supported(state.options) else ()


def known_by(state: State, viewer: Viewer = PUBLIC) -> ReasoningView:
    """Return what a viewer can know now, whether or not the table helps it to reason."""
    folded = _folded(state, viewer)
    if folded.view is None:
        folded.view = _told(state, folded.knowledge)
    return folded.view


def knowledge(state: State) -> Knowledge:
    """Return what the public record lets anybody know."""
    return _folded(state, PUBLIC).knowledge


class Relearnt(NamedTuple):
    """Where an intruder can be by two records of one match."""

    who: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def relearnt(before: State, after: State) -> tuple[Relearnt, ...]:
    """Return of whom two states let anybody know something else, by the public record alone."""
    if not (supported(before.options) and supported(after.options)):
        return ()
    then, now = knowledge(before), knowledge(after)
    each = (Relearnt(who, then.zones(who), now.zones(who)) for who in dict.fromkeys((*then.names, *now.names)))
    return tuple(one for one in each if one.before != one.after)


def _told(state: State, known: Knowledge) -> ReasoningView:
    there = {who: known.zones(who) for who in known.names}
    return ReasoningView(
        intruders=tuple(
            WhereView(
                who=who,
                zones=zones,
                certain=known.certain(who),
                out=tuple(_out(known, who, zone) for zone in state.board.ids if zone not in zones),
            )
            for who, zones in there.items()
            if zones
        ),
        broken=known.broken is not None,
        laid=known.laid is not None,
        rough=known.rough,
    )


def _out(known: Knowledge, who: str, zone: str) -> OutView:
    """Return why a zone is out; without a kind where nothing has ever led there."""
    why = known.why_out(who, zone)
    if why is None:
        return OutView(zone=zone, turn=0, kind="", data={}, clause="")
    return OutView(zone=zone, turn=why.turn, kind=why.kind, data=dict(why.data), clause=why.clause)


# What was worked out before


@dataclass
class _Folded:
    """What was learnt from a record, with all that it rests on beside."""

    rests_on: tuple[Any, ...]
    options: Options
    record: tuple[Event, ...]
    knowledge: Knowledge
    view: ReasoningView | None = None

    def begins(self, state: State, rests_on: tuple[Any, ...]) -> bool:
        """Tell whether a state's record goes on from this one: an event is part of one record alone."""
        n = len(self.record)
        if self.options is not state.options or n > len(state.record) or self.rests_on != rests_on:
            return False
        return n > 0 and self.record[-1] is state.record[n - 1]


_kept: deque[_Folded] = deque(maxlen=KEPT)


def _ready(state: State, viewer: Viewer) -> bool:
    before = _before(state, _rests_on(state, viewer))
    return before is not None and len(before.record) == len(state.record)


def _rests_on(state: State, viewer: Viewer) -> tuple[Any, ...]:
    return state.board.hash, viewer, own_of(state, viewer)


def _before(state: State, rests_on: tuple[Any, ...]) -> _Folded | None:
    """Return what was learnt from the longest beginning of a state's record."""
    begun = (f for f in tuple(_kept) if f.begins(state, rests_on))  # a copy: others may add to it meanwhile
    return max(begun, key=lambda f: len(f.record), default=None)


def _folded(state: State, viewer: Viewer) -> _Folded:
    rests_on = _rests_on(state, viewer)
    before = _before(state, rests_on)
    if before is not None and len(before.record) == len(state.record):
        return before
    if before is None:
        known = knowledge_of(state, viewer)
    else:
        known = before.knowledge.learn(state.record[len(before.record) :])
    found = _Folded(rests_on, state.options, state.record, known)
    _kept.append(found)
    return found
