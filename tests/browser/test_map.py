"""The castle's map in a real browser: what the host sends is a picture there, and not an empty box."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.async_api import CDPSession, Page

from companion.ui.theme import make_look
from tests.shots.camera import browser, drawn
from tests.shots.scenes import SIZES, Scene, collect
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


# Fingers, with the screen reader's tree off: it would take their touches


Spot = tuple[float, float]


class Finger:
    """Fingers on a page, as a phone's browser tells of them."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page, self.session = page, session

    async def _touch(self, kind: str, at: list[Spot]) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(at)]
        await self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    async def move(self, *ways: tuple[Spot, Spot], steps: int = 12) -> None:
        """Put a finger down for each way, slide all along it, and lift them."""
        await self._touch("touchStart", [start for start, _ in ways])
        for n in range(1, steps + 1):
            part = n / steps
            at = [(ax + (bx - ax) * part, ay + (by - ay) * part) for (ax, ay), (bx, by) in ways]
            await self._touch("touchMove", at)
        for n in range(6):  # a finger that rests before it is lifted throws nothing
            await self._touch("touchMove", [(x + n % 2, y) for x, y in at])
            await asyncio.sleep(0.04)
        await self._touch("touchEnd", [])

    async def picture(self) -> Image.Image:
        """Return what is seen once nothing moves any more."""
        before = b""
        for _ in range(60):
            now = await self.page.screenshot()
            if now == before:
                break
            before = now
            await self.page.evaluate("() => new Promise(done => requestAnimationFrame(done))")
        return Image.open(io.BytesIO(before)).convert("RGB")


TOP, BOTTOM = 130, 460
"""Between what lies along the top of the map and what lies at its foot."""
PATCH = (150, 250, 240, 340)
"""A piece in the middle of the map, which stays in sight however a finger moves it."""
LEAST, FAR = 40, 110
"""Pixels that the map moves at least, and that the finger does: its first ones tell that it slides and does not tap."""


def moved(before: Image.Image, after: Image.Image, across: int, down: int) -> int:
    """Return how far a piece of the map has moved that way, at most as far as the finger."""
    piece = before.crop(PATCH)

    def differs(far: int) -> float:
        left, top, right, bottom = PATCH
        x, y = across * far, down * far
        other = after.crop((left + x, top + y, right + x, bottom + y))
        return ImageStat.Stat(ImageChops.difference(piece, other)).sum[0]

    return min(range(FAR + 1), key=differs)


async def touched(scene: Scene, folder: Path, act: Callable[[Finger], Awaitable[None]]) -> None:
    """Open a scene on a phone with a touch screen and let fingers act on it."""
    width, height = SIZES[scene.size]
    async with serving({scene.name: scene}, folder) as address, browser() as found:
        context = await found.new_context(
            viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, device_scale_factor=1
        )
        page = await context.new_page()
        asked = asyncio.Event()
        page.on("websocket", lambda socket: socket.on("framereceived", lambda _: asked.set()))
        await page.goto(f"{address}/s/{scene.name}/dark/en")
        await asyncio.wait_for(asked.wait(), 60)
        await page.locator("flt-semantics-placeholder").wait_for(state="attached", timeout=60_000)
        await page.evaluate("document.getElementById('opening')?.remove()")
        finger = Finger(page, await context.new_cdp_session(page))
        while len((await finger.picture()).getcolors(1 << 20) or ()) < 40:  # nothing is drawn yet
            pass
        await act(finger)


@pytest.mark.parametrize("name", ["scorpion-patrol", "scorpion-intruders-open"])
def test_one_finger_moves_the_map_every_way_and_two_bring_all_of_the_board_into_view(tmp_path: Path, name: str) -> None:
    scene = collect().scenes[name]
    ground = make_look(secret=scene.secret).p.moat

    async def act(finger: Finger) -> None:
        before = await finger.picture()
        # A page that scrolled would not move sideways, and one that scrolls up no map downwards.
        for across, down in ((0, -1), (0, 1), (1, 0), (-1, 0), (0, 1)):
            await finger.move(((195, 300), (195 + FAR * across, 300 + FAR * down)))
            after = await finger.picture()
            assert moved(before, after, across, down) > LEAST, (across, down)
            before = after
        await finger.move(((195, 200), (195, 290)), ((195, 420), (195, 330)))
        await finger.move(((195, 200), (195, 290)), ((195, 420), (195, 330)))
        small = await finger.picture()
        # From one side of the outer moat to the other it is narrower than the screen now.
        seen = small.load()
        assert seen is not None
        wanted = tuple(int(ground[at : at + 2], 16) for at in (1, 3, 5))
        columns = {x for x in range(small.width) for y in range(TOP, BOTTOM) if seen[x, y] == wanted}
        assert 150 < max(columns) - min(columns) < 330

    asyncio.run(touched(scene, tmp_path, act))
