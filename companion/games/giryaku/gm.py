"""The game master's screen of Giryaku: both boards open, an answer for either seat, graveyards set by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.games.giryaku.asks import for_all
from companion.games.giryaku.board.facing import boards
from companion.games.giryaku.display import lying
from companion.games.giryaku.effect import SHORT
from companion.games.giryaku.ending import stepper
from companion.games.giryaku.frame import Ctx
from companion.games.giryaku.hand import told
from companion.games.giryaku.play import play
from companion.games.giryaku.scores import scores
from companion.games.giryaku.setup import setup
from companion.games.table.context import Screen, in_turn, stepped
from companion.games.table.frame import back_row
from companion.games.table.game_master import nothing_due
from companion.games.table.menu import head
from companion.games.table.table_screen import Change
from companion.ui import act, button_main, label_row, sheet, text
from companion.ui.words.sentences import clipped
from referee.giryaku.cards import COLUMNS, KINDS, OWNED


def all_open(ctx: Ctx) -> list[ft.Control]:
    hands: list[ft.Control] = []
    saw: list[ft.Control] = []
    for own in ctx.view.private:
        name = clipped(ctx.name(own.seat), SHORT)
        words = ctx.kinds(own.hand) if own.hand is not None else ctx.t("not_noted")
        hands.append(told(ctx.look, ctx.t("hand_of", name=name), words))
        if own.spied is not None:
            saw.append(told(ctx.look, ctx.t("saw_of", name=name), ctx.kinds(own.spied)))
    if ctx.look.wide and hands:
        hands = [ft.Row([ft.Container(each, expand=True) for each in hands], spacing=12)]
    return [*lying(ctx), *hands, *saw]


def answering(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table; the dock declares it."""
    if for_all(ctx.view) or not ctx.acting:
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
            what = t("of_whom", card=ctx.kind(kind), name=name)
            less, more = (ctx.change(stepped, "points", old, at + k, by, 0, OWNED) for by in (-1, 1))
            said = t("less", name=what), t("more", name=what)
            rows.append(stepper(look, ctx.kind(kind), "", mine[k], *said, less, more))
        if mine != old[at : at + len(KINDS)]:
            changed[seat.seat] = dict(zip(KINDS, mine, strict=True))
    rule = act(in_turn, act(ctx.actions.match.house_ruling, adjust={"graveyards": changed}), ctx.choose("sheet", ""))
    sizes = t("comma").join(f"{ctx.name(seat)} {sum(counts.values())}" for seat, counts in changed.items())
    label = t("set_graveyards", sizes=sizes) if changed else t("no_change")
    about = text(look, "label", t("graveyards_about"), look.p.text_2, bold=False)
    main = button_main(look, label, rule if changed else None, bool(changed))
    return sheet(look, [head(ctx, t("house_ruling")), about, *rows, main], True, spacing=4)


def changes(ctx: Ctx, move: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return what an entry may be changed into: another card or column, the other answer."""
    t = ctx.t
    found: list[Change] = []
    if move.get("card") in KINDS:
        found += [(kind, ctx.kind(kind), {**move, "card": kind}) for kind in KINDS if kind != move["card"]]
    if move.get("type") == "place":
        found += [
            (str(c), t("column", column=c), {**move, "col": c, "row": None}) for c in COLUMNS if c != move.get("col")
        ]
    for value, opposite in (("left", "right"), ("right", "left")):
        if move.get("side") == value:
            found.append((opposite, t(f"side_{opposite}"), {**move, "side": opposite}))
    if move.get("type") == "declare_flip":
        stands = not move.get("stands")
        found.append(("flip", t("ninja_stand" if stands else "no_ninja"), {**move, "stands": stands}))
    if move.get("type") in ("take_extra_turn", "decline_extra_turn"):
        other = "decline_extra_turn" if move["type"] == "take_extra_turn" else "take_extra_turn"
        found.append((other, t("leave_extra" if other.startswith("decline") else "take_extra"), {"type": other}))
    return tuple(found)
