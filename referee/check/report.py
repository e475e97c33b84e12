"""Run all checks of one game on random matches, and report the faults."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

from referee.check.before_play import Brought, Words, note, said, without_words
from referee.check.mistyped import check_mistyped
from referee.check.offered import (
    SALT,
    check_answerable,
    check_offered,
    check_others,
    moves_schema,
    refused_at,
    secret_of_others,
    strings_in,
    value_of,
)
from referee.check.places import STRANDED, WORDS, Found, Wrong, place_of, rule_of
from referee.check.player import MOST, NOBODY, Played, RefusedMove, Unfinished, any_match, any_options, playing
from referee.check.positions import check_broken, check_laid, reduced
from referee.check.twins import LIMITS, Leak, check_folded, check_taken_back, check_twins, sizes, twins
from referee.core.game import Game, Progress, unwatched
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, PUBLIC, Refused

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
    game: Game,
    matches: int,
    seed: int,
    words: Words,
    clock: Callable[[], float],
    pairs: int = PAIRS,
    *,
    found: Found | None = None,
    progress: Progress = unwatched,
) -> Report:
    """Play this many matches of a game and run all checks on them, with `pairs` twins of each. `clock` returns seconds.

    Twins take about half of the time. Faults are added to those of `found`, if it is given.
    """
    report, found = Report(game, clock), Found(game) if found is None else found
    endless = 0
    for n in range(matches):
        progress(n / matches)
        random = Random(f"{game.KEY} {seed} {n}")
        found.seen_in = f"match {n}: "
        try:
            _check_match(report, found, random, pairs)
        except Unfinished as unfinished:
            note_unfinished(found, unfinished)
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
    for lacking in without_words(report.brought, words):
        found.note(lacking, order=WORDS)
    report.faults = found.lines()
    progress(1)
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


# Why a match cannot go on

BLIND: Final = 20
"""Number of moves of each type and seat that are tried where nothing is offered."""
MOST_REASONS: Final = 8
"""Maximum number of refusals that are listed."""


class _Reason(NamedTuple):
    """Why a move of a type is refused, and where; `place` is empty for one that is upheld."""

    kind: str
    clause: str
    reason: str
    place: str


def note_unfinished(found: Found, fault: Unfinished) -> None:
    """Record a match that does not end; one in which nobody can declare anything, with what refuses each move.

    It is recorded at the code that refuses what was offered, or at `result` if nothing was offered.
    """
    game, match = found.game, fault.match
    if match is None or fault.refused is None:
        found.note(f"{rule_of(game, 'result')}: {fault}", reduced(fault) if fault.again else None, order=STRANDED)
        return
    if fault.refused:
        reasons = _of_offers(match, fault.refused)
        where, said = next(iter(reasons)).place, "what is offered is refused"
    elif kinds := sorted({o.move for p in match.prompts(GAME_MASTER) for o in p.offers}):
        reasons = {}
        where, said = place_of(game, kinds[0]), f"no value can be chosen for what is offered: {', '.join(kinds)}"
    else:
        reasons = _of_all(match)
        where, said = rule_of(game, "result"), "nothing is offered to anybody, and the match has not ended"
    words = list(reasons.values())
    more = [f"and {len(words) - MOST_REASONS} more"] if len(words) > MOST_REASONS else []
    shown = "; ".join([*words[:MOST_REASONS], *more])
    found.note(f"{where}: {NOBODY}: {said}", reduced(fault), shown, order=STRANDED)


def _of_offers(match: Match, refused: Iterable[RefusedMove]) -> dict[_Reason, str]:
    """Return the last refusal of each type of move for each reason, in words."""
    reasons: dict[_Reason, str] = {}
    for seat, move, ruling in refused:
        place, why = refused_at(match, seat, move)
        why = f"{ruling.clause} {ruling.reason} {why or _shown(ruling.params)}"
        said = f"{seat} is offered {_shown(move)}: {why}, refused in {place}"
        reasons[_Reason(str(move["type"]), ruling.clause or "", ruling.reason, place)] = said
    return reasons


def _of_all(match: Match) -> dict[_Reason, str]:
    """Return why each type of move is refused, in words, by moves that nobody was offered."""
    schema, strings, random = moves_schema(match.game.MOVE), strings_in(match), Random(0)
    reasons: dict[_Reason, str] = {}
    for kind, ref in sorted(schema["discriminator"]["mapping"].items()):
        for seat in (one.seat for one in match.seats):
            for _ in range(BLIND):
                move = value_of({"$ref": ref}, schema, strings, random)
                try:
                    _, ruling = match.declare(seat, move, SALT)
                except Exception:
                    continue  # reported where the move is judged
                if ruling.upheld:
                    reasons.setdefault(_Reason(kind, "", "", ""), f"{kind} of {seat} would be upheld: {_shown(move)}")
                elif not (ruling.clause or "").startswith("METSUKE-"):
                    place, _ = refused_at(match, seat, move)
                    reason = _Reason(kind, ruling.clause or "", ruling.reason, place)
                    said = f"{kind} is refused by {ruling.clause} {ruling.reason} in {place}"
                    reasons.setdefault(reason, said)
    return reasons


def _shown(said: Mapping[str, Any]) -> str:
    return json.dumps(dict(said), ensure_ascii=False, default=str)
