"""What other processes are told of entries: right after each is on the disk, and no commit waits for another's."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest
from sqlalchemy import make_url

from models import Store
from tests.postgres import OwnPostgres, postgres

COMMIT_MS = 60
MATCHES = 4
ENTRIES = 5
WAITING = (
    "SELECT wait_event_type || ' ' || wait_event FROM pg_stat_activity"
    " WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


@pytest.fixture
def slow_disk() -> Iterator[Store]:
    """A store on a server whose commits take as long to be on the disk as those of a busy machine."""
    server = OwnPostgres(durable=True)
    options = f"-c commit_delay={COMMIT_MS * 1000} -c commit_siblings=0"
    store = Store.open(make_url(server.fresh()).update_query_dict({"options": options}).render_as_string(False))
    yield store
    store.close()
    server.stop()


def opened(store: Store, code: str, now: datetime) -> int:
    seats = [("p1", "Aki"), ("p2", "Ben")]
    return store.matches.open(
        code=code, game="shinobazu", options={}, seats=seats, host_key="0" * 64, created=now
    ).id  # fmt: skip


def test_commits_of_several_tables_go_to_the_disk_together(slow_disk: Store, now: datetime) -> None:
    store, seen, over = slow_disk, Counter[str](), threading.Event()
    matches = [opened(store, f"abcd234{n}", now) for n in range(2, 2 + MATCHES)]

    def declare(match_id: int) -> None:
        for number in range(1, ENTRIES + 1):
            store.journals.append(match_id, number, "p1", {"type": "x"}, now)

    def look() -> None:
        with store.database.alone() as connection:
            while not over.is_set():
                seen.update(str(row[0]) for row in connection.exec_driver_sql(WAITING))

    with store.channel.listening(1), ThreadPoolExecutor(MATCHES + 1) as threads:
        looking = threads.submit(look)
        list(threads.map(declare, matches))
        over.set()
        looking.result()
    assert "Lock object" not in seen, seen
    assert seen


def test_every_entry_is_told_of_once_and_in_its_order(now: datetime) -> None:
    with Store.open(postgres().used()) as store, store.channel.listening(1) as connection:
        match_id = opened(store, "abcd2345", now)
        for number in range(1, 40):
            store.journals.append(match_id, number, "p1", {"type": "x"}, now)
        store.journals.append(match_id, 40, "p1", {"type": "x"}, now, status="ended", result={"winners": []})
        told: list[int] = []
        while 40 not in told:
            payloads = (one.payload.split() for one in connection.notifies(timeout=10, stop_after=1))
            told += [int(number) for match, number in payloads if int(match) == match_id and int(number) > 0]
        assert told == list(range(1, 41))


def test_what_was_written_before_a_store_is_closed_is_told(now: datetime) -> None:
    with Store.open(postgres().used()) as listener, listener.channel.listening(1) as connection:
        with Store.open(listener.database.url) as store:
            match_id = opened(store, "abcd2345", now)
            store.journals.append(match_id, 1, "p1", {"type": "x"}, now)
        heard = [one.payload for one in connection.notifies(timeout=1)]
        assert f"{match_id} 1" in heard


def test_a_server_that_went_and_came_back_tells_again(now: datetime) -> None:
    server = OwnPostgres()
    with Store.open(server.fresh()) as store:
        match_id = opened(store, "abcd2345", now)
        store.journals.append(match_id, 1, "p1", {"type": "x"}, now)
        server.stop()
        server.start()
        with store.channel.listening(1) as connection:
            told: list[str] = []
            number = 2
            while not told:  # one is lost with the connection that nobody knew to be gone
                store.journals.append(match_id, number, "p1", {"type": "x"}, now)
                number += 1
                told = [one.payload for one in connection.notifies(timeout=1)]
            assert told[-1].startswith(f"{match_id} ")
    server.stop()
