"""Find a Chromium or Chrome for the browser tests, or get one: python tools/find_browser.py [--install]

Prints its path, or says in one line on stderr how to get one and ends with 1. METSUKE_BROWSER comes first.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "chromium-headless-shell",
         "microsoft-edge", "msedge")
HOW = ("No Chromium or Chrome was found. Install one (Debian: apt-get install chromium; macOS: brew install --cask "
       "chromium; or https://www.google.com/chrome), or name yours: METSUKE_BROWSER=/path/to/chrome make test")


def find() -> Path | None:
    """The first browser found, in the order: named, on the path, in its usual place, Playwright's own."""
    return next((path for path in _candidates() if path.is_file() and os.access(path, os.X_OK)), None)


def _candidates() -> Iterator[Path]:
    named = os.environ.get("METSUKE_BROWSER")
    if named:
        yield Path(shutil.which(named) or named)
        return
    yield from (Path(found) for found in map(shutil.which, NAMES) if found)
    if sys.platform == "darwin":
        for place in (Path("/Applications"), Path.home() / "Applications"):
            for app in ("Google Chrome", "Chromium", "Microsoft Edge"):
                yield place / f"{app}.app" / "Contents" / "MacOS" / app
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if os.environ.get(variable):
            for below in ("Google/Chrome/Application/chrome.exe", "Chromium/Application/chrome.exe",
                          "Microsoft/Edge/Application/msedge.exe"):
                yield Path(os.environ[variable]) / below
    yield from _playwright()


def _playwright() -> Iterator[Path]:
    """The browser that `playwright install chromium` puts in the user's cache, the newest first."""
    places = {"darwin": Path.home() / "Library" / "Caches",
              "win32": Path(os.environ.get("LOCALAPPDATA", Path.home()))}
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or
                 places.get(sys.platform, Path.home() / ".cache") / "ms-playwright")
    for pattern in ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-win*/chrome.exe",
                    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
                    "chromium_headless_shell-*/*/*headless*shell*"):
        yield from sorted(cache.glob(pattern), reverse=True)


def install() -> Path | None:
    """Get a browser: from Playwright, else from the system's packages where that is allowed."""
    attempts = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        attempts += [["apt-get", "update", "-q"], ["apt-get", "install", "-qy", "--no-install-recommends", "chromium"]]
    for command in attempts:
        print("find_browser:", *command, file=sys.stderr)
        try:
            subprocess.run(command, stdout=sys.stderr, check=False, timeout=900)
        except (OSError, subprocess.TimeoutExpired) as problem:
            print(f"find_browser: {problem}", file=sys.stderr)
        found = find()
        if found:
            return found
    return None


def main() -> int:
    found = find() or (install() if "--install" in sys.argv[1:] else None)
    if found is None:
        print(HOW, file=sys.stderr)
        return 1
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
