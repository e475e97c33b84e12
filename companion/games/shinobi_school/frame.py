"""A Shinobi School table: whose decision it waits for, what it teaches, and what was done lately."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

import flet as ft

from companion.games.shinobi_school.facts import Pick, spoken_set
from companion.games.table import frame
from companion.games.table.context import Context, Covers
from companion.games.table.frame import Awaited
from companion.ui import ruling_row
from companion.ui.words import begun, listed
from referee.shinobi_school.view_model import Action, Finding, Turn, View

LESSONS: Final[Mapping[str, str]] = {
    "set_start_player": "SCHOOL-11.1",
    "confirm_deal": "SCHOOL-1.3",
    "lay_earth": "SCHOOL-6.2",
    "reveal_earths": "SCHOOL-9.3",
    "first_field": "SCHOOL-10.2",
    "turn": "SCHOOL-7.4",
    "heaven_action": "SCHOOL-7.2",
    "earth_action": "SCHOOL-7.3",
    "score_round": "SCHOOL-12.1",
    "show_heaven": "SCHOOL-12.2",
    "round_cards": "SCHOOL-12.5",
    "close_game": "SCHOOL-13.2",
    "wait": "SCHOOL-8.1",
    "wait_show_heaven": "SCHOOL-12.2",
}


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


FOR_ALL = frozenset({"deal", "reveal", "field", "start", "won", "score", "close", "tie", "ended"})
"""The phases in which anybody at the table acts for all."""


@dataclass(frozen=True, slots=True)
class Due:
    """What the table waits for: a seat's decision, or (`seat` empty) something anybody may do for all."""

    kind: str
    """The last part of a message key."""
    seat: str = ""
    others: tuple[str, ...] = ()
    """Further seats that are waited for in the same way."""


def due(view: View) -> Due:
    if view.phase == "turn":
        return Due("turn" if len(view.open) > 1 else f"{view.open[0]}_action", view.active or "")
    if view.phase in ("split", "reveal", "scoring") and (lack := [s.seat for s in view.seats if _lacks(view, s.seat)]):
        first, *others = lack
        return Due("earth" if view.phase == "reveal" else view.phase, first, tuple(others))
    if view.phase == "start" and view.options.first_start == "random":
        return Due("draw")
    return Due(view.phase)


def _lacks(view: View, seat: str) -> bool:
    s = next(s for s in view.seats if s.seat == seat)
    if view.phase == "reveal":
        return not s.earth_noted
    return not s.ready if view.phase == "split" else s.seat != view.winner and s.scored is None


def awaited(ctx: Ctx) -> Awaited:
    """Return whom the table waits for and what for; where several do the same, that all of them do."""
    now = due(ctx.view)
    if now.others:
        return Awaited("", ctx.t(f"does_all.{now.kind}"))
    return Awaited("" if now.kind in FOR_ALL else now.seat, ctx.t(f"does.{now.kind}", name=ctx.name(now.seat)))


def waits(ctx: Ctx) -> ft.Control:
    """Return the dock of a seat that waits. Among several that are waited for, one of this phone comes first."""
    now = due(ctx.view)
    seat = next((s for s in (now.seat, *now.others) if s in ctx.snap.my_seats), now.seat)
    return frame.waits(ctx, seat, ctx.t(f"does.{now.kind}", name=ctx.name(seat)))


IC = ft.Icons
_CLAUSES = {
    "supply": "SCHOOL-1.1", "capacity": "SCHOOL-3.3", "heaven": "SCHOOL-3.3", "count": "SCHOOL-9.2",
    "entry": "SCHOOL-6.2",
}  # fmt: skip
SHOWN = 12
"""How many earlier turns are listed at most."""


def lately(ctx: Ctx, most: int = 1) -> list[ft.Control]:
    """Return what the turn that is on and the `most` turns before it have done, as far as the table shows them."""
    view = ctx.view
    turns = [*view.turns[-most:], *([view.now] if view.now is not None and view.now.actions else [])]
    return [turn_row(ctx, turn) for turn in reversed(turns)]


def turn_row(ctx: Ctx, turn: Turn) -> ft.Control:
    passed = len(turn.actions) > 1 and all(action.kind == "pass" for action in turn.actions)
    done = ctx.t("did.pass_both") if passed else listed(ctx.look, [action_words(ctx, a) for a in turn.actions])
    swept = ctx.t("was_swept") if turn.swept else ""
    return ruling_row(ctx.look, IC.AIR_SHARP if turn.swept else IC.HISTORY_SHARP, ctx.name(turn.seat),
                      " ".join(filter(None, (swept, begun(done)))))  # fmt: skip


def action_words(ctx: Ctx, action: Action) -> str:
    cards = spoken_set(action.number, action.size) if action.number is not None else ""
    return ctx.t(f"did.{action.kind}_{action.side}", cards=cards)


def finding_rows(ctx: Ctx, *, all_of_them: bool = False) -> list[ft.Control]:
    """Return what audits proved in this round: it changes no points, the table decides."""
    return [finding_row(ctx, f) for f in ctx.view.findings if all_of_them or f.round == ctx.view.round]


def finding_row(ctx: Ctx, found: Finding) -> ft.Control:
    params = found.model_dump(exclude={"kind"})
    cause = ctx.say(f"shinobi_school.finding.{found.kind}", params)
    fact = ctx.t(f"finding.{found.kind}", round=found.round)
    return ruling_row(ctx.look, IC.FLAG_SHARP, fact, cause, _CLAUSES[found.kind], ctx.actions, False, True)
