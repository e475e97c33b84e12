"""QR codes with the margin that readers need, and the card that shows one."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import flet as ft
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M
from qrcode.main import QRCode

from companion.ui import palette, theme
from companion.ui.base import block, edge, inset, named, text

if TYPE_CHECKING:
    from companion.ui.theme import Look

MARGIN = 4
"""The margin of a code in modules, as the standard requires; 2 are enough in a terminal."""


def code(text: str, margin: int = MARGIN, module: int = 8, *, dense: bool = False) -> QRCode:
    """Return a text's code, with a margin of `margin` light modules; in a picture a module has `module` pixels.

    A `dense` one corrects fewer errors, for long texts on a screen. Raises `ValueError` for a text that is too long.
    """
    level = ERROR_CORRECT_L if dense else ERROR_CORRECT_M
    made = QRCode(error_correction=level, border=margin, box_size=module)
    made.add_data(text)
    made.make(fit=True)
    return made


def png(text: str, module: int = 8, *, dense: bool = False) -> bytes:
    """Return the code as a PNG picture, black on white, with `module` pixels per module."""
    out = io.BytesIO()
    code(text, module=module, dense=dense).make_image().save(out, optimize=True)
    return out.getvalue()


@block
def qr_card(look: Look, png_data_url: str, address_line: str, caption: str, size: float = 204) -> ft.Control:
    """Return the QR code, always black on white with its margin, and the address to type below it."""
    paper = palette.LOBBY_PAPER if look.mode == "dark" or look.secret else look.p.surface
    code = ft.Container(
        ft.Image(
            src=png_data_url, width=size, height=size, fit=ft.BoxFit.CONTAIN, filter_quality=ft.FilterQuality.NONE,
            gapless_playback=True,
        ),
        bgcolor=palette.QR_PAPER, border_radius=theme.R_CARD, clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        width=size, height=size,
    )  # fmt: skip
    return ft.Container(
        ft.Column(
            [
                named(look.t("kit.qr", address=address_line), code),
                ft.Column(
                    [
                        text(look, "caption", caption, palette.CARD_INK_2, align=ft.TextAlign.CENTER),
                        text(look, "headline", address_line, palette.CARD_INK, align=ft.TextAlign.CENTER, size=21),
                    ],
                    spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                ),
            ],
            spacing=6, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        bgcolor=paper, border_radius=theme.R_PANEL, padding=inset(12, 12, 12, 8),
        alignment=ft.Alignment.CENTER,
        border=edge(1, paper),
    )  # fmt: skip
