"""Where an intruder could go step by step: what his phone needs to build a path without asking (SCORPION-17)."""

from __future__ import annotations

from referee.scorpion.intruders.path_rules import begun, followed, next_steps, steps_from
from referee.scorpion.intruders.steps import MOST_STEPS, Way
from referee.scorpion.moves import Step
from referee.scorpion.state import State


def step_map(state: State, who: str) -> dict[str, tuple[Step, ...]]:
    """Return, for every zone that can be reached with a step to spare, the movements that may follow there.

    By zone: whatever way leads there, the same steps follow, but for the cards used on the way. A zone that
    ends the move has no entry, unless he sets out from it: coming back into a moat he has to stop. Only the
    owner's side may see it.
    """
    steps = next_steps(state, who)
    if not steps:
        return {}
    way = begun(state, who)
    found = {way.at: steps}
    edge = [(state, way, step) for step in steps]
    for _ in range(MOST_STEPS - 1):
        further: list[tuple[State, Way, Step]] = []
        for there, way, step in edge:
            if step.to is None or step.to in found:
                continue
            arrived, on = followed(there, who, way, step)
            if steps := steps_from(arrived, who, on):
                found[on.at] = steps
                further += [(arrived, on, next_) for next_ in steps]
        edge = further
    return found
