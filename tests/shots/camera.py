"""Takes the pictures with a Chromium that is found on this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from tests.shots.scenes import SIZES, Scene

ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # Two pages behind each window's address bar, which nobody sees, cost as much as a small page of ours. The last
    # such switch counts, so what Playwright leaves out for tests is left out here again.
    (
        "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,AvoidUnnecessaryBeforeUnloadCheckSync,"
        "DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,"
        "PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
        "PreconnectToSearch"
    ),
]  # fmt: skip


def chromium() -> str | None:
    """Return the Chromium or Chrome of this machine; None leaves the choice to Playwright."""
    wanted = os.environ.get("METSUKE_BROWSER", "").strip() or os.environ.get("METSUKE_CHROMIUM")
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    return wanted or next((found for name in names if (found := shutil.which(name))), None)


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Start a browser for pictures."""
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        try:
            yield found
        finally:
            await found.close()


async def drawn(page: Page, address: str) -> None:
    """Open a scene and wait until it is drawn: its semantics tree is there and two frames look the same."""
    await page.goto(address)
    placeholder = page.locator("flt-semantics-placeholder")
    await placeholder.wait_for(state="attached", timeout=60_000)
    await placeholder.evaluate("element => element.click()")
    await page.locator("flt-semantics[role], flt-semantics[aria-label], flt-semantics span").first.wait_for(
        state="attached", timeout=60_000
    )
    # No host titles these screens, and the seal waits for that.
    await page.evaluate("document.getElementById('opening')?.remove()")
    before = b""
    for _ in range(40):
        now = await page.screenshot()
        if now == before:
            return
        before = now
        await page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


async def take(browser_: Browser, address: str, scene: Scene, folder: Path) -> list[Path]:
    """Take all pictures of a scene; return the files."""
    width, height = SIZES[scene.size]
    taken = []
    for mode in scene.modes:
        for lang in scene.langs:
            context = await browser_.new_context(viewport={"width": width, "height": height}, color_scheme=mode)
            page = await context.new_page()
            await drawn(page, f"{address}/s/{scene.name}/{mode}/{lang}")
            ending = ("" if mode == "dark" else "-light") + ("" if lang == "en" else f"-{lang}")
            file = folder / f"{scene.name}{ending}.png"
            await page.screenshot(path=file)
            await context.close()
            taken.append(file)
    return taken
