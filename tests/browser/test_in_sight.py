"""What must be chosen is in sight on a phone of 390 by 844 pixels, beside the explanation for a first game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from companion.i18n import translator
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
    "shinobi-school-turn-why", "shinobi-school-turn-3",
)  # fmt: skip
"""The scenes of asks that are held to it."""
BELOW = 17
"""Pixels of the dock below its buttons."""
ABOVE = 56 + 12 + 14
"""Pixels of the dock above its buttons: its edge, its question, and the spaces around that."""
BOXES = """() => {
  const boxes = [...document.querySelectorAll('flt-semantics[role=button]')].map(node => {
    const { top, bottom, height } = node.getBoundingClientRect();
    return [node.getAttribute('aria-label') || node.textContent, top, bottom, height];
  });
  return boxes.filter(([, , , height]) => height > 0);
}"""
"""What can be tapped: its name, and where it begins and ends."""


UNASKED = translator("en")("table_screen.notes.wrong")
"""What stands at the end of a page and nobody is asked."""


async def hidden(scenes: list[Scene]) -> dict[str, list[str]]:
    """Return what can be tapped of each scene and lies, as a whole or in part, below the dock's upper edge."""
    width, height = SIZES["phone"]
    found = {}
    async with serving({each.name: each for each in scenes}, BUILD) as address, browser() as opened:
        page = await opened.new_page(viewport={"width": width, "height": height})
        for scene in scenes:
            await drawn(page, f"{address}/s/{scene.name}/dark/en")
            boxes = await page.evaluate(BOXES)
            # The dock's own buttons end at the same height.
            floor = height - BELOW
            dock = min(top for _, top, bottom, _ in boxes if abs(bottom - floor) < 2) - ABOVE
            below = [n for n, _, bottom, _ in boxes if bottom > dock + 1 and abs(bottom - floor) >= 2]
            found[scene.name] = [name for name in below if name != UNASKED]
    return {name: names for name, names in found.items() if names}


@pytest.mark.soak
def test_what_is_asked_needs_no_scrolling() -> None:
    scenes = collect().scenes
    assert asyncio.run(hidden([scenes[name] for name in NAMES[:: max(1, len(NAMES) // count("ASKS_IN_SIGHT"))]])) == {}
