"""A host with finished matches of all games, one that is being played, and one in its lobby."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from companion.exports.archive import archive_bytes
from models import Store
from referee.core.games import GAMES
from referee.core.journal import begin
from referee.core.values import Seat
from tests.companion.evenings import START, evenings, keep_accounts
from tests.owners import owned

RUNNING = "running1"
SHORT = (5, 41, 2, 28, 104)
"""Seeds of one short match of each game; the second declares results alone."""


@pytest.fixture(scope="session")
def evening() -> Iterator[Store]:
    """Nobody changes it."""
    with Store.open("sqlite://") as store:
        evenings(store, SHORT)
        keep_accounts(store)
        out = next(person for person in store.people.all() if person.name == "Ben")
        store.people.leave_out(owned(store), out.id, True)
        seats = [("p1", "Aki"), ("p2", "Zed"), ("p3", "Chie")]
        begun = begin(GAMES["shinobazu"], {}, [Seat(seat=s, name=n) for s, n in seats])
        record = store.matches.open(
            code=RUNNING, game="shinobazu", options=begun.options.model_dump(mode="json"), seats=seats,
            host_key="f" * 64, created=START,
        )  # fmt: skip
        store.matches.set_status(record.id, "running", START)
        hand = {"type": "enter_hand", "cards": ["red 1", "red 4", "blue 5"]}
        act = {"type": "declare", "seat": "p1", "move": hand, "salt": "5a17" * 8}
        store.journals.append(record.id, 1, "p1", act, START + timedelta(minutes=1))
        yield store


@pytest.fixture(scope="session")
def packed(evening: Store) -> bytes:
    """Return its archive."""
    return archive_bytes(evening)


@pytest.fixture
def other() -> Iterator[Store]:
    """Another host."""
    with Store.open("sqlite://") as store:
        yield store
