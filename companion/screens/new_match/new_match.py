"""A new match: which game, how much is declared, who sits where, and the table's own rules."""

from __future__ import annotations

from math import ceil

import flet as ft

from companion.boards.library import called
from companion.contract.actions import Actions
from companion.contract.offered import ui_of
from companion.contract.snapshot import Draft, Snapshot
from companion.screens.boards import board_choice
from companion.screens.lost import unavailable_games
from companion.screens.new_match.drafting import Trouble, known_groups, known_names, trouble
from companion.screens.new_match.house_rules import house_rules
from companion.screens.new_match.seating import seating
from companion.tables.opening.match_draft import new_draft, order_of
from companion.ui import (
    Choice,
    Fact,
    Main,
    Side,
    act,
    act_tile,
    app_bar,
    block,
    column,
    dock,
    fact_line,
    list_panel,
    list_row,
    row,
    screen,
)
from companion.ui.look import Look
from companion.ui.phrases import back_action, explained_choice, games, paragraph, sign
from companion.ui.sheets.overlays import overlays
from companion.ui.words.sentences import begun
from referee.core.game import depths

LARGEST = 1.3
"""The text scale up to which the games' tiles grow."""
ROW = 5
"""How many games' tiles stand in one row; more of them are spread over rows of about the same length."""
BESIDE = 3
"""How many of them stand beside each other in larger text."""


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
    """Return the bar of how much is declared, with its cost in words: a game's own where its plays are no cards."""
    t, own = look.t, f"new.cost.{game}.{chosen}"
    choices = tuple(Choice(each, t(f"app.depth.{each}")) for each in ("scores", "plays"))
    about = t(own if t.has(own) else f"app.new.depth.{chosen}.cost")
    return explained_choice(look, t("app.new.depth"), choices, chosen, act(_draft, actions, "depth"), about)


def game_master(look: Look, actions: Actions, chosen: str) -> ft.Control:
    """Return the bar of whether somebody watches over the table, and as what."""
    t = look.t
    choices = tuple(Choice(each, t(f"app.new.gm.{each}")) for each in ("none", "referee", "observer"))
    about = t(f"app.new.gm.{chosen}.about")
    return explained_choice(look, t("app.new.gm"), choices, chosen, act(_draft, actions, "game_master"), about)


def _draft(actions: Actions, what: str, value: str) -> None:
    actions.new_match.draft(**{what: value})


@block
def from_the_table(look: Look, actions: Actions) -> ft.Control:
    """Return the way to go on with a match that was begun on paper or elsewhere."""
    t = look.t
    begin = act(actions.new_match.open_table, True)
    row_ = list_row(look, ft.Icons.HISTORY_SHARP, t("app.take_over.title"), t("app.take_over.about"), "", begin)
    return list_panel(look, [row_])


def new_dock(look: Look, actions: Actions, draft: Draft, wrong: Trouble | None) -> ft.Control:
    """Return the one thing that is asked: open the table, or what keeps it closed; its papers can be printed."""
    t = look.t
    papers = Side(t("boards.papers"), ft.Icons.PRINT_SHARP, act(actions.boards.print_draft))
    if wrong is not None:
        return dock(
            look,
            state="asked",
            line=t("app.new.not_yet"),
            ask=wrong.words,
            mark=ft.Icons.EDIT_SHARP,
            left=papers,
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
        left=papers,
        main=main,
    )
