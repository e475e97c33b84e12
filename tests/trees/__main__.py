"""Write the hashes of the sample anew, or compare screens with those of another revision.

`python -m tests.trees [GAME…]` writes. `--against REVISION` writes nothing: it compares the sample, with `--all` every
moment of every match, with `--every N` each Nth, and exits with 1 if a screen differs. REVISION may also be the folder
of a checkout. GAME is a game's key, or `scenes`.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import nullcontext
from pathlib import Path

from tests.trees.hashes import (
    SUBJECTS,
    checked_out,
    described,
    differing,
    hashes_in,
    hashes_of,
    report,
    write,
)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.trees", description=__doc__)
    parser.add_argument("games", nargs="*", help="all if left out")
    parser.add_argument("--against", metavar="REVISION", help="compare with a revision, or a checkout's folder")
    parser.add_argument("--all", action="store_true", help="compare every moment")
    parser.add_argument("--every", type=int, default=0, metavar="N", help="compare each Nth moment and the ends")
    parser.add_argument("--hashes", action="store_true", help="print hashes as JSON, and write nothing")
    parser.add_argument("--show", action="store_true", help="print one screen: GAME MOMENT SCREEN")
    chosen = parser.parse_args()
    every = 1 if chosen.all else chosen.every
    if chosen.show:
        print("\n".join(described(*chosen.games)))
        return 0
    if chosen.hashes:
        print(json.dumps(hashes_of(chosen.games[0], every)))
        return 0
    games = chosen.games or SUBJECTS
    if chosen.against:
        return _compare(chosen.against, games, every)
    for game in games:
        write(game, hashes_of(game))
    return 0


def _compare(against: str, games: tuple[str, ...], every: int) -> int:
    folder = Path(against)
    wrong = 0
    with nullcontext(folder) if folder.is_dir() else checked_out(against) as checkout:
        if checkout is None:
            print(f"there is no revision {against}", file=sys.stderr)
            return 2
        for game in games:
            now = hashes_of(game, every)
            differ = differing(hashes_in(checkout, game, every), now)
            screens = sum(map(len, now.values()))
            print(report(game, differ, checkout) if differ else f"{game}: {screens} screens are equal", flush=True)
            wrong += bool(differ)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
