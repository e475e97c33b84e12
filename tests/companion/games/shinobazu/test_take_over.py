"""A Shinobazu table is entered as it is described: both ways, in both languages, and a seat's own part apart."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.contract.game_ui import Entering, Things
from companion.games.shinobazu.take_over import TAKE_OVER
from companion.i18n import translator
from companion.tables.taking_over import fits
from referee import shinobazu
from referee.core.game import Position
from referee.core.reading import read_position
from referee.core.values import GAME_MASTER, Refused
from tests.catalogues import catalogue
from tests.players.people import seated
from tests.players.shinobazu import OPEN, SILENT, any_options, judged, play

POSITIONS = shinobazu.EXTRAS.positions
assert POSITIONS is not None


def states(seed: int, depth: str = "plays") -> tuple[list[Any], Any]:
    """Return the states of a random match, and its seats."""
    options, seats = any_options(Random(seed), depth), seated(3 + seed % 3)
    moves = play(seed, len(seats), options, OPEN if seed % 2 else SILENT)
    return judged(moves, options, seats)[0], seats


def enterable(position: Position) -> Position:
    """Return what of a position is entered by hand: nothing that only audits and replays need."""
    seats = tuple(
        seat.model_copy(
            update={
                "front": tuple(card.model_copy(update={"recorded": False, "void": False}) for card in seat.front),
                "withdrawn": False,
            }
        )
        for seat in position.table.seats
    )
    discards = sorted(
        (card.model_copy(update=dict.fromkeys(("laid_by", "to", "round"))) for card in position.table.discards),
        key=lambda card: card.card is None,
    )
    table = position.table.model_copy(
        update={"seats": seats, "discards": tuple(discards), "earlier": (), "active": None, "house_ruling": False}
    )
    secrets = {
        seat: secret.model_copy(update={"hand": secret.hand or None, "gone": (), "doubted": False, "disputed": False})
        for seat, secret in position.secrets.items()
    }
    return Position(table, secrets)


@pytest.mark.parametrize("seed", range(12))
def test_a_table_between_two_turns_is_entered_as_it_is_described(seed: int) -> None:
    found, seats = states(seed, "scores" if seed % 4 == 3 else "plays")
    compared = 0
    for state in found:
        undecided = state.phase == "turns" if state.options.depth == "plays" else state.phase == "battle"
        if undecided:
            position = POSITIONS.position_of(state, GAME_MASTER)
            values, secrets = TAKE_OVER.entered(state.options, seats, position)
            data = TAKE_OVER.position(state.options, seats, values, secrets)
            again = read_position(shinobazu, data, seats)
            assert again.as_json() == enterable(position).as_json()
            POSITIONS.lay(state.options, seats, again)
            compared += 1
    assert compared > 3


@pytest.mark.parametrize("seed", range(8))
def test_what_any_moment_gives_can_be_entered_and_laid(seed: int) -> None:
    found, seats = states(seed, "scores" if seed % 4 == 3 else "plays")
    for state in found:
        values, secrets = TAKE_OVER.entered(state.options, seats, POSITIONS.position_of(state, GAME_MASTER))
        data = TAKE_OVER.position(state.options, seats, values, secrets)
        described = read_position(shinobazu, data, seats)
        again = TAKE_OVER.entered(state.options, seats, described)
        assert read_position(shinobazu, TAKE_OVER.position(state.options, seats, *again), seats) == described
        begun = POSITIONS.lay(state.options, seats, described)
        assert begun.phase in ("turns", "battle")
        holds(state.options, seats, values, secrets)


def holds(options: Any, seats: Any, values: Any, secrets: Any) -> None:
    """Every value has its field, and its field can hold it."""
    entering = Entering(translator("en"), seats, options, values)
    for part, own in (("", values), *secrets.items()):
        steps = TAKE_OVER.secret(entering, part) if part else TAKE_OVER.table(entering)
        for field in (field for step in steps for field in step.fields):
            assert own.get(field.key) is None or fits(field, own[field.key]), (field.key, own[field.key])


@pytest.mark.parametrize("depth", ["plays", "scores"])
def test_what_is_prefilled_can_be_played(depth: str) -> None:
    options, seats = shinobazu.OPTIONS(depth=depth), seated(4)
    values = TAKE_OVER.begin(options, seats)
    state = POSITIONS.lay(
        options, seats, read_position(shinobazu, TAKE_OVER.position(options, seats, values, {}), seats)
    )
    assert (state.set, state.round, state.start) == (2, 1, "p1")
    assert 2 <= len(TAKE_OVER.table(Entering(translator("en"), seats, options, values))) + 1 <= 4


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_field_has_words(language: str) -> None:
    t, words = translator(language), catalogue(language, "shinobazu")
    assert any(key.startswith("shinobazu.screen.take_over.") for key in words)
    for seed in range(4):
        found, seats = states(seed, "scores" if seed == 3 else "plays")
        for state in found[::5]:
            values, _ = TAKE_OVER.entered(state.options, seats, POSITIONS.position_of(state, GAME_MASTER))
            entering = Entering(t, seats, state.options, values)
            own = (step for seat in seats for step in TAKE_OVER.secret(entering, seat.seat))
            for step in (*TAKE_OVER.table(entering), *own):
                said = [step.title, step.about, *(field.title for field in step.fields)]
                said += [words for field in step.fields if isinstance(field, Things) for _, words in field.values]
                assert not [each for each in said if each.startswith("shinobazu.")]


def test_a_half_entered_hand_is_waited_for_and_none_is_not() -> None:
    options, seats = shinobazu.OPTIONS(), seated(4)
    values = TAKE_OVER.begin(options, seats)
    for hand, must in (([], False), (["red 5", "red 1"], True), (["red 5", "red 1", "blue 2"], False)):
        data = TAKE_OVER.position(options, seats, values, {"p2": {"hand": hand}})
        assert POSITIONS.progress(options, seats, read_position(shinobazu, data, seats))["p2"].must is must


def test_what_a_seat_is_asked_depends_on_the_table_alone() -> None:
    options, seats = shinobazu.OPTIONS(), seated(3)
    led = TAKE_OVER.begin(options, seats) | {"lead": "red", "laid_by.p2": "p1"}
    entering = Entering(translator("en"), seats, options, led)
    asked = {seat.seat: [(f.key, f.most) for f in TAKE_OVER.secret(entering, seat.seat)[0].fields] for seat in seats}  # type: ignore[attr-defined]
    assert asked == {"p1": [("hand", 2), ("laid", 1)], "p2": [("hand", 3)], "p3": [("hand", 3)]}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"round": "2"}, "table.discards"),
        ({"lead": "blue"}, "table.lead"),
        ({"lead": "blue", "laid_by.p2": "p3"}, "table.seats"),
        (
            {"round": "2", "carried": ["red 1"], "carried_before.red 1": "p1", "discards": ["red 1", "red 2"]},
            "table.seats[0].front[0]",
        ),
        ({"start": None}, "table.start"),
    ],
)
def test_the_referee_names_the_field_of_what_cannot_be_as_it_is_entered(change: dict[str, Any], field: str) -> None:
    options, seats = shinobazu.OPTIONS(), seated(3)
    data = TAKE_OVER.position(options, seats, TAKE_OVER.begin(options, seats) | change, {})
    with pytest.raises(Refused) as refused:
        POSITIONS.lay(options, seats, read_position(shinobazu, data, seats))
    assert refused.value.params["field"] == field
