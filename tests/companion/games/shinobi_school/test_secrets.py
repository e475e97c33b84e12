"""What a phone of Shinobi School holds while it is covered, and while it is open: everything in its tree is read."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import flet as ft
import pytest

from companion.games.shinobi_school.screen import table
from companion.ui.theme import make_look
from referee import shinobi_school
from referee.core import journal
from referee.core.journal import Declare
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.games.shinobi_school import tables
from tests.companion.screens.stage import EN, JA
from tests.players.people import seated
from tests.players.shinobi_school import OPEN, play, twin
from tests.shots.scenes import Still
from tests.shots.tree import drawn, held_in, names, words

SHORT = {"3": {"cards": 6, "highest": 8}, "4": {"cards": 5, "highest": 9}, "5": {"cards": 5, "highest": 9}}


def screen(snap: Any, look: Any = EN) -> list[ft.BaseControl]:
    """The tree of a snapshot."""
    actions = Still()
    return drawn(lambda: table(look, snap, actions))


def held(snap: Any, look: Any = EN) -> list[str]:
    """All values in a tree, of handlers too, in their order."""
    return [repr(each) for each in held_in(screen(snap, look)) if isinstance(each, (str, int, float))]


def at(moves: list[tuple[str, dict[str, Any]]], count: int) -> tables.Table:
    """The table after some declarations."""
    match = journal.begin(shinobi_school, {"rounds": 1, "deal_table": SHORT}, seated(count))  # type: ignore[arg-type]
    for actor, move in moves:
        match, ruling = match.act(actor, Declare(seat=actor, move=move, salt="0" * 32))
        assert ruling.upheld
    return tables.Table(match)


@pytest.mark.parametrize(("seed", "count"), [(1, 3), (2, 4), (3, 5)])
def test_two_matches_that_differ_in_what_a_phone_may_not_know_look_the_same(seed: int, count: int) -> None:
    options = {"rounds": 1, "deal_table": SHORT}
    moves, random, compared = play(seed, count, options, OPEN), Random(seed), 0
    for n in range(3, len(moves), 5):
        viewer = f"p{n % count + 1}"
        other = twin(moves[:n], viewer, random, options=options, seats=seated(count))
        if other is None:
            continue
        one, two = at(moves[:n], count), at(other, count)
        assert one.match.view(viewer) == two.match.view(viewer)
        for how in ("covered", "kept"):
            assert held(one.snap(viewer, how)) == held(two.snap(viewer, how)), (n, viewer, how)
        assert held(one.snap(PUBLIC), JA) == held(two.snap(PUBLIC), JA)
        assert held(one.snap(GAME_MASTER)) == held(two.snap(GAME_MASTER))
        compared += 1
    assert compared > 2


def entered(*heaven: int) -> tables.Table:
    """Return the first turn of a round in which Aki entered this heaven."""
    before = tables.splitting(4, tables.NAMES, "p1", "p2", "p3", "p4").says("p1", "register_heaven", cards=list(heaven))
    return before.says("p2", "reveal_earths").says("p2", "first_field", cards=[4, 6])


def test_a_cover_looks_the_same_whatever_it_covers() -> None:
    one, two = entered(3, 3, 9, 10, 10, 11), entered(2, 2, 2, 7, 12, 13)
    for viewer in ("p1", "p2", PUBLIC, GAME_MASTER):
        assert held(one.snap(viewer)) == held(two.snap(viewer))
    assert held(one.snap("p1", "held")) != held(two.snap("p1", "held"))


def test_an_open_heaven_shows_its_cards_and_covered_it_does_not() -> None:
    now = entered(3, 3, 9, 10, 10, 11)
    opened, covered = names(screen(now.snap("p1", "held"))), names(screen(now.snap("p1")))
    for card in ("3 ×2", "9", "10 ×2", "11"):
        assert card in opened
    assert "3 ×2" not in covered


def test_what_is_tapped_while_entering_leaves_with_the_cover() -> None:
    now = tables.splitting()
    snap = now.snap("p1", "kept", entering=("5", "5", "8"))
    assert "One less: 5 ×2" in names(screen(snap))
    covered = dataclasses.replace(now.snap("p1"), entering=())
    assert not [said for said in names(screen(covered)) if said.startswith("One less")]


def test_an_earth_that_is_noted_stays_closed_until_all_turn_up() -> None:
    """Nobody's phone, nor the display, tells one noted earth from another, nor how large it is."""
    one = tables.splitting().says("p1", "lay_earth", cards=[1, 5, 5])
    two = tables.splitting().says("p1", "lay_earth", cards=[2, 7, 7, 7, 13])
    for viewer in ("p1", "p2", PUBLIC, GAME_MASTER):
        assert held(one.snap(viewer)) == held(two.snap(viewer))
    assert held(one.snap("p2", "kept")) == held(two.snap("p2", "kept"))


def test_a_covered_phone_tells_nothing_of_a_private_refusal() -> None:
    now = entered(3, 3, 9, 10, 10, 11)
    for seat in ("p2", "p3", "p4"):
        now = now.says(seat, "end_turn")
    now = now.tries("p1", "place", side="heaven", number=12, size=1)
    assert now.refusal.private
    told = dataclasses.replace(now.snap("p1"), refusal=now.refusal, refused_move=now.refused_move)
    for snap in (now.snap("p1"), told):
        tree = screen(snap)
        assert not any("3.3" in said or "registered" in said for said in (*words(tree), *names(tree)))
    assert "SCHOOL-3.3" in words(screen(now.snap("p1", "kept")))
    # While the finger is down nothing may lie over the pad: the reason stands beside it.
    held_down = words(screen(now.snap("p1", "held")))
    assert any(said.startswith("3.3: ") for said in held_down)
    assert "SCHOOL-3.3" not in held_down


def test_the_game_master_sees_entered_heavens_only_while_open() -> None:
    now = dataclasses.replace(entered(2, 2, 2, 7, 12, 13), gm="referee")
    for look in (EN, make_look(shape="tablet")):
        assert any("2 ×3, 7, 12" in said for said in names(screen(now.snap(GAME_MASTER, "kept"), look)))
        assert not any("2 ×3" in said for said in names(screen(now.snap(GAME_MASTER), look)))
