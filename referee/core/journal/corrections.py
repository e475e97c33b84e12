"""Corrections: a mistake found later is put right, and all that followed is judged again (METSUKE-3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from referee.core.acts import Correct, Declare, Entry, HouseRuling
from referee.core.game import Game
from referee.core.journal.house_rulings import judged, overrule
from referee.core.journal.timeline import Timeline
from referee.core.reading.declarations import parse_move
from referee.core.steps import Step
from referee.core.values import GAME_MASTER, Refused, Ruling

M = TypeVar("M", bound=Timeline)


@dataclass(frozen=True, slots=True)
class Difference:
    """One later declaration that a correction would judge differently; for the game master alone.

    `was` and `now` are message keys.
    """

    number: int
    seat: str
    was: str
    now: str
    clause: str


@dataclass(frozen=True, slots=True)
class Rejudged:
    """What a correction comes to: the steps that stand, the state they lead to, what would have differed."""

    steps: tuple[Step, ...]
    state: Any
    differences: tuple[Difference, ...]


def correct(match: M, entry: Entry, act: Correct) -> tuple[M, Ruling]:
    """Put a mistake right; the table hears which entry, the game master sees the rest (METSUKE-3.3, 3.4)."""
    if entry.actor != GAME_MASTER:
        raise Refused("METSUKE-3.3", "table.correct_who", firm=True)
    again = rejudge(match.game, match.steps, act, entry.number)
    corrected = next(s for s in match.steps if s.number == act.number)
    message = corrected.told_as(entry.actor, "table.corrected", "table.corrected_hidden")
    ruling = Ruling.openly("METSUKE-3.3", message, again.state, {})
    step = Step(entry.number, entry.actor, act, ruling, match.state, replaced=match.steps, judged=again.steps)
    move = None if act.move is None else parse_move(match.game, act.move)
    return match.appended(entry, ruling, (*again.steps, step), (), corrected.seat, move, about=act.number)


def rejudge(game: Game, steps: Sequence[Step], act: Correct, number: int | None = None) -> Rejudged:
    """Judge again from the corrected entry on; `number` is the correction's own entry.

    A later declaration that no longer holds is left out. One that is refused for a secret reason stands:
    it was made at the table, and its absence would tell the others what they may not know. Raises `Refused`
    when there is no such declaration in force or the corrected move is itself against the rules.
    """
    at = next((i for i, step in enumerate(steps) if step.number == act.number), None)
    if at is None:
        raise Refused("METSUKE-3.3", "table.no_such_entry", firm=True, number=act.number)
    wrong = steps[at]
    if not isinstance(wrong.act, Declare):
        raise Refused("METSUKE-3.3", "table.correct_house", firm=True, number=act.number)
    state = wrong.before
    stand = list(steps[:at])
    differ: list[Difference] = []
    if act.move is not None:
        move = parse_move(game, act.move)
        ruling = judged(game, state, wrong.seat, move)
        if not ruling.upheld:
            raise Refused(ruling.clause, ruling.reason, private=ruling.private, firm=True, **ruling.params)
        declared = Declare(seat=wrong.act.seat, move=act.move, salt=act.salt)
        ruling = _hidden_as(wrong, ruling)
        stand.append(Step(wrong.number, wrong.actor, declared, ruling, state, corrected=number))
        state = ruling.state
    for step in steps[at + 1 :]:
        if isinstance(step.act, Correct):
            stand.append(step)
            continue
        ruling, answer = _again(game, state, step.actor, step.act)
        if _told(answer) != _told(step.ruling):
            differ.append(_difference(step, answer))
        if ruling.upheld:
            stand.append(replace(step, ruling=_hidden_as(step, ruling), before=state))
            state = ruling.state
    return Rejudged(tuple(stand), state, tuple(differ))


def judged_again(game: Game, state: Any, steps: Sequence[Step]) -> tuple[Step, ...] | None:
    """Return declarations as they stand when judged from `state` on, or None where one of them would be refused."""
    stand: list[Step] = []
    for step in steps:
        if isinstance(step.act, Correct):
            return None
        ruling, _ = _again(game, state, step.actor, step.act)
        if not ruling.upheld:
            return None
        stand.append(replace(step, ruling=_hidden_as(step, ruling), before=state))
        state = ruling.state
    return tuple(stand)


def _again(game: Game, state: Any, actor: str, act: Declare | HouseRuling) -> tuple[Ruling, Ruling]:
    """Return the ruling that a declaration gets now, and the answer its seat would have been given."""
    if isinstance(act, HouseRuling):
        try:
            ruling = overrule(game, state, actor, act)
        except Refused as refused:
            ruling = Ruling.refusal(refused)
        return ruling, ruling
    move = parse_move(game, act.move)
    answer = ruling = judged(game, state, act.seat, move)
    waived: frozenset[str] = frozenset()
    while not ruling.upheld and ruling.private and not ruling.firm and ruling.clause not in waived:
        waived |= {ruling.clause}
        ruling = judged(game, state, act.seat, move, waived)
    return ruling, answer


def _hidden_as(step: Step, ruling: Ruling) -> Ruling:
    """Keep public what was declared for all to see."""
    return ruling if step.ruling.event is not None else replace(ruling, event=None)


def _told(ruling: Ruling) -> tuple[Any, ...]:
    return ruling.reason, ruling.params, ruling.notices


def _difference(step: Step, answer: Ruling) -> Difference:
    was = step.ruling
    return Difference(step.number, step.seat, was.reason, answer.reason, answer.clause)
