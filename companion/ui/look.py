"""How one phone's screen looks: language, light, secrecy, text size and shape."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from companion.i18n import Translator, translator
from companion.ui.palette import LANTERN, MOON, WASHI, Palette

Mode = Literal["dark", "light"]
Shape = Literal["phone", "column", "tablet"]
"""phone: fills a narrow screen; column: 480 px centred on a wider one; tablet: two columns from 900 px."""


@dataclass(frozen=True, slots=True)
class Look:
    """Everything besides the data that a screen is drawn from. Make it with `make_look`, so that equal looks are one.

    `scale` is the reader's text scale, 1.0 to 2.0. `secret` draws the whole screen in the Moon palette.
    """

    lang: str = "en"
    mode: Mode = "dark"
    secret: bool = False
    scale: float = 1.0
    shape: Shape = "phone"
    low: bool = False
    """Whether large text leaves so little height that the dock takes as little as it can."""

    @property
    def p(self) -> Palette:
        """The palette: Moon when secret, else Lantern by night and Washi by day."""
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
    """Return the look of a phone; equal looks are the same object. `scale` is held between 1.0 and 2.0."""
    return _known(Look(lang, mode, secret, min(2.0, max(1.0, scale)), shape, low))


def is_low(shape: Shape, height: float, scale: float) -> bool:
    """Tell whether a screen `height` pixels high holds fewer than some 25 lines of the reader's text.

    In two columns there is room enough.
    """
    return shape != "tablet" and scale >= 1.3 and height < 600 * scale


def shape_of(width: float) -> Shape:
    """Return the shape that fits a screen `width` pixels wide."""
    if width >= 900:
        return "tablet"
    return "column" if width > 500 else "phone"
