"""Turning cards over: what was face down becomes known to all, and is held against what was declared."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.judging import firm, given, tell
from referee.core.replacing import replace
from referee.core.values import Notice, RulingContext
from referee.shinobazu.audits import audit, found
from referee.shinobazu.hands import own_laid
from referee.shinobazu.model import HAND
from referee.shinobazu.now import undeclared
from referee.shinobazu.state import (
    FightCard,
    State,
    current,
    declared,
    elsewhere,
    is_seat,
    lies_open,
    may_show,
    ninja_cards,
    player,
    with_player,
)


def clause_of_reveals(state: State) -> str:
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


def may_reveal(state: State, seat: str, named: str | None, context: RulingContext) -> FightCard:
    """Return the card that `seat` turns over: its own one, or for the table the one in front of whom it names.

    Only what is due is turned over (SHINOBAZU-5.1); what was shown too early, the table may let stand.
    """
    clause = clause_of_reveals(state)
    owner = given(named or (seat if is_seat(state, seat) else None), clause, "shinobazu.name_owner")
    firm(is_seat(state, owner), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=owner)
    firm(owner == seat or not is_seat(state, seat), clause, "shinobazu.own_card_only")
    fight = given(current(state, owner), clause, "shinobazu.no_card_there", seat=owner)
    firm(fight.card is None, clause, "shinobazu.already_open", seat=owner)
    if owner not in state.due:
        if state.phase == "turns":
            context.refuse("SHINOBAZU-5.1", "shinobazu.reveal_too_early", seats=undeclared(state))
        context.refuse("SHINOBAZU-5.1", "shinobazu.reveal_not_due", seat=owner)
    return fight


def clear_records(state: State) -> tuple[list[FightCard], list[FightCard]]:
    """Return the due cards whose records can be true, and those whose records clash (SHINOBAZU-1.2).

    Refuses when nothing that is due was recorded.
    """
    clause = clause_of_reveals(state)
    due = (current(state, seat) for seat in state.due)
    fights = [f for f in due if f is not None and f.recorded is not None and not f.void]
    firm(fights, clause, "shinobazu.nothing_recorded", seats=list(state.due))
    records = [f.recorded for f in fights]
    clear = [f for f in fights if records.count(f.recorded) == 1 and f.recorded not in elsewhere(state, f.laid_by)]
    return clear, [f for f in fights if f not in clear]


def face_of(state: State, fight: FightCard, named: str | None, context: RulingContext) -> str | None:
    """Return what a card shows: as named, else as recorded; None when the record cannot be right (SHINOBAZU-1.2).

    A card that was seen elsewhere cannot lie here, unless no other is left; the table may insist on one that it names.
    """
    if named is None:
        known = fight.recorded is not None and not fight.void
        firm(known, clause_of_reveals(state), "shinobazu.name_card", seat=fight.owner)
        return None if fight.recorded in elsewhere(state, fight.laid_by) else fight.recorded
    ninja_cards([named])
    if named not in may_show(state, fight.laid_by):
        context.refuse("SHINOBAZU-1.2", "shinobazu.card_elsewhere", card=named)
    return named


def voided(state: State, clashing: Sequence[FightCard], told: list[Notice]) -> State:
    """Tell everybody that records cannot be right (SHINOBAZU-1.2): those cards are looked at and named."""
    if not clashing:
        return state
    told.append(tell("shinobazu.records_clash", "SHINOBAZU-1.2", seats=[f.owner for f in clashing]))
    return replace(state, cards=tuple(replace(c, void=True) if c in clashing else c for c in state.cards))


def turned_over(state: State, fight: FightCard, card: str, told: list[Notice]) -> State:
    """Lay a card open and audit its player. What lies on the table is true, whatever was recorded.

    A player whose record proves wrong gives up their live checks: always, for doing so only when their
    other cards look wrong would tell something about them.
    """
    clause = clause_of_reveals(state)
    told.append(tell("shinobazu.revealed", clause, seat=fight.owner, player=fight.laid_by, card=card))
    double = card in elsewhere(state, fight.laid_by)
    opened = replace(fight, card=card, void=False)
    state = replace(state, cards=tuple(opened if c is fight else c for c in state.cards))
    if double:
        state = found(lies_open(state, fight.laid_by, card), "double_card", opened, told, proving=card)
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
