"""Where this installation's files are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
PROJECT = PACKAGE.parent
"""The folder above `companion`: a checkout, an unpacked phone app, or site-packages."""


def find_assets(package: Path = PACKAGE) -> Path:
    """The folder of fonts, icons, boards and translations.

    It lies inside the package in an installed wheel, and beside it in a checkout or a phone app.
    """
    inside = package / "_assets"
    return inside if inside.is_dir() else package.parent / "assets"


ASSETS = find_assets()


@cache
def manual(language: str) -> str:
    """Return where a host serves the manual: in a reader's language, in English where there is none in it."""
    known = (ASSETS / "manual" / language / "index.html").is_file()
    return f"/manual/{language if known else 'en'}/index.html"
