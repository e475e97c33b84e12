"""The options of a match, and the moves of 巻物取りっく Ninja Scroll Trick (ledger sections 5, 9).

A move is about the seat that declares it; where a move names a player, it is declared by the table or for the shadow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from referee.core.game import GameOptions
from referee.core.moves import Cited, Move, also, late
from referee.core.values import Value
from referee.scroll_trick.cards import KINDS, MOST, NUMBERS, Card, Counts, Kind, Kinds, Numbers, Tile, TileCounts, Worth

ENTRY = frozenset({"trump", "shadow", "open", "place", "turn", "trick"})
CONTEST = frozenset({"trick", "resolve", "refill"})
ROUND = ENTRY | CONTEST
"""The phases from a round's deal to its last trick."""
ANY = frozenset({"setup", "deal", "between", "score", "tie"}) | ROUND


SeatId = Annotated[str, Field(min_length=1, max_length=40)]


class Options(GameOptions):
    """The options of a match. Each comment names the open point that the option decides."""

    start: SeatId | None = None
    """The start player (SCROLL-2.10); `None`: the table names it at the beginning."""
    follow_open: Literal["open_first", "any_card"] = "open_first"  # O1
    next_lead: Literal["winner", "marker"] = "winner"  # O2
    rank_ties_round3: Literal["dense", "skip"] = "dense"  # O3
    low_tie: Literal["left_of_marker", "holder_keeps", "table"] = "left_of_marker"  # O4
    final_tie: Literal["shared", "table"] = "shared"  # O5
    kinds: Kinds = KINDS  # O6
    """The names of the five kinds; the app names the standard ones by their crests."""
    numbers: Numbers = NUMBERS  # O6
    tile_counts: TileCounts | None = None  # O7
    """The number of scrolls of each value in the box; `None` until its owner has counted them."""
    shadow_seat: Literal["after_second", "after_start"] = "after_second"  # O8
    shadow_low: Literal["humans_only", "shadow_leads"] = "humans_only"  # O11
    shadow_rank: Literal["ranked_silent", "ranked_turns", "humans_only"] = "ranked_silent"  # O12
    shadow_tie: Literal["strict", "tie_ends"] = "strict"  # O13
    shadow_final: Literal["can_win", "humans_only"] = "can_win"  # O14
    revoke_remedy: Literal["report", "rewind"] = "report"  # O18
    history_visible: Literal["last_trick", "all", "none"] = "last_trick"  # O19


class Adjustment(Value):
    """A house ruling sets the scrolls that seats have captured, since points come from scrolls alone (SCROLL-1.3)."""

    captured: dict[SeatId, Annotated[tuple[Tile, ...], Field(max_length=45)]]


Cards = Annotated[tuple[Card, ...], Field(max_length=MOST)]
Worths = Annotated[tuple[Worth, ...], Field(max_length=MOST)]


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str | int) else value


def _late(clause: str = "SCROLL-1.2", reason: str = "", /, **phases: str | Cited) -> Mapping[str, Cited]:
    """Return the refusals at the wrong moment, with a default for after the end (SCROLL-8.1)."""
    return late(clause, reason, **{"ended": ("SCROLL-8.1", "match_over"), **phases})


def _in(phases: Iterable[str], clause: str, reason: str) -> dict[str, Cited]:
    return dict.fromkeys(phases, (clause, reason))


START = ("SCROLL-2.11", "start_first")
OPEN = ("SCROLL-4.2", "open_three_first")
BETWEEN_TRICKS: Mapping[str, Cited] = {
    "resolve": ("SCROLL-6.2", "take_first"),
    "refill": ("SCROLL-9.15", "refill_first"),
    "between": ("SCROLL-6.18", "seven_tricks"),
}
AFTER_ROUND = _late(
    ended=("SCROLL-7.4", "nothing_after_round_3"), **_in({*ROUND, "score"}, "SCROLL-6.18", "round_not_over")
)


class Configure(Move, public=True, notes=("tile_counts",), for_all=True, depth="both", during=ANY, late=_late()):
    """The owner of the box enters its contents: counted scrolls, kinds, numbers (SCROLL-2.1, 2.5)."""

    tile_counts: Counts | None = None
    kinds: Annotated[tuple[Kind, ...], Field(max_length=MOST)] | None = None
    numbers: Annotated[tuple[Annotated[int, Field(ge=0, le=99)], ...], Field(max_length=MOST)] | None = None


class SetStartPlayer(
    Move, public=True, for_all=True, depth="both",
    during={"setup", "deal", "score"},
    late=_late("SCROLL-2.11", "start_is_settled", between=("SCROLL-7.3", "lowest_starts")),
):
    """The table names the first start player, who takes the reference card (SCROLL-2.10 to 2.12)."""

    player: SeatId


class TakeStartScrolls(Move, public=True, for_all=True, during={"setup"}, late=_late("SCROLL-2.7", "all_have_sets")):
    """A player takes +3, +1 and −1 (SCROLL-2.7); the table does so for `player`, the shadow, or all who have not."""

    player: SeatId | None = None
    values: Worths = (3, 1, -1)


class ConfirmDeal(
    Move, public=True, for_all=True,
    during={"deal"},
    late=_late(
        setup=START, between="next_round_first", ended="three_rounds", **_in(ROUND, "SCROLL-3.2", "dealt_already")
    ),
):
    """All cards are dealt (SCROLL-3.1, 3.2)."""

    cards: Annotated[int, Field(ge=0, le=999)] = 7


class RegisterHand(
    Move, secret=True, told=("noted",), notes=("cards",),
    during=ENTRY,
    late=_late(between=("SCROLL-3.2", "register_after_deal"), **_in(CONTEST, "SCROLL-3.2", "played_already")),
):
    """A player notes the seven cards secretly; from then on the duty to follow is checked at once."""

    cards: Cards


class WithdrawEntry(Move, public=True, during=ANY, late=_late()):
    """A player withdraws a wrong secret entry: the cards on the table are true (ledger A7)."""

    what: Literal["hand", "scrolls"]


class ChooseTrump(Move, public=True, during={"trump"}, late=_late(**_in(ROUND, "SCROLL-3.6", "trump_stands"))):
    """The start player chooses the trump kind of the round (SCROLL-3.4)."""

    kind: Kind


class LayShadow(
    Move, public=True, notes=("cards", "value"), for_all=True,
    during={"shadow"},
    late=_late(**_in(ROUND, "SCROLL-9.3", "row_lies") | {"trump": ("SCROLL-9.3", "row_after_trump")}),
):
    """The shadow's row is laid: its three open cards from the left, and the leftmost scroll's value (SCROLL-9.3)."""

    cards: Cards
    value: Worth


class OpenCard(
    Move, public=True,
    during={"open"},
    late=_late(
        trump=("SCROLL-3.4", "trump_first"), shadow=("SCROLL-9.3", "row_first"), place=("SCROLL-4.2", "three_are_open")
    ),
):
    """A player opens one card of the hand (SCROLL-4.1)."""

    card: Card


class PlaceScrolls(
    Move, secret=("scrolls",), told=("noted",), notes=("scrolls",), for_all=True,
    during={"place"}, late=_late(open=OPEN, **_in({*CONTEST, "turn"}, "SCROLL-5.1", "placed_already")),
):
    """A player lays scrolls face down on the three open cards, with an optional secret note (SCROLL-5.1)."""

    scrolls: Annotated[dict[Card, Worth], Field(max_length=MOST)] | None = None


class TurnScroll(
    Move, public=True, notes=("value",), for_all=True,
    during={"turn"}, late=_late(place=("SCROLL-5.9", "place_first"), **_in(CONTEST, "SCROLL-5.9", "all_turned")),
):
    """A player turns all due scrolls face up, in one declaration (SCROLL-5.5 to 5.9).

    `value` holds their values in the order of the cards; without it, they are as their owner noted them. A single card
    and value may be given without a list.
    """

    card: Annotated[Cards, BeforeValidator(_listed), also({"type": "string"})]
    value: Annotated[Worths | None, BeforeValidator(_listed), also({"type": "integer"})] = None
    player: SeatId | None = None
    """`shadow`, if the option `shadow_rank=ranked_turns` makes it turn."""


class PlayCard(
    Move, public=True,
    during={"trick"},
    late=_late(open=OPEN, place=("SCROLL-5.1", "place_first"), turn=("SCROLL-5.9", "turn_first"), **BETWEEN_TRICKS),
):
    """A player plays one card to the trick; an open card brings its scroll (SCROLL-6.2, 6.8)."""

    card: Card


class ShadowPlay(Move, public=True, for_all=True, during={"trick"}, late=_late(**BETWEEN_TRICKS)):
    """The shadow's card, which the rules determine, is played (SCROLL-9.10 to 9.13)."""

    card: Card | None = None


class TakeTrick(
    Move, public=True, notes=("values",), for_all=True,
    during={"resolve"}, late=_late(trick=("SCROLL-6.9", "trick_not_over"), refill=("SCROLL-6.15", "trick_taken")),
):
    """The winner takes the scrolls of the trick: their values by the seats that played them (SCROLL-6.15).

    A value that is face up, noted, or the only possible one may be omitted.
    """

    player: SeatId
    values: Annotated[dict[SeatId, Worth], Field(max_length=MOST)] = Field(default_factory=dict)


class RefillShadow(
    Move, public=True, notes=("card", "value"), for_all=True,
    during={"refill"}, late=_late(trick=("SCROLL-9.15", "not_during_trick"), resolve=("SCROLL-9.15", "take_first")),
):
    """The shadow's row is restored before the next trick (SCROLL-9.15)."""

    card: Card | None = None
    """The opened card, if there is one."""
    value: Worth | None = None
    """The value of the leftmost scroll, if it is turned up now."""


class DrawScrolls(
    Move, secret=("values",), told=("noted",), notes=("values",), for_all=True, during={"between"}, late=AFTER_ROUND
):
    """A player draws three scrolls for the next round (SCROLL-7.2), with an optional secret note; the table: all do."""

    values: Worths | None = None


class GiveMarker(Move, public=True, for_all=True, depth="both", during={"between"}, late=AFTER_ROUND):
    """The lowest player takes the reference card (SCROLL-7.3)."""

    player: SeatId


class CheckCard(Move, secret=True, during={"trick"}, late=_late()):
    """A player asks secretly whether a card of the registered hand may be played. It changes nothing."""

    card: Card


class ClaimRevoke(
    Move, public=True, during={*CONTEST, "between", "tie", "ended"}, late=_late("SCROLL-6.4", "no_trick_yet")
):
    """A player claims that another did not follow in a trick of this round (ledger A1)."""

    accused: SeatId
    trick: Annotated[int, Field(ge=0, le=99)]


class Remedy(Move, public=True, for_all=True, during=CONTEST, late=_late("SCROLL-6.4", "nothing_to_remedy")):
    """The table upholds a proved revoke, or goes back to its trick (option `revoke_remedy=rewind`)."""

    choice: Literal["stand", "rewind"]


class BreakTie(Move, public=True, for_all=True, depth="both", during={"tie"}, late=_late("SCROLL-8.5", "no_tie")):
    """The table decides which of the tied players has won (option `final_tie=table`)."""

    player: SeatId


class ScoreTrick(
    Move, public=True, notes=("values",), for_all=True, depth="scores",
    during={"score"}, late=_late(setup=START, ended="three_rounds"),
):
    """At the depth `scores`: the winner of a trick, and the scrolls captured in it."""

    player: SeatId
    values: Worths = ()


class ScoreRound(
    Move, public=True, notes=("captured",), for_all=True, depth="scores",
    during={"score"}, late=_late(setup=START, ended="three_rounds"),
):
    """At the depth `scores`: all captures of the whole round."""

    captured: Annotated[dict[SeatId, Worths], Field(max_length=MOST)]


class CloseRound(Move, public=True, for_all=True, depth="scores", during={"score"}, late=_late()):
    """At the depth `scores`: the round is over (rounds 1 and 2)."""


class Final(Move, public=True, for_all=True, depth="scores", during={"score"}, late=_late()):
    """At the depth `scores`: the third round and the match are over."""
