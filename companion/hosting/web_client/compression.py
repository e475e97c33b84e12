"""Static files compressed once, as small as they get, and kept on disk until their content changes."""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
import threading
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


class Compressor:
    """Compressed copies of files in one folder, named by the content they were made from."""

    def __init__(self, folder: Path) -> None:
        self._folder = _writable(folder)
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def path(self, name: str, encoding: Encoding) -> Path:
        """Where the copy of the content called `name` is or will be."""
        return self._folder / f"{name}.{'gz' if encoding == 'gzip' else 'br'}"

    def ready(self, name: str, encoding: Encoding) -> Path | None:
        path = self.path(name, encoding)
        return path if path.exists() else None

    def make(self, name: str, encoding: Encoding, read: Callable[[], bytes]) -> Path:
        """Make the copy unless it is there; takes seconds for large files, so call it in a thread."""
        path = self.path(name, encoding)
        with self._locks[path.name]:
            if not path.exists():
                _write(path, _compress(read(), encoding))
        return path

    def prune(self, names: set[str]) -> None:
        """Forget the copies of content that is no longer served."""
        for path in self._folder.iterdir():
            if path.suffix in (".gz", ".br") and path.stem not in names:
                path.unlink(missing_ok=True)


def lower_priority() -> None:
    """Give this thread the lowest priority, where the system can do that."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id"):
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
        except OSError:
            return


def _compress(content: bytes, encoding: Encoding) -> bytes:
    if encoding == "gzip":
        return gzip.compress(content, compresslevel=9, mtime=0)
    import brotli

    return bytes(brotli.compress(content, quality=BROTLI_QUALITY, lgwin=24))


def _write(path: Path, content: bytes) -> None:
    """Put the file there whole or not at all: another process may serve from the same folder."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    with os.fdopen(handle, "wb") as out:
        out.write(content)
    Path(temporary).replace(path)


def _writable(folder: Path) -> Path:
    """The folder, or one for this run alone where it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="metsuke-web-"))
