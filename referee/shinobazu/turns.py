"""Where a card may be laid, who may declare, and whose turn is next (SHINOBAZU-3.3 to 3.11, 4.6, 4.8)."""

from __future__ import annotations

from referee.core.judging import firm, given
from referee.core.values import Refused, RulingContext
from referee.shinobazu.state import State, current, leftwards, one_seat, player, seats


def receiver(state: State, named: str | tuple[str, ...] | None) -> str:
    """Return before whom a card is to lie: the seat itself or one other (SHINOBAZU-3.3)."""
    return one_seat(state, named, "SHINOBAZU-3.3", "receiver")


def may_lie_before(state: State, seat: str, to: str) -> None:
    """Refuse a second current card before anybody (SHINOBAZU-3.4 to 3.7).

    Carried cards do not count, nor does it matter whether the receiver's turn is over.
    """
    if current(state, to) is None:
        return
    firm(to != seat, "SHINOBAZU-3.5", "shinobazu.must_push")
    empty = [s for s in seats(state) if current(state, s) is None]
    firm(empty != [seat], "SHINOBAZU-3.7", "shinobazu.must_self_play")
    raise Refused("SHINOBAZU-3.4", "shinobazu.front_occupied", firm=True, seat=to)


def may_change(state: State, seat: str, choice: str | None, context: RulingContext) -> None:
    """Refuse a declaration that is not due: another's, too early, or a second one (SHINOBAZU-4.6, 4.8)."""
    firm(state.declares is None, "SHINOBAZU-4.6", "shinobazu.owner_declares", seat=state.declares)
    own = given(current(state, seat), "SHINOBAZU-4.6", "shinobazu.nothing_to_declare")
    bound = seat == state.start == own.laid_by
    context.require(not bound or choice != "pass", "SHINOBAZU-4.8", "shinobazu.start_fights")
    context.refuse("SHINOBAZU-4.6", "shinobazu.already_declared")


def next_turn(state: State, owner: str) -> str | None:
    """Return whose turn follows the declaration of `owner`; None when all turns are over (SHINOBAZU-3.8 to 3.11).

    After a push it is the receiver's, unless it is over; else that of the nearest player to the left
    whose turn is not over.
    """
    fight = current(state, owner)
    order = leftwards(state, owner)
    if fight is not None and fight.laid_by != owner:
        from_pusher = player(state, owner).laid and state.options.after_push_back == "from_pusher"
        order = leftwards(state, fight.laid_by) if from_pusher else (owner, *order)
    return next((seat for seat in order if not player(state, seat).laid), None)
