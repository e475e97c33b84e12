"""Before the first deal: seats, the start player, the scrolls that everybody takes (SCROLL-1, 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.judging import firm, uphold
from referee.core.replacing import replace
from referee.core.values import Refused, Ruling, RulingContext, Seat
from referee.scroll_trick.cards import OPEN, SET, SHADOW, TILES, VALUES, are_kinds, are_numbers, least
from referee.scroll_trick.moves import Configure, SetStartPlayer, TakeStartScrolls
from referee.scroll_trick.options import Options
from referee.scroll_trick.state import Player, State, everybody, player, seat_of, tell, tell_one, with_seat
from referee.scroll_trick.supply import accounted, note_can_be, real

PLAYERS = range(2, 6)


def begin(options: Options, seated: Sequence[Seat]) -> State:
    """Seat two to five people; with two the shadow sits between them (SCROLL-1.1, 9.1).

    Raises `Refused` when the seats do not fit, the start player is none of them, or the marker should lead
    every trick with two players, where the winner does (9.13).
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
    """The owner of the box enters what is in it (SCROLL-2.1, 2.5): the scrolls at any time, cards before the deal."""
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
    """Tell whether what the cards show is settled for this match (SCROLL-2.1)."""
    return state.round > 1 or state.phase not in ("setup", "deal", "score")


def _counted(counts: Mapping[int, int]) -> dict[int, int]:
    """Return how many scrolls of each value a box holds; refuse what no box can hold (SCROLL-2.4, 2.5)."""
    real(counts)
    missing = [value for value in VALUES if value not in counts]
    firm(not missing, "SCROLL-2.5", "scroll_trick.count_every_value", values=missing)
    total = sum(counts.values())
    firm(total == TILES, "SCROLL-2.5", "scroll_trick.box_sum", count=total, all=TILES)
    few = next((value for value in VALUES if counts[value] < least(value)), None)
    firm(few is None, "SCROLL-2.5", "scroll_trick.box_least", value=few, count=least(few or 0))
    return {value: counts[value] for value in VALUES}


def set_start_player(state: State, seat: str, move: SetStartPlayer, context: RulingContext) -> Ruling:
    """The table names the first start player, who takes the reference card (SCROLL-2.10 to 2.12)."""
    firm(move.player != SHADOW, "SCROLL-2.11", "scroll_trick.shadow_starts")
    player(state, move.player)
    told = [tell("starts", "SCROLL-2.12", seat=move.player)]
    return uphold(_ready(_started(state, move.player)), told)


def _started(state: State, seat: str) -> State:
    state = replace(state, first=seat, marker=seat, leader=seat)
    return replace(state, phase="score") if state.options.depth == "scores" else state


def take_start_scrolls(state: State, seat: str, move: TakeStartScrolls, context: RulingContext) -> Ruling:
    """A player takes one +3, one +1 and one −1 (SCROLL-2.7); anybody for the shadow (9.6), the table for all."""
    whose = _takers(state, seat, move.player)
    firm(sorted(move.values) == sorted(SET), "SCROLL-2.7", "scroll_trick.not_the_set")
    for each in whose:
        state = with_seat(state, each, has_set=True)
    state = replace(state, pile=state.pile - OPEN * len(whose))
    told = [tell("took_set", "SCROLL-2.7", seats=list(whose))]
    return uphold(_ready(state), told)


def _takers(state: State, seat: str, named: str | None) -> tuple[str, ...]:
    """Return who takes scrolls: each seat once (SCROLL-2.7)."""
    for_all = not any(p.seat == seat for p in state.players)
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
    """The first deal comes when somebody starts and all have their scrolls."""
    if state.phase == "setup" and state.marker is not None and all(p.has_set for p in everybody(state)):
        return replace(state, phase="deal")
    return state


def unknown_card(state: State, card: str) -> Refused:
    """Make the refusal of a card that this box does not hold (SCROLL-2.1)."""
    kinds, numbers = list(state.options.kinds), list(state.options.numbers)
    return Refused("SCROLL-2.1", "scroll_trick.no_such_card", firm=True, card=card, kinds=kinds, numbers=numbers)
