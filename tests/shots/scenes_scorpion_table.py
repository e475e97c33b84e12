"""The table of NINJA: Legend of the Scorpion Clan for everybody: display, game master, end and scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain, count
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.games.scorpion.facts import Ctx, Pick, moment_of
from companion.games.scorpion.screen import SCREEN
from companion.games.table.context import PickStore
from companion.games.table.table import display, drawn
from companion.ui.theme import Look
from referee import scorpion
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion.state import State
from tests.companion.games.scorpion.guards.stage import played
from tests.players.scorpion.match import Played, random_match
from tests.shots.scenes import Scene


def public_snap(state: State) -> Snapshot:
    """Return what the table display is shown."""
    seats = tuple(SeatInfo(p.seat, p.name, "asleep" if n == 1 else "here") for n, p in enumerate(state.players))
    options = state.options.public
    match = MatchInfo("ABCD", "scorpion", "plays", options, "running", seats, "20:12")
    view = scorpion.view(state, PUBLIC)
    return Snapshot("play", "display", PUBLIC, match, view=view, prompts=scorpion.prompts(state, PUBLIC))


def scene(name: str, wanted: Callable[[Played], bool], size: str = "phone", seed: int = 1, players: int = 3) -> Scene:
    """Return a scene of the display right after the first declaration of a match that is `wanted`."""

    def draw(look: Look, actions: Actions) -> ft.Control:
        matches = (played(n, players, ()) for n in count(seed))
        one = next(each for each in chain.from_iterable(matches) if wanted(each))
        snap = public_snap(one.ruling.state)
        pick = Pick(moment_of(snap.view))
        return display(Ctx(look, snap, actions, pick, PickStore(lambda _: None)), SCREEN)

    return Scene(f"scorpion-{name}", draw, size)


def told(kind: str) -> Callable[[Played], bool]:
    """Return what wants a ruling that tells this."""
    return lambda one: one.before.turn > 2 and any(n.message == f"scorpion.{kind}" for n in one.ruling.notices)


def half_placed(one: Played) -> bool:
    """Tell whether a declaration leaves the guards half placed."""
    return one.ruling.state.phase == "setup" and len(one.ruling.state.figures) == 6


def late(seed: int, players: int, part: float) -> State:
    """Return a random match some part of the way to its end."""
    states = [one.before for one in played(seed, players, ())]
    return states[int(len(states) * part)]


def master(name: str, pick: tuple[tuple[str, Any], ...] = (), size: str = "phone", part: float = 0.6) -> Scene:
    """Return a scene of the game master's open screen, with something chosen already."""

    def draw(look: Look, actions: Actions) -> ft.Control:
        state = late(1, 3, part)
        view = scorpion.view(state, GAME_MASTER)
        snap = replace(public_snap(state), role="gm", viewer=GAME_MASTER, held="kept", view=view)
        snap = replace(snap, prompts=scorpion.prompts(state, GAME_MASTER))
        chosen = Pick(**{"moment": moment_of(view), **dict(pick)})
        return drawn(SCREEN, look, snap, actions, chosen, PickStore(lambda _: None))

    return Scene(f"scorpion-{name}", draw, size, True)


def over(name: str, seed: int, players: int, pick: tuple[tuple[str, Any], ...] = (), size: str = "phone") -> Scene:
    """Return a scene of the end, at some moment of the match."""

    def draw(look: Look, actions: Actions) -> ft.Control:
        match = random_match(scorpion, seed, players)  # type: ignore[arg-type]
        frames = scorpion.EXTRAS.review.replay(match.steps)
        me = match.seats[0].seat
        snap = public_snap(match.state)
        info = replace(snap.match, status="ended") if snap.match is not None else None
        snap = replace(
            snap, screen="end", role="seat", viewer=me, match=info, view=match.view(me), replay=frames, proof=(40, 40),
            my_seats=(me,),
        )  # fmt: skip
        chosen = Pick(**{"moment": moment_of(snap.view), **dict(pick)})
        return drawn(SCREEN, look, snap, actions, chosen, PickStore(lambda _: None))

    return Scene(f"scorpion-{name}", draw, size)


SCENES = (
    scene("display-heard", told("heard"), "tablet"),
    scene("display-nothing", told("heard_nothing"), "tablet"),
    scene("display-phone", told("search_answered")),
    scene("display-setup", half_placed, "tablet"),
    scene("display-setup-phone", half_placed),
    master("gm"),
    master("gm-wide", size="tablet"),
    master("gm-ruling", (("sheet", "ruling"),)),
    master("gm-figures", (("sheet", "figures"), ("unit", "g02"), ("zone", "N1"))),
    over("end", 3, 3),
    over("end-then", 3, 3, (("step", 120), ("who", "ninja"))),
    over("end-wide", 3, 3, (("step", 90), ("who", "traitor")), "tablet"),
)
