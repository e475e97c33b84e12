"""What guards' phones are sent of Scorpion: the same bytes of matches that differ only in what guards may not know."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import flet as ft
import pytest
from flet.controls.context import _context_page
from flet.controls.id_counter import ControlId
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message
from flet.pubsub.pubsub_hub import PubSubHub

from companion.contract.snapshot import Snapshot
from companion.flet_runtime.encode import packed
from companion.screens.router import render
from companion.ui.theme import make_look
from referee.check.twins import Leak
from tests.companion.flet_runtime.test_redraw import Stage, on_stage
from tests.shares import parts
from tests.shots.scenes import Still
from tests.wire.test_snapshots import ENOUGH, LATE, MOST, Looks

AWAKE, HELD = 0.15, 0.2
"""The parts of all moments in which the phone is awake and drawn, and of these in which its cover is open."""
LOOK, ACTIONS = make_look("en"), Still()


class Blind:
    """In the place of a phone that keeps a copy of what it shows: here nobody looks, only bytes count."""

    def register(self, _: Any) -> None:
        """Nothing is kept."""


class Wire(Connection):
    """A connection that keeps every byte that it was sent last."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.pubsubhub = PubSubHub()
        self.mirror = Blind()
        self.patches: list[Any] = []
        self.sent: list[bytes] = []

    def send_message(self, message: Message) -> None:
        self.sent.append(packed(message))


class World:
    """A guard's phone in one of two worlds. What Flet makes when it comes is numbered as on a host of its own."""

    def __init__(self, snap: Snapshot) -> None:
        with pytest.MonkeyPatch.context() as alone:
            alone.setattr(ControlId, "_counter", itertools.count(3))
            self.stage = Stage(scene(snap))

    def draw(self, snap: Snapshot) -> tuple[bytes, ...]:
        """Show something else; return the frames that the phone was sent, byte by byte."""
        connection: Any = self.stage.connection
        connection.sent.clear()
        _context_page.set(self.stage.session.page)
        self.stage.draw(scene(snap))
        return tuple(connection.sent)


def scene(snap: Snapshot) -> Callable[[], ft.Control]:
    """Return what draws a snapshot as a phone does."""
    return lambda: render(LOOK.but(secret=snap.held != "covered"), snap, ACTIONS)


class Drawn(Looks):
    """Two worlds that the guards cannot tell apart, drawn on a guard's phone that opens its cover now and then."""

    def __init__(self, seed: int) -> None:
        self.worlds: tuple[World, World] | None = None
        self.frames = 0
        self.chance = Random(f"frames {seed}")
        super().__init__(seed)

    def compare(self, where: str) -> None:
        """Compare what phones show, and what this guard's is sent, in order and size. It sleeps most of the time."""
        super().compare(where)
        if self.eyes is None or self.chance.random() > AWAKE:
            return
        held = self.chance.random() < HELD
        one, other = (eyes.shown(self.viewer, held=held) for eyes in self.eyes)
        if self.worlds is None:
            self.worlds = World(one), World(other)
            return
        ours, theirs = self.worlds[0].draw(one), self.worlds[1].draw(other)
        if ours != theirs:
            sizes = [len(frame) for frame in ours], [len(frame) for frame in theirs]
            raise Leak(f"{self}: the phone of {self.viewer} is sent other frames {where}: {sizes}")
        self.frames += len(ours)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("WIRE_SCORPION_PAIRS", ENOUGH), ids=str)
def test_guards_phones_show_and_are_sent_the_same_of_matches_that_differ_in_what_guards_may_not_know(
    seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.companion.flet_runtime.test_redraw.Watched", Wire)
    monkeypatch.setattr("companion.flet_runtime.session_ids.first", lambda: 3)  # its own numbers begin by chance
    wanted = len(seeds)
    frames = apart = differed = late = chosen = 0
    kinds: Counter[str] = Counter()

    def check() -> None:
        nonlocal frames, apart, differed, late, chosen, kinds
        Stage(ft.Container)  # of the first page in a process Flet numbers what it loads with it, too
        for seed in seeds:
            pair = Drawn(seed)
            pair.play(MOST)
            one, other = pair.secrets()
            apart += one != other
            frames += pair.frames
            differed += pair.differed
            late += pair.a.state.turn >= LATE
            chosen += pair.chosen
            kinds += pair.kinds

    on_stage(check)
    if wanted >= ENOUGH:
        assert frames > 4 * wanted
        assert apart > 0.9 * wanted
        assert differed > 5 * wanted
        assert late >= 0.1 * wanted
        assert chosen > 0
        assert {"lock_path", "answer_cat", "declare_searches"} <= set(kinds)
