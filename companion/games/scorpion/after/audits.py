"""What the audits of a finished match have found, beside the proof of its locked moves: one line when all is well."""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.ui import aloud, icon, label_row, named, row, ruling_row, still, text
from companion.ui.look import Look
from referee.scorpion.audits.guards import Finding

IC = ft.Icons


def audited(ctx: Ctx) -> list[ft.Control]:
    """Return the findings with their clauses, or that there are none (ledger section 8). They change nothing."""
    found = ctx.snap.findings
    if not found:
        return [clean(ctx.look, ctx.t("audit.none"))]
    return [label_row(ctx.look, ctx.t("audit.head"), str(len(found))), *(finding_row(ctx, each) for each in found)]


def finding_row(ctx: Ctx, found: Finding) -> ft.Control:
    title = ctx.t(f"audit.{found.certainty}", audit=found.audit)
    return ruling_row(ctx.look, IC.FLAG_SHARP, title, words_of(ctx, found), found.clause, ctx.actions, False, True)


def words_of(ctx: Ctx, found: Finding) -> str:
    """Return a finding in one sentence: that of its audit, or of what it found where one audit finds several things."""
    own = f"scorpion.screen.finding.{found.audit.lower()}"
    kind = "tile" if "tile" in found.about else found.clause.rpartition("-")[2].replace(".", "_")
    key = f"{own}.{kind}" if ctx.look.t.has(f"{own}.{kind}") else own
    return ctx.say(key, found.about)


@still
def clean(look: Look, words: str) -> ft.Control:
    sign = icon(look, IC.VERIFIED_SHARP, 20, look.p.text_2)
    return named(aloud(words), row([sign, text(look, "caption", words, look.p.text_2, expand=True)], 8))
