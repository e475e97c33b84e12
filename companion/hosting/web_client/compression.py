"""Static files compressed once, as small as they get, and kept on disk until their content changes."""

from __future__ import annotations

import hashlib
import logging
import os
import queue
import tempfile
import threading
import time
import zlib
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Literal

Encoding = Literal["gzip", "br"]

WORTH_IT = frozenset((".js", ".mjs", ".wasm", ".json", ".html", ".css", ".svg", ".otf", ".ttf", ".frag", ".bin"))
"""Suffixes that gain from compression; the others are compressed already."""
SMALLEST = 512
"""Below this many bytes the headers outweigh the gain."""
BROTLI_QUALITY = 11
"""The smallest copies: a file is compressed once, and sent to every phone. The largest takes half a minute."""


AT_ONCE = 1 << 18
"""Bytes that are compressed by gzip before it is asked whether to go on."""
PART = ".part-"
"""How files begin that are being written."""
LEFT_SECONDS = 3600.0
"""How old a file is that nobody is writing any more."""

log = logging.getLogger("metsuke")


def digest(content: bytes) -> str:
    """A short name for these bytes."""
    return hashlib.blake2b(content, digest_size=12).hexdigest()


def accepted(header: str) -> tuple[Encoding, ...]:
    """The encodings an `Accept-Encoding` header allows, the smallest first."""
    offered = {}
    for part in header.lower().split(","):
        name, _, weight = part.strip().partition(";")
        offered[name.strip()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return tuple(name for name in ("br", "gzip") if offered.get(name, False))


class Stopped(Exception):
    """The host ends: what is being compressed is given up."""


class Compressor:
    """Compressed copies of files in one folder, named by the content they were made from."""

    def __init__(self, folder: Path | None) -> None:
        """Without a folder, or where it cannot be written, there is one for this run alone."""
        self._own: tempfile.TemporaryDirectory[str] | None = None
        if folder is None or not _writable(folder):
            self._own = tempfile.TemporaryDirectory(prefix="metsuke-web-", ignore_cleanup_errors=True)
            folder = Path(self._own.name)
        self._folder = folder
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._stopped = threading.Event()

    def path(self, name: str, encoding: Encoding) -> Path:
        """Where the copy of the content called `name` is or will be."""
        return self._folder / f"{name}.{'gz' if encoding == 'gzip' else 'br'}"

    def ready(self, name: str, encoding: Encoding) -> Path | None:
        path = self.path(name, encoding)
        return path if path.exists() else None

    def make(self, name: str, encoding: Encoding, read: Callable[[], bytes]) -> Path:
        """Make the copy unless it is there; takes seconds for large files, so call it in a thread.

        Raises `Stopped` once `stop` was called, and `OSError` where nothing can be written.
        """
        path = self.path(name, encoding)
        with self._locks[path.name]:
            if not path.exists():
                _write(path, self._compressed(read(), encoding))
        return path

    def stop(self) -> None:
        """Give up what is being made, and forget a folder of this run alone."""
        self._stopped.set()
        if self._own is not None:
            self._own.cleanup()

    def prune(self, names: set[str]) -> None:
        """Forget the copies of content that is no longer served, and what a host that was killed left half written."""
        for path in self._folder.iterdir():
            left = path.name.startswith(PART) and path.stat().st_mtime < time.time() - LEFT_SECONDS
            if left or (path.suffix in (".gz", ".br") and path.stem not in names):
                path.unlink(missing_ok=True)

    def _compressed(self, content: bytes, encoding: Encoding) -> bytes:
        if encoding == "br":
            import brotli

            return bytes(brotli.compress(content, quality=BROTLI_QUALITY, lgwin=24))
        compressor = zlib.compressobj(9, wbits=zlib.MAX_WBITS + 16)
        made = []
        for at in range(0, len(content), AT_ONCE):
            if self._stopped.is_set():
                raise Stopped
            made.append(compressor.compress(content[at : at + AT_ONCE]))
        return b"".join(made) + compressor.flush()


class Background:
    """A thread of the lowest priority for what nobody waits for. It ends with the process, whatever it is doing."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stopped = False

    def submit(self, work: Callable[[], object]) -> None:
        """Do something after all that was submitted before."""
        if self._thread is None:
            # One that Python waited for at the end would keep Ctrl-C waiting for half a minute of brotli.
            self._thread = threading.Thread(target=self._work, name="metsuke-compress", daemon=True)
            self._thread.start()
        self._waiting.put(work)

    def stop(self) -> None:
        """Drop what is still to be done."""
        self._stopped = True
        self._waiting.put(None)

    def finish(self) -> None:
        """Wait until all that was submitted is done."""
        self._waiting.put(None)
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        lower_priority()
        while (work := self._waiting.get()) is not None and not self._stopped:
            try:
                work()
            except Stopped:
                return
            except OSError as error:
                log.warning("the web client's compressed files cannot be kept: %s", error.strerror or error)


def lower_priority() -> None:
    """Give this thread the lowest priority, where the system can do that."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id"):
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
        except OSError:
            return


def _write(path: Path, content: bytes) -> None:
    """Put the file there whole or not at all: another process may serve from the same folder."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=PART)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
