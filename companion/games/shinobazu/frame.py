"""A Shinobazu table: whose decision it waits for, and what it teaches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

import flet as ft

from companion.contract.snapshot import Snapshot
from companion.games.shinobazu.facts import Pick
from companion.games.table import frame
from companion.games.table.context import Context, Covers
from companion.games.table.frame import Awaited
from companion.ui.theme import Look
from referee.shinobazu.model import View

LESSONS: Final[Mapping[str, str]] = {
    "lead": "SHINOBAZU-4.1",
    "lay": "SHINOBAZU-3.3",
    "declare": "SHINOBAZU-4.7",
    "turn_over": "SHINOBAZU-5.1",
    "reveal": "SHINOBAZU-5.1",
    "duel_challenge": "SHINOBAZU-8.6",
    "duel_answer": "SHINOBAZU-8.9",
    "end_round": "SHINOBAZU-9.1",
    "battle_result": "SHINOBAZU-8.3",
    "duel_result": "SHINOBAZU-8.6",
    "wait": "SHINOBAZU-3.1",
    "wait_duel_challenge": "SHINOBAZU-8.6",
    "wait_duel_answer": "SHINOBAZU-8.9",
}


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


Kind = Literal[
    "leads", "lays", "declares", "turn_over", "battle_result", "duel_result", "challenges", "answers", "names_lead",
    "end_round", "ended",
]  # fmt: skip
FOR_ALL = frozenset({"turn_over", "battle_result", "duel_result", "end_round"})
"""What anybody at the table may do for all."""


@dataclass(frozen=True, slots=True)
class Due:
    """What the table waits for: a seat's decision, or (`seat` empty) something anybody may do for all."""

    kind: Kind
    seat: str = ""


def due(snap: Snapshot) -> Due:
    view: View = snap.view
    if view.phase == "ended":
        return Due("ended")
    if view.phase == "turns":
        if view.declares:
            return Due("declares", view.declares)
        return Due("leads" if view.lead is None else "lays", view.active or "")
    if view.phase == "round_end":
        return Due("turn_over" if view.reveals else "end_round")
    if view.phase == "battle":
        return Due("battle_result" if view.options.depth == "scores" else "turn_over")
    return _in_duel(view)


def _in_duel(view: View) -> Due:
    if view.options.depth == "scores":
        return Due("duel_result")
    if view.reveals:
        return Due("turn_over")
    challenger, challenged = view.challenger or "", view.challenged or ""
    if not challenged:
        return Due("challenges", challenger)
    return Due("names_lead", challenger) if view.accepted else Due("answers", challenged)


def ask_of_me(look: Look, kind: Kind) -> str:
    return look.t(f"shinobazu.screen.ask.{kind}")


def does(ctx: Ctx, what: Due) -> str:
    return ctx.t(f"does.{what.kind}", name=ctx.name(what.seat))


def awaited(ctx: Ctx) -> Awaited:
    what = due(ctx.snap)
    return Awaited("" if what.kind in FOR_ALL else what.seat, does(ctx, what))


def waits(ctx: Ctx, what: Due) -> ft.Control:
    return frame.waits(ctx, what.seat, does(ctx, what))
