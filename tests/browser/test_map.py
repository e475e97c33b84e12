"""The castle's map in a real browser: what the host sends is a picture there, and not an empty box."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import pytest
from PIL import Image

from companion.ui.look import make_look
from tests.shots.camera import browser, drawn
from tests.shots.scenes import SIZES
from tests.shots.scenes_map import SCENES
from tests.shots.stage import serving

pytestmark = pytest.mark.browser

PART = 0.01
"""Of the screen, at least, that each ground of the castle covers."""


def test_the_castle_its_wards_and_its_moats_can_be_seen_with_figures_on_them(tmp_path: Path) -> None:
    scene = next(each for each in SCENES if each.name == "map-public")

    async def looked() -> bytes:
        width, height = SIZES[scene.size]
        async with serving({scene.name: scene}, tmp_path) as address, browser() as found:
            page = await found.new_page(viewport={"width": width, "height": height})
            await drawn(page, f"{address}/s/{scene.name}/dark/en")
            return await page.screenshot()

    seen = Image.open(io.BytesIO(asyncio.run(looked()))).convert("RGB")
    pixels = seen.width * seen.height
    counted = {f"#{r:02X}{g:02X}{b:02X}": n for n, (r, g, b) in seen.getcolors(pixels) or ()}
    p = make_look().p
    for ground in (p.castle, p.ward, p.moat, p.street):
        assert counted.get(ground.upper(), 0) > PART * pixels, (ground, sorted(counted.values())[-6:])
    assert counted.get(p.text.upper(), 0) > PART / 4 * pixels  # the sentries' and patrols' discs and boxes
