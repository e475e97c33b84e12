"""What could be known of a match of a card game: its courses, what decided it, and since when closed cards were known.

A card game says where its numbers stand and what was certain of cards; the rest is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.core.analysis import Analysis, Decided, Phrase
from referee.core.cards.certainties import SURE, Known, certainties, proofs
from referee.core.cards.points import Course, decided_by_lead, plot_of, told_by
from referee.core.extras import Progress
from referee.core.steps import Step
from referee.core.values import Result

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
