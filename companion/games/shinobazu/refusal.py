"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.games.shinobazu.asks import ask_of_me, awaited
from companion.games.shinobazu.facts import places
from companion.games.shinobazu.frame import Ctx
from companion.games.shinobazu.menu import menu
from companion.games.shinobazu.terms import card as in_words
from companion.games.table import refusal as desk_refusal
from companion.games.table.refusal import Move
from companion.games.table.screen import in_turn
from companion.ui import Act, act
from companion.ui.sheets import Instead


def over(ctx: Ctx) -> ft.Control | None:
    """Return the sheet that lies over the screen."""
    return desk_refusal.over(ctx, partial(menu, ctx), what=partial(what, ctx), insteads=partial(insteads, ctx))


def refused_dock(ctx: Ctx) -> ft.Control | None:
    """Return the dock below a refusal, or None when nothing was refused."""
    return desk_refusal.refused_dock(ctx, partial(still_asked, ctx))


def still_asked(ctx: Ctx, move: Move) -> str:
    """Return what is still to be done, after what was refused."""
    card = str(move.get("card") or "")
    if card.startswith("#") and move.get("type") in ("lay", "lead"):
        return ctx.t("lay_elsewhere", n=card[1:])
    due = awaited(ctx.snap)
    return ask_of_me(ctx.look, due.kind) if due.seat == ctx.me else ""


def what(ctx: Ctx, move: Move) -> str:
    """Return what was declared, in a few words."""
    kind = move.get("type")
    if kind in ("lay", "lead"):
        if move.get("to") == ctx.me:
            return ctx.t("what.before_me")
        return ctx.t("what.in_front_of", name=ctx.name(str(move.get("to"))))
    if kind == "reveal" and move.get("card"):
        return ctx.t("what.reveal", card=in_words(ctx.look, str(move["card"])))
    return ctx.t(f"what.{kind}") if ctx.look.t.has(f"shinobazu.screen.what.{kind}") else ctx.t("what.other")


def insteads(ctx: Ctx, move: Move) -> tuple[Instead, ...]:
    """Return up to two things that may be declared instead: each does it, or brings the choice back."""
    view, me, t = ctx.view, ctx.me, ctx.t
    kind = move.get("type")
    if view.phase != "turns" or view.active != me or kind not in ("lay", "lead"):
        return ()
    tried = str(move.get("to") or "")
    free = [p for p in places(view, me) if not p.why_not and p.seat != tried]
    found: list[Instead] = []
    for place in free:
        again = _moved(ctx, move, place.seat)
        if place.seat == me:
            sub = t("instead.you_fight") if view.start == me else t("instead.then_declare")
            found.append((ft.Icons.PERSON_SHARP, t("instead.self"), sub, again))
        else:
            found.append(
                (ft.Icons.GROUP_SHARP, t("instead.push", name=place.name), t("instead.unseen", name=place.name), again)
            )
    return tuple(found)


def _moved(ctx: Ctx, move: Move, to: str) -> Act:
    """Lay the same card elsewhere: declared at once on a push, chosen where fight or pass is still to be said."""
    if to == ctx.me and ctx.view.start != ctx.me:
        return act(in_turn, ctx.choose("to", to), ctx.actions.pages.dismiss)
    moved = {key: value for key, value in move.items() if key != "declare"}
    return ctx.declare({**moved, "to": to})
