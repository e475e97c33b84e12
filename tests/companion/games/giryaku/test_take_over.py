"""What is entered of a Giryaku table is the position that it is entered from, and the referee goes on from it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.contract.game_ui import Choice, Counts, Entering, Field, Step, ui_of
from companion.i18n import translator
from companion.tables.taking_over import fits
from referee import giryaku
from referee.core.game import Position
from referee.core.reading import lay, read_position
from referee.core.values import GAME_MASTER, TABLE, Refused
from referee.giryaku.positions.model import Flipped, OpenSeat, OpenTable, SeatSecret, position_of
from referee.giryaku.state import State
from tests.players.giryaku import CROOKED, HONEST, SECRET, SLOW, any_options, playing
from tests.players.people import seated
from tests.shares import count

POSITIONS = count("POSITIONS")
SEATS = seated()
FORM = ui_of("giryaku").take_over
HABITS = (HONEST, SECRET, SLOW, CROOKED)
assert FORM is not None
TAKE_OVER = FORM()


def states(seed: int) -> list[State]:
    """Return every state of a match in which the box and the first player are options."""
    random = Random(f"entered {seed}")
    box = {"consume_map": "S_raids", "nin_shi_range": "one_diagonal", "first_player": random.choice(SEATS).seat}
    options = any_options(random, "scores" if seed % 8 == 0 else "plays") | box
    return [step.ruling.state for step in playing(seed, options, HABITS[seed % len(HABITS)])[0]]


def between_turns(state: State) -> bool:
    return state.phase in ("turn", "last_turn") and not state.bonus


def values(state: State) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return what is entered of a state, as it would come back from a phone or a sheet."""
    return TAKE_OVER.entered(state.options, SEATS, position_of(state, GAME_MASTER))


def read(state: State, table: dict[str, Any], secrets: dict[str, dict[str, Any]]) -> Position:
    return read_position(giryaku, TAKE_OVER.position(state.options, SEATS, table, secrets), SEATS)


def as_entered(state: State) -> Position:
    """Return the position of a state without what is not asked for: the past, and what of a hand is not known."""
    position = position_of(state, GAME_MASTER)
    seen: OpenTable = position.table
    box = {"consume_map": None, "nin_shi_range": None}  # the options say it
    past = box | {"action": None, "findings": (), "turn": min(1, seen.turn)}
    table = seen.model_copy(update=past | {"seats": tuple(map(_seat, seen.seats))})
    return Position(table, {seat: _secret(secret) for seat, secret in position.secrets.items()})


def without_box(entered: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entered.items() if key not in ("consume_map", "nin_shi_range")}


def _seat(one: OpenSeat) -> OpenSeat:
    flip = None if one.flip is None or not any(card.down for card in one.board.values()) else _flip(one.flip)
    return one.model_copy(update={"flip": flip, "extra": None, "opening": None, "hand": None})


def _flip(flip: Flipped) -> Flipped:
    pool, beside = list(flip.pool), 0
    for card in flip.shown:
        if card in pool:
            pool.remove(card)
        else:
            beside += 1
    return Flipped(pool=tuple(pool), extra=flip.extra - beside, gone=flip.gone)


def _secret(secret: SeatSecret) -> SeatSecret:
    return secret.model_copy(update={"hand": secret.hand or None, "spied": secret.spied or None, "findings": ()})


@pytest.mark.clause("METSUKE-5.1", "METSUKE-5.2")
@pytest.mark.parametrize("seed", range(POSITIONS))
def test_every_moment_between_two_turns_is_entered_as_it_lies(seed: int) -> None:
    found = [state for state in states(seed) if between_turns(state)]
    for state in Random(seed).sample(found, min(len(found), 6)):
        wanted, again = as_entered(state), read(state, *values(state))
        for one, other, p in zip(wanted.table.seats, again.table.seats, state.players, strict=True):
            assert other.hand_entered == (len(p.entered or ()) == p.hand > 0)
            assert other.model_copy(update={"hand_entered": one.hand_entered}) == one
        assert again.table.model_copy(update={"seats": wanted.table.seats}) == wanted.table
        assert {seat: own for seat, own in again.secrets.items() if own != SeatSecret()} == {
            seat: own for seat, own in wanted.secrets.items() if own != SeatSecret()
        }
        assert without_box(TAKE_OVER.entered(state.options, SEATS, again)[0]) == without_box(values(state)[0])
        laid = lay(giryaku, state.options, SEATS, again)
        assert isinstance(laid, State)
        assert asks(laid) == asks(state)


def values_of(state: State) -> dict[str, dict[str, Any]]:
    """Return what is entered of a state, by the table and each seat."""
    table, secrets = values(state)
    return {TABLE: table, **secrets}


def steps(state: State, language: str, part: str) -> tuple[Step, ...]:
    """Return the steps in which the table or a seat is entered."""
    entering = Entering(translator(language), SEATS, state.options, values(state)[0])
    return TAKE_OVER.table(entering) if part == TABLE else TAKE_OVER.secret(entering, part)


@pytest.mark.parametrize("seed", range(8))
def test_a_phone_can_enter_whatever_is_filled_in_and_every_field_has_words(seed: int) -> None:
    english, japanese = set[str](), set[str]()
    for state in states(seed):
        if not between_turns(state):
            continue
        for part, held in values_of(state).items():
            for field in (field for step in steps(state, "en", part) for field in step.fields):
                assert field.key not in held or fits(field, held[field.key]), (field, held)
        for language, said in (("en", english), ("ja", japanese)):
            for step in (step for part in values_of(state) for step in steps(state, language, part)):
                said |= {step.title, step.about, *(word for field in step.fields for word in words(field))}
    assert not any("giryaku." in word or "{" in word for word in english | japanese)
    assert english
    assert not {word for word in english & japanese if any(sign.isascii() and sign.isalpha() for sign in word)} - {
        *(seat.name for seat in SEATS), "侍 S", "忍 N", "師 O", ""
    }  # fmt: skip


def words(field: Field) -> Iterator[str]:
    """Yield all that a field says."""
    yield field.title
    for pairs in (getattr(field, "values", ()), getattr(field, "rows", ())):
        yield from (label for _, label in pairs)


@pytest.mark.parametrize("depth", ["plays", "scores"])
@pytest.mark.parametrize("first", [None, "p1", "p2"])
@pytest.mark.parametrize("raids", [None, "S_raids"])
def test_what_is_filled_in_at_the_beginning_can_be_played(depth: str, first: str | None, raids: str | None) -> None:
    options = giryaku.OPTIONS.model_validate({"depth": depth, "first_player": first, "consume_map": raids})
    begun = TAKE_OVER.begin(options, SEATS)
    laid = lay(giryaku, options, SEATS, read_position(giryaku, TAKE_OVER.position(options, SEATS, begun, {}), SEATS))
    assert giryaku.prompts(laid, "public")


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_entered_is_read_and_refused_only_by_a_field(seed: int) -> None:
    random = Random(f"anything {seed}")
    state = random.choice([state for state in states(seed) if state.phase in ("turn", "resolve")])
    table, secrets = values(state)
    for _ in range(4):
        entering = Entering(translator("en"), SEATS, state.options, table)
        for field in [field for step in TAKE_OVER.table(entering) for field in step.fields]:
            if random.random() < 0.2:
                table = table | {field.key: anything(field, random)}
        for seat in SEATS:
            for field in [field for step in TAKE_OVER.secret(entering, seat.seat) for field in step.fields]:
                secrets[seat.seat] = secrets.get(seat.seat, {}) | {field.key: anything(field, random)}
    why = refusal(state, read(state, table, secrets))
    assert why is None or str(why.params["field"]).startswith(("table", "secrets"))


def refusal(state: State, position: Position) -> Refused | None:
    try:
        lay(giryaku, state.options, SEATS, position)
    except Refused as refused:
        return refused
    return None


def anything(field: Field, random: Random) -> Any:
    """Return any value that a phone may enter into a field."""
    if isinstance(field, Counts):
        return {row: random.randint(field.least, field.most) for row, _ in field.rows}
    kinds = [value for value, _ in getattr(field, "values", ())]
    if isinstance(field, Choice):
        return random.choice([None, *kinds])
    return random.choices(kinds, k=random.randint(0, getattr(field, "most", 0)))


def asks(state: State) -> list[str]:
    """Return what is asked; not giving up a hand, for what a position says of one counts as noted."""
    return [p.ask for p in giryaku.prompts(state, "public") if p.ask != "giryaku.ask.withdraw_hand"]
