"""Audits of how guards moved and what they found: A4 and A10 (ledger section 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.scorpion.audits.values import Finding, events, figures_of
from referee.scorpion.state import LIMIT, State

BEDS = 2
REACH = 2
AFTERMATH = frozenset(
    {"discovered", "alert_raised", "lone_wolf_named", "lost_sight", "entrance_found", "rope_found", "guards_stopped"}
)
"""What a step and the end of its move may tell at once."""


def ends_of_moves(state: State) -> Iterator[tuple[int, str]]:
    """Yield the last step of every move of guards, with the zone where it ended."""
    steps = list(events(state, "guards_moved"))
    for i, (n, e) in enumerate(steps):
        unit, zone = e.data["unit"], e.data["zone"]
        on = any(x.turn == e.turn and x.data["unit"] == unit and x.data["origin"] == zone for _, x in steps[i + 1 :])
        if not on:
            yield n, zone


def announced(state: State, n: int, zone: str) -> bool:
    """Tell whether an entrance was announced with the end of a move, or earlier."""
    for e in state.record[:n]:
        if e.kind == "entrance_found" and e.data["zone"] == zone:
            return True
    for e in state.record[n + 1 :]:
        if e.kind not in AFTERMATH:
            return False
        if e.kind == "entrance_found" and e.data["zone"] == zone:
            return True
    return False


def entrance_not_announced(state: State) -> Iterator[Finding]:
    """A4: guards ended a move on a zone in silence that is later announced as an entrance (25.11)."""
    if state.options.passage_discoverable == "no":
        return
    for n, zone in ends_of_moves(state):
        later = [m for m, e in events(state, "entrance_found") if m > n and e.data["zone"] == zone]
        if later and not announced(state, n, zone):
            yield Finding(audit="A4", clause="SCORPION-25.11", facts=(n, later[0]), about={"zone": zone})


def entrance_never_announced(state: State) -> Iterator[Finding]:
    """A4 with the secret maps: an entrance on which guards ended a move was never announced (25.11)."""
    if state.options.passage_discoverable == "no":
        return
    entrances = {zone for passage in state.passages for zone in passage.entrances}
    known = {e.data["zone"] for _, e in events(state, "entrance_found")}
    for n, zone in ends_of_moves(state):
        if zone in entrances - known:
            yield Finding(audit="A4", clause="SCORPION-25.11", facts=(n,), open=False, about={"zone": zone})


def moved_too_much(state: State) -> Iterator[Finding]:
    """A10: a guard moved twice or too far, or a patrol turned back on its route (13.2, 13.4, 15.6)."""
    walked: dict[tuple[int, str], list[int]] = {}
    for n, e in events(state, "guards_moved"):
        for id in figures_of(e):
            steps = walked.setdefault((e.turn, id), [])
            steps.append(n)
            clause = _wrong_step(state, steps)
            if clause is not None:
                facts, about = (steps[-2], n), {"guard": id, "turn": e.turn}
                yield Finding(audit="A10", clause=clause, facts=facts, about=about)


def _wrong_step(state: State, steps: list[int]) -> str | None:
    """Return the clause that the last step of a guard in one turn breaks."""
    if len(steps) < 2:
        return None
    first, last = state.record[steps[-2]], state.record[steps[-1]]
    between = state.record[steps[-2] + 1 : steps[-1]]
    other = any(
        e.kind in ("guards_stopped", "listen_declared", "patrol_phase", "card_phase")
        or (e.kind == "guard_card" and e.data["card"] != "kenjutsu")
        for e in between
    )
    if other:
        return "SCORPION-13.4"
    if len(steps) > REACH:
        return "SCORPION-13.2"
    back = last.phase == "patrol" and first.data["origin"] == last.data["zone"]
    return "SCORPION-15.6" if back and state.options.patrol_uturn == "forbid" else None


def too_many_guards(state: State) -> Iterator[Finding]:
    """A10: a 21st figure, or more guards woken in one barracks than can have slept there (5.1, 23.10, 24.1)."""
    woken: Counter[str] = Counter()
    refilled = 0
    for n, e in events(state, "guards_woke", "bonus_sleepers_taken"):
        if e.kind == "bonus_sleepers_taken":
            refilled += e.data["count"]
            continue
        zone = e.data["zone"]
        woken[zone] += len(figures_of(e))
        about = {"zone": zone, "turn": e.turn}
        if e.data["figures"] > LIMIT:
            yield Finding(audit="A10", clause="SCORPION-24.1", facts=(n,), about=about)
        if woken[zone] > BEDS + refilled:
            yield Finding(audit="A10", clause="SCORPION-5.1", facts=(n,), about=about)
