"""What is asked in the guards' phases (SCORPION-10 to 15, 22). Cards that may be played are their holder's secret."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.values import Prompt, Viewer
from referee.scorpion.asking import Legal, ask
from referee.scorpion.guards.alert_phase import cards_to_draw, draw_due, drawn_all
from referee.scorpion.guards.attacks import may_attack
from referee.scorpion.guards.awakening import may_awaken
from referee.scorpion.guards.listening import may_focus, may_listen, may_patrol_listen
from referee.scorpion.guards.moves import may_patrol_search, may_search
from referee.scorpion.guards.passage import may_enter_by_card, may_unlock
from referee.scorpion.guards.patrol_phase import must_move, patrol_steps, patrols_to_move
from referee.scorpion.guards.units import entitled, may_merge
from referee.scorpion.state import State, two_guard_players, unit_text


def guard_seats(state: State) -> list[tuple[str, str]]:
    """Return the guard players: seat and role."""
    return [(p.seat, p.role) for p in state.players if p.role in ("guards", "sword", "spear")]


def alert_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask for the draw, then for what is done with the drawn cards (SCORPION-10.4 to 10.10)."""
    for seat, role in guard_seats(state):
        if not drawn_all(state):
            due = draw_due(state, role)
            if due:
                yield ask(state, viewer, seat, "draw", public={"n": due}, n=due)
        else:
            yield ask(state, viewer, seat, "alert_cards", lambda role=role: _playable(state, role), phase="alert")  # type: ignore[misc]
    untouched = not any(s.drew for s in state.stocks)
    if two_guard_players(state) and untouched and not drawn_all(state):
        yield from _split(state, viewer, "draw", cards_to_draw(state))
    if drawn_all(state):
        yield from _between(state, viewer)


def card_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask for the two hand cards or the focus listen (SCORPION-14.1 to 14.6)."""
    for seat, role in guard_seats(state):
        yield ask(state, viewer, seat, "cards", lambda role=role: _playable(state, role), phase="cards")  # type: ignore[misc]
        focus = list(may_focus(state, role))
        if focus:
            yield ask(state, viewer, seat, "focus", public={"units": focus}, must=False)
    if two_guard_players(state) and not state.hand_used:
        yield from _split(state, viewer, "hand_cards", 2)
    yield from _between(state, viewer)


def patrol_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask for the move of every patrol on the route (SCORPION-15.1 to 15.6)."""
    waiting = patrols_to_move(state)
    due = [unit_text(unit) for unit in must_move(state)]
    for seat, role in guard_seats(state):
        mine = [unit for unit in waiting if not two_guard_players(state) or entitled(state, role, unit)]
        moves = {unit_text(unit): list(patrol_steps(state, unit)) for unit in mine}
        yield ask(state, viewer, seat, "patrols", public={"to": moves, "end": not due}, left=len(due))
    yield from _between(state, viewer)


def attack_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask whether guards attack: everybody sees beside whom they stand, the card is their player's (SCORPION-22.6)."""
    seen = any(c.visible and c.status == "in_play" for c in state.characters)
    if seen:
        for seat, role in guard_seats(state):
            yield ask(
                state,
                viewer,
                seat,
                "attack",
                lambda role=role: {"attacks": {g: list(who) for g, who in may_attack(state, role).items()}},  # type: ignore[misc]
                must=False,
            )


def _between(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield from attack_asks(state, viewer)
    for seat, role in guard_seats(state):
        joinable = {zone: list(units) for zone, units in may_merge(state, role).items()}
        if joinable:
            yield ask(state, viewer, seat, "merge", public={"zones": joinable}, must=False)


def _playable(state: State, role: str) -> Legal:
    """Return on whom each kind of card may be played now, as its player knows."""
    passage: Legal = {"unlock": may_unlock(state, role), "guards": list(may_enter_by_card(state, role))}
    return {
        "sentry_listen": list(may_listen(state, role)),
        "patrol_listen": list(may_patrol_listen(state, role)),
        "sentry_search": list(may_search(state, role)),
        "patrol_search": list(may_patrol_search(state, role)),
        "awaken": may_awaken(state, role),
        "secret_passage": passage,
    }


def _split(state: State, viewer: Viewer, what: str, total: int) -> Iterator[Prompt]:
    proposed = next(({"sword": a, "spear": b, "by": list(by)} for of, a, b, by in state.splits if of == what), None)
    if proposed is not None and len(proposed["by"]) > 1:  # type: ignore[arg-type]
        return
    for seat, _ in guard_seats(state):
        yield ask(state, viewer, seat, "split", public={"total": total, "proposed": proposed}, must=False, share=what)
