"""Who takes part in a battle, and what it comes to (SHINOBAZU-5.2 to 5.6, 6.1 to 6.6, 7.1 to 7.3, 8.1 to 8.4)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.judging import tell
from referee.core.values import Notice, Why
from referee.shinobazu.battle import Outcome, decide
from referee.shinobazu.model import RankRow, colour_of
from referee.shinobazu.state import (
    State,
    declared,
    in_turn_order,
    leftwards,
    open_cards,
    player,
    tell_points,
    total,
    with_points,
)


@dataclass(frozen=True)
class Muster:
    """Who fights a battle, in turn order, under which lead colour; who was forced to, and who leaves."""

    participants: tuple[str, ...]
    lead: str
    why: tuple[Why, ...]
    forced: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    threes: tuple[str, ...] = ()
    """Whose sum of three has dragged the passers in."""


def muster(state: State) -> Muster:
    """Settle, in this order, who takes part (SHINOBAZU-5.2 to 5.5, 7.1 to 7.3). All fighters have revealed."""
    fighters, passers = declared(state, "fight"), declared(state, "pass")
    everybody = in_turn_order(state, fighters + passers)
    threes = tuple(seat for seat in fighters if total(state, seat) == 3)
    lead = state.lead or ""
    if not fighters:
        return Muster(everybody, lead, (Why("shinobazu.why.all_passed", {}, "SHINOBAZU-5.3"),), passers)
    if len(fighters) == 1 and not (threes and state.options.single_three == "three_applies"):
        return _without(state, fighters[0], passers, bool(threes))
    if threes and passers:
        reason = Why("shinobazu.why.three", {"seats": list(threes), "passers": list(passers)}, "SHINOBAZU-7.1")
        return Muster(everybody, lead, (reason,), passers, threes=threes)
    return Muster(fighters, lead, ())


def _without(state: State, alone: str, passers: tuple[str, ...], three: bool) -> Muster:
    """A single fighter leaves, even with a three; all others fight (SHINOBAZU-5.4, 5.5)."""
    lead = _lead_left_of(state, alone)
    why = [
        Why("shinobazu.why.single", {"seat": alone}, "SHINOBAZU-5.4"),
        Why("shinobazu.why.single_lead", {"seat": alone, "colour": lead}, "SHINOBAZU-5.4"),
    ]
    if three:
        why.append(Why("shinobazu.why.single_three", {"seat": alone}, "SHINOBAZU-5.5"))
    return Muster(passers, lead, tuple(why), passers, leaves=(alone,))


def _lead_left_of(state: State, alone: str) -> str:
    """Return the colour of the current card in front of the left neighbour (SHINOBAZU-5.4).

    By option it is that of the card which the neighbour laid this round, wherever it lies.
    """
    left = leftwards(state, alone)[0]
    in_front = state.options.single_lead == "in_front"
    now = (c for c in state.cards if c.round == state.round)
    card = next(c.card for c in now if (c.owner if in_front else c.laid_by) == left)
    assert card is not None
    return colour_of(card)


def compare(
    state: State, participants: tuple[str, ...], leads: tuple[str, ...], kind: str, told: list[Notice]
) -> tuple[State, Outcome, tuple[RankRow, ...]]:
    """Compare the sums and at once give and take points (SHINOBAZU-6.1 to 6.6, 8.1 to 8.3, 8.12, 8.13)."""
    fronts = {seat: open_cards(state, seat) for seat in participants}
    outcome = decide(fronts, leads)
    after = with_points(state, {seat: outcome.delta(seat) for seat in participants})
    rows = tuple(
        RankRow(
            seat,
            value,
            fronts[seat],
            player(state, seat).points,
            player(after, seat).points,
            "wins" if seat == outcome.winner else "loses" if seat in outcome.losers else "stays",
        )
        for seat, value in outcome.ranking
    )
    clause = "SHINOBAZU-8.3" if kind == "battle" else "SHINOBAZU-8.13"
    params = {
        "losers": list(outcome.losers),
        "leads": list(leads),
        "inversions": len(outcome.inverting),
        "ranking": [seat for seat, _ in outcome.ranking],
        "totals": [value for _, value in outcome.ranking],
    }
    if outcome.winner is None:
        told.append(tell(f"shinobazu.{kind}_no_winner", clause, **params))
    else:
        told.append(tell(f"shinobazu.{kind}", clause, winner=outcome.winner, **params))
    told += tell_points(state, after, clause)
    return after, outcome, rows


def reasons(outcome: Outcome, rows: tuple[RankRow, ...]) -> tuple[Why, ...]:
    """Return why the strongest is the strongest, and who gains or loses (SHINOBAZU-6.2, 6.4, 8.1 to 8.3)."""
    count, cards = len(outcome.inverting), list(outcome.inverting)
    if count == 0:
        why = [Why("shinobazu.why.not_inverted", {}, "SHINOBAZU-6.2")]
    else:
        order = "inverted" if count % 2 else "inverted_back"
        why = [Why(f"shinobazu.why.{order}", {"count": count, "cards": cards}, "SHINOBAZU-6.4")]
    if len(outcome.losers) == len(rows):
        return (*why, Why("shinobazu.why.all_equal", {}, "SHINOBAZU-8.3"))
    if outcome.winner is None:
        why.append(Why("shinobazu.why.no_winner", {"seats": list(outcome.strongest)}, "SHINOBAZU-8.1"))
    elif rows[0].before == 0:
        why.append(Why("shinobazu.why.floor", {"seat": outcome.winner}, "SHINOBAZU-1.4"))
    if len(outcome.losers) > 1:
        why.append(Why("shinobazu.why.mutual", {"seats": list(outcome.losers)}, "SHINOBAZU-8.2"))
    return tuple(why)
