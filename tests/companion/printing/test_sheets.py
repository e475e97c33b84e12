"""Secret sheets: each holds what its owner's phone could show, and nothing else."""

from __future__ import annotations

import pytest

from companion.boards.drawing import drawing_of
from companion.games.scorpion.print_sheets import BLANK, empty_sheet, sheet_of
from companion.i18n import translator
from companion.printing.match_pdf import sheets_pdf
from referee.core.values import PUBLIC
from referee.scorpion.state import State
from referee.scorpion.views.view import view
from tests.companion.printing.reading import pages
from tests.players.scorpion.match import judged

T = translator("en")


def late(seed: int, seats: int) -> State:
    """Return a random match two thirds of the way to its end."""
    states = [one.before for one in judged(seed, seats)]
    return states[len(states) * 2 // 3]


ROLES = ("guards", "sword", "spear", "intruders", "ninja", "traitor")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_empty_sheet_has_room_for_what_its_side_writes_down(role: str, lang: str) -> None:
    t = translator(lang)
    sheet = empty_sheet(role, "Aki", t)
    side = "guards" if role in ("guards", "sword", "spear") else "intruders"
    assert len(sheet.facts) == len(BLANK[side])
    assert all(label and not label.startswith("print.") and not value for label, value in sheet.facts)
    assert not sheet.on_map
    assert not sheet.filled
    assert len(pages(sheets_pdf(drawing_of("nijo"), [sheet], t))) == 1


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 3), (3, 4)])
def test_a_running_match_is_printed_a_sheet_a_seat(seed: int, seats: int) -> None:
    state = late(seed, seats)
    for player in state.players:
        seen = view(state, player.seat)
        sheet = sheet_of(seen, player.seat, T)
        if player.role in ("guards", "sword", "spear"):
            own = seen.guards[0].marks
            drawn = dict.fromkeys(zone for zone, _ in sheet.on_map)
            assert {*own.objectives.values(), *own.traps, *own.hidden} <= drawn.keys()
            assert not sheet.trails
        else:
            assert seen.intruders is not None
            own_ways = {walk.zones for c in seen.intruders.characters for walk in c.walks}
            assert set(sheet.trails) <= own_ways
            assert sheet.trails
        assert len(pages(sheets_pdf(drawing_of("nijo"), [sheet], T))) == 1


def test_a_covered_view_gives_a_sheet_without_secrets() -> None:
    state = late(5, 3)
    public = view(state, PUBLIC)
    for player in state.players:
        sheet = sheet_of(public, player.seat, T)
        assert not sheet.trails
        assert all(not value for _, value in sheet.facts)
        known = {f.zone for f in public.figures} | {c.zone for c in public.characters if c.zone}
        assert {zone for zone, _ in sheet.on_map} <= known
