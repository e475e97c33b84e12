"""Laying a position: open cards, how many are in hand, scrolls that lie on cards and in the pile (SCROLL-2 to 6, 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.cards.tricks import of_suit, suit_of
from referee.core.judging import firm, naming
from referee.core.replacing import replace
from referee.scroll_trick.cards import HAND, OPEN, SET, SHADOW, TILES, VALUES, tally
from referee.scroll_trick.contest.shadow import shadow_of
from referee.scroll_trick.hands import in_box
from referee.scroll_trick.phases import CONTEST, ROUND
from referee.scroll_trick.positions.described import Described
from referee.scroll_trick.positions.model import OVER, OpenSeat, OpenTable, waits
from referee.scroll_trick.positions.tricks import laid_card
from referee.scroll_trick.rounds.ranking import due_in
from referee.scroll_trick.scores import at_stake
from referee.scroll_trick.state import (
    Laid,
    Play,
    Player,
    State,
    clockwise,
    everybody,
    humans,
    led,
    open_cards,
    played,
    seat_of,
    taken,
    trick_now,
    with_seat,
)
from referee.scroll_trick.supply import beside_sets

_BEFORE_ROW = frozenset({"deal", "trump", "shadow"})


def with_cards(state: State, table: OpenTable, described: Mapping[str, Described]) -> State:
    """Return the table with the open cards, and so many in hand as are left of seven (SCROLL-2.1, 3.2, 4.2, 4.3)."""
    for seat, (path, lying) in described.items():
        count, left = len(lying.cards), _left(state, seat)
        least, most = _open_count(state, seat, left)
        right = least <= count <= most
        clause = "SCROLL-9.15" if seat == SHADOW else "SCROLL-4.2"
        told: dict[str, Any] = {"seat": seat, "least": least, "most": most, "field": f"{path}.cards"}
        firm(right, clause, "scroll_trick.position.open", **told)
        tile = seat == SHADOW or state.phase in CONTEST | {"turn"} or lying.placed
        laid = tuple(laid_card(state, seat, card, f"{path}.cards[{n}]", tile) for n, card in enumerate(lying.cards))
        state = with_seat(
            state,
            seat,
            open=laid,
            opened=HAND - left + count if seat == SHADOW else OPEN if state.phase in CONTEST else count,
            closed=left - count,
            placed=_placed(state, lying),
            drawn=seat != SHADOW and waits(table, lying),
            withdrawn=lying.withdrawn,
        )
    _in_turn(state)
    _followed(state)
    return _row(state, described)


def _placed(state: State, lying: OpenSeat) -> bool:
    """Tell whether a seat has laid its scrolls in this round, or in the last one until cards are dealt (SCROLL-5.1)."""
    row = lying.seat == SHADOW and bool(lying.cards)
    dealing = state.phase == "deal" and state.round > 1
    return lying.placed or row or dealing or state.phase in CONTEST | OVER | {"turn"}


def each_card_once(state: State, table: OpenTable) -> None:
    """Every card is one of the box, and lies in one place (SCROLL-2.1)."""
    seen: set[str] = set()
    for card, field in _named(table):
        with naming(field):
            in_box(state, card)
        firm(card not in seen, "SCROLL-2.1", "scroll_trick.card_twice", card=card, field=field)
        seen.add(card)


def _named(table: OpenTable) -> Iterator[tuple[str, str]]:
    for n, lying in enumerate(table.seats):
        yield from ((one.card, f"table.seats[{n}].cards[{m}].card") for m, one in enumerate(lying.cards))
    yield from ((one.card, f"table.now[{n}].card") for n, one in enumerate(table.now))
    for n, trick in enumerate(table.tricks):
        yield from ((one.card, f"table.tricks[{n}].plays[{m}].card") for m, one in enumerate(trick.plays))
    yield from ((card, f"table.discards[{n}]") for n, card in enumerate(table.discards))


def _left(state: State, seat: str) -> int:
    """Return how many cards of its seven a seat has left, open or not."""
    if state.phase not in ROUND:
        return 0
    return HAND - len(taken(state)) - (seat in (play.seat for play in _now(state)))


def _now(state: State) -> tuple[Play, ...]:
    trick = trick_now(state)
    return () if trick is None else trick.plays


def _open_count(state: State, seat: str, left: int) -> tuple[int, int]:
    """Return how many cards of a seat lie open, at least and at most (SCROLL-4.2, 9.4, 9.15)."""
    match state.phase:
        case "open":
            return (OPEN if seat == SHADOW else 0), OPEN
        case "place" | "turn":
            return OPEN, OPEN
        case "trick" | "resolve" | "refill" if seat == SHADOW:
            gone = state.phase == "refill" or left < HAND - len(taken(state))
            row = min(OPEN, left + gone) - gone
            return row, row
        case "trick" | "resolve" | "refill":
            mine = [play for _, play in played(state, seat)]
            opened = sum(play.opened for play in mine)
            return max(0, left - (HAND - OPEN) + len(mine) - opened), min(OPEN - opened, left)
    return 0, 0


def _in_turn(state: State) -> None:
    """Cards are opened in three laps, and a phase ends with the last that is due (SCROLL-4.1, 4.2, 5.1)."""
    if state.phase == "open":
        around = [seat_of(state, seat) for seat in clockwise(humans(state), state.marker or "")]
        counts = [p.opened for p in around]
        turn = sorted(counts, reverse=True) == counts and counts[0] - counts[-1] <= 1
        firm(turn, "SCROLL-4.1", "scroll_trick.position.laps", seat=state.marker, field="table.seats")
        firm(counts[-1] < OPEN, "SCROLL-4.2", "scroll_trick.position.over", field="table.phase")
    if state.phase == "place":
        waiting = not all(p.placed for p in state.players)
        firm(waiting, "SCROLL-5.1", "scroll_trick.position.over", field="table.phase")


def _followed(state: State) -> None:
    """Whoever has the led kind open still, has played it (SCROLL-6.6, 6.7, 9.10)."""
    trick = trick_now(state)
    for n, play in enumerate(_now(state)):
        kind = None if trick is None else led(trick)
        bound = of_suit(open_cards(seat_of(state, play.seat)), kind) if kind is not None and n else ()
        field, cards = f"table.now[{n}].card", list(bound)
        follows = not bound or suit_of(play.card) == kind
        clause = "SCROLL-9.10" if play.seat == SHADOW else "SCROLL-6.6"
        firm(follows, clause, "scroll_trick.position.follows", seat=play.seat, cards=cards, field=field)
        first = not bound or play.opened or state.options.follow_open == "any_card"
        firm(first, "SCROLL-6.7", "scroll_trick.position.follows", seat=play.seat, cards=cards, field=field)


# The shadow's row


def _row(state: State, described: Mapping[str, Described]) -> State:
    """Its leftmost scroll is up until played; in round 1 the first three are of the set (SCROLL-9.6, 9.7, 9.15)."""
    if state.shadow is None or not state.shadow.open:
        return state
    path, me = described[SHADOW].path, shadow_of(state)
    more = HAND - me.closed - OPEN
    if state.round == 1 and not more:
        state = with_seat(state, SHADOW, open=tuple(replace(one, start=True) for one in me.open))
    mine = [*shadow_of(state).open, *(play.laid for _, play in played(state, SHADOW))]
    first = [one.start for one in shadow_of(state).open]
    there = first == sorted(first, reverse=True) and sum(one.start for one in mine) <= OPEN
    there = there and (state.round > 1 or sum(not one.start for one in mine) <= more)
    firm(there, "SCROLL-9.6", "scroll_trick.position.first_three", field=f"{path}.cards")
    has_played = SHADOW in (play.seat for play in _now(state)) or state.phase == "refill"
    up = me.open[0].value is not None
    firm(up or has_played, "SCROLL-9.7", "scroll_trick.position.leftmost", field=f"{path}.cards[0].value")
    lacks = not up or (len(me.open) < OPEN and me.closed > 0)
    firm(state.phase != "refill" or lacks, "SCROLL-9.15", "scroll_trick.position.over", field="table.phase")
    return state


# Scrolls


def with_turned(state: State, described: Mapping[str, Described]) -> State:
    """Return the table with how many scrolls each seat turned in this round: all that are due (SCROLL-5.4 to 5.9)."""
    due = due_in(state, state.round)
    turned = state.phase in CONTEST | OVER
    for p in everybody(state):
        path, must = described[p.seat].path, due.get(p.seat, 0)
        down_at = [one.value is None for one in p.open]
        up = [one for one in p.open if one.value is not None]
        if p.seat == SHADOW:
            count, gone = max(0, len(up) - 1), OPEN
            left = down_at == sorted(down_at)
            firm(left, "SCROLL-9.7", "scroll_trick.position.leftmost", field=f"{path}.cards")
        else:
            now = [play for play in _now(state) if play.seat == p.seat and play.opened]
            count = len(up) + sum(play.laid.value is not None for play in now)
            gone = OPEN - len(p.open) - len(now)
        least, most = (max(0, must - gone) if turned else 0), (must if turned or state.phase == "turn" else 0)
        partly = state.phase == "turn" and 0 < count < must
        told: dict[str, Any] = {"seat": p.seat, "count": must, "field": f"{path}.cards"}
        right = not p.open or (least <= count <= most and not partly)
        firm(right, "SCROLL-5.9", "scroll_trick.position.turned", **told)
        state = with_seat(state, p.seat, turned=must if turned else count)
    waiting = any(p.turned < due.get(p.seat, 0) for p in everybody(state))
    firm(state.phase != "turn" or waiting, "SCROLL-5.9", "scroll_trick.position.over", field="table.phase")
    return state


def with_scrolls(state: State, table: OpenTable, described: Mapping[str, Described]) -> State:
    """Return the table with its pile, and what came out of it as everybody saw (SCROLL-2.5, 5.1, 6.15, 9.16)."""
    people = [one for p in state.players for one in p.open]
    lying = [*people, *(play.laid for play in _now(state))]
    lying += [] if state.shadow is None else state.shadow.open
    tiles = [one for one in lying if one.tile]
    coming = 0 if state.shadow is None else state.shadow.closed
    came = at_stake(state) - (len(tiles) + coming if state.phase in CONTEST else 0)
    all_ = at_stake(state) * (state.round - 1) + (came if state.phase in CONTEST | OVER else 0)
    count = sum(len(p.captured) for p in everybody(state))
    clause = "SCROLL-6.15" if state.shadow is None else "SCROLL-9.16"
    firm(count == all_, clause, "scroll_trick.position.captured", count=count, all=all_, field="table.seats")
    if state.round == 1:
        of_sets(state, _from_pile(state, tiles))
    held = OPEN * sum(_holds(state, p) for p in everybody(state))
    return replace(state, pile=TILES - held - len(tiles) - count, seen=_seen(state, tiles))


def _holds(state: State, p: Player) -> bool:
    """Tell whether a seat has three scrolls that it has not yet laid."""
    if state.round > 1 or state.phase == "between":
        return p.drawn
    return p.has_set and not p.placed


def _from_pile(state: State, tiles: list[Laid]) -> int:
    """Return how many scrolls of the pile everybody may have seen in round 1: those of the shadow's later cards."""
    if state.shadow is None or state.phase in _BEFORE_ROW | {"setup"}:
        return 0
    hidden = sum(one.value is None and not one.start for one in tiles)
    return HAND - state.shadow.closed - OPEN - hidden


def of_sets(state: State, others: int) -> None:
    """Refuse more than the sets, and so many others, in round 1 (SCROLL-5.3, 9.6)."""
    sets = len(everybody(state))
    clause = "SCROLL-5.3" if state.shadow is None else "SCROLL-9.6"
    firm(beside_sets(state) <= others, clause, "scroll_trick.not_the_sets", sets=sets, most=others, field="table.seats")


def _seen(state: State, tiles: list[Laid]) -> tuple[int, ...]:
    """Return how often each value came out of the pile, as far as the sets leave no doubt (SCROLL-5.3, 9.6)."""
    sets = sum(p.has_set for p in everybody(state))
    up = [one for one in tiles if one.value is not None]
    out = tally([value for p in everybody(state) for value in p.captured] + [one.value for one in up if one.value])
    tricks = (play.laid for trick in taken(state) for play in trick.plays if play.opened)
    known = tally(one.value for one in [*up, *tricks] if one.value is not None and not one.start)
    return tuple(max(known[value], out[value] - (sets if value in SET else 0)) for value in VALUES)
