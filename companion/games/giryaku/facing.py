"""Both boards facing each other: what is chosen, what a declaration would strike, and how the graveyards would grow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.games.giryaku.board import KANJI, BoardCell, Owner, board, column_names, owner_row
from companion.games.giryaku.facts import CROSS, LESSONS, Ctx, Pick, around, columns
from companion.games.table.context import away, presence, private_of
from companion.games.table.frame import lessons
from companion.tables.match_draft import Option
from companion.ui import (
    Act,
    Choice,
    act,
    aloud,
    block,
    choice_bar,
    edge,
    label_row,
    named,
    on,
    pressable,
    row,
    text,
    theme,
)
from companion.ui.base import figure, fill_column
from companion.ui.options import Choose, named_values, value_row
from companion.ui.sheets import clause_face
from companion.ui.theme import Look
from companion.ui.words import begun, clipped
from referee.giryaku.cards import CELLS, COLUMNS
from referee.giryaku.flipping import diagonal
from referee.giryaku.moves import Options
from referee.giryaku.skills import CLAUSE_OF
from referee.giryaku.view_model import SeatView

GROWS = "\N{RIGHTWARDS ARROW}"
SHORT = 12
"""The most letters of a name where space is short."""
PANEL = 76
"""The height of the panel in pixels, whatever it says."""
MIDDLE = 2
"""The column in which ninja and onmyoji may strike on either side (OP-4)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What will happen, in words: a sign, a title, the effect, its clause."""

    sign: str
    title: str
    words: str
    clause: str = ""
    strong: bool = False
    """Whether it costs somebody a card or ends the match."""


def sign_of(cards: Iterable[str]) -> str:
    """Return cards as kanji: `忍×師`."""
    return CROSS.join(KANJI[card] for card in cards)


def grown(seat: SeatView, by: int) -> str:
    """Return how a graveyard grows: `5 → 8`."""
    return f"{seat.size} {GROWS} {seat.size + by}"


def both(ctx: Ctx, *changes: tuple[SeatView, int]) -> str:
    """Return how graveyards grow: `Aki 3 → 5, Ben 5 → 6`."""
    return ctx.t("comma").join(f"{clipped(ctx.name(seat.seat), SHORT)} {grown(seat, by)}" for seat, by in changes)


@block
def effect_panel(look: Look, actions: Actions, effect: Effect) -> ft.Control:
    """Draw an effect with its clause; its edge is vermilion if it is `strong`."""
    p = look.p
    large = look.scale > 1.15
    words = fill_column(
        text(look, "subject", effect.title, lines=None if large else 1),
        text(look, "caption", effect.words, p.text_2, lines=None if large else 2, line=17),
    )
    sign = [figure(look, effect.sign, p.text, 20)] if effect.sign else []
    spoken = named(aloud(effect.sign, effect.title, effect.words), row([*sign, words], 12), expand=True)
    tail = [clause_face(look, actions, effect.clause)] if effect.clause else []
    return ft.Container(
        row([spoken, *tail], 8),
        height=None if large else PANEL,
        padding=ft.Padding(left=12, right=8, top=4, bottom=4),
        bgcolor=p.surface,
        border=edge(theme.LINE if effect.strong else theme.HAIR, p.accent_text if effect.strong else p.line),
        border_radius=theme.R_PANEL,
    )


def instead_of_panel(ctx: Ctx, content: ft.Control) -> list[ft.Control]:
    """Return something in place of the skill's panel with the same height.

    So everything below it, above all the pad, keeps its place.
    """
    return [ft.Container(content, height=PANEL if ctx.look.scale <= 1.15 else None)]


def lesson_panel(ctx: Ctx) -> list[ft.Control]:
    """Return, for first-time players, the lesson in place of the skill's panel."""
    return [shown for each in lessons(ctx, LESSONS) for shown in instead_of_panel(ctx, each)]


def panel_or_lesson(ctx: Ctx, effect: Effect | None) -> list[ft.Control]:
    """Return an effect's panel or, for first-time players, the lesson in its place."""
    panel = [] if effect is None else [effect_panel(ctx.look, ctx.actions, effect)]
    return panel if ctx.acting else lesson_panel(ctx) or panel


def skill(ctx: Ctx, pair: str, column: int, other: SeatView, struck: tuple[str, ...]) -> Effect:
    """Return the effect on the other player of completing a column with a pair (GIRYAKU-7.1 to 7.13)."""
    t, name = ctx.t, clipped(ctx.name(other.seat), SHORT)
    clause, title, sign = f"GIRYAKU-{CLAUSE_OF[pair]}", t(f"skill.{pair}"), sign_of(pair)
    if pair == "OO":
        return Effect(sign, title, t("skill_wins"), clause, True)
    if pair == "SN":
        words = t("skill_nothing", name=name)
        if other.hand:
            words = t("skill_hand", name=name, grows=grown(other, 1))
        return Effect(sign, title, words, clause, bool(other.hand))
    if pair == "NO" and column == MIDDLE and ctx.view.options.nin_shi_range == "one_diagonal":
        return Effect(sign, title, t("skill_side"), clause, True)
    if not struck:
        return Effect(sign, title, t("skill_nothing", name=name), clause)
    words = t("skill_strikes", name=name, n=len(struck), grows=grown(other, len(struck)))
    if len(struck) == sum(cell.filled for cell in other.board):
        words = t("skill_empties", name=name)
    return Effect(sign, title, words, clause, True)


def last_action(ctx: Ctx) -> list[ft.Control]:
    """Return what was done last, for a waiting player; nothing before the first turn."""
    effect = done_last(ctx)
    return [] if effect is None else [effect_panel(ctx.look, ctx.actions, effect)]


def done_last(ctx: Ctx) -> Effect | None:
    action, t = ctx.view.action, ctx.t
    if action is None:
        return None
    name = ctx.name(action.seat)
    title = t(f"did.{action.what}", name=name, cards=ctx.kinds(action.cards))
    cell = t("did_on", cell=begun(ctx.cell(action.cell))) if action.cell else ""
    struck = t("did_struck", cells=ctx.t("comma").join(ctx.cell(c) for c in action.struck)) if action.struck else ""
    words = t("did_pair", pair=t(f"skill.{action.pair}")) if action.pair else ""
    clause = {"withdraw": "8.2", "raid": "8.5", "strike": "8.4", "no_hand": "9.5"}.get(action.what, "4.1")
    clause = CLAUSE_OF[action.pair] if action.pair else clause
    sign = sign_of(action.pair) if action.pair else ""
    return Effect(sign, title, " ".join(filter(None, (cell, words, struck))), f"GIRYAKU-{clause}")


SeatCell = tuple[str, str]
"""A seat and one of its cells."""


@dataclass(frozen=True, slots=True)
class ShownOnBoards:
    """What is drawn on the boards beyond the cards on the table."""

    marks: Mapping[SeatCell, str] = field(default_factory=dict)
    cards: Mapping[SeatCell, str] = field(default_factory=dict)
    """Cards that are not declared yet; `?` for one that stays face down."""
    taps: Mapping[SeatCell, Act] = field(default_factory=dict)
    after: Mapping[str, int] = field(default_factory=dict)
    """The size of each graveyard after the chosen declaration."""
    empty: frozenset[SeatCell] = frozenset()
    """Cells from which a card is moved away."""


PLAIN = ShownOnBoards()


def boards(ctx: Ctx, shown: ShownOnBoards = PLAIN, *, big: bool = False) -> ft.Control:
    """Draw both boards, mine near me; a table display shows them as the first seat sees them."""
    opposite, near = around(ctx.view, ctx.me)
    order = columns(ctx.view, ctx.me)
    labels = tuple(ctx.t("column", column=column) for column in order)
    parts = [
        owner_row(ctx.look, owner(ctx, opposite, shown), big),
        board(ctx.look, spots(ctx, opposite, shown), order, True, big),
        column_names(ctx.look, labels, big),
        board(ctx.look, spots(ctx, near, shown), order, False, big),
        owner_row(ctx.look, owner(ctx, near, shown), big),
    ]
    return ft.Column(parts, spacing=12 if big else 4, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def owner(ctx: Ctx, seat: SeatView, shown: ShownOnBoards = PLAIN) -> Owner:
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


def spots(ctx: Ctx, seat: SeatView, shown: ShownOnBoards = PLAIN) -> tuple[BoardCell, ...]:
    """Return a board's cells. Faces known only to their owner are included while the cover is open."""
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
        found.append(BoardCell(cell.cell, spoken(ctx, seat, cell.cell, card, filled, down, mark), card, filled, down,
                          mark, shown.taps.get(at)))  # fmt: skip
    return tuple(found)


def spoken(ctx: Ctx, seat: SeatView, cell: str, card: str, filled: bool, down: bool, mark: str) -> str:
    """Return a cell's spoken description: owner, place, contents and mark."""
    t = ctx.t
    what = t("empty") if not filled else ctx.kind(card) if card else t("face_down")
    if card and down:
        what = t("known_down", card=ctx.kind(card))
    said = t("cell_spoken", name=ctx.name(seat.seat), cell=ctx.cell(cell), what=what)
    return said + (t("will_be_struck") if mark == "struck" else "")


Struck = tuple[int, str]
"""A column in which the pair is completed, and a cell of the other board that it then strikes."""
Cells = Mapping[str, Sequence[str]]
"""The struck cells by column, as in a match's options."""
LIKELY: Cells = {str(c): [CELLS[i] for i in sorted(diagonal(Options(), c) or ())] for c in COLUMNS}
"""Both diagonals: the initial choice of a table that names its own cells."""


def range_rows(ctx: Ctx, reach: str, ranges: tuple[str, ...]) -> list[ft.Control]:
    """Return the choice of range, and below it the cells to tap if the table names its own."""
    t = ctx.look.t
    rows: list[ft.Control] = [
        choice_bar(
            ctx.look, (Choice(each, t(f"giryaku.option.nin_shi_range.{each}")),), reach, ctx.set("reach"), tick=False
        )
        for each in ranges
    ]
    return [*rows, *own_cells(ctx)] if reach == ranges[-1] else rows


def named_cells(ctx: Ctx) -> dict[int, tuple[str, ...]]:
    """Return the tapped cells, by the column in which the pair is completed."""
    return {c: tuple(cell for cell in CELLS if (c, cell) in struck_now(ctx)) for c in COLUMNS}


def struck_now(ctx: Ctx) -> tuple[Struck, ...]:
    """Return the tapped cells, else the settled ones, else both diagonals."""
    if ctx.pick.struck is not None:
        return ctx.pick.struck
    settled = ctx.view.options.nin_shi_range
    if isinstance(settled, dict):
        return tuple((c, cell) for c, cells in settled.items() for cell in CELLS if cell in cells)
    return tuple((int(c), cell) for c, cells in LIKELY.items() for cell in cells)


def own_cells(ctx: Ctx) -> list[ft.Control]:
    now = struck_now(ctx)
    return cell_boards(ctx.look, now, partial(ctx.change, _toggled, now))


def _toggled(now: Pick, start: tuple[Struck, ...], at: Struck) -> Pick:
    """Toggle a cell; `start` holds the struck cells before the first tap."""
    struck = start if now.struck is None else now.struck
    after = tuple(each for each in struck if each != at) if at in struck else (*struck, at)
    return replace(now, hint="", known=False, struck=after)


def cell_boards(look: Look, now: Sequence[Struck], tap: Callable[[Struck], Act]) -> list[ft.Control]:
    """Draw for each column a small board of the other player; `tap` returns the act of a cell."""
    t = look.t
    boards: list[ft.Control] = []
    for column in COLUMNS:
        rows: list[ft.Control] = []
        for level in "UL":
            cells: list[ft.Control] = []
            for each in COLUMNS:
                at = column, f"{each}{level}"
                lit, handler = at in now, tap(at)
                box = ft.Container(
                    figure(look, "\N{MULTIPLICATION SIGN}" if lit else "", look.p.on_accent, 18),
                    height=theme.TOUCH, alignment=ft.Alignment.CENTER, bgcolor=look.p.accent if lit else look.p.surface,
                    border=edge(theme.LINE, look.p.line_strong), border_radius=theme.R_CARD, on_click=on(handler),
                )  # fmt: skip
                where = t(f"words.giryaku.{level}", column=each)
                spoken = t("giryaku.screen.range_cell", column=column, cell=where)
                cells.append(pressable(spoken, box, handler, selected=lit, expand=True))
            rows.append(ft.Row(cells, spacing=8))
        title = label_row(look, t("giryaku.screen.completed_in", column=column))
        boards += [title, ft.Column(rows, spacing=8, tight=True)]
    return [text(look, "caption", t("giryaku.screen.own_cells_about"), look.p.text_2), *boards]


# Among the options before the match


def range_control(look: Look, option: Option, value: Any, choose: Choose) -> ft.Control:
    """Return the control of the range as an option: what a reference card may say, or the cells to tap."""
    own = isinstance(value, Mapping)
    words = look.t("giryaku.option.nin_shi_range.custom")
    custom = value_row(look, words, own, False, act(choose, option.key, value if own else LIKELY))
    cells = chosen_cells(look, value, act(choose, option.key)) if own else []
    return named_values(look, "giryaku", option, value, choose, [custom], cells)


def chosen_cells(look: Look, value: Cells, choose: Callable[[Any], None]) -> list[ft.Control]:
    """Return the cells to tap if a table names its own before the match, and what is still missing."""
    now = tuple((c, cell) for c in COLUMNS for cell in CELLS if cell in value.get(str(c), ()))
    boards = cell_boards(look, now, partial(act, _toggle, value, choose))
    if all(value.get(str(c)) for c in COLUMNS):
        return boards
    return [*boards, text(look, "label", look.t("giryaku.screen.ask_range"), look.p.accent_text, bold=True)]


def _toggle(value: Cells, choose: Callable[[Any], None], at: Struck) -> None:
    column, cell = str(at[0]), at[1]
    struck = value.get(column, ())
    choose({**value, column: [each for each in CELLS if (each in struck) != (each == cell)]})
