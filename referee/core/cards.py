"""What card games have in common: tricks, what is certain of hidden cards, and the analysis of a match.

What trick-taking games have in common: suits, the duty to follow, reneges, who is strongest. Knows no game and no
table. A card is written as its suit, a space and its number: `"red 5"`, `"black -3"`.

What the open cards already say of the hidden ones: what lies where in every deal that explains them. Cards and places
are the two sides of a bipartite graph: a card may be at a place that nothing seen there excludes. A deal is a perfect
matching, and certain are the edges that all of them have: those that no alternating cycle of the residual graph leaves
(Dulmage and Mendelsohn 1958; as a filter for `alldifferent`: Régin 1994). Cards that nobody can tell apart are one node
with their number, and the matching is a flow.

What could be known of a match of a card game: its courses, what decided it, and since when closed cards were known. A
card game says where its numbers stand and what was certain of cards; the rest is the same in all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from referee.core.acts import Step
from referee.core.analysis import Analysis, Curve, Decided, Moment, Phrase, Plot
from referee.core.game import Progress
from referee.core.values import Result


def suit_of(card: str) -> str:
    """Return the suit of a card: its colour or kind."""
    return card.rpartition(" ")[0]


def number_of(card: str) -> int:
    """Return the number on a card."""
    return int(card.rpartition(" ")[2])


def of_suit(cards: Iterable[str], suit: str | None) -> tuple[str, ...]:
    """Return those of some cards that are of a suit, in their order."""
    return tuple(card for card in cards if suit_of(card) == suit)


def followers(hand: Iterable[str], lead: str | None) -> tuple[str, ...]:
    """Return what a hand may play under a led suit: its cards of that suit, or all when it has none."""
    cards = tuple(hand)
    return of_suit(cards, lead) or cards


def owed(held: Iterable[str], card: str, lead: str) -> tuple[str, ...]:
    """Return the cards of the led suit that were held while another suit was played; none when `card` follows.

    Asked of a hand it is the duty to follow; asked of what a player shows later it is the proof of a renege.
    """
    return () if suit_of(card) == lead else of_suit((c for c in held if c != card), lead)


def strongest(strengths: Mapping[str, Any]) -> tuple[str, ...]:
    """Return who has the greatest strength; several when equal, in the order given."""
    best = max(strengths.values())
    return tuple(seat for seat, strength in strengths.items() if strength == best)


def ranked(strengths: Mapping[str, Any]) -> tuple[str, ...]:
    """Return everybody, strongest first; equals keep the order given."""
    return tuple(sorted(strengths, key=strengths.__getitem__, reverse=True))


Card = TypeVar("Card", bound=Hashable)
Place = TypeVar("Place", bound=Hashable)


ASIDE: Final = "aside"
"""The place of what nobody holds: undealt cards, or those left over. What is certain there is not told."""


class Room(NamedTuple):
    """A place that holds so many hidden cards, none of those that are `out`."""

    size: int
    out: Collection[Hashable] = frozenset()


def certain_cards(cards: Mapping[Card, int], rooms: Mapping[Place, Room]) -> Mapping[tuple[Card, Place], int] | None:
    """Return how many of each card are at a place for certain, where any is; None where no deal fits.

    `cards` are the hidden ones by number. Raises `ValueError` unless the places hold just as many.
    """
    if sum(cards.values()) != sum(room.size for room in rooms.values()):
        raise ValueError("the places hold more or fewer cards than are hidden")
    deal: _Deal[Card, Place] = _Deal(rooms)
    for card, number in cards.items():
        if not all(deal.take_in(card) for _ in range(number)):
            return None
    found = {edge: deal.kept(*edge) for edge in tuple(deal.lying)}
    return {edge: number for edge, number in found.items() if number and edge[1] != ASIDE}


class _Deal(Generic[Card, Place]):
    """Some deal, and how it can be changed into others."""

    def __init__(self, rooms: Mapping[Place, Room]) -> None:
        self.rooms = {place: room for place, room in rooms.items() if room.size}
        self.free = {place: room.size for place, room in self.rooms.items()}
        self.lying: Counter[tuple[Card, Place]] = Counter()

    def take_in(self, card: Card) -> bool:
        """Find room for one more card, moving others; False where there is none."""
        end = self._shift(card, lambda place: self.free[place] > 0)
        if end is not None:
            self.free[end] -= 1
        return end is not None

    def kept(self, card: Card, place: Place) -> int:
        """Return how many of a card stay at a place whatever is moved."""
        before = self.lying.copy()
        while self.lying[card, place]:
            self.lying[card, place] -= 1
            if self._shift(card, lambda to: to == place, (card, place)) is None:
                self.lying[card, place] += 1
                break
        number = self.lying[card, place]
        self.lying = before
        return number

    def _shift(
        self, card: Card, ends: Callable[[Place], bool], barred: tuple[Card, Place] | None = None
    ) -> Place | None:
        """Bring a card in along a shortest alternating path to a place where it `ends`; return that place, if any."""
        came: dict[Place, tuple[Card, Place | None]] = {}
        queue: list[tuple[Card, Place | None]] = [(card, None)]
        for mover, origin in queue:
            for place, room in self.rooms.items():
                if place in came or mover in room.out or (mover, place) == barred:
                    continue
                came[place] = mover, origin
                if ends(place):
                    self._move(place, came)
                    return place
                queue += [(other, at) for (other, at), number in self.lying.items() if at == place and number]
        return None

    def _move(self, end: Place, came: Mapping[Place, tuple[Card, Place | None]]) -> None:
        to: Place | None = end
        while to is not None:
            mover, origin = came[to]
            self.lying[mover, to] += 1
            if origin is not None:
                self.lying[mover, origin] -= 1
            to = origin


SURE: Final = Phrase(message="analysis.sure")
"""How what is certain comes about: see `referee.core.cards`."""
FINDING: Final = ".finding."
"""What the message keys hold by which games tell what their audits prove."""


class Known(NamedTuple):
    """What was certain after an entry: how many of each card at a place. Another `deal` begins anew."""

    entry: int
    at: str
    deal: Hashable
    certain: Mapping[tuple[str, str], int] | None
    """None where no deal explains what lies open: somebody broke a rule, and nothing is certain."""


def certainties(course: Iterable[Known], said: Callable[[str, Sequence[str]], Phrase]) -> tuple[Moment, ...]:
    """Return each moment at which more became certain; `said` words the cards that are at a place."""
    found: list[Moment] = []
    deal: Hashable = None
    before: Mapping[tuple[str, str], int] = {}
    for known in course:
        if known.deal != deal:
            deal, before = known.deal, {}
        if known.certain is None:
            continue
        new: dict[str, list[str]] = {}
        for (card, place), number in known.certain.items():
            new.setdefault(place, []).extend([card] * (number - before.get((card, place), 0)))
        before = known.certain
        found += [
            Moment(entry=known.entry, at=known.at, said=said(place, sorted(cards)))
            for place, cards in new.items()
            if cards
        ]
    return tuple(found)


def proofs(steps: Iterable[Step], at: Callable[[Any], str]) -> tuple[Moment, ...]:
    """Return when what the audits found became provable: they report it at the first moment at which it is."""
    return tuple(
        Moment(
            entry=step.number,
            at=at(step.ruling.state),
            said=Phrase(message=notice.message, params=notice.params, clause=notice.clause),
        )
        for step in steps
        for notice in step.ruling.notices
        if FINDING in notice.message
    )


class Reached(NamedTuple):
    """Where the points stood after an entry; `at` names the moment, and several entries may share it."""

    entry: int
    at: str
    points: Mapping[str, int]


def by_round(steps: Sequence[Step], at: Callable[[Any, Any], str]) -> Iterator[Reached]:
    """Yield the points of each round, and after whatever else has changed them: `at` names it by before and after."""
    yield Reached(steps[0].number - 1, "0", {p.seat: p.points for p in steps[0].before.players})
    for step in steps:
        before, state = step.before, step.ruling.state
        points = {p.seat: p.points for p in state.players}
        if len(state.rounds) > len(before.rounds) or points != {p.seat: p.points for p in before.players}:
            yield Reached(step.number, at(before, state), points)


class Course(NamedTuple):
    """Numbers of each seat from moment to moment, to be plotted."""

    reached: Callable[[Sequence[Step]], Iterable[Reached]]
    how: Phrase
    axis: str
    title: str = "analysis.points"
    unit: str = "analysis.points_unit"


def plot_of(course: Course, steps: Sequence[Step], names: Mapping[str, str]) -> Plot | None:
    """Return a course, each moment as it ended; None where there are fewer than two."""
    last: dict[str, Reached] = {}
    for each in course.reached(steps):
        last[each.at] = each
    moments = tuple(last.values())
    if len(moments) < 2:
        return None
    marks = marks_of(names)
    curves = tuple(
        Curve(name=of_seat(seat), mark=marks[seat], numbers=tuple(m.points.get(seat) for m in moments))
        for seat in names
    )
    entries = tuple(m.entry for m in moments)
    return Plot(
        title=course.title,
        unit=course.unit,
        axis=course.axis,
        at=tuple(last),
        entries=entries,
        curves=curves,
        how=course.how,
    )


def of_seat(seat: str) -> Phrase:
    return Phrase(message="analysis.of_seat", params={"seat": seat})


def marks_of(names: Mapping[str, str]) -> Mapping[str, str]:
    """Return a letter for each seat: the first of its name, or its number where two would be the same."""
    first = {seat: (name.strip() or seat)[0].upper() for seat, name in names.items()}
    if len(set(first.values())) == len(first):
        return first
    return {seat: str(n) for n, seat in enumerate(names, 1)}


def ahead_since(plot: Plot, seats: Sequence[str], winners: Sequence[str], *, fewest: bool = False) -> int | None:
    """Return the place of the moment since which the winners were ahead of everybody else; None where they are not.

    `seats` are those of the curves. Winners who share the win need not be equal on the way.
    """
    sign = -1 if fewest else 1
    since: int | None = None
    for n in range(len(plot.at)):
        points = {s: sign * (c.numbers[n] or 0) for s, c in zip(seats, plot.curves, strict=True)}
        others = [p for s, p in points.items() if s not in winners]
        leads = bool(winners) and bool(others) and min(points[w] for w in winners) > max(others)
        since = (n if since is None else since) if leads else None
    return since


TOLD: Final = 3
"""How many sentences of a ruling tell what happened in it."""


def told_by(step: Step) -> tuple[Phrase, ...]:
    """Return what a ruling told, without what its audits found."""
    told = (n for n in step.ruling.notices if FINDING not in n.message)
    return tuple(Phrase(message=n.message, params=n.params, clause=n.clause) for n in told)[:TOLD]


def decided_by_lead(
    plot: Plot, steps: Iterable[Step], seats: Sequence[str], winners: Sequence[str], *, fewest: bool = False
) -> Decided | None:
    """Return the moment since which the winners were ahead: what was told at it, and the points before and after."""
    since = ahead_since(plot, seats, winners, fewest=fewest)
    if since is None:
        return None

    def stood(n: int) -> dict[str, int]:
        return {seat: curve.numbers[n] or 0 for seat, curve in zip(seats, plot.curves, strict=True)}

    entry = plot.entries[since]
    how = [told for step in steps if step.number == entry for told in told_by(step)]
    if since:
        how.append(Phrase(message="analysis.points_before", params={"points": stood(since - 1)}))
    how.append(Phrase(message="analysis.points_after", params={"points": stood(since)}))
    said = Phrase(message="analysis.ahead_since", params={"winners": list(winners)})
    return Decided(entry=entry, at=plot.at[since], said=said, how=tuple(how))


NOTHING_CERTAIN: Final = Phrase(message="analysis.nothing_certain")


def in_hand(place: str, cards: Sequence[str]) -> Phrase:
    """Say which cards were in a hand for certain."""
    return Phrase(message="analysis.certain_hand", params={"seat": place, "cards": list(cards)})


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGame:
    """What a card game tells of its matches."""

    result: Callable[[Any], Result | None]
    moment: Callable[[Any], str]
    """Names the moment of a state; `axis` is the message key that says it in full."""
    axis: str
    points: Course
    """Whoever was ahead in it for good has won by that."""
    of_plays: tuple[Course, ...] = ()
    """Further ones, where plays were declared."""
    known: Callable[[Sequence[Step]], Iterable[Known]]
    said: Callable[[str, Sequence[str]], Phrase] = in_hand
    """Words the cards that are at a place for certain."""
    sure: Phrase = SURE
    """How they come to be certain."""
    fewest: bool = False
    """Whether the fewest points win."""
    at_once: Callable[[Result], bool] = lambda _: False
    """Tells whether a match was ended at once, and not by points."""
    seats: Callable[[Any], Iterable[Any]] = lambda state: state.players

    def analysis(self, steps: Sequence[Step], frames: tuple[Any, ...], progress: Progress) -> Analysis | None:
        """Return what could be known of an ended match; None of one that has not ended."""
        last = steps[-1].ruling.state if steps else None
        ended = None if last is None else self.result(last)
        if last is None or ended is None:
            return None
        names = {p.seat: p.name for p in self.seats(last)}
        plays = last.options.depth == "plays"
        points, *others = (plot_of(each, steps, names) for each in (self.points, *(self.of_plays if plays else ())))
        progress(0.2)
        decided: Decided | None = None
        if points is not None and not self.at_once(ended):
            decided = decided_by_lead(points, steps, list(names), ended.winners, fewest=self.fewest)
        certain = certainties(self.known(steps), self.said) if plays else ()
        return Analysis(
            axis=self.axis,
            plots=tuple(plot for plot in (points, *others) if plot is not None),
            decided=decided or self._ending(steps),
            certain=certain,
            sure=self.sure if plays else None,
            proofs=proofs(steps, self.moment),
            notes=(NOTHING_CERTAIN,) if plays and not certain else (),
        )

    def _ending(self, steps: Sequence[Step]) -> Decided:
        """Return the declaration that ended the match, with the rule by which: what broke a tie, if it was one."""
        step, ended = next((step, found) for step in steps if (found := self.result(step.ruling.state)) is not None)
        said = Phrase(message=ended.reason, clause=ended.clause)
        return Decided(entry=step.number, at=self.moment(step.ruling.state), said=said, how=told_by(step))
