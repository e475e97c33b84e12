"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import flet as ft

from companion.screens.overlays import overlays, refusal_dock
from companion.screens.shinobazu_asks import ask_of_me, awaited
from companion.screens.shinobazu_facts import places
from companion.screens.shinobazu_frame import Ctx
from companion.screens.shinobazu_menu import menu
from companion.screens.words import card as in_words
from companion.ui import Act, act
from companion.ui.sheets import Instead

Move = Mapping[str, Any]


def over(ctx: Ctx) -> ft.Control | None:
    """Return the sheet that lies over the screen: a clause, a refusal, a message, or what this phone opened."""
    if ctx.snap.held == "held":
        # The pad stays under the finger: nothing may be laid over it.
        return None
    snap = ctx.snap
    if snap.refusal is not None and snap.refusal.private and not ctx.open:
        # As the others see it nothing was refused; the dock says to hold the cards, and they can be held.
        snap = replace(snap, refusal=None, refused_move=None)
    move = snap.refused_move or {}
    declared = what(ctx, move) if snap.refusal is not None else ""
    app = overlays(ctx.look, snap, ctx.actions, declared=declared, insteads=insteads(ctx, move))
    # A phone's own sheet waits while the app has something to say.
    return app if app is not None else menu(ctx)


def refused_dock(ctx: Ctx) -> ft.Control | None:
    """Return the dock below a refusal, or None when nothing was refused."""
    ruling = ctx.snap.refusal
    if ruling is None:
        return None
    hidden = ruling.private and not ctx.open
    ask = ctx.t("hold_to_see_why") if hidden else still_asked(ctx, ctx.snap.refused_move or {})
    return refusal_dock(ctx.look, ctx.snap, ctx.actions, ask)


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
    for place in free[:2]:
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
        return act(_choose_instead, ctx.actions.dismiss, ctx.choose("to", to))
    moved = {key: value for key, value in move.items() if key != "declare"}
    return ctx.declare({**moved, "to": to})


def _choose_instead(dismiss: Act, choose: Act) -> None:
    choose()
    dismiss()
