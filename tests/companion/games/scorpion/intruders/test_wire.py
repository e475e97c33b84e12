"""What an intruder's phone is sent when it opens, plans and covers: how much, and what stays behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import flet as ft
import pytest
from flet.controls.context import _context_page

from companion.contract.snapshot import Snapshot
from companion.games.scorpion.intruders.screen import intruders
from companion.games.scorpion.screen import SCREEN
from companion.games.table.frame import page
from companion.games.table.menu import over, refused_dock
from companion.phones.make_snapshot import REFUSED_PRIVATELY
from referee.board.reading import bundled
from referee.core.values import Refused, Ruling
from tests.companion.flet_runtime.test_redraw import Stage
from tests.companion.games.scorpion.intruders.stage import Held, context, snap_of
from tests.companion.ui.test_board_map import Scales, on_a_loop
from tests.referee.scorpion.night import Night
from tests.shots.scenes import Still
from tests.wire.test_redraw import first_difference, shown

STATE = Night("K10", "W6", ("K9", "W1", "E4"), board=bundled(), entrances=("K10", "N9")).state
ACTIONS = Still()


def snap(held: Held, *plan: str) -> Snapshot:
    """What the phone of both intruders may show."""
    return snap_of(STATE, "intruders", held, entering=plan)


class Phone(Stage):
    """A phone that weighs what it is sent."""

    def __init__(self, snap: Snapshot, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tests.companion.flet_runtime.test_redraw.Watched", Scales)
        super().__init__(_scene(snap))

    def show(self, snap: Snapshot) -> int:
        """Show something else; return the bytes that it took."""
        assert isinstance(self.connection, Scales)
        _context_page.set(self.session.page)
        before = self.connection.bytes
        self.draw(_scene(snap))
        return self.connection.bytes - before

    def pad(self) -> int:
        """Return the number of the pad's control."""
        return next(found.id for found in self.mirror.walk() if found.hears("vertical_drag_down"))


def _scene(snap: Snapshot) -> Callable[[], ft.Control]:
    def draw() -> ft.Control:
        ctx = context(snap, ACTIONS)
        content, dock = intruders(ctx)
        return page(ctx, content, refused_dock(ctx, SCREEN) or dock, overlay=over(ctx, SCREEN))

    return draw


def test_the_pad_under_the_thumb_stays_the_same_control(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        phone = Phone(snap("covered"), monkeypatch)
        pad = phone.pad()
        for each in (snap("held"), snap("kept"), snap("kept", "3 n", "n walk K6"), snap("covered"), snap("held")):
            phone.show(each)
            assert phone.pad() == pad

    on_a_loop(check)


def test_after_a_refusal_the_pad_lies_on_the_doors_and_says_why_while_it_is_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    why = Ruling.refusal(Refused("SCORPION-17.5", "scorpion.moat_stops", private=True))

    def check() -> None:
        phone = Phone(replace(snap("covered"), refusal=REFUSED_PRIVATELY), monkeypatch)
        pad = phone.pad()
        for shown_now, said in (("held", True), ("covered", False), ("held", True)):
            refusal = why if said else REFUSED_PRIVATELY
            phone.show(replace(snap(shown_now), refusal=refusal))  # type: ignore[arg-type]
            assert phone.pad() == pad
            assert bool(phone.mirror.find_all("The move ends in a moat.")) == said

    on_a_loop(check)


def test_opening_the_map_and_a_step_on_it_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        phone = Phone(snap("covered"), monkeypatch)
        assert phone.show(snap("kept")) < 150_000
        assert phone.show(snap("covered")) < 20_000
        phone.show(snap("kept"))
        assert phone.show(snap("kept", "3 n", "n walk K6")) < 6_000
        assert phone.show(snap("kept", "3 n", "n walk K6", "n walk K5")) < 6_000

    on_a_loop(check)


def test_covering_leaves_nothing_of_the_secret_on_the_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    def check() -> None:
        phone, other = Phone(snap("covered"), monkeypatch), Phone(snap("covered"), monkeypatch)
        for each in (snap("held"), snap("kept", "3 n", "n walk K6", "? shuriken"), snap("covered")):
            phone.show(each)
        assert first_difference(shown(phone), shown(other)) == ""
        other.show(snap("kept"))
        assert first_difference(shown(phone), shown(other)) != ""

    on_a_loop(check)
