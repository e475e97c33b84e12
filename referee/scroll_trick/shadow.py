"""The shadow 影, third seat of a two-player match: what it plays, and its row (SCROLL-9).

Nobody decides for it. Its steps are computed in advance, with the reason for each.
"""

from __future__ import annotations

from referee.core.base import replace
from referee.core.cards import of_suit, suit_of
from referee.core.judging import firm, given, uphold
from referee.core.values import Notice, Ruling, RulingContext, Why
from referee.scroll_trick.cards import OPEN, SHADOW
from referee.scroll_trick.hands import doubts, in_box, require_new
from referee.scroll_trick.moves import LayShadow, RefillShadow, ShadowPlay
from referee.scroll_trick.rounds import next_trick, turned_up
from referee.scroll_trick.state import (
    Laid,
    Player,
    State,
    active,
    led,
    lies,
    open_cards,
    seat_of,
    taken,
    tell,
    trick_now,
    with_seat,
)
from referee.scroll_trick.supply import real
from referee.scroll_trick.tricks import played_card, to_restore
from referee.scroll_trick.view_model import ShadowStep


def lay_shadow(state: State, seat: str, move: LayShadow, context: RulingContext) -> Ruling:
    """Judge the laying of the shadow's row: three open cards with scrolls, the leftmost up (SCROLL-9.3 to 9.7)."""
    firm(len(move.cards) == OPEN, "SCROLL-9.4", "scroll_trick.three_from_left", count=len(move.cards))
    real((move.value,))
    told = [tell("shadow_laid", "SCROLL-9.4", cards=list(move.cards))]
    for card in move.cards:
        in_box(state, card)
        firm(move.cards.count(card) == 1, "SCROLL-2.1", "scroll_trick.card_twice", card=card)
        state = require_new(state, card, context, told, SHADOW)
        told += doubts(state, SHADOW, card)
    me, is_first_round = seat_of(state, SHADOW), state.round == 1
    row = tuple(Laid(card, tile=True, start=is_first_round) for card in move.cards)
    state = with_seat(state, SHADOW, open=row, opened=OPEN, closed=me.closed - OPEN, placed=True)
    state = replace(state, phase="open", pile=state.pile - (0 if is_first_round else OPEN))
    state = turned_up(state, seat_of(state, SHADOW), row[0], move.value, context)
    told.append(tell("shadow_turned", "SCROLL-9.7", card=row[0].card, value=move.value))
    return uphold(state, told)


def choice(state: State) -> tuple[str, tuple[Why, ...]] | None:
    """Return the card that the shadow plays, with reasons; `None` when it is not its turn (SCROLL-9.8 to 9.13)."""
    if state.shadow is None or active(state) != SHADOW:
        return None
    row, kind = open_cards(state.shadow), led(trick_now(state))
    of_kind = of_suit(row, kind)
    card = (of_kind or row)[0]
    why = [Why("scroll_trick.why.shadow_sees", {"cards": list(row)}, "SCROLL-9.8")]
    if kind is None:
        why.append(Why("scroll_trick.why.shadow_leads", {"card": card}, "SCROLL-9.13"))
    elif not of_kind:
        why.append(Why("scroll_trick.why.shadow_has_none", {"kind": kind, "card": card}, "SCROLL-9.12"))
    else:
        why.append(Why("scroll_trick.why.shadow_follows", {"kind": kind, "cards": list(of_kind)}, "SCROLL-9.10"))
        if len(of_kind) > 1:
            why.append(Why("scroll_trick.why.shadow_leftmost", {"card": card}, "SCROLL-9.11"))
    return card, tuple(why)


_OTHER_CARD = {
    "SCROLL-9.10": "scroll_trick.shadow_follows",
    "SCROLL-9.11": "scroll_trick.shadow_first_of_kind",
    "SCROLL-9.12": "scroll_trick.shadow_leftmost",
    "SCROLL-9.13": "scroll_trick.shadow_leads_leftmost",
}


def _against(state: State, card: str, why: tuple[Why, ...]) -> str:
    """Return the clause that excludes another of its open cards: the first step that the card fails."""
    follows = any(step.clause == "SCROLL-9.10" for step in why)
    breaks = follows and suit_of(card) != led(trick_now(state))
    return "SCROLL-9.10" if breaks else why[-1].clause


def shadow_play(state: State, seat: str, move: ShadowPlay, context: RulingContext) -> Ruling:
    """Play the shadow's card, which the rules determine, by any declaring seat (SCROLL-9.8 to 9.14)."""
    card, why = given(choice(state), "SCROLL-9.8", "scroll_trick.not_the_shadows_turn", seat=active(state))
    if move.card is not None and move.card != card:
        in_box(state, move.card)
        firm(lies(seat_of(state, SHADOW), move.card), "SCROLL-9.8", "scroll_trick.shadow_open_only", card=card)
        clause = _against(state, move.card, why)
        context.refuse(clause, _OTHER_CARD[clause], card=card)
        card = move.card
    told = [tell("shadow_played", why[-1].clause, card=card)]
    told += [Notice(message=step.reason, params=step.params, clause=step.clause) for step in why]
    return uphold(played_card(state, SHADOW, card, told), told)


# Between tricks


def refill_shadow(state: State, seat: str, move: RefillShadow, context: RulingContext) -> Ruling:
    """Judge the restoring of the row to three open cards with scrolls, as far as possible (SCROLL-9.15, 9.16)."""
    opens, turns = to_restore(seat_of(state, SHADOW))
    firm(opens or move.card is None, "SCROLL-9.16", "scroll_trick.nothing_to_open")
    firm(not opens or move.card is not None, "SCROLL-9.15", "scroll_trick.open_next")
    firm(turns or move.value is None, "SCROLL-9.15", "scroll_trick.leftmost_is_up")
    firm(not turns or move.value is not None, "SCROLL-9.15", "scroll_trick.turn_leftmost")
    real(() if move.value is None else (move.value,))
    told: list[Notice] = []
    if move.card is not None:
        in_box(state, move.card)
        told.append(tell("shadow_opened", "SCROLL-9.15", card=move.card))
        state = require_new(state, move.card, context, told, SHADOW)
        told += doubts(state, SHADOW, move.card)
        me = seat_of(state, SHADOW)
        row = (*me.open, Laid(move.card, tile=True))
        state = with_seat(state, SHADOW, open=row, opened=me.opened + 1, closed=me.closed - 1)
        state = replace(state, pile=state.pile - 1)
    if move.value is not None:
        me = seat_of(state, SHADOW)
        state = turned_up(state, me, me.open[0], move.value, context)
        told.append(tell("shadow_turned", "SCROLL-9.15", card=me.open[0].card, value=move.value))
    assert state.leader is not None
    told.append(tell("leads", "SCROLL-9.13", seat=state.leader, trick=len(taken(state)) + 1))
    return uphold(next_trick(state, state.leader), told)


def _refills(shadow: Player) -> ShadowStep:
    """Return how the row is restored: open a card, add a scroll, turn the leftmost scroll up (SCROLL-9.15)."""
    opens, turns = to_restore(shadow)
    card = next(iter(open_cards(shadow)), None)
    why = []
    if opens:
        why.append(Why("scroll_trick.why.shadow_opens", {"count": opens}, "SCROLL-9.15"))
        why.append(Why("scroll_trick.why.shadow_new_scroll", {}, "SCROLL-9.15"))
    if turns:
        why.append(Why("scroll_trick.why.shadow_turns", {"card": card}, "SCROLL-9.15"))
    return ShadowStep(act="refill", opens=opens, turns=(card or "") if turns else None, why=tuple(why))


def step(state: State) -> ShadowStep | None:
    """Return the shadow's next step, with reasons; `None` if it does nothing now."""
    if state.shadow is None:
        return None
    if state.phase == "shadow":
        why = (
            Why("scroll_trick.why.shadow_row", {}, "SCROLL-9.3"),
            Why("scroll_trick.why.shadow_three", {}, "SCROLL-9.4"),
            Why("scroll_trick.why.shadow_scrolls", {}, "SCROLL-9.5"),
            Why("scroll_trick.why.shadow_first_up", {}, "SCROLL-9.7"),
        )
        return ShadowStep(act="lay", opens=OPEN, turns="", why=why)
    if state.phase == "refill":
        return _refills(state.shadow)
    chosen = choice(state)
    return None if chosen is None else ShadowStep(act="play", card=chosen[0], why=chosen[1])
