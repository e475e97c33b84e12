"""Corrections: a mistake found later is put right, all that followed is judged again, and a table consents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from referee.core.acts import Consent, Correct, Declare, Entry, HouseRuling, Proposal, Step
from referee.core.game import Game
from referee.core.journal.timeline import Timeline, judged, overrule
from referee.core.reading import parse_move
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Notice, Refused, Ruling

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
    """Put a mistake right at once as the game master, or propose it to the seats (METSUKE-3.3 to 3.5)."""
    if entry.actor == GAME_MASTER:
        return corrected(match, entry, act, GAME_MASTER, entry.number)
    act = _proposed(match, entry.actor, act)
    if len(match.seats) == 1:
        return corrected(match, entry, act, entry.actor, entry.number)
    rejudge(match.game, match.steps, act, entry.number)
    proposed = Ruling.openly("METSUKE-3.5", "table.correct_proposed", match.state, {"actor": entry.actor})
    wrong = _corrected_step(match, act.number)
    move = None if act.move is None else parse_move(match.game, act.move)
    after, _ = match.appended(entry, proposed, match.steps, match.undone, wrong.seat, move, about=act.number)
    return replace(after, proposal=Proposal(entry.number, entry.actor, act, frozenset({entry.actor}))), proposed


def _proposed(match: Timeline, actor: str, act: Correct) -> Correct:
    """Return a seat's correction with the entry that its line stands for.

    What an entry should say only its seat proposes, and of a secret one that it be struck out: by whether it can be,
    anybody else could try out what that seat hides. To take the match back to before it tries nothing out.
    """
    if actor == TABLE:
        raise Refused("METSUKE-3.3", "table.correct_who", firm=True)
    if match.proposal is not None:
        raise Refused("METSUKE-3.2", "table.house_pending", firm=True)
    wrong = step_in(match, act.number, actor)
    if wrong is None:
        raise Refused("METSUKE-3.3", "table.no_such_entry", firm=True, number=act.number)
    if wrong.seat not in (actor, TABLE):
        if match.written[wrong.number - 1].secret and not act.onward:
            raise Refused("METSUKE-3.5", "table.correct_secret", firm=True)
        if act.move is not None:
            raise Refused("METSUKE-3.5", "table.correct_owner", firm=True, seat=wrong.seat)
    return act.model_copy(update={"number": wrong.number})


def step_in(match: Timeline, line: int, viewer: str) -> Step | None:
    """Return what stands, or was left out last, in a line of a viewer's journal; None where nothing does."""
    at = {each: number for number, each in match.line_numbers(viewer).items()}.get(line, 0)
    if not at or match.written[at - 1].hides_from(viewer):
        return None
    every = _to_correct(match)
    return next((s for s in every if at in (s.number, s.corrected) and not isinstance(s.act, Correct)), None)


def _corrected_step(match: Timeline, number: int) -> Step:
    return next(s for s in _to_correct(match) if s.number == number)


def _to_correct(match: Timeline) -> tuple[Step, ...]:
    """Return what stands, and what corrections left out since something else was declared."""
    return *match.steps, *left_out(match.steps)[0]


def corrected(
    match: M, entry: Entry, act: Correct, actor: str, number: int, agreed: int | None = None
) -> tuple[M, Ruling]:
    """Put a mistake right that `actor` names in entry `number`, to which the seats may have agreed by this entry.

    The table hears which it was. The game master sees the rest; where the table corrects, those who were told
    something else hear what is so (METSUKE-3.4, 3.5).
    """
    again = rejudge(match.game, match.steps, act, number)
    wrong = _corrected_step(match, act.number)
    if act.onward:  # everybody sees that it is taken back: what was told since was not wrong
        message = "table.taken_back_hidden" if wrong.ruling.unnoticed_by(PUBLIC) else "table.taken_back"
        ruling = replace(Ruling.openly("METSUKE-3.6", message, again.state, {}), told=actor != GAME_MASTER)
    elif actor == GAME_MASTER:
        message = wrong.told_as(actor, "table.corrected", "table.corrected_hidden")
        ruling = Ruling.openly("METSUKE-3.3", message, again.state, {})
    else:
        hidden = match.written[wrong.number - 1].secret
        told = told_otherwise(wrong.seat if hidden else None, match.steps, again.steps)
        params = {"actor": actor, "seat": wrong.seat}
        ruling = Ruling.openly("METSUKE-3.5", "table.corrected_together", again.state, params)
        ruling = replace(ruling, notices=(*ruling.notices, *told), told=True)
    step = Step(number, actor, act, ruling, match.state, agreed=agreed, replaced=match.steps, judged=again.steps)
    if agreed is not None:
        return match.appended(entry, ruling, (*again.steps, step), (), about=act.number)
    move = None if act.move is None else parse_move(match.game, act.move)
    return match.appended(entry, ruling, (*again.steps, step), (), wrong.seat, move, about=act.number)


def told_otherwise(owner: str | None, before: Sequence[Step], after: Sequence[Step]) -> list[Notice]:
    """Tell those who were told something else than what is so, and nobody else (METSUKE-6.2).

    Of a secret entry its `owner` knows what is so, and is told nothing.
    """
    told, spared = [], ((), () if owner is None else (owner,))
    for old, new in beside(before, after):
        had = list(old.ruling.notices)
        for notice in () if new is None else new.ruling.notices:
            if notice in had:
                had.remove(notice)
            elif notice.to not in spared:
                told.append(_wrong("table.told_wrong", notice))
        instead = {notice.to for notice in told}
        told += [_wrong("table.told_not_so", n) for n in had if n.to not in spared and n.to not in instead]
    return told


def _wrong(message: str, notice: Notice) -> Notice:
    params = {"message": notice.message, "params": notice.params}
    return Notice(to=notice.to, message=message, params=params, clause=notice.clause)


def beside(before: Sequence[Step], after: Sequence[Step], but: int | None = None) -> Iterator[tuple[Step, Step | None]]:
    """Yield each declaration that stood, and how it stands now; None where it does not."""
    stands = {step.number: step for step in after if not isinstance(step.act, Correct)}
    for step in before:
        if not isinstance(step.act, Correct) and step.number != but:
            yield step, stands.get(step.number)


def rejudge(game: Game, steps: Sequence[Step], act: Correct, number: int | None = None) -> Rejudged:
    """Judge again from the corrected entry on; `number` is the correction's own entry.

    One that goes `onward` leaves out all later declarations: each stands again only where it is corrected itself.
    A later declaration that no longer holds is left out. It stands again by a further correction, as long as nothing
    else has been declared since, and can itself be corrected then. One that is refused for a secret reason stands:
    it was made at the table, and its absence would tell the others what they may not know. Raises `Refused`
    when there is no such declaration in force or the corrected move is itself against the rules.
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
        ruling, answer = _again(game, state, step.actor, step.act)
        if _told(answer) != _told(step.ruling):
            differ.append(_difference(step, answer))
        if ruling.upheld:
            stand.append(replace(step, ruling=_hidden_as(step, ruling), before=state))
            state = ruling.state
    return Rejudged(tuple(stand), state, tuple(differ))


def left_out(steps: Sequence[Step]) -> tuple[tuple[Step, ...], frozenset[int]]:
    """Return the declarations that corrections have left out since something else was declared, and which were struck.

    Those that were struck stand again only where they are corrected themselves.
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
    return (replace(ruling, waived=waived) if waived else ruling), answer


def _hidden_as(step: Step, ruling: Ruling) -> Ruling:
    """Keep public what was declared for all to see."""
    return ruling if step.ruling.event is not None else replace(ruling, event=None)


def _told(ruling: Ruling) -> tuple[Any, ...]:
    return ruling.reason, ruling.params, ruling.notices


def _difference(step: Step, answer: Ruling) -> Difference:
    was = step.ruling
    return Difference(step.number, step.seat, was.reason, answer.reason, answer.clause)


def consent(match: M, entry: Entry, act: Consent) -> tuple[M, Ruling]:
    """Agree to what is proposed or turn it down; with the last seat's consent it holds (METSUKE-3.2, 3.5)."""
    proposal = match.proposal
    if proposal is None or entry.actor == TABLE:
        raise Refused("METSUKE-3.2", "table.nothing_proposed", firm=True)
    params = {"actor": entry.actor, "proposer": proposal.actor}
    corrects = isinstance(proposal.act, Correct)
    if not act.agree:
        ruling = Ruling.openly(
            "METSUKE-3.2", "table.correct_dropped" if corrects else "table.house_dropped", match.state, params
        )
        after, _ = match.appended(entry, ruling, match.steps, match.undone)
        return replace(after, proposal=None), ruling
    if entry.actor in proposal.agreed:
        raise Refused("METSUKE-3.2", "table.agreed_already", firm=True)
    agreed = proposal.agreed | {entry.actor}
    if entry.actor != GAME_MASTER and any(s.seat not in agreed for s in match.seats):
        ruling = Ruling.openly(
            "METSUKE-3.2", "table.correct_agreed" if corrects else "table.house_agreed", match.state, params
        )
        after, _ = match.appended(entry, ruling, match.steps, match.undone)
        return replace(after, proposal=replace(proposal, agreed=agreed)), ruling
    decided = replace(match, proposal=None)
    if isinstance(proposal.act, Correct):
        return corrected(decided, entry, proposal.act, proposal.actor, proposal.number, agreed=entry.number)
    ruling = overrule(match.game, match.state, proposal.actor, proposal.act)
    step = Step(proposal.number, proposal.actor, proposal.act, ruling, match.state, agreed=entry.number)
    return decided.appended(entry, ruling, (*match.steps, step), ())
