"""A match looked at once more: the course of points, the trick that decided it, and what was known of closed cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.acts import Step
from referee.core.analysis import Phrase
from referee.core.cards import ASIDE, CardGame, Course, Known, Reached, Room, certain_cards, of_suit
from referee.scroll_trick.cards import SHADOW
from referee.scroll_trick.ranking import result, voids
from referee.scroll_trick.state import State, cards, everybody, shown_cards, taken, undealt

AXIS = "scroll_trick.analysis.axis"


def moment(state: State) -> str:
    """Return round and trick, as far as tricks were taken."""
    number = len(taken(state)) or state.entries
    return f"{state.round}.{number}" if number else str(state.round)


def _reached(steps: Sequence[Step]) -> Iterator[Reached]:
    """Yield the points after each trick, and after whatever else has changed them."""
    before = None
    for step in steps:
        state: State = step.ruling.state
        points = {p.seat: p.points for p in everybody(state)}
        if before is None or points != before or len(taken(state)) > len(taken(step.before)):
            yield Reached(step.number, moment(state), points)
        before = points


def _known(steps: Sequence[Step]) -> Iterator[Known]:
    """Yield what was certain of closed cards each time that one was shown."""
    before: dict[str, str] = {}
    for step in steps:
        state: State = step.ruling.state
        seen = shown_cards(state)
        if seen != before and state.phase in ("trick", "resolve", "refill"):
            yield Known(step.number, moment(state), state.round, closed(state))
        before = seen


def closed(state: State) -> Mapping[tuple[str, str], int] | None:
    """Return which closed card is where for certain, if everybody followed (SCROLL-6.4); None where nothing fits."""
    seen = shown_cards(state)
    hidden = [card for card in cards(state) if card not in seen]
    rooms = {
        p.seat: Room(p.closed, frozenset(card for kind in voids(state, p.seat) for card in of_suit(hidden, kind)))
        for p in state.players
    }
    if state.shadow is not None:
        rooms[SHADOW] = Room(state.shadow.closed)
    rooms[ASIDE] = Room(undealt(state))
    if sum(room.size for room in rooms.values()) != len(hidden):
        return None  # cards were named wrongly, or forgotten
    return certain_cards(dict.fromkeys(hidden, 1), rooms)


ANALYSIS = CardGame(
    result=result,
    moment=moment,
    axis=AXIS,
    seats=everybody,
    points=Course(_reached, how=Phrase(message="scroll_trick.analysis.how", clause="SCROLL-1.3"), axis=AXIS),
    known=_known,
)
