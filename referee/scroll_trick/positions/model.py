"""Models of Scroll Trick positions: what everybody sees, and what each seat alone knows (METSUKE-5).

`laying` makes a state of a position. What is not described is derived: the number of cards in hand, the pile, the
turned scrolls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import Field

from referee.core.game import Completion, During, Position
from referee.core.judging import shown
from referee.core.values import GAME_MASTER, Notice, Seat, Value, Viewer
from referee.scroll_trick.cards import HAND, MOST, OPEN, SHADOW, Card, Kind, Worth
from referee.scroll_trick.moves import CONTEST, ROUND, Options, SeatId
from referee.scroll_trick.state import (
    Laid,
    Play,
    Player,
    State,
    Trick,
    cards,
    everybody,
    humans,
    plays_now,
    seat_of,
    taken,
)
from referee.scroll_trick.view import noted_scrolls, shown_again
from referee.scroll_trick.view_model import Finding, Phase, ScrollView

OVER = frozenset({"between", "tie", "ended"})
"""The phases after the seventh trick of a round."""
OPENED = frozenset({"open", "place", "turn"}) | CONTEST
"""The phases in which cards lie open."""
Worths = Annotated[tuple[Worth, ...], Field(max_length=MOST)]
Count = Annotated[int, Field(ge=0, le=999)]


class OpenCard(Value):
    """An open card, listed from the left, and the value of the scroll on it if that is face up."""

    card: Card
    value: Worth | None = None
    start: bool = False
    """For the shadow in round 1: whether its scroll is one of the first three (SCROLL-9.6)."""


class OpenPlay(OpenCard):
    """A card in a trick; one that was open brought its scroll (SCROLL-6.8)."""

    seat: SeatId
    opened: bool = False


Plays = Annotated[tuple[OpenPlay, ...], Field(max_length=HAND)]


class OpenTrick(Value):
    """A taken trick of this round. `ahead` took it; given only if the cards do not determine it."""

    number: Count
    plays: Plays
    ahead: SeatId | None = None


class OpenSeat(Value):
    """What lies before a seat, including the shadow."""

    seat: SeatId
    captured: Worths = ()
    """All captured scrolls."""
    in_round: Annotated[Worths, During(CONTEST | OVER | {"score"}, "SCROLL-1.2")] = ()
    """Those captured in this round."""
    cards: Annotated[tuple[OpenCard, ...], Field(max_length=HAND), During(OPENED, "SCROLL-1.2")] = ()
    has_set: Annotated[bool, During({"setup"}, "SCROLL-1.2")] = False
    """During the set-up: whether the seat has taken its three scrolls (SCROLL-2.7)."""
    drawn: Annotated[bool, During({"between"}, "SCROLL-1.2")] = False
    """Between rounds: whether the seat has drawn (SCROLL-7.2)."""
    placed: Annotated[bool, During({"place"}, "SCROLL-1.2")] = False
    """While scrolls are laid: whether the seat has laid its own (SCROLL-5.1)."""
    withdrawn: Annotated[bool, During(ROUND | OVER | {"deal"}, "SCROLL-1.2")] = False
    """Whether the seat has withdrawn its registered hand in this round."""


Seats = Annotated[tuple[OpenSeat, ...], Field(max_length=MOST)]


class TrickStart(Value):
    """The table at the beginning of a trick of this round, to which the option may go back (O18)."""

    number: Count
    leader: SeatId
    seats: Seats


class OpenTable(Value):
    """What everybody sees. A seat that is not named has nothing before it."""

    phase: Phase
    round: Count = 1
    first: SeatId | None = None
    """With two players: the first start player, which determines the shadow's place (O8); by default the marker."""
    marker: SeatId | None = None
    marker_given: Annotated[bool, During({"between"}, "SCROLL-1.2")] = False
    """Between rounds: whether the marker has moved (SCROLL-7.3)."""
    leader: Annotated[SeatId | None, During(CONTEST | OVER, "SCROLL-1.2")] = None
    """The leader of the trick, or of the last one."""
    trump: Kind | None = None
    seats: Seats = ()
    now: Annotated[Plays, During({"trick", "resolve"}, "SCROLL-1.2")] = ()
    """The cards of the trick that is not taken yet."""
    tricks: Annotated[tuple[OpenTrick, ...], Field(max_length=HAND), During(CONTEST | OVER, "SCROLL-1.2")] = ()
    """The taken tricks of this round of which it is known who played what."""
    discards: Annotated[tuple[Card, ...], Field(max_length=MOST), During(CONTEST, "SCROLL-1.2")] = ()
    """The cards of the other taken tricks of this round, in any order."""
    entries: Annotated[Count, During({"score"}, "SCROLL-1.2")] = 0
    """At the depth `scores`: the number of tricks of this round entered."""
    findings: Annotated[tuple[Finding, ...], Field(max_length=MOST)] = ()
    remedy: Annotated[Finding | None, During(CONTEST, "SCROLL-1.2")] = None
    starts: Annotated[tuple[TrickStart, ...], Field(max_length=HAND), During(CONTEST, "SCROLL-1.2")] = ()
    chosen: Annotated[SeatId | None, During({"ended"}, "SCROLL-1.2")] = None
    """The winner that the table chose among tied players (O5)."""


class SeatKnowledge(Value):
    """What a seat alone knows at one moment."""

    hand: Annotated[tuple[Card, ...], Field(max_length=MOST)] | None = None
    """The rest of the registered hand, including open cards; `None`: nothing is registered."""
    scrolls: Annotated[tuple[ScrollView, ...], Field(max_length=MOST)] | None = None
    """All face-down scrolls on the seat's cards; `None`: they were not noted."""
    held: Worths | None = None
    """The scrolls drawn, if it was not noted where each lies."""
    doubted: bool = False
    """Whether a house ruling has upheld a card that is not in the hand."""


class SeatSecret(SeatKnowledge):
    """What a seat alone knows; every field may be omitted."""

    starts: Annotated[tuple[SeatKnowledge, ...], Field(max_length=HAND)] = ()
    """What it knew at each of the table's `starts`."""


# The position of a state


def position_of(state: State, viewer: Viewer) -> Position:
    """Return what a viewer may know: tricks as far as the app shows them, and the secrets of its own seat."""
    master, contest = viewer == GAME_MASTER, state.phase in CONTEST
    again = shown_again(state, viewer)
    plain = {card.card for trick in again for card in trick.plays}
    gone = {*state.out, *(play.card for trick in taken(state) for play in trick.plays)} - plain
    starts = state.checkpoints if master and contest else ()
    given = state.marker_given and state.phase == "between"
    table = shown(
        OpenTable,
        state,
        first=state.first if state.shadow is not None and (state.round > 1 or given) else None,
        marker_given=given,
        leader=state.leader if contest or state.phase in OVER else None,
        seats=_seats(state),
        now=tuple(_play(state, play) for play in plays_now(state)),
        tricks=tuple(_trick(state, trick) for trick in again),
        discards=tuple(card for card in cards(state) if card in gone) if contest else (),
        entries=state.entries if state.phase == "score" else 0,
        remedy=None if state.remedy is None else state.findings[state.remedy],
        starts=tuple(_start(then) for then in starts),
    )
    whose = [seat for seat in humans(state) if state.options.depth == "plays" and (master or seat == viewer)]
    known = {seat: tuple(_known(then, seat) for then in starts) for seat in whose}
    return Position(table, {seat: SeatSecret(**dict(_known(state, seat)), starts=known[seat]) for seat in whose})


def _seats(state: State) -> tuple[OpenSeat, ...]:
    return tuple(
        shown(
            OpenSeat,
            p,
            in_round=p.captured_in(state.round),
            cards=tuple(shown(OpenCard, one, start=_start_of(state, p.seat, one)) for one in p.open),
            has_set=p.has_set and state.phase == "setup",
            drawn=p.drawn and state.phase == "between",
            placed=p.placed and p.seat != SHADOW and state.phase == "place",
        )
        for p in everybody(state)
    )


def _start_of(state: State, seat: str, laid: Laid) -> bool:
    return laid.start and seat == SHADOW and state.round == 1


def _play(state: State, play: Play) -> OpenPlay:
    return shown(OpenPlay, play, value=play.laid.value, start=_start_of(state, play.seat, play.laid))


def _trick(state: State, trick: Trick) -> OpenTrick:
    plays = tuple(_play(state, play) for play in trick.plays)
    return OpenTrick(number=trick.number, plays=plays, ahead=trick.winner)


def _start(then: State) -> TrickStart:
    return shown(TrickStart, then.tricks[-1], seats=_seats(then))


def _known(state: State, seat: str) -> SeatKnowledge:
    p = seat_of(state, seat)
    return shown(SeatKnowledge, p, scrolls=noted_scrolls(state, p) if p.noted else None)


def face_down(state: State, p: Player) -> tuple[Laid, ...]:
    """Return a seat's cards that carry a face-down scroll, including those in the trick."""
    laid = (*p.open, *(play.laid for play in plays_now(state) if play.seat == p.seat))
    return tuple(one for one in laid if one.tile and one.value is None)


# Completeness


def taken_tricks(table: OpenTable, seats: int) -> int:
    """Return the number of taken tricks of this round, derived from the cards played."""
    if table.phase in OVER:
        return HAND
    out = len(table.discards) + sum(len(trick.plays) for trick in table.tricks)
    return out // seats if table.phase in CONTEST else 0


def progress(options: Options, seats: Sequence[Seat], position: Position) -> Mapping[str, Completion]:
    """Return how many of its cards and scrolls each seat has entered; nobody must (ledger A1, A7)."""
    if options.depth == "scores":
        return {}
    counts = ((seat.seat, _entered(position, seat.seat, len(seats))) for seat in seats)
    return {seat: found for seat, found in counts if found.of}


def _entered(position: Position, seat: str, people: int) -> Completion:
    table, known = position.table, position.secrets.get(seat) or SeatSecret()
    lying = next((one for one in table.seats if one.seat == seat), OpenSeat(seat=seat))
    played = [play for play in table.now if play.seat == seat]
    left = HAND - taken_tricks(table, people + (people == 2)) - len(played)
    hand = left if table.phase in ROUND and not lying.withdrawn else 0
    down = sum(one.value is None for one in lying.cards) + sum(one.opened and one.value is None for one in played)
    if waits(table, lying):
        scrolls = OPEN
    else:
        scrolls = down if table.phase in {"turn"} | CONTEST or lying.placed else 0
    done = min(hand, len(known.hand or ())) + min(scrolls, len(known.scrolls or ()) + len(known.held or ()))
    return Completion(done, max(hand, 0) + scrolls, must=False)


def waits(table: OpenTable, lying: OpenSeat) -> bool:
    """Tell whether a seat has drawn scrolls that it has not laid yet (SCROLL-7.2)."""
    if table.phase == "between":
        return lying.drawn
    return table.round > 1 and table.phase in {"deal", "trump", "shadow", "open", "place"} and not lying.placed


def unchecked(options: Options, seats: Sequence[Seat], position: Position) -> tuple[Notice, ...]:
    """Return notices of what nobody can check: hidden cards and scrolls, and tricks that nobody described."""
    again = dict(_unchecked(position.table, len(seats) + (len(seats) == 2))) if options.depth == "plays" else {}
    if position.table.round > 1:
        again["scroll_trick.unchecked.rounds"] = "SCROLL-7.3"
    return tuple(Notice(message=message, clause=clause) for message, clause in again.items())


def _unchecked(table: OpenTable, seats: int) -> Iterator[tuple[str, str]]:
    if table.phase in ROUND:
        yield "scroll_trick.unchecked.hands", "SCROLL-3.2"
        yield "scroll_trick.unchecked.scrolls", "SCROLL-2.5"
    if table.phase in CONTEST and len(table.tricks) < taken_tricks(table, seats):
        yield "scroll_trick.unchecked.follow", "SCROLL-6.4"
