"""Evenings of random matches of all games, kept in a store as a host keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from companion.statistics import read_account
from models import MatchRecord, Store
from referee.check.player import Unfinished, any_match, any_options, played_to_end
from referee.core.games import GAMES
from referee.core.journal import Match
from referee.core.values import Refused
from tests.own_games import OWN_GAMES

NAMES = ("Aki", "Ben", "チエ", "Dai", "Eri", "Maximiliana-Theodora von Hohenstein-Gera")
START = datetime(2026, 3, 1, 18, tzinfo=UTC)


def random_match(game: str, seed: int) -> Match:
    """Return a match of a game, played at random to its end."""
    for again in range(20):
        random = Random(f"{game} {seed} {again}")
        try:
            return played_to_end(any_match(GAMES[game], random, any_options(GAMES[game], random)), random)
        except (Unfinished, Refused):  # options that these games cannot be played with are drawn again
            continue
    raise Unfinished(game)


def keep(store: Store, match: Match, code: str, names: Sequence[str], begun: datetime, random: Random) -> MatchRecord:
    """Keep a match that was played, with times as a table takes them."""
    record = store.matches.open(
        code=code,
        game=match.game.KEY,
        options=match.options.model_dump(mode="json"),
        seats=[(seat.seat, name) for seat, name in zip(match.seats, names, strict=False)],
        host_key=None,
        created=begun - timedelta(minutes=5),
    )
    store.matches.set_status(record.id, "running", begun)
    at = begun
    result = match.result
    assert result is not None
    for entry in match.entries:
        at += timedelta(seconds=random.choice((0, 3, 20, 20.4, 45, 200, 1300)))
        last = entry.number == match.number
        done = {"status": "ended", "result": result.model_dump(mode="json")} if last else {}
        act = entry.act.model_dump(mode="json")
        store.journals.append(record.id, entry.number, entry.actor, act, at, **done)  # type: ignore[arg-type]
    return store.matches.get(code)


def evenings(store: Store, seeds: Iterable[int], games: Sequence[str] = OWN_GAMES) -> list[Match]:
    """Keep random matches of all games in turn as m0, m1, …, one every few days, by people who change seats."""
    played: list[Match] = []
    for n in seeds:
        random = Random(n)
        match = random_match(games[n % len(games)], n)
        names = random.sample(NAMES, len(match.seats))
        keep(store, match, f"m{len(played)}", names, START + timedelta(days=3 * len(played)), random)
        played.append(match)
    return played


def keep_accounts(store: Store) -> bool:
    """Make the accounts that are missing; tell whether all could be made."""
    made = True
    for code in store.accounts.missing():
        record = store.matches.get(code)
        account = read_account(record, store.journals.entries(record.id))
        store.accounts.keep(record.id, account)
        made = made and bool(account)
    return made
