"""Run all checks of one game on random matches, and report the faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Final

from referee.check.before_play import Brought, Words, note, said, without_words
from referee.check.mistyped import check_mistyped
from referee.check.offered import check_answerable, check_offered, check_others, secret_of_others
from referee.check.places import Found, Wrong, place_of, rule_of
from referee.check.player import MOST, Played, Unfinished, any_match, any_options, playing
from referee.check.positions import check_broken, check_laid, reduced
from referee.check.twins import LIMITS, Leak, check_folded, check_taken_back, check_twins, sizes, twins
from referee.core.game import Game
from referee.core.journal import Match
from referee.core.values import PUBLIC, Refused

LOOKS: Final = 0.1
"""Probability that the offers and undos of a moment are checked."""
BROKEN: Final = 5
"""Number of broken positions laid for each match."""
PAIRS: Final = 2
"""Number of twins compared for each match."""
SHORTER: Final = 10
"""Number of pairs of twins tried to show a leak in a shorter match."""
ENDLESS: Final = 20
"""Number of endless matches after which the check stops."""
ENOUGH: Final = 20
"""Number of tries after which a secret that was told publicly every time counts as no secret."""


@dataclass
class Report:
    """The faults of a game, and how much was checked."""

    game: Game
    clock: Callable[[], float]
    matches: int = 0
    declarations: int = 0
    offers: int = 0
    compared: int = 0
    laid: int = 0
    broken: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """The number of declarations by type."""
    differ: Counter[str] = field(default_factory=Counter)
    tried: Counter[str] = field(default_factory=Counter)
    """By type, the number of secret moves that differed between twins, and the number tried."""
    hidden: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    """By type, the number of secret moves that the public could read in part, and in full."""
    sizes: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    """The duration of each ruling."""
    mistyped: Counter[str] = field(default_factory=Counter)
    """The number of mistyped notes by type; below, how many were corrected by their owner alone, and by all seats."""
    alone: int = 0
    together: int = 0
    brought: Brought = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Yield the report line by line, faults last."""
        yield f"{self.matches} matches, {self.declarations} declarations of {len(self.kinds)} types"
        never = sorted({*self.game.MOVE.json_schema()["discriminator"]["mapping"]} - set(self.kinds))
        if never:
            yield f"never declared: {', '.join(never)}"
        yield f"{self.offers} moves tried that are offered or not"
        yield f"{self.compared} moments of twins compared, {self.differ.total()} secrets apart: {_counted(self.differ)}"
        if self.game.EXTRAS.positions is not None:
            yield f"{self.laid} declarations after positions laid again, {self.broken} broken positions refused"
        mended = f"mended {self.alone} times by their owner alone, {self.together} times by the table"
        yield f"{self.mistyped.total()} notes mistyped ({_counted(self.mistyped)}), {mended}"
        yield "at most, in characters: " + ", ".join(f"{what} {size}" for what, size in self.sizes.items())
        if self.seconds:
            slowest = max(self.seconds)
            yield f"a ruling takes {median(self.seconds) * 1000:.2f} ms in the median, {slowest * 1000:.1f} at most"
        yield from (f"FAULT {fault}" for fault in self.faults)


def check(
    game: Game, matches: int, seed: int, words: Words, clock: Callable[[], float], pairs: int = PAIRS
) -> Report:
    """Play this many matches of a game and run all checks on them, with `pairs` twins of each. `clock` returns seconds.

    Most of the time goes into twins: without them, some ten times as many matches are checked.
    """
    report, found = Report(game, clock), Found(game)
    endless = 0
    for n in range(matches):
        random = Random(f"{game.KEY} {seed} {n}")
        found.seen_in = f"match {n}: "
        try:
            _check_match(report, found, random, pairs)
        except Unfinished as unfinished:
            found.note(f"{rule_of(game, 'result')}: {unfinished}", reduced(unfinished))
            endless += 1
            if endless == ENDLESS:
                break
        except Wrong as wrong:
            found.note(wrong.placed(game), reduced(wrong))
        except (AssertionError, Exception) as fault:
            found.failed(fault)
    found.seen_in = ""
    for kind in _open_secrets(report):
        found.note(f"{place_of(game, kind)}: {kind}: whatever is declared in secret, everybody is told it")
    report.faults += [*found.lines(), *without_words(report.brought, words)]
    return report


def _check_match(report: Report, found: Found, random: Random, pairs: int) -> None:
    match = _begin(report.game, random)
    report.matches += 1
    moments = [match]
    for one in playing(match, random, MOST):
        moments.append(one.after)
        _look(report, found, one, random)
    last = moments[-1]
    check_folded(last)
    mistyping = check_mistyped(match, Random(last.number))
    check_folded(mistyping.phones)
    report.mistyped += mistyping.made
    report.alone += mistyping.alone.total()
    report.together += mistyping.together.total()
    if report.game.EXTRAS.positions is not None:
        cut = random.randrange(len(moments))
        report.laid += check_laid(moments, cut)
        for _ in range(BROKEN):
            _, refused = check_broken(moments[cut], random)
            report.broken += refused is not None
    if last.result is not None and last.result.clause not in found.clauses:
        where = rule_of(report.game, "result")
        found.note(f"{where}: the result cites {last.result.clause}, which is no clause", last)
    for _ in range(pairs):
        begun = random.choice(moments[: max(1, len(moments) // 2)])
        viewer = random.choice([PUBLIC, *(seat.seat for seat in match.seats)])
        try:
            pair = twins(begun, viewer, random)
            report.compared += check_twins(begun, pair.acts_a, pair.acts_b, viewer)
        except Leak as leak:
            raise _shorter(report.game, leak) from None
        report.differ += pair.differ
        report.tried += pair.tried


def _shorter(game: Game, leak: Leak) -> Leak:
    """Return the leak in the shortest of some other matches that show it, or as it is."""
    found = [leak]
    for seed in range(SHORTER):
        random = Random(seed)
        try:
            match = any_match(game, random, {})
            viewer = random.choice([PUBLIC, *(seat.seat for seat in match.seats)])
            pair = twins(match, viewer, random)
            check_twins(match, pair.acts_a, pair.acts_b, viewer)
        except Leak as another:
            found.append(another)
        except (AssertionError, Exception):
            continue  # reported where it is checked
    alike = [one for one in found if (one.rule, one.kind) == (leak.rule, leak.kind) and one.match is not None]
    return min(alike, key=lambda one: one.match.number if one.match is not None else MOST, default=leak)


def _begin(game: Game, random: Random) -> Match:
    """Begin a match with random options, or with the defaults if the random ones do not fit together."""
    try:
        return any_match(game, random, any_options(game, random))
    except Refused:
        return any_match(game, random, {})


def _look(report: Report, found: Found, one: Played, random: Random) -> None:
    kind, move = one.move["type"], report.game.MOVE.validate_python(one.move)
    report.declarations += 1
    report.kinds[kind] += 1
    before = report.clock()
    report.game.judge(one.before.state, one.seat, move)
    report.seconds.append(report.clock() - before)
    _clauses(found, one)
    note(report.brought, said(one))
    said_all = move.model_dump(mode="json")
    if report.game.secret(move) and any(value is not None for name, value in said_all.items() if name != "type"):
        is_readable = report.game.masked(move, one.seat, PUBLIC) == said_all
        (report.open if is_readable else report.hidden)[kind] += 1
    check_answerable(one.after, Random(one.after.number))
    if random.random() < LOOKS:
        size = sizes(one)
        for what, most in LIMITS.items():
            if size[what] > most:
                said_large = f"{what}: {size[what]} characters, {most} at most"
                found.note(f"{place_of(report.game, kind)}: {kind}: {said_large}", one.before)
        report.sizes |= size
        excused = secret_of_others(one.after)
        report.offers += check_offered(one.after, random, 1, excused) + check_others(one.after, random, 5, excused)
        check_taken_back(one.after)


def _clauses(found: Found, one: Played) -> None:
    """Record clauses cited by a ruling that belong neither to the game nor to the table."""
    ruling = one.ruling
    cited = {ruling.clause, *(notice.clause for notice in ruling.notices)}
    cited |= {ruling.event.clause} if ruling.event is not None else set()
    for clause in sorted(each for each in cited if each is not None and not each.startswith("METSUKE-")):
        if clause not in found.clauses:
            where = place_of(found.game, one.move["type"])
            found.note(f"{where}: {ruling.reason} cites {clause}, which is no clause", one.before)


def _open_secrets(report: Report) -> list[str]:
    unhidden = {kind for kind, tries in report.tried.items() if tries >= ENOUGH and not report.differ[kind]}
    return sorted(unhidden | {kind for kind in report.open if not report.hidden[kind]})


def _counted(kinds: Counter[str]) -> str:
    return ", ".join(f"{kind} {n}" for kind, n in kinds.most_common())
