"""A Scorpion table: its context, where it is, and its lessons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import flet as ft

from companion.games.scorpion.facts import Pick, Side, role_of, side_of
from companion.games.table.context import Context, Covers
from companion.games.table.lessons import lesson
from referee.scorpion.views.view_model import View

K = "scorpion.screen."


@dataclass(frozen=True, slots=True)
class Ctx(Context[Pick, View]):
    """What a Scorpion screen is drawn from."""

    GAME: ClassVar[str] = "scorpion"
    WORDS: ClassVar[str] = K

    @property
    def where(self) -> str:
        view, t = self.view, self.t
        depth = t(f"depth.{view.options.depth}")
        if view.phase == "ended":
            return t("over", depth=depth)
        if view.phase == "setup":
            return t("at_setup", depth=depth)
        if view.options.depth == "scores":
            return t("at_turn_scores", turn=view.turn, depth=depth)
        return t("at_turn", turn=view.turn, phase=t(f"phase.{view.phase}"), depth=depth)

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now: an intruder's has nothing on it but doors then."""
        if self.view.options.depth != "plays" or self.view.phase == "ended":
            return "nothing"
        return "all" if self.side == "intruders" else "parts"

    @property
    def role(self) -> str:
        """What my seat plays: guards, sword, spear, intruders, ninja, traitor; empty without a seat."""
        return role_of(self.view, self.me)

    @property
    def side(self) -> Side:
        """My seat's side; empty without a seat."""
        return side_of(self.view, self.me)


def teach(ctx: Ctx, key: str, clause: str) -> list[ft.Control]:
    """Return what to do now and why, for those who play it first."""
    return lesson(ctx, key, clause)
