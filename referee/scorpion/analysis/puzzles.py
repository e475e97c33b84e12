"""Puzzles from a match: at some moments, where could an intruder be?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.board.board import Board
from referee.core.analysis import Moment, Phrase, Puzzle
from referee.core.steps import Step
from referee.scorpion.analysis.replay import Frame
from referee.scorpion.knowledge import Knowledge
from referee.scorpion.moves import PASSAGE

MOST: Final = 3
ZONES: Final = range(3, 41)
"""How many zones a puzzle's answer may have: enough to think about, and few enough to tap."""


def puzzles(frames: Sequence[Frame], steps: Mapping[int, Step]) -> tuple[Puzzle, ...]:
    """Return a few moments, those with the fewest zones and no two alike, each with why every other was out.

    None where more than that may be possible: after a house ruling, and of a match that was taken over.
    """
    there = [
        (len(asked_for(frame.knowledge, who)), frame, frame.knowledge, who)
        for frame in frames
        if frame.knowledge is not None and frame.phase != "intruders"
        if frame.knowledge.broken is None and frame.knowledge.laid is None
        for who in frame.knowledge.names
        if len(asked_for(frame.knowledge, who)) in ZONES
    ]
    chosen: list[tuple[Frame, Knowledge, str]] = []
    for _, frame, known, who in sorted(there, key=lambda each: each[0]):
        alike = (
            (then.turn, name) == (frame.turn, who) or asked_for(before, name) == asked_for(known, who)
            for then, before, name in chosen
        )  # fmt: skip
        if len(chosen) < MOST and not any(alike):
            chosen.append((frame, known, who))
    return tuple(
        _puzzle(frame, known, who, steps[frame.number].ruling.state.board)
        for frame, known, who in sorted(chosen, key=lambda each: each[0].number)
    )


def asked_for(known: Knowledge, who: str) -> tuple[str, ...]:
    """Return the zones in which an intruder could be; nothing where the passage is one of the places."""
    zones = known.zones(who)
    return () if PASSAGE in zones else zones


def _puzzle(frame: Frame, known: Knowledge, who: str, board: Board) -> Puzzle:
    right = asked_for(known, who)
    reasons = {zone: known.why_out(who, zone) for zone in board.ids if zone not in right}
    why = {
        zone: Moment(
            entry=frame.number,
            at=str(reason.turn),
            said=Phrase(message=f"scorpion.{reason.kind}", params=dict(reason.data), clause=reason.clause),
        )
        for zone, reason in reasons.items()
        if reason is not None
    }
    said = Phrase(message="scorpion.analysis.where", params={"intruder": who, "turn": frame.turn})
    return Puzzle(
        entry=frame.number, at=str(frame.turn), said=said, choices=board.ids, right=right, why=why,
        board=frame.view.board.hash,
    )  # fmt: skip
