"""A Scroll Trick table: whose decision it waits for, what it teaches, and the docks of those who wait."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import flet as ft

from companion.games.scroll_trick.facts import PREPARING, Pick, due, name_of, terms
from companion.games.table import frame
from companion.games.table.context import Context, Covers
from companion.games.table.frame import Awaited
from companion.ui import Act
from companion.ui.words import listed
from referee.core.values import TABLE, Prompt
from referee.scroll_trick.cards import SHADOW
from referee.scroll_trick.view_model import View

LESSONS: Final[Mapping[str, str]] = {
    "set_start_player": "SCROLL-2.12",
    "take_start_scrolls": "SCROLL-2.7",
    "confirm_deal": "SCROLL-3.2",
    "choose_trump": "SCROLL-3.4",
    "lay_shadow": "SCROLL-9.3",
    "open_card": "SCROLL-4.1",
    "place_scrolls": "SCROLL-5.1",
    "turn_scroll": "SCROLL-5.5",
    "play_card": "SCROLL-6.4",
    "shadow_play": "SCROLL-9.10",
    "take_trick": "SCROLL-6.15",
    "refill_shadow": "SCROLL-9.15",
    "draw_scrolls": "SCROLL-7.2",
    "give_marker": "SCROLL-7.3",
    "score_round": "SCROLL-8.2",
    "close_round": "SCROLL-6.18",
    "final": "SCROLL-8.2",
    "wait": "SCROLL-6.2",
}


K = "scroll_trick.screen."
OWN_WORDS = {
    "lead": "trick_lead_short",
    "follow": "ask_follow",
    "follow_open": "ask_follow_open",
    "set_start_player": "who_met_ninja",
}
"""What a phone says of an ask in words of its own."""


@dataclass(frozen=True, slots=True)
class Ctx(Context[Pick, View]):
    """What a Scroll Trick screen is drawn from."""

    GAME: ClassVar[str] = "scroll-trick"
    WORDS: ClassVar[str] = K

    @property
    def where(self) -> str:
        view, t = self.view, self.t
        depth = t(f"depth.{view.options.depth}")
        return t("over", depth=depth) if view.phase == "ended" else t("at_round", round=view.round, depth=depth)

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now, whatever was noted: parts of it while cards are held, or drawn."""
        view = self.view
        held = view.phase not in PREPARING or view.phase == "between"
        return "parts" if self.snap.role == "seat" and view.options.depth == "plays" and held else "nothing"

    def name(self, seat: str | None) -> str:
        """Return a seat's name; the third seat of the game for two is the shadow."""
        return self.look.t("scroll_trick.shadow") if seat == SHADOW else Context.name(self, seat)

    def names(self, seats: Iterable[str]) -> str:
        return listed(self.look, [self.name(seat) for seat in seats])

    def card(self, card: str) -> str:
        return terms(self.look.t, "card", card) or card

    def kind(self, kind: str) -> str:
        return terms(self.look.t, "kind", kind) or kind

    def asks(self, prompt: Prompt) -> str:
        key = f"{K}{own}" if (own := OWN_WORDS.get(name_of(prompt))) else prompt.ask
        return self.say(key, prompt.params)

    def move(self, move: Mapping[str, Any]) -> Act:
        """Return the act that declares a move: for my seat, or where there is none for the table."""
        return self.declare(move, "" if self.me else TABLE)


def awaited(ctx: Ctx) -> Awaited:
    prompt = due(ctx.snap)
    if prompt is None:
        return Awaited("", ctx.t("over_line"))
    if prompt.seat == TABLE:
        return Awaited("", ctx.asks(prompt))
    key = f"does.{name_of(prompt)}"
    params = {k: v for k, v in prompt.params.items() if isinstance(v, int)}
    kind = prompt.params.get("kind")
    does = ctx.t(key, name=ctx.name(prompt.seat), kind=ctx.kind(str(kind)) if kind else "", **params)
    return Awaited(prompt.seat, does)


def waits(ctx: Ctx) -> ft.Control:
    return frame.waits(ctx, *awaited(ctx))
