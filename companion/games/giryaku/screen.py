"""The table of Giryaku on one phone: a player's, the table display's, the game master's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import flet as ft

from companion.games.giryaku.answers import answers
from companion.games.giryaku.ending import ended, owners, scores, stepper
from companion.games.giryaku.facing import SHORT, boards, instead_of_panel, last_action
from companion.games.giryaku.facts import (
    LESSONS,
    TURNS,
    Ctx,
    Pick,
    asked,
    asked_of,
    awaited,
    is_for_all,
    moment_of,
    waits,
)
from companion.games.giryaku.hand import (
    ADVICE,
    CLEARS,
    caption_row,
    finding_rows,
    hand_kinds,
    hand_lock,
    insteads,
    may_enter,
    open_rows,
    pad,
    what,
)
from companion.games.giryaku.setup import opening, options_sheet, own_rows, setup, triples
from companion.games.giryaku.turn import ask_of, choices, effect, hidden_rows, main_of, shown, turn_of
from companion.games.table.context import Screen, WithLesson, in_turn
from companion.games.table.frame import back_row
from companion.games.table.game_master import nothing_due
from companion.games.table.menu import head
from companion.games.table.table import table_of
from companion.games.table.table_screen import Change, TableScreen, others
from companion.ui import Side, act, block, button_main, label_row, ruling_row, sheet, text
from companion.ui.theme import Look
from companion.ui.words import clipped
from referee.core.values import Prompt
from referee.giryaku.cards import COLUMNS, KINDS, OWNED

IC = ft.Icons


def public(ctx: Ctx) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return both boards, or in depth `scores` both graveyards; and what applies at the moment."""
    return lying(ctx), side(ctx)


def lying(ctx: Ctx) -> list[ft.Control]:
    """Return both boards, or in depth `scores` both graveyards."""
    if ctx.view.options.depth == "scores":
        return owners(ctx)
    return [boards(ctx, big=ctx.look.wide)]


def side(ctx: Ctx) -> list[ft.Control]:
    """Return the turn, the last action, the reference card, and the findings of audits."""
    view, look, t = ctx.view, ctx.look, ctx.t
    rows: list[ft.Control] = (
        [moment(look, view.turn)] if look.wide and view.turn and view.options.depth == "plays" else []
    )
    if view.phase in ("opening_draw", "opening_place", "opening_reveal"):
        rows += triples(ctx)
    done = last_action(ctx)
    if done:
        rows += [label_row(look, t("last_action")), *done]
    return [*rows, *warnings(ctx), *finding_rows(ctx), *(box(ctx) if look.wide else [])]


def warnings(ctx: Ctx, *, mine: bool = False) -> list[ft.Control]:
    """Return special conditions of the turn: the ban of a first turn, the last turn, an extra one.

    On my own turn (`mine`) the ban is shown with the skill.
    """
    view, t, rows = ctx.view, ctx.t, list[ft.Control]()
    for seat in view.seats:
        if seat.first_turn and not mine:
            name = ctx.name(seat.seat)
            rows.append(ruling_row(ctx.look, IC.BLOCK_SHARP, t("first_turn_ban"), t("first_turn_ban_about", name=name),
                                   "GIRYAKU-9.4", ctx.actions))  # fmt: skip
    if view.last:
        about = t("last_turn_about", name=ctx.name(view.last))
        rows.append(ruling_row(ctx.look, IC.FLAG_SHARP, t("last_turn_title"), about, "GIRYAKU-9.6", ctx.actions, True))
    if view.bonus:
        rows.append(
            ruling_row(ctx.look, IC.REPEAT_SHARP, t("bonus_title"), t("bonus_about"), "GIRYAKU-8.7", ctx.actions)
        )
    return rows


def box(ctx: Ctx) -> list[ft.Control]:
    """Return what the reference card of this copy says, once it is settled."""
    options, look, t = ctx.view.options, ctx.look, ctx.t
    rows: list[ft.Control] = []
    if options.consume_map is not None:
        words = ctx.say("giryaku.consume_map", {"card": options.consume_map[0]})
        rows.append(ruling_row(look, options.consume_map[0], t("which_raids"), words, "GIRYAKU-8.8", ctx.actions))
    if options.nin_shi_range is not None:
        range_ = "custom" if isinstance(options.nin_shi_range, dict) else options.nin_shi_range
        words = look.t(f"giryaku.option.nin_shi_range.{range_}")
        rows.append(ruling_row(look, IC.CLOSE_FULLSCREEN_SHARP, t("which_range"), words, "GIRYAKU-7.12", ctx.actions))
    return rows


@block
def moment(look: Look, turn: int) -> ft.Control:
    return ft.Row(
        [
            text(look, "numeral_xl", str(turn)),
            text(look, "headline", look.t("giryaku.screen.of_turns"), look.p.text_2, bold=False),
        ],
        spacing=16,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )


def play(ctx: Ctx) -> Screen:
    if ctx.view.phase == "setup":
        return setup(ctx)
    if ctx.view.phase.startswith("opening"):
        return opening(ctx)
    prompt = asked_of(ctx.snap.prompts, ctx.me)
    if prompt is None:
        waiting: list[ft.Control] = [boards(ctx), *last_action(ctx), *warnings(ctx), *finding_rows(ctx)]
        return [*waiting, *pad(ctx), *open_rows(ctx)], waits(ctx)
    if prompt.ask in TURNS:
        return my_turn(ctx, prompt)
    content, dock = answers(ctx, prompt)
    return WithLesson([*content, *pad(ctx), *open_rows(ctx)]), dock


def my_turn(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw my turn: both boards with what would be struck, its effect, the choices, my cover."""
    turn = turn_of(ctx, prompt)
    pick = turn.pick
    left = ctx.cleared() if pick.cards or pick.cells or pick.target else None
    enters = ctx.open and not ctx.acting and may_enter(ctx) and not hidden_rows(ctx, turn)
    if enters and (lock := hand_lock(ctx)) is not None:
        left = Side(ctx.t("note_hand"), ft.Icons.LOCK_SHARP, lock)
    entry = instead_of_panel(ctx, ft.Column(hand_kinds(ctx), spacing=4, tight=True)) if enters else []
    content = [
        boards(ctx, shown(ctx, turn)),
        *(hidden_rows(ctx, turn) or entry or effect(ctx, turn)),
        *choices(ctx, turn),
        *pad(ctx),
        *open_rows(ctx, known=True),
        *warnings(ctx, mine=True),
        *finding_rows(ctx),
    ]
    return WithLesson(content), asked(ctx, ask_of(ctx, turn, prompt), main_of(ctx, turn), left=left)


def all_open(ctx: Ctx) -> list[ft.Control]:
    hands: list[ft.Control] = []
    saw: list[ft.Control] = []
    for own in ctx.view.private:
        name = clipped(ctx.name(own.seat), SHORT)
        words = ctx.kinds(own.hand) if own.hand is not None else ctx.t("not_noted")
        hands.append(caption_row(ctx.look, ctx.t("hand_of", name=name), words))
        if own.spied is not None:
            saw.append(caption_row(ctx.look, ctx.t("saw_of", name=name), ctx.kinds(own.spied)))
    if ctx.look.wide and hands:
        hands = [ft.Row([ft.Container(each, expand=True) for each in hands], spacing=12)]
    return [*lying(ctx), *hands, *saw]


def answering(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table; the dock declares it."""
    if is_for_all(ctx.view) or not ctx.acting:
        content, dock = scores(ctx) if ctx.view.options.depth == "scores" else setup(ctx)
        return [*content, back_row(ctx)], dock
    head = label_row(ctx.look, ctx.t("answer_for", name=ctx.name(ctx.acting)))
    if not any(p.must and p.seat == ctx.acting for p in ctx.snap.prompts):
        return nothing_due(ctx, [head, boards(ctx)])
    content, dock = play(ctx)
    return [head, *content, back_row(ctx)], dock


def graveyard_sheet(ctx: Ctx) -> ft.Control:
    """Return the house ruling that sets graveyards by kind; the decks make up the difference."""
    look, t, seats = ctx.look, ctx.t, ctx.view.seats
    old = tuple(getattr(s.graveyard, kind) for s in seats for kind in KINDS)
    now = ctx.pick.points if len(ctx.pick.points) == len(old) else old
    rows: list[ft.Control] = []
    changed: dict[str, dict[str, int]] = {}
    for n, seat in enumerate(seats):
        name, at = ctx.name(seat.seat), n * len(KINDS)
        mine = now[at : at + len(KINDS)]
        rows.append(label_row(look, t("graveyard_of", name=name), str(sum(mine))))
        for k, kind in enumerate(KINDS):
            step = partial(ctx.step, old, at + k, most=OWNED, field="points")
            what = t("of_whom", card=ctx.kind(kind), name=name)
            rows.append(stepper(ctx, ctx.kind(kind), "", mine[k], step, what))
        if mine != old[at : at + len(KINDS)]:
            changed[seat.seat] = dict(zip(KINDS, mine, strict=True))
    rule = act(in_turn, act(ctx.actions.match.house_ruling, adjust={"graveyards": changed}), ctx.choose("sheet", ""))
    sizes = t("comma").join(f"{ctx.name(seat)} {sum(counts.values())}" for seat, counts in changed.items())
    label = t("set_graveyards", sizes=sizes) if changed else t("no_change")
    about = text(look, "label", t("graveyards_about"), look.p.text_2, bold=False)
    main = button_main(look, label, rule if changed else None, bool(changed))
    return sheet(look, [head(ctx, t("house_ruling")), about, *rows, main], True, spacing=4)


def changes(ctx: Ctx, move: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return what an entry may be corrected to: another card or column, the other answer."""
    t, kind, found = ctx.t, move.get("type"), list[Change]()
    if move.get("card") in KINDS:
        found += others(move, "card", {card: ctx.kind(card) for card in KINDS})
    if kind == "place":
        found += others({**move, "row": None}, "col", {c: t("column", column=c) for c in COLUMNS})
    if move.get("side") in ("left", "right"):
        found += others(move, "side", {side: t(f"side_{side}") for side in ("left", "right")})
    if kind == "declare_flip":
        stands = not move.get("stands")
        found.append(("flip", t("ninja_stand" if stands else "no_ninja"), {**move, "stands": stands}))
    if kind in ("take_extra_turn", "decline_extra_turn"):
        words = {"take_extra_turn": t("take_extra"), "decline_extra_turn": t("leave_extra")}
        found += others({"type": kind}, "type", words)
    return tuple(found)


def seat_screen(ctx: Ctx) -> Screen:
    return scores(ctx) if ctx.view.options.depth == "scores" else play(ctx)


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment_of,
    awaited=awaited,
    seat=seat_screen,
    ended=ended,
    lessons=LESSONS,
    public=public,
    sheets={"options": options_sheet},
    rows=own_rows,
    advice=ADVICE,
    clears=CLEARS,
    what=what,
    insteads=insteads,
    all_open=all_open,
    findings=finding_rows,
    answering=answering,
    ruling=graveyard_sheet,
    changes=changes,
)
table = table_of(SCREEN)
