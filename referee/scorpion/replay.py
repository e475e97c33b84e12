"""A finished match once more: after every declaration the whole table, and where the guards could know everybody to be.

It is made when nothing is secret any more, from the states that the journal leads through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.core.values import GAME_MASTER
from referee.scorpion.event import Event
from referee.scorpion.knowledge import Knowledge, course
from referee.scorpion.state import State
from referee.scorpion.view import view
from referee.scorpion.view_model import View


class Frame(NamedTuple):
    """The table after one declaration. `number` is its entry in the journal, `seat` whose it was."""

    number: int
    seat: str
    turn: int
    phase: str
    view: View
    """As the game master saw it."""
    cloud: Mapping[str, tuple[str, ...]]
    """The zones in which each intruder could be, by the public record; empty where it is not worked out."""
    events: tuple[Event, ...]
    """What became public by it."""
    knowledge: Knowledge | None = None
    """All that was known; None where nothing is worked out."""


def replay(steps: Iterable[tuple[int, str, State]]) -> tuple[Frame, ...]:
    """Return the frames of a match from the set-up's end on.

    `steps` are the declarations in force: each entry's number, its seat, and the state after it.
    """
    found: list[Frame] = []
    for number, seat, state, events, known in course(steps):
        if state.options.depth == "scores":
            return ()
        if state.phase == "setup":
            continue
        cloud = {} if known is None else {who: known.zones(who) for who in known.names}
        seen = view(state, GAME_MASTER)
        found.append(Frame(number, seat, state.turn, state.phase, seen, cloud, events, known))
    return tuple(found)
