"""Let an evening go wrong, print the report, and exit with 1 if anything was lost."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.chaos.evening import Evening, Report
from tests.chaos.mishaps import go_wrong
from tests.own_games import OWN_GAMES


async def whole(
    folder: Path, seconds: float, seed: int, database: str = "", games: Sequence[str] = OWN_GAMES
) -> Report:
    """Let an evening go wrong for so long. With a server's `database` two workers serve it."""
    evening = Evening(folder, seed, database, games)
    await evening.begin()
    until = time.monotonic() + seconds
    await asyncio.gather(evening.play(until), go_wrong(evening, until))
    return await evening.end()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="a PostgreSQL database, for two workers")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(whole(Path(folder), given.seconds, given.seed, given.database))
    print(json.dumps(report.line()))
    return 0 if report.well else 1


if __name__ == "__main__":
    sys.exit(main())
