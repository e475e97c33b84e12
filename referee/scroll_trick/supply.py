"""The supply of scrolls, those seen and those still possible, and the set-up (SCROLL-1, 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from referee.core.base import replace
from referee.core.judging import firm, uphold
from referee.core.values import Ruling, RulingContext, Seat
from referee.scroll_trick.cards import (
    OPEN,
    SET,
    SHADOW,
    TILES,
    VALUES,
    are_kinds,
    are_numbers,
    least,
    most,
    tally,
    without,
)
from referee.scroll_trick.moves import Configure, Options, SetStartPlayer, TakeStartScrolls
from referee.scroll_trick.state import (
    Laid,
    Player,
    State,
    everybody,
    humans,
    played,
    player,
    seat_of,
    tell,
    tell_one,
    with_seat,
)


def real(values: Iterable[int], *, private: bool = False) -> None:
    """Refuse a value that no scroll has (SCROLL-2.4)."""
    for value in values:
        is_a_value = value in VALUES
        firm(is_a_value, "SCROLL-2.4", "scroll_trick.no_such_scroll", private=private, value=value, values=list(VALUES))


def accounted(state: State) -> Mapping[int, int]:
    """Return how many scrolls of each value are known to be out: those seen, and the sets of +3, +1 and −1.

    At the depth `scores` the sets are known to be among the captures by the end of round 1.
    """
    if state.options.depth == "scores":
        sets = len(everybody(state))
        return {value: max(n, sets if value in SET else 0) for value, n in captures(state).items()}
    sets = sum(p.has_set for p in everybody(state))
    return {v: n + (sets if v in SET else 0) for v, n in zip(VALUES, state.seen, strict=True)}


def captures(state: State) -> Mapping[int, int]:
    """Return how many scrolls of each value are captured."""
    return tally(value for p in everybody(state) for value in p.captured)


def beside_sets(state: State) -> int:
    """Return the number of captured scrolls that belong to no set of +3, +1 and −1 (SCROLL-5.3, 9.6)."""
    sets = len(everybody(state))
    return sum(max(0, n - (sets if value in SET else 0)) for value, n in captures(state).items())


def limit(state: State, value: int) -> int:
    """Return the most scrolls of a value: as counted, or the most possible (SCROLL-2.5)."""
    counts = state.options.tile_counts
    return most(value) if counts is None else counts[value]


def in_pile(state: State, most: int) -> tuple[int, ...]:
    """Return the scrolls that may still come from the pile, by public knowledge, at most `most` of each value."""
    known = accounted(state)
    return tuple(v for v in VALUES for _ in range(min(most, limit(state, v) - known[v])))


def first_too_many(state: State, values: Iterable[int]) -> int | None:
    known, more = accounted(state), tally(values)
    return next((v for v in VALUES if more[v] and known[v] + more[v] > limit(state, v)), None)


def overdrawn(state: State, before: State | None = None) -> dict[str, Any]:
    """Return the first value of which more scrolls are out than there are, and how many there are; empty if none.

    With the state `before`, a value counts only if more of it are out than then.
    """
    had = {} if before is None else accounted(before)
    for value, n in accounted(state).items():
        if n > max(count := limit(state, value), had.get(value, 0)):
            return {"value": value, "count": count}
    return {}


def require_supply(state: State, values: Iterable[int], context: RulingContext, *, private: bool = False) -> None:
    """Refuse more scrolls of a value from the pile than there are (SCROLL-2.5)."""
    over = first_too_many(state, values)
    if over is not None:
        context.refuse("SCROLL-2.5", "scroll_trick.supply", private=private, value=over, count=limit(state, over))


def came_out(state: State, values: Iterable[int]) -> State:
    """Return the state with values recorded that everybody has seen come from the pile."""
    found = tally(values)
    return replace(state, seen=tuple(n + found[v] for v, n in zip(VALUES, state.seen, strict=True)))


def held_of(pool: Iterable[int], p: Player) -> tuple[int, ...]:
    """Return the scrolls of a pool that a player may have drawn, by the player's note."""
    there, held = tally(pool), tally(p.held or ())
    return tuple(v for v in VALUES for _ in range(min(there[v], held[v])))


def noted_turns(state: State, p: Player, count: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield the possible turns of noted scrolls: pairs of card and value."""
    noted = [(one.card, one.recorded) for one in p.open if one.tile and one.value is None and one.recorded is not None]
    for some in permutations(noted, count):
        if first_too_many(state, (value for _, value in some)) is None:
            yield some


def note_can_be(state: State, p: Player) -> bool:
    """Tell whether all scrolls that a player noted can exist; otherwise the note is ignored (A7).

    There may be fewer of a value than noted, as later scrolls or a count show (SCROLL-2.5).
    """
    down = (one.recorded for one in p.open if one.tile and one.value is None and not one.start)
    return first_too_many(state, (*(each for each in down if each is not None), *(p.held or ()))) is None


def scrolls_to_lay(state: State, p: Player) -> tuple[int, ...] | None:
    """Return the scrolls that a player lays: in round 1 the set, later those noted; `None` without a possible note."""
    if state.round == 1:
        return SET
    return p.held if note_can_be(state, p) else None


def notes_hold(state: State, p: Player, count: int) -> bool:
    """Tell whether a player's notes of scrolls are possible and allow turning `count` of them (SCROLL-5.9; A7)."""
    if not note_can_be(state, p):
        return False
    if p.noted:
        return any(noted_turns(state, p, count))
    return p.held is None or len(held_of(in_pile(state, count), p)) >= count


def set_left(state: State, p: Player) -> tuple[int, ...]:
    """Return the scrolls of a seat's +3, +1 and −1 that are still unseen in round 1 (SCROLL-5.3, 9.6; ledger A5)."""
    laid = [*p.open, *(play.laid for _, play in played(state, p.seat))]
    left = without(SET, (one.value for one in laid if one.start and one.value is not None))
    if not state.out or state.shadow is not None:
        return left
    there = without(SET * len(state.players), (value for each in state.players for value in each.captured))
    return tuple(value for value in left if value in there)


def possible(state: State, p: Player, laid: Laid) -> tuple[int, ...]:
    """Return the values that a face-down scroll may have, by public knowledge."""
    if laid.value is not None:
        return (laid.value,)
    if laid.start:
        left = set_left(state, p)
        return tuple(v for v in VALUES if v in left)
    known = accounted(state)
    return tuple(v for v in VALUES if known[v] < limit(state, v))


def plausible(state: State) -> bool:
    """Tell whether all notes are possible together: distinct unplayed cards, and existing scrolls.

    Each card exists once (SCROLL-2.1), each value as often as the supply allows (SCROLL-2.5).
    """
    noted = [card for p in state.players for card in p.hand or ()]
    gone = {play.card for trick in state.tricks for play in trick.plays} | set(state.out)
    opened = {laid.card for p in everybody(state) if getattr(p, "hand", None) is None for laid in p.open}
    last = state.tricks[-1].plays if state.tricks else ()
    laid = (*(laid for p in state.players for laid in p.open), *(play.laid for play in last))
    down = [one.recorded for one in laid if one.value is None and one.recorded is not None and not one.start]
    held = [value for p in state.players for value in p.held or ()]
    different = len(set(noted)) == len(noted) and not set(noted) & (gone | opened)
    return different and first_too_many(state, (*down, *held)) is None


PLAYERS = range(2, 6)


def begin(options: Options, seated: Sequence[Seat]) -> State:
    """Return the first state, for two to five people; with two, the shadow sits between them (SCROLL-1.1, 9.1).

    Raises `Refused` if the seats do not fit, the start player has no seat, or, with two players, the option lets the
    marker lead every trick (9.13).
    """
    firm(len(seated) in PLAYERS, "SCROLL-1.1", "scroll_trick.players", count=len(seated))
    ids = [s.seat for s in seated]
    firm(SHADOW not in ids, "SCROLL-9.3", "scroll_trick.shadow_seat_taken")
    firm(options.start is None or options.start in ids, "SCROLL-2.11", "scroll_trick.not_in_game", seat=options.start)
    two = len(seated) == 2
    firm(not two or options.next_lead == "winner", "SCROLL-9.13", "scroll_trick.winner_leads_with_two")
    state = State(options, tuple(Player(s.seat, s.name or s.seat) for s in seated))
    if two:
        state = replace(state, shadow=Player(SHADOW, SHADOW))
    return _started(state, options.start) if options.start else state


def configure(state: State, seat: str, move: Configure, context: RulingContext) -> Ruling:
    """Judge the contents of the box (SCROLL-2.1, 2.5): scrolls at any time, cards before the deal."""
    given = move.model_dump(include={"tile_counts", "kinds", "numbers"}, exclude_none=True)
    firm(given, "SCROLL-2.5", "scroll_trick.nothing_entered")
    cards = move.kinds is not None or move.numbers is not None
    firm(not cards or not cards_are_dealt(state), "SCROLL-2.1", "scroll_trick.cards_in_play")
    if move.kinds is not None:
        firm(are_kinds(move.kinds), "SCROLL-2.1", "scroll_trick.five_kinds")
    if move.numbers is not None:
        firm(are_numbers(move.numbers), "SCROLL-2.1", "scroll_trick.seven_numbers")
    if move.tile_counts is not None:
        given["tile_counts"] = _counted(move.tile_counts)
    after = replace(state, options=state.options.model_copy(update=given))
    if move.tile_counts is not None:
        known = accounted(after)
        over = next((value for value, n in known.items() if n > move.tile_counts[value]), None)
        firm(over is None, "SCROLL-2.5", "scroll_trick.counted_too_few", value=over, seen=known.get(over or 0, 0))
    told = [tell("configured", "SCROLL-2.5", what=[f"scroll_trick.configured.{name}" for name in given])]
    fallen = (p.seat for p in state.players if note_can_be(state, p) and not note_can_be(after, p))
    told += [tell_one(each, "scrolls_counted_otherwise", "SCROLL-2.5") for each in fallen]
    return uphold(after, told)


def cards_are_dealt(state: State) -> bool:
    """Tell whether the cards of this match can no longer change (SCROLL-2.1)."""
    return state.round > 1 or state.phase not in ("setup", "deal", "score")


def _counted(counts: Mapping[int, int]) -> dict[int, int]:
    """Return how many scrolls of each value a box holds; refuse what no box can hold (SCROLL-2.4, 2.5)."""
    real(counts)
    missing = [value for value in VALUES if value not in counts]
    firm(not missing, "SCROLL-2.5", "scroll_trick.count_every_value", values=missing)
    total = sum(counts.values())
    firm(total == TILES, "SCROLL-2.5", "scroll_trick.box_sum", count=total, all=TILES)
    lacking = next((value for value in VALUES if counts[value] < least(value)), None)
    firm(lacking is None, "SCROLL-2.5", "scroll_trick.box_least", value=lacking, count=least(lacking or 0))
    return {value: counts[value] for value in VALUES}


def set_start_player(state: State, seat: str, move: SetStartPlayer, context: RulingContext) -> Ruling:
    """Judge the first start player, who takes the reference card (SCROLL-2.10 to 2.12)."""
    firm(move.player != SHADOW, "SCROLL-2.11", "scroll_trick.shadow_starts")
    player(state, move.player)
    told = [tell("starts", "SCROLL-2.12", seat=move.player)]
    return uphold(_ready(_started(state, move.player)), told)


def _started(state: State, seat: str) -> State:
    state = replace(state, first=seat, marker=seat, leader=seat)
    return replace(state, phase="score") if state.options.depth == "scores" else state


def take_start_scrolls(state: State, seat: str, move: TakeStartScrolls, context: RulingContext) -> Ruling:
    """Judge the taking of +3, +1 and −1 (SCROLL-2.7); anybody may for the shadow (9.6), the table for all."""
    whose = _takers(state, seat, move.player)
    firm(sorted(move.values) == sorted(SET), "SCROLL-2.7", "scroll_trick.not_the_set")
    for each in whose:
        state = with_seat(state, each, has_set=True)
    state = replace(state, pile=state.pile - OPEN * len(whose))
    told = [tell("took_set", "SCROLL-2.7", seats=list(whose))]
    return uphold(_ready(state), told)


def _takers(state: State, seat: str, named: str | None) -> tuple[str, ...]:
    """Return the seats that take scrolls, each once (SCROLL-2.7)."""
    for_all = seat not in humans(state)
    if named is None and for_all:
        missing = tuple(p.seat for p in everybody(state) if not p.has_set)
        firm(missing, "SCROLL-2.7", "scroll_trick.all_have_sets")
        return missing
    who = named or seat
    taker = seat_of(state, who)
    firm(for_all or who in (seat, SHADOW), "SCROLL-2.7", "scroll_trick.own_scrolls", seat=who)
    firm(not taker.has_set, "SCROLL-2.7", "scroll_trick.has_set", seat=who)
    return (who,)


def _ready(state: State) -> State:
    """Begin the deal once there is a start player and all have their scrolls."""
    if state.phase == "setup" and state.marker is not None and all(p.has_set for p in everybody(state)):
        return replace(state, phase="deal")
    return state
