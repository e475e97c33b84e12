"""The set-up of Scorpion on its seats' phones, part by part, and the start of a turn with a return."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.games.scorpion.facts import Ctx, Pick, moment_of
from companion.games.scorpion.setup.returns import setup
from companion.games.table.context import PickStore
from companion.games.table.frame import page
from companion.ui.theme import Look
from referee.core.journal import Match
from tests.companion.games.scorpion.setup.tables import random_until, snapshot, table
from tests.shots.scenes import Scene


@lru_cache(maxsize=16)
def begun(players: int = 2) -> Match:
    """Return a table that nothing is set up at."""
    return table(players)


@lru_cache(maxsize=16)
def placed(players: int = 2) -> Match:
    """Return a table with all guards on the board but nothing locked."""
    return random_until(table(players), players, lambda match: _complete(match.state))


def _complete(state: Any) -> bool:
    return len(state.figures) == state.options.sentries + 2 * state.options.patrol_count


@lru_cache(maxsize=16)
def returning(ask: str, players: int = 2) -> Match:
    """Return a table at the start of a turn at which this is asked."""
    for seed in range(200):
        try:
            return random_until(table(players), seed, lambda match: _asks(match, ask), 900)
        except AssertionError:
            continue
    raise AssertionError(ask)


def _asks(match: Match, ask: str) -> bool:
    return match.state.phase == "start" and any(p.ask.endswith(ask) for p in match.prompts("public"))


def scene(
    name: str, made: Callable[[], Match], seat: str, *entering: str, held: str = "kept", scale: float = 1.0,
    size: str = "phone", host: bool = False, **chosen: Any,
) -> Scene:  # fmt: skip
    """Return a scene of a seat's set-up."""

    def drawing(look: Look, actions: Actions) -> ft.Control:
        snap = snapshot(made(), seat, held, entering, host=host)
        return chosen_setup(look, snap, actions, tuple(chosen.items()))

    return Scene(f"scorpion-setup-{name}", drawing, size, held != "covered", scale)


@ft.component
def chosen_setup(look: Look, snap: Any, actions: Actions, chosen: tuple[tuple[str, Any], ...]) -> ft.Control:
    """Draw a set-up with something chosen already."""
    pick, put = ft.use_state(Pick(**{"moment": moment_of(snap.view), **dict(chosen)}))
    ctx = Ctx(look, snap, actions, pick, ft.use_memo(lambda: PickStore(put), []))
    content, dock = setup(ctx)
    return page(ctx, content, dock)


MARKS = ("marks:A@P4", "marks:B@P9", "marks:C@P10", "marks:T1@P6", "marks:H1@K6", "marks:D@K3")

SCENES = [
    scene("covered-guards", begun, "guards", held="covered", host=True),
    scene("covered-intruders", begun, "intruders", held="covered"),
    scene("quick", begun, "guards", tab="quick"),
    scene("quick-ring-200", begun, "guards", tab="quick", card="ring", scale=2.0),
    scene("quick-drawn", placed, "intruders", "quick:1"),
    scene("first", begun, "guards"),
    scene("hand", begun, "guards", "hand:4.2.4.4.0.6.3"),
    scene("split", lambda: begun(4), "sword", "sword:2.1.2.2.1.3.2"),
    scene("sentry", begun, "guards", tab="figures", zone="W4", weapons=("spear",)),
    scene("patrol", lambda: begun(4), "sword", tab="figures", card="patrol", zone="W6"),
    scene("lift", placed, "guards", tab="figures", card="lift"),
    scene("sleepers", placed, "guards", "beds:210020", tab="sleepers"),
    scene("marks", begun, "guards", *MARKS, tab="marks"),
    scene("mission", begun, "intruders"),
    scene("hands", lambda: begun(3), "ninja", "hand_ninja:1.1.2.1.1.2", tab="hands"),
    scene("start", placed, "intruders", "start_ninja:T1", tab="starts"),
    scene("passage", placed, "intruders", "x:W2", "x:E3", tab="passage"),
    scene("table", begun, "guards", held="covered", host=True, tab="table"),
    scene("respawn", lambda: returning("respawn"), "intruders"),
    scene("bonus", lambda: returning("bonus_cards"), "guards"),
    scene("returns-covered", lambda: returning("bonus_cards"), "guards", held="covered"),
    scene("hand-scaled", begun, "guards", "hand:4.2.4.4.0.6.3", scale=2.0),
    scene("marks-wide", begun, "guards", *MARKS, tab="marks", size="tablet"),
]
