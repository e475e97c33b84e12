"""The search for a complete play between the situations of a chain, with paths that match the public record.

Candidates are generated step by step: cards as they became public, and steps over borders; the referee decides whether
they are legal. Each card of an intruder is public when it is played (SCORPION-26.4), so only the cards that the record
names next are tried.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product, takewhile
from typing import Any, Final, NamedTuple

from referee.core.base import replace
from referee.scorpion import moves
from referee.scorpion.cards import KENJUTSU
from referee.scorpion.knowledge.acts import ANYBODY, WHO
from referee.scorpion.knowledge.cases import SIDES, Case
from referee.scorpion.knowledge.ground import MOST, Ground, with_item
from referee.scorpion.knowledge.witness.chain import EventsBetween, hung, place_of, ropes_of
from referee.scorpion.knowledge.witness.script import Declared, Referee, Script, after, tells
from referee.scorpion.moves import PASSAGE, Step
from referee.scorpion.parts import Event
from referee.scorpion.state import MOST_DRUNK, Listening, Reacting, State, character, in_play, is_disputed
from referee.scorpion.turns import answered_first

ON_SHADOW: Final = "scorpion.shadow_goes_on"
"""The only refusal of a path that a longer path can avoid."""


class UpcomingEvents(NamedTuple):
    """What the record tells next."""

    cards: tuple[tuple[str, str], ...]
    """The owner and name of each card before the intruders search or a card answers a listen."""
    killed: tuple[str, ...]
    drunk: tuple[str, ...]
    escaped: frozenset[str]
    """The intruders who leave the map before the search."""


def upcoming(events: Sequence[Event]) -> UpcomingEvents:
    before = [*takewhile(lambda e: e.kind != "search_declared", events)]
    return UpcomingEvents(
        tuple((e.data["intruder"], e.data["card"]) for e in before if e.kind == "card_played"),
        tuple(e.data["guard"] for e in events if e.kind == "guard_killed"),
        tuple(e.data["guard"] for e in events if e.kind == "guard_drunk"),
        frozenset(e.data["intruder"] for e in before if e.kind == "escaped"),
    )


def uses(card: str, who: str | None, coming: UpcomingEvents) -> Iterator[Step]:
    """Yield the possible uses of a card without moving: against each guard ever removed, as a cover, as a bluff."""
    yield step(do="bluff", intruder=who, card=card)
    if card in KENJUTSU:
        for guard in coming.killed:
            yield step(do="kenjutsu", intruder=who, guards=(guard,), value=KENJUTSU[card])
    elif card == "shuriken":
        for guard in coming.killed:
            yield step(do="shuriken", intruder=who, guards=(guard,))
    elif card == "potent_sake":
        for guards in groups(coming.drunk):
            yield step(do="sake", intruder=who, guards=guards)
    elif card == "shadow_walk":
        yield step(do="shadow_walk", intruder=who)


def groups(guards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the possible groups of guards, in the order in which they are named."""
    for n in range(1, min(MOST_DRUNK, len(guards)) + 1):
        yield from combinations(guards, n)


@cache
def step(**fields: Any) -> Step:
    return moves.STEP.validate_python(fields)


def movements(state: State, who: str, at: str, tag: str | None) -> Iterator[tuple[Step, str, bool]]:
    """Yield every movement across borders, the zone it leads to, and whether it ends the path."""
    board = state.board
    if at == PASSAGE:
        for zone in board.in_order(zone for passage in state.passages for zone in passage.entrances):
            yield step(do="leave_passage", intruder=tag, to=zone), zone, zone in board.moats
        return
    for zone in board.neighbours(at, "plain"):
        yield step(do="walk", intruder=tag, to=zone), zone, zone in board.moats
    for zone in board.neighbours(at, "wall"):
        yield step(do="rope_new", intruder=tag, to=zone), zone, True
        if any({rope.a, rope.b} == {at, zone} for rope in state.ropes) or tag:
            yield step(do="rope_old", intruder=tag, to=zone), zone, True
    if any(at in passage.entrances for passage in state.passages):
        yield step(do="enter_passage", intruder=tag), PASSAGE, True
    if board.zone(at).edge:
        yield step(do="exit_map", intruder=tag), "", True


End = tuple[str, int] | None
"""The zone where a path ends and its number of zones; `None` for one that leaves the map."""
OFF: Final = ""
"""Stands for the zone of an intruder who has left the map."""


class UnfinishedPath(NamedTuple):
    """An unfinished path."""

    steps: tuple[Step, ...]
    at: tuple[str, ...]
    """The current zone of each mover."""
    made: tuple[int, ...]
    over: tuple[bool, ...]
    """For each mover: whether a rope, a moat, the passage or the map's edge has ended its movement."""
    card: int
    """The number of played cards in `Upcoming.cards`."""


def paths(
    referee: Referee, state: State, seat: str, ends: Mapping[str, End], record: Sequence[Event], limit: int
) -> Iterator[tuple[Any, State]]:
    """Yield every path of these movers with the given ends that matches the record, with the state after it."""
    movers = tuple(ends)
    coming = upcoming(record[len(state.record) : limit])
    if any(end is None and not coming.escaped & {who, ANYBODY} for who, end in ends.items()):
        return  # leaving the map is told at once
    near = {who: _near(state, end) for who, end in ends.items()}
    named = len(movers) > 1
    begun = tuple(character(state, who).zone or "" for who in movers)
    trying = [UnfinishedPath((), begun, (0,) * len(movers), (False,) * len(movers), 0)]
    shadow = any(character(state, who).shadow for who in movers)
    while trying:
        one = trying.pop()
        move = moves.LockPath(intruder=None if named else movers[0], steps=one.steps)  # type: ignore[arg-type]
        ruling = referee.judge(state, seat, move)
        tells_so = ruling.upheld and len(ruling.state.record) <= limit
        tells_so = tells_so and tells(ruling.state, len(state.record), record)
        if tells_so and all(_has_ended(ruling.state, who, end) for who, end in ends.items()):
            yield move, ruling.state
        walks_in_shadow = shadow or any(done.do == "shadow_walk" for done in one.steps)
        if ruling.upheld or ruling.reason == ON_SHADOW or not one.steps:
            goes_on = tells_so or walks_in_shadow or not one.steps
            trying += [longer for longer in _longer(state, one, movers, coming, goes_on) if _may_end(longer, near)]


def _has_ended(state: State, who: str, end: End) -> bool:
    one = character(state, who)
    return one.status != "in_play" if end is None else (one.zone, one.noise) == end


def _near(state: State, end: End) -> list[frozenset[str]]:
    """Return for each number of steps the zones from which they may lead to the end, over all borders and passages.

    The map is left in any number of steps, so `OFF` leads to itself.
    """
    zone, steps = end or (OFF, MOST)
    inside = {zone for passage in state.passages for zone in passage.entrances}
    found = [frozenset({zone})]
    for _ in range(steps):
        before: set[str] = set()
        if OFF in found[-1]:
            before |= {OFF, *state.board.edge_zones}
        for at in found[-1] - {OFF}:
            if at == PASSAGE:
                before |= inside
                continue
            before.update(state.board.neighbours(at, "plain"), state.board.neighbours(at, "wall"))
            if at in inside:
                before.add(PASSAGE)
        found.append(frozenset(before))
    return found


def _may_end(one: UnfinishedPath, near: Mapping[str, list[frozenset[str]]]) -> bool:
    return all(
        made < len(zones) and at in zones[len(zones) - 1 - made]
        for at, made, zones in zip(one.at, one.made, near.values(), strict=True)
    )


def _longer(
    state: State, one: UnfinishedPath, movers: tuple[str, ...], coming: UpcomingEvents, goes_on: bool
) -> Iterator[UnfinishedPath]:
    who, card = coming.cards[one.card] if one.card < len(coming.cards) else ("", "")
    for i, mover in enumerate(movers):
        tag = mover if len(movers) > 1 else None
        if who in (mover, "intruder"):
            for use in uses(card, tag, coming):
                yield one._replace(steps=(*one.steps, use), card=one.card + 1)
        if not goes_on or one.over[i] or one.made[i] >= MOST:
            continue
        for made, to, over in movements(state, mover, one.at[i], tag):
            if made.do == "rope_new" and (who, card) != (mover, "rope"):
                continue
            further = one._replace(
                steps=(*one.steps, made),
                at=with_item(one.at, i, to),
                made=with_item(one.made, i, one.made[i] + 1),
                over=with_item(one.over, i, over),
                card=one.card + (made.do == "rope_new"),
            )
            yield further
            if made.do == "enter_passage" and (who, card) == (mover, "secret_passage"):
                yield further._replace(card=one.card + 1)


class Moment(NamedTuple):
    """A point of a play that is being searched for."""

    state: State
    open: int
    """The number of fixed declarations that have been made."""
    said: tuple[Any, ...] | None
    """A linked list: the last declaration and those before it."""


class Search:
    """The search for one play along a chain of situations."""

    def __init__(
        self,
        referee: Referee,
        script: Script,
        record: Sequence[Event],
        course: Sequence[EventsBetween],
        chain: Sequence[Case],
    ) -> None:
        """`chain` has a situation for the beginning of turn 1 and for the end of each leap."""
        self.referee, self.script, self.record = referee, script, record
        self.ground: Ground = course[0].a.now.ground
        self.stops = [(leap.b, case) for leap, case in zip(course, chain[1:], strict=True)]

    def found(self, begun: State) -> list[Declared] | None:
        """Return the declarations from turn 1 on, or `None` if nothing fits."""
        first = Moment(begun, 0, None)
        known: set[Hashable] = set()
        trying: list[Iterator[Moment]] = [iter((first,))]
        while trying:
            one = next(trying[-1], None)
            if one is None:
                trying.pop()
                continue
            if self._ends(one):
                return _listed(one)
            same = (_key(one.state), one.open)
            if same in known:
                continue
            known.add(same)
            trying.append(self._onward(one))
        return None

    def _ends(self, one: Moment) -> bool:
        tells_so = len(one.state.record) == len(self.record) and one.open == len(self.script.opens)
        return tells_so and self._stands(one.state, len(self.stops) - 1)

    # What may be declared next

    def _onward(self, one: Moment) -> Iterator[Moment]:
        opens, n = self.script.opens, len(one.state.record)
        coming = opens[one.open] if one.open < len(opens) else None
        limit = coming.at if coming else len(self.record)
        for declared, state in self._secret(one.state, limit):
            if self._is_on_course(n, state):
                yield Moment(state, one.open, (declared, one.said))
        if coming is not None and coming.at == n:
            then = after(self.referee, one.state, coming.one)
            tells_so = then is not None and len(then.record) == coming.to and tells(then, n, self.record)
            if then is not None and tells_so and self._is_on_course(n, then):
                yield Moment(then, one.open + 1, (coming.one, one.said))

    def _is_on_course(self, before: int, state: State) -> bool:
        """Tell whether a state agrees with the chain at the stops just passed.

        The last stop is checked at the end, since an intruder who has not moved may still do so.
        """
        last = len(self.stops) - 1
        passed = (i for i in range(last) if before < self.stops[i][0].at <= len(state.record))
        return all(self._stands(state, i) for i in passed)

    def _stands(self, state: State, i: int) -> bool:
        stop, case = self.stops[i]
        ground = self.ground
        if any(place_of(ground, state, side) != case.places(side) for side in SIDES):
            return False
        owners = stop.now.owners if stop.now.phase is None else stop.now.both(stop.now.phase).owners
        if ropes_of(ground, state, case.rivals) != hung(ground, case, owners):
            return False
        return all(bool(c.decoy) == bool(case.halves(WHO.index(c.who))[0].shown.decoy) for c in state.characters)

    def _secret(self, state: State, limit: int) -> Iterator[tuple[Declared, State]]:
        n = len(state.record)
        if n > limit:
            return
        for seat, move in self._plain(state, self.record[n:limit]):
            ruling = self.referee.judge(state, seat, move)
            if ruling.upheld and len(ruling.state.record) <= limit and tells(ruling.state, n, self.record):
                yield Declared(seat, move), ruling.state
        if state.phase == "intruders" and answered_first(state) is None:
            for seat, ends in self._movers(state):
                for move, then in paths(self.referee, state, seat, ends, self.record, limit):
                    yield Declared(seat, move), then

    def _plain(self, state: State, coming: Sequence[Event]) -> Iterator[tuple[str, Any]]:
        """Yield the possible secret declarations except paths."""
        seats = [p.seat for p in state.players if p.seat in self.script.free]
        asked = answered_first(state)
        if isinstance(asked, Listening):
            for seat, plays in product(seats, (False, True)):
                yield seat, moves.AnswerCat(use=plays)
        elif isinstance(asked, Reacting):
            killing = {*KENJUTSU, "shuriken"}.intersection(card for _, card in upcoming(coming).cards[:1])
            for seat, use in product(seats, ("none", *killing)):
                yield seat, moves.AnswerHiddenSentry(use=use)  # type: ignore[arg-type]
        elif state.phase == "start":
            yield from self._returns(state)
        elif state.phase == "intruders":
            yield from self._acts(state, coming, seats)

    def _returns(self, state: State) -> Iterator[tuple[str, Any]]:
        seat = {c.who: c.seat for c in state.characters}
        for move in self.script.returning:
            if isinstance(move, moves.RedrawMission):
                yield seat[move.intruder], move
                continue
            end = self._end(state, move.intruder)
            zones = state.board.ids if end is None else (end[0],)
            for zone in zones:
                yield seat[move.intruder], move.model_copy(update={"zone": zone})

    def _acts(self, state: State, coming: Sequence[Event], seats: Sequence[str]) -> Iterator[tuple[str, Any]]:
        next_kind = coming[0].kind if coming else ""
        if next_kind == "search_declared":
            for seat in seats:
                yield seat, _searches(coming)
        ends = is_disputed(state) or next_kind == "intruder_phase_ended"
        for seat in seats if ends else ():
            yield seat, moves.EndIntruderPhase()
        coming_cards = upcoming(coming)
        who, card = coming_cards.cards[0] if coming_cards.cards else ("", "")
        one = next((c for c in in_play(state) if c.who == who or who == ANYBODY), None)
        if one is None or one.seat not in self.script.free:
            return
        yield one.seat, moves.PlayIntruderCard(intruder=one.who, card=card, bluff=True)  # type: ignore[arg-type]
        if card == "shadow_walk":
            yield one.seat, moves.PlayIntruderCard(intruder=one.who, card=card)  # type: ignore[arg-type]
        targets = groups(coming_cards.drunk) if card == "potent_sake" else ((guard,) for guard in coming_cards.killed)
        for guards in targets:
            yield one.seat, moves.PlayIntruderCard(intruder=one.who, card=card, guards=guards)  # type: ignore[arg-type]

    def _movers(self, state: State) -> Iterator[tuple[str, dict[str, End]]]:
        """Yield the intruders who may move, one alone or both in one list, with their ends."""
        free = [c for c in in_play(state) if c.seat in self.script.free and not c.locked]
        for one in free:
            yield one.seat, {one.who: self._end(state, one.who)}
        if len(free) > 1 and free[0].seat == free[1].seat:
            yield free[0].seat, {one.who: self._end(state, one.who) for one in free}

    def _end(self, state: State, who: str) -> End:
        """Return where an intruder has to be at the next stop of the chain."""
        case = next((case for stop, case in self.stops if stop.at > len(state.record)), self.stops[-1][1])
        place = case.places(WHO.index(who))
        if place == self.ground.gone:
            return None
        noise, zone = divmod(place.bit_length() - 1, self.ground.width)
        return self.ground.name(zone), noise


def _searches(coming: Sequence[Event]) -> moves.DeclareSearches:
    """Return the declaration of the searches that the record tells next, before any answer (SCORPION-18.8)."""
    told = (e.data for e in takewhile(lambda e: e.kind == "search_declared", coming))
    named = ((None if data["intruder"] == ANYBODY else data["intruder"], data["zone"]) for data in told)
    return moves.DeclareSearches(searches=tuple(moves.Search(intruder=who, zone=zone) for who, zone in named))


def _key(state: State) -> Hashable:
    """Return what distinguishes two states with the same record."""
    return (
        len(state.record),
        state.phase,
        tuple(replace(c, walks=()) for c in state.characters),
        state.ropes,
        state.passages,
        state.pending,
        state.searches,
        state.intruders_done,
        state.figures,
        state.patrols,
    )


def _listed(one: Moment) -> list[Declared]:
    found: list[Declared] = []
    said = one.said
    while said is not None:
        last, said = said
        found.append(last)
    return found[::-1]
