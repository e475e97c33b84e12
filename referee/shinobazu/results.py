"""Depth `scores`: which results of a battle or duel may be entered, as offers.

They rest on little and are the same for all viewers, so they are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from referee.core.offers import Offer, One, Some

NOT, EITHER = One(of=(None, False)), One(of=(None, False, True))
YES = One(of=(True,))
NOBODY = Some(of=(), most=0, optional=True)


@lru_cache(maxsize=256)
def battle_results(order: tuple[str, ...], kept: tuple[str, ...], single_three: bool) -> tuple[Offer, ...]:
    """Return what a battle may come to (SHINOBAZU-4.8, 5.2 to 5.4, 7.1, 7.3, 8.1, 8.2).

    `order` is everybody, the start player first; before `kept` lie carried cards. With `single_three` one
    fighter is enough for a jutsu of three.
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
    """Return what a duel may come to, or that there was none (SHINOBAZU-8.6 to 8.13).

    `cards` says how many lie before each passer. A sum of three drags the other passers in only where carried
    cards lie before one of the two: before `kept`, empty without the option (8.12).
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
    """Yield who of those that fought may have won and lost: a winner apart from the losers, or none."""
    count = len(fought)
    yield {"winner": One(of=fought), "losers": Some(of=fought, least=1, most=count - 1)}
    yield {"losers": _all(fought)}
    if count > 2:
        yield {"losers": Some(of=fought, least=1, most=count - 2)}


def _several(order: tuple[str, ...], may_pass: tuple[str, ...]) -> Iterator[tuple[Some, dict[str, Any]]]:
    """Yield who passes when two or more fight, with who of the fighters wins and loses."""
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
