"""Writers to be killed: for every line on the standard input a new process appends until it dies.

It prints its process id, then every number that `append` has returned for. Run by test_crash.py.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime

from models import Store


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def write_until_killed(url: str, code: str) -> None:
    say(f"pid {os.getpid()}")
    store = Store.open(url)
    match = store.matches.get(code)
    number = len(store.journals.entries(match.id))
    while True:
        number += 1
        act = {"type": "declare", "number": number, "writer": os.getpid()}
        store.journals.append(match.id, number, "p1", act, datetime.now(UTC))
        say(str(number))


def main(url: str, code: str) -> None:
    say("ready")
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                write_until_killed(url, code)
            finally:
                os._exit(1)
        os.waitpid(child, 0)
        say("gone")


if __name__ == "__main__":
    main(*sys.argv[1:])
