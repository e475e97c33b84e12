"""The castle's map and the list of its zones, with hand-made figures, marks and ways."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion import ui
from companion.contract.actions import Actions
from companion.ui.map.board_map import Figure, MapFacts, Mark, Trail, board_map
from companion.ui.map.zone_list import zone_list
from companion.ui.theme import Look
from tests.shots.scenes import Scene

SENTRIES = ("W1", "W4", "K14", "K1", "S1", "N1", "P14", "P12", "N8", "E1", "E7", "P1")
FIGURES = (
    *(Figure(zone, "sentry", str(n + 1)) for n, zone in enumerate(SENTRIES)),
    Figure("W5", "patrol", "P1", "W6"),
    Figure("S7", "patrol", "P2", "S5"),
    Figure("E8", "patrol", "P3", "E9"),
)
MARKS = (
    Mark("P15", "A"), Mark("K9", "B"), Mark("P6", "C"), Mark("K5", "D"), Mark("P10", "E"), Mark("P4", "F"),
    Mark("P8", "T", "vermilion"), Mark("K12", "T", "vermilion"), Mark("P2", "H", "vermilion"),
    Mark("K4", "S2"), Mark("W10", "S2"), Mark("E5", "S1"),
)  # fmt: skip
NINJA = Trail(
    "ninja",
    ("T16", "M13", "E3", "E2", "S7", "P1", "P5", "P6", "P10", "P14", "C2", "C3", "G4", "K1", "K6"),
    (0, 0, 1, 2, 0, 3, 5, 7, 0, 8, 9, 0, 10, 11, 0),
)
TRAITOR = Trail("traitor", ("N6", "N7", "P8", "P12", "P15"), (0, 4, 6, 9, 10))
FACTS = MapFacts("nijo", "guards", FIGURES)
LISTENED = MapFacts(
    "nijo", "guards",
    tuple(f if f.label != "11" else Figure("E7", "sentry", "11", chosen=True) for f in FIGURES),
    targets=(("E6", ""), ("E4", ""), ("E8", ""), ("E5", ""), ("E9", ""), ("G1", ""), ("E2", ""), ("E10", "")),
    concerned=("E7",), chosen="E9", searched=("E3", "E6"),
    cloud=("M12", "M13", "M14", "E3", "E4", "E5", "E6", "E8", "E9", "E10", "E11", "G1", "T14", "T15", "T16"),
)  # fmt: skip
SECRET = MapFacts(
    "nijo", "intruders", (*FIGURES, Figure("K1", "ninja", "N"), Figure("P15", "traitor", "T")),
    (Mark("P15", "A"), Mark("W13", "X"), Mark("N6", "X")), (NINJA, TRAITOR),
    targets=(("K2", "1"), ("K3", "1"), ("K5", "2"), ("K6", "2"), ("K7", "3")), ropes=(("P4", "N9"),),
)  # fmt: skip
MASTER = MapFacts("nijo", "gm", SECRET.figures, MARKS, SECRET.trails, concerned=("E7",))
SETUP = MapFacts(
    "nijo", "guards",
    (Figure("E7", "sentry", "1"), Figure("W4", "sentry", "2", drunk=True), Figure("K1", "sentry", "3", dead=True)),
    targets=tuple((zone, "") for zone in ("W1", "K14", "S1", "N1", "P14", "P12", "N8", "E1", "P1")),
)  # fmt: skip


def on_a_screen(facts: MapFacts, height: float, look: Look, actions: Actions) -> ft.Control:
    """The map as wide as a phone or, on a tablet, left of a column."""
    shown = board_map(look, facts, ui.act(actions.pages.go, "zone"), height)
    body: ft.Control = ft.Column(
        [shown, ui.text(look, "body", look.t("map.name_public"))],
        spacing=8,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    if look.wide:
        body = ft.Row(
            [ft.Column([shown], expand=60), ft.Container(width=1, bgcolor=look.p.line), ft.Container(expand=40)],
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    return ft.Container(body, bgcolor=look.p.background, expand=True)


def as_a_list(facts: MapFacts, look: Look, actions: Actions) -> ft.Control:
    """The same map as a list."""
    return ft.Container(
        ft.Column([zone_list(look, facts, ui.act(actions.pages.go, "zone"))], scroll=ft.ScrollMode.AUTO),
        bgcolor=look.p.background,
        expand=True,
    )


SCENES = [
    Scene("map-public", partial(on_a_screen, FACTS, 540)),
    Scene("map-guards", partial(on_a_screen, LISTENED, 540)),
    Scene("map-intruders", partial(on_a_screen, SECRET, 540), secret=True),
    Scene("map-master", partial(on_a_screen, MASTER, 760), size="tablet", secret=True),
    Scene("map-setup", partial(on_a_screen, SETUP, 540)),
    Scene("map-list", partial(as_a_list, LISTENED)),
]
