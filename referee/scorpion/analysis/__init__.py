"""What could be known during an ended match of NINJA: Legend of the Scorpion Clan.

It uses the knowledge computed for the replay (`referee.scorpion.knowledge`): the number of possible zones of each
intruder, what each listen and search told, and what the best possible alternative would have told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.core.acts import Step
from referee.core.analysis import Analysis, Curve, Phrase, Plot
from referee.core.game import Progress
from referee.scorpion.analysis.after_the_end import Frame, PublicEvent, decided, public_events
from referee.scorpion.analysis.questions import misses, puzzles, questions
from referee.scorpion.knowledge import Knowledge
from referee.scorpion.state import State

AXIS: Final = "scorpion.analysis.turn"
TURN_ENDS: Final = frozenset({"intruder_phase_ended", "ended"})
MARKS: Final = {"ninja": "N", "traitor": "T"}


def analysis(steps: Sequence[Step], frames: tuple[Any, ...], progress: Progress) -> Analysis | None:
    """Return what could be known; `None` without frames, as at the depth `scores`."""
    if not frames or steps[-1].ruling.state.phase != "ended":
        return None
    states: dict[int, Step] = {step.number: step for step in steps}
    events = tuple(public_events(frames))
    progress(0.1)
    asked = questions(events, states, lambda done: progress(0.1 + 0.8 * done))
    last: State = steps[-1].ruling.state
    return Analysis(
        axis=AXIS,
        plots=plots(frames),
        decided=decided(events, last),
        questions=asked,
        asked=Phrase(message="scorpion.analysis.asked") if asked else None,
        misses=misses(events, states),
        puzzles=puzzles(frames),
        notes=notes(events),
    )


def plots(frames: Sequence[Frame]) -> tuple[Plot, ...]:
    """Return the number of each intruder's possible zones at the end of each turn, with the turn's last entry."""
    ends: dict[int, Knowledge] = {}
    for frame in frames:
        for event, learnt in zip(frame.events, frame.learnt, strict=True):
            if event.kind in TURN_ENDS:
                ends[event.turn] = learnt
    last = {frame.turn: frame.number for frame in frames}
    intruders = dict.fromkeys(name for learnt in ends.values() for name in learnt.names)
    if len(ends) < 2:
        return ()
    curves = tuple(
        Curve(
            name=Phrase(message="scorpion.analysis.of", params={"intruder": name}),
            mark=MARKS.get(name, "?"),
            numbers=tuple(len(learnt.zones(name)) or None for learnt in ends.values()),
        )
        for name in intruders
    )
    return (
        Plot(
            title="scorpion.analysis.zones",
            unit="scorpion.analysis.zones_unit",
            axis=AXIS,
            at=tuple(map(str, ends)),
            entries=tuple(last[turn] for turn in ends),
            curves=curves,
            how=Phrase(message="scorpion.analysis.how"),
        ),
    )


def notes(events: Sequence[PublicEvent]) -> tuple[Phrase, ...]:
    """Say since when the record was taken over, broken by a house ruling, or too large to be exact."""
    broken = next((each.after.broken for each in events if each.after.broken is not None), None)
    rough = next((each.event.turn for each in events if each.after.now.rough), None)
    laid = next((each.after.laid for each in events), None)
    keys = ("scorpion.analysis.laid", "scorpion.analysis.broken", "scorpion.analysis.rough")
    turns = dict(zip(keys, (laid, broken, rough), strict=True))
    return tuple(Phrase(message=key, params={"turn": turn}) for key, turn in turns.items() if turn is not None)
