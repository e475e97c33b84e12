"""Reading finished matches for statistics: their accounts are made from their journals, once, and kept."""

from __future__ import annotations

import logging

from companion.statistics.account import Account, account_of
from companion.statistics.played import Played, played
from models import EntryRecord, MatchRecord, Store
from referee.core.games import GameUnavailable, game
from referee.core.journal import Entry, Match, fold
from referee.core.values import Refused, Seat

log = logging.getLogger("metsuke")


def read_account(store: Store, code: str) -> bool:
    """Make a finished match's account from its journal and keep it; return whether it could be made.

    May be called from any thread; takes as long as judging the match once more.
    """
    record = store.matches.get(code)
    try:
        account = account_from_journal(store, record)
    except (GameUnavailable, Refused, ValueError):
        log.warning("a finished match cannot be read for the statistics")
        account = None
    # What cannot be read today is not tried again at every look: it counts by its result.
    store.accounts.keep(record.id, (account or Account()).model_dump(mode="json", exclude_defaults=True))
    return account is not None


def account_from_journal(store: Store, record: MatchRecord) -> Account | None:
    """Return the account of a match; None where it has not ended. Raises `GameUnavailable` and `Refused`."""
    match, rows = refolded(store, record)
    if match.result is None:
        return None
    return account_of(match, record.started or record.created, ((row.actor, row.at) for row in rows))


def refolded(store: Store, record: MatchRecord) -> tuple[Match, list[EntryRecord]]:
    """Return the match that a record's journal tells of, and its lines. Raises `GameUnavailable` and `Refused`."""
    rows = store.journals.entries(record.id)
    entries = (Entry.model_validate({"number": r.number, "actor": r.actor, "act": r.act}) for r in rows)
    seats = tuple(Seat(seat=s.seat, name=s.name) for s in record.players)
    return fold(game(record.game), record.options, seats, entries), rows


def all_played(store: Store) -> tuple[Played, ...]:
    """Return all finished matches, as far as their accounts are there."""
    accounts = store.accounts.all()
    return tuple(played(record, accounts.get(record.id)) for record in store.matches.find(status="ended"))
