"""What every game's table has in the same place: the bar, the strip, the frame of secrets, the dock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import flet as ft

from companion.contract.actions import Actions
from companion.flet_runtime.shared_trees import once
from companion.games.table.context import Ctx, PickStore, Whole, asleep, presence
from companion.ui import Main, Side, act, app_bar, button_side, dock, screen, strip
from companion.ui.dock import DockState
from companion.ui.look import Look
from companion.ui.secrecy import StripState


class Awaited(NamedTuple):
    """A seat, or (empty) nobody in particular: several, or the whole table; and what is waited for, in words."""

    seat: str
    does: str


def here(ctx: Ctx, *, always: bool = False) -> str:
    """Return how many phones are here: when some are not, or `always`."""
    met = [p for p in presence(ctx.snap).values() if p != "free"]
    awake = sum(p == "here" for p in met)
    return ctx.t("here", n=awake, of=len(met)) if met and (always or awake < len(met)) else ""


def bar(ctx: Ctx) -> ft.Control:
    bar: ft.Control = once(_bar, ctx.look, ctx.GAME, ctx.t("title"), ctx.where, ctx.actions, ctx.picks)
    return bar


def _bar(look: Look, game: str, title: str, where: str, actions: Actions, picks: PickStore) -> ft.Control:
    t = look.t
    return app_bar(
        look,
        title,
        where,
        (ft.Icons.ARROW_BACK_SHARP, t("kit.back"), act(actions.pages.back)),
        (
            (ft.Icons.MENU_BOOK_SHARP, t("kit.rules"), act(actions.pages.go, "rules", game=game)),
            (ft.Icons.MORE_VERT_SHARP, t("kit.more"), act(picks.more)),
        ),
    )


def strip_of(ctx: Ctx) -> tuple[StripState, str]:
    """Return the strip's state and the words at its right end."""
    if ctx.ended:
        return "ended", ""
    if ctx.open and ctx.snap.closing:
        return "secret", ctx.t("closing", n=ctx.snap.closing)
    if ctx.open:
        return "secret", ctx.t("kept_open" if ctx.snap.held == "kept" else "held_open")
    if ctx.covers == "all":
        return "covered", here(ctx)
    if ctx.covers == "parts":
        return "covered_parts" if ctx.CARDS else "covered_part", ""
    return ("safe", here(ctx, always=True))


def page(ctx: Ctx, content: Sequence[ft.Control], answer: ft.Control, overlay: ft.Control | None = None) -> ft.Control:
    state, right = strip_of(ctx)
    return screen(
        ctx.look,
        bar=bar(ctx),
        strip=strip(ctx.look, state, right, ctx.name(ctx.me)),
        content=list(content),
        dock=answer,
        overlay=overlay,
        frame="seat" if ctx.open and state == "secret" else "none",
        whole=isinstance(content, Whole),
    )


def paused(ctx: Ctx) -> bool:
    return ctx.snap.match is not None and ctx.snap.match.paused and not ctx.ended


def undo(ctx: Ctx, *, mine: bool = False) -> Side:
    """Return the action that takes the last declaration back, or says why it does not."""
    words = ctx.t("undo_mine" if mine and ctx.snap.undo is None else "undo")
    why = "" if ctx.snap.undo is None else ctx.say(ctx.snap.undo.reason, ctx.snap.undo.params)
    return Side(words, ft.Icons.UNDO_SHARP, act(ctx.actions.match.undo), why)


def line(ctx: Ctx) -> str:
    return ctx.t("answer_for", name=ctx.name(ctx.acting)) if ctx.acting else ctx.t("for_all")


def back(ctx: Ctx) -> Side:
    """Return the way back to the whole table, for a game master who answers for somebody."""
    return Side(ctx.t("back"), None, ctx.choose("naming", ""))


def back_row(ctx: Ctx) -> ft.Control:
    """Return that way back where the dock has no room for it."""
    return button_side(ctx.look, ctx.t("back"), ctx.choose("naming", ""), ft.Icons.ARROW_BACK_SHARP, 48)


def cover(ctx: Ctx) -> Side:
    """Return the way to cover this phone again; for a game master the way back."""
    if ctx.acting:
        return back(ctx)
    return Side(ctx.t("cover"), ft.Icons.VISIBILITY_OFF_SHARP, act(ctx.actions.secrets.cover))


def lacks(ctx: Ctx, what: str) -> Main:
    """Return the main action while something is still to be chosen: the last part of its key."""
    return Main(ctx.t(f"missing.{what}"), None, False, ctx.put(lacking=what))


def asked(
    ctx: Ctx, ask: str, main: Main | None, *, line: str = "", left: Side | None = None, **rest: Any
) -> ft.Control:
    return answer(ctx, "asked", line or ctx.t("your_turn"), ask, left or undo(ctx), main, **rest)


def answer(
    ctx: Ctx, state: DockState, line: str, ask: str, left: Side | None = None, main: Main | None = None, **rest: Any
) -> ft.Control:
    """Return the dock. While the game master has stopped play it says so, and offers players nothing."""
    if paused(ctx) and ctx.snap.role != "gm":
        stopped, about = ctx.t("paused"), ctx.t("paused_about")
        return dock(ctx.look, state="idle", line=stopped, ask=about, mark=ft.Icons.PAUSE_SHARP)
    return dock(ctx.look, state=state, line=line, ask=ask, left=left, main=main, **rest)


def waits(ctx: Ctx, seat: str, does: str) -> ft.Control:
    """Return the dock of somebody who waits: for a seat that `does` something, or, without a seat, for anybody.

    It says when that seat's phone is asleep.
    """
    line, ask = ctx.t("for_all"), does
    sleeps = bool(seat) and asleep(ctx.snap, seat)
    if seat:
        line = ctx.t("waiting_asleep" if sleeps else "waiting_for", name=ctx.name(seat))
        ask = ctx.t("tell_to_look", name=ctx.name(seat)) if sleeps else does
    main = hand_over(ctx, seat)
    state: DockState = "asleep" if sleeps and not main.enabled else "waiting"
    return answer(ctx, state, line, ask, undo(ctx, mine=True), main)


def hand_over(ctx: Ctx, seat: str) -> Main:
    """Return the main action of somebody who waits for a seat: to hand a shared phone over, else nothing."""
    if seat in ctx.snap.my_seats and seat != ctx.me:
        return Main(ctx.t("hand_over", name=ctx.name(seat)), act(ctx.actions.sharing.hand_over, seat))
    return Main(ctx.t("turn_of", name=ctx.name(seat)) if seat else ctx.t("waiting"), None, False)


def whose(ctx: Ctx, seat: str, does: str) -> ft.Control:
    """Return the dock of a table display: whose decision is awaited (nobody's: the whole table's), nothing to tap."""
    if ctx.ended:
        return answer(ctx, "idle", ctx.t("over_line"), does)
    if not seat:
        return answer(ctx, "asked", ctx.t("for_all"), does)
    sleeps = asleep(ctx.snap, seat)
    line = ctx.t("waiting_asleep" if sleeps else "must_act", name=ctx.name(seat))
    return answer(ctx, "asked", line, does, mark=ft.Icons.BEDTIME_SHARP if sleeps else None)
