"""A table of any game on which tests play one declaration after the other."""

from __future__ import annotations

from typing import Any, ClassVar

from referee.core.game import Game
from referee.core.values import Ruling


class Judging:
    """Judges declarations and keeps the state."""

    GAME: ClassVar[Game]
    LEDGER: ClassVar[str]
    """What the ids of the game's clauses begin with; tests name a clause by its number (`"4.1"`)."""
    state: Any

    def judge(self, seat: str, kind: str, /, waived: tuple[str, ...] = (), **fields: Any) -> Ruling:
        """Judge a declaration; the state stays."""
        move = self.GAME.MOVE.validate_python({"type": kind, **fields})
        return self.GAME.judge(self.state, seat, move, frozenset(f"{self.LEDGER}-{number}" for number in waived))

    def says(self, seat: str, kind: str, /, waived: tuple[str, ...] = (), **fields: Any) -> Ruling:
        """Declare something that must be upheld."""
        ruling = self.judge(seat, kind, waived, **fields)
        assert ruling.upheld, (ruling.clause, ruling.reason, ruling.params)
        self.state = ruling.state
        return ruling

    def refuses(self, number: str, seat: str, kind: str, /, **fields: Any) -> Ruling:
        """Declare something that must be refused by this clause."""
        ruling = self.judge(seat, kind, **fields)
        answer = (ruling.verdict, ruling.clause)
        assert answer == ("refused", f"{self.LEDGER}-{number}"), (ruling.clause, ruling.reason, ruling.params)
        assert ruling.state is None
        assert not ruling.notices
        return ruling
