"""The owner of the file rewrites the past of a match: every phone that followed it names the first line that differs.

One evening is played with phones that are really connected. Its rows are copied under other codes, each copy is
rewritten in another way while no host runs, and the same phones come back to each of them.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.exports.archive import archive_bytes, bring_archive
from companion.phones.journal_watch import JOURNAL
from companion.tables.keys import ProcessRight
from companion.tables.seats import sit, start
from companion.tables.table import Table
from models import Store
from referee.check.player import next_declaration
from referee.core.journal import Correct, Declare, HouseRuling, Match, Redo, Undo
from referee.core.values import GAME_MASTER, PUBLIC
from tests.players.people import seated
from tests.wire.hall import Hall, hall
from tests.wire.phone import Phone

ALARM = re.compile(
    "changed the past|older copy|changed how this match began|file is not what|records give|Names in this|phone saw"
    "|It was there before|exchanged names|Game, options or seats|what the log comes to"
)
"""What the alarms of all kinds say."""
ENTRIES = 24


@dataclass
class Evening:
    """What is left of an evening when its host has stopped: a file, and what each phone's browser remembers."""

    file: Path
    code: str = ""
    phones: dict[str, dict[str, Any]] = field(default_factory=dict)
    match: Match | None = None

    @property
    def database(self) -> str:
        return f"sqlite:///{self.file.as_posix()}"

    @property
    def number(self) -> int:
        assert self.match is not None
        return self.match.number

    def line(self, number: int) -> int:
        """Return the line by which everybody reads an entry first."""
        assert self.match is not None
        return self.match.lines_until(PUBLIC, next(w.entry.number for w in self.match.written[number - 1 :]
                                                   if w.readings(PUBLIC)))  # fmt: skip

    def commitments(self) -> tuple[tuple[int, str], ...]:
        """Return the entries that were locked, with their public hashes."""
        assert self.match is not None
        return self.match.commitments()

    def locked(self) -> int:
        """Return an entry with a secret move that everybody knows of."""
        return self.commitments()[0][0]


async def play(here: Hall, table: Table, entries: int, seed: int = 1) -> None:
    """Declare what is offered until there are so many entries, or the match has ended."""
    random, often = Random(seed), Counter[tuple[str, str]]()
    while table.match is not None and table.match.number < entries and table.match.result is None:
        one = next_declaration(table.match, random, often)
        assert one is not None
        often[one.seat, one.move["type"]] += 1
        ruling = await table.act(ProcessRight(one.seat), Declare(seat=one.seat, move=one.move))
        assert ruling.upheld, ruling
    await settled(here)


async def play_alone(here: Hall, table: Table, phones: dict[str, Phone]) -> None:
    """Play to the end while the phones sleep, and let them come back."""
    for phone in phones.values():
        await phone.close()
    await play(here, table, 4000)
    for phone in phones.values():
        await phone.connect()
    await settled(here)


async def settled(here: Hall) -> None:
    """Wait until every phone has been told everything and holds on to it."""
    await here.quiet()
    for session in here.sessions:
        session.watch.write_now()
    await here.quiet()


async def spend(evening: Evening, entries: int, game: str = "shinobazu") -> None:
    """Play with three phones and a table display, then stop the host."""
    async with hall(database=evening.database, pair=False) as here:
        table, keys = await here.begun(3, game=game)
        phones = {seat: await here.phone(table, {seat: key}) for seat, key in keys.items()}
        phones["display"] = await here.phone(table, display=True)
        await play(here, table, min(entries, ENTRIES))
        if entries > ENTRIES:
            await play_alone(here, table, phones)
        evening.code, evening.match = table.code, table.match
        evening.phones = {name: phone.remembers for name, phone in phones.items()}
    assert all(JOURNAL + evening.code in each for each in evening.phones.values())


Rewriting = Callable[[sqlite3.Connection, int, Evening], None]


def edit(change: Callable[[dict[str, Any]], dict[str, Any]], db: sqlite3.Connection, match: int, n: int) -> None:
    """Change the act of one entry."""
    (act,) = db.execute("SELECT act FROM journal_entry WHERE match_id = ? AND number = ?", (match, n)).fetchone()
    changed = json.dumps(change(json.loads(act)))
    db.execute("UPDATE journal_entry SET act = ? WHERE match_id = ? AND number = ?", (changed, match, n))


def renumber(db: sqlite3.Connection, match: int, behind: int, by: int) -> None:
    """Move all entries behind one up or down."""
    rows = db.execute("SELECT number FROM journal_entry WHERE match_id = ? AND number > ? ORDER BY number",
                      (match, behind)).fetchall()  # fmt: skip
    for (n,) in rows if by < 0 else rows[::-1]:
        db.execute("UPDATE journal_entry SET number = ? WHERE match_id = ? AND number = ?", (n + by, match, n))


def drop(db: sqlite3.Connection, match: int, n: int) -> None:
    db.execute("DELETE FROM journal_entry WHERE match_id = ? AND number = ?", (match, n))


def other_cards(act: dict[str, Any]) -> dict[str, Any]:
    """Return the same locked move with another card."""
    move = act["move"]
    mine = move.get("cards") or [move["card"]]
    other = next(f"{suit} {n}" for suit in ("black", "red", "blue") for n in range(1, 8) if f"{suit} {n}" not in mine)
    return act | {"move": move | ({"cards": [other, *mine[1:]]} if "cards" in move else {"card": other})}


def salted_anew(act: dict[str, Any]) -> dict[str, Any]:
    return act | {"salt": "0" * 32}


def no_longer_there(db: sqlite3.Connection, match: int, evening: Evening) -> None:
    drop(db, match, 5)
    renumber(db, match, 5, -1)


def one_more(db: sqlite3.Connection, match: int, evening: Evening) -> None:
    renumber(db, match, 4, 1)
    db.execute("INSERT INTO journal_entry (match_id, number, actor, act, at)"
               " SELECT match_id, 5, actor, act, at FROM journal_entry WHERE match_id = ? AND number = 4",
               (match,))  # fmt: skip


def exchanged(db: sqlite3.Connection, match: int, evening: Evening) -> None:
    for before, after in ((2, 1000), (3, 2), (1000, 3)):
        db.execute("UPDATE journal_entry SET number = ? WHERE match_id = ? AND number = ?", (after, match, before))


def without_the_last(many: int, db: sqlite3.Connection, match: int, evening: Evening) -> None:
    for n in range(evening.number - many + 1, evening.number + 1):
        drop(db, match, n)


def column(name: str, value: Any, number: Callable[[Evening], int], db: sqlite3.Connection, match: int,
           evening: Evening) -> None:  # fmt: skip
    wanted = (value, match, number(evening))
    db.execute(f"UPDATE journal_entry SET {name} = ? WHERE match_id = ? AND number = ?", wanted)


def of_the_match(statement: str, db: sqlite3.Connection, match: int, evening: Evening) -> None:
    db.execute(statement, (match,))


def at(n: int, evening: Evening) -> int:
    return n


WAYS: dict[str, tuple[Rewriting, str]] = {
    "nothing": (lambda db, match, evening: None, ""),
    "a locked hand": (lambda db, match, e: edit(other_cards, db, match, e.locked()), "Entry {locked} is the first"),
    "its salt": (lambda db, match, e: edit(salted_anew, db, match, e.locked()), "Entry {locked} is the first"),
    "both": (
        lambda db, match, e: edit(lambda act: salted_anew(other_cards(act)), db, match, e.locked()),
        "Entry {locked} is the first",
    ),
    "the salt of an open move": (
        lambda db, match, e: edit(salted_anew, db, match, e.number),
        "Entry {last} is the first",
    ),
    "who said it": (partial(column, "actor", GAME_MASTER, partial(at, 6)), "Entry {6} is the first"),
    "what kind of act": (
        lambda db, match, e: edit(lambda act: {"type": "undo"}, db, match, e.number), "Entry {last} is the first",
    ),
    "what cannot be read": (
        lambda db, match, e: edit(lambda act: {"type": "no such act"}, db, match, 7), "Entry {7} is the first",
    ),
    "when it was": (partial(column, "at", "2026-05-17 20:00:00.000000", partial(at, 8)), "Entry {8} is the first"),
    "one entry less": (no_longer_there, "Entry {5} is the first"),
    "a gap": (lambda db, match, e: drop(db, match, 5), "Entry {5} is the first"),
    "one entry more": (one_more, "Entry {5} is the first"),
    "another order": (exchanged, "Entry {2} is the first"),
    "an older copy": (partial(without_the_last, 3), "Entry {back 2} is missing"),
    "the last entry": (partial(without_the_last, 1), "Entry {last} is missing"),
    "the options": (
        partial(of_the_match, "UPDATE match SET options = json_set(options, '$.depth', 'scores') WHERE id = ?"),
        "Game, options or seats",
    ),
    "the order of the seats": (
        partial(of_the_match, "UPDATE seat SET position = 10 - position WHERE kind = 'player' AND match_id = ?"),
        "Game, options or seats",
    ),
    "a name": (
        partial(of_the_match, "UPDATE seat SET name = 'Zoe' WHERE seat = 'p1' AND match_id = ?"), "exchanged names",
    ),
}  # fmt: skip


def expected(words: str, evening: Evening) -> str:
    """Fill in the lines."""
    lines = {"locked": evening.line(evening.locked()), "last": evening.line(evening.number),
             "back 2": evening.line(evening.number - 2)}  # fmt: skip
    return re.sub(r"\{(.*?)\}", lambda m: str(lines.get(m[1]) or evening.line(int(m[1]))), words)


def copied(db: sqlite3.Connection, code: str, n: int) -> tuple[str, int]:
    """Copy a match and all its rows, and return its code and id."""
    letters = "23456789abcdefghjkmnpqrstuvwxyz"
    other = [each for a, b in product(letters, "23456789") if (each := code[:-2] + a + b) != code][n]
    made = {"match": "id", "seat": "match_id", "journal_entry": "match_id"}
    (old,) = db.execute("SELECT id FROM match WHERE code = ?", (code,)).fetchone()
    (new,) = db.execute("SELECT max(id) + 1 FROM match").fetchone()
    for table, key in made.items():
        names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        values = [{key: str(new), "code": f"'{other}'"}.get(name, name) for name in names]
        db.execute(f"INSERT INTO {table} ({','.join(names)}) SELECT {','.join(values)} FROM {table} WHERE {key} = ?",
                   (old,))  # fmt: skip
    return other, new


def carried(remembers: dict[str, Any], code: str, other: str) -> dict[str, Any]:
    """Return what a browser would remember had it followed the copy."""
    return {key.replace(code, other): value.replace(code, other) for key, value in remembers.items()}


@contextmanager
def rows(evening: Evening) -> Iterator[sqlite3.Connection]:
    """Open the file as its owner may, and commit."""
    with closing(sqlite3.connect(evening.file)) as db, db:
        yield db


async def come_back(here: Hall, evening: Evening, code: str, remembers: dict[str, dict[str, Any]]) -> dict[str, Phone]:
    """Let every phone open the match again, and wait until it has been compared."""
    phones = {}
    for name, each in remembers.items():
        route = f"{'t' if name == 'display' else 'm'}/{code}"
        phones[name] = await Phone(here.address + route, remembers=each).connect()
        here.phones.append(phones[name])
    await here.quiet()
    return phones


async def leave(phones: dict[str, Phone]) -> None:
    for phone in phones.values():
        assert not phone.crashes
        assert not phone.faults
        await phone.close()


def alarms(phone: Phone) -> list[str]:
    """Return what alarms a phone."""
    return [text for text in phone.texts() if ALARM.search(text)]


@pytest.mark.sqlite
def test_however_a_running_match_is_rewritten_every_phone_names_the_first_line_that_differs(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "metsuke.db")

    async def evenings() -> None:
        await spend(evening, ENTRIES)
        copies: dict[str, tuple[str, dict[str, dict[str, Any]]]] = {}
        with rows(evening) as db:
            for n, (way, (rewrite, _)) in enumerate(WAYS.items()):
                code, match = copied(db, evening.code, n)
                rewrite(db, match, evening)
                remembers = {name: carried(each, evening.code, code) for name, each in evening.phones.items()}
                copies[way] = code, remembers
        async with hall(database=evening.database, pair=False) as here:
            told: dict[str, dict[str, list[str]]] = {}
            for way, (code, remembers) in copies.items():
                phones = await come_back(here, evening, code, remembers)
                told[way] = {name: alarms(phone) for name, phone in phones.items()}
                await leave(phones)
            for way, (_, words) in WAYS.items():
                wanted = expected(words, evening)
                for name, said in told[way].items():
                    assert bool(said) == bool(words), (way, name, said)
                    assert not words or any(wanted in each for each in said), (way, name, wanted, said)

    asyncio.run(evenings())


AFTER_THE_END: dict[str, tuple[Rewriting, str]] = {
    "nothing": (lambda db, match, evening: None, ""),
    "every locked move": (
        lambda db, match, e: [edit(salted_anew, db, match, n) for n, _ in e.commitments()] and None,
        "Entry {locked} is the first",
    ),
    "the result": (
        partial(of_the_match, "UPDATE match SET result = json_set(result, '$.reason', 'x') WHERE id = ?"),
        "what the log comes to",
    ),
    "an older copy": (partial(without_the_last, 2), "is missing. It was there before"),
    "two names": (
        partial(of_the_match, "UPDATE seat SET name = name || '!' WHERE kind = 'player' AND match_id = ?"),
        "exchanged names",
    ),
}


@pytest.mark.sqlite
def test_an_ended_match_says_that_nobody_rewrote_it_only_where_nobody_did(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "metsuke.db")

    async def evenings() -> None:
        await spend(evening, 4000)
        assert evening.match is not None
        assert evening.match.result is not None
        copies = {}
        with rows(evening) as db:
            for n, (way, (rewrite, _)) in enumerate(AFTER_THE_END.items()):
                code, match = copied(db, evening.code, n)
                rewrite(db, match, evening)
                copies[way] = code, {name: carried(each, evening.code, code) for name, each in evening.phones.items()}
        async with hall(database=evening.database, pair=False) as here:
            for way, (code, remembers) in copies.items():
                words = expected(AFTER_THE_END[way][1], evening)
                for name, phone in (phones := await come_back(here, evening, code, remembers)).items():
                    said = alarms(phone)
                    assert bool(said) == bool(words), (way, name, said)
                    assert not words or any(words in each for each in said), (way, name, said)
                    proved = [text for text in phone.texts() if "Nobody rewrote entries 1 to" in text]
                    assert bool(proved) == (way == "nothing"), (way, name, proved)
                await leave(phones)
            stranger = await come_back(here, evening, copies["nothing"][0], {"display": {}})
            assert not alarms(stranger["display"])
            await leave(stranger)

    asyncio.run(evenings())


@pytest.mark.sqlite
def test_rows_that_are_rewritten_while_the_host_runs_are_named_when_the_match_ends(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "metsuke.db")

    async def play_on() -> None:
        async with hall(database=evening.database, pair=False) as here:
            table, keys = await here.begun(3)
            phones = {seat: await here.phone(table, {seat: key}) for seat, key in keys.items()}
            await play(here, table, 10)
            with rows(evening) as db:
                edit(salted_anew, db, table.record.id, 5)
            assert not any(alarms(phone) for phone in phones.values())
            await play_alone(here, table, phones)
            for phone in phones.values():
                await phone.wait_for(re.compile("file is not what was played"))
                assert phone.sees(re.compile("Entry 5 is the first that was changed there"))

    asyncio.run(play_on())


@pytest.mark.sqlite
def test_an_older_copy_on_which_was_played_on_is_named_by_the_first_line_that_is_another(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "metsuke.db")

    async def evenings() -> None:
        await spend(evening, 14)
        with rows(evening) as db:
            without_the_last(4, db, 1, evening)
        old = evening.line(11)
        strangers: dict[str, dict[str, Any]] = {"a": {}, "b": {}}
        async with hall(database=evening.database, pair=False) as here:
            table = await here.host.tables.table(evening.code)
            assert table is not None
            await play(here, table, 20, seed=9)
            phones = await come_back(here, evening, evening.code, evening.phones)
            for phone in phones.values():
                assert phone.sees(re.compile(f"Entry {old} is the first that is not what this phone saw"))
            newcomers = await come_back(here, evening, evening.code, strangers)
            assert not any(alarms(phone) for phone in newcomers.values())
            await leave(phones | newcomers)
            # What is said stays until whoever holds the phone takes the journal for what it is now.
            (display,) = (await come_back(here, evening, evening.code, {"p1": evening.phones["p1"]})).values()
            await display.tap("Log")
            await display.tap("Follow it from here on")
            await display.wait_for(lambda: not alarms(display), "no alarm")
            await play(here, table, 22, seed=9)
            await leave({"p1": display})
            (again,) = (await come_back(here, evening, evening.code, {"p1": evening.phones["p1"]})).values()
            assert not alarms(again)

    asyncio.run(evenings())


@pytest.mark.sqlite
def test_what_a_seat_alone_has_locked_is_watched_by_its_own_phone(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "metsuke.db")

    async def evenings() -> None:
        await spend(evening, 6, "scorpion")
        assert evening.match is not None
        hidden = [w for w in evening.match.written if not w.readings(PUBLIC)]
        assert hidden, "in the set-up nobody else is told that something was entered"
        own = hidden[-1]
        assert own.entry.number > max((w.entry.number for w in evening.match.written if w.readings(PUBLIC)), default=0)
        with rows(evening) as db:
            edit(salted_anew, db, 1, own.entry.number)
        async with hall(database=evening.database, pair=False) as here:
            phones = await come_back(here, evening, evening.code, evening.phones)
            said = {name: alarms(phone) for name, phone in phones.items()}
            knows = {name for name in phones if name != "display" and not own.hides_from(name)}
            assert {name for name, each in said.items() if each} == knows
            assert all(any("What was locked" in text for text in said[name]) for name in knows)
            await leave(phones)

    asyncio.run(evenings())


async def everything_allowed(here: Hall, table: Table, phones: dict[str, Phone], chance: Random) -> None:
    """Play with whatever a table may do to its past by its own acts, while phones come and go."""
    for n in range(6):
        await play(here, table, (table.match.number if table.match else 0) + 4, seed=n)
        assert table.match is not None
        if table.match.result is not None:
            break
        for act in (Undo(), Redo(), Undo(), HouseRuling(adjust={"points": {"p1": 1}}, note="counted again")):
            await table.act(ProcessRight(GAME_MASTER), act)
        about = [step.number for step in table.match.steps if isinstance(step.act, Declare)]
        if about:
            await table.act(ProcessRight(GAME_MASTER), Correct(number=about[-1], move=None))
        await phones[chance.choice(sorted(phones))].reload()
        await settled(here)
    acts = {entry.act.type for entry in table.match.entries}
    assert {"undo", "redo", "correct"} <= acts


async def with_a_game_master(here: Hall) -> tuple[Table, dict[str, Phone]]:
    """Open a table with a game master, and a phone for everybody."""
    table, _ = await here.host.tables.open("shinobazu", {"depth": "plays"}, seated(3), "referee")
    keys = {seat: await sit(table, seat) or "" for seat in ("p1", "p2", "p3", GAME_MASTER)}
    await start(table, ProcessRight())
    return table, {seat: await here.phone(table, {seat: key}) for seat, key in keys.items()}


@pytest.mark.sqlite
def test_an_honest_evening_alarms_nobody_nor_does_its_archive_at_another_host(tmp_path: Path) -> None:
    evening, other = Evening(tmp_path / "metsuke.db"), Evening(tmp_path / "other.db")

    async def evenings() -> None:
        async with hall(database=evening.database, pair=False) as here:
            table, phones = await with_a_game_master(here)
            code = table.code
            await everything_allowed(here, table, phones, Random(4))
            assert not any(alarms(phone) for phone in phones.values())
        remembers = {name: phone.remembers for name, phone in phones.items()}
        async with hall(database=evening.database, pair=False) as here:  # the host anew
            phones = await come_back(here, evening, code, remembers)
            assert not any(alarms(phone) for phone in phones.values())
            table = await here.host.tables.table(code)
            assert table is not None
            await play_alone(here, table, phones)
            for phone in phones.values():
                await phone.wait_for(re.compile("Nobody rewrote entries 1 to"))
                assert not alarms(phone)
            await leave(phones)
        with closing(Store.open(evening.database)) as store:
            archive = archive_bytes(store)
        with closing(Store.open(other.database)) as store:
            assert bring_archive(store, archive).new == 1
        async with hall(database=other.database, pair=False) as here:
            for each in (remembers, {name: {} for name in remembers}):  # phones that were there, and strangers
                phones = await come_back(here, other, code, each)
                assert all(phone.sees(re.compile("locked moves match")) for phone in phones.values())
                assert not any(alarms(phone) for phone in phones.values())
                await leave(phones)

    asyncio.run(evenings())


def test_phones_that_change_between_two_hosts_on_one_database_are_not_alarmed() -> None:
    async def play_on() -> None:
        async with hall(pair=True) as here:
            table, phones = await with_a_game_master(here)
            await everything_allowed(here, table, phones, Random(5))
            for phone in phones.values():
                await phone.reload()
            await settled(here)
            assert not any(alarms(phone) for phone in phones.values())
            held = [JOURNAL + table.code in phone.remembers for phone in phones.values()]
            assert all(held)

    asyncio.run(play_on())
