"""NINJA: Legend of the Scorpion Clan where only the board is tracked: the start, both sides' events, their ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.games.scorpion.facts import Pick, moment_of
from companion.games.scorpion.screen import SCREEN
from companion.games.table.context import PickStore
from companion.games.table.table import drawn
from companion.ui.theme import Look
from referee.scorpion.state import State
from tests.companion.games.scorpion.intruders.stage import snap_of
from tests.referee.scorpion.scores.scored import Board
from tests.shots.scenes import Scene


def night() -> State:
    """Return a table in its seventh turn."""
    board = Board()
    board.turns(4)
    board.says("card_played", by="guards", card="sentry_listen")
    board.says("alert", by=1, reason="heard")
    board.says("card_played", by="ninja", card="rope")
    board.says("search", intruder="ninja", found="C", zone="N7")
    board.turns(6)
    board.says("wound", intruder="traitor")
    board.says("passage", who="ninja", way="in")
    board.turns(7)
    board.says("sleeper_woken")
    board.says("search", intruder="traitor", found="nothing", zone="B4")
    return board.table.state


def lone() -> State:
    """Return a nameless lone wolf's last turn."""
    board = Board(lone_wolf="hidden")
    board.turns(20)
    board.says("search", intruder="intruder", found="trap")
    return board.table.state


def lost() -> State:
    """Return the turn in which the Ninja comes back."""
    board = Board(3)
    board.turns(3)
    board.says("death", intruder="ninja")
    board.says("next_turn")
    return board.table.state


def scene(name: str, state: Callable[[], State], size: str = "phone", scale: float = 1.0, **chosen: Any) -> Scene:
    """Return a scene of one player's phone, with something chosen already."""

    def draw(look: Look, actions: Actions) -> ft.Control:
        now = state()
        snap = snap_of(now, now.players[0].seat, "covered")
        match = replace(snap.match, depth="scores") if snap.match is not None else None
        pick = Pick(**{"moment": moment_of(snap.view), **chosen})
        return drawn(SCREEN, look, replace(snap, match=match), actions, pick, PickStore(lambda _: None))

    return Scene(f"scorpion-scores-{name}", draw, size, scale=scale)


SCENES = (
    scene("start", lambda: Board(begun=False).table.state),
    scene("start-wolf", lambda: Board(begun=False, lone_wolf="on").table.state),
    scene("guards", night),
    scene("guards-200", night, scale=2.0),
    scene("guards-wide", night, "tablet"),
    scene("guards-card", night, tab="guards.card"),
    scene("guards-alarm", night, tab="guards.alarm"),
    scene("ninja", night, who="ninja"),
    scene("traitor", night, who="traitor"),
    scene("search", night, tab="traitor.search", zone="N9"),
    scene("search-200", night, scale=2.0, tab="traitor.search"),
    scene("kill", night, tab="traitor.kill"),
    scene("returned", lost),
    scene("finish", lone, who="intruder"),
)
