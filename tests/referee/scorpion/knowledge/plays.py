"""Every secret declaration by which a world may go on, as far as it tells what the truth told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from referee.core.base import replace
from referee.scorpion import moves
from referee.scorpion.cards import KENJUTSU
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Event
from referee.scorpion.state import Character, Listening, Reacting, State, in_play, is_disputed
from referee.scorpion.turns import answered_first
from tests.referee.scorpion.knowledge.missions import Missions, matters
from tests.referee.scorpion.knowledge.tried_paths import Ahead, ahead, groups, paths
from tests.referee.scorpion.knowledge.worlds import Truth, declared, key, settled


class Plays:
    """The secret declarations of some seats, tried on worlds of one match."""

    def __init__(
        self,
        truth: Truth,
        seats: Iterable[str],
        missions: Missions,
        returning: Iterable[Any] = (),
        thorough: bool = False,
    ) -> None:
        """`returning` are the declarations with which characters came back in truth; `thorough` takes no short cut.

        Hands and letters stay theirs: whatever is played of a hand is public, and a letter asks for no place.
        """
        self.truth, self.seats = truth, frozenset(seats)
        self.missions = missions
        self.thorough = thorough
        self.returning = tuple(returning)
        self._paths: dict[Any, list[State]] = {}

    def closure(self, worlds: Iterable[State], limit: int) -> list[State]:
        """Return the worlds to which any number of secret declarations lead, with so many events told."""
        self._paths.clear()
        trying = list(worlds)
        known = {key(world): world for world in trying}
        while trying:
            for after in self.onward(trying.pop(), limit):
                if (same := key(after)) not in known:
                    known[same] = after
                    trying.append(after)
        return [world for world in known.values() if len(world.record) == limit]

    def onward(self, state: State, limit: int) -> Iterator[State]:
        """Yield the worlds to which one secret declaration leads."""
        for table, seat, move in self._single(state, limit):
            after = declared(table, seat, move, self.truth, limit)
            if after is not None:
                yield settled(after, self.truth)
        if state.phase == "intruders" and answered_first(state) is None:
            yield from self._moves(state, limit)

    # Single declarations

    def _single(self, state: State, limit: int) -> Iterator[tuple[State, str, Any]]:
        """Yield declarations that are no paths, each with the table on which it is made."""
        if state.phase == "start":
            yield from self._returns(state)
            return
        coming = self.truth.record[len(state.record) : limit]
        if coming and coming[0].kind == "search_declared":
            searched = self.missions.searched(state, coming)
            if searched is not None:
                for seat in self.seats:
                    yield searched, seat, _searches(coming)
        for seat, move in self._plain(state, coming):
            yield state, seat, move

    def _plain(self, state: State, coming: Sequence[Event]) -> Iterator[tuple[str, Any]]:
        asked = answered_first(state)
        seats = [p.seat for p in state.players if p.seat in self.seats]
        if isinstance(asked, Listening):
            for seat in seats:
                yield seat, moves.AnswerCat(use=False)
                if coming and coming[0].kind in ("card_played", "lone_wolf_named"):
                    yield seat, moves.AnswerCat(use=True)
        elif isinstance(asked, Reacting):
            for seat in seats:
                for use in ("none", *sorted({*KENJUTSU, "shuriken"} & {card for _, card in ahead(coming).cards[:1]})):
                    yield seat, moves.AnswerHiddenSentry(use=use)  # type: ignore[arg-type]
        elif state.phase == "intruders":
            if is_disputed(state) or (coming and coming[0].kind == "intruder_phase_ended"):
                for seat in seats:
                    yield seat, moves.EndIntruderPhase()
            yield from self._cards(state, ahead(coming))

    def _returns(self, state: State) -> Iterator[tuple[State, str, Any]]:
        seat = {c.who: c.seat for c in state.characters}
        for move in self.returning:
            if seat[move.intruder] not in self.seats:
                continue
            if isinstance(move, moves.Respawn):
                for zone in state.board.ids:
                    yield state, seat[move.intruder], move.model_copy(update={"zone": zone})
            elif not matters(state):
                yield state, seat[move.intruder], move
            else:
                for table, letter in self.missions.redrawn(state, move.intruder):
                    yield table, seat[move.intruder], move.model_copy(update={"letter": letter})

    def _cards(self, state: State, coming: Ahead) -> Iterator[tuple[str, Any]]:
        """Yield the next card played by itself, before or after a path (SCORPION-16.2)."""
        if not coming.cards:
            return
        who, card = coming.cards[0]
        one = next((c for c in state.characters if c.who == who), None)
        if one is None or one.seat not in self.seats:
            return
        yield one.seat, moves.PlayIntruderCard(intruder=who, card=card, bluff=True)  # type: ignore[arg-type]
        if card == "shadow_walk":
            yield one.seat, moves.PlayIntruderCard(intruder="ninja", card="shadow_walk")
        targets = groups(coming.drunk) if card == "potent_sake" else ((guard,) for guard in coming.killed)
        for guards in targets:
            yield one.seat, moves.PlayIntruderCard(intruder=who, card=card, guards=guards)  # type: ignore[arg-type]

    # Paths

    def _moves(self, state: State, limit: int) -> Iterator[State]:
        free = [c for c in in_play(state) if c.seat in self.seats and not c.locked]
        for one in free:
            yield from self._of_one(state, one, limit)
        one_player = len(free) == 2 and free[0].seat == free[1].seat
        if one_player and (self.thorough or self._entangled(state, limit)):
            yield from paths(state, free[0].seat, (free[0].who, free[1].who), self.truth, limit)

    def _of_one(self, state: State, one: Character, limit: int) -> Iterator[State]:
        """Try a path once for all worlds that differ only in where the other one hides: no path asks for that."""
        others = [c for c in state.characters if c.who != one.who]
        hidden = tuple(_masked(c) for c in others)
        same = (one, hidden, key(replace(state, characters=())), limit)
        if same not in self._paths or self.thorough:
            found = list(paths(state, one.seat, (one.who,), self.truth, limit))
            if self.thorough or any(set(others) - set(after.characters) for after in found):
                yield from found
                return
            self._paths[same] = found
        for after in self._paths[same]:
            moved = next(c for c in after.characters if c.who == one.who)
            characters = tuple(moved if c.who == one.who else c for c in state.characters)
            yield settled(replace(after, characters=characters), self.truth)

    def _entangled(self, state: State, limit: int) -> bool:
        """Tell whether a list of both can explain more than two lists: more than one thing is told before a search."""
        told = 0
        for e in self.truth.record[len(state.record) : limit]:
            if e.kind in ("search_declared", "intruder_phase_ended", "adjusted"):
                break
            told += "intruder" in e.data or e.data.get("cause") == "mission"
        return told > 1


def _masked(one: Character) -> Character:
    seen = one.visible or one.zone == PASSAGE
    return replace(one, zone=one.zone if seen else None, noise=0, touched=(), mission=None)


def _searches(coming: Any) -> moves.DeclareSearches:
    """Return the one declaration whose zones are told next: answers come right after them (SCORPION-18.8)."""
    named = []
    for e in coming:
        if e.kind != "search_declared":
            break
        who = e.data["intruder"]
        named.append(moves.Search(intruder=None if who == "intruder" else who, zone=e.data["zone"]))
    return moves.DeclareSearches(searches=tuple(named))
