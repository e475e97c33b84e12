"""Finds words that are cut: a scene is drawn once with `…` where words end early, and once with them broken off there.

The two pictures differ just where words are cut. `python -m tests.shots.cut WIDTH LANGUAGE PART OF` prints where, of
every OF-th scene from PART on.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from PIL import Image, ImageChops
from playwright.async_api import Browser, BrowserContext

import companion.flet_runtime.encode as encode
from tests.shots.camera import browser, drawn
from tests.shots.scenes import SIZES, Scene, collect
from tests.shots.stage import serving

BUILD = Path(__file__).resolve().parents[2] / "build"
ENDED, BROKEN = b"\xa8ellipsis", b"\xa4clip"
"""How the overflow of words is sent to a phone, as msgpack writes it."""
WHOLE = (
    "analysis-scroll-trick", "boards-new-match", "editor-board", "giryaku-redraw", "giryaku-raid",
    "giryaku-flip-question", "giryaku-recount", "kit-held", "map-setup", "options-giryaku-cells",
    "06-scroll-trick-place-note", "06-scroll-trick-shadow-value", "06-scroll-trick-scores-between", "home-many",
    "lobby-late", "rewritten-lost", "settings", "shinobazu-new-skipped", "shinobazu-turn-3",
    "shinobazu-unrecorded-after", "shinobazu-duel-refused", "shinobazu-end-rewritten", "shinobazu-gm-phone",
    "shinobi-school-turn-heaven-held", "shinobi-school-refused", "shinobi-school-scores", "take-over-scroll-trick-1",
    "take-over-giryaku-1", "take-over-scorpion-1", "owner-long", "shinobi-school-enter-hand", "tour-hold-open",
    "shinobazu-menu", "scorpion-10-found",
)  # fmt: skip
"""Scenes in which nothing is cut, in English, 390 pixels wide."""


@contextmanager
def broken_off() -> Iterator[None]:
    """Let words that do not fit be broken off without a mark."""
    packed = encode.packed

    def changed(message: object) -> bytes:
        return packed(message).replace(ENDED, BROKEN)  # type: ignore[arg-type]

    encode.packed = changed
    try:
        yield
    finally:
        encode.packed = packed


async def _picture(context: BrowserContext, address: str) -> Image.Image:
    page = await context.new_page()
    await drawn(page, address)
    picture = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
    await page.close()
    return picture


async def cut(context: BrowserContext, address: str, scene: Scene, mode: str, lang: str) -> tuple[int, ...] | None:
    """Return the box in which words of a scene are cut, None where none are."""
    at = f"{address}/s/{scene.name}/{mode}/{lang}"
    whole = await _picture(context, at)
    with broken_off():
        other = await _picture(context, at)
    return ImageChops.difference(whole, other).getbbox()


@asynccontextmanager
async def measuring(scenes: Iterable[Scene], width: int) -> AsyncIterator[tuple[str, BrowserContext]]:
    """Serve scenes, and open a browser that is so wide."""
    async with serving({s.name: s for s in scenes}, BUILD / "web") as address, browser() as found:
        yield address, await _context(found, width)


async def _context(found: Browser, width: int) -> BrowserContext:
    return await found.new_context(viewport={"width": width, "height": SIZES["phone"][1]}, reduced_motion="reduce")


async def all_cut(scenes: list[Scene], width: int, langs: Iterable[str], mode: str = "dark") -> list[str]:
    """Return where words are cut: scene, language and box."""
    found = []
    async with measuring(scenes, width) as (address, context):
        for scene in scenes:
            for lang in langs:
                if lang in scene.langs and (box := await cut(context, address, scene, mode, lang)) is not None:
                    found.append(f"{scene.name} {lang} {width} {box}")
    return found


def measured() -> list[Scene]:
    """Return the scenes on phones in the standard text size."""
    every = collect().scenes.values()
    return [s for s in every if s.size == "phone" and s.scale == 1.0]


if __name__ == "__main__":
    _, WIDTH, LANG, PART, OF = sys.argv
    for line in asyncio.run(all_cut(measured()[int(PART) :: int(OF)], int(WIDTH), [LANG])):
        print(line)
