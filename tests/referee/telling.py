"""All that a match of any game tells one viewer: what twins may not differ in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from referee.core.game import Game
from referee.core.values import Ruling
from tests.players.people import Said


def as_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def told_to(viewer: str, ruling: Ruling) -> list[Any]:
    """Return what a viewer is told of another's ruling."""
    notices = [n.model_dump(mode="json") for n in ruling.notices if n.reaches(viewer)]
    return [ruling.upheld, ruling.clause, ruling.reason, dict(ruling.params), ruling.told, notices]


def shown_to(game: Game, viewer: str, moves: Sequence[Said], states: Sequence[Any]) -> dict[str, str]:
    """Return, as JSON, all that reaches a viewer of a match: view, prompts, notices and masked declarations."""
    last = states[-1]
    log = []
    for (actor, move), state in zip(moves, states, strict=False):
        parsed = game.MOVE.validate_python(move)
        log.append([actor, dict(game.masked(parsed, actor, viewer)), told_to(viewer, game.judge(state, actor, parsed))])
    return {
        "view": game.view(last, viewer).model_dump_json(),
        "prompts": as_text([p.model_dump(mode="json") for p in game.prompts(last, viewer)]),
        "log": as_text(log),
    }


def answers(game: Game, viewer: str, state: Any, probes: Iterable[Said], *, opening: bool = True) -> list[Any]:
    """Return the answers to all probes; of those that are `opening` a secret, rightly, only that they are."""
    out: list[list[Any]] = []
    for actor, move in probes:
        ruling = game.judge(state, actor, game.MOVE.validate_python(move))
        if ruling.told and opening:
            out.append(["told"])
            continue
        after = game.view(ruling.state, viewer).model_dump_json() if ruling.upheld else ""
        out.append([told_to(viewer, ruling), ruling.private, ruling.firm, after])
    return out
