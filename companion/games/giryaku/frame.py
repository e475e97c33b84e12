"""A Giryaku table: its context, where it is, words for its cards and cells, and a seat's whole screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

import flet as ft

from companion.games.giryaku.facts import Pick, ring
from companion.games.table import frame
from companion.games.table.context import NO_HINT, Context, Covers, stepped
from companion.ui import Act, Main, Side
from companion.ui.words.sentences import listed
from referee.giryaku.view_model import View

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
