"""Finished matches for other programs: CSV (RFC 4180), one line per match or per seat, and the link to BG Stats."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from statistics import median
from typing import Any, Final
from urllib.parse import quote

from companion.contract.game_ui import ui_of
from companion.i18n import Translator
from companion.statistics import Played, PlayedSeat
from models import MatchRecord
from models.names import name_key
from referee.core.analysis import Part

Cell = str | int | float | None


def _in_order(matches: Iterable[Played]) -> list[Played]:
    return sorted(matches, key=lambda each: (each.ended, each.code))


def moment(at: datetime) -> str:
    """Return a time in this host's time zone, such as `2026-05-17T22:12:30+02:00`."""
    return at.astimezone().isoformat(timespec="seconds")


def _at(each: Played) -> str:
    return moment(each.ended)


def _parts(each: Played, sat: PlayedSeat) -> tuple[Part, ...]:
    return tuple(part for part in each.account.parts if part.seat == sat.seat)


def _reneges(each: Played, sat: PlayedSeat) -> Cell:
    reneges = each.account.reneges
    return None if reneges is None else reneges.get(sat.seat, 0)


def _median(each: Played, sat: PlayedSeat) -> Cell:
    turns = each.account.turns.get(sat.seat, ())
    return float(median(turns)) if turns else None


MATCHES: Final[Mapping[str, Callable[[Played], Cell]]] = {
    "match": lambda each: each.code,
    "game": lambda each: each.game,
    "ended": _at,
    "minutes": lambda each: round(each.seconds / 60, 1),
    "players": lambda each: len(each.seats),
    "reason": lambda each: each.reason,
    "winners": lambda each: "; ".join(sat.name or sat.seat for sat in each.seats if sat.won),
}
"""The columns of a match, each with the function of its value."""
SEATS: Final[Mapping[str, Callable[[Played, PlayedSeat], Cell]]] = {
    "match": lambda each, _: each.code,
    "game": lambda each, _: each.game,
    "ended": lambda each, _: _at(each),
    "seat": lambda _, sat: sat.seat,
    "name": lambda _, sat: sat.name,
    "side": lambda _, sat: sat.side,
    "roles": lambda each, sat: "; ".join(part.role for part in _parts(each, sat)),
    "goals": lambda each, sat: "; ".join(part.goal for part in _parts(each, sat) if part.goal),
    "endings": lambda each, sat: "; ".join(part.ending for part in _parts(each, sat) if part.ending),
    "place": lambda _, sat: sat.rank,
    "points": lambda _, sat: sat.points,
    "won": lambda _, sat: int(sat.won),
    "reneges": _reneges,
    "turns": lambda each, sat: len(each.account.turns.get(sat.seat, ())),
    "turn_median_seconds": _median,
}
"""The columns of a seat, each with the function of its value."""


def matches_csv(matches: Iterable[Played]) -> bytes:
    """Return one line per match, the oldest first."""
    return written(MATCHES, ([cell(each) for cell in MATCHES.values()] for each in _in_order(matches)))


def seats_csv(matches: Iterable[Played]) -> bytes:
    """Return one line per seat, in the order of matches and seats."""
    rows = ([cell(each, sat) for cell in SEATS.values()] for each in _in_order(matches) for sat in each.seats)
    return written(SEATS, rows)


def written(heads: Iterable[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    # The byte order mark makes spreadsheets read names as UTF-8.
    return out.getvalue().encode("utf-8-sig")


_SEPARATORS = ",;|\t\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""Characters that a program may take for the end of a cell, whatever its settings, including line ends."""
_PASSED_OVER = " \"\0-\x08\x0e-\x1b\x1f\xa0\u1680\u2000-\u200f\u202a-\u202f\u205f-\u206f\u3000\ufeff"
"""Characters that a program may ignore at the start of a cell: quotes, spaces, invisible ones."""
_BEGINS = "=+\\-@＝＋－＠﹦﹢﹣﹫"
"""Characters that begin a formula, in all their widths."""
_FORMULA = re.compile(f"((?:^|[{_SEPARATORS}])[{_PASSED_OVER}]*)('*[{_BEGINS}])")


def harmless(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula, whatever separator it uses.

    Wherever a cell might begin, an apostrophe is put before a formula's first character, and before apostrophes that
    precede one already, so that exactly the added one can be removed again.
    """
    return _FORMULA.sub(r"\1'\2", cell) if isinstance(cell, str) else cell


LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST: Final = 8000
"""The most characters of a link that BG Stats accepts."""
SOURCE: Final = "Metsuke"
"""Must never change: BG Stats identifies plays by it, together with their ids."""
_SPARE: Final = ("comments", "board", "durationMin")
"""The parts left out of a link that would be too long, in this order."""


def link(record: MatchRecord, played: Played, t: Translator) -> str:
    """Return the link that passes a result to BG Stats; empty if it cannot be made short enough."""
    data = play(record, played, t)
    for spare in (None, *_SPARE):
        if spare is not None:
            data.pop(spare, None)
        found = LINK + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")
        if len(found) <= LONGEST:
            return found
    return ""


def play(record: MatchRecord, played: Played, t: Translator) -> dict[str, Any]:
    """Return a result in the format of BG Stats."""
    ui = ui_of(record.game)
    key = f"app.game.{record.game}"
    game: dict[str, Any] = {
        "name": t(key) if t.has(key) else record.game,
        "sourceGameId": record.game,
        "highestWins": not ui.fewest_points,
        "noPoints": ui.no_points,
    }
    if ui.bgg:
        game["bggId"] = ui.bgg
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": record.code,
        "playDate": played.ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": round(played.seconds / 60),
        "game": game,
        "players": [_player(record, played, sat, t) for sat in played.seats],
    }
    if played.reason and t.has(played.reason):
        data["comments"] = t(played.reason)
    depth = f"app.depth.{record.options.get('depth', 'plays')}"
    if record.options.get("depth") == "scores" and t.has(depth):
        data["board"] = t(depth)
    return data


def _player(record: MatchRecord, played: Played, sat: PlayedSeat, t: Translator) -> dict[str, Any]:
    name = sat.name or sat.seat
    roles = [part.role for part in played.account.parts if part.seat == sat.seat]
    data: dict[str, Any] = {
        "name": name,
        "sourcePlayerId": guest_id(name),
        "startPlayer": sat.seat == _starter(record),
        "winner": sat.won,
        "rank": sat.rank or 0,
    }
    if not ui_of(record.game).no_points and sat.points is not None:
        data["score"] = str(sat.points)
    if roles:
        data["role"] = ", ".join(t(f"new.role.{role}") for role in roles)
    if played.sides != len(played.seats) and any(part.seat == sat.seat for part in played.account.parts):
        data["team"] = sat.side
    return data


def guest_id(name: str) -> str:
    """Return a person's id, the same for every spelling that counts as one person here, and on every host."""
    return hashlib.sha256(name_key(name).encode()).hexdigest()[:16]


def _starter(record: MatchRecord) -> str:
    ui = ui_of(record.game)
    options: Mapping[str, Any] = record.options
    named = options.get(ui.starter) if ui.starter else None
    if isinstance(named, str):
        return named
    return record.players[0].seat if ui.first_starts and record.players else ""
