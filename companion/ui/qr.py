"""QR codes, with the quiet margin that readers need."""

from __future__ import annotations

import io

from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M
from qrcode.main import QRCode

MARGIN = 4
"""Modules of white around a code, as the standard asks; a terminal makes do with 2."""


def code(text: str, margin: int = MARGIN, module: int = 8, *, dense: bool = False) -> QRCode:
    """Return a text's code, with `margin` light modules on every side; in a picture a module has `module` pixels.

    A `dense` one mends fewer faults, for long texts on a screen. Raises `ValueError` on a text that no code can hold.
    """
    level = ERROR_CORRECT_L if dense else ERROR_CORRECT_M
    made = QRCode(error_correction=level, border=margin, box_size=module)
    made.add_data(text)
    made.make(fit=True)
    return made


def png(text: str, module: int = 8, *, dense: bool = False) -> bytes:
    """Return the code as a PNG picture, `module` pixels a module, black on white."""
    out = io.BytesIO()
    code(text, module=module, dense=dense).make_image().save(out, optimize=True)
    return out.getvalue()
