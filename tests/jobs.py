"""Jobs that tests give to a process of jobs, which imports them by name."""

from __future__ import annotations

import os
from pathlib import Path

from companion.jobs import Progress


def process_of(_: object = None) -> int:
    return os.getpid()


def refuses(text: str) -> None:
    raise ValueError(text)


def never_ends(mark: Path) -> None:
    mark.write_text(str(os.getpid()))
    while True:
        pass


def takes_memory() -> int:
    return len(bytes(3_000_000_000))


def tells(progress: Progress) -> str:
    for done in (0.25, 0.5):
        progress(done)
    return "done"


def gives_what_no_pipe_takes() -> object:
    return lambda: None
