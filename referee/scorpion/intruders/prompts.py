"""What is asked in the intruders' phase (SCORPION-16 to 18).

Everybody hears one ask for each intruder player until the phase is over: who has locked his path is not
told. What an owner may do is for him alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.values import Prompt, Viewer
from referee.scorpion.asking import Legal, ask
from referee.scorpion.intruders.path_rules import next_cards, next_steps
from referee.scorpion.intruders.searching import searchable
from referee.scorpion.intruders.step_map import step_map
from referee.scorpion.moves import Step
from referee.scorpion.state import Character, State, disputed, in_play, seats_of
from referee.scorpion.view import open_to


def intruder_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask each intruder player for the secret moves, and each owner what his characters may do."""
    for seat in seats_of(state, "intruders"):
        mine = tuple(c for c in in_play(state) if c.seat == seat)
        waiting = [c.who for c in mine if not c.locked]
        if disputed(state):
            may_end = not waiting and seat not in state.intruders_done
        else:
            may_end = all(c.locked for c in in_play(state))

        def legal(waiting: list[str] = waiting, may_end: bool = may_end) -> Legal:
            return {"unlocked": waiting, "end": may_end}

        yield ask(state, viewer, seat, "intruders", legal=legal)
        if not open_to(state, viewer, (seat,)):
            continue
        for c in mine:
            if not c.locked:
                yield ask(state, viewer, seat, "path", legal=lambda c=c: _path(state, c), intruder=c.who)  # type: ignore[misc]
            elif zones := list(searchable(state, c.who)):
                most = min(len(zones), searches_left(state, c.who))
                yield ask(
                    state,
                    viewer,
                    seat,
                    "search",
                    public_legal={"zones": zones, "most": most},
                    must=False,
                    intruder=c.who,
                )


def searches_left(state: State, who: str) -> int:
    """Return how many zones an intruder may still search this turn (SCORPION-18.4, OP-16, OP-28)."""
    limit = state.options.search_limit_disputed if disputed(state) else state.options.search_limit
    used = len(state.searches) if limit == "side_2" else state.searches.count(who)
    return 2 - used


def _path(state: State, c: Character) -> Legal:
    """Return the first steps, all that may follow on each, and the cards that may be used where he stands."""
    return {
        "steps": [_step(step) for step in next_steps(state, c.who)],
        "map": {at: [_step(step) for step in steps] for at, steps in step_map(state, c.who).items()},
        "cards": [_step(step) for step in next_cards(state, c.who)],
    }


def _step(step: Step) -> dict[str, object]:
    """Return a step as JSON, without what it does not need."""
    return step.model_dump(mode="json", exclude_defaults=True, exclude_none=True) | {"do": step.do}
