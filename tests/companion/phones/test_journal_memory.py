"""What a phone holds on to of a journal: honest evenings go on from it, whatever is taken back; nothing else does."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from companion.phones.device_storage import LONGEST_MEMORY, MOST_READ, JournalMemory, followed, loads_memory
from companion.tables.folding import JournalChain
from models import MatchRecord, SeatRecord
from referee.check.player import any_match, any_options, playing
from referee.core.games import GAMES
from referee.core.journal import Match, fold
from referee.core.values import GAME_MASTER, PUBLIC
from tests.own_games import OWN_GAMES
from tests.referee.core.journal.toy_acts import random_match

BEGUN = datetime(2026, 5, 17, 20, 0, tzinfo=UTC)
Row = tuple[int, str, dict[str, Any], datetime]


def record_of(match: Match) -> MatchRecord:
    seats = tuple(SeatRecord(1, s.seat, "player", s.name, at) for at, s in enumerate(match.seats))
    return MatchRecord(1, "m", match.game.KEY, match.options.model_dump(mode="json"), "running", "referee", BEGUN,
                       seats=seats)  # fmt: skip


def rows_of(match: Match) -> list[Row]:
    """Return a journal as the database gives it back."""
    return [
        (e.number, e.actor, json.loads(e.act.model_dump_json()), BEGUN + timedelta(seconds=e.number))
        for e in match.entries
    ]


def chain_of(match: Match, rows: list[Row] | None = None) -> JournalChain:
    chain = JournalChain(record_of(match))
    for row in rows_of(match) if rows is None else rows:
        chain.append(*row)
    return chain


def moments(match: Match) -> list[Match]:
    """Return the same match after each of its entries."""
    start = fold(match.game, match.options.model_dump(mode="json"), match.seats, [])
    found = [start]
    for entry in match.entries:
        found.append(found[-1].act(entry.actor, entry.act)[0])
    return found


def held_through(found: list[Match], viewers: tuple[str, ...], random: Random) -> JournalMemory:
    """Return what a phone holds on to that looks now and then while a match is played. It is never alarmed."""
    chain = JournalChain(record_of(found[0]))
    rows = rows_of(found[-1])
    held = JournalMemory(chain.start, "n" * 22, 0)
    for n, match in enumerate(found):
        if n:
            chain.append(*rows[n - 1])
        if random.random() < 0.4 or match is found[-1]:
            again = chain_of(match) if random.random() < 0.2 else chain  # another process, or the host anew
            assert held.goes_on(again, match), (match, n)
            assert held.difference(again, match) is None
            held = held.on(again, match, viewers, n, late=n == 0)
            assert not held.readers or loads_memory(held.dumps()) == held
    return held


@pytest.mark.parametrize("game", OWN_GAMES)
def test_whole_matches_of_every_game_alarm_no_phone(game: str) -> None:
    for seed in range(2):
        random = Random(seed)
        match = any_match(GAMES[game], random, any_options(GAMES[game], random))
        for one in playing(match, random):
            match = one.after
            if random.random() < 0.05:
                match = match.act(one.seat, {"type": "undo"})[0]
                match = match.act(one.seat, {"type": "redo"})[0]
            if match.number > 150:
                break
        found = moments(match)
        for viewers in ((PUBLIC,), (PUBLIC, "p1"), (PUBLIC, "p2", GAME_MASTER)):
            held = held_through(found, viewers, random)
            reach = followed(held, chain_of(match), match)
            assert reach is not None
            assert reach[0] == 1
            assert reach[1] <= match.number


def test_undo_redo_corrections_house_rulings_and_a_game_master_alarm_no_phone() -> None:
    kinds: set[str] = set()
    for seed in range(40):
        match, _ = random_match(seed)
        kinds |= {entry.act.type for entry in match.entries}
        held_through(moments(match), (PUBLIC, "p1", GAME_MASTER), Random(seed))
    assert {"undo", "redo", "house_ruling", "consent", "correct"} <= kinds


def salted_anew(row: Row) -> Row:
    return row[0], row[1], row[2] | {"salt": "0" * 32}, row[3]


CHANGES: dict[str, Callable[[Row], Row]] = {
    "actor": lambda row: (row[0], row[1] + "x", row[2], row[3]),
    "kind": lambda row: (row[0], row[1], row[2] | {"type": "other"}, row[3]),
    "content": lambda row: (row[0], row[1], row[2] | {"move": {"type": "other"}}, row[3]),
    "salt": salted_anew,
    "time": lambda row: (row[0], row[1], row[2], row[3] + timedelta(microseconds=1)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_changed_in_a_row_is_found_at_the_line_that_reads_it_first(change: str) -> None:
    """Of an entry that nobody could read by itself, at the next one that everybody reads."""
    for seed in range(12):
        random = Random(seed)
        match, _ = random_match(seed)
        held = held_through(moments(match), (PUBLIC,), random)
        at = random.randrange(match.number)
        rows = rows_of(match)
        rows[at] = CHANGES[change](rows[at])
        chain = chain_of(match, rows)
        read = chain.reading(match, PUBLIC).entries
        if not any(n > at for n in read):
            continue  # nothing that came later was told to anybody
        assert not held.goes_on(chain, match)
        found = held.difference(chain, match)
        assert found is not None
        assert found.upto == next(n for n in read if n > at)
        assert found.behind < at + 1 <= found.upto
        assert not found.missing


def test_a_hidden_entry_is_found_by_its_own_seat_before_anybody_else_can() -> None:
    tried = 0
    for seed in range(60):
        match, _ = random_match(seed)
        last = match.written[-1] if match.written else None
        if last is None or not last.hides_from(PUBLIC) or last.told(PUBLIC) or last.hides_from("p1"):
            continue
        tried += 1
        found = moments(match)
        all_of_them, own = (held_through(found, viewers, Random(1)) for viewers in ((PUBLIC,), (PUBLIC, "p1")))
        rows = rows_of(match)
        rows[-1] = salted_anew(rows[-1])
        chain = chain_of(match, rows)
        assert all_of_them.goes_on(chain, match)
        difference = own.difference(chain, match)
        assert difference is not None
        assert (difference.upto, difference.alone) == (match.number, True)
    assert tried


def test_a_journal_that_ends_too_early_is_told_from_one_that_is_another() -> None:
    match, all_of_it = random_match(3)
    held = held_through(moments(match), (PUBLIC,), Random(3))
    shorter = moments(match)[-3]
    found = held.difference(chain_of(shorter), shorter)
    assert found is not None
    assert found.missing
    assert all_of_it


def test_of_a_long_journal_the_newest_digests_are_kept_and_the_text_stays_short() -> None:
    match, _ = random_match(1)
    chain = chain_of(match)
    held = JournalMemory(chain.start, "n" * 22, 0).on(chain, match, [PUBLIC], 0)
    reading = chain.reading(match, PUBLIC)
    for n in range(3 * MOST_READ):
        digest = f"{n:022d}"
        reading.entries.append(match.number)
        reading.digests.append(digest)
        reading.place[digest] = len(reading.entries)
        if n % 100 == 0:
            held = held.on(chain, match, [PUBLIC], n)
    text = held.dumps()
    assert len(text) < LONGEST_MEMORY
    assert loads_memory(text) == held
    assert held.goes_on(chain, match)


def test_a_text_of_another_kind_is_none() -> None:
    match, _ = random_match(1)
    held = held_through(moments(match), (PUBLIC, "p1"), Random(1))
    whole = json.loads(held.dumps())
    assert loads_memory(json.dumps(whole)) == held
    own = whole["r"]["public"]
    wrong: list[Any] = [
        None, 7, "", "{", "[]", "x" * (LONGEST_MEMORY + 1), "[" * 9000,
        *(json.dumps({k: v for k, v in whole.items() if k != name}) for name in whole),
        *(json.dumps(whole | {"r": {"public": each}}) for each in (
            None, [], own[:3], [0, *own[1:]], [own[1] + 1, *own[1:]], [1, 0, *own[2:]], [1, True, *own[2:]],
            [1, 1.0, *own[2:]], [*own[:2], "short", own[3]], [*own[:2], "\ud800" * 22, own[3]],
            [*own[:3], own[3] + "x"], [*own[:3], own[3] + "\ud800\ud800\ud800"], [*own[:3], own[3] * 2], [*own[:3], 5],
        )),
        json.dumps(whole | {"r": {"x" * 41: own}}), json.dumps(whole | {"r": {f"p{n}": own for n in range(13)}}),
        json.dumps(whole | {"t": -1}), json.dumps(whole | {"v": 2}), json.dumps(whole | {"s": "+" * 22}),
    ]  # fmt: skip
    assert [loads_memory(text) for text in wrong] == [None] * len(wrong)


def test_a_row_without_a_salt_gives_no_digest_that_can_be_worked_out() -> None:
    """An undo is one of few, and when it was made may be guessed: what came before it keeps it from being tried out."""
    match, _ = random_match(5)
    rows = rows_of(match)
    one = chain_of(match, rows)
    other = chain_of(match, [salted_anew(rows[0]), *rows[1:]])
    for viewer in (PUBLIC, "p1"):
        mine, theirs = one.reading(match, viewer), other.reading(match, viewer)
        assert mine.entries == theirs.entries
        assert not set(mine.digests) & set(theirs.digests)
    assert not set(one.reading(match, "p1").digests) & set(one.reading(match, PUBLIC).digests)
