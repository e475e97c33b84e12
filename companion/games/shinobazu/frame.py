"""A Shinobazu table: its context and where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.shinobazu.facts import Pick
from companion.games.table.context import Context, Covers
from referee.shinobazu.model import View

K = "shinobazu.screen."


@dataclass(frozen=True, slots=True)
class Ctx(Context[Pick, View]):
    """What a Shinobazu screen is drawn from."""

    GAME: ClassVar[str] = "shinobazu"
    WORDS: ClassVar[str] = K

    @property
    def where(self) -> str:
        view, t = self.view, self.t
        if view.phase == "ended":
            return t("over", depth=t(f"depth.{view.options.depth}"))
        return t("at_round", set=view.set, round=view.round, depth=t(f"depth.{view.options.depth}"))

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now: while rounds are played, its hand."""
        hand = self.view.options.depth == "plays" and self.view.phase == "turns" and self.snap.role == "seat"
        return "parts" if hand else "nothing"
