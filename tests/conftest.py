"""For every test: Python's collector looks through what is made from now on, not through all that tests import."""

from __future__ import annotations

import gc

from companion.hosting.serving import collect_seldom


def pytest_collection_finish() -> None:
    """Collect as a host does. Modules, their rules, their words and thousands of tests stay until the end."""
    gc.collect()
    collect_seldom()
