"""The app in a native window on this device: one-device play, with nothing hosted."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import nullcontext
from typing import Any

from companion.database import one_host, open_store
from companion.i18n import ASSETS

PACKED = "FLET_PLATFORM"
"""Set in the environment of an app that `flet build` made."""
_ELSEWHERE = ("FLET_FORCE_WEB_SERVER", "FLET_DISPLAY_URL_PREFIX", "FLET_SERVER_PORT", "FLET_SERVER_IP", PACKED)
"""Environment variables with which Flet would serve the app on the network, without the protections of a host."""


class NoWindow(Exception):
    """The window cannot be opened. `str()` is one line for people."""


def run(database: str = "", language: str = "", *, packed: bool = False) -> None:
    """Open the window and play until it is closed. A `packed` app has its window already.

    Raises `NoWindow` if none can be opened, `models.StoreError` if the database cannot be opened, and `FletMoved` if
    this version of Flet is not supported.
    """
    import flet as ft

    from companion.flet_runtime.install import install

    install()
    if not packed:
        _see_a_screen()

    from companion.phones.host import Host

    with nullcontext() if packed else one_host(database, "in a window"):
        # Opened before the window, so that an error is reported in the terminal.
        store = open_store(database)
        host = Host(lambda: store, tuple, language, alone=True)
        starting: list[asyncio.Task[None]] = []

        async def main(page: Any) -> None:
            if not starting:
                starting.append(asyncio.ensure_future(host.start()))
            await starting[0]
            await host.main(page)

        try:
            ft.run(main, assets_dir=str(ASSETS))
        except Exception as problem:
            if starting or packed:
                raise
            raise NoWindow(
                "The window needs Flet's client, which is fetched from the internet when it is opened for the first "
                f"time, and that failed ({getattr(problem, 'reason', None) or problem}). Connect this machine to the "
                "internet once and start again, or host a table for the phones around: metsuke"
            ) from None
        finally:
            store.close()
        if not starting and not packed:
            raise NoWindow(
                "Flet's client has ended before it opened a window; what it printed says why. "
                "Host a table for the phones around instead: metsuke"
            )


def _see_a_screen() -> None:
    """Raise `NoWindow` if there is no screen: without one Flet would serve the app on the network."""
    from companion.flet_runtime.install import sees_no_screen

    for name in _ELSEWHERE:
        os.environ.pop(name, None)
    if sys.platform == "linux" and os.environ.get("WAYLAND_DISPLAY"):
        os.environ.setdefault("DISPLAY", "")  # Flet looks only for an X display
    elif sys.platform == "linux" and not os.environ.get("DISPLAY"):
        os.environ.pop("DISPLAY", None)
        raise NoWindow(
            "There is no screen to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). "
            "Start it from a desktop, or host a table for the phones around: metsuke"
        )
    if sees_no_screen():
        raise NoWindow("Flet sees no screen to open a window on. Host a table for the phones around: metsuke")
