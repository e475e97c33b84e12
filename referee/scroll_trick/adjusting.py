"""What a house ruling sets by hand: the scrolls that lie before a seat win over the app (SCROLL-1.3, 2.5)."""

from __future__ import annotations

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.scroll_trick.audits import audit_starts
from referee.scroll_trick.cards import TILES, VALUES, tally
from referee.scroll_trick.options import Adjustment
from referee.scroll_trick.state import Player, State, everybody, seat_of, with_seat
from referee.scroll_trick.supply import accounted, limit


def adjust(state: State, adjustment: Adjustment) -> State:
    """Return the state with captured scrolls set by hand.

    Raises `Refused` for a seat that nobody has (SCROLL-1.1), after the end (8.1), and for scrolls that no box
    holds (2.4, 2.5).
    """
    firm(state.phase not in ("tie", "ended"), "SCROLL-8.1", "scroll_trick.match_over")
    had = tally(value for p in everybody(state) for value in p.captured)
    for seat, captured in adjustment.captured.items():
        p = seat_of(state, seat)
        state = with_seat(state, seat, captured=captured, bounds=_bounds(state, p, len(captured)))
    now = tally(value for p in everybody(state) for value in p.captured)
    firm(sum(now.values()) <= TILES, "SCROLL-2.4", "scroll_trick.no_more_scrolls", count=TILES)
    seen = tuple(max(0, n + now[v] - had[v]) for v, n in zip(VALUES, state.seen, strict=True))
    state = replace(state, seen=seen)
    for value, n in accounted(state).items():
        most = limit(state, value)
        firm(n <= most, "SCROLL-2.5", "scroll_trick.supply", value=value, count=most)
    return audit_starts(state)


def _bounds(state: State, p: Player, size: int) -> tuple[int, ...]:
    """Return where rounds end in the new list: what was added or taken away is of the last round."""
    bounds = tuple(min(bound, size) for bound in p.bounds)
    return (*bounds[:-1], size) if state.phase == "between" else bounds
