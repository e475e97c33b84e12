"""The common parts of every game's table: bar, strip, frame, dock, panels, and lessons.

A lesson says in one sentence what to do now and why, with its rule, for first-time players. It disappears once its
phase has been played on this phone, or is hidden; the settings bring all of them back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from secrets import choice
from typing import Any, NamedTuple

import flet as ft

from companion.contract.actions import Actions
from companion.flet_runtime.templates import once
from companion.games.table.context import Ctx, FullPage, PickStore, asleep, presence
from companion.ui import (
    Act,
    Choice,
    Main,
    Side,
    act,
    aloud,
    app_bar,
    block,
    button_side,
    choice_bar,
    dock,
    edge,
    icon_button,
    named,
    on,
    panel,
    pressable,
    row,
    screen,
    seat_line,
    short_clause,
    spans,
    strip,
    text,
    theme,
)
from companion.ui.base import inset, rule, steady
from companion.ui.dock import DockState
from companion.ui.secrecy import StripState
from companion.ui.theme import Look
from referee.core.values import TABLE

WAIT = "wait"
"""The lesson of a seat that has nothing to do."""


def lesson(ctx: Ctx, key: str, clause: str) -> list[ft.Control]:
    """Return the sentence `teach.<key>` with its clause; nothing if this phone has lessons off or has hidden it.

    Under the alarm that the past was changed there is no space for it.
    """
    known = f"{ctx.GAME}.{key}"
    if key.startswith(f"{WAIT}_") and f"{ctx.GAME}.{WAIT}" in ctx.snap.learnt:
        return []
    if not ctx.snap.teach or known in ctx.snap.learnt or ctx.snap.rewritten is not None:
        return []
    return [_lesson(ctx.look, ctx.actions, ctx.t(f"teach.{key}"), clause, known)]


@block
def _lesson(look: Look, actions: Actions, words: str, clause: str, known: str) -> ft.Control:
    """Draw a lesson with little height, since it pushes everything else down; a tap on it opens the rule."""
    rule, read = short_clause(clause), act(actions.pages.clause, clause)
    box = ft.Container(_sentence(look, words, rule), padding=inset(0, 2), on_click=on(read))
    close = _close(look, steady(act(actions.settings.learnt, known)))
    return row([pressable(aloud(words, rule), box, read, expand=True), close], 4)


@block
def _sentence(look: Look, words: str, rule: str) -> ft.Control:
    return spans(look, "caption", (words, False), (f" {rule}", True), color=look.p.text_2)


@block
def _close(look: Look, learnt: Act) -> ft.Control:
    return icon_button(look, ft.Icons.CLOSE_SHARP, look.t("table_screen.learnt"), learnt)


def lessons(ctx: Ctx, known: Mapping[str, str]) -> list[ft.Control]:
    """Return the lesson about what my seat must do, or about waiting. `known`: clauses by the last part of the ask.

    Waiting for others may have a lesson of its own: `wait_` and the last part of their ask.
    """
    musts = [(p.seat, p.ask.partition(".ask.")[2]) for p in ctx.snap.prompts if p.must]
    mine = [ask for seat, ask in musts if seat in (ctx.me, TABLE)]
    theirs = (f"{WAIT}_{ask}" for _, ask in musts)
    key = next((ask for ask in mine if ask in known), "" if mine else next((w for w in theirs if w in known), WAIT))
    return lesson(ctx, key, known[key]) if key in known else []


def grid(controls: Sequence[ft.Control], across: int, spacing: float = 8, *, full: bool = True) -> list[ft.Control]:
    """Return controls in rows of `across`; `full` ends the last row with blanks of the same width."""
    blanks = [ft.Container(expand=True) for _ in range(-len(controls) % across)] if full else []
    every = [*controls, *blanks]
    return [ft.Row(every[at : at + across], spacing=spacing) for at in range(0, len(every), across)]


def rows_panel(look: Look, rows: Sequence[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.Column(list(rows), spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=look.p.surface, border=edge(theme.HAIR, look.p.line), border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )  # fmt: skip


def seat_bar(ctx: Ctx, seats: Iterable[str], pick: str, choose: Act, label: str = "") -> ft.Control:
    return choice_bar(ctx.look, tuple(Choice(s, ctx.name(s)) for s in seats), pick, choose, label=label, tick=False)


def by_lot(ctx: Ctx, seats: Iterable[str], declare: Act) -> ft.Control:
    """Return the button that draws one of these seats by lot, on the host, and declares it."""
    drawn = act(declare_by_lot, declare, tuple(seats))
    return button_side(ctx.look, ctx.t("draw_by_lot"), drawn, ft.Icons.CASINO_SHARP, 48)


def declare_by_lot(declare: Act, seats: tuple[str, ...]) -> None:
    declare(choice(seats))


def score_sheet(
    look: Look,
    names: Sequence[str],
    lines: Sequence[ft.Control],
    *,
    first: float,
    over: str = "",
    high: float = 30,
    margin: float = 12,
) -> ft.Control:
    """Return a score sheet. `names` are all seats' in order, `first` is the width in pixels of the lines' names.

    `over` is written above those.
    """
    p = look.p
    corner = text(look, "caption", over, p.text_2, lines=1) if over else None
    head: list[ft.Control] = [
        ft.Container(corner, width=first),
        *(
            ft.Column(
                [text(look, "over", name, p.text_2, lines=1, align=ft.TextAlign.CENTER), seat_line(look, f"p{n}")],
                spacing=0, tight=True, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            )
            for n, name in enumerate(names, 1)
        ),
    ]  # fmt: skip
    rows = [ft.Container(ft.Row(head, spacing=4), height=theme.grown(look, high)), *lines]
    return panel(look, ft.Column(rows, spacing=0, tight=True), padding=inset(margin, 4))


def score_line(
    look: Look, said: str, name: str, cells: Sequence[ft.Control], *, first: float, strong: bool = False
) -> ft.Control:
    """Return one line: its name and a cell for each seat. `strong` is for totals."""
    label = ft.Container(text(look, "caption", name, look.p.text_2, lines=1), width=first)
    box = ft.Container(
        ft.Row([label, *cells], spacing=4), height=theme.grown(look, 30),
        border=rule("top", look.p.line, theme.LINE if strong else theme.HAIR),
    )  # fmt: skip
    return named(said, box)


class Awaited(NamedTuple):
    """Whom the table waits for, a seat or nobody in particular (empty), and what for, in words."""

    seat: str
    does: str


def here(ctx: Ctx, *, always: bool = False) -> str:
    """Return how many phones are here, if some are not, or `always`."""
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
        whole=isinstance(content, FullPage),
    )


def paused(ctx: Ctx) -> bool:
    return ctx.snap.match is not None and ctx.snap.match.paused and not ctx.ended


def undo(ctx: Ctx, *, mine: bool = False) -> Side:
    """Return the action that undoes the last declaration, or says why that is not allowed."""
    words = ctx.t("undo_mine" if mine and ctx.snap.undo is None else "undo")
    why = "" if ctx.snap.undo is None else ctx.say(ctx.snap.undo.reason, ctx.snap.undo.params)
    return Side(words, ft.Icons.UNDO_SHARP, act(ctx.actions.match.undo), why)


def line(ctx: Ctx) -> str:
    return ctx.t("answer_for", name=ctx.name(ctx.acting)) if ctx.acting else ctx.t("for_all")


def back(ctx: Ctx) -> Side:
    """Return the way back to the whole table, for a game master who answers for a seat."""
    return Side(ctx.t("back"), None, ctx.choose("naming", ""))


def back_row(ctx: Ctx) -> ft.Control:
    """Return `back` as a row, where the dock has no space for it."""
    return button_side(ctx.look, ctx.t("back"), ctx.choose("naming", ""), ft.Icons.ARROW_BACK_SHARP, 48)


def cover(ctx: Ctx) -> Side:
    """Return the action that covers this phone; for a game master who answers for a seat, the way back."""
    if ctx.acting:
        return back(ctx)
    return Side(ctx.t("cover"), ft.Icons.VISIBILITY_OFF_SHARP, act(ctx.actions.secrets.cover))


def lacks(ctx: Ctx, what: str) -> Main:
    """Return the disabled main action while something must still be chosen: `what` is the last part of its key."""
    return Main(ctx.t(f"missing.{what}"), None, False, ctx.put(lacking=what))


def asked(
    ctx: Ctx, ask: str, main: Main | None, *, line: str = "", left: Side | None = None, **rest: Any
) -> ft.Control:
    return answer(ctx, "asked", line or ctx.t("your_turn"), ask, left or undo(ctx), main, **rest)


def answer(
    ctx: Ctx, state: DockState, line: str, ask: str, left: Side | None = None, main: Main | None = None, **rest: Any
) -> ft.Control:
    """Return the dock. While the game master has paused play it says so, and offers players nothing."""
    if paused(ctx) and ctx.snap.role != "gm":
        stopped, about = ctx.t("paused"), ctx.t("paused_about")
        return dock(ctx.look, state="idle", line=stopped, ask=about, mark=ft.Icons.PAUSE_SHARP)
    return dock(ctx.look, state=state, line=line, ask=ask, left=left, main=main, **rest)


def waits(ctx: Ctx, seat: str, does: str) -> ft.Control:
    """Return the dock of somebody who waits: for a seat that `does` something or, without a seat, for anybody.

    It says if that seat's phone is asleep.
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
    """Return the main action while waiting for a seat: handing over a shared phone, else a disabled one."""
    if seat in ctx.snap.my_seats and seat != ctx.me:
        return Main(ctx.t("hand_over", name=ctx.name(seat)), act(ctx.actions.sharing.hand_over, seat))
    return Main(ctx.t("turn_of", name=ctx.name(seat)) if seat else ctx.t("waiting"), None, False)


def whose(ctx: Ctx, seat: str, does: str) -> ft.Control:
    """Return the dock of a table display: whose decision is awaited, or without a seat the whole table's."""
    if ctx.ended:
        return answer(ctx, "idle", ctx.t("over_line"), does)
    if not seat:
        return answer(ctx, "asked", ctx.t("for_all"), does)
    sleeps = asleep(ctx.snap, seat)
    line = ctx.t("waiting_asleep" if sleeps else "must_act", name=ctx.name(seat))
    return answer(ctx, "asked", line, does, mark=ft.Icons.BEDTIME_SHARP if sleeps else None)
