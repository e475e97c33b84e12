"""Who must or may do something now. Offers that rest on a secret are shown to its owner only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.core.judging import for_all_viewers
from referee.core.offers import Offer, One, Some, offer
from referee.core.values import GAME_MASTER, TABLE, Prompt, Viewer
from referee.shinobazu.cards import CARDS, COLOURS, colour_of
from referee.shinobazu.hands import cards_to_lay, own_laid
from referee.shinobazu.rounds import ends, next_start
from referee.shinobazu.scores import battle_results, duel_results
from referee.shinobazu.state import (
    FightCard,
    Player,
    State,
    current,
    elsewhere,
    front,
    in_turn_order,
    may_show,
    open_cards,
    player,
    seats,
    surely_held,
)

BOTH = ("fight", "pass")
DUE = "turn_over"
"""The alternative of all prompts that turn over due cards: together, one by one, or by the table."""


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return the prompts as `viewer` may know them: first what must be done, then what may be."""
    if state.options.depth == "plays":
        asks = {"turns": _turns, "duel": _duel, "round_end": _round_end, "ended": _ended}
    else:
        asks = {"battle": _battle_result, "duel": _duel_result, "round_end": _round_end}
    due = asks[state.phase](state, viewer) if state.phase in asks else ()
    return (*due, *_reveals(state), *_hands(state, viewer), *_configure(state))


def _ask(seat: str, ask: str, *offers: Offer, must: bool = True, **params: Any) -> Prompt:
    return Prompt(seat=seat, ask=f"shinobazu.ask.{ask}", must=must, params=params, offers=offers)


def _one(*values: Any) -> One:
    return One(of=values)


# Turns


def _turns(state: State, viewer: Viewer) -> Iterator[Prompt]:
    if state.lead is None:
        yield _ask(state.start, "lead", *_leads(state, viewer))
    elif state.declares is not None:
        yield _ask(state.declares, "declare", offer("declare", choice=_one(*BOTH)), colour=state.lead)
    elif state.active is not None:
        yield _ask(state.active, "lay", *_lays(state, state.active, viewer), colour=state.lead)


def _places(state: State, seat: str, itself: One) -> Iterator[dict[str, Any]]:
    """Yield the places for a card: before the seat itself, possibly with a declaration, or before others."""
    empty = [s for s in in_turn_order(state, seats(state)) if current(state, s) is None]
    if seat in empty:
        yield {"to": _one(seat), "declare": itself}
    if others := [s for s in empty if s != seat]:
        yield {"to": _one(*others)}


def _leads(state: State, viewer: Viewer) -> Iterator[Offer]:
    """Yield the leads of the start player, who alone knows the cards and thus the colours in hand."""
    seat = state.start
    for place in _places(state, seat, _one(None, "fight")):
        if viewer not in (seat, GAME_MASTER):
            yield offer("lead", colour=_one(*COLOURS), **place)
            continue
        may = cards_to_lay(state, player(state, seat))
        for colour in COLOURS:
            if cards := [c for c in may if c is None or colour_of(c) == colour]:
                yield offer("lead", colour=_one(colour), card=_one(*cards), **place)


def _lays(state: State, seat: str, viewer: Viewer) -> Iterator[Offer]:
    """Yield the plays of a later player, who alone knows the cards."""
    for place in _places(state, seat, _one(None, *BOTH)):
        if viewer not in (seat, GAME_MASTER):
            yield offer("lay", **place)
        elif may := cards_to_lay(state, player(state, seat)):
            yield offer("lay", card=_one(*may), **place)


# Due cards


@for_all_viewers
def _reveals(state: State) -> tuple[Prompt, ...]:
    return tuple(prompt.model_copy(update={"alternative": DUE}) for prompt in _turned(state))


def _turned(state: State) -> Iterator[Prompt]:
    fights = [c for seat in state.due if (c := current(state, seat)) is not None]
    recorded = [c.owner for c in fights if c.recorded is not None and not c.void]
    if recorded:
        yield _ask(TABLE, "turn_over", offer("turn_over"), seats=recorded)
    for fight in fights:
        own = offer("reveal", owner=_one(None, fight.owner), card=_faces(state, fight))
        yield _ask(fight.owner, "reveal", own, player=fight.laid_by)
    by_table = [offer("reveal", owner=_one(fight.owner), card=_faces(state, fight)) for fight in fights]
    if by_table:
        yield _ask(TABLE, "reveal", *by_table, must=False)


def _faces(state: State, fight: FightCard) -> One:
    """Return the possible faces of a card, `None` among them if it was recorded."""
    is_recorded = fight.recorded is not None and not fight.void
    return _one(*((None,) if is_recorded else ()), *may_show(state, fight.laid_by))


# The duel


def _duel(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.challenger is not None
    if state.challenged is None:
        challenge = offer("duel_challenge", target=_one(*state.stays))
        yield _ask(state.challenger, "duel_challenge", challenge, offer("duel_decline"))
    elif state.answer is None:
        cost = len(front(state, state.challenged))
        answer = offer("duel_answer", answer=_one("accept", "refuse"))
        yield _ask(state.challenged, "duel_answer", answer, challenger=state.challenger, cost=cost)
    elif state.answer == "accept" and not state.duel_leads:
        own = dict.fromkeys(colour_of(card) for card in open_cards(state, state.challenger))
        yield _ask(state.challenger, "choose_duel_lead", offer("choose_duel_lead", colour=_one(*own)))


# The end of a round, and after the match


def _round_end(state: State, viewer: Viewer) -> Iterator[Prompt]:
    if not state.due:
        yield _ask(TABLE, "end_round", offer("end_round"), next_start=next_start(state), ends=ends(state))


def _ended(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if p.hand_size and p.shown_hand is None:
            cards = _hand(state, p, elsewhere(state, p.seat))
            if _can_be(cards):
                yield _ask(p.seat, "show_hand", offer("show_hand", cards=cards), must=False, count=p.hand_size)


# Depth `scores`


def _battle_result(state: State, viewer: Viewer) -> Iterator[Prompt]:
    kept = tuple(p.seat for p in state.players if p.kept)
    may_be_single = state.options.single_three == "three_applies"
    order = in_turn_order(state, seats(state))
    yield _ask(TABLE, "battle_result", *battle_results(order, kept, may_be_single))


def _duel_result(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.challenger is not None
    cards = tuple((seat, player(state, seat).kept + 1) for seat in state.stays)
    kept = tuple(p.seat for p in state.players if p.kept)
    three = state.options.duel_three == "on"
    offers = duel_results(state.challenger, cards, kept if three else ())
    yield _ask(TABLE, "duel_result", *offers, challenger=state.challenger)


# At any time


def _hands(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield prompts to note a hand, during turns, and to withdraw one."""
    if state.options.depth == "scores" or state.phase == "ended":
        return
    for seat in in_turn_order(state, seats(state)):
        me = player(state, seat)
        if me.hand is not None:
            yield _ask(seat, "withdraw_hand", offer("withdraw_hand"), must=False)
        elif state.phase == "turns" and me.hand_size and not me.withdrawn:
            offers: tuple[Offer, ...] = (offer("enter_hand"),)
            if viewer in (seat, GAME_MASTER):
                cards = _hand(state, me, elsewhere(state, seat) | own_laid(state, seat))
                offers = (offer("enter_hand", cards=cards),) if _can_be(cards) else ()
            yield _ask(seat, "enter_hand", *offers, must=False, count=me.hand_size)


def _hand(state: State, me: Player, gone: Iterable[str]) -> Some:
    """Return the choice of a hand: none of the gone cards, and all that are certainly held."""
    may = tuple(card for card in CARDS if card not in gone)
    return Some(of=may, least=me.hand_size, most=me.hand_size, always=surely_held(state, me.seat))


def _can_be(cards: Some) -> bool:
    """Tell whether such a hand is possible; wrong reveals can make it impossible."""
    return set(cards.always) <= set(cards.of) and len(cards.always) <= cards.most <= len(cards.of)


def _configure(state: State) -> Iterator[Prompt]:
    if "untouched" in state.moments:
        start = offer("configure", start=_one(*seats(state)))
        yield _ask(TABLE, "configure", start, must=False, start=state.start)
