"""The history: totals, shares of wins with their totals, every finished match, and the exports of one."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import History, MatchCard, PlayerStat, Snapshot
from companion.contract.statistics import KeptMatch
from companion.screens.lost import nothing_here
from companion.screens.statistics.parts import course_plot
from companion.ui import (
    Handler,
    Main,
    act,
    app_bar,
    block,
    button_link,
    chip,
    column,
    dock,
    label_row,
    list_panel,
    list_row,
    on,
    pressable,
    row,
    screen,
    stat_bar,
    stat_tile,
)
from companion.ui.live_field import live_field
from companion.ui.overlays import overlays
from companion.ui.phrases import back_action, counted, game_name, games, outcome, paragraph, reached, sideways, sign
from companion.ui.qr import qr_card
from companion.ui.theme import Look

IC = ft.Icons
CODE = 300
"""The size of the QR code in pixels: it holds a whole result, and is dense."""


def keeping(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    if not isinstance(snap.page, KeptMatch) or snap.match is None:
        return nothing_here(look, actions)
    return _keeping(look, snap, actions, snap.page, snap.match.game)


@ft.component
def _keeping(look: Look, snap: Snapshot, actions: Actions, page: KeptMatch, game: str) -> ft.Control:
    t, keep = look.t, actions.keeping
    scanning, scan = ft.use_state(False)
    share = [
        list_row(
            look, IC.IMAGE_SHARP, t("keeping.picture"), t("keeping.picture_about"), "", act(keep.picture), arrow=False
        )
    ]
    if page.link:
        share.append(handed_over(look, page.link))
    if page.qr_png:
        share.append(
            list_row(
                look,
                IC.QR_CODE_2_SHARP,
                t("keeping.bg_code"),
                t("keeping.bg_code_about"),
                "",
                act(scan, not scanning),
                arrow=False,
            )
        )
    kept = [
        list_row(look, glyph, t(f"keeping.{what}"), t(f"keeping.{what}_about"), "", handler, arrow=False)
        for what, glyph, handler in (
            ("page", IC.LAYERS_SHARP, act(keep.page)),
            ("paper", IC.PRINT_SHARP, act(keep.paper)),
            ("json", IC.SAVE_SHARP, act(actions.match.export)),
        )
    ]
    content: list[ft.Control] = [
        column([label_row(look, t("keeping.share")), list_panel(look, share)], spacing=6),
    ]
    if scanning and page.qr_png:
        content.append(qr_card(look, page.qr_png, "BG Stats", t("keeping.bg_scan"), CODE))
    content.append(column([label_row(look, t("keeping.record")), list_panel(look, kept)], spacing=6))
    if page.course.curves:
        content.append(course_plot(look, page.course, t("keeping.course")))
    return screen(
        look,
        bar=app_bar(look, t("keeping.title"), game_name(look, game), back_action(look, actions)),
        content=content,
        dock=None,
        overlay=overlays(look, snap, actions),
    )


@block
def handed_over(look: Look, link: str) -> ft.Control:
    """Return the button that passes the result to BG Stats: a link that the phone itself opens."""
    t = look.t
    return ft.Container(button_link(look, t("keeping.bg"), link, IC.LOGOUT_SHARP, t("keeping.bg_about")), padding=10)


FEW = 5
"""Players with fewer matches are listed last: their share says little."""
SHOWN = 8
MORE = 20
"""The number of matches shown at first, and how many more a tap adds."""


def history(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    return _history(look, snap, actions, snap.history or History("", (), (), 0, 0, 0))


@ft.component
def _history(look: Look, snap: Snapshot, actions: Actions, past: History) -> ft.Control:
    t = look.t
    searching, search = ft.use_state(bool(past.search))
    shown, show = ft.use_state(SHOWN)

    def seek() -> None:
        search(not searching)
        if searching and past.search:
            actions.pages.go("history", game=past.game)

    def more() -> None:
        show(shown + MORE)

    def typed(words: str) -> None:
        actions.pages.go("history", game=past.game, search=words)

    content: list[ft.Control] = []
    if searching:
        content.append(
            live_field(
                look,
                past.search,
                typed,
                name=t("app.history.search"),
                glyph=ft.Icons.SEARCH_SHARP,
                autofocus=True,
                limit=40,
            )
        )
    if len(games()) > 1:
        content.append(filters(look, actions, past.game, past.search))
        if past.game and not searching:
            content.append(about_game(look, actions, past.game))
    if not searching:
        content.append(totals(look, past.total_matches, past.total_players, past.minutes))
        if past.players:
            content.append(wins(look, actions, past.players, past.game))
    content.append(matches(look, actions, past.matches, shown, more, bool(past.search)))
    glyph = ft.Icons.CLOSE_SHARP if searching else ft.Icons.SEARCH_SHARP
    newest = past.matches[0] if past.matches else None
    return screen(
        look,
        bar=app_bar(
            look,
            t("app.history.title"),
            "",
            back_action(look, actions),
            (
                (IC.IOS_SHARE_SHARP, t("archive.title"), act(actions.pages.go, "archive")),
                (glyph, t("app.close") if searching else t("app.history.search"), seek),
            ),
        ),
        content=content,
        dock=dock(
            look,
            state="idle",
            line=t("app.history.over"),
            ask=t("app.history.ask" if newest else "app.history.none"),
            mark=ft.Icons.HISTORY_SHARP,
            main=Main(t("app.home.new"), act(actions.pages.go, "new")) if newest is None else None,
        )
        if newest is None
        else None,
        overlay=overlays(look, snap, actions),
    )


@block
def filters(look: Look, actions: Actions, chosen: str, search: str) -> ft.Control:
    t = look.t
    chips = [chip(look, t("app.history.all"), act(actions.pages.go, "history", game="", search=search), not chosen)]
    chips += [
        chip(
            look,
            sign(game),
            act(actions.pages.go, "history", game=game, search=search),
            game == chosen,
            None,
            t("app.history.filter", game=game_name(look, game)),
        )
        for game in games()
    ]
    return sideways(chips)


@block
def totals(look: Look, played: int, players: int, minutes: int) -> ft.Control:
    t = look.t
    spent = t("app.n.hours", n=round(minutes / 60)) if minutes >= 60 else t("app.n.minutes", n=minutes)
    tiles = [
        stat_tile(look, str(played), t("app.history.matches")),
        stat_tile(look, str(players), t("app.history.players")),
        stat_tile(look, spent, t("app.history.time")),
    ]
    if look.scale >= 1.3:
        return column(
            [
                stat_tile(look, figure, words, None)
                for figure, words in (
                    (str(played), t("app.history.matches")),
                    (str(players), t("app.history.players")),
                    (spent, t("app.history.time")),
                )
            ],
            spacing=8,
        )
    return row(tiles, spacing=8)


@block
def about_game(look: Look, actions: Actions, game: str) -> ft.Control:
    title = look.t("game.about", game=game_name(look, game))
    return list_panel(
        look, [list_row(look, IC.LEADERBOARD_SHARP, title, "", "", act(actions.pages.go, "game", game=game))]
    )


@block
def wins(look: Look, actions: Actions, players: tuple[PlayerStat, ...], game: str) -> ft.Control:
    """Return each player's share of wins, always with the number of matches; tapped, their page opens."""
    t = look.t
    ordered = sorted(players, key=lambda s: (s.matches < FEW, -s.wins / max(1, s.matches), s.name))
    shown, show = ft.use_state(SHOWN)
    rows: list[ft.Control] = [person_row(look, actions, each, game) for each in ordered[:shown]]
    if len(ordered) > shown:
        more = act(show, shown + MORE)
        left = t("figures.more_people", n=len(ordered) - shown)
        rows.append(list_row(look, IC.EXPAND_MORE_SHARP, left, "", "", more, arrow=False, height=52))
    head = t("app.history.wins_game", game=game_name(look, game)) if game else t("app.history.wins")
    return column([label_row(look, head), list_panel(look, rows)], spacing=6)


@block
def person_row(look: Look, actions: Actions, each: PlayerStat, game: str) -> ft.Control:
    best = look.t("app.history.best", game=game_name(look, each.best)) if each.best and len(games()) > 1 else ""
    share = each.wins / max(1, each.matches)
    if not each.id:
        return stat_bar(look, share, each.matches, best, title=each.name)
    to_page = act(actions.pages.go, "person", id=str(each.id), game=game)
    said = ", ".join(filter(None, (each.name, f"{round(100 * share)}%", look.t("kit.of_sample", n=each.matches), best)))
    return pressable(
        said,
        ft.Container(stat_bar(look, share, each.matches, best, title=each.name), on_click=on(to_page), ink=True),
        to_page,
    )


@block
def matches(
    look: Look, actions: Actions, past: tuple[MatchCard, ...], shown: int, more: Handler, searching: bool
) -> ft.Control:
    """Return the finished matches, newest first; a tap opens the end screen."""
    t = look.t
    if not past:
        empty = t("app.history.none_found" if searching else "app.history.none")
        return column([label_row(look, t("app.history.last")), paragraph(look, empty)], spacing=6)
    rows = [
        list_row(
            look,
            sign(each.game),
            outcome(look, each),
            t("app.history.line", game=game_name(look, each.game), when=each.when),
            reached(each),
            act(actions.pages.open_match, each.code),
            boxed=True,
        )
        for each in past[:shown]
    ]
    if len(past) > shown:
        rows.append(
            list_row(
                look,
                ft.Icons.EXPAND_MORE_SHARP,
                t("app.log.earlier", n=len(past) - shown),
                "",
                "",
                more,
                arrow=False,
                height=52,
            )
        )
    return column(
        [label_row(look, t("app.history.last"), counted(look, "app.n.matches", len(past))), list_panel(look, rows)],
        spacing=6,
    )
