"""What a seat cannot know of a table that lies there: it is refused on its own phone."""

from __future__ import annotations

from referee.core.judging import naming
from referee.core.values import Refused, RulingContext
from referee.giryaku import audits
from referee.giryaku.cards import COLUMNS, without
from referee.giryaku.decks import require_fits
from referee.giryaku.positions.model import OpenSeat, OpenTable, SeatSecret
from referee.giryaku.positions.refusing import need
from referee.giryaku.setup import STEPS
from referee.giryaku.state import State, is_seat, lying, pair_in, player, rival
from referee.giryaku.state import seats as seats_of


def due_on_board(one: OpenSeat) -> set[str]:
    """Return the cells of a seat's face-down cards that not everybody knows."""
    return {str(cell) for cell, card in one.board.items() if card.down and card.card is None}


def check_secret(state: State, described: OpenTable, name: str, entered: SeatSecret) -> None:
    """Refuse what a seat cannot know of this table, on its own phone."""
    p, path = player(state, name), f"secrets.{name}"
    plays = state.options.depth == "plays" and state.phase not in STEPS
    for field in ("hand", "spied", "board", "findings"):
        value = getattr(entered, field)
        need(plays or not value, "3.5", "position_not_now", f"{path}.{field}", private=True)
    if entered.hand is not None:
        held = len(entered.hand)
        fits = held == p.hand if p.since == 0 else held <= p.hand
        need(fits, "3.5", "hand_size", f"{path}.hand", private=True, count=p.hand, entered=held)
        kept = without(p.known, entered.hand)
        need(held + len(kept) <= p.hand, "2.9", "kept_missing", f"{path}.hand", private=True, cards=list(kept))
    for i, finding in enumerate(entered.findings):
        known = finding.player is None or is_seat(state, finding.player)
        need(known, "3.1", "not_in_game", f"{path}.findings[{i}]", private=True, seat=finding.player)
    other = rival(state, name)
    seen = len(entered.spied or ())
    need(seen <= other.hand, "8.6", "seen_size", f"{path}.spied", private=True, count=other.hand, entered=seen)
    due = due_on_board(described.seats[seats_of(state).index(name)])
    keeps = state.options.flip_mode == "app"
    need(keeps or not entered.board, "7.6", "layout_unasked", f"{path}.board", private=True)
    need(entered.board.keys() <= due, "7.8", "position_not_down", f"{path}.board", private=True)


def check_noted(state: State, name: str) -> None:
    """Refuse a noted hand that no deck holds, and a noted board that cannot lie there (GIRYAKU-2.2, 7.5, 7.7, 9.3).

    A hand that was noted earlier is let be, and so is what the box holds: what was shown since may have proved it
    wrong, and the match went on.
    """
    p, field = player(state, name), f"secrets.{name}.board"
    if p.hand_entered:
        with naming(f"secrets.{name}.hand"):
            require_fits(state, name, RulingContext(frozenset({"GIRYAKU-1.1"})), private=True)
    if state.options.flip_mode != "app" or p.flip is None or state.phase == "ended":
        return
    faces = {card.id: card.noted for card in lying(p) if card.noted is not None}
    wrong = audits.misfits(p, {n: kind for n, kind in faces.items() if kind is not None})
    need(not wrong, "7.7", "not_flipped", field, private=True, cards=list(wrong))
    whole = all(card.kind is not None for card in lying(p))
    stands = any(pair_in(p.board, c, "N") for c in COLUMNS)
    need(stands or not whole, "7.5", "position_no_ninja", field, private=True)
    need(not any(pair_in(p.board, c, "O") for c in COLUMNS), "9.3", "position_has_won", field, private=True)


def check_all_noted(state: State) -> None:
    """Refuse a board that its owner's phone keeps and has not been told whole (METSUKE-5.3)."""
    for p in state.players if state.options.flip_mode == "app" and state.phase not in STEPS else ():
        told = all(card.kind is not None for card in lying(p))
        if not told:
            raise Refused("METSUKE-5.3", "table.position_incomplete", firm=True, seat=p.seat, field="secrets")
