"""Laying a position: what one seat alone knows, held against what lies open and against nothing else (SCROLL-3, 5, 7).

An entry may be wrong, as one that was made in play may be: what only others' cards speak against comes out later.
"""

from __future__ import annotations

from referee.core.judging import firm, naming
from referee.core.replacing import replace
from referee.scroll_trick.cards import OPEN, without
from referee.scroll_trick.hands import in_box
from referee.scroll_trick.phases import ROUND
from referee.scroll_trick.positions.model import OVER, Known, face_down
from referee.scroll_trick.state import Laid, Player, State, open_cards, seat_of, trick_now, with_seat, with_trick
from referee.scroll_trick.supply import real, set_left


def with_known(state: State, seat: str, known: Known) -> State:
    """Return the table with what a seat has entered. Whatever is refused, its own phone alone may read."""
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


def _hand(state: State, p: Player, known: Known, path: str) -> None:
    """The hand is what is left of seven, the open cards among it (SCROLL-2.1, 3.2, 4.3)."""
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
    right = entered == count or (known.doubted and entered > count)
    firm(right, "SCROLL-3.2", "scroll_trick.hand_size", private=True, count=count, entered=entered, field=path)
    missing = next((card for card in open_cards(p) if card not in hand), None)
    there = missing is None or known.doubted
    firm(there, "SCROLL-4.3", "scroll_trick.open_missing", private=True, card=missing, field=path)


def _scrolls(state: State, p: Player, known: Known, path: str) -> None:
    """One value is noted for each face-down scroll; in round 1 they are of the set (SCROLL-5.1, 5.3)."""
    if known.scrolls is None:
        return
    over = state.phase in OVER or (state.phase == "deal" and state.round > 1)
    later = over or (p.placed and state.phase in ROUND)
    alone = over or known.held is None
    firm(later and alone, "SCROLL-5.1", "scroll_trick.position.not_now", private=True, field=path)
    lie = [one.card for one in face_down(state, p)]
    each = sorted(one.card for one in known.scrolls) == sorted(lie)
    firm(each, "SCROLL-5.1", "scroll_trick.one_on_each", private=True, cards=lie, field=path)
    values = [one.value for one in known.scrolls]
    with naming(path, private=True):
        real(values)
    left = set_left(state, p) if state.round == 1 else ()
    among = state.round > 1 or not without(values, left)
    firm(among, "SCROLL-5.3", "scroll_trick.own_three", private=True, values=list(left), field=path)


def _held(state: State, p: Player, known: Known, path: str) -> None:
    """What was drawn is three scrolls, of which those are left that lie face down (SCROLL-7.2).

    More are left where the owner turned a scroll that is not among them: such a note may bind nobody (ledger A7).
    """
    if known.held is None:
        return
    with naming(path, private=True):
        real(known.held)
    count = OPEN if p.drawn else len(face_down(state, p))
    right = (p.drawn or state.round > 1) and count <= len(known.held) <= min(OPEN, count + p.turned)
    firm(right, "SCROLL-7.2", "scroll_trick.position.held", private=True, count=count, field=path)
