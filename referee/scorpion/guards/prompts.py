"""What is asked in the guards' phases (SCORPION-10 to 15, 22). Cards that may be played are their holder's secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.offers import Offer, One
from referee.core.values import Prompt, Viewer
from referee.scorpion.asking import ask
from referee.scorpion.guards.alert_phase import HAND_CARDS, cards_to_draw, draw_due, drawn_all
from referee.scorpion.guards.attacks import busy
from referee.scorpion.guards.listening import may_focus
from referee.scorpion.guards.offers import attacks, drawing, merging, patrol_ways, playable, splits
from referee.scorpion.guards.patrol_phase import must_move, next_step, patrols_to_move
from referee.scorpion.guards.units import entitled, may_merge
from referee.scorpion.state import State, two_guard_players


def guard_seats(state: State) -> list[tuple[str, str]]:
    return [(p.seat, p.role) for p in state.players if p.role in ("guards", "sword", "spear")]


def alert_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask for the draw, then for what is done with the drawn cards (SCORPION-10.4 to 10.10)."""
    if not drawn_all(state):
        for seat, role in guard_seats(state):
            if due := draw_due(state, role):
                drawn = lambda role=role, due=due: drawing(state, role, due)  # noqa: E731
                yield ask(state, viewer, seat, "draw_cards", drawn, n=due)
        yield from _split(state, viewer, "draw", cards_to_draw(state))
        return
    for seat, role in guard_seats(state):
        may = lambda role=role: playable(state, role)  # noqa: E731
        yield ask(state, viewer, seat, "alert_cards", may, public=[Offer(move="end_alert_phase")], phase=state.phase)
    yield from _between(state, viewer)


def card_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask for the two hand cards or the focus listen (SCORPION-14.1 to 14.6)."""
    for seat, role in guard_seats(state):
        may = lambda role=role: playable(state, role)  # noqa: E731
        yield ask(state, viewer, seat, "cards", may, public=[Offer(move="end_card_phase")], phase=state.phase)
    for seat, role in guard_seats(state):
        if units := may_focus(state, role):
            listen = Offer(move="focus_listen", fields={"unit": One(of=units)})
            yield ask(state, viewer, seat, "focus_listen", public=[listen], must=False)
    yield from _split(state, viewer, "hand_cards", HAND_CARDS)
    yield from _between(state, viewer)


def patrol_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask for the move of every patrol on the route (SCORPION-15.1 to 15.6)."""
    waiting, due = patrols_to_move(state), must_move(state)
    for seat, role in guard_seats(state):
        mine = [unit for unit in waiting if entitled(state, role, unit)]
        offers = [offer for unit in mine for offer in patrol_ways(state, unit, alone=len(mine) == 1)]
        if next_step(state, role) is not None:
            offers.append(Offer(move="walk_patrols"))
        if not due:
            offers.append(Offer(move="end_patrol_phase"))
        yield ask(state, viewer, seat, "patrols", public=offers, left=len(due))
    yield from _between(state, viewer)


def attack_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask whether guards attack whoever is seen; who can is their player's secret, as the card is (SCORPION-22.6)."""
    if not busy(state) and any(c.visible and c.status == "in_play" for c in state.characters):
        for seat, role in guard_seats(state):
            yield ask(state, viewer, seat, "attack_intruder", lambda role=role: attacks(state, role), must=False)  # type: ignore[misc]


def _between(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield from attack_asks(state, viewer)
    for seat, role in guard_seats(state):
        if may_merge(state, role):
            yield ask(state, viewer, seat, "merge_units", public=merging(state, role), must=False)


def _split(state: State, viewer: Viewer, what: str, total: int) -> Iterator[Prompt]:
    """Ask how two guard players share something, as long as it can be shared; and say what is proposed."""
    if not two_guard_players(state):
        return
    offers = {seat: splits(state, role, what) for seat, role in guard_seats(state)}
    if not any(offers.values()):
        return
    for seat, ways in offers.items():
        told: Any = {"share": what, "total": total, "proposed": said_of(state, what)}
        yield ask(state, viewer, seat, "agree_split", public=ways, must=False, **told)


def said_of(state: State, what: str) -> dict[str, object] | None:
    """Return what a guard player proposes to the partner: how many for each, and who says so; or None."""
    return next(({"sword": a, "spear": b, "by": list(by)} for of, a, b, by in state.splits if of == what), None)
