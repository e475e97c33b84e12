"""The options of a match, and the moves of 戯略 Giryaku (ledger sections 5, 9).

A move is about the seat that declares it; only moves at the depth `scores` name the player.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from referee.core.game import GameOptions
from referee.core.moves import Move, late
from referee.core.values import Value
from referee.giryaku.cards import CELLS, COLUMNS, Card, Cell, Column, Pair, Target

SeatId = Annotated[str, Field(min_length=1, max_length=40)]
ConsumeMap = Literal["O_raids", "S_raids", "N_raids"]
"""The kind that raids when it is consumed; the two others withdraw (GIRYAKU-8.8)."""
CONSUME_MAP: ConsumeMap = "O_raids"


CustomRange = Annotated[dict[Column, Annotated[tuple[Cell, ...], Field(max_length=40)]], Field(max_length=40)]
"""The cells of the other board that N×O strikes, by the column in which it is completed."""
NinShiRange = Literal["both_diagonals", "one_diagonal", "neighbours_only"] | CustomRange
NIN_SHI_RANGE: NinShiRange = "both_diagonals"


def misnamed(reach: NinShiRange | None) -> str | None:
    """Return why a table's own range is invalid: it must name distinct cells for each column (GIRYAKU-7.12)."""
    if not isinstance(reach, dict):
        return None
    if not {cell for struck in reach.values() for cell in struck} <= set(CELLS):
        return "giryaku.range_cells"
    if sorted(reach) != list(COLUMNS) or not all(reach.values()):
        return "giryaku.range_columns"
    return "giryaku.range_twice" if any(len(set(struck)) < len(struck) for struck in reach.values()) else None


def well_named(reach: NinShiRange) -> NinShiRange:
    if (why := misnamed(reach)) is not None:
        raise ValueError(why)
    return reach


class Options(GameOptions):
    """The options of a match. Each comment names the open point that the option decides.

    `consume_map` and `nin_shi_range` are printed in the box: while they are `None`, the owner of the box is asked.
    """

    first_player: SeatId | None = None  # OP-1
    consume_map: ConsumeMap | None = None  # OP-13
    nin_shi_range: Annotated[NinShiRange, AfterValidator(well_named)] | None = None  # OP-4
    opening_redraw: Literal["own", "both"] = "own"  # OP-2
    raid_extra: Literal["turn_after_refill", "action_before_refill"] = "turn_after_refill"  # OP-3
    first_turn_ban: Literal["first_turn_only", "first_turn_and_chained"] = "first_turn_only"  # OP-3b
    final_turn_extra: Literal["denied", "granted"] = "denied"  # OP-3c
    withdraw_return: Literal["shuffle", "top", "bottom"] = "shuffle"  # OP-5
    rearrange_scope: Literal["any_cells", "swap_only"] = "any_cells"  # OP-7
    facedown_pair: Literal["claim", "show"] = "claim"  # OP-8
    flip_mode: Literal["trust", "app"] = "trust"  # OP-8
    """`app`: the owner's phone records face-down cards. `trust`: the app learns them when they are shown."""
    self_empty_board: Literal["no_loss", "loss", "forbid"] = "no_loss"  # OP-11


class Graveyard(Value):
    """The number of cards of each kind in a graveyard."""

    S: Annotated[int, Field(ge=0, le=99)] = 0
    N: Annotated[int, Field(ge=0, le=99)] = 0
    O: Annotated[int, Field(ge=0, le=99)] = 0  # noqa: E741


class Adjustment(Value):
    """A house ruling sets graveyards by hand; the deck is adjusted accordingly."""

    graveyards: Annotated[dict[SeatId, Graveyard], Field(max_length=2)]


MOST = 40
"""Maximum length of a list in a move; the rules require shorter ones."""
Cards = Annotated[tuple[Card, ...], Field(max_length=MOST)]
Several = Annotated[tuple[Card, ...], Field(min_length=2, max_length=MOST)]
"""Several cards where the rules require one, so that the rule can refuse them."""
Targets = Annotated[tuple[Target, ...], Field(min_length=2, max_length=MOST)]
"""Several targets where the rules require one, so that the rule can refuse them."""
Layout = Annotated[dict[Cell, Card], Field(max_length=MOST)]
Index = Annotated[int, Field(ge=-99, le=99)]
Row = Annotated[str, Field(pattern=r"^[A-Z]$", examples=["L", "U"])]


DEALT = late("GIRYAKU-2.3", "dealt_already")
OVER = late("GIRYAKU-9.6", "last_turn_done")
"""At the depth `scores`: only the final count is left."""

# Before the first turn


class Configure(Move, public=True, for_all=True, depth="both", during={"setup", "untouched"}, late=DEALT):
    """The table decides who goes first and what the box says, before the deal (GIRYAKU-2.11, 7.12, 8.8)."""

    first_player: SeatId | None = None
    consume_map: ConsumeMap | None = None
    nin_shi_range: NinShiRange | None = None
    opening_redraw: Literal["own", "both"] | None = None
    raid_extra: Literal["turn_after_refill", "action_before_refill"] | None = None
    first_turn_ban: Literal["first_turn_only", "first_turn_and_chained"] | None = None
    final_turn_extra: Literal["denied", "granted"] | None = None
    withdraw_return: Literal["shuffle", "top", "bottom"] | None = None
    rearrange_scope: Literal["any_cells", "swap_only"] | None = None
    facedown_pair: Literal["claim", "show"] | None = None
    flip_mode: Literal["trust", "app"] | None = None
    self_empty_board: Literal["no_loss", "loss", "forbid"] | None = None


class DealDone(Move, public=True, for_all=True, during={"setup"}, late=DEALT):
    """All decks of 15 are shuffled, and two extra cards are set aside (GIRYAKU-2.1 to 2.4)."""


class RevealOpening(
    Move, public=True, notes=("cards",), during={"opening_draw"}, late=late("GIRYAKU-2.5", "opening_shown_already")
):
    """A player shows the three cards drawn (GIRYAKU-2.5)."""

    cards: Cards


class RedrawOpening(
    Move, public=True, notes=("cards",), during={"opening_draw"}, late=late("GIRYAKU-2.6", "no_redraw_now")
):
    """A player who had to return all three cards shows the new ones (GIRYAKU-2.6)."""

    cards: Cards


class OpeningPlace(Move, public=True, during={"opening_place"}, late=late("GIRYAKU-2.7", "opening_placed_already")):
    """A player lays two of the three cards face down in the lower row of two columns (GIRYAKU-2.7)."""

    cols: Annotated[tuple[Column, ...], Field(max_length=MOST)]


class OpeningReveal(
    Move, public=True, notes=("cards",), during={"opening_reveal"}, late=late("GIRYAKU-2.8", "revealed_already")
):
    """A player turns the opening cards up: column and card (GIRYAKU-2.8)."""

    cards: Annotated[dict[Column, Card], Field(max_length=MOST)]


# Actions of a turn


class Place(Move, secret=("card",), told=("col", "face_down", "row"), notes=("card",), during={"turn"}):
    """A hand card is placed on the player's board, in the lowest free cell of a column (GIRYAKU-4).

    A face-down card is named only if the owner's phone records it (option `flip_mode=app`).
    """

    col: Column
    card: Card | Several | None = None
    face_down: bool = False
    row: Row | None = None
    """May be omitted, since the rules determine it."""

    def is_secret(self) -> bool:
        return self.face_down and super().is_secret()


class ConsumeOne(Move, public=True, during={"turn"}):
    """One hand card is consumed: a withdrawal of `target`, a cell or a whole column, or a raid (GIRYAKU-8.1 to 8.8)."""

    card: Card | Several
    target: Target | Targets | None = None


class ConsumeTwo(Move, public=True, during={"turn"}):
    """Two hand cards are consumed and strike one cell of the other board (GIRYAKU-8.4)."""

    cards: Cards
    target: Target | Targets | None = None


class NoHand(Move, public=True, for_all=True, depth="both", during={"turn", "last_turn"}, late=late(count=OVER[""])):
    """A player without a hand does nothing on the turn (GIRYAKU-9.5); at the depth `scores` it names the `player`."""

    player: SeatId | None = None


# While a skill is carried out


class ClaimSkill(Move, public=True, during={"claim_skill", "declare_flip"}, late=late(turn=("GIRYAKU-6.4", "not_due"))):
    """A player claims which pair a column with a face-down card is (GIRYAKU-4.5, 6.3)."""

    col: Column
    pair: Pair
    lower: Card | None = None
    """The lower of the two cards, if it is shown and the pair does not determine it."""


class PickHand(Move, public=True, during={"pick_hand"}):
    """S×N: a card of the other hand is picked unseen, by its position from 1 (GIRYAKU-7.2)."""

    index: Index | Card | Annotated[tuple[Index, ...], Field(min_length=2, max_length=MOST)]


class RevealLost(Move, public=True, notes=("card",), during={"reveal_lost"}):
    """The owner shows a lost card (GIRYAKU-1.7, 7.15); `cell` if it lay on the board."""

    card: Card
    cell: Cell | None = None


class ChooseDiagonal(Move, public=True, during={"choose_diagonal"}):
    """N×O in column 2 strikes to one side (option `nin_shi_range=one_diagonal`): left is column 1."""

    side: Literal["left", "right"]


class Rearrange(Move, secret=True, notes=("layout",), during={"rearrange"}):
    """The owner of a flipped board rearranges it (GIRYAKU-7.7).

    `layout` if the owner's phone records it (`flip_mode=app`); otherwise `heights`, the number of cards in each column,
    if it changed.
    """

    layout: Layout | None = None
    heights: Annotated[tuple[Annotated[int, Field(ge=-99, le=99)], ...], Field(max_length=MOST)] | None = None


class KeepLayout(Move, secret=True, during={"rearrange"}):
    """The owner of a flipped board leaves it as it is. Others read it as `rearrange`."""

    def to_others(self) -> dict[str, Any]:
        return {"type": "rearrange"}


class DeclareFlip(Move, public=True, during={"declare_flip"}):
    """The owner of a flipped board declares whether N×N stands on it (GIRYAKU-7.9, 7.14; `flip_mode=trust`)."""

    stands: bool


class RevealBoard(Move, public=True, notes=("cards",), during={"reveal_board", "ended"}):
    """The owner turns their face-down cards up (GIRYAKU-7.14)."""

    cards: Layout


class RaidTake(Move, secret=("seen",), told=("card", "noted"), notes=("seen",), during={"raid_take"}):
    """The raider puts one card of the raided hand into its owner's graveyard (GIRYAKU-8.6).

    `seen` is the whole hand as the raider saw it: an optional, secret note.
    """

    card: Card | Several
    seen: Cards | None = None


class TakeExtraTurn(Move, public=True, during={"extra_turn"}):
    """The raider takes one more turn (GIRYAKU-8.7)."""


class DeclineExtraTurn(Move, public=True, during={"extra_turn"}):
    """The raider declines the extra turn (GIRYAKU-8.7)."""


class EnterHand(Move, secret=True, notes=("cards",), during={"turn", "resolve"}):
    """A player notes the whole hand secretly; it is used for checks until the next draw."""

    cards: Cards


class WithdrawHand(Move, public=True, during={"turn", "resolve"}):
    """A player's cards are not those the box should contain: notes are withdrawn and cards no longer counted."""


# Results alone


class SetFirstPlayer(Move, public=True, for_all=True, depth="scores", during={"untouched"}, late=DEALT):
    """At the depth `scores`: who goes first (GIRYAKU-2.11)."""

    player: SeatId


class GraveyardAdd(
    Move, public=True, notes=("cards",), for_all=True, depth="scores",
    during={"turn", "last_turn"}, late=OVER,
):
    """At the depth `scores`: cards are added to a graveyard (GIRYAKU-1.5)."""

    player: SeatId
    cards: Cards


class BoardCount(Move, public=True, for_all=True, depth="scores", during={"turn", "last_turn"}, late=OVER):
    """At the depth `scores`: the number of cards on a board."""

    player: SeatId
    n: Annotated[int, Field(ge=0, le=99)]


class ClaimEmptyBoard(Move, public=True, for_all=True, depth="scores", during={"turn", "last_turn"}, late=OVER):
    """At the depth `scores`: a player has removed the last card of the other board (GIRYAKU-9.2)."""

    winner: SeatId


class ClaimOnmyojiPair(Move, public=True, for_all=True, depth="scores", during={"turn", "last_turn"}, late=OVER):
    """At the depth `scores`: a player has two onmyoji in a column (GIRYAKU-9.3, 9.4)."""

    winner: SeatId
    first_turn: bool | None = None
    """Required."""


class LastTurnDone(
    Move, public=True, for_all=True, depth="scores",
    during={"last_turn"}, late=late("GIRYAKU-9.6", "no_last_turn"),
):
    """At the depth `scores`: the last turn is over (GIRYAKU-9.6)."""

    player: SeatId


class FinalCount(
    Move, public=True, for_all=True, depth="both",
    during={"count", "ended"}, late=late("GIRYAKU-9.6", "count_after_last_turn"),
):
    """The graveyards counted by seat: the result at the depth `scores`, or a recount after any other match."""

    counts: Annotated[dict[SeatId, Annotated[int, Field(ge=0, le=99)]], Field(max_length=9)]
