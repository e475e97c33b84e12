"""How long everything of a host takes: 1,000 matches out as one archive, in again elsewhere, and counted for a page."""

from __future__ import annotations

import tempfile
from datetime import timedelta
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from companion.exports.archive import archive_bytes, bring_archive
from companion.statistics import all_played, person_statistics
from models import Store, default_url
from models.matches.archive import MatchDocument
from tests.bench.figures import line
from tests.companion.evenings import NAMES, START, keep, keep_accounts, random_match
from tests.own_games import OWN_GAMES

MATCHES = 1000
KINDS = 20
"""Different matches among them; the others are the same ones on other evenings."""


def run() -> None:
    """Print how long it takes, in seconds, and how large it is."""
    played = [random_match(OWN_GAMES[n % len(OWN_GAMES)], n) for n in range(KINDS)]
    with tempfile.TemporaryDirectory() as folder, Store.open(default_url(Path(folder) / "one")) as store:
        for n, match in enumerate(played):
            random = Random(n)
            keep(store, match, f"k{n}", random.sample(NAMES, len(match.seats)), START, random)
        started = perf_counter()
        keep_accounts(store)
        read = perf_counter() - started
        kinds = [MatchDocument.model_validate_json(text) for _, text in store.archive.texts(store.archive.codes())]
        evening = timedelta(hours=7)
        for n in range(MATCHES - KINDS):
            kind = kinds[n % KINDS]
            again = kind.model_copy(update={"code": f"m{n}", "created": kind.created - n * evening})
            store.archive.keep(again, kind.result, {})
        started, worked = perf_counter(), process_time()
        data = archive_bytes(store)
        out, out_cpu = perf_counter() - started, process_time() - worked
        with Store.open(default_url(Path(folder) / "other")) as other:
            started, worked = perf_counter(), process_time()
            brought = bring_archive(other, data)
            into, into_cpu = perf_counter() - started, process_time() - worked
            started = perf_counter()
            twice_in = bring_archive(other, data)
            twice = perf_counter() - started
            started = perf_counter()
            matches = all_played(other)
            person = other.people.all()[0]
            person_statistics(matches, person.id, {})
            page = perf_counter() - started
    line(
        "archive", matches=MATCHES, new=brought.new, new_again=twice_in.new, megabytes=round(len(data) / 1e6, 2),
        out_s=round(out, 2), out_cpu_s=round(out_cpu, 2), in_s=round(into, 2), in_cpu_s=round(into_cpu, 2),
        in_again_s=round(twice, 2), read_one_s=round(read / KINDS, 3),
        page_s=round(page, 2),
    )  # fmt: skip
