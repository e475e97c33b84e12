"""What is asked in the intruders' phase (SCORPION-16 to 18).

Everybody hears one ask for each intruder player until the phase is over: who has locked a path is not told. What a
seat may do is offered to it alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.values import Prompt, Viewer
from referee.scorpion.asking import ask
from referee.scorpion.intruders.offers import intruder_offers
from referee.scorpion.state import State, seats_of


def intruder_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for seat in seats_of(state, "intruders"):
        yield ask(state, viewer, seat, "intruders", lambda seat=seat: intruder_offers(state, seat))  # type: ignore[misc]
