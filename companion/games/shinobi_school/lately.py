"""What was done lately at a Shinobi School table, and what audits have proved."""

from __future__ import annotations

import flet as ft

from companion.games.shinobi_school.facts import spoken_set
from companion.games.shinobi_school.frame import Ctx
from companion.ui import ruling_row
from companion.ui.words.sentences import begun, listed
from referee.shinobi_school.view_model import Action, Finding, Turn

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
