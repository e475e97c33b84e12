"""Laying a position: the tricks of its round, as far as anybody knows who played what (SCROLL-6)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.judging import firm, naming
from referee.core.replacing import replace
from referee.scroll_trick.cards import HAND, SHADOW
from referee.scroll_trick.contest.strength import ahead
from referee.scroll_trick.phases import CONTEST
from referee.scroll_trick.positions.described import sits
from referee.scroll_trick.positions.model import OVER, OpenCard, OpenPlay, OpenTable, taken_tricks
from referee.scroll_trick.state import Laid, Play, State, Trick, clockwise, order
from referee.scroll_trick.supply import real


def with_tricks(state: State, table: OpenTable) -> State:
    """Return the table with the tricks of this round; of some nobody may know who played what (SCROLL-6.2, 6.18)."""
    seats, out = len(order(state)), len(table.discards) + sum(len(trick.plays) for trick in table.tricks)
    whole = state.phase not in CONTEST or out % seats == 0
    firm(whole, "SCROLL-6.2", "scroll_trick.position.tricks", count=out, each=seats, field="table.discards")
    done = taken_tricks(table, seats)
    firm(state.phase in OVER or done < HAND, "SCROLL-6.18", "scroll_trick.seven_tricks", field="table.discards")
    state = replace(state, out=table.discards, tricks=tuple(Trick(n + 1, "", (), "") for n in range(done)))
    last = 0
    for n, trick in enumerate(table.tricks):
        path = f"table.tricks[{n}]"
        firm(last < trick.number <= done, "SCROLL-6.18", "scroll_trick.position.number", field=f"{path}.number")
        full = len(trick.plays) == seats
        firm(full, "SCROLL-6.2", "scroll_trick.position.tricks", count=out, each=seats, field=f"{path}.plays")
        sits(state, trick.ahead, f"{path}.ahead", shadow=True)
        plays = _plays(state, trick.plays, f"{path}.plays", trick.number, None)
        for m, play in enumerate(plays):
            seen = play.laid.value is not None or not play.opened
            firm(seen, "SCROLL-6.16", "scroll_trick.position.needed", field=f"{path}.plays[{m}].value")
        made = Trick(trick.number, plays[0].seat, plays)
        won = ahead(made, state.trump)
        made = replace(made, winner=trick.ahead or (won.seat if won else ""))
        state = replace(state, tricks=tuple(made if t.number == trick.number else t for t in state.tricks))
        last = trick.number
    return _trick_now(state, table, seats) if state.phase in CONTEST else _led_last(state, table)


def _trick_now(state: State, table: OpenTable, seats: int) -> State:
    """Return the table with the trick that is not yet taken (SCROLL-6.1, 6.2, 6.17)."""
    number, lies = len(state.tricks) + 1, len(table.now)
    leader = table.leader or _leads(state, number) or ""
    firm(leader, "SCROLL-6.17", "scroll_trick.position.needed", field="table.leader")
    _leads_it(state, leader, number, "table.leader")
    plays = _plays(state, table.now, "table.now", number, leader)
    state = replace(state, leader=leader)
    full = {"trick": lies < seats, "resolve": lies == seats, "refill": lies == 0}[state.phase]
    firm(full, "SCROLL-6.9", "scroll_trick.position.trick", each=seats, field="table.now")
    if state.phase == "refill":
        return state
    return replace(state, tricks=(*state.tricks, Trick(number, leader, plays)))


def _led_last(state: State, table: OpenTable) -> State:
    """Return the table with whoever led the last trick, where that is known, until the marker moves."""
    if state.phase not in OVER or table.marker_given:
        return state
    return replace(state, leader=table.leader)


def _leads(state: State, number: int) -> str | None:
    """Return who leads a trick, None if nobody knows who had the marker or took the one before (SCROLL-6.1, 6.17)."""
    if number > 1 and state.options.next_lead == "winner":
        return state.tricks[number - 2].winner or None
    if state.marker_given:
        return None
    shadow = number == 1 and state.shadow_low and state.options.shadow_low == "shadow_leads"
    return SHADOW if shadow else state.marker


def _leads_it(state: State, seat: str, number: int, field: str) -> None:
    leads, clause = _leads(state, number), "SCROLL-6.1" if number == 1 else "SCROLL-6.17"
    firm(leads in (None, seat), clause, "scroll_trick.position.leads", seat=leads, field=field)


def _plays(state: State, plays: Sequence[OpenPlay], path: str, number: int, leader: str | None) -> tuple[Play, ...]:
    """Return the cards of a trick, from its leader clockwise (SCROLL-6.2, 6.8, 9.6, 9.9)."""
    made = []
    for n, play in enumerate(plays):
        place = f"{path}[{n}]"
        sits(state, play.seat, f"{place}.seat", shadow=True)
        if leader is None:
            leader = play.seat
            _leads_it(state, leader, number, f"{place}.seat")
        turn = clockwise(order(state), leader)[n : n + 1]
        firm(turn == (play.seat,), "SCROLL-6.2", "scroll_trick.position.turn", field=f"{place}.seat")
        row = play.seat == SHADOW
        firm(play.opened or not row, "SCROLL-9.9", "scroll_trick.position.shadow_plays", field=f"{place}.opened")
        came = play.opened or play.value is None
        firm(came, "SCROLL-6.8", "scroll_trick.no_scroll_came", seat=play.seat, field=f"{place}.value")
        laid = laid_card(state, play.seat, play, place, play.opened, first=number == 1)
        made.append(Play(play.seat, play.card, play.opened, laid))
    return tuple(made)


def laid_card(state: State, seat: str, one: OpenCard, path: str, tile: bool, *, first: bool = False) -> Laid:
    """Return an open card with its scroll; in round 1 each is of the set but the later ones of the row (5.3, 9.6)."""
    with naming(f"{path}.value"):
        real(() if one.value is None else (one.value,))
    firm(tile or one.value is None, "SCROLL-5.9", "scroll_trick.no_scroll_there", card=one.card, field=f"{path}.value")
    of_set = not one.start or (state.round == 1 and seat == SHADOW)
    firm(of_set, "SCROLL-9.6", "scroll_trick.position.not_now", field=f"{path}.start")
    start = tile and (one.start or (state.round == 1 and (first or seat != SHADOW)))
    return Laid(one.card, tile=tile, value=one.value, start=start)
