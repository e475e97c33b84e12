"""Parts of the statistics pages, and one game's page: duration, numbers, endings, points in the course of a match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.contract.statistics import Course, GamePage, GameStatistics, Pace, PointStatistics, RoleStatistics, Share
from companion.i18n import num
from companion.screens.lost import nothing_here
from companion.ui import (
    Handler,
    Main,
    act,
    app_bar,
    block,
    column,
    dock,
    label_row,
    named,
    panel,
    pressable,
    row,
    screen,
    text,
    theme,
)
from companion.ui.base import about_wide, edge, inset, on, rule
from companion.ui.overlays import overlays
from companion.ui.palette import Palette
from companion.ui.panels import bar
from companion.ui.phrases import back_action, game_name, games, on_day, paragraph, sign
from companion.ui.plot import Curve, Plot, figures, plot
from companion.ui.theme import Look

NAME, BAR = 84, 104
"""The widths in pixels of an opponent's name, and of the bar of results beside it."""


def percent(won: float, of: int) -> str:
    return f"{round(100 * won / of)}%" if of else "–"


def signed(number: float) -> str:
    """Return a difference with its sign."""
    shown = figures(number)
    return shown if shown.startswith("−") or shown == "0" else f"+{shown}"


def said(look: Look, key: str, **params: object) -> str:
    """Return a game's message; the last part of its key where the game has none."""
    return look.t(key, **params) if look.t.has(key) else key.rpartition(".")[2].replace("_", " ")


@block
def tile(look: Look, figure: str, words: str) -> ft.Control:
    """Return a large figure with its description, in up to three lines."""
    return named(
        f"{figure} {words}",
        ft.Container(
            column(
                [
                    text(look, "numeral_s", figure, lines=1, size=30, line=38),
                    text(look, "caption", words, look.p.text_2, lines=4),
                ]
            ),
            bgcolor=look.p.surface,
            border=edge(1, look.p.line),
            border_radius=theme.R_PANEL,
            padding=inset(12, 6, 6, 10),
        ),
        expand=None if look.scale >= 1.3 else True,
    )


def tiles(look: Look, shown: Sequence[tuple[str, str]]) -> ft.Control:
    each = [tile(look, figure, words) for figure, words in shown]
    if look.scale >= 1.3:
        return column(each, spacing=8)
    return ft.Row(list(each), spacing=10, vertical_alignment=ft.CrossAxisAlignment.STRETCH, intrinsic_height=True)


def lines_panel(look: Look, head: str, right: str, lines: Sequence[ft.Control]) -> ft.Control:
    """Return lines in a panel under a heading."""
    return panel(look, column([label_row(look, head, right), *lines], spacing=0), padding=inset(13, 8))


@block
def line(look: Look, words: str, figure: str, more: tuple[str, ...] = (), say: str = "") -> ft.Control:
    """Return a line: words, more words below them, and a figure at the right."""
    p = look.p
    head = row([text(look, "subject", words, lines=3, expand=True), text(look, "button_equal", figure, lines=1)], 10)
    below = [text(look, "caption", each, p.text_2) for each in more if each]
    box = ft.Container(column([head, *below]), padding=inset(0, 9), border=rule("top", p.line))
    return named(say or ", ".join(filter(None, (words, figure, *more))), box)


def rivals_apart(look: Look, names: Iterable[str]) -> bool:
    """Tell whether names need a line of their own, above the results."""
    return look.scale >= 1.3 or any(about_wide(name) * look.scale > NAME for name in names)


def rival_line(
    look: Look, name: str, share: float, score: str, spoken: str, handler: Handler, apart: bool
) -> ft.Control:
    """Return an opponent with the results against them; tapped, their page opens.

    With `apart` the name has a line of its own.
    """
    from companion.ui.seats import seat_face

    p = look.p
    called = text(look, "subject", name, lines=2 if apart else 1, expand=None if apart else True)
    figures = ft.Container(
        text(look, "button_equal", score, lines=1, align=ft.TextAlign.END), width=theme.grown(look, 96),
        alignment=ft.Alignment.CENTER_RIGHT,
    )  # fmt: skip
    if apart:
        below = row([ft.Container(bar(look, share, 10), expand=True), figures], 10)
        words: list[ft.Control] = [column([called, below], expand=True)]
    else:
        words = [called, ft.Container(bar(look, share, 10), width=BAR), figures]
    box = ft.Container(
        row([seat_face(look, name, False, "", 28), *words], 10),
        height=None if apart else theme.grown(look, theme.TOUCH),
        padding=inset(0, 6) if apart else None,
        border=rule("top", p.line),
        on_click=on(handler),
        ink=True,
    )
    return pressable(spoken, box, handler)


def shares(look: Look, key: str, some: Sequence[Share]) -> str:
    """Return shares in one line, each with its total: "E 2 of 3, C 1 of 2"."""
    t = look.t
    return t("app.list.comma").join(t(key, of=each.of, n=each.won, all=each.matches) for each in some)


def role_lines(look: Look, some: Sequence[RoleStatistics], turn: str) -> list[ft.Control]:
    """Return each role's results: success, by goal, by number of players, endings, and the deciding turn."""
    t = look.t
    found = []
    for each in some:
        endings = t("app.list.comma").join(
            t("figures.times", what=said(look, key).rstrip(".。"), n=n) for key, n in each.endings
        )
        more = (
            shares(look, "figures.goal", each.goals),
            shares(look, "figures.of_players", each.sizes),
            endings,
            t(turn, n=figures(each.turn)) if each.turn is not None else "",
        )
        name = t(f"new.role.{each.role}")
        score = t("figures.share", share=percent(each.won, each.matches), n=each.won, all=each.matches)
        found.append(line(look, name, score, more))
    return found


def favourite_line(look: Look, some: Sequence[RoleStatistics]) -> list[ft.Control]:
    """Return the role that somebody played most in a game; empty if none stands out. `some` is sorted by frequency."""
    if len(some) < 2 or some[0].matches == some[1].matches:
        return []
    t, first = look.t, some[0]
    role = t(f"new.role.{first.role}")
    return [line(look, t("figures.favourite", role=role), t("app.n.matches", n=first.matches))]


def pace_lines(look: Look, pace: Pace) -> list[ft.Control]:
    t = look.t
    spent = t("figures.hours", n=figures(round(pace.minutes / 60, 1))) if pace.minutes >= 60 else ""
    found = [line(look, t("figures.time"), spent or t("figures.minutes", n=pace.minutes))]
    if pace.median is not None:
        found.append(line(look, t("figures.turn"), seconds(look, pace.median), (t("figures.of_turns", n=pace.turns),)))
    return found


def seconds(look: Look, many: float) -> str:
    whole = round(many)
    if whole < 60:
        return look.t("figures.seconds", n=figures(many))
    return look.t("figures.minutes_seconds", m=whole // 60, s=whole % 60)


def renege_line(look: Look, reneges: int, suited: int) -> ft.Control:
    t = look.t
    return line(look, t("figures.reneges"), num(reneges), (t("figures.reneges_in", n=suited),))


def point_lines(look: Look, some: Sequence[PointStatistics]) -> list[ft.Control]:
    t = look.t
    return [
        line(
            look,
            game_name(look, each.game),
            t("figures.average", n=figures(each.average)),
            (t("figures.best", n=num(each.best), of=each.matches),),
        )
        for each in some
    ]


def course_plot(look: Look, course: Course, title: str) -> ft.Control:
    """Return a plot of all players' points in the course of a match."""
    t = look.t
    ends = t("app.list.comma").join(
        t("figures.name_points", name=name, n=num(points[-1])) for name, points in course.curves
    )
    facts = Plot(
        title,
        t("figures.points"),
        t("figures.place"),
        course.along,
        tuple(Curve(name, tuple(map(float, points))) for name, points in course.curves),
        t("figures.course_summary", points=ends),
    )
    return plot(look, facts)


def has_several_games(look: Look) -> bool:
    """Tell whether more than one game can be played here."""
    return len(games()) > 1


def unread_note(look: Look, unread: int) -> list[ft.Control]:
    if not unread:
        return []
    p: Palette = look.p
    return [
        ft.Semantics(
            content=text(look, "caption", look.t("figures.unread", n=unread), p.text_2),
            live_region=True,
            container=True,
        )
    ]


def game(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    if not isinstance(snap.page, GamePage):
        return nothing_here(look, actions)
    return _game(look, snap, actions, snap.page)


@ft.component
def _game(look: Look, snap: Snapshot, actions: Actions, page: GamePage) -> ft.Control:
    t, stats = look.t, page.statistics
    content = unread_note(look, page.unread)
    content += statistics_of(look, stats) if stats.matches else [paragraph(look, t("game.nothing"))]
    sub = t("person.since", day=on_day(look, stats.since), n=stats.matches) if stats.matches else t("person.no_match")
    none = stats.matches == 0
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


def statistics_of(look: Look, stats: GameStatistics) -> list[ft.Control]:
    t = look.t
    shown = [(str(stats.matches), t("app.history.matches"))]
    if stats.length is not None:
        shown.append((t("app.n.minutes", n=round(stats.length)), t("game.length")))
    if stats.points is not None:
        shown.append((figures(stats.points.average), t("game.average", n=stats.points.matches)))
    content = [tiles(look, shown)]
    if len(stats.months) > 1:
        content.append(months_plot(look, stats))
    for name in dict.fromkeys(each.game for each in stats.roles):
        roles = [each for each in stats.roles if each.game == name]
        lines = role_lines(look, roles, "figures.decided")
        content.append(lines_panel(look, t("game.roles"), t("figures.success"), lines))
    if stats.endings:
        in_all = [(said(look, key), t("figures.in_matches", n=n, all=stats.matches)) for key, n in stats.endings]
        lines = [line(look, how, matches) for how, matches in in_all]
        content.append(lines_panel(look, t("game.endings"), "", lines))
    if stats.last.curves:
        content.append(course_plot(look, stats.last, t("game.course", day=on_day(look, stats.last_day))))
    sizes = [
        line(look, t("app.n.players", n=size), t("figures.in_matches", n=n, all=stats.matches))
        for size, n in stats.sizes
    ]
    content.append(lines_panel(look, t("game.sizes"), "", sizes))
    rest = pace_lines(look, stats.pace)
    if stats.points is not None:
        rest.append(line(look, t("game.best"), num(stats.points.best), (t("game.best_of", n=stats.points.matches),)))
    if stats.suited:
        rest.append(renege_line(look, stats.reneges, stats.suited))
    content.append(lines_panel(look, t("figures.table"), "", rest))
    return content


def months_plot(look: Look, stats: GameStatistics) -> ft.Control:
    t = look.t
    most, when = max((n, month) for month, n in stats.months)
    return plot(
        look,
        Plot(
            t("game.months"),
            "",
            t("game.month"),
            tuple(on_day(look, month) for month, _ in stats.months),
            (Curve(t("game.months_curve"), tuple(float(n) for _, n in stats.months)),),
            t("game.months_said", n=most, month=on_day(look, when)),
            tuple(on_day(look, month, short=True) for month, _ in stats.months),
        ),
    )
