"""What must be chosen is in sight on a phone of 390 by 844 pixels, beside the explanation for a first game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.shots.camera import browser, drawn
from tests.shots.scenes import SIZES, Scene, collect
from tests.shots.stage import serving

pytestmark = pytest.mark.browser

BUILD = Path(__file__).resolve().parents[2] / "build" / "web"
NAMES = (
    "shinobazu-turn", "shinobazu-turn-first", "shinobazu-turn-push", "shinobi-school-turn", "06-scroll-trick-turn",
)  # fmt: skip
"""The scenes of asks that have been held to it."""
BOXES = """() => {
  const boxes = [...document.querySelectorAll('flt-semantics[role=button]')].map(node => {
    const { top, bottom, height } = node.getBoundingClientRect();
    return [node.getAttribute('aria-label') || node.textContent, top, bottom, height];
  });
  return boxes.filter(([, , , height]) => height > 0);
}"""
"""What can be tapped: its name, and where it begins and ends."""


async def hidden(scene: Scene) -> list[str]:
    """Return what can be tapped of a scene and lies, as a whole or in part, below the dock's upper edge."""
    width, height = SIZES["phone"]
    async with serving({scene.name: scene}, BUILD) as address, browser() as found:
        page = await found.new_page(viewport={"width": width, "height": height})
        await drawn(page, f"{address}/s/{scene.name}/dark/en")
        boxes = await page.evaluate(BOXES)
    # The dock's own buttons end at the same height, the lowest of all.
    lowest = max(bottom for _, _, bottom, _ in boxes)
    answers = [box for box in boxes if abs(box[2] - lowest) < 2]
    dock = min(top for _, top, _, _ in answers) - 56 - 12
    return [name for name, _, bottom, _ in boxes if bottom < lowest - 2 and bottom > dock]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_asked_needs_no_scrolling(name: str) -> None:
    assert asyncio.run(hidden(collect().scenes[name])) == []
