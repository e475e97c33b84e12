"""QR codes: for a screen, for a picture file and for a terminal. Always dark on light, always with a quiet margin."""

from __future__ import annotations

import io

import qrcode
from qrcode.constants import ERROR_CORRECT_M

MARGIN = 4
"""Modules of white around a code, as the standard asks; a terminal makes do with 2."""

Matrix = list[list[bool]]


def matrix(text: str, margin: int = MARGIN) -> Matrix:
    """The code's modules, `True` for dark, with `margin` light modules on every side."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=margin)
    code.add_data(text)
    code.make(fit=True)
    return code.get_matrix()


def svg(text: str) -> str:
    """The code as an SVG picture that scales, one unit a module, black on white."""
    modules = matrix(text)
    size = len(modules)
    runs = "".join(
        f"M{start} {row}h{length}v1h-{length}z" for row, line in enumerate(modules) for start, length in _runs(line)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/><path fill="#000" d="{runs}"/></svg>'
    )


def png(text: str, module: int = 8) -> bytes:
    """The code as a PNG picture, `module` pixels a module, black on white."""
    from PIL import Image

    modules = matrix(text)
    size = len(modules)
    picture = Image.new("1", (size, size))
    picture.putdata([0 if dark else 1 for line in modules for dark in line])
    out = io.BytesIO()
    picture.resize((size * module, size * module), Image.Resampling.NEAREST).save(out, "PNG", optimize=True)
    return out.getvalue()


def terminal(text: str, colour: bool = True, margin: int = 2) -> str:
    """The code in half blocks, two modules a character.

    With `colour` black on white whatever the terminal's own colours are; without, the light modules are drawn,
    which reads right on a dark terminal and, inverted, in most readers on a light one.
    """
    modules = matrix(text, margin)
    if len(modules) % 2:
        modules.append([False] * len(modules[0]))
    if colour:
        signs = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    else:
        signs = {(False, False): "█", (True, False): "▄", (False, True): "▀", (True, True): " "}
    lines = (
        "".join(signs[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(modules[::2], modules[1::2], strict=True)
    )
    return "\n".join(f"\x1b[30;107m{line}\x1b[0m" if colour else line for line in lines)


def _runs(line: list[bool]) -> list[tuple[int, int]]:
    """Where dark runs start and how long they are."""
    runs: list[tuple[int, int]] = []
    for position, dark in enumerate(line):
        if not dark:
            continue
        if runs and sum(runs[-1]) == position:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((position, 1))
    return runs
