"""The search for a whole play between the situations of a chain: each declaration is judged by the referee itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from referee.core.base import replace
from referee.scorpion import moves
from referee.scorpion.cards import KENJUTSU
from referee.scorpion.knowledge.cases import Box
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.knowledge.table import ANYBODY, WHO
from referee.scorpion.knowledge.witness.chain import Leap, hung, place_of, ropes_of
from referee.scorpion.knowledge.witness.paths import End, ahead, groups, paths
from referee.scorpion.knowledge.witness.script import Declared, Referee, Script, after, tells
from referee.scorpion.state import Character, Listening, Reacting, State, disputed, in_play
from referee.scorpion.trackers import Event
from referee.scorpion.turns import answered_first


class Moment(NamedTuple):
    """How far a play has come."""

    state: State
    open: int
    """How many of the declarations that stay have been made."""
    said: tuple[Any, ...] | None
    """The last secret or open declaration, and all before it."""


class Search:
    """One play along a chain of situations."""

    def __init__(
        self,
        referee: Referee,
        script: Script,
        record: Sequence[Event],
        way: Sequence[Leap],
        chain: Sequence[Box],
    ) -> None:
        """`chain` has a situation for each end of a leap, and one for where turn 1 begins."""
        self.referee, self.script, self.record = referee, script, record
        self.ground: Ground = way[0].a.now.ground
        self.stops = [(leap.b, case) for leap, case in zip(way, chain[1:], strict=True)]

    def found(self, begun: State) -> list[Declared] | None:
        """Return what is declared from turn 1 on, or None where nothing fits."""
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
        told = len(one.state.record) == len(self.record) and one.open == len(self.script.opens)
        return told and self._stands(one.state, len(self.stops) - 1)

    # What may be declared next

    def _onward(self, one: Moment) -> Iterator[Moment]:
        opens, n = self.script.opens, len(one.state.record)
        coming = opens[one.open] if one.open < len(opens) else None
        limit = coming.at if coming else len(self.record)
        for declared, state in self._secret(one.state, limit):
            if self._on_course(n, state):
                yield Moment(state, one.open, (declared, one.said))
        if coming is not None and coming.at == n:
            state_then = after(self.referee, one.state, coming.one)
            told = state_then is not None and len(state_then.record) == coming.to
            if state_then is not None and told and tells(state_then, n, self.record) and self._on_course(n, state_then):
                yield Moment(state_then, one.open + 1, (coming.one, one.said))

    def _on_course(self, before: int, state: State) -> bool:
        """Tell whether a state is where the chain is at the stops that it has just passed.

        The last stop is asked for at the end: whoever has not moved yet may still do so.
        """
        last = len(self.stops) - 1
        passed = (i for i in range(last) if before < self.stops[i][0].at <= len(state.record))
        return all(self._stands(state, i) for i in passed)

    def _stands(self, state: State, i: int) -> bool:
        stop, case = self.stops[i]
        ground, rivals = self.ground, stop.now.rivals
        if any(place_of(ground, state, side) != case.places(side) for side in range(len(WHO))):
            return False
        owners = stop.now.owners if stop.now.phase is None else stop.now.both(stop.now.phase).owners
        if ropes_of(ground, state, rivals) != hung(ground, case, owners, rivals):
            return False
        return all(bool(c.decoy) == bool(case.told[WHO.index(c.who)].decoy) for c in state.characters)

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
        """Yield the secret declarations that are no paths."""
        seats = [p.seat for p in state.players if p.seat in self.script.free]
        asked = answered_first(state)
        if isinstance(asked, Listening):
            for seat in seats:
                yield seat, moves.AnswerCat(use=False)
                yield seat, moves.AnswerCat(use=True)
        elif isinstance(asked, Reacting):
            for seat in seats:
                for use in ("none", *sorted({*KENJUTSU, "shuriken"} & {card for _, card in ahead(coming).cards[:1]})):
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
        next_told = coming[0].kind if coming else ""
        if next_told == "search_declared":
            for seat in seats:
                yield seat, _searches(coming)
        ends = disputed(state) or next_told == "intruder_phase_ended"
        for seat in seats if ends else ():
            yield seat, moves.EndIntruderPhase()
        told = ahead(coming)
        who, card = told.cards[0] if told.cards else ("", "")
        one = next((c for c in in_play(state) if c.who == who or who == ANYBODY), None)
        if one is None or one.seat not in self.script.free:
            return
        yield one.seat, moves.PlayIntruderCard(intruder=one.who, card=card, bluff=True)  # type: ignore[arg-type]
        if card == "shadow_walk":
            yield one.seat, moves.PlayIntruderCard(intruder=one.who, card=card)  # type: ignore[arg-type]
        targets = groups(told.drunk) if card == "potent_sake" else ((guard,) for guard in told.killed)
        for guards in targets:
            yield one.seat, moves.PlayIntruderCard(intruder=one.who, card=card, guards=guards)  # type: ignore[arg-type]

    def _movers(self, state: State) -> Iterator[tuple[str, dict[str, End]]]:
        """Yield who may move, one alone or both in one list, and where to."""
        free = [c for c in in_play(state) if c.seat in self.script.free and not c.locked]
        for one in free:
            yield one.seat, {one.who: self._end(state, one.who)}
        if len(free) > 1 and free[0].seat == free[1].seat:
            yield free[0].seat, {one.who: self._end(state, one.who) for one in free}

    def _end(self, state: State, who: str) -> End:
        """Return where a character has to be at the next stop of the chain."""
        case = next((case for stop, case in self.stops if stop.at > len(state.record)), self.stops[-1][1])
        place = case.places(WHO.index(who))
        if place == self.ground.gone:
            return None
        noise, zone = divmod(place.bit_length() - 1, self.ground.width)
        return self.ground.name(zone), noise


def _searches(coming: Sequence[Event]) -> moves.DeclareSearches:
    """Return the one declaration whose zones are told next: answers come right after them (SCORPION-18.8)."""
    named = []
    for e in coming:
        if e.kind != "search_declared":
            break
        who = e.data["intruder"]
        named.append(moves.Search(intruder=None if who == ANYBODY else who, zone=e.data["zone"]))
    return moves.DeclareSearches(searches=tuple(named))


def _key(state: State) -> Hashable:
    """Return what tells two states apart that have told the same."""
    return (
        len(state.record),
        state.phase,
        tuple(_without_walks(c) for c in state.characters),
        state.ropes,
        state.passages,
        state.pending,
        state.searches,
        state.intruders_done,
        state.figures,
        state.patrols,
    )


def _without_walks(one: Character) -> Character:
    return replace(one, walks=())


def _listed(one: Moment) -> list[Declared]:
    found: list[Declared] = []
    said = one.said
    while said is not None:
        last, said = said
        found.append(last)
    return found[::-1]
