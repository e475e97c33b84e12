"""Random players who sometimes mistype a note and correct it later, as people do.

One match is the real table, the other is what the phones record of it. Every declaration is made in both. If the
phones refuse one, or a mistake is noticed by chance, it is corrected with the means that they offer: its owner notes
again, or all seats agree on a correction. Afterwards the phones must agree with the table.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from referee.check.offered import check_answerable
from referee.check.places import Wrong
from referee.check.player import MOST, NOBODY, Played, RefusedMove, Unfinished, next_declaration, offers_of, salt
from referee.check.positions import laid_again
from referee.core.journal import Match
from referee.core.journal.corrections import left_out
from referee.core.journal.noting_again import changed_notes, notes_behind
from referee.core.moves import noted
from referee.core.reading import plain
from referee.core.values import GAME_MASTER, PUBLIC, TABLE

MISTYPED: Final = 0.03
"""Probability that a note is wrong."""
FOUND: Final = 0.1
"""Probability, after each declaration, that a wrong note is noticed by chance."""
SALTED: Final = {"salt": "5a" * 16}
NOTE_TRIES: Final = 12
"""Number of wrong notes tried in place of a true one."""


@dataclass(frozen=True)
class Mistake:
    """A declaration on the phones that differs from the one at the table."""

    entry: int
    seat: str
    true: dict[str, Any]


@dataclass
class Step:
    """A declaration at the table, and what the phones record of it."""

    seat: str
    move: dict[str, Any]
    salt: str
    wrong: dict[str, Any] | None = None
    """The move with wrong notes, if it is mistyped."""
    noticed: bool = False
    """Whether the earliest mistake is noticed by chance after it."""

    def as_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"seat": self.seat, "move": self.move}
        return said | ({"mistyped": self.wrong} if self.wrong else {}) | ({"noticed": True} if self.noticed else {})


@dataclass
class Mistyping:
    """A match at the table, and its record on the phones."""

    table: Match
    phones: Match
    steps: list[Step] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    made: Counter[str] = field(default_factory=Counter)
    """The number of mistakes by the type of the move."""
    alone: Counter[str] = field(default_factory=Counter)
    together: Counter[str] = field(default_factory=Counter)
    """The number of mistakes corrected by their owner alone and by all seats, each by the type of the move."""


def check_mistyped(match: Match, random: Random, rate: float = MISTYPED, only: str = "") -> Mistyping:
    """Play a match with mistakes to its end; `only` is the type of the moves that are mistyped, empty for all.

    Raises `Wrong` if a mistake blocks the match or cannot be corrected, with the fewest mistakes and declarations that
    show it, and `Unfinished`.
    """
    one = Mistyping(match, match)
    try:
        _play(one, random, rate, only)
    except Wrong as wrong:
        raise _reduced(match, one.steps, wrong) from wrong
    return one


def _play(one: Mistyping, random: Random, rate: float, only: str) -> None:
    often = Counter[tuple[str, str]]()
    for _ in range(MOST):
        if one.table.result is not None:
            break
        refused: list[RefusedMove] = []
        played = next_declaration(one.table, random, often, refused=refused)
        if played is None:
            raise Unfinished(f"{NOBODY} after {one.table.number} declarations", one.table, refused=refused)
        if not (played.must or any(p.must for p in one.table.prompts(GAME_MASTER))):
            break
        often[played.seat, played.move["type"]] += 1
        one.table = played.after
        step = Step(played.seat, played.move, salt(random))
        one.steps.append(step)
        if random.random() < (rate if only in ("", step.move["type"]) else 0.0):
            step.wrong = _mistyped(one.phones, played, random)
        _declared(one, step)
        if one.mistakes:
            check_answerable(one.phones, random)
            step.noticed = random.random() < FOUND
            _noticed(one, step)
    else:
        raise Unfinished(f"the match does not end within {MOST} declarations")
    _ended(one)


def _declared(one: Mistyping, step: Step) -> None:
    """Declare a move of the table on the phones, perhaps mistyped. If it is refused, a mistake is corrected first."""
    if step.wrong is not None:
        after, ruling = one.phones.declare(step.seat, step.wrong, step.salt)
        if ruling.upheld and after.result is None and one.table.result is None:
            one.phones = after
            one.mistakes.append(Mistake(after.number, step.seat, step.move))
            one.made[step.move["type"]] += 1
            return
    after, ruling = one.phones.declare(step.seat, step.move, step.salt)
    while not ruling.upheld and one.mistakes:
        _mended(one, _named(one, step))
        after, ruling = one.phones.declare(step.seat, step.move, step.salt)
    if not ruling.upheld:
        raise Wrong(f"refused though nothing noted is wrong: {step.move}: {ruling.clause} {ruling.reason}")
    one.phones = after


def _noticed(one: Mistyping, step: Step) -> None:
    if step.noticed and one.mistakes:
        _mended(one, one.mistakes[0])


def _ended(one: Mistyping) -> None:
    """Correct what is still wrong at the end. Raises `Wrong` unless the phones then agree with the table."""
    while one.mistakes:
        _mended(one, one.mistakes[0])
    _same(one)


def _named(one: Mistyping, step: Step) -> Mistake:
    """Return the mistake to correct after a refusal: one of the same seat if possible, and one behind the refusal."""
    behind = [note.step.number for note in notes_behind(one.phones, step.seat, step.move)]
    own = [mistake for mistake in one.mistakes if mistake.seat == step.seat]
    return next((mistake for mistake in own if mistake.entry in behind), [*own, *one.mistakes][0])


def _mistyped(match: Match, played: Played, random: Random) -> dict[str, Any] | None:
    """Return the move with other offered notes, or `None` if it has no notes or nothing else can be noted."""
    fields = noted(match.game.MOVE.validate_python(played.move))
    if not fields:
        return None
    offers = offers_of(match, played.seat, played.move["type"])
    for _ in range(NOTE_TRIES if offers else 0):
        with suppress(ValueError):
            other = random.choice(offers).any_of(random)
            wrong = played.move | {name: other[name] for name in fields if name in other}
            if wrong != played.move and any(offer.fits(wrong) for offer in offers):
                return wrong
    return None


def _mended(one: Mistyping, first: Mistake) -> None:
    """Correct a mistake, and all others if that is necessary. Raises `Wrong` if none can be corrected."""
    left = [first, *(mistake for mistake in one.mistakes if mistake is not first)]
    while left:
        mended = next((mistake for mistake in left if _puts_right(one, mistake)), None)
        if mended is None:
            if not any(_strikes_out(one, mistake) for mistake in left):
                raise Wrong(f"cannot be mended: {left}")
            continue
        left.remove(mended)
        one.mistakes.remove(mended)
        standing = {step.number for step in one.phones.steps}
        bound = any(mistake.entry not in standing for mistake in left) or left_out(one.phones.steps)[0]
        if mended is first and not bound:
            return


def _puts_right(one: Mistyping, mistake: Mistake) -> bool:
    """Let the owner note again, or all seats correct the mistake if others have been told of it."""
    line = one.phones.line_numbers(mistake.seat).get(mistake.entry)
    after, ruling = one.phones.act(mistake.seat, {"type": "note_again", "number": line, "move": mistake.true} | SALTED)
    if ruling.upheld:
        one.phones = after
        one.alone[mistake.true["type"]] += 1
        return True
    return _mends_by_table(one, mistake, mistake.true)


def _strikes_out(one: Mistyping, mistake: Mistake) -> bool:
    """Strike a mistake out: two mistakes that contradict each other's true values cannot be corrected one at a time."""
    standing = {step.number for step in one.phones.steps}
    return mistake.entry in standing and _mends_by_table(one, mistake, None)


def _mends_by_table(one: Mistyping, mistake: Mistake, move: dict[str, Any] | None) -> bool:
    seats = [seat.seat for seat in one.phones.seats]
    who = seats[0] if mistake.seat == TABLE else mistake.seat
    line = one.phones.line_numbers(who).get(mistake.entry)
    after, ruling = one.phones.act(who, {"type": "correct", "number": line, "move": move} | SALTED)
    for seat in seats:
        if ruling.upheld and seat != who:
            after, ruling = after.act(seat, {"type": "consent", "agree": True})
    if ruling.upheld:
        one.phones = after
        one.together[mistake.true["type"]] += 1
    return ruling.upheld


def _same(one: Mistyping) -> None:
    """Raise `Wrong` unless the phones now agree with the table."""
    for viewer in (PUBLIC, GAME_MASTER, *(seat.seat for seat in one.table.seats)):
        at_table, on_phones = plain(one.table.view(viewer)), plain(one.phones.view(viewer))
        if at_table != on_phones:
            raise Wrong(f"all is mended, and {viewer} sees another table:\n{at_table}\n{on_phones}")
    if one.table.result != one.phones.result:
        raise Wrong("all is mended, and the match has ended otherwise")
    if one.phones.result is not None and len(changed_notes(one.phones)) != one.alone.total():
        raise Wrong(f"{one.alone.total()} notes were changed, and the audit names {changed_notes(one.phones)}")


# A fault, reduced


def _reduced(match: Match, steps: Sequence[Step], wrong: Wrong) -> Wrong:
    """Return a fault with the fewest mistakes, and the fewest declarations before the first of them, that show it."""
    steps = [replace(step) for step in steps]
    for n, step in enumerate(steps):
        fewer = [*steps[:n], replace(step, wrong=None), *steps[n + 1 :]]
        if step.wrong is not None and (still := _again(match, fewer)) is not None:
            steps, wrong = fewer, still
    first = next((n for n, step in enumerate(steps) if step.wrong is not None), 0)
    if match.game.EXTRAS.positions is not None:
        with suppress(Wrong):
            laid = laid_again(_declared_all(match, steps[:first]))
            if (still := _again(laid, steps[first:])) is not None:
                match, steps, wrong = laid, steps[first:], still
    options = match.options.model_dump(mode="json", exclude_defaults=True)
    said = [*(entry.act.model_dump(mode="json") for entry in match.entries), *(step.as_json() for step in steps)]
    shown = f"{wrong}\nwith options {options}: {json.dumps(said, ensure_ascii=False)}"
    return Wrong(shown, rule=wrong.rule, kind=wrong.kind)


def _again(match: Match, steps: Sequence[Step]) -> Wrong | None:
    """Make these declarations at the table and on the phones; return the fault they come to, or `None`."""
    one = Mistyping(match, match)
    try:
        for step in steps:
            one.table, ruling = one.table.declare(step.seat, step.move, step.salt)
            if not ruling.upheld:
                return None
            _declared(one, step)
            check_answerable(one.phones, Random(0))
            _noticed(one, step)
        _ended(one)
    except Wrong as wrong:
        return wrong
    return None


def _declared_all(match: Match, steps: Sequence[Step]) -> Match:
    for step in steps:
        match, _ = match.declare(step.seat, step.move, step.salt)
    return match
