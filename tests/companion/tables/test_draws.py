"""The tiles that the app draws: always free ones, and nobody learns by drawing what a rival holds."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.tables.keys import ProcessRight
from companion.tables.seats import start
from companion.tables.table import Table
from companion.tables.tables import Tables
from models import Store
from referee import scorpion
from referee.core import journal
from referee.core.journal import Declare, HouseRuling, Match, Undo
from referee.core.values import GAME_MASTER, PUBLIC, Ruling
from referee.scorpion.preferences import DRAW, draw
from referee.scorpion.state import character
from tests.players.scorpion.match import seated

SALT = "0" * 32
RIVALS = {"disputed": "on", "disputed_mission": "draw", "gm": "active"}


def table(**options: Any) -> Match:
    return journal.begin(scorpion, options, seated(3))  # type: ignore[arg-type]


def draws(match: Match, who: str, random: Random, letter: str = DRAW) -> tuple[Match, Ruling]:
    asked = Declare(seat=who, move={"type": "draw_missions", who: letter}, salt=SALT)
    after, ruling = match.act(who, draw(match, asked, random))
    assert ruling.upheld
    return after, ruling


def tile(match: Match, who: str) -> str:
    letter = character(match.state, who).mission
    assert letter is not None
    return letter


@pytest.mark.clause("SCORPION-2.5", "SCORPION-30.2")
@pytest.mark.parametrize("options", [RIVALS, {}])
def test_a_tile_that_is_drawn_is_never_the_others(options: dict[str, Any]) -> None:
    met = set()
    for seed in range(60):
        held = "ABCDEF"[seed % 6]
        match, _ = draws(table(**options), "ninja", Random(seed), held)
        match, ruling = draws(match, "traitor", Random(seed))
        assert tile(match, "traitor") != held
        assert "scorpion.tiles_clash" not in [n.message for n in ruling.notices]
        met.add((held, tile(match, "traitor")))
    assert len(met) > 20


@pytest.mark.clause("SCORPION-30.3")
def test_letters_that_are_noted_may_be_drawn_alike() -> None:
    match, _ = draws(table(**RIVALS | {"disputed_mission": "note"}), "ninja", Random(0), "C")
    assert "C" in {tile(draws(match, "traitor", Random(seed))[0], "traitor") for seed in range(60)}


@pytest.mark.clause("SCORPION-2.5")
def test_one_player_draws_two_different_tiles_and_any_two() -> None:
    met = set()
    for seed in range(80):
        match = journal.begin(scorpion, {}, seated(2))  # type: ignore[arg-type]
        both = {"type": "draw_missions", "ninja": DRAW, "traitor": DRAW}
        for _ in range(2):
            act = draw(match, Declare(seat="intruders", move=both, salt=SALT), Random(seed))
            match, ruling = match.act("intruders", act)
            assert ruling.upheld
            met.add((tile(match, "ninja"), tile(match, "traitor")))
    assert all(ninja != traitor for ninja, traitor in met)
    assert len(met) > 20


@pytest.mark.clause("SCORPION-30.1")
def test_drawing_again_and_again_tells_a_rival_nothing() -> None:
    """Whoever could draw anew would learn the rival's tile as the one that never comes."""
    for seed in range(20):
        random = Random(seed)
        match, _ = draws(table(**RIVALS), "ninja", random)
        match, _ = draws(match, "traitor", random)
        first, rivals = tile(match, "traitor"), tile(match, "ninja")
        for _ in range(4):
            match, _ = draws(match, "traitor", random)
            assert tile(match, "traitor") == first
            match, ruling = match.act("traitor", Undo())
            assert ruling.upheld
        while any(e.mission for e in match.state.characters if e.who == "traitor"):
            match, _ = match.act("traitor", Undo())
        match, _ = draws(match, "traitor", random)
        assert (tile(match, "traitor"), tile(match, "ninja")) == (first, rivals)


@pytest.mark.clause("SCORPION-30.1", "SCORPION-30.2")
def test_a_tile_that_was_taken_back_is_kept_for_whoever_drew_it() -> None:
    for seed in range(40):
        random = Random(seed)
        match, _ = draws(table(**RIVALS), "traitor", random)
        first = tile(match, "traitor")
        match, _ = match.act("traitor", Undo())
        match, _ = draws(match, "ninja", random)
        match, _ = draws(match, "traitor", random)
        assert tile(match, "traitor") == first != tile(match, "ninja")


@pytest.mark.clause("SCORPION-30.1", "SCORPION-23.7")
def test_the_redrawn_tile_is_free_and_a_second_draw_brings_it_again() -> None:
    match, _ = draws(table(**RIVALS), "ninja", Random(0), "A")
    match, _ = draws(match, "traitor", Random(0), "D")
    again = {"type": "redraw_mission", "intruder": "ninja", "letter": DRAW}
    met = {draw(match, Declare(seat="ninja", move=again), Random(seed)).move["letter"] for seed in range(80)}
    assert met == set("ABCEF")
    for actor, act in (("ninja", Declare), (GAME_MASTER, HouseRuling)):
        assert draw(match, act(seat="ninja", move=again), Random(0)).move["letter"] in met, actor


@pytest.mark.clause("SCORPION-30.1", "SCORPION-2.8")
def test_nobody_is_told_more_or_less_whatever_the_rival_holds() -> None:
    held, other = ([*draws(table(**RIVALS), "ninja", Random(0), letter)] for letter in "BE")
    free = next(
        seed
        for seed in range(100)
        if tile(draws(held[0], "traitor", Random(seed))[0], "traitor")
        == tile(draws(other[0], "traitor", Random(seed))[0], "traitor")
    )
    (one, told), (two, also) = (draws(each[0], "traitor", Random(free)) for each in (held, other))
    assert told.notices == also.notices
    for viewer in ("traitor", "guards", PUBLIC):
        assert one.view(viewer) == two.view(viewer)
        assert one.prompts(viewer) == two.prompts(viewer)
        lines, others = (m.log(viewer) for m in (one, two))
        assert [(e.number, e.act, e.notices) for e in lines] == [(e.number, e.act, e.notices) for e in others]


def test_other_acts_stay_as_they_are() -> None:
    match = table(**RIVALS)
    for move in ({"type": "draw_missions", "ninja": "A"}, {"type": "choose_character", "intruder": DRAW}, {"type": 3}):
        act = Declare(seat="ninja", move=move)
        assert draw(match, act, Random(0)) is act
    lying = Declare(seat="ninja", move={"type": "draw_missions", "ninja": DRAW, "traitor": DRAW})
    assert not match.act("ninja", draw(match, lying, Random(0)))[1].upheld
    assert draw(match, Undo(), Random(0)) == Undo()


@pytest.mark.clause("SCORPION-30.2")
def test_two_rivals_who_draw_at_the_same_moment_hold_two_tiles(tmp_path: Path) -> None:
    async def evening() -> None:
        here = Tables(Store.open(f"sqlite:///{tmp_path / 'metsuke.db'}"), random=Random(5))
        try:
            for _ in range(8):
                at, _ = await here.open("scorpion", {"depth": "plays", **RIVALS}, seated(3), "referee")
                await start(at, ProcessRight())
                await asyncio.gather(*(_asks(at, who) for who in ("ninja", "traitor")))
                assert at.match is not None
                assert tile(at.match, "ninja") != tile(at.match, "traitor")
        finally:
            here.close()

    asyncio.run(evening())


async def _asks(at: Table, who: str) -> None:
    ruling = await at.act(ProcessRight(who), Declare(seat=who, move={"type": "draw_missions", who: DRAW}))
    assert ruling.upheld
