"""Before the first turn: the seats, the deck, the deal, the start player (SCHOOL-1, 11)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.core.journal import Match
from referee.core.judging import firm, tell, uphold
from referee.core.replacing import replace
from referee.core.values import TABLE, Ruling, RulingContext, Seat
from referee.shinobi_school.cards import COPIES, PLAYERS
from referee.shinobi_school.moves import ConfirmDeal, SetStartPlayer
from referee.shinobi_school.options import Options
from referee.shinobi_school.state import Player, State, deal_of, player, undealt, untouched

FLIPS = COPIES + 1
"""The most cards that may have to be turned for the first field (SCHOOL-10.4)."""


def begin(options: Options, seated: Sequence[Seat]) -> State:
    """Lay the table for 3 to 5 players (SCHOOL-1.1 to 1.3).

    Raises `Refused` when there are not 3 to 5 seats, when a deal of the table's own leaves too few cards for a
    first field, or when the start player is none of the seats.
    """
    count = len(seated)
    firm(count in PLAYERS, "SCHOOL-1.3", "shinobi_school.players", count=count)
    deal = deal_of(options, count)
    stock = COPIES * deal.highest - deal.cards * count
    firm(stock >= FLIPS, "SCHOOL-1.3", "shinobi_school.deal_too_large", cards=deal.cards, least=FLIPS)
    players = tuple(Player(s.seat, s.name or s.seat) for s in seated)
    state = State(options, players, deal, start=options.start)
    if options.start is not None:
        player(state, options.start)
    return replace(state, phase="score") if options.depth == "scores" else state


def set_start_player(state: State, seat: str, move: SetStartPlayer, context: RulingContext) -> Ruling:
    """The table names who starts the first round, or the app draws that seat (SCHOOL-11.1; O10)."""
    start = player(state, move.player).seat
    firm(untouched(state), "SCHOOL-13.1", "shinobi_school.start_is_settled")
    drawn = state.options.first_start == "random"
    context.require(not drawn or seat == TABLE, "SCHOOL-11.1", "shinobi_school.start_is_drawn")
    told = [tell("shinobi_school.start_drawn" if drawn else "shinobi_school.starts", "SCHOOL-11.1", seat=start)]
    state = replace(state, start=start)
    return uphold(ready_to_play(state), told)


def ready_to_play(state: State) -> State:
    """The first turn begins when the first field lies and somebody starts (SCHOOL-11.2)."""
    if state.phase not in ("start", "turn"):
        return state
    return replace(state, phase="start" if state.start is None else "turn", active=state.start)


def confirm_deal(state: State, seat: str, move: ConfirmDeal, context: RulingContext) -> Ruling:
    """The whole deck was shuffled and dealt anew (SCHOOL-1.2 to 1.5)."""
    each = state.deal.cards
    clause = "SCHOOL-1.2" if len(state.players) == 5 else "SCHOOL-1.3"
    right = move.cards in (None, each)
    firm(right, clause, "shinobi_school.wrong_deal", cards=move.cards, each=each)
    params = {"round": state.round, "cards": each, "stock": undealt(state)}
    return uphold(replace(state, phase="split"), [tell("shinobi_school.dealt", "SCHOOL-1.5", **params)])


def opening_draw(match: Match, random: Random) -> dict[str, Any] | None:
    """Return the move that draws who starts, where the table wants that and it has not been done (SCHOOL-11.1)."""
    state = match.state
    if state.options.first_start != "random" or state.start is not None:
        return None
    return {"type": "set_start_player", "player": random.choice(match.seats).seat}
