"""What can be proved afterwards from what everybody saw (ledger section 8). It changes no points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.judging import firm, tell, uphold
from referee.core.values import Notice, Ruling, RulingContext
from referee.shinobi_school.cards import Cards
from referee.shinobi_school.moves import CountHeaven
from referee.shinobi_school.state import State, found, player, turn_number, with_seat
from referee.shinobi_school.view_model import Finding, Turn


def heaven_changes(state: State, seat: str, number: int) -> Iterator[tuple[int, int]]:
    """Yield the turn, and by how much a player's heaven grew or shrank in cards of a number."""
    now = Turn(state.active or state.winner or "", state.actions)
    for at, turn in enumerate((*state.turns, now), state.earlier + 1):
        if turn.seat != seat:
            continue
        for action in turn.actions:
            if action.side == "heaven" and action.number == number:
                yield at, action.size if action.kind == "collect" else -action.size


def first_breach(state: State, seat: str, number: int, final: int) -> tuple[int, int] | None:
    """Return the turn and size of the first placement that the final heaven does not allow (ledger A2).

    Turn 0 stands for the split: of what was collected later something is missing without having been placed.
    """
    changes = list(heaven_changes(state, seat, number))
    held = final - sum(change for _, change in changes)
    if held < 0:
        return 0, -held
    for at, change in changes:
        held += change
        if held < 0:
            return at, -change
    return None


def audit_heaven(state: State, seat: str, final: Cards, told: list[Notice]) -> State:
    """Report each number whose cards cannot have been where the declarations say (ledger A2, A3)."""
    me = player(state, seat)
    turns = [action.number for turn in state.turns if turn.seat == seat for action in turn.actions]
    turns += [action.number for action in state.actions if state.winner == seat]
    for number in sorted({n for n in (*turns, *me.known, *final) if n is not None}):
        breach = first_breach(state, seat, number, final.count(number))
        if breach is not None:
            at, size = breach
            finding = Finding(kind="heaven", round=state.round, player=seat, number=number, turn=at, size=size)
            state = found(state, finding, "SCHOOL-3.3", told)
    return state


def audit_entry(state: State, seat: str, final: Cards, told: list[Notice]) -> State:
    """Report that an entry has turned out wrong, once the heaven is open; not what was entered (ledger A6)."""
    me = player(state, seat)
    if not me.doubted and me.heaven in (None, final):
        return state
    return found(state, Finding(kind="entry", round=state.round, player=seat), "SCHOOL-6.2", told)


def count_heaven(state: State, seat: str, move: CountHeaven, context: RulingContext) -> Ruling:
    """The table counts a heaven; a difference shows that a declaration is missing since the last count (ledger A4)."""
    p = player(state, move.player)
    params: dict[str, Any] = {"seat": p.seat, "size": move.size}
    firm(move.size or p.earth, "SCHOOL-2.5", "shinobi_school.only_one_winner", seat=p.seat)
    if move.size != p.heaven_size:
        context.refuse("SCHOOL-9.2", "shinobi_school.count_differs", count=p.heaven_size, turn=p.counted, **params)
        told = [tell("shinobi_school.counted", "SCHOOL-9.2", **params)]
        finding = _count(state, p.seat, move.size, p.counted)
        certain = p.known if len(p.known) <= move.size else ()
        entry = {"heaven": None, "doubted": p.noted} if p.heaven is not None else {}
        state = with_seat(state, p.seat, heaven_size=move.size, known=certain, **entry)
        state = found(state, finding, "SCHOOL-9.2", told)
    else:
        told = [tell("shinobi_school.counted", "SCHOOL-9.2", **params)]
    return uphold(with_seat(state, p.seat, counted=turn_number(state)), told)


def _count(state: State, seat: str, size: int, counted: int) -> Finding:
    turn = turn_number(state)
    return Finding(kind="count", round=state.round, player=seat, size=size, turn=turn, counted=counted)
