"""The screen for a match that is missing, closed or unreadable, and for a page that no longer exists."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.game_ui import unavailable
from companion.contract.snapshot import Snapshot
from companion.ui import (
    Main,
    act,
    aloud,
    app_bar,
    block,
    column,
    dock,
    edge,
    icon,
    screen,
    text,
    theme,
)
from companion.ui.overlays import what_differs
from companion.ui.phrases import back_action, game_name, icon_note
from companion.ui.theme import Look
from referee.core.games import GameUnavailable

UNAVAILABLE = "app.unavailable."
"""The key prefix of notices about a match whose game cannot be loaded; parameters: its name and the reason."""
REWRITTEN = "app.lost.rewritten"
"""The notice about a match whose rows fold into no match; its parameter `found` says what differs."""
UNREADABLE = "app.lost.unreadable"
"""The notice about something that cannot be read now; the phone opens it by itself as soon as it can."""


def lost(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    t = look.t
    which, about, over = "not_found", "", "over"
    if snap.notice == UNREADABLE:
        which = "unreadable"
    elif snap.notice.startswith(UNAVAILABLE):
        which, about = "unavailable", t(snap.notice, **snap.notice_params)
    elif snap.notice == REWRITTEN:
        which, over = "rewritten", "rewritten_line"
        about = what_differs(look, snap.notice_params["found"])
    elif snap.match is not None and snap.match.status == "closed":
        which = "closed"
    return screen(
        look,
        bar=app_bar(look, t("app.name"), "", back_action(look, actions, close=True)),
        content=[_what(look, t(f"app.lost.{which}"), about or t(f"app.lost.{which}_about"))],
        dock=dock(
            look,
            state="asked",
            line=t(f"app.lost.{over}"),
            ask=t(f"app.lost.{which}_ask"),
            mark=ft.Icons.HOME_SHARP,
            main=Main(t("app.lost.home"), act(actions.pages.go, "home")),
        ),
    )


@block
def _what(look: Look, title: str, about: str) -> ft.Control:
    p = look.p
    mark = ft.Container(
        icon(look, ft.Icons.QUESTION_MARK_SHARP, 36, p.text_2),
        width=64,
        height=64,
        alignment=ft.Alignment.CENTER,
        border=edge(theme.RING, p.line_strong),
        border_radius=theme.R_CARD,
    )
    return ft.Semantics(
        content=ft.Container(
            column(
                [
                    ft.Row([mark], alignment=ft.MainAxisAlignment.CENTER),
                    text(look, "display", title, align=ft.TextAlign.CENTER),
                    text(look, "body", about, p.text_2, align=ft.TextAlign.CENTER),
                ],
                spacing=14,
            ),
            padding=ft.Padding(left=8, right=8, top=72, bottom=24),
        ),
        label=aloud(title, about),
        live_region=True,
        container=True,
        exclude_semantics=True,
    )


def unavailable_games(look: Look) -> list[ft.Control]:
    return [icon_note(look, ft.Icons.ERROR_OUTLINE_SHARP, why(look, game)) for game in unavailable()]


def why(look: Look, game: GameUnavailable) -> str:
    """Return in words why a game cannot be played here, including the error's own message."""
    return look.t(f"app.unavailable.{game.cause}", game=game_name(look, game.key), reason=game.reason)


def nothing_here(look: Look, actions: Actions) -> ft.Control:
    """Return the screen for a page that no longer exists, or not for this phone."""
    t = look.t
    return screen(
        look,
        bar=app_bar(look, t("app.name"), "", back_action(look, actions)),
        content=[_what(look, t("figures.gone"), t("figures.gone_about"))],
        dock=None,
    )
