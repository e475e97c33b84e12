"""Find a Chromium or Chrome for the browser tests, or install one: python tools/find_browser.py [--install]

Prints its path. Without one it prints a line on stderr that says how to install one, and exits with 1. METSUKE_BROWSER
takes precedence.
With --install the other engines of phones, Firefox and WebKit, are installed too where that is allowed. For each
missing one a line on stderr says how to install it; its tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "chromium-headless-shell",
         "microsoft-edge", "msedge")
HOW = ("No Chromium or Chrome was found. Install one (Debian: apt-get install chromium; macOS: brew install --cask "
       "chromium; or https://www.google.com/chrome), or name yours: METSUKE_BROWSER=/path/to/chrome make test")


class Engine(NamedTuple):
    """The programs that an engine's tests start, and the Debian packages that provide them."""

    parts: tuple[Path, ...]
    packages: tuple[str, ...]


ENGINES = {
    "firefox": Engine((Path("firefox-esr"),), ("firefox-esr",)),
    "webkit": Engine(
        (Path("WebKitWebDriver"), Path("MiniBrowser"), Path("Xvfb")), ("webkit2gtk-driver", "xvfb")
    ),
}
"""The engines of phones besides Chromium, by the names of their programs."""


def engine(name: str) -> Engine | None:
    """Return an engine with the paths of its programs, or `None` if one of them is missing."""
    wanted = ENGINES[name]
    found = tuple(path for program in wanted.parts if (path := _program(program.name)))
    return Engine(found, wanted.packages) if len(found) == len(wanted.parts) else None


def _program(name: str) -> Path | None:
    """Return a program on the path; WebKit's own browser is beside its libraries, and any Firefox will do."""
    names = (name, "firefox") if name.startswith("firefox") else (name,)
    on_path = (Path(found) for found in map(shutil.which, names) if found)
    return next(on_path, None) or next(iter(sorted(Path("/usr").glob(f"lib*/*/webkit2gtk-4.*/{name}"))), None)


def how(name: str) -> str:
    """Return how to install a missing engine."""
    return f"No {name} was found, and its tests are skipped. Debian: apt-get install {' '.join(ENGINES[name].packages)}"


def find() -> Path | None:
    """Return the first browser found: the named one, on the path, in its usual place, or Playwright's own."""
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
    """Yield the browsers that `playwright install chromium` puts in the user's cache, newest first."""
    places = {"darwin": Path.home() / "Library" / "Caches",
              "win32": Path(os.environ.get("LOCALAPPDATA", Path.home()))}
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or
                 places.get(sys.platform, Path.home() / ".cache") / "ms-playwright")
    for pattern in ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-win*/chrome.exe",
                    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
                    "chromium_headless_shell-*/*/*headless*shell*"):
        yield from sorted(cache.glob(pattern), reverse=True)


def install() -> Path | None:
    """Install a browser: from Playwright, else from the system's packages where that is allowed."""
    attempts = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    for command in [*attempts, *_from_debian("chromium")]:
        _run(command)
        found = find()
        if found:
            return found
    return None


def install_engines() -> None:
    """Install the other engines that are missing, from the system's packages where that is allowed."""
    missing = [package for name in ENGINES if engine(name) is None for package in ENGINES[name].packages]
    for command in _from_debian(*missing) if missing else []:
        _run(command)
    for name in ENGINES:
        if engine(name) is None:
            print(how(name), file=sys.stderr)


def _from_debian(*packages: str) -> list[list[str]]:
    """Return the commands that install packages, if they may be run."""
    if not (shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0):
        return []
    return [["apt-get", "update", "-q"], ["apt-get", "install", "-qy", "--no-install-recommends", *packages]]


def _run(command: list[str]) -> None:
    print("find_browser:", *command, file=sys.stderr)
    try:
        subprocess.run(command, stdout=sys.stderr, check=False, timeout=900)
    except (OSError, subprocess.TimeoutExpired) as problem:
        print(f"find_browser: {problem}", file=sys.stderr)


def main() -> int:
    installs = "--install" in sys.argv[1:]
    found = find() or (install() if installs else None)
    if installs:
        install_engines()
    if found is None:
        print(HOW, file=sys.stderr)
        return 1
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
