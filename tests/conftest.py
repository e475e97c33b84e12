"""For every test: how many run side by side, where files lie, what Python's collector looks through, a quiet log."""

from __future__ import annotations

import gc
import os
import tempfile
from functools import cache
from types import ModuleType

import pytest

from companion.flet_runtime import faults
from companion.hosting.process import collect_seldom

MEMORY = "/dev/shm"
ROOM = 4 << 30
"""The bytes that must be free in memory for the tests' files to lie there; a whole run makes some hundred million."""


def _has_room(folder: str) -> bool:
    """Tell whether a folder has room, and programs may be run from it, as the tests of packages do."""
    try:
        found = os.statvfs(folder)
    except (AttributeError, OSError):
        return False
    return found.f_bavail * found.f_frsize > ROOM and not found.f_flag & os.ST_NOEXEC


if "TMPDIR" not in os.environ and _has_room(MEMORY):  # a database on a disk waits for it at every commit
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


def pytest_xdist_auto_num_workers() -> int:
    """Return one more than there are processors: who plays in a browser waits for its pages most of the time."""
    return len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) + 1


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every test whose module uses a host or phones on the wire: `make quick` leaves them out."""
    module = getattr(item, "module", None)
    if module is not None and _hosts(module):
        item.add_marker("host")


@cache
def _hosts(module: ModuleType) -> bool:
    used = (getattr(each, "__module__", None) or getattr(each, "__name__", "") for each in vars(module).values())
    return any(str(name).startswith(("tests.wire", "tests.hosted", "tests.chaos")) for name in (module.__name__, *used))


def pytest_collection_finish() -> None:
    """Collect as a host does. Modules, their rules, their words and thousands of tests stay until the end."""
    gc.collect()
    collect_seldom()


def pytest_runtest_setup() -> None:
    """Let what is logged once a minute be logged in each test."""
    faults._last_logged.clear()
