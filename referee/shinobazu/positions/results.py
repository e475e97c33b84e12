"""Laying a position at the depth `scores`: the described result of the round's battle is checked for consistency."""

from __future__ import annotations

from pydantic import BaseModel

from referee.core.base import replace
from referee.core.game import said
from referee.core.judging import firm, naming
from referee.core.values import Refused, RulingContext
from referee.shinobazu.positions.model import OpenTable, ScoredBattle
from referee.shinobazu.rounds import ends
from referee.shinobazu.scores import fought, known
from referee.shinobazu.state import State, declared, in_turn_order, player
from referee.shinobazu.view_model import RefusedDuel, ScoreRound


def laid_result(state: State, table: OpenTable, context: RulingContext) -> State:
    """Return the state of a round of which only the result, or nothing yet, is known (SHINOBAZU-8.1 to 9.7)."""
    _unsaid(table, "table", ("active", "lead", "discards", "earlier", "challenged", "accepted", "duel_lead"))
    for i, seat in enumerate(table.seats):
        _unsaid(seat, f"table.seats[{i}]", ("before", "front", "returned", "withdrawn", "shown_hand"))
    for i, p in enumerate(state.players):
        with naming(f"table.seats[{i}].kept"):
            firm(p.kept < table.round, "SHINOBAZU-9.4", "shinobazu.position.carried", count=table.round - 1)
        with naming(f"table.seats[{i}].declared"):
            fits = (p.declared is None) == (table.scored is None)
            firm(fits, "SHINOBAZU-4.6", "shinobazu.position.declared_with_result")
    stays = tuple(p.seat for p, it in zip(state.players, table.seats, strict=True) if it.stays)
    if table.scored is None:
        with naming("table.seats"):
            firm(not stays, "SHINOBAZU-8.4", "shinobazu.position.stays", seats=list(stays))
        return _in_phase(replace(state, phase="battle"), table, ("battle",))
    return _decided(state, table, table.scored, in_turn_order(state, stays), context)


def _unsaid(part: BaseModel, path: str, of_plays: tuple[str, ...]) -> None:
    """Refuse fields that only the depth `plays` has (SHINOBAZU-2.4)."""
    there = said(part)
    for name in of_plays:
        firm(name not in there, "SHINOBAZU-2.4", "shinobazu.kept_in_scores", field=f"{path}.{name}")


def _in_phase(state: State, table: OpenTable, phases: tuple[str, ...]) -> State:
    with naming("table.phase"):
        firm(table.phase in phases, "SHINOBAZU-2.4", f"shinobazu.position.phase_{phases[0]}")
    return replace(state, phase=table.phase)


def _decided(
    state: State, table: OpenTable, scored: ScoredBattle, stays: tuple[str, ...], context: RulingContext
) -> State:
    with naming("table.scored.losers"):
        losers = known(state, scored.losers)
    passed = _passed(state, scored, losers, stays)
    may_duel = len(losers) == 1 and bool(passed)
    gained = losers
    if scored.duel is not None:
        with naming("table.scored.duel"):
            firm(may_duel, "SHINOBAZU-8.5", "shinobazu.position.no_duel")
        with naming("table.scored.gained"):
            gained = known(state, scored.gained)
            fits = gained and set(gained) <= {*losers, *passed}
            firm(fits, "SHINOBAZU-9.1", "shinobazu.position.gained", seats=[*losers, *passed])
    with naming("table.scored.gained"):
        firm(scored.duel or not scored.gained, "SHINOBAZU-9.1", "shinobazu.position.no_duel")
    for i, p in enumerate(state.players):
        with naming(f"table.seats[{i}].points"):
            gained_nothing = p.seat in gained and not p.points
            context.require(not gained_nothing, "SHINOBAZU-8.3", "shinobazu.position.gained_nothing", seat=p.seat)
    refused = _refused(state, scored, losers, passed, context)
    points = tuple(p.points for p in state.players)
    state = replace(
        state,
        players=tuple(replace(p, laid=True, hand_size=p.hand_size - 1) for p in state.players),
        stays=stays,
        gained=gained,
        refused=refused,
        rounds=(ScoreRound(table.set, table.round, scored.winner, losers, points, duel=scored.duel),),
    )
    open_duel = may_duel and scored.duel is None
    state = _in_phase(state, table, ("duel", "round_end", "ended") if open_duel else ("round_end", "ended"))
    with naming("table.phase"):
        firm(state.phase != "ended" or ends(state), "SHINOBAZU-9.7", "shinobazu.position.goes_on")
    return replace(state, challenger=losers[0] if state.phase == "duel" else None)


def _passed(state: State, scored: ScoredBattle, losers: tuple[str, ...], stays: tuple[str, ...]) -> tuple[str, ...]:
    """Return the passers remaining after the battle, into which a three may have forced some.

    Raises `Refused` if the result is impossible both with and without a three (SHINOBAZU-5.2 to 5.4, 7.1, 8.1 to 8.4).
    """
    why: list[Refused] = []
    for three in (False, True):
        try:
            with naming("table.scored"):
                _, passed = fought(state, declared(state, "pass"), three, scored.winner, losers)
            with naming("table.seats"):
                fits = stays == passed if scored.duel is None else set(stays) <= set(passed)
                firm(fits, "SHINOBAZU-8.4", "shinobazu.position.stays", seats=list(passed))
        except Refused as refused:
            why.append(refused)
        else:
            return passed
    raise why[0]


def _refused(
    state: State, scored: ScoredBattle, losers: tuple[str, ...], passed: tuple[str, ...], context: RulingContext
) -> RefusedDuel | None:
    refused = scored.refused_duel
    with naming("table.scored.refused_duel"):
        fits = (refused is not None) == (scored.duel == "refused")
        firm(fits, "SHINOBAZU-8.9", "shinobazu.position.refused")
        if refused is None:
            return None
        firm(refused.challenger in losers, "SHINOBAZU-8.6", "shinobazu.loser_challenges", seat=losers[0])
        firm(refused.target in passed, "SHINOBAZU-8.6", "shinobazu.not_a_passer", seat=refused.target)
        firm(refused.before >= 0, "SHINOBAZU-1.4", "shinobazu.below_zero", seat=refused.target)
        target = player(state, refused.target)
        cost = target.kept + 1
        fits = refused.after - refused.before == cost and refused.after == target.points
        context.require(fits, "SHINOBAZU-8.9", "shinobazu.cards_in_front", seat=refused.target, count=cost)
        firm(scored.gained == (refused.target,), "SHINOBAZU-9.1", "shinobazu.position.gained", seats=[refused.target])
    return refused
