"""Who must or may do something now. Offers that rest on a secret are shown to its owner only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from referee.core.offers import Choice, Each, Free, Number, Offer, One, Some, offer
from referee.core.values import GAME_MASTER, TABLE, Prompt, Viewer
from referee.shinobi_school.cards import COPIES, Cards, of_number
from referee.shinobi_school.entries import accounted, certain_heaven, elsewhere, most_in_heaven, possible_heaven
from referee.shinobi_school.field import collectable, end_for, least, tier_at
from referee.shinobi_school.moves import WIN, CheckMove, CountHeaven, End, RegisterHand, RegisterHeaven, Side
from referee.shinobi_school.rounds import best
from referee.shinobi_school.scores import most_left, most_lost
from referee.shinobi_school.state import (
    Player,
    State,
    is_untouched,
    losers,
    may_agree,
    numbers,
    open_sides,
    player,
    seats,
)


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return the prompts as `viewer` may know them: first what must be done, then what may be."""
    if state.phase == "ended":
        return ()
    return (*_ASKS[state.phase](state, viewer), *_entries(state, viewer), *_start_player(state), *_besides(state))


def _ask(who: str, ask: str, /, *offers: Offer, must: bool = True, same: str | None = None, **params: Any) -> Prompt:
    return Prompt(seat=who, ask=f"shinobi_school.ask.{ask}", must=must, params=params, offers=offers, alternative=same)


def _is_mine(viewer: Viewer, seat: str) -> bool:
    return viewer in (seat, GAME_MASTER)


@lru_cache(maxsize=16)
def _deck(highest: int) -> Cards:
    return tuple(number for n in range(1, highest + 1) for number in of_number(n, COPIES))


def _cards(counts: Iterable[tuple[int, int]]) -> Cards:
    return tuple(card for number, n in counts for card in of_number(number, n))


# Before the first turn


def _deal(state: State, viewer: Viewer) -> Iterator[Prompt]:
    each = state.deal.cards
    yield _ask(TABLE, "confirm_deal", offer("confirm_deal", cards=One(of=(None, each))), round=state.round, cards=each)


def _split(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if not p.ready:
            yield _ask(p.seat, "lay_earth", *_lay_earth(state, p, _is_mine(viewer, p.seat)), cards=state.deal.cards)


def _lay_earth(state: State, p: Player, owner: bool) -> Iterator[Offer]:
    """Yield the choices of an earth, from the registered hand, which is secret, or from the deck (SCHOOL-6.2)."""
    if p.noted and not owner:
        yield offer("lay_earth")
        return
    each, low, deck = state.deal.cards, int(state.options.empty_side == "forbid"), _deck(state.deal.highest)
    side = Some(of=deck, least=low, most=each - low)
    of = deck if p.hand is None else p.hand
    yield offer("lay_earth", cards=side.model_copy(update={"of": of, "optional": True}))
    if not p.noted and not p.withdrawn:
        split = Each(of={"heaven": side, "earth": side}, supply=deck, least=each, most=each)
        yield offer("lay_earth", split=split)


def _reveal(state: State, viewer: Viewer) -> Iterator[Prompt]:
    missing = [p.seat for p in state.players if p.laid is None]
    low, deck = int(state.options.empty_side == "forbid"), _deck(state.deal.highest)
    side = Some(of=deck, least=low, most=state.deal.cards - low)
    named: dict[str, Choice] = {
        p.seat: side if p.laid is None else side.model_copy(update={"optional": True}) for p in state.players
    }
    offers = [offer("reveal_earths", earths=Each(of=named, supply=deck))]
    if not missing:
        offers.append(offer("reveal_earths"))
    for seat in missing:
        own = offer("reveal_earths", earths=Each(of={seat: side}, supply=deck))
        yield _ask(seat, "turn_up_earth", own, seats=missing)
    yield _ask(TABLE, "reveal_earths", *offers, must=not missing, seats=missing)


def _field(state: State, viewer: Viewer) -> Iterator[Prompt]:
    left = tuple((n, COPIES - sum(accounted(state, n).values())) for n in numbers(state))
    yield _ask(TABLE, "first_field", _flips(left))


@lru_cache(maxsize=8)
def _flips(left: tuple[tuple[int, int], ...]) -> Offer:
    """Return the cards that may be turned from the stock: equal ones, then one other (SCHOOL-10.1 to 10.3)."""
    found = (
        (*of_number(equal, size), other)
        for equal, n in left
        for size in range(1, n + 1)
        for other, m in left
        if other != equal and m > 0
    )
    return offer("first_field", cards=One(of=tuple(found)))


def _start(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield _ask(TABLE, "set_start_player", offer("set_start_player", player=One(of=seats(state))))


# A turn


def _turn(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.active is not None
    me, open_ = player(state, state.active), open_sides(state)
    offers: list[Offer] = []
    for side in open_:
        offers += _placing(state, me, side, _is_mine(viewer, me.seat))
        offers += _collecting(state, me, side)
    offers += [offer("pass_action", side=One(of=open_)), offer("end_turn")]
    asks = "turn" if len(open_) == 2 else f"{open_[0]}_action"
    can = {str(n): list(bounds) for n, bounds in placements(state, me, "heaven").items()} if "heaven" in open_ else {}
    yield _ask(me.seat, asks, *offers, seat=me.seat, heaven=can)
    if may_agree(state):
        for seat in (*(p.seat for p in state.players if not p.agrees), TABLE):
            yield _ask(seat, "agree_flush", offer("agree_flush"), must=False)


def placements(state: State, p: Player, side: Side) -> dict[int, tuple[int, int]]:
    """Return, by number, the least and most cards that a side may place, by public facts (SCHOOL-3.3, 4, 5, 7)."""
    found = {}
    for number in numbers(state):
        few = least(state.field, number)
        if few is None:
            continue
        most = p.earth.count(number) if side == "earth" else most_in_heaven(state, p, number)
        if few <= most:
            found[number] = (few, most)
    return found


def _placing(state: State, p: Player, side: Side, owner: bool) -> Iterator[Offer]:
    """Yield the sets of a side; those of a registered heaven are shown to its owner only (SCHOOL-3.3)."""
    sets = placements(state, p, side)
    if side == "heaven" and p.noted:
        if not owner:
            if sets:
                yield offer("place", side=One(of=(side,)))
            return
        if p.heaven is not None:
            held = {number: (few, min(most, p.heaven.count(number))) for number, (few, most) in sets.items()}
            sets = {number: (few, most) for number, (few, most) in held.items() if few <= most}
    alike: dict[tuple[End | None, int, int], list[int]] = defaultdict(list)
    for number, (few, most) in sets.items():
        alike[end_for(state.field, number), few, most].append(number)
    for (end, few, most), found in alike.items():
        fields: dict[str, Choice] = {"side": One(of=(side,)), "number": One(of=tuple(found))}
        fields["size"] = Number(least=few, most=most)
        yield offer("place", **fields, **({} if end is None else {"end": One(of=(None, end))}))


def _collecting(state: State, p: Player, side: Side) -> Iterator[Offer]:
    """Yield the ends that may be collected into a side (SCHOOL-4.6 to 4.8, 5.2, 7.7)."""
    holds = p.heaven_size if side == "heaven" else len(p.earth)
    if state.options.collect_into_empty == "forbid" and not holds:
        return
    own = {action.end for action in state.actions if action.kind == "place"}
    for end in collectable(state.field):
        if state.options.collect_own == "allow" or end not in own:
            size = tier_at(state.field, end).size
            yield offer("collect", side=One(of=(side,)), end=One(of=(end,)), size=One(of=(None, size)))


# The end of a round


def _won(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield _ask(TABLE, "score_round", offer("score_round"), seat=state.winner, round=state.round)


def _scoring(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield a prompt for each heaven not yet counted; the table may name it too (SCHOOL-12.2)."""
    due = [p for p in losers(state) if p.left is None]
    for who, must in ((None, True), (TABLE, False)):
        for p in due:
            of = possible_heaven(state, p)
            size = min(p.heaven_size, len(of))
            cards = Some(of=of, least=size, most=size, always=certain_heaven(p, of))
            named = One(of=(p.seat,) if who else (None, p.seat))
            answer = offer("show_heaven", cards=cards, player=named)
            same = f"show_heaven {p.seat}"
            yield _ask(who or p.seat, "show_heaven", answer, must=must, same=same, seat=p.seat, count=p.heaven_size)


def _score(state: State, viewer: Viewer) -> Iterator[Prompt]:
    deck = _deck(state.deal.highest)
    side = Some(of=deck, most=len(deck), optional=True)
    mansion, lost = Each(of={"heaven": side, "earth": side}, least=1), Number(least=-most_lost(state), most=-1)
    by_cards, by_points = [], []
    for winner in seats(state):
        others = [seat for seat in seats(state) if seat != winner]
        left = Each(of=dict.fromkeys(others, mansion), supply=deck, most=most_left(state))
        points = Each(of={**dict.fromkeys(others, lost), winner: One(of=(None, WIN))})
        by_cards.append(offer("round_cards", winner=One(of=(winner,)), left=left))
        by_points.append(offer("round_points", winner=One(of=(winner,)), points=points))
    yield _ask(TABLE, "round_cards", *by_cards, same="round", round=state.round)
    yield _ask(TABLE, "round_points", *by_points, must=False, same="round", round=state.round)


def _close(state: State, viewer: Viewer) -> Iterator[Prompt]:
    yield _ask(TABLE, "close_game", offer("close_game"))


def _tie(state: State, viewer: Viewer) -> Iterator[Prompt]:
    first = best(state)
    yield _ask(TABLE, "break_tie", offer("break_tie", player=One(of=first)), seats=list(first))


# What may be declared besides


def _entries(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Yield prompts to register the hand before laying the earth, or the heaven afterwards (SCHOOL-6.2)."""
    if state.phase not in RegisterHand.about.during | RegisterHeaven.about.during:
        return
    each, deck = state.deal.cards, _deck(state.deal.highest)
    closed = state.phase in ("split", "reveal")
    for p in state.players:
        if p.noted or p.withdrawn:
            continue
        if not p.ready:
            hand = offer("register_hand", cards=Some(of=deck, least=each, most=each))
            yield _ask(p.seat, "register_hand", hand, must=False, count=each)
        elif not (p.laid is None if closed else p.heaven_changed):
            fields = {"cards": _heaven(state, p)} if _is_mine(viewer, p.seat) or not closed else {}
            yield _ask(p.seat, "register_heaven", offer("register_heaven", **fields), must=False)


def _heaven(state: State, p: Player) -> Some:
    """Return the choice of a heaven: the right number of cards, not in earth or seen elsewhere (SCHOOL-6.2)."""
    laid = p.laid
    size = p.heaven_size if laid is None else state.deal.cards - len(laid)
    gone = ((n, elsewhere(state, n, p.seat) if laid is None else laid.count(n)) for n in numbers(state))
    return Some(of=_cards((n, COPIES - count) for n, count in gone), least=size, most=size)


def _start_player(state: State) -> Iterator[Prompt]:
    """Yield a prompt to name another start player, until the first action (SCHOOL-11.1)."""
    if is_untouched(state) and state.phase in ("deal", "split", "reveal", "field", "turn", "score"):
        named = offer("set_start_player", player=One(of=seats(state)))
        yield _ask(TABLE, "set_start_player", named, must=False)


def _besides(state: State) -> Iterator[Prompt]:
    """Yield prompts for what may be asked or conceded at any time.

    The move that is asked about is a free choice, since any question may be asked.
    """
    if state.options.depth == "scores":
        return
    if state.phase in CountHeaven.about.during:
        sizes = [(p.seat, p.heaven_size) for p in state.players]
        counts = [offer("count_heaven", player=One(of=(seat,)), size=One(of=(size,))) for seat, size in sizes]
        yield _ask(TABLE, "count_heaven", *counts, must=False)
    for p in state.players:
        if state.phase in CheckMove.about.during:
            yield _ask(p.seat, "check_move", Offer(move="check_move", fields={"move": Free()}), must=False)
        if p.noted and state.phase != "tie":
            yield _ask(p.seat, "withdraw_entry", offer("withdraw_entry"), must=False)


_ASKS: Mapping[str, Callable[[State, Viewer], Iterator[Prompt]]] = {
    "deal": _deal,
    "split": _split,
    "reveal": _reveal,
    "field": _field,
    "start": _start,
    "turn": _turn,
    "won": _won,
    "scoring": _scoring,
    "score": _score,
    "close": _close,
    "tie": _tie,
}
