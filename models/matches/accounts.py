"""Accounts: what statistics remember of ended matches. Their meaning only the app knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlmodel import col, select

from models.columns import plain
from models.database.database import Part
from models.tables import Account, Match


class Accounts(Part):
    """The store's accounts of ended matches."""

    def keep(self, match_id: int, account: Mapping[str, Any]) -> None:
        """Keep what is remembered of a match, if it is still over. Raises `ValueError` when it is not plain JSON."""
        fresh = Account(match_id=match_id, account=plain(account))
        with self._database.writing() as session:
            match = session.get(Match, match_id)
            if match is not None and match.status == "ended":
                session.merge(fresh)

    def all(self) -> dict[int, dict[str, Any]]:
        """Return what is remembered, by the matches' ids."""
        with self._database.reading() as session:
            return {each.match_id: each.account for each in session.exec(select(Account))}

    def missing(self) -> list[str]:
        """Return the codes of ended matches of which nothing is remembered yet, newest first."""
        known = select(Account.match_id)
        wanted = select(Match.code).where(Match.status == "ended", col(Match.id).not_in(known))
        with self._database.reading() as session:
            return list(session.exec(wanted.order_by(col(Match.ended).desc())))
