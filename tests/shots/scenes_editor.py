"""The board editor: empty, at work over a photo, and with its sheets."""

from __future__ import annotations

from functools import partial

from companion.boards.tracing.boards import sketch_of
from companion.boards.tracing.borders import bounded, joined, named, painted, walked
from companion.boards.tracing.shapes import drawn
from companion.boards.tracing.sketch import History, Sketch
from companion.boards.tracing.tools import EditorState
from companion.boards.workshop import Workplace, done, look_over
from companion.contract.snapshot import Snapshot
from referee.board.board import Zone
from referee.board.reading import bundled
from tests.shots.scenes import Scene, from_snapshot

WINDOW = {"phone": (390.0, 314.0), "tablet": (759.0, 640.0)}


def few() -> Sketch:
    """Three zones beside each other, as the mock-up has them."""
    sketch = Sketch(size=(1170, 990))
    for id, ring in (
        ("16", ((120, 450), (710, 420), (700, 600), (150, 630))),
        ("29", ((150, 630), (390, 622), (415, 790), (290, 905), (135, 880))),
        ("30", ((390, 622), (700, 600), (710, 805), (415, 790))),
    ):
        sketch = drawn(sketch, ring, 8, id)
    sketch = painted(sketch, ["30"], "post")
    sketch = painted(sketch, ["16"], "castle_a")
    sketch = painted(sketch, ["29"], "barracks")
    sketch = named(sketch, "30", en="Carp Pond", ja="鯉の池")
    return walked(bounded(sketch, "29", "30", "wall"), ["30", "16", "29"])


def dots() -> Sketch:
    """Five dots, joined."""
    spots = ((200, 300), (500, 250), (850, 380), (350, 650), (750, 720))
    zones = {id: Zone(id=id, kind="ground") for id in "12345"}
    sketch = Sketch(size=(1170, 990), zones=zones, dots=dict(zip(zones, spots, strict=True)))
    for a, b in ("12", "23", "14", "24", "25", "35", "45", "25"):
        sketch = joined(sketch, a, b)
    return sketch


def at(sketch: Sketch, *acts: tuple[object, ...], size: str = "phone", near: float = 0, **bench: object) -> Snapshot:
    """Return the editor of a sketch after some acts."""
    place = Workplace(1, EditorState(History(sketch), **bench), checks=look_over(sketch))  # type: ignore[arg-type]
    place = done(place, "measured", *WINDOW[size])
    for name, *args in acts:
        place = done(place, str(name), *args)
    return Snapshot(screen="editor", editor=place)


LINE = ((710, 805), (870, 850), (1010, 790), (990, 600))
NIJO = sketch_of(bundled("nijo"))
SCENES = [
    Scene("editor-empty", partial(from_snapshot, at(Sketch()))),
    Scene("editor-zone", partial(from_snapshot, at(few(), line=LINE, finger=(990, 600)))),
    Scene("editor-chosen", partial(from_snapshot, at(few(), tool="choose", chosen=("30", "29")))),
    Scene("editor-dots", partial(from_snapshot, at(dots(), tool="dot", chosen=("3",)))),
    Scene("editor-paint", partial(from_snapshot, at(NIJO, tool="paint", brush="post"))),
    Scene("editor-fork", partial(from_snapshot, at(NIJO, tool="route", last="E10"))),
    Scene("editor-hear", partial(from_snapshot, at(NIJO, ("far", 3), tool="hear", chosen=("K1",)))),
    Scene("editor-corner", partial(from_snapshot, at(NIJO, ("zoom", True), ("zoom", True), tool="corner"))),
    Scene("editor-check", partial(from_snapshot, at(few(), ("sheet", "problems")))),
    Scene("editor-board", partial(from_snapshot, at(few(), ("sheet", "board")))),
    Scene("editor-chosen-large", partial(from_snapshot, at(few(), tool="choose", chosen=("30",))), scale=1.5),
    Scene("editor-tablet", partial(from_snapshot, at(NIJO, size="tablet", tool="choose", chosen=("K1", "K2"))),
          size="tablet"),
]  # fmt: skip
