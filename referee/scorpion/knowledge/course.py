"""What was known after every step of a match, in one pass: for the replay and the analysis alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.core.values import PUBLIC, Viewer
from referee.scorpion.event import Event
from referee.scorpion.knowledge.known import Knowledge, nothing_known, over, supported
from referee.scorpion.state import State


class Known(NamedTuple):
    """What was known after one declaration. `number` is its entry in the journal, `seat` whose it was."""

    number: int
    seat: str
    state: State
    events: tuple[Event, ...]
    """What became public by it."""
    learnt: tuple[Knowledge, ...]
    """What was known after each of these events; empty where nothing can be worked out."""
    knowledge: Knowledge | None
    """What was known after the last; None where nothing can be worked out."""


def course(steps: Iterable[tuple[int, str, State]], viewer: Viewer = PUBLIC) -> Iterator[Known]:
    """Yield what a viewer knew after every step: each entry's number, its seat, and the state after it."""
    knowledge: Knowledge | None = None
    told = 0
    asked: dict[int, Knowledge] = {}
    """What was known before and after each search of the intruder phase that is under way: it will be looked at."""
    for number, seat, state in steps:
        events = state.record[told:]
        told = len(state.record)
        if knowledge is None and supported(state.options):
            knowledge = nothing_known(state, viewer)
        learnt: list[Knowledge] = []
        for event in events if knowledge is not None else ():
            assert knowledge is not None
            before = knowledge
            if event.kind == "intruder_phase_ended":
                knowledge = over(before, event, tuple(asked.values()))
                asked.clear()
            else:
                knowledge = before.learn((event,))
            if event.kind == "search_declared":
                asked |= {id(before): before, id(knowledge): knowledge}
            learnt.append(knowledge)
        yield Known(number, seat, state, events, tuple(learnt), knowledge)
