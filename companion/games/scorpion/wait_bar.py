"""The bar of a listen that waits for its answer, the same on every phone."""

from __future__ import annotations

import time

import flet as ft

from companion.ui import block, theme
from companion.ui.look import Look


@block
def wait_bar(look: Look, until: float, seconds: int) -> ft.Control:
    """Draw a bar that is full at `until`, in seconds since 1970, and was empty `seconds` before.

    The phone fills it by itself from when it first shows it: nothing more is sent until the wait is over.
    """
    running, run = ft.use_state(0.0)
    left = min(max(until - time.time(), 0.0), float(seconds))
    share = 1 - left / seconds if seconds else 1.0
    still, runs = not left, running == until

    def seen(_: object) -> None:
        if not still:
            run(until)

    full = ft.Container(
        height=12, bgcolor=look.p.text, border_radius=theme.R_TRACK,
        offset=ft.Offset(0 if runs else round(share - 1, 3), 0),  # in its own widths: it comes in from the left
        animate_offset=None if still else ft.Animation(round(1000 * left), ft.AnimationCurve.LINEAR),
    )  # fmt: skip
    return ft.Container(
        full, key=str(until), height=12, bgcolor=look.p.surface_3, border_radius=theme.R_TRACK, on_size_change=seen,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )  # fmt: skip
