"""What one viewer may know of a Giryaku state, and which rulings reveal secrets.

A view is assembled from public parts and the private parts of the seats that the viewer may see; nothing is removed
afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.core.judging import for_all_viewers, known, may_look_into, shown
from referee.core.values import PUBLIC, Notice, Viewer
from referee.giryaku.cards import CELLS, INDEX, POOL, lower, upper, without
from referee.giryaku.ending import result
from referee.giryaku.hands import open_checks
from referee.giryaku.moves import Graveyard
from referee.giryaku.state import Lying, Player, State, lying, player, rival
from referee.giryaku.turn import is_pair_banned
from referee.giryaku.view_model import CellView, PrivateView, SeatView, View

REVEALING: Final = frozenset(
    f"giryaku.{what}"
    for what in (
        "opening_shown", "opening_revealed", "drawn", "picked", "lost", "shown", "raid_took", "claimed", "pair_shown",
        "flip_stands", "flip_over", "flip_ends", "board_shown", "finding.wrong_deck", "finding.wrong_decks",
        "finding.swapped_card", "finding.raid_contradicted", "finding.flip_cards", "finding.stayed_down",
        "finding.false_claim",
    )
)  # fmt: skip
"""Notices that reveal something, or say that cards were drawn; picking a card unseen counts."""


def reveals(before: State, after: State, move: Any, notices: Sequence[Notice]) -> bool:
    """Tell whether an upheld move revealed something or drew cards, so that no seat can undo it alone (METSUKE-2.3).

    Besides what is told, a raid shows a hand to the raider, and the end reveals everything that phones have recorded.
    """
    looks = _looks(after) and not _looks(before)
    opened = after.phase == "ended" != before.phase and any(map(_keeps, before.players + after.players))
    return looks or opened or any(n.message in REVEALING or _uncovers(before, move, n) for n in notices)


def _looks(state: State) -> bool:
    return bool(state.queue) and state.queue[0].kind == "raid_take"


def _keeps(p: Player) -> bool:
    """Tell whether a phone holds a secret of or about a player."""
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


def view(state: State, viewer: Viewer) -> View:
    """Return all that `viewer` may know; an unknown viewer gets the public view."""
    private = tuple(_secrets(state, p) for p in may_look_into(state, viewer))
    return _shared(state).model_copy(update={"private": private, "viewer": known(state, viewer)})


@for_all_viewers
def _shared(state: State) -> View:
    waiting = state.queue[0] if state.phase == "resolve" else None
    return shown(
        View,
        state,
        viewer=PUBLIC,
        phase=phase(state),
        due=None if waiting is None else waiting.kind,
        waits_for=None if waiting is None else waiting.seat,
        pool_left=sum(POOL) - len(state.players),
        seats=tuple(_seat(state, p) for p in state.players),
        private=(),
        findings=tuple(n.finding for n in state.findings if n.to is None),
        open_checks=sum(open_checks(p) for p in state.players),
        result=result(state),
    )


def phase(state: State) -> str:
    """Return the phase in the terms of the ledger, with the last turn as a phase of its own."""
    return "last_turn" if state.phase == "turn" and state.active and state.last == state.active else state.phase


def _seat(state: State, p: Player) -> SeatView:
    flip = p.flip
    return shown(
        SeatView,
        p,
        graveyard=Graveyard(**dict(zip("SNO", p.graveyard, strict=True))),
        board=tuple(_cell(CELLS[i], card) for i, card in enumerate(p.board)),
        flipped=flip is not None,
        pool=() if flip is None else without(flip.pool, flip.shown),
        pool_extra=0 if flip is None else flip.extra,
        pool_gone=0 if flip is None else flip.gone,
        redraws=p.redraw,
        first_turn=state.active == p.seat and p.turns > 0 and is_pair_banned(state, p.seat),
    )


def _cell(name: str, card: Lying | None) -> CellView:
    if card is None:
        return CellView(cell=name)
    return CellView.model_validate({"cell": name, "filled": True, "down": card.down, "card": card.card})


def _secrets(state: State, p: Player) -> PrivateView:
    noted = {CELLS[i]: card.kind for i, card in enumerate(p.board) if card is not None and card.down and card.kind}
    findings = tuple(n.finding for n in state.findings if n.to == p.seat)
    return shown(PrivateView, p, hand=p.entered, spied=rival(state, p.seat).spied, board=noted, findings=findings)
