"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

import flet as ft

from companion.games.shinobazu.asks import ask_of_me, due
from companion.games.shinobazu.facts import places
from companion.games.shinobazu.frame import Ctx
from companion.games.shinobazu.terms import card as in_words
from companion.games.table.context import in_turn
from companion.games.table.table_screen import Move
from companion.ui import Act, act
from companion.ui.sheets.sheet import Instead


def still(ctx: Ctx, move: Move) -> str:
    card = str(move.get("card") or "")
    if card.startswith("#") and move.get("type") in ("lay", "lead"):
        return ctx.t("lay_elsewhere", n=card[1:])
    now = due(ctx.snap)
    return ask_of_me(ctx.look, now.kind) if now.seat == ctx.me else ""


def what(ctx: Ctx, move: Move) -> str:
    kind = move.get("type")
    if kind in ("lay", "lead"):
        if move.get("to") == ctx.me:
            return ctx.t("what.before_me")
        return ctx.t("what.in_front_of", name=ctx.name(str(move.get("to"))))
    if kind == "reveal" and move.get("card"):
        return ctx.t("what.reveal", card=in_words(ctx.look, str(move["card"])))
    return ""


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
