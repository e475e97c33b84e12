"""A finished match once more: after every declaration the whole table, and where the guards could know everybody to be.

It is made when nothing is secret any more, from the states that the journal leads through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from referee.core.values import GAME_MASTER
from referee.scorpion.event import Event
from referee.scorpion.knowledge import Knowledge, course
from referee.scorpion.state import State
from referee.scorpion.views.view import view
from referee.scorpion.views.view_model import View


@dataclass(frozen=True, eq=False)
class Frame:
    """The table after one declaration. `number` is its entry in the journal, `seat` whose it was."""

    number: int
    seat: str
    state: State
    events: tuple[Event, ...]
    """What became public by it."""
    learnt: tuple[Knowledge, ...] = ()
    """All that was known after each of them; empty where nothing is worked out."""
    knowledge: Knowledge | None = None
    """What was known after the last; None where nothing is worked out."""

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def phase(self) -> str:
        return self.state.phase

    @cached_property
    def view(self) -> View:
        """Return the table as the game master saw it."""
        return view(self.state, GAME_MASTER)

    @cached_property
    def cloud(self) -> Mapping[str, tuple[str, ...]]:
        """Return the zones in which each intruder could be, by the public record; empty where it is not worked out."""
        return {} if self.knowledge is None else {who: self.knowledge.zones(who) for who in self.knowledge.names}


def replay(steps: Iterable[tuple[int, str, State]]) -> tuple[Frame, ...]:
    """Return the frames of a match from the set-up's end on.

    `steps` are the declarations in force: each entry's number, its seat, and the state after it.
    """
    found: list[Frame] = []
    for number, seat, state, events, learnt, known in course(steps):
        if state.options.depth == "scores":
            return ()
        if state.phase != "setup":
            found.append(Frame(number, seat, state, events, learnt, known))
    return tuple(found)
