"""Entering a table as it stands, and a table that plays itself."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import flet as ft

from companion.contract.actions import Actions
from companion.contract.game_ui import ui_of
from companion.contract.snapshot import DemonstrationInfo, MatchInfo, SeatInfo, Snapshot, TakeOverState
from companion.screens.router import with_pace
from companion.screens.take_over import take_over
from companion.tables.backend import know
from companion.ui.theme import Look
from referee.check.player import any_match, playing
from referee.core.games import GAMES
from referee.core.journal import Match
from referee.core.reading import positions_of
from referee.core.values import GAME_MASTER
from tests.own_games import OWN_GAMES
from tests.shots.scenes import Scene

NAMES = ("Aki", "Ben", "Chie", "Dai")


def somewhere(game: str) -> Match:
    """Return a random match a third of the way to its end."""
    random = Random(f"take over {game}")
    moments = [
        one.before for one in playing(any_match(GAMES[game], random, {}, min(4, max(GAMES[game].PLAYERS))), random)
    ]
    return moments[len(moments) // 3]


def entered(game: str, seat: str = "") -> Snapshot:
    """Return the snapshot of a host on which a random position has been entered; with a seat, of that seat's phone."""
    match = somewhere(game)
    load = ui_of(game).take_over
    assert load is not None
    form, options = load(), match.state.options
    if form.board is not None:
        know(form.board(options))
    position = positions_of(match.game).position_of(match.state, GAME_MASTER)
    table, secrets = form.entered(options, match.seats, position)
    progress = positions_of(match.game).progress(options, match.seats, position)
    missing = [(s, each.done, each.of, each.must) for s, each in progress.items()]
    if missing:
        late, _, of, _ = missing[-1]
        missing[-1] = late, max(0, of - 1), of, of > 0
    state = TakeOverState(
        options=options,
        table=table,
        own=secrets.get(seat, {}) if seat else None,
        missing=tuple(missing),
        whole=not any(must and done < of for _, done, of, must in missing),
        unchecked=positions_of(match.game).unchecked(options, match.seats, position),
    )
    seats = tuple(SeatInfo(s.seat, NAMES[n], "here", mine=n == 0) for n, s in enumerate(match.seats))
    info = MatchInfo("abcd", game, "plays", {}, "lobby", seats)
    mine = seat or match.seats[0].seat
    held = "kept" if seat else "covered"
    role = {"viewer": mine, "role": "seat", "held": held, "host": True, "my_seats": (mine,)}
    return Snapshot(screen="take_over", match=info, taking_over=state, **role)  # type: ignore[arg-type]


def _at(game: str, step: int, seat: int | None, look: Look, actions: Actions) -> ft.Control:
    snap = entered(game, "" if seat is None else somewhere(game).seats[seat].seat)
    return take_over(look, snap, actions, step)


def _demonstration(look: Look, actions: Actions) -> ft.Control:
    snap = entered("shinobazu")
    assert snap.match is not None
    info = DemonstrationInfo(paused=True, pace=2.0, people=("p2",))
    shown = replace(snap, match=replace(snap.match, demonstration=info))
    return with_pace(look, shown, actions, take_over(look, shown, actions, 9))


def scenes() -> list[Scene]:
    found = [Scene("demonstration", _demonstration)]
    for game in OWN_GAMES:
        if ui_of(game).take_over is None:
            continue
        for step in range(4):
            found.append(Scene(f"take-over-{game}-{step + 1}", partial(_at, game, step, None)))
        found.append(Scene(f"take-over-{game}-own", partial(_at, game, 0, 0), secret=True))
    return found


SCENES = scenes()
