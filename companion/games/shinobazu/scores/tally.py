"""What a battle in depth `scores` may have come to: nothing else can be chosen (SHINOBAZU-4.8, 5.2 to 8.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.shinobazu.facts import Pick
from referee.shinobazu.model import View


def participants(view: View, pick: Pick) -> frozenset[str]:
    """Return who takes part: the fighters, or whoever is forced when fewer than two fight or three is made."""
    everybody = {s.seat for s in view.seats}
    fighters = everybody - set(pick.passers)
    if pick.three or not fighters:
        return frozenset(everybody)
    return frozenset(pick.passers) if len(fighters) == 1 else frozenset(fighters)


def three_possible(view: View, pick: Pick) -> bool:
    """Tell whether a jutsu of three can be: fighters, a passer, and a carried card before a fighter."""
    fighters = [s for s in view.seats if s.seat not in pick.passers]
    enough = 1 if view.options.single_three == "three_applies" else 2
    return len(fighters) >= enough and bool(pick.passers) and any(s.kept for s in fighters)


def tidy(view: View, pick: Pick) -> Pick:
    passers = tuple(s for s in pick.passers if pick.pushed or s != view.start)
    changed = Pick(passers=passers, three=pick.three, pushed=pick.pushed)
    three = pick.three and three_possible(view, changed)
    fought = participants(view, Pick(passers=passers, three=three))
    winner = pick.winner if pick.winner in fought else ""
    losers = tuple(s for s in pick.losers if s in fought and s != winner)
    return replace(pick, passers=passers, three=three, winner=winner, losers=losers)


def complete(view: View, pick: Pick) -> bool:
    """Tell whether a result is one that cards can have: a loser, and a winner or several who are no losers."""
    left = len(participants(view, pick)) - len(pick.losers)
    return bool(pick.losers) and (bool(pick.winner) or left != 1)


def entered(pick: Pick) -> dict[str, Any]:
    return {
        "type": "battle_result",
        "passers": list(pick.passers),
        "winner": pick.winner or None,
        "losers": list(pick.losers),
        "three": pick.three,
        "start_pushed": pick.pushed,
    }


def toggled(pick: Pick, view: View, field: str, seat: str = "") -> Pick:
    """Return the choice when a seat's result, or what was so in the battle, is tapped."""
    return tidy(view, tapped(pick, field, seat))


def tapped(pick: Pick, field: str, seat: str = "") -> Pick:
    """Return the choice with a seat's result taken or taken back; what no longer fits is still in it."""
    if field == "winner":
        return replace(pick, winner="" if pick.winner == seat else seat)
    now = getattr(pick, field)
    changed: Any = not now
    if isinstance(now, tuple):
        changed = tuple(s for s in now if s != seat) if seat in now else (*now, seat)
    return replace(pick, **{field: changed})


def dragged_in(view: View, target: str) -> tuple[str, ...]:
    """Return who fights in a duel with `target` if a sum of three makes the other passers join; empty if it cannot.

    By option alone (SHINOBAZU-8.12), and only with a carried card before one of the two (SHINOBAZU-7.3).
    """
    two = {view.challenger, target}
    others = [s.seat for s in view.seats if s.stays and s.seat not in two]
    carried = any(s.kept for s in view.seats if s.seat in two)
    if view.options.duel_three != "on" or not others or not carried:
        return ()
    return tuple(s.seat for s in view.seats if s.seat in two or s.stays)


def duel_pick(view: View, pick: Pick, target: str) -> Pick:
    """Return what of a choice can be so in a duel with `target`: whoever takes no part neither won nor lost."""
    fought = dragged_in(view, target)
    choice = "" if pick.choice == "three" and not fought else pick.choice
    if choice != "three":
        return replace(pick, choice=choice, winner="", losers=())
    winner = pick.winner if pick.winner in fought else ""
    return replace(pick, winner=winner, losers=tuple(s for s in pick.losers if s in fought and s != winner))


def duel_complete(view: View, pick: Pick, target: str) -> bool:
    """Tell whether a duel's result is complete: for a sum of three, one that the cards of all can have."""
    left = len(dragged_in(view, target)) - len(pick.losers)
    return bool(pick.choice) and (pick.choice != "three" or (bool(pick.losers) and (bool(pick.winner) or left != 1)))


def entered_duel(pick: Pick, target: str, cards: int) -> dict[str, Any]:
    """Return the declaration of a duel's result; a refusal costs a point for each of `cards` (SHINOBAZU-8.9)."""
    move: dict[str, Any] = {"type": "duel_result", "target": target, "outcome": pick.choice}
    if pick.choice == "refused":
        move["k"] = cards
    if pick.choice == "three":
        move |= {"winner": pick.winner or None, "losers": list(pick.losers)}
    return move
