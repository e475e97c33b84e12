"""The state of a match of 巻物取りっく: immutable values, and queries of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.core.base import replace
from referee.core.cards import suit_of
from referee.core.values import Notice, Refused
from referee.scroll_trick.cards import HAND, SHADOW, VALUES, deck
from referee.scroll_trick.moves import Options
from referee.scroll_trick.view_model import Finding


@dataclass(frozen=True)
class Laid:
    """An open card before its seat, and the scroll on it.

    `value` is the public value of the scroll, `recorded` its owner's secret note. `start` marks a scroll of the set
    that each seat takes before the match (SCROLL-2.7).
    """

    card: str
    tile: bool = False
    value: int | None = None
    recorded: int | None = None
    start: bool = False


@dataclass(frozen=True)
class Play:
    """A card in a trick. `opened` tells whether it was open before and brought its scroll (SCROLL-6.8)."""

    seat: str
    card: str
    opened: bool
    laid: Laid


@dataclass(frozen=True)
class Trick:
    """A trick of this round; `winner` is set once it is taken.

    A trick taken before a take-over may have no plays, and an empty string as winner.
    """

    number: int
    leader: str
    plays: tuple[Play, ...] = ()
    winner: str | None = None


@dataclass(frozen=True)
class Started:
    """The marker's holder in a round, the holder before, and how many scrolls each seat turned (ledger A8)."""

    round: int
    marker: str
    holder: str
    turned: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Player:
    """One seat. The shadow's open cards are the face-up part of its row, its closed ones the face-down part."""

    seat: str
    name: str
    captured: tuple[int, ...] = ()
    bounds: tuple[int, ...] = ()
    """The number of captured scrolls at the end of each past round."""
    has_set: bool = False
    """Whether the seat has taken its +3, +1 and −1 (SCROLL-2.7)."""
    drawn: bool = False
    """Whether the seat has drawn for the coming round (SCROLL-7.2)."""
    held: tuple[int, ...] | None = None
    """The values of the scrolls drawn, if noted; secret."""
    open: tuple[Laid, ...] = ()
    opened: int = 0
    closed: int = 0
    hand: tuple[str, ...] | None = None
    """The rest of the registered hand, including open cards; secret."""
    doubted: bool = False
    """Whether a house ruling has upheld a card outside the entry; secret like the entry itself."""
    withdrawn: bool = False
    placed: bool = False
    noted: bool = False
    """Whether it was noted which scroll lies on which card; the fact is public."""
    turned: int = 0

    @property
    def points(self) -> int:
        """The sum of the captured scrolls (SCROLL-1.3)."""
        return sum(self.captured)

    def captured_in(self, round: int) -> tuple[int, ...]:
        start = self.bounds[round - 2] if round > 1 else 0
        return self.captured[start : self.bounds[round - 1] if round <= len(self.bounds) else None]

    def before(self, round: int) -> int:
        """Return the points from earlier rounds, which decide the turning of scrolls (SCROLL-5.10)."""
        return sum(self.captured[: self.bounds[round - 2]]) if round > 1 else 0


@dataclass(frozen=True)
class State:
    """The whole state. `players` are the people, clockwise; `shadow` is the third seat of a two-player match."""

    options: Options
    players: tuple[Player, ...]
    shadow: Player | None = None
    first: str | None = None
    """The first start player of the match, who determines the shadow's place (open point O8)."""
    marker: str | None = None
    """The holder of the reference card: the start player of the round."""
    phase: str = "setup"
    round: int = 1
    pile: int = 45
    """The number of face-down scrolls in the centre."""
    seen: tuple[int, ...] = (0,) * len(VALUES)
    """How often each value was seen to come from the pile."""
    trump: str | None = None
    leader: str | None = None
    """The leader of the present trick, at first of the round (SCROLL-6.1; O11)."""
    tricks: tuple[Trick, ...] = ()
    """The tricks of this round; the last one is in play or was the last one taken."""
    out: tuple[str, ...] = ()
    """The cards of those tricks of this round of which nobody knows who played what."""
    shadow_low: bool = False
    """Whether the shadow alone was lowest after the last round (O11)."""
    marker_given: bool = False
    entries: int = 0
    """At the depth `scores`: the number of tricks of this round entered."""
    findings: tuple[Finding, ...] = ()
    remedy: int | None = None
    """The index of the finding that the table must decide on (O18)."""
    started: tuple[Started, ...] = ()
    """How each round began, to be checked again when scrolls are corrected."""
    game_over: bool = False
    """Whether the shadow led on points after round 1 or 2 (SCROLL-10.3)."""
    chosen: str | None = None
    """The winner that the table chose among tied players (O5)."""
    checkpoints: tuple[State, ...] = field(default=(), compare=False, repr=False)
    """The states at the beginning of each trick of this round, if the option may go back to them (O18)."""


# Queries


def humans(state: State) -> tuple[str, ...]:
    """Return the people's seats, clockwise."""
    return tuple(p.seat for p in state.players)


def everybody(state: State) -> tuple[Player, ...]:
    """Return all seats, the shadow last."""
    return state.players if state.shadow is None else (*state.players, state.shadow)


def order(state: State) -> tuple[str, ...]:
    """Return all seats clockwise; the shadow sits after the second player, or by option after the first (O8)."""
    seats = humans(state)
    if state.shadow is None:
        return seats
    a = state.first or seats[0]
    b = next(seat for seat in seats if seat != a)
    return (a, b, SHADOW) if state.options.shadow_seat == "after_second" else (a, SHADOW, b)


def clockwise(seats: tuple[str, ...], start: str) -> tuple[str, ...]:
    """Return seats clockwise, beginning with `start`."""
    at = seats.index(start)
    return seats[at:] + seats[:at]


def seat_of(state: State, seat: str) -> Player:
    """Return the player of a seat, possibly the shadow. Raises `Refused` for an unknown seat (SCROLL-1.1)."""
    if seat == SHADOW and state.shadow is not None:
        return state.shadow
    return player(state, seat)


def player(state: State, seat: str) -> Player:
    """Return the player of a seat, a person. Raises `Refused` for any other seat (SCROLL-1.1)."""
    for p in state.players:
        if p.seat == seat:
            return p
    raise Refused("SCROLL-1.1", "scroll_trick.not_in_game", firm=True, seat=seat)


def cards(state: State) -> tuple[str, ...]:
    return deck(state.options.kinds, state.options.numbers)


def open_cards(p: Player) -> tuple[str, ...]:
    return tuple(laid.card for laid in p.open)


def lies(p: Player, card: str) -> Laid | None:
    return next((laid for laid in p.open if laid.card == card), None)


def trick_now(state: State) -> Trick | None:
    """Return the trick that is in play or waits to be taken."""
    return state.tricks[-1] if state.tricks and state.tricks[-1].winner is None else None


def plays_now(state: State) -> tuple[Play, ...]:
    """Return the cards of the trick that is in play or waits to be taken."""
    trick = trick_now(state)
    return () if trick is None else trick.plays


def taken(state: State) -> tuple[Trick, ...]:
    return tuple(trick for trick in state.tricks if trick.winner is not None)


def led(trick: Trick | None) -> str | None:
    """Return the led kind of a trick; `None` before its first card, and without a trick."""
    return suit_of(trick.plays[0].card) if trick is not None and trick.plays else None


def active(state: State) -> str | None:
    """Return whose turn it is: to open a card, or to play one to the trick (SCROLL-4.1, 6.2)."""
    if state.phase == "open" and state.marker is not None:
        due = clockwise(humans(state), state.marker)
        return min(due, key=lambda seat: player(state, seat).opened)
    trick = trick_now(state)
    if state.phase == "trick" and trick is not None:
        played = {play.seat for play in trick.plays}
        return next((s for s in clockwise(order(state), trick.leader) if s not in played), None)
    return None


def shown_cards(state: State) -> dict[str, str]:
    """Return every card seen in this round, with the seat that showed it; an empty string if unknown."""
    found = dict.fromkeys(state.out, "")
    found |= {laid.card: p.seat for p in everybody(state) for laid in p.open}
    return found | {play.card: play.seat for trick in state.tricks for play in trick.plays}


def played(state: State, seat: str) -> tuple[tuple[Trick, Play], ...]:
    return tuple((trick, play) for trick in state.tricks for play in trick.plays if play.seat == seat)


def has_played(state: State, seat: str) -> bool:
    """Tell whether a seat has played a card in this round."""
    return bool(taken(state) or played(state, seat))


def start_of(state: State, trick: int) -> State | None:
    """Return the state at the beginning of a trick of this round, if the match may go back to it (O18)."""
    return next((then for then in state.checkpoints if then.tricks[-1].number == trick), None)


def undealt(state: State) -> int:
    """Return the number of cards set aside face down (SCROLL-3.3)."""
    return len(cards(state)) - HAND * len(everybody(state))


def with_others(state: State, seat: str) -> tuple[str, ...]:
    """Return the cards that other players have noted."""
    return tuple(card for p in state.players if p.seat != seat for card in p.hand or ())


# Changes


def with_seat(state: State, seat: str, **changes: Any) -> State:
    if seat == SHADOW and state.shadow is not None:
        return replace(state, shadow=replace(state.shadow, **changes))
    return replace(state, players=tuple(replace(p, **changes) if p.seat == seat else p for p in state.players))


def with_everybody(state: State, **changes: Any) -> State:
    shadow = None if state.shadow is None else replace(state.shadow, **changes)
    return replace(state, players=tuple(replace(p, **changes) for p in state.players), shadow=shadow)


def with_laid(p: Player, card: str, **changes: Any) -> tuple[Laid, ...]:
    return tuple(replace(laid, **changes) if laid.card == card else laid for laid in p.open)


def with_trick(state: State, trick: Trick) -> State:
    return replace(state, tricks=(*state.tricks[:-1], trick))


# Notices


def tell(message: str, clause: str, **params: Any) -> Notice:
    """Return a public notice. `message` is given without the game's prefix, `clause` in full."""
    return Notice(message=f"scroll_trick.{message}", params=params, clause=clause)


def tell_one(seat: str, message: str, clause: str, **params: Any) -> Notice:
    return Notice(to=(seat,), message=f"scroll_trick.{message}", params=params, clause=clause)


def tell_taken(seat: str, trick: int, values: Sequence[int], clause: str) -> Notice:
    """Return the notice of the scrolls that a seat captures in a trick."""
    message = "took_trick" if values else "took_nothing"
    return tell(message, clause, seat=seat, trick=trick, values=list(values), sum=sum(values))


def tell_points(before: State, after: State) -> Iterator[Notice]:
    """Yield a notice of the points of each seat that captured scrolls between two states."""
    for old, new in zip(everybody(before), everybody(after), strict=True):
        if old.captured != new.captured:
            yield tell("points", "SCROLL-6.15", seat=new.seat, before=old.points, after=new.points)
