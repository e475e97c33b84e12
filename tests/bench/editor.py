"""How long the board editor takes to draw a large board again after a corner of it has moved, and what it sends."""

from __future__ import annotations

import time
from dataclasses import replace

from companion.boards.tracing.sketch import History, Sketch
from companion.boards.tracing.tools import EditorState
from companion.boards.workshop import Workplace, done, look_over
from companion.contract.snapshot import Snapshot
from companion.flet_runtime.encode import packed
from companion.screens.router import render
from referee.board.board import MAX_ZONES, Zone
from tests.bench.figures import line, median, milliseconds, percentile
from tests.companion.flet_runtime.test_redraw import Stage, Watched, on_stage
from tests.companion.screens.stage import EN
from tests.shots.scenes import Still

ACROSS, SIDE = 20, 100
DRAGS, STEPS = 20, 10
WINDOW = 390.0, 480.0
"""Pixels of the drawing on a phone."""


class Counting(Watched):
    """A connection that counts the bytes that it is sent."""

    sent = 0

    def send_message(self, message: object) -> None:
        self.sent += len(packed(message))  # type: ignore[arg-type]
        super().send_message(message)  # type: ignore[arg-type]


def large() -> Sketch:
    """Return a sketch of as many square rooms as a board may have, each with four corners that it shares."""
    down = MAX_ZONES // ACROSS
    wide = ACROSS + 1
    corners = {1 + x + wide * y: (x * SIDE, y * SIDE) for y in range(down + 1) for x in range(wide)}
    rings = {}
    for n in range(MAX_ZONES):
        first = 1 + n % ACROSS + wide * (n // ACROSS)
        rings[f"Z{n + 1}"] = (first, first + 1, first + 1 + wide, first + wide)
    zones = {zone: Zone(id=zone, kind="ground") for zone in rings}
    return Sketch(size=(ACROSS * SIDE, down * SIDE), zones=zones, corners=corners, rings=rings)


def run() -> None:
    """Drag corners all over a board of `MAX_ZONES` zones, each in some steps, and look the board over after each."""
    on_stage(_measure)


def _measure() -> None:
    sketch = large()
    place = done(Workplace(1, EditorState(History(sketch)), checks=look_over(sketch)), "measured", *WINDOW)
    place = done(place, "take", "corner")
    phone = Counting()
    stage = Stage(lambda: None, phone)
    drawn: list[float] = []
    sent: list[int] = []
    looked: list[float] = []

    def show() -> None:
        snap = Snapshot(screen="editor", editor=place)
        stage.draw(lambda: render(EN, snap, Still()))

    show()
    for number in range(DRAGS):
        corner = 1 + number * (len(sketch.corners) // DRAGS)
        x, y = place.bench.gaze.pixel(place.bench.sketch.corners[corner])
        place = done(place, "grab", x, y)
        for step in range(1, STEPS + 1):
            before, begun = phone.sent, time.perf_counter()
            place = done(place, "pull", x + step / 4, y + step / 4)
            show()
            drawn.append(time.perf_counter() - begun)
            sent.append(phone.sent - before)
        place = done(place, "drop")
        begun = time.perf_counter()
        place = replace(place, checks=look_over(place.bench.sketch))
        looked.append(time.perf_counter() - begun)
        show()
    assert place.bench.sketch != sketch
    line(
        "editor",
        zones=len(sketch.zones),
        redraw_median_ms=milliseconds(median(drawn)),
        redraw_p95_ms=milliseconds(percentile(drawn, 95)),
        sent_median_bytes=int(median(sent)),
        sent_most_bytes=max(sent),
        checks_median_ms=milliseconds(median(looked)),
    )
