"""A small app that stirs its tree in every way a screen does: components, memos, lists in a new order."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import flet as ft


@dataclass(frozen=True)
class Leaf:
    """One row: a name that stays, words that change."""

    name: str
    words: str


@dataclass(frozen=True)
class Picture:
    """What the app shows: groups of rows."""

    number: int = 0
    keyed: tuple[Leaf, ...] = ()
    loose: tuple[tuple[Leaf, ...], ...] = ()
    sheet: str = ""


def stirred(picture: Picture, chance: random.Random) -> Picture:
    """Return another picture: rows come, go, change their places and their words."""
    rows = [Leaf(r.name, r.words if chance.random() < 0.6 else f"w{chance.randrange(99)}") for r in picture.keyed]
    chance.shuffle(rows)
    rows = rows[: chance.randrange(len(rows) + 1)] if chance.random() < 0.3 else rows
    for _ in range(chance.randrange(3)):
        rows.insert(chance.randrange(len(rows) + 1), Leaf(f"n{picture.number}-{len(rows)}", f"w{chance.randrange(99)}"))
    loose = tuple(
        tuple(Leaf(f"l{i}", f"x{chance.randrange(9)}") for i in range(chance.randrange(4)))
        for _ in range(chance.randrange(4))
    )
    return Picture(picture.number + 1, tuple(rows), loose, chance.choice(["", "", f"sheet {chance.randrange(9)}"]))


@ft.component
def _row(leaf: Leaf) -> ft.Control:
    return ft.Row([ft.Text(leaf.name), ft.Container(ft.Text(leaf.words, tooltip=f"tip {leaf.words}"))], key=leaf.name)


@ft.component
def _plain(leaf: Leaf) -> ft.Control:
    if leaf.words in ("x1", "x2"):
        return ft.Text(leaf.words)
    return ft.Column([ft.Text(leaf.name), ft.Text(leaf.words)])


_memo_row = ft.memo(_row)


@dataclass
class LittleApp:
    """The app, and a handle to what one phone of it is shown."""

    pages: list[ft.Page] = field(default_factory=list)
    pressed: list[str] = field(default_factory=list)
    show: list[Callable[[Picture], None]] = field(default_factory=list)

    async def main(self, page: ft.Page) -> None:
        """Serve one phone."""
        self.pages.append(page)

        def app() -> Any:
            picture, show = ft.use_state(Picture())
            self.show.append(show)
            words = ft.use_ref("")
            rows: list[ft.Control] = [ft.Text(f"number {picture.number}")]
            rows.append(ft.Column([_memo_row(leaf, key=leaf.name) for leaf in picture.keyed], key="keyed"))
            rows += [ft.Row([_plain(leaf) for leaf in group]) for group in picture.loose]
            if picture.sheet:
                rows.append(ft.Container(ft.Semantics(label=picture.sheet, content=ft.Text(picture.sheet))))
            pad = ft.GestureDetector(
                content=ft.Text("pad"),
                on_tap_down=lambda: self.pressed.append("down"),
                on_tap_up=lambda: self.pressed.append("up"),
            )
            rows += [
                ft.FilledButton("Next", on_click=lambda: show(Picture(picture.number + 1))),
                ft.Semantics(label="Hold me", button=True, content=pad),
                ft.TextField(
                    label="Name",
                    on_change=lambda e: setattr(words, "current", e.control.value),
                    on_blur=lambda: self.pressed.append(f"wrote {words.current}"),
                ),
                ft.SegmentedButton(
                    segments=[ft.Segment(value=v, label=ft.Text(f"Choose {v}")) for v in "ab"],
                    selected=["a"],
                    on_change=lambda e: self.pressed.append(f"chose {e.control.selected}"),
                ),
                ft.FilledButton("Not now", disabled=True, on_click=lambda: self.pressed.append("never")),
                ft.FilledButton("Keep", on_click=keep),
                ft.FilledButton("Break", on_click=lambda: 1 / 0),
            ]
            return ft.Column(rows)

        async def keep() -> None:
            before = await ft.SharedPreferences().get("key")
            await ft.SharedPreferences().set("key", f"{before}+")
            self.show[-1](Picture(0, sheet=f"kept {before}"))

        page.render(ft.component(app))
