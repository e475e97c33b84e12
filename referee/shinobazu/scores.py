"""Depth `scores`: only results are declared, offered and checked, as far as possible without the cards.

The offered results depend on little and are the same for all viewers, so they are cached. A passer who is not
challenged keeps the cards, so the number of cards before each seat is still known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from referee.core.base import replace
from referee.core.judging import firm, given, one, tell, uphold
from referee.core.offers import Offer, One, Some
from referee.core.values import Notice, Ruling, RulingContext
from referee.shinobazu.model import BattleResult, DuelResult, NoDuel, RefusedDuel
from referee.shinobazu.rounds import duel_on_the_sheet, next_start, on_the_sheet
from referee.shinobazu.state import State, in_turn_order, one_seat, player, seats, tell_points, with_points

NOT, EITHER = One(of=(None, False)), One(of=(None, False, True))
YES = One(of=(True,))
NOBODY = Some(of=(), most=0, optional=True)


@lru_cache(maxsize=256)
def battle_results(order: tuple[str, ...], kept: tuple[str, ...], single_three: bool) -> tuple[Offer, ...]:
    """Return the possible results of a battle (SHINOBAZU-4.8, 5.2 to 5.4, 7.1, 7.3, 8.1, 8.2).

    `order` is every seat, the start player first; `kept` are the seats with carried cards. With `single_three` one
    fighter suffices for a jutsu of three.
    """
    start, count = order[0], len(order)
    found: list[Offer] = []
    for pushed, may_pass in ((EITHER, order[1:]), (YES, order)):
        flags = {"start_pushed": pushed}
        for passers, result in _several(order, may_pass):
            found.append(_offer("battle_result", ("passers", "winner", "losers"), passers=passers, three=NOT,
                                **flags, **result))  # fmt: skip
        for fighter in kept:
            some = tuple(seat for seat in may_pass if seat != fighter)
            most = min(len(some), count - (1 if single_three else 2))
            found += [
                _offer("battle_result", ("winner", "losers"), passers=Some(of=some, least=1, most=most), three=YES,
                       **flags, **result)
                for result in _among(order)
            ]  # fmt: skip
    for alone in order:
        others = tuple(seat for seat in order if seat != alone)
        flags = {"start_pushed": EITHER if alone == start else YES, "three": NOT}
        found += [
            _offer("battle_result", ("winner", "losers"), passers=_all(others), **flags, **result)
            for result in _among(others)
        ]
    flags = {"start_pushed": YES, "three": NOT}
    found += [
        _offer("battle_result", ("winner", "losers"), passers=_all(order), **flags, **result)
        for result in _among(order)
    ]
    return tuple(found)


@lru_cache(maxsize=256)
def duel_results(challenger: str, cards: tuple[tuple[str, int], ...], kept: tuple[str, ...]) -> tuple[Offer, ...]:
    """Return the possible results of a duel, including none (SHINOBAZU-8.6 to 8.13).

    `cards` gives the number of cards before each passer. A sum of three forces the other passers in only if one of the
    two is in `kept`, the seats with carried cards; empty without the option (8.12).
    """
    targets = tuple(target for target, _ in cards)
    found = [Offer(move="no_duel")]
    outcomes = One(of=("challenger_wins", "target_wins", "tie"))
    found.append(_offer("duel_result", target=One(of=targets), outcome=outcomes, losers=NOBODY))
    for target, count in cards:
        refused, price = One(of=("refused",)), One(of=(None, count))
        found.append(_offer("duel_result", target=One(of=(target,)), outcome=refused, k=price, losers=NOBODY))
        if len(cards) > 1 and {challenger, target} & set(kept):
            found += [
                _offer("duel_result", ("winner", "losers"), target=One(of=(target,)), outcome=One(of=("three",)),
                       **result)
                for result in _among((challenger, *targets))
            ]  # fmt: skip
    return tuple(found)


def _offer(move: str, apart: tuple[str, ...] = (), **fields: Any) -> Offer:
    return Offer(move=move, fields=fields, apart=apart)


def _all(some: tuple[str, ...]) -> Some:
    return Some(of=some, least=len(some), most=len(some))


def _among(fought: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Yield the possible winners and losers of a battle: a winner apart from the losers, or none."""
    count = len(fought)
    yield {"winner": One(of=fought), "losers": Some(of=fought, least=1, most=count - 1)}
    yield {"losers": _all(fought)}
    if count > 2:
        yield {"losers": Some(of=fought, least=1, most=count - 2)}


def _several(order: tuple[str, ...], may_pass: tuple[str, ...]) -> Iterator[tuple[Some, dict[str, Any]]]:
    """Yield the passers of a battle with two or more fighters, with its winners and losers."""
    count = len(order)
    most = min(count - 2, len(may_pass))
    winner = {"winner": One(of=order), "losers": Some(of=order, least=1, most=count - 1)}
    yield Some(of=may_pass, most=most, optional=True), winner
    for passing in range(most + 1):
        fighting = count - passing
        passers = Some(of=may_pass, least=passing, most=passing, optional=not passing)
        yield passers, {"losers": Some(of=order, least=fighting, most=fighting)}
        if fighting > 2:
            yield passers, {"losers": Some(of=order, least=1, most=fighting - 2)}


def battle_result(state: State, seat: str, move: BattleResult, context: RulingContext) -> Ruling:
    """Judge the result of a battle: who passed, who won and lost (SHINOBAZU-5.2 to 5.6, 7.1, 8.1 to 8.5)."""
    passers, losers = known(state, move.passers), known(state, move.losers)
    may_pass = move.start_pushed or state.start not in passers
    context.require(may_pass, "SHINOBAZU-4.8", "shinobazu.start_fights")
    forced = forced_in(state, passers, move.three)
    fighters = tuple(s for s in seats(state) if s not in passers)
    fights_alone = len(fighters) == 1 and not move.three
    participants = in_turn_order(state, forced if fights_alone else {*fighters, *forced})
    winner = comes_out(participants, move.winner, losers, "SHINOBAZU-5.4" if fights_alone else "SHINOBAZU-5.2")
    keep = state.options.forced_stay_passers == "yes"
    stays = in_turn_order(state, (s for s in passers if s not in forced or (keep and s not in losers)))
    before = state
    state = entered(state, winner, losers)
    params = {"losers": list(losers), "passers": list(passers)}
    if winner is None:
        told = [tell("shinobazu.result_no_winner", "SHINOBAZU-8.3", **params)]
    else:
        told = [tell("shinobazu.result", "SHINOBAZU-8.3", winner=winner, **params)]
    told += tell_points(before, state, "SHINOBAZU-8.3")
    state = replace(
        on_the_sheet(state, winner, losers),
        stays=stays,
        players=tuple(
            replace(p, hand_size=p.hand_size - 1, laid=True, declared="pass" if p.seat in passers else "fight")
            for p in state.players
        ),
    )
    if len(losers) > 1 or not stays:
        return uphold(battle_is_over(state, told), told)
    told.append(tell("shinobazu.may_challenge", "SHINOBAZU-8.5", seat=losers[0], targets=list(stays)))
    return uphold(replace(state, phase="duel", challenger=losers[0]), told)


def forced_in(state: State, passers: tuple[str, ...], three: bool) -> tuple[str, ...]:
    """Return the passers who must fight after all (SHINOBAZU-5.3, 5.4, 7.1, 7.3)."""
    fighters = [p for p in state.players if p.seat not in passers]
    if three:
        enough = 1 if state.options.single_three == "three_applies" else 2
        firm(len(fighters) >= enough, "SHINOBAZU-7.1", "shinobazu.three_fighters", count=enough)
        firm(passers, "SHINOBAZU-7.1", "shinobazu.three_passers")
        firm(any(p.kept for p in fighters), "SHINOBAZU-7.3", "shinobazu.three_needs_carried")
    return passers if three or len(fighters) < 2 else ()


def known(state: State, named: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats named, in turn order. Raises `Refused` for unknown seats and duplicates (SHINOBAZU-3.3)."""
    for seat in named:
        player(state, seat)
    twice = next((seat for seat in named if named.count(seat) > 1), None)
    firm(twice is None, "SHINOBAZU-3.3", "shinobazu.named_twice", seat=twice)
    return in_turn_order(state, named)


def comes_out(
    participants: Iterable[str], winner: str | tuple[str, ...] | None, losers: tuple[str, ...], clause: str
) -> str | None:
    """Return the winner or `None`. Raises `Refused` for an impossible result (SHINOBAZU-5.2 to 5.4, 8.1, 8.2)."""
    fought = set(participants)
    firm(losers, "SHINOBAZU-8.2", "shinobazu.no_loser")
    for seat in losers:
        firm(seat in fought, clause, "shinobazu.took_no_part", seat=seat)
    others = len(fought) - len(losers)
    if winner is None:
        firm(others != 1, "SHINOBAZU-8.1", "shinobazu.winner_missing")
        return None
    winner = one(winner, "SHINOBAZU-8.1", "shinobazu.one_winner")
    firm(winner in fought, clause, "shinobazu.took_no_part", seat=winner)
    firm(winner not in losers, "SHINOBAZU-8.1", "shinobazu.winner_lost", seat=winner)
    return winner


def entered(state: State, winner: str | None, losers: tuple[str, ...]) -> State:
    """Apply the points of a battle or duel (SHINOBAZU-8.3)."""
    deltas = dict.fromkeys(losers, 1) | ({winner: -1} if winner is not None else {})
    return replace(with_points(state, deltas), gained=losers)


def duel_result(state: State, seat: str, move: DuelResult, context: RulingContext) -> Ruling:
    """Judge the result of a duel: refused, or who of the two won (SHINOBAZU-8.6, 8.9 to 8.14)."""
    challenger, target = state.challenger, one_seat(state, move.target, "SHINOBAZU-8.6", "target")
    assert challenger is not None
    firm(target in state.stays, "SHINOBAZU-8.6", "shinobazu.not_a_passer", seat=target)
    outcome = given(move.outcome, "SHINOBAZU-8.13", "shinobazu.name_outcome")
    firm(move.k is None or outcome == "refused", "SHINOBAZU-8.9", "shinobazu.count_only_refused")
    by_three = outcome == "three"
    firm(by_three or (move.winner is None and not move.losers), "SHINOBAZU-8.13", "shinobazu.only_the_two")
    if outcome == "refused":
        return _refused(state, challenger, target, move.k, context)
    before, keeps = state, tuple(s for s in state.stays if s != target)
    told: list[Notice] = []
    if by_three:
        state, keeps = _dragged_in(state, {challenger, target}, move)
    elif outcome == "tie":
        state = entered(state, None, in_turn_order(state, (challenger, target)))
    else:
        wins = (challenger, target) if outcome == "challenger_wins" else (target, challenger)
        state = entered(state, wins[0], (wins[1],))
    params = {"challenger": challenger, "target": target}
    told.append(tell(f"shinobazu.duel_{outcome}", "SHINOBAZU-8.13", **params))
    told += tell_points(before, state, "SHINOBAZU-8.13")
    state = duel_on_the_sheet(replace(state, stays=keeps), outcome)
    return uphold(battle_is_over(state, told), told)


def _dragged_in(state: State, two: set[str], move: DuelResult) -> tuple[State, tuple[str, ...]]:
    """Apply a duel in which, by option, a sum of three makes the other passers fight (SHINOBAZU-8.12)."""
    others = tuple(s for s in state.stays if s not in two)
    may_drag_in = state.options.duel_three == "on" and others
    firm(may_drag_in, "SHINOBAZU-8.12", "shinobazu.three_not_in_duel")
    firm(any(player(state, s).kept for s in two), "SHINOBAZU-7.3", "shinobazu.three_needs_carried")
    losers = known(state, move.losers)
    winner = comes_out({*two, *others}, move.winner, losers, "SHINOBAZU-8.12")
    keep = state.options.forced_stay_passers == "yes"
    return entered(state, winner, losers), tuple(s for s in others if keep and s not in losers)


def _refused(state: State, challenger: str, target: str, k: int | None, context: RulingContext) -> Ruling:
    """Charge a refusal one point for each card, kept ones and this round's (SHINOBAZU-8.9, 8.10)."""
    cards = player(state, target).kept + 1
    context.require(k in (None, cards), "SHINOBAZU-8.9", "shinobazu.cards_in_front", seat=target, count=cards)
    cost = cards if k is None else k
    after = replace(with_points(state, {target: cost}), gained=(target,))
    before, now = player(state, target).points, player(after, target).points
    told = [tell("shinobazu.refused_duel", "SHINOBAZU-8.9", seat=target, challenger=challenger, cost=cost)]
    told += tell_points(state, after, "SHINOBAZU-8.9")
    carries = state.options.refused_cards == "carry"
    stays = tuple(s for s in state.stays if carries or s != target)
    after = replace(after, stays=stays, refused=RefusedDuel(challenger, target, before, now))
    return uphold(battle_is_over(duel_on_the_sheet(after, "refused"), told), told)


def no_duel(state: State, seat: str, move: NoDuel, context: RulingContext) -> Ruling:
    """Judge that the loser challenged nobody (SHINOBAZU-8.7)."""
    told = [tell("shinobazu.declined", "SHINOBAZU-8.7", seat=state.challenger)]
    return uphold(battle_is_over(state, told), told)


def battle_is_over(state: State, told: list[Notice]) -> State:
    """Go on to the end of the round (SHINOBAZU-9.1, 9.2)."""
    several = "SHINOBAZU-9.2" if len(state.gained) > 1 else "SHINOBAZU-9.1"
    told.append(tell("shinobazu.next_start", several, seat=next_start(state)))
    return replace(state, phase="round_end", challenger=None)
