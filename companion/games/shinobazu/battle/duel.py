"""The Shinobazu duel on a player's phone: challenge, answer, and the colour it is led by."""

from __future__ import annotations

import flet as ft

from companion.games.shinobazu.asks import Due, ask_of_me, waits
from companion.games.shinobazu.facts import seat_of
from companion.games.shinobazu.frame import Ctx
from companion.games.shinobazu.lead import colour_bar
from companion.games.shinobazu.points import counted_points
from companion.games.shinobazu.turn import told_line
from companion.games.table.frame import answer, asked, lacks
from companion.games.table.panels import seat_bar
from companion.ui import Main, Side, ruling_row
from referee.shinobazu.model import SeatView, colour_of


def targets(ctx: Ctx) -> list[SeatView]:
    """Return whom the loser may challenge: the remaining passers (SHINOBAZU-8.6)."""
    return [s for s in ctx.view.seats if s.stays]


def cost(ctx: Ctx, seat: str) -> int:
    """Return what a refusal costs a seat: one point a card in front of it (SHINOBAZU-8.9)."""
    target = seat_of(ctx.view, seat)
    return len(target.front) or target.kept + 1


def points(ctx: Ctx, n: int) -> str:
    return counted_points(ctx.look, n)


def target_of(ctx: Ctx) -> str:
    """Return who is chosen to be challenged: the only one, or the one that was tapped."""
    may = [s.seat for s in targets(ctx)]
    return ctx.pick.to if ctx.pick.to in may else may[0] if len(may) == 1 else ""


def whom_bar(ctx: Ctx, chosen: str) -> ft.Control:
    return seat_bar(ctx, (s.seat for s in targets(ctx)), chosen, ctx.choose("to"), ctx.t("challenge"))


def duel_rows(ctx: Ctx) -> list[ft.Control]:
    view, t = ctx.view, ctx.t
    challenger, challenged = view.challenger or "", view.challenged or ""
    if challenged:
        fact = t("challenges", name=ctx.name(challenger), target=ctx.name(challenged))
        words = t("accepted" if view.accepted else "refusal_costs", n=points(ctx, cost(ctx, challenged)))
        row = ruling_row(ctx.look, ft.Icons.SPORTS_MARTIAL_ARTS_SHARP, fact, words, "SHINOBAZU-8.9", ctx.actions, True)
        if view.accepted and challenger == ctx.me:
            return [row, colour_bar(ctx.look, t("colour"), colours(ctx), ctx.pick.colour, ctx.choose("colour"))]
        return [row]
    if challenger != ctx.me:
        return []
    chosen = target_of(ctx)
    rows = [whom_bar(ctx, chosen)]
    if chosen:
        words = t("if_refused", name=ctx.name(chosen), n=points(ctx, cost(ctx, chosen)))
        rows.append(told_line(ctx.look, "", words))
    return rows


def colours(ctx: Ctx) -> tuple[str, ...]:
    """Return the colours the loser shows, from which they may name one (OP-10)."""
    front = seat_of(ctx.view, ctx.view.challenger or "").front
    return tuple(dict.fromkeys(colour_of(f.card) for f in front if f.card))


def duel_dock(ctx: Ctx, what: Due) -> ft.Control:
    t, look = ctx.t, ctx.look
    if what.seat != ctx.me:
        return waits(ctx, what)
    if what.kind == "answers":
        challenger = ctx.name(ctx.view.challenger)
        n = points(ctx, cost(ctx, ctx.me))
        both = (
            Side(t("accept"), None, ctx.declare({"type": "duel_answer", "answer": "accept"})),
            Side(t("refuse_for", n=n), None, ctx.declare({"type": "duel_answer", "answer": "refuse"})),
        )
        return answer(ctx, "asked", t("line.challenged", name=challenger), t("ask.answers", n=n), equal=both)
    if what.kind == "names_lead":
        colour = ctx.pick.colour
        word = look.t(f"shinobazu.colour.{colour}") if colour else ""
        main = Main(t("leads_duel", colour=word), ctx.declare({"type": "choose_duel_lead", "colour": colour}))
        return asked(ctx, ask_of_me(look, "names_lead"), main if colour else lacks(ctx, "colour"))
    chosen = target_of(ctx)
    main = lacks(ctx, "target")
    if chosen:
        main = Main(
            t("challenge_name", name=ctx.name(chosen)), ctx.declare({"type": "duel_challenge", "target": chosen})
        )
    left = Side(t("nobody"), None, ctx.declare({"type": "duel_decline"}))
    return asked(ctx, ask_of_me(look, "challenges"), main, line=t("line.you_lost"), left=left)
