"""A turn: one heaven action and one earth action in either order, and the passing on of the turn (SCHOOL-7)."""

from __future__ import annotations

from referee.core.base import replace
from referee.core.judging import firm, one, tell, tell_one, uphold
from referee.core.values import Notice, Refused, Ruling, RulingContext
from referee.shinobi_school.cards import heap, less, of_number
from referee.shinobi_school.entries import doubts, gone_from, in_deck, require_in_heaven, require_room
from referee.shinobi_school.field import flush, may_collect, may_place, on_top, seal_changes, sealed, without
from referee.shinobi_school.moves import SIDES, CheckMove, Collect, End, EndTurn, PassAction, Place, Side
from referee.shinobi_school.rounds import round_is_won
from referee.shinobi_school.state import Player, State, after, open_sides, player, with_seat
from referee.shinobi_school.view_model import Action, Tier, Turn


def may_act(
    state: State, seat: str, named: str, context: RulingContext, clause: str = "SCHOOL-6.3"
) -> tuple[Player, Side]:
    """Return the active player and the side that acts. Raises `Refused` if it may not (SCHOOL-7.1 to 7.3)."""
    firm(seat == state.active, "SCHOOL-7.1", "shinobi_school.not_your_turn", seat=state.active)
    side = a_side(named, clause)
    clause = "SCHOOL-7.2" if side == "heaven" else "SCHOOL-7.3"
    context.require(side in open_sides(state), clause, f"shinobi_school.{side}_has_acted")
    return player(state, seat), side


def a_side(named: str, clause: str = "SCHOOL-6.3") -> Side:
    """Return the named side of a mansion (SCHOOL-6.1, 6.3). Raises `Refused` for any other place."""
    firm(named in SIDES, clause, "shinobi_school.which_side")
    return "heaven" if named == "heaven" else "earth"


def place(state: State, seat: str, move: Place, context: RulingContext) -> Ruling:
    """Judge the placing of one set of equal cards from heaven or earth at an end of the field (SCHOOL-3, 4.2 to 4.5).

    In this order: the cards go to the field, the player becomes the last placer, the round may be won, the seal is
    updated (ledger section 6).
    """
    me, side = may_act(state, seat, move.side, context)
    number, size = one(move.number, "SCHOOL-3.1", "shinobi_school.one_number"), move.size
    told = [tell(f"shinobi_school.placed_{side}", "SCHOOL-4.5", seat=seat, number=number, size=size)]
    state, end = allowed(state, me, move, context, told)
    if end is not None:
        clause = "SCHOOL-4.2" if end == "top" else "SCHOOL-4.3"
        told[0] = tell(f"shinobi_school.placed_{side}_{end}", clause, seat=seat, number=number, size=size)
    before = sealed(state.field)
    state = _taken_from(state, seat, side, number, size)
    action = Action("place", side, number, size, end)
    state = replace(
        state,
        field=on_top(state.field, end, Tier(number, size)),
        last_placer=seat,
        placed=True,
        actions=(*state.actions, action),
    )
    if side == "heaven":
        told += doubts(state, but=seat, of=number)
    me = player(state, seat)
    if not me.heaven_size and not me.earth:
        state = round_is_won(state, seat, told)
    return _goes_on(state, before, told)


def allowed(
    state: State, me: Player, move: Place, context: RulingContext, told: list[Notice]
) -> tuple[State, End | None]:
    """Return the state and the end for a set. Raises `Refused` if it is not held or does not fit (SCHOOL-3, 4, 5).

    The player's own entry is checked last, so that others cannot tell that it was checked.
    """
    side, size = a_side(move.side), move.size
    number = one(move.number, "SCHOOL-3.1", "shinobi_school.one_number")
    in_deck(state, (number,))
    firm(size >= 1, "SCHOOL-3.1", "shinobi_school.no_card")
    held = me.earth.count(number) if side == "earth" else me.heaven_size
    reason = "shinobi_school.not_in_earth" if side == "earth" else "shinobi_school.heaven_too_small"
    firm(size <= held, "SCHOOL-3.3", reason, number=number, held=held)
    end = may_place(state.field, number, size, move.end, context)
    if side == "heaven":
        state = require_room(state, me, number, size, context, told)
        state = require_in_heaven(state, player(state, me.seat), number, size, context)
    return state, end


def _taken_from(state: State, seat: str, side: Side, number: int, size: int) -> State:
    me = player(state, seat)
    if side == "earth":
        return with_seat(state, seat, earth=less(me.earth, of_number(number, size)))
    known = gone_from(me.known, number, size)
    return with_seat(state, seat, known=known, heaven_changed=True, heaven_size=me.heaven_size - size)


def collect(state: State, seat: str, move: Collect, context: RulingContext) -> Ruling:
    """Judge the collecting of the whole tier at an end of the field into heaven or earth (SCHOOL-4.6 to 4.8, 7.7)."""
    me, side = may_act(state, seat, move.side, context)
    tier, end = fetched(state, me, move, context)
    cards = of_number(tier.number, tier.size)
    params = {"seat": seat, "number": tier.number, "size": tier.size}
    told = [tell(f"shinobi_school.collected_{side}", "SCHOOL-4.6", **params)]
    if side == "earth":
        state = with_seat(state, seat, earth=heap((*me.earth, *cards)))
    else:
        entry = None if me.heaven is None else heap((*me.heaven, *cards))
        size, known = me.heaven_size + tier.size, heap((*me.known, *cards))
        state = with_seat(state, seat, known=known, heaven_changed=True, heaven=entry, heaven_size=size)
    before = sealed(state.field)
    action = Action("collect", side, tier.number, tier.size, end)
    state = replace(state, field=without(state.field, end), actions=(*state.actions, action))
    return _goes_on(state, before, told)


def fetched(state: State, me: Player, move: Collect, context: RulingContext) -> tuple[Tier, End]:
    """Return the tier that is collected and its end (SCHOOL-4.6 to 4.8, 5.2); options may forbid more (7.7; O4, O5)."""
    side = a_side(move.side)
    tier = may_collect(state.field, move.end, context, move.size)
    end: End = "top" if move.end == "top" else "bottom"
    holds = me.heaven_size if side == "heaven" else len(me.earth)
    if state.options.collect_into_empty == "forbid":
        context.require(holds > 0, "SCHOOL-7.7", f"shinobi_school.empty_{side}")
    collects_own_set = any(a.kind == "place" and a.end == end for a in state.actions) and state.active == me.seat
    if state.options.collect_own == "forbid":
        context.require(not collects_own_set, "SCHOOL-7.7", "shinobi_school.own_set", number=tier.number)
    return tier, end


def pass_action(state: State, seat: str, move: PassAction, context: RulingContext) -> Ruling:
    """Judge a pass with one side, after which the player is still in the round (SCHOOL-7.5, 7.6)."""
    _, side = may_act(state, seat, move.side, context, "SCHOOL-6.1")
    told = [tell(f"shinobi_school.passed_{side}", "SCHOOL-7.5", seat=seat)]
    state = replace(state, actions=(*state.actions, Action("pass", side)))
    return _goes_on(state, sealed(state.field), told)


def end_turn(state: State, seat: str, move: EndTurn, context: RulingContext) -> Ruling:
    """Judge the end of the turn; remaining actions count as passed (SCHOOL-7.3)."""
    firm(seat == state.active, "SCHOOL-7.1", "shinobi_school.not_your_turn", seat=state.active)
    passes = tuple(Action("pass", side) for side in open_sides(state))
    told = [tell("shinobi_school.passed" if len(passes) > 1 else "shinobi_school.turn_ended", "SCHOOL-7.5", seat=seat)]
    state = replace(state, actions=(*state.actions, *passes))
    return _goes_on(state, sealed(state.field), told)


def _goes_on(state: State, before: str | None, told: list[Notice]) -> Ruling:
    """Update the seal, and pass the turn on after both actions, unless the round is won (SCHOOL-2.4, 5.4, 7.1)."""
    told += seal_changes(before, sealed(state.field))
    if state.phase == "turn" and not open_sides(state):
        state = next_turn(state, told)
    return uphold(state, told)


def next_turn(state: State, told: list[Notice]) -> State:
    """Pass the turn on clockwise, then test for a flush (SCHOOL-7.1, 8.2)."""
    assert state.active is not None
    placed = any(action.kind == "place" for action in state.actions)
    active = after(state, state.active)
    state = replace(
        state,
        turns=(*state.turns, Turn(state.active, state.actions, state.fresh)),
        quiet=0 if placed else state.quiet + 1,
        active=active,
        actions=(),
        fresh=False,
        players=tuple(replace(p, agrees=False) if p.agrees else p for p in state.players),
    )
    state = flush(state, told)
    told.append(tell("shinobi_school.turn_begins", "SCHOOL-7.1", seat=active))
    return state


def check_move(state: State, seat: str, move: CheckMove, context: RulingContext) -> Ruling:
    """Tell a player privately whether the field and their own cards allow a move (SCHOOL-2.3). Nothing changes."""
    me, asked = player(state, seat), move.move
    told = [tell("shinobi_school.checked", "SCHOOL-2.3", seat=seat)]
    try:
        if isinstance(asked, Place):
            allowed(state, me, asked, RulingContext(), [])
        else:
            fetched(state, me, asked, RulingContext())
        now = state.active == seat and asked.side in open_sides(state)
        answer = "shinobi_school.allowed_now" if now else "shinobi_school.allowed_later"
        told.append(tell_one(seat, answer, "SCHOOL-2.3"))
    except Refused as refused:
        told.append(Notice(to=(seat,), message=refused.reason, params=refused.params, clause=refused.clause))
    return uphold(state, told)
