"""What is asked before turn 1, and at the start of a turn in which somebody returns (SCORPION-2 to 6, 23)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.values import Prompt, Viewer
from referee.scorpion.asking import Legal, ask
from referee.scorpion.bonus import free_beds
from referee.scorpion.cards import KINDS, SUGGESTED, TOTALS, Deck
from referee.scorpion.returns import rehand_size
from referee.scorpion.setup.begin import usable_mark_zones, usable_patrol_zones
from referee.scorpion.setup.hands import deck_list
from referee.scorpion.setup.missing import missing
from referee.scorpion.setup.rules import figures_complete, hands_complete, locked, sentries, side_locked
from referee.scorpion.setup.starts import legal_starts
from referee.scorpion.state import (
    Character,
    State,
    figure,
    patrol_of,
    role_of,
    seats_of,
    side_of,
    stock,
    two_guard_players,
    unit_of,
    unit_text,
)


def setup_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask each seat to complete its part; what exactly it lacks it is told alone. Then it may lock.

    One ask a seat until its side is ready: who of a side was first is not told.
    """
    for player in state.players:
        seat, side = player.seat, side_of(state, player.seat)
        if side_locked(state, side):
            continue

        def legal(seat: str = seat) -> Legal:
            lacking = missing(state, seat)
            waits = side_of(state, seat) == "intruders" and not side_locked(state, "guards")
            done = locked(state, seat)
            choices = _guards(state, seat) if side_of(state, seat) == "guards" else _intruders(state, seat)
            return {"missing": list(lacking), "lock": not lacking and not waits and not done, "locked": done} | choices

        yield ask(state, viewer, seat, f"setup_{side}", legal=legal, side=side)


def _guards(state: State, seat: str) -> Legal:
    role = role_of(state, seat)
    mine = stock(state, role)
    if locked(state, seat):
        return {}
    choices: Legal = {
        "hand": {
            "size": mine.size * 2 // 3,
            "kinds": list(KINDS["guards"]),
            "suggested": dict(SUGGESTED["guards"]),
            "deck": deck_list(state.options, "guards"),
        },
        "marks": list(usable_mark_zones(state.options, state.board)),
        "barracks": list(state.board.in_order(state.board.barracks)),
        "sleepers": state.options.sleepers,
    }
    if two_guard_players(state):
        choices["split"] = {"total": TOTALS["guards"], "each": TOTALS["guards"] // 2}
    units = {unit_of(state, f.id) for f in state.figures}
    choices["lift"] = sorted(unit_text(unit) for unit in units)
    if hands_complete(state) or not _last_figure(state):
        taken = {f.zone for f in state.figures if patrol_of(state, f.id) is None}
        if sentries(state) < state.options.sentries:
            choices["posts"] = [z for z in state.board.in_order(state.board.posts) if z not in taken]
        if len(state.patrols) < state.options.patrol_count:
            choices["route"] = {zone: list(state.board.route.behinds(zone)) for zone in _patrol_zones(state)}
    return choices


def _patrol_zones(state: State) -> list[str]:
    """Return where the next patrol may start, as the table rules (SCORPION-4.3, OP-1, OP-2)."""
    zones, route = usable_patrol_zones(state.options, state.board), state.board.route
    taken = {f.zone for p in state.patrols if (f := figure(state, p.members[0])) is not None}
    if state.options.patrol_start == "distinct_zones":
        return [z for z in zones if z not in taken]
    if state.options.patrol_start == "one_per_route":
        free = [line for line in route.lines if line.isdisjoint(taken)]
        return [z for z in zones if any(z in line for line in free)]
    return list(zones)


def _last_figure(state: State) -> bool:
    placed = sentries(state) + len(state.patrols)
    return placed >= state.options.sentries + state.options.patrol_count - 1


def _intruders(state: State, seat: str) -> Legal:
    if locked(state, seat):
        return {}
    mine = [c for c in state.characters if c.seat == seat]
    return {
        "hands": {c.who: _hand(state, c, _opening(state, c.who)) for c in mine},
        "starts": {c.who: list(legal_starts(state, c.who)) for c in mine} if figures_complete(state) else {},
        "entrances": list(state.board.in_order(state.board.entrance_zones)),
    }


def _opening(state: State, who: str) -> int:
    return state.options.ninja_hand if who == "ninja" else state.options.traitor_hand


def _hand(state: State, c: Character, size: int) -> Legal:
    deck: Deck = "ninja" if c.who == "ninja" else "traitor"
    return {
        "size": size,
        "kinds": list(KINDS[deck]),
        "suggested": dict(SUGGESTED[deck]),
        "deck": deck_list(state.options, deck),
    }


def return_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask for returns and the guards' bonus (SCORPION-23.1 to 23.11)."""
    for c in state.characters:
        if c.status == "due":

            def legal(c: Character = c) -> Legal:
                return {"zones": list(legal_starts(state, c.who)), "hand": _hand(state, c, rehand_size(state, c))}

            yield ask(state, viewer, c.seat, "respawn", legal=legal, intruder=c.who)
        elif c.status == "in_play" and not c.redrawn:
            others = [o.mission for o in state.characters if o.who != c.who]

            def letters(others: list[str | None] = others) -> Legal:
                rivals = state.options.disputed == "on"
                return {"letters": [x for x in "ABCDEF" if rivals or x not in others]}

            yield ask(state, viewer, c.seat, "redraw_mission", legal=letters, intruder=c.who)
    for role, n in state.bonus_cards_due:
        seat = next(p.seat for p in state.players if p.role == role)
        yield ask(state, viewer, seat, "bonus_cards", cards=n)
    if state.bonus_sleepers_due:
        for seat in seats_of(state, "guards"):
            yield ask(
                state,
                viewer,
                seat,
                "bonus_sleepers",
                legal=lambda: {"free": free_beds(state)},
                n=state.bonus_sleepers_due,
            )
