"""The host's messages in the terminal, and non-blocking standard output and error.

A terminal can be closed, the reader of a pipe can leave, and a paused terminal (Ctrl-S, marking text in a Windows
console) takes no output for any length of time. A host prints and logs in the middle of a phone's action, which must
neither fail nor wait. So a thread writes to the stream, and a broken stream is ignored.
"""

from __future__ import annotations

import contextlib
import io
import os
import queue
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import TextIO

from companion.hosting.addresses import reach_phones
from companion.ui import qr

MOST = 10_000
"""The most pieces of text that wait for a blocked stream; later ones are dropped."""
LAST_SECONDS = 1.0
"""Seconds for the last output when the process ends."""


class ThreadedStream(io.TextIOBase):
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
        """Do nothing: the thread flushes what it writes."""

    def drain(self, seconds: float = LAST_SECONDS) -> None:
        """Wait until everything is written, for at most so many seconds."""
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
                except (OSError, ValueError):  # the stream is gone or closed
                    out = None


def _apart(stream: TextIO | None) -> TextIO | None:
    """Return a second stream to the same file: the end of this process must not wait for the lock of the first."""
    if stream is None:
        return None
    try:
        # Never closed: closing it would write what could not be written.
        return open(os.dup(stream.fileno()), "w", encoding=stream.encoding, errors="backslashreplace", closefd=False)
    except (OSError, ValueError):  # no file, as in tests
        return stream


@contextlib.contextmanager
def printed_beside() -> Iterator[None]:
    """Keep anything in this process from waiting for its terminal, or failing because it is gone."""
    before = sys.stdout, sys.stderr
    for stream in before:
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    out, err = ThreadedStream(before[0]), ThreadedStream(before[1])
    sys.stdout, sys.stderr = out, err
    try:
        yield
    finally:
        out.drain()
        err.drain()
        sys.stdout, sys.stderr = before


def fill_closed() -> None:
    """Open the null device for each closed standard stream, so that no other file gets its number."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            with contextlib.suppress(OSError):
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def flush_or_drop() -> None:
    """Flush the standard streams, or drop their contents if the reader has gone: Python would end with a traceback."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


STOPPED = "Metsuke has stopped. Nothing is lost: start it again and every match goes on."
SHOWN = "The demonstration has ended. Its matches were there to be looked at, and nothing of them is kept."


UNREACHED = (
    "The table is open, but no phone can reach it: this machine is in no network, or the host was told to answer it "
    "alone. Join a Wi-Fi, or open a hotspot on this machine or on a phone, leave --address out, and start it again. "
    "Until then it is open in a browser of this machine:"
)


class Terminal:
    """The host's terminal, or another output in its place."""

    def __init__(self, out: TextIO | None = None, codes: bool = True) -> None:
        self._out = out or sys.stdout
        self._codes = codes and _can_draw(self._out)
        self._colour = self._out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def say(self, *lines: str) -> None:
        """Write lines, replacing characters that the terminal's encoding lacks."""
        encoding = self._out.encoding or "utf-8"
        text = "".join(f"{line}\n" for line in lines)
        self._out.write(text.encode(encoding, "replace").decode(encoding))
        self._out.flush()

    def code(self, url: str) -> None:
        """Draw an address as a QR code, if codes are wanted and can be drawn.

        On a colour terminal its light modules are white, whatever the terminal's colours. Otherwise the code reads
        right on a dark terminal and, inverted, in most readers, on a light one.
        """
        if self._codes:
            self.say("")
            qr.code(url, margin=2).print_ascii(self._out, tty=self._colour, invert=True)
            self.say("")

    def welcome(self, urls: Sequence[str], kept: bool = True) -> None:
        """Say that the table is open: show a code for the likeliest address, then all of them.

        `kept`: false for a demonstration, which is not kept.
        """
        if reach_phones(urls):
            self.code(urls[0])
            scan = "Scan the code with a phone in the same network, or open the address in a browser:"
            plain = "Open the address with a phone in the same network:"
            self.say(f"The table is open. {scan if self._codes else plain}")
        else:
            self.say(UNREACHED)
        self.say(*(f"    {url}" for url in urls))
        ends = "Ctrl-C stops the host; nothing is lost." if kept else "Ctrl-C ends the demonstration."
        self.say(f'No page opens? See "When no page opens" in the README. {ends}')

    def owner(self, code: str) -> None:
        """Show the code that makes one phone the owner's."""
        self.say(f"The owner's code is {code}. Entered on a phone (Settings, Owner of this host) it lets that phone")
        self.say("forget and merge names, and export or import everything. It is good for one phone.")

    def match(self, url: str) -> None:
        """Show how to join a match that has just been opened."""
        self.code(url)
        self.say(f"A new match. To join it, {'scan the code or ' if self._codes else ''}open {url}")


def _can_draw(out: TextIO) -> bool:
    try:
        "█▀▄\xa0".encode(out.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
