"""Reading finished matches for statistics: their accounts are made from their journals, once, and kept."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from companion.statistics.account import Account, account_of
from companion.statistics.played import Played, played
from companion.stored_match import match_of
from models import EntryRecord, MatchRecord, Store
from referee.core.games import GameUnavailable
from referee.core.values import Refused

log = logging.getLogger("metsuke")


def read_account(record: MatchRecord, rows: Sequence[EntryRecord]) -> dict[str, Any]:
    """Return a finished match's account, made from its journal, as it is kept.

    It takes as long as judging the match once more. What cannot be read today is empty, and not tried again at every
    look: the match counts by its result.
    """
    try:
        account = account_from_journal(record, rows)
    except (GameUnavailable, Refused, ValueError):
        log.warning("a finished match cannot be read for the statistics")
        account = None
    return (account or Account()).model_dump(mode="json", exclude_defaults=True)


def account_from_journal(record: MatchRecord, rows: Sequence[EntryRecord]) -> Account | None:
    """Return the account of a match; None where it has not ended. Raises `GameUnavailable` and `Refused`."""
    match = match_of(record, rows)
    if match.result is None:
        return None
    return account_of(match, record.started or record.created, ((row.actor, row.at) for row in rows))


def all_played(store: Store) -> tuple[Played, ...]:
    """Return all finished matches, as far as their accounts are there."""
    accounts = store.accounts.all()
    return tuple(played(record, accounts.get(record.id)) for record in store.matches.find(status="ended"))
