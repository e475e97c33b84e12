"""The fields of a position on a phone: numbers, choices, cards and zones, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.contract.actions import Actions
from companion.contract.take_over import Choice, Counts, Entered, Field, Things, Zones
from companion.ui import Act, act, block, chip, choice_bar, column, label_row, list_panel, panel, row, text, theme
from companion.ui import Choice as Option
from companion.ui.base import about_wide
from companion.ui.fields.live_field import live_field
from companion.ui.fields.steps import steps
from companion.ui.look import Look
from companion.ui.map.board_map import MapFacts, Mark, board_map
from companion.ui.words.sentences import listed

BAR, EDGES = 5, 44
"""Choices that have room in one bar, and the pixels beside the words of each."""
MAP = 400
FAR = 30
"""From how far a number may go on it can be typed as well."""
MOST_DIGITS = 9
"""Digits of a typed number that is read; a phone may send thousands of them."""


def drawn(look: Look, actions: Actions, part: str, fields: Sequence[Field], entered: Entered) -> list[ft.Control]:
    """Return the fields of a step but for those of zones, which share one map (`zones`)."""
    found: list[ft.Control] = []
    for each in fields:
        change = act(actions.take_over.enter, part, each.key)
        value = entered.get(each.key)
        if isinstance(each, Counts):
            found.append(counts(look, each, tuple((value or {}).items()), change))
        elif isinstance(each, Choice):
            found.append(choice(look, each, value or "", change))
        elif isinstance(each, Things):
            found.append(things(look, each, tuple(value or ()), change))
    return found


@block
def counts(look: Look, field: Counts, value: tuple[tuple[str, int], ...], change: Act) -> ft.Control:
    """Draw numbers, one a row; each tap changes one by one."""
    known = dict(value)
    rows: list[ft.Control] = []
    for key, label in field.rows:
        name = label or field.title
        now = known.get(key, field.least)
        few = steps(look, name, now, (field.least, field.most), act(_by, change, key, now))
        if field.most - field.least > FAR:
            few[1] = _typed(look, name, now, field.most, act(_number, change, key))
        face = row([text(look, "subject", name, expand=True, lines=2), *few], spacing=0)
        rows.append(ft.Container(face, padding=ft.Padding.symmetric(horizontal=12, vertical=2)))
    right = look.t("app.take_over.sum", n=sum(known.values())) if field.total else ""
    alone = len(field.rows) == 1 and not field.rows[0][1]
    return column([*([] if alone else [label_row(look, field.title, right)]), list_panel(look, rows)], spacing=4)


def _typed(look: Look, name: str, now: int, most: int, heard: Act) -> ft.Control:
    """Return the number between − and +, to be typed."""
    field = live_field(look, str(now), heard, name=name, bare=True, limit=len(str(most)), digits=True)
    return ft.Container(
        ft.Row([field], spacing=0),
        width=theme.grown(look, 64),
        border=ft.Border.only(bottom=ft.BorderSide(theme.LINE, look.p.line_strong)),
    )


def _number(change: Act, key: str, typed: str) -> None:
    if typed.isdecimal() and len(typed) <= MOST_DIGITS:
        change("number", [key, int(typed)])


def _by(change: Act, key: str, now: int, wanted: int) -> None:
    """Tell the step, not the number: two quick taps are two steps, whatever was drawn between them."""
    change("count", [key, wanted - now])


@block
def choice(look: Look, field: Choice, chosen: str, change: Act) -> ft.Control:
    """Draw a choice: a bar where the choices have room in one, else chips."""
    head = label_row(look, field.title)
    if len(field.values) <= BAR and sum(about_wide(words) + EDGES for _, words in field.values) < theme.ROOM:
        options = tuple(Option(value, words) for value, words in field.values)
        return column([head, choice_bar(look, options, chosen, act(change, "choose"))], spacing=4)
    chips = [chip(look, words, act(change, "choose", value), value == chosen) for value, words in field.values]
    return column([head, wrapped(chips)], spacing=4)


@block
def things(look: Look, field: Things, value: tuple[str, ...], change: Act) -> ft.Control:
    """Draw what can be entered as chips: a tap enters one more, or where there is no more of it takes it away."""
    words = dict(field.values)
    rows: list[ft.Control] = [label_row(look, field.title, look.t("app.take_over.of", n=len(value), of=field.most))]
    if value and (field.ordered or field.copies > 1):
        in_order = [f"{n}. {words.get(each, each)}" for n, each in enumerate(value, 1)]
        shown = in_order if field.ordered else [words.get(each, each) for each in value]
        taken = [
            chip(look, label, act(change, "drop", each), True, None, look.t("app.take_over.drop", thing=label))
            for label, each in zip(shown, value, strict=True)
        ]
        rows.append(wrapped(taken))
    pool = []
    for each, label in field.values:
        has = value.count(each)
        how = "drop" if has and has >= field.copies else "add"
        pool.append(chip(look, label, act(change, how, each), has > 0, count=has if field.copies > 1 else 0))
    return column([*rows, wrapped(pool)], spacing=6)


@block
def zones(
    look: Look,
    board: str,
    fields: tuple[Zones, ...],
    values: tuple[tuple[str, ...], ...],
    active: int,
    to: Act,
    tap: Act,
) -> ft.Control:
    """Draw one map for all fields of zones, and above it which of them a tap on the map fills."""
    rows = [
        chip(
            look,
            f"{n + 1}  {each.title}",
            act(to, n),
            n == active,
            name=f"{each.title}: {listed(look, values[n]) if values[n] else look.t('app.take_over.no_zone')}",
            count=len(values[n]),
        )
        for n, each in enumerate(fields)
    ]
    now = fields[active]
    marks = [
        Mark(zone, _label(n, values[n].count(zone)), "vermilion" if n == active else "pale")
        for n in range(len(fields))
        for zone in dict.fromkeys(values[n])
    ]
    facts = MapFacts(
        board, "secret" if look.secret else "public", marks=tuple(marks), targets=tuple((z, "") for z in now.zones)
    )
    many = look.t("app.take_over.of", n=len(values[active]), of=now.most)
    head = label_row(look, look.t("app.take_over.tap_zones", what=now.title), many)
    where = text(look, "label", listed(look, values[active]) if values[active] else look.t("app.take_over.no_zone"))
    return column([wrapped(rows), head, where, panel(look, board_map(look, facts, tap, MAP), padding=0)], spacing=8)


def _label(field: int, times: int) -> str:
    return f"{field + 1}" if times == 1 else f"{field + 1}\N{MULTIPLICATION SIGN}{times}"


def wrapped(chips: Sequence[ft.Control]) -> ft.Control:
    """Return chips in as many lines as they take."""
    return ft.Row([ft.Row([each], tight=True) for each in chips], spacing=6, run_spacing=6, wrap=True)
