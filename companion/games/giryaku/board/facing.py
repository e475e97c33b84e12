"""Both boards facing each other, with what is chosen and what it would strike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import flet as ft

from companion.games.giryaku.board.cells import Owner, Spot, board, column_names, owner_row
from companion.games.giryaku.facts import around, columns, private_of
from companion.games.giryaku.frame import Ctx
from companion.games.table.context import away, presence
from companion.ui import Act
from referee.giryaku.view_model import SeatView

Place = tuple[str, str]
"""A seat and one of its cells."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What is drawn on the boards besides what lies there."""

    marks: Mapping[Place, str] = field(default_factory=dict)
    cards: Mapping[Place, str] = field(default_factory=dict)
    """Cards that are not declared yet; `?` for one that stays face down."""
    taps: Mapping[Place, Act] = field(default_factory=dict)
    after: Mapping[str, int] = field(default_factory=dict)
    """What graveyards will hold."""
    empty: frozenset[Place] = frozenset()
    """Cells from which a card is moved away."""


PLAIN = Shown()


def boards(ctx: Ctx, shown: Shown = PLAIN, *, big: bool = False) -> ft.Control:
    """Draw both boards, mine near to me; a display sees them as the first seat does."""
    far, near = around(ctx.view, ctx.me)
    order = columns(ctx.view, ctx.me)
    labels = tuple(ctx.t("column", column=column) for column in order)
    parts = [
        owner_row(ctx.look, owner(ctx, far, shown), big),
        board(ctx.look, spots(ctx, far, shown), order, True, big),
        column_names(ctx.look, labels, big),
        board(ctx.look, spots(ctx, near, shown), order, False, big),
        owner_row(ctx.look, owner(ctx, near, shown), big),
    ]
    return ft.Column(parts, spacing=12 if big else 4, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def owner(ctx: Ctx, seat: SeatView, shown: Shown = PLAIN) -> Owner:
    t, view = ctx.t, ctx.view
    graveyard = seat.graveyard
    buried = t("graveyard", s=graveyard.S, n_=graveyard.N, o=graveyard.O)
    turn = seat.seat == (view.waits_for or view.active) and view.phase != "ended"
    met = away(presence(ctx.snap).get(seat.seat, "here"))
    dealt = view.options.depth == "plays" and view.phase != "setup"
    return Owner(
        ctx.name(seat.seat), seat.seat == ctx.me and not ctx.acting, seat.size,
        shown.after.get(seat.seat, seat.size), buried,
        t("hand_n", n=seat.hand) if dealt else "", t("deck_n", n=seat.deck) if dealt else "", turn, met,
        pool(ctx, seat),
    )  # fmt: skip


def pool(ctx: Ctx, seat: SeatView) -> str:
    if not seat.flipped:
        return ""
    words = ctx.t("pool", kinds=" ".join(seat.pool) or ctx.look.t("words.none"))
    if seat.pool_extra:
        words += ctx.t("pool_extra", n=seat.pool_extra)
    return words + (ctx.t("pool_gone", n=seat.pool_gone) if seat.pool_gone else "")


def spots(ctx: Ctx, seat: SeatView, shown: Shown = PLAIN) -> tuple[Spot, ...]:
    """Return a board's cells. Faces that only their owner knows are there while the cover is open."""
    own = private_of(ctx.view, seat.seat)
    found = []
    for cell in seat.board:
        at = seat.seat, cell.cell
        known = cell.card or (own.board.get(cell.cell) if own is not None else None)
        card: str = known or ""
        filled, down = cell.filled and at not in shown.empty, cell.down
        coming = shown.cards.get(at, "")
        if coming:
            card, filled, down = coming.replace("?", ""), True, coming == "?" or down
        if not filled:
            card, down = "", False
        mark = shown.marks.get(at, "")
        found.append(Spot(cell.cell, spoken(ctx, seat, cell.cell, card, filled, down, mark), card, filled, down,
                          mark, shown.taps.get(at)))  # fmt: skip
    return tuple(found)


def spoken(ctx: Ctx, seat: SeatView, cell: str, card: str, filled: bool, down: bool, mark: str) -> str:
    """Return what a screen reader says of a cell: whose, which, what lies there, what happens to it."""
    t = ctx.t
    what = t("empty") if not filled else ctx.kind(card) if card else t("face_down")
    if card and down:
        what = t("known_down", card=ctx.kind(card))
    said = t("cell_spoken", name=ctx.name(seat.seat), cell=ctx.cell(cell), what=what)
    return said + (t("will_be_struck") if mark == "struck" else "")
