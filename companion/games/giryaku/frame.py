"""A Giryaku table: its context, where it is, words for its cards and cells, and a seat's whole screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import flet as ft

from companion.games.giryaku.facts import Pick, ring
from companion.games.table import frame as desk_frame
from companion.games.table import screen as desk
from companion.games.table.frame import answer, here
from companion.games.table.game_master_sheets import moved
from companion.games.table.screen import Desk
from companion.ui import Act, Main, Side, act
from companion.ui.words import listed
from referee.giryaku.view_model import View

__all__ = ["Ctx", "answer", "asked", "bar", "here", "page", "where"]
CROSS = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True, slots=True)
class Ctx(desk.Ctx):
    """What a Giryaku screen is drawn from."""

    GAME: ClassVar[str] = "giryaku"
    WORDS: ClassVar[str] = "giryaku.screen."

    pick: Pick

    @property
    def view(self) -> View:
        """The game's view, as much of it as this phone may show."""
        view: View = self.snap.view
        return view

    def kind(self, kind: str) -> str:
        """Return a card in words: kanji and letter."""
        return self.look.t(f"words.giryaku.{kind}")

    def kinds(self, kinds: Iterable[str]) -> str:
        """Return cards in words."""
        return listed(self.look, [self.kind(kind) for kind in kinds])

    def pair(self, pair: str) -> str:
        """Return the two cards of a column in words."""
        return f" {CROSS} ".join(self.kind(kind) for kind in pair)

    def cell(self, cell: str) -> str:
        """Return a cell, or by its number alone a column, in words."""
        if len(cell) == 1:
            return self.t("column", column=cell)
        return self.look.t(f"words.giryaku.{cell[1]}", column=cell[0])

    @property
    def hint(self) -> str:
        """Why what was tapped cannot be chosen; what rests on a secret is said under the open cover alone."""
        return "" if self.pick.known and not self.open else self.pick.hint

    def put(self, **changes: Any) -> Act:
        """Return the act that chooses several things at once; the reason shown before is forgotten."""
        return act(_put, self.desk, self.actions, tuple(sorted({"hint": "", "known": False, **changes}.items())))

    def set(self, field: str) -> Act:
        """Return the act that chooses the value that its control adds; the reason shown before is forgotten."""
        return act(_set, self.desk, self.actions, field)

    def ring(self, kind: str, most: int) -> Act:
        """Return the act that takes one more card of a kind, whatever was tapped since the screen was drawn."""
        return self.change(_ringed, kind, most)

    def step(self, start: tuple[int, ...], at: int, by: int, most: int) -> Act:
        """Return the act that changes one number, whatever was tapped since; `start` is where counting begins."""
        return self.change(_stepped, start, at, by, most)

    def cleared(self) -> Side:
        """Return the action that takes back what is chosen, and declares nothing."""
        clear = self.put(cards=(), cells=(), target="")
        return Side(self.t("clear"), ft.Icons.CLOSE_SHARP, clear)

    def no(self, why: str, *, known: bool = False) -> Act:
        """Return the act that says why something cannot be chosen. `known`: the reason is my own secret."""
        return self.put(hint=why, known=known)


def _put(desk_: Desk, actions: Any, changes: tuple[tuple[str, Any], ...]) -> None:
    actions.secrets.touch()
    desk_.choose(**dict(changes))


def _set(desk_: Desk, actions: Any, field: str, value: Any) -> None:
    actions.secrets.touch()
    desk_.choose(**{"hint": "", "known": False, field: value})


def _ringed(now: Pick, kind: str, most: int) -> Pick:
    return replace(now, hint="", known=False, cards=ring(now.cards, kind, most))


def _stepped(now: Pick, start: tuple[int, ...], at: int, by: int, most: int) -> Pick:
    counts = now.counts if len(now.counts) == len(start) else start
    return replace(now, hint="", known=False, counts=moved(counts, at, by, 0, most))


def where(ctx: Ctx) -> str:
    """Return the line of the app bar that says where we are; the depth is always named."""
    view, t = ctx.view, ctx.t
    depth = t(f"depth.{view.options.depth}")
    if view.phase == "ended":
        return t("over", depth=depth)
    if view.options.depth == "scores" or view.phase.startswith(("setup", "opening")):
        return t("at_opening" if view.options.depth == "plays" else "at_scores", depth=depth)
    return t("at_last" if view.phase == "last_turn" else "at_turn", turn=view.turn, depth=depth)


def asked(ctx: Ctx, ask: str, main: Main | None, *, line: str = "", left: Side | None = None) -> ft.Control:
    """Return the dock of somebody who must act, or of a game master who answers for him."""
    if ctx.acting:
        line = ctx.t("answer_for", name=ctx.name(ctx.acting))
    return desk_frame.asked(ctx, ask, main, line=line, left=left)


def bar(ctx: Ctx) -> ft.Control:
    """Return the app bar."""
    return desk_frame.bar(ctx, where(ctx))


def page(
    ctx: Ctx, content: Sequence[ft.Control], answer: ft.Control, *, overlay: ft.Control | None = None
) -> ft.Control:
    """Return a whole screen of a seat's phone. While turns are played it holds a cover."""
    covers = ctx.view.options.depth == "plays" and ctx.view.phase in ("turn", "last_turn", "resolve")
    return desk_frame.page(
        ctx, content, answer, subtitle=where(ctx), covered_parts=covers and ctx.snap.role == "seat", overlay=overlay
    )
