"""An opening that has come so far (GIRYAKU-2.5 to 2.9)."""

from __future__ import annotations

from referee.giryaku.cards import COLUMNS, HAND, upper, without
from referee.giryaku.positions.refusing import need
from referee.giryaku.state import Player, State, lying


def check_opening(state: State) -> None:
    for i, p in enumerate(state.players):
        _triple(state, p, f"table.seats[{i}]")
        _laid(state, p, f"table.seats[{i}]")
    need((state.active is not None) == (state.phase == "opening_place"), "2.7", "position_active", "table.active")
    if state.phase == "opening_draw":
        _draws(state)
    elif state.phase != "setup":
        need(not any(map(_two_onmyoji, state.players)), "2.6", "position_redraws", "table.seats")
    need(not all(map(_revealed, state.players)), "2.8", "position_opening_down", "table.phase")


def _two_onmyoji(p: Player) -> bool:
    return (p.opening or ()).count("O") > 1


def _revealed(p: Player) -> bool:
    return any(p.board) and not any(card.down for card in lying(p))


def _triple(state: State, p: Player, path: str) -> None:
    """Three cards are shown, and two onmyoji of them drawn again (GIRYAKU-2.5, 2.6)."""
    shown = p.opening is not None or state.phase in ("setup", "opening_draw")
    need(shown, "2.5", "show_opening_first", f"{path}.opening")
    both = state.options.opening_redraw == "both"
    fits = p.opening is not None or not p.redraw if both else p.redraw == _two_onmyoji(p)
    need(fits, "2.6", "position_redraws", f"{path}.redraws")


def _laid(state: State, p: Player, path: str) -> None:
    """Two of the three lie face down in two columns, the first player's first; then they are turned up (2.7 to 2.9)."""
    laid, opening = lying(p), p.opening or ()
    second = state.phase == "opening_place" and state.active not in (state.first, p.seat)
    lies = HAND if second or state.phase == "opening_reveal" else 0
    two = len(laid) == lies and not any(p.board[upper(c)] for c in COLUMNS)
    need(two, "2.7", "two_columns", f"{path}.board")
    up = tuple(card.card for card in laid if card.card is not None)
    all_up = state.phase == "opening_reveal" and len(up) == lies and _revealed(p)
    need(not up or all_up, "2.8", "position_opening_down", f"{path}.board")
    need(not without(up, opening), "2.8", "not_of_opening", f"{path}.board", cards=list(opening))
    need(p.known == (without(opening, up) if up else ()), "2.9", "position_kept", f"{path}.known")


def _draws(state: State) -> None:
    """Somebody has yet to show or to draw again; where both draw again, both have shown (GIRYAKU-2.6)."""
    a, b = state.players
    shown = a.opening is not None and b.opening is not None
    need(not shown or a.redraw or b.redraw, "2.6", "position_redraws", "table.phase")
    if state.options.opening_redraw == "both":
        need(shown or not (a.redraw or b.redraw), "2.6", "position_redraws", "table.seats")
        found = _two_onmyoji(a) or _two_onmyoji(b)
        need(found or not (a.redraw and b.redraw), "2.6", "position_redraws", "table.seats")
