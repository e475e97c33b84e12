"""The board library: bundled boards, those kept on this host, this phone's sketches; and the actions for each."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import BoardCard, Snapshot
from companion.screens.editor.panels import beside
from companion.ui import (
    Act,
    Main,
    Side,
    act,
    app_bar,
    block,
    button_side,
    column,
    dock,
    label_row,
    list_panel,
    list_row,
    screen,
)
from companion.ui.overlays import overlays
from companion.ui.phrases import back_action, paragraph
from companion.ui.theme import Look

IC = ft.Icons
MARKS = {"ours": IC.CASTLE_SHARP, "kept": IC.MAP_SHARP, "sketch": IC.DRAW_SHARP}
PAPER_SIZES = ("A2", "A3", "A4")


def boards(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    return board_shelf(look, snap, actions)


@ft.component
def board_shelf(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    chosen, choose = ft.use_state("")
    t = look.t
    return screen(
        look,
        bar=app_bar(look, t("boards.title"), t("boards.count", n=len(snap.boards)), back_action(look, actions)),
        content=[
            paragraph(look, t("boards.about")),
            *(shelf_row(look, actions, card, card.id == chosen, act(choose)) for card in snap.boards),
        ],
        dock=dock(
            look,
            state="idle",
            line=t("boards.own"),
            ask=t("boards.ask"),
            left=Side(t("boards.import"), IC.FILE_OPEN_SHARP, act(actions.boards.import_board)),
            main=Main(t("boards.new"), act(actions.editor.new_sketch, None)),
            mark=IC.DRAW_SHARP,
        ),
        overlay=overlays(look, snap, actions),
    )


def name_of(look: Look, card: BoardCard) -> str:
    both = (card.ja, card.en) if look.lang == "ja" else (card.en, card.ja)
    return both[0] or both[1] or look.t("boards.unnamed")


@block
def shelf_row(look: Look, actions: Actions, card: BoardCard, chosen: bool, pick: Act) -> ft.Control:
    """Return one board; tapped, it shows its actions."""
    t = look.t
    sub = t(f"boards.kind.{card.kind}", n=card.zones)
    title = name_of(look, card)
    head = list_row(look, MARKS[card.kind], title, sub, "", act(pick, "" if chosen else card.id), arrow=False)
    if not chosen:
        return list_panel(look, [head])
    buttons: list[ft.Control] = [
        label_row(look, t("boards.print")),
        beside(
            look,
            [
                button_side(
                    look,
                    t(f"boards.paper.{paper}"),
                    act(actions.boards.print_board, card.id, paper),
                    None,
                    48,
                    True,
                    True,
                )
                for paper in PAPER_SIZES
            ],
        ),
    ]
    more: list[ft.Control] = [
        button_side(
            look, t("boards.export"), act(actions.boards.export_board, card.id), IC.IOS_SHARE_SHARP, 48, True, True
        )
    ]
    if card.kind == "sketch":
        more.append(
            button_side(look, t("boards.edit"), act(actions.editor.edit_board, card.id), IC.EDIT_SHARP, 48, True, True)
        )
    else:
        more.append(
            button_side(look, t("boards.copy"), act(actions.boards.copy_board, card.id), IC.DRAW_SHARP, 48, True, True)
        )
    buttons.append(beside(look, more))
    if card.kind == "sketch":
        buttons.append(
            button_side(look, t("boards.drop"), act(actions.boards.drop_sketch, card.id), IC.DELETE_SHARP, 48)
        )
    return column([list_panel(look, [head]), *buttons], spacing=8)


@block
def board_choice(look: Look, actions: Actions, cards: tuple[BoardCard, ...], chosen: str) -> ft.Control:
    """Return the boards to choose from for a new match, with the `chosen` one marked; only its name is known."""
    t = look.t
    rows = [
        list_row(
            look,
            IC.CHECK_SHARP if name_of(look, card) == chosen else MARKS[card.kind],
            name_of(look, card),
            t(f"boards.kind.{card.kind}", n=card.zones),
            "",
            act(actions.boards.choose_board, card.id),
            arrow=False,
        )
        for card in cards
        if card.kind != "sketch"
    ]
    return column([label_row(look, t("boards.which")), list_panel(look, rows)], spacing=6)
