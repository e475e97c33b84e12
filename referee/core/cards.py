"""What card games share: tricks, which hidden cards are certain, and the analysis of a match.

Tricks: suits, the duty to follow, reneges, the strongest card. A card is written as its suit, a space and its number:
`"red 5"`, `"black -3"`.

Certain cards: which hidden cards lie where in every deal that is consistent with the open cards. Cards and places are
the two sides of a bipartite graph; a card is joined to each place that does not exclude it. A deal is a perfect
matching. The certain edges are those in every perfect matching: the ones on no alternating cycle of the residual graph
(Dulmage and Mendelsohn 1958; as a filter for `alldifferent`: Régin 1994). Identical cards are one node with a
multiplicity, and the matching is a flow.

Analysis: the points over time, the moment that decided the match, and since when hidden cards were certain. A card
game supplies its numbers and its certain cards (`CardGame`); the rest is the same for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from referee.core.acts import Step
from referee.core.analysis import Analysis, Curve, DecidingMoment, Moment, Phrase, Plot
from referee.core.game import Progress
from referee.core.values import Notice, Result


def suit_of(card: str) -> str:
    """Return the suit of a card: its colour or kind."""
    return card.rpartition(" ")[0]


def number_of(card: str) -> int:
    """Return the number on a card."""
    return int(card.rpartition(" ")[2])


def of_suit(cards: Iterable[str], suit: str | None) -> tuple[str, ...]:
    """Return the cards of a suit, in their order."""
    return tuple(card for card in cards if suit_of(card) == suit)


def followers(hand: Iterable[str], lead: str | None) -> tuple[str, ...]:
    """Return the cards of a hand that may follow the led suit: those of that suit, or all if there are none."""
    cards = tuple(hand)
    return of_suit(cards, lead) or cards


def owed(held: Iterable[str], card: str, lead: str) -> tuple[str, ...]:
    """Return the cards of the led suit that were held while another suit was played; none if `card` follows suit.

    Applied to a hand, the result is the duty to follow; applied to cards shown later, it proves a renege.
    """
    return () if suit_of(card) == lead else of_suit((c for c in held if c != card), lead)


def strongest(strengths: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats with the greatest strength, in the order given."""
    best = max(strengths.values())
    return tuple(seat for seat, strength in strengths.items() if strength == best)


def ranked(strengths: Mapping[str, Any]) -> tuple[str, ...]:
    """Return all seats, strongest first; ties keep the order given."""
    return tuple(sorted(strengths, key=strengths.__getitem__, reverse=True))


Card = TypeVar("Card", bound=Hashable)
Holder = TypeVar("Holder", bound=Hashable)


ASIDE: Final = "aside"
"""The place of cards that nobody holds: not dealt, or left over. Certain cards there are not reported."""


class HiddenCards(NamedTuple):
    """A place with `size` hidden cards, none of them among `out`."""

    size: int
    out: Collection[Hashable] = frozenset()


def certain_cards(
    cards: Mapping[Card, int], rooms: Mapping[Holder, HiddenCards]
) -> Mapping[tuple[Card, Holder], int] | None:
    """Return how many of each card are certainly at each place, without zeros; `None` if no deal is possible.

    `cards` are the hidden cards with their numbers. Raises `ValueError` unless the places hold exactly as many.
    """
    if sum(cards.values()) != sum(room.size for room in rooms.values()):
        raise ValueError("the places hold more or fewer cards than are hidden")
    deal: _Deal[Card, Holder] = _Deal(rooms)
    for card, number in cards.items():
        if not all(deal.take_in(card) for _ in range(number)):
            return None
    found = {edge: deal.kept(*edge) for edge in tuple(deal.lying)}
    return {edge: number for edge, number in found.items() if number and edge[1] != ASIDE}


class _Deal(Generic[Card, Holder]):
    """One possible deal, which can be changed into others along alternating paths."""

    def __init__(self, rooms: Mapping[Holder, HiddenCards]) -> None:
        self.rooms = {holder: room for holder, room in rooms.items() if room.size}
        self.free = {holder: room.size for holder, room in self.rooms.items()}
        self.lying: Counter[tuple[Card, Holder]] = Counter()

    def take_in(self, card: Card) -> bool:
        """Add one card, moving others if necessary; return `False` if that is impossible."""
        end = self._shift(card, lambda holder: self.free[holder] > 0)
        if end is not None:
            self.free[end] -= 1
        return end is not None

    def kept(self, card: Card, holder: Holder) -> int:
        """Return how many of a card stay at a place in every possible deal."""
        before = self.lying.copy()
        while self.lying[card, holder]:
            self.lying[card, holder] -= 1
            if self._shift(card, lambda to: to == holder, (card, holder)) is None:
                self.lying[card, holder] += 1
                break
        number = self.lying[card, holder]
        self.lying = before
        return number

    def _shift(
        self, card: Card, ends: Callable[[Holder], bool], barred: tuple[Card, Holder] | None = None
    ) -> Holder | None:
        """Add a card along a shortest alternating path to a place where `ends` holds; return that place, or `None`."""
        came: dict[Holder, tuple[Card, Holder | None]] = {}
        queue: list[tuple[Card, Holder | None]] = [(card, None)]
        for mover, origin in queue:
            for holder, room in self.rooms.items():
                if holder in came or mover in room.out or (mover, holder) == barred:
                    continue
                came[holder] = mover, origin
                if ends(holder):
                    self._move(holder, came)
                    return holder
                queue += [(other, at) for (other, at), number in self.lying.items() if at == holder and number]
        return None

    def _move(self, end: Holder, came: Mapping[Holder, tuple[Card, Holder | None]]) -> None:
        to: Holder | None = end
        while to is not None:
            mover, origin = came[to]
            self.lying[mover, to] += 1
            if origin is not None:
                self.lying[mover, origin] -= 1
            to = origin


SURE: Final = Phrase(message="analysis.sure")
"""The explanation of certain cards; see the docstring of this module."""
FINDING: Final = ".finding."
"""The part of a message key that marks a finding of an audit."""


class CertainCards(NamedTuple):
    """What was certain after an entry: how many of each card at a place. A new `deal` resets what is known."""

    entry: int
    at: str
    deal: Hashable
    certain: Mapping[tuple[str, str], int] | None
    """`None` if no deal is consistent with the open cards: somebody broke a rule, and nothing is certain."""


def certainties(course: Iterable[CertainCards], said: Callable[[str, Sequence[str]], Phrase]) -> tuple[Moment, ...]:
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
        for (card, holder), number in known.certain.items():
            new.setdefault(holder, []).extend([card] * (number - before.get((card, holder), 0)))
        before = known.certain
        found += [
            Moment(entry=known.entry, at=known.at, said=said(holder, sorted(cards)))
            for holder, cards in new.items()
            if cards
        ]
    return tuple(found)


def _quoted(notice: Notice) -> Phrase:
    return Phrase(message=notice.message, params=notice.params, clause=notice.clause)


def proofs(steps: Iterable[Step], at: Callable[[Any], str]) -> tuple[Moment, ...]:
    """Return the moments at which audits found something; an audit reports it as soon as it is provable."""
    return tuple(
        Moment(entry=step.number, at=at(step.ruling.state), said=_quoted(notice))
        for step in steps
        for notice in step.ruling.notices
        if FINDING in notice.message
    )


class PointsReached(NamedTuple):
    """The points after an entry; `at` names the moment, and several entries may share it."""

    entry: int
    at: str
    points: Mapping[str, int]


def by_round(steps: Sequence[Step], at: Callable[[Any, Any], str]) -> Iterator[PointsReached]:
    """Yield the points after each round and any other change. `at` names the moment by the states before and after."""
    yield PointsReached(steps[0].number - 1, "0", {p.seat: p.points for p in steps[0].before.players})
    for step in steps:
        before, state = step.before, step.ruling.state
        points = {p.seat: p.points for p in state.players}
        if len(state.rounds) > len(before.rounds) or points != {p.seat: p.points for p in before.players}:
            yield PointsReached(step.number, at(before, state), points)


class PointsCourse(NamedTuple):
    """Numbers of each seat over time, to be plotted."""

    reached: Callable[[Sequence[Step]], Iterable[PointsReached]]
    how: Phrase
    axis: str
    title: str = "analysis.points"
    unit: str = "analysis.points_unit"


def plot_of(course: PointsCourse, steps: Sequence[Step], names: Mapping[str, str]) -> Plot | None:
    """Return the plot of a course with the last numbers of each moment; `None` if there are fewer than two moments."""
    last = {each.at: each for each in course.reached(steps)}
    if len(last) < 2:
        return None
    curves = (
        Curve(name=of_seat(seat), mark=mark, numbers=tuple(m.points.get(seat) for m in last.values()))
        for seat, mark in marks_of(names).items()
    )
    return Plot(
        title=course.title,
        unit=course.unit,
        axis=course.axis,
        at=tuple(last),
        entries=tuple(m.entry for m in last.values()),
        curves=tuple(curves),
        how=course.how,
    )


def of_seat(seat: str) -> Phrase:
    return Phrase(message="analysis.of_seat", params={"seat": seat})


def marks_of(names: Mapping[str, str]) -> Mapping[str, str]:
    """Return a letter for each seat: the initial of its name, or a number for all if two initials are equal."""
    first = {seat: (name.strip() or seat)[0].upper() for seat, name in names.items()}
    if len(set(first.values())) == len(first):
        return first
    return {seat: str(n) for n, seat in enumerate(names, 1)}


def leading_since(plot: Plot, seats: Sequence[str], winners: Sequence[str], *, fewest: bool = False) -> int | None:
    """Return the index of the moment since which the winners have led; `None` if they do not lead at the end.

    `seats` are in the order of the curves. Several winners need not have equal points on the way.
    """
    sign = -1 if fewest else 1
    since: int | None = None
    for n in range(len(plot.at)):
        points = {s: sign * (c.numbers[n] or 0) for s, c in zip(seats, plot.curves, strict=True)}
        others = [p for s, p in points.items() if s not in winners]
        leads = bool(winners) and bool(others) and min(points[w] for w in winners) > max(others)
        since = (n if since is None else since) if leads else None
    return since


MOST_PHRASES: Final = 3
"""The most notices of one ruling that an analysis quotes."""


def phrases_of(step: Step) -> tuple[Phrase, ...]:
    """Return the first notices of a ruling as sentences, without the findings of audits."""
    return tuple(_quoted(n) for n in step.ruling.notices if FINDING not in n.message)[:MOST_PHRASES]


def decided_by_lead(
    plot: Plot, steps: Iterable[Step], seats: Sequence[str], winners: Sequence[str], *, fewest: bool = False
) -> DecidingMoment | None:
    """Return the moment since which the winners led, with its notices and the points before and after, or `None`."""
    since = leading_since(plot, seats, winners, fewest=fewest)
    if since is None:
        return None

    def stood(n: int) -> dict[str, int]:
        return {seat: curve.numbers[n] or 0 for seat, curve in zip(seats, plot.curves, strict=True)}

    entry = plot.entries[since]
    how = [phrase for step in steps if step.number == entry for phrase in phrases_of(step)]
    if since:
        how.append(Phrase(message="analysis.points_before", params={"points": stood(since - 1)}))
    how.append(Phrase(message="analysis.points_after", params={"points": stood(since)}))
    said = Phrase(message="analysis.ahead_since", params={"winners": list(winners)})
    return DecidingMoment(entry=entry, at=plot.at[since], said=said, how=tuple(how))


NOTHING_CERTAIN: Final = Phrase(message="analysis.nothing_certain")


def in_hand(holder: str, cards: Sequence[str]) -> Phrase:
    """Return the sentence that certain cards were in a hand."""
    return Phrase(message="analysis.certain_hand", params={"seat": holder, "cards": list(cards)})


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGame:
    """What a card game supplies for the analysis of its matches."""

    result: Callable[[Any], Result | None]
    moment: Callable[[Any], str]
    """Names the moment of a state; `axis` is the message key of its full name."""
    axis: str
    points: PointsCourse
    """The course that decides the match."""
    of_plays: tuple[PointsCourse, ...] = ()
    """Further courses, at the depth `plays` only."""
    known: Callable[[Sequence[Step]], Iterable[CertainCards]]
    said: Callable[[str, Sequence[str]], Phrase] = in_hand
    """Words the cards that are certain at a place."""
    sure: Phrase = SURE
    """The explanation of why they are certain."""
    fewest: bool = False
    """Whether the fewest points win."""
    at_once: Callable[[Result], bool] = lambda _: False
    """Tells whether the match ended at once rather than by points."""
    seats: Callable[[Any], Iterable[Any]] = lambda state: state.players

    def analysis(self, steps: Sequence[Step], frames: tuple[Any, ...], progress: Progress) -> Analysis | None:
        """Return what could be known of an ended match; `None` if it has not ended."""
        if not steps or (ended := self.result(last := steps[-1].ruling.state)) is None:
            return None
        names = {p.seat: p.name for p in self.seats(last)}
        plays = last.options.depth == "plays"
        points, *others = (plot_of(each, steps, names) for each in (self.points, *(self.of_plays if plays else ())))
        progress(0.2)
        decided: DecidingMoment | None = None
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

    def _ending(self, steps: Sequence[Step]) -> DecidingMoment:
        """Return the declaration that ended the match, with the reason of the result and its clause."""
        step, ended = next((step, found) for step in steps if (found := self.result(step.ruling.state)) is not None)
        said = Phrase(message=ended.reason, clause=ended.clause)
        return DecidingMoment(entry=step.number, at=self.moment(step.ruling.state), said=said, how=phrases_of(step))
