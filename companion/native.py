"""The same app in a native window on this device: one-device play, with nothing hosted."""

from __future__ import annotations

import asyncio
from typing import Any

from companion.database import open_store
from companion.paths import ASSETS


def run(database: str = "", language: str = "") -> None:
    """Open the window and play until it is closed.

    Raises `models.StoreError` if the database cannot be opened, and `FletMoved` if Flet is another one.
    """
    import flet as ft

    from companion.flet_runtime.install import install

    install()

    from companion.phones.host import Host

    # Opened before the window is, so that what is wrong with it is told in the terminal. Then handed over.
    store = open_store(database)
    host = Host(lambda: store, tuple, language, alone=True)
    starting: list[asyncio.Task[None]] = []

    async def main(page: Any) -> None:
        if not starting:
            starting.append(asyncio.ensure_future(host.start()))
        await starting[0]
        await host.main(page)

    ft.run(main, assets_dir=str(ASSETS))


def desktop_is_there() -> bool:
    """Whether Flet's desktop client is installed; Flet would otherwise try to install it by itself."""
    from importlib.util import find_spec

    return find_spec("flet_desktop") is not None
