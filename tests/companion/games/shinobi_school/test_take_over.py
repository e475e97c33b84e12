"""A Shinobi School table that is entered on phones, or copied back from its sheets, is the table as it stood."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.contract.game_ui import Choice, Counts, Entering, Field, Step, Things
from companion.games.shinobi_school.take_over import PLAYS, SCORES, TAKE_OVER
from companion.i18n import translator
from companion.tables.taking_over import fits
from referee import shinobi_school
from referee.core.game import Position
from referee.core.reading import lay, positions_of, read_position
from referee.core.values import GAME_MASTER, PUBLIC, Refused, Seat
from referee.shinobi_school.moves import Options
from referee.shinobi_school.state import State
from tests.catalogues import catalogue
from tests.players.people import seated
from tests.players.shinobi_school import CARELESS, HONEST, OPEN, any_options, playing

SOURCE = Path(__file__).parents[4] / "companion" / "games" / "shinobi_school" / "take_over.py"
ENTERED = frozenset({*PLAYS, *SCORES})


def enterable(state: State) -> bool:
    """Tell whether phones can enter a moment: see the docstring of the form."""
    rare = any(
        p.withdrawn or p.doubted or p.agrees or p.hand is not None or () in (p.heaven, p.laid) for p in state.players
    )
    return state.phase in ENTERED and not state.actions and not rare


def standing() -> Iterator[tuple[Options, tuple[Seat, ...], State]]:
    """Yield moments of random matches that can be entered, in both depths."""
    for seed in range(12):
        random = Random(seed)
        options = any_options(random, "scores" if seed % 4 == 3 else "plays") | {"rounds": 1 + seed % 3}
        seats = seated(3 + seed % 3)
        made = playing(seed, len(seats), options, (HONEST, OPEN, CARELESS)[seed % 3])[0]
        states = [step.before for step in made if enterable(step.before)]
        for state in random.sample(states, min(len(states), 25)):
            yield shinobi_school.OPTIONS.model_validate(options), seats, state


def described(state: State, viewer: str = GAME_MASTER) -> Position:
    return positions_of(shinobi_school).position_of(state, viewer)


def printed(position: Position) -> tuple[Any, Any]:
    """Return what a sheet says of a position: once somebody has placed, turns need not have been counted."""
    lies = position.table
    counted = lies.last_placer is None
    return lies.model_copy(update={} if counted else {"turn": None}), position.secrets


def laid(options: Options, seats: tuple[Seat, ...], table: Any, own: Any) -> State:
    data = json.loads(json.dumps(TAKE_OVER.position(options, seats, table, own)))
    state = lay(shinobi_school, options, seats, read_position(shinobi_school, data, seats))
    assert isinstance(state, State)
    return state


def fields(steps: tuple[Step, ...]) -> dict[str, Field]:
    return {field.key: field for step in steps for field in step.fields}


def filled(known: Mapping[str, Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of some values there are fields for: a sheet prints no more, and a phone takes in no other."""
    assert all(fits(known[key], value) for key, value in values.items() if key in known)
    return {key: value for key, value in values.items() if key in known}


def test_what_a_sheet_says_is_entered_again_as_the_same_table() -> None:
    phases = set()
    for options, seats, state in standing():
        position = described(state)
        if any(secret.contradicted for secret in position.secrets.values()):
            continue
        table, own = json.loads(json.dumps(TAKE_OVER.entered(options, seats, position)))
        entering = Entering(translator("en"), seats, options, table)
        table = filled(fields(TAKE_OVER.table(entering)), table)
        own = {seat: filled(fields(TAKE_OVER.secret(entering, seat)), known) for seat, known in own.items()}
        again = laid(options, seats, table, own)
        for viewer in (PUBLIC, GAME_MASTER, *(seat.seat for seat in seats)):
            assert printed(described(again, viewer)) == printed(described(state, viewer))
        phases.add(state.phase)
    assert {"turn", "field", "split", "deal", "score", "close"} <= phases


def test_any_moment_has_values_that_a_sheet_can_print() -> None:
    for options, seats, state in standing():
        for viewer in (PUBLIC, "p1", GAME_MASTER):
            table, own = TAKE_OVER.entered(options, seats, described(state, viewer))
            assert json.loads(json.dumps(table)) == table
            assert set(own) <= ({viewer} if viewer != GAME_MASTER else {seat.seat for seat in seats})
            assert isinstance(TAKE_OVER.position(options, seats, table, own)["table"], dict)


@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.parametrize("count", [3, 4, 5])
@pytest.mark.parametrize("depth", ["plays", "scores"])
def test_a_new_entry_lacks_only_what_nobody_can_guess(count: int, depth: str) -> None:
    options, seats = shinobi_school.OPTIONS.model_validate({"depth": depth, "start": "p1"}), seated(count)
    table = TAKE_OVER.begin(options, seats)
    known = fields(TAKE_OVER.table(Entering(translator("en"), seats, options, table)))
    assert filled(known, table) == table
    if depth == "scores":
        assert laid(options, seats, table, {}).phase == "score"
        return
    with pytest.raises(Refused) as refused:
        laid(options, seats, table, {})
    assert refused.value.params["field"] == "table.now"


def test_a_table_is_entered_in_four_steps() -> None:
    """Three players in the second round; nobody has placed on a field from which p3 has collected a 7."""
    options, seats = shinobi_school.OPTIONS(), seated(3)
    table = TAKE_OVER.begin(options, seats) | {
        "round": {"n": 2},
        "winner.0": "p2",
        "lost.0": {"p1": 12, "p3": 7},
        "heaven": {"p1": 11, "p2": 9, "p3": 13},
        "earth.p1": ["1", "2", "2", "11"],
        "earth.p2": ["3", "3", "4", "5", "6", "6"],
        "earth.p3": ["8", "9", "10"],
        "field": ["9"],
        "known.p3": ["7"],
        "heaven_changed": ["p3"],
        "active": "p1",
    }
    steps = TAKE_OVER.table(Entering(translator("en"), seats, options, table))
    assert len(steps) == 4
    own = {"p3": {"heaven": ["1", "1", "2", "3", "4", "5", "6", "7", "7", "7", "8", "8", "11"]}}
    entering = Entering(translator("en"), seats, options, table)
    assert list(fields(TAKE_OVER.secret(entering, "p3"))) == ["heaven"]
    state = laid(options, seats, table, own)
    assert [p.points for p in state.players] == [-12, 5, -7]
    assert (state.start, state.active, state.quiet) == ("p2", "p1", 2)
    assert [p.noted for p in state.players] == [False, False, True]
    assert [p.heaven_changed for p in state.players] == [False, False, True]


@pytest.mark.clause("SCHOOL-8.5")
def test_swept_cards_that_nobody_looks_up_are_counted_from_the_rest() -> None:
    options, seats = shinobi_school.OPTIONS(), seated(3)
    table = TAKE_OVER.begin(options, seats) | {
        "heaven": {"p1": 11, "p2": 9, "p3": 13},
        "earth.p1": ["1"],
        "earth.p2": ["2", "3"],
        "earth.p3": ["4"],
        "field": ["9", "10"],
        "swept_cards": ["5", "5"],
        "start": "p1",
        "last_placer": "p3",
        "active": "p1",
    }
    assert swept(laid(options, seats, table, {})) == ([5, 5], 55 - 33 - 4 - 2 - 8)
    with pytest.raises(Refused) as refused:
        laid(options, seats, table | {"heaven": {"p1": 15, "p2": 15, "p3": 15}}, {})
    assert (refused.value.clause, refused.value.params["field"]) == ("SCHOOL-1.1", "table.stock")


def swept(state: State) -> tuple[list[int], int]:
    """Return the swept cards whose numbers are known, and how many there are."""
    return [card for card in state.swept if card], len(state.swept)


def test_what_is_no_longer_asked_for_is_left_out() -> None:
    options, seats = shinobi_school.OPTIONS(), seated(3)
    whole = {"heaven": {"p1": 1}, "field": ["3"], "quiet": {"n": 3}, "active": "p1", "winner.0": "p1", "start": "p2"}
    data = TAKE_OVER.position(options, seats, whole | {"phase": "deal", "round": {"n": 1}}, {"p1": {"heaven": ["3"]}})
    assert data == {
        "table": {
            "phase": "deal",
            "round": 1,
            "start": "p2",
            "seats": [{"seat": seat.seat, "scores": []} for seat in seats],
        },
        "secrets": {},
    }


def test_every_word_of_the_form_is_there_in_both_languages() -> None:
    source = SOURCE.read_text(encoding="utf-8")
    said = set(re.findall(r'_t\(entering, "([a-z_]+)"', source)) | {f"phase.{phase}" for phase in ENTERED}
    for lang in ("en", "ja"):
        words = catalogue(lang, "shinobi_school")
        prefix = "shinobi_school.take_over."
        assert {key.removeprefix(prefix) for key in words if key.startswith(prefix)} == said


def test_fields_are_those_that_a_phone_can_draw() -> None:
    for options, seats, state in standing():
        table, _ = TAKE_OVER.entered(options, seats, described(state))
        entering = Entering(translator("ja"), seats, options, table)
        steps = (*TAKE_OVER.table(entering), *TAKE_OVER.secret(entering, "p1"))
        for step in steps:
            assert step.title
            assert step.about
            assert all(isinstance(field, Counts | Choice | Things) for field in step.fields)
            assert all("take_over" not in field.title for field in step.fields)
