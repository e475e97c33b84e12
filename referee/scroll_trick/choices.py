"""The values that the fields of a declaration may have now: cards, scrolls, the contents of the box."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement

from referee.core.cards import of_suit
from referee.core.offers import Choice, Each, Free, Number, Offer, One, Some, offer
from referee.core.values import GAME_MASTER
from referee.scroll_trick.cards import HAND, OPEN, SET, SHADOW, TILES, VALUES, least
from referee.scroll_trick.hands import binding, open_duty, playable
from referee.scroll_trick.scores import at_stake, captured
from referee.scroll_trick.state import (
    Laid,
    Player,
    State,
    Trick,
    cards,
    everybody,
    led,
    open_cards,
    seat_of,
    shown_cards,
    trick_now,
)
from referee.scroll_trick.supply import (
    accounted,
    beside_sets,
    captures,
    held_of,
    in_pile,
    limit,
    noted_turns,
    notes_hold,
    possible,
    scrolls_to_lay,
)

# Cards


def unseen(state: State) -> tuple[str, ...]:
    gone = shown_cards(state)
    return tuple(card for card in cards(state) if card not in gone)


def may_open(state: State, me: Player) -> tuple[str, ...]:
    """Return the closed cards of a registered hand, or every card that nobody has shown (SCROLL-4.1)."""
    new, noted = unseen(state), binding(state, me)
    return new if noted is None else noted


def open_to_play(state: State, me: Player, kind: str | None) -> tuple[tuple[str, ...], bool]:
    """Return what everybody knows of a play: the possible open cards, and whether a closed one is possible."""
    bound = open_duty(state, me, kind)
    open_card_first = bound and state.options.follow_open == "open_first"
    return bound or open_cards(me), me.closed > 0 and not open_card_first


def may_play(state: State, me: Player) -> tuple[str, ...]:
    """Return the cards a player may play: of the registered hand, or all that are not excluded (SCROLL-6.2 to 6.7)."""
    new, mine = unseen(state), playable(state, me)
    if mine is not None:
        return tuple(card for card in mine if card in new or card in open_cards(me))
    kind = led(trick_now(state))
    lying, closed = open_to_play(state, me, kind)
    if not closed:
        return lying
    return (*lying, *(of_suit(new, kind) if kind is not None and open_duty(state, me, kind) else new))


def hand(state: State, me: Player) -> Some:
    """Return the choice of a hand to register: seven cards, including the open ones (SCROLL-3.2, 4.3)."""
    lying = open_cards(me)
    return Some(of=(*lying, *unseen(state)), least=HAND, most=HAND, always=lying)


# Scrolls


def drawn(state: State) -> Some:
    """Return the choice of three scrolls drawn from the pile (SCROLL-7.2)."""
    return Some(of=in_pile(state, OPEN), least=OPEN, most=OPEN, optional=True)


def placed(state: State, me: Player) -> Each:
    """Return the choice of scrolls on the open cards, as their owner knows them (SCROLL-5.1, 5.3)."""
    known = scrolls_to_lay(state, me)
    own = in_pile(state, OPEN) if known is None else known
    return Each(of=dict.fromkeys(open_cards(me), One(of=tuple(dict.fromkeys(own)))), supply=own)


def turning(state: State, p: Player, count: int, *, mine: bool) -> Iterator[Offer]:
    """Yield the ways for a seat to turn its due scrolls; the owner's notes of them are secret (SCROLL-5.9)."""
    hidden = [one for one in p.open if one.tile and one.value is None]
    pool = in_pile(state, count)
    if p.seat == SHADOW:
        row = One(of=(tuple(one.card for one in hidden[:count]),))
        yield offer("turn_scroll", card=row, value=Some(of=pool, least=count, most=count), player=One(of=(SHADOW,)))
        return
    holds = mine and notes_hold(state, p, count)
    if holds and p.noted:
        for some in noted_turns(state, p, count):
            named, noted = zip(*some, strict=True)
            yield offer("turn_scroll", card=One(of=(named,)), value=One(of=(None, noted)))
        return
    if holds and p.held is not None:
        pool = held_of(pool, p)
    which = Some(of=tuple(one.card for one in hidden), least=count, most=count)
    values = Some(of=pool, least=count, most=count, optional=p.noted and not mine)
    yield offer("turn_scroll", card=which, value=values)


def taking(state: State, trick: Trick, winner: str, *, viewer: str) -> Iterator[Offer]:
    """Yield the ways to take a trick: the possible value of each scroll, and those that may be omitted (SCROLL-6.15).

    If the pile may not hold all possible values together, face-up values are offered separately.
    """
    bearing = {play.seat: play.laid for play in trick.plays if play.laid.tile}
    up = {seat: laid.value for seat, laid in bearing.items() if laid.value is not None}
    down = {seat: _worth(state, seat, laid, viewer) for seat, laid in bearing.items() if laid.value is None}
    fresh = sum(laid.value is None and not laid.start for laid in bearing.values())
    pool = in_pile(state, fresh)
    scarce = fresh > 1 and len(pool) < fresh * len(set(pool))
    for named in _subsets(tuple(up)) if scarce else [tuple(up)]:
        shown_: dict[str, Choice] = {seat: One(of=(up[seat],) if scarce else (None, up[seat])) for seat in named}
        of = {seat: choice for seat in bearing if (choice := (shown_ | down).get(seat)) is not None}
        optional = all(isinstance(choice, One) and None in choice.of for choice in of.values())
        together = (*pool, *(v for seat in named if (v := up[seat]) is not None)) if scarce else None
        values = Each(of=of, supply=together, optional=optional)
        yield offer("take_trick", player=One(of=(winner,)), values=values)


def _worth(state: State, seat: str, laid: Laid, viewer: str) -> One:
    p = seat_of(state, seat)
    may = possible(state, p, laid)
    fits = laid.recorded in may or viewer not in (seat, GAME_MASTER)
    return One(of=(None, *may)) if (p.noted and fits) or (not p.noted and len(may) == 1) else One(of=may)


def _subsets(seats: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(seats, n) for n in range(len(seats) + 1))


def of_round(state: State) -> Each:
    """Return the choice of all captures of a round, including the sets in the first (SCROLL-5.3, 6.15, 9.6)."""
    had, count = captures(state), at_stake(state)
    there = tuple(v for v in VALUES for _ in range(min(count, limit(state, v) - had[v])))
    sets = SET * len(everybody(state)) if state.round == 1 else ()
    some = Some(of=there, most=count, optional=True)
    seats = [p.seat for p in everybody(state)]
    return Each(of=dict.fromkeys(seats, some), supply=there, always=sets, least=count, most=count)


def scoring(state: State) -> Iterator[Some]:
    """Yield the choices of scrolls captured in a trick, at the depth `scores` (SCROLL-5.3, 6.15, 9.6)."""
    most = min(len(everybody(state)), at_stake(state) - captured(state))
    had = captures(state)
    there = {value: min(most, limit(state, value) - had[value]) for value in VALUES}
    sets = len(everybody(state))
    others = max(0, at_stake(state) - OPEN * sets - beside_sets(state))  # none are left after a house ruling
    if state.round > 1 or others >= most:
        yield _up_to(most, there)
        return
    room = {value: max(0, sets - had[value]) if value in SET else 0 for value in VALUES}
    for extra in combinations_with_replacement(VALUES, others):
        yield _up_to(most, {v: min(there[v], room[v] + extra.count(v)) for v in VALUES})


def _up_to(most: int, counts: dict[int, int]) -> Some:
    return Some(of=tuple(v for v, n in counts.items() for _ in range(n)), most=most, optional=True)


# The box


_NUMBERS = Some(of=tuple(range(100)), least=HAND, most=HAND)


def box(state: State, *, dealt: bool) -> Iterator[Offer]:
    """Yield what the owner of the box may enter (SCROLL-2.1, 2.5). The names of the kinds are free text.

    Where more scrolls were seen than a box holds, no counts can be entered.
    """
    known = accounted(state)
    seen = {v: max(least(v), known[v]) for v in VALUES}
    counts = Each(of={str(v): Number(least=n, most=TILES) for v, n in seen.items()}, total=TILES)
    if dealt:
        if sum(seen.values()) <= TILES:
            yield offer("configure", tile_counts=counts)
        return
    numbers, any_counts = (each.model_copy(update={"optional": True}) for each in (_NUMBERS, counts))
    yield offer("configure", tile_counts=counts, numbers=numbers)
    yield offer("configure", numbers=_NUMBERS)
    yield offer("configure", kinds=Free(), numbers=numbers, tile_counts=any_counts)
