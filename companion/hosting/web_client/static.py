"""The web client's files on the wire: compressed copies, and headers that make a reload cheap and an upgrade safe."""

from __future__ import annotations

import asyncio
import contextlib
import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response

from companion.hosting.web_client.compression import (
    SMALLEST,
    WORTH_IT,
    Background,
    Compressor,
    Encoding,
    Stopped,
    accepted,
)
from companion.hosting.web_client.page import FALLBACK, VERSIONED
from companion.hosting.web_client.root import WebFile, WebRoot
from companion.ui.fonts import asked_for

IN_THE_APP = re.compile(r"/[mtgp]/[^/.]+[^/]*/?$", re.IGNORECASE)
"""The addresses of matches and positions: no file of ours has such a name."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PROBED = frozenset({"healthz", "health", "livez", "live", "readyz", "ready", "metrics", "status"})
"""What programs ask for that watch a host: the page of the app would tell them that all is well."""
FIRST = (
    "main.dart.wasm",
    "canvaskit/skwasm.wasm",
    "main.dart.js",
    "canvaskit/canvaskit.wasm",
    "canvaskit/chromium/canvaskit.wasm",
    "canvaskit/skwasm_heavy.wasm",
)
"""The large files, in the order in which the first phone needs them."""


class WebFiles:
    """Answers requests for the web client."""

    def __init__(self, root: WebRoot, cache: Path | None) -> None:
        self.root = root
        self._compressor = Compressor(cache)
        self._hands = ThreadPoolExecutor(2, "metsuke-files")
        self._background = Background()
        self._wanted: set[str] = set()

    async def start(self) -> None:
        """Compress the large files ahead of the first phone, in the background."""
        names = {file.digest for file in self.root.files.values()} | {self.root.index.digest}
        self._background.submit(partial(self._compressor.prune, names))
        for file in filter(None, map(self.root.files.get, FIRST)):
            self._background.submit(partial(self._compressor.make, file.digest, "gzip", file.read))

    def stop(self) -> None:
        """Drop what is still to be compressed, and give up what is being compressed now."""
        self._background.stop()
        self._compressor.stop()
        self._hands.shutdown(wait=False, cancel_futures=True)

    async def answer(self, request: Request) -> Response:
        """The file a path names; the app's page for any path that looks like a place in the app."""
        path = request.url.path
        if path.strip("/").lower() in PROBED:
            return PlainTextResponse("Asked of a port of their own: --status.", 404, {"Cache-Control": "no-store"})
        if path.startswith(FALLBACK) and (face := asked_for(path[len(FALLBACK) :].partition("/")[0])):
            # The engine asks for a font with characters that the ones at hand lack, some in pieces; ours are whole.
            return RedirectResponse(f"{VERSIONED}{self.root.version}/{face}", headers={"Cache-Control": ASK_AGAIN})
        if path.startswith(VERSIONED):
            version, _, name = path[len(VERSIONED) :].partition("/")
            file = self.root.files.get(name)
            # A page from before an upgrade may still ask for its old addresses: never keep the answer under them.
            lasting = version == self.root.version
        else:
            file = self.root.files.get(path.lstrip("/"))
            lasting = False
            # A link may have been pasted with signs behind it, as of the sentence in which it stood.
            if file is None and (not PurePosixPath(path).suffix or IN_THE_APP.match(path)):
                file = self.root.index
        if file is None:
            return PlainTextResponse("There is nothing here.", 404, {"Cache-Control": "no-store"})
        return await self._send(request, file, FOR_EVER if lasting else ASK_AGAIN)

    async def _send(self, request: Request, file: WebFile, caching: str) -> Response:
        encoding, copy = await self._copy(file, request.headers.get("accept-encoding", ""))
        tag = f'"{file.digest}{"-" + encoding if encoding else ""}"'
        headers = {"ETag": tag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if encoding:
            headers["Content-Encoding"] = encoding
        if copy is None and file.made is not None:
            return Response(file.made, headers=headers, media_type=file.media_type)
        return FileResponse(copy or file.source or Path(), headers=headers, media_type=file.media_type)

    async def _copy(self, file: WebFile, offer: str) -> tuple[Encoding | None, Path | None]:
        """The smallest copy at hand for what the browser takes.

        Gzip is made while the browser waits, which takes less time than sending the file as it is. Brotli takes
        half a minute for the largest: the first to ask gets gzip, and the next one brotli.
        """
        size = len(file.made) if file.made is not None else (file.source or Path()).stat().st_size
        if file.suffix not in WORTH_IT or size < SMALLEST:
            return None, None
        takes = accepted(offer)
        if "br" in takes:
            ready = self._compressor.ready(file.digest, "br")
            if ready:
                return "br", ready
            if file.digest not in self._wanted:
                self._wanted.add(file.digest)
                self._background.submit(partial(self._compressor.make, file.digest, "br", file.read))
        if "gzip" in takes:
            loop = asyncio.get_running_loop()
            with contextlib.suppress(OSError, Stopped):  # a full disk: the file is sent as it is
                ready = self._compressor.ready(file.digest, "gzip") or await loop.run_in_executor(
                    self._hands, self._compressor.make, file.digest, "gzip", file.read
                )
                return "gzip", ready
        return None, None
