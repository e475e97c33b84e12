"""Shared parts of audits, and audits of the guards' moves, finds, cards and searches (ledger section 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Literal

from pydantic import Field

from referee.board.board import Board
from referee.core.values import Value
from referee.scorpion.cards import fits_deck
from referee.scorpion.guards.cards import HAND_CARDS
from referee.scorpion.knowledge.acts import figures_of
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Event
from referee.scorpion.state import LIMIT, State, character


class Finding(Value):
    """A breach of the rules that public facts prove or make likely. It changes nothing: the table decides.

    `facts` are the indices of events in the public record. `open` tells whether everybody may know it now; otherwise
    it also rests on a secret that is revealed after the end.
    """

    audit: str
    clause: str
    certainty: Literal["proven", "possible"] = "proven"
    facts: tuple[int, ...] = ()
    open: bool = True
    about: dict[str, Any] = Field(default_factory=dict)


@dataclass(frozen=True)
class Sighting:
    """A sighting of an intruder in a zone: event index, turn, and whether it was in the intruders' phase."""

    n: int
    turn: int
    moving: bool
    zone: str


def who_of(state: State, event: Event) -> str | None:
    """Return the intruder that an event is about; a lone wolf is always `intruder`."""
    named = event.data.get("intruder")
    if named is None:
        return None
    return "intruder" if state.options.lone_wolf != "off" else str(named)


def everybody(state: State) -> tuple[str, ...]:
    """Return the intruders by the names that `who_of` uses."""
    return ("intruder",) if state.options.lone_wolf != "off" else ("ninja", "traitor")


def owner_of(state: State, who: str) -> str:
    """Return the character with this name, as `who_of` uses it."""
    if who != "intruder":
        return who
    return next(c.who for c in state.characters if c.status != "absent")


def events(state: State, *kinds: str) -> Iterator[tuple[int, Event]]:
    return ((n, e) for n, e in enumerate(state.record) if e.kind in kinds)


def of_who(state: State, who: str, *kinds: str) -> Iterator[tuple[int, Event]]:
    return ((n, e) for n, e in events(state, *kinds) if who_of(state, e) == who)


BREAKS = ("died", "returned", "passage_entered", "passage_left", "escaped")
"""Events that interrupt the walk between two sightings."""


def pairs_of_sights(state: State, who: str) -> Iterator[tuple[Sighting, Sighting]]:
    """Yield every two consecutive sightings with only walking between them."""
    last: Sighting | None = None
    for n, e in of_who(state, who, "discovered", *BREAKS):
        if e.kind != "discovered" or e.data["zone"] not in state.board:
            last = None
            continue
        seen = Sighting(n, e.turn, e.phase == "intruders", e.data["zone"])
        if last is not None:
            yield last, seen
        last = seen


def moves_between(first: Sighting, second: Sighting) -> int:
    """Return the number of intruder phases between two sightings."""
    return second.turn - first.turn + second.moving


def reach(board: Board, start: str, turns: int, *, ropes: bool) -> frozenset[str]:
    """Return all zones that an intruder can touch in this many turns: three steps each, with stops (D7)."""
    touched, at = {start}, {start}
    for _ in range(turns):
        going, ends = set(at), set(at)
        for _ in range(3):
            walked = {z for zone in going for z in board.neighbours(zone, "plain")}
            climbed = {z for zone in going for z in board.neighbours(zone, "wall")} if ropes else set()
            ends |= walked | climbed
            going = walked - board.moats
        touched |= ends
        at = ends
    return frozenset(touched)


def guards_after(state: State, last: int) -> dict[str, str]:
    """Return the zones of the able guards after an event, by the record alone, without adjustments by hand."""
    at: dict[str, str] = {}
    for e in state.record[: last + 1]:
        match e.kind:
            case (
                "sentry_placed" | "patrol_placed" | "guards_woke" | "guards_moved" | "hidden_sentry_placed" | "sobered"
            ):
                at |= dict.fromkeys(figures_of(e.data), e.data["zone"])
            case "unit_lifted" | "guard_killed" | "guard_taken_off" | "guard_drunk":
                for id in figures_of(e.data):
                    at.pop(id, None)
    return at


def in_castle(state: State, zone: str) -> str | None:
    return state.board.zone(zone).castle if zone in state.board and zone != PASSAGE else None


def passage_without_card(state: State) -> Iterator[Finding]:
    """A8: an intruder entered the passage without ever having played a Secret Passage card in this life (25.7)."""
    for who in everybody(state):
        lies, entered = False, 0
        for n, e in of_who(state, who, "card_played", "passage_entered", "returned"):
            if e.kind == "returned":
                lies = lies and state.options.passage_after_return == "keeps"
            elif e.kind == "card_played":
                lies = lies or e.data["card"] == "secret_passage"
            elif not lies:
                entered += 1
                about = {"intruder": who, "turn": e.turn}
                yield Finding(audit="A8", clause="SCORPION-25.7", facts=(n,), about=about)


def too_many_intruder_cards(state: State) -> Iterator[Finding]:
    """A9: more cards in one life than the hand had, or more of a kind than the deck can have (3.1, 16.3, 23.6)."""
    options = state.options
    for who in everybody(state):
        one = owner_of(state, who)
        is_ninja = one == "ninja"
        hand = options.ninja_hand if is_ninja else options.traitor_hand
        rehand = options.ninja_rehand if is_ninja else options.traitor_rehand
        played: list[str] = []
        size, said = hand, False
        for n, e in of_who(state, who, "card_played", "returned"):
            if e.kind == "returned":
                played, size, said = [], rehand, False
                continue
            played.append(e.data["card"])
            about = {"intruder": who, "card": e.data["card"], "turn": e.turn}
            if said:
                continue
            if len(played) > size:
                clause = "SCORPION-23.6" if size == rehand != hand else "SCORPION-3.1"
                said = True
                yield Finding(audit="A9", clause=clause, facts=(n,), about=about)
            elif not fits_deck(one, played, state.options.deck_list(one)):  # type: ignore[arg-type]
                said = True
                yield Finding(audit="A9", clause="SCORPION-16.3", facts=(n,), about=about)


def too_many_guard_cards(state: State) -> Iterator[Finding]:
    """A9: a third hand card, a second card or attack of one guard, or more cards than the deck can have."""
    turns = sorted({e.turn for _, e in events(state, "guard_card")})
    for turn in turns:
        played = [(n, e) for n, e in events(state, "guard_card") if e.turn == turn]
        kenjutsu_is_free = state.options.kenjutsu_card_phase == "free"
        hand = [n for n, e in played if e.phase == "cards" and not (kenjutsu_is_free and e.data["card"] == "kenjutsu")]
        if len(hand) > HAND_CARDS:
            facts = (hand[0], hand[HAND_CARDS])
            yield Finding(audit="A9", clause="SCORPION-14.1", facts=facts, about={"turn": turn})
        yield from _twice(state, turn)
        if not _is_possible(state, turn):
            yield Finding(audit="A9", clause="SCORPION-1.3", facts=(played[-1][0],), about={"turn": turn})


def _twice(state: State, turn: int) -> Iterator[Finding]:
    """Yield findings about guards with two cards or two attacks in one turn (11.2, 22.8)."""
    had: dict[tuple[bool, str], int] = {}
    for n, e in events(state, "guard_card", "listen_declared"):
        if e.turn != turn or (e.kind == "listen_declared" and e.data.get("by") != "focus"):
            continue
        attack = e.data.get("card") == "kenjutsu"
        for id in figures_of(e.data):
            first = had.setdefault((attack, id), n)
            if first != n:
                clause = "SCORPION-22.8" if attack else "SCORPION-11.2"
                yield Finding(audit="A9", clause=clause, facts=(first, n), about={"guard": id, "turn": turn})


def _is_possible(state: State, turn: int) -> bool:
    """Tell whether the deck can contain all cards visible in a turn: used, in front, and as wounds."""
    seen: list[str] = []
    wounds: Counter[str] = Counter()
    for e in state.record:
        if e.turn > turn:
            break
        if e.kind in ("died", "escaped"):
            wounds[str(who_of(state, e))] = 0
        if e.kind != "guard_card":
            continue
        card = str(e.data["card"])
        if card == "secret_passage" or e.turn == turn:
            seen.append(card)
        elif card == "kenjutsu":
            wounds[str(who_of(state, e))] += 1
    return fits_deck("guards", (*seen, *["kenjutsu"] * wounds.total()), state.options.guard_deck)  # type: ignore[arg-type]


def misdrawn_cards(state: State) -> Iterator[Finding]:
    """A9: the guards drew a different number of cards than the alert level requires (10.4)."""
    for n, e in events(state, "card_phase"):
        due = [(m, x) for m, x in events(state, "alert_phase") if x.turn == e.turn and m < n and "draw" in x.data]
        if not due:
            continue
        drawn = sum(x.data["n"] for _, x in events(state, "drawn") if x.turn == e.turn)
        if drawn != due[-1][1].data["draw"]:
            about = {"turn": e.turn, "drawn": drawn, "due": due[-1][1].data["draw"]}
            yield Finding(audit="A9", clause="SCORPION-10.4", facts=(due[-1][0], n), about=about)


LETTERS = frozenset("ABCDEF")
MOST = {"trap": 2, "hidden_sentry": 2}


def contradicting_answers(state: State) -> Iterator[Finding]:
    """A5: answers to searches that cannot all be true (5.2 to 5.6, 18.13, 19.2, 19.5).

    A zone gives the same answer every time, except that a hidden sentry is gone afterwards.
    """
    first: dict[str, tuple[int, str]] = {}
    places: dict[str, dict[str, int]] = {}
    for n, e in events(state, "search_answered"):
        zone, found = str(e.data["zone"]), str(e.data["found"])
        about = {"zone": zone, "found": found, "turn": e.turn}
        if zone in first:
            expected = "nothing" if first[zone][1] == "hidden_sentry" else first[zone][1]
            if found != expected:
                both = (first[zone][0], n)
                yield Finding(audit="A5", clause="SCORPION-18.9", facts=both, about=about)
            continue
        first[zone] = (n, found)
        if found == "nothing":
            continue
        there = places.setdefault(found, {})
        there[zone] = n
        clause = _too_many(state, places, found, e)
        if clause is not None:
            facts = tuple(there.values()) if clause == "SCORPION-5.2" else (n,)
            yield Finding(audit="A5", clause=clause, facts=facts, about=about)


def _too_many(state: State, places: dict[str, dict[str, int]], found: str, event: Event) -> str | None:
    """Return the clause about the guards' marks that a find breaks, together with all earlier ones, or `None`."""
    if len(places[found]) > MOST.get(found, 1):
        return "SCORPION-5.2"
    zone = str(event.data["zone"])
    if state.options.depth == "scores" or zone not in state.board:
        return None
    if zone not in state.board.mark_zones:
        return "SCORPION-5.3" if state.board.zone(zone).post else "SCORPION-5.7"
    castle = in_castle(state, zone)
    letters = [z for letter in LETTERS for z in places.get(letter, ()) if in_castle(state, z) == castle]
    return "SCORPION-5.5" if found in LETTERS and len(letters) > 3 else None


def missions_and_tiles(state: State) -> Iterator[Finding]:
    """A11: with the tiles revealed, missions of the last life that were shown wrongly or not at all (18.10)."""
    if state.options.depth == "scores":
        return
    for who in everybody(state):
        one = character(state, owner_of(state, who))
        since = max((n for n, _ in of_who(state, who, "returned")), default=-1)
        shown = [(n, e) for n, e in of_who(state, who, "mission_accomplished") if n > since]
        for n, e in shown:
            if e.data["letter"] != one.mission:
                about = {"intruder": who, "letter": e.data["letter"], "tile": one.mission}
                yield Finding(audit="A11", clause="SCORPION-18.10", facts=(n,), open=False, about=about)
        found = [n for n, e in of_who(state, who, "search_answered") if n > since and e.data["found"] == one.mission]
        if found and not shown:
            about = {"intruder": who, "letter": one.mission}
            yield Finding(audit="A11", clause="SCORPION-18.10", facts=(found[0],), open=False, about=about)


BEDS = 2
REACH = 2
AFTERMATH = frozenset(
    {"discovered", "alert_raised", "lone_wolf_named", "lost_sight", "entrance_found", "rope_found", "guards_stopped"}
)
"""Events that a step or the end of its move may cause at once."""


def ends_of_moves(state: State) -> Iterator[tuple[int, str]]:
    """Yield the event index of every move's last step, and the zone where the move ended."""
    steps = list(events(state, "guards_moved"))
    for i, (n, e) in enumerate(steps):
        unit, zone = e.data["unit"], e.data["zone"]
        on = any(x.turn == e.turn and x.data["unit"] == unit and x.data["origin"] == zone for _, x in steps[i + 1 :])
        if not on:
            yield n, zone


def announced(state: State, n: int, zone: str) -> bool:
    """Tell whether an entrance was announced at the end of a move, or earlier."""
    afterwards = takewhile(lambda e: e.kind in AFTERMATH, state.record[n + 1 :])
    return any(e.kind == "entrance_found" and e.data["zone"] == zone for e in (*state.record[:n], *afterwards))


def entrance_not_announced(state: State) -> Iterator[Finding]:
    """A4: an entrance was not announced when guards ended a move on it, but was announced later (25.11)."""
    if state.options.passage_discoverable == "no":
        return
    for n, zone in ends_of_moves(state):
        later = [m for m, e in events(state, "entrance_found") if m > n and e.data["zone"] == zone]
        if later and not announced(state, n, zone):
            yield Finding(audit="A4", clause="SCORPION-25.11", facts=(n, later[0]), about={"zone": zone})


def entrance_never_announced(state: State) -> Iterator[Finding]:
    """A4 with the secret maps: an entrance where guards ended a move was never announced (25.11)."""
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
        for id in figures_of(e.data):
            steps = walked.setdefault((e.turn, id), [])
            steps.append(n)
            clause = _wrong_step(state, steps)
            if clause is not None:
                facts, about = (steps[-2], n), {"guard": id, "turn": e.turn}
                yield Finding(audit="A10", clause=clause, facts=facts, about=about)


def _wrong_step(state: State, steps: list[int]) -> str | None:
    """Return the clause that the last step of a guard in one turn breaks, or `None`."""
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
        woken[zone] += len(figures_of(e.data))
        about = {"zone": zone, "turn": e.turn}
        if e.data["figures"] > LIMIT:
            yield Finding(audit="A10", clause="SCORPION-24.1", facts=(n,), about=about)
        if woken[zone] > BEDS + refilled:
            yield Finding(audit="A10", clause="SCORPION-5.1", facts=(n,), about=about)
