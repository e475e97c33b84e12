"""Laying a position's open cards, hands, tricks as far as they are known, and scrolls on cards and in the pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.base import replace
from referee.core.cards import of_suit, suit_of
from referee.core.game import check_phase, said
from referee.core.judging import firm, naming
from referee.core.values import RulingContext
from referee.scroll_trick.cards import HAND, OPEN, ROUNDS, SET, SHADOW, TILES, VALUES, tally
from referee.scroll_trick.hands import in_box
from referee.scroll_trick.moves import CONTEST, ROUND
from referee.scroll_trick.positions.model import OVER, OpenCard, OpenPlay, OpenSeat, OpenTable, taken_tricks, waits
from referee.scroll_trick.ranking import due_in
from referee.scroll_trick.scores import at_stake, of_the_sets
from referee.scroll_trick.state import (
    Laid,
    Play,
    Player,
    State,
    Trick,
    clockwise,
    everybody,
    humans,
    led,
    open_cards,
    order,
    played,
    plays_now,
    seat_of,
    taken,
    trick_now,
    with_seat,
)
from referee.scroll_trick.supply import real
from referee.scroll_trick.tricks import leader_of

_OF_PEOPLE = frozenset({"drawn", "placed", "withdrawn"})
"""Fields that the shadow does not have."""
_OF_PLAYS = _OF_PEOPLE | {"cards", "has_set"}
"""Fields of a seat that exist at the depth `plays` only."""
ROUNDS_OF: Mapping[str, tuple[range, str]] = {
    "setup": (range(1, 2), "SCROLL-1.2"),
    "turn": (range(2, ROUNDS + 1), "SCROLL-5.4"),
    "between": (range(1, ROUNDS), "SCROLL-7.4"),
    "tie": (range(ROUNDS, ROUNDS + 1), "SCROLL-8.1"),
}


class Described(NamedTuple):
    """The description of a seat, and its path."""

    path: str
    lying: OpenSeat


def sits(state: State, seat: str | None, field: str, *, shadow: bool = False) -> None:
    """Refuse an unknown seat, and the shadow where only people are allowed (SCROLL-1.1, 2.11)."""
    firm(shadow or seat != SHADOW, "SCROLL-2.11", "scroll_trick.shadow_starts", field=field)
    there = seat is None or seat in (order(state) if shadow else humans(state))
    firm(there, "SCROLL-1.1", "scroll_trick.not_in_game", seat=seat, field=field)


def described_seats(state: State, table: OpenTable) -> Mapping[str, Described]:
    """Return the description of every seat; a seat that is not named has nothing."""
    found: dict[str, Described] = {}
    plays = state.options.depth == "plays"
    for n, lying in enumerate(table.seats):
        path = f"table.seats[{n}]"
        sits(state, lying.seat, f"{path}.seat", shadow=True)
        firm(lying.seat not in found, "SCROLL-1.1", "scroll_trick.position.twice", field=f"{path}.seat")
        check_phase(lying, path, state.phase, "scroll_trick.position.not_now")
        never = _OF_PEOPLE if lying.seat == SHADOW else frozenset[str]()
        strange = min(said(lying) & (never if plays else _OF_PLAYS), default=None)
        firm(strange is None, "SCROLL-1.2", "scroll_trick.position.not_now", field=f"{path}.{strange}")
        found[lying.seat] = Described(path, lying)
    return {p.seat: found.get(p.seat) or Described("table.seats", OpenSeat(seat=p.seat)) for p in everybody(state)}


def with_tricks(state: State, table: OpenTable) -> State:
    """Return the state with the tricks of this round, some of which may be unknown (SCROLL-6.2, 6.18).

    After the round it has the leader of the last one, if known and the marker has not moved.
    """
    seats, out = len(order(state)), len(table.discards) + sum(len(trick.plays) for trick in table.tricks)
    trick_is_whole = state.phase not in CONTEST or out % seats == 0
    firm(trick_is_whole, "SCROLL-6.2", "scroll_trick.position.tricks", count=out, each=seats, field="table.discards")
    done = taken_tricks(table, seats)
    firm(state.phase in OVER or done < HAND, "SCROLL-6.18", "scroll_trick.seven_tricks", field="table.discards")
    state = replace(state, out=table.discards, tricks=tuple(Trick(n + 1, "", (), "") for n in range(done)))
    last = 0
    for n, trick in enumerate(table.tricks):
        path = f"table.tricks[{n}]"
        firm(last < trick.number <= done, "SCROLL-6.18", "scroll_trick.position.number", field=f"{path}.number")
        all_played = len(trick.plays) == seats
        firm(all_played, "SCROLL-6.2", "scroll_trick.position.tricks", count=out, each=seats, field=f"{path}.plays")
        sits(state, trick.ahead, f"{path}.ahead", shadow=True)
        plays = _plays(state, trick.plays, f"{path}.plays", trick.number, None)
        for m, play in enumerate(plays):
            seen = play.laid.value is not None or not play.opened
            firm(seen, "SCROLL-6.16", "scroll_trick.position.needed", field=f"{path}.plays[{m}].value")
        made = Trick(trick.number, plays[0].seat, plays)
        won = leader_of(made, state.trump)
        made = replace(made, winner=trick.ahead or (won.seat if won else ""))
        state = replace(state, tricks=tuple(made if t.number == trick.number else t for t in state.tricks))
        last = trick.number
    if state.phase in CONTEST:
        return _trick_now(state, table, seats)
    return replace(state, leader=table.leader) if state.phase in OVER and not table.marker_given else state


def _trick_now(state: State, table: OpenTable, seats: int) -> State:
    """Return the state with the trick that is not taken yet (SCROLL-6.1, 6.2, 6.17)."""
    number, lies = len(state.tricks) + 1, len(table.now)
    leader = table.leader or _leads(state, number) or ""
    firm(leader, "SCROLL-6.17", "scroll_trick.position.needed", field="table.leader")
    _leads_it(state, leader, number, "table.leader")
    plays = _plays(state, table.now, "table.now", number, leader)
    state = replace(state, leader=leader)
    count_fits = {"trick": lies < seats, "resolve": lies == seats, "refill": lies == 0}[state.phase]
    firm(count_fits, "SCROLL-6.9", "scroll_trick.position.trick", each=seats, field="table.now")
    if state.phase == "refill":
        return state
    return replace(state, tricks=(*state.tricks, Trick(number, leader, plays)))


def _leads(state: State, number: int) -> str | None:
    """Return the leader of a trick; `None` if the marker or the previous winner is unknown (SCROLL-6.1, 6.17)."""
    if number > 1 and state.options.next_lead == "winner":
        return state.tricks[number - 2].winner or None
    if state.marker_given:
        return None
    shadow = number == 1 and state.shadow_low and state.options.shadow_low == "shadow_leads"
    return SHADOW if shadow else state.marker


def _leads_it(state: State, seat: str, number: int, field: str) -> None:
    leads, clause = _leads(state, number), "SCROLL-6.1" if number == 1 else "SCROLL-6.17"
    firm(leads in (None, seat), clause, "scroll_trick.position.leads", seat=leads, field=field)


def _plays(state: State, plays: Sequence[OpenPlay], path: str, number: int, leader: str | None) -> tuple[Play, ...]:
    """Return the cards of a trick, clockwise from its leader (SCROLL-6.2, 6.8, 9.6, 9.9)."""
    made = []
    for n, play in enumerate(plays):
        place = f"{path}[{n}]"
        sits(state, play.seat, f"{place}.seat", shadow=True)
        if leader is None:
            leader = play.seat
            _leads_it(state, leader, number, f"{place}.seat")
        turn = clockwise(order(state), leader)[n : n + 1]
        firm(turn == (play.seat,), "SCROLL-6.2", "scroll_trick.position.turn", field=f"{place}.seat")
        row = play.seat == SHADOW
        firm(play.opened or not row, "SCROLL-9.9", "scroll_trick.position.shadow_plays", field=f"{place}.opened")
        came = play.opened or play.value is None
        firm(came, "SCROLL-6.8", "scroll_trick.no_scroll_came", seat=play.seat, field=f"{place}.value")
        laid = laid_card(state, play.seat, play, place, play.opened, first=number == 1)
        made.append(Play(play.seat, play.card, play.opened, laid))
    return tuple(made)


def laid_card(state: State, seat: str, one: OpenCard, path: str, tile: bool, *, first: bool = False) -> Laid:
    """Return an open card with its scroll; in round 1 from a set, except the shadow's later cards (SCROLL-5.3, 9.6)."""
    with naming(f"{path}.value"):
        real(() if one.value is None else (one.value,))
    firm(tile or one.value is None, "SCROLL-5.9", "scroll_trick.no_scroll_there", card=one.card, field=f"{path}.value")
    of_set = not one.start or (state.round == 1 and seat == SHADOW)
    firm(of_set, "SCROLL-9.6", "scroll_trick.position.not_now", field=f"{path}.start")
    start = tile and (one.start or (state.round == 1 and (first or seat != SHADOW)))
    return Laid(one.card, tile=tile, value=one.value, start=start)


_BEFORE_ROW = frozenset({"deal", "trump", "shadow"})


def with_cards(state: State, table: OpenTable, described: Mapping[str, Described]) -> State:
    """Return the state with open cards, and hands with the rest of seven (SCROLL-2.1, 3.2, 4.2, 4.3)."""
    for seat, (path, lying) in described.items():
        count, left = len(lying.cards), _left(state, seat)
        least, most = _open_count(state, seat, left)
        count_fits = least <= count <= most
        clause = "SCROLL-9.15" if seat == SHADOW else "SCROLL-4.2"
        params: dict[str, Any] = {"seat": seat, "least": least, "most": most, "field": f"{path}.cards"}
        firm(count_fits, clause, "scroll_trick.position.open", **params)
        tile = seat == SHADOW or state.phase in CONTEST | {"turn"} or lying.placed
        laid = tuple(laid_card(state, seat, card, f"{path}.cards[{n}]", tile) for n, card in enumerate(lying.cards))
        state = with_seat(
            state,
            seat,
            open=laid,
            opened=HAND - left + count if seat == SHADOW else OPEN if state.phase in CONTEST else count,
            closed=left - count,
            placed=_has_placed(state, lying),
            drawn=seat != SHADOW and waits(table, lying),
            withdrawn=lying.withdrawn,
        )
    _in_turn(state)
    _followed(state)
    return _row(state, described)


def _has_placed(state: State, lying: OpenSeat) -> bool:
    """Tell whether a seat has laid its scrolls in this round, or until the deal in the last one (SCROLL-5.1)."""
    row = lying.seat == SHADOW and bool(lying.cards)
    dealing = state.phase == "deal" and state.round > 1
    return lying.placed or row or dealing or state.phase in CONTEST | OVER | {"turn"}


def each_card_once(state: State, table: OpenTable) -> None:
    """Refuse cards that are not in the box, or lie in two places (SCROLL-2.1)."""
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
    """Return how many of its seven cards a seat has left, open or closed."""
    if state.phase not in ROUND:
        return 0
    return HAND - len(taken(state)) - (seat in (play.seat for play in plays_now(state)))


def _open_count(state: State, seat: str, left: int) -> tuple[int, int]:
    """Return the least and most open cards of a seat (SCROLL-4.2, 9.4, 9.15)."""
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
    """Refuse cards opened out of turn, and a phase that would be over (SCROLL-4.1, 4.2, 5.1)."""
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
    """Refuse a card that did not follow while an open card of the led kind remains (SCROLL-6.6, 6.7, 9.10)."""
    kind = led(trick_now(state))
    for n, play in enumerate(plays_now(state)):
        bound = of_suit(open_cards(seat_of(state, play.seat)), kind) if n else ()
        field, cards = f"table.now[{n}].card", list(bound)
        follows = not bound or suit_of(play.card) == kind
        clause = "SCROLL-9.10" if play.seat == SHADOW else "SCROLL-6.6"
        firm(follows, clause, "scroll_trick.position.follows", seat=play.seat, cards=cards, field=field)
        may_play_any = not bound or play.opened or state.options.follow_open == "any_card"
        firm(may_play_any, "SCROLL-6.7", "scroll_trick.position.follows", seat=play.seat, cards=cards, field=field)


# The shadow's row


def _row(state: State, described: Mapping[str, Described]) -> State:
    """Check the shadow's row: its leftmost scroll; in round 1, that the set comes first (SCROLL-9.6, 9.7, 9.15)."""
    if state.shadow is None or not state.shadow.open:
        return state
    path, me = described[SHADOW].path, state.shadow
    more = HAND - me.closed - OPEN
    if state.round == 1 and not more:
        state = with_seat(state, SHADOW, open=tuple(replace(one, start=True) for one in me.open))
    row = seat_of(state, SHADOW).open
    mine = [*row, *(play.laid for _, play in played(state, SHADOW))]
    first = [one.start for one in row]
    there = first == sorted(first, reverse=True) and sum(one.start for one in mine) <= OPEN
    there = there and (state.round > 1 or sum(not one.start for one in mine) <= more)
    firm(there, "SCROLL-9.6", "scroll_trick.position.first_three", field=f"{path}.cards")
    has_played = SHADOW in (play.seat for play in plays_now(state)) or state.phase == "refill"
    up = me.open[0].value is not None
    firm(up or has_played, "SCROLL-9.7", "scroll_trick.position.leftmost", field=f"{path}.cards[0].value")
    lacks = not up or (len(me.open) < OPEN and me.closed > 0)
    firm(state.phase != "refill" or lacks, "SCROLL-9.15", "scroll_trick.position.over", field="table.phase")
    return state


# Scrolls


def with_turned(state: State, described: Mapping[str, Described]) -> State:
    """Return the state with the scrolls that each seat turned in this round: all that are due (SCROLL-5.4 to 5.9)."""
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
            now = [play for play in plays_now(state) if play.seat == p.seat and play.opened]
            count = len(up) + sum(play.laid.value is not None for play in now)
            gone = OPEN - len(p.open) - len(now)
        least, most = (max(0, must - gone) if turned else 0), (must if turned or state.phase == "turn" else 0)
        partly = state.phase == "turn" and 0 < count < must
        params: dict[str, Any] = {"seat": p.seat, "count": must, "field": f"{path}.cards"}
        count_fits = not p.open or (least <= count <= most and not partly)
        firm(count_fits, "SCROLL-5.9", "scroll_trick.position.turned", **params)
        state = with_seat(state, p.seat, turned=must if turned else count)
    waiting = any(p.turned < due.get(p.seat, 0) for p in everybody(state))
    firm(state.phase != "turn" or waiting, "SCROLL-5.9", "scroll_trick.position.over", field="table.phase")
    return state


def with_scrolls(state: State, table: OpenTable, described: Mapping[str, Described]) -> State:
    """Return the state with its pile, and the values seen to come from it (SCROLL-2.5, 5.1, 6.15, 9.16)."""
    people = [one for p in state.players for one in p.open]
    lying = [*people, *(play.laid for play in plays_now(state))]
    lying += [] if state.shadow is None else state.shadow.open
    tiles = [one for one in lying if one.tile]
    coming = 0 if state.shadow is None else state.shadow.closed
    came = at_stake(state) - (len(tiles) + coming if state.phase in CONTEST else 0)
    all_ = at_stake(state) * (state.round - 1) + (came if state.phase in CONTEST | OVER else 0)
    count = sum(len(p.captured) for p in everybody(state))
    clause = "SCROLL-6.15" if state.shadow is None else "SCROLL-9.16"
    firm(count == all_, clause, "scroll_trick.position.captured", count=count, all=all_, field="table.seats")
    if state.round == 1:
        with naming("table.seats"):
            of_the_sets(state, _from_pile(state, tiles), RulingContext())
    held = OPEN * sum(_holds(state, p) for p in everybody(state))
    return replace(state, pile=TILES - held - len(tiles) - count, seen=_seen(state, tiles))


def _holds(state: State, p: Player) -> bool:
    """Tell whether a seat has three scrolls that it has not laid yet."""
    if state.round > 1 or state.phase == "between":
        return p.drawn
    return p.has_set and not p.placed


def _from_pile(state: State, tiles: list[Laid]) -> int:
    """Return how many scrolls of the pile may have been seen in round 1: those of the shadow's later cards."""
    if state.shadow is None or state.phase in _BEFORE_ROW | {"setup"}:
        return 0
    hidden = sum(one.value is None and not one.start for one in tiles)
    return HAND - state.shadow.closed - OPEN - hidden


def _seen(state: State, tiles: list[Laid]) -> tuple[int, ...]:
    """Return how often each value certainly came from the pile (SCROLL-5.3, 9.6)."""
    sets = sum(p.has_set for p in everybody(state))
    up = [one for one in tiles if one.value is not None]
    out = tally([value for p in everybody(state) for value in p.captured] + [one.value for one in up if one.value])
    tricks = (play.laid for trick in taken(state) for play in trick.plays if play.opened)
    known = tally(one.value for one in [*up, *tricks] if one.value is not None and not one.start)
    return tuple(max(known[value], out[value] - (sets if value in SET else 0)) for value in VALUES)
