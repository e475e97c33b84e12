"""Shinobi School's screens: players, the table display, the game master, the end, in both depths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.shinobi_school.facts import Pick, moment_of
from companion.games.shinobi_school.screen import SCREEN
from companion.games.table.context import PickStore
from companion.games.table.table import drawn
from companion.ui.theme import Look
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.games.shinobi_school import tables
from tests.shots.scenes import Scene

Made = Callable[[tuple[str, ...]], Snapshot]


def draw(made: Made, chosen: dict[str, Any]) -> Callable[[Look, Actions], ft.Control]:
    """Return a scene's drawing: the names of the seats are in the reader's language."""

    def drawing(look: Look, actions: Actions) -> ft.Control:
        snap = made(tables.KANA if look.lang == "ja" else tables.NAMES)
        return chosen_table(look, snap, actions, tuple(chosen.items()))

    return drawing


@ft.component
def chosen_table(look: Look, snap: Snapshot, actions: Actions, chosen: tuple[tuple[str, Any], ...]) -> ft.Control:
    """Draw a table with something chosen already."""
    pick, put = ft.use_state(Pick(**{"moment": moment_of(snap.view), **dict(chosen)}))
    return drawn(SCREEN, look, snap, actions, pick, ft.use_memo(lambda: PickStore(put), []))


def scene(
    name: str, made: Made, screen: str = "phone", scale: float = 1.0, *, secret: bool = False, **chosen: Any
) -> Scene:
    """Return a scene of this game."""
    return Scene(f"shinobi-school-{name}", draw(made, chosen), screen, secret, scale)


def ruled(table: tables.Table, gm: Literal["referee", "observer"] = "referee") -> tables.Table:
    """Return a table with a game master, and Dai's phone asleep."""
    return replace(table, gm=gm, asleep=frozenset({"p4"}))


def refused(names: tuple[str, ...]) -> tables.Table:
    """Return a refusal: a set that is too small for the end it belongs to."""
    return tables.my_turn(4, names).tries("p1", "place", side="earth", number=11, size=1)


def mistaken(names: tuple[str, ...]) -> tables.Table:
    """Return a refusal that rests on the heaven that was entered."""
    table = tables.fielded(4, names)
    table = table.says("p2", "end_turn").says("p3", "end_turn").says("p4", "end_turn")
    return table.tries("p1", "place", side="heaven", number=12, size=1)


def sheet(names: tuple[str, ...], count: int = 4) -> tables.Table:
    """Return a match of depth scores in its third round, the second counted by hand."""
    others = [f"p{n}" for n in range(2, count + 1)]
    table = tables.begun(count, names, depth="scores")
    left = {seat: {"heaven": [n, n, n + 5], "earth": [n + 6, n + 6, n + 6, 13]} for n, seat in enumerate(others, 1)}
    table = table.says("p1", "round_cards", winner="p1", left=left)
    points = {seat: -4 - n for n, seat in enumerate(["p1", *others[1:]])}
    return table.says("p1", "round_points", winner="p2", points=points)


LEFT = (("p2.heaven", (3, 3, 9)), ("p2.earth", (5, 5, 5, 12)), ("p3.earth", (13,)))
SCENES = [
    scene("deal", lambda n: tables.begun(4, n).snap()),
    scene("round-end", lambda n: tables.second_deal(4, n).snap()),
    scene("split", lambda n: tables.splitting(4, n, "p2").snap()),
    scene("split-ready", lambda n: tables.splitting(4, n, "p1").snap()),
    scene("enter", lambda n: tables.splitting(4, n).snap("p1", "kept", entering=("5", "5", "8", "11")), secret=True),
    scene(
        "enter-hand", lambda n: tables.splitting(4, n).snap("p1", "kept", entering=("5", "5")), secret=True, tab="hand"
    ),
    scene(
        "enter-both",
        lambda n: tables.splitting(4, n).snap("p1", "kept", entering=("5", "5", "8", "h3", "h10")),
        secret=True,
        tab="both",
    ),
    scene("reveal", lambda n: tables.played("reveal", 4, n).snap()),
    scene("reveal-noted", lambda n: tables.splitting(4, n, "p1", "p2", "p3", "p4").snap()),
    scene("field", lambda n: tables.played("field", 4, n).snap(), heaps=(("flips", (4, 4)),)),
    scene("start", lambda n: tables.played("start", 4, n).snap(), who="p3"),
    scene("turn", lambda n: tables.my_turn(4, n).snap(), number=1, size=1),
    scene("turn-held", lambda n: tables.my_turn(4, n).snap("p1", "held"), secret=True, number=1, size=1),
    scene("turn-first", lambda n: tables.my_turn(4, n, acted=False).snap()),
    scene("turn-heaven", lambda n: tables.my_turn(4, n, acted=False).snap(), side="heaven"),
    scene(
        "turn-heaven-held", lambda n: tables.my_turn(4, n, acted=False).snap("p1", "held"), secret=True, side="heaven"
    ),
    scene("turn-collect", lambda n: tables.my_turn(4, n).snap(), action="collect"),
    scene("turn-why", lambda n: tables.my_turn(4, n).snap(), hint="11"),
    scene("turn-unregistered", lambda n: tables.my_turn(4, n, registered=False).snap()),
    scene("turn-3", lambda n: tables.my_turn(3, n).snap()),
    scene("turn-5", lambda n: tables.my_turn(5, n).snap(), number=1, size=1),
    scene("turn-long", lambda n: tables.my_turn(5, tables.LONG).snap(), number=1, size=1),
    scene("turn-130", lambda n: tables.my_turn(4, n).snap(), scale=1.3, number=1, size=1),
    scene("turn-200", lambda n: tables.my_turn(4, n).snap(), scale=2.0, number=1, size=1),
    scene("turn-short", lambda n: tables.my_turn(4, n).snap(), "short", number=1, size=1),
    scene("waiting", lambda n: tables.my_turn(4, n).snap("p3")),
    scene("asleep", lambda n: replace(tables.my_turn(4, n), asleep=frozenset({"p1"})).snap("p2")),
    scene("mansions", lambda n: tables.my_turn(4, n).snap(), sheet="mansions"),
    scene("refused", lambda n: refused(n).snap()),
    scene("refused-private", lambda n: mistaken(n).snap()),
    scene("refused-held", lambda n: mistaken(n).snap("p1", "held"), secret=True),
    scene("refused-open", lambda n: mistaken(n).snap("p1", "kept"), secret=True),
    scene("menu", lambda n: tables.my_turn(4, n).snap(), sheet="menu"),
    scene("count", lambda n: tables.my_turn(4, n).snap(), sheet="count"),
    scene("check", lambda n: tables.my_turn(4, n).snap(), sheet="check", number=12),
    scene("won", lambda n: tables.played("won", 4, n).snap("p1")),
    scene("scoring", lambda n: tables.played("scoring", 4, n).snap("p1")),
    scene("scoring-3", lambda n: tables.played("scoring", 4, n).snap("p3")),
    scene("scores", lambda n: sheet(n).snap()),
    scene("scores-cards", lambda n: sheet(n).snap(), who="p1", heaps=LEFT, tab="p3.heaven"),
    scene("scores-points", lambda n: sheet(n).snap(), who="p1", side="points", lost=(("p2", -4), ("p3", -12))),
    scene("scores-5", lambda n: sheet(n, 5).snap(), who="p2"),
    scene("end", lambda n: list(tables.matches(3, 4, names=n))[-1].snap()),
    scene("display", lambda n: tables.my_turn(4, n).snap(PUBLIC), "tablet"),
    scene("display-5", lambda n: tables.my_turn(5, n).snap(PUBLIC), "tablet"),
    scene("display-phone", lambda n: tables.my_turn(4, n).snap(PUBLIC)),
    scene("gm", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER, "kept"), "tablet", secret=True),
    scene("gm-covered", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER), "tablet"),
    scene("gm-phone", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER, "kept"), secret=True),
    scene("gm-answer", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER, "kept"), secret=True, naming="p1"),
    scene("gm-points", lambda n: ruled(tables.my_turn(4, n)).snap(GAME_MASTER, "kept"), secret=True, sheet="ruling"),
]
