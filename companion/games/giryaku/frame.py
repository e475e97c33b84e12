"""A Giryaku table: whose decision it waits for, what it teaches, and a seat's whole screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

import flet as ft

from companion.games.giryaku.facts import Pick, ring
from companion.games.table import frame
from companion.games.table.context import NO_HINT, Context, Covers, stepped
from companion.games.table.frame import Awaited
from companion.ui import Act, Main, Side
from companion.ui.words import listed
from referee.core.values import TABLE, Prompt
from referee.giryaku.view_model import View

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
    """What a Giryaku screen is drawn from."""

    GAME: ClassVar[str] = "giryaku"
    WORDS: ClassVar[str] = "giryaku.screen."

    @property
    def where(self) -> str:
        """The line of the app bar that says where the match is; the depth is always named."""
        view, t = self.view, self.t
        depth = t(f"depth.{view.options.depth}")
        if view.phase == "ended":
            return t("over", depth=depth)
        if view.options.depth == "scores" or view.phase.startswith(("setup", "opening")):
            return t("at_opening" if view.options.depth == "plays" else "at_scores", depth=depth)
        return t("at_last" if view.phase == "last_turn" else "at_turn", turn=view.turn, depth=depth)

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now: while turns are played, parts of it."""
        played = self.view.options.depth == "plays" and self.view.phase in ("turn", "last_turn", "resolve")
        return "parts" if played and self.snap.role == "seat" else "nothing"

    def kind(self, kind: str) -> str:
        return self.look.t(f"words.giryaku.{kind}")

    def kinds(self, kinds: Iterable[str]) -> str:
        return listed(self.look, [self.kind(kind) for kind in kinds])

    def cell(self, cell: str) -> str:
        """Return a cell, or by its number alone a column, in words."""
        if len(cell) == 1:
            return self.t("column", column=cell)
        return self.look.t(f"words.giryaku.{cell[1]}", column=cell[0])

    def ring(self, kind: str, most: int) -> Act:
        """Return the act that takes one more card of a kind, whatever was tapped since the screen was drawn."""
        return self.change(_ringed, kind, most)

    def step(self, start: tuple[int, ...], at: int, by: int, most: int) -> Act:
        """Return the act that changes one number, whatever was tapped since; `start` is where counting begins."""
        return self.change(stepped, "counts", start, at, by, 0, most)

    def cleared(self) -> Side:
        clear = self.put(cards=(), cells=(), target="")
        return Side(self.t("clear"), ft.Icons.CLOSE_SHARP, clear)


def _ringed(now: Pick, kind: str, most: int) -> Pick:
    return replace(now, **NO_HINT, cards=ring(now.cards, kind, most))


def asked(ctx: Ctx, ask: str, main: Main | None, *, line: str = "", left: Side | None = None) -> ft.Control:
    """Return the dock of somebody who must act, or of a game master who answers for them."""
    if ctx.acting:
        line = ctx.t("answer_for", name=ctx.name(ctx.acting))
    return frame.asked(ctx, ask, main, line=line, left=left)


def due(ctx: Ctx) -> Prompt | None:
    """Return what must be done next, mine first; None when nothing must."""
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


def for_all(view: View) -> bool:
    """Tell whether anybody at the table enters what comes next."""
    return view.phase == "setup" or view.options.depth == "scores"
