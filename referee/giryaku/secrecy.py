"""Which declarations hold secrets, what others may know of them, and which rulings bring secrets out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.core.values import GAME_MASTER, Notice, Viewer
from referee.giryaku.cards import INDEX, lower, upper
from referee.giryaku.moves import EnterHand, KeepLayout, Place, RaidTake, Rearrange
from referee.giryaku.state import Player, State, lying, player

REVEALING: Final = frozenset(
    f"giryaku.{what}"
    for what in (
        "opening_shown", "opening_revealed", "drawn", "picked", "lost", "shown", "raid_took", "claimed", "pair_shown",
        "flip_stands", "flip_over", "flip_ends", "board_shown", "finding.wrong_deck", "finding.wrong_decks",
        "finding.swapped_card", "finding.raid_contradicted", "finding.flip_cards", "finding.stayed_down",
        "finding.false_claim",
    )
)  # fmt: skip
"""Notices that bring out what somebody did not know, or say that cards came in: a card that is picked unseen too."""


def may_be_secret(kind: str) -> bool:
    """Tell whether a move of this type could hold something that not everybody may know."""
    return kind in ("place", "raid_take", "enter_hand", "rearrange", "keep_layout")


def secret(move: Any) -> bool:
    """Tell whether a move holds something that not everybody may know.

    Leaving a flipped board as it lies is as secret as rearranging it, or one could be told from the other.
    """
    if isinstance(move, Place):
        return move.face_down and move.card is not None
    if isinstance(move, RaidTake):
        return move.seen is not None
    return isinstance(move, EnterHand | Rearrange | KeepLayout)


def masked(move: Any, seat: str, viewer: Viewer) -> Mapping[str, Any]:
    """Return a declaration of `seat` as JSON, with its secrets for itself and the game master alone."""
    told: dict[str, Any] = move.model_dump(mode="json")
    if viewer in (seat, GAME_MASTER) or not secret(move):
        return told
    if isinstance(move, Place):
        del told["card"]
        return told
    if isinstance(move, RaidTake):
        return {"type": move.type, "card": move.card, "noted": True}
    return {"type": "rearrange" if isinstance(move, KeepLayout) else move.type}


def reveals(before: State, after: State, move: Any, notices: Sequence[Notice]) -> bool:
    """Tell whether an upheld move brought out what was hidden, or cards came in: no seat takes it back (METSUKE-2.3).

    Beside what is told, a raid shows a hand to the raider, and the end opens whatever phones have kept.
    """
    looks = _looks(after) and not _looks(before)
    opened = after.phase == "ended" != before.phase and any(map(_keeps, before.players + after.players))
    return looks or opened or any(n.message in REVEALING or _uncovers(before, move, n) for n in notices)


def _looks(state: State) -> bool:
    return bool(state.queue) and state.queue[0].kind == "raid_take"


def _keeps(p: Player) -> bool:
    """Tell whether a phone keeps a secret of or about a player."""
    return p.entered is not None or p.spied is not None or any(card.noted for card in lying(p))


def _uncovers(before: State, move: Any, notice: Notice) -> bool:
    """Tell whether a notice names face-down cards that only their owner's phone knew: struck ones, or a pair."""
    params = notice.params
    if notice.message == "giryaku.struck":
        cells = [INDEX[cell] for cell in params["cells"]]
    elif notice.message.startswith("giryaku.skill."):
        if getattr(move, "face_down", False):
            return True
        cells = [lower(params["column"]), upper(params["column"])]
    else:
        return False
    board = player(before, params["seat"]).board
    return any((card := board[i]) is not None and card.card is None for i in cells)
