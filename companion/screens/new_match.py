"""A new match: its game, its depth, the seats, and the table's own rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from math import ceil
from typing import Any

import flet as ft

from companion.boards import called
from companion.contract.actions import Actions
from companion.contract.game_ui import ui_of
from companion.contract.snapshot import Draft, Snapshot
from companion.screens.boards import board_choice
from companion.screens.lost import unavailable_games
from companion.screens.seating import SeatingProblem, known_groups, known_names, seating, trouble
from companion.tables.match_draft import Option, elsewhere, new_draft, options_of, order_of
from companion.ui import (
    Choice,
    Fact,
    Main,
    Side,
    act,
    act_tile,
    app_bar,
    block,
    button_side,
    column,
    dock,
    edge,
    fact_line,
    icon,
    label_row,
    list_panel,
    list_row,
    on,
    pressable,
    row,
    screen,
    text,
    theme,
)
from companion.ui.options import Choose, control
from companion.ui.overlays import overlays
from companion.ui.phrases import back_action, counted, explained_choice, games, paragraph, sign
from companion.ui.theme import Look
from companion.ui.words import begun
from referee.core.game import depths

FOLDED_FROM = 20
"""The number of options from which on each group has a fold of its own."""


@block
def house_rules(
    look: Look, actions: Actions, game: str, chosen: tuple[tuple[str, Any], ...], open_: bool = False
) -> ft.Control:
    """Return the fold of a game's options. `chosen` are the draft's that differ from the standard.

    `open_` is its initial state; afterwards each phone folds it for itself.
    """
    t, p = look.t, look.p
    opened, set_open = ft.use_state(open_)
    unfolded, unfold = ft.use_state("")
    options = options_of(game)
    now = dict(chosen)
    suggested = ui_of(game).suggested
    begins = {each.key: each.standard for each in options} | dict(suggested)
    changed = _changed(options, now, begins)
    summary = _summary(look, changed, len(options))

    def fold() -> None:
        set_open(not opened)

    def fold_group(name: str) -> None:
        unfold("" if unfolded == name else name)

    def choose(key: str, value: Any) -> None:
        standard = next(each.standard for each in options if each.key == key)
        rest = {name: given for name, given in now.items() if name != key}
        actions.new_match.draft(options=rest if value == standard else rest | {key: value})

    def reset() -> None:
        kept = {name: given for name, given in now.items() if name in elsewhere(game)}
        actions.new_match.draft(options={**suggested, **kept})

    title = _head(look, t("app.new.options"), summary, bool(changed), opened, fold, ft.Icons.TUNE_SHARP)
    body: list[ft.Control] = []
    if opened:
        inside: list[ft.Control] = _groups(look, game, options, now, begins, choose, unfolded, fold_group)
        if changed:
            inside.append(button_side(look, t("app.new.options.reset"), reset, None, 48))
        body = [ft.Container(column(inside, spacing=18), padding=ft.Padding(left=14, right=14, top=4, bottom=14))]
    return ft.Container(
        column([title, *body]),
        bgcolor=p.surface,
        border=edge(1, p.line),
        border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _groups(
    look: Look,
    game: str,
    options: tuple[Option, ...],
    now: dict[str, Any],
    begins: Mapping[str, Any],
    choose: Choose,
    unfolded: str,
    fold: Callable[[str], None],
) -> list[ft.Control]:
    """Return the options by group; if there are many, one group at a time is unfolded."""
    groups = [(name, tuple(members)) for name, members in groupby(options, key=lambda each: each.group)]
    if len(groups) == 1:
        return _controls(look, game, options, now, choose)
    if len(options) < FOLDED_FROM:
        return [
            part
            for name, members in groups
            for part in (label_row(look, look.t(f"new.group.{name}")), *_controls(look, game, members, now, choose))
        ]
    parts: list[ft.Control] = []
    for name, members in groups:
        changed, opened = _changed(members, now, begins), unfolded == name
        summary = _summary(look, changed, len(members))
        head = _head(look, look.t(f"new.group.{name}"), summary, bool(changed), opened, act(fold, name))
        inside = _controls(look, game, members, now, choose) if opened else []
        padding = ft.Padding(left=10, right=10, top=4, bottom=12)
        body = [ft.Container(column(inside, spacing=18), padding=padding)] if inside else []
        parts.append(ft.Container(column([head, *body]), border=edge(1, look.p.line), border_radius=theme.R_BUTTON))
    return parts


def _controls(
    look: Look, game: str, options: tuple[Option, ...], now: dict[str, Any], choose: Choose
) -> list[ft.Control]:
    return [control(look, game, each, now.get(each.key, each.standard), choose) for each in options]


def _changed(options: tuple[Option, ...], now: dict[str, Any], begins: Mapping[str, Any]) -> int:
    """Return how many options differ from the initial ones of a new match."""
    return sum(now.get(each.key, each.standard) != begins[each.key] for each in options)


def _summary(look: Look, changed: int, all_: int) -> str:
    if changed:
        return counted(look, "app.new.options.changed", changed, all=all_)
    return look.t("app.new.options.standard", n=all_)


def _head(
    look: Look, title: str, summary: str, changed: bool, opened: bool, fold: Any, glyph: ft.IconData | None = None
) -> ft.Control:
    box = ft.Container(
        row(
            [
                *([icon(look, glyph)] if glyph is not None else []),
                text(look, "subject", title, lines=1),
                text(look, "label", summary, None if changed else look.p.text_2, bold=changed, lines=2, expand=True),
                icon(look, ft.Icons.EXPAND_LESS_SHARP if opened else ft.Icons.EXPAND_MORE_SHARP),
            ],
            spacing=10,
        ),
        height=theme.grown(look, 56),
        padding=ft.Padding.symmetric(horizontal=14),
        ink=True,
        on_click=on(fold),
    )
    return pressable(f"{title}, {summary}", box, fold, selected=opened)


LARGEST = 1.3
"""The text scale up to which the games' tiles grow."""
ROW = 5
"""The most tiles of games in one row; more are spread over rows of about the same length."""
BESIDE = 3
"""The most tiles of games in one row in larger text."""


def new_match(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    t, draft = look.t, snap.draft or new_draft()
    bar = app_bar(look, t("app.new.title"), "", back_action(look, actions, close=True))
    game = games().get(draft.game)
    if game is None:
        content = [paragraph(look, t("app.new.no_game")), *unavailable_games(look)]
        return screen(look, bar=bar, content=content, dock=None, overlay=overlays(look, snap, actions))
    least, most = min(game.PLAYERS), max(game.PLAYERS)
    options = tuple(sorted(draft.options.items()))
    order = order_of(draft.game, len(draft.names))
    start = str(draft.options.get(order.start, ""))
    return screen(
        look,
        bar=bar,
        content=[
            which_game(look, actions, draft.game),
            *unavailable_games(look),
            *([depth(look, actions, draft.depth, draft.game)] if len(depths(game)) > 1 else []),
            seating(
                look, actions, draft.names, start, options, least, most, known_names(snap),
                order, known_groups(snap, least, most),
            ),
            *([board_choice(look, actions, snap.boards, board_name(look, draft))] if ui_of(draft.game).board else []),
            house_rules(look, actions, draft.game, options),
            game_master(look, actions, draft.game_master),
            *([from_the_table(look, actions)] if ui_of(draft.game).take_over is not None else []),
        ],
        dock=new_dock(look, actions, draft, trouble(look, draft)),
        overlay=overlays(look, snap, actions),
    )


def board_name(look: Look, draft: Draft) -> str:
    return called(draft.options.get("board"), look.lang)


@block
def which_game(look: Look, actions: Actions, chosen: str) -> ft.Control:
    """Return the tiles of the games that can be played, with the facts of the chosen one."""
    t, known = look.t, list(games())
    game = games()[chosen]
    few = len(known) < 3
    players = "–".join(str(n) for n in dict.fromkeys((min(game.PLAYERS), max(game.PLAYERS))))
    facts = fact_line(
        look,
        (
            Fact(None, t(f"app.game.{chosen}.native"), True),
            Fact(ft.Icons.GROUP_SHARP, players),
            Fact(ft.Icons.SCHEDULE_SHARP, t(f"app.game.{chosen}.minutes")),
            Fact(None, begun(t(f"app.game.{chosen}.about"))),
        ),
    )
    small = look.held_to(LARGEST)
    tiles = [
        act_tile(
            small,
            sign(key),
            t(f"new.tile.{key}"),
            act(actions.new_match.draft, game=key),
            key == chosen,
            height=92,
            expand=None if few else True,
        )
        for key in known
    ]
    if few:
        fixed = [ft.Container(tile, width=96) for tile in tiles]
        return row([*fixed, ft.Container(facts, expand=True)], spacing=12)
    many = BESIDE if look.scale > 1 else ceil(len(tiles) / ceil(len(tiles) / ROW))
    gaps = [ft.Container(expand=True) for _ in range(-len(tiles) % many)]
    all_ = [*tiles, *gaps]
    return column([*(row(all_[at : at + many], spacing=5) for at in range(0, len(all_), many)), facts], spacing=8)


def depth(look: Look, actions: Actions, chosen: str, game: str) -> ft.Control:
    """Return the choice of depth, with its cost in words, which a game may word itself."""
    t, own = look.t, f"new.cost.{game}.{chosen}"
    choices = tuple(Choice(each, t(f"app.depth.{each}")) for each in ("scores", "plays"))
    about = t(own if t.has(own) else f"app.new.depth.{chosen}.cost")
    return explained_choice(look, t("app.new.depth"), choices, chosen, act(_draft, actions, "depth"), about)


def game_master(look: Look, actions: Actions, chosen: str) -> ft.Control:
    """Return the choice of the game master: none, one who rules, or an observer."""
    t = look.t
    choices = tuple(Choice(each, t(f"app.new.gm.{each}")) for each in ("none", "referee", "observer"))
    about = t(f"app.new.gm.{chosen}.about")
    return explained_choice(look, t("app.new.gm"), choices, chosen, act(_draft, actions, "game_master"), about)


def _draft(actions: Actions, what: str, value: str) -> None:
    actions.new_match.draft(**{what: value})


@block
def from_the_table(look: Look, actions: Actions) -> ft.Control:
    """Return the row that starts a take-over of a match begun on paper or elsewhere."""
    t = look.t
    begin = act(actions.new_match.open_table, True)
    row_ = list_row(look, ft.Icons.HISTORY_SHARP, t("app.take_over.title"), t("app.take_over.about"), "", begin)
    return list_panel(look, [row_])


def new_dock(look: Look, actions: Actions, draft: Draft, wrong: SeatingProblem | None) -> ft.Control:
    """Return the dock: open the table, or what prevents that; the match's sheets can be printed."""
    t = look.t
    print_button = Side(t("boards.papers"), ft.Icons.PRINT_SHARP, act(actions.boards.print_draft))
    if wrong is not None:
        return dock(
            look,
            state="asked",
            line=t("app.new.not_yet"),
            ask=wrong.words,
            mark=ft.Icons.EDIT_SHARP,
            left=print_button,
            main=Main(t("app.new.open"), act(actions.new_match.open_table), not wrong.certain),
        )
    ask = t(f"app.new.ask.{draft.depth}", n=len(draft.names))
    if draft.position is not None:
        main = Main(t("app.take_over.title"), act(actions.new_match.open_table, True))
        ask = t("app.take_over.lobby_ask")
    else:
        main = Main(t("app.new.open"), act(actions.new_match.open_table))
    return dock(
        look,
        state="asked",
        line=t("app.new.choose"),
        ask=ask,
        mark=ft.Icons.MEETING_ROOM_SHARP,
        left=print_button,
        main=main,
    )
