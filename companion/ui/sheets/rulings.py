"""Rulings and why: clause chips and the rows of a reasoning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.contract.actions import Actions
from companion.ui import theme
from companion.ui.base import act, block, edge, figure, icon, inset, named, on, pressable, still, text
from companion.ui.words.aloud import aloud

if TYPE_CHECKING:
    from companion.ui.look import Look


def short_clause(clause: str) -> str:
    """Return a clause's number without its game: `GAME-6.4` is `6.4`."""
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
    """Return a clause's number with a book; a tap opens its text."""
    return clause_face(look, actions, clause)


@still
def _told(look: Look, mark: ft.IconData | str, fact: str, cause: str, filled: bool, alarm: bool) -> ft.Control:
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
    """Return a mark (icon or short text), the fact in bold, its cause in one line, and the clause.

    `filled` fills the mark with ink: what decided it. `alarm` makes mark and edge vermilion: a refusal, a loss.
    """
    told = _told(look, mark, fact, cause, filled, alarm)
    tail = [clause_face(look, actions, clause)] if clause and actions is not None else []
    return ft.Row([told, *tail], spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER)
