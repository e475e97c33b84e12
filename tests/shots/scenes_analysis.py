"""The analysis that all phones show first after the end, of each game that has one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.games.table.context import EndedMatch, PickStore
from companion.games.table.table import drawn
from companion.games.table.table_screen import TableScreen
from companion.ui.theme import Look
from referee.check.player import played_to_end
from referee.core.game import unwatched
from referee.core.games import game
from referee.core.journal import Match, begin
from referee.core.values import Seat
from tests.companion.screens.tables import Table
from tests.players.scorpion.match import random_match
from tests.shots.scenes import Scene

NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi")
KANA = ("アキ", "ベン", "チエ", "ダイ", "エミ")
LONG = ("Maximilian-Alexander", "Maximiliane von Hohenstein", "Wilhelmina", "Dai", "Emi")


@cache
def over(key: str, names: tuple[str, ...], seed: int) -> Match:
    """Return a match that has ended, played at random by people who err: so something becomes provable."""
    seats = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(names, 1)]
    if key == "scorpion":
        return random_match(game(key), seed, len(names))
    return played_to_end(begin(game(key), {}, seats), Random(seed))


def screen_of(key: str) -> TableScreen[Any]:
    """Return a game's table."""
    from importlib import import_module

    module = import_module(f"companion.games.{key.replace('-', '_')}.screen")
    found: TableScreen[Any] = module.SCREEN
    return found


def draw(key: str, seats: int, seed: int, long: bool, back: EndedMatch) -> Callable[[Look, Actions], ft.Control]:
    """Return a scene's drawing."""

    def drawing(look: Look, actions: Actions) -> ft.Control:
        names = LONG if long else KANA if look.lang == "ja" else NAMES
        match = over(key, names[:seats], seed)
        review = match.game.EXTRAS.review
        assert review.analysis is not None
        replay = review.replay(match.steps)
        analysis = review.analysis(match.steps, replay, unwatched)
        snap = Table(match).snap(replay=replay, analysis=analysis)
        table = screen_of(key)
        pick = replace(table.pick, moment=table.moment(snap.view), back=back)
        return drawn(table, look, snap, actions, pick, PickStore(lambda _: None))

    return drawing


def scene(
    name: str, key: str, seats: int, seed: int, *, size: str = "phone", long: bool = False, scale: float = 1.0,
    **back: Any,
) -> Scene:  # fmt: skip
    """Return a scene of an analysis, with something of it opened."""
    return Scene(f"analysis-{name}", draw(key, seats, seed, long, EndedMatch(**back)), size, scale=scale)


SCENES = (
    scene("scroll-trick", "scroll-trick", 4, 1, entry=60),
    scene("scroll-trick-long", "scroll-trick", 3, 1, long=True, scale=1.5),
    scene("shinobazu", "shinobazu", 4, 2),
    scene("shinobazu-wide", "shinobazu", 4, 2, size="tablet"),
    scene("shinobi-school", "shinobi-school", 4, 1),
    scene("giryaku", "giryaku", 2, 1),
    scene("scorpion", "scorpion", 3, 3),
    scene("scorpion-wide", "scorpion", 3, 3, size="tablet"),
    scene("scorpion-puzzle", "scorpion", 3, 3, puzzle=1, guess=("K1", "K3"), checked=True, asked="K3"),
    scene("scorpion-replay", "scorpion", 3, 3, face="replay"),
    scene("scorpion-record", "scorpion", 3, 3, face="record"),
)
