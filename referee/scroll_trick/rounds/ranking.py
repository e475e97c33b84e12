"""Who stands where on points: who turns scrolls, who starts next, who wins (SCROLL-5.5 to 5.8, 7.3, 8, 10)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.accounts import Standing
from referee.core.cards.tricks import ranked, strongest
from referee.core.values import Place, Result
from referee.scroll_trick.cards import SHADOW
from referee.scroll_trick.state import Player, State, clockwise, everybody, humans
from referee.scroll_trick.view_model import StandingView


def due(state: State) -> Mapping[str, int]:
    """Return how many scrolls each seat turns in this round, or between rounds in the next (SCROLL-5.4 to 5.8)."""
    return due_in(state, state.round + (state.phase == "between"))


def due_in(state: State, number: int) -> Mapping[str, int]:
    """Return how many scrolls each seat turns in a round.

    The highest turn 1 in round 2 and 2 in round 3, the next turn 1 in round 3; what counts is captured in
    earlier rounds (5.10). The shadow is ranked, but turns nothing extra, unless the option says otherwise (O12).
    """
    alone = state.options.shadow_rank == "humans_only"
    points = {p.seat: p.before(number) for p in (state.players if alone else everybody(state))}
    turns = dict.fromkeys(points, 0)
    if number > 1:
        first = strongest(points)
        turns |= dict.fromkeys(first, number - 1)
        rest = {seat: n for seat, n in points.items() if seat not in first}
        if number == 3 and rest and (len(first) == 1 or state.options.rank_ties_round3 == "dense"):
            turns |= dict.fromkeys(strongest(rest), 1)
    if state.options.shadow_rank != "ranked_turns":
        turns.pop(SHADOW, None)
    return turns


def lowest(state: State) -> tuple[str, ...]:
    """Return who may take the marker: the lowest human, of several as the option says (SCROLL-7.3, 10.6; O4)."""
    return lowest_of(state, {p.seat: p.points for p in state.players}, state.marker)


def lowest_of(state: State, points: Mapping[str, int], holder: str | None) -> tuple[str, ...]:
    """Return who may take the marker from `holder` on these points."""
    worst = min(points.values())
    low = tuple(seat for seat, n in points.items() if n == worst)
    if len(low) == 1 or state.options.low_tie == "table" or holder is None:
        return low
    if state.options.low_tie == "holder_keeps" and holder in low:
        return (holder,)
    around = clockwise(humans(state), holder)
    return (next(seat for seat in (*around[1:], around[0]) if seat in low),)


def shadow_is_lowest(state: State) -> bool:
    return state.shadow is not None and state.shadow.points < min(p.points for p in state.players)


def shadow_leads_on_points(state: State) -> bool:
    """Tell whether the shadow's points end the two-player game after round 1 or 2 (SCROLL-10.3; O13)."""
    if state.shadow is None:
        return False
    best = max(p.points for p in state.players)
    ties = state.options.shadow_tie == "tie_ends"
    return state.shadow.points > best or (ties and state.shadow.points == best)


def final_key(p: Player) -> tuple[int, int, int]:
    """Return what decides the match: points, then scrolls, then plus scrolls (SCROLL-8.2 to 8.4)."""
    return p.points, len(p.captured), sum(value > 0 for value in p.captured)


def ranked_players(state: State) -> tuple[Player, ...]:
    """Return whoever is ranked at the end: the shadow too, unless the option says otherwise (O14)."""
    return state.players if state.options.shadow_final == "humans_only" else everybody(state)


def best(state: State) -> tuple[str, ...]:
    """Return who is first by points and both tie-breaks; a human before the shadow (SCROLL-8.2 to 8.4; O14)."""
    first = strongest({p.seat: final_key(p) for p in ranked_players(state)})
    people = tuple(seat for seat in first if seat != SHADOW)
    return people or first


def standings(state: State) -> tuple[StandingView, ...]:
    """Return the ranking, first place first. Equals share a place; whom the table chose comes before them."""
    ranks = {p.seat: p for p in ranked_players(state)}
    keys = {seat: (*final_key(p), seat == state.chosen, seat != SHADOW) for seat, p in ranks.items()}
    rows = []
    for seat in ranked(keys):
        place = 1 + sum(key > keys[seat] for key in keys.values())
        points, tiles, plus = final_key(ranks[seat])
        rows.append(StandingView(seat=seat, place=place, points=points, tiles=tiles, plus=plus))
    return tuple(rows)


def result(state: State) -> Result | None:
    """Return how the match ended, once it has (SCROLL-8.2 to 8.5, 10.3, 10.5)."""
    if state.phase != "ended":
        return None
    ranking = tuple(Place(seat=row.seat, place=row.place, points=row.points) for row in standings(state))
    if state.game_over:
        return Result(winners=(), ranking=ranking, reason="scroll_trick.game_over", clause="SCROLL-10.3")
    winners = best(state) if state.chosen is None else (state.chosen,)
    why, clause = _decided_by(state, winners)
    return Result(winners=winners, ranking=ranking, reason=f"scroll_trick.{why}", clause=clause)


def _decided_by(state: State, winners: tuple[str, ...]) -> tuple[str, str]:
    """Return what told the winner from the next: a message and its clause."""
    if winners == (SHADOW,):
        return "shadow_wins", "SCROLL-10.5"
    if state.chosen is not None:
        return "table_chose", "SCROLL-8.5"
    if len(winners) > 1:
        return "shared_win", "SCROLL-8.5"
    keys = {p.seat: final_key(p) for p in ranked_players(state)}
    won = keys.pop(winners[0])
    next_best = max(keys.values())
    if won == next_best:
        return "before_shadow", "SCROLL-10.5"
    if won[:2] == next_best[:2]:
        return "more_plus", "SCROLL-8.4"
    if won[:1] == next_best[:1]:
        return "more_scrolls", "SCROLL-8.3"
    return "most_points", "SCROLL-8.2"


def standing(state: State) -> Standing:
    """Return the points by round and trick."""
    return Standing((state.round, len(state.tricks)), {p.seat: p.points for p in state.players})
