"""The UI kit: the look, the fixed parts of a screen, and the components every screen is made of."""

from companion.ui.base import (
    Act,
    Handler,
    act,
    block,
    column,
    edge,
    gap,
    icon,
    named,
    on,
    pair,
    pressable,
    row,
    spans,
    text,
)
from companion.ui.buttons import button_link, button_main, button_side, icon_button, main_face, side_face
from companion.ui.choices import Choice, act_tile, card_chip, chip, choice_bar, options_fold, toggle
from companion.ui.dock import Main, Side, dock
from companion.ui.frame import app_bar, screen
from companion.ui.marks import (
    card_back,
    dashed_box,
    dot,
    lantern,
    polygon,
    seal,
)
from companion.ui.panels import (
    Fact,
    fact_line,
    label_row,
    list_panel,
    list_row,
    panel,
    stat_bar,
    stat_tile,
    text_field,
)
from companion.ui.qr import qr_card
from companion.ui.seats import SeatRow, presence_sign, seat_chip, seat_face, seat_letter, seat_line, seat_list
from companion.ui.secrecy import doors_high, fusuma, hold_pad, secret_frame, strip
from companion.ui.sheets import (
    clause_chip,
    clause_face,
    clause_sheet,
    message_sheet,
    refusal_sheet,
    ruling_row,
    sheet,
    short_clause,
)
from companion.ui.words import aloud

__all__ = [
    "Act", "Choice", "Fact", "Handler", "Main", "SeatRow", "Side",
    "act", "act_tile", "aloud", "app_bar", "block", "button_link", "button_main", "button_side", "card_back",
    "card_chip", "chip",
    "choice_bar", "clause_chip", "clause_face", "clause_sheet", "column", "dashed_box", "dock", "doors_high", "dot",
    "edge", "fact_line", "fusuma", "gap", "hold_pad", "icon", "icon_button", "label_row", "lantern",
    "list_panel", "list_row", "main_face", "message_sheet", "named", "on",
    "options_fold", "pair", "panel", "polygon", "presence_sign", "pressable", "qr_card", "refusal_sheet",
    "row", "ruling_row", "screen", "seal", "seat_chip", "seat_face", "seat_letter",
    "seat_line", "seat_list", "secret_frame", "sheet", "short_clause", "side_face", "spans", "stat_bar",
    "stat_tile", "strip", "text", "text_field", "toggle",
]  # fmt: skip
