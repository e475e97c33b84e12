"""What a picture is taken of: a scene, found in the modules `tests/shots/scenes_*.py`.

A module lists its scenes in `SCENES`. A screen's scene is `Scene("lobby", partial(from_snapshot, snapshot))`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.ui.theme import Look

SIZES = {"phone": (390, 844), "tablet": (1180, 820), "desk": (1000, 844), "short": (360, 640), "small": (320, 568)}


SUBJECTS = frozenset(name for name, part in vars(Actions).items() if isinstance(part, property))
"""The parts of a phone's actions."""


class Still:
    """Actions that do nothing but note what was asked of them, whatever their subject."""

    def __init__(self) -> None:
        self.told: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self if name in SUBJECTS else partial(self._note, name)

    def _note(self, name: str, *args: Any, **kwargs: Any) -> None:
        self.told.append((name, args, kwargs))


@dataclass(frozen=True)
class Scene:
    """A name and a function that draws it.

    `size` is one of `SIZES`. `secret` draws it by the moon. `scale` is the reader's text scale. `modes` and
    `langs` are the pictures taken of it; a scene of another size has its size in its name.
    """

    name: str
    draw: Callable[[Look, Actions], ft.Control]
    size: str = "phone"
    secret: bool = False
    scale: float = 1.0
    modes: tuple[str, ...] = ("dark", "light")
    langs: tuple[str, ...] = ("en", "ja")


def from_snapshot(snapshot: Snapshot | Mapping[str, Snapshot], look: Look, actions: Actions) -> ft.Control:
    """Draw the screen of a snapshot as a phone does; a mapping has one snapshot a language."""
    from companion.screens.router import render

    return render(look, snapshot if isinstance(snapshot, Snapshot) else snapshot[look.lang], actions)


@dataclass
class Collection:
    """All scenes by name."""

    scenes: dict[str, Scene] = field(default_factory=dict)

    def matching(self, names: list[str]) -> list[Scene]:
        """Return the scenes whose names begin with one of `names`; all of them if there is none."""
        return [s for s in self.scenes.values() if not names or any(s.name.startswith(n) for n in names)]


def collect() -> Collection:
    """Import every `scenes_*` module of this package. Raises `ValueError` when two scenes have one name."""
    import tests.shots

    found = Collection()
    for module in sorted(m.name for m in pkgutil.iter_modules(tests.shots.__path__) if m.name.startswith("scenes_")):
        for scene in importlib.import_module(f"tests.shots.{module}").SCENES:
            if scene.name in found.scenes:
                raise ValueError(f"two scenes are called {scene.name}")
            found.scenes[scene.name] = scene
    return found
