"""A difference between what is known and all worlds, and the least match that still shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.board.board import Board
from referee.core.base import replace
from referee.core.values import PUBLIC
from referee.scorpion.knowledge import knowledge_of
from referee.scorpion.state import State, seats_of
from tests.players.scorpion.match import Played
from tests.referee.scorpion.knowledge.comparing import differences
from tests.referee.scorpion.knowledge.enumeration import Moment, TooMany, enumerated, ruled_on, strangers, waived
from tests.referee.scorpion.knowledge.missions import matters
from tests.referee.scorpion.knowledge.wide_matches import begun


class Looked:
    """What came of comparing a match as somebody sees it."""

    def __init__(self) -> None:
        self.moments = 0
        self.rough = 0
        self.found: list[str] = []
        """The first difference that is not called rough, in words."""
        self.declared = 0
        """How many declarations there were until then."""


def looked_at(acts: Sequence[Played], viewer: str, tries: int) -> Looked:
    """Compare at every moment of a match until it has too many worlds, or a house ruling has broken its record."""
    return _looked(acts, (viewer,), tries)[viewer]


def looked_at_by_all(acts: Sequence[Played], tries: int) -> dict[str, Looked]:
    """Do the same for everybody; the worlds are tried once for all to whom the same is secret."""
    found: dict[str, Looked] = {}
    begun = acts[-1].ruling.state
    alike: dict[object, list[str]] = {}
    for viewer in viewers(acts):
        marks = matters(begun) and viewer in seats_of(begun, "guards")
        alike.setdefault((strangers(begun, viewer), marks), []).append(viewer)
    for some in alike.values():
        found |= _looked(acts, some, tries)
    return found


def _looked(acts: Sequence[Played], alike: Sequence[str], tries: int) -> dict[str, Looked]:
    found = {viewer: Looked() for viewer in alike}
    open_ = [*alike]
    try:
        for moment in enumerated(acts, alike[0], tries):
            open_ = [viewer for viewer in open_ if _compared(acts, viewer, moment, found[viewer])]
            if not open_:
                break
    except TooMany:
        pass
    return found


def _compared(acts: Sequence[Played], viewer: str, moment: Moment, looked: Looked) -> bool:
    """Compare at one moment; return whether it makes sense to go on."""
    known = knowledge_of(moment.truth, viewer)
    possible = known.now.held()[0]
    if not moment.worlds or (not possible and any(waived(act) for act in acts)):
        if possible and known.broken is None:
            looked.found = ["no legal play explains the record, and it is not broken"]
        return False
    looked.moments += 1
    looked.rough += known.rough
    looked.found = [] if known.rough else differences(known, moment.truth, moment.worlds)
    if looked.found:
        at = (n for n, act in enumerate(acts, 1) if act.ruling.state is moment.truth)
        looked.declared = next(at, len(acts))
    return not looked.found


def viewers(acts: Sequence[Played]) -> tuple[str, ...]:
    state = acts[-1].ruling.state
    return (PUBLIC, *seats_of(state, "guards"), *seats_of(state, "intruders"))


def told(acts: Sequence[Played], viewer: str, tries: int, name: str) -> str:
    """Return in words where a match differs, reduced to what a test can tell; nothing where it does not."""
    looked = looked_at(acts, viewer, tries)
    if not looked.found:
        return ""
    least = reduced(acts[: looked.declared or len(acts)], viewer, tries)
    first = least[0].before
    lines = [f"{name} as {viewer} sees it: {looked_at(least, viewer, tries).found}", _board(first.board)]
    default = type(first.options)()
    changed = {k: v for k, v in first.options.public.items() if v != default.public[k]}
    lines += [f"options {changed}", f"marks {first.marks}"]
    return "\n".join([*lines, *(f"{act.seat}: {act.move}" for act in least)])


def reduced(acts: Sequence[Played], viewer: str, tries: int) -> list[Played]:
    """Leave out declarations after the set-up, and zones, as long as there still is a difference."""
    least = [*acts]
    smaller = True
    while smaller:
        smaller = False
        for n in (n for n in reversed(range(len(least))) if least[n].before.phase != "setup"):
            tried = _played(least[0].before, [*least[:n], *least[n + 1 :]])
            if _still(tried, viewer, tries):
                least, smaller = tried, True
                break
        for zone in least[0].before.board.ids:
            board = _without(least[0].before.board, zone)
            tried = _played(replace(least[0].before, board=board), least)
            if len(tried) == len(least) and _still(tried, viewer, tries):
                least, smaller = tried, True
                break
    return least


def _still(acts: Sequence[Played], viewer: str, tries: int) -> bool:
    if not begun(acts):
        return False
    try:
        return bool(looked_at(acts, viewer, tries).found)
    except (AssertionError, StopIteration):  # a zone was needed for the set-up
        return False


def _played(state: State, said: Sequence[Played]) -> list[Played]:
    """Judge declarations again from a state on, and leave out those that are refused now."""
    found = []
    for act in said:
        ruling = ruled_on(state, act.seat, act.parsed, waived(act))
        if ruling.upheld:
            found.append(Played(state, act.seat, act.move, act.parsed, ruling))
            state = ruling.state
    return found


def _without(board: Board, zone: str) -> Board:
    data: dict[str, Any] = board.model_dump(mode="json")
    data["zones"] = [z for z in data["zones"] if z["id"] != zone]
    data["borders"] = [b for b in data["borders"] if zone not in (b["a"], b["b"])]
    data["route"]["edges"] = [edge for edge in data["route"]["edges"] if zone not in edge]
    return Board.model_validate(data)


def _board(board: Board) -> str:
    zones = " ".join(f"{z.id}:{z.kind}{' edge' * z.edge}{' post' * z.post}{z.castle or ''}" for z in board.zones)
    return f"{zones} | {' '.join(f'{b.a}-{b.b}={b.kind}' for b in board.borders)} | {board.route.edges}"
