"""Turning cards over: what was face down becomes known to all, and is held against what was declared."""

from __future__ import annotations

from dataclasses import replace

from referee.shinobazu_audits import audit, found
from referee.shinobazu_hands import own_laid
from referee.shinobazu_model import HAND
from referee.shinobazu_state import (
    FightCard,
    State,
    current,
    declared,
    elsewhere,
    firm,
    is_seat,
    player,
    tell,
    with_player,
)
from referee.values import Bench, Notice


def clause_of_reveals(state: State) -> str:
    """Return the clause that asks for the reveals that are due, or would be."""
    if state.phase == "duel":
        return "SHINOBAZU-8.9" if state.answer == "refuse" else "SHINOBAZU-8.11"
    if state.phase == "round_end":
        return "SHINOBAZU-9.5" if state.round == HAND else "SHINOBAZU-9.4"
    if state.phase == "battle":
        fighters = len(declared(state, "fight"))
        if fighters < 2:
            return "SHINOBAZU-5.4" if fighters else "SHINOBAZU-5.3"
        if state.three:
            return "SHINOBAZU-7.1"
    return "SHINOBAZU-5.1"


def may_reveal(state: State, seat: str, named: str | None, bench: Bench) -> FightCard:
    """Return the card that `seat` turns over: its own one, or for the table the one in front of whom it names.

    Only what is due is turned over (SHINOBAZU-5.1); what was shown too early, the table may let stand.
    """
    clause = clause_of_reveals(state)
    owner = named or (seat if is_seat(state, seat) else None)
    firm(owner, clause, "shinobazu.name_owner")
    assert owner is not None
    firm(is_seat(state, owner), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=owner)
    firm(owner == seat or not is_seat(state, seat), clause, "shinobazu.own_card_only")
    fight = current(state, owner)
    firm(fight, clause, "shinobazu.no_card_there", seat=owner)
    assert fight is not None
    firm(fight.card is None, clause, "shinobazu.already_open", seat=owner)
    if owner not in state.due:
        when = "too_early" if state.phase == "turns" else "not_due"
        bench.refuse("SHINOBAZU-5.1", f"shinobazu.reveal_{when}", seat=owner)
    return fight


def clear_records(state: State) -> tuple[list[FightCard], list[str]]:
    """Return the due cards whose records can be true, and the owners of those whose records clash (SHINOBAZU-1.2).

    Refuses when there is nothing that could be turned over.
    """
    clause = clause_of_reveals(state)
    firm(state.due, clause, "shinobazu.nothing_due")
    fights = [f for s in state.due if (f := current(state, s)) is not None and f.recorded is not None]
    firm(fights, clause, "shinobazu.nothing_recorded", seats=list(state.due))
    records = [f.recorded for f in fights]
    clear = [f for f in fights if records.count(f.recorded) == 1 and f.recorded not in elsewhere(state, f.laid_by)]
    clashing = [f.owner for f in fights if f not in clear]
    firm(clear, "SHINOBAZU-1.2", "shinobazu.record_clashes", seats=clashing)
    return clear, clashing


def face_of(state: State, fight: FightCard, named: str | None, bench: Bench) -> str:
    """Return what a card shows: as named, else as recorded (SHINOBAZU-5.1, 1.2).

    A card that was seen elsewhere cannot lie here; the table may insist on one that it names.
    """
    card = named or fight.recorded
    if card is None:
        firm(False, clause_of_reveals(state), "shinobazu.name_card", seat=fight.owner)
    assert card is not None
    if card in elsewhere(state, fight.laid_by):
        firm(named, "SHINOBAZU-1.2", "shinobazu.record_clashes", seats=[fight.owner])
        bench.refuse("SHINOBAZU-1.2", "shinobazu.card_elsewhere", card=card)
    return card


def turned_over(state: State, fight: FightCard, card: str, told: list[Notice]) -> State:
    """Lay a card open and audit its player. What lies on the table is true, whatever was recorded.

    A player whose record proves wrong gives up his live checks: always, for doing so only when his
    other cards look wrong would tell something about them.
    """
    clause = clause_of_reveals(state)
    told.append(tell("shinobazu.revealed", clause, seat=fight.owner, player=fight.laid_by, card=card))
    double = card in elsewhere(state, fight.laid_by)
    opened = replace(fight, card=card)
    state = replace(state, cards=tuple(opened if c is fight else c for c in state.cards))
    if double:
        state = found(state, "double_card", opened, told, proving=card)
    if fight.recorded not in (None, card):
        state = found(state, "wrong_entry", opened, told)
        if player(state, fight.laid_by).hand is not None:
            state = with_player(state, fight.laid_by, hand=None, doubted=False, withdrawn=True)
    told += _doubts(state, card)
    return audit(state, fight.laid_by, told)


def _doubts(state: State, card: str) -> list[Notice]:
    """Tell those, each alone, whose own secret entries hold a card that everybody now sees elsewhere."""
    holders = (p.seat for p in state.players if card in (p.hand or ()) or card in own_laid(state, p.seat))
    return [
        Notice(to=(seat,), message="shinobazu.entry_seen_elsewhere", params={"card": card}, clause="SHINOBAZU-1.2")
        for seat in holders
    ]
