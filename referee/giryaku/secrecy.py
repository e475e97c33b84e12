"""Which rulings bring secrets out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.core.values import Notice
from referee.giryaku.cards import INDEX, lower, upper
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
