"""When the field is swept: by rule, by option, or because all agree (SCHOOL-8; open points O1, O2)."""

from __future__ import annotations

from referee.core.judging import firm, tell, uphold
from referee.core.replacing import replace
from referee.core.values import GAME_MASTER, TABLE, Notice, Ruling, RulingContext
from referee.shinobi_school.cards import heap
from referee.shinobi_school.field.split import seal_changes
from referee.shinobi_school.field.tiers import cards_on, sealed
from referee.shinobi_school.moves import AgreeFlush
from referee.shinobi_school.state import State, may_agree, player, with_seat


def flush(state: State, told: list[Notice]) -> State:
    """Sweep the field when the turn comes round to the last placer (SCHOOL-8.1 to 8.4).

    As long as nobody has placed in the round nothing is swept by rule (8.6): the lap is told, and the option may
    sweep for the start player.
    """
    if state.field and state.active == state.last_placer:
        return swept(state, told, "shinobi_school.flushed", "SCHOOL-8.2")
    lap = state.quiet > 0 and state.quiet % len(state.players) == 0
    if not lap:
        return state
    if not state.field:
        told.append(tell("shinobi_school.nobody_begins", "SCHOOL-8.4", laps=state.quiet // len(state.players)))
    elif not state.placed and state.options.opening_flush == "start_leads":
        return swept(state, told, "shinobi_school.opening_swept", "SCHOOL-8.6")
    elif not state.placed:
        told.append(tell("shinobi_school.nobody_placed", "SCHOOL-8.6", laps=state.quiet // len(state.players)))
    return state


def swept(state: State, told: list[Notice], message: str, clause: str) -> State:
    """Take all cards of the field out of the round; the player on turn faces an empty field (SCHOOL-8.3 to 8.5)."""
    gone, before = cards_on(state.field), sealed(state.field)
    told.append(tell(message, clause, seat=state.active, cards=list(gone)))
    told += seal_changes(before, None)
    return replace(state, field=(), swept=heap((*state.swept, *gone)), last_placer=None, quiet=0, fresh=True)


def agree_flush(state: State, seat: str, move: AgreeFlush, context: RulingContext) -> Ruling:
    """Sweep a first field on which nobody places, once all agree (SCHOOL-8.6; open point O1)."""
    firm(may_agree(state), "SCHOOL-8.6", "shinobi_school.no_flush_now")
    if seat not in (TABLE, GAME_MASTER):
        firm(not player(state, seat).agrees, "SCHOOL-8.6", "shinobi_school.agreed_already")
        state = with_seat(state, seat, agrees=True)
        told = [tell("shinobi_school.agrees", "SCHOOL-8.6", seat=seat)]
        if not all(p.agrees for p in state.players):
            return uphold(state, told)
    else:
        told = []
    state = replace(state, players=tuple(replace(p, agrees=False) for p in state.players))
    return uphold(swept(state, told, "shinobi_school.swept_by_consent", "SCHOOL-8.6"), told)
