"""House rulings, corrections and undo: how the steps in force change, and how the steps after them are judged again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.core.acts import Correct, Declare, HouseRuling, Step
from referee.core.game import Game
from referee.core.journal.log import Written
from referee.core.reading import parse_adjustment, parse_move
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Notice, Refused, Ruling, Viewer


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
    """The result of a correction: the steps in force, their final state, and the answers that would have differed."""

    steps: tuple[Step, ...]
    state: Any
    differences: tuple[Difference, ...]


def correct(
    game: Game,
    state: Any,
    steps: tuple[Step, ...],
    written: Sequence[Written],
    act: Correct,
    actor: str,
    number: int,
    agreed: int | None = None,
) -> tuple[Step, Step]:
    """Return the step of a correction, and the step that it corrects.

    `number` is the entry that makes or proposes it, `agreed` that of the last seat's consent. Everybody is told of it.
    If the seats make it, those who had been told otherwise are told what is true (METSUKE-3.5); not if the game master
    does (3.4) or if it goes `onward` (3.6). Raises `Refused` as `rejudge` does.
    """
    again = rejudge(game, steps, act, number)
    wrong = next(step for step in correctable(steps) if step.number == act.number)
    if act.onward:  # everybody sees that the match went back, so nobody was told anything wrong
        message = "table.taken_back_hidden" if wrong.ruling.unnoticed_by(PUBLIC) else "table.taken_back"
        ruling = replace(Ruling.openly("METSUKE-3.6", message, again.state, {}), told=actor != GAME_MASTER)
    elif actor == GAME_MASTER:
        message = wrong.message_about(actor, "table.corrected", "table.corrected_hidden")
        ruling = Ruling.openly("METSUKE-3.3", message, again.state, {})
    else:
        hidden = written[wrong.number - 1].secret
        told = corrected_notices(wrong.seat if hidden else None, steps, again.steps)
        params = {"actor": actor, "seat": wrong.seat}
        ruling = Ruling.openly("METSUKE-3.5", "table.corrected_together", again.state, params)
        ruling = replace(ruling, notices=(*ruling.notices, *told), told=True)
    return Step(number, actor, act, ruling, state, agreed=agreed, replaced=steps, judged=again.steps), wrong


def proposed(act: Correct, actor: str, wrong: Step | None, written: Sequence[Written]) -> Correct:
    """Return a seat's correction with the number of the entry in place of that of the line; `wrong` is in that line.

    Only the seat that declared an entry may propose another move for it or, if it is secret, strike it out: whether
    that is possible would tell others about the secret. Going back to before the entry tells nothing. Any
    seat may correct what was declared for the table. Raises `Refused` (METSUKE-3.3, 3.5).
    """
    if wrong is None:
        raise Refused("METSUKE-3.3", "table.no_such_entry", firm=True, number=act.number)
    if wrong.seat not in (actor, TABLE):
        if written[wrong.number - 1].secret and not act.onward:
            raise Refused("METSUKE-3.5", "table.correct_secret", firm=True)
        if act.move is not None:
            raise Refused("METSUKE-3.5", "table.correct_owner", firm=True, seat=wrong.seat)
    return act.model_copy(update={"number": wrong.number})


def correctable(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps in force, and those that can be corrected although they were left out (`left_out`)."""
    return *steps, *left_out(steps)[0]


def corrected_notices(owner: str | None, before: Sequence[Step], after: Sequence[Step]) -> list[Notice]:
    """Return notices for those whom the steps `before` told something else than those `after` (METSUKE-6.2).

    The `owner` of a secret entry knows the truth and gets none.
    """
    told, spared = list[tuple[str, Notice]](), ((), () if owner is None else (owner,))
    for old, new in beside(before, after):
        had = list(old.ruling.notices)
        for notice in () if new is None else new.ruling.notices:
            if notice in had:
                had.remove(notice)
            elif notice.to not in spared:
                told.append(("table.told_wrong", notice))
        instead = {notice.to for _, notice in told}
        told += [("table.told_not_so", n) for n in had if n.to not in spared and n.to not in instead]
    about = ((message, n, {"message": n.message, "params": n.params}) for message, n in told)
    return [Notice(to=n.to, message=message, params=params, clause=n.clause) for message, n, params in about]


def beside(before: Sequence[Step], after: Sequence[Step], but: int | None = None) -> Iterator[tuple[Step, Step | None]]:
    """Yield each step before, except corrections and entry `but`, with its step after, or `None` if it has none."""
    stands = {step.number: step for step in after if not isinstance(step.act, Correct)}
    for step in before:
        if not isinstance(step.act, Correct) and step.number != but:
            yield step, stands.get(step.number)


def rejudge(game: Game, steps: Sequence[Step], act: Correct, number: int | None = None) -> Rejudged:
    """Judge again from the corrected entry on; `number` is the correction's own entry.

    A later declaration that is refused now is left out. If only secrets refuse it, it stays: it was made at the table,
    and its absence would tell others about them. With `onward`, all later declarations are left out. Until something
    else is declared, further corrections judge again what was left out, or correct it; what was struck out, by itself
    or with `onward`, only returns if it is corrected itself. Raises `Refused` if there is no such declaration, or if
    the corrected move is refused.
    """
    left, struck = left_out(steps)
    standing = {step.number for step in steps}
    steps = sorted((*steps, *left), key=lambda step: step.since)
    at = next((i for i, step in enumerate(steps) if step.number == act.number), None)
    if at is None:
        raise Refused("METSUKE-3.3", "table.no_such_entry", firm=True, number=act.number)
    wrong = steps[at]
    goes_back = act.onward and act.move is None and isinstance(wrong.act, HouseRuling)
    if not isinstance(wrong.act, Declare) and not goes_back:
        raise Refused("METSUKE-3.3", "table.correct_house", firm=True, number=act.number)
    stand = [step for step in steps[:at] if step.number in standing]
    earlier = [step for step in stand if not isinstance(step.act, Correct)]
    state = earlier[-1].ruling.state if earlier else steps[0].before
    differ: list[Difference] = []
    if act.move is not None:
        move = parse_move(game, act.move)
        ruling = judged(game, state, wrong.seat, move)
        if not ruling.upheld:
            raise Refused(ruling.clause, ruling.reason, private=ruling.private, firm=True, **ruling.params)
        declared = Declare(seat=wrong.seat, move=act.move, salt=act.salt)
        ruling = _hidden_as(wrong, ruling)
        stand.append(Step(wrong.number, wrong.actor, declared, ruling, state, corrected=number))
        state = ruling.state
    for step in steps[at + 1 :]:
        if isinstance(step.act, Correct):
            stand.append(step)
            continue
        if act.onward or step.number in struck:
            continue
        again, answer = _again(game, state, step)
        was = step.ruling
        if (answer.reason, answer.params, answer.notices) != (was.reason, was.params, was.notices):
            differ.append(Difference(step.number, step.seat, was.reason, answer.reason, answer.clause))
        if again is not None:
            stand.append(again)
            state = again.ruling.state
    return Rejudged(tuple(stand), state, tuple(differ))


def left_out(steps: Sequence[Step]) -> tuple[tuple[Step, ...], frozenset[int]]:
    """Return the steps that corrections have left out since the last other step, and the numbers of those struck out.

    What was struck out only returns if it is corrected itself.
    """
    left: dict[int, Step] = {}
    struck: set[int] = set()
    for step in steps:
        if not isinstance(step.act, Correct):
            left.clear()
            struck.clear()
            continue
        there = {one.number for one in step.judged}
        left |= {one.number: one for one in step.replaced if one.number not in there}
        left = {number: one for number, one in left.items() if number not in there}
        if step.act.onward:
            struck |= left.keys()
        if step.act.move is None:
            struck.add(step.act.number)
        else:
            struck.discard(step.act.number)
    return tuple(left.values()), frozenset(struck)


def judged_again(game: Game, state: Any, steps: Sequence[Step]) -> tuple[Step, ...] | None:
    """Return steps judged again from `state` on; `None` if one would be refused or is a correction."""
    stand: list[Step] = []
    for step in steps:
        again, _ = (None, None) if isinstance(step.act, Correct) else _again(game, state, step)
        if again is None:
            return None
        stand.append(again)
        state = again.ruling.state
    return tuple(stand)


def _again(game: Game, state: Any, step: Step) -> tuple[Step | None, Ruling]:
    """Return a step judged again in `state`, `None` if it is left out, and the ruling that its seat would have got."""
    if isinstance(step.act, Declare):
        move = parse_move(game, step.act.move)
        answer = ruling = judged(game, state, step.act.seat, move)
        waived: frozenset[str] = frozenset()
        while not ruling.upheld and ruling.private and not ruling.firm and ruling.clause not in waived:
            waived |= {ruling.clause}
            ruling = judged(game, state, step.act.seat, move, waived)
        ruling = replace(ruling, waived=waived) if waived else ruling
    else:
        assert isinstance(step.act, HouseRuling)
        try:
            answer = ruling = overrule(game, state, step.actor, step.act)
        except Refused as refused:
            answer = ruling = Ruling.refusal(refused)
    return (replace(step, ruling=_hidden_as(step, ruling), before=state) if ruling.upheld else None), answer


def _hidden_as(step: Step, ruling: Ruling) -> Ruling:
    """Return the new ruling of a step, which stays public if the step was public."""
    return ruling if step.ruling.event is not None else replace(ruling, event=None)


def judged(game: Game, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
    """Return the game's ruling on a move, also if the game raises `Refused`."""
    try:
        return game.judge(state, seat, move, waived)
    except Refused as refused:
        return Ruling.refusal(refused)


def overrule(game: Game, state: Any, actor: str, act: HouseRuling) -> Ruling:
    """Uphold a move, waiving each clause that refuses it, or apply an adjustment.

    Everybody is told which clauses were waived; only the seat is told of those whose refusal is private. Raises
    `Refused` if a refusal is firm or remains although its clause is waived.
    """
    if act.adjust is not None:
        adjustment = parse_adjustment(game, act.adjust)
        after = game.adjust(state, adjustment)
        told = _ruled(actor, act.note, adjust=adjustment.model_dump(mode="json"))
        return Ruling(True, "METSUKE-3.1", "table.house_ruled", told.params, (told,), after, told=True)
    assert act.move is not None
    seat, move = act.seat or actor, parse_move(game, act.move)
    openly: list[str] = []
    privately: list[str] = []
    while not (ruling := judged(game, state, seat, move, frozenset(openly + privately))).upheld:
        if ruling.firm or ruling.clause in openly + privately:
            raise Refused(ruling.clause, ruling.reason, private=ruling.private, firm=True, **ruling.params)
        (privately if ruling.private else openly).append(ruling.clause)
    notices = [_ruled(actor, act.note, waived=sorted(openly))]
    if privately:
        to_seat = {"waived": sorted(privately)}
        notices.append(Notice(to=(seat,), message="table.house_waived", params=to_seat, clause="METSUKE-3.1"))
    return replace(
        ruling,
        clause="METSUKE-3.1",
        reason="table.house_ruled",
        params=notices[0].params,
        notices=(*notices, *ruling.notices),
        event=None,
    )


def _ruled(actor: str, note: str, **params: Any) -> Notice:
    params |= {"actor": actor, "note": note}
    return Notice(message="table.house_ruled", params=params, clause="METSUKE-3.1")


# Undo and redo


def undo(game: Game, steps: Sequence[Step], actor: str, revealed: bool) -> tuple[Step, tuple[Step, ...], Ruling]:
    """Return the step that an undo takes back, the steps then in force, and its ruling. Raises as `undoable` does."""
    step, later = undoable(game, steps, actor, actor, revealed)
    left = step.replaced if isinstance(step.act, Correct) else (*steps[: steps.index(step)], *later)
    state = later[-1].ruling.state if later else step.before
    message = step.message_about(actor, "table.undone", "table.undone_hidden")
    return step, left, _what_reached(step, actor, "METSUKE-2.1", message, state)


def undoable(
    game: Game, steps: Sequence[Step], actor: str, viewer: Viewer, revealed: bool
) -> tuple[Step, tuple[Step, ...]]:
    """Return the step that an undo takes back, and the later steps, which stay in force, judged again.

    The game master takes back the last step, a seat the last that `viewer` knows of: a refusal because of later secret
    declarations would tell that there are some. With `revealed`, the match has ended and its secrets are open, and no
    seat takes back anything. Raises `Refused` (METSUKE-2.1 to 2.3).
    """
    if actor == GAME_MASTER and steps:
        return steps[-1], ()
    last = next((n for n in reversed(range(len(steps))) if not steps[n].ruling.unnoticed_by(viewer)), None)
    if last is None:
        raise Refused("METSUKE-2.1", "table.nothing_to_undo", firm=True)
    step = steps[last]
    if not isinstance(step.act, Declare):
        raise Refused("METSUKE-2.2", "table.undo_house", firm=True)
    if step.actor != actor:
        raise Refused("METSUKE-2.2", "table.undo_other", firm=True)
    if step.ruling.told or revealed:
        raise Refused("METSUKE-2.3", "table.undo_told", firm=True)
    later = judged_again(game, step.before, steps[last + 1 :])
    if later is None:
        raise Refused("METSUKE-2.2", "table.undo_other", firm=True)
    return step, later


def redo(
    game: Game, state: Any, steps: Sequence[Step], undone: Sequence[Step], actor: str
) -> tuple[Step, tuple[Step, ...], Ruling]:
    """Return the step that a redo restores, the steps then in force, and its ruling. Raises as `redoable` does."""
    step, again = redoable(game, state, steps, undone, actor)
    if isinstance(step.act, Correct):
        stand, state = (*step.judged, *again), step.ruling.state
    else:
        stand = (*(s for s in steps if s.since < step.since), *again)
        state = again[-1].ruling.state
    message = step.message_about(actor, "table.redone", "table.redone_hidden")
    return step, stand, _what_reached(step, actor, "METSUKE-2.4", message, state)


def redoable(
    game: Game, state: Any, steps: Sequence[Step], undone: Sequence[Step], actor: str, viewer: Viewer | None = None
) -> tuple[Step, tuple[Step, ...]]:
    """Return the step that a redo restores, and it with the secret steps since, judged again.

    It is the last step in `undone` that `viewer` knows of; without `viewer`, the last that `actor` knows of or undid.
    Raises `Refused` (METSUKE-2.4).
    """
    own, knows = viewer is None, actor if viewer is None else viewer
    known = [u for u in undone if (own and actor in (GAME_MASTER, u.undone_by)) or not u.ruling.unnoticed_by(knows)]
    if not known:
        raise Refused("METSUKE-2.4", "table.nothing_to_redo", firm=True)
    step = known[-1]
    if actor not in (GAME_MASTER, step.undone_by):
        raise Refused("METSUKE-2.4", "table.redo_other", firm=True)
    taken_up = replace(step, undone_by=None)
    later = tuple(s for s in steps if s.since > step.since)
    if isinstance(step.act, Correct) or (not later and step.before is state):
        return step, (taken_up,)
    again = judged_again(game, later[0].before if later else state, (taken_up, *later))
    if again is None:
        raise Refused("METSUKE-2.4", "table.nothing_to_redo", firm=True)
    return step, again


def _what_reached(step: Step, actor: str, clause: str, message: str, state: Any) -> Ruling:
    """Return the ruling on an undo or a redo, hidden from those who may not know that its declaration was made."""
    ruling = Ruling.openly(clause, message, state, {"actor": actor})
    if step.ruling.event is None or actor == GAME_MASTER or not step.ruling.unnoticed_by(PUBLIC):
        return ruling
    told = ruling.notices[0].model_copy(update={"to": step.ruling.event.knows})
    return replace(ruling, notices=(told,), event=step.ruling.event)
