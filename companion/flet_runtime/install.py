"""The one door to Flet's insides: `install` looks whether they are as expected, and takes its places there, once."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import flet

from companion.flet_runtime.drawing import draw_with
from companion.flet_runtime.relied_on import CHECKED_AGAINST, Part, moved

log = logging.getLogger("metsuke")

_placed = _guarded = False


class FletMoved(Exception):
    """This Flet has no place for what guards secrets. `str()` is for people."""

    def __init__(self, gone: Sequence[str]) -> None:
        super().__init__(
            f"What guards the phones' secrets finds no place in Flet {flet.__version__}: {'; '.join(gone)}. "
            f"Install the Flet that it was checked with: "
            f'pip install "flet=={CHECKED_AGAINST}" "flet-web=={CHECKED_AGAINST}"'
        )


def install(*, hosting: bool = False) -> None:
    """Install all of this package: what guards, and what draws faster where that fits the Flet that runs.

    `hosting` is for a host on the web, where phones send frames. Takes its places once for the process; again it only
    looks whether they are there. Raises `FletMoved` if something that guards has none.
    """
    global _placed, _guarded
    guards: tuple[Part, ...] = ("faults", "ids", "frames") if hosting else ("faults", "ids")
    if gone := [line for part in guards for line in moved(part)]:
        raise FletMoved(gone)
    if not _placed:
        _place()
    _placed, _guarded = True, _guarded or hosting


def _place() -> None:
    if flet.__version__ == CHECKED_AGAINST:
        misses = moved("drawing")
    else:
        misses = [f"this is Flet {flet.__version__}, and the faster way was written for {CHECKED_AGAINST}"]
    if not misses:
        from companion.flet_runtime import constructors, reconcile, render

        draw_with(render.rendering)
        constructors.install()
        reconcile.install()
    else:
        log.warning("screens are drawn by Flet itself, which takes longer: %s", "; ".join(misses))
    from companion.flet_runtime import faults, session_ids

    session_ids.install()  # around whichever way of drawing it is
    faults.install()


def guards_phones() -> bool:
    return _guarded


def desktop_is_there() -> bool:
    """Whether Flet's desktop package is installed, and of Flet's version; Flet would otherwise install it by itself."""
    from flet.version import flet_version

    try:
        from flet_desktop.version import version
    except ImportError:
        return False
    return not version or version == flet_version


def sees_no_screen() -> bool:
    """Tell whether Flet sees no screen on this machine: it would serve the app on the network by itself then."""
    from flet.utils import is_linux_server

    return bool(is_linux_server())  # type: ignore[no-untyped-call]
