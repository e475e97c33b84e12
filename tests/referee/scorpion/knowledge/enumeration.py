"""Every legal secret play that tells exactly what a played match has told: a frontier of states of the referee.

Open declarations stay as they were made, and so do the secret ones of whoever looks. All others are tried, each
judged by the referee itself; a world stays as long as its public record is word for word that of the truth.
What is tried once for many worlds, or not at all, is what no rule asks for: hands beyond the cards that became public,
missions and marks where no zone depends on them, entrances where nobody went into the passage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from referee import scorpion
from referee.core.base import replace
from referee.core.values import Refused, Ruling
from referee.scorpion import moves
from referee.scorpion.state import Character, State, is_disputed, seats_of
from tests.players.scorpion.match import Played
from tests.referee.scorpion.knowledge.missions import Missions
from tests.referee.scorpion.knowledge.plays import Plays
from tests.referee.scorpion.knowledge.worlds import TooMany as TooMany
from tests.referee.scorpion.knowledge.worlds import Truth, cited, key, settled

MOST = 200_000
"""Declarations that an enumeration tries before it gives up."""


class Moment(NamedTuple):
    """After a declaration of the truth: its state, and all the worlds that nobody who looks can tell from it."""

    truth: State
    worlds: list[State]


def strangers(state: State, viewer: str) -> tuple[str, ...]:
    """Return the intruder seats whose secrets a viewer may not know (SCORPION-2.8, 30.1)."""
    intruders = seats_of(state, "intruders")
    if viewer not in intruders:
        return intruders
    return tuple(seat for seat in intruders if seat != viewer) if is_disputed(state) else ()


def enumerated(acts: Sequence[Played], viewer: str, most: int = MOST, thorough: bool = False) -> Iterator[Moment]:
    """Yield the worlds after every declaration from turn 1 on; none where a house ruling has broken the record.

    Raises `TooMany`. What is `thorough` tries each play in each world, and all entrances and lists of both, whatever
    may rest on them. In the middle of an intruder phase the worlds are those whose declarations have told just as much.
    """
    first = next(i for i, act in enumerate(acts) if isinstance(act.parsed, moves.LockSetup) and _intruder(act))
    last = max(i for i, act in enumerate(acts) if isinstance(act.parsed, moves.LockSetup))
    locks = [act for act in acts[first : last + 1] if isinstance(act.parsed, moves.LockSetup)]
    begun = _complete(acts[first].before, acts[last].before)
    free = frozenset(strangers(begun, viewer))
    clauses = dict(one for act in acts for one in cited(act.ruling, len(act.before.record)))
    truth = Truth(acts[-1].ruling.state.record, clauses, most, free)
    returning = [act.parsed for act in acts if isinstance(act.parsed, moves.Respawn | moves.RedrawMission)]
    alike = sum(c.status != "absent" for c in begun.characters) + len(returning)
    missions = Missions(truth.record, free, viewer in seats_of(begun, "guards"), alike)
    plays = Plays(truth, free, missions, returning, thorough)
    worlds = distinct(starts(begun, locks, free, truth, missions, thorough), truth)
    assert worlds, "the truth is lost before turn 1"
    ruled = False
    yield Moment(acts[last].ruling.state, worlds)
    for act in acts[last + 1 :]:
        after = act.ruling.state
        ruled = ruled or bool(waived(act))
        if act.seat not in free or isinstance(act.parsed, OPEN):
            worlds = plays.closure(worlds, len(act.before.record))
            if isinstance(act.parsed, moves.DeclareSearches):
                coming = after.record[len(act.before.record) :]
                worlds = [laid for world in worlds if (laid := missions.searched(world, coming)) is not None]
            worlds = distinct(_applied(worlds, act, truth), truth)
        if after.phase == "ended":
            return
        now = plays.closure(worlds, len(after.record))
        assert now or ruled, f"the truth is lost after {act.seat} {act.move}"
        yield Moment(after, now)
        if not now:
            return
        if after.phase != "intruders":
            worlds = now


OPEN = (moves.Concede, moves.SetUnknown)
"""What everybody sees that whoever may declare in secret declares."""


def waived(act: Played) -> frozenset[str]:
    """Return the clauses that a house ruling set aside for a declaration."""
    return frozenset(act.move.get("waived", ()))


def _intruder(act: Played) -> bool:
    return act.seat in seats_of(act.before, "intruders")


def _applied(worlds: list[State], act: Played, truth: Truth) -> Iterator[State]:
    for world in worlds:
        truth.spend()
        ruling = ruled_on(world, act.seat, act.parsed, waived(act))
        if ruling.upheld:
            told = truth.told(ruling, len(world.record), len(act.ruling.state.record))
            if told is not None and len(told.record) == len(act.ruling.state.record):
                yield told


def ruled_on(state: State, seat: str, said: Any, clauses: frozenset[str] = frozenset()) -> Ruling:
    """Return the ruling on a declaration, or on what a house ruling sets by hand."""
    if not isinstance(said, scorpion.ADJUSTMENT):
        return scorpion.judge(state, seat, said, clauses)
    try:
        return Ruling(True, "METSUKE-3.1", "table.house_ruled", state=scorpion.adjust(state, said))
    except Refused as refused:
        return Ruling.refusal(refused)


def distinct(worlds: Iterator[State], truth: Truth) -> list[State]:
    return list({key(world): world for world in (settled(world, truth) for world in worlds)}.values())


# Before turn 1


def _complete(state: State, later: State) -> State:
    """Return the table before the first intruder's lock with all that was declared before the last one."""
    kept = {name: getattr(later, name) for name in ("characters", "passages", "stocks", "record")}
    return replace(state, **kept)


def starts(
    begun: State, locks: list[Played], free: frozenset[str], truth: Truth, missions: Missions, thorough: bool
) -> Iterator[State]:
    """Yield the first turn from every start and, where somebody goes into the passage, with all entrances."""
    for chosen in (drawn for table in _characters(begun, free) for drawn in missions.begun(table)):
        own = [c for c in chosen.characters if c.status != "absent"]
        zones = [_zones(chosen, c) if c.seat in free else (str(c.start),) for c in own]
        for places in product(*zones):
            placed = _told_all(chosen, ((c.seat, _start(c.who, zone)) for c, zone in zip(own, places, strict=True)))
            if placed is None:
                continue
            locked = _told_all(placed, ((act.seat, act.parsed) for act in locks))
            told = None if locked is None else truth.begun(locked)
            if told is not None:
                passage = thorough or any(e.kind == "passage_entered" for e in truth.record)
                for with_entrances in _entrances(told, free) if passage else (told,):
                    truth.spend()
                    yield settled(with_entrances, truth)


def _zones(state: State, one: Character) -> list[str]:
    return [zone for zone in state.board.ids if _told_all(state, [(one.seat, _start(one.who, zone))])]


def _start(who: str, zone: str) -> moves.SetStart:
    return moves.SetStart(intruder=who, zone=zone)  # type: ignore[arg-type]


def _told_all(state: State, declarations: Any) -> State | None:
    for seat, move in declarations:
        ruling = scorpion.judge(state, seat, move)
        if not ruling.upheld:
            return None
        state = ruling.state
    return state


def _characters(begun: State, free: frozenset[str]) -> Iterator[State]:
    """Yield the table with either character of a hidden lone wolf, each with the hand that was prepared (29.3)."""
    yield begun
    if begun.options.lone_wolf != "hidden" or not free:
        return
    ninja, traitor = begun.characters
    one, other = (ninja, traitor) if ninja.status != "absent" else (traitor, ninja)
    swapped = {
        one.who: replace(one, status="absent", mission=None, start=None),
        other.who: replace(other, status=one.status, mission=one.mission, start=None),
    }
    yield replace(begun, characters=tuple(swapped[c.who] for c in begun.characters))


def _entrances(state: State, free: frozenset[str]) -> Iterator[State]:
    zones = state.board.in_order(state.board.entrance_zones)
    # Out of a passage that a game master has put guards into they come first where the first entrance is.
    pairs = (
        tuple(product(zones, repeat=2))
        if state.options.master_declares
        else tuple(combinations_with_replacement(zones, 2))
    )
    seat = {c.who: c.seat for c in state.characters}
    choices = [
        tuple(replace(p, entrances=pair) for pair in pairs) if p.owner is None or seat[p.owner] in free else (p,)
        for p in state.passages
    ]
    for passages in product(*choices):
        yield replace(state, passages=passages)
