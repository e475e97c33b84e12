"""The controls for a game's options: numbers with − and +, named values, counts and lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import flet as ft

from companion.boards import called
from companion.contract.game_ui import ui_of
from companion.i18n import num
from companion.tables.match_draft import Option, options_of
from companion.ui import Choice, act, choice_bar, column, edge, gap, icon, icon_button, on, pressable, row, text, theme
from companion.ui.base import about_wide
from companion.ui.live_field import live_field
from companion.ui.theme import Look
from companion.ui.words import word

__all__ = ["Choose", "announced", "control", "named_values", "title_of", "value_row"]


def steps(
    look: Look,
    name: str,
    value: int | None,
    span: tuple[int, int],
    take: Callable[[Any], None],
    *,
    optional: bool = False,
) -> list[ft.Control]:
    """Return −, the number, +. If it is `optional`, − below the least value makes it unknown (None)."""
    least, most = span
    lower: Any = None if optional and value == least else (value or 0) - 1
    may_less = value is not None and (value > least or optional)
    may_more = value is None or value < most
    higher = least if value is None else value + 1
    shown = "–" if value is None else num(value)
    return [
        _step(look, ft.Icons.REMOVE_SHARP, look.t("new.less", name=name), act(take, lower) if may_less else None),
        ft.Container(
            text(look, "numeral_s", shown, size=22, line=28, lines=1, align=ft.TextAlign.CENTER),
            width=theme.grown(look, 44),
            alignment=ft.Alignment.CENTER,
        ),
        _step(look, ft.Icons.ADD_SHARP, look.t("new.more", name=name), act(take, higher) if may_more else None),
    ]


def _step(look: Look, glyph: ft.IconData, name: str, handler: Any) -> ft.Control:
    return icon_button(look, glyph, name, handler, "" if handler is not None else look.p.text_3)


Choose = Callable[[str, Any], None]
"""Called with the key of an option and its new value."""


def counts(look: Look, game: str, option: Option, value: Any, choose: Choose) -> ft.Control:
    t, p = look.t, look.p
    title = look.t(f"{game.replace('-', '_')}.option.{option.key}")
    unknown = Choice("no", t("new.not_counted"))
    bar = choice_bar(
        look,
        (unknown, Choice("yes", t("new.counted"))),
        "no" if value is None else "yes",
        act(_begin, option, value, choose),
    )
    parts: list[ft.Control] = [text(look, "subject", title), bar]
    if value is not None:
        found = {thing: int(value.get(thing, 0)) for thing in option.things}

        def take(thing: str, n: int) -> None:
            choose(option.key, found | {thing: n})

        total = sum(found.values())
        whole = total == option.total
        parts += [
            row(
                [
                    text(look, "body", called, expand=True, lines=2),
                    *steps(look, called, found[thing], (0, option.total), act(take, thing)),
                ],
                spacing=0,
            )
            for thing in option.things
            for called in (thing_name(look, game, thing),)
        ]
        parts.append(
            text(
                look,
                "label",
                t("new.sum", n=total, all=option.total),
                p.text_2 if whole else p.accent_text,
                bold=not whole,
            )
        )
    return column(parts, spacing=6)


def _begin(option: Option, value: Any, choose: Choose, counted: str) -> None:
    if counted == "no":
        choose(option.key, None)
    elif value is None:
        choose(option.key, dict(zip(option.things, option.known, strict=True)))


def thing_name(look: Look, game: str, thing: str) -> str:
    """Return in words what is counted: a card's name, a scroll's value."""
    if thing.lstrip("-").isdecimal():
        return f"+{thing}" if int(thing) > 0 else num(int(thing))
    return word(look, {}, "card", thing, ui_of(game).terms)


def chosen_words(look: Look, game: str, chosen: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return title and value of the rules that a table chose: depth, board, and each option that is not standard."""
    t = look.t
    found = [(t("app.new.depth"), t(f"app.depth.{chosen.get('depth', 'plays')}"))]
    if ui_of(game).board:
        found.append((t("boards.which"), called(chosen.get("board"), look.lang)))
    found += [
        (t(f"{game.replace('-', '_')}.option.{each.key}"), value_words(look, game, each, chosen[each.key]))
        for each in options_of(game)
        if each.key in chosen and chosen[each.key] != each.standard
    ]
    return found


def value_words(look: Look, game: str, option: Option, value: Any) -> str:
    """Return an option's value in words."""
    t, key = look.t, f"{game.replace('-', '_')}.option.{option.key}"
    comma = t("app.list.comma")
    if value is None:
        return t("new.by_the_rules" if option.span else "new.unknown")
    if option.things:
        return comma.join(f"{thing_name(look, game, each)} {num(int(value.get(each, 0)))}" for each in option.things)
    if isinstance(value, list):
        return comma.join(num(each) if isinstance(each, int) else str(each) for each in value)
    if t.has(f"{key}.{value}"):
        return t(f"{key}.{value}")
    return t(f"{key}.turns", n=value) if t.has(f"{key}.turns") else num(value) if isinstance(value, int) else str(value)


def control(look: Look, game: str, option: Option, value: Any, choose: Choose) -> ft.Control:
    own = ui_of(game).controls.get(option.key)
    if own is not None:
        return own(look, option, value, choose)
    if option.things:
        return counts(look, game, option, value, choose)
    if option.texts or option.numbers:
        return _listed(look, game, option, tuple(value), choose)
    if option.span and not option.values:
        return _number(look, game, option, value, choose)
    return named_values(look, game, option, value, choose)


def title_of(look: Look, game: str, option: Option) -> str:
    return look.t(_key(game, option))


def _key(game: str, option: Option) -> str:
    return f"{game.replace('-', '_')}.option.{option.key}"


def announced(look: Look, game: str, options: Mapping[str, Any]) -> list[str]:
    """Return the announced options that are not standard, each with its value."""
    listed = [each for each in options_of(game) if each.key in ui_of(game).announced]
    chosen = [(each, options.get(each.key, each.standard)) for each in listed]
    named = [(each, look.t(f"{_key(game, each)}.{value}")) for each, value in chosen if value != each.standard]
    return [f"{title_of(look, game, each)}: {words}" for each, words in named]


# Named values, and a number beside them


def named_values(
    look: Look,
    game: str,
    option: Option,
    value: Any,
    choose: Choose,
    more: Sequence[ft.Control] = (),
    below: Sequence[ft.Control] = (),
) -> ft.Control:
    """Return the named values to choose from; as rows if there are `more` of them, with `below` after them."""
    t, key = look.t, _key(game, option)
    title = text(look, "subject", t(key))
    labels = [t(f"{key}.{each}") for each in option.values]
    if len(labels) == 1 and not option.span and not option.optional:
        return column([title, text(look, "label", labels[0], look.p.text_2, bold=False)])
    given = "" if value is None else str(value)
    plain = not option.optional and not option.span and not more
    if plain and _fit_side_by_side(labels) and look.scale <= 1.15:
        choices = tuple(Choice(each, label) for each, label in zip(option.values, labels, strict=True))
        return column([title, choice_bar(look, choices, given, act(choose, option.key))], spacing=6)
    rows = [
        value_row(look, label, each == given, each == option.standard, act(choose, option.key, each))
        for each, label in zip(option.values, labels, strict=True)
    ]
    if option.optional:
        rows.append(value_row(look, t("new.unknown"), value is None, True, act(choose, option.key, None)))
    if option.span:
        rows.append(_turns(look, key, option, value, choose))
    return column([title, _frame(look, [*rows, *more]), *below], spacing=6)


def _fit_side_by_side(labels: list[str]) -> bool:
    """Tell whether named values fit into one bar, where up to three carry a tick."""
    each = (theme.ROOM - 32) / len(labels) - (38 if len(labels) <= 3 else 12)
    return all(about_wide(label) <= each for label in labels)


def _turns(look: Look, key: str, option: Option, value: Any, choose: Choose) -> ft.Control:
    """Return the row for a number instead of a named value."""
    assert option.span is not None
    chosen = isinstance(value, int)
    label = look.t(f"{key}.turns", n=value if chosen else option.span[0])
    if not chosen:
        return value_row(look, label, False, False, act(choose, option.key, option.span[0]))
    return ft.Container(
        row(
            [
                text(look, "body", label, bold=True, expand=True),
                *steps(look, label, value, option.span, act(choose, option.key)),
            ]
        ),
        padding=ft.Padding.only(left=12),
    )


def value_row(look: Look, label: str, chosen: bool, standard: bool, handler: Any) -> ft.Control:
    p = look.p
    ink = p.background if chosen else p.text
    tail = (
        [text(look, "caption", look.t("app.new.options.standard_value"), ink if chosen else p.text_2)]
        if standard
        else []
    )
    tick = icon(look, ft.Icons.CHECK_SHARP, 20, ink) if chosen else gap(width=20)
    box = ft.Container(
        row([tick, text(look, "body", label, ink, bold=chosen, line=20, expand=True), *tail], spacing=8),
        padding=ft.Padding.symmetric(horizontal=12, vertical=14),
        bgcolor=p.text if chosen else None,
        ink=True,
        on_click=on(handler),
    )
    return pressable(label, box, handler, selected=chosen)


# Numbers


def _number(look: Look, game: str, option: Option, value: Any, choose: Choose) -> ft.Control:
    assert option.span is not None
    title = title_of(look, game, option)
    standard = look.t("new.by_the_rules") if option.optional else num(option.standard)
    under = (
        look.t("app.new.options.standard_value")
        if value == option.standard
        else look.t("new.standard_is", value=standard)
    )
    if value is None:
        under = standard
    words = column([text(look, "subject", title, lines=2), text(look, "caption", under, look.p.text_2)])
    taps = steps(look, title, value, option.span, act(choose, option.key), optional=option.optional)
    return row([ft.Container(words, expand=True), *taps], spacing=0)


def _listed(look: Look, game: str, option: Option, values: Sequence[Any], choose: Choose) -> ft.Control:
    """Return a list of names or numbers, each to be changed by itself."""
    t = look.t

    def take(at: int, value: Any) -> None:
        choose(option.key, [*values[:at], value, *values[at + 1 :]])

    rows: list[ft.Control] = []
    for at, value in enumerate(values):
        name = t("new.item", name=title_of(look, game, option), n=at + 1)
        if option.texts:
            rows.append(live_field(look, str(value), act(take, at), name=name, hint=str(option.standard[at])))
        else:
            assert option.span is not None
            label = ft.Container(text(look, "body", str(at + 1), look.p.text_2), width=28)
            rows.append(row([label, gap(width=1), *steps(look, name, value, option.span, act(take, at))], spacing=0))
    return column([text(look, "subject", title_of(look, game, option)), *rows], spacing=6)


def _frame(look: Look, rows: list[ft.Control]) -> ft.Control:
    return ft.Container(
        column(rows),
        border=edge(theme.LINE, look.p.line_strong),
        border_radius=theme.R_BUTTON,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )
