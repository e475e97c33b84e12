"""The end of a match and its result (SCORPION-28, 29.4, OP-27, OP-28)."""

from __future__ import annotations

from referee.core.replacing import replace
from referee.core.values import Notice, Place, Result
from referee.scorpion.record import publish
from referee.scorpion.state import State, disputed, in_play, seats_of
from referee.scorpion.wound_cards import all_home


def nobody_left(state: State) -> bool:
    """Tell whether no intruder is on the board any more; a return that is due keeps the game going (28.1, OP-27)."""
    if in_play(state):
        return False
    due = any(c.status == "due" for c in state.characters)
    return not due or state.options.end_with_pending == "end"


def end_if_over(state: State, told: list[Notice]) -> State:
    """End the match when no intruder is left (SCORPION-28.1), unless one may still search from outside (OP-33)."""
    return ended(state, told) if nobody_left(state) and not may_search_outside(state) else state


def may_search_outside(state: State) -> bool:
    """Tell whether, by option, somebody who has just left the map may still search where they were (OP-33)."""
    if state.phase != "intruders" or state.options.search_after_escape == "no":
        return False
    return any(c.status == "escaped" and c.locked and c.touched and not c.searched for c in state.characters)


def ended(state: State, told: list[Notice]) -> State:
    """Close the match and tell its result (SCORPION-28)."""
    state = replace(all_home(state), phase="ended", pending=(), identity_public=True)
    outcome = result(state)
    assert outcome is not None
    return publish(state, told, "ended", outcome.clause, winners=list(outcome.winners), reason=outcome.reason)


def result(state: State) -> Result | None:
    """Return who has won: a function of what both characters came to, unless a side gave up (SCORPION-28.2 to 28.4).

    A draw names no winner. Points are 1 for the winners, 0 for the others.
    """
    if state.phase != "ended":
        return None
    if state.conceded is not None:
        side = "guards" if state.conceded == "intruders" else "intruders"
        return _won(state, seats_of(state, side), f"scorpion.result.conceded_{state.conceded}", "SCORPION-28.1")
    who = [c for c in state.characters if c.status != "absent"]
    done = [c for c in who if c.accomplished and c.status == "escaped"]
    if disputed(state) and state.options.disputed_win == "individual":
        done = [c for c in done if c.seat not in state.conceding]
        if done:
            return _won(state, tuple(c.seat for c in done), "scorpion.result.rivals", "SCORPION-30.7")
        return _won(state, seats_of(state, "guards"), "scorpion.result.guards", "SCORPION-30.7")
    lone = state.options.lone_wolf != "off"
    clause = "SCORPION-29.4" if lone else "SCORPION-28.2"
    if done and len(done) == len(who):
        return _won(state, seats_of(state, "intruders"), "scorpion.result.intruders", clause)
    if done:
        return _won(state, (), "scorpion.result.draw", "SCORPION-28.3")
    clause = "SCORPION-29.4" if lone else "SCORPION-28.4"
    return _won(state, seats_of(state, "guards"), "scorpion.result.guards", clause)


def _won(state: State, winners: tuple[str, ...], reason: str, clause: str) -> Result:
    rows = [(p.seat, int(p.seat in winners)) for p in state.players]
    rows.sort(key=lambda row: -row[1])
    best = rows[0][1]
    ranking = tuple(Place(seat=seat, place=1 if n == best else 1 + len(winners), points=n) for seat, n in rows)
    return Result(winners=winners, ranking=ranking, reason=reason, clause=clause)
