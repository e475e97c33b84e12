"""What finished matches tell about people; the referee is not needed for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import cast

from sqlalchemy import func
from sqlmodel import Session, col, select

from models.database.database import Part
from models.records import PlayerRecord, Statistics
from models.tables import LeftOut, Match, Player, Seat


class History(Part):
    """Figures of what was played. A match counts once it has ended; one given up does not.

    A result names its winners' seats as `{"winners": [...]}`.
    """

    def statistics(self) -> Statistics:
        with self._database.reading() as session:
            total = select(func.count(), func.coalesce(func.sum(Match.seconds), 0)).where(Match.status == "ended")
            matches, seconds = session.exec(total).one()
            played = (player for player in _players(session) if player.matches)
            ranked = sorted(played, key=lambda p: (-p.won, -p.matches, p.name.casefold()))
        return Statistics(matches=matches, seconds=seconds or 0, players=tuple(ranked))


def _players(session: Session) -> Iterable[PlayerRecord]:
    ended = select(Match.id, Match.game, Match.result).where(Match.status == "ended")
    finished = {id_: (game, set((result or {}).get("winners", ()))) for id_, game, result in session.exec(ended)}
    sat = select(Player.id, Player.name, Seat.match_id, Seat.seat).join(Seat, col(Seat.player_id) == col(Player.id))
    names: dict[int, str] = {}
    # Somebody with two seats of a match played it once.
    played: set[tuple[int, int]] = set()
    won: set[tuple[int, int]] = set()
    for id_, known_as, match_id, seat in session.exec(sat.where(col(Player.id).not_in(select(LeftOut.player_id)))):
        person = cast(int, id_)
        names[person] = known_as
        if match_id in finished:
            played.add((person, match_id))
            if seat in finished[match_id][1]:
                won.add((person, match_id))
    games: dict[int, Counter[str]] = {person: Counter() for person in names}
    wins: dict[int, Counter[str]] = {person: Counter() for person in names}
    for person, match_id in played:
        games[person][finished[match_id][0]] += 1
    for person, match_id in won:
        wins[person][finished[match_id][0]] += 1
    for person, known_as in names.items():
        yield PlayerRecord(person, known_as, games[person].total(), dict(games[person]), dict(wins[person]))
