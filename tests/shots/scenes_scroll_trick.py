"""Scroll Trick's screens: players, the table display, the game master, the end, in both depths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import ChangedNote, Snapshot
from companion.games.scroll_trick.facts import Pick, moment_of
from companion.games.scroll_trick.screen import SCREEN, table
from companion.games.table.context import PickStore
from companion.games.table.table import drawn
from companion.ui.theme import Look
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.games.scroll_trick import tables
from tests.players.scroll_trick import OPEN, SILENT
from tests.shots.scenes import Scene

Made = Callable[[tuple[str, ...]], Snapshot]


def draw(made: Made, chosen: dict[str, Any]) -> Callable[[Look, Actions], ft.Control]:
    """Return a scene's drawing: the names of the seats are in the reader's language."""

    def drawing(look: Look, actions: Actions) -> ft.Control:
        snap = made(tables.KANA if look.lang == "ja" else tables.NAMES)
        if not chosen:
            return table(look, snap, actions)
        return chosen_table(look, snap, actions, tuple(chosen.items()))

    return drawing


@ft.component
def chosen_table(look: Look, snap: Snapshot, actions: Actions, chosen: tuple[tuple[str, Any], ...]) -> ft.Control:
    """Draw a table with something chosen already."""
    pick, put = ft.use_state(Pick(**{"moment": moment_of(snap.view), **dict(chosen)}))
    return drawn(SCREEN, look, snap, actions, pick, ft.use_memo(lambda: PickStore(put), []))


def scene(name: str, made: Made, size: str = "phone", scale: float = 1.0, **chosen: Any) -> Scene:
    """Return a scene of this game."""
    return Scene(f"06-scroll-trick-{name}", draw(made, chosen), size, name in SECRET, scale)


def at(
    names: tuple[str, ...], phase: str, count: int = 4, round_: int = 1, trick: int = 0, **more: Any
) -> tables.Table:
    """Return the first moment of a phase in a round, from a trick on."""
    more.setdefault("habits", SILENT)
    return tables.until(
        lambda v: v.phase == phase and v.round >= round_ and v.trick >= trick, count, names=names, **more
    )


def ruled(table: tables.Table, gm: Literal["referee", "observer"] = "referee") -> tables.Table:
    """Return a table with a game master, and Dai's phone asleep."""
    return replace(table, gm=gm, asleep=frozenset({"p4"}))


def shadow_turn(names: tuple[str, ...]) -> tables.Table:
    """Return a moment at which the shadow follows one of several cards."""
    return tables.until(
        lambda v: v.shadow is not None and v.shadow.act == "play" and len(v.shadow.why) > 1, 2, names=names
    )


def active(table: tables.Table) -> str:
    """Return whose turn it is."""
    return str(table.view.active or table.view.marker)


def turned(names: tuple[str, ...]) -> Snapshot:
    """Return the phone of somebody who turns scrolls in round 3."""
    table = at(names, "turn", round_=3)
    return table.snap(next(s.seat for s in table.view.seats if s.due > s.turned))


def taking(names: tuple[str, ...], count: int = 4) -> Snapshot:
    """Return the phone of the winner of a trick in round 2 that holds scrolls."""
    table = tables.until(
        lambda v: v.phase == "resolve" and v.round == 2 and sum(p.tile for p in v.now.plays) >= 2,
        count, names=names, habits=SILENT,
    )  # fmt: skip
    return table.snap(next(p.seat for p in table.match.prompts(PUBLIC) if p.must))


SECRET = frozenset(
    {"turn-held", "place-note", "register", "drawn-note", "gm", "gm-phone", "gm-answer", "gm-captured", "gm-correct"}
)
"""The scenes whose cover is open."""
TAKEN = (("p1", (3, -1)), ("p2", (1,)), ("p3", (3, 1, 1)), ("p4", (-1, 3)))
CHANGED = (
    ChangedNote("p2", 23, {"cards": ["D 5", "C 7", "D 6", "C 4"]}, {"cards": ["D 5", "C 7", "B 7", "B 4"]}),
    ChangedNote("p1", 49, {"scrolls": {"D 3": 3, "C 2": 1}}, {"scrolls": {"D 3": 1, "C 2": 3}}),
)
SCENES = [
    scene("turn", lambda n: tables.my_turn(n).snap()),
    scene("turn-held", lambda n: tables.my_turn(n, note=True, register=True).snap("p1", "held")),
    scene("turn-why", lambda n: tables.my_turn(n).snap(), hint="closed"),
    scene("turn-130", lambda n: tables.my_turn(n).snap(), scale=1.3),
    scene("turn-200", lambda n: tables.my_turn(n).snap(), scale=2.0),
    scene("lead", lambda n: (t := at(n, "trick", trick=1)).snap(active(t))),
    scene("lead-5", lambda n: (t := at(n, "trick", 5, trick=2)).snap(active(t))),
    scene("lead-long", lambda n: (t := at(tables.LONG, "trick", 5, trick=2)).snap(active(t))),
    scene("closed", lambda n: (t := at(n, "trick", trick=2)).snap(active(t)), tab="closed", card="B 3"),
    scene("waiting", lambda n: tables.my_turn(n).snap("p3")),
    scene("asleep", lambda n: replace(tables.my_turn(n), asleep=frozenset({"p1"})).snap("p2")),
    scene("setup", lambda n: tables.begun(4, n).snap()),
    scene("setup-start", lambda n: tables.begun(4, n).says("p1", "take_start_scrolls").snap(), who="p2"),
    scene("deal", lambda n: at(n, "deal").snap()),
    scene("trump", lambda n: (t := at(n, "trump")).snap(active(t)), kind="C"),
    scene("open", lambda n: (t := at(n, "open")).snap(active(t)), card="B 3"),
    scene("place", lambda n: tables.ready(4, n).snap()),
    scene("place-note", lambda n: tables.ready(4, n).snap("p1", "kept"), tab="scrolls"),
    scene("register", lambda n: tables.laid(n).snap("p1", "kept"), tab="hand"),
    scene("turning", turned),
    scene("take", lambda n: taking(n)),
    scene("take-5", lambda n: taking(n, 5)),
    scene("between", lambda n: at(n, "between").snap()),
    scene("between-5", lambda n: at(n, "between", 5, round_=2).snap()),
    scene("drawn-note", lambda n: at(n, "between").snap("p1", "kept"), tab="drawn"),
    scene("shadow", lambda n: shadow_turn(n).snap()),
    scene("shadow-row", lambda n: at(n, "shadow", 2).snap()),
    scene("shadow-value", lambda n: at(n, "shadow", 2).snap(), named=("B 3", "C 1", "E 7")),
    scene("refill", lambda n: at(n, "refill", 2, trick=2).snap()),
    scene("two", lambda n: at(n, "trick", 2, trick=2).snap("p1")),
    scene("refused", lambda n: tables.my_turn(n).tries("p1", "play_card", card="A 3").snap()),
    scene("menu", lambda n: tables.my_turn(n).snap(), sheet="menu"),
    scene("box", lambda n: tables.begun(4, n).snap(), sheet="box"),
    scene("claim", lambda n: tables.my_turn(n).snap(), sheet="claim", who="p3"),
    scene("scores", lambda n: tables.begun(4, n, depth="scores", start="p1").snap(), taken=TAKEN, who="p2"),
    scene("scores-5", lambda n: at(n, "score", 5, round_=2, depth="scores").snap()),
    scene("scores-trick", lambda n: at(n, "score", round_=2, depth="scores").snap(), tab="trick", who="p2",
          taken=(("trick", (5, -1)),)),
    scene("scores-between", lambda n: at(n, "between", depth="scores").snap()),
    scene("end", lambda n: at(n, "ended").snap()),
    scene("end-2", lambda n: at(n, "ended", 2).snap()),
    scene("end-changed", lambda n: at(n, "ended", 2).snap(changed=CHANGED)),
    scene("display", lambda n: tables.my_turn(n).snap(PUBLIC), "tablet"),
    scene("display-5", lambda n: at(n, "trick", 5, round_=2, trick=3).snap(PUBLIC), "tablet"),
    scene("display-2", lambda n: shadow_turn(n).snap(PUBLIC), "tablet"),
    scene("display-phone", lambda n: tables.my_turn(n).snap(PUBLIC)),
    scene("gm", lambda n: ruled(tables.my_turn(n, True, True)).snap(GAME_MASTER, "kept"), "tablet"),
    scene("gm-covered", lambda n: ruled(tables.my_turn(n)).snap(GAME_MASTER), "tablet"),
    scene("gm-phone", lambda n: ruled(at(n, "trick", trick=2, habits=OPEN)).snap(GAME_MASTER, "kept")),
    scene("gm-answer", lambda n: ruled(tables.my_turn(n)).snap(GAME_MASTER, "kept"), naming="p1"),
    scene("gm-captured", lambda n: ruled(tables.my_turn(n)).snap(GAME_MASTER, "kept"), sheet="ruling"),
    scene("gm-correct", lambda n: ruled(tables.my_turn(n)).snap(GAME_MASTER, "kept"), sheet="correct"),
]  # fmt: skip
