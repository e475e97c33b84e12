"""The Flet that we help along.

What draws faster than Flet does reaches into it, and was written against one version. With another one Flet does
everything by itself.
"""

from __future__ import annotations

import flet

MADE_FOR = "1.0.5"
"""The version whose insides `quick`, `redraw`, `rendering`, `kinds` and `packing` know."""


def fits() -> bool:
    """Tell whether the Flet that runs is the one they know."""
    return bool(flet.__version__ == MADE_FOR)
