"""A match looked at once more: points by round, cards left by turn, and when a heaven held no secret any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.core.analysis import Analysis, Decided, Phrase
from referee.core.certain_cards import Room, certain_cards
from referee.core.certainties import SURE, Known, certainties, proofs
from referee.core.game import Progress
from referee.core.points_course import Reached, decided_by_lead, points_plot
from referee.core.steps import Step
from referee.shinobi_school.cards import COPIES
from referee.shinobi_school.ranking import result
from referee.shinobi_school.state import State, numbers, turn_number
from referee.shinobi_school.supply import accounted, unknown

ASIDE = "aside"


def analysis(steps: Sequence[Step], frames: tuple[Any, ...], progress: Progress) -> Analysis | None:
    """Return what could be known of an ended match; None of one that has not ended."""
    last: State | None = steps[-1].ruling.state if steps else None
    ended = None if last is None else result(last)
    if last is None or ended is None:
        return None
    names = {p.seat: p.name for p in last.players}
    rounds = points_plot(
        _rounds(steps), names, title="analysis.points", unit="analysis.points_unit",
        axis="shinobi_school.analysis.round", how=Phrase(message="shinobi_school.analysis.how", clause="SCHOOL-12.5"),
    )  # fmt: skip
    left = points_plot(
        _left(steps), names, title="shinobi_school.analysis.left", unit="analysis.cards_unit",
        axis="shinobi_school.analysis.turn",
        how=Phrase(message="shinobi_school.analysis.left_how", clause="SCHOOL-2.4"),
    )  # fmt: skip
    progress(0.2)
    plays = last.options.depth == "plays"
    decided: Decided | None = None
    if rounds is not None:
        decided = decided_by_lead(rounds, steps, list(names), ended.winners)
    return Analysis(
        axis="shinobi_school.analysis.turn",
        plots=tuple(plot for plot in (rounds, left if plays else None) if plot is not None),
        decided=decided,
        certain=certainties(_known(steps), _said) if plays else (),
        sure=SURE if plays else None,
        proofs=proofs(steps, moment),
    )


def moment(state: State) -> str:
    """Return round and turn; the round alone outside its turns."""
    turn = turn_number(state)
    return f"{state.round}.{turn}" if turn else str(state.round)


def _rounds(steps: Sequence[Step]) -> Iterator[Reached]:
    yield Reached(steps[0].number - 1, "0", {p.seat: p.points for p in steps[0].before.players})
    for step in steps:
        before, state = step.before, step.ruling.state
        points = {p.seat: p.points for p in state.players}
        if len(state.rounds) > len(before.rounds) or points != {p.seat: p.points for p in before.players}:
            yield Reached(step.number, str(len(state.rounds)), points)


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


def closed(state: State) -> dict[tuple[str, str], int] | None:
    """Return the cards that are in a heaven for certain and were never seen to go there; None where nothing fits.

    Those that were seen to be collected lie open to everybody (ledger A1). All else is in a heaven or undealt.
    """
    hidden = {number: COPIES - sum(accounted(state, number).values()) for number in numbers(state)}
    rooms = {p.seat: Room(max(0, unknown(p))) for p in state.players}
    aside = sum(hidden.values()) - sum(room.size for room in rooms.values())
    if aside < 0 or min(hidden.values()) < 0:
        return None
    rooms[ASIDE] = Room(aside)
    certain = certain_cards({str(n): left for n, left in hidden.items()}, rooms)
    return None if certain is None else {edge: n for edge, n in certain.items() if edge[1] != ASIDE}


def _said(place: str, cards: Sequence[str]) -> Phrase:
    return Phrase(message="shinobi_school.analysis.certain", params={"seat": place, "cards": sorted(map(int, cards))})
