"""Depth `scores`: only results are declared, offered and checked, as far as possible without the cards.

The offered results depend on little and are the same for all viewers, so they are cached. A passer who is not
challenged keeps the cards, so the number of cards before each seat is still known.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.core.base import replace
from referee.core.judging import firm, given, one, tell, uphold
from referee.core.offers import Choice, Offer, One, Some, offer
from referee.core.values import Notice, Ruling, RulingContext
from referee.shinobazu.battle import avoided, declined, refused_cards_go
from referee.shinobazu.moves import BattleResult, DuelResult, NoDuel
from referee.shinobazu.rounds import duel_on_the_sheet, on_the_sheet, round_is_over
from referee.shinobazu.state import (
    State,
    after_battle,
    in_turn_order,
    one_seat,
    player,
    remaining,
    tell_outcome,
    tell_points,
)

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
        for passers, result in _several(order, may_pass):
            fields = {"passers": passers, "three": NOT, "start_pushed": pushed, **result}
            found.append(Offer(move="battle_result", fields=fields, apart=("passers", "winner", "losers")))
        for fighter in kept:
            some = tuple(seat for seat in may_pass if seat != fighter)
            passing = Some(of=some, least=1, most=min(len(some), count - (1 if single_three else 2)))
            found += _among(order, "battle_result", passers=passing, three=YES, start_pushed=pushed)
    for alone in (*order, None):
        others = tuple(seat for seat in order if seat != alone)
        pushed = EITHER if alone == start else YES
        found += _among(others, "battle_result", passers=_all(others), start_pushed=pushed, three=NOT)
    return tuple(found)


@lru_cache(maxsize=256)
def duel_results(challenger: str, cards: tuple[tuple[str, int], ...], kept: tuple[str, ...]) -> tuple[Offer, ...]:
    """Return the possible results of a duel, including none (SHINOBAZU-8.6 to 8.13).

    `cards` gives the number of cards before each passer. A sum of three forces the other passers in only if one of the
    two is in `kept`, the seats with carried cards; empty without the option (8.12).
    """
    targets = tuple(target for target, _ in cards)
    found = [offer("no_duel")]
    outcomes = One(of=("challenger_wins", "target_wins", "tie"))
    found.append(offer("duel_result", target=One(of=targets), outcome=outcomes, losers=NOBODY))
    for target, count in cards:
        its, refused, price = One(of=(target,)), One(of=("refused",)), One(of=(None, count))
        found.append(offer("duel_result", target=its, outcome=refused, k=price, losers=NOBODY))
        if len(cards) > 1 and {challenger, target} & set(kept):
            found += _among((challenger, *targets), "duel_result", target=its, outcome=One(of=("three",)))
    return tuple(found)


def _all(some: tuple[str, ...]) -> Some:
    return Some(of=some, least=len(some), most=len(some))


def _among(fought: tuple[str, ...], move: str, /, **fields: Choice) -> Iterator[Offer]:
    """Yield an offer for each kind of result among those who fought: a winner apart from the losers, or none."""
    count = len(fought)
    results: list[dict[str, Choice]] = [
        {"winner": One(of=fought), "losers": Some(of=fought, least=1, most=count - 1)},
        {"losers": _all(fought)},
    ]
    if count > 2:
        results.append({"losers": Some(of=fought, least=1, most=count - 2)})
    for result in results:
        yield Offer(move=move, fields=fields | result, apart=("winner", "losers"))


def _several(order: tuple[str, ...], may_pass: tuple[str, ...]) -> Iterator[tuple[Some, dict[str, Choice]]]:
    """Yield the passers of a battle with two or more fighters, with its winners and losers."""
    count = len(order)
    most = min(count - 2, len(may_pass))
    losers = Some(of=order, least=1, most=count - 1)
    yield Some(of=may_pass, most=most, optional=True), {"winner": One(of=order), "losers": losers}
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
    winner, stays = fought(state, passers, move.three, move.winner, losers)
    before, state = state, after_battle(state, winner, losers)
    params = {"losers": list(losers), "passers": list(passers)}
    told = [tell_outcome("shinobazu.result", "SHINOBAZU-8.3", winner, **params)]
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
        return uphold(round_is_over(state, told), told)
    told.append(tell("shinobazu.may_challenge", "SHINOBAZU-8.5", seat=losers[0], targets=list(stays)))
    return uphold(replace(state, phase="duel", challenger=losers[0]), told)


def fought(
    state: State, passers: tuple[str, ...], three: bool, winner: str | tuple[str, ...] | None, losers: tuple[str, ...]
) -> tuple[str | None, tuple[str, ...]]:
    """Return a battle's winner, or `None`, and the passers who are left (SHINOBAZU-5.2 to 5.6, 7.1, 7.3, 8.4).

    Raises `Refused` for a result that is impossible with these passers, and with or without a three.
    """
    fighters = [p for p in state.players if p.seat not in passers]
    if three:
        enough = 1 if state.options.single_three == "three_applies" else 2
        firm(len(fighters) >= enough, "SHINOBAZU-7.1", "shinobazu.three_fighters", count=enough)
        firm(passers, "SHINOBAZU-7.1", "shinobazu.three_passers")
        firm(any(p.kept for p in fighters), "SHINOBAZU-7.3", "shinobazu.three_needs_carried")
    forced = passers if three or len(fighters) < 2 else ()
    if len(fighters) == 1 and not three:
        winner = comes_out(set(passers), winner, losers, "SHINOBAZU-5.4")
    else:
        winner = comes_out({*forced, *(p.seat for p in fighters)}, winner, losers, "SHINOBAZU-5.2")
    return winner, remaining(state, passers, forced, losers)


def known(state: State, named: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats named, in turn order. Raises `Refused` for unknown seats and duplicates (SHINOBAZU-3.3)."""
    for seat in named:
        player(state, seat)
    twice = next((seat for seat in named if named.count(seat) > 1), None)
    firm(twice is None, "SHINOBAZU-3.3", "shinobazu.named_twice", seat=twice)
    return in_turn_order(state, named)


def comes_out(
    participants: set[str], winner: str | tuple[str, ...] | None, losers: tuple[str, ...], clause: str
) -> str | None:
    """Return the winner or `None`. Raises `Refused` for an impossible result (SHINOBAZU-5.2 to 5.4, 8.1, 8.2)."""
    firm(losers, "SHINOBAZU-8.2", "shinobazu.no_loser")
    for seat in losers:
        firm(seat in participants, clause, "shinobazu.took_no_part", seat=seat)
    others = len(participants) - len(losers)
    if winner is None:
        firm(others != 1, "SHINOBAZU-8.1", "shinobazu.winner_missing")
        return None
    winner = one(winner, "SHINOBAZU-8.1", "shinobazu.one_winner")
    firm(winner in participants, clause, "shinobazu.took_no_part", seat=winner)
    firm(winner not in losers, "SHINOBAZU-8.1", "shinobazu.winner_lost", seat=winner)
    return winner


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
        return _refused(state, target, move.k, context)
    before, keeps = state, tuple(s for s in state.stays if s != target)
    if by_three:
        state, keeps = _dragged_in(state, {challenger, target}, move)
    elif outcome == "tie":
        state = after_battle(state, None, in_turn_order(state, (challenger, target)))
    else:
        wins = (challenger, target) if outcome == "challenger_wins" else (target, challenger)
        state = after_battle(state, wins[0], (wins[1],))
    told = [tell(f"shinobazu.duel_{outcome}", "SHINOBAZU-8.13", challenger=challenger, target=target)]
    told += tell_points(before, state, "SHINOBAZU-8.13")
    state = duel_on_the_sheet(replace(state, stays=keeps), outcome)
    return uphold(round_is_over(state, told), told)


def _dragged_in(state: State, two: set[str], move: DuelResult) -> tuple[State, tuple[str, ...]]:
    """Apply a duel in which, by option, a sum of three makes the other passers fight (SHINOBAZU-8.12)."""
    others = tuple(s for s in state.stays if s not in two)
    may_drag_in = state.options.duel_three == "on" and others
    firm(may_drag_in, "SHINOBAZU-8.12", "shinobazu.three_not_in_duel")
    firm(any(player(state, s).kept for s in two), "SHINOBAZU-7.3", "shinobazu.three_needs_carried")
    losers = known(state, move.losers)
    winner = comes_out({*two, *others}, move.winner, losers, "SHINOBAZU-8.12")
    return after_battle(state, winner, losers), remaining(state, others, others, losers)


def _refused(state: State, target: str, k: int | None, context: RulingContext) -> Ruling:
    """Charge a refusal one point for each card, kept ones and this round's (SHINOBAZU-8.9, 8.10)."""
    cards = player(state, target).kept + 1
    context.require(k in (None, cards), "SHINOBAZU-8.9", "shinobazu.cards_in_front", seat=target, count=cards)
    told: list[Notice] = []
    state = avoided(replace(state, challenged=target), cards if k is None else k, told)
    return uphold(round_is_over(refused_cards_go(state), told), told)


def no_duel(state: State, seat: str, move: NoDuel, context: RulingContext) -> Ruling:
    """Judge that the loser challenged nobody (SHINOBAZU-8.7)."""
    return declined(state)
