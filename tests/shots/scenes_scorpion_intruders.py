"""The intruders' phones in Scorpion: covered, open, and the question about a cat."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.scorpion.facts import Ctx, Pick, moment_of
from companion.games.scorpion.intruders.map import ZoneCounts
from companion.games.scorpion.intruders.screen import intruders
from companion.games.table.context import PickStore
from companion.games.table.frame import page
from companion.ui.theme import Look
from referee.board.reading import bundled
from referee.scorpion.state import State, Walk, with_character
from tests.companion.games.scorpion.intruders.stage import Held, snap_of
from tests.referee.scorpion.night import Night
from tests.referee.scorpion.table import Table
from tests.shots.scenes import Scene

NINJA = (("T3", "M3"), ("M3", "W6", "W7", "W9"), ("W9", "M23"), ("M23", "K10"), ("K10", "K9", "K6"), ("K6", "K10"))
TRAITOR = (("W11", "W10"), ("W10", "W9", "W7"), ("W7",), ("W7", "W6"), ("W6", "W5"), ("W5", "W6"))
GUARDS = ("W1", "W4", "S1", "E1", "E7", "N1", "P1", "K1", "K9", "K9", "W18", "W18")
PATROLS = (("g09", "g10"), ("g11", "g12"))
NAMES = {"guards": "Ben", "intruders": "Aki", "ninja": "Aki", "traitor": "Chie"}
KANA = {"guards": "ベン", "intruders": "アキ", "ninja": "アキ", "traitor": "チエ"}


FORESEEN = (
    ZoneCounts("ninja", 34, 12, 34, ("search_declared", {"zone": "K5", "intruder": "ninja"})),
    ZoneCounts("traitor", 7, 1, 9, ("discovered", {"zone": "W5", "intruder": "traitor"})),
)
"""What the players of this night are told of themselves."""


def night(**more: Any) -> State:
    """Return the intruders' part of turn 12 on the bundled board: both have walked, the Traitor has found D."""
    made = Night("K10", "W6", GUARDS, patrols=PATROLS, turn=12, alert=2, entrances=("K10", "N9"), board=bundled(),
                 wounds={"ninja": 1}, missions={"ninja": "C", "traitor": "D"}, **more)  # fmt: skip
    state = made.state
    for who, legs in (("ninja", NINJA), ("traitor", TRAITOR)):
        walks = tuple(Walk(turn, zones, len(zones) - 1) for turn, zones in enumerate(legs, 6))
        state = with_character(state, who, walks=walks)
    return with_character(state, "traitor", accomplished=True)


def listening() -> State:
    """Return a listen that waits for the Traitor's answer, in turn 1."""
    table = Table.ready(2)
    table.says("guards", "end_alert_phase")
    table.says("guards", "play_sentry_listen", guard="g06")
    return table.state


def draw(
    state: State, seat: str, held: Held, plan: tuple[str, ...], pick: Mapping[str, Any]
) -> Callable[[Look, Actions], ft.Control]:
    """Return a scene's drawing."""

    def drawing(look: Look, actions: Actions) -> ft.Control:
        called = KANA if look.lang == "ja" else NAMES
        players = tuple(replace(p, name=called.get(p.seat, p.name)) for p in state.players)
        half = {"wait_until": time.time() + 30, "wait_s": 60}
        known = FORESEEN if held != "covered" else None
        snap = snap_of(replace(state, players=players), seat, held, entering=plan, foreseen=known, **half)
        return shown(look, snap, actions, dict(pick))

    return drawing


@ft.component
def shown(look: Look, snap: Snapshot, actions: Actions, pick: dict[str, Any]) -> ft.Control:
    """Draw an intruder's whole screen."""
    moment = moment_of(snap.view)
    chosen, put = ft.use_state(Pick(**{"moment": moment, **pick}))
    picks = PickStore(put)
    picks.moment = moment
    ctx = Ctx(look.but(secret=snap.held != "covered"), snap, actions, chosen.at(moment), picks)
    content, dock = intruders(ctx)
    return page(ctx, content, dock)


def scene(
    name: str,
    state: State,
    held: Held = "kept",
    *plan: str,
    seat: str = "intruders",
    size: str = "phone",
    scale: float = 1.0,
    **pick: Any,
) -> Scene:
    """Return a scene of this game."""
    drawing = draw(state, seat, held, plan, pick)
    return Scene(f"scorpion-intruders-{name}", drawing, size, held != "covered", scale)


def moved() -> State:
    """Return the same turn when the Ninja has moved and may search."""
    table = Table.at(night())
    steps = [{"do": "walk", "to": "K6"}, {"do": "walk", "to": "K5"}]
    table.says("intruders", "lock_path", intruder="ninja", steps=steps)
    return table.state


def sentry() -> State:
    """Return the same turn when the Ninja's search has found a hidden sentry."""
    state = moved()
    table = Table.at(replace(state, marks=replace(state.marks, hidden=("K5",))))
    table.says("intruders", "declare_searches", searches=[{"intruder": "ninja", "zone": "K5"}])
    return table.state


PATH = ("12 n", "n walk K6", "n walk K5")

SCENES = [
    scene("covered", night(), "covered"),
    scene("open", night(), "kept", *PATH),
    scene("held", night(), "held"),
    scene("card", night(), "kept", "12 n", "? shuriken", "n walk K9"),
    scene("hint", night(), "kept", "12 n", "~ K1", "n walk K6"),
    scene("both", night(), "kept", *PATH, "t walk W5"),
    scene("listed", night(), "kept", *PATH, listed=True),
    scene("search", moved(), "kept", "12 n", "n search K5"),
    scene("sentry", sentry(), "kept", "12 n", "? shuriken"),
    scene("partners", night(players=3), "kept", "12 t", "t walk W5", seat="traitor"),
    scene("exposed", night(), "kept", "12 t", "t walk W5"),
    scene("exposed-200", night(), "kept", *PATH, scale=2.0),
    scene("wide", night(), "kept", *PATH, size="tablet"),
    scene("cat", listening(), "covered"),
    scene("cat-held", listening(), "held"),
    scene("waiting", Table.ready(3).state, "covered", seat="ninja"),
    scene("waiting-open", Table.ready(3).state, "kept", seat="ninja"),
    scene("draft", replace(night(), phase="cards"), "kept", *PATH),
]
