"""A Shinobi School table: its context, where it is, and a seat's whole screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import flet as ft

from companion.games.shinobi_school.facts import Pick
from companion.games.table import frame as desk_frame
from companion.games.table import screen as desk
from companion.games.table.frame import answer, asked, here, undo
from referee.shinobi_school.view_model import View

__all__ = ["Ctx", "K", "answer", "asked", "bar", "here", "page", "undo", "where"]
K = "shinobi_school.screen."


@dataclass(frozen=True, slots=True)
class Ctx(desk.Ctx):
    """What a Shinobi School screen is drawn from."""

    GAME: ClassVar[str] = "shinobi-school"
    WORDS: ClassVar[str] = K

    pick: Pick

    @property
    def view(self) -> View:
        """The game's view, as much of it as this phone may show."""
        view: View = self.snap.view
        return view


def where(ctx: Ctx) -> str:
    """Return the line of the app bar that says where we are; the depth is always named."""
    view, t = ctx.view, ctx.t
    depth = t(f"depth.{view.options.depth}")
    if view.phase in ("tie", "close", "ended"):
        return t("over", depth=depth)
    return t("at_round", round=view.round, of=view.options.rounds, depth=depth)


def bar(ctx: Ctx) -> ft.Control:
    """Return the app bar."""
    return desk_frame.bar(ctx, where(ctx))


def page(
    ctx: Ctx, content: Sequence[ft.Control], answer: ft.Control, *, overlay: ft.Control | None = None
) -> ft.Control:
    """Return a whole screen of a seat's phone. In a round it holds a covered heaven."""
    heaven = ctx.view.options.depth == "plays" and ctx.view.phase not in ("deal", "scoring", "tie", "ended")
    return desk_frame.page(ctx, content, answer, subtitle=where(ctx), covered_parts=heaven, overlay=overlay)
