"""`python -m tests.shots [NAME…] [--out DIR] [--mode dark|light] [--lang en|ja] [--scale 2.0]`: take pictures."""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from PIL import Image

from referee.core.games import GAMES
from tests.shots.camera import browser, take
from tests.shots.scenes import SIZES, Scene, collect
from tests.shots.stage import serving

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
README = {
    "table": "shinobazu-turn-held",
    "secret-map": "scorpion-intruders-open",
    "heard": "scorpion-10-heard",
    "refused": "shinobazu-refused",
}
"""The README's pictures, by their names in `docs/pictures`, and the scenes that they show."""
SMALL = 270
"""Pixels of their width."""
TALL = 1700
"""Pixels that hold every screen in the largest text."""


def keep_small(folder: Path) -> None:
    """Write the README's pictures, small and in few colours, from those that were taken."""
    for name, scene in README.items():
        picture = Image.open(folder / f"{scene}.png").convert("RGB")
        small = picture.resize((SMALL, round(picture.height * SMALL / picture.width)), Image.Resampling.LANCZOS)
        file = ROOT / "docs" / "pictures" / f"{name}.png"
        small.quantize(96).save(file, optimize=True)
        print(file)


async def run(scenes: list[Scene], folder: Path) -> None:
    """Take all pictures of the scenes, and name each file as it is written."""
    async with serving({s.name: s for s in scenes}, BUILD / "web") as address, browser() as found:
        for scene in scenes:
            for file in await take(found, address, scene, folder):
                print(file)


def main(arguments: list[str] | None = None) -> int:
    """Read the command line; exit with 2 if no scene has such a name."""
    parser = argparse.ArgumentParser(prog="python -m tests.shots", description="Take pictures of screens.")
    parser.add_argument("names", nargs="*", help="the beginnings of scenes' names; all if left out")
    parser.add_argument("--out", type=Path, default=BUILD / "shots")
    parser.add_argument("--mode", choices=("dark", "light"))
    parser.add_argument("--lang", choices=("en", "ja"))
    parser.add_argument("--scale", type=float, help="the reader's text scale, in the place of the scenes' own")
    parser.add_argument("--tall", action="store_true", help="without scrolling: phones as high as what they show")
    parser.add_argument("--readme", action="store_true", help="take the README's pictures, dark and English")
    parser.add_argument("--list", action="store_true", help="name the scenes and leave")
    chosen = parser.parse_args(arguments)
    if chosen.readme:
        chosen.names, chosen.mode, chosen.lang = list(README.values()), "dark", "en"
    collection = collect()
    scenes = collection.matching(chosen.names)
    if chosen.list or not scenes:
        print("\n".join(collection.scenes), file=sys.stdout if chosen.list else sys.stderr)
        return 0 if chosen.list else 2
    if chosen.mode:
        scenes = [replace(s, modes=(chosen.mode,)) for s in scenes if chosen.mode in s.modes]
    if chosen.lang:
        scenes = [replace(s, langs=(chosen.lang,)) for s in scenes if chosen.lang in s.langs]
    if chosen.scale:
        scenes = [replace(s, scale=chosen.scale) for s in scenes]
    if chosen.tall:
        SIZES["phone"] = (SIZES["phone"][0], TALL)
    GAMES.restrict(only=[key for key in GAMES if key != "toy"])  # the tests' toy game is in no picture
    chosen.out.mkdir(parents=True, exist_ok=True)
    asyncio.run(run(scenes, chosen.out))
    if chosen.readme:
        keep_small(chosen.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
