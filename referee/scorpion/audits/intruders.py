"""Audits of where intruders were seen and heard (A1 to A3, A6, A7, A12, A13), and all findings together.

Findings follow from the public record and, after the end, the secret maps (ledger section 8). With both maps in the app
every secret answer is right by construction; audits serve cards that are only counted, the depth `scores`, and house
rulings. They change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.scorpion.audits import guards as audit_guards
from referee.scorpion.audits.guards import (
    Finding,
    Sighting,
    events,
    everybody,
    guards_after,
    moves_between,
    of_who,
    owner_of,
    pairs_of_sights,
    reach,
    who_of,
)
from referee.scorpion.hearing import carries
from referee.scorpion.knowledge.acts import figures_of
from referee.scorpion.moves import PASSAGE
from referee.scorpion.secrecy import was_taken_over
from referee.scorpion.state import Character, State, character, is_disputed
from referee.scorpion.turns import GUARD_PHASES

STEPS = 3

# From public facts


def not_heard_but_near(state: State) -> Iterator[Finding]:
    """A1: a unit heard nothing although an intruder, discovered in the same turn, was within its hearing (12.2).

    The number of zones that the intruder had moved is bounded below by its previous sighting in the guards' phases.
    """
    for who in everybody(state):
        before: Sighting | None = None
        for n, e in of_who(state, who, "discovered", "died", "returned", "passage_entered"):
            if e.kind != "discovered" or e.data["zone"] not in state.board:
                before = None
                continue
            seen = Sighting(n, e.turn, e.phase not in GUARD_PHASES, e.data["zone"])
            if not seen.moving:
                walked = before is not None and not before.moving and before.turn == seen.turn - 1
                least = state.board.sound.between(before.zone, seen.zone) if walked and before else 0
                yield from _listens_near(state, seen, least)
            before = seen


def _listens_near(state: State, seen: Sighting, noise: int) -> Iterator[Finding]:
    for n, e in events(state, "heard_nothing"):
        lies_in_reach = n < seen.n and e.turn == seen.turn and e.data["zone"] in state.board
        if lies_in_reach and carries(state.board, noise, seen.zone, e.data["zone"]):
            about = {"zone": e.data["zone"], "at": seen.zone, "turn": e.turn}
            yield Finding(audit="A1", clause="SCORPION-12.2", facts=(n, seen.n), open=True, about=about)


def overlong_paths(state: State) -> Iterator[Finding]:
    """A3: two sightings are farther apart than the turns between them allow (17.1)."""
    for who in everybody(state):
        for first, second in pairs_of_sights(state, who):
            if second.zone not in reach(state.board, first.zone, moves_between(first, second), ropes=True):
                yield _walked(who, first, second, "A3", "SCORPION-17.1")


def wall_without_rope(state: State) -> Iterator[Finding]:
    """A7: the way between two sightings crosses a wall, and no usable Rope had been played (17.6)."""
    for who in everybody(state):
        for first, second in pairs_of_sights(state, who):
            turns = moves_between(first, second)
            without = reach(state.board, first.zone, turns, ropes=False)
            if second.zone in without or _may_have_hung(state, who, second.n):
                continue
            if second.zone in reach(state.board, first.zone, turns, ropes=True):
                yield _walked(who, first, second, "A7", "SCORPION-17.6")


def _walked(who: str, first: Sighting, second: Sighting, audit: str, clause: str) -> Finding:
    about = {"intruder": who, "origin": first.zone, "zone": second.zone, "turn": second.turn}
    return Finding(audit=audit, clause=clause, facts=(first.n, second.n), about=about)


def _may_have_hung(state: State, who: str, before: int) -> bool:
    """Tell whether a rope may have hung: by a card of the intruder or, unless they are rivals, of the partner."""
    for n, e in events(state, "card_played"):
        if n < before and e.data.get("card") == "rope" and (not is_disputed(state) or who_of(state, e) == who):
            return True
    return False


def searched_out_of_reach(state: State) -> Iterator[Finding]:
    """A6: a zone was searched that the searcher cannot have touched, given its sightings in this turn (18.2)."""
    for n, e in events(state, "search_declared", "search_answered"):
        who, zone = who_of(state, e), e.data["zone"]
        if who is None or zone not in state.board:
            continue
        for m, seen in of_who(state, who, "discovered", "passage_left"):
            if seen.turn != e.turn or m > n:
                continue
            if seen.kind == "passage_left":
                break
            at = seen.data["zone"]
            if at in state.board and state.board.sound.between(at, zone) > STEPS:
                about = {"intruder": who, "zone": zone, "at": at, "turn": e.turn}
                yield Finding(audit="A6", clause="SCORPION-18.2", facts=(m, n), about=about)
                break


def hidden_for_no_reason(state: State) -> Iterator[Finding]:
    """A13: a visible intruder was hidden in the guards' phases, where nothing allows it (21.7)."""
    if state.options.rehide_when_alone == "yes":
        return
    for who in everybody(state):
        seen = -1
        for n, e in of_who(state, who, "discovered", "lost_sight"):
            if e.kind == "discovered":
                seen = n
            elif e.phase in GUARD_PHASES:
                about = {"intruder": who, "turn": e.turn}
                yield Finding(audit="A13", clause="SCORPION-21.7", facts=(seen, n), about=about)


# From the secret maps, after the end


def position(one: Character, turn: int) -> tuple[str, int] | None:
    """Return an intruder's zone and noise in the guards' phases of a turn; `None` if the map does not show them."""
    here = next((w for w in one.walks if w.turn == turn), None)
    before = next((w for w in one.walks if w.turn == turn - 1), None)
    noise = before.steps if before else 0
    if here is not None:
        return here.zones[0], noise
    left = before is None or len(before.zones) == before.steps
    return None if left or before is None else (before.zones[-1], noise)


def in_range(state: State, n: int) -> bool | None:
    """Tell whether an intruder was within hearing of the listen that an event answers, by the secret maps.

    `None` if they do not show it.
    """
    zone, turn, silent = state.record[n].data["zone"], state.record[n].turn, False
    for who in everybody(state):
        one = character(state, owner_of(state, who))
        lives = [e.kind for m, e in of_who(state, who, "died", "returned", "escaped") if m < n]
        if lives and lives[-1] != "returned":
            continue
        known = position(one, turn)
        if known is None:
            silent = True
        elif known[0] != PASSAGE and state.board.sound.between(zone, known[0]) <= known[1]:
            return True
    return None if silent else False


def wrong_answers(state: State) -> Iterator[Finding]:
    """A1 and A2: answers to listens that the secret maps contradict (12.2)."""
    for n, e in events(state, "heard", "heard_nothing"):
        if e.data["zone"] not in state.board:
            continue
        near = in_range(state, n)
        if near is not None and near != (e.kind == "heard"):
            audit = "A2" if e.kind == "heard" else "A1"
            about = {"zone": e.data["zone"], "turn": e.turn}
            yield Finding(audit=audit, clause="SCORPION-12.2", facts=(n,), open=False, about=about)


def illegal_starts(state: State) -> Iterator[Finding]:
    """A12: a start not on the edge (Ninja), or not inside the outer moat and away from guards (Traitor; 6.1 to 6.6)."""
    set_up = next((n for n, e in enumerate(state.record) if e.phase != "setup"), len(state.record)) - 1
    guarded = set(guards_after(state, set_up).values())
    for one in state.characters:
        if one.status == "absent":
            continue
        for zone, first in _starts(state, one):
            allowed = state.board.edge_zones if one.who == "ninja" else state.board.traitor_starts
            clause = "SCORPION-6.1" if one.who == "ninja" else "SCORPION-6.2"
            about = {"intruder": one.who, "zone": zone}
            if zone not in allowed:
                yield Finding(audit="A12", clause=clause, open=False, about=about)
            elif one.who == "traitor" and first and zone in guarded:
                yield Finding(audit="A12", clause="SCORPION-6.5", open=False, about=about)


def _starts(state: State, one: Character) -> Iterator[tuple[str, bool]]:
    """Yield the start zones of both lives, as far as the map still shows them, and whether it was the first."""
    back = [e.turn for _, e in events(state, "returned") if e.data["intruder"] == one.who]
    first = one.walks[0] if one.walks else None
    if back and first is not None and first.turn < back[0]:
        yield first.zones[0], True
    if one.start is not None:
        yield one.start, not back


def hidden_among_guards(state: State) -> Iterator[Finding]:
    """A13: the map shows an intruder unseen among guards, or hiding without a reason (21.4, 21.7)."""
    excused = state.options.shadow_walk_stop == "yes" or state.options.placement_discovers == "no"
    excused = excused or state.options.ninja_start_guarded == "hidden"
    for who in everybody(state):
        one = character(state, owner_of(state, who))
        for walk in one.walks:
            turn = [n for n, e in enumerate(state.record) if e.turn == walk.turn and e.phase == "intruders"]
            if not turn or len(walk.zones) == walk.steps:
                continue
            if not excused and not _is_visible(state, who, turn[-1]):
                there = [id for id, zone in guards_after(state, turn[-1]).items() if zone == walk.zones[-1] != PASSAGE]
                if there:
                    yield _standing(who, walk.zones[-1], walk.turn, turn[-1])
            hid = [n for n, e in of_who(state, who, "lost_sight") if n in turn]
            if hid and not walk.steps and not _is_cleared(state, walk.zones[0], turn):
                about = {"intruder": who, "zone": walk.zones[0], "turn": walk.turn}
                yield Finding(audit="A13", clause="SCORPION-21.7", facts=(hid[0],), open=False, about=about)


def _standing(who: str, zone: str, turn: int, n: int) -> Finding:
    # Figures set by hand are not in the record, so where guards stood is not certain.
    about = {"intruder": who, "zone": zone, "turn": turn}
    return Finding(audit="A13", clause="SCORPION-21.4", certainty="possible", facts=(n,), open=False, about=about)


def _is_visible(state: State, who: str, last: int) -> bool:
    seen = [e.kind for n, e in of_who(state, who, "discovered", "lost_sight", "died", "escaped") if n <= last]
    return bool(seen) and seen[-1] == "discovered"


def _is_cleared(state: State, zone: str, turn: list[int]) -> bool:
    if state.options.rehide_when_alone == "yes":
        return True
    gone = (e for n, e in events(state, "guard_killed", "guard_drunk") if n in turn)
    return any(e.data["zone"] == zone and figures_of(e.data) for e in gone)


Audit = Callable[[State], Iterator[Finding]]

OPEN: tuple[Audit, ...] = (
    not_heard_but_near,
    overlong_paths,
    audit_guards.entrance_not_announced,
    audit_guards.contradicting_answers,
    searched_out_of_reach,
    wall_without_rope,
    audit_guards.passage_without_card,
    audit_guards.too_many_intruder_cards,
    audit_guards.too_many_guard_cards,
    audit_guards.misdrawn_cards,
    audit_guards.moved_too_much,
    audit_guards.too_many_guards,
    hidden_for_no_reason,
)
"""The audits of the public record alone, whose findings everybody may know at once."""
CLOSING: tuple[Audit, ...] = (
    wrong_answers,
    audit_guards.entrance_never_announced,
    audit_guards.missions_and_tiles,
    illegal_starts,
    hidden_among_guards,
)
"""The audits that use a secret map, whose findings are told once everything is revealed."""


def findings(state: State) -> tuple[Finding, ...]:
    """Return the findings that may be told now: those from public facts, and after the end those of the secret maps.

    A record that begins with a take-over proves nothing.
    """
    if was_taken_over(state):
        return ()
    found = tuple(finding for audit in OPEN for finding in audit(state))
    if state.phase != "ended" or state.options.depth == "scores":
        return found
    return (*found, *(finding for audit in CLOSING for finding in audit(state)))
