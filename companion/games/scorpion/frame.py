"""A Scorpion table: its context, where it is in the game, and a seat's whole screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import flet as ft

from companion.games.scorpion.facts import Pick, Side, role_of, side_of
from companion.games.table import frame as desk_frame
from companion.games.table import screen as desk
from companion.games.table.frame import answer, asked, here, undo
from companion.ui import clause_chip, row, screen, strip, text
from referee.scorpion.view_model import View

__all__ = ["Ctx", "K", "answer", "asked", "bar", "here", "page", "teach", "undo", "where"]
K = "scorpion.screen."


@dataclass(frozen=True, slots=True)
class Ctx(desk.Ctx):
    """What a Scorpion screen is drawn from."""

    GAME: ClassVar[str] = "scorpion"
    WORDS: ClassVar[str] = K

    pick: Pick

    @property
    def view(self) -> View:
        """The game's view, as much of it as this phone may show."""
        view: View = self.snap.view
        return view

    @property
    def role(self) -> str:
        """What my seat plays: guards, sword, spear, intruders, ninja, traitor; empty without a seat."""
        return role_of(self.view, self.me)

    @property
    def side(self) -> Side:
        """My seat's side; empty without a seat."""
        return side_of(self.view, self.me)


def where(ctx: Ctx) -> str:
    """Return the line of the app bar that says where we are; the depth is always named."""
    view, t = ctx.view, ctx.t
    depth = t(f"depth.{ctx.view.options['depth']}")
    if view.phase == "ended":
        return t("over", depth=depth)
    if view.phase == "setup":
        return t("at_setup", depth=depth)
    if view.options["depth"] == "scores":
        return t("at_turn_scores", turn=view.turn, depth=depth)
    return t("at_turn", turn=view.turn, phase=t(f"phase.{view.phase}"), depth=depth)


def bar(ctx: Ctx) -> ft.Control:
    """Return the app bar."""
    return desk_frame.bar(ctx, where(ctx))


def page(
    ctx: Ctx,
    content: Sequence[ft.Control],
    answer: ft.Control,
    *,
    covered_parts: bool = True,
    overlay: ft.Control | None = None,
    side: Sequence[ft.Control] | None = None,
) -> ft.Control:
    """Return a whole screen of a seat's phone. Every seat of this game holds secrets until the end.

    An intruder's covered phone has nothing on it but doors, and says so.
    """
    if covered_parts and ctx.side == "intruders" and not ctx.open and not ctx.ended:
        return screen(
            ctx.look,
            bar=bar(ctx),
            strip=strip(ctx.look, "covered", here(ctx)),
            content=list(content),
            side=None if side is None else list(side),
            dock=answer,
            overlay=overlay,
        )
    return desk_frame.page(
        ctx, content, answer, subtitle=where(ctx), covered_parts=covered_parts, overlay=overlay, side=side
    )


def teach(ctx: Ctx, key: str, clause: str) -> list[ft.Control]:
    """Return what to do now and why, in one sentence (`teach.<key>`) with its rule, for those who play it first."""
    if not ctx.snap.teach:
        return []
    words = text(ctx.look, "caption", ctx.t(f"teach.{key}"), ctx.look.p.tx2, expand=True)
    return [row([words, clause_chip(ctx.look, ctx.actions, clause)], 8)]
