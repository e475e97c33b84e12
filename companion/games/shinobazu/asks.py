"""Whose decision a Shinobazu table waits for, and in which words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import flet as ft

from companion.contract.snapshot import Snapshot
from companion.games.shinobazu.frame import Ctx
from companion.games.table import frame as desk_frame
from companion.ui.look import Look
from referee.shinobazu.model import View

Kind = Literal[
    "leads", "lays", "declares", "turn_over", "battle_result", "duel_result", "challenges", "answers", "names_lead",
    "end_round", "ended",
]  # fmt: skip
FOR_ALL = frozenset({"turn_over", "battle_result", "duel_result", "end_round"})
"""What anybody at the table may do for all."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the table waits for: a seat's decision, or (`seat` empty) something anybody may do for all."""

    kind: Kind
    seat: str = ""


def awaited(snap: Snapshot) -> Awaited:
    """Return what the table waits for, from what everybody may know."""
    view: View = snap.view
    if view.phase == "ended":
        return Awaited("ended")
    if view.phase == "turns":
        if view.declares:
            return Awaited("declares", view.declares)
        return Awaited("leads" if view.lead is None else "lays", view.active or "")
    if view.phase == "round_end":
        return Awaited("turn_over" if view.reveals else "end_round")
    if view.phase == "battle":
        return Awaited("battle_result" if view.options.depth == "scores" else "turn_over")
    return _in_duel(view)


def _in_duel(view: View) -> Awaited:
    if view.options.depth == "scores":
        return Awaited("duel_result")
    if view.reveals:
        return Awaited("turn_over")
    challenger, challenged = view.challenger or "", view.challenged or ""
    if not challenged:
        return Awaited("challenges", challenger)
    return Awaited("names_lead", challenger) if view.accepted else Awaited("answers", challenged)


def ask_of_me(look: Look, kind: Kind) -> str:
    """Return what is asked of me."""
    return look.t(f"shinobazu.screen.ask.{kind}")


def does(ctx: Ctx, what: Awaited) -> str:
    """Return what the table waits for, in words."""
    return ctx.t(f"does.{what.kind}", name=ctx.name(what.seat))


def waits(ctx: Ctx, what: Awaited) -> ft.Control:
    """Return the dock of a seat that waits."""
    return desk_frame.waits(ctx, what.seat, does(ctx, what))
