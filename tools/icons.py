"""The Material icons that the app uses, so that phones load only those."""

from __future__ import annotations

import re
from pathlib import Path

from companion.i18n import PACKAGE

FRAMEWORK = {
    # Drawn by Flutter's own widgets without being named: sheets, menus, fields, steppers, pickers, lists.
    "ARROW_BACK",
    "ARROW_BACK_IOS_NEW",
    "ARROW_DROP_DOWN",
    "ARROW_DROP_UP",
    "CANCEL",
    "CHECK",
    "CHECK_BOX",
    "CHECK_BOX_OUTLINE_BLANK",
    "CHEVRON_LEFT",
    "CHEVRON_RIGHT",
    "CLEAR",
    "CLOSE",
    "CONTENT_COPY",
    "CONTENT_CUT",
    "CONTENT_PASTE",
    "DRAG_HANDLE",
    "ERROR",
    "ERROR_OUTLINE",
    "EXPAND_LESS",
    "EXPAND_MORE",
    "INDETERMINATE_CHECK_BOX",
    "KEYBOARD_ARROW_DOWN",
    "KEYBOARD_ARROW_UP",
    "MENU",
    "MORE_HORIZ",
    "MORE_VERT",
    "RADIO_BUTTON_CHECKED",
    "RADIO_BUTTON_UNCHECKED",
    "SEARCH",
    "SELECT_ALL",
    "VISIBILITY",
    "VISIBILITY_OFF",
    "WARNING",
}
_NAMED = re.compile(r"\b(?:Icons|IC)\.([A-Z][A-Z0-9_]+)\b")


def used(package: Path = PACKAGE) -> frozenset[str]:
    """Return the icons written as `Icons.NAME` or `IC.NAME` in our code, and those the framework draws itself."""
    texts = (path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    return frozenset(FRAMEWORK) | {name for text in texts for name in _NAMED.findall(text)}


def glyph(name: str) -> str:
    """Return an icon's name in Flutter's icon font: `CHECK` is `check_baseline`, `CHECK_SHARP` is `check_sharp`."""
    lower = name.lower()
    return lower if lower.endswith(("_sharp", "_rounded", "_outlined")) else f"{lower}_baseline"
