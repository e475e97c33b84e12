"""The design tokens: type, space, shape, lines, colours; and the look of one phone's screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

import flet as ft

from companion.i18n import Translator, translator
from companion.ui import fonts as faces
from companion.ui import palette
from companion.ui.palette import LANTERN, MOON, WASHI, Palette

Mode = Literal["dark", "light"]
Shape = Literal["phone", "column", "tablet"]
"""phone: fills a narrow screen; column: 480 px, centred on a wider one; tablet: two columns from 900 px on."""


@dataclass(frozen=True, slots=True)
class Look:
    """Everything besides the data that a screen is drawn from. Use `make_look`, so that equal looks are one object."""

    lang: str = "en"
    mode: Mode = "dark"
    secret: bool = False
    scale: float = 1.0
    shape: Shape = "phone"
    low: bool = False
    """Whether large text leaves so little height that the dock must be as small as possible."""

    @property
    def p(self) -> Palette:
        """The palette: Moon when secret, else Lantern in the dark mode and Washi in the light one."""
        if self.secret:
            return MOON
        return LANTERN if self.mode == "dark" else WASHI

    @property
    def t(self) -> Translator:
        return translator(self.lang)

    @property
    def wide(self) -> bool:
        """Whether the screen is laid out in two columns."""
        return self.shape == "tablet"

    @property
    def margin(self) -> int:
        """The page margin in pixels."""
        return 24 if self.shape == "tablet" else 16

    def held_to(self, scale: float) -> Look:
        """Return this look with a text scale of at most `scale`."""
        return self if self.scale <= scale else _known(replace(self, scale=scale))

    def but(self, *, secret: bool) -> Look:
        return self if secret == self.secret else _known(replace(self, secret=secret))


@lru_cache(maxsize=256)
def _known(look: Look) -> Look:
    return look


@lru_cache(maxsize=256)
def make_look(
    lang: str = "en",
    mode: Mode = "dark",
    *,
    secret: bool = False,
    scale: float = 1.0,
    shape: Shape = "phone",
    low: bool = False,
) -> Look:
    """Return the look of a phone; equal looks are the same object. `scale` is limited to 1.0 to 2.0."""
    return _known(Look(lang, mode, secret, min(2.0, max(1.0, scale)), shape, low))


def is_low(shape: Shape, height: float, scale: float) -> bool:
    """Tell whether a screen `height` pixels high holds fewer than some 25 lines of the reader's text.

    With two columns there is always enough space.
    """
    return shape != "tablet" and scale >= 1.3 and height < 600 * scale


def shape_of(width: float) -> Shape:
    """Return the shape that fits a screen `width` pixels wide."""
    if width >= 900:
        return "tablet"
    return "column" if width > 500 else "phone"


R_TRACK, R_CARD, R_BUTTON, R_PANEL, R_SHEET = 3, 7, 10, 12, 18
HAIR, LINE, RING, EDGE = 1, 2, 3, 4
"""Line widths: hairlines, controls, rings around chosen things (at a distance of 6), the dock's edge."""
TOUCH, MAIN = 48, 56
SVG = '<svg xmlns="http://www.w3.org/2000/svg"'
"""How an image's source must begin to be taken for SVG: otherwise the client takes it for an address."""
BUTTON, ICON_MAIN = "button", 22
"""The type style of most buttons, and the size of their icons."""
BAR, STRIP, STRIP_GM = 56, 32, 48
COLUMN = 480
DIMMED = 0.35
FADED = 0.45
"""The opacity of an action that is not allowed now."""
NUMERAL_SCALE = 1.3
ICON = 24

REGULAR, MORE = faces.FAMILY, list(faces.LOADED.values())
"""Font families: the core font, which has two true weights, and those for rare characters."""


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """Size and line height in pixels at text scale 1.0. Numerals and map labels stop growing at 1.3."""

    size: float
    line: float
    bold: bool = False
    numeral: bool = False


TYPE = {
    "numeral_xl": TypeStyle(84, 78, True, True),
    "numeral_l": TypeStyle(50, 46, True, True),
    "numeral_m": TypeStyle(38, 40, True, True),
    "numeral_s": TypeStyle(28, 32, True, True),
    "display": TypeStyle(28, 32, True),
    "headline": TypeStyle(23, 28, True),
    "title": TypeStyle(18, 22, True),
    "ask": TypeStyle(17, 21, True),
    "ask_wide": TypeStyle(30, 36, True),
    "button": TypeStyle(17, 22, True),
    "button_equal": TypeStyle(16, 21, True),
    "body": TypeStyle(16, 24),
    "subject": TypeStyle(16, 22, True),
    "label": TypeStyle(14, 20, True),
    "over": TypeStyle(13, 18, True),
    "caption": TypeStyle(13, 18),
    "tile": TypeStyle(12, 15, True, True),
    "mark": TypeStyle(18, 20, True, True),
}
"""Type styles by name. `subject` is a list's title, `over` the line over the ask, `tile` the game tiles, and `mark` a
letter in a box of fixed size."""


@lru_cache(maxsize=4096)
def _style(name: str, color: str, bold: bool, scale: float, size: float, line: float, struck: bool) -> ft.TextStyle:
    kind = TYPE[name]
    grown = min(scale, NUMERAL_SCALE) if kind.numeral else scale
    points = size or kind.size
    return ft.TextStyle(
        size=round(points * grown, 2),
        height=round((line or (kind.line * points / kind.size)) / points, 3),
        font_family=REGULAR,
        weight=ft.FontWeight.BOLD if bold else ft.FontWeight.NORMAL,
        font_family_fallback=MORE,
        letter_spacing=0,  # Material's own styles add letter spacing, and are used for what is left open
        color=color,
        decoration=ft.TextDecoration.LINE_THROUGH if struck else None,
        decoration_color=color if struck else None,
    )


def text_style(
    look: Look,
    name: str,
    color: str | None = None,
    *,
    bold: bool | None = None,
    size: float = 0,
    line: float = 0,
    struck: bool = False,
) -> ft.TextStyle:
    """Return a type style in this look: the only place that decides on family, weight, fallback and text scale.

    `color` is the text colour by default. `size` and `line` replace the style's own, in pixels.
    """
    weight = TYPE[name].bold if bold is None else bold
    return _style(name, color or look.p.text, weight, look.scale, size, line, struck)


@lru_cache(maxsize=256)
def figure_style(size: float, color: str) -> ft.TextStyle:
    """Return the style of bold figures drawn on a canvas, which has neither text scale nor theme."""
    return ft.TextStyle(
        size=size, height=1.0, font_family=REGULAR, font_family_fallback=MORE, weight=ft.FontWeight.BOLD, color=color
    )


def numeral_scale(look: Look) -> float:
    """Return the scale of numerals and map labels: the reader's, but at most 1.3."""
    return min(look.scale, NUMERAL_SCALE)


ROOM = 358
"""The width in pixels between the margins of a phone 390 wide."""


def grown(look: Look, pixels: float) -> float:
    """Return a height for text, scaled by the reader's text scale."""
    return round(pixels * look.scale)


def grown_icon(look: Look, pixels: float) -> float:
    """Return the size of a button's icon, scaled by the text scale up to 1.5."""
    return round(pixels * min(look.scale, 1.5))


def grown_action(look: Look, pixels: float) -> float:
    """Return a button's height: it grows less than the text, since its one line has space to grow in."""
    return round(pixels + max(0.0, look.scale - 1) * 26)


def flet_theme(look: Look) -> ft.Theme:
    """Return the Material theme of a look.

    It styles what Flet draws by itself (fields, menus, scroll bars), and what all buttons have in common, which is then
    not sent with each.
    """
    p = look.p
    scheme = ft.ColorScheme(
        primary=p.accent,
        on_primary=p.on_accent,
        primary_container=p.accent_soft,
        on_primary_container=p.text,
        secondary=p.text,
        on_secondary=p.background,
        secondary_container=p.text,
        on_secondary_container=p.background,
        tertiary=p.indigo,
        on_tertiary=p.background,
        tertiary_container=palette.PAD,
        on_tertiary_container=palette.PAD_TEXT,
        error=p.accent,
        on_error=p.on_accent,
        error_container=p.accent_soft,
        on_error_container=p.accent_text,
        surface=p.background,
        on_surface=p.text,
        on_surface_variant=p.text_2,
        outline=p.line_strong,
        outline_variant=p.line,
        inverse_surface=p.text,
        on_inverse_surface=p.background,
        inverse_primary=p.accent_text,
        surface_tint=ft.Colors.TRANSPARENT,
        shadow=ft.Colors.TRANSPARENT,
        scrim="#000000",
        surface_bright=p.surface_2,
        surface_dim=p.background,
        surface_container_lowest=p.background,
        surface_container_low=p.surface,
        surface_container=p.surface,
        surface_container_high=p.surface_2,
        surface_container_highest=p.surface_3,
    )
    return ft.Theme(
        font_family=REGULAR,
        color_scheme=scheme,
        use_material3=True,
        scaffold_bgcolor=p.background,
        splash_color=ft.Colors.with_opacity(0.10, p.text),
        highlight_color=ft.Colors.with_opacity(0.06, p.text),
        hover_color=ft.Colors.with_opacity(0.04, p.text),
        outlined_button_theme=ft.OutlinedButtonTheme(
            ft.ButtonStyle(
                shape=ft.RoundedRectangleBorder(radius=R_BUTTON),
                padding=ft.Padding.symmetric(horizontal=14),
                side=ft.BorderSide(0, ft.Colors.TRANSPARENT),
                overlay_color=ft.Colors.with_opacity(0.10, p.text),
                elevation=0,
                text_style=text_style(look, BUTTON),
                icon_size=grown_icon(look, ICON_MAIN),
                animation_duration=80,
                visual_density=ft.VisualDensity.STANDARD,
            )
        ),
    )
