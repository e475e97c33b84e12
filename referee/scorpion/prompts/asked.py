"""Who must or may do what now. What is legal only because of a secret is there for its owner alone.

Everybody is told the same asks in the same order, whatever is secret; only `offers`, and the questions
about a path that nobody else sees, are for those who may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from referee.core.offers import Each, Free, Offer, One
from referee.core.values import TABLE, Prompt, Viewer
from referee.scorpion.guards.prompts import alert_asks, card_asks, patrol_asks
from referee.scorpion.intruders.prompts import intruder_asks
from referee.scorpion.prompts.open_questions import open_asks, wound_asks
from referee.scorpion.returns.prompts import return_asks
from referee.scorpion.scores.asks import scores_prompts
from referee.scorpion.setup.begin import ROLES
from referee.scorpion.setup.prompts import setup_asks
from referee.scorpion.setup.table import untouched
from referee.scorpion.state import Splitting, State
from referee.scorpion.turns import answered_first


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return what is asked, as `viewer` may know it: first what must be done, then what may be."""
    return (*_asked(state, viewer), *always_asks(state))


def _asked(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    if state.phase == "ended":
        return ()
    if state.options.depth == "scores":
        return scores_prompts(state)
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


ANYTIME: Final = "scorpion.ask.anytime"
ARRANGE: Final = "scorpion.ask.arrange"
REVEAL: Final = "scorpion.ask.reveal_all"
ALWAYS: Final = frozenset({ANYTIME, ARRANGE, REVEAL})
"""What nobody waits for."""


def always_asks(state: State) -> Iterator[Prompt]:
    """Offer the same to everybody: nothing of it is secret, and nobody waits for it.

    Maps of options are not listed: any option may be among them, with any of its values.
    """
    if state.phase == "ended":
        if not state.revealed:
            yield Prompt(seat=TABLE, ask=REVEAL, must=False, offers=(Offer(move="reveal_all"),))
        return
    fill_in = Offer(move="set_unknown", fields={"options": Free()})
    for player in state.players:
        gives_up = () if player.seat in state.conceding else (Offer(move="concede"),)
        yield Prompt(seat=player.seat, ask=ANYTIME, must=False, offers=(*gives_up, fill_in))
    if state.phase == "setup" and untouched(state):
        roles = One(of=ROLES[len(state.players)])
        seated = Each(of={p.seat: roles for p in state.players}, different=True)
        offers = (
            Offer(move="seat_players", fields={"roles": seated}),
            Offer(move="load_board", fields={"board": Free()}),
            Offer(move="set_options", fields={"options": Free()}),
        )
        yield Prompt(seat=TABLE, ask=ARRANGE, must=False, offers=offers)
