"""The game master's screen of Scorpion: both sides' maps in one, every hand, and answering for any seat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.display import concerned
from companion.games.scorpion.facts import Ctx, asked_of, called, terms
from companion.games.scorpion.guards.screen import guards
from companion.games.scorpion.intruders.map import described, intruders_map, person
from companion.games.scorpion.intruders.screen import intruders
from companion.games.scorpion.intruders.way import secrets_of
from companion.games.scorpion.map import ALL, explained, guards_marks, place, public_map, spot, unit_name
from companion.games.scorpion.scores.screen import scores
from companion.games.scorpion.setup.returns import setup
from companion.games.scorpion.tracks import LEVELS, tracks
from companion.games.table.context import Screen, in_turn
from companion.games.table.frame import grid
from companion.games.table.game_master import nothing_due
from companion.games.table.menu import head
from companion.ui import Choice, act, button_main, button_side, choice_bar, icon_button, label_row, row, sheet, text
from companion.ui.choices import chip
from companion.ui.map.board_map import board_map
from companion.ui.map.drawing import MapFacts
from companion.ui.map.zone_list import joined, zone_list
from companion.ui.words import word
from referee.scorpion.adjusting import ANSWERS
from referee.scorpion.state import DEADLY
from referee.scorpion.views.view_model import ReasoningView

MAP, MAP_WIDE = 340.0, 560.0


def all_open(ctx: Ctx) -> list[ft.Control]:
    """Return the tracks, the map with both sides' secrets, and each side's cards."""
    if ctx.view.options.depth == "scores":
        return scores(ctx)[0]
    facts = master_map(ctx)
    high = MAP_WIDE if ctx.look.wide else MAP
    tap = ctx.choose("zone")
    board = zone_list(ctx.look, facts, tap) if ctx.pick.listed else board_map(ctx.look, facts, tap, high)
    return [tracks(ctx), board, *by_the_record(ctx), *secrets(ctx)]


def by_the_record(ctx: Ctx) -> list[ft.Control]:
    """Return whether anybody can be in the tapped zone, as far as everybody could know."""
    known = ctx.snap.foreseen
    if not ctx.pick.zone or not isinstance(known, ReasoningView):
        return []
    where = label_row(ctx.look, ctx.t("gm.public"), place(ctx, ctx.pick.zone))
    return [where, *explained(ctx, known, ALL, ctx.pick.zone)]


def relearnt(ctx: Ctx) -> list[ft.Control]:
    """Return what a prepared correction would change in what can be known of each intruder."""
    found: list[ft.Control] = []
    for each in ctx.snap.relearnt:
        who = called(ctx, each.who)
        said = [ctx.t("gm.relearnt_of", who=who, before=len(each.before), after=len(each.after))]
        less = [spot(ctx, zone) for zone in each.before if zone not in each.after]
        more = [spot(ctx, zone) for zone in each.after if zone not in each.before]
        said += [ctx.t("gm.relearnt_less", zones=joined(ctx.look, *less))] if less else []
        said += [ctx.t("gm.relearnt_more", zones=joined(ctx.look, *more))] if more else []
        found.append(text(ctx.look, "caption", "\n".join(said), ctx.look.p.text_2))
    return [label_row(ctx.look, ctx.t("gm.relearnt")), *found] if found else []


def master_map(ctx: Ctx) -> MapFacts:
    """Return the map with the guards' marks and the intruders' paths."""
    facts = intruders_map(ctx, concerned=concerned(ctx), chosen=ctx.pick.zone)
    marks = tuple(dict.fromkeys(mark for own in ctx.view.guards[:1] for mark in guards_marks(own.marks)))
    rest = tuple(mark for mark in facts.marks if mark not in marks)
    return replace(facts, tone="gm", marks=(*marks, *rest))


def secrets(ctx: Ctx) -> list[ft.Control]:
    rows: list[ft.Control] = []
    for c in secrets_of(ctx.view):
        rows.append(person(ctx.look, c.who, *described(ctx, c), False, None))
        rows.append(hand(ctx, c.hand, c.hand_size))
    for own in ctx.view.guards:
        rows.append(label_row(ctx.look, called(ctx, own.role)))
        rows.append(hand(ctx, own.hand, None))
    return rows


def hand(ctx: Ctx, cards: dict[str, int] | None, size: int | None) -> ft.Control:
    """Return a hand in words; only its size if kinds are not entered."""
    if cards is None:
        words = ctx.t("gm.hand_counted", n=size or 0)
    else:
        held = {kind: n for kind, n in cards.items() if n}
        words = ctx.t("gm.hand_none") if not held else word(ctx.look, {}, "cards", held, terms)
    return text(ctx.look, "caption", words, ctx.look.p.text_2)


def answering(ctx: Ctx) -> Screen:
    due = ctx.view.options.depth == "scores" or (ctx.me and asked_of(ctx.snap, ctx.me))
    return seat_screen(ctx) if due else nothing_due(ctx)


def seat_screen(ctx: Ctx) -> Screen:
    """Return the screen of the seat `ctx.me` during the match."""
    view = ctx.view
    if view.options.depth == "scores":
        return scores(ctx)
    if view.phase in ("setup", "start"):
        return setup(ctx)
    return guards(ctx) if ctx.side == "guards" else intruders(ctx)


IC = ft.Icons
ROW = 3
"""Figures in a row."""


def ruling_sheet(ctx: Ctx) -> ft.Control:
    """Return the sheet that sets alert and wounds, with a button to the figures."""
    look, t = ctx.look, ctx.t
    levels = tuple(Choice(str(n), t(f"track.alert_{n}")) for n in LEVELS)
    alert = act(_set_alert, ctx.actions, ctx.choose("sheet", ""))
    parts: list[ft.Control] = [
        head(ctx, t("house_ruling")),
        text(look, "label", t("gm.ruling_about"), look.p.text_2, bold=False),
        label_row(look, t("gm.alert")),
        choice_bar(look, levels, str(ctx.view.alert), alert, tick=False),
        *_answers(ctx),
    ]
    for c in ctx.view.characters:
        if c.who in DEADLY:
            name = called(ctx, c.who)
            figures: list[ft.Control] = [
                text(look, "subject", t("gm.wounds", who=name), expand=True),
                icon_button(look, IC.REMOVE_SHARP, t("gm.wound_less", who=name), _wounds(ctx, c.who, c.wounds - 1)),
                text(look, "numeral_s", str(c.wounds)),
                icon_button(look, IC.ADD_SHARP, t("gm.wound_more", who=name), _wounds(ctx, c.who, c.wounds + 1)),
            ]
            parts.append(row(figures, 8))
    show_figures = ctx.choose("sheet", "figures")
    return sheet(look, [*parts, button_side(look, t("gm.figures"), show_figures, IC.PERSON_PIN_CIRCLE_SHARP, 56)], True)


def _set_alert(actions: Any, close: Any, level: str) -> None:
    close()
    actions.match.house_ruling(adjust={"alert": int(level)})


def _answers(ctx: Ctx) -> list[ft.Control]:
    """Return the answer of this turn's last listen, to be replaced: alert and move follow from it."""
    given = next((e for e in ctx.view.record[::-1] if e.turn == ctx.view.turn and e.kind in ANSWERS), None)
    if given is None or given.kind == "cat_played":
        return []
    every = (Choice(kind, ctx.t(f"gm.{kind}")) for kind in ANSWERS if kind != "cat_played")
    replaced = act(_set_answer, ctx.actions, ctx.choose("sheet", ""), given.kind)
    about = ctx.t("gm.answer", unit=unit_name(ctx, given.data["unit"]), zone=place(ctx, given.data["zone"]))
    bars = [choice_bar(ctx.look, (each,), given.kind, replaced, tick=False) for each in every]
    return [label_row(ctx.look, about), *bars]


def _set_answer(actions: Any, close: Any, given: str, answer: str) -> None:
    if answer != given:
        close()
        actions.match.house_ruling(adjust={"answer": answer})


def _wounds(ctx: Ctx, who: str, wounds: int) -> Any:
    if not 0 <= wounds < DEADLY[who]:
        return None
    return act(ctx.actions.match.house_ruling, adjust={"wounds": {who: wounds}})


def figures_sheet(ctx: Ctx) -> ft.Control:
    """Return the guard figures: one is chosen, then removed from the board or moved to a zone."""
    look, t = ctx.look, ctx.t
    able = sorted(ctx.view.figures, key=lambda figure: figure.id)
    chips = [chip(look, unit_name(ctx, f.id), ctx.choose("unit", f.id), f.id == ctx.pick.unit) for f in able]
    parts: list[ft.Control] = [
        head(ctx, t("gm.figures")),
        text(look, "label", t("gm.figures_about"), look.p.text_2, bold=False),
        *grid([ft.Container(each, expand=True) for each in chips], ROW),
    ]
    chosen = next((f for f in able if f.id == ctx.pick.unit), None)
    if chosen is None:
        return sheet(look, parts)
    gone = act(in_turn, act(ctx.actions.match.house_ruling, adjust={"removed": [chosen.id]}), ctx.choose("sheet", ""))
    parts.append(button_side(look, t("gm.take_off"), gone, IC.PERSON_REMOVE_SHARP, 48))
    if ctx.pick.zone and ctx.pick.zone != chosen.zone:
        move = act(ctx.actions.match.house_ruling, adjust={"moved": {chosen.id: ctx.pick.zone}})
        words = t("gm.move_to", zone=place(ctx, ctx.pick.zone))
        parts.append(button_main(look, words, act(in_turn, move, ctx.choose("sheet", ""))))
    zones = zone_list(look, public_map(ctx, chosen=ctx.pick.zone), ctx.choose("zone"), ctx.pick.zone or chosen.zone)
    return sheet(look, [*parts, ft.Container(ft.Column([zones], scroll=ft.ScrollMode.AUTO), height=260)])
