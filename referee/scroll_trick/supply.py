"""The supply of scrolls: what came out of it, and what may still come (SCROLL-2.4, 2.5; ledger A5 and A6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import RulingContext
from referee.scroll_trick.cards import SET, VALUES, most, tally, without
from referee.scroll_trick.state import Laid, Play, Player, State, everybody, played


def real(values: Iterable[int], *, private: bool = False) -> None:
    """Refuse a value that no scroll has (SCROLL-2.4)."""
    for value in values:
        known = value in VALUES
        firm(known, "SCROLL-2.4", "scroll_trick.no_such_scroll", private=private, value=value, values=list(VALUES))


def accounted(state: State) -> Mapping[int, int]:
    """Return how many scrolls of each value are known to be out: all seen, and the sets of +3, +1 and −1.

    Without plays the sets are known to be among what is captured by the end of round 1.
    """
    if state.options.depth == "scores":
        captured = tally(value for p in everybody(state) for value in p.captured)
        sets = len(everybody(state))
        return {value: max(captured[value], sets if value in SET else 0) for value in VALUES}
    sets = sum(p.has_set for p in everybody(state))
    return {v: n + (sets if v in SET else 0) for v, n in zip(VALUES, state.seen, strict=True)}


def beside_sets(state: State) -> int:
    """Return how many captured scrolls are of no set of +3, +1 and −1: one lies before each seat (SCROLL-5.3, 9.6)."""
    sets, found = len(everybody(state)), tally(value for p in everybody(state) for value in p.captured)
    return sum(max(0, n - (sets if value in SET else 0)) for value, n in found.items())


def limit(state: State, value: int) -> int:
    """Return how many scrolls of a value there can be: as counted, or at most (SCROLL-2.5)."""
    counts = state.options.tile_counts
    return most(value) if counts is None else counts[value]


def in_pile(state: State, most: int) -> tuple[int, ...]:
    """Return the scrolls that may still come out of the pile, as everybody knows; of each value `most` at most."""
    known = accounted(state)
    return tuple(v for v in VALUES for _ in range(min(most, limit(state, v) - known[v])))


def first_too_many(state: State, values: Iterable[int]) -> int | None:
    known, more = accounted(state), tally(values)
    return next((v for v in VALUES if more[v] and known[v] + more[v] > limit(state, v)), None)


def require_supply(state: State, values: Iterable[int], context: RulingContext, *, private: bool = False) -> None:
    """Refuse scrolls that come out of the pile, if there are not so many of one value (SCROLL-2.5)."""
    over = first_too_many(state, values)
    if over is not None:
        context.refuse("SCROLL-2.5", "scroll_trick.supply", private=private, value=over, count=limit(state, over))


def came_out(state: State, values: Iterable[int]) -> State:
    """Return the table with values noted that everybody has seen come from the pile."""
    found = tally(values)
    return replace(state, seen=tuple(n + found[v] for v, n in zip(VALUES, state.seen, strict=True)))


def held_of(pool: Iterable[int], p: Player) -> tuple[int, ...]:
    """Return what of the pile a player may have drawn, as they noted it."""
    there, held = tally(pool), tally(p.held or ())
    return tuple(v for v in VALUES for _ in range(min(there[v], held[v])))


def noted_turns(state: State, p: Player, count: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield which scrolls a player may turn, each card with the value noted, as far as there are such scrolls."""
    noted = [(one.card, one.recorded) for one in p.open if one.tile and one.value is None and one.recorded is not None]
    for some in permutations(noted, count):
        if first_too_many(state, (value for _, value in some)) is None:
            yield some


def note_can_be(state: State, p: Player) -> bool:
    """Tell whether all scrolls that a player noted and nobody has seen can be there; else the note binds nobody (A7).

    There may be fewer of a value than was noted, as is seen later or was counted since (SCROLL-2.5).
    """
    down = (one.recorded for one in p.open if one.tile and one.value is None and not one.start)
    return first_too_many(state, (*(each for each in down if each is not None), *(p.held or ()))) is None


def notes_hold(state: State, p: Player, count: int) -> bool:
    """Tell whether what a player noted of scrolls can be, and lets them turn `count` (SCROLL-5.9; A7)."""
    if not note_can_be(state, p):
        return False
    if p.noted:
        return any(noted_turns(state, p, count))
    return p.held is None or len(held_of(in_pile(state, count), p)) >= count


def set_left(state: State, p: Player) -> tuple[int, ...]:
    """Return which of a seat's +3, +1 and −1 nobody has seen yet in round 1 (SCROLL-5.3, 9.6; ledger A5)."""
    laid = [*p.open, *(play.laid for _, play in played(state, p.seat))]
    left = without(SET, (one.value for one in laid if one.start and one.value is not None))
    if not state.out or state.shadow is not None:
        return left
    there = without(SET * len(state.players), (value for each in state.players for value in each.captured))
    return tuple(value for value in left if value in there)


def possible(state: State, p: Player, laid: Laid) -> tuple[int, ...]:
    """Return the values that a face-down scroll may have, as everybody knows."""
    if laid.value is not None:
        return (laid.value,)
    if laid.start:
        left = set_left(state, p)
        return tuple(v for v in VALUES if v in left)
    known = accounted(state)
    return tuple(v for v in VALUES if known[v] < limit(state, v))


def plausible(state: State) -> bool:
    """Tell whether all that was noted can be: cards that are different and not played, scrolls that are there.

    There is one of each card (SCROLL-2.1), and of each value so many scrolls (SCROLL-2.5).
    """
    noted = [card for p in state.players for card in p.hand or ()]
    gone = {play.card for trick in state.tricks for play in trick.plays} | set(state.out)
    opened = {laid.card for p in everybody(state) if getattr(p, "hand", None) is None for laid in p.open}
    laid = (*(laid for p in state.players for laid in p.open), *(play.laid for play in _last(state)))
    down = [one.recorded for one in laid if one.value is None and one.recorded is not None and not one.start]
    held = [value for p in state.players for value in p.held or ()]
    different = len(set(noted)) == len(noted) and not set(noted) & (gone | opened)
    return different and first_too_many(state, (*down, *held)) is None


def _last(state: State) -> tuple[Play, ...]:
    return state.tricks[-1].plays if state.tricks else ()
