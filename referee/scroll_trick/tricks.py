"""The contest phase: tricks, their winners and captures (SCROLL-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.core.base import replace
from referee.core.cards import number_of, of_suit, suit_of
from referee.core.judging import firm, given, uphold
from referee.core.values import Notice, Refused, Ruling, RulingContext, Why
from referee.scroll_trick.cards import HAND, OPEN, SHADOW, without
from referee.scroll_trick.hands import doubts, in_box, require_follow, require_new, require_own, scrolls_forgotten
from referee.scroll_trick.moves import PlayCard, Remedy, TakeTrick
from referee.scroll_trick.ranking import audit_capacity, audit_revokes, found
from referee.scroll_trick.rounds import may_be, next_trick, round_is_over
from referee.scroll_trick.state import (
    Laid,
    Play,
    Player,
    State,
    Trick,
    active,
    led,
    lies,
    open_cards,
    order,
    player,
    seat_of,
    start_of,
    tell,
    tell_points,
    tell_taken,
    trick_now,
    with_seat,
    with_trick,
)
from referee.scroll_trick.supply import came_out, first_too_many, possible, real, require_supply
from referee.scroll_trick.view_model import Finding


class Won(NamedTuple):
    """The seat that is ahead in a trick, with the reason, which names the competing cards."""

    seat: str
    why: Why


def strength(card: str, kind: str, trump: str | None) -> tuple[int, int]:
    """Return the sort key of a card in a trick: class 2 for trump, 1 for the led kind, else 0; then the number."""
    suit = suit_of(card)
    return (2 if suit == trump else 1 if suit == kind else 0), number_of(card)


def leader_of(trick: Trick, trump: str | None) -> Won | None:
    """Return the seat that is ahead in a trick; `None` before its first card."""
    kind = led(trick)
    if kind is None:
        return None
    won = max(trick.plays, key=lambda play: strength(play.card, kind, trump))
    suit = suit_of(won.card)
    rivals = of_suit((play.card for play in trick.plays), suit)
    if suit == trump:
        clause, why = ("SCROLL-6.11", "highest_trump") if len(rivals) > 1 else ("SCROLL-6.10", "only_trump")
    else:
        clause, why = ("SCROLL-6.12", "highest_led") if len(rivals) > 1 else ("SCROLL-6.13", "leader_alone")
    params = {"seat": won.seat, "card": won.card, "kind": suit, "cards": list(rivals)}
    return Won(won.seat, Why(f"scroll_trick.why.{why}", params, clause))


# A card is played


def play_card(state: State, seat: str, move: PlayCard, context: RulingContext) -> Ruling:
    """Judge a card played to the trick, open or closed, which must follow if possible (SCROLL-6.2 to 6.8)."""
    me, card, trick = player(state, seat), move.card, the_trick(state)
    in_box(state, card)
    firm(all(play.seat != seat for play in trick.plays), "SCROLL-6.2", "scroll_trick.one_card", seat=active(state))
    turn = active(state)
    context.require(seat == turn, "SCROLL-6.2", "scroll_trick.not_your_turn", seat=turn)
    if not trick.plays:
        state = with_trick(state, replace(trick, leader=seat))
    told = [tell("played", "SCROLL-6.2", seat=seat, card=card)]
    laid = lies(me, card)
    if laid is None:
        state = require_new(state, card, context, told, seat)
        firm(me.closed, "SCROLL-6.2", "scroll_trick.no_closed_card", cards=list(open_cards(me)))
    state = require_own(state, me, card, "SCROLL-6.2", context)
    kind = led(trick)
    if kind is not None:
        require_follow(state, player(state, seat), card, kind, context)
    if laid is None:
        told += doubts(state, seat, card)
    return uphold(played_card(state, seat, card, told), told)


def the_trick(state: State) -> Trick:
    trick = trick_now(state)
    assert trick is not None
    return trick


def played_card(state: State, seat: str, card: str, told: list[Notice]) -> State:
    """Move a card and its scroll to the trick (SCROLL-6.8, 9.14), and audit its player (ledger A1)."""
    me, trick = seat_of(state, seat), the_trick(state)
    laid = lies(me, card)
    if laid is None:
        state = with_seat(state, seat, closed=me.closed - 1)
    else:
        state = with_seat(state, seat, open=tuple(one for one in me.open if one is not laid))
    if me.hand is not None:
        state = with_seat(state, seat, hand=tuple(c for c in me.hand if c != card))
    play = Play(seat, card, laid is not None, laid or Laid(card))
    trick = replace(trick, plays=(*trick.plays, play))
    state = with_trick(state, trick)
    if seat != SHADOW:
        state = audit_revokes(state, seat, told)
    if len(trick.plays) == len(order(state)):
        won = leader_of(trick, state.trump)
        assert won is not None
        told.append(Notice(message=won.why.reason, params=won.why.params, clause=won.why.clause))
        state = replace(state, phase="resolve")
    return state


# Taking the trick


def take_trick(state: State, seat: str, move: TakeTrick, context: RulingContext) -> Ruling:
    """Judge the taking of a trick: its scrolls go to the winner, its cards are discarded (SCROLL-6.9 to 6.16)."""
    trick = the_trick(state)
    won = leader_of(trick, state.trump)
    assert won is not None
    seat_of(state, move.player)
    context.require(move.player == won.seat, won.why.clause, "scroll_trick.other_winner", **won.why.params)
    values = tile_values(state, trick, move.values, context)
    before, winner = state, seat_of(state, move.player)
    captured = tuple(values.values())
    clause = "SCROLL-9.18" if winner.seat == SHADOW else "SCROLL-6.15"
    told = [tell_taken(winner.seat, trick.number, captured, clause)]
    state = surfaced(state, trick, values, told)
    state = with_trick(state, replace(the_trick(state), winner=winner.seat))
    state = with_seat(state, winner.seat, captured=(*winner.captured, *captured))
    told += tell_points(before, state)
    state = audit_capacity(state, told)
    return uphold(trick_is_over(state, winner.seat, told), told)


def tile_values(state: State, trick: Trick, named: Mapping[str, int], context: RulingContext) -> dict[str, int]:
    """Return the value of every scroll in a trick, by the seat that played it (SCROLL-6.8, 6.15; ledger A5 to A7).

    Values that are not named are face up, noted, or the only possible ones. Scrolls are refused that are each possible,
    but not all together (2.5); so that this does not reveal a noted value, the scroll itself is then asked for.
    """
    bearing = {play.seat: play.laid for play in trick.plays if play.laid.tile}
    for seat in named:
        firm(seat in bearing, "SCROLL-6.8", "scroll_trick.no_scroll_came", seat=seat)
    real(named.values())
    values = {
        seat: _value(state, seat_of(state, seat), laid, named.get(seat), context) for seat, laid in bearing.items()
    }
    fresh = [seat for seat, laid in bearing.items() if laid.value is None and not laid.start]
    require_supply(state, [values[seat] for seat in fresh if seat in named], context)
    if first_too_many(state, [values[seat] for seat in fresh]) is not None:
        seat = next(seat for seat in fresh if seat not in named)
        left = {"seat": seat, "card": bearing[seat].card}
        raise Refused("SCROLL-6.15", "scroll_trick.scroll_left", private=True, firm=True, **left)
    return values


def _value(state: State, p: Player, laid: Laid, named: int | None, context: RulingContext) -> int:
    if laid.value is not None:
        if named not in (None, laid.value):
            context.refuse("SCROLL-6.15", "scroll_trick.face_up", seat=p.seat, card=laid.card, value=laid.value)
        return laid.value if named is None else named
    may = possible(state, p, laid)
    known = laid.recorded if laid.recorded is not None else may[0] if len(may) == 1 else None
    is_noted = laid.recorded is not None
    sure = known if named is None and known in may else named
    value = given(sure, "SCROLL-6.15", "scroll_trick.scroll_left", private=is_noted, seat=p.seat, card=laid.card)
    if named is not None:
        may_be(state, p, laid, value, context)
    return value


def surfaced(state: State, trick: Trick, values: Mapping[str, int], told: list[Notice]) -> State:
    """Record what is now public; a contradictory note is reported and dropped (ledger A7)."""
    plays = []
    for play in trick.plays:
        value = values.get(play.seat)
        if value is None:
            plays.append(play)
            continue
        plays.append(replace(play, laid=replace(play.laid, value=value, recorded=None)))
        if play.laid.value is None:
            if not play.laid.start:
                state = came_out(state, (value,))
            state = _noted_wrongly(state, trick, play, value, told)
    return with_trick(state, replace(trick, plays=tuple(plays)))


def _noted_wrongly(state: State, trick: Trick, play: Play, value: int, told: list[Notice]) -> State:
    p = seat_of(state, play.seat)
    contradicts_note = play.laid.recorded not in (None, value) or (p.held is not None and value not in p.held)
    if not contradicts_note:
        return state if p.held is None else with_seat(state, p.seat, held=without(p.held, (value,)))
    finding = Finding(kind="wrong_entry", player=p.seat, round=state.round, trick=trick.number, card=play.card)
    state = found(state, finding, "SCROLL-6.15", told)
    return scrolls_forgotten(state, p.seat)


def trick_is_over(state: State, winner: str, told: list[Notice]) -> State:
    """Go on to the next trick, led by the winner (SCROLL-6.17), or after the seventh end the round (6.18)."""
    if len(state.tricks) == HAND:
        return round_is_over(state, told)
    leader = winner if state.options.next_lead == "winner" else state.marker
    assert leader is not None
    state = replace(state, leader=leader)
    if state.shadow is not None and any(to_restore(state.shadow)):
        return replace(state, phase="refill")
    clause = "SCROLL-9.13" if leader == SHADOW else "SCROLL-6.17"
    told.append(tell("leads", clause, seat=leader, trick=len(state.tricks) + 1))
    return next_trick(state, leader)


def to_restore(shadow: Player) -> tuple[int, bool]:
    """Return how many cards of the row are opened, and whether the leftmost scroll is turned (SCROLL-9.15)."""
    opens = min(OPEN - len(shadow.open), shadow.closed)
    return opens, (shadow.open[0].value is None if shadow.open else bool(opens))


def remedy(state: State, seat: str, move: Remedy, context: RulingContext) -> Ruling:
    """Judge the remedy of a proved revoke: uphold it, or go back to the start of its trick (ledger A1; O18)."""
    number = given(state.remedy, "SCROLL-6.4", "scroll_trick.nothing_to_remedy")
    at = state.findings[number]
    if move.choice == "stand":
        told = [tell("revoke_stands", "SCROLL-6.4", seat=at.player, trick=at.trick)]
        rest = range(number + 1, len(state.findings))
        following = next((n for n in rest if state.findings[n].kind == "revoke"), None)
        return uphold(replace(state, remedy=following), told)
    findings = tuple(
        f.model_copy(update={"rewound": True}) if f.round == at.round and f.trick >= at.trick else f
        for f in state.findings
    )
    start = start_of(state, at.trick)
    assert start is not None
    kept = tuple(then for then in state.checkpoints if then.tricks[-1].number <= at.trick)
    back = replace(start, findings=findings, checkpoints=kept, options=state.options)
    told = [tell("rewound", "SCROLL-6.4", seat=at.player, trick=at.trick)]
    return uphold(back, told)
