"""The three palettes (Lantern in dark mode, Washi in light mode, Moon for secrets), and colours common to all."""

from __future__ import annotations

from dataclasses import dataclass

# The same in every palette.
CARD_BACK = "#1C2558"
CARD_BACK_LINE = "#2C3A86"
CARD_BACK_EDGE = "#8493DE"
CARD_BACK_TEXT = "#EEF0FF"
PAD = "#131A45"
PAD_EDGE = "#8493DE"
PAD_TEXT = "#EEF0FF"
STRIPE_PALE = "#C9D1FA"
STRIPE_DARK = "#0A0F2E"
GM_STRIPE = "#FF8E70"
GM_STRIPE_DARK = "#1F1B15"
CARD_PAPER = "#F3EAD8"
CARD_INK = "#1A1611"
CARD_INK_2 = "#50463A"
LOBBY_PAPER = "#F3EAD8"
QR_PAPER = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class Palette:
    """One palette. Colours are `#RRGGBB`; `glow` is a colour and its opacity."""

    name: str
    background: str
    surface: str
    surface_2: str
    surface_3: str
    line: str
    line_strong: str
    text: str
    text_2: str
    text_3: str
    accent: str
    on_accent: str
    accent_text: str
    accent_soft: str
    indigo: str
    glow: tuple[str, float]
    street: str
    ward: str
    castle: str
    moat: str
    border: str
    wall: str
    ninja: str
    traitor: str
    seats: tuple[str, ...]
    """The colours of the first seat, the second and so on: distinguishable also with colour vision deficiencies."""


_BRIGHT = ("#F0B94A", "#6FC3F2", "#5CCBA2", "#F590B8", "#C8A6FF", "#F08A5D", "#DAD65A", "#B9B2A6")
_DEEP = ("#9A6400", "#0B68A5", "#0A7550", "#AE2F66", "#6A40BC", "#B0441A", "#636300", "#625B50")

LANTERN = Palette(
    name="lantern",
    background="#14110D",
    surface="#1F1B15",
    surface_2="#2A251D",
    surface_3="#383127",
    line="#4D4537",
    line_strong="#96896F",
    text="#F6EEDF",
    text_2="#CDC1AA",
    text_3="#A0947D",
    accent="#C8391F",
    on_accent="#FFF9F2",
    accent_text="#FF8E70",
    accent_soft="#3A1C14",
    indigo="#A9B8FF",
    glow=("#FFC46E", 0.13),
    street="#1B1712",
    ward="#2E271D",
    castle="#463A27",
    moat="#22303B",
    border="#A59779",
    wall="#E8DCC3",
    ninja="#7FD3FF",
    traitor="#FFC46B",
    seats=_BRIGHT,
)
WASHI = Palette(
    name="washi",
    background="#F4EDDF",
    surface="#FFFBF3",
    surface_2="#EAE0CC",
    surface_3="#DDD0B7",
    line="#CBBD9F",
    line_strong="#7A6E57",
    text="#1E1912",
    text_2="#50463A",
    text_3="#695F4F",
    accent="#B5301A",
    on_accent="#FFFFFF",
    accent_text="#A32A14",
    accent_soft="#F8DFD4",
    indigo="#2E3E86",
    glow=("#FFE2A0", 0.55),
    street="#EFE6D4",
    ward="#E2D6BC",
    castle="#CDB98F",
    moat="#C3D3DB",
    border="#665A41",
    wall="#2A241B",
    ninja="#0B5A8A",
    traitor="#8A4B00",
    seats=_DEEP,
)
MOON = Palette(
    name="moon",
    background="#0A0F2E",
    surface="#131A45",
    surface_2="#1C2558",
    surface_3="#28336F",
    line="#3F4C93",
    line_strong="#8493DE",
    text="#EEF0FF",
    text_2="#C0C9F5",
    text_3="#98A3DC",
    accent="#C8391F",
    on_accent="#FFF9F2",
    accent_text="#FF9A80",
    accent_soft="#3A1C2E",
    indigo="#B9C5FF",
    glow=("#96AAFF", 0.10),
    street="#141B45",
    ward="#212B63",
    castle="#354185",
    moat="#0E1C4E",
    border="#8C9AE2",
    wall="#DDE3FF",
    ninja="#7FD3FF",
    traitor="#FFC46B",
    seats=_BRIGHT,
)
PALETTES = (LANTERN, WASHI, MOON)
