"""Handing a result to the app BG Stats: by its link, which carries all there is. Nothing is loaded from there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC
from typing import Any, Final
from urllib.parse import quote

from companion.contract.offered import ui_of
from companion.i18n import Translator
from companion.statistics.played import Played, Sat
from models import MatchRecord
from models.names import name_key

LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST: Final = 8000
"""Characters of the longest link that the app takes."""
SOURCE: Final = "Metsuke"
"""Never to be changed: the app knows plays by it, together with their ids."""
_SPARE: Final = ("comments", "board", "durationMin")
"""What is left out of a link that would be too long, the first of them first."""


def link(record: MatchRecord, played: Played, t: Translator) -> str:
    """Return the link that hands a result over; empty where it cannot be made short enough."""
    data = play(record, played, t)
    for spare in (None, *_SPARE):
        if spare is not None:
            data.pop(spare, None)
        found = LINK + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")
        if len(found) <= LONGEST:
            return found
    return ""


def play(record: MatchRecord, played: Played, t: Translator) -> dict[str, Any]:
    """Return a result as the app reads it."""
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


def _player(record: MatchRecord, played: Played, sat: Sat, t: Translator) -> dict[str, Any]:
    name = sat.name or sat.seat
    roles = [part.role for part in played.account.parts if part.seat == sat.seat]
    data: dict[str, Any] = {
        "name": name,
        "sourcePlayerId": guest_id(name),
        "startPlayer": sat.seat == _starter(record),
        "winner": sat.won,
        "rank": sat.place or 0,
    }
    if not ui_of(record.game).no_points and sat.points is not None:
        data["score"] = str(sat.points)
    if roles:
        data["role"] = ", ".join(t(f"new.role.{role}") for role in roles)
    if played.sides != len(played.seats) and any(part.seat == sat.seat for part in played.account.parts):
        data["team"] = sat.side
    return data


def guest_id(name: str) -> str:
    """Return a person's id, the same for every spelling of a name that is one person's here, and on every host."""
    return hashlib.sha256(name_key(name).encode()).hexdigest()[:16]


def _starter(record: MatchRecord) -> str:
    ui = ui_of(record.game)
    options: Mapping[str, Any] = record.options
    named = options.get(ui.starter) if ui.starter else None
    if isinstance(named, str):
        return named
    return record.players[0].seat if ui.first_starts and record.players else ""
