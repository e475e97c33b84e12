"""The leak check for any game, and invariants of every match: the journal folds, undo works, sizes stay in bounds.

Twins are two matches that differ only in what one viewer may not know. Everything that reaches this viewer must be
equal, byte for byte, at every point of the two matches.

Twins are played side by side at random. Every declaration is made in both; for a secret of another seat, the second
match may get another move that looks the same to the viewer. If the rulings then tell the viewer different things, the
rules revealed a secret, and the pair of moves is discarded; but such a declaration must not be one that its seat can
undo alone (METSUKE-2.3).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

from referee.check.places import Wrong, differing
from referee.check.player import Played, offers_of, salt, wanted_moves
from referee.core.journal import Entry, Match, fold
from referee.core.reading import plain
from referee.core.transcripts import dump
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Ruling, Viewer

ActorsAct = tuple[str, Any]
"""An actor, and an act or its JSON."""


class Leak(Wrong):
    """Something that reaches the viewer differs between twins."""


_RULES: Final[Mapping[str, str]] = {"view": "view", "prompts": "prompts", "log": "masked", "position": "position_of"}
"""The rule of the protocol that is responsible for each thing shown."""


def check_twins(
    match: Match, acts_a: Sequence[ActorsAct | None], acts_b: Sequence[ActorsAct | None], viewer: Viewer
) -> int:
    """Play twins on from a match, side by side. Raises `Leak` at the first difference that reaches `viewer`.

    `None` in one list means no act there; the act of the other twin must be another seat's, and refused or unnoticed.
    Return the number of points at which both matches were running and compared.
    """
    a = b = match
    compared = _compare(a, b, viewer, "before the first act")
    for i, (act_a, act_b) in enumerate(zip(acts_a, acts_b, strict=True), 1):
        where = f"after act {i}, {_brief(act_a)} beside {_brief(act_b)}"
        before = a, b
        a, ruling_a = (a, None) if act_a is None else a.act(*act_a)
        b, ruling_b = (b, None) if act_b is None else b.act(*act_b)
        if act_a and ruling_a and act_b and ruling_b:
            reaching_a, reaching_b = reaching(ruling_a, act_a[0], viewer), reaching(ruling_b, act_b[0], viewer)
            if reaching_a != reaching_b:
                kind = act_a[1]["move"]["type"] if isinstance(act_a[1], dict) and "move" in act_a[1] else ""
                said = f"the ruling tells {viewer} the difference {where}:\n{_apart(reaching_a, reaching_b)}"
                raise Leak(said, kind=kind, match=a)
        else:
            lone, ruling = act_a or act_b, ruling_a or ruling_b
            unnoticed = (a, b) == before or (ruling is not None and ruling.unnoticed_by(viewer))
            if lone is None or lone[0] == viewer or not unnoticed:
                raise ValueError(f"no twins {where}: only another seat's refused or unnoticed act can stand alone")
        compared += _compare(a, b, viewer, where)
    return compared


def _brief(acted: ActorsAct | None) -> str:
    """Return the actor and the move or act, in a few words."""
    if acted is None:
        return "nothing"
    actor, act = acted
    data = act if isinstance(act, Mapping) else act.model_dump(mode="json")
    return f"{actor} {data.get('move') or data.get('type')}"


def reaching(ruling: Ruling, actor: str, viewer: Viewer) -> str:
    """Return as JSON everything in a ruling that reaches a viewer; its actor sees all but the notices to others."""
    seen: dict[str, Any] = {"upheld": ruling.upheld}
    seen["notices"] = [n.model_dump(mode="json") for n in ruling.notices if n.reaches(viewer)]
    if actor == viewer:
        seen |= {"clause": ruling.clause, "reason": ruling.reason, "params": dict(ruling.params)}
        seen |= {"told": ruling.told, "private": ruling.private, "firm": ruling.firm}
    return plain(seen)


def seen(match: Match, viewer: Viewer) -> dict[str, str]:
    """Return as JSON everything that a viewer is shown. Digests are only counted, since they differ with the moves."""
    export = dump(match, viewer)
    # Of the journal's hash chain: how many digests are public, and how many the viewer's phone keeps besides.
    readings = sum(w.readings(PUBLIC) for w in match.written), sum(w.readings_alone(viewer) for w in match.written)
    return {
        "view": plain(match.view(viewer)),
        "prompts": plain(match.prompts(viewer)),
        "log": plain([_undigested(line.model_dump(mode="json")) for line in match.log(viewer)]),
        "counts": plain(match.counts(viewer)),
        "position": plain(_position(match, viewer)),
        "commitments": plain([number for number, _ in match.commitments(viewer)]),
        "readings": plain(readings),
        "reveal": plain(match.reveal()),
        "may undo": plain(_refusal(match.may_undo(viewer))),
        "may redo": plain(_refusal(match.may_redo(viewer))),
        "export": plain(export | {"moves": [_undigested(move) for move in export["moves"]]}),
    }


def _position(match: Match, viewer: Viewer) -> Any:
    """Return the position of a running match that a viewer may export; `None` if there is none."""
    described = match.game.EXTRAS.positions
    if described is None or match.result is not None:
        return None
    return described.position_of(match.state, viewer).as_json()


def _compare(a: Match, b: Match, viewer: Viewer, where: str) -> int:
    """Compare two running matches and return 1; return 0 once they have ended, since then everything is public."""
    if (a.result is None) != (b.result is None):
        raise Leak(f"only one twin has ended {where}", rule="result", match=a)
    if a.result is not None:
        return 0
    seen_a, seen_b = seen(a, viewer), seen(b, viewer)
    for what, text in seen_a.items():
        if text != seen_b[what]:
            said = f"{what} of {viewer} tells the difference {where}:\n{_apart(text, seen_b[what])}"
            raise Leak(said, rule=_RULES.get(what, what), match=a)
    return 1


def _apart(a: str | None, b: str | None) -> str:
    """Return the first paths at which two JSON texts differ, or both texts if only their order differs."""
    paths = list(islice(differing(json.loads(a or "null"), json.loads(b or "null")), 3))
    return "\n".join(paths) or f"{a}\n{b}"


def _undigested(line: dict[str, Any]) -> dict[str, Any]:
    return line | {"commitment": line.get("commitment") is not None}


def _refusal(ruling: Ruling | None) -> Any:
    return None if ruling is None else [ruling.clause, ruling.reason, dict(ruling.params), ruling.private]


MOST: Final = 60
"""Maximum number of acts in twins."""
OPTIONAL: Final = 0.4
"""Probability of an optional declaration, since most secrets are optional."""
UNDONE: Final = 0.15
PROPOSED: Final = 0.1
ALONE: Final = 0.3
"""Probabilities that acts are undone, proposed as house rulings, or made in one twin only where nobody notices them."""
TRIES: Final = 8
"""Number of other moves tried in place of a secret one."""


@dataclass
class Twins:
    """Two matches with the same beginning, and the acts in each; `None` stands for an unnoticed act of the other."""

    a: Match
    b: Match
    viewer: Viewer
    acts_a: list[ActorsAct | None] = field(default_factory=list)
    acts_b: list[ActorsAct | None] = field(default_factory=list)
    differ: Counter[str] = field(default_factory=Counter)
    """The types of moves that differ between the twins."""
    tried: Counter[str] = field(default_factory=Counter)
    """The types of moves for which another secret move was tried and no ruling had revealed a secret."""
    alone: bool = False
    """Whether a declaration was made in only one of them."""

    def act(self, actor: str, act_a: Any, act_b: Any) -> None:
        """Let an actor act in both matches; in the first only, if `act_b` is `None`."""
        self.a, _ = self.a.act(actor, act_a)
        self.acts_a.append((actor, act_a))
        if act_b is not None:
            self.b, _ = self.b.act(actor, act_b)
        self.acts_b.append(None if act_b is None else (actor, act_b))
        self.alone = self.alone or act_b is None


class _Pair(NamedTuple):
    seat: str
    a: dict[str, Any]
    b: dict[str, Any] | None


def twins(match: Match, viewer: Viewer, random: Random) -> Twins:
    """Return twins that begin as `match`, played on as long as neither of them ends.

    Raises `Leak` if a declaration that its seat can undo alone revealed a secret.
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
            made.act(pair.seat, act_a, None)
            continue
        if pair.a != pair.b:
            made.differ[pair.a["type"]] += 1
        # With a single seat a proposal takes effect at once, so the declaration itself would differ.
        if random.random() < PROPOSED and len(match.seats) > 1 and match.sits(pair.seat):
            proposed = {"type": "house_ruling", "seat": pair.seat}
            made.act(pair.seat, proposed | {"move": pair.a}, proposed | {"move": pair.b})
            made.act(pair.seat, *({"type": "consent", "agree": False},) * 2)
        made.act(pair.seat, act_a, act_a | {"move": pair.b})
    _correct(made, random)
    return made


def _take_back(made: Twins, random: Random) -> None:
    """Undo and redo something, unless the actor's last steps may differ between the twins."""
    who = random.choice([*(seat.seat for seat in made.a.seats), GAME_MASTER])
    if made.alone and who != made.viewer:
        return
    made.act(who, *({"type": "undo"},) * 2)
    made.act(who, *({"type": "redo"},) * 2)


def _correct(made: Twins, random: Random) -> None:
    if made.alone or not made.a.steps or len(made.a.steps) != len(made.b.steps):
        return
    steps = random.choice(list(zip(made.a.steps, made.b.steps, strict=True)))
    acts = [{"type": "correct", "number": step.number, "move": getattr(step.act, "move", None)} for step in steps]
    if steps[0].number == steps[1].number and all(act["move"] for act in acts):
        made.act(GAME_MASTER, *acts)


def _next(made: Twins, random: Random, often: Counter[tuple[str, str]]) -> _Pair | None:
    """Return the next moves for both twins, or for one if the viewer does not notice it; they end neither match."""
    for seat, move, _ in wanted_moves(made.a, random, often, OPTIONAL):
        after, ruling = made.a.declare(seat, move)
        if not ruling.upheld or after.result is not None:
            continue
        if seat != made.viewer and ruling.unnoticed_by(made.viewer) and random.random() < ALONE:
            return _Pair(seat, move, None)
        for other in _others(made, seat, move, random):
            twin, beside = made.b.declare(seat, other)
            if not beside.upheld or twin.result is not None:
                continue
            reaches_alike = reaching(ruling, seat, made.viewer) == reaching(beside, seat, made.viewer)
            if other != move:
                if _may_know_of(ruling, made.viewer):
                    continue
                if not ruling.told and not beside.told:
                    made.tried[move["type"]] += 1
            if reaches_alike:
                return _Pair(seat, move, other)
            if move == other:
                _stays(made, seat, move, (ruling, beside))
    return None


def _others(made: Twins, seat: str, move: dict[str, Any], random: Random) -> Iterator[dict[str, Any]]:
    """Yield moves for the second twin that look the same to the viewer, and finally the move itself."""
    game, viewer = made.a.game, made.viewer
    parsed = game.MOVE.validate_python(move)
    if seat != viewer and game.secret(parsed):
        masked = game.masked(parsed, seat, viewer)
        offers = offers_of(made.b, seat, move["type"])
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
    """Raise `Leak` if a move tells the viewer more in one twin and its seat can undo it alone there."""
    viewer = made.viewer
    reached = [{plain(n.model_dump(mode="json")) for n in ruling.notices if n.reaches(viewer)} for ruling in rulings]
    for ruling, more in zip(rulings, (reached[0] - reached[1], reached[1] - reached[0]), strict=True):
        if more and not ruling.told:
            said = f"{seat} may take back {move}, by which {viewer} learned a secret: {sorted(more)} (METSUKE-2.3)"
            raise Leak(said, kind=move["type"], match=made.a)


def _may_know_of(ruling: Ruling, viewer: Viewer) -> bool:
    """Tell whether the viewer may know of a declaration: its event or a notice names the viewer."""
    knows = ruling.event is not None and viewer in ruling.event.knows
    return knows or any(notice.to != PUBLIC and viewer in notice.to for notice in ruling.notices)


def check_folded(match: Match) -> None:
    """Raise `Wrong` unless the journal, read again from JSON, gives the same match for every viewer."""
    stored = [json.loads(entry.model_dump_json()) for entry in match.entries]
    options = match.options.model_dump(mode="json")
    folded = fold(match.game, options, match.seats, [Entry.model_validate(row) for row in stored])
    if folded != match:
        raise Wrong("the fold of the journal is another match than the one that was played")
    for viewer in (PUBLIC, GAME_MASTER, *(seat.seat for seat in match.seats)):
        if seen(folded, viewer) != seen(match, viewer):
            raise Wrong(f"the fold of the journal shows {viewer} another match than the one that was played")


def check_taken_back(match: Match) -> int:
    """Undo and redo whatever may be undone and return the number. Raises `Wrong` if that changes anything."""
    made = 0
    masters = (GAME_MASTER,) if match.options.master_declares else ()
    for actor in (*(seat.seat for seat in match.seats), TABLE, *masters):
        may = match.may_undo(actor)
        undone, ruling = match.act(actor, {"type": "undo"})
        if ruling.upheld != (may is None):
            raise Wrong(f"whether {actor} may undo is not what an undo meets: {ruling.clause} {ruling.reason}")
        if may is None:
            again, ruling = undone.act(actor, {"type": "redo"})
            if (again.state, again.steps, again.undone) != (match.state, match.steps, match.undone):
                raise Wrong(f"what {actor} undid and let stand again is not as it was: {ruling.clause} {ruling.reason}")
            made += 1
    return made


LIMITS: Final[Mapping[str, int]] = {"state": 1_000_000, "view": 400_000, "prompts": 400_000, "declaration": 20_000}
"""Maximum sizes in characters: of a state as its `repr`, of the rest as JSON."""


def sizes(one: Played) -> Counter[str]:
    """Return the sizes of the state, of the largest view and prompts of any viewer, and of the declaration."""
    viewers = (PUBLIC, GAME_MASTER, *(seat.seat for seat in one.after.seats))
    return Counter(
        state=len(repr(one.after.state)),
        view=max(len(plain(one.after.view(viewer))) for viewer in viewers),
        prompts=max(len(plain(one.after.prompts(viewer))) for viewer in viewers),
        declaration=len(plain(one.move)),
    )
