"""The table of contrasts, computed from the theme."""

from __future__ import annotations

import pytest

from companion.games.shinobazu import cards as suits
from companion.ui import palette, theme
from companion.ui.palette import LANTERN, MOON, PALETTES, WASHI, Palette
from companion.ui.theme import make_look

TEXT = {
    # pair: figures by Lantern, Washi, Moon
    ("text", "background"): (16.3, 15.0, 16.5), ("text", "surface"): (14.9, 16.9, 14.7),
    ("text", "surface_2"): (13.2, 13.3, 12.7), ("text", "surface_3"): (11.1, 11.5, 10.3),
    ("text_2", "background"): (10.6, 7.9, 11.5), ("text_2", "surface"): (9.6, 8.9, 10.2),
    ("text_2", "surface_2"): (8.5, 7.0, 8.9), ("text_2", "surface_3"): (7.2, 6.0, 7.2),
    ("text_3", "background"): (6.3, 5.4, 7.7), ("text_3", "surface"): (5.7, 6.1, 6.8),
    ("on_accent", "accent"): (4.9, 6.2, 4.9),
    ("accent_text", "background"): (8.4, 6.2, 9.1), ("accent_text", "surface"): (7.6, 7.0, 8.1),
    ("accent_text", "accent_soft"): (6.9, 5.7, 7.4),
    ("text_2", "accent_soft"): (8.7, 7.2, 9.3),
    ("text_2", "castle"): (6.2, 4.8, 5.7), ("text_2", "ward"): (8.3, 6.4, 8.1),
}  # fmt: skip
MARKS = {
    ("accent", "surface"): (3.3, 6.0, 3.2),
    ("line_strong", "background"): (5.5, 4.3, 6.4),
    ("line_strong", "surface"): (5.0, 4.8, 5.7),
    ("line_strong", "surface_2"): (4.4, 3.8, 5.0),
    ("border", "street"): (6.2, 5.5, 6.2),
    ("border", "ward"): (5.1, 4.7, 4.9),
    ("border", "castle"): (3.9, 3.5, 3.5),
    ("border", "moat"): (4.7, 4.4, 6.1),
    ("wall", "castle"): (8.2, 8.0, 7.3),
    ("ninja", "castle"): (6.7, 3.8, 5.6),
    ("traitor", "castle"): (7.1, 3.5, 5.9),
}
CONSTANT = [
    (palette.CARD_BACK_TEXT, palette.CARD_BACK, 12.7, 4.5),
    (palette.PAD_TEXT, palette.PAD, 14.7, 4.5),
    (palette.PAD_EDGE, palette.PAD, 5.7, 3.0),
    (palette.STRIPE_PALE, palette.STRIPE_DARK, 12.5, 3.0),
    (palette.GM_STRIPE, palette.GM_STRIPE_DARK, 7.6, 3.0),
    (suits.FIGURE, suits.SUITS["black"], 16.2, 4.5),
    (suits.FIGURE, suits.SUITS["red"], 5.9, 4.5),
    (suits.FIGURE, suits.SUITS["blue"], 5.7, 4.5),
]


def luminance(color: str) -> float:
    channels = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21, after WCAG 2.2."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def rows(table: dict[tuple[str, str], tuple[float, float, float]]) -> list[tuple[Palette, str, str, float]]:
    """One row a palette and pair."""
    return [
        (palette, a, b, figure)
        for (a, b), figures in table.items()
        for palette, figure in zip((LANTERN, WASHI, MOON), figures, strict=True)
    ]


def of(palette: Palette, a: str, b: str) -> float:
    """The contrast of two tokens."""
    return contrast(getattr(palette, a), getattr(palette, b))


@pytest.mark.parametrize(("palette", "a", "b", "figure"), rows(TEXT), ids=lambda v: getattr(v, "name", str(v)))
def test_text_can_be_read_and_has_the_contrast_of_the_table(palette: Palette, a: str, b: str, figure: float) -> None:
    assert of(palette, a, b) >= 4.5
    assert of(palette, a, b) == pytest.approx(figure, abs=0.06)


@pytest.mark.parametrize(("palette", "a", "b", "figure"), rows(MARKS), ids=lambda v: getattr(v, "name", str(v)))
def test_marks_stand_out_and_have_the_contrast_of_the_table(palette: Palette, a: str, b: str, figure: float) -> None:
    assert of(palette, a, b) >= 3
    assert of(palette, a, b) == pytest.approx(figure, abs=0.06)


@pytest.mark.parametrize("palette", [LANTERN, WASHI, MOON], ids=lambda each: each.name)
def test_seats_have_colours_of_their_own_that_stand_out_on_every_ground(palette: Palette) -> None:
    assert len(set(palette.seats)) == len(palette.seats) == 8
    for colour in palette.seats:
        assert min(contrast(colour, ground) for ground in (palette.background, palette.surface, palette.surface_2)) >= 3


@pytest.mark.parametrize(("ink", "ground", "figure", "least"), CONSTANT)
def test_what_is_the_same_in_every_light_has_the_contrast_of_the_table(
    ink: str, ground: str, figure: float, least: float
) -> None:
    assert contrast(ink, ground) >= least
    assert contrast(ink, ground) == pytest.approx(figure, abs=0.06)


@pytest.mark.parametrize("palette", PALETTES, ids=lambda p: p.name)
def test_hairlines_are_too_faint_to_carry_meaning(palette: Palette) -> None:
    assert 1.5 < contrast(palette.line, palette.background) < 2.5


@pytest.mark.parametrize("palette", PALETTES, ids=lambda p: p.name)
def test_what_is_inverted_can_be_read(palette: Palette) -> None:
    assert contrast(palette.background, palette.text) >= 4.5, "a chosen thing, the secret strip"
    assert contrast(palette.indigo, palette.background) >= 4.5


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


@pytest.mark.parametrize("palette", PALETTES, ids=lambda p: p.name)
def test_material_is_given_the_roles_of_the_table_and_no_tint(palette: Palette) -> None:
    made = theme.flet_theme(make_look(mode="light" if palette is WASHI else "dark", secret=palette is MOON))
    scheme = made.color_scheme
    assert scheme is not None
    assert made.font_family == theme.REGULAR
    assert scheme.surface_tint == "transparent"
    assert (scheme.surface, scheme.surface_container, scheme.outline) == (
        palette.background,
        palette.surface,
        palette.line_strong,
    )
    assert (scheme.surface_container_high, scheme.surface_container_highest) == (palette.surface_2, palette.surface_3)
    assert (scheme.outline_variant, scheme.on_surface, scheme.inverse_surface) == (
        palette.line,
        palette.text,
        palette.text,
    )
    assert (scheme.on_surface_variant, scheme.primary, scheme.error) == (palette.text_2, palette.accent, palette.accent)
    assert (scheme.on_primary, scheme.inverse_primary) == (palette.on_accent, palette.accent_text)
    assert (scheme.on_error_container, scheme.tertiary) == (palette.accent_text, palette.indigo)
    assert (scheme.primary_container, scheme.error_container) == (palette.accent_soft, palette.accent_soft)


def test_nothing_but_the_tiles_is_smaller_than_a_caption() -> None:
    small = {name for name, style in theme.TYPE.items() if style.size < theme.TYPE["caption"].size}
    assert small == {"tile"}
