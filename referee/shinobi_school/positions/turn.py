"""Laying the turn that is on: what has just been done, and who placed last (SCHOOL-7, 8)."""

from __future__ import annotations

from referee.core.judging import naming
from referee.core.replacing import replace
from referee.shinobi_school.cards import COPIES
from referee.shinobi_school.entries import in_deck
from referee.shinobi_school.field.tiers import tier_at
from referee.shinobi_school.positions.fields import (
    need,
)
from referee.shinobi_school.positions.model import OpenTable
from referee.shinobi_school.state import State, player, seats, with_seat
from referee.shinobi_school.view_model import Action, Tier


def lay_turn(state: State, table: OpenTable) -> State:
    """Lay the turn that is on, or that has won the round (SCHOOL-2.4, 7, 8)."""
    assert table.now is not None
    for field, seat in (("table.now.seat", table.now.seat), ("table.last_placer", table.last_placer)):
        if seat is not None:
            with naming(field):
                player(state, seat)
    actions = table.now.actions
    for n, action in enumerate(actions):
        _check_action(state, n, action)
    sides = [action.side for action in actions]
    need(len(sides) == len(set(sides)), "SCHOOL-7.2", "position.side_twice", "table.now.actions")
    done = table.phase != "turn" or len(actions) < 2
    need(done, "SCHOOL-7.1", "position.went_on", "table.now.actions")
    winner = None if table.phase == "turn" else table.now.seat
    state = replace(state, active=table.now.seat, actions=actions, fresh=table.now.swept, winner=winner)
    if any(action.side == "heaven" and action.kind != "pass" for action in actions):
        state = with_seat(state, table.now.seat, heaven_changed=True)
    _just_done(state)
    placed = table.last_placer is not None or bool(state.swept)
    state = replace(state, last_placer=table.last_placer, placed=placed)
    _swept(state)
    return _laps(state, table)


def _check_action(state: State, n: int, action: Action) -> None:
    path = f"table.now.actions[{n}]"
    if action.kind == "pass":
        nothing = action.number is None and not action.size and action.end is None
        need(nothing, "SCHOOL-7.5", "position.passed", path)
        return
    need(action.number is not None, "SCHOOL-3.1", "position.missing", f"{path}.number")
    with naming(f"{path}.number"):
        in_deck(state, (action.number or 0,))
    most = COPIES if action.kind == "place" else 2
    need(1 <= action.size <= most, "SCHOOL-3.1", "position.tier_size", f"{path}.size", most=most)
    at_end = action.kind == "place" or action.end is not None
    need(at_end, "SCHOOL-4.6", "collected_at_ends", f"{path}.end")


def _just_done(state: State) -> None:
    """What the last action placed lies at its end; what it collected is where it went (SCHOOL-2.4, 4.2 to 4.6)."""
    last, field = (state.actions or (None,))[-1], "table.now.actions"
    won = state.phase == "turn" or (last is not None and last.kind == "place")
    need(won, "SCHOOL-2.4", "position.won_by_placing", field)
    if last is None or last.kind == "pass":
        return
    me, number = player(state, state.active or ""), last.number or 0
    if last.kind == "collect":
        held = me.earth if last.side == "earth" else me.known
        need(held.count(number) >= last.size, "SCHOOL-4.6", "position.not_collected", field, number=number)
        return
    new = Tier(number, last.size)
    if last.end is None:
        need(state.field == (new,), "SCHOOL-4.5", "position.not_placed", field, number=number)
    else:
        lies = len(state.field) > 1 and tier_at(state.field, last.end) == new
        need(lies, "SCHOOL-4.2", "position.not_placed", field, number=number)


def _swept(state: State) -> None:
    """Who placed last, and what that leaves of the field (SCHOOL-8.1 to 8.6)."""
    placed, mine = _placed_now(state), state.last_placer == state.active
    if not state.field:
        need(state.last_placer is None, "SCHOOL-8.4", "position.nothing_placed", "table.last_placer")
        need(state.swept, "SCHOOL-8.4", "position.never_empty", "table.field")
    elif state.last_placer is None:
        first = not state.swept and len(state.field) <= 2
        need(first, "SCHOOL-8.6", "position.somebody_placed", "table.last_placer")
    need(mine or not placed, "SCHOOL-8.1", "position.placed_now", "table.last_placer", seat=state.active)
    need(placed or not mine, "SCHOOL-8.2", "position.would_be_swept", "table.last_placer", seat=state.active)
    swept = not state.fresh or (state.swept and (placed or not state.field))
    need(swept, "SCHOOL-8.3", "position.not_swept", "table.now.swept")


def _laps(state: State, table: OpenTable) -> State:
    """Count the turns: of the round, and those without a placement (SCHOOL-7.1, 8.1, 8.6)."""
    count = len(state.players)
    lap = _places_after(state, state.start)
    before = state.last_placer is not None and not _placed_now(state)
    exact: int | None = None
    if state.fresh:
        exact = 0
    elif before:
        exact = _places_after(state, state.last_placer) - 1
    elif not state.placed and table.turn:
        exact = table.turn - 1
    likely = int(not state.field) if state.placed else lap
    quiet = next(known for known in (table.quiet, exact, likely) if known is not None)
    need(exact in (None, quiet), "SCHOOL-8.1", "position.quiet", "table.quiet", quiet=quiet, count=exact)
    need(quiet or state.field or state.fresh, "SCHOOL-8.3", "position.swept_now", "table.now.swept", seat=state.active)
    leads = not state.placed and state.options.opening_flush == "start_leads"
    need(not leads or quiet < count, "SCHOOL-8.6", "position.would_be_swept", "table.quiet", seat=state.active)
    least = quiet + before + (count if state.swept else 0)
    earlier = least + (lap - least) % count if table.turn is None else table.turn - 1
    right = earlier >= least and earlier % count == lap and (state.placed or earlier == quiet)
    need(right, "SCHOOL-7.1", "position.turn", "table.turn", seat=state.active, turn=earlier + 1)
    return replace(state, quiet=quiet, earlier=earlier)


def _placed_now(state: State) -> bool:
    return any(action.kind == "place" for action in state.actions)


def _places_after(state: State, seat: str | None) -> int:
    """Return how many places clockwise of a seat the player on turn sits."""
    order = seats(state)
    return (order.index(state.active or "") - order.index(seat or "")) % len(order)
