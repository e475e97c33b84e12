"""Run all measurements, or those that are named."""

from __future__ import annotations

import importlib
import sys

NAMES = (
    "ruling",
    "knowledge",
    "start",
    "told",
    "hostile",
    "timing",
    "memory",
    "load",
    "crowd",
    "editor",
    "take_over",
    "archive",
    "analysis",
    "first_minutes",
    "taps",
)


def main(names: list[str]) -> int:
    """Print one JSON line for each measurement and return the exit code."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f"bench: there is no measurement {unknown[0]!r}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in names or NAMES:
        importlib.import_module(f"tests.bench.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
