"""One game's page: how long, how many, how it ended, each role's success, points on the way."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.contract.statistics import GameFigures, GamePage
from companion.i18n import num
from companion.screens.figures.parts import (
    course_plot,
    line,
    lines_panel,
    pace_lines,
    renege_line,
    role_lines,
    said,
    tiles,
    unread_note,
)
from companion.screens.lost import nothing_here
from companion.ui import Main, act, app_bar, dock, screen
from companion.ui.look import Look
from companion.ui.phrases import back_action, game_name, on_day, paragraph, sign
from companion.ui.plot import Curve, Plot, plot
from companion.ui.plot_drawing import figures
from companion.ui.sheets.overlays import overlays


def game(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    if not isinstance(snap.page, GamePage):
        return nothing_here(look, actions)
    return _game(look, snap, actions, snap.page)


@ft.component
def _game(look: Look, snap: Snapshot, actions: Actions, page: GamePage) -> ft.Control:
    t, fig = look.t, page.figures
    content = unread_note(look, page.unread)
    content += figures_of(look, fig) if fig.matches else [paragraph(look, t("game.nothing"))]
    sub = t("person.since", day=on_day(look, fig.since), n=fig.matches) if fig.matches else t("person.no_match")
    none = fig.matches == 0
    return screen(
        look,
        bar=app_bar(look, f"{sign(page.game)} {game_name(look, page.game)}", sub, back_action(look, actions)),
        content=content,
        dock=dock(
            look,
            state="idle",
            line=t("app.history.over"),
            ask=t("app.history.none"),
            mark=ft.Icons.HISTORY_SHARP,
            main=Main(t("app.home.new"), act(actions.pages.go, "new")),
        )
        if none
        else None,
        overlay=overlays(look, snap, actions),
    )


def figures_of(look: Look, fig: GameFigures) -> list[ft.Control]:
    t = look.t
    shown = [(str(fig.matches), t("app.history.matches"))]
    if fig.length is not None:
        shown.append((t("app.n.minutes", n=round(fig.length)), t("game.length")))
    if fig.points is not None:
        shown.append((figures(fig.points.average), t("game.average", n=fig.points.matches)))
    content = [tiles(look, shown)]
    if len(fig.months) > 1:
        content.append(months_plot(look, fig))
    for name in dict.fromkeys(each.game for each in fig.roles):
        roles = [each for each in fig.roles if each.game == name]
        lines = role_lines(look, roles, "figures.decided")
        content.append(lines_panel(look, t("game.roles"), t("figures.success"), lines))
    if fig.endings:
        lines = [line(look, said(look, key), t("figures.in_matches", n=n, all=fig.matches)) for key, n in fig.endings]
        content.append(lines_panel(look, t("game.endings"), "", lines))
    if fig.last.curves:
        content.append(course_plot(look, fig.last, t("game.course", day=on_day(look, fig.last_day))))
    sizes = [
        line(look, t("app.n.players", n=size), t("figures.in_matches", n=n, all=fig.matches)) for size, n in fig.sizes
    ]
    content.append(lines_panel(look, t("game.sizes"), "", sizes))
    rest = pace_lines(look, fig.pace)
    if fig.points is not None:
        rest.append(line(look, t("game.best"), num(fig.points.best), (t("game.best_of", n=fig.points.matches),)))
    if fig.suited:
        rest.append(renege_line(look, fig.reneges, fig.suited))
    content.append(lines_panel(look, t("figures.table"), "", rest))
    return content


def months_plot(look: Look, fig: GameFigures) -> ft.Control:
    t = look.t
    most, when = max((n, month) for month, n in fig.months)
    return plot(
        look,
        Plot(
            t("game.months"),
            "",
            t("game.month"),
            tuple(on_day(look, month) for month, _ in fig.months),
            (Curve(t("game.months_curve"), tuple(float(n) for _, n in fig.months)),),
            t("game.months_said", n=most, month=on_day(look, when)),
            tuple(on_day(look, month, short=True) for month, _ in fig.months),
        ),
    )
