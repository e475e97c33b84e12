"""The tour's steps, covered and open."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.screens.tour import STEPS, Pad, Practice, drawn
from companion.ui.theme import Look
from tests.shots.scenes import Scene


def step(now: Practice, look: Look, actions: Actions) -> ft.Control:
    return drawn(look, Snapshot("tour"), actions, now, Pad(lambda _: None))


SCENES = [
    *(Scene(f"tour-{name}", partial(step, Practice(n))) for n, name in enumerate(STEPS)),
    Scene("tour-hold-open", partial(step, Practice(1).hold("held"))),
    Scene("tour-choose-done", partial(step, Practice(2).choose()), modes=("light",)),
    Scene("tour-safe-200", partial(step, Practice(4)), scale=2.0, modes=("dark",)),
]
