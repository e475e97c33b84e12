"""A table that tracks the board alone, and words to declare with."""

from __future__ import annotations

from typing import Any

from referee.core.values import TABLE, Ruling
from referee.scorpion.parts import ScoredCharacter, Scores
from referee.scorpion.state import Character
from tests.referee.scorpion.table import Table


class Board:
    """The trackers of one match; the table declares."""

    def __init__(self, players: int = 2, *, begun: bool = True, whom: str | None = None, **options: Any) -> None:
        self.table = Table(players, depth="scores", **options)
        if begun:
            self.says("start", **({"intruder": whom} if whom else {}))

    def says(self, kind: str, waived: tuple[str, ...] = (), **fields: Any) -> Ruling:
        """Declare something that must be upheld."""
        return self.table.says(TABLE, kind, waived, **fields)

    def refuses(self, number: str, kind: str, **fields: Any) -> Ruling:
        """Declare something that must be refused by this clause."""
        return self.table.refuses(number, TABLE, kind, **fields)

    def turns(self, to: int) -> None:
        """Let the turns pass."""
        while self.table.state.turn < to:
            self.says("next_turn")

    def dies(self, who: str) -> None:
        """An intruder is lost and, where allowed, returns at once in the next turn."""
        self.says("death", intruder=who)
        self.says("next_turn")
        self.says("returned", intruder=who)

    def accomplishes(self, who: str, letter: str) -> None:
        """An intruder finds the right letter and shows it."""
        self.says("search", intruder=who, found=letter)
        self.says("mission", intruder=who, letter=letter)

    @property
    def alert(self) -> int:
        level: int = self.table.state.alert
        return level

    @property
    def scores(self) -> Scores:
        assert self.table.state.scores is not None
        return self.table.state.scores

    def one(self, who: str) -> Character:
        """Return what the state holds of a character."""
        return self.table.one(who)

    def scored(self, who: str) -> ScoredCharacter:
        """Return what is kept of a character beside the state."""
        return next(c for c in self.scores.characters if c.who == who)

    def asked(self) -> dict[str, Any]:
        """Return what is asked, by type of move."""
        return {ask.removeprefix("scores."): prompt for ask, prompt in self.table.prompts().items()}


def notices(ruling: Ruling) -> list[tuple[str, dict[str, Any]]]:
    """Return what a ruling tells, as keys without the game's name."""
    return [(n.message.removeprefix("scorpion."), n.params) for n in ruling.notices]


def kinds(ruling: Ruling) -> list[str]:
    """Return the kinds of what a ruling tells."""
    return [kind for kind, _ in notices(ruling)]
