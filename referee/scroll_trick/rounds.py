"""A round apart from its tricks: the preparation phase, the time between rounds, the end (SCROLL-3 to 5, 7, 8, 10)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat

from referee.core.base import replace
from referee.core.judging import firm, given, uphold
from referee.core.values import Notice, Ruling, RulingContext
from referee.scroll_trick.cards import HAND, OPEN, ROUNDS, SHADOW, without
from referee.scroll_trick.hands import doubts, in_box, require_new, require_own
from referee.scroll_trick.moves import (
    BreakTie,
    ChooseTrump,
    ConfirmDeal,
    DrawScrolls,
    GiveMarker,
    OpenCard,
    PlaceScrolls,
    TurnScroll,
)
from referee.scroll_trick.ranking import best, due, lowest, shadow_is_lowest, shadow_leads_on_points
from referee.scroll_trick.ranking import result as result
from referee.scroll_trick.state import (
    Laid,
    Player,
    Started,
    State,
    Trick,
    active,
    everybody,
    humans,
    lies,
    open_cards,
    player,
    seat_of,
    tell,
    tell_one,
    undealt,
    with_everybody,
    with_laid,
    with_seat,
)
from referee.scroll_trick.supply import came_out, notes_hold, possible, real, require_supply, scrolls_to_lay


def round_is_over(state: State, told: list[Notice]) -> State:
    """End the round, and after the third or with the shadow ahead the match (SCROLL-6.18, 10).

    The scrolls to be turned in the next round, and who takes the marker, are known from here on.
    """
    for p in everybody(state):
        state = with_seat(state, p.seat, bounds=(*p.bounds, len(p.captured)))
    told.append(tell("round_over", "SCROLL-6.18", round=state.round))
    if state.round == ROUNDS:
        return match_is_over(state, told)
    if shadow_leads_on_points(state):
        state = replace(state, phase="ended", game_over=True)
        told.append(tell("shadow_ahead", "SCROLL-10.3", points=0 if state.shadow is None else state.shadow.points))
        return state
    state = replace(state, phase="between", marker_given=False)
    told.append(tell("takes_marker", "SCROLL-7.3", seats=list(lowest(state))))
    for seat, count in due(state).items():
        if count:
            told.append(tell("will_turn", "SCROLL-5.5" if state.round == 1 else "SCROLL-5.6", seat=seat, count=count))
    return state


def draw_scrolls(state: State, seat: str, move: DrawScrolls, context: RulingContext) -> Ruling:
    """Judge the drawing of three scrolls from the pile, unseen by others (SCROLL-7.2)."""
    if seat not in humans(state):
        firm(move.values is None, "SCROLL-5.2", "scroll_trick.own_scrolls_only")
        whose = tuple(p.seat for p in state.players if not p.drawn)
        firm(whose, "SCROLL-7.2", "scroll_trick.all_have_drawn")
    else:
        firm(not player(state, seat).drawn, "SCROLL-7.2", "scroll_trick.drawn_already")
        whose = (seat,)
    told = [tell("drew", "SCROLL-7.2", seats=list(whose))]
    if move.values is not None:
        size = len(move.values)
        firm(size == OPEN, "SCROLL-7.2", "scroll_trick.draw_three", private=True, count=size)
        real(move.values, private=True)
        require_supply(state, move.values, context, private=True)
        told.append(tell_one(seat, "drew_noted", "SCROLL-7.2", values=list(move.values)))
    for each in whose:
        state = with_seat(state, each, drawn=True, held=move.values)
    return uphold(_goes_on(replace(state, pile=state.pile - OPEN * len(whose))), told)


def give_marker(state: State, seat: str, move: GiveMarker, context: RulingContext) -> Ruling:
    """Judge the marker's move to the lowest player, who is the next start player (SCROLL-7.3, 10.6)."""
    firm(not state.marker_given, "SCROLL-7.3", "scroll_trick.marker_given", seat=state.marker)
    firm(move.player != SHADOW, "SCROLL-10.6", "scroll_trick.shadow_starts")
    player(state, move.player)
    low = lowest(state)
    context.require(move.player in low, "SCROLL-7.3", "scroll_trick.not_lowest", seats=list(low))
    alone = shadow_is_lowest(state)
    began = Started(state.round + 1, move.player, state.marker or move.player)
    state = replace(state, started=(*state.started, began))
    state = replace(state, marker=move.player, leader=move.player, marker_given=True, shadow_low=alone)
    told = [tell("starts", "SCROLL-7.3", seat=move.player)]
    return uphold(_goes_on(state), told)


def _goes_on(state: State) -> State:
    """Begin the next round once the marker has moved and, at the depth `plays`, all have drawn (SCROLL-1.2)."""
    plays = state.options.depth == "plays"
    if not state.marker_given or (plays and not all(p.drawn for p in state.players)):
        return state
    state = with_everybody(state, turned=0)
    phase = "deal" if plays else "score"
    return replace(state, phase=phase, round=state.round + 1, trump=None, tricks=(), out=(), entries=0)


def match_is_over(state: State, told: list[Notice]) -> State:
    """End the match after round 3, or let the table break a tie (SCROLL-8.1 to 8.5, 10.4, 10.5)."""
    first = best(state)
    if len(first) > 1 and state.options.final_tie == "table":
        told.append(tell("tied", "SCROLL-8.5", seats=list(first)))
        return replace(state, phase="tie")
    return ended(state, told)


def ended(state: State, told: list[Notice]) -> State:
    state = replace(state, phase="ended")
    outcome = result(state)
    assert outcome is not None
    told.append(tell("won", outcome.clause, winners=list(outcome.winners), why=outcome.reason))
    return state


def break_tie(state: State, seat: str, move: BreakTie, context: RulingContext) -> Ruling:
    """Judge the table's choice of a winner among tied players (SCROLL-8.5; O5)."""
    first = best(state)
    player(state, move.player)
    firm(move.player in first, "SCROLL-8.5", "scroll_trick.not_tied", seats=list(first))
    told = [tell("tie_broken", "SCROLL-8.5", seat=move.player)]
    return uphold(ended(replace(state, chosen=move.player), told), told)


# Dealing and trump


def confirm_deal(state: State, seat: str, move: ConfirmDeal, context: RulingContext) -> Ruling:
    """Judge the deal: seven cards each, the rest is set aside (SCROLL-3.1 to 3.3)."""
    firm(move.cards == HAND, "SCROLL-3.2", "scroll_trick.deal_seven", cards=move.cards)
    unknown = {"hand": None, "doubted": False, "withdrawn": False, "placed": False, "noted": False}
    state = with_everybody(state, open=(), opened=0, closed=HAND, turned=0, **unknown)
    state = replace(state, phase="trump", trump=None, tricks=(), out=(), entries=0, checkpoints=(), remedy=None)
    told = [tell("dealt", "SCROLL-3.2", round=state.round, left=undealt(state), seat=state.marker)]
    return uphold(state, told)


def choose_trump(state: State, seat: str, move: ChooseTrump, context: RulingContext) -> Ruling:
    """Judge the start player's choice of the round's trump kind (SCROLL-3.4 to 3.6)."""
    context.require(seat == state.marker, "SCROLL-3.4", "scroll_trick.start_chooses", seat=state.marker)
    kinds = list(state.options.kinds)
    firm(move.kind in kinds, "SCROLL-2.2", "scroll_trick.no_such_kind", kind=move.kind, kinds=kinds)
    told = [tell("trump", "SCROLL-3.6", seat=seat, kind=move.kind)]
    return uphold(replace(state, trump=move.kind, phase="open" if state.shadow is None else "shadow"), told)


# Opening


def open_card(state: State, seat: str, move: OpenCard, context: RulingContext) -> Ruling:
    """Judge the opening of a card, clockwise from the start player in three laps (SCROLL-4.1, 4.2)."""
    me, card = player(state, seat), move.card
    in_box(state, card)
    firm(me.opened < OPEN, "SCROLL-4.2", "scroll_trick.three_are_open")
    turn = active(state)
    context.require(seat == turn, "SCROLL-4.1", "scroll_trick.not_your_turn", seat=turn)
    told = [tell("opened", "SCROLL-4.1", seat=seat, card=card)]
    state = require_new(state, card, context, told, seat)
    state = require_own(state, me, card, "SCROLL-4.1", context)
    told += doubts(state, seat, card)
    state = with_seat(state, seat, open=(*me.open, Laid(card)), opened=me.opened + 1, closed=me.closed - 1)
    if all(p.opened == OPEN for p in state.players):
        state = replace(state, phase="place")
    return uphold(state, told)


# Scrolls


def place_scrolls(state: State, seat: str, move: PlaceScrolls, context: RulingContext) -> Ruling:
    """Judge the laying of three scrolls face down on the open cards (SCROLL-5.1 to 5.3).

    The table may declare it for all who have not. Only the owner may note which value lies where.
    """
    if seat not in humans(state):
        firm(move.scrolls is None, "SCROLL-5.2", "scroll_trick.own_scrolls_only")
        whose = tuple(p.seat for p in state.players if not p.placed)
    else:
        firm(not player(state, seat).placed, "SCROLL-5.1", "scroll_trick.placed_already")
        whose = (seat,)
    told = [tell("placed", "SCROLL-5.1", seats=list(whose))]
    if move.scrolls is not None:
        noted = list(move.scrolls.values())
        real(noted, private=True)
        may_lie(state, player(state, seat), move.scrolls, context)
        told.append(tell_one(seat, "scrolls_noted", "SCROLL-5.2", cards=list(move.scrolls), values=noted))
    for each in whose:
        state = _covered(state, player(state, each), move.scrolls or {})
    return uphold(_placed(state, told), told)


def may_lie(state: State, me: Player, scrolls: dict[str, int], context: RulingContext) -> None:
    """Refuse scrolls that a player cannot lay in this way (SCROLL-5.1, 5.3). The noted values are secret."""
    firm(set(scrolls) == set(open_cards(me)), "SCROLL-5.1", "scroll_trick.one_on_each", cards=list(open_cards(me)))
    values, has = sorted(scrolls.values()), scrolls_to_lay(state, me)
    if has is None:
        require_supply(state, values, context, private=True)
    else:
        three = values == sorted(has)
        context.require(three, "SCROLL-5.3", "scroll_trick.own_three", private=True, values=list(has))


def _covered(state: State, me: Player, scrolls: dict[str, int]) -> State:
    is_first_round = state.round == 1
    laid = tuple(replace(one, tile=True, recorded=scrolls.get(one.card), start=is_first_round) for one in me.open)
    held = None if scrolls else me.held
    return with_seat(state, me.seat, open=laid, placed=True, noted=bool(scrolls), drawn=False, held=held)


def _placed(state: State, told: list[Notice]) -> State:
    """After all have laid, let the due seats turn scrolls, or begin the contest (SCROLL-5.4 to 5.9)."""
    if not all(p.placed for p in state.players):
        return state
    turns = {seat: n for seat, n in due(state).items() if n}
    if not turns:
        return contest_begins(state, told)
    clause = "SCROLL-5.5" if state.round == 2 else "SCROLL-5.6"
    for seat, n in turns.items():
        told.append(tell("turns_due", clause, seat=seat, count=n))
    return replace(state, phase="turn")


def turn_scroll(state: State, seat: str, move: TurnScroll, context: RulingContext) -> Ruling:
    """Judge the turning up of a seat's due scrolls, all at once (SCROLL-5.5 to 5.9)."""
    who, cards = move.player or seat, move.card
    firm(who in (seat, SHADOW), "SCROLL-5.9", "scroll_trick.owner_turns", seat=who)
    me, all_ = seat_of(state, who), due(state).get(who, 0)
    left = all_ - me.turned
    context.require(left > 0, "SCROLL-5.9", "scroll_trick.not_due", seat=who, count=all_)
    together = len(cards) == left or left <= 0
    context.require(together, "SCROLL-5.9", "scroll_trick.turn_together", seat=who, count=left, named=len(cards))
    firm(cards, "SCROLL-5.9", "scroll_trick.name_scrolls", seat=who)
    told: list[Notice] = []
    bound = notes_hold(state, me, len(cards))
    for card, value in _values(me, cards, move.value):
        state = _turned(state, who, card, value, context, bound=bound)
        shown = lies(seat_of(state, who), card)
        told.append(tell("turned", "SCROLL-5.9", seat=who, card=card, value=shown and shown.value))
    if all(seat_of(state, s).turned >= n for s, n in due(state).items()):
        state = contest_begins(state, told)
    return uphold(state, told)


def _values(me: Player, cards: tuple[str, ...], values: tuple[int, ...] | None) -> Iterator[tuple[str, int | None]]:
    for card in cards:
        firm(cards.count(card) == 1, "SCROLL-5.9", "scroll_trick.scroll_twice", card=card)
    if values is None:
        return zip(cards, repeat(None))
    named, count = len(values), len(cards)
    firm(named == count, "SCROLL-5.9", "scroll_trick.a_value_each", named=named, count=count)
    real(values)
    return zip(cards, values, strict=True)


def _turned(state: State, who: str, card: str, value: int | None, context: RulingContext, *, bound: bool) -> State:
    """Return the state with a scroll turned up, by default as noted.

    If `bound`, a value that contradicts the note is refused, privately (ledger A7); the note may be withdrawn.
    """
    me = seat_of(state, who)
    laid = given(lies(me, card), "SCROLL-5.9", "scroll_trick.no_scroll_there", card=card)
    firm(laid.tile, "SCROLL-5.9", "scroll_trick.no_scroll_there", card=card)
    firm(laid.value is None, "SCROLL-5.9", "scroll_trick.turned_already", card=card)
    if who == SHADOW:
        next_card = next(one.card for one in me.open if one.value is None)
        firm(card == next_card, "SCROLL-9.7", "scroll_trick.shadow_turns_leftmost", card=next_card)
    noted = value is None
    value = given(laid.recorded if value is None else value, "SCROLL-5.9", "scroll_trick.name_value", card=card)
    if bound:
        agrees = laid.recorded in (None, value) and (me.held is None or value in me.held)
        context.require(agrees, "SCROLL-5.3", "scroll_trick.noted_otherwise", private=True, card=card, value=value)
    state = turned_up(state, me, laid, value, context, private=noted)
    held = None if me.held is None else without(me.held, (value,))
    return with_seat(state, who, turned=me.turned + 1, held=held)


def turned_up(
    state: State, p: Player, laid: Laid, value: int, context: RulingContext, *, private: bool = False
) -> State:
    """Return the state with a scroll face up; refuse an impossible value (SCROLL-2.5, 5.3, 9.6).

    `private` marks a value that was noted secretly.
    """
    may_be(state, p, laid, value, context, private=private)
    state = state if laid.start else came_out(state, (value,))
    return with_seat(state, p.seat, open=with_laid(p, laid.card, value=value, recorded=None))


def may_be(state: State, p: Player, laid: Laid, value: int, context: RulingContext, *, private: bool = False) -> None:
    """Refuse a value that a face-down scroll cannot have, by public knowledge (ledger A5, A6)."""
    if laid.start:
        left = possible(state, p, laid)
        clause = "SCROLL-9.6" if p.seat == SHADOW else "SCROLL-5.3"
        context.require(
            value in left, clause, "scroll_trick.not_of_the_set", seat=p.seat, value=value, values=list(left)
        )
    else:
        require_supply(state, (value,), context, private=private)


def contest_begins(state: State, told: list[Notice]) -> State:
    """Begin the first trick, led by the start player or, by option, the shadow if alone lowest (SCROLL-6.1; O11)."""
    leads = SHADOW if state.shadow_low and state.options.shadow_low == "shadow_leads" else state.marker
    assert leads is not None
    if state.started:
        turned = tuple((p.seat, p.turned) for p in everybody(state))
        state = replace(state, started=(*state.started[:-1], replace(state.started[-1], turned=turned)))
    told.append(tell("leads", "SCROLL-6.1", seat=leads, trick=1))
    return next_trick(replace(state, shadow_low=False), leads)


def next_trick(state: State, leader: str) -> State:
    """Return the state at the beginning of the next trick, kept if the option may go back to it (O18)."""
    number = len(state.tricks) + 1
    state = replace(state, phase="trick", leader=leader, tricks=(*state.tricks, Trick(number, leader)))
    if state.options.revoke_remedy == "rewind":
        state = replace(state, checkpoints=(*state.checkpoints, state))
    return state
