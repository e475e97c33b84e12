"""A Shinobi School table: its context and where it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.shinobi_school.facts import Pick
from companion.games.table.context import Context, Covers
from referee.shinobi_school.view_model import View

K = "shinobi_school.screen."


@dataclass(frozen=True, slots=True)
class Ctx(Context[Pick, View]):
    """What a Shinobi School screen is drawn from."""

    GAME: ClassVar[str] = "shinobi-school"
    WORDS: ClassVar[str] = K

    @property
    def where(self) -> str:
        view, t = self.view, self.t
        depth = t(f"depth.{view.options.depth}")
        if view.phase in ("tie", "close", "ended"):
            return t("over", depth=depth)
        return t("at_round", round=view.round, of=view.options.rounds, depth=depth)

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now: in a round, its heaven."""
        heaven = self.view.options.depth == "plays" and self.view.phase not in ("deal", "scoring", "tie", "ended")
        return "parts" if heaven else "nothing"
