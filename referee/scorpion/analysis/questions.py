"""Each listen and each search: what it told, and the best that stood open in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log2
from typing import Final, NamedTuple

from referee.core.analysis import Phrase, Question
from referee.core.extras import Progress
from referee.core.steps import Step
from referee.scorpion.analysis.searches import best_search
from referee.scorpion.analysis.told import Told, bits, excluded
from referee.scorpion.event import Event
from referee.scorpion.guards.listening import may_focus, may_listen, may_patrol_listen
from referee.scorpion.guards.units import Unit, where
from referee.scorpion.hearing import heard
from referee.scorpion.knowledge import Knowledge
from referee.scorpion.state import State, role_of, unit_text

ANSWERS: Final = {"heard": "heard", "heard_nothing": "nothing", "cat_played": "cat"}
SEARCHES: Final = frozenset({"sentry_search", "patrol_search"})
ENDS: Final = frozenset(
    {"guard_card", "listen_declared", "alert_phase", "card_phase", "patrol_phase", "intruder_phase", "ended"}
)
"""The events after which a search by guards is over."""


class Asked(NamedTuple):
    """A question: the event that asked it, those that answered, and what was known before and after."""

    first: Told
    answer: tuple[Event, ...]
    after: Knowledge


def questions(events: Sequence[Told], steps: Mapping[int, Step], progress: Progress) -> tuple[Question, ...]:
    """Return every question of a match in order."""
    every = list(asked(events))
    found: list[Question] = []
    for n, one in enumerate(every, 1):
        found.append(_question(one, steps))
        progress(n / len(every))
    return tuple(found)


def asked(events: Sequence[Told]) -> Iterator[Asked]:
    """Yield each listen with its answer, each search by guards with its way, and each search for a mission."""
    for n, one in enumerate(events):
        kind, later = one.event.kind, events[n + 1 :]
        if kind == "listen_declared":
            answer = next((each for each in later if each.event.kind in ANSWERS), None)
            if answer is not None:
                yield Asked(one, (answer.event,), answer.after)
        elif kind == "guard_card" and one.event.data.get("card") in SEARCHES:
            over = next((m for m, each in enumerate(later) if each.event.kind in ENDS), len(later))
            way = later[:over]
            yield Asked(one, tuple(each.event for each in way), way[-1].after if way else one.after)
        elif kind == "search_declared":
            same = (e.event for e in later if e.event.kind == "search_answered" and e.event.data == _about(one, e))
            answer_event = next(same, None)
            yield Asked(one, () if answer_event is None else (answer_event,), one.after)


def _about(one: Told, answer: Told) -> dict[str, object]:
    return {**one.event.data, "found": answer.event.data.get("found")}


def _question(one: Asked, steps: Mapping[int, Step]) -> Question:
    first = one.first
    event, before = first.event, first.before
    best: Best | None = None
    told = bits(before, one.after)
    if event.kind != "search_declared" and (step := steps.get(first.entry)) is not None:
        best = best_question(step.before, step.seat, before, event.data.get("unit", ""))
    out = excluded(before, one.after)
    better = best is not None and (best.bits > told + 0.05 or (best.out > out and best.bits >= told))
    return Question(
        entry=first.entry,
        at=str(event.turn),
        said=_said(event),
        answer=_answer(one),
        out=out,
        bits=round(told, 2),
        best=best.said if best is not None and better else None,
        best_out=0 if best is None else best.out if better else out,
        best_bits=0.0 if best is None else round(best.bits if better else told, 2),
    )


def _said(event: Event) -> Phrase:
    if event.kind == "listen_declared":
        about = {"unit": event.data["unit"], "zone": event.data["zone"]}
        return Phrase(message="scorpion.analysis.listened", params=about, clause="SCORPION-12.1")
    if event.kind == "search_declared":
        return Phrase(message="scorpion.search_declared", params=dict(event.data), clause="SCORPION-18.6")
    about = {"unit": event.data.get("unit", ""), "zone": event.data.get("zone", "")}
    return Phrase(message="scorpion.analysis.searched", params=about)


def _answer(one: Asked) -> Phrase:
    if one.first.event.kind == "listen_declared":
        return Phrase(message=f"scorpion.analysis.{ANSWERS[one.answer[0].kind]}")
    if one.first.event.kind == "search_declared":
        if not one.answer:
            return Phrase(message="scorpion.analysis.unanswered")
        return Phrase(message="scorpion.search_answered", params=dict(one.answer[0].data))
    met = next((event for event in one.answer if event.kind == "discovered"), None)
    if met is None:
        return Phrase(message="scorpion.analysis.found_nobody")
    return Phrase(message="scorpion.discovered", params=dict(met.data))


class Best(NamedTuple):
    """A question that stood open, and what it would have told."""

    said: Phrase
    bits: float
    out: int


def best_question(state: State, seat: str, before: Knowledge, asked_by: str) -> Best | None:
    """Return the listen or the search that would have told most; None where none stood open."""
    if not any(player.seat == seat for player in state.players):
        return None
    role = role_of(state, seat)
    listen = best_listen(state, role, before, asked_by)
    search = best_search(state, role, before)
    if search is None:
        return listen
    after = before.learn(search.events)
    about = {"unit": unit_text(search.unit), "zone": search.start, "way": list(search.way)}
    said = Phrase(message="scorpion.analysis.search_of", params=about)
    other = Best(said, bits(before, after), excluded(before, after))
    return other if listen is None or (other.bits, other.out) > (listen.bits, listen.out) else listen


def best_listen(state: State, role: str, before: Knowledge, asked_by: str) -> Best | None:
    """Return the listen that would have told most, as all stood in truth and without a cat; None where none stood open.

    Those stand open that the rules allow to this player at that moment, with the cards that they had.
    """
    names = (*may_listen(state, role), *may_patrol_listen(state, role), *may_focus(state, role))
    units: dict[str, Unit] = {}
    for name in dict.fromkeys(names):
        unit = tuple(name.split("+"))
        units.setdefault(where(state, unit), unit)
    found: Best | None = None
    there = {who: {*before.zones(who)} for who in before.names}
    declared = before.learn((Event(turn=state.turn, phase=state.phase, kind="listen_declared"),))
    for zone, unit in units.items():
        if unit_text(unit) == asked_by:
            continue
        about = {"unit": unit_text(unit), "zone": zone}
        left = declared.after_listening(zone, heard(state, unit))
        said = Phrase(message="scorpion.analysis.listen_of", params=about)
        told = max(0.0, before.uncertainty - log2(left.situations or 1))
        one = Best(said, told, sum(len(zones.difference(left.zones.get(who, ()))) for who, zones in there.items()))
        if found is None or (one.bits, one.out) > (found.bits, found.out):
            found = one
    return found
