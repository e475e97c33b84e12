"""Twins of any game: two matches that differ only in what one viewer may not know, played side by side at random.

Whatever is declared in one is declared in the other; where it is another seat's secret, another move may take its
place that reads the same to the viewer. Where the rulings tell the viewer something else, the rules told a secret, and
that pair of moves makes no twins; but nobody alone may take it back then (METSUKE-2.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple

from referee.check.leaks import Leak, Told, plain, reaching
from referee.check.player import salt, wishes
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, PUBLIC, Ruling, Viewer

MOST: Final = 60
"""Declarations of twins that are compared."""
OPTIONAL: Final = 0.4
"""How often something is declared that need not be: there most secrets are."""
UNDONE: Final = 0.15
PROPOSED: Final = 0.1
ALONE: Final = 0.3
"""How often acts are taken back, proposed as house rulings, or left out where nobody notices them."""
TRIES: Final = 8
"""How many other moves are tried in the place of a secret one."""


@dataclass
class Twins:
    """Two matches of one beginning, and what was done in each. None: what the other did alone went unnoticed."""

    a: Match
    b: Match
    viewer: Viewer
    acts_a: list[Told | None] = field(default_factory=list)
    acts_b: list[Told | None] = field(default_factory=list)
    differ: Counter[str] = field(default_factory=Counter)
    """The types of the moves that are not the same in both."""
    tried: Counter[str] = field(default_factory=Counter)
    """The types of the moves for which another secret one was tried, and no ruling said that it told a secret."""
    alone: bool = False
    """Whether something was declared in one of them only."""

    def both(self, actor: str, act_a: Any, act_b: Any) -> None:
        self.a, _ = self.a.act(actor, act_a)
        self.b, _ = self.b.act(actor, act_b)
        self.acts_a.append((actor, act_a))
        self.acts_b.append((actor, act_b))

    def only_a(self, actor: str, act: Any) -> None:
        """Let somebody act in one of them alone."""
        self.a, _ = self.a.act(actor, act)
        self.acts_a.append((actor, act))
        self.acts_b.append(None)
        self.alone = True


class _Pair(NamedTuple):
    seat: str
    a: dict[str, Any]
    b: dict[str, Any] | None


def twins(match: Match, viewer: Viewer, random: Random) -> Twins:
    """Return twins that begin as `match`, as far as they can be played with none of them ending.

    Raises `Leak` where a secret was told by what its seat may take back.
    """
    made, often = Twins(match, match, viewer), Counter[tuple[str, str]]()
    while len(made.acts_a) < MOST:
        if random.random() < UNDONE:
            _take_back(made, random)
        pair = _next(made, random, often)
        if pair is None:
            break
        often[pair.seat, pair.a["type"]] += 1
        locked = salt(random)
        act_a = {"type": "declare", "seat": pair.seat, "move": pair.a, "salt": locked}
        if pair.b is None:
            made.only_a(pair.seat, act_a)
            continue
        if pair.a != pair.b:
            made.differ[pair.a["type"]] += 1
        # Where nobody else sits, what is proposed stands at once, and the declaration itself would be another.
        if random.random() < PROPOSED and len(match.seats) > 1 and match.sits(pair.seat):
            proposed = {"type": "house_ruling", "seat": pair.seat}
            made.both(pair.seat, proposed | {"move": pair.a}, proposed | {"move": pair.b})
            made.both(pair.seat, *({"type": "consent", "agree": False},) * 2)
        made.both(pair.seat, act_a, act_a | {"move": pair.b})
    _correct(made, random)
    return made


def _take_back(made: Twins, random: Random) -> None:
    """Take something back and let it stand again; but not by anybody for whom the twins' steps may not be the same."""
    who = random.choice([*(seat.seat for seat in made.a.seats), GAME_MASTER])
    if made.alone and who != made.viewer:
        return
    made.both(who, *({"type": "undo"},) * 2)
    made.both(who, *({"type": "redo"},) * 2)


def _correct(made: Twins, random: Random) -> None:
    if made.alone or not made.a.steps or len(made.a.steps) != len(made.b.steps):
        return
    steps = random.choice(list(zip(made.a.steps, made.b.steps, strict=True)))
    acts = [{"type": "correct", "number": step.number, "move": getattr(step.act, "move", None)} for step in steps]
    if steps[0].number == steps[1].number and all(act["move"] for act in acts):
        made.both(GAME_MASTER, *acts)


def _next(made: Twins, random: Random, often: Counter[tuple[str, str]]) -> _Pair | None:
    """Return what is declared next in both, or in one where the viewer does not notice it; neither ends by it."""
    for seat, move, _ in wishes(made.a, random, often, OPTIONAL):
        after, ruling = made.a.declare(seat, move)
        if not ruling.upheld or after.result is not None:
            continue
        if seat != made.viewer and ruling.unnoticed_by(made.viewer) and random.random() < ALONE:
            return _Pair(seat, move, None)
        for other in _others(made, seat, move, random):
            twin, beside = made.b.declare(seat, other)
            if not beside.upheld or twin.result is not None:
                continue
            same = reaching(ruling, seat, made.viewer) == reaching(beside, seat, made.viewer)
            if other != move:
                if _confided(ruling, made.viewer):
                    continue
                if not ruling.told and not beside.told:
                    made.tried[move["type"]] += 1
            if same:
                return _Pair(seat, move, other)
            if move == other:
                _stays(made, seat, move, (ruling, beside))
    return None


def _others(made: Twins, seat: str, move: dict[str, Any], random: Random) -> Iterator[dict[str, Any]]:
    """Yield moves of the other twin that read the same to the viewer, and at last the move itself."""
    game, viewer = made.a.game, made.viewer
    parsed = game.MOVE.validate_python(move)
    if seat != viewer and game.secret(parsed):
        masked = game.masked(parsed, seat, viewer)
        offers = [
            offer
            for prompt in made.b.prompts(seat)
            if prompt.seat == seat
            for offer in prompt.offers
            if offer.move == move["type"]
        ]
        for _ in range(TRIES if offers else 0):
            try:
                other = random.choice(offers).any_of(random)
            except ValueError:
                continue
            read = game.MOVE.validate_python(other)
            if other != move and game.secret(read) and game.masked(read, seat, viewer) == masked:
                yield other
    yield move


def _stays(made: Twins, seat: str, move: dict[str, Any], rulings: tuple[Ruling, Ruling]) -> None:
    """Raise `Leak` if the same move tells the viewer more in one of the twins and may be taken back there alone."""
    viewer = made.viewer
    heard = [{plain(n.model_dump(mode="json")) for n in ruling.notices if n.reaches(viewer)} for ruling in rulings]
    for ruling, more in zip(rulings, (heard[0] - heard[1], heard[1] - heard[0]), strict=True):
        if more and not ruling.told:
            said = f"{seat} may take back {move}, by which {viewer} learned a secret: {sorted(more)} (METSUKE-2.3)"
            raise Leak(said, kind=move["type"], match=made.a)


def _confided(ruling: Ruling, viewer: Viewer) -> bool:
    """Tell whether a declaration is no secret to the viewer: its ruling speaks to those who know of it."""
    knows = ruling.event is not None and viewer in ruling.event.knows
    return knows or any(notice.to != PUBLIC and viewer in notice.to for notice in ruling.notices)
