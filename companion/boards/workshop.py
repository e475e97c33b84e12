"""The board editor of one phone: its workplace, and the store that keeps every act of it at once.

Nothing waits for the store: while one state is written the next one is made, and only the newest is written after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.boards.tracing.boards import checked, counted, dumped, loaded
from companion.boards.tracing.sketch import History, Sketch
from companion.boards.tracing.tools import Bench
from companion.boards.workshop_acts import Checks, Workplace, done
from companion.tables.tables import Tables
from models import SketchRecord

LONGEST_NAME = 40
"""Characters of the name under which a sketch is kept."""


class Workshop:
    """One sketch on one phone. `owner` is the hash of the key that opens it; `drawn` is called after a look at it."""

    def __init__(self, tables: Tables, owner: str, record: SketchRecord, drawn: Callable[[], None]) -> None:
        """Open a sketch as it was kept. Raises `Untraceable` if it cannot be read."""
        sketch = loaded(record.document)
        self.owner = owner
        self.place = Workplace(record.id, Bench(History(sketch)))
        self.keeping = False
        self._tables = tables
        self._drawn = drawn
        self._kept: Sketch | None = sketch
        self._looked_at: Sketch | None = None

    @property
    def sketch(self) -> Sketch:
        return self.place.bench.sketch

    def do(self, act: str, *args: Any) -> bool:
        """Do an act; return whether there is something to keep or to look at."""
        self.place = done(self.place, act, *args)
        return self.behind

    @property
    def behind(self) -> bool:
        """Whether the store or the checks are behind the sketch."""
        return self.sketch is not self._kept or self.sketch is not self._looked_at

    async def keep(self) -> None:
        """Write and check until nothing is new. Raises `models.StoreError`; what was not written is tried again."""
        if self.keeping:
            return
        self.keeping = True
        try:
            while self.behind:
                sketch = self.sketch
                if sketch is not self._kept:
                    await self._write(sketch)
                    self._kept = sketch
                if sketch is not self._looked_at:
                    checks = await self._tables.jobs.run("look", look_over, sketch)
                    self.place = replace(self.place, checks=checks)  # what was done meanwhile stays
                    self._looked_at = sketch
                    self._drawn()
        finally:
            self.keeping = False

    async def _write(self, sketch: Sketch) -> None:
        tables = self._tables
        await tables.run(_keep, tables.store.sketches.keep, self.owner, self.place.number, sketch)

    def laid(self, token: str, size: tuple[int, int]) -> None:
        """A photo lies under the sketch. One that is still empty takes over its shape."""
        place = replace(self.place, photo=token)
        if not place.bench.sketch.zones and min(size) > 0:
            sketch = replace(place.bench.sketch, size=size)
            place = replace(place, bench=replace(place.bench, history=place.bench.history.then(sketch)))
        self.place = done(place, "whole")


def _keep(keep: Callable[..., None], owner: str, number: int, sketch: Sketch) -> None:
    keep(owner, number, called(sketch), dumped(sketch))


def called(sketch: Sketch) -> str:
    """Return the name under which a sketch is kept."""
    name = sketch.name.text("en") or sketch.name.text("ja")
    return "".join(char for char in name if char.isprintable())[:LONGEST_NAME].strip()


def look_over(sketch: Sketch) -> Checks:
    """Return what is wrong with a sketch, and its numbers."""
    return Checks(checked(sketch), counted(sketch))
