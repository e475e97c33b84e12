"""Check that a match laid again from any position goes on as it was played, and that a broken position is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, Final

from referee.check.places import Wrong, differing
from referee.check.player import Unfinished
from referee.check.twins import LIMITS
from referee.core.acts import Declare
from referee.core.journal import Match, begin, fold
from referee.core.journal.match import entry_of, judge
from referee.core.reading import lay, plain, positions_of, read_position
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused, Ruling

STRAYS: Final[tuple[Any, ...]] = (
    None,
    -1,
    0,
    1,
    7,
    99,
    10**9,
    "",
    "x",
    "p1",
    "red 5",
    "gm",
    True,
    [],
    {},
    ["x", "x"],
    {"x": 1},
)
"""Values that replace others to break a position."""


MOST_KEPT: Final = 12
"""The largest number of declarations, after a position, to which a fault is reduced."""


class OwnRefused(Wrong):
    """A game refuses a position that it has described itself."""


def laid_again(match: Match) -> Match:
    """Return a new match that begins from another's position. Raises `OwnRefused` if the position is refused."""
    options = match.state.options.model_dump(mode="json")
    position = positions_of(match.game).position_of(match.state, GAME_MASTER)
    stored = json.loads(json.dumps(position.as_json()))
    begun = begin(match.game, options, match.seats)
    try:
        lay(match.game, begun.options, begun.seats, read_position(match.game, stored, begun.seats))
        laid, _ = judge(begun, entry_of(begun, TABLE, {"type": "lay", "position": stored}))
    except Refused as refused:
        said = f"its own position is refused: {refused.clause} {refused.reason} {refused.params}"
        raise OwnRefused(said, rule="position_of", match=match) from None
    return laid


def reduced(fault: Wrong | Unfinished) -> Match | None:
    """Return the shortest match that shows the fault, begun from a position of the match in which it was found.

    Return that match itself if no position shows the fault, or if the fault cannot be tried again.
    """
    match, again = fault.match, fault.again
    if match is None or again is None or match.game.EXTRAS.positions is None:
        return match
    for cut in range(match.number, max(0, match.number - MOST_KEPT - 1), -1):
        shorter = laid_from(match, cut)
        if shorter is None:
            continue
        try:
            again(shorter)
        except Wrong as other:
            if isinstance(fault, Wrong) and (other.rule, other.kind) == (fault.rule, fault.kind):
                return shorter
        except Unfinished:
            if isinstance(fault, Unfinished):
                return shorter
        except Exception:
            continue
    return match


def laid_from(match: Match, cut: int) -> Match | None:
    """Return a match laid from the position after `cut` entries, with all later entries; `None` if one is refused."""
    options = match.options.model_dump(mode="json")
    try:
        laid = laid_again(fold(match.game, options, match.seats, match.entries[:cut]))
    except Wrong:
        return None
    for entry in match.entries[cut:]:
        laid, ruling = laid.act(entry.actor, entry.act)
        if not ruling.upheld:
            return None
    return laid


def check_laid(moments: Sequence[Match], cut: int) -> int:
    """Lay a match again from one of its moments, make the same declarations in both and return their number.

    Raises `Wrong` if a view (apart from what positions leave out), a prompt, a ruling or the result differs.
    """
    match = moments[cut]
    laid = laid_again(match)
    _same(match, laid, "laid again")
    played = 0
    for after in moments[cut + 1 :]:
        act = after.entries[-1].act
        if after.number != match.number + 1 or not isinstance(act, Declare):
            break  # an undo, or more than one declaration
        match, ruling = match.act(after.entries[-1].actor, act)
        laid, again = laid.act(after.entries[-1].actor, act)
        if _said(ruling) != _said(again):
            raise Wrong(f"{act.move} meets {_said(again)} after {played} declarations, not {_said(ruling)}")
        played += 1
    _same(match, laid, f"{played} declarations later")
    if match.result != laid.result:
        raise Wrong(f"the result is {laid.result}, not {match.result}")
    return played


def check_broken(match: Match, random: Random) -> tuple[dict[str, Any], Refused | None]:
    """Break the position of a match in one place and lay it; it must be refused by field and clause, or be playable.

    Return the broken position, and its refusal or `None`. Raises `Wrong` if a refusal names no field or clause.
    """
    data = positions_of(match.game).position_of(match.state, GAME_MASTER).as_json()
    broken = json.loads(json.dumps(broken_once(data, random)))
    begun = begin(match.game, match.state.options.model_dump(mode="json"), match.seats)
    try:
        state = lay(match.game, begun.options, begun.seats, read_position(match.game, broken, begun.seats))
    except Refused as refused:
        clauses = {clause.id for clause in match.game.CLAUSES}
        if not refused.clause.startswith("METSUKE-") and refused.clause not in clauses:
            raise Wrong(f"{refused.reason} cites {refused.clause}, which is no clause", rule="lay") from None
        if not str(refused.params.get("field", "")).startswith(("table", "secrets")):
            raise Wrong(f"{refused.clause} {refused.reason} names no field for {broken}", rule="lay") from None
        return broken, refused
    for viewer in (PUBLIC, GAME_MASTER, *(seat.seat for seat in match.seats)):
        if len(plain(match.game.view(state, viewer))) > LIMITS["view"]:
            raise Wrong(f"the view of {viewer} is too large after {broken}")
        match.game.prompts(state, viewer)
    match.game.result(state)
    return broken, None


def broken_once(data: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """Return a position's JSON with one value removed, duplicated, or replaced by another from it or from `STRAYS`."""
    broken = copy.deepcopy(dict(data))
    places = list(_places(broken))
    holder, at = random.choice(places)
    others = [value for other, key in places if isinstance(value := other[key], int | str)]
    match random.randrange(4):
        case 0:
            del holder[at]
        case 1 if isinstance(holder, list):
            holder.append(copy.deepcopy(holder[at]))
        case 2:
            holder[at] = random.choice(STRAYS)
        case _:
            holder[at] = random.choice(others) if others else None
    return broken


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in JSON: its list or object, and the index or key."""
    keys: Any = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from _places(data[key])


def _same(match: Match, laid: Match, when: str) -> None:
    for viewer in (PUBLIC, GAME_MASTER, *(seat.seat for seat in match.seats)):
        played, again = _seen(match, viewer), _seen(laid, viewer)
        if played != again:
            differ = [name for name in played if played[name] != again.get(name)]
            shown = "; ".join(islice(differing(played, again), 3))
            raise Wrong(f"{when}, {viewer} sees other {', '.join(differ)}: {shown}", rule="position_of", match=match)


def _seen(match: Match, viewer: str) -> dict[str, Any]:
    """Return a viewer's view and prompts as JSON, without what positions leave out."""
    view = json.loads(plain(match.view(viewer)))
    for path in positions_of(match.game).left_out:
        _leave_out(view, path.split("."))
    return view | {"prompts": json.loads(plain(match.prompts(viewer)))}


def _leave_out(value: Any, path: Sequence[str]) -> None:
    name, *further = path
    if isinstance(value, list):
        for inner in value:
            _leave_out(inner, further if name == "*" else path)
    elif isinstance(value, dict) and not further:
        value.pop(name, None)
    elif isinstance(value, dict):
        for inner in [value.get(name)] if name != "*" else list(value.values()):
            _leave_out(inner, further)


def _said(ruling: Ruling) -> tuple[Any, ...]:
    return ruling.upheld, ruling.clause, ruling.reason, dict(ruling.params), ruling.notices
