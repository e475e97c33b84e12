"""Who must or may do what now. What is legal only because of a secret is there for its owner alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.values import GAME_MASTER, TABLE, Prompt, Viewer
from referee.shinobazu.ending import ends, next_start
from referee.shinobazu.hands import own_laid, playable
from referee.shinobazu.model import CARDS, COLOURS, colour_of
from referee.shinobazu.state import (
    State,
    current,
    elsewhere,
    front,
    in_turn_order,
    open_cards,
    player,
    seats,
    surely_held,
)

BOTH = ["fight", "pass"]


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return what is asked, as `viewer` may know it: first what must be done, then what may be."""
    asks = {
        "turns": _turns,
        "battle": _battle if state.options.depth == "plays" else _battle_result,
        "duel": _duel if state.options.depth == "plays" else _duel_result,
        "round_end": _round_end,
        "ended": _ended,
    }
    return tuple(asks[state.phase](state, viewer)) + tuple(_configure(state))


def _ask(seat: str, ask: str, legal: dict[str, Any], *, must: bool = True, **params: Any) -> Prompt:
    return Prompt(seat=seat, ask=f"shinobazu.ask.{ask}", must=must, params=params, legal=legal)


def _turns(state: State, viewer: Viewer) -> Iterator[Prompt]:
    if state.lead is None:
        to = list(in_turn_order(state, seats(state)))
        legal: dict[str, Any] = {"to": to, "colours": list(COLOURS)}
        yield _ask(state.start, "lead", legal | _cards(state, state.start, viewer))
    elif state.declares is not None:
        yield _ask(state.declares, "declare", {"declare": BOTH}, colour=state.lead)
    elif state.active is not None:
        empty = [s for s in in_turn_order(state, seats(state)) if current(state, s) is None]
        legal = {"to": empty} | ({"declare": BOTH} if state.active in empty else {})
        yield _ask(state.active, "lay", legal | _cards(state, state.active, viewer), colour=state.lead)
    for seat in in_turn_order(state, seats(state)):
        me = player(state, seat)
        if me.hand is None and not me.withdrawn and not me.laid:
            legal = {"count": me.hand_size, "known": list(surely_held(state, seat))} | _cards(state, seat, viewer)
            yield _ask(seat, "enter_hand", legal, must=False, count=me.hand_size)


def _cards(state: State, seat: str, viewer: Viewer) -> dict[str, Any]:
    """Return what may be laid by this seat as it knows: of its entry, or all that it cannot rule out."""
    if viewer not in (seat, GAME_MASTER):
        return {}
    mine = playable(state, player(state, seat))
    if mine is not None:
        return {"cards": list(mine)}
    gone = elsewhere(state, seat) | own_laid(state, seat)
    return {"cards": [card for card in CARDS if card not in gone]}


def _reveals(state: State) -> Iterator[Prompt]:
    fights = [c for seat in state.due if (c := current(state, seat)) is not None]
    recorded = [c.owner for c in fights if c.recorded is not None and not c.void]
    if recorded:
        yield _ask(TABLE, "turn_over", {"owners": recorded})
    for fight in fights:
        gone = elsewhere(state, fight.laid_by)
        unseen = [card for card in CARDS if card not in gone]
        legal = {"owner": fight.owner, "recorded": fight.owner in recorded, "cards": unseen}
        yield _ask(fight.owner, "reveal", legal, player=fight.laid_by)


def _battle(state: State, viewer: Viewer) -> Iterator[Prompt]:
    return _reveals(state)


def _duel(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.challenger is not None
    if state.challenged is None:
        yield _ask(state.challenger, "challenge", {"targets": list(state.stays), "decline": True})
    elif state.answer is None:
        cost = len(front(state, state.challenged))
        legal = {"answer": ["accept", "refuse"]}
        yield _ask(state.challenged, "answer", legal, challenger=state.challenger, cost=cost)
    elif state.answer == "accept" and not state.duel_leads:
        own = dict.fromkeys(colour_of(card) for card in open_cards(state, state.challenger))
        yield _ask(state.challenger, "choose_duel_lead", {"colours": list(own)})
    yield from _reveals(state)


def _round_end(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield from _reveals(state)
    if not state.due:
        yield _ask(TABLE, "end_round", {}, next_start=next_start(state), ends=ends(state))


def _ended(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if state.options.depth == "plays" and p.hand_size and p.shown_hand is None:
            known = list(surely_held(state, p.seat))
            yield _ask(p.seat, "show_hand", {"count": p.hand_size, "known": known}, must=False, count=p.hand_size)


def _battle_result(state: State, viewer: Viewer) -> Iterator[Prompt]:
    legal = {
        "seats": list(in_turn_order(state, seats(state))),
        "start": state.start,
        "three": any(p.kept for p in state.players),
    }
    yield _ask(TABLE, "battle_result", legal)


def _duel_result(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.challenger is not None
    costs = {seat: player(state, seat).kept + 1 for seat in state.stays}
    outcomes = ["refused", "challenger_wins", "target_wins", "tie"]
    if state.options.duel_three == "on" and len(state.stays) > 1:
        outcomes.append("three")
    legal = {"targets": list(state.stays), "cost": costs, "outcomes": outcomes, "none": True}
    yield _ask(TABLE, "duel_result", legal, challenger=state.challenger)


def _configure(state: State) -> Iterator[Prompt]:
    if state.set == state.round == 1 and not state.cards and not state.rounds:
        yield _ask(TABLE, "configure", {"start": list(seats(state))}, must=False, start=state.start)
