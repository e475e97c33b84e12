"""The sheets of the board editor: what is to be checked, and the board as a whole."""

from __future__ import annotations

from dataclasses import fields

import flet as ft

from companion.boards.tracing.checking import Counts
from companion.boards.workplace import Checks, Workplace
from companion.contract.actions import Actions
from companion.screens.editor.fields import beside, field
from companion.ui import (
    Act,
    act,
    aloud,
    block,
    button_side,
    column,
    icon,
    icon_button,
    label_row,
    list_panel,
    named,
    on,
    pressable,
    row,
    sheet,
    text,
)
from companion.ui.base import inset
from companion.ui.look import Look
from companion.ui.phrases import paragraph
from referee.board.checks import MARKS_PER_CASTLE, PRINTED_POSTS, Needs, Problem

IC = ft.Icons
STRETCH = ft.CrossAxisAlignment.STRETCH
MOST, SHOWN = 40, 4
"""Problems that are listed at once, and how many stand below each other without scrolling."""
ROOMY = 1.15
"""The text scale up to which a sheet has the room of a phone to itself."""
HIGH, LOW = 470, 220
"""Pixels of what scrolls in a sheet; in larger text the dock leaves less."""
CASTLES = {"A": "1", "B": "2"}
"""What the castles are called here: letters are those of objectives."""


def sheet_of(look: Look, place: Workplace, actions: Actions, trace: Act) -> ft.Control | None:
    if place.sheet == "problems" and place.checks is not None:
        return problems_sheet(look, place.checks.problems, trace)
    if place.sheet == "board":
        name = place.bench.sketch.name
        return board_sheet(look, actions, trace, name.en, name.ja, place.checks, bool(place.photo))
    return None


def _head(look: Look, title: str, trace: Act) -> ft.Control:
    close = icon_button(look, IC.CLOSE_SHARP, look.t("kit.close"), act(trace, "sheet", ""))
    return row([text(look, "headline", title, size=21, expand=True), close])


@block
def problems_sheet(look: Look, problems: tuple[Problem, ...], trace: Act) -> ft.Control:
    """Return what is to be checked; each row leads to its place."""
    t = look.t
    if not problems:
        return sheet(look, [_head(look, t("editor.check.none"), trace), paragraph(look, t("editor.check.none_why"))])
    rows = [_row(look, each, trace) for each in problems[:MOST]]
    more = [paragraph(look, t("editor.check.more", n=len(problems) - MOST))] if len(problems) > MOST else []
    parts = [list_panel(look, rows), *more]
    long = len(rows) > (SHOWN if look.scale <= ROOMY else 1)
    return sheet(look, [_head(look, t("editor.check.title"), trace), *([_scrolled(look, parts)] if long else parts)])


def _scrolled(look: Look, parts: list[ft.Control]) -> ft.Control:
    """Return parts that scroll below the sheet's head, which stays."""
    inside = ft.Column(parts, spacing=12, scroll=ft.ScrollMode.AUTO, horizontal_alignment=STRETCH)
    return ft.Container(inside, height=HIGH if look.scale <= ROOMY else LOW)


def _row(look: Look, problem: Problem, trace: Act) -> ft.Control:
    zones = problem.border or problem.zones
    glyph = IC.ERROR_OUTLINE_SHARP if problem.severity == "error" else IC.INFO_OUTLINE
    params = {**problem.params}
    if "castle" in params:
        params["castle"] = CASTLES.get(str(params["castle"]), params["castle"])
    where, why = _where(look, problem), look.t(problem.message, **params)
    handler = act(trace, "go_to", zones) if zones else None
    said: list[ft.Control] = [text(look, "subject", where), text(look, "caption", why, look.p.text_2)]
    words = ft.Column(said, spacing=0, tight=True, expand=True)
    tail = [icon(look, IC.CHEVRON_RIGHT_SHARP)] if zones else []
    box = ft.Container(
        ft.Row([icon(look, glyph), words, *tail], spacing=14), padding=inset(13, 10), on_click=on(handler),
        ink=handler is not None,
    )  # fmt: skip
    spoken = aloud(where, why)
    return pressable(spoken, box, handler) if handler is not None else named(spoken, box)


def _where(look: Look, problem: Problem) -> str:
    if problem.border:
        return "–".join(problem.border)
    if not problem.zones:
        return look.t("editor.check.board")
    words = ", ".join(problem.zones[:4])
    return f"{words}…" if len(problem.zones) > 4 else words


@block
def board_sheet(
    look: Look, actions: Actions, trace: Act, en: str, ja: str, checks: Checks | None, photo: bool
) -> ft.Control:
    """Return the board as a whole: its name, its numbers beside what the game needs, its photo, and saving it."""
    t = look.t
    names: list[ft.Control] = [
        field(look, t("editor.board_en"), en, act(trace, "typed", "name", "", "en"), trace, "board en", 40),
        field(look, t("editor.board_ja"), ja, act(trace, "typed", "name", "", "ja"), trace, "board ja", 40),
    ]
    if look.lang == "ja":
        names.reverse()
    lay = button_side(
        look, t("editor.photo.other" if photo else "editor.photo.lay"), act(actions.editor.lay_photo),
        IC.IMAGE_SHARP, 48, True, True,
    )  # fmt: skip
    lift = [
        button_side(look, t("editor.photo.lift"), act(actions.editor.lift_photo), IC.HIDE_IMAGE_SHARP, 48, True, True)
    ]
    parts: list[ft.Control] = [ft.Row([each]) for each in names]
    if checks is not None:
        parts.append(numbers(look, checks.counts))
    parts.append(beside(look, [lay, *(lift if photo else [])]))
    parts.append(button_side(look, t("editor.save"), act(actions.editor.save_traced), IC.SAVE_SHARP))
    head = _head(look, t("editor.board"), trace)
    return sheet(look, [head, *parts] if look.scale <= ROOMY else [head, _scrolled(look, parts)])


@block
def numbers(look: Look, counts: Counts) -> ft.Control:
    t, needs = look.t, Needs()
    wanted = {
        "castle_a": t("editor.at_least", n=MARKS_PER_CASTLE),
        "castle_b": t("editor.at_least", n=MARKS_PER_CASTLE),
        "posts": t("editor.posts_wanted", n=needs.sentries, printed=PRINTED_POSTS),
        "barracks": t("editor.at_least", n=(needs.sleepers + 1) // 2),
        "edge": t("editor.at_least", n=1),
        "starts": t("editor.at_least", n=1),
        "degree": t("editor.degree_wanted"),
    }
    shown = []
    for each in fields(Counts):
        value = getattr(counts, each.name)
        words = f"{value:.1f}" if isinstance(value, float) else str(value)
        label = text(look, "body", t(f"editor.count.{each.name}"), expand=True)
        need = text(look, "caption", wanted.get(each.name, ""), look.p.text_2)
        number = ft.Container(text(look, "subject", words, align=ft.TextAlign.END), width=round(44 * look.scale))
        if look.scale <= ROOMY:
            shown.append(ft.Row([label, need, number], spacing=8))
        else:
            both = ft.Column([label, need] if need.value else [label], spacing=0, tight=True, expand=True)
            shown.append(ft.Row([both, number], spacing=8))
    return column([label_row(look, t("editor.numbers")), *shown], spacing=2)
