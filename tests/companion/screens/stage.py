"""A screen that is tapped and drawn again, without a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft
from flet.components.component import Component, Renderer
from flet.utils.object_model import patch_dataclass

from companion.contract.snapshot import Snapshot
from companion.screens.router import render
from companion.ui.theme import Look, make_look
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, press, words

EN, JA = make_look("en"), make_look("ja")


class Shown:
    """One component on a phone: what it holds now, and what its own taps change."""

    def __init__(self, draw: Callable[[], ft.Control]) -> None:
        self._root = Renderer().render(draw)
        self.tree: list[ft.BaseControl] = []
        self.again()

    def again(self) -> list[ft.BaseControl]:
        """Draw it again, as after one of its own states has changed."""
        screen = self._screen
        if screen is not None:
            screen._state.is_dirty = True
        self.tree = drawn(lambda: self._root)
        return self.tree

    def show(self, snap: Snapshot) -> list[ft.BaseControl]:
        """Draw the screen for another snapshot: it keeps its state."""
        assert self._screen is not None
        look, _, actions = self._screen.args
        self._screen.args = (look, snap, actions)
        return self.again()

    @property
    def _screen(self) -> Component | None:
        """The component of the screen, in what holds it apart from others."""
        found: Any = self._root
        while isinstance(found, ft.Container):
            found = found.content
        return found if isinstance(found, Component) else None

    def tap(self, name: str) -> None:
        """Use what has this spoken name."""
        press(self.tree, name)
        self.again()

    @property
    def words(self) -> str:
        """All that can be read, in one text."""
        return "\n".join(words(self.tree))

    @property
    def names(self) -> list[str]:
        """All that a screen reader speaks."""
        return names(self.tree)


def shown(snap: Snapshot, look: Look = EN) -> tuple[Shown, Still]:
    """Show a snapshot's screen; return it with what it asks for."""
    actions = Still()
    return Shown(lambda: render(look, snap, actions)), actions


def field(tree: list[ft.BaseControl], at: int = 0) -> ft.TextField:
    """Return a field of a tree."""
    return [each for each in tree if isinstance(each, ft.TextField)][at]


def type_into(tree: list[ft.BaseControl], text: str, at: int = 0) -> None:
    """Type a text into a field, as far as its handler is concerned."""
    box = field(tree, at)
    patch_dataclass(box, {"value": text})  # as what the client sends is applied
    assert box.on_change is not None
    box.on_change(ft.ControlEvent(control=box, name="change"))  # type: ignore[call-arg,arg-type]
