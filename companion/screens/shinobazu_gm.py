"""The game master's screen: everything visible, what is pending, the last rulings, and overruling."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.look import Look
from companion.screens.shinobazu_asks import asleep, awaited
from companion.screens.shinobazu_cards import SMALL, lying
from companion.screens.shinobazu_display import big_grid, side
from companion.screens.shinobazu_facts import Away, SeatFacts, away, presence, private_of, seats
from companion.screens.shinobazu_frame import Ctx, answer, bar, here
from companion.screens.shinobazu_gm_answer import answering
from companion.screens.shinobazu_gm_sheets import overrule_sheet
from companion.screens.shinobazu_lead import banner
from companion.screens.shinobazu_points import front_card, lead_mark, pips, point_grid
from companion.screens.shinobazu_result import finding_rows
from companion.screens.words import told
from companion.ui import (
    Act,
    Main,
    Side,
    act,
    block,
    button_side,
    edge,
    label_row,
    named,
    row,
    ruling_row,
    screen,
    seat_face,
    side_face,
    strip,
    text,
    theme,
)
from referee.values import TABLE

IC = ft.Icons


def game_master(ctx: Ctx, overlay: ft.Control | None = None) -> ft.Control:
    """Draw the game master's screen; covered, it is the table display with the way to open it."""
    if not ctx.open:
        return covered(ctx, overlay)
    acts = may_act(ctx)
    if acts and ctx.pick.naming:
        content, dock = answering(replace(ctx, acting="" if ctx.pick.naming == TABLE else ctx.pick.naming))
        return _screen(ctx, content, None, dock, overlay)
    left = [banner(ctx), *(open_seat(ctx, facts) for facts in seats(ctx.snap))]
    right = [*pending(ctx), *rulings(ctx), *(overrules(ctx) if acts else [])]
    overlay = overlay or (overrule_sheet(ctx) if acts else None)
    return _screen(ctx, left, right, dock_of(ctx), overlay)


def may_act(ctx: Ctx) -> bool:
    """Tell whether this game master rules; an observer only looks."""
    return ctx.snap.match is None or ctx.snap.match.game_master != "observer"


def _screen(
    ctx: Ctx, left: list[ft.Control], right: list[ft.Control] | None, dock: ft.Control, overlay: ft.Control | None
) -> ft.Control:
    return screen(
        ctx.look,
        bar=None if ctx.look.wide else bar(ctx),
        strip=strip(ctx.look, "gm", here(ctx)),
        content=left,
        side=right,
        dock=dock,
        overlay=overlay,
        frame="gm",
    )


def covered(ctx: Ctx, overlay: ft.Control | None) -> ft.Control:
    """Draw the game master's phone while it is safe to lay down."""
    look = ctx.look
    facts = seats(ctx.snap)
    left = [big_grid(look, facts)] if look.wide else [banner(ctx), point_grid(look, facts)]
    due = awaited(ctx.snap)
    dock = answer(
        ctx, "idle", ctx.t("nothing_asked"), ctx.t(f"does.{due.kind}", name=ctx.name(due.seat)),
        None, Main(ctx.t("open_all"), act(ctx.actions.keep)), mark=IC.LOCK_SHARP,
    )  # fmt: skip
    return screen(
        look, bar=None if look.wide else bar(ctx), strip=strip(look, "covered", here(ctx)), content=left,
        side=side(ctx), dock=dock, overlay=overlay,
    )  # fmt: skip


def dock_of(ctx: Ctx) -> ft.Control:
    """Return the dock: nothing is asked of a game master; undo and cover are at hand."""
    due, t = awaited(ctx.snap), ctx.t
    does = t(f"does.{due.kind}", name=ctx.name(due.seat))
    cover = Side(t("cover"), IC.LOCK_SHARP, act(ctx.actions.cover))
    if not may_act(ctx):
        return answer(ctx, "idle", t("you_observe"), does, cover)
    both = (Side(t("undo_last"), IC.UNDO_SHARP, act(ctx.actions.undo)), cover)
    return answer(ctx, "idle", t("nothing_asked"), does, equal=both)


# Everything visible


def open_seat(ctx: Ctx, facts: SeatFacts) -> ft.Control:
    """Return one seat with its hand and what lies in front of it, open."""
    own = private_of(ctx.view, facts.seat)
    hand = own.hand if own is not None else None
    laid_by = next((s.front[-1].laid_by for s in ctx.view.seats if s.seat == facts.seat and s.front), "")
    pushed = ctx.t("laid_by", name=ctx.name(laid_by)) if laid_by and laid_by != facts.seat else ""
    size = next(s.hand_size for s in ctx.view.seats if s.seat == facts.seat)
    words = "" if hand is not None else ctx.t("not_entered_n", n=size)
    return open_card(ctx.look, facts, hand or (), words, pushed)


@block
def open_card(look: Look, seat: SeatFacts, hand: tuple[str, ...], words: str, pushed: str) -> ft.Control:
    """Draw a seat for the game master: points, hand, fight cards with their faces."""
    p, t = look.p, look.t
    status = t(f"shinobazu.screen.status.{seat.status}") if seat.status else ""
    name = text(look, "subject", seat.name, lines=1)
    name.expand, name.expand_loose = True, True
    who: list[ft.Control] = [seat_face(look, seat.name, False, seat.presence, 30), name]
    if seat.leads:
        who.append(lead_mark(look, seat.leads))
    points = ft.Column(
        [text(look, "numeral_m", str(seat.points), line=38), pips(look, seat.points, 8)], spacing=1, tight=True
    )
    in_hand: ft.Control = (
        row([lying(look, card) for card in hand], 4, tight=True) if not words else text(look, "caption", words, p.tx2)
    )
    front = row([front_card(f, SMALL) for f in seat.front], 4, tight=True)
    head = row([row(who, 8, expand=True), text(look, "caption", status, p.tx2)], 6)
    labels: list[ft.Control] = [text(look, "caption", t("shinobazu.screen.hand"), p.tx2), in_hand]
    lies: list[ft.Control] = [
        text(look, "caption", pushed or (t("shinobazu.screen.in_front") if seat.front else ""), p.tx2),
        front,
    ]
    body = ft.Row(
        [
            ft.Container(points, width=66),
            ft.Column(labels, spacing=2, tight=True, expand=True),
            ft.Column(lies, spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END),
        ],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )
    return ft.Container(
        ft.Column([head, body], spacing=4, tight=True),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        bgcolor=p.sf2 if seat.turn else p.sf,
        border=edge(theme.LINE if seat.turn else theme.HAIR, p.tx if seat.turn else p.ln),
        border_radius=theme.R_PANEL,
    )


# Pending, rulings, overruling


def pending(ctx: Ctx) -> list[ft.Control]:
    """Return what is asked of whom, each with the way to answer it, and whose phone sleeps."""
    t, acts = ctx.t, may_act(ctx)
    musts = [p for p in ctx.snap.prompts if p.must]
    rows: list[ft.Control] = [label_row(ctx.look, t("pending"), str(len(musts)))]
    met = presence(ctx.snap)
    for prompt in musts:
        who = ctx.name(prompt.seat) if prompt.seat != TABLE else ctx.look.t("app.the_table")
        words = ctx.say(prompt.ask, prompt.params)
        answers = ctx.choose("naming", prompt.seat) if acts else None
        rows.append(
            ask_row(
                ctx.look, who, prompt.seat != TABLE, away(met.get(prompt.seat, "here")), words, t("answer"), answers
            )
        )
    for seat in ctx.view.seats:
        if asleep(ctx.snap, seat.seat):
            asked = any(p.seat == seat.seat for p in musts)
            words = t("sleeps_asked" if asked else "sleeps_idle")
            free = ctx.choose("sheet", "free") if acts else None
            rows.append(
                ask_row(ctx.look, seat.name, True, away(met.get(seat.seat, "here")), words, t("free_seat"), free)
            )
    return rows


@block
def ask_row(look: Look, who: str, seat: bool, met: Away, words: str, label: str, handler: Act | None) -> ft.Control:
    """Draw one thing that is asked, with its button."""
    mark = (
        seat_face(look, who, False, met, 36) if seat else ft.Icon(IC.TABLE_RESTAURANT_SHARP, color=look.p.tx, size=30)
    )
    told_ = named(
        f"{who}. {words}",
        row(
            [
                mark,
                ft.Column(
                    [text(look, "subject", who, lines=1), text(look, "caption", words, look.p.tx2, lines=2)],
                    spacing=0, tight=True, expand=True,
                ),
            ],
            12,
        ),
        expand=True,
    )  # fmt: skip
    tail = [side_face(look, label, handler, height=theme.TOUCH)] if handler is not None else []
    return ft.Container(
        row([told_, *tail], 8),
        padding=ft.Padding.symmetric(vertical=5),
        border=ft.Border(bottom=ft.BorderSide(theme.HAIR, look.p.ln)),
    )


def rulings(ctx: Ctx) -> list[ft.Control]:
    """Return the last rulings, newest first, and what audits have found."""
    rows: list[ft.Control] = []
    if ctx.snap.refusal is not None:
        words = ctx.say(ctx.snap.refusal.reason, ctx.snap.refusal.params)
        rows.append(
            ruling_row(
                ctx.look,
                IC.CLOSE_SHARP,
                ctx.t("refused_here"),
                words,
                ctx.snap.refusal.clause,
                ctx.actions,
                False,
                True,
            )
        )
    for line in reversed(ctx.snap.log[-4:]):
        said = told(ctx.look, ctx.snap, line.notices)
        if said:
            mark = IC.CHECK_SHARP if line.in_force else IC.UNDO_SHARP
            rows.append(
                ruling_row(ctx.look, mark, said[0], " ".join(said[1:3]), line.clause or "", ctx.actions, line.in_force)
            )
    return [label_row(ctx.look, ctx.t("last_rulings")), *rows[:4], *finding_rows(ctx)]


def overrules(ctx: Ctx) -> list[ft.Control]:
    """Return the ways to overrule; the table sees each."""
    t, look = ctx.t, ctx.look
    every = (
        (t("house_ruling"), IC.GAVEL_SHARP, ctx.choose("sheet", "points")),
        (t("correct_move"), IC.EDIT_NOTE_SHARP, ctx.choose("sheet", "correct")),
        (t("free_a_seat"), IC.PERSON_SEARCH_SHARP, ctx.choose("sheet", "free")),
        (t("whole_log"), IC.HISTORY_SHARP, act(ctx.actions.go, "log")),
    )
    made = [button_side(look, label, handler, glyph, 56, True, True) for label, glyph, handler in every]
    head = label_row(look, t("overrule"), t("table_sees"))
    return [head, ft.Row(list(made[:2]), spacing=10), ft.Row(list(made[2:]), spacing=10)]
