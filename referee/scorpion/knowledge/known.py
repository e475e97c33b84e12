"""What a viewer knows of both intruders, folded from the public record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.core.replacing import replace
from referee.core.values import PUBLIC, Viewer
from referee.scorpion.event import Event
from referee.scorpion.knowledge.reasons import Reason, reason
from referee.scorpion.knowledge.rough import Place, Rough, rough
from referee.scorpion.knowledge.witness import Declared
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.state import State


@dataclass(frozen=True)
class Knowledge:
    """All situations that some legal secret play explains; see the package's docstring for what it can be asked."""

    known: Rough
    viewer: Viewer = PUBLIC
    broken: int | None = None
    _certain: Mapping[str, int] = field(default_factory=dict)
    _out: Mapping[tuple[str, str], Reason] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.known.places)

    def learn(self, events: Iterable[Event]) -> Knowledge:
        """Return what is known after more of the public record."""
        now = self
        for event in events:
            now = now._learned(event)
        return now

    def zones(self, who: str) -> tuple[str, ...]:
        """Return where an intruder can be, in the board's order, `PASSAGE` last; none once the intruder is gone."""
        zones = {zone for zone, _ in self.places(who)}
        board = self.known.board
        return (*board.in_order(zones - {PASSAGE}), *((PASSAGE,) if PASSAGE in zones else ()))

    def places(self, who: str) -> frozenset[Place]:
        """Return the same with the noise of each: how many zones the intruder moved in the last phase."""
        return self.known.places.get(who, frozenset())

    def pairs(self) -> frozenset[tuple[Place | None, Place | None]]:
        """Return the places of Ninja and Traitor that are possible together; None for one who is gone."""
        first, second = (self.places(who) or {None} for who in ("ninja", "traitor"))
        return frozenset((a, b) for a in first for b in second)

    def certain(self, who: str) -> int | None:
        """Return the turn in which it was last known where an intruder is, or None."""
        return self._certain.get(who)

    def why_out(self, who: str, zone: str) -> Reason | None:
        """Return the public fact that last put a zone out for an intruder, or None while it is in."""
        return self._out.get((who, zone))

    def histories(self) -> float:
        """Return log2 of the number of secret histories that explain the record."""
        return 0.0

    def witness(self, who: str, zone: str) -> tuple[Declared, ...]:
        """Return a secret history that explains the record and ends there; none where no history does."""
        return ()

    def _learned(self, event: Event) -> Knowledge:
        before, known = self.known, self.known.learned(event)
        if known is before:
            return self
        certain, out, broken = dict(self._certain), dict(self._out), self.broken
        for who, places in known.places.items():
            was, now = ({zone for zone, _ in p} for p in (before.places.get(who, ()), places))
            if len(now) == 1:
                certain[who] = event.turn
            for zone in was - now:
                out[who, zone] = reason(event)
            for zone in now - was:
                out.pop((who, zone), None)
        return replace(self, known=known, _certain=certain, _out=out, broken=broken)


def supported(options: Options, state: State | None = None) -> bool:
    """Tell whether anything can be worked out: wherever the referee itself knows where the intruders are."""
    return options.depth == "plays"


def nothing_known(state: State, viewer: Viewer = PUBLIC) -> Knowledge:
    """Return what is known before the first event."""
    return Knowledge(rough(state.board, state.options), viewer)


def knowledge_of(state: State, viewer: Viewer = PUBLIC) -> Knowledge:
    """Return what a viewer knows of both intruders, by the record and what that viewer alone knows."""
    return nothing_known(state, viewer).learn(state.record)
