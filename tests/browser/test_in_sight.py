"""What must be chosen is in sight on a phone of 390 by 844 pixels, beside the explanation for a first game.

On the smallest screen, with large text, the dock leaves it two thirds.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.i18n import translator
from companion.ui.palette import LANTERN
from tests.shares import count
from tests.shots.camera import browser, drawn
from tests.shots.scenes import SIZES, Scene, collect
from tests.shots.stage import serving

pytestmark = pytest.mark.browser

BUILD = Path(__file__).resolve().parents[2] / "build" / "web"
NAMES = (
    "giryaku-new", "giryaku-new-ready", "giryaku-draw", "giryaku-redraw", "giryaku-lay", "giryaku-turn-up",
    "giryaku-turn", "giryaku-turn-blank", "giryaku-turn-first", "giryaku-turn-hint", "giryaku-turn-long",
    "giryaku-consume", "giryaku-withdraw", "giryaku-raid", "giryaku-rearrange", "giryaku-rearrange-trust",
    "giryaku-flip-question", "giryaku-flipped", "giryaku-claim", "06-scroll-trick-turn", "06-scroll-trick-lead",
    "06-scroll-trick-closed", "06-scroll-trick-deal", "06-scroll-trick-trump", "06-scroll-trick-open",
    "06-scroll-trick-place", "06-scroll-trick-turning", "06-scroll-trick-take", "06-scroll-trick-between",
    "06-scroll-trick-setup", "shinobazu-turn", "shinobazu-turn-first", "shinobazu-turn-push", "shinobazu-lead",
    "shinobazu-enter", "shinobazu-declare", "shinobazu-naming", "shinobazu-showdown", "shinobazu-duel-challenge",
    "shinobazu-duel-answer", "shinobazu-turn-5", "shinobazu-turn-3", "shinobi-school-turn",
    "shinobi-school-turn-first", "shinobi-school-turn-heaven", "shinobi-school-turn-collect", "shinobi-school-turn-5",
    "shinobi-school-split", "shinobi-school-enter", "shinobi-school-reveal", "shinobi-school-field",
    "shinobi-school-start", "any-game-roll", "any-game-bid", "any-game-show", "06-scroll-trick-turn-held",
    "06-scroll-trick-take-5", "06-scroll-trick-between-5", "06-scroll-trick-refill", "shinobazu-turn-held",
    "shinobazu-turn-kept", "shinobazu-turn-long", "shinobazu-showdown-5", "shinobi-school-turn-held",
    "shinobi-school-turn-why", "shinobi-school-turn-3", "shinobi-school-turn-long", "shinobi-school-turn-heaven-held",
    "06-scroll-trick-turn-why", "06-scroll-trick-waiting", "06-scroll-trick-asleep", "06-scroll-trick-lead-5",
    "06-scroll-trick-lead-long", "giryaku-raid-take", "giryaku-lost", "giryaku-flip-over", "giryaku-pick",
)  # fmt: skip
"""The scenes of asks that are held to it."""
BELOW = 17
"""Pixels of the dock below its buttons."""
ABOVE = 56 + 12 + 14
"""Pixels of the dock above its buttons: its edge, its question, and the spaces around that."""
MORE = 800
"""Pixels by which the page is higher while it is measured: a browser tells only of a box what the page shows of it."""
BOXES = """() => {
  const boxes = [...document.querySelectorAll('flt-semantics[role=button]')].map(node => {
    const { top, bottom, height } = node.getBoundingClientRect();
    return [node.getAttribute('aria-label') || node.textContent, top, bottom, height];
  });
  return boxes.filter(([, , , height]) => height > 0);
}"""
"""What can be tapped: its name, and where it begins and ends."""


UNASKED = (
    translator("en")("table_screen.notes.wrong"), translator("en")("giryaku.option.nin_shi_range.custom"), "Clause ",
)  # fmt: skip
"""What stands at the end of a page and nobody is asked: how the names of such things begin."""


async def hidden(scenes: list[Scene]) -> dict[str, list[str]]:
    """Return what can be tapped of each scene and lies, as a whole or in part, below the dock's upper edge."""
    width, height = SIZES["phone"]
    found = {}
    async with serving({each.name: each for each in scenes}, BUILD) as address, browser() as opened:
        page = await opened.new_page(viewport={"width": width, "height": height + MORE})
        for scene in scenes:
            await drawn(page, f"{address}/s/{scene.name}/dark/en")
            boxes = await page.evaluate(BOXES)
            # The dock's own buttons end at the same height.
            floor = height + MORE - BELOW
            dock = min(top for _, top, bottom, _ in boxes if abs(bottom - floor) < 2) - ABOVE - MORE
            below = [n for n, _, bottom, _ in boxes if bottom > dock + 1 and abs(bottom - floor) >= 2]
            found[scene.name] = [name for name in below if not name.startswith(UNASKED)]
    return {name: names for name, names in found.items() if names}


@pytest.mark.soak
def test_what_is_asked_needs_no_scrolling() -> None:
    scenes = collect().scenes
    assert asyncio.run(hidden([scenes[name] for name in NAMES[:: max(1, len(NAMES) // count("ASKS_IN_SIGHT"))]])) == {}


async def docks(scenes: list[Scene]) -> dict[str, int]:
    """Return how high the dock of each scene is on the smallest screen at 150 %, in pixels, of those that ask."""
    width, height = SIZES["small"]
    small = {each.name: replace(each, size="small", scale=1.5, secret=False) for each in scenes}
    found = {}
    async with serving(small, BUILD) as address, browser() as opened:
        page = await opened.new_page(viewport={"width": width, "height": height})
        for name in small:
            await drawn(page, f"{address}/s/{name}/dark/en")
            picture = Image.open(BytesIO(await page.screenshot())).convert("RGB").crop((0, 0, 8, height))
            # The dock's upper edge goes through the page's margin.
            edge = tuple(int(LANTERN.accent[at : at + 2], 16) for at in (1, 3, 5))
            rows = [y for y in range(height) if picture.getpixel((2, y)) == picture.getpixel((6, y)) == edge]
            if rows:  # else nobody is asked there by the dock
                found[name] = height - rows[-1] - 1
    return found


@pytest.mark.soak
def test_a_dock_takes_a_third_of_the_smallest_screen_at_most() -> None:
    scenes = collect().scenes
    names = NAMES[:: max(1, len(NAMES) // count("ASKS_IN_SIGHT"))]
    third = SIZES["small"][1] / 3
    high = asyncio.run(docks([scenes[name] for name in names]))
    assert len(high) > len(names) / 2
    assert {name: pixels for name, pixels in high.items() if pixels > third} == {}
