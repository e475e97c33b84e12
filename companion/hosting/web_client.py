"""Flet's web client as this host serves it: no outside addresses, our fonts and page, versioned URLs.

Everything that rarely changes is under `/-/<version>/`, where the version is a hash of all of it, and browsers may keep
it for ever. Only the page itself is requested again on a reload.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import json
import mimetypes
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response

from companion.hosting.compression import (
    SMALLEST,
    WORTH_IT,
    Background,
    Compressor,
    Encoding,
    Stopped,
    accepted,
    digest,
)
from companion.i18n import ASSETS, app_words, languages
from companion.ui.fonts import asked_for
from referee.core.values import ENGLISH

VERSIONED = "/-/"
FALLBACK = "/fallback/"
"""The path at which the engine requests fonts for characters that the loaded ones lack."""
SCRIPT = "web/page.js"
"""The bundle of our scripts that run before Flutter."""
NAME = "Metsuke"
GUARD = "app.guard."
"""The key prefix of the connection guard's messages."""
DESCRIPTION = "A digital referee and companion for physical ninja games."
LARGE = (
    "main.dart.wasm",
    "main.dart.js",
    "canvaskit/skwasm.wasm",
    "canvaskit/skwasm_heavy.wasm",
    "canvaskit/canvaskit.wasm",
    "canvaskit/chromium/canvaskit.wasm",
)
"""The files that a phone waits for at its first load: `assets/web/opening.js` shows their progress."""


def page_of(page: str, version: str, language: str, sizes: Mapping[str, int]) -> str:
    """Return Flet's page with our name, colours and scripts; `sizes` are those of the large files, in bytes."""
    base = f"{VERSIONED}{version}/"
    config = {
        "flet.noCdn": True,
        "flet.pyodide": False,
        "flet.canvasKitBaseUrl": f"{base}canvaskit/",
        "flet.fontFallbackBaseUrl": FALLBACK,
        "flet.entrypointBaseUrl": base,
        "flet.assetBase": base,
        "flet.assetsDir": base,
        "flet.webSocketEndpoint": "/ws",
        "flet.routeUrlStrategy": "path",
        "flet.webRenderer": "auto",
        "window.metsuke": {
            "language": language,
            "version": version,
            "words": _guard_words(),
            "sizes": dict(sizes),
        },
    }
    style, opening = ((ASSETS / "web" / f"opening.{kind}").read_text("utf-8") for kind in ("css", "html"))
    lines = "\n".join(f"    {name} = {json.dumps(value)};" for name, value in config.items())
    page = _replace(
        page,
        r"<!-- fletAppConfig -->",
        f'<script>\n{lines}\n  </script>\n  <script src="{base}{SCRIPT}"></script>',
    )
    opening = opening.replace("{base}", base).replace("{noscript}", _noscript())
    page = _replace(page, r'  <div id="loading".*?</div>\n', opening)
    page = _replace(page, r"<html>", f'<html lang="{language or ENGLISH}">')
    page = _replace(page, "</head>", f"  <style>\n{style}  </style>\n</head>")
    page = _replace(page, r'\s*<script src="python\.js"></script>', "")
    page = _replace(page, r'src="flutter_bootstrap\.js"', f'src="{base}flutter_bootstrap.js"')
    page = _replace(
        page,
        r"<title>.*?</title>",
        f'<title>{NAME}</title>\n  <meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '  <meta name="color-scheme" content="light dark">\n'
        '  <meta name="theme-color" content="#F4EDDF" media="(prefers-color-scheme: light)">\n'
        '  <meta name="theme-color" content="#14110D" media="(prefers-color-scheme: dark)">',
    )
    page = _replace(page, r'(name="description" content=)"[^"]*"', rf'\1"{DESCRIPTION}"')
    page = _replace(page, r'(name="apple-mobile-web-app-title" content=)"[^"]*"', rf'\1"{NAME}"')
    page = _replace(page, r'href="icons/apple-touch-icon-192\.png"', f'href="{base}icons/icon-192.png"')
    page = _replace(page, r'href="favicon\.png"', f'href="{base}icons/favicon.png"')
    return _replace(page, r'href="manifest\.json"', f'href="{base}manifest.json"')


def _replace(page: str, pattern: str, replacement: str) -> str:
    """Replace the first match. Raises `RuntimeError` without one: a new Flet must not undo a patch unnoticed."""
    patched, count = re.subn(pattern, replacement.replace("\\u", "\\\\u"), page, count=1, flags=re.DOTALL)
    if not count:
        raise RuntimeError(f"This Flet's index.html is not the one Metsuke knows: {pattern} is not in it.")
    return patched


def _guard_words() -> dict[str, dict[str, str]]:
    """Return the connection guard's messages by language: it shows them when the host cannot be reached."""
    english = app_words(ENGLISH)
    names = [key for key in english if key.startswith(GUARD)]
    return {
        lang: {key.removeprefix(GUARD): str(app_words(lang).get(key, english[key])) for key in names}
        for lang in languages()
    }


def _noscript() -> str:
    """Return what a browser without scripts shows, in every language, since only a script could choose one."""
    said = {lang: app_words(lang).get("app.page.noscript") for lang in languages()}
    return "".join(f'<p lang="{lang}">{html.escape(str(words))}</p>' for lang, words in said.items() if words)


def app_manifest() -> dict[str, object]:
    icons = [
        {
            "src": f"icons/icon-{kind}{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "maskable" if kind else "any",
        }
        for kind in ("", "maskable-")
        for size in (192, 512)
    ]
    return {
        "name": NAME,
        "short_name": NAME,
        "description": DESCRIPTION,
        "start_url": "/",
        "display": "standalone",
        "background_color": "#14110D",
        "theme_color": "#14110D",
        "icons": icons,
    }


INDEX = "index.html"
_LEFT_OUT = (
    "pyodide/",
    "python-worker.js",
    "flutter_service_worker.js",
    "flutter.js",
    "assets/NOTICES",
    "assets/packages/media_kit/",
    "assets/packages/flutter_math_fork/",
    "assets/packages/record_web/",
    "canvaskit/experimental_webparagraph/",
    "canvaskit/wimp",
    "icons/",
    "favicon.png",
    "python.js",
)
_OURS = {
    "fonts": ("*.woff2", "scripts/*.?tf"),
    "icons": ("*.png", "*.svg"),
    "boards": ("*.json",),
    "manual": ("*.html",),
}
"""The folders of our assets that a phone may fetch, and the patterns of their files."""
_SCRIPTS = ("lacking", "size", "guard", "back", "opening", "alone", "pictures", "chime", "voice", "aloud", "turn")
"""Our scripts that run before Flutter, in order; bundled into one file, to save requests."""
_TYPES = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".ttf": "font/ttf",
    ".otf": "font/otf",
    ".woff2": "font/woff2",
    ".frag": "application/octet-stream",
}


@dataclass(frozen=True)
class WebFile:
    """One file that a browser may request."""

    name: str
    source: Path | None = None
    made: bytes | None = None

    def read(self) -> bytes:
        return self.made if self.made is not None else (self.source or Path()).read_bytes()

    @cached_property
    def digest(self) -> str:
        return digest(self.read())

    @cached_property
    def size(self) -> int:
        """The size in bytes, uncompressed."""
        return len(self.made) if self.made is not None else (self.source or Path()).stat().st_size

    @property
    def suffix(self) -> str:
        """The suffix of the name, with the dot, in lower case."""
        return Path(self.name).suffix.lower()

    @property
    def media_type(self) -> str:
        known = _TYPES.get(self.suffix) or mimetypes.guess_type(self.name)[0] or "application/octet-stream"
        return f"{known}; charset=utf-8" if known.startswith("text/") or known == "application/json" else known


@dataclass(frozen=True)
class WebRoot:
    """All files of the web client, by name, and the page that starts it."""

    files: Mapping[str, WebFile] = field(repr=False)
    version: str
    index: WebFile = field(repr=False)


def build(flet_web: Path | None = None, assets: Path = ASSETS, language: str = "") -> WebRoot:
    """Collect and patch the web client. Reads every file once; writes nothing."""
    if flet_web is None:
        from flet_web import get_package_web_dir

        flet_web = Path(get_package_web_dir())
    files = _gather(flet_web, assets)
    page = (flet_web / INDEX).read_text(encoding="utf-8")
    version = digest("".join(f"{name}:{files[name].digest}\n" for name in sorted(files)).encode())[:12]
    sizes = {name: files[name].size for name in LARGE if name in files}
    return WebRoot(files, version, WebFile(INDEX, made=page_of(page, version, language, sizes).encode()))


def _gather(flet_web: Path, assets: Path) -> dict[str, WebFile]:
    """Return Flet's files that the app may need, and ours, which replace Flet's of the same name."""
    files: dict[str, WebFile] = {}
    for path in sorted(flet_web.rglob("*")):
        name = path.relative_to(flet_web).as_posix()
        if path.is_file() and not name.startswith(_LEFT_OUT) and path.suffix not in (".symbols", ".map", ".html"):
            files[name] = WebFile(name, path)
    for folder, patterns in _OURS.items():
        for path in sorted(p for pattern in patterns for p in (assets / folder).rglob(pattern)):
            name = path.relative_to(assets).as_posix()
            files[name] = WebFile(name, path)
    subset = assets / "fonts" / "MaterialIcons-Metsuke.otf"
    if subset.exists():
        files["assets/fonts/MaterialIcons-Regular.otf"] = WebFile("assets/fonts/MaterialIcons-Regular.otf", subset)
    scripts = (assets / "web" / f"{name}.js" for name in _SCRIPTS)
    for name, text in {
        SCRIPT: "".join(_without_comments(script) for script in scripts if script.exists()),
        "flutter_bootstrap.js": _bootstrap((flet_web / "flutter_bootstrap.js").read_text(encoding="utf-8")),
        "assets/FontManifest.json": _font_manifest(files),
        "manifest.json": json.dumps(app_manifest()),
    }.items():
        files[name] = WebFile(name, made=text.encode())
    return files


def _without_comments(script: Path) -> str:
    """Return a script of ours without its comments, which a phone does not need.

    A comment behind a statement must follow two spaces and two slashes.
    """
    lines = (line.strip().partition("  //")[0].rstrip() for line in script.read_text(encoding="utf-8").splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


def _font_manifest(files: Mapping[str, WebFile]) -> str:
    """Return the manifest of fonts that the engine loads before its first frame.

    `asset` is relative to the `assets` folder. Formula fonts and Cupertino's icons are left out: nothing here uses
    them. Our own font also replaces Roboto, the engine's default, so that a text without a font family still has its
    kana and kanji.
    """
    faces = [
        {"asset": f"../fonts/Metsuke-{weight}.woff2", "weight": number}
        for weight, number in (("Regular", 400), ("Bold", 700))
        if f"fonts/Metsuke-{weight}.woff2" in files
    ]
    manifest = [{"family": "MaterialIcons", "fonts": [{"asset": "fonts/MaterialIcons-Regular.otf"}]}]
    if faces:
        manifest += [{"family": "Metsuke", "fonts": faces}, {"family": "Roboto", "fonts": faces[:1]}]
    else:
        manifest.append({"family": "Roboto", "fonts": [{"asset": "fonts/roboto.woff2"}]})
    return json.dumps(manifest)


def _bootstrap(script: str) -> str:
    """Return Flutter's loader without its obsolete service worker, and without threads.

    Threads need cross-origin isolation, which a phone on a LAN does not have. So all browsers get the single-threaded
    engine, and tests run what phones run.
    """
    script, workers = re.subn(r"serviceWorkerSettings:\s*\{[^}]*\},", "", script)
    marker = "var flutterConfig = {"
    if not workers or marker not in script:
        raise RuntimeError("This Flet's flutter_bootstrap.js is not the one Metsuke knows.")
    return script.replace(marker, marker + "\n    forceSingleThreadedSkwasm: true,")


IN_THE_APP = re.compile(r"/[mtgp]/[^/.]+[^/]*/?$", re.IGNORECASE)
"""The addresses of matches and positions; no file of ours has such a name."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PROBED = frozenset({"healthz", "health", "livez", "live", "readyz", "ready", "metrics", "status"})
"""Paths that monitoring programs request: the page of the app would tell them that all is well."""
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
        """Start compressing the large files in the background, before the first phone comes."""
        digests = {file.digest for file in self.root.files.values()} | {self.root.index.digest}
        self._background.submit(partial(self._compressor.prune, digests))
        for file in filter(None, map(self.root.files.get, FIRST)):
            self._background.submit(partial(self._compressor.make, file.digest, "gzip", file.read))

    def stop(self) -> None:
        """Cancel all compression."""
        self._background.stop()
        self._compressor.stop()
        self._hands.shutdown(wait=False, cancel_futures=True)

    async def answer(self, request: Request) -> Response:
        """Return the file that a path names; for any path that looks like a place in the app, the app's page."""
        path = request.url.path
        if path.strip("/").lower() in PROBED:
            return PlainTextResponse("Asked of a port of their own: --status.", 404, {"Cache-Control": "no-store"})
        if path.startswith(FALLBACK) and (face := asked_for(path[len(FALLBACK) :].partition("/")[0])):
            # The engine requests a font for missing characters, some fonts in pieces; ours are whole.
            return RedirectResponse(f"{VERSIONED}{self.root.version}/{face}", headers={"Cache-Control": ASK_AGAIN})
        if path.startswith(VERSIONED):
            version, _, name = path[len(VERSIONED) :].partition("/")
            file = self.root.files.get(name)
            # A page from before an upgrade may still request its old addresses: answers there must not be cached.
            lasting = version == self.root.version
        else:
            file = self.root.files.get(path.lstrip("/"))
            lasting = False
            # A link may have been pasted with characters of the sentence around it.
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
        """Return the smallest copy at hand among the encodings that the browser accepts.

        Gzip copies are made while the browser waits, which is faster than sending the file uncompressed. Brotli takes
        half a minute for the largest file: the first request gets gzip, later ones brotli.
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
            with contextlib.suppress(OSError, Stopped):  # a full disk: the file is sent uncompressed
                ready = self._compressor.ready(file.digest, "gzip") or await loop.run_in_executor(
                    self._hands, self._compressor.make, file.digest, "gzip", file.read
                )
                return "gzip", ready
        return None, None
