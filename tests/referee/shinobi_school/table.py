"""A table of seats A, B, C, … on which tests play one declaration after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee import shinobi_school
from referee.core.values import Ruling, Seat
from referee.shinobi_school.cards import Cards
from referee.shinobi_school.state import player
from referee.shinobi_school.view_model import Tier
from tests.referee.judging import Judging


class Table(Judging):
    """A starts, unless the options say otherwise."""

    GAME = shinobi_school
    LEDGER = "SCHOOL"

    def __init__(self, seats: str = "ABCD", **options: Any) -> None:
        given = {"start": seats[0], **options}
        self.state = shinobi_school.begin(shinobi_school.OPTIONS(**given), [Seat(seat=s, name=f"{s}.") for s in seats])
        self.seats = seats

    def refuses(self, number: str, reason: str, seat: str, kind: str, /, **fields: Any) -> Ruling:  # type: ignore[override]
        """Declare something that must be refused by this clause, for this reason."""
        ruling = super().refuses(number, seat, kind, **fields)
        assert ruling.reason == f"shinobi_school.{reason}", (ruling.reason, ruling.params)
        return ruling

    # Bringing a table to a point of the rules

    def dealt(self) -> Table:
        self.says("table", "confirm_deal")
        return self

    def split(self, **earths: Sequence[int]) -> Table:
        """Deal, lay these earths (the others hold all in heaven) and turn them up."""
        if self.state.phase == "deal":
            self.dealt()
        for seat in self.seats:
            if not player(self.state, seat).ready:
                self.says(seat, "lay_earth", cards=list(earths.get(seat, ())))
        self.says("table", "reveal_earths")
        return self

    def playing(self, *tiers: str, **earths: Sequence[int]) -> Table:
        """Bring the table to A's first turn, on a field of these tiers, written `"9 9"`."""
        self.split(**earths)
        self.says("table", "first_field", cards=[1, 2])
        return self.field(*tiers)

    def field(self, *tiers: str) -> Table:
        """Lay another field."""
        sets = [tier.split() for tier in tiers]
        self.state = replace(self.state, field=tuple(Tier(int(each[0]), len(each)) for each in sets))
        return self

    def mansion(self, seat: str, heaven: int, earth: Sequence[int] = (), known: Cards = ()) -> Table:
        """Give a seat another mansion: so many cards in heaven, and these in earth."""
        players = tuple(
            replace(p, heaven_size=heaven, earth=tuple(earth), known=known, heaven=None) if p.seat == seat else p
            for p in self.state.players
        )
        self.state = replace(self.state, players=players)
        return self

    def place(self, seat: str, side: str, cards: str, end: str | None = None) -> Ruling:
        """Place a set, written `"9 9"`."""
        fields: dict[str, Any] = sets(cards)
        return self.says(seat, "place", side=side, end=end, **fields)

    def cannot_place(
        self, number: str, reason: str, seat: str, side: str, cards: str, end: str | None = None
    ) -> Ruling:
        return self.refuses(number, reason, seat, "place", side=side, **sets(cards), end=end)

    def wins(self, seat: str, side: str, cards: str) -> Ruling:
        """Place the last set of a mansion, and let the table score the round."""
        self.place(seat, side, cards)
        return self.says("table", "score_round")

    def passes(self, *seats: str) -> None:
        for seat in seats:
            self.says(seat, "end_turn")

    # Reading it

    @property
    def tiers(self) -> list[str]:
        return [" ".join([str(tier.number)] * tier.size) for tier in self.state.field]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(p.points for p in self.state.players)

    def view(self, viewer: str = "public") -> Any:
        return shinobi_school.view(self.state, viewer)

    def seat(self, seat: str) -> Any:
        return next(s for s in self.view().seats if s.seat == seat)

    def prompts(self, viewer: str = "public") -> dict[str, Any]:
        """Return what is asked, by ask; of several equal asks the first."""
        asked: dict[str, Any] = {}
        for prompt in shinobi_school.prompts(self.state, viewer):
            asked.setdefault(prompt.ask.removeprefix("shinobi_school.ask."), prompt)
        return asked


def sets(cards: str) -> dict[str, int]:
    numbers = [int(number) for number in cards.split()]
    assert len(set(numbers)) == 1
    return {"number": numbers[0], "size": len(numbers)}


def said(ruling: Ruling) -> list[str]:
    """Return the messages of a ruling, without the game's name."""
    return [notice.message.removeprefix("shinobi_school.") for notice in ruling.notices]
