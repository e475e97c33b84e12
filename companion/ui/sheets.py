"""Sheets over the content, which leave the dock as it is; and rows for rulings.

A sheet is an ordinary part of the screen's own tree, passed to `screen(overlay=…)`: it comes and goes with the
snapshot, so it cannot stay behind when the match moves on, and the dock below it keeps working.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import flet as ft

from companion.contract.actions import Actions
from companion.ui import theme
from companion.ui.base import (
    Handler,
    act,
    at_most,
    block,
    edge,
    figure,
    fill_column,
    icon,
    inset,
    named,
    on,
    pressable,
    row,
    rule,
    text,
)
from companion.ui.buttons import icon_button
from companion.ui.marks import seal
from companion.ui.words import aloud

if TYPE_CHECKING:
    from companion.ui.theme import Look


Instead = tuple[ft.IconData, str, str, Handler]
"""An alternative to what was refused: icon, label, second line, handler."""


def sheet(look: Look, children: Sequence[ft.Control], seal_: bool | None = None, *, spacing: float = 12) -> ft.Control:
    """Return a sheet around blocks. `seal_` gives it the vermilion upper edge of the referee.

    It is as high as its content, up to all the space above the dock; then it scrolls.
    """
    p = look.p
    return ft.Container(
        ft.Column(
            list(children), spacing=spacing, tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=p.surface,
        border=rule("top", p.accent_text if seal_ else p.line_strong, theme.EDGE if seal_ else theme.HAIR),
        border_radius=ft.BorderRadius.only(top_left=theme.R_SHEET, top_right=theme.R_SHEET),
        padding=inset(16, 16, 16, 14),
        width=theme.COLUMN if look.shape != "phone" else None,
    )  # fmt: skip


def sheet_head(look: Look, title: str, close: Handler) -> ft.Control:
    """Return the first line of a sheet: its title, and the button that closes it."""
    words = named(title, text(look, "headline", title, lines=at_most(look, 2)), expand=True, heading_level=2)
    return row([words, icon_button(look, ft.Icons.CLOSE_SHARP, look.t("kit.close"), close)], 8)


def _head(
    look: Look, sign: ft.Control, line: str, title: str, *, alarm: bool, close: Handler | None = None
) -> ft.Control:
    words = fill_column(
        text(look, "over", line, look.p.accent_text if alarm else look.p.text_2),
        text(look, "headline", title, size=21, lines=at_most(look, 3)),
    )
    spoken = ft.Semantics(
        content=ft.Row([sign, words], spacing=14), label=f"{line} {title}", live_region=True, container=True,
        exclude_semantics=True, expand=True,
    )  # fmt: skip
    tail = [icon_button(look, ft.Icons.CLOSE_SHARP, look.t("kit.close"), close)] if close else []
    return ft.Row([spoken, *tail], spacing=4)


def _instead(look: Look, glyph: ft.IconData, label: str, sub: str, handler: Handler) -> ft.Control:
    words: list[ft.Control] = [text(look, "subject", label, lines=2)]
    if sub:
        words.append(text(look, "caption", sub, look.p.text_2, lines=at_most(look, 2), line=18))
    box = ft.Container(
        ft.Row(
            [
                icon(look, glyph),
                fill_column(*words),
                icon(look, ft.Icons.CHEVRON_RIGHT_SHARP, 20),
            ],
            spacing=12,
        ),
        height=None if look.scale > 1.15 else 60, padding=inset(14, 8), border=edge(2, look.p.line_strong),
        border_radius=theme.R_BUTTON, on_click=on(handler), ink=True,
    )  # fmt: skip
    return pressable(aloud(label, sub), box, handler)


def _clause_bar(look: Look, actions: Actions, clause: str) -> ft.Control:
    handler = act(actions.pages.clause, clause)
    box = ft.Container(
        ft.Row(
            [
                icon(look, ft.Icons.MENU_BOOK_SHARP),
                text(look, "subject", clause, lines=1 if look.scale <= 1.15 else 2, expand=True),
                *([text(look, "caption", look.t("kit.read_it"), look.p.text_2)] if look.scale <= 1.15 else []),
                icon(look, ft.Icons.CHEVRON_RIGHT_SHARP, 20),
            ],
            spacing=12,
        ),
        height=theme.grown(look, 52), padding=inset(13), bgcolor=look.p.surface_2,
        border_radius=theme.R_BUTTON, on_click=on(handler), ink=True,
    )  # fmt: skip
    return pressable(look.t("kit.clause", clause=clause), box, handler)


def _text_button(look: Look, glyph: ft.IconData, label: str, handler: Handler) -> ft.Control:
    large = look.scale > 1.15
    box = ft.Container(
        ft.Row(
            [icon(look, glyph, 20), text(look, "label", label, look.p.text, expand=large or None)],
            spacing=10, alignment=ft.MainAxisAlignment.CENTER,
        ),
        height=None if large else theme.TOUCH, padding=inset(0, 12) if large else None,
        border_radius=theme.R_BUTTON, on_click=on(handler), ink=True,
    )  # fmt: skip
    return pressable(label, box, handler)


@block
def refusal_sheet(
    look: Look,
    actions: Actions,
    title: str,
    why: str,
    clause: str,
    insteads: tuple[Instead, ...] = (),
    overrule: Handler | None = None,
) -> ft.Control:
    """Return the sheet of a refusal: what was declared, the reason, the clause, alternatives, and the house ruling.

    `overrule` offers "The table sees it differently"; leave it out where no house ruling can help.
    """
    t = look.t
    parts: list[ft.Control] = [
        _head(look, named("", seal(look, "否")), t("kit.refused"), title, alarm=True),
        text(look, "body", why),
        _clause_bar(look, actions, clause),
    ]
    if insteads:
        parts.append(text(look, "label", t("kit.instead"), look.p.text_2))
        parts += [_instead(look, *each) for each in insteads]
    if overrule is not None:
        parts.append(_text_button(look, ft.Icons.GAVEL_SHARP, t("kit.overrule"), overrule))
    return sheet(look, parts, True)


@block
def message_sheet(
    look: Look,
    actions: Actions,
    title: str,
    why: str,
    kept: str = "",
    insteads: tuple[Instead, ...] = (),
    alarm: bool = True,
) -> ft.Control:
    """Return the app's own refusal: what happened, what was kept, what to do."""
    p = look.p
    color = p.accent_text if alarm else p.text
    sign = ft.Container(
        icon(look, ft.Icons.ERROR_OUTLINE_SHARP if alarm else ft.Icons.INFO_OUTLINE, 36, color),
        width=60, height=60, alignment=ft.Alignment.CENTER, border=edge(3, color), border_radius=theme.R_CARD,
    )  # fmt: skip
    parts: list[ft.Control] = [
        _head(look, sign, kept, title, alarm=alarm, close=actions.pages.dismiss),
        text(look, "body", why),
        *(_instead(look, *each) for each in insteads),
    ]
    return sheet(look, parts, alarm)


@block
def clause_sheet(look: Look, actions: Actions, clause_id: str, words: str, game: str = "") -> ft.Control:
    sign = ft.Container(
        icon(look, ft.Icons.MENU_BOOK_SHARP, 30), width=52, height=52, alignment=ft.Alignment.CENTER,
        border=edge(2, look.p.line_strong), border_radius=theme.R_CARD,
    )  # fmt: skip
    return sheet(
        look,
        [
            _head(look, sign, game, clause_id, alarm=False, close=act(actions.pages.clause, "")),
            text(look, "body", words),
        ],
    )


def short_clause(clause: str) -> str:
    """Return a clause's number without its game: `6.4` for `GAME-6.4`."""
    return clause.rsplit("-", 1)[-1]


def clause_face(look: Look, actions: Actions, clause: str) -> ft.Control:
    """Return `clause_chip` as plain controls, for use inside another block."""
    p = look.p
    number = short_clause(clause)
    handler = act(actions.pages.clause, clause)
    box = ft.Container(
        ft.Container(
            ft.Row(
                [icon(look, ft.Icons.MENU_BOOK_SHARP, 16, p.text_2), text(look, "caption", number, p.text_2)],
                spacing=5, tight=True,
            ),
            bgcolor=p.surface_2, border=edge(1, p.line), border_radius=theme.R_CARD,
            padding=inset(8, 3),
        ),
        height=theme.TOUCH, alignment=ft.Alignment.CENTER, on_click=on(handler),
    )  # fmt: skip
    return pressable(look.t("kit.clause", clause=number), box, handler)


@block
def clause_chip(look: Look, actions: Actions, clause: str) -> ft.Control:
    """Return a clause's number with a book icon; a tap opens its text."""
    return clause_face(look, actions, clause)


@block
def _spoken_ruling(look: Look, mark: ft.IconData | str, fact: str, cause: str, filled: bool, alarm: bool) -> ft.Control:
    p = look.p
    fill = p.accent if filled and alarm else p.text if filled else None
    ink = (p.on_accent if alarm else p.background) if filled else (p.accent_text if alarm else p.text)
    sign = figure(look, mark, ink) if isinstance(mark, str) else icon(look, mark, 24, ink)
    lines = 2 if look.scale <= 1.15 else None
    words: list[ft.Control] = [text(look, "subject", fact, lines=lines)]
    if cause:
        words.append(text(look, "caption", cause, p.text_2, lines=lines, line=19))
    return named(
        aloud(fact, cause),
        ft.Row(
            [
                ft.Container(
                    sign, width=40, height=40, alignment=ft.Alignment.CENTER, bgcolor=fill,
                    border=edge(2, fill or (p.accent_text if alarm else p.line_strong)), border_radius=theme.R_CARD,
                ),
                ft.Column(words, spacing=0, tight=True, expand=True),
            ],
            spacing=12,
        ),
        expand=True,
    )  # fmt: skip


@block
def ruling_row(
    look: Look,
    mark: ft.IconData | str,
    fact: str,
    cause: str = "",
    clause: str = "",
    actions: Actions | None = None,
    filled: bool = False,
    alarm: bool = False,
) -> ft.Control:
    """Return a row with a mark (icon or short text), the fact in bold, its cause in one line, and the clause.

    `filled` fills the mark with ink, for the deciding fact. `alarm` makes mark and edge vermilion, for a refusal or a
    loss.
    """
    spoken = _spoken_ruling(look, mark, fact, cause, filled, alarm)
    tail = [clause_face(look, actions, clause)] if clause and actions is not None else []
    return ft.Row([spoken, *tail], spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER)
