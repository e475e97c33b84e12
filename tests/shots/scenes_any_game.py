"""A game without screens of its own, as it is drawn from its view and offers: the example of the manual."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.table.any_game import any_screen, moment
from companion.games.table.context import PickStore
from companion.games.table.form import Pick
from companion.games.table.table import drawn
from companion.ui.theme import Look
from referee.core.values import GAME_MASTER, PUBLIC, Seat
from referee.library import begin
from tests.companion.games.giryaku.tables import Table
from tests.shots.scenes import Scene

KEY = "liars-dice"
NAMES = {"en": ("Aki", "Ben", "Chie", "Dai"), "ja": ("アキ", "ベン", "チエ", "ダイ")}
DICE = {"p1": [2, 3, 5, 5, 6], "p2": [1, 1, 4, 4, 5], "p3": [2, 2, 3, 5, 6], "p4": [1, 4, 5, 6, 6]}


def table(lang: str, **options: Any) -> Table:
    seats = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(NAMES[lang], 1)]
    return Table(begin(KEY, options, seats))


def rolled(lang: str) -> Table:
    match = table(lang)
    for seat, dice in DICE.items():
        match = match.says(seat, "roll", dice=dice)
    return match


def bidden(lang: str) -> Table:
    match = rolled(lang)
    for seat, count, face in (("p1", 2, 4), ("p2", 2, 6), ("p3", 3, 2), ("p4", 3, 5)):
        match = match.says(seat, "bid", count=count, face=face)
    return match


def ended(lang: str) -> Table:
    match = table(lang, dice=1)
    for loser in ("p1", "p2", "p3"):
        left = [seat.seat for seat in match.view.seats if seat.left]
        for seat in left:
            match = match.says(seat, "roll", dice=[1])
        match = match.says(loser, "bid", count=1, face=6).says(left[1], "doubt")
    return match


@ft.component
def chosen_table(look: Look, snap: Snapshot, actions: Actions, chosen: tuple[tuple[str, Any], ...]) -> ft.Control:
    """Draw a table with something chosen already."""
    pick, put = ft.use_state(Pick(moment=moment(snap.view), given=chosen))
    return drawn(any_screen(KEY), look, snap, actions, pick, ft.use_memo(lambda: PickStore(put), []))


def scene(name: str, made: Callable[[str], Snapshot], size: str = "phone", scale: float = 1.0, **chosen: Any) -> Scene:
    def draw(look: Look, actions: Actions) -> ft.Control:
        return chosen_table(look, made(look.lang), actions, tuple(chosen.items()))

    return Scene(f"any-game-{name}", draw, size, made("en").held != "covered", scale)


def shows(lang: str) -> Snapshot:
    real = table(lang, dice_are="real").says("p1", "bid", count=3, face=2).says("p2", "doubt")
    return real.snap()


def master(lang: str) -> Snapshot:
    return replace(bidden(lang), gm="referee").snap(GAME_MASTER, held="kept")


MINE: dict[str, Any] = {"count": 4, "face": 5}
SCENES = [
    scene("roll", lambda lang: table(lang).snap()),
    scene("bid", lambda lang: bidden(lang).snap(), **MINE),
    scene("bid-held", lambda lang: bidden(lang).snap(held="kept"), **MINE),
    scene("wait", lambda lang: bidden(lang).snap("p3")),
    scene("refused", lambda lang: rolled(lang).tries("p1", "bid", count=30, face=1).snap()),
    scene("show", shows, dice=[2, 2, 5]),
    scene("display", lambda lang: bidden(lang).snap(PUBLIC), size="tablet"),
    scene("gm", master, size="tablet"),
    scene("end", lambda lang: ended(lang).snap()),
    scene("bid-large", lambda lang: bidden(lang).snap(), scale=2.0, **MINE),
]
