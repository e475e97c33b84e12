"""Everything of a host as one file, and in again on another: without doubles, all or none, no secret of what runs."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from companion.exports.archive import HEAD, Brought, bring_archive, write_archive
from companion.statistics.person import person_figures
from companion.statistics.reading import all_played
from models import BadArchive, Store
from models.matches.archive import MatchDocument
from tests.companion.exports.conftest import RUNNING


def repacked(data: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """Return an archive with something in it changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        files = {name: zipped.read(name) for name in zipped.namelist()}
    change(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zipped:
        for name, content in files.items():
            zipped.writestr(name, content)
    return out.getvalue()


def figures(store: Store) -> dict[str, Any]:
    people = {person.id: person.name for person in store.people.all()}
    matches = all_played(store)
    counted = {name: person_figures(matches, id, people) for id, name in people.items()}
    return {name: (each.matches, each.won, each.chance, each.pace, each.points) for name, each in counted.items()}


def contents(store: Store) -> list[MatchDocument]:
    return [MatchDocument.model_validate_json(text) for _, text in store.archive.texts(store.archive.codes())]


def test_what_went_out_comes_in_on_another_host_and_counts_the_same(evening: Store, other: Store) -> None:
    told: list[tuple[int, int]] = []
    brought = bring_archive(other, write_archive(evening), lambda done, of: told.append((done, of)))
    assert brought == Brought(5, 0)
    assert contents(other) == contents(evening)
    assert {name: each for name, each in figures(evening).items() if each[0]} == figures(other)
    assert not other.accounts.missing()
    assert [person.name for person in other.people.all() if person.left_out] == ["Ben"]
    assert told == [(n, 10) for n in range(1, 11)]


def test_twice_in_gives_no_doubles(evening: Store, other: Store) -> None:
    data = write_archive(evening)
    bring_archive(other, data)
    assert bring_archive(other, data) == Brought(0, 5)
    assert bring_archive(evening, write_archive(other)) == Brought(0, 5)
    assert len(other.archive.codes()) == 5


def test_two_matches_that_drew_the_same_code_are_both_kept_and_once(evening: Store, other: Store) -> None:
    data = write_archive(evening)
    code = evening.archive.codes()[0]

    def later(files: dict[str, bytes]) -> None:
        name = f"matches/{code}.json"
        document = json.loads(files[name])
        files[name] = json.dumps(document | {"created": "2020-01-01T00:00:00Z"}).encode()

    same = repacked(data, later)
    bring_archive(other, data)
    assert bring_archive(other, same) == Brought(1, 4)
    assert bring_archive(other, same) == Brought(0, 5)
    assert len(other.archive.codes()) == 6


def test_nothing_of_what_is_being_played_and_no_key_is_in_it(evening: Store) -> None:
    with zipfile.ZipFile(io.BytesIO(write_archive(evening))) as zipped:
        whole = b"".join(zipped.read(name) for name in zipped.namelist()).decode()
    assert RUNNING not in whole
    assert "Zed" not in whole
    assert "f" * 64 not in whole
    assert "key" not in json.loads(json.dumps(list(MatchDocument.model_fields)))
    assert "5a17" * 8 not in whole


def damage_json(files: dict[str, bytes]) -> None:
    files[next(name for name in files if name.startswith("matches/"))] = b'{"code": '


def lose_a_match(files: dict[str, bytes]) -> None:
    del files[next(name for name in files if name.startswith("matches/"))]


def lose_the_head(files: dict[str, bytes]) -> None:
    del files[HEAD]


def changed(**values: Any) -> Callable[[dict[str, bytes]], None]:
    """Return what changes fields of the last match."""

    def change(files: dict[str, bytes]) -> None:
        name = [name for name in files if name.startswith("matches/")][-1]
        files[name] = json.dumps(json.loads(files[name]) | values).encode()

    return change


def newer(files: dict[str, bytes]) -> None:
    files[HEAD] = json.dumps(json.loads(files[HEAD]) | {"format": 2}).encode()


def name_twice(files: dict[str, bytes]) -> None:
    name = [name for name in files if name.startswith("matches/")][-1]
    document = json.loads(files[name])
    for seat in document["seats"]:
        seat["name"] = "Aki"
    files[name] = json.dumps(document).encode()


@pytest.mark.parametrize(
    "change",
    [
        damage_json, lose_a_match, lose_the_head, newer, name_twice, changed(result={"winners": "p1"}),
        changed(entries=[{"actor": "p1", "act": {"type": "no such"}, "at": "2026-01-01T00:00:00Z"}]),
        changed(options={"rounds": float("nan")}),
        changed(code="../../etc"), changed(ended="2026-01-01T00:00:00"), changed(account={"parts": 7}),
        changed(host_key="f" * 64), changed(seats=[{"seat": "p1", "name": "x" * 41, "position": 0}]),
    ],
)  # fmt: skip
def test_a_broken_archive_changes_nothing(
    packed: bytes, other: Store, change: Callable[[dict[str, bytes]], None]
) -> None:
    with pytest.raises(BadArchive):
        bring_archive(other, repacked(packed, change))
    assert other.archive.codes() == []
    assert other.people.all() == []


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_half_an_archive_changes_nothing(packed: bytes, other: Store, share: float) -> None:
    with pytest.raises(BadArchive):
        bring_archive(other, packed[: int(len(packed) * share)])
    with pytest.raises(BadArchive):
        bring_archive(other, b"")
    assert other.archive.codes() == []
