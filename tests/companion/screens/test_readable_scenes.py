"""Figures, analysis, home and settings: every word can be read in both lights, and every plot has words and a table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import flet as ft
import pytest
from flet.components.component import Component, Renderer

from companion.i18n import translator
from companion.ui.theme import Look, make_look
from tests.companion.ui.test_theme import contrast
from tests.shares import SOAK
from tests.shots import scenes_analysis, scenes_plot, scenes_statistics, scenes_tour
from tests.shots.scenes import Scene, Still
from tests.shots.scenes_shell import SCENES as SHELL
from tests.shots.tree import given, names, offered, spoken, usable

NEW = ("home", "home-none", "settings")
SCENES: list[Scene] = [
    *scenes_statistics.SCENES, *scenes_analysis.SCENES, *scenes_plot.SCENES, *scenes_tour.SCENES,
    *(scene for scene in SHELL if scene.name in NEW),
]  # fmt: skip
LARGE, LARGE_BOLD = 24.0, 18.66
"""Sizes from which on a contrast of 3 is enough, in pixels (WCAG 2.2, 1.4.3)."""


def on_grounds(value: Any, ground: str, see_through: bool = False) -> Iterator[tuple[ft.BaseControl, str, bool]]:
    """Yield every control of a tree with the colour it lies on, and whether something above it lets that through."""
    if isinstance(value, Component):
        value.before_update()
        yield from on_grounds(value._b, ground, see_through)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from on_grounds(each, ground, see_through)
    elif isinstance(value, ft.BaseControl):
        own = getattr(value, "bgcolor", None)
        ground = own if isinstance(own, str) and own.startswith("#") and len(own) == 7 else ground
        opacity = getattr(value, "opacity", None)
        see_through = see_through or (isinstance(opacity, (int, float)) and opacity < 1)
        yield value, ground, see_through
        for _, inner in given(value):
            yield from on_grounds(inner, ground, see_through)


def laid_out(scene: Scene, look: Look) -> list[tuple[ft.BaseControl, str, bool]]:
    """Return all of a scene; the page lies under everything else, and a practised secret is drawn by the moon too."""
    there = list(on_grounds(Renderer().render(partial(scene.draw, look, Still())), "page"))
    whole = (c for c, _, _ in there if isinstance(c, ft.Container) and (c.left, c.top, c.right, c.bottom) == (0,) * 4)
    page = next((str(each.bgcolor) for each in whole if each.bgcolor), look.p.background)
    return [(control, page if ground == "page" else ground, through) for control, ground, through in there]


def inks(text: ft.Text) -> Iterator[tuple[str, float, bool]]:
    """Yield the colours of a text's parts, with their sizes and whether they are bold."""
    for part in (text, *(text.spans or ())):
        style = getattr(part, "style", None)
        colour = getattr(part, "color", None) or getattr(style, "color", None)
        size = getattr(part, "size", None) or getattr(style, "size", None) or 14
        weight = getattr(part, "weight", None) or getattr(style, "weight", None)
        if isinstance(colour, str) and colour.startswith("#"):
            yield colour, float(size), weight in (ft.FontWeight.BOLD, ft.FontWeight.W_700, ft.FontWeight.W_800)


def trees() -> Iterator[Any]:
    for scene in SCENES:
        for mode, lang in (("dark", "en"), ("light", "ja")):
            look = make_look(lang=lang, mode=mode, secret=scene.secret)  # type: ignore[arg-type]
            yield pytest.param(scene, look, id=f"{scene.name}-{mode}")


@pytest.mark.soak
@pytest.mark.parametrize(("scene", "look"), list(trees())[:: 1 if SOAK else 3])
def test_every_word_can_be_read_and_everything_has_a_name(scene: Scene, look: Look) -> None:
    there = laid_out(scene, look)
    texts = 0
    for control, ground, see_through in there:
        if isinstance(control, ft.Text) and (control.value or control.spans) and not see_through:
            for ink, size, bold in inks(control):
                texts += 1
                least = 3 if size >= LARGE or (bold and size >= LARGE_BOLD) else 4.5
                assert contrast(ink, ground) >= least, (control.value, ink, ground, size)
    assert texts
    controls = [control for control, _, _ in there]
    assert all(map(spoken, usable(controls))), [each for each in usable(controls) if not spoken(each)]


PLOTTED = [scene for scene in SCENES if scene.name.startswith(("person", "game", "plot", "keeping"))]


@pytest.mark.parametrize(("lang", "scene"), [(("en", "ja")[n % 2], scene) for n, scene in enumerate(PLOTTED)])
def test_every_plot_is_a_table_and_a_sentence_too(scene: Scene, lang: str) -> None:
    look, t = make_look(lang=lang), translator(lang)
    controls = [each for each, _, _ in on_grounds(Renderer().render(partial(scene.draw, look, Still())), "#000000")]
    tables = [name for name in offered(controls) if name.startswith(t("kit.plot_table"))]
    titles = [name.removeprefix(t("kit.plot_table")).lstrip(".。 ") for name in tables]
    pictures = [each for each in controls if isinstance(each, ft.Image) and each.aspect_ratio]
    assert len(pictures) == len(tables)
    for title in titles:
        told = [name for name in names(controls) if name.startswith(title) and len(name) > len(title) + 12]
        assert told, title
