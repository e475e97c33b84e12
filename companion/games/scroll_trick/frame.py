"""A Scroll Trick table: its context, where it is, and a seat's whole screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import flet as ft

from companion.games.scroll_trick.facts import PREPARING, Pick, name_of
from companion.games.scroll_trick.terms import terms
from companion.games.table import frame as desk_frame
from companion.games.table import screen as desk
from companion.games.table.frame import answer, asked, here, undo
from companion.games.table.screen import Desk
from companion.ui import Act, act
from companion.ui.words import listed
from referee.core.values import TABLE, Prompt
from referee.scroll_trick.cards import SHADOW
from referee.scroll_trick.view_model import View

__all__ = ["Ctx", "K", "answer", "asked", "bar", "here", "page", "undo", "where"]
K = "scroll_trick.screen."
OWN_WORDS = {
    "lead": "trick_lead_short",
    "follow": "ask_follow",
    "follow_open": "ask_follow_open",
    "set_start_player": "who_met_ninja",
}
"""What a phone says of an ask in words of its own."""


@dataclass(frozen=True, slots=True)
class Ctx(desk.Ctx):
    """What a Scroll Trick screen is drawn from."""

    GAME: ClassVar[str] = "scroll-trick"
    WORDS: ClassVar[str] = K

    pick: Pick

    @property
    def view(self) -> View:
        """The game's view, as much of it as this phone may show."""
        view: View = self.snap.view
        return view

    def name(self, seat: str | None) -> str:
        """Return a seat's name; the third seat of the game for two is the shadow."""
        return self.look.t("scroll_trick.shadow") if seat == SHADOW else desk.Ctx.name(self, seat)

    def names(self, seats: Iterable[str]) -> str:
        """Return seats' names, joined."""
        return listed(self.look, [self.name(seat) for seat in seats])

    def card(self, card: str) -> str:
        """Return a card in words."""
        return terms(self.look.t, "card", card) or card

    def kind(self, kind: str) -> str:
        """Return a kind in words."""
        return terms(self.look.t, "kind", kind) or kind

    def asks(self, prompt: Prompt) -> str:
        """Return what is asked, in words."""
        key = f"{K}{own}" if (own := OWN_WORDS.get(name_of(prompt))) else prompt.ask
        return self.say(key, prompt.params)

    def put(self, **changes: Any) -> Act:
        """Return the act that chooses several things at once; the reason shown before is forgotten."""
        return act(_put, self.desk, self.actions, tuple(sorted({"hint": "", **changes}.items())))

    def set(self, field: str) -> Act:
        """Return the act that chooses the value that its control adds; the reason shown before is forgotten."""
        return act(_set, self.desk, self.actions, field)

    def move(self, move: Mapping[str, Any]) -> Act:
        """Return the act that declares a move: for my seat, or where there is none for the table."""
        return self.declare(move, "" if self.me else TABLE)


def change(ctx: Ctx, fn: Callable[[Pick], Pick]) -> None:
    """Change what is chosen by a function of what is chosen by then: of two quick taps none is lost."""
    moment = ctx.desk.moment
    ctx.actions.secrets.touch()
    ctx.desk.put(lambda old: fn(old.at(moment)))


def _put(desk_: Desk, actions: Any, changes: tuple[tuple[str, Any], ...]) -> None:
    actions.secrets.touch()
    desk_.choose(**dict(changes))


def _set(desk_: Desk, actions: Any, field: str, value: Any) -> None:
    actions.secrets.touch()
    desk_.choose(**{"hint": "", field: value})


def where(ctx: Ctx) -> str:
    """Return the line of the app bar that says where we are; the depth is always named."""
    view, t = ctx.view, ctx.t
    depth = t(f"depth.{view.options.depth}")
    return t("over", depth=depth) if view.phase == "ended" else t("at_round", round=view.round, depth=depth)


def bar(ctx: Ctx) -> ft.Control:
    """Return the app bar."""
    return desk_frame.bar(ctx, where(ctx))


def has_cover(ctx: Ctx) -> bool:
    """Tell whether this seat's phone has something to cover now, whatever was noted: cards are held, or drawn."""
    view = ctx.view
    held = view.phase not in PREPARING or view.phase == "between"
    return ctx.snap.role == "seat" and view.options.depth == "plays" and held


def page(
    ctx: Ctx, content: Sequence[ft.Control], answer: ft.Control, *, overlay: ft.Control | None = None
) -> ft.Control:
    """Return a whole screen of a seat's phone. While cards are held it has a cover."""
    return desk_frame.page(ctx, content, answer, subtitle=where(ctx), covered_parts=has_cover(ctx), overlay=overlay)
