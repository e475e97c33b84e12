"""Laying a position: the state it describes, or a refusal with the field and the clause (METSUKE-5.2).

Checked in this order: seats and moment, captured scrolls, tricks, cards, scrolls, and finally each seat's secrets. A
secret is compared with public facts only (SCROLL-3, 5, 7): an entry may be wrong, as it may during play, and is then
found out later. What only a house ruling has made possible cannot be laid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.base import replace
from referee.core.game import Position, check_phase
from referee.core.judging import firm, naming
from referee.core.values import Refused, RulingContext, Seat
from referee.scroll_trick.cards import HAND, OPEN, ROUNDS, SET, without
from referee.scroll_trick.hands import in_box
from referee.scroll_trick.moves import ROUND, Options
from referee.scroll_trick.positions.cards import (
    ROUNDS_OF,
    Described,
    described_seats,
    each_card_once,
    sits,
    with_cards,
    with_scrolls,
    with_tricks,
    with_turned,
)
from referee.scroll_trick.positions.model import OVER, OpenTable, SeatKnowledge, SeatSecret, face_down
from referee.scroll_trick.ranking import best, lowest_of, shadow_is_lowest, shadow_leads_on_points
from referee.scroll_trick.scores import at_stake, captured, clause_of_count, of_the_sets
from referee.scroll_trick.state import (
    Laid,
    Player,
    State,
    cards,
    everybody,
    humans,
    open_cards,
    seat_of,
    trick_now,
    with_everybody,
    with_seat,
    with_trick,
)
from referee.scroll_trick.supply import begin, captures, overdrawn, real, set_left
from referee.scroll_trick.view_model import Finding


def with_known(state: State, seat: str, known: SeatKnowledge) -> State:
    """Return the state with what a seat has entered. Every refusal is private."""
    if known == type(known)():
        return state
    p, path = seat_of(state, seat), f"secrets.{seat}"
    plays = state.options.depth == "plays"
    firm(plays, "SCROLL-1.2", "scroll_trick.other_depth", private=True, field=path)
    _hand(state, p, known, f"{path}.hand")
    _scrolls(state, p, known, f"{path}.scrolls")
    _held(state, p, known, f"{path}.held")
    noted = {one.card: one.value for one in known.scrolls or ()}
    trick = trick_now(state)
    if trick is not None:
        lying = (replace(play, laid=_noted(play.laid, noted)) for play in trick.plays)
        state = with_trick(state, replace(trick, plays=tuple(lying)))
    laid = tuple(_noted(one, noted) for one in p.open)
    entry = {"hand": known.hand, "doubted": known.doubted, "held": known.held, "noted": known.scrolls is not None}
    return with_seat(state, p.seat, open=laid, **entry)


def _noted(laid: Laid, noted: dict[str, int]) -> Laid:
    return replace(laid, recorded=noted[laid.card]) if laid.card in noted else laid


def _hand(state: State, p: Player, known: SeatKnowledge, path: str) -> None:
    """Refuse a hand that is not the rest of seven cards, including the open ones (SCROLL-2.1, 3.2, 4.3)."""
    hand = known.hand
    firm(hand is not None or not known.doubted, "SCROLL-3.2", "scroll_trick.position.not_now", private=True, field=path)
    if hand is None:
        return
    later = state.phase in ROUND | OVER or (state.phase == "deal" and state.round > 1)
    firm(later and not p.withdrawn, "SCROLL-3.2", "scroll_trick.position.not_now", private=True, field=path)
    for n, card in enumerate(hand):
        with naming(f"{path}[{n}]", private=True):
            in_box(state, card)
        once = hand.count(card) == 1
        firm(once, "SCROLL-2.1", "scroll_trick.card_twice", private=True, card=card, field=f"{path}[{n}]")
    count, entered = len(p.open) + p.closed, len(hand)
    count_fits = entered == count or (known.doubted and entered > count)
    firm(count_fits, "SCROLL-3.2", "scroll_trick.hand_size", private=True, count=count, entered=entered, field=path)
    missing = next((card for card in open_cards(p) if card not in hand), None)
    there = missing is None or known.doubted
    firm(there, "SCROLL-4.3", "scroll_trick.open_missing", private=True, card=missing, field=path)


def _scrolls(state: State, p: Player, known: SeatKnowledge, path: str) -> None:
    """Refuse notes without one value for each face-down scroll; in round 1 of the set (SCROLL-5.1, 5.3)."""
    if known.scrolls is None:
        return
    over = state.phase in OVER or (state.phase == "deal" and state.round > 1)
    later = over or (p.placed and state.phase in ROUND)
    holds_nothing = over or known.held is None
    firm(later and holds_nothing, "SCROLL-5.1", "scroll_trick.position.not_now", private=True, field=path)
    lie = [one.card for one in face_down(state, p)]
    each = sorted(one.card for one in known.scrolls) == sorted(lie)
    firm(each, "SCROLL-5.1", "scroll_trick.one_on_each", private=True, cards=lie, field=path)
    values = [one.value for one in known.scrolls]
    with naming(path, private=True):
        real(values)
    left = set_left(state, p) if state.round == 1 else ()
    among = state.round > 1 or not without(values, left)
    firm(among, "SCROLL-5.3", "scroll_trick.own_three", private=True, values=list(left), field=path)


def _held(state: State, p: Player, known: SeatKnowledge, path: str) -> None:
    """Refuse drawn scrolls other than three, or those that still lie face down (SCROLL-7.2).

    There may be more if the owner turned a scroll that is not among them: such a note may be ignored (ledger A7).
    """
    if known.held is None:
        return
    with naming(path, private=True):
        real(known.held)
    count = OPEN if p.drawn else len(face_down(state, p))
    count_fits = (p.drawn or state.round > 1) and count <= len(known.held) <= min(OPEN, count + p.turned)
    firm(count_fits, "SCROLL-7.2", "scroll_trick.position.held", private=True, count=count, field=path)


def lay(options: Options, seats: Sequence[Seat], position: Position) -> State:
    """Return the state that a position describes. Raises `Refused` with the path of its `field`."""
    table: OpenTable = position.table
    secrets: Mapping[str, SeatSecret] = position.secrets
    state = _lay(options, seats, table, secrets)
    state = _found(state, table)
    return _with_starts(state, seats, table, secrets)


def _lay(options: Options, seats: Sequence[Seat], table: OpenTable, secrets: Mapping[str, SeatKnowledge]) -> State:
    state = _at_its_moment(options, seats, table)
    each_card_once(state, table)
    described = described_seats(state, table)
    state = _captured(state, table, described)
    if options.depth == "plays":
        state = _sets_taken(state, described)
        state = with_tricks(state, table)
        state = with_cards(state, table, described)
        state = with_turned(state, described)
        state = with_scrolls(state, table, described)
    else:
        _entered(state)
    over = overdrawn(state)
    firm(not over, "SCROLL-2.5", "scroll_trick.supply", **over, field="table.seats")
    state = _ended(state, table)
    for seat in humans(state):
        state = with_known(state, seat, secrets.get(seat) or SeatKnowledge())
    return state


# Seats and moment


def _at_its_moment(options: Options, seats: Sequence[Seat], table: OpenTable) -> State:
    """Return the state with round, phase, marker and trump, and an empty table (SCROLL-1.2, 2.11, 2.12, 3.4, 9.1)."""
    state, phase, round = begin(options, seats), table.phase, table.round
    shadow = state.shadow is not None
    of_depth = phase in OVER | {"setup"} or (phase == "score") == (options.depth == "scores")
    firm(of_depth, "SCROLL-1.2", "scroll_trick.other_depth", field="table.phase")
    firm(shadow or phase not in ("shadow", "refill"), "SCROLL-9.1", "scroll_trick.no_shadow", field="table.phase")
    rounds, clause = ROUNDS_OF.get(phase, (range(1, ROUNDS + 1), "SCROLL-1.2"))
    firm(round in rounds, clause, "scroll_trick.position.round", round=round, field="table.round")
    check_phase(table, "table", table.phase, "scroll_trick.position.not_now")
    plays = options.depth == "plays"
    firm(plays or not table.tricks, "SCROLL-1.2", "scroll_trick.other_depth", field="table.tricks")
    firm(phase == "setup" or table.marker, "SCROLL-2.12", "scroll_trick.position.needed", field="table.marker")
    for name in ("marker", "first", "chosen", "leader"):
        sits(state, getattr(table, name), f"table.{name}", shadow=name == "leader")
    firm(shadow or table.first is None, "SCROLL-9.1", "scroll_trick.no_shadow", field="table.first")
    unmoved = round == 1 and not table.marker_given
    first = table.first or (table.marker if unmoved or not shadow else None)
    firm(first or phase == "setup", "SCROLL-2.11", "scroll_trick.position.needed", field="table.first")
    firm(not unmoved or first == table.marker, "SCROLL-2.12", "scroll_trick.position.first", field="table.first")
    _trump(state, table)
    return replace(
        state,
        phase=phase,
        round=round,
        first=first,
        marker=table.marker,
        marker_given=table.marker_given,
        leader=table.marker,
        trump=table.trump,
        entries=table.entries,
    )


def _trump(state: State, table: OpenTable) -> None:
    """Refuse a trump outside the time from its choice to the end of the round, or a missing one (SCROLL-3.4, 3.6)."""
    kind, kinds = table.trump, list(state.options.kinds)
    plays = state.options.depth == "plays"
    needed, there = table.phase in ROUND - {"trump"}, plays and table.phase in ROUND - {"trump"} | OVER
    firm(kind or not needed, "SCROLL-3.4", "scroll_trick.position.needed", field="table.trump")
    firm(there or kind is None, "SCROLL-3.4", "scroll_trick.position.not_now", field="table.trump")
    known = kind is None or kind in kinds
    firm(known, "SCROLL-2.2", "scroll_trick.no_such_kind", kind=kind, kinds=kinds, field="table.trump")


# Captured scrolls and ranking


def _captured(state: State, table: OpenTable, described: Mapping[str, Described]) -> State:
    """Return the state with captured scrolls, of earlier rounds and this one (SCROLL-6.15, 6.16).

    After a round, those captured in it need not be given.
    """
    in_round, unsaid = {}, state.phase in OVER and not any(one.in_round for one in table.seats)
    for seat, (path, lying) in described.items():
        for name, values in (("captured", lying.captured), ("in_round", lying.in_round)):
            with naming(f"{path}.{name}"):
                real(values)
        now = lying.captured if unsaid else lying.in_round
        before = without(lying.captured[::-1], now[::-1])[::-1]
        among = len(before) + len(now) == len(lying.captured)
        firm(among, "SCROLL-6.16", "scroll_trick.position.not_captured", field=f"{path}.in_round")
        bounds = (*(0,) * (state.round - 2), *(len(before),) * (state.round > 1))
        state, in_round[seat] = with_seat(state, seat, captured=before, bounds=bounds), now
    count, all_ = sum(len(p.captured) for p in everybody(state)), at_stake(state) * (state.round - 1)
    with naming("table.seats"):
        complete = unsaid or count == all_
        firm(complete, clause_of_count(state), "scroll_trick.position.captured", count=count, all=all_)
    state = state if unsaid or state.round == 1 else _ranked(state, table)
    for seat, now in in_round.items():
        p = seat_of(state, seat)
        ends = (len(p.captured) + len(now),) if state.phase in OVER else ()
        state = with_seat(state, seat, captured=(*p.captured, *now), bounds=(*p.bounds, *ends))
    if state.phase in OVER:
        _has_sets(state)
    if state.marker_given:
        _has_marker(state)
        state = replace(state, shadow_low=shadow_is_lowest(state))
    if state.phase in ("between", "ended") and state.round < ROUNDS:
        leads = shadow_leads_on_points(state)
        over = state.phase == "ended"
        firm(leads == over, "SCROLL-10.3", "scroll_trick.position.shadow_leads", field="table.phase")
    return state


def _ranked(state: State, table: OpenTable) -> State:
    """Return the state as its round began: the lowest started, the sets were captured (SCROLL-5.3, 7.3, 10.3)."""
    _has_sets(state)
    if not table.marker_given:
        _has_marker(state)
    leads = shadow_leads_on_points(state)
    firm(not leads, "SCROLL-10.3", "scroll_trick.position.shadow_leads", field="table.seats")
    return replace(state, shadow_low=shadow_is_lowest(state))


def _has_sets(state: State) -> None:
    sets, found = len(everybody(state)), captures(state)
    there = all(found[value] >= sets for value in SET)
    firm(there, "SCROLL-5.3", "scroll_trick.position.sets", sets=sets, field="table.seats")


def _has_marker(state: State) -> None:
    low = lowest_of(state, {p.seat: p.points for p in state.players}, None)
    firm(state.marker in low, "SCROLL-7.3", "scroll_trick.not_lowest", seats=list(low), field="table.marker")


def _sets_taken(state: State, described: Mapping[str, Described]) -> State:
    """Return the state with the sets taken: by all seats once the set-up is over (SCROLL-2.7, 2.11)."""
    if state.phase != "setup":
        return with_everybody(state, has_set=True)
    for seat, (_, lying) in described.items():
        state = with_seat(state, seat, has_set=lying.has_set)
    all_have_sets = state.marker and all(p.has_set for p in everybody(state))
    firm(not all_have_sets, "SCROLL-2.11", "scroll_trick.position.over", field="table.phase")
    return state


# The depth `scores`


def _entered(state: State) -> None:
    """Refuse captures that cannot come from the entered tricks (SCROLL-6.15, 6.18)."""
    firm(state.entries <= HAND, "SCROLL-6.18", "scroll_trick.seven_tricks", field="table.entries")
    if state.phase in OVER:
        count = sum(len(p.captured) for p in everybody(state))
        least = most = at_stake(state) * state.round
    else:
        count, least, most = captured(state), 0, min(at_stake(state), state.entries * len(everybody(state)))
    with naming("table.seats"):
        complete = least <= count <= most
        firm(complete, clause_of_count(state), "scroll_trick.position.captured", count=count, all=most)
        if state.round == 1:
            of_the_sets(state, at_stake(state) - OPEN * len(everybody(state)), RulingContext())


# The end


def _ended(state: State, table: OpenTable) -> State:
    """Refuse a round, or a tie, that has nothing left to wait for (SCROLL-1.2, 8.5, 10.3)."""
    state = replace(state, game_over=state.phase == "ended" and state.round < ROUNDS, chosen=table.chosen)
    all_have_drawn = state.marker_given and (state.options.depth == "scores" or all(p.drawn for p in state.players))
    firm(not all_have_drawn, "SCROLL-1.2", "scroll_trick.position.over", field="table.phase")
    first = best(state)
    asked = state.options.final_tie == "table" and len(first) > 1 and not state.game_over
    firm(state.phase != "tie" or asked, "SCROLL-8.5", "scroll_trick.no_tie", field="table.phase")
    decided = table.chosen in first if asked and state.phase == "ended" else table.chosen is None
    firm(decided, "SCROLL-8.5", "scroll_trick.not_tied", seats=list(first), field="table.chosen")
    return state


# Findings and the beginnings of tricks


def _found(state: State, table: OpenTable) -> State:
    """Return the state with findings, and with the one that the table must decide on (ledger A1, O18)."""
    for n, finding in enumerate(table.findings):
        path = f"table.findings[{n}]"
        for seat in (finding.player, finding.other, *finding.suspects):
            sits(state, seat, path, shadow=True)
        named = [card for card in (finding.card, finding.proving) if card is not None]
        kinds = [kind for kind in (finding.lead, *finding.kinds) if kind is not None]
        there = set(named) <= set(cards(state)) and set(kinds) <= set(state.options.kinds)
        firm(there, "SCROLL-2.1", "scroll_trick.position.finding", field=path)
        now = 1 <= finding.round <= state.round and 0 <= finding.trick <= HAND
        firm(now, "SCROLL-1.2", "scroll_trick.position.finding", field=path)
    state = replace(state, findings=table.findings)
    if table.remedy is None:
        return state
    asked = table.remedy in table.findings and _may_go_back(state, table, table.remedy)
    firm(asked, "SCROLL-6.4", "scroll_trick.nothing_to_remedy", field="table.remedy")
    return replace(state, remedy=table.findings.index(table.remedy))


def _may_go_back(state: State, table: OpenTable, at: Finding) -> bool:
    proved = at.kind == "revoke" and at.player in humans(state) and at.round == state.round and not at.rewound
    return proved and at.trick in (start.number for start in table.starts)


def _with_starts(state: State, seats: Sequence[Seat], table: OpenTable, secrets: Mapping[str, SeatSecret]) -> State:
    """Return the state with the states to which the match may go back (O18)."""
    rewinds = state.options.revoke_remedy == "rewind"
    firm(rewinds or not table.starts, "SCROLL-6.4", "scroll_trick.position.not_now", field="table.starts")
    made: tuple[State, ...] = ()
    for n, start in enumerate(table.starts):
        path = f"table.starts[{n}]"
        after = made[-1].tricks[-1].number if made else 0
        there = after < start.number <= len(state.tricks)
        firm(there, "SCROLL-6.18", "scroll_trick.position.number", field=f"{path}.number")
        begun: dict[str, Any] = {"phase": "trick", "now": (), "starts": (), "remedy": None, "findings": ()}
        tricks = tuple(trick for trick in table.tricks if trick.number < start.number)
        begun |= {"tricks": tricks, "leader": start.leader, "seats": start.seats}
        known = {seat: secret.starts[n] for seat, secret in secrets.items() if n < len(secret.starts)}
        try:
            then = _lay(state.options, seats, table.model_copy(update=begun), known)
        except Refused as why:
            inside = str(why.params.get("field", "table"))
            whose, _, name = inside.rpartition(".")
            where = f"{whose}.starts[{n}].{name}" if why.private else inside.replace("table", path, 1)
            params = {**why.params, "field": where}
            raise Refused(why.clause, why.reason, private=why.private, firm=True, **params) from None
        firm(then.tricks[-1].number == start.number, "SCROLL-6.18", "scroll_trick.position.number", field=path)
        made = (*made, replace(then, checkpoints=made))
    trick = state.tricks[-1] if state.phase == "trick" else None
    just_begun = trick is not None and not trick.plays and trick.number not in (then.tricks[-1].number for then in made)
    if rewinds and just_begun:
        made = (*made, state)
    return replace(state, checkpoints=made)
