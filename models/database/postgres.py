"""What PostgreSQL alone needs: connections that notice when the other end has gone.

Telling other processes of PostgreSQL what has been committed here, after it has been. A transaction that notifies holds
a lock of the whole database while its commit is on its way to the disk: entries that are told of within their own
transactions are written one after the other, however many come at once, and at a slow disk tables wait for each
other's. So a thread tells of them once they are on the disk, of all that has come meanwhile at once, in a transaction
that waits for no disk. What is lost with the process is found by those who look for it anyway.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from queue import SimpleQueue
from typing import Any, Final

from sqlalchemy import ARRAY, URL, Connection, Text, bindparam, text

from models.errors import StoreError


def patient(url: URL, patience: float) -> dict[str, Any]:
    """Return how to connect: nothing waits longer than `patience` seconds for a lock or a server that is gone.

    What the address itself says comes first.
    """
    seconds = max(1, round(patience))
    own = {
        "application_name": "metsuke",
        "connect_timeout": max(2, seconds),
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
        "options": f"-c lock_timeout={round(patience * 1000)}",
    }
    return {name: value for name, value in own.items() if name not in url.query}


log = logging.getLogger("metsuke")

CHANNEL: Final = "metsuke"
GRACE: Final = 5.0
"""Seconds that a store waits at its end for what is still to be told."""
_TELL_ALL = text(
    f"SELECT set_config('synchronous_commit', 'off', true), pg_notify('{CHANNEL}', payload)"
    " FROM unnest(:payloads) AS payload"
).bindparams(bindparam("payloads", type_=ARRAY(Text)))


class Teller:
    """Tells of what is committed, in the order in which that is, on a thread and a connection of its own."""

    def __init__(self, connect: Callable[[], AbstractContextManager[Connection]]) -> None:
        """`connect` makes a connection on which every statement is committed at once."""
        self._connect = connect
        self._due: SimpleQueue[str | None] = SimpleQueue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def tell(self, match_id: int, number: int) -> None:
        """Tell of an entry that is on the disk, soon. Any thread may; nothing is waited for."""
        self._due.put(f"{match_id} {number}")
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="metsuke-teller", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Tell of what is due, and end."""
        if self._thread is not None:
            self._due.put(None)
            self._thread.join(GRACE)
            self._thread = None

    def _run(self) -> None:
        due = self._all_due()
        while due:
            with contextlib.suppress(StoreError), self._connect() as connection:
                while due:
                    told, due = due, []
                    connection.execute(_TELL_ALL, {"payloads": [each for each in told if each is not None]})
                    if None in told:
                        return
                    due = self._all_due()
            due = due or self._all_due()

    def _all_due(self) -> list[str | None]:
        """Wait until something is due; return all that is."""
        due = [self._due.get()]
        while not self._due.empty():
            due.append(self._due.get())
        return due
