"""What may be declared in 巻物取りっく Ninja Scroll Trick (ledger section 5).

Whoever declares a move is its player; where a move names one, it is for the table to declare, or for the shadow.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from referee.core.moves import Move, also
from referee.scroll_trick.cards import MOST, Card, Counts, Kind, Worth
from referee.scroll_trick.options import SeatId

Cards = Annotated[tuple[Card, ...], Field(max_length=MOST)]
Worths = Annotated[tuple[Worth, ...], Field(max_length=MOST)]


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str | int) else value


class Configure(Move, public=True, notes=("tile_counts",)):
    """The owner of the box enters what is in it: the counted scrolls, the kinds, the numbers (SCROLL-2.1, 2.5)."""

    tile_counts: Counts | None = None
    kinds: Annotated[tuple[Kind, ...], Field(max_length=MOST)] | None = None
    numbers: Annotated[tuple[Annotated[int, Field(ge=0, le=99)], ...], Field(max_length=MOST)] | None = None


class SetStartPlayer(Move, public=True):
    """The table names the first start player, who takes the reference card (SCROLL-2.10 to 2.12)."""

    player: SeatId


class TakeStartScrolls(Move, public=True):
    """A player takes +3, +1 and −1 (SCROLL-2.7); the table for `player`, the shadow, or all who have not."""

    player: SeatId | None = None
    values: Worths = (3, 1, -1)


class ConfirmDeal(Move, public=True):
    """Everybody has been dealt their cards (SCROLL-3.1, 3.2)."""

    cards: Annotated[int, Field(ge=0, le=999)] = 7


class RegisterHand(Move, secret=True, told=("noted",), notes=("cards",)):
    """A player notes their seven cards secretly; from then on the duty to follow is checked at once."""

    cards: Cards


class WithdrawEntry(Move, public=True):
    """A player whose secret entry was wrong gives it up: what lies on the table is true (ledger A7)."""

    what: Literal["hand", "scrolls"]


class ChooseTrump(Move, public=True):
    """The start player chooses the trump kind of the round (SCROLL-3.4)."""

    kind: Kind


class LayShadow(Move, public=True, notes=("cards", "value")):
    """The shadow's row lies: its three open cards from the left, and the value of the leftmost scroll (SCROLL-9.3)."""

    cards: Cards
    value: Worth


class OpenCard(Move, public=True):
    """A player opens one card of their hand (SCROLL-4.1)."""

    card: Card


class PlaceScrolls(Move, secret=("scrolls",), told=("noted",), notes=("scrolls",)):
    """A player lays scrolls on the three open cards, face down (SCROLL-5.1); which lies where may be noted secretly."""

    scrolls: Annotated[dict[Card, Worth], Field(max_length=MOST)] | None = None


class TurnScroll(Move, public=True, notes=("value",)):
    """A player who is due turns all scrolls that are due face up, in one declaration (SCROLL-5.5 to 5.9).

    `value` has theirs in the order of the cards; without it they are as their owner noted them. One card and one
    value may stand without a list around them.
    """

    card: Annotated[Cards, BeforeValidator(_listed), also({"type": "string"})]
    value: Annotated[Worths | None, BeforeValidator(_listed), also({"type": "integer"})] = None
    player: SeatId | None = None
    """`shadow`, where the option `shadow_rank=ranked_turns` makes it turn."""


class PlayCard(Move, public=True):
    """A player plays one card to the trick; the scroll on an open one comes along (SCROLL-6.2, 6.8)."""

    card: Card


class ShadowPlay(Move, public=True):
    """The shadow's card, which the rules determine, is played (SCROLL-9.10 to 9.13)."""

    card: Card | None = None


class TakeTrick(Move, public=True, notes=("values",)):
    """The winner takes the scrolls of the trick: their values by the seats that played them (SCROLL-6.15).

    A value that lies face up, that was noted, or that alone is possible may be left out.
    """

    player: SeatId
    values: Annotated[dict[SeatId, Worth], Field(max_length=MOST)] = Field(default_factory=dict)


class RefillShadow(Move, public=True, notes=("card", "value")):
    """The shadow's row is restored before the next trick (SCROLL-9.15)."""

    card: Card | None = None
    """The card that is opened, if one is."""
    value: Worth | None = None
    """The value of the leftmost scroll, if it is turned now."""


class DrawScrolls(Move, secret=("values",), told=("noted",), notes=("values",)):
    """A player draws three scrolls for the next round (SCROLL-7.2); the table for all. They may be noted secretly."""

    values: Worths | None = None


class GiveMarker(Move, public=True):
    """The lowest player takes the reference card (SCROLL-7.3)."""

    player: SeatId


class CheckCard(Move, secret=True):
    """A player asks, secretly, whether a card of the registered hand may be played. It changes nothing."""

    card: Card


class ClaimRevoke(Move, public=True):
    """A player claims that another did not follow in a trick of this round (ledger A1)."""

    accused: SeatId
    trick: Annotated[int, Field(ge=0, le=99)]


class Remedy(Move, public=True):
    """The table lets a proved revoke stand, or goes back to its trick (option `revoke_remedy=rewind`)."""

    choice: Literal["stand", "rewind"]


class BreakTie(Move, public=True):
    """The table says who of those still equal has won (option `final_tie=table`)."""

    player: SeatId


class ScoreTrick(Move, public=True, notes=("values",)):
    """Depth `scores`: who won a trick, and the scrolls captured in it."""

    player: SeatId
    values: Worths = ()


class ScoreRound(Move, public=True, notes=("captured",)):
    """Depth `scores`: what everybody captured in the whole round."""

    captured: Annotated[dict[SeatId, Worths], Field(max_length=MOST)]


class CloseRound(Move, public=True):
    """Depth `scores`: the round is over (rounds 1 and 2)."""


class Final(Move, public=True):
    """Depth `scores`: the third round is over, and the match with it."""
