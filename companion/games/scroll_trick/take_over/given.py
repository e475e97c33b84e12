"""What has been entered, read: as far as it is asked for at its moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.contract.take_over import Entered
from companion.games.table.entered import listed
from referee.core.values import Seat
from referee.scroll_trick.cards import SHADOW, deck
from referee.scroll_trick.moves import CONTEST, ENTRY, Options
from referee.scroll_trick.positions.model import OPENED, OVER

K = "scroll_trick.take_over."
GIVEN, HELD = "given", "held"
"""Whether the reference card has moved for the next round."""
TRICKS = "tricks"


@dataclass(frozen=True, slots=True)
class Given:
    """What was entered of a table, as far as it is asked for at its moment."""

    options: Options
    people: tuple[str, ...]
    entered: Entered

    @property
    def two(self) -> bool:
        return len(self.people) == 2

    @property
    def seats(self) -> tuple[str, ...]:
        return (*self.people, SHADOW) if self.two else self.people

    @property
    def plays(self) -> bool:
        return self.options.depth == "plays"

    @property
    def phase(self) -> str | None:
        return self.one("phase")

    @property
    def round(self) -> int:
        return int(self.one("round") or 1)

    def one(self, key: str) -> str | None:
        return self.entered.get(key) or None

    def many(self, key: str) -> list[str]:
        return list(listed(self.entered, key))

    def cards(self, seat: str) -> list[str]:
        return self.many(f"cards.{seat}") if self.phase in OPENED else []

    @property
    def first(self) -> str | None:
        return self.one("first" if self.moved else "marker")

    @property
    def given(self) -> bool:
        """Whether the reference card has moved for the next round."""
        return self.phase == "between" and self.one("moved") == GIVEN

    @property
    def moved(self) -> bool:
        """Whether the reference card no longer tells who started the match."""
        return self.round > 1 or self.given

    @property
    def now(self) -> list[tuple[str, str]]:
        """The cards of the trick, each with its seat: clockwise from the leader (SCROLL-6.2)."""
        if self.phase not in ("trick", "resolve"):
            return []
        order = self.order
        leader = self.one("leader")
        at = order.index(leader) if leader in order else 0
        return list(zip(order[at:] + order[:at], self.many("now"), strict=False))

    @property
    def order(self) -> tuple[str, ...]:
        """The seats clockwise, with the shadow in its place (O8)."""
        if not self.two:
            return self.people
        a = self.first if self.first in self.people else self.people[0]
        b = next(seat for seat in self.people if seat != a)
        return (a, b, SHADOW) if self.options.shadow_seat == "after_second" else (a, SHADOW, b)

    @property
    def opened(self) -> list[str]:
        """The cards of the trick that brought a scroll along."""
        named = self.many("opened")
        return [card for seat, card in self.now if seat == SHADOW or card in named]

    @property
    def certain(self) -> list[str]:
        """The cards of the shadow whose scroll is asked for: the leftmost of its row, and the one in the trick."""
        return [*self.cards(SHADOW)[:1], *(card for seat, card in self.now if seat == SHADOW)]

    @property
    def turned(self) -> list[str]:
        """The cards whose scroll may have been turned (SCROLL-5.5 to 5.8)."""
        if self.round == 1 or self.phase not in CONTEST | {"turn"}:
            return []
        row = self.cards(SHADOW)[1:] if self.options.shadow_rank == "ranked_turns" else []
        mine = [card for seat in self.people for card in self.cards(seat)]
        return [*mine, *(card for seat, card in self.now if seat != SHADOW and card in self.opened), *row]

    @property
    def up(self) -> list[str]:
        """The cards on which a scroll lies face up, or may."""
        named = self.many("up")
        return [*self.certain, *(card for card in self.turned if card in named)]

    def value(self, card: str) -> int | None:
        value = self.one(f"value.{card}") if card in self.up else None
        return None if value is None else int(value)

    @property
    def first_three(self) -> list[str]:
        """The cards of the shadow of which it is asked whether their scrolls are of the first three (SCROLL-9.6)."""
        if not self.two or self.round > 1 or self.phase not in CONTEST:
            return []
        return [*self.cards(SHADOW), *(card for seat, card in self.now if seat == SHADOW)]

    def start(self, seat: str, card: str) -> bool:
        if seat != SHADOW or self.round > 1:
            return False
        return not self.discards or card in self.many("start")

    @property
    def discards(self) -> list[str]:
        return self.many("discards") if self.phase in CONTEST else []

    def free(self, key: str) -> list[str]:
        """The cards that are entered in this field, or nowhere on the table."""
        fields = {*(f"cards.{seat}" for seat in self.seats), "now", "discards"} - {key}
        elsewhere = {card for field in fields for card in self.many(field)} - set(self.many(key))
        return [card for card in deck(self.options.kinds, self.options.numbers) if card not in elsewhere]

    @property
    def tells_round(self) -> bool:
        """Whether it matters which scrolls were captured in this round."""
        return self.phase in CONTEST | OVER | {"score"}

    def placed(self, seat: str) -> bool:
        return self.phase in CONTEST | {"turn"} or (self.phase == "place" and seat in self.many("placed"))

    def face_down(self, seat: str) -> list[str]:
        """The cards of a person on which a scroll lies face down."""
        mine = self.cards(seat) if self.placed(seat) else []
        laid = [*mine, *(card for who, card in self.now if who == seat and card in self.opened)]
        return [card for card in laid if self.value(card) is None]

    def waits(self, seat: str) -> bool:
        """Whether a person holds scrolls that were drawn (SCROLL-7.2)."""
        if self.phase == "between":
            return seat in self.many("drawn")
        return self.round > 1 and self.phase in ENTRY | {"deal"} and not self.placed(seat)


def read(options: Options, seats: Sequence[Seat], entered: Entered) -> Given:
    return Given(options, tuple(seat.seat for seat in seats), entered)


def filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what says nothing."""
    return {key: value for key, value in values.items() if value}
