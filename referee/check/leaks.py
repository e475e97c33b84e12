"""The leak check, written once for any game: twins look the same.

Twins are two matches that differ only in what one viewer may not know. Everything that reaches this viewer
must be equal, byte for byte, at every point of the two matches.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final

from pydantic import BaseModel

from referee.check.places import Wrong, differing
from referee.core.journal import Match
from referee.core.transcripts import dump
from referee.core.values import PUBLIC, Ruling, Viewer

Told = tuple[str, Any]
"""Who acts, and the act (or its JSON)."""


class Leak(Wrong):
    """Something tells twins apart that the viewer may not tell apart."""


_RULES: Final[Mapping[str, str]] = {"view": "view", "prompts": "prompts", "log": "masked", "position": "position_of"}
"""Which rule of the protocol says what a viewer is shown."""


def check_twins(match: Match, acts_a: Sequence[Told | None], acts_b: Sequence[Told | None], viewer: Viewer) -> int:
    """Play twins on from a match, side by side. Raises `Leak` at the first difference that reaches `viewer`.

    None in one list stands for nothing: the other twin's act there must be another seat's, and refused or unnoticed.
    Returns at how many points both matches were running and compared.
    """
    a = b = match
    compared = _compare(a, b, viewer, "before the first act")
    for i, (act_a, act_b) in enumerate(zip(acts_a, acts_b, strict=True), 1):
        where = f"after act {i}, {_brief(act_a)} beside {_brief(act_b)}"
        before = a, b
        told_a = told_b = None
        if act_a is not None:
            a, lone_ruling = a.act(*act_a)
            told_a = reaching(lone_ruling, act_a[0], viewer)
        if act_b is not None:
            b, ruling_b = b.act(*act_b)
            told_b = reaching(ruling_b, act_b[0], viewer)
            lone_ruling = ruling_b if act_a is None else lone_ruling
        if act_a is None or act_b is None:
            lone = act_b if act_a is None else act_a
            unnoticed = (a, b) == before or lone_ruling.unnoticed_by(viewer)
            if lone is None or lone[0] == viewer or not unnoticed:
                raise ValueError(f"no twins {where}: only another seat's refused or unnoticed act can stand alone")
        elif told_a != told_b:
            kind = act_a[1]["move"]["type"] if isinstance(act_a[1], dict) and "move" in act_a[1] else ""
            said = f"the ruling tells {viewer} the difference {where}:\n{_apart(told_a, told_b)}"
            raise Leak(said, kind=kind, match=a)
        compared += _compare(a, b, viewer, where)
    return compared


def _brief(told: Told | None) -> str:
    """Return who declared what, or did what else, in a few words."""
    if told is None:
        return "nothing"
    actor, act = told
    data = act if isinstance(act, Mapping) else act.model_dump(mode="json")
    return f"{actor} {data.get('move') or data.get('type')}"


def reaching(ruling: Ruling, actor: str, viewer: Viewer) -> str:
    """Return, as JSON, all of a ruling that reaches a viewer; its maker sees all of it but others' notices."""
    told: dict[str, Any] = {"upheld": ruling.upheld}
    told["notices"] = [n.model_dump(mode="json") for n in ruling.notices if n.reaches(viewer)]
    if actor == viewer:
        told |= {"clause": ruling.clause, "reason": ruling.reason, "params": dict(ruling.params)}
        told |= {"told": ruling.told, "private": ruling.private, "firm": ruling.firm}
    return plain(told)


def seen(match: Match, viewer: Viewer) -> dict[str, str]:
    """Return, as JSON, all that a viewer is shown of a match. Digests only count: they differ with the moves."""
    export = dump(match, viewer)
    return {
        "view": plain(match.view(viewer)),
        "prompts": plain(match.prompts(viewer)),
        "log": plain([_undigested(line.model_dump(mode="json")) for line in match.log(viewer)]),
        "counts": plain(match.counts(viewer)),
        "position": plain(_position(match, viewer)),
        "commitments": plain([number for number, _ in match.commitments(viewer)]),
        "readings": plain([sum(w.readings(PUBLIC) for w in match.written), *_read_alone(match, viewer)]),
        "reveal": plain(match.reveal()),
        "may undo": plain(_refusal(match.may_undo(viewer))),
        "may redo": plain(_refusal(match.may_redo(viewer))),
        "export": plain(export | {"moves": [_undigested(move) for move in export["moves"]]}),
    }


def _position(match: Match, viewer: Viewer) -> Any:
    """Return the position of a match that is going on, as a viewer may take it along; None where there is none."""
    described = match.game.EXTRAS.positions
    if described is None or match.result is not None:
        return None
    return described.position_of(match.state, viewer).as_json()


def _read_alone(match: Match, viewer: Viewer) -> list[int]:
    """Return how many digests of the chain over the journal a viewer's phone holds on to beside everybody's."""
    return [] if viewer == PUBLIC else [sum(w.readings_alone(viewer) for w in match.written)]


def plain(value: Any) -> str:
    """Return a value as JSON, in the order in which it would be sent."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"{value!r} would not be sent")


def _compare(a: Match, b: Match, viewer: Viewer, where: str) -> int:
    """Compare two running matches; once they have ended all is open."""
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
    """Return the first paths at which two texts of JSON differ; both whole where it is their order alone."""
    paths = list(islice(differing(json.loads(a or "null"), json.loads(b or "null")), 3))
    return "\n".join(paths) or f"{a}\n{b}"


def _undigested(line: dict[str, Any]) -> dict[str, Any]:
    return line | {"commitment": line.get("commitment") is not None}


def _refusal(ruling: Ruling | None) -> Any:
    return None if ruling is None else [ruling.clause, ruling.reason, dict(ruling.params), ruling.private]
