"""Home: the running matches first, then a new match, the rules, the history, the settings."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.game_ui import ui_of
from companion.contract.snapshot import MatchCard, Snapshot
from companion.i18n import manual
from companion.screens.lost import unavailable_games
from companion.screens.tour import KNOWN
from companion.ui import (
    Main,
    Side,
    act,
    aloud,
    block,
    button_link,
    button_side,
    column,
    dock,
    edge,
    icon_button,
    label_row,
    list_panel,
    list_row,
    on,
    pressable,
    row,
    screen,
    spans,
    text,
    theme,
)
from companion.ui.base import about_wide
from companion.ui.live_field import live_field
from companion.ui.overlays import overlays
from companion.ui.phrases import (
    counted,
    depth_name,
    drawn,
    game_name,
    games,
    icon_note,
    language_switch,
    paragraph,
    progress,
    seat_names,
    sign,
)
from companion.ui.seats import seat_face
from companion.ui.theme import Look

BESIDE = 132
"""The width in pixels that is left beside the marks of four seats."""


def home(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    running = ordered(snap.home)
    return screen(
        look,
        bar=masthead(look, actions),
        content=[
            *(match_card(look, actions, card) for card in running[:1]),
            *([rest_of(look, actions, running)] if running else []),
            *others(look, snap, actions),
            *first_steps(look, actions, snap),
            *([the_games(look, actions)] if games() else []),
            home_links(look, actions, snap.totals),
            *unavailable_games(look),
            *([to_manual(look)] if snap.hosted else []),
            *([] if snap.outside else [icon_note(look, ft.Icons.WIFI_SHARP, look.t("app.home.local"))]),
        ],
        dock=home_dock(look, actions, running),
        overlay=overlays(look, snap, actions),
    )


@ft.component
def rest_of(look: Look, actions: Actions, running: tuple[MatchCard, ...]) -> ft.Control:
    """Return one line about the other unfinished matches; unfolded, it lists all, each to be opened or hidden."""
    opened, unfold = ft.use_state(False)
    t = look.t
    turn = ft.use_callback(lambda: unfold(not opened), [opened])
    words = counted(look, "app.home.others", len(running) - 1) if running[1:] else t("app.home.put_away")
    glyph = ft.Icons.EXPAND_LESS_SHARP if opened else ft.Icons.EXPAND_MORE_SHARP
    rows = [list_row(look, glyph, words, "", "", act(turn), arrow=False, height=52)]
    for card in running if opened else ():
        name, when = game_name(look, card.game), t("app.home.since_short", when=card.when)
        who = seat_names(look, card.seats)
        line = list_row(look, sign(card.game), name, f"{when}. {who}", "", act(actions.pages.open_match, card.code))
        away = icon_button(
            look, ft.Icons.CLOSE_SHARP, t("app.home.put_away_aloud", game=name), act(actions.pages.put_away, card.code)
        )
        rows.append(row([ft.Container(line, expand=True), away], 0))
    return list_panel(look, rows)


def others(look: Look, snap: Snapshot, actions: Actions) -> list[ft.Control]:
    """Return the search field for matches that the home screen does not show."""
    if not snap.more and not snap.search:
        return []
    t = look.t

    def typed(words: str) -> None:
        actions.pages.go("home", search=words)

    field = live_field(
        look, snap.search, typed, name=t("app.home.find"), glyph=ft.Icons.SEARCH_SHARP, autofocus=False, limit=400
    )
    about = t("app.home.none_found") if snap.search and not snap.home else counted(look, "app.home.more", snap.more)
    return [column([label_row(look, t("app.home.find")), field, paragraph(look, about)], spacing=6)]


def ordered(cards: tuple[MatchCard, ...]) -> tuple[MatchCard, ...]:
    """Return the running matches: first those that wait for this phone, then those it is in, then the others.

    The cards come newest first and keep that order within each part.
    """
    return tuple(sorted(cards, key=lambda c: (not c.asks_me, not (c.my_seats or c.host))))


@block
def masthead(look: Look, actions: Actions) -> ft.Control:
    p, t = look.p, look.t
    stamp = ft.Container(
        column(
            [
                text(drawn(look), "headline", each, p.on_accent, size=28, line=30, align=ft.TextAlign.CENTER)
                for each in "目付"
            ],
            alignment=ft.MainAxisAlignment.CENTER,
        ),
        width=68,
        height=68,
        bgcolor=p.accent,
        border_radius=theme.R_CARD,
        alignment=ft.Alignment.CENTER,
    )
    words = column(
        [
            text(drawn(look, 1.3), "display", t("app.name"), size=34, line=40, lines=1),
            text(look, "label", t("app.tagline"), p.text_2, bold=False, lines=2),
        ]
    )
    title = ft.Semantics(
        content=row(
            [ft.Semantics(content=stamp, exclude_semantics=True), ft.Container(words, expand=True)], spacing=14
        ),
        label=aloud(t("app.name"), t("app.tagline")),
        heading_level=1,
        container=True,
        exclude_semantics=True,
        expand=True,
    )
    switch = icon_button(look, *language_switch(look, actions))
    return ft.Container(
        ft.Container(row([title, switch], spacing=4), width=theme.COLUMN if look.shape == "column" else None),
        padding=ft.Padding(left=look.margin, top=26, right=max(4, look.margin - 12), bottom=8),
        alignment=ft.Alignment.CENTER,
    )


@block
def match_card(look: Look, actions: Actions, card: MatchCard) -> ft.Control:
    """Return an unfinished match: its game, its start, its players, and the seats of this phone."""
    p, t = look.p, look.t
    name, stage = game_name(look, card.game), progress(look, card.game, card.reached)
    mine = [s.seat for s in card.seats if s.seat in card.my_seats]
    over = t("app.home.lobby" if card.status == "lobby" else "app.home.goes_on")
    large = look.scale > 1.3
    when = column(
        [text(look, "label", t("app.home.started"), p.text_2, bold=False), text(look, "subject", card.when)],
        horizontal_alignment=ft.CrossAxisAlignment.END,
    )
    head = row(
        [
            ft.Container(
                text(drawn(look), "headline", sign(card.game), size=26, line=30, align=ft.TextAlign.CENTER),
                width=48,
                height=48,
                alignment=ft.Alignment.CENTER,
                bgcolor=p.surface_2,
                border=edge(2, p.line_strong),
                border_radius=theme.R_CARD,
            ),
            column(
                [text(look, "label", over, p.text_2, lines=1), text(drawn(look, 1.5), "headline", name, lines=1)],
                expand=True,
            ),
            *([] if large else [when]),
        ],
        spacing=10,
    )
    seats = row(
        [seat_face(look, s.name, s.seat in card.my_seats, s.presence, seat=s.seat) for s in card.seats], spacing=12,
        tight=True,
    )  # fmt: skip
    who = t("app.home.sit_as", names=seat_names(look, card.seats, mine)) if mine else t("app.home.no_seat")
    sitting: tuple[tuple[str, bool], ...] = ((who, False),)
    if mine:
        before, _, after = t("app.home.sit_as").partition("{names}")
        sitting = ((before, False), (seat_names(look, card.seats, mine), True), (after, False))
    facts = column(
        [
            *([text(look, "label", f"{t('app.home.started')} {card.when}", p.text_2, bold=False)] if large else []),
            *([text(look, "label", stage, p.text_2, bold=False, lines=1)] if stage else []),
            text(look, "label", depth_name(look, card.depth), p.text_2, bold=False, lines=1),
            spans(look, "label", *sitting, lines=2),
        ]
    )
    apart = len(card.seats) > 4 or look.scale > 1.15 or (len(card.seats) > 3 and about_wide(stage, 14) > BESIDE)
    below = (
        column([seats, facts], spacing=10, horizontal_alignment=ft.CrossAxisAlignment.START)
        if apart
        else row([seats, ft.Container(facts, expand=True)], spacing=14)
    )
    box = ft.Container(
        column([head, below], spacing=14),
        padding=14,
        bgcolor=p.surface,
        border=edge(2, p.line_strong),
        border_radius=theme.R_PANEL,
        ink=True,
        on_click=on(actions.pages.open_match, card.code),
    )
    spoken = t("app.home.resume", game=name, names=seat_names(look, card.seats))
    over = ", ".join(filter(None, (over, card.when, stage)))
    return pressable(aloud(spoken, over, who), box, act(actions.pages.open_match, card.code))


def first_steps(look: Look, actions: Actions, snap: Snapshot) -> list[ft.Control]:
    """Return the introductions for newcomers: the tour, until it was seen, and a demonstration."""
    tour, show = KNOWN not in snap.learnt, bool(snap.home) and bool(games())
    return [newcomer(look, actions, tour, show)] if tour or show else []


@block
def newcomer(look: Look, actions: Actions, tour: bool, show: bool) -> ft.Control:
    t = look.t
    rows = []
    if tour:
        go = act(actions.pages.go, "tour")
        rows.append(list_row(look, ft.Icons.TOUCH_APP_SHARP, t("tour.title"), t("app.home.tour_sub"), "", go))
    if show:
        watch = act(actions.demonstration.show)
        rows.append(list_row(look, ft.Icons.PLAY_ARROW_SHARP, t("app.home.see"), t("app.home.see_sub"), "", watch))
    return list_panel(look, rows)


@ft.component
def the_games(look: Look, actions: Actions) -> ft.Control:
    """Return the games with players and duration; tapped, a game shows how it is played, and its demonstration."""
    opened, unfold = ft.use_state("")
    t = look.t
    turn = ft.use_callback(lambda key: unfold("" if opened == key else key), [opened])
    rows: list[ft.Control] = []
    for key, rules in games().items():
        players = "–".join(str(n) for n in dict.fromkeys((min(rules.PLAYERS), max(rules.PLAYERS))))
        minutes = f"app.game.{key}.minutes"
        facts = t("app.home.game_facts", players=players, minutes=t(minutes)) if t.has(minutes) else ""
        rows.append(list_row(look, sign(key), game_name(look, key), facts, "", act(turn, key), boxed=True))
        if key == opened:
            rows.append(how_it_goes(look, actions, key))
    return column([label_row(look, t("app.home.games")), list_panel(look, rows)], spacing=6)


@block
def how_it_goes(look: Look, actions: Actions, key: str) -> ft.Control:
    """Return a short description of a game, with buttons for its demonstration and its rules."""
    t, goes = look.t, f"app.game.{key}.goes"
    words = [text(look, "body", t(goes))] if t.has(goes) else []
    see = button_side(look, t("app.home.see"), act(actions.demonstration.show, key), ft.Icons.PLAY_ARROW_SHARP, 48)
    rules = act(actions.pages.go, "rules", game=key)
    read = button_side(look, t("app.home.read_rules"), rules, ft.Icons.MENU_BOOK_SHARP, 48)
    links = column([*words, see, read], spacing=8)
    return ft.Container(links, padding=ft.Padding.symmetric(horizontal=14, vertical=10))


@block
def home_links(look: Look, actions: Actions, totals: tuple[int, int]) -> ft.Control:
    t = look.t
    known = list(games())
    matches, players = totals
    rules = t("app.home.rules_one", game=game_name(look, known[0])) if len(known) == 1 else t("app.home.rules_many")
    record = t(
        "app.home.history_sub",
        matches=counted(look, "app.n.matches", matches),
        players=counted(look, "app.n.players", players),
    )
    return list_panel(
        look,
        [
            list_row(
                look, ft.Icons.MENU_BOOK_SHARP, rules, t("app.home.rules_sub"), "", act(actions.pages.go, "rules")
            ),
            list_row(
                look,
                ft.Icons.LEADERBOARD_SHARP,
                t("app.home.history"),
                record if matches else t("app.home.history_none"),
                "",
                act(actions.pages.go, "history"),
            ),
            *(
                [
                    list_row(
                        look,
                        ft.Icons.CASTLE_SHARP,
                        t("boards.home"),
                        t("boards.home_sub"),
                        "",
                        act(actions.pages.go, "boards"),
                    )
                ]
                if any(ui_of(key).board for key in known)
                else []
            ),
            list_row(
                look,
                ft.Icons.TUNE_SHARP,
                t("app.home.settings"),
                t("app.home.settings_sub"),
                "",
                act(actions.pages.go, "settings"),
            ),
        ],
    )


def to_manual(look: Look) -> ft.Control:
    return button_link(look, look.t("app.home.manual"), manual(look.lang), ft.Icons.MENU_BOOK_SHARP)


def home_dock(look: Look, actions: Actions, running: tuple[MatchCard, ...]) -> ft.Control:
    """Return the dock: go on with the match that waits for me, else with a running one, else open a table."""
    t = look.t
    if not running:
        return dock(
            look,
            state="asked",
            line=t("app.home.nothing"),
            ask=t("app.home.open_ask"),
            mark=ft.Icons.MEETING_ROOM_SHARP,
            left=Side(t("app.home.see"), ft.Icons.PLAY_ARROW_SHARP, act(actions.demonstration.show))
            if games()
            else None,
            main=Main(t("app.home.open"), act(actions.pages.go, "new")),
        )
    first = running[0]
    name = game_name(look, first.game)
    new = Side(t("app.home.new"), ft.Icons.ADD_SHARP, act(actions.pages.go, "new"))
    asking = sum(card.asks_me for card in running)
    if asking:
        line, ask = counted(look, "app.home.waits", asking), t("app.home.your_turn", game=name)
    else:
        line = counted(look, "app.home.running", len(running))
        ask = t("app.home.since", game=name, when=first.when)
    return dock(
        look,
        state="asked",
        line=line,
        ask=ask,
        mark=ft.Icons.PLAY_ARROW_SHARP,
        left=new,
        main=Main(t("app.home.go_on"), act(actions.pages.open_match, first.code)),
    )
