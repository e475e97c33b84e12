"""A store on a new file, a match in it, and what every message for people has in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from models import MatchRecord, Store, StoreError, default_url
from tests.postgres import postgres


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what needs a store on both databases, but for what looks at SQLite's file."""
    names = metafunc.fixturenames
    if "database" in names:
        lite = "file" in names or metafunc.definition.get_closest_marker("sqlite")
        metafunc.parametrize("database", ["sqlite"] if lite else ["sqlite", "postgresql"])


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 5, 17, 20, 12, 30, 123456, tzinfo=UTC)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "metsuke.db"


@pytest.fixture
def url(tmp_path: Path, database: str) -> str:
    return default_url(tmp_path) if database == "sqlite" else postgres().used()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url) as opened:
        yield opened


NewMatch = Callable[..., MatchRecord]


@pytest.fixture
def new_match(store: Store, now: datetime) -> NewMatch:
    def create(code: str = "K7QX", names: tuple[str, ...] = ("Aki", "Ben", "Chie"), **more: object) -> MatchRecord:
        settings: dict = {
            "game": "shinobazu",
            "options": {"depth": "plays", "rounds": 3},
            "seats": [(f"p{n}", name) for n, name in enumerate(names, 1)],
            "host_key": None,
            "created": now,
        }
        return store.matches.open(code=code, **(settings | more))

    return create


@pytest.fixture
def match(new_match: NewMatch) -> MatchRecord:
    return new_match()


@pytest.fixture
def act() -> Callable[[object], dict]:
    def make(card: object) -> dict:
        return {"type": "declare", "seat": "p1", "move": {"type": "lay", "card": card}, "salt": "5a17" * 8}

    return make


@pytest.fixture
def assert_clear() -> Callable[[StoreError, object], None]:
    """Hold an error to one sentence that names the place, says what was kept and what to do."""

    def check(error: StoreError, place: object) -> None:
        text = str(error)
        assert str(place) in text
        rest = text.replace(str(place), "")
        assert rest.endswith(".")
        assert rest.count(".") == 1
        assert "\n" not in rest
        assert any(kept in rest for kept in ("left as it is", "left exactly as it is", "nothing was", "unchanged"))
        assert any(advice in rest for advice in ("choose another database", "try again"))

    return check
