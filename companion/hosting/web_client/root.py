"""Flet's web client as this host serves it: no outside addresses, our face, and a version in every long-lived URL.

Everything that rarely changes lies under `/-/<version>/`, where the version is a hash of all of it, and may be
kept by a browser for ever. Only the page itself is asked for again on a reload.
"""

from __future__ import annotations

import json
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from companion.hosting.web_client.compression import digest
from companion.hosting.web_client.page import LARGE, SCRIPT, app_manifest, page_of
from companion.paths import ASSETS

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
"""The folders of our assets that a phone may fetch, and which files of each."""
_SCRIPTS = ("lacking", "size", "guard", "back", "opening", "alone", "pictures", "chime", "voice", "aloud", "turn")
"""Our scripts that run before Flutter, in their order: one file, for each answer has its headers."""
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
    """One file that a browser may ask for."""

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
        """Bytes, not compressed."""
        return len(self.made) if self.made is not None else (self.source or Path()).stat().st_size

    @property
    def suffix(self) -> str:
        """Its name's ending, with the dot."""
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
    """Gather and patch the web client. Reads every file once; writes nothing."""
    if flet_web is None:
        from flet_web import get_package_web_dir

        flet_web = Path(get_package_web_dir())
    files = _gather(flet_web, assets)
    page = (flet_web / INDEX).read_text(encoding="utf-8")
    version = digest("".join(f"{name}:{files[name].digest}\n" for name in sorted(files)).encode())[:12]
    sizes = {name: files[name].size for name in LARGE if name in files}
    return WebRoot(files, version, WebFile(INDEX, made=page_of(page, version, language, sizes).encode()))


def _gather(flet_web: Path, assets: Path) -> dict[str, WebFile]:
    """Flet's files that the app can come to need, then ours, which win."""
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
    """Return a script of ours as a phone loads it: what only explains is for whoever reads the file.

    Behind a statement that is what follows two spaces and two slashes.
    """
    lines = (line.strip().partition("  //")[0].rstrip() for line in script.read_text(encoding="utf-8").splitlines())
    return "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))


def _font_manifest(files: Mapping[str, WebFile]) -> str:
    """The fonts the engine loads before its first frame. `asset` is relative to the `assets` folder.

    Formula fonts and Cupertino's icons are not loaded: nothing here uses them. Our own face also stands in for
    Roboto, the engine's own default, so that a text that names no family still has its kana and kanji.
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
    """Flutter's loader without the service worker it no longer wants, and without threads.

    Threads need cross-origin isolation, which a phone on a LAN has not: all browsers get the one kind that
    works everywhere, and tests see what phones run.
    """
    script, workers = re.subn(r"serviceWorkerSettings:\s*\{[^}]*\},", "", script)
    marker = "var flutterConfig = {"
    if not workers or marker not in script:
        raise RuntimeError("This Flet's flutter_bootstrap.js is not the one Metsuke knows.")
    return script.replace(marker, marker + "\n    forceSingleThreadedSkwasm: true,")
