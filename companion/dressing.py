"""How a page is dressed: fonts, theme, background and the title that the browser's guard watches."""

from __future__ import annotations

import flet as ft

from companion.look import Look
from companion.ui import theme


def dress(page: ft.Page, look: Look) -> None:
    """Give a page its fonts, theme and background."""
    page.fonts = theme.fonts()
    page.theme = theme.flet_theme(look.p)
    page.theme_mode = ft.ThemeMode.DARK if look.mode == "dark" else ft.ThemeMode.LIGHT
    page.dark_theme = page.theme
    page.bgcolor = look.p.bg


def entitle(page: ft.Page) -> None:
    """Send a changed title at once, and nothing else."""
    page.update()
