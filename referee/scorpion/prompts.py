"""Who must or may do what now. What is legal only because of a secret is there for its owner alone.

Everybody is told the same asks in the same order, whatever is secret; only `offers`, and the questions
about a path that nobody else sees, are for those who may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.values import Prompt, Viewer
from referee.scorpion.guards.prompts import alert_asks, card_asks, patrol_asks
from referee.scorpion.intruders.prompts import intruder_asks
from referee.scorpion.prompts_always import always_asks
from referee.scorpion.prompts_open import open_asks, wound_asks
from referee.scorpion.prompts_returns import return_asks
from referee.scorpion.scores.asks import scores_prompts
from referee.scorpion.setup.prompts import setup_asks
from referee.scorpion.state import Splitting, State
from referee.scorpion.turns import answered_first


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return what is asked, as `viewer` may know it: first what must be done, then what may be."""
    return (*_asked(state, viewer), *always_asks(state))


def _asked(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    if state.phase == "ended":
        return ()
    if state.options.depth == "scores":
        return scores_prompts(state, viewer)
    asked = answered_first(state)
    if asked is not None:
        waiting = () if isinstance(asked, Splitting) else wound_asks(state, viewer)
        return (*open_asks(state, viewer, asked), *waiting)
    asks: Any = {
        "setup": setup_asks,
        "start": return_asks,
        "alert": alert_asks,
        "cards": card_asks,
        "patrol": patrol_asks,
        "intruders": intruder_asks,
    }
    found: Iterator[Prompt] = asks[state.phase](state, viewer)
    return tuple(sorted((*wound_asks(state, viewer), *found), key=lambda prompt: not prompt.must))
