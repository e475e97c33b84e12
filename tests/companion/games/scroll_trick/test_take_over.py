"""A Scroll Trick table is entered on phones: what is entered becomes a position, and a position is entered again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from companion.contract.game_ui import Choice, Counts, Entering, Step, Things
from companion.games.scroll_trick import UI
from companion.games.scroll_trick.take_over import TAKE_OVER
from companion.i18n import Translator, translator
from referee import scroll_trick
from referee.core.game import Position
from referee.core.reading import lay, read_position
from referee.core.values import GAME_MASTER, Seat
from referee.scroll_trick.cards import deck
from referee.scroll_trick.moves import CONTEST
from referee.scroll_trick.positions.model import OVER, SeatSecret, position_of
from referee.scroll_trick.state import State, humans
from tests.catalogues import catalogue
from tests.players.people import seated
from tests.players.scroll_trick import CARELESS, HONEST, OPEN, SILENT, any_options, playing

HABITS = (HONEST, OPEN, SILENT, CARELESS)
KEY = "scroll_trick.take_over."
SEATS = (Seat(seat="ann", name="Ann"), Seat(seat="ben", name="Ben"), Seat(seat="cem", name="Cem"))
STANDARD = scroll_trick.OPTIONS()


def moments(seed: int, share: float = 0.2) -> Iterator[tuple[State, tuple[Seat, ...]]]:
    """Yield tables of a random match that can be entered."""
    random, count = Random(f"take over {seed}"), 2 if seed % 3 == 0 else 2 + seed % 4
    options = any_options(random, count, "scores" if seed % 6 == 5 else "plays")
    made, _, _ = playing(seed, count, options, HABITS[seed % len(HABITS)])
    for step in made:
        if step.before.phase not in ("setup", "ended") and random.random() < share:
            yield step.before, seated(count)


def enterable(position: Position, options: Any) -> Position:
    """Return a position without what is left out on phones."""
    table = position.table
    out = {*table.discards, *(play.card for trick in table.tricks for play in trick.plays)}
    gone = tuple(card for card in deck(options.kinds, options.numbers) if card in out)
    over, contest = table.phase in OVER, table.phase in CONTEST
    public: dict[str, Any] = {"tricks": (), "discards": gone if contest else (), "starts": ()}
    public |= {
        "findings": (),
        "remedy": None,
        "seats": tuple(s.model_copy(update={"withdrawn": False}) for s in table.seats),
    }
    public |= {"leader": None, "trump": None} if over else {}
    lying = {seat.seat: [one.card for one in seat.cards] for seat in table.seats}
    known = {
        seat: SeatSecret(hand=hand(one.hand or (), lying[seat]), scrolls=one.scrolls or None, held=one.held or None)
        for seat, one in position.secrets.items()
    }
    return Position(table.model_copy(update=public), known)


def hand(cards: Sequence[str], lying: Sequence[str]) -> tuple[str, ...] | None:
    """Return a hand with its open cards first; one without closed cards is not entered."""
    closed = [card for card in cards if card not in lying]
    return (*lying, *closed) if closed else None


def steps_of(state: State, seats: tuple[Seat, ...], t: Translator) -> list[Step]:
    """Return the steps in which a table is entered, everybody's secret ones after the table's."""
    table, _ = TAKE_OVER.entered(state.options, seats, position_of(state, GAME_MASTER))
    entering = Entering(t, seats, state.options, table)
    return [*TAKE_OVER.table(entering), *(step for seat in humans(state) for step in TAKE_OVER.secret(entering, seat))]


@pytest.mark.parametrize("seed", range(24))
def test_what_is_entered_of_a_position_is_that_position(seed: int) -> None:
    for state, seats in moments(seed):
        position = position_of(state, GAME_MASTER)
        table, secrets = json.loads(json.dumps(TAKE_OVER.entered(state.options, seats, position)))
        made = read_position(scroll_trick, TAKE_OVER.position(state.options, seats, table, secrets), seats)
        wanted = enterable(position, state.options)
        assert made.table == wanted.table
        assert {seat: made.secrets.get(seat) or SeatSecret() for seat in wanted.secrets} == wanted.secrets
        lay(scroll_trick, state.options, seats, made)
        assert TAKE_OVER.entered(state.options, seats, made) == (table, secrets)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_entered_has_a_field_that_can_hold_it(seed: int) -> None:
    for state, seats in moments(seed):
        table, secrets = TAKE_OVER.entered(state.options, seats, position_of(state, GAME_MASTER))
        entering = Entering(translator("en"), seats, state.options, table)
        parts = [(TAKE_OVER.table(entering), table)]
        parts += [(TAKE_OVER.secret(entering, seat), known) for seat, known in secrets.items()]
        for steps, values in parts:
            fields = {field.key: field for step in steps for field in step.fields}
            assert len(fields) == sum(len(step.fields) for step in steps)
            assert values.keys() <= fields.keys()
            for key, value in values.items():
                match fields[key]:
                    case Choice(values=of):
                        assert value in dict(of)
                    case Things(values=of, most=most, copies=copies):
                        assert set(value) <= set(dict(of))
                        assert len(value) <= most
                        assert max(map(value.count, value)) <= copies
                    case Counts(rows=rows, most=most):
                        assert value.keys() <= set(dict(rows))
                        assert all(0 <= number <= most for number in value.values())


def test_a_table_has_two_to_four_steps() -> None:
    found = set()
    for seed in range(6):
        for state, seats in moments(seed):
            table, _ = TAKE_OVER.entered(state.options, seats, position_of(state, GAME_MASTER))
            found.add(len(TAKE_OVER.table(Entering(translator("en"), seats, state.options, table))))
    assert found == {2, 3, 4}


class Listening(Translator):
    """Notes which keys are asked for."""

    def __init__(self, lang: str) -> None:
        super().__init__(lang, catalogue(lang, "scroll_trick"))
        self.asked: set[str] = set()

    def message(self, key: str) -> Any:
        self.asked.add(key)
        return super().message(key)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_step_and_field_has_words_and_none_is_left_over(lang: str) -> None:
    t = Listening(lang)
    for seed in range(20):
        for state, seats in moments(seed, 0.3):
            for step in steps_of(state, seats, t):
                texts = [step.title, step.about, *(field.title for field in step.fields)]
                texts += [words for field in step.fields if isinstance(field, Choice) for _, words in field.values]
                assert all(text and not text.startswith(KEY) for text in texts)
    said = {key for key in catalogue(lang, "scroll_trick") if key.startswith(KEY)}
    assert {key for key in t.asked if key.startswith(KEY)} == said


def test_it_begins_with_what_its_own_fields_can_hold() -> None:
    for depth in ("plays", "scores"):
        for count in (2, 3, 5):
            options, seats = scroll_trick.OPTIONS(depth=depth), seated(count)
            table = TAKE_OVER.begin(options, seats)
            steps = TAKE_OVER.table(Entering(translator("en"), seats, options, table))
            choices = {field.key: dict(field.values) for field in steps[0].fields if isinstance(field, Choice)}
            assert all(value in choices[key] for key, value in table.items())


def test_a_table_within_a_trick_is_entered_by_hand() -> None:
    table = {
        "round": "1",
        "phase": "trick",
        "marker": "ann",
        "leader": "ben",
        "trump": "E",
        "captured.ben": ["3"],
        "cards.ann": ["B 1", "C 1"],
        "cards.ben": ["A 2", "B 2", "C 2"],
        "cards.cem": ["A 3", "B 3", "C 3"],
        "now": ["D 4"],
        "discards": ["A 1", "D 2", "D 3"],
    }
    secrets = {"ann": {"hand": ["D 1", "D 5", "D 6", "D 7"], "note.B 1": "1", "note.C 1": "-1"}}
    position = read_position(scroll_trick, TAKE_OVER.position(STANDARD, SEATS, table, secrets), SEATS)
    view = scroll_trick.view(lay(scroll_trick, STANDARD, SEATS, position), "ann")
    assert (view.trick, view.active, view.discards) == (2, "cem", 3)
    assert [scroll.value for scroll in view.private[0].scrolls] == [1, -1]


def test_what_is_not_entered_is_left_out() -> None:
    assert TAKE_OVER.position(STANDARD, SEATS, {}, {"ann": {}})["secrets"] == {"ann": {}}
    assert UI.take_over is not None
    assert UI.take_over() is TAKE_OVER
