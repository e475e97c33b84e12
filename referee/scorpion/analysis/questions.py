"""Every listen and search of a match: what it told, the best alternative, near misses, and puzzles.

The best alternative search is sought among all ways of all units that a search card allowed. A way on which nobody is
met excludes its zones, and the remaining situations are counted; a way on which somebody is met is learnt as public
events. Ways through the passage, and entrances and ropes that would have been found, are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log2
from typing import Final, NamedTuple

from referee.core.acts import Step
from referee.core.analysis import Moment, Phrase, Puzzle, Question
from referee.core.game import Progress
from referee.scorpion.analysis.after_the_end import Frame, PublicEvent, bits, excluded
from referee.scorpion.guards.listening import may_focus, may_listen, may_patrol_listen
from referee.scorpion.guards.searching import may_patrol_search, may_search
from referee.scorpion.guards.steps import REACH, zones_onward
from referee.scorpion.guards.units import Unit, where
from referee.scorpion.hearing import hears_any
from referee.scorpion.knowledge import Knowledge
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Event, Moving
from referee.scorpion.state import State, in_play, known_as, role_of, unit_text

SHOWN: Final = 6
NEAR: Final = 1
"""The greatest distance of a near miss, in zones as sound counts them."""


def misses(events: Sequence[PublicEvent], steps: Mapping[int, Step]) -> tuple[Moment, ...]:
    """Return the near misses, one for each turn and intruder; if there are many, those where most was known."""
    found: dict[tuple[int, str], tuple[int, Moment]] = {}
    for one, following in zip(events, [*events[1:], None], strict=True):
        if one.event.kind != "guards_moved" or (following is not None and _goes_on(one, following)):
            continue
        state: State = steps[one.entry].ruling.state
        zone, unit = one.event.data["zone"], one.event.data["unit"]
        for near in in_play(state):
            if near.visible or near.zone in (None, PASSAGE) or zone not in state.board:
                continue
            if state.board.sound.between(zone, near.zone or "") != NEAR:
                continue
            params = {"unit": unit, "zone": zone, "intruder": near.who, "place": near.zone}
            said = Phrase(message="scorpion.analysis.miss", params=params)
            known = len(one.after.zones(near.who) or one.after.zones("intruder"))
            moment = Moment(entry=one.entry, at=str(one.event.turn), said=said)
            found.setdefault((one.event.turn, near.who), (known, moment))
    best = sorted(found.values(), key=lambda each: each[0])[:SHOWN]
    return tuple(sorted((moment for _, moment in best), key=lambda moment: moment.entry))


def _goes_on(one: PublicEvent, following: PublicEvent) -> bool:
    return following.event.kind == "guards_moved" and following.event.data["unit"] == one.event.data["unit"]


SearchedZones = tuple[str, ...]


class Search(NamedTuple):
    unit: Unit
    start: str
    way: SearchedZones
    events: tuple[Event, ...]
    """The events that it would have made public."""


def best_search(state: State, role: str, before: Knowledge) -> Search | None:
    """Return the search that would have told most, given the true positions; `None` if none told anything."""
    found: Search | None = None
    most = 0.0
    tried: set[tuple[frozenset[str], str]] = set()
    for one in searches(state, role):
        met = one.way[-1] if one.events[-1].kind == "discovered" else ""
        same = frozenset(one.way), met
        if same in tried:
            continue
        tried.add(same)
        left = before.learn(one.events).situations() if met else before.situations(one.way)
        bits = before.uncertainty - log2(left) if left else 0.0
        if bits > most:
            found, most = one, bits
    return found


def searches(state: State, role: str) -> Iterator[Search]:
    """Yield every search that the rules allow a guard player, for units in one place only once per way."""
    known: set[tuple[str, str, SearchedZones]] = set()
    for card, roles_ in (("sentry_search", may_search(state, role)), ("patrol_search", may_patrol_search(state, role))):
        for name in roles_:
            unit = tuple(name.split("+"))
            start = where(state, unit)
            if start not in state.board:
                continue
            first, then = zones_onward(state, Moving(unit, card, role, REACH, start), start)
            for way in (way for to in first for way in ((to,), *((to, on) for on in then.get(to, ())))):
                if all(zone in state.board for zone in way) and (card, start, way) not in known:
                    known.add((card, start, way))
                    yield _search_of(state, unit, start, way)


def _search_of(state: State, unit: Unit, start: str, way: SearchedZones) -> Search:
    """Return a search with the events that it would have caused; meeting an intruder ends it (SCORPION-21.1)."""
    events: list[Event] = []
    at = start
    for n, zone in enumerate(way, 1):
        moved = {"unit": unit_text(unit), "origin": at, "zone": zone}
        events.append(_event(state, "guards_moved", moved))
        met = [one for one in in_play(state) if one.zone == zone]
        if met:
            events += [_event(state, "discovered", {"intruder": known_as(state, one.who), "zone": zone}) for one in met]
            return Search(unit, start, way[:n], tuple(events))
        at = zone
    return Search(unit, start, way, tuple(events))


def _event(state: State, kind: str, data: dict[str, str]) -> Event:
    return Event(turn=state.turn, phase=state.phase, kind=kind, data=data)


MOST: Final = 3
ZONES: Final = range(3, 41)
"""The allowed numbers of zones in a puzzle's answer."""


def puzzles(frames: Sequence[Frame]) -> tuple[Puzzle, ...]:
    """Return a few different moments with the fewest possible zones, and the reason why each other zone was excluded.

    There are none if the zones may be too many: after a house ruling, or in a match that was taken over.
    """
    there = [
        (zones, frame, who)
        for frame in frames
        if frame.phase != "intruders" and frame.knowledge.broken is None and frame.knowledge.laid is None
        for who in frame.knowledge.names
        if len(zones := asked_for(frame.knowledge, who)) in ZONES
    ]
    chosen: list[tuple[tuple[str, ...], Frame, str]] = []
    for zones, frame, who in sorted(there, key=lambda each: len(each[0])):
        alike = ((then.turn, name) == (frame.turn, who) or same == zones for same, then, name in chosen)
        if len(chosen) < MOST and not any(alike):
            chosen.append((zones, frame, who))
    return tuple(_puzzle(frame, who, zones) for zones, frame, who in sorted(chosen, key=lambda each: each[1].number))


def asked_for(known: Knowledge, who: str) -> tuple[str, ...]:
    """Return an intruder's possible zones; an empty tuple if the passage is among them."""
    zones = known.zones(who)
    return () if PASSAGE in zones else zones


def _puzzle(frame: Frame, who: str, right: tuple[str, ...]) -> Puzzle:
    board = frame.state.board
    reasons = {zone: frame.knowledge.why_out(who, zone) for zone in board.ids if zone not in right}
    why = {
        zone: Moment(
            entry=frame.number,
            at=str(reason.turn),
            said=Phrase(message=f"scorpion.{reason.kind}", params=dict(reason.data), clause=reason.clause),
        )
        for zone, reason in reasons.items()
        if reason is not None
    }
    said = Phrase(message="scorpion.analysis.where", params={"intruder": who, "turn": frame.turn})
    return Puzzle(
        entry=frame.number, at=str(frame.turn), said=said, choices=board.ids, right=right, why=why,
        board=board.hash,
    )  # fmt: skip


ANSWERS: Final = {"heard": "heard", "heard_nothing": "nothing", "cat_played": "cat"}
SEARCHES: Final = frozenset({"sentry_search", "patrol_search"})
ENDS: Final = frozenset(
    {"guard_card", "listen_declared", "alert_phase", "card_phase", "patrol_phase", "intruder_phase", "ended"}
)
"""The events that end a search by guards."""


class AskedQuestion(NamedTuple):
    """A question: the event that asked it, the events that answered, and what was known afterwards."""

    first: PublicEvent
    answer: tuple[Event, ...]
    after: Knowledge


def questions(events: Sequence[PublicEvent], steps: Mapping[int, Step], progress: Progress) -> tuple[Question, ...]:
    """Return every question of a match, in order."""
    every = list(asked(events))
    found: list[Question] = []
    for n, one in enumerate(every, 1):
        found.append(_question(one, steps))
        progress(n / len(every))
    return tuple(found)


def asked(events: Sequence[PublicEvent]) -> Iterator[AskedQuestion]:
    """Yield each listen with its answer, each search by guards with its way, and each search for a mission."""
    for n, one in enumerate(events):
        kind, later = one.event.kind, events[n + 1 :]
        if kind == "listen_declared":
            answer = next((each for each in later if each.event.kind in ANSWERS), None)
            if answer is not None:
                yield AskedQuestion(one, (answer.event,), answer.after)
        elif kind == "guard_card" and one.event.data.get("card") in SEARCHES:
            over = next((m for m, each in enumerate(later) if each.event.kind in ENDS), len(later))
            way = later[:over]
            yield AskedQuestion(one, tuple(each.event for each in way), way[-1].after if way else one.after)
        elif kind == "search_declared":
            same = (e.event for e in later if e.event.kind == "search_answered" and e.event.data == _about(one, e))
            answer_event = next(same, None)
            yield AskedQuestion(one, () if answer_event is None else (answer_event,), one.after)


def _about(one: PublicEvent, answer: PublicEvent) -> dict[str, object]:
    return {**one.event.data, "found": answer.event.data.get("found")}


def _question(one: AskedQuestion, steps: Mapping[int, Step]) -> Question:
    first = one.first
    event, before = first.event, first.before
    best: BestQuestion | None = None
    learnt_bits = bits(before, one.after)
    if event.kind != "search_declared" and (step := steps.get(first.entry)) is not None:
        best = best_question(step.before, step.seat, before, event.data.get("unit", ""))
    out = excluded(before, one.after)
    better = best is not None and (best.bits > learnt_bits + 0.05 or (best.out > out and best.bits >= learnt_bits))
    return Question(
        entry=first.entry,
        at=str(event.turn),
        said=_said(event),
        answer=_answer(one),
        out=out,
        bits=round(learnt_bits, 2),
        best=best.said if best is not None and better else None,
        best_out=0 if best is None else best.out if better else out,
        best_bits=0.0 if best is None else round(best.bits if better else learnt_bits, 2),
    )


def _said(event: Event) -> Phrase:
    if event.kind == "listen_declared":
        about = {"unit": event.data["unit"], "zone": event.data["zone"]}
        return Phrase(message="scorpion.analysis.listened", params=about, clause="SCORPION-12.1")
    if event.kind == "search_declared":
        return Phrase(message="scorpion.search_declared", params=dict(event.data), clause="SCORPION-18.6")
    about = {"unit": event.data.get("unit", ""), "zone": event.data.get("zone", "")}
    return Phrase(message="scorpion.analysis.searched", params=about)


def _answer(one: AskedQuestion) -> Phrase:
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


class BestQuestion(NamedTuple):
    """A possible question, and what it would have told."""

    said: Phrase
    bits: float
    out: int


def best_question(state: State, seat: str, before: Knowledge, asked_by: str) -> BestQuestion | None:
    """Return the listen or search that would have told most; `None` if none was possible."""
    if not any(player.seat == seat for player in state.players):
        return None
    role = role_of(state, seat)
    found = [*_listens(state, role, before, asked_by)]
    search = best_search(state, role, before)
    if search is not None:
        after = before.learn(search.events)
        about = {"unit": unit_text(search.unit), "zone": search.start, "way": list(search.way)}
        said = Phrase(message="scorpion.analysis.search_of", params=about)
        found.append(BestQuestion(said, bits(before, after), excluded(before, after)))
    return max(found, key=lambda one: (one.bits, one.out), default=None)


def _listens(state: State, role: str, before: Knowledge, asked_by: str) -> Iterator[BestQuestion]:
    """Yield the other listens that were possible, and what they would have told, given the true positions and no Cat.

    Possible are those that the rules allowed this player at that moment, with the cards in hand.
    """
    listeners = (*may_listen(state, role), *may_patrol_listen(state, role), *may_focus(state, role))
    units: dict[str, Unit] = {}
    for name in dict.fromkeys(listeners):
        unit = tuple(name.split("+"))
        units.setdefault(where(state, unit), unit)
    there = {who: {*before.zones(who)} for who in before.names}
    declared = before.learn((Event(turn=state.turn, phase=state.phase, kind="listen_declared"),))
    for zone, unit in units.items():
        if unit_text(unit) == asked_by:
            continue
        about = {"unit": unit_text(unit), "zone": zone}
        left = declared.after_listening(zone, hears_any(state, unit))
        said = Phrase(message="scorpion.analysis.listen_of", params=about)
        learnt_bits = max(0.0, before.uncertainty - log2(left.situations or 1))
        out = sum(len(zones.difference(left.zones.get(who, ()))) for who, zones in there.items())
        yield BestQuestion(said, learnt_bits, out)
