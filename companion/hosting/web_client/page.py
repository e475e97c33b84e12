"""The page that starts Flet's web client: our name, colours and guard, every address versioned; and its manifest."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping

from companion.i18n import app_words, languages
from companion.paths import ASSETS
from referee.core.values import ENGLISH

VERSIONED = "/-/"
FALLBACK = "/fallback/"
"""Where the engine asks for fonts with characters that those at hand lack."""
SCRIPT = "web/page.js"
"""Our scripts that run before Flutter."""
NAME = "Metsuke"
GUARD = "app.guard."
"""What the keys of the connection guard's words begin with."""
DESCRIPTION = "A digital referee and companion for physical ninja games."
LARGE = (
    "main.dart.wasm",
    "main.dart.js",
    "canvaskit/skwasm.wasm",
    "canvaskit/skwasm_heavy.wasm",
    "canvaskit/canvaskit.wasm",
    "canvaskit/chromium/canvaskit.wasm",
)
"""What a phone waits for at its first load: `assets/web/opening.js` tells how much of it is there."""


def page_of(page: str, version: str, language: str, sizes: Mapping[str, int]) -> str:
    """Return Flet's page with our name, colours and guard; `sizes` are those of the large files, in bytes."""
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
    """Replace the first match. Raises if there is none: a new version of Flet must not undo a patch unnoticed."""
    patched, count = re.subn(pattern, replacement.replace("\\u", "\\\\u"), page, count=1, flags=re.DOTALL)
    if not count:
        raise RuntimeError(f"This Flet's index.html is not the one Metsuke knows: {pattern} is not in it.")
    return patched


def _guard_words() -> dict[str, dict[str, str]]:
    """What the guard says, by language: it speaks when the host cannot."""
    english = app_words(ENGLISH)
    names = [key for key in english if key.startswith(GUARD)]
    return {
        lang: {key.removeprefix(GUARD): str(app_words(lang).get(key, english[key])) for key in names}
        for lang in languages()
    }


def _noscript() -> str:
    """What a browser shows that runs no scripts, in every language: nothing else can ask it for its own."""
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
