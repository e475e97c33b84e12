"""The basis of the Giryaku screens: the pick, words for cards, whom the table waits for, and docks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import flet as ft

from companion.games.table import context, frame
from companion.games.table.context import NO_HINT, Context, Covers, private_of, seat_of, stepped
from companion.games.table.frame import Awaited
from companion.i18n import Translator
from companion.ui import Act, Main, Side
from companion.ui.words import listed
from referee.core.values import TABLE, Prompt
from referee.giryaku.cards import CELLS, COLUMNS, KINDS, Card
from referee.giryaku.view_model import CellView, SeatView, View

_CELL = re.compile(r"([0-9])([LU])")


def terms(t: Translator, name: str, value: Any) -> str | None:
    """Return the words for a card or a pair, by kanji and letter, or for a cell (`"1L"`)."""
    if not isinstance(value, str):
        return None
    if name in ("card", "cards", "kind", "pair") and value and set(value) <= set("SNO"):
        return " \N{MULTIPLICATION SIGN} ".join(t(f"words.giryaku.{kind}") for kind in value)
    cell = _CELL.fullmatch(value)
    return None if cell is None else t(f"words.giryaku.{cell[2]}", column=cell[1])


ASK = "giryaku.ask."
TURNS = (f"{ASK}turn", f"{ASK}last_turn")
"""What is asked of a seat on its turn."""


@dataclass(frozen=True, slots=True)
class Pick(context.Pick):
    """What is chosen on this phone and not declared yet.

    For a game master, `points` are the sizes of each seat's graveyard by kind, to be set by a house ruling.
    """

    action: str = "place"
    """`place` or `consume`."""
    cards: tuple[str, ...] = ()
    """The kinds to be placed, consumed, shown or buried."""
    cells: tuple[str, ...] = ()
    """Cells or columns tapped on my own board."""
    target: str = ""
    """The cell of the other board to strike."""
    side: str = "up"
    """Whether a card is placed face `up` or `down`."""
    value: str = ""
    """The chosen answer: a pair, or a place in a hand."""
    below: str = ""
    """The lower card of a shown pair."""
    faces: tuple[tuple[str, str], ...] = ()
    """Cells or columns with the kinds of their cards."""
    heights: tuple[int, ...] = ()
    """The number of cards in each column after a rearrangement."""
    noted: tuple[str, ...] = ()
    """For a game master: what a player would enter under the cover."""
    raids: str = ""
    reach: str = ""
    first: str = ""
    struck: tuple[tuple[int, str], ...] | None = None
    """The cells that a table names itself for ninja and onmyoji, each with the column in which the pair is completed.
    """
    showing: str = ""
    """After the end: what is entered, `board` or `count`."""
    counts: tuple[int, ...] = ()


def moment_of(view: View) -> str:
    """Return a name of the moment, by which picks of an earlier moment are recognised.

    What another seat shows in the opening does not change it, so that this seat's pick stays.
    """
    shown = [(s.opening is not None, s.redraws) for s in view.seats if s.seat == view.viewer]
    lost = sum(cell.down and cell.card is None for s in view.seats for cell in s.board)
    at = (view.phase, view.turn, view.bonus, view.active, view.due, view.waits_for, lost, shown)
    return ".".join(map(str, at))


def other_of(view: View, seat: str) -> SeatView:
    return next(s for s in view.seats if s.seat != seat)


def around(view: View, me: str) -> tuple[SeatView, SeatView]:
    """Return both seats, the far one first; mine is near, on a table display the first seat's."""
    near = next((s for s in view.seats if s.seat == me), view.seats[0])
    return other_of(view, near.seat), near


def columns(view: View, me: str) -> tuple[int, ...]:
    """Return the columns from left to right as I see them: the table counts them as its first seat sees them."""
    return COLUMNS[::-1] if me == view.seats[1].seat else COLUMNS


def cell_of(seat: SeatView, cell: str) -> CellView:
    return seat.board[CELLS.index(cell)]


def height(seat: SeatView, column: int) -> int:
    return sum(cell.filled for cell in seat.board if cell.cell[0] == str(column))


def free_cell(seat: SeatView, column: int) -> str:
    """Return the cell that the next card of a column takes, empty if the column is full (GIRYAKU-4.2)."""
    return {0: f"{column}L", 1: f"{column}U"}.get(height(seat, column), "")


def asked_of(prompts: tuple[Prompt, ...], seat: str) -> Prompt | None:
    return next((p for p in prompts if p.must and p.seat == seat), None)


def offered(prompts: tuple[Prompt, ...], ask: str, seat: str = TABLE) -> Prompt | None:
    """Return a prompt by the last part of its ask, or None."""
    return next((p for p in prompts if p.ask == ASK + ask and p.seat == seat), None)


def held(view: View, seat: str) -> tuple[Card, ...]:
    """Return the kinds that a seat may have in its hand, as far as this phone may know."""
    own, size = private_of(view, seat), seat_of(view, seat).hand
    whole = own.hand if own is not None and own.hand is not None and len(own.hand) == size else KINDS
    return tuple(kind for kind in KINDS if kind in whole)


def ring(cards: tuple[str, ...], kind: str, most: int) -> tuple[str, ...]:
    """Return the cards after a tap on a kind: one more of it in place of the oldest, or none if it had `most`."""
    cards = cards[-most:]
    if cards.count(kind) >= most:
        return tuple(card for card in cards if card != kind)
    return (*cards, kind)[-most:]


LESSONS: Final[Mapping[str, str]] = {
    "configure": "GIRYAKU-8.8",
    "deal_done": "GIRYAKU-2.2",
    "reveal_opening": "GIRYAKU-2.5",
    "redraw_opening": "GIRYAKU-2.6",
    "opening_place": "GIRYAKU-2.7",
    "opening_reveal": "GIRYAKU-2.8",
    "turn": "GIRYAKU-3.2",
    "last_turn": "GIRYAKU-9.6",
    "no_hand": "GIRYAKU-9.5",
    "pick_hand": "GIRYAKU-7.2",
    "reveal_lost": "GIRYAKU-7.2",
    "rearrange": "GIRYAKU-7.7",
    "declare_flip": "GIRYAKU-7.5",
    "reveal_board": "GIRYAKU-7.14",
    "raid_take": "GIRYAKU-8.6",
    "extra_turn": "GIRYAKU-8.7",
    "graveyards": "GIRYAKU-9.1",
    "wait": "GIRYAKU-3.1",
}


CROSS = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True, slots=True)
class Ctx(Context[Pick, View]):
    """The context of a Giryaku screen."""

    GAME: ClassVar[str] = "giryaku"
    WORDS: ClassVar[str] = "giryaku.screen."

    @property
    def where(self) -> str:
        """The app bar's line about the progress of the match; it always names the depth."""
        view, t = self.view, self.t
        depth = t(f"depth.{view.options.depth}")
        if view.phase == "ended":
            return t("over", depth=depth)
        if view.options.depth == "scores" or view.phase.startswith(("setup", "opening")):
            return t("at_opening" if view.options.depth == "plays" else "at_scores", depth=depth)
        return t("at_last" if view.phase == "last_turn" else "at_turn", turn=view.turn, depth=depth)

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now: parts of the screen while turns are played."""
        played = self.view.options.depth == "plays" and self.view.phase in ("turn", "last_turn", "resolve")
        return "parts" if played and self.snap.role == "seat" else "nothing"

    def kind(self, kind: str) -> str:
        return self.look.t(f"words.giryaku.{kind}")

    def kinds(self, kinds: Iterable[str]) -> str:
        return listed(self.look, [self.kind(kind) for kind in kinds])

    def cell(self, cell: str) -> str:
        """Return a cell in words, or a column if given only its number."""
        if len(cell) == 1:
            return self.t("column", column=cell)
        return self.look.t(f"words.giryaku.{cell[1]}", column=cell[0])

    def ring(self, kind: str, most: int) -> Act:
        """Return the act that takes one more card of a kind, based on the pick at the time of the tap."""
        return self.change(_ringed, kind, most)

    def step(self, start: tuple[int, ...], at: int, by: int, *, most: int, field: str = "counts") -> Act:
        """Return the act that changes one number, based on the pick at the time of the tap; it starts from `start`."""
        return self.change(stepped, field, start, at, by, 0, most)

    def cleared(self) -> Side:
        return Side(self.t("clear"), ft.Icons.CLOSE_SHARP, self.put(cards=(), cells=(), target=""))


def _ringed(now: Pick, kind: str, most: int) -> Pick:
    return replace(now, **NO_HINT, cards=ring(now.cards, kind, most))


def asked(ctx: Ctx, ask: str, main: Main | None, *, line: str = "", left: Side | None = None) -> ft.Control:
    """Return the dock of a seat that must act, or of a game master who answers for it."""
    if ctx.acting:
        line = ctx.t("answer_for", name=ctx.name(ctx.acting))
    return frame.asked(ctx, ask, main, line=line, left=left)


def due(ctx: Ctx) -> Prompt | None:
    """Return the next mandatory prompt, mine first; None if there is none."""
    musts = [p for p in ctx.snap.prompts if p.must]
    return next((p for p in musts if p.seat == ctx.me), musts[0] if musts else None)


def awaited(ctx: Ctx) -> Awaited:
    prompt = due(ctx)
    if ctx.view.phase == "ended":
        return Awaited("", ctx.t("does.ended"))
    if prompt is None:
        return Awaited("", ctx.t("does.nothing"))
    seat = "" if prompt.seat == TABLE else prompt.seat
    what = prompt.ask.rpartition(".")[2]
    if what == "configure":
        what = prompt.params["missing"][0]
    return Awaited(seat, ctx.t(f"does.{what}", name=ctx.name(seat)))


def waits(ctx: Ctx) -> ft.Control:
    return frame.waits(ctx, *awaited(ctx))


def is_for_all(view: View) -> bool:
    """Tell whether anybody at the table may enter what comes next."""
    return view.phase == "setup" or view.options.depth == "scores"
