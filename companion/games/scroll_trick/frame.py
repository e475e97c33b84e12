"""A Scroll Trick table: its context and where it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.scroll_trick.facts import PREPARING, Pick, name_of
from companion.games.scroll_trick.terms import terms
from companion.games.table.context import Context, Covers
from companion.ui import Act
from companion.ui.words.sentences import listed
from referee.core.values import TABLE, Prompt
from referee.scroll_trick.cards import SHADOW
from referee.scroll_trick.view_model import View

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
