"""What phones show of Scorpion: two matches that guards may not tell apart look the same on every guard's phone."""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import Any

import pytest

from companion.contract.snapshot import Snapshot
from companion.phones.page import in_title
from companion.ui.theme import make_look
from companion.ui.words import stands
from models import KeptRecord
from referee.check.twins import Leak
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion.state import Listening, seats_of
from tests.referee.scorpion.secrecy.twins import Pair, _strangers
from tests.wire.eyes import Eyes

LOOK = make_look("en")
MOST = 4000
"""Declarations of a pair: as long as its worlds look alike, at most to the end."""
LATE = 10
"""The turn from which on a match counts as well under way."""
ENOUGH = 15
"""Pairs that have to show all kinds of differences."""


class Looks(Pair):
    """Two worlds that the guards cannot tell apart, seen through the phones that lie at both tables."""

    def __init__(self, seed: int) -> None:
        self.eyes: tuple[Eyes, Eyes] | None = None
        self.chosen = 0
        super().__init__(seed)
        self.viewer = self.random.choice(seats_of(self.a.state, "guards"))
        self.strangers = _strangers(self.a.state, self.viewer)
        self.eyes = Eyes(self.a), Eyes(self.b)
        self.compare("before the first act")

    def compare(self, where: str) -> None:
        """Compare what phones show. In one world an answer that nobody may know of may wait already."""
        if self.eyes is None:
            return
        a, b = self.eyes
        a.see(self.a, self._early())
        b.see(self.b)
        for viewer, held in self.phones():
            one, other = a.shown(viewer, held=held), b.shown(viewer, held=held)
            if not alike(one, other):
                raise Leak(f"{self}: the phone of {viewer} tells the difference {where}: {difference(one, other)}")
        self.compared += 1

    def compare_all(self, where: str) -> None:
        """Compare the whole log, too, as a phone shows it."""
        self.compare(where)
        assert self.eyes is not None
        for viewer in (self.viewer, PUBLIC):
            one, other = (eyes.shown(viewer, held=False, screen="log") for eyes in self.eyes)
            if unsalted(one) != unsalted(other):
                raise Leak(f"{self}: the log of {viewer} tells the difference {where}")

    def phones(self) -> list[tuple[str, bool]]:
        """Return phones that may not differ: this guard's, open, the display, in turn one of the covered ones."""
        seats = self.a.seats
        return [(self.viewer, True), (PUBLIC, False), (seats[self.compared % len(seats)].seat, False)]

    def _early(self) -> KeptRecord | None:
        last = self.a.state.pending[-1] if self.a.state.pending else None
        if not isinstance(last, Listening) or self.random.random() < 0.5:
            return None
        self.chosen += 1
        seat = next(c.seat for c in self.a.state.characters if c.who == "traitor")
        return KeptRecord(1, seat, {"type": "declare", "seat": seat, "move": {"type": "answer_cat", "use": True}})


def alike(one: Snapshot, other: Snapshot) -> bool:
    """Tell whether two phones show and say the same. What a display says aloud of holds digests, which it says not."""
    if in_title(LOOK, one) != in_title(LOOK, other) or spoken_of(one) != spoken_of(other):
        return False
    if stands(LOOK, one) != stands(LOOK, other):
        return False
    return replace(one, lately=()) == replace(other, lately=())


def spoken_of(snap: Snapshot) -> Any:
    return unsalted(replace(snap, log=snap.lately))


def difference(one: Snapshot, other: Snapshot) -> str:
    """Return which parts of two snapshots differ."""
    return ", ".join(name for name in one.__slots__ if getattr(one, name) != getattr(other, name))


def unsalted(snap: Snapshot) -> Any:
    """Return a log without the digests of commitments, which differ by their salts and by nothing else."""
    lines = [line.model_dump(mode="json") for line in snap.log]
    return [line | {"commitment": line.get("commitment") is not None} for line in lines]


def test_the_comparison_finds_a_zone_that_slips_out(monkeypatch: pytest.MonkeyPatch) -> None:
    views = importlib.import_module("referee.scorpion.views.view")
    honest = views.public

    def leaky(state: Any) -> dict[str, object]:
        zones = [c.zone for c in state.characters]
        return honest(state) | {"drawn_at": sum(map(ord, "".join(z or "" for z in zones)))}

    monkeypatch.setattr(views, "public", leaky)
    with pytest.raises(Leak, match="the phone of"):
        play_all(range(20), 200)


def test_the_comparison_finds_an_answer_that_shows_before_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.tables.answering.Answering.chosen_by", lambda self, viewer: self.kept is not None)
    with pytest.raises(Leak, match="chosen"):
        play_all(range(20), MOST)


def test_whoever_chose_sees_that_they_have_and_only_while_their_cover_is_open() -> None:
    pair = next(p for p in map(Looks, range(50)) if _until_listen(p))
    seat = next(c.seat for c in pair.a.state.characters if c.who == "traitor")
    eyes = Eyes(pair.a)
    eyes.see(pair.a, KeptRecord(1, seat, {"seat": seat}))
    assert eyes.shown(seat, held=True).chosen
    assert eyes.shown(GAME_MASTER, held=True).chosen
    for other in (PUBLIC, *(s.seat for s in pair.a.seats)):
        assert not eyes.shown(other, held=False).chosen
        assert other == seat or not eyes.shown(other, held=True).chosen
    eyes.see(pair.a)
    assert not eyes.shown(seat, held=True).chosen


def test_everybody_sees_until_when_is_waited() -> None:
    pair = next(p for p in map(Looks, range(50)) if _until_listen(p))
    eyes = Eyes(pair.a)
    eyes.see(pair.a)
    shown = [eyes.shown(viewer, held=False) for viewer in (PUBLIC, *(s.seat for s in pair.a.seats))]
    assert len({(snap.wait_until, snap.wait_s) for snap in shown}) == 1
    assert shown[0].wait_s == pair.a.state.options.cat_wait_s
    assert shown[0].wait_until > 0
    after, ruling = pair.a.act("guards", {"type": "undo"})
    assert after is pair.a or ruling.upheld
    eyes.see(replace(pair.a, state=pair.a.steps[-1].before, steps=pair.a.steps[:-1]))
    assert (eyes.shown(PUBLIC, held=False).wait_until, eyes.shown(PUBLIC, held=False).wait_s) == (0.0, 0)


def play_all(seeds: range, most: int) -> None:
    """Play pairs one after the other."""
    for seed in seeds:
        Looks(seed).play(most)


def _until_listen(pair: Looks) -> bool:
    """Play on until a listen waits for its answer; tell whether one does."""
    for _ in range(400):
        if pair.a.state.pending and isinstance(pair.a.state.pending[-1], Listening):
            return True
        if not pair.declare():
            return False
    return False
