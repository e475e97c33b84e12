"""A table with nothing on it: a Flet app small enough to see what the host and the guard do."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

import flet as ft
import uvicorn

from companion.contract.snapshot import Address
from companion.flet_runtime.install import install
from companion.hosting.web_app import create_app
from companion.phones.intake import Intake
from companion.phones.page import HELD, TITLE
from companion.ui import qr

SECRET = "SECRET 7"
RED = "#FF0000"
PICTURE = "a picture that a decoder reads"


class Trivial:
    """The services of a host that knows one match, `abc`."""

    on_new_match: Callable[[str], None] | None = None

    def __init__(self, port: int) -> None:
        self.port = port
        self.intake = Intake()

    async def start(self) -> None:
        return

    async def stop(self) -> None:
        return

    async def match_exists(self, code: str) -> bool:
        return code == "abc"

    def join_url(self, code: str) -> str:
        return f"http://127.0.0.1:{self.port}/m/{code}"

    def addresses(self) -> tuple[Address, ...]:
        return (Address(f"http://127.0.0.1:{self.port}", f"127.0.0.1:{self.port}"),)

    async def main(self, page: ft.Page) -> None:
        """A pad that shows a red square as long as it is held."""
        page.title = TITLE
        if page.route == "/picture":
            page.add(ft.Image(src=qr.png(PICTURE), width=300))
            return
        page.padding = 0
        page.bgcolor = "#14110D"
        place = ft.Container(width=200, height=200, bgcolor="#1C2558")
        route = ft.Text(f"route {page.route}", color="#F6EEDF")

        def opened(_: object) -> None:
            page.title = HELD
            place.bgcolor = RED
            place.content = ft.Text(SECRET)
            page.update()

        def covered(_: object) -> None:
            page.title = TITLE
            place.bgcolor = "#1C2558"
            place.content = None
            page.update()

        pad = ft.GestureDetector(
            content=ft.Container(ft.Text("Hold to look", color="#F6EEDF"), width=200, height=100, bgcolor="#131A45"),
            on_tap_down=opened,
            on_tap_up=covered,
            on_tap_cancel=covered,
        )
        page.on_connect = covered
        page.add(ft.Column([place, ft.Semantics(content=pad, label="Hold to look", button=True), route]))


def config(app: object, port: int = 0, host: str = "127.0.0.1") -> uvicorn.Config:
    return uvicorn.Config(app, host=host, port=port, log_level="critical", access_log=False)  # type: ignore[arg-type]


if __name__ == "__main__":
    install(hosting=True)
    number, address = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1"
    asyncio.run(uvicorn.Server(config(create_app(Trivial(number)), number, address)).serve())
