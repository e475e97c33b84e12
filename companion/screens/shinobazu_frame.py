"""What every Shinobazu screen has in the same place: bar, strip, frame, dock, and what is chosen so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.actions import Actions
from companion.look import Look
from companion.screens.shinobazu_facts import Pick, called, presence
from companion.screens.words import say
from companion.snapshot import Snapshot
from companion.ui import Act, Main, Side, act, app_bar, dock, screen, strip
from companion.ui.dock import DockState
from companion.ui.secrecy import StripState
from referee.shinobazu_model import View

K = "shinobazu.screen."


class Desk:
    """Where a phone keeps what is chosen. Always the same one, so that blocks whose handlers hold it stay as they are.

    `put` sets the choice, given a function of the choice before; `moment` is what is on now.
    """

    __slots__ = ("moment", "put")

    def __init__(self, put: Callable[[Any], None]) -> None:
        self.put = put
        self.moment = ""

    def choose(self, **changed: Any) -> None:
        """Change what is chosen at this moment."""
        self.put(lambda old: replace(old.at(self.moment), **changed))

    def more(self) -> None:
        """Open or close what "More" offers."""
        self.put(lambda old: replace(old, sheet="" if old.sheet == "menu" else "menu"))


@dataclass(frozen=True, slots=True)
class Ctx:
    """All that a screen is drawn from: the snapshot, how it looks, what may be done, what is chosen so far."""

    look: Look
    snap: Snapshot
    actions: Actions
    pick: Pick
    desk: Desk
    acting: str = ""
    """The seat that a game master declares for."""

    @property
    def view(self) -> View:
        """The game's view, as much of it as this phone may show."""
        view: View = self.snap.view
        return view

    @property
    def me(self) -> str:
        """The seat that is looked through, empty for the table display and the game master."""
        return self.acting or (self.snap.viewer if self.snap.role == "seat" else "")

    @property
    def open(self) -> bool:
        """Whether the cover is open."""
        return self.snap.held != "covered"

    def t(self, key: str, **params: Any) -> str:
        """Return words of these screens: the key without its first two parts."""
        return self.look.t(K + key, **params)

    def say(self, key: str, params: Mapping[str, Any] | None = None) -> str:
        """Return a referee's sentence, with names and words for what its parameters stand for."""
        return say(self.look, self.snap, key, params)

    def name(self, seat: str | None) -> str:
        """Return a seat's name."""
        return called(self.snap).get(seat or "", seat or "")

    def declare(self, move: Mapping[str, Any], seat: str = "") -> Act:
        """Return the act that declares a move, for my seat unless another is named."""
        seat = seat or self.acting
        return act(self.actions.declare, dict(move), seat) if seat else act(self.actions.declare, dict(move))

    def choose(self, field: str, *value: Any) -> Act:
        """Return the act that chooses: a value given here, or the one the control adds when it is tapped."""
        return act(_choose, self.desk, self.actions, field, *value)


def _choose(desk: Desk, actions: Actions, field: str, value: Any) -> None:
    actions.touch()
    desk.choose(**{field: value})


def where(ctx: Ctx) -> str:
    """Return the line of the app bar that says where we are; the depth is always named."""
    view, t = ctx.view, ctx.t
    if view.phase == "ended":
        return t("over", depth=t(f"depth.{view.options.depth}"))
    return t("at_round", set=view.set, round=view.round, depth=t(f"depth.{view.options.depth}"))


def here(ctx: Ctx, *, always: bool = False) -> str:
    """Return how many phones are here: when some are not, or `always`."""
    met = [p for p in presence(ctx.snap).values() if p != "free"]
    awake = sum(p == "here" for p in met)
    return ctx.t("here", n=awake, of=len(met)) if met and (always or awake < len(met)) else ""


def bar(ctx: Ctx, subtitle: str = "") -> ft.Control:
    """Return the app bar: back, rules, more."""
    t, actions = ctx.look.t, ctx.actions
    return app_bar(
        ctx.look,
        ctx.t("title"),
        subtitle or where(ctx),
        (ft.Icons.ARROW_BACK_SHARP, t("kit.back"), act(actions.back)),
        (
            (ft.Icons.MENU_BOOK_SHARP, t("kit.rules"), act(actions.go, "rules", game="shinobazu")),
            (ft.Icons.MORE_VERT_SHARP, t("kit.more"), act(ctx.desk.more)),
        ),
    )


def state_of(ctx: Ctx) -> tuple[StripState, str]:
    """Return the strip's state and the words at its right end."""
    if ctx.view.phase == "ended":
        return "ended", ""
    if ctx.open:
        return "secret", ctx.t("kept_open" if ctx.snap.held == "kept" else "held_open")
    hand = ctx.view.options.depth == "plays" and ctx.view.phase == "turns" and ctx.snap.role == "seat"
    return ("covered_parts", "") if hand else ("safe", here(ctx, always=True))


def page(
    ctx: Ctx,
    content: Sequence[ft.Control],
    answer: ft.Control,
    *,
    overlay: ft.Control | None = None,
    subtitle: str = "",
) -> ft.Control:
    """Return a whole screen of a seat's phone."""
    state, right = state_of(ctx)
    return screen(
        ctx.look,
        bar=bar(ctx, subtitle),
        strip=strip(ctx.look, state, right, ctx.name(ctx.me)),
        content=content,
        dock=answer,
        overlay=overlay,
        frame="seat" if ctx.open and state == "secret" else "none",
    )


def undo(ctx: Ctx, *, mine: bool = False) -> Side:
    """Return the action that takes the last declaration back, or says why it does not."""
    words = ctx.t("undo_mine" if mine and ctx.snap.undo is None else "undo")
    why = "" if ctx.snap.undo is None else ctx.say(ctx.snap.undo.reason, ctx.snap.undo.params)
    return Side(words, ft.Icons.UNDO_SHARP, act(ctx.actions.undo), why)


def asked(
    ctx: Ctx, ask: str, main: Main | None, *, line: str = "", left: Side | None = None, **rest: Any
) -> ft.Control:
    """Return the dock of somebody who must act."""
    return answer(ctx, "asked", line or ctx.t("your_turn"), ask, left or undo(ctx), main, **rest)


def answer(
    ctx: Ctx, state: DockState, line: str, ask: str, left: Side | None = None, main: Main | None = None, **rest: Any
) -> ft.Control:
    """Return the dock."""
    return dock(ctx.look, state=state, line=line, ask=ask, left=left, main=main, **rest)
