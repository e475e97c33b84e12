"""A table of seats A, B, C, … on which tests play one declaration after the other."""

from __future__ import annotations

from typing import Any

from referee import shinobazu
from referee.core.values import Ruling, Seat
from tests.referee.judging import Judging


class Table(Judging):
    """Cards are recorded when they are laid, so one can turn over all."""

    GAME = shinobazu
    LEDGER = "SHINOBAZU"

    def __init__(self, seats: str = "ABCD", points: str = "", **options: Any) -> None:
        self.state = shinobazu.begin(shinobazu.OPTIONS(**options), [Seat(seat=s, name=f"Player {s}") for s in seats])
        if points:
            scores = {s: int(p) for s, p in zip(seats, points, strict=True)}
            self.state = shinobazu.adjust(self.state, shinobazu.ADJUSTMENT(points=scores))

    def lead(self, card: str, to: str | None = None, choice: str | None = None) -> None:
        """The start player leads truly; before another, that one declares `choice`."""
        start = self.state.start
        self.says(start, "lead", to=to or start, colour=card.split()[0], card=card)
        if choice:
            self.says(to or start, "declare", choice=choice)

    def lay(self, seat: str, card: str, choice: str, to: str | None = None) -> None:
        """Somebody lays a card, and its owner declares."""
        self.says(seat, "lay", to=to or seat, card=card)
        self.says(to or seat, "declare", choice=choice)

    def reveal(self) -> Ruling:
        """The table turns over all that is due."""
        ruling = self.says("table", "turn_over")
        while self.state.due:
            ruling = self.says("table", "turn_over")
        return ruling

    def go_on(self, challenge: bool = False) -> Ruling:
        """Decline the duel if there could be one, show what is left, and end the round."""
        if self.state.phase == "duel":
            self.says(self.state.challenger or "", "duel_decline")
        if self.state.due:
            self.reveal()
        return self.says("table", "end_round")

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(p.points for p in self.state.players)

    def view(self, viewer: str = "public") -> Any:
        return shinobazu.view(self.state, viewer)

    def prompts(self, viewer: str = "public") -> dict[str, Any]:
        """Return what is asked, by ask; of several equal asks the first."""
        asked: dict[str, Any] = {}
        for prompt in shinobazu.prompts(self.state, viewer):
            asked.setdefault(prompt.ask.removeprefix("shinobazu.ask."), prompt)
        return asked

    def front(self, seat: str) -> list[str | None]:
        """Return what everybody sees in front of a seat."""
        return [c.card for c in next(s for s in self.view().seats if s.seat == seat).front]

    def why(self) -> dict[str, str]:
        """Return the reasons of the last battle or duel, with the numbers of their clauses."""
        view = self.view()
        last = view.duel or view.battle
        return {w.reason.removeprefix("shinobazu.why."): w.clause.removeprefix("SHINOBAZU-") for w in last.why}
