"""Compression: of static files, once, kept on disk; and of messages, where it saves packets.

A message that fits into one network packet arrives no sooner when it is smaller. A larger one, such as a whole screen,
is compressed: 2 kB take some 20 µs here, and a phone in a busy Wi-Fi waits for one packet instead of several. Each
message is compressed by itself, so that its size depends on its own contents and on nothing that was sent before.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import queue
import tempfile
import threading
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

from companion.hosting.gate import Gate

Encoding = Literal["gzip", "br"]

WORTH_IT = frozenset((".js", ".mjs", ".wasm", ".json", ".html", ".css", ".svg", ".otf", ".ttf", ".frag", ".bin"))
"""Suffixes of files worth compressing; the others are compressed already."""
SMALLEST = 512
"""Files of fewer bytes are not compressed: the headers would outweigh the gain."""
BROTLI_QUALITY = 11
"""The best quality, since a file is compressed once and sent to every phone. The largest file takes half a minute."""


AT_ONCE = 1 << 18
"""Bytes that gzip compresses between two checks for `Stopped`."""
PART = ".part-"
"""The prefix of files that are being written."""
LEFT_SECONDS = 3600.0
"""The age in seconds from which on such a file counts as abandoned."""

log = logging.getLogger("metsuke")


def digest(content: bytes) -> str:
    """Return a short hash of these bytes."""
    return hashlib.blake2b(content, digest_size=12).hexdigest()


def accepted(header: str) -> tuple[Encoding, ...]:
    """Return the encodings that an `Accept-Encoding` header allows, the one with the smallest files first."""
    offered = {}
    for part in header.lower().split(","):
        name, _, weight = part.strip().partition(";")
        offered[name.strip()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return tuple(name for name in ("br", "gzip") if offered.get(name, False))


class Stopped(Exception):
    """The host is stopping: the compression in progress is cancelled."""


class Compressor:
    """Compressed copies of files in one folder, named by a hash of their content."""

    def __init__(self, folder: Path | None) -> None:
        """Use `folder`; if it is None or not writable, a temporary folder."""
        self._own: tempfile.TemporaryDirectory[str] | None = None
        if folder is None or not _is_writable(folder):
            self._own = tempfile.TemporaryDirectory(prefix="metsuke-web-", ignore_cleanup_errors=True)
            folder = Path(self._own.name)
        self._folder = folder
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._stopped = threading.Event()

    def path(self, name: str, encoding: Encoding) -> Path:
        """Return the path of the copy of the content called `name`, whether it exists or not."""
        return self._folder / f"{name}.{'gz' if encoding == 'gzip' else 'br'}"

    def ready(self, name: str, encoding: Encoding) -> Path | None:
        path = self.path(name, encoding)
        return path if path.exists() else None

    def make(self, name: str, encoding: Encoding, read: Callable[[], bytes]) -> Path:
        """Make the copy unless it exists; takes seconds for large files, so call it in a thread.

        Raises `Stopped` once `stop` was called, and `OSError` if nothing can be written.
        """
        path = self.path(name, encoding)
        with self._locks[path.name]:
            if not path.exists():
                _write(path, self._compressed(read(), encoding))
        return path

    def stop(self) -> None:
        """Cancel the compression in progress, and delete the temporary folder, if any."""
        self._stopped.set()
        if self._own is not None:
            self._own.cleanup()

    def prune(self, names: set[str]) -> None:
        """Delete copies of content that is no longer served, and partial files left by a killed host."""
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
    """A thread of low priority for work that nobody waits for. It does not keep the process from ending."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stopped = False

    def submit(self, work: Callable[[], object]) -> None:
        """Run something after everything that was submitted before."""
        if self._thread is None:
            # Python waits for non-daemon threads at exit: Ctrl-C would wait for half a minute of brotli.
            self._thread = threading.Thread(target=self._work, name="metsuke-compress", daemon=True)
            self._thread.start()
        self._waiting.put(work)

    def stop(self) -> None:
        """Drop the work that has not started."""
        self._stopped = True
        self._waiting.put(None)

    def finish(self) -> None:
        """Wait until everything submitted is done."""
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
    """Lower the priority of this thread, where the system can do that."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id"):
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
        except OSError:
            return


def _write(path: Path, content: bytes) -> None:
    """Write the file atomically: another process may serve from the same folder."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=PART)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


PACKET = 1400
"""The bytes of a message that fit into one packet, leaving room for headers in Ethernet's 1500."""


class CompressLargeMessages(PerMessageDeflate):
    """Per-message compression (RFC 7692) that leaves messages that fit into one packet uncompressed."""

    def encode(self, frame: Frame) -> Frame:
        return frame if len(frame.data) <= PACKET else super().encode(frame)


class Offer(ServerPerMessageDeflateFactory):
    """The compression that the host agrees to if a phone offers it."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            server_max_window_bits=13,
            client_max_window_bits=12,
            compress_settings={"memLevel": 6, "level": 6},
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Return the answer to a phone's offer, and the compression agreed on."""
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, CompressLargeMessages(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


TELL = "tell"
"""The key of a socket's `tell` in the state of its scope."""
LAST_WORDS_SECONDS = 5.0
"""Seconds for sending the rest after a socket has been closed: a phone that reads nothing never takes it."""


class Socket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol with this compression, and with time limits on closing."""

    gate: Gate

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [Offer()]
        self.app_state = {**self.app_state, TELL: self.tell}
        self._pong: asyncio.TimerHandle | None = None

    def tell(self, message: bytes) -> bool:
        """Send a message at once, bypassing the ASGI queue. Return whether the socket takes it."""
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        if self.transport.is_closing():
            return False
        self.conn.send_binary(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        """Answer pings at the next beat, all that have come until then together. Browsers send no pings."""
        if self._pong is None:
            self._pong = self.loop.call_later(self.gate.until_beat(), self._answer_pings)

    def _answer_pings(self) -> None:
        self._pong = None
        if not self.transport.is_closing():
            super().handle_ping()

    def keepalive_timeout(self) -> None:
        """Close a socket whose phone does not answer pings; while reading is paused here, wait again."""
        if self.read_paused and self.ping_timeout is not None:
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)
            return
        super().keepalive_timeout()
        self._end()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Close the socket when its ASGI task has ended."""
        super().on_task_complete(task)
        self._end()

    def _end(self) -> None:
        self.loop.call_later(LAST_WORDS_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.left(self.transport)
        super().connection_lost(exc)
