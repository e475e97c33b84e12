"""`python -m tests.shots [NAME…] [--out DIR] [--mode dark|light] [--lang en|ja] [--scale 2.0]`: take pictures."""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from tests.shots.camera import browser, take
from tests.shots.scenes import SIZES, Scene, collect
from tests.shots.stage import serving

BUILD = Path(__file__).resolve().parents[2] / "build"
TALL = 1700
"""Pixels that hold every screen in the largest text."""


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
    parser.add_argument("--list", action="store_true", help="name the scenes and leave")
    chosen = parser.parse_args(arguments)
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
    chosen.out.mkdir(parents=True, exist_ok=True)
    asyncio.run(run(scenes, chosen.out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
