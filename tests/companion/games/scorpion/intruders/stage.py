"""Intruders' phones without a host: a state of the referee, what a phone is shown of it, and what its taps do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import flet as ft

from companion.contract.snapshot import MatchInfo, SeatInfo, Snapshot
from companion.games.scorpion.facts import Ctx, Pick, moment_of
from companion.games.scorpion.intruders.screen import intruders
from companion.games.table.context import PickStore
from companion.games.table.frame import page
from companion.ui.theme import Look
from referee import scorpion
from referee.core.values import GAME_MASTER, PUBLIC, Ruling
from referee.scorpion.state import State
from tests.companion.screens.stage import EN
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, press, words

Held = Literal["covered", "held", "kept"]


def snap_of(state: State, seat: str, held: Held = "kept", **more: Any) -> Snapshot:
    """Return what the phone of a seat or of the game master may show; `more` replaces fields of the snapshot."""
    through = seat if held != "covered" else PUBLIC
    view = scorpion.view(state, through).model_copy(update={"viewer": seat})
    seats = tuple(SeatInfo(p.seat, p.name, "here", mine=p.seat == seat) for p in state.players)
    given: dict[str, Any] = {
        "screen": "play",
        "role": "gm" if seat == GAME_MASTER else "seat",
        "viewer": seat,
        "match": MatchInfo("ABCDEF", "scorpion", "plays", view.options.public, "running", seats, "20:12"),
        "view": view,
        "prompts": scorpion.prompts(state, through),
        "early_offers": scorpion.EXTRAS.early_offers(state, seat) if held != "covered" and seat != GAME_MASTER else (),
        "held": held,
        "my_seats": (seat,),
    }
    return Snapshot(**{**given, **more})


def context(snap: Snapshot, actions: Any, look: Look = EN, pick: Pick | None = None, put: Any = None) -> Ctx:
    """Return what a screen is drawn from; choices that are made on it go to `put`."""
    picks = PickStore(put or (lambda _: None))
    picks.moment = moment_of(snap.view)
    chosen = (pick or Pick()).at(picks.moment)
    return Ctx(look.but(secret=snap.held != "covered"), snap, actions, chosen, picks)


class Phone:
    """One seat's phone, or the game master's who answers for it: it keeps its plan, and declares to the referee."""

    def __init__(self, state: State, seat: str, held: Held = "kept", look: Look = EN, *, master: bool = False) -> None:
        self.state, self.seat, self.held, self.look, self.master = state, seat, held, look, master
        self.entering: tuple[str, ...] = ()
        self.pick = Pick()
        self.actions = Still()
        self.ruling: Ruling | None = None
        self.asked: list[str] = []
        """What all taps so far have asked of the phone, in order."""
        self.declared: Any = None
        self.again()

    def again(self) -> None:
        """Draw the screen again."""
        open_now = self.held != "covered"
        looks = GAME_MASTER if self.master else self.seat
        snap = snap_of(self.state, looks, self.held, entering=self.entering if open_now else ())
        self.actions = Still()
        ctx = context(snap, self.actions, self.look, self.pick, self._put)
        if self.master:
            ctx = replace(ctx, acting=self.seat)

        def draw() -> ft.Control:
            content, dock = intruders(ctx)
            return page(ctx, content, dock)

        self.tree = drawn(draw)

    def _put(self, change: Any) -> None:
        self.pick = change(self.pick)

    def tap(self, name: str) -> None:
        """Use what has this spoken name, and let happen what it asks for."""
        press(self.tree, name)
        self._happen()

    def tap_zone(self, zone: str) -> None:
        """Tap a zone on the map or in the list."""
        self.tap(next(name for name in self.names if name.startswith((f"{zone}, ", f"{zone}. "))))

    def _happen(self) -> None:
        for told, args, _ in self.actions.told:
            self.asked.append(told)
            if told == "hands":
                self.entering = tuple(args[0])
            elif told == "declare":
                self.declare(args[0])
        self.again()

    def declare(self, move: Mapping[str, Any]) -> None:
        """Let the referee judge what was declared."""
        self.declared = scorpion.MOVE.validate_python(dict(move))
        self.ruling = scorpion.judge(self.state, self.seat, self.declared)
        if self.ruling.upheld:
            self.state, self.entering = self.ruling.state, ()

    @property
    def words(self) -> str:
        """All that can be read."""
        return "\n".join(words(self.tree))

    @property
    def names(self) -> list[str]:
        """All that a screen reader speaks."""
        return names(self.tree)

    def covered(self) -> Phone:
        """Return the same phone with its cover closed."""
        return Phone(self.state, self.seat, "covered", self.look)
