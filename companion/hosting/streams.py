"""Standard output and error that nobody waits for, and that nobody hears of when they are gone.

A terminal can be closed, the reader of a pipe can leave, and one that is paused (Ctrl-S, text being marked in a window
of Windows) takes nothing for as long as it likes. A host says and logs things in the middle of what a phone does: that
must neither fail nor wait.
"""

from __future__ import annotations

import contextlib
import io
import os
import queue
import sys
import threading
from collections.abc import Iterator
from typing import TextIO

MOST = 10_000
"""Pieces of text that wait for a stream that takes none; what comes after them is dropped."""
LAST_SECONDS = 1.0
"""How long the last words may take."""


class Unwaited(io.TextIOBase):
    """A text stream that a thread of its own writes to."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._waiting: queue.Queue[str | threading.Event] = queue.Queue(MOST)
        threading.Thread(target=self._write, args=(_apart(stream),), name="metsuke-prints", daemon=True).start()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return (self._stream and self._stream.encoding) or "utf-8"

    def isatty(self) -> bool:
        with contextlib.suppress(OSError, ValueError):
            return self._stream is not None and self._stream.isatty()
        return False

    def fileno(self) -> int:
        if self._stream is None:
            raise OSError("this stream is closed")
        return self._stream.fileno()

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait(text)
        return len(text)

    def flush(self) -> None:
        """Wait for nothing: what is written is flushed by the thread."""

    def drain(self, seconds: float = LAST_SECONDS) -> None:
        """Wait until all is written, but no longer."""
        done = threading.Event()
        with contextlib.suppress(queue.Full):
            self._waiting.put(done, timeout=seconds)
            done.wait(seconds)

    def _write(self, out: TextIO | None) -> None:
        while True:
            each = self._waiting.get()
            if isinstance(each, threading.Event):
                each.set()
            elif out is not None:
                try:
                    out.write(each)
                    out.flush()
                except (OSError, ValueError):  # it is gone, or was closed
                    out = None


def _apart(stream: TextIO | None) -> TextIO | None:
    """Return a second stream to the same place: what ends this process must not wait for the lock of the first."""
    if stream is None:
        return None
    try:
        # Never collected: closing it would write what could not be written.
        return open(os.dup(stream.fileno()), "w", encoding=stream.encoding, errors="backslashreplace", closefd=False)
    except (OSError, ValueError):  # no file, as in tests
        return stream


@contextlib.contextmanager
def printed_beside() -> Iterator[None]:
    """Let nothing in this process wait for its terminal, or fail because it is gone."""
    before = sys.stdout, sys.stderr
    for stream in before:
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    out, err = Unwaited(before[0]), Unwaited(before[1])
    sys.stdout, sys.stderr = out, err
    try:
        yield
    finally:
        out.drain()
        err.drain()
        sys.stdout, sys.stderr = before


def fill_closed() -> None:
    """Put nothing in the place of a standard stream that is closed, lest the next file that is opened stands there."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            with contextlib.suppress(OSError):
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def flush_or_drop() -> None:
    """Write what is still to be written, or drop it where its reader has gone: Python would end in a traceback."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
