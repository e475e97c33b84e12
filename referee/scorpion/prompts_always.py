"""What may be declared at any time, and what the host declares before anything else and after the end (ledger 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.core.offers import Each, Free, Offer, One
from referee.core.values import TABLE, Prompt
from referee.scorpion.setup.begin import ROLES
from referee.scorpion.setup.table import untouched
from referee.scorpion.state import State

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
