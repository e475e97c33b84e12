"""Where this installation's files are."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
"""The folder above `companion`: a checkout, an unpacked phone app, or site-packages."""


def find_assets(project: Path = PROJECT) -> Path:
    """The folder of fonts, icons, boards and translations.

    It lies beside `companion` in a checkout and in a phone app, and is the data-only package
    `metsuke_assets` in a wheel, so that nobody else's `assets` is taken for ours.
    """
    beside = project / "assets"
    if (beside / "fonts").is_dir():
        return beside
    spec = find_spec("metsuke_assets")
    if spec is not None and spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations)))
    return beside


ASSETS = find_assets()
