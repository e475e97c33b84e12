"""The rules: a choice of game, then its clauses in groups that unfold, with a search over all of them."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.ui import (
    Handler,
    act,
    app_bar,
    block,
    column,
    edge,
    icon,
    list_panel,
    list_row,
    on,
    pressable,
    row,
    screen,
    short_clause,
    text,
    theme,
)
from companion.ui.live_field import live_field
from companion.ui.overlays import TABLE, Group, grouped, overlays, rulebook, rulebook_name, total, words_of
from companion.ui.phrases import back_action, counted, games, paragraph, sign
from companion.ui.theme import Look
from referee.core.values import Clause


def rules(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    game = snap.rules_game or (snap.match.game if snap.match else "")
    if not rulebook(game):
        return _choice(look, snap, actions)
    return _reading(look, snap, actions, game, key=f"rules-{game}")  # type: ignore[call-arg]


def _choice(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    t = look.t
    rows = [
        list_row(
            look,
            sign(game),
            rulebook_name(look, game),
            counted(look, "app.n.clauses", len(rulebook(game))),
            "",
            act(actions.pages.go, "rules", game=game),
            boxed=True,
        )
        for game in games()
    ]
    rows.append(
        list_row(
            look,
            "卓",
            t("app.rules.table"),
            t("app.rules.table_about"),
            "",
            act(actions.pages.go, "rules", game=TABLE),
            boxed=True,
        )
    )
    return screen(
        look,
        bar=app_bar(look, t("app.rules.title"), t("app.rules.choose"), back_action(look, actions)),
        content=[list_panel(look, rows)],
        dock=None,
        overlay=overlays(look, snap, actions),
    )


@ft.component
def _reading(look: Look, snap: Snapshot, actions: Actions, game: str) -> ft.Control:
    t = look.t
    search, seek = ft.use_state("")
    opened, unfold = ft.use_state(frozenset[str]())
    groups = grouped(look, game, search)
    found = total(groups)

    def fold(number: str) -> None:
        unfold(opened ^ {number})

    fold = ft.use_callback(fold, [opened])
    if not groups:
        count = t("app.rules.none")
    elif search:
        count = counted(look, "app.rules.found", found)
    else:
        count = counted(look, "app.n.clauses", found)
    other = TABLE if game != TABLE else (snap.match.game if snap.match else next(iter(games()), TABLE))
    switch = (ft.Icons.TABLE_RESTAURANT_SHARP, rulebook_name(look, other), act(actions.pages.go, "rules", game=other))
    return screen(
        look,
        bar=app_bar(
            look, t("app.rules.of", game=rulebook_name(look, game)), count, back_action(look, actions), (switch,)
        ),
        content=[
            live_field(look, search, seek, name=t("app.rules.search"), glyph=ft.Icons.SEARCH_SHARP, limit=60),
            *([paragraph(look, t("app.rules.none"))] if not groups else []),
            *(
                group_panel(look, actions, group, bool(search) or group.number in opened, act(fold, group.number), game)
                for group in groups
            ),
        ],
        dock=None,
        overlay=overlays(look, snap, actions),
    )


@block
def group_panel(look: Look, actions: Actions, group: Group, opened: bool, fold: Handler, game: str) -> ft.Control:
    """Return a group of clauses: its title and, while it is open, each clause in full."""
    p = look.p
    head = ft.Container(
        row(
            [
                ft.Container(text(look, "headline", group.number), width=24),
                text(look, "subject", group.title, lines=2, expand=True),
                text(look, "label", str(len(group.clauses)), p.text_2, bold=False),
                icon(look, ft.Icons.EXPAND_LESS_SHARP if opened else ft.Icons.EXPAND_MORE_SHARP),
            ],
            spacing=12,
        ),
        height=theme.grown(look, 56),
        padding=ft.Padding.symmetric(horizontal=14),
        on_click=on(fold),
        ink=True,
    )
    spoken = f"{group.number}, {group.title}, {counted(look, 'app.n.clauses', len(group.clauses))}"
    rows = [_clause(look, actions, clause) for clause in group.clauses] if opened else []
    return ft.Container(
        column([pressable(spoken, head, fold, selected=opened), *rows]),
        bgcolor=p.surface,
        border=edge(1, p.line),
        border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _clause(look: Look, actions: Actions, clause: Clause) -> ft.Control:
    number, words = short_clause(clause.id), words_of(look, clause)
    handler = act(actions.pages.clause, clause.id)
    box = ft.Container(
        row(
            [
                ft.Container(text(look, "subject", number, line=24), width=round(40 * min(look.scale, 1.5))),
                text(look, "body", words, expand=True),
            ],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        padding=ft.Padding.symmetric(horizontal=14, vertical=12),
        border=ft.Border(top=ft.BorderSide(1, look.p.line)),
        on_click=on(handler),
        ink=True,
    )
    return pressable(f"{number}. {words}", box, handler)
