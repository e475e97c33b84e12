"""Shinobazu's screens: players, the table display, the game master, the end, in both depths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Rematch, RewrittenPast, Snapshot
from companion.games.shinobazu.facts import Pick, moment_of
from companion.games.shinobazu.screen import SCREEN
from companion.games.table.context import PickStore
from companion.games.table.table import drawn
from companion.ui.theme import Look
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.games.shinobazu import tables
from tests.shots.scenes import Scene, from_snapshot

Made = Callable[[tuple[str, ...]], Snapshot]


def draw(made: Made, chosen: dict[str, Any]) -> Callable[[Look, Actions], ft.Control]:
    """Return a scene's drawing: the names of the seats are in the reader's language."""

    def drawing(look: Look, actions: Actions) -> ft.Control:
        snap = made(tables.KANA if look.lang == "ja" else tables.NAMES)
        if not chosen:
            return from_snapshot(snap, look, actions)
        return chosen_table(look, snap, actions, tuple(chosen.items()))

    return drawing


@ft.component
def chosen_table(look: Look, snap: Snapshot, actions: Actions, chosen: tuple[tuple[str, Any], ...]) -> ft.Control:
    """Draw a table with something chosen already."""
    pick, put = ft.use_state(Pick(**{"moment": moment_of(snap.view), **dict(chosen)}))
    return drawn(SCREEN, look, snap, actions, pick, ft.use_memo(lambda: PickStore(put), []))


def scene(name: str, made: Made, size: str = "phone", scale: float = 1.0, **chosen: Any) -> Scene:
    """Return a scene of this game."""
    snap = made(tables.NAMES)
    secret = snap.held != "covered"
    return Scene(f"shinobazu-{name}", draw(made, chosen), size, secret, scale)


def fresh(names: tuple[str, ...] = tables.NAMES, count: int = 4, **options: Any) -> tables.Table:
    """Return a match that has just begun."""
    return tables.begun(count, names, **options)


def unrecorded(names: tuple[str, ...]) -> tables.Table:
    """Return a battle in which Aki's and Chie's cards were not recorded; Chie's phone sleeps."""
    table = tables.entered(tables.begun(4, names), "p1", "p3")
    table = table.says("p1", "lead", to="p1", colour="blue").says("p2", "lay", to="p2", card="red 4", declare="fight")
    table = table.says("p3", "lay", to="p3", declare="fight")
    table = table.says("p4", "lay", to="p4", card="blue 2", declare="pass")
    return replace(table, asleep=frozenset({"p3"}))


def pushed(names: tuple[str, ...]) -> tables.Table:
    """Return the moment after a push on Aki."""
    table = tables.second_round(tables.entered(tables.begun(4, names)))
    return table.says("p3", "lead", to="p1", colour="red", card="red 5")


def refused(names: tuple[str, ...]) -> tables.Table:
    """Return a refusal: a second card in front of Chie."""
    shown = {"type": "lay", "to": "p3", "card": "#1"}
    return tables.my_turn(4, names).tries("p1", "lay", to="p3", card="red 1", shown=shown)


def privately(names: tuple[str, ...]) -> tables.Table:
    """Return a refusal that rests on the hand: red is led and held."""
    shown = {"type": "lay", "to": "p1", "card": "#2", "declare": "pass"}
    return tables.my_turn(4, names).tries("p1", "lay", to="p1", card="blue 4", declare="pass", shown=shown)


def challenged(names: tuple[str, ...]) -> tables.Table:
    """Return the challenge of Chie to Dai."""
    return tables.first_duel(tables.entered(tables.begun(4, names))).says("p3", "duel_challenge", target="p4")


def fought(names: tuple[str, ...]) -> tables.Table:
    """Return a duel that was fought."""
    return challenged(names).says("p4", "duel_answer", answer="accept").says("p4", "turn_over")


def avoided(names: tuple[str, ...]) -> tables.Table:
    """Return a challenge that was refused."""
    return challenged(names).says("p4", "duel_answer", answer="refuse")


def sheet(names: tuple[str, ...], count: int = 4) -> tables.Table:
    """Return a match of depth scores in its third round."""
    table = tables.begun(count, names, depth="scores")
    table = table.says("p1", "battle_result", passers=["p4"], winner="p2", losers=["p3"])
    table = table.says("p3", "duel_result", target="p4", outcome="refused").says("p1", "end_round")
    table = table.says("p2", "battle_result", passers=["p1"], winner="p3", losers=["p2"])
    return table.says("p2", "no_duel").says("p1", "end_round")


def sheet_duel(names: tuple[str, ...]) -> tables.Table:
    """Return a duel in depth scores."""
    return sheet(names).says("p1", "battle_result", passers=["p1", "p4"], winner="p3", losers=["p2"], start_pushed=True)


def ruled(table: tables.Table, gm: Literal["referee", "observer"] = "referee") -> tables.Table:
    """Return a table with a game master, and Dai's phone asleep."""
    return replace(table, gm=gm, asleep=frozenset({"p4"}))


CHANGED, SHORTER = RewrittenPast("changed", 7, 9, at="21:14"), RewrittenPast("shorter", 3, 3, at="21:14")
AGAIN = Rematch("p2", "p3", ("p2", "p3"), (), False, "asked")
CHOSEN: dict[str, Any] = {"card": 1, "to": "p1", "choice": "pass"}
SCENES = [
    scene("new", lambda n: fresh(n).snap()),
    scene("new-waiting", lambda n: fresh(n).snap("p2")),
    scene("new-skipped", lambda n: fresh(n).snap(), skipped=1, to="p2", colour="red"),
    scene("start-sheet", lambda n: fresh(n).snap(), sheet="start"),
    scene("enter", lambda n: fresh(n).snap("p1", "kept", entering=("red 1", "blue 4"))),
    scene("enter-full", lambda n: fresh(n).snap("p1", "kept", entering=("red 1", "blue 4", "blue 5"))),
    scene("enter-returned", lambda n: tables.set_end(n).says("p1", "end_round").snap("p4", "kept"), hint="blue 2"),
    scene("lead", lambda n: tables.second_round(tables.entered(tables.begun(4, n))).snap("p3"), card=1, to="p3"),
    scene("turn", lambda n: tables.my_turn(4, n).snap(), **CHOSEN),
    scene("turn-held", lambda n: tables.my_turn(4, n).snap("p1", "held"), **CHOSEN),
    scene("turn-kept", lambda n: tables.my_turn(4, n).snap("p1", "kept"), card=1, to="p2"),
    scene("turn-push", lambda n: tables.my_turn(4, n).snap(), card=2, to="p2"),
    scene("turn-3", lambda n: tables.my_turn(3, n).snap(), **CHOSEN),
    scene("turn-5", lambda n: tables.my_turn(5, n).snap(), **CHOSEN),
    scene("turn-5-held", lambda n: tables.my_turn(5, n).snap("p1", "held"), **CHOSEN),
    scene("turn-long", lambda n: tables.my_turn(5, tables.LONG).snap(), **CHOSEN),
    scene("turn-first", lambda n: tables.entered(tables.begun(4, n)).snap()),
    scene("turn-130", lambda n: tables.my_turn(4, n).snap(), scale=1.3, **CHOSEN),
    scene("turn-200", lambda n: tables.my_turn(4, n).snap(), scale=2.0, **CHOSEN),
    scene("turn-short", lambda n: tables.my_turn(4, n).snap(), "short", **CHOSEN),
    scene("waiting", lambda n: tables.my_turn(4, n).snap("p2")),
    scene("asleep", lambda n: replace(tables.my_turn(4, n), asleep=frozenset({"p1"})).snap("p2")),
    scene("declare", lambda n: pushed(n).snap()),
    scene("turn-over", lambda n: tables.first_battle(tables.entered(tables.begun(4, n))).snap()),
    scene("unrecorded", lambda n: unrecorded(n).snap()),
    scene("unrecorded-after", lambda n: unrecorded(n).says("p2", "turn_over").snap()),
    scene("naming", lambda n: unrecorded(n).says("p2", "turn_over").snap(), naming="p1", named=("blue 5",)),
    scene("showdown", lambda n: tables.showdown(4, n).snap()),
    scene("showdown-3", lambda n: tables.showdown(3, n).snap()),
    scene("showdown-5", lambda n: tables.showdown(5, n).snap()),
    scene("duel-challenge", lambda n: tables.first_duel(tables.entered(tables.begun(4, n))).snap("p3")),
    scene("duel-challenge-5", lambda n: tables.first_duel(tables.entered(tables.begun(5, n))).snap("p3"), to="p4"),
    scene("duel-waits", lambda n: tables.first_duel(tables.entered(tables.begun(4, n))).snap()),
    scene("duel-answer", lambda n: challenged(n).snap("p4")),
    scene("duel-fought", lambda n: fought(n).snap()),
    scene("duel-refused", lambda n: avoided(n).snap()),
    scene("set-end", lambda n: tables.set_end(n).snap()),
    scene("refused", lambda n: refused(n).snap(), **CHOSEN),
    scene("refused-private", lambda n: privately(n).snap(), **CHOSEN),
    scene("refused-open", lambda n: privately(n).snap("p1", "held"), **CHOSEN),
    scene("menu", lambda n: tables.my_turn(4, n).snap(), sheet="menu"),
    scene("end", lambda n: tables.over(4, n).snap()),
    scene("end-rematch", lambda n: replace(tables.over(4, n).snap(), rematch=AGAIN)),
    scene("end-rematch-waits", lambda n: replace(
        tables.over(4, n).snap(), rematch=replace(AGAIN, come=("p1", "p2"), gone=("p4",), mine="come", host=True)
    )),
    scene("end-followed", lambda n: replace(tables.over(4, n).snap(), followed=(1, 83))),
    scene("end-rewritten", lambda n: replace(tables.over(4, n).snap(), rewritten=CHANGED)),
    scene("turn-rewritten", lambda n: replace(tables.my_turn(4, n).snap(), rewritten=SHORTER)),
    scene("end-5", lambda n: tables.over(5, n).snap("p3")),
    scene("show-hand", lambda n: tables.over(4, n).snap(), naming="hand", named=("blue 4",)),
    scene("scores", lambda n: sheet(n).snap()),
    scene("scores-chosen", lambda n: sheet(n).snap(), passers=("p2",), winner="p4", losers=("p3",)),
    scene("scores-5", lambda n: tables.begun(5, n, depth="scores").snap(), passers=("p2",), losers=("p3", "p4")),
    scene("scores-duel", lambda n: sheet_duel(n).snap(), to="p4", choice="refused"),
    scene("scores-round", lambda n: sheet_duel(n).says("p2", "no_duel").snap()),
    scene("display", lambda n: tables.my_turn(4, n).snap(PUBLIC), "tablet"),
    scene("display-5", lambda n: tables.my_turn(5, n).snap(PUBLIC), "tablet"),
    scene("display-3", lambda n: tables.my_turn(3, n).snap(PUBLIC), "tablet"),
    scene("display-showdown", lambda n: tables.showdown(4, n).snap(PUBLIC), "tablet"),
    scene("display-phone", lambda n: tables.my_turn(4, n).snap(PUBLIC)),
    scene("gm", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER, "kept"), "tablet"),
    scene("gm-covered", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER), "tablet"),
    scene("gm-phone", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER, "kept")),
    scene("gm-observer", lambda n: ruled(tables.my_turn(4, n), "observer").snap(GAME_MASTER, "kept"), "tablet"),
    scene("gm-answer", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER, "kept"), naming="p1", card=1),
    scene("gm-points", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER, "kept"), sheet="ruling",
          points=(2, 3, 0, 4)),
    scene("gm-correct", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER, "kept"), sheet="correct"),
    scene("gm-free", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER, "kept"), sheet="free"),
]  # fmt: skip
