"""A match looked at once more: points by round, cards left by turn, and when a heaven held no secret any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.acts import Step
from referee.core.analysis import Phrase
from referee.core.cards import ASIDE, CardGame, Course, Known, Reached, Room, by_round, certain_cards
from referee.shinobi_school.cards import COPIES
from referee.shinobi_school.entries import accounted, unknown
from referee.shinobi_school.rounds import result
from referee.shinobi_school.state import State, numbers, turn_number


def moment(state: State) -> str:
    """Return round and turn; the round alone outside its turns."""
    turn = turn_number(state)
    return f"{state.round}.{turn}" if turn else str(state.round)


def _rounds(steps: Sequence[Step]) -> Iterator[Reached]:
    return by_round(steps, lambda _, state: str(len(state.rounds)))


def _left(steps: Sequence[Step]) -> Iterator[Reached]:
    """Yield the cards of each mansion after each turn."""
    for step in steps:
        state: State = step.ruling.state
        if state.phase in ("turn", "won"):
            held = {p.seat: p.heaven_size + len(p.earth) for p in state.players}
            yield Reached(step.number, moment(state), held)


def _known(steps: Sequence[Step]) -> Iterator[Known]:
    """Yield what was certain of each heaven after each action."""
    for step in steps:
        state: State = step.ruling.state
        if state.phase == "turn" and state.turns != step.before.turns:
            yield Known(step.number, moment(state), state.round, closed(state))


def closed(state: State) -> Mapping[tuple[str, str], int] | None:
    """Return the cards that are in a heaven for certain and were never seen to go there; None where nothing fits.

    Those that were seen to be collected lie open to everybody (ledger A1). All else is in a heaven or undealt.
    """
    hidden = {number: COPIES - sum(accounted(state, number).values()) for number in numbers(state)}
    rooms = {p.seat: Room(max(0, unknown(p))) for p in state.players}
    aside = sum(hidden.values()) - sum(room.size for room in rooms.values())
    if aside < 0 or min(hidden.values()) < 0:
        return None
    rooms[ASIDE] = Room(aside)
    return certain_cards({str(n): left for n, left in hidden.items()}, rooms)


def _said(place: str, cards: Sequence[str]) -> Phrase:
    return Phrase(message="shinobi_school.analysis.certain", params={"seat": place, "cards": sorted(map(int, cards))})


ROUNDS = Course(
    _rounds,
    how=Phrase(message="shinobi_school.analysis.how", clause="SCHOOL-12.5"),
    axis="shinobi_school.analysis.round",
)
LEFT = Course(
    _left,
    how=Phrase(message="shinobi_school.analysis.left_how", clause="SCHOOL-2.4"),
    axis="shinobi_school.analysis.turn",
    title="shinobi_school.analysis.left",
    unit="analysis.cards_unit",
)
ANALYSIS = CardGame(
    result=result, moment=moment, axis=LEFT.axis, points=ROUNDS, of_plays=(LEFT,), known=_known, said=_said
)
