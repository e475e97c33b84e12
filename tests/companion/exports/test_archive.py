"""Everything of a host as one file, and in again on another: judged again, without doubles, no secret of what runs."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from companion.exports import archive
from companion.exports.archive import HEAD, ImportOutcome, Refusal, archive_bytes, bring_archive
from companion.exports.judged_again import read_match, work_of
from companion.statistics import all_played, person_statistics
from models import BadArchive, Store
from models.matches.archive import MatchDocument
from referee.board.reading import bundled
from tests.companion.exports.conftest import RUNNING

UNDO = {"actor": "p1", "act": {"type": "undo"}, "at": "2026-04-01T00:00:00Z"}
REDO = UNDO | {"act": {"type": "redo"}}


def files_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def repacked(data: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """Return an archive with something in it changed."""
    files = files_of(data)
    change(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zipped:
        for name, content in files.items():
            zipped.writestr(name, content)
    return out.getvalue()


def figures(store: Store) -> dict[str, Any]:
    people = {person.id: person.name for person in store.people.all()}
    matches = all_played(store)
    counted = {name: person_statistics(matches, id, people) for id, name in people.items()}
    return {name: (each.matches, each.won, each.chance, each.pace, each.points) for name, each in counted.items()}


def contents(store: Store) -> list[MatchDocument]:
    return [MatchDocument.model_validate_json(text) for _, text in store.archive.texts(store.archive.codes())]


def test_what_went_out_comes_in_on_another_host_and_counts_the_same(evening: Store, other: Store) -> None:
    told: list[tuple[int, int]] = []
    brought = bring_archive(other, archive_bytes(evening), lambda done, of: told.append((done, of)))
    assert brought == ImportOutcome(5, 0)
    assert contents(other) == contents(evening)
    assert {name: each for name, each in figures(evening).items() if each[0]} == figures(other)
    assert not other.accounts.missing()
    assert [person.name for person in other.people.all() if person.left_out] == ["Ben"]
    assert told == [(n, 5) for n in range(1, 6)]


def test_twice_in_gives_no_doubles(evening: Store, other: Store) -> None:
    data = archive_bytes(evening)
    bring_archive(other, data)
    assert bring_archive(other, data) == ImportOutcome(0, 5)
    assert bring_archive(evening, archive_bytes(other)) == ImportOutcome(0, 5)
    assert len(other.archive.codes()) == 5


def test_two_matches_that_drew_the_same_code_are_both_kept_and_once(evening: Store, other: Store) -> None:
    data = archive_bytes(evening)
    code = evening.archive.codes()[0]

    def later(files: dict[str, bytes]) -> None:
        name = f"matches/{code}.json"
        document = json.loads(files[name])
        files[name] = json.dumps(document | {"created": "2020-01-01T00:00:00Z"}).encode()

    same = repacked(data, later)
    bring_archive(other, data)
    assert bring_archive(other, same) == ImportOutcome(1, 4)
    assert bring_archive(other, same) == ImportOutcome(0, 5)
    assert len(other.archive.codes()) == 6


def test_nothing_of_what_is_being_played_and_no_key_is_in_it(evening: Store) -> None:
    with zipfile.ZipFile(io.BytesIO(archive_bytes(evening))) as zipped:
        whole = b"".join(zipped.read(name) for name in zipped.namelist()).decode()
    assert RUNNING not in whole
    assert "Zed" not in whole
    assert "f" * 64 not in whole
    assert "key" not in json.loads(json.dumps(list(MatchDocument.model_fields)))
    assert "5a17" * 8 not in whole


def changed(**values: Any) -> Callable[[dict[str, bytes]], None]:
    """Return what changes fields of the last match."""

    def change(files: dict[str, bytes]) -> None:
        files[last(files)] = json.dumps(json.loads(files[last(files)]) | values).encode()

    return change


def last(files: dict[str, bytes]) -> str:
    return [name for name in files if name.startswith("matches/")][-1]


def headed(**values: Any) -> Callable[[dict[str, bytes]], None]:
    """Return what changes what an archive says of itself."""

    def change(files: dict[str, bytes]) -> None:
        files[HEAD] = json.dumps(json.loads(files[HEAD]) | values).encode()

    return change


def lose_a_match(files: dict[str, bytes]) -> None:
    del files[last(files)]


def lose_the_head(files: dict[str, bytes]) -> None:
    del files[HEAD]


def damage_the_head(files: dict[str, bytes]) -> None:
    files[HEAD] = files[HEAD][:-3]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lose_a_match, "missing"),
        (lose_the_head, "bad"),
        (damage_the_head, "bad"),
        (headed(format=2), "newer"),
        (headed(format=2, more="than this version knows"), "newer"),
        (headed(format=0), "bad"),
        (headed(matches=2**70), "bad"),
        (headed(more="than there is"), "bad"),
        (headed(left_out=[7]), "bad"),
    ],
)
def test_an_archive_that_cannot_be_opened_changes_nothing(
    packed: bytes, other: Store, change: Callable[[dict[str, bytes]], None], why: str
) -> None:
    with pytest.raises(BadArchive) as refused:
        bring_archive(other, repacked(packed, change))
    assert refused.value.message == f"archive.{why}"
    assert other.archive.codes() == []
    assert other.people.all() == []


def of_the_last(change: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, bytes]], None]:
    """Return what changes the document of the last match."""

    def changing(files: dict[str, bytes]) -> None:
        document = json.loads(files[last(files)])
        change(document)
        files[last(files)] = json.dumps(document).encode()

    return changing


def as_text(text: bytes) -> Callable[[dict[str, bytes]], None]:
    return lambda files: files.update({last(files): text})


def put(files: dict[str, bytes], old: bytes, new: bytes) -> None:
    assert old in files[last(files)]
    files[last(files)] = files[last(files)].replace(old, new, 1)


def other_result(document: dict[str, Any]) -> None:
    seats = [seat["seat"] for seat in document["seats"]]
    document["result"]["winners"] = [seat for seat in seats if seat not in document["result"]["winners"]]


LATE = "2199-12-31T23:59:59Z"

UNREAD = [
    as_text(b'{"code": '), as_text(b""), as_text(b"[]"), as_text(b"\xff" * 9),
    as_text(b'"\\ud800"'), changed(code="../../etc"), changed(ended="2026-01-01T00:00:00"), changed(account=7),
    changed(host_key="f" * 64), changed(seats=[{"seat": "p1", "name": "x" * 41, "position": 0}]),
    changed(options={"rounds": float("nan")}),
    changed(entries=[{"actor": "p1", "act": {"type": "no such"}, "at": "2026-01-01T00:00:00Z"}]),
]  # fmt: skip
NUMBERS = [
    changed(seconds=2**31), changed(seconds=2**70), changed(seconds=-1),
    changed(pauses=[{"after": 2**40, "paused": True, "at": "2026-03-01T19:00:00Z"}]),
    changed(created="9999-12-31T23:59:59-12:00"), changed(options={"rounds": 10**400}),
    lambda files: put(files, b'"options": {', b'"options": {"goal": 1e999, '),
    lambda files: put(files, b'"options": {', b'"options": {"goal": ' + b"9" * 5_000 + b", "),
]  # fmt: skip
BEYOND = [
    as_text(b"[" * 90 + b"]" * 90), as_text(b"[" * 300), as_text(b"[" + b"[]," * 400_000 + b"0]"),
    changed(options={"name": "x" * 30_000}),
    of_the_last(lambda document: document["entries"].extend([UNDO, REDO] * 1_500)),
]  # fmt: skip
JOURNALS = [
    changed(options={"no such": 1}),
    of_the_last(lambda document: document["entries"].pop(0)),
    of_the_last(lambda document: document["entries"].insert(0, document["entries"][-1])),
    of_the_last(lambda document: document["entries"].append(document["entries"][-1] | {"actor": "nobody"})),
    of_the_last(lambda document: document["seats"].pop()),
    of_the_last(lambda document: [seat.update(name="Aki") for seat in document["seats"]]),
    of_the_last(lambda document: document["seats"][0].update(seat="p9")),
    of_the_last(lambda document: document["seats"][0].update(name="\u202eAki")),
]
RESULTS = [
    of_the_last(other_result), changed(result={"winners": "p1"}), changed(result={}),
    of_the_last(lambda document: document["result"].update(reason="another")),
    of_the_last(lambda document: document.update(ended=document["entries"].pop() and document["entries"][-1]["at"])),
]  # fmt: skip
TIMES = [
    changed(ended=LATE), changed(started=LATE), changed(created=LATE),
    changed(pauses=[{"after": 9_000, "paused": True, "at": LATE}]),
    of_the_last(lambda document: document["entries"][0].update(at="1999-01-01T00:00:00Z")),
]  # fmt: skip
SEATS = [
    changed(game_master="referee"),
    of_the_last(lambda document: document["entries"].append(UNDO | {"actor": "gm"})),
    of_the_last(lambda document: document["seats"].append({"seat": "gm", "kind": "gm", "position": 1000})),
    of_the_last(lambda document: [seat.update(position=0) for seat in document["seats"]]),
]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        *((each, "unreadable") for each in UNREAD), *((each, "number") for each in NUMBERS),
        *((each, "beyond") for each in BEYOND), *((each, "journal") for each in JOURNALS),
        *((each, "result") for each in RESULTS), *((each, "times") for each in TIMES),
        *((each, "seats") for each in SEATS), (changed(game="no-such-game"), "game"),
    ],
)  # fmt: skip
def test_a_match_that_its_journal_does_not_bear_out_is_refused_and_the_others_are_kept(
    packed: bytes, other: Store, change: Callable[[dict[str, bytes]], None], why: str
) -> None:
    brought = bring_archive(other, repacked(packed, change))
    assert brought == ImportOutcome(4, 0, (Refusal("m4", f"archive.why.{why}"),))
    assert sorted(other.archive.codes()) == ["m0", "m1", "m2", "m3"]
    assert not other.accounts.missing()


def test_no_file_says_what_statistics_count(evening: Store, packed: bytes, other: Store) -> None:
    forged = {"turns": {"p1": [1, 1, 1]}, "reneges": {"p2": 99}, "parts": []}

    def change(files: dict[str, bytes]) -> None:
        for name in files.keys() - {HEAD}:
            document = json.loads(files[name]) | {"account": forged, "seconds": 7}
            files[name] = json.dumps(document).encode()

    bring_archive(other, repacked(packed, change))
    assert contents(other) == contents(evening)
    assert {name: each for name, each in figures(evening).items() if each[0]} == figures(other)


def test_a_board_that_is_none_or_another_is_refused_and_the_matches_are_kept(packed: bytes, other: Store) -> None:
    nijo = bundled("nijo")
    good = nijo.model_dump(mode="json")
    board = {"name": "Ours", "hash": nijo.hash, "document": good, "created": "2026-01-01T00:00:00Z"}
    bad = [board | {"hash": "0" * 64, "name": "Other"}, board | {"document": {"id": "x"}, "name": "None"}]
    brought = bring_archive(other, repacked(packed, headed(boards=[*bad, board])))
    refused = tuple(Refusal(name, "archive.why.board") for name in ("Other", "None"))
    assert brought == ImportOutcome(5, 0, refused)
    assert [kept.name for kept in other.boards.all()] == ["Ours"]


def test_what_is_too_much_to_judge_at_one_time_comes_in_when_it_is_brought_again(
    packed: bytes, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = [read_match(text) for name, text in files_of(packed).items() if name != HEAD]
    monkeypatch.setattr(archive, "MOST_WORK", sum(map(work_of, documents)) - 1)
    assert bring_archive(other, packed) == ImportOutcome(4, 0, (Refusal("m4", "archive.why.later"),))
    assert bring_archive(other, packed) == ImportOutcome(1, 4)


def test_what_was_kept_before_the_work_was_ended_stays_and_is_known_when_it_is_brought_again(
    packed: bytes, other: Store
) -> None:
    def gone(done: int, of: int) -> None:
        if done == 2:
            raise ConnectionError

    with pytest.raises(ConnectionError):
        bring_archive(other, packed, gone)
    assert len(other.archive.codes()) == 2
    assert bring_archive(other, packed) == ImportOutcome(3, 2)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_half_an_archive_changes_nothing(packed: bytes, other: Store, share: float) -> None:
    with pytest.raises(BadArchive):
        bring_archive(other, packed[: int(len(packed) * share)])
    with pytest.raises(BadArchive):
        bring_archive(other, b"")
    assert other.archive.codes() == []
