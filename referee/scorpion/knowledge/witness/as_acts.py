"""Witnesses for whoever holds a whole match, as acts that anybody can judge again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from referee.core.acts import Act, Consent, Correct, Declare, HouseRuling
from referee.core.analysis import UnknownName
from referee.core.extras import Progress, unwatched
from referee.core.reading.declarations import parse_adjustment, parse_move
from referee.core.steps import Step
from referee.core.values import Viewer
from referee.scorpion.knowledge.table import ANYBODY, WHO
from referee.scorpion.knowledge.witness import Declared, Witnesses


def witness(
    game: Any, steps: Sequence[Step], viewer: Viewer, who: str, zone: str, progress: Progress = unwatched
) -> tuple[tuple[str, Act], ...]:
    """Return a match that ends with an intruder in a zone and tells a viewer what was told.

    Raises `Unwitnessed`, and `UnknownName` for a name or a zone that this game does not have.
    """
    _known(who, (*WHO, ANYBODY), "looks for one of")
    if steps:
        _known(zone, steps[0].before.board.ids, "has the zones")
    standing = [step for step in steps if not isinstance(step.act, Correct)]
    declared = [_declared(game, step) for step in standing]
    ruled = {id(one): step for one, step in zip(declared, standing, strict=True) if isinstance(step.act, HouseRuling)}
    begun = standing[0].before if standing else None
    found = Witnesses(game, begun, declared, viewer).witness(who, zone, progress)
    return tuple(said for one in found for said in _acts(one, ruled.get(id(one))))


def _known(name: str, names: Collection[str], what: str) -> None:
    if name not in names:
        raise UnknownName(f"{name!r} is no such name: this game {what} {', '.join(names)}")


def _declared(game: Any, step: Step) -> Declared:
    act = step.act
    if isinstance(act, HouseRuling) and act.adjust is not None:
        return Declared(step.seat, adjustment=parse_adjustment(game, act.adjust))
    assert isinstance(act, Declare | HouseRuling)
    assert act.move is not None
    return Declared(step.seat, parse_move(game, act.move), ruled=isinstance(act, HouseRuling))


def _acts(one: Declared, ruled: Step | None) -> Iterator[tuple[str, Act]]:
    if ruled is None:
        move = one.move.model_dump(mode="json", exclude_defaults=True) | {"type": one.move.type}
        yield one.seat, Declare(seat=one.seat, move=move)
        return
    assert not isinstance(ruled.act, Correct)
    yield ruled.actor, ruled.act
    if ruled.agreed is not None:
        for player in ruled.before.players:
            if player.seat != ruled.actor:
                yield player.seat, Consent(agree=True)
