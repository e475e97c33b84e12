"""Phase 1, the turns: laying cards, declaring fight or pass, turning cards over (SHINOBAZU-3, 4, 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.core.base import replace
from referee.core.judging import firm, given, tell, tell_one, uphold
from referee.core.moves import Move, out_of_order
from referee.core.values import Notice, Refused, Ruling, RulingContext
from referee.shinobazu import moves
from referee.shinobazu.battle import battle_begins, go_on
from referee.shinobazu.cards import HAND, Colour
from referee.shinobazu.hands import lay_down, noted_by
from referee.shinobazu.rounds import audit, found
from referee.shinobazu.state import (
    FightCard,
    State,
    current,
    declared,
    elsewhere,
    leftwards,
    lies_open,
    may_show,
    ninja_cards,
    one_seat,
    player,
    seats,
    with_player,
)
from referee.shinobazu.view_model import Led

WHOSE: Final = {"lead": "start", "lay": "active", "declare": "declares", "duel_answer": "challenged"}
"""The state's field that names the seat of a due move; `challenger` for others."""


def in_order(state: State, move: Move) -> None:
    """Refuse a move at the wrong moment: by its own citation, else by what is due (SHINOBAZU-2.4, 9.10)."""
    cited = out_of_order(move, state)
    firm(state.phase != "ended" or "ended" in move.about.during, "SHINOBAZU-9.10", "shinobazu.match_over")
    if cited is None:
        return
    due = state.moments[0]
    clause, reason = cited if cited[0] else ("SHINOBAZU-2.4", f"now.{due}")
    seat = state.gained[0] if state.phase == "round_end" else getattr(state, WHOSE.get(due, "challenger"))
    who: dict[str, Any] = {} if seat is None else {"seat": seat}
    if reason in ("now.turn_over", "reveal_too_early"):
        who = {"seats": list(declared(state, None) if state.phase == "turns" else state.due)}
    raise Refused(clause, f"shinobazu.{reason}", firm=True, **who)


def may_lie_before(state: State, seat: str, to: str) -> None:
    """Refuse a second current card before a seat (SHINOBAZU-3.4 to 3.7).

    Carried cards do not count, and whether the receiver's turn is over does not matter.
    """
    if current(state, to) is None:
        return
    firm(to != seat, "SHINOBAZU-3.5", "shinobazu.must_push")
    without_card = [s for s in seats(state) if current(state, s) is None]
    firm(without_card != [seat], "SHINOBAZU-3.7", "shinobazu.must_self_play")
    raise Refused("SHINOBAZU-3.4", "shinobazu.front_occupied", firm=True, seat=to)


def may_change(state: State, seat: str, choice: str | None, context: RulingContext) -> None:
    """Refuse a declaration that is not due: another's, too early, or a second one (SHINOBAZU-4.6, 4.8)."""
    firm(state.declares is None, "SHINOBAZU-4.6", "shinobazu.owner_declares", seat=state.declares)
    own = given(current(state, seat), "SHINOBAZU-4.6", "shinobazu.nothing_to_declare")
    bound = seat == state.start == own.laid_by
    context.require(not bound or choice != "pass", "SHINOBAZU-4.8", "shinobazu.start_fights")
    context.refuse("SHINOBAZU-4.6", "shinobazu.already_declared")


def next_turn(state: State, owner: str) -> str | None:
    """Return whose turn follows the declaration of `owner`; `None` after the last turn (SHINOBAZU-3.8 to 3.11).

    After a push it is the receiver's, unless that is over; otherwise that of the nearest player to the left whose turn
    is not over.
    """
    fight = current(state, owner)
    order = leftwards(state, owner)
    if fight is not None and fight.laid_by != owner:
        from_pusher = player(state, owner).laid and state.options.after_push_back == "from_pusher"
        order = leftwards(state, fight.laid_by) if from_pusher else (owner, *order)
    return next((seat for seat in order if not player(state, seat).laid), None)


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
    """Return the card that `seat` turns over: its own, or for the table the one before the named seat.

    Only due cards may be turned over (SHINOBAZU-5.1); a house ruling may uphold one shown too early.
    """
    clause, own = clause_of_reveals(state), seat in seats(state)
    owner = given(named or (seat if own else None), clause, "shinobazu.name_owner")
    firm(owner in seats(state), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=owner)
    firm(owner == seat or not own, clause, "shinobazu.own_card_only")
    fight = given(current(state, owner), clause, "shinobazu.no_card_there", seat=owner)
    firm(fight.card is None, clause, "shinobazu.already_open", seat=owner)
    if owner not in state.due:
        if state.phase == "turns":
            context.refuse("SHINOBAZU-5.1", "shinobazu.reveal_too_early", seats=list(declared(state, None)))
        context.refuse("SHINOBAZU-5.1", "shinobazu.reveal_not_due", seat=owner)
    return fight


def clear_records(state: State) -> tuple[list[FightCard], list[FightCard]]:
    """Return the due cards whose records can be true, and those whose records contradict others (SHINOBAZU-1.2).

    Raises `Refused` if no due card was recorded.
    """
    clause = clause_of_reveals(state)
    due = (current(state, seat) for seat in state.due)
    fights = [f for f in due if f is not None and f.recorded is not None and not f.void]
    firm(fights, clause, "shinobazu.nothing_recorded", seats=list(state.due))
    records = [f.recorded for f in fights]
    clear = [f for f in fights if records.count(f.recorded) == 1 and f.recorded not in elsewhere(state, f.laid_by)]
    return clear, [f for f in fights if f not in clear]


def face_of(state: State, fight: FightCard, named: str | None, context: RulingContext) -> str | None:
    """Return the face of a card, as named or recorded; `None` if the record cannot be right (SHINOBAZU-1.2).

    A card seen elsewhere cannot be named, unless no other is left; a house ruling may uphold it.
    """
    if named is None:
        is_recorded = fight.recorded is not None and not fight.void
        firm(is_recorded, clause_of_reveals(state), "shinobazu.name_card", seat=fight.owner)
        return None if fight.recorded in elsewhere(state, fight.laid_by) else fight.recorded
    ninja_cards([named])
    context.require(named in may_show(state, fight.laid_by), "SHINOBAZU-1.2", "shinobazu.card_elsewhere", card=named)
    return named


def voided(state: State, clashing: Sequence[FightCard], told: list[Notice]) -> State:
    """Tell everybody that records are wrong, so that those cards are looked at and named (SHINOBAZU-1.2)."""
    if not clashing:
        return state
    told.append(tell("shinobazu.records_clash", "SHINOBAZU-1.2", seats=[f.owner for f in clashing]))
    return replace(state, cards=tuple(replace(c, void=True) if c in clashing else c for c in state.cards))


def turned_over(state: State, fight: FightCard, card: str, told: list[Notice]) -> State:
    """Lay a card open and audit its player. It is no longer due, and it is true whatever was recorded.

    If the record was wrong, the player's note is always dropped, and with it the live checks: dropping it only if the
    player's other cards look wrong would reveal something about them.
    """
    clause = clause_of_reveals(state)
    told.append(tell("shinobazu.revealed", clause, seat=fight.owner, player=fight.laid_by, card=card))
    lies_elsewhere = card in elsewhere(state, fight.laid_by)
    opened = replace(fight, card=card, void=False)
    cards = tuple(opened if c is fight else c for c in state.cards)
    state = replace(state, cards=cards, due=tuple(owner for owner in state.due if owner != fight.owner))
    if lies_elsewhere:
        state = found(lies_open(state, fight.laid_by, card), "double_card", opened, told, proving=card)
    if fight.recorded not in (None, card):
        state = found(state, "wrong_entry", opened, told)
        if player(state, fight.laid_by).hand is not None:
            state = with_player(state, fight.laid_by, hand=None, doubted=False, withdrawn=True)
    for seat in noted_by(state, card):
        told.append(tell_one(seat, "shinobazu.entry_seen_elsewhere", "SHINOBAZU-1.2", card=card))
    return audit(state, fight.laid_by, told)


# The moves


def lead(state: State, seat: str, move: moves.Lead, context: RulingContext) -> Ruling:
    """Judge the start player's lead, with its announced colour, true or not (SHINOBAZU-3.2, 4.1, 4.2).

    Laid before the start player's own seat it is a fight (4.8); before another, that seat declares (3.10).
    """
    firm(state.lead is None, "SHINOBAZU-4.1", "shinobazu.already_led")
    firm(seat == state.start, "SHINOBAZU-3.2", "shinobazu.start_leads", seat=state.start)
    to = one_seat(state, move.to, "SHINOBAZU-3.3", "receiver")
    colour: Colour = given(move.colour, "SHINOBAZU-4.1", "shinobazu.name_colour")
    firm(move.declare is None or to == seat, "SHINOBAZU-4.6", "shinobazu.receiver_declares", seat=to)
    context.require(move.declare != "pass", "SHINOBAZU-4.8", "shinobazu.start_fights")
    told = [tell("shinobazu.led", "SHINOBAZU-4.1", seat=seat, to=to, colour=colour)]
    state = lay_down(state, seat, to, move.card, colour, context, told)
    state = replace(state, lead=colour, leads=(*state.leads, Led(seat, colour)), active=None)
    if to == seat:
        return uphold(declares(state, seat, move.declare or "fight", "SHINOBAZU-4.8", told), told)
    return uphold(replace(state, declares=to), told)


def lay(state: State, seat: str, move: moves.Lay, context: RulingContext) -> Ruling:
    """Judge a later player's card, laid before their own seat or pushed onto another (SHINOBAZU-3.1 to 3.7, 4.4)."""
    colour = given(state.lead, "SHINOBAZU-4.1", "shinobazu.lead_first", seat=state.start)
    firm(state.declares is None, "SHINOBAZU-4.6", "shinobazu.declaration_due", seat=state.declares)
    firm(not player(state, seat).laid, "SHINOBAZU-3.1", "shinobazu.turn_is_over", seat=state.active)
    context.require(seat == state.active, "SHINOBAZU-3.2", "shinobazu.not_your_turn", seat=state.active)
    to = one_seat(state, move.to, "SHINOBAZU-3.3", "receiver")
    may_lie_before(state, seat, to)
    firm(move.declare is None or to == seat, "SHINOBAZU-4.6", "shinobazu.receiver_declares", seat=to)
    told = [tell("shinobazu.laid", "SHINOBAZU-3.3", seat=seat, to=to)]
    state = lay_down(state, seat, to, move.card, colour, context, told)
    state = replace(state, active=None, declares=to)
    if move.declare is not None:
        state = declares(state, seat, move.declare, "SHINOBAZU-4.10", told)
    return uphold(state, told)


def declare(state: State, seat: str, move: moves.Declare, context: RulingContext) -> Ruling:
    """Judge the declaration of fight or pass by the owner of a current fight card, once (SHINOBAZU-4.6 to 4.11).

    A start player who kept the card must fight (4.8); one who pushed it may choose (4.9).
    """
    if state.declares != seat:
        may_change(state, seat, move.choice, context)
    choice = given(move.choice, "SHINOBAZU-4.6", "shinobazu.name_choice")
    told: list[Notice] = []
    if state.declares == seat:
        return uphold(declares(state, seat, choice, "SHINOBAZU-4.10", told), told)
    told.append(tell(f"shinobazu.declared_{choice}", "SHINOBAZU-4.6", seat=seat))
    return uphold(with_player(state, seat, declared=choice), told)


def declares(state: State, seat: str, choice: str, clause: str, told: list[Notice]) -> State:
    """Record a declaration, which applies to all cards before its owner (SHINOBAZU-4.11), and go on (3.8 to 3.11)."""
    told.append(tell(f"shinobazu.declared_{choice}", clause, seat=seat))
    state = replace(with_player(state, seat, declared=choice), declares=None, active=next_turn(state, seat))
    return state if state.active else battle_begins(state, told)


def reveal(state: State, seat: str, move: moves.Reveal, context: RulingContext) -> Ruling:
    """Judge the reveal of a due card, by its owner or the table (SHINOBAZU-5.1, 5.3, 5.4, 7.1, 8.11, 9.4, 9.5).

    The card shown is true, even if something else was recorded.
    """
    fight = may_reveal(state, seat, move.owner, context)
    told: list[Notice] = []
    card = face_of(state, fight, move.card, context)
    if card is None:
        return uphold(voided(state, [fight], told), told)
    return uphold(go_on(turned_over(state, fight, card, told), told), told)


def turn_over(state: State, seat: str, move: moves.TurnOver, context: RulingContext) -> Ruling:
    """Turn over all due cards that are recorded, at once (SHINOBAZU-5.1).

    Cards with contradictory records stay face down: the players look at them and name them one by one.
    """
    clear, clashing = clear_records(state)
    told: list[Notice] = []
    if clear:
        told.append(tell("shinobazu.turned_over", clause_of_reveals(state), seats=[fight.owner for fight in clear]))
    for fight in clear:
        assert fight.recorded is not None
        state = turned_over(state, fight, fight.recorded, told)
    return uphold(go_on(voided(state, clashing, told), told), told)
