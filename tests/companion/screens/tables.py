"""A table of a card game for tests and pictures: a real match, and the snapshots that phones are drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.phones.make_snapshot import REFUSED_PRIVATELY
from referee.core.journal import Declare, HouseRuling, Match
from referee.core.values import GAME_MASTER, PUBLIC


@dataclass(frozen=True)
class Table:
    """A match and who is awake; every act returns the next table. Raises `AssertionError` on a refusal."""

    match: Match
    asleep: frozenset[str] = frozenset()
    gm: Literal["none", "referee", "observer"] = "none"
    refusal: Any = None
    refused_move: Mapping[str, Any] | None = None
    log: tuple[Any, ...] = field(default=())

    def says(self, seat: str, type_: str, **move: Any) -> Self:
        """Declare a move that is upheld."""
        match, ruling = self.match.act(seat, Declare(seat=seat, move={"type": type_, **move}, salt="0" * 32))
        assert ruling.upheld, (seat, type_, move, ruling.clause, ruling.reason)
        return replace(self, match=match, refusal=None, refused_move=None)

    def tries(self, seat: str, type_: str, **move: Any) -> Self:
        """Declare a move that is refused. `shown` is the move as its phone names it."""
        shown = move.pop("shown", None)
        match, ruling = self.match.act(seat, Declare(seat=seat, move={"type": type_, **move}))
        assert not ruling.upheld
        return replace(self, match=match, refusal=ruling, refused_move=shown or {"type": type_, **move})

    def with_points(self, **points: int) -> Self:
        """Set points by hand, as a house ruling does."""
        match, ruling = self.match.act(GAME_MASTER, HouseRuling(adjust={"points": points}))
        assert ruling.upheld
        return replace(self, match=match)

    @property
    def view(self) -> Any:
        """What everybody sees."""
        return self.match.view(PUBLIC)

    def snap(self, viewer: str = "p1", held: str = "covered", **more: Any) -> Snapshot:
        """Return what the phone of `viewer` shows: a seat, `gm`, or the public display."""
        role = {GAME_MASTER: "gm", PUBLIC: "display"}.get(viewer, "seat")
        over = self.match.result is not None
        through = viewer if held != "covered" or over else PUBLIC
        view = self.match.view(through).model_copy(update={"viewer": viewer})
        hidden = self.refusal is not None and self.refusal.private and held == "covered"
        seats = tuple(
            SeatInfo(s.seat, s.name, "asleep" if s.seat in self.asleep else "here", mine=s.seat == viewer)
            for s in self.match.seats
        )
        options = self.match.options
        given: dict[str, Any] = {
            "screen": "end" if over else "play",
            "role": role,
            "viewer": viewer,
            "match": MatchInfo(
                "ABCDEF", self.match.game.KEY, options.depth, options.model_dump(), "ended" if over else "running",
                seats, "20:12", self.gm,
            ),
            "view": view,
            "prompts": self.match.prompts(through),
            "held": held,
            "refusal": REFUSED_PRIVATELY if hidden else self.refusal,
            "refused_move": None if hidden else self.refused_move,
            "undo": self.match.may_undo(viewer) if viewer != PUBLIC else None,
            "redo": self.match.may_redo(viewer) if viewer != PUBLIC else None,
            "my_seats": (viewer,) if role == "seat" else (),
            "log": self.match.log(GAME_MASTER if held != "covered" else PUBLIC) if role == "gm" else (),
            "proof": (12, 12) if over else None,
        }  # fmt: skip
        return Snapshot(**{**given, **more})
