"""Plots by themselves: two curves of a match, one of many months, and five at once."""

from __future__ import annotations

from itertools import accumulate
from random import Random

import flet as ft

from companion.contract.actions import Actions
from companion.ui import act, panel
from companion.ui.plot import Curve, Plot, plot, table
from companion.ui.theme import Look
from tests.shots.scenes import Scene

TURNS = Plot(
    "Where they could be, by turn",
    "zones",
    "Turn",
    tuple(map(str, range(1, 21))),
    (
        Curve("Ninja", (28, 40, 58, 70, 36, 48, 1, 10, 25, 33, 40, 18, 27, 34, 1, 8, 16, 24, 27, 30), "ninja"),
        Curve(
            "Traitor",
            (30, 55, 82, 106, 114, 98, 92, 70, 78, 84, 88, 44, 50, 58, 66, 31, 1, 10, 13, 16),
            "traitor",
        ),
    ),
    "The Ninja could be in 28 zones in turn 1, and in one in turns 7 and 15.",
)
_random = Random(3)
WON = tuple(accumulate(_random.random() < 0.42 for _ in range(31)))
MONTHS = Plot(
    "Wins, last 31 matches",
    "expected by number of players",
    "Match",
    tuple(f"{1 + n // 5} May" for n in range(31)),
    (
        Curve("Won", WON),
        Curve("By chance", tuple(round(0.25 * n, 1) for n in range(31))),
    ),
    "13 wins of 31, where chance would have given 7.8.",
)
FIVE = Plot(
    "Points, round by round",
    "",
    "Round",
    ("1", "2", "3", "4"),
    tuple(
        Curve(name, values)
        for name, values in {
            "Aki": (0, -3, -5, 12),
            "Ayame": (2, 2, 2, 2),
            "チエ": (4, None, 6, 7),
            "Dai Bartholomew of Nagoya": (1, 5, -9, 11.5),
            "えみ": (0, 0, 3, 2),
        }.items()
    ),
    "Aki has 12 after the last round.",
)


def plots(look: Look, actions: Actions) -> ft.Control:
    return ft.Container(
        ft.Column(
            [plot(look, TURNS, 6, act(actions.pages.go)), plot(look, MONTHS), plot(look, FIVE)],
            spacing=10,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            scroll=ft.ScrollMode.AUTO,
        ),
        bgcolor=look.p.background,
        padding=16,
        expand=True,
    )


def tables(look: Look, actions: Actions) -> ft.Control:
    return ft.Container(
        ft.Column([panel(look, ft.Column(table(look, FIVE), tight=True))], spacing=10),
        bgcolor=look.p.background,
        padding=16,
        expand=True,
    )


SCENES = [
    Scene("kit-plot-table", tables, modes=("light",), langs=("en",)),
    Scene("kit-plot", plots),
    Scene("kit-plot-large", plots, scale=1.5, modes=("dark",), langs=("ja",)),
]
